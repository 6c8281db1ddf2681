"""How far long work is, as whoever waits is told of it, step by step."""

import pytest
from jobs import kit_of

from kitgen.games import make_game
from kitgen.inquiries.game_solution import solve
from kitgen.inquiries.game_trial import largest_board
from kitgen.lab.experiment import simulate
from kitgen.lab.rules_compared import compare
from kitgen.theory import database


def first_move(_position, moves, _rng):
    return moves[0]


#: Long work, made short; each is given whom to tell.
WORK = {
    "levels of endgames": lambda tell: database.build_database(
        make_game("awari:2x2"), 4, progress=tell
    ),
    "a packed game": lambda tell: solve("hexapawn:3x3", progress=tell),
    "boards for a class": lambda tell: largest_board("told:hexapawn", progress=tell),
    "machines": lambda tell: simulate(kit_of("ladder"), games=5, machines=4, progress=tell),
    "machines in plain Python": lambda tell: simulate(
        kit_of("ladder"), games=4, machines=3, opponent=first_move, progress=tell
    ),
    "rules": lambda tell: compare(
        kit_of("ladder"), ["gardner", "michie"], games=3, machines=2, progress=tell
    ),
}


@pytest.mark.parametrize("work", WORK)
def test_how_far_long_work_is_told_to_be(work, golden, monkeypatch):
    monkeypatch.setattr(database, "_CHUNK", 20)
    told = []
    WORK[work](lambda *step: told.append(step))
    golden(f"progress/{work.replace(' ', '-')}", "\n".join(map(str, told)))
