"""The figures of shipped kits that claims take from a file, held against the computations that
they come from.
"""

import math
import sys
import time

import pytest
from counting import at_least
from jobs import LANGUAGES, kit_of
from places import ROOT
from sampling import few, sample

from kitgen.claims.decided import DIGITS, all_decided, decided
from kitgen.claims.facts import Facts, compare_first_bead, poor_moves_lose_more
from kitgen.claims.ranking import LessonResult, best
from kitgen.claims.same_machine import machine_digest
from kitgen.errors import KitgenError
from kitgen.machine.first_games import SEED, FirstGames, forecast, opponents_of
from kitgen.reading.templates import Templates

sys.path.insert(0, str(ROOT / ".ci"))

from claims import exact_lost

KNOWN = [*all_decided().values()]
#: Kits whose games take seconds; another run than the suite tries them.
SLOW = ("awari-3x1", "awari-mini", "menace", "menace-second", "misere", "her-3x4", "her-4x3")
QUICK = [known for known in KNOWN if known.kit not in SLOW]
#: Other machines than those of the file.
MACHINES = 200
OTHER_SEED = SEED + 1


def cases(known):
    return [(each.kit, each.rule) for each in known]


def of(kit, rule):
    return next(each for each in KNOWN if (each.kit, each.rule) == (kit, rule))


def test_every_shipped_kit_is_decided_with_every_rule_that_it_can_have():
    templates = Templates()
    expected = set()
    for name in templates.names("editions"):
        for rule in templates.names("rules"):
            try:
                kit = kit_of(name, rule=rule)
            except KitgenError:
                continue
            expected.add((name, rule))
            assert of(name, rule).machine == machine_digest(kit)[:DIGITS]
            assert [*of(name, rule).against] == [*opponents_of(kit)]
    assert {*cases(KNOWN)} == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_decided_holds_in_every_language(language):
    """Some languages have a title of their own for a rule, which once made another machine of
    it.
    """
    for known in at_least(20, KNOWN):
        if known.kit in ("her", "ladder"):
            assert decided(kit_of(known.kit, rule=known.rule, language=language)) == known


def check(name, rule):
    """Hold a kit's figures against other machines, and lost games against the exact ones where
    these are known.
    """
    kit = kit_of(name, rule=rule)
    known = of(name, rule)
    for opponent, trained in known.against.items():
        seen = forecast(FirstGames(kit, opponent, OTHER_SEED), MACHINES)
        error = math.hypot(seen.lost_error, trained.lost_error)
        assert seen.lost == pytest.approx(trained.lost, abs=0.05 + 5 * error)
        assert seen.last_loss == pytest.approx(trained.last_loss, abs=6)
        assert seen.gain == pytest.approx(trained.gain, abs=14)
        if trained.lost_error == 0 and trained.lost < 50:
            exact = exact_lost(kit, opponent)
            if exact is None:
                assert (seen.lost, seen.lost_error) == (trained.lost, 0), "all machines play alike"
            else:
                assert exact == pytest.approx(trained.lost, abs=0.001)
    assert poor_moves_lose_more(kit) == known.poor_lose_more
    tried = known.first_bead
    again = compare_first_bead(kit, opponents_of(kit)[0], MACHINES)
    assert (tried is None) == (again is None)
    if tried is not None:
        any_error = math.hypot(tried.any_error, again.any_error)
        assert again.any_bead == pytest.approx(tried.any_bead, abs=0.05 + 5 * any_error)
        first_error = math.hypot(tried.first_error, again.first_error)
        assert again.first_bead == pytest.approx(tried.first_bead, abs=0.05 + 5 * first_error)


@pytest.mark.parametrize(("name", "rule"), sample(cases(QUICK), one_in=30))
def test_figures_of_a_small_kit_are_those_of_other_machines(name, rule):
    check(name, rule)


@pytest.mark.every
@pytest.mark.parametrize(("name", "rule"), cases(each for each in KNOWN if each.kit in SLOW))
def test_figures_of_a_large_kit_are_those_of_other_machines(name, rule):
    check(name, rule)


def test_her_learns_from_the_fewest_games_against_one_who_takes_each_win():
    """As the exact chain has it: 7.6 lost games of 50, beside 9.0 and 8.8."""
    known = of("her", "gardner").against
    assert {name: round(each.lost, 1) for name, each in known.items()} == {
        "random": 9.0,
        "winning-move": 7.6,
        "perfect": 8.8,
    }
    assert best({name: each.result for name, each in known.items()}) == ["winning-move"]


def test_of_rules_the_one_that_loses_fewest_is_best():
    """Michie's rule gains most by the end, and costs half as many games again."""
    lost = {
        rule: of("her", rule).against["perfect"] for rule in ("gardner", "gardner-reward", "michie")
    }
    results = {
        rule: LessonResult(each.lost, each.lost_error, each.last_loss)
        for rule, each in lost.items()
    }
    assert best(results) == ["gardner-reward"]
    assert lost["michie"].lost > lost["gardner"].lost + 4


@pytest.mark.every
@pytest.mark.parametrize(
    "spec", few(["hexapawn:4x3", "nim:21", "told:notakto", "tictactoe"], one_in=3)
)
def test_a_kit_of_ones_own_is_decided_within_two_seconds(spec):
    kit = kit_of(spec)
    facts = Facts(kit)
    assert facts.decided is None or spec in {"tictactoe", "hexapawn:4x3"}
    began = time.process_time()
    compare_first_bead(kit, opponents_of(kit)[0], 60)
    poor_moves_lose_more(kit)
    assert facts.future is not None
    assert facts.one_colour_left in (True, False)
    assert time.process_time() - began < 2
