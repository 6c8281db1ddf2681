"""Large boards: what compiled search, a guest, answers about them.

The core knows only these shapes of its answers, and asks for the work by name.
"""

from collections.abc import Sized
from pathlib import Path
from typing import Any, Protocol

from kitgen.guests import ask_guest, require
from kitgen.installing.extras import need
from kitgen.model import Game, Position
from kitgen.theory.explore import Layer, Progress
from kitgen.theory.solve import Value


class KnownValues(Protocol):
    """Knows the values of some positions of a game."""

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position to the side to move, or None when it is not among them."""


class SolvedBoard(KnownValues, Protocol):
    """All positions that can follow from one, and their figures by turn."""

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The positions by the plies in which they are first reached."""


class Endgames(KnownValues, Protocol):
    """A database: the value of every position of a game up to some level."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def highest(self) -> int:
        """The highest level."""

    @property
    def values(self) -> Sized:
        """The values of all its positions."""

    def report(self) -> dict[str, Any]:
        """Return counts by level as plain data."""


#: The most positions for which a database is made at once, in about a second.
AT_ONCE = 1_000_000


def need_compiled_search(what: str) -> None:
    """Raise ``MissingExtraError`` for some work that needs compiled search and its libraries."""
    require("search", what)
    need(what, "numba", "numpy")


def solve_board(
    game: Game,
    position: Position | None = None,
    *,
    limit: int | None,
    progress: Progress | None = None,
) -> SolvedBoard:
    """Return the positions of a packed game that can follow from one, its start if None.

    ``TooLargeError`` when they are more than the limit (None for the usual one), or do not fit into
    memory.
    """
    if limit is None:
        limit = ask_guest("search.most_positions", "a large board")
    solve = ask_guest("search.solve_packed", "a large board")
    solved: SolvedBoard = solve(game, position, limit=limit, progress=progress)
    return solved


def quick_endgames(game: Game, known: int) -> Endgames | None:
    """Return a database of all levels that are solved in a second; None if more are ``known``."""
    build = ask_guest("search.build_at_once", "an endgame database")
    database: Endgames | None = build(game, AT_ONCE, known)
    return database


def open_endgames(game: Game, path: Path) -> Endgames:
    """Return the database of a game in a file; ``MissingExtraError`` without compiled search."""
    open_database = ask_guest("search.open_database", "an endgame database")
    database: Endgames = open_database(path, game)
    return database
