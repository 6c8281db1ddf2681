"""What is simulated for a print: against whom, with how many machines, and what of it is shown."""

import pytest
from jobs import kit_of

from kitgen.machine import first_games
from kitgen.machine.first_games import Forecast
from kitgen.paper.declared import PartOptions
from kitgen.paper.job import Band
from kitgen.paper.parts import PARTS
from kitgen.press import print_job


def forecast_of(opponent, lost=9.0):
    return Forecast(opponent, (50, 0, 50), (70, 0, 30), (0, 0), lost, 0.1, 30.0, (1.0, 0.5))


def play(monkeypatch, lost=None, bands=None):
    """Let forecasts and bands be known without a game, and return what they are asked for."""
    calls = []
    lost = lost or {}
    bands = bands or {}

    def forecast(games, machines):
        calls.append(("forecast", games, machines))
        return forecast_of(games, lost.get(games, 9.0))

    def learning_band(games, number):
        calls.append(("band", games, number))
        return bands.get(games, ((0, 1), (2, 3)))

    monkeypatch.setattr(first_games, "forecast", forecast)
    monkeypatch.setattr(first_games, "learning_band", learning_band)
    monkeypatch.setattr(print_job, "_first_games", lambda _machine, opponent: opponent)
    return calls


THREE = ("random", "winning-move", "perfect")


@pytest.mark.parametrize(
    ("lost", "shown"),
    [
        ({}, ["random", "perfect"]),
        ({"winning-move": 9.5}, ["random", "winning-move", "perfect"]),
        ({"random": 9.5}, ["random", "winning-move", "perfect"]),
        ({"perfect": 9.5}, ["random", "perfect"]),
    ],
)
def test_an_opponent_that_plays_as_the_random_one_is_shown_once(lost, shown, monkeypatch):
    asked = play(monkeypatch, lost)
    forecasts = print_job._forecasts(lambda opponent: opponent, THREE, 7)
    assert [each.opponent for each in forecasts] == shown
    assert [each.lost for each in forecasts] == [lost.get(name, 9.0) for name in shown]
    assert asked == [("forecast", opponent, 7) for opponent in THREE]


@pytest.mark.parametrize("opponents", [(), ("random",), ("random", "perfect")])
def test_of_fewer_opponents_each_is_shown(opponents, monkeypatch):
    play(monkeypatch)
    forecasts = print_job._forecasts(lambda opponent: opponent, opponents, 7)
    assert tuple(each.opponent for each in forecasts) == opponents


def part_with(**needs):
    """Return the name of the first part that simulates just this."""
    for name, part in PARTS.items():
        simulated = {key: getattr(part, key) for key in ("bands", "forecasts", "lost_game")}
        if simulated == {"bands": False, "forecasts": False, "lost_game": False} | needs:
            return name
    raise AssertionError(needs)


@pytest.mark.parametrize(
    ("needs", "asked"),
    [
        ({}, []),
        (
            {"forecasts": True},
            [("forecast", opponent, first_games.SHOWN) for opponent in THREE],
        ),
        (
            {"bands": True},
            [
                ("band", "random", print_job.GAMES),
                ("band", "winning-move", print_job.GAMES),
                ("forecast", "random", first_games.MACHINES),
            ],
        ),
    ],
)
def test_a_part_has_what_it_needs_simulated_and_no_more(needs, asked, monkeypatch):
    found = play(monkeypatch)
    lost = []
    monkeypatch.setattr(print_job, "lost_game", lost.append)
    print_job.simulate_for(kit_of("her"), [part_with(**needs)], PartOptions())
    assert found == asked
    assert lost == []


def test_a_lost_game_is_played_for_a_part_that_shows_one(monkeypatch):
    play(monkeypatch)
    monkeypatch.setattr(print_job, "lost_game", lambda kit: f"lost by {kit.name}")
    shows = next(name for name, part in PARTS.items() if part.lost_game)
    simulated = print_job.simulate_for(kit_of("her"), ["board", shows], PartOptions())
    assert simulated.lost_game == "lost by her"
    simulated = print_job.simulate_for(kit_of("her"), ["board"], PartOptions())
    assert simulated.lost_game is None


SAME = ((-1, -2), (1, 2))
LOST = ((-1, -2), (-1, -2))


@pytest.mark.parametrize(
    ("opponents", "strongest", "between", "names"),
    [
        (("random", "perfect"), ((-9, -9), (1, 1)), ((0, 0), (3, 3)), ["random", "perfect"]),
        (("random", "perfect"), LOST, ((0, 0), (3, 3)), ["random", "perfect", "winning-move"]),
        (("random", "perfect"), LOST, SAME, ["random", "perfect"]),
        (("random", "winning-move"), LOST, LOST, ["random", "winning-move"]),
    ],
)
def test_a_third_band_stands_between_where_the_strongest_wins_all(
    opponents, strongest, between, names, monkeypatch
):
    bands = {"random": SAME, opponents[-1]: strongest, "winning-move": between}
    if opponents[-1] == "winning-move":
        bands["winning-move"] = strongest
    play(monkeypatch, bands=bands)
    monkeypatch.setattr(first_games, "band_opponents", lambda _kit: opponents)
    found = print_job._bands(kit_of("her"), lambda opponent: opponent)
    assert [band.opponent for band in found] == names
    assert found == tuple(Band(name, *bands[name]) for name in names)


def test_where_a_kit_has_one_opponent_no_third_band_is_played(monkeypatch):
    asked = play(monkeypatch, bands={"winning-move": LOST})
    kit = kit_of("her", expect="sensible")
    assert [band.opponent for band in print_job._bands(kit, lambda it: it)] == ["winning-move"]
    assert asked == [("band", "winning-move", print_job.GAMES)]


@pytest.mark.parametrize(
    ("rule", "expect", "opponent"),
    [
        ("gardner", "any", None),
        ("tris", "any", None),
        ("gardner-reward", "any", "random"),
        ("gardner-reward", "sensible", "winning-move"),
    ],
)
def test_a_bank_is_for_rules_that_add_beads(rule, expect, opponent, monkeypatch):
    calls = []

    def simulate_bank(games, number):
        calls.append((games, number))
        return {"red": 3}

    monkeypatch.setattr(first_games, "simulate_bank", simulate_bank)
    kit = kit_of("her", rule=rule, expect=expect)
    options = PartOptions()
    bank = print_job._bank(kit, lambda it: it, options)
    if opponent is None:
        assert bank is None
        return
    assert (bank.games, bank.opponent, bank.of_hundred) == (
        options.beads_bank,
        opponent,
        first_games.OF_HUNDRED,
    )
    assert calls == []
    assert bank.beads == {"red": 3}
    assert calls == [(opponent, options.beads_bank)]
