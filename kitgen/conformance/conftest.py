"""Runs every test of the suite on each game."""

from pathlib import Path

import pytest

from kitgen.errors import KitgenError
from kitgen.games import game_names, make_game
from kitgen.games.told.told_file import game_at
from kitgen.model import Game


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test that takes a ``game`` those after ``--game``, or all games."""
    if "game" not in metafunc.fixturenames:
        return
    specs = list(metafunc.config.getoption("--game", default=None) or game_names())
    try:
        games = [_game(spec) for spec in specs]
    except KitgenError as error:
        raise pytest.UsageError(str(error)) from None
    metafunc.parametrize("game", games, ids=specs)


def _game(spec: str) -> Game:
    if spec.endswith(".toml"):
        return game_at(Path(spec))
    return make_game(spec)
