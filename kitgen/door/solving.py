"""Solving a game by name, from its start or from its end."""

from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.errors import TooLargeError
from kitgen.extras import installed, need
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.model import Game
from kitgen.templates import Templates
from kitgen.theory.ply_counts import Progress
from kitgen.theory.survey import Survey, survey

if TYPE_CHECKING:
    from kitgen.theory.database import Database


def solve(
    game: Game | str,
    *,
    force: bool = False,
    limit: int | None = None,
    templates: Templates | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Return the value of a game, and how many positions and boxes each of its turns has.

    Args:
        game: a game written ``NAME[:SIZE][,option=value…]``, or an edition.
        force: True to go on however many positions there are, as long as memory lasts.
        limit: the largest number of positions, up to symmetry; as many as fit into about 1 GiB when None.
        templates: where editions are read from; those that come with kitgen when None.
        progress: is told the name of the stage, how much of it is done, and how much there is (None: not known).

    Returns:
        The figures: ``worth`` for the side that starts (1, 0 or -1, or points, and plies to the end with best play),
        ``layers`` of positions by the ply on which they are first reached.

    Raises:
        UsageError: there is no such game or edition.
        TooLargeError: it has more positions than the limit, and was not forced.

    >>> found = solve("tictactoe")
    >>> found.worth, found.positions, found.side(0).boxes
    (Value(score=0, plies=9), 765, 338)
    """
    game = _named(game, templates)
    try:
        return survey(game, force=force, limit=limit, progress=progress)
    except TooLargeError as error:
        raise TooLargeError(f"{error}{_advice(game, force=force)}") from None


def solve_endgames(
    game: Game | str,
    highest: int,
    file: Path | None = None,
    *,
    force: bool = False,
    templates: Templates | None = None,
    progress: Progress | None = None,
) -> "Database":
    """Return the value of every position of a game up to some level, reachable or not; with Awari, of so many seeds.

    Args:
        game: a game of points, written ``NAME[:SIZE][,option=value…]``, or an edition.
        highest: the highest level.
        file: where the database is saved; ``.npz`` is added to a name without it. Nowhere when None.
        force: True to go on however many positions there are, as long as memory lasts.
        templates: where editions are read from; those that come with kitgen when None.
        progress: is told the name of the stage, how much of it is done, and how much there is.

    Raises:
        UsageError: there is no such game, it is not one of levels, or has no such level.
        DatabaseError: the file cannot be written.
        TooLargeError: it takes too much memory, and was not forced.
        MissingExtraError: the compiled kernels are not installed.
    """
    need("kitgen solve --levels", "numba", "numpy")
    from kitgen.theory.database import check_place, save_database  # noqa: PLC0415 - NumPy only when needed
    from kitgen.theory.endgames import build_database  # noqa: PLC0415 - as above

    game = _named(game, templates)
    if file is not None:
        file = database_file(file)
        check_place(file)
    try:
        database = build_database(game, highest, force=force, progress=progress)
    except TooLargeError as error:
        raise TooLargeError(f"{error}{'' if force else '; --force builds it as long as memory lasts'}") from None
    if file is not None:
        save_database(database, file)
    return database


def database_file(path: Path) -> Path:
    """Return the path that a database gets: the one that is asked for, its name ending in ``.npz``.

    >>> database_file(Path("endgames")).name, database_file(Path("awari.12.npz")).name
    ('endgames.npz', 'awari.12.npz')
    """
    return path if path.suffix == ".npz" or not path.name else path.with_name(f"{path.name}.npz")


def _named(game: Game | str, templates: Templates | None) -> Game:
    """Return a game, or the one of this name."""
    return plan_kit(game, Wish(), templates or Templates()).game if isinstance(game, str) else game


def _advice(game: Game, *, force: bool) -> str:
    """Return what can be done about a game that is too large."""
    advice = "" if force else "; --force goes on as long as memory lasts"
    if not installed("numba", "numpy"):
        advice += "; compiled code reaches farther: python -m pip install 'kitgen[lab]'"
    if game.levels is not None:
        advice += f"; --levels solves its endgames: kitgen solve {game.spec} --levels 12 -o endgames.npz"
    return advice
