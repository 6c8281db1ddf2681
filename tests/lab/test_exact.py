"""Exact answers: against known figures, against fractions worked out another way, and against
simulation.
"""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least, at_least_one
from jobs import kit_of
from sampling import few, sample

import kitgen
from kitgen.cli.commands.exact import GAMES, command
from kitgen.cli.main import guarded
from kitgen.errors import KitgenError, TooLargeError, UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import WISHES, Wish
from kitgen.kit.rule import Change, Rule, read_rule
from kitgen.lab.chain import build_chain
from kitgen.lab.chain_answers import answer, games_to_go
from kitgen.lab.experiment import run
from kitgen.lab.tally import Experiment
from kitgen.machine.game_graph import list_situations
from kitgen.machine.learning import learn, schedule_of, starting_beads, with_rule
from kitgen.machine.match import Match, parse_policy
from kitgen.machine.paper_machine import Shelf
from kitgen.reading.templates import Templates

WIN_IN_GAME = {
    1: 0.400463,
    2: 0.428657,
    5: 0.524021,
    10: 0.677544,
    20: 0.853386,
    50: 0.954102,
    100: 0.984872,
}


def match(kit, opponent="random"):
    made = kit_of(kit) if isinstance(kit, str) else kit
    return Match(made, parse_policy(opponent), made.players[0])


@cache
def her(opponent="random", *, exact=False):
    return answer(match("her", opponent), [1, 2, 5] if exact else sorted(WIN_IN_GAME), exact=exact)


def small_kit(**keys):
    """Return White on the small board with a rule of one's own: few enough histories to list."""
    rule = Rule("source", {"en": "mine"}, **keys)
    return with_rule(kit_of("hexapawn:3x3", side="white"), rule, "mine")


def test_gardners_machine_has_the_known_figures():
    answers = her()
    assert answers.states == answers.size == 65_536
    assert answers.expected_losses == pytest.approx(11.172776, abs=1e-6)
    assert answers.expected_games == pytest.approx(129.2534, abs=1e-4)
    assert (answers.fewest, answers.most) == answers.any_opponent == (9, 16)
    assert answers.never_safe == 0
    for game, chance in WIN_IN_GAME.items():
        assert answers.wins[game] == pytest.approx(chance, abs=1e-6)
        assert answers.wins[game] + answers.draws[game] + answers.losses[game] == pytest.approx(1)
    assert sum(answers.distribution.values()) == pytest.approx(1)
    mean = sum(number * chance for number, chance in answers.distribution.items())
    assert mean == pytest.approx(answers.expected_losses)
    assert sorted(answers.distribution) == list(range(9, 17))


def test_a_white_that_takes_every_win_beats_it_nine_times():
    answers = her("winning-move", exact=True)
    assert answers.expected_losses == 9
    assert answers.distribution == {9: 1}
    assert (answers.fewest, answers.most) == (9, 9)
    assert answers.any_opponent == (9, 16)


@pytest.mark.every  # test_simulate.py compares a few of the same chances
@pytest.mark.parametrize(
    "opponent",
    [
        "script:b1b2,a1b2",
        "adversary",
        "random:0.3,perfect:0.7",
        "winning-move",
        "perfect",
        "adversary:1,random:2",
    ],
)
def test_chances_agree_with_many_machines(opponent):
    machines = 4000
    tally = run(Experiment(match("her", opponent), 40, machines, 1), engine="kernel")
    answers = answer(match("her", opponent), [1, 2, 3, 7, 20, 40])
    for game, chance in at_least(6, answers.wins.items()):
        error = max((chance * (1 - chance) / machines) ** 0.5, 1e-9)
        assert abs(tally.wins[game - 1] / machines - chance) < 4 * error, game


@pytest.mark.parametrize(("kit", "side"), sample([("ladder", 1), ("him", 0)], one_in=2))
def test_machines_that_die_lose_for_ever(kit, side):
    trial = Experiment(Match(kit_of(kit), parse_policy("random"), side), 30, 3000, 1)
    answers = answer(trial.match, [1, 30])
    assert answers.never_safe == pytest.approx(1)
    assert answers.expected_losses is None
    assert answers.expected_games is None
    assert answers.distribution is None
    tally = run(trial, engine="kernel")
    error = (answers.wins[30] * (1 - answers.wins[30]) / 3000) ** 0.5
    assert abs(tally.wins[29] / 3000 - answers.wins[30]) < 4 * error


def test_a_machine_that_can_only_lose_does_so_for_ever_in_fractions_too():
    answers = answer(match("nim:2", "perfect"), [1], exact=True)
    assert (answers.states, answers.losses, answers.never_safe) == (1, {1: 1}, 1)
    assert (answers.expected_losses, answers.expected_games, answers.distribution) == (
        None,
        None,
        None,
    )


@pytest.mark.every
def test_fractions_agree_with_floating_point():
    for opponent in ("perfect", "adversary"):
        exact = her(opponent, exact=True)
        close = answer(match("her", opponent), [1, 2, 5])
        assert isinstance(exact.expected_losses, Fraction)
        for name in ("expected_losses", "expected_games", "never_safe"):
            assert float(getattr(exact, name)) == pytest.approx(getattr(close, name))
        for name in ("distribution", "wins", "draws", "losses"):
            figures = getattr(exact, name)
            assert {key: float(figure) for key, figure in figures.items()} == pytest.approx(
                getattr(close, name)
            )
    assert answer(match("her", "perfect"), [1]).expected_losses == pytest.approx(41 / 4)


@pytest.mark.every
def test_a_random_white_gives_the_known_fractions():
    chain = build_chain(match("her"), exact=True)
    assert Fraction(int(chain.wins[0]), chain.denominator) == Fraction(173, 432)
    totals = chain.wins + chain.draws + chain.losses
    assert (totals == chain.denominator).all()


def by_hand(kit, states=400):
    """Return, for each of the first bead states, where its games lead: every history, one by
    one.
    """
    side = kit.players[0]
    plays = list_situations(kit.game, [Shelf(kit) if s == side else None for s in (0, 1)])
    start = tuple(map(tuple, starting_beads(kit)))
    found = {}
    waiting = [start]

    def histories(beads, place, drawn, chance):
        outcome = plays.outcome(place, side)
        box = plays.boxes[place]
        if outcome is not None:
            yield drawn, outcome, False, chance
        elif box >= 0 and not any(beads[box]):
            yield drawn, 0 if kit.rule.when_empty.draws else -1, True, chance
        else:
            ways = plays.branches[place]
            counts = beads[box] if box >= 0 else [1] * len(ways)
            for slot, branch in enumerate(ways):
                if counts[slot]:
                    after = (*drawn, (box, slot)) if box >= 0 else drawn
                    yield from histories(
                        beads, branch.child, after, chance * Fraction(counts[slot], sum(counts))
                    )

    while waiting and len(found) < states:
        beads = waiting.pop(0)
        if beads in found:
            continue
        found[beads] = moves = {}
        for drawn, outcome, resigned, chance in histories(beads, 0, (), Fraction(1)):
            after = [list(box) for box in beads]
            for update in learn(schedule_of(kit.rule), beads, drawn, outcome, resigned=resigned):
                after[update.box][update.slot] = update.after
            key = tuple(map(tuple, after)), outcome
            moves[key] = moves.get(key, 0) + chance
            waiting.append(key[0])
    return found


@pytest.mark.every
@pytest.mark.parametrize(
    "keys",
    [
        {"loss": Change(from_end=(-1,))},
        {"loss": Change(from_end=(-1,)), "empty": "keep-last"},
        {"loss": Change(from_end=(-1,)), "empty": "resign", "start": (2, 1)},
        {"loss": Change(last="remove"), "start": (1, 2)},
    ],
)
def test_the_chain_is_what_the_paper_machine_does(keys):
    kit = small_kit(**keys)
    chain = build_chain(match(kit), exact=True)
    expected = by_hand(kit, 150)
    numbers = {}
    for state in range(len(chain)):
        beads = [list(box) for box in starting_beads(kit)]
        for (box, slot), count in zip(chain.slots, chain.beads[state], strict=True):
            beads[box][slot] = int(count)
        numbers[tuple(map(tuple, beads))] = state
    for beads, moves in at_least(2, expected.items()):
        state = numbers[beads]
        for outcome, shares in ((1, chain.wins), (0, chain.draws), (-1, chain.losses)):
            total = sum(chance for (_, end), chance in moves.items() if end == outcome)
            assert Fraction(int(shares[state]), chain.denominator) == total
        here = np.flatnonzero(chain.rows == state)
        got = {}
        for change in here:
            key = int(chain.columns[change]), bool(chain.lost[change])
            got[key] = got.get(key, 0) + Fraction(int(chain.chances[change]), chain.denominator)
        wanted = {}
        for (after, outcome), chance in moves.items():
            if after != beads:
                key = numbers[after], outcome == -1
                wanted[key] = wanted.get(key, 0) + chance
        assert got == wanted
        again = moves.get((beads, -1), 0)
        assert Fraction(int(chain.lost_again[state]), chain.denominator) == again


def test_a_rule_that_takes_from_every_move_is_worked_out_too():
    kit = with_rule(
        kit_of("nim:5,take=2", side="first"),
        Rule("s", {"en": "mine"}, start=(2,), loss=Change(every=-1)),
        "mine",
    )
    chain = build_chain(Match(kit, parse_policy("random"), 0), exact=True)
    assert len(chain) > 20
    tally = run(Experiment(Match(kit, parse_policy("random"), 0), 10, 4000, 1), engine="kernel")
    answers = answer(Match(kit, parse_policy("random"), 0), [1, 2, 10])
    for game, chance in answers.wins.items():
        assert abs(tally.wins[game - 1] / 4000 - chance) < 4 * (chance * (1 - chance) / 4000) ** 0.5


@pytest.mark.every
def test_a_rule_that_keeps_the_last_bead_loses_more_and_without_a_bound():
    kit = with_rule(kit_of("her"), read_rule("never-last", Templates()), "never-last")
    answers = answer(match(kit), [1, 50])
    tally = run(Experiment(match(kit), 3000, 2000, 1), engine="kernel")
    mean, error = tally.lost
    assert abs(answers.expected_losses - mean) < 4 * error
    assert answers.expected_losses > her().expected_losses
    assert (answers.fewest, answers.most, answers.distribution) == (9, None, None)
    assert answers.wins[1] == pytest.approx(173 / 432)


def test_menaces_first_game():
    answers = answer(match("menace"), [1], exact=True)
    assert answers.wins[1] == Fraction(391477, 645120)
    assert float(answers.draws[1]) == pytest.approx(0.126306, abs=1e-6)
    assert float(answers.losses[1]) == pytest.approx(0.266866, abs=1e-6)


@pytest.mark.parametrize(
    ("kit", "opponent", "games", "error", "says"),
    [
        ("menace", "random", [1, 2], UsageError, "adds beads"),
        ("her-4x3", "random", [1, 2], TooLargeError, "about 10\\^50"),
        ("her", "random", [0], UsageError, "out of range"),
        ("her", "random", [10**9], UsageError, "out of range"),
    ],
)
def test_what_has_no_exact_answer_says_so(kit, opponent, games, error, says):
    with pytest.raises(error, match=says):
        answer(match(kit, opponent), games)


def test_recurring_positions_and_two_machines_say_so():
    awari = with_rule(kit_of("awari-mini"), read_rule("gardner", Templates()), "gardner")
    with pytest.raises(UsageError, match="recur"):
        answer(match(awari), [1])
    with pytest.raises(UsageError, match="standard errors"):
        answer(Match(kit_of("her"), kit_of("him"), 1), [1])


# The command


@pytest.mark.every
def test_the_commands_json_has_its_keys():
    shown = CliRunner().invoke(command, ["her", "--at", "1,2,5", "--json"], catch_exceptions=False)
    data = result_of(shown.stdout)
    assert data["expected_losses"] == pytest.approx(11.172776, abs=1e-6)
    assert data["expected_games"] == pytest.approx(129.2534, abs=1e-4)
    assert (data["losses"]["min"], data["losses"]["max"]) == (9, 16)
    assert sum(data["losses"]["distribution"].values()) == pytest.approx(1)
    assert list(data["win_in_game"]) == ["1", "2", "5"]
    assert data["good_moves_safe"]["proved"]


@pytest.mark.every
def test_the_command_shows_fractions():
    words = ["her", "--fractions", "--opponent", "winning-move", "--at", "1"]
    shown = CliRunner().invoke(command, words, catch_exceptions=False).output
    assert "9.000000 = 9" in shown
    assert "1571/5184" in shown
    assert "9 to 16" in shown
    data = result_of(CliRunner().invoke(command, [*words, "--json"], catch_exceptions=False).stdout)
    assert data["win_in_game"] == {"1": "1571/5184"}


def test_the_games_that_are_shown_unless_others_are_asked_for_are_many():
    shown = CliRunner().invoke(command, ["ladder", "--json"], catch_exceptions=False)
    assert ",".join(result_of(shown.stdout)["win_in_game"]) == GAMES


def test_the_command_says_why_it_answers_for_one_game():
    """Nothing is said to be infinite that was not calculated."""
    for kit, why in (("her-4x3", "there are too many bead states"), ("menace", "the rule adds")):
        shown = CliRunner().invoke(command, [kit, "--at", "1"], catch_exceptions=False).output
        assert f"{why}" in shown
        assert "infinite" not in shown


def test_the_command_shows_a_counter_example():
    shown = CliRunner().invoke(command, ["menace", "--at", "1"], catch_exceptions=False).output
    assert "0.606828" in shown
    assert "for good? Yes" in shown
    assert "The last of these games: a3" in shown


@pytest.mark.parametrize("games", ["0", "x", "1,,2", "-1", ""])
def test_wrong_lists_of_games_are_refused(games, capsys):
    code = guarded(lambda: command.main(["her", f"--at={games or ','}"], standalone_mode=False))
    assert code == 2
    assert "list of whole numbers" in capsys.readouterr().err


def test_the_option_that_a_refusal_names_is_there():
    refused = CliRunner().invoke(command, ["her", "--rule", "gardner-reward"])
    assert "'--at 1' gives the chances" in str(refused.exception)
    assert (
        CliRunner().invoke(command, ["her", "--rule", "gardner-reward", "--at", "1"]).exit_code == 0
    )


def test_every_choice_of_a_kit_can_be_made():
    """Ten pens with 26 slips: without a box for the last pen, each loss takes one of 16 losing
    slips.
    """
    words = ["nim:10,last=loses", "--side", "either", "--forced", "skip", "--at", "1", "--json"]
    data = result_of(CliRunner().invoke(command, words, catch_exceptions=False).stdout)
    assert data["losses"]["min"] == data["losses"]["max"] == 16
    boxed = result_of(
        CliRunner().invoke(command, words[:3] + words[5:], catch_exceptions=False).stdout
    )
    assert boxed["losses"]["min"] == 17


#: A value of each choice that is no word of a list and no switch.
GIVEN = {
    "side": "white",
    "rule": "never-last",
    "palette": "grey",
    "beads": "red:30,blue:30,yellow:30,green:30",
    "language": "fr",
}
#: Every choice of ``print`` that makes a machine, with each of its values.
VALUES = [
    (key, value)
    for key, wish in WISHES.items()
    for value in (wish.words or ((True, False) if wish.is_switch else (GIVEN[key],)))
]


def machine_of(kit):
    """What the choices of a kit make of it: all that its figures and its sheets depend on."""
    palette = [colour.key for colour in kit.palette]
    return kit.game_spec, kit.players, kit.rule, kit.boxes, palette, kit.choices


class ReckonedError(Exception):
    """Raised in the place of reckoning, with the kit of which exact figures were wanted."""


@pytest.mark.parametrize(("key", "value"), VALUES)
def test_every_choice_that_print_takes_makes_the_machine_that_is_printed(monkeypatch, key, value):
    """Or it is refused in the same words; a new choice is tried as soon as it is declared."""

    def reckon(asked, *_, **__):
        raise ReckonedError(asked.kit)

    monkeypatch.setattr("kitgen.cli.commands.exact.reckon", reckon)
    wish = WISHES[key]
    words = ["her", *wish.arguments(wish.checked(value)), "--at", "1"]
    answer = CliRunner().invoke(command, words).exception
    refusal = ""
    try:
        printed = build_kit("her", Wish(**{key: value}))
    except KitgenError as error:
        refusal = str(error)
    if refusal:
        assert str(answer) == refusal
        assert "\n" not in refusal
        return
    assert isinstance(answer, ReckonedError)
    assert machine_of(answer.args[0]) == machine_of(printed)


def test_a_report_reckons_only_with_machines_of_few_states(monkeypatch):
    """What a report says is reckoned again whenever it is verified, so it must not take long."""
    ladder = match("ladder")
    assert games_to_go(ladder) == pytest.approx(answer(ladder, [1]).expected_games)
    monkeypatch.setattr("kitgen.lab.chain_answers.MAX_STATES_IN_REPORT", 100)
    with pytest.raises(TooLargeError, match="more than 100 bead states"):
        games_to_go(ladder)


def test_a_rule_as_data_has_the_figures_of_its_file():
    of_data, of_file = (
        kitgen.exact("ladder", rule=rule) for rule in ({"loss": {"from_end": [-1]}}, "gardner")
    )
    assert of_data.expected_losses == of_file.expected_losses
    assert of_data.wins == of_file.wins


def test_a_chain_is_built_once_for_the_same_question():
    chain = build_chain(match("ladder"))
    assert build_chain(match(build_kit("ladder"))) is chain
    others = [
        build_chain(match("ladder"), exact=True),
        build_chain(match("ladder", "perfect")),
        build_chain(match(build_kit("ladder", Wish(rule="never-last")))),
    ]
    assert not any(other is chain for other in at_least_one(others))
    assert others[0].denominator > chain.denominator == 1


@pytest.mark.every
@pytest.mark.parametrize("machines", few([4_000, 20_000], one_in=2))
def test_the_first_game_of_any_machine_of_beads_has_an_answer(machines):
    """With too many bead states for all games there is one state that every machine begins with."""
    kit = kitgen.make_kit("tictactoe", rule="gardner")
    with pytest.raises(TooLargeError):
        kitgen.exact(kit, at=[1, 2])
    first = kitgen.exact(kit, at=[1], fractions=True)
    assert first.wins[1] + first.draws[1] + first.losses[1] == 1
    assert first.first_game_alone
    assert first.expected_losses is None
    sampled = kitgen.simulate(kit, games=1, machines=machines)
    share = sampled.wins[0] / sampled.machines
    assert abs(share - first.wins[1]) < 4 * (0.25 / sampled.machines) ** 0.5
