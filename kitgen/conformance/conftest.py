"""Runs every test of the suite on each game."""

import pytest

from kitgen.errors import KitgenError
from kitgen.games import game_names, make_game


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test that takes a ``spec`` the games after ``--game``, or all games."""
    if "spec" in metafunc.fixturenames:
        specs = metafunc.config.getoption("--game", default=None) or game_names()
        for spec in specs:
            try:
                make_game(spec)
            except KitgenError as error:
                raise pytest.UsageError(str(error)) from None
        metafunc.parametrize("spec", list(specs))
