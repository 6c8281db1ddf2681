"""Finding a position's box: what is true of it, which box to open, and which bead stands for each move."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kitgen.door.loading import is_path, load_kit
from kitgen.errors import TooLargeError
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Game, Move, Position, Symmetry
from kitgen.templates import Templates
from kitgen.theory.judgement import Judgement, judge
from kitgen.theory.oracle import Oracle
from kitgen.theory.ply_counts import Progress

if TYPE_CHECKING:
    from kitgen.theory.database import Database

#: Nobody prints a kit of a game with more positions than this, and looking for its boxes would take long.
PRINTABLE = 40_000
#: Where a database is looked for unless one is named: the current folder, and where kits go.
DATABASE_FOLDERS = (Path(), Path("output"))


@dataclass(frozen=True, slots=True)
class Found:
    """A position, what is true of it, and its box.

    Attributes:
        judgement: whether it occurs in a game, who should win, what each move leads to.
        box: the box to open; None when it has none in this kit.
        symmetry: takes the position, as it lies on the table, to the box; None without a box.
        slots: the slot of each move of the judgement, in its order; None where no bead stands for it.
        unboxed: the move that the machine makes in a position that needs no box; None otherwise.
    """

    judgement: Judgement
    box: Box | None
    symmetry: Symmetry | None
    slots: tuple[Slot | None, ...]
    unboxed: Move | None

    @property
    def position(self) -> Position:
        """The position."""
        return self.judgement.position


class Finder:
    """Finds positions of one kit, or of a game that is too large for one.

    Attributes:
        game: the game.
        kit: the kit; None when the game is too large for one.
        oracle: what knows the values of its positions.
    """

    def __init__(self, game: Game, kit: Kit | None, database: "Database | None" = None) -> None:
        """Prepare to find.

        Args:
            game: the game.
            kit: its kit, if it has one.
            database: values of endgames that are at hand.
        """
        self.game = game
        self.kit = kit
        if kit is None:
            self.oracle = Oracle(game, too_large=True, database=database)
        elif database is None:
            self.oracle = kit.oracle
        else:
            self.oracle = Oracle(game, solution=kit.oracle.solution, database=database)

    def find(self, position: Position | str) -> Found:
        """Return what is true of a position, and its box.

        Raises:
            NotationError: the text is no position of the game.
        """
        asked = self.game.parse(position) if isinstance(position, str) else position
        judgement = judge(self.oracle, asked)
        located = self.kit.locate(asked) if self.kit else None
        box, symmetry = located or (None, None)
        unboxed = self.kit.unboxed(asked) if self.kit and not judgement.over else None
        moves = (move for move, _ in judgement.moves)
        return Found(judgement, box, symmetry, tuple(_slots(box, symmetry, moves)), unboxed)


def _slots(box: Box | None, symmetry: Symmetry | None, moves: Iterable[Move]) -> Iterable[Slot | None]:
    """Yield the slot that stands for each move in a box."""
    for move in moves:
        image = move if symmetry is None else symmetry.move(move)
        yield next((slot for slot in box.slots if image in slot.moves), None) if box else None


def make_finder(
    kit: Kit | str,
    *,
    database: Path | None = None,
    templates: Templates | None = None,
    progress: Progress | None = None,
    **choices: Any,
) -> Finder:
    """Return what finds positions of a kit, or of a game that is too large for one.

    Args:
        kit: a kit, its name, or a path to it.
        database: a file with the values of endgames; when None and the game is too large for a kit, one is
            looked for in the current folder and in ``output``.
        templates: where editions are read from; those that come with kitgen when None.
        progress: told now and then how many positions have been explored.
        choices: what is chosen otherwise, where a name is given.

    Raises:
        UsageError: the kit is unknown, or its game has no databases.
        DatabaseError: the file is damaged, or of another game.
        KitFileError: the kit's file is damaged or none of kitgen's.
    """
    templates = templates or Templates()
    if isinstance(kit, str):
        name = kit
        try:
            kit = load_kit(name, templates=templates, limit=PRINTABLE, progress=progress, **choices)
        except TooLargeError:
            if is_path(name, templates):
                raise
            game = plan_kit(name, Wish(**choices), templates).game
            return Finder(game, None, _database(game, database, look=True))
    return Finder(kit.game, kit, _database(kit.game, database, look=False))


def find(
    kit: Kit | str, position: Position | str, *, database: Path | None = None, templates: Templates | None = None
) -> Found:
    """Return which box a position is, who should win in it, and what each move leads to.

    Any position of the game may be asked for, whether or not it occurs in a game.

    Args:
        kit: a kit, an edition or game by name, or a path to a ``kit.json``, a kit folder or a kit PDF.
        position: in the game's notation, such as ``bbb/w../.ww b``.
        database: a file of endgames that ``kitgen solve --levels`` has saved, for games of points.
        templates: where editions are read from; those that come with kitgen when None.

    Raises:
        NotationError: the text is no position of the game.
        UsageError: the kit is unknown, or its game has no databases.
        DatabaseError: the database is damaged, or of another game.
        KitFileError: the kit's file is damaged or none of kitgen's.

    >>> found = find("her", "bbb/w../.ww b")
    >>> found.box.id, found.symmetry.name, found.judgement.worth
    ('A1', 'mirror', Value(score=1, plies=3))
    >>> [slot.colour.key for slot in found.slots]
    ['yellow', 'blue', 'red']
    """
    return make_finder(kit, database=database, templates=templates).find(position)


def _database(game: Game, path: Path | None, *, look: bool) -> "Database | None":
    """Return the database that a user names or, when none is named and ``look`` says so, the one that lies there."""
    if path is None and (not look or game.levels is None):
        return None
    from kitgen.theory.database import find_database, open_database  # noqa: PLC0415 - NumPy only when it is needed

    return find_database(game, DATABASE_FOLDERS) if path is None else open_database(path, game)
