"""Teaches pytest which games the suite runs on: those after ``--game``, or all there are.

pytest finds it through the entry point of the installed package; from a checkout that is not installed, add
``-p kitgen.conformance.plugin``. It is loaded by every run of pytest, and so imports next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--game SPEC``, which may be given more than once."""
    group = parser.getgroup("kitgen", "conformance of games to kitgen")
    group.addoption("--game", action="append", metavar="SPEC", help="a game to test, such as mygame:4x3,option=value")
