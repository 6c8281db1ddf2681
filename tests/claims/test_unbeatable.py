"""Which machines can never become perfect, held against the exact chain of their bead states."""

import json

import pytest
from click.testing import CliRunner
from counting import at_least
from jobs import kit_of
from sampling import sample

from kitgen.claims.claims import decide
from kitgen.claims.facts import Facts
from kitgen.claims.ranking import LessonResult, best
from kitgen.claims.unbeatable import future_of, mend_of, never_perfect
from kitgen.cli.main import main
from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.rule import Change, Rule
from kitgen.lab.chain_answers import answer
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match, parse_policy

RULES = ("gardner", "never-last")
NIM = [
    (f"nim:{counters},last={last}", side)
    for counters in range(3, 13)
    for last in ("wins", "loses")
    for side in ("first", "second")
]
HEXAPAWN = [(f"hexapawn:{size}", side) for size in ("3x3", "2x3") for side in ("black", "white")]
GAMES = [*NIM, *HEXAPAWN, ("told:dawson-9", "first"), ("told:notakto", "first")]
CASES = [
    (game, side, rule, forced)
    for game, side in GAMES
    for rule in RULES
    for forced in ("box", "skip")
]


@pytest.mark.parametrize(("game", "side", "rule", "forced"), sample(CASES, one_in=40))
def test_a_machine_that_can_become_perfect_is_one_that_the_chain_calls_safe(
    game, side, rule, forced
):
    """Against chance every game can happen: a machine that can become safe does, sooner or
    later.
    """
    try:
        kit = build_kit(game, Wish(side=side, rule=rule, forced=forced))
    except KitgenError as error:
        pytest.skip(str(error))
    try:
        exact = answer(Match(kit, parse_policy("random"), kit.players[0]), [1])
    except KitgenError as error:
        pytest.skip(str(error))
    if exact.never_safe is None:
        pytest.skip("its machine has too many states for an answer that holds for ever")
    assert future_of(kit).unbeatable == (exact.never_safe < 1 - 1e-9)


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("nim:10,last=loses", {"side": "either", "rule": "never-last"}),
        ("nim:10,last=loses", {"side": "either", "rule": "never-last", "forced": "skip"}),
        ("ladder", {"rule": "never-last"}),
        ("him", {}),
        ("her-4x3", {}),
    ],
)
def test_the_choice_that_mends_a_kit_does(name, wish):
    kit = kit_of(name, **wish)
    options = dict(zip(*[iter(mend_of(kit, future_of(kit)).options)] * 2, strict=True))
    choices = {"side": kit.choices.side, "rule": kit.choices.rule, "forced": kit.choices.forced}
    choices |= {option.removeprefix("--"): value for option, value in options.items()}
    assert options
    assert future_of(build_kit(kit.game_spec, Wish(**choices))).unbeatable is True
    assert " ".join(mend_of(kit, future_of(kit)).options) in never_perfect(kit).line


def printed_as_json(*words):
    """Return what ``print`` would print, as data."""
    done = CliRunner().invoke(
        main, ["print", *words, "--parts", "labels", "--dry-run", "--json", "--quiet"]
    )
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)["result"]


def test_a_print_as_data_tells_of_a_machine_that_can_never_become_perfect():
    cups = ("nim:10,last=loses", "--side", "either", "--rule", "never-last")
    kit = kit_of("nim:10,last=loses", side="either", rule="never-last")
    told = printed_as_json(*cups)["never_perfect"]
    assert told["options"] == ["--rule", "gardner"]
    assert told["boxes"] == [box.id for box in future_of(kit).stuck]
    assert told["reason"].startswith("this machine can never become perfect")
    assert printed_as_json("her")["never_perfect"] is None


def test_a_comparison_as_data_has_the_recommended_rule_and_its_figures():
    line = "compare ladder --rules gardner,never-last --games 30 --machines 20 --json"
    gardner, never_last = json.loads(CliRunner().invoke(main, line.split()).stdout)["result"]
    standings = {each["rule"]: LessonResult(**each["standing"]) for each in (gardner, never_last)}
    assert {
        rule: each["recommended"]
        for rule, each in zip(standings, (gardner, never_last), strict=True)
    } == {rule: rule in best(standings) for rule in standings}
    assert [each["standing"]["lost"] for each in (gardner, never_last)] == [
        each["losses_per_machine"]["mean"] for each in (gardner, never_last)
    ]
    assert gardner["recommended"] or never_last["recommended"]


@pytest.mark.parametrize("name", ["her", "gardner24", "ladder", "menace", "misere", "awari-mini"])
def test_no_warning_where_a_machine_can_become_perfect_or_nobody_knows(name):
    assert never_perfect(kit_of(name)) is None


def test_a_rule_that_takes_no_beads_keeps_all_losing_ones():
    """Such a machine prefers good moves more and more, and can always lose; one without changes
    learns nothing.
    """
    only_adds = with_rule(
        kit_of("her"), Rule(source="x", title={"en": "x"}, win=Change(every=1)), "own"
    )
    unchanged = with_rule(kit_of("her"), Rule(source="x", title={"en": "x"}), "own")
    for kit in (only_adds, unchanged):
        assert future_of(kit).unbeatable is False
        assert never_perfect(kit).options == ("--rule", "gardner")
        assert decide("perfect", Facts(kit)).key == "perfect.kept_mended"
    assert (future_of(only_adds).learns, future_of(unchanged).learns) == (True, False)


def test_a_stuck_bead_is_one_that_loses_beside_one_that_need_not():
    kit = kit_of("nim:10,last=loses", side="either", rule="never-last")
    for box in at_least(6, future_of(kit).stuck):
        assert min(slot.value for slot in box.slots) < 0 <= max(slot.value for slot in box.slots)
