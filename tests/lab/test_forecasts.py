"""What sheets say of a class's first games, held against many machines on the compiled kernel."""

import math

import pytest
from counting import at_least, at_least_one
from jobs import kit_of
from sampling import few, sample

from kitgen.lab.experiment import run
from kitgen.lab.tally import Experiment
from kitgen.machine.first_games import (
    COUNTED,
    LESSON,
    SEED,
    SHORTER,
    STRETCH,
    FirstGames,
    first_boxes,
    forecast,
    opponents_of,
)
from kitgen.machine.match import Match, parse_policy, seats
from kitgen.machine.paper_machine import SplitMix, play_game
from kitgen.paper.job import GAMES

#: Machines on the kernel; their figures are exact beside those of a few hundred.
MANY = 10_000
CASES = [
    (name, rule, opponent)
    for name in (
        "her",
        "him",
        "her-4x3",
        "her-3x4",
        "menace",
        "menace-second",
        "misere",
        "awari-mini",
    )
    for rule in (None, "gardner-reward", "michie")
    for opponent in ("random", "winning-move", "perfect")
    if opponent in opponents_of(kit_of(name))
]


def large(kit, opponent, games):
    match = Match(kit, parse_policy(opponent), kit.players[0])
    return run(Experiment(match, games, MANY, seed=7), engine="kernel")


@pytest.mark.parametrize(
    ("name", "wish", "opponents"),
    [
        ("her", {}, ("random", "winning-move", "perfect")),
        ("her", {"expect": "sensible"}, ("winning-move",)),
        ("awari-3x1", {}, ("random", "perfect")),  # no win is taken at once where seeds are counted
    ],
)
def test_a_class_plays_in_the_ways_that_there_are_in_its_game(name, wish, opponents):
    assert opponents_of(kit_of(name, **wish)) == opponents


@pytest.mark.every
@pytest.mark.parametrize(("name", "rule", "opponent"), sample(CASES, one_in=48))
def test_a_forecast_is_what_many_machines_do(name, rule, opponent):
    kit = kit_of(name, rule=rule)
    told = forecast(FirstGames(kit, opponent))
    tally = large(kit, opponent, LESSON)
    for shares, first in ((told.first, 0), (told.last, LESSON - STRETCH)):
        for share, games in zip(shares, (tally.wins, tally.draws, tally.losses), strict=True):
            true = sum(games[first : first + STRETCH]) / STRETCH / MANY
            # Games of one machine are alike; at worst they count as one.
            assert share == pytest.approx(
                100 * true, abs=1 + 400 * math.sqrt(max(true * (1 - true), 0.01) / COUNTED)
            )


@pytest.mark.parametrize(
    ("name", "opponent"),
    sample(
        [("him", "random"), ("him", "winning-move"), ("menace", "perfect"), ("misere", "perfect")],
        one_in=6,
    ),
)
def test_as_many_machines_stop_as_empty_their_only_first_box(name, opponent):
    kit = kit_of(name)
    (first,) = first_boxes(kit)
    for share, games in zip(
        forecast(FirstGames(kit, opponent)).stopped, (SHORTER, LESSON), strict=True
    ):
        true = large(kit, opponent, games).emptied[kit.boxes.index(first)] / MANY
        assert share == pytest.approx(
            100 * true, abs=1 + 400 * math.sqrt(max(true * (1 - true), 0.0025) / COUNTED)
        )


def test_a_lesson_is_as_long_as_its_curve():
    assert LESSON == GAMES


def test_machines_with_several_first_boxes_stop_when_all_are_empty():
    """The same machines, played again from their seeds."""
    kit = kit_of("menace-second")
    length = 150
    machines = 8
    first = [kit.boxes.index(box) for box in at_least(2, first_boxes(kit))]
    sit = seats(Match(kit, parse_policy("perfect"), kit.players[0]), kit.oracle)
    stops = []
    for number in range(machines):
        machine, players = sit()
        rng = SplitMix(SEED, number)
        emptied = []
        for _ in range(length):
            play_game(kit.game, players, rng)
            emptied.append(sum(not any(machine.beads[box]) for box in first))
        assert 1 in emptied  # one of them is empty for a while, and the machine goes on
        stops.append(emptied.index(len(first)) + 1 if len(first) in emptied else length + 1)
    assert min(stops) <= length
    games = FirstGames(kit, "perfect")
    for number in at_least_one(range(1, length + 1, 7)):
        stopped = [course[-1].stopped for course in games.courses(machines, number)]
        assert stopped == [stop <= number for stop in stops]


@pytest.mark.parametrize("opponent", few(opponents_of(kit_of("ladder")), one_in=3))
def test_a_forecast_of_a_machine_that_plays_both_sides_is_that_of_other_machines_too(opponent):
    """The kernel plays one side alone, so these are compared with others of their kind."""
    told, other = (
        forecast(FirstGames(kit_of("ladder"), opponent, seed), 400) for seed in (SEED, SEED + 1)
    )
    for share, again in zip((*told.first, *told.last), (*other.first, *other.last), strict=True):
        assert share == pytest.approx(again, abs=8)
