"""Endgame databases: the value of every position up to some level, solved and kept in a file.

A game that can have one offers ``levels`` (``games/packed.py``); for Awari a level is a number of
seeds. The file is an uncompressed ``.npz``: NumPy can load it, and kitgen maps its large array into
memory without reading it.
"""

import json
import os
import struct
import zipfile
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import DatabaseError, OutputError, TooLargeError, UsageError, first_line, quoted
from kitgen.files import write_whole
from kitgen.model import Game, Position
from kitgen.reading.user_file import BEGIN, read_user_file
from kitgen.theory.explore import Progress
from kitgen.theory.memory import SPARE, free_bytes, gib
from kitgen.theory.solve import Value

if TYPE_CHECKING:
    from kitgen.games.packed import Levels

#: The format of the file, in its ``about`` member.
SCHEMA = "kitgen/endgame@1"
#: The name of such a file in messages.
WANTED = "a database of endgames (.npz) that 'kitgen solve' has saved"
#: The members of the file.
ABOUT = "about.npy"
VALUES = "values.npy"
#: Exceptions when reading a damaged or foreign file.
_DAMAGE = (zipfile.BadZipFile, ValueError, KeyError, EOFError, struct.error, NotImplementedError)
#: The fixed part of the header of a member in a ZIP file, with two lengths.
_LOCAL = struct.Struct("<26xHH")


@dataclass(frozen=True, slots=True, eq=False)
class Database:
    """The values of all positions of a game up to some level.

    ``values``, int8, are to the side to move, level by level; ``starts`` is where each level
    starts, and the end.
    """

    game: Game
    highest: int
    values: NDArray[np.int8]
    starts: tuple[int, ...]

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position to the side to move, or None when its level is too
        high.
        """
        level, index = levels_of(self.game).locate(position)
        if level > self.highest:
            return None
        return Value(int(self.values[self.starts[level] + index]), None)

    def counts(self, level: int) -> tuple[int, int, int]:
        """Return how many positions of a level the side to move wins, draws and loses."""
        values = self.values[self.starts[level] : self.starts[level + 1]]
        wins = int(np.count_nonzero(values > 0))
        losses = int(np.count_nonzero(values < 0))
        return wins, len(values) - wins - losses, losses

    def report(self) -> dict[str, Any]:
        """Return counts by level as plain data, for ``kitgen solve --json``."""
        levels = []
        for level in range(self.highest + 1):
            wins, draws, losses = self.counts(level)
            levels.append(
                {
                    self.game.points: level,
                    "positions": wins + draws + losses,
                    "wins": wins,
                    "draws": draws,
                    "losses": losses,
                }
            )
        return {"game": self.game.spec, "positions": len(self.values), "levels": levels}


def levels_of(game: Game) -> "Levels":
    """Return a game by levels, or refuse it."""
    levels: Levels | None = game.levels
    if levels is None:
        raise UsageError(
            f"{game.called} has no endgame databases; only games of points that go down in "
            "levels have them"
        )
    return levels


def starts_of(levels: "Levels", highest: int) -> tuple[int, ...]:
    """Return where each level up to the highest starts in an array of all values, and the end."""
    return tuple(accumulate(map(levels.size, range(highest + 1)), initial=0))


def check_place(path: Path) -> None:
    """Refuse a file that a database must not be written to, before the work begins."""
    if path.suffix != ".npz":
        raise DatabaseError(
            f"{quoted(path)} does not end in .npz; a database needs this ending to be found again"
        )
    if not path.parent.is_dir():
        raise DatabaseError(
            f"{quoted(path)} cannot be written: there is no folder {quoted(path.parent)}"
        )
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise DatabaseError(
            f"{quoted(path)} cannot be written: its folder is read-only; choose another place"
        )
    if path.exists():
        try:
            _map(path)
        except (OSError, *_DAMAGE):
            raise DatabaseError(f"{quoted(path)} is not a database; choose another name") from None


def save_database(database: Database, path: Path) -> None:
    """Write a database to a file, all of it or nothing; the same database gives the same bytes."""
    levels = levels_of(database.game)
    about = {
        "schema": SCHEMA,
        "game": levels.name,
        "unit": database.game.points,
        "highest": database.highest,
    }
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)

    def write(file: BinaryIO) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for name, array in ((ABOUT, text), (VALUES, database.values)):
                # a ZipInfo made here has a fixed date
                with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)

    try:
        write_whole(path, write)
    except OutputError as error:
        raise DatabaseError(f"{error}; nothing was changed") from None


def open_database(path: Path, game: Game) -> Database:
    """Return the database in a file, mapped into memory: only values looked up are read."""
    levels = levels_of(game)
    read_user_file(path, BEGIN, WANTED, DatabaseError, kinds=("a ZIP archive",), pipes=False)
    try:
        about, values = _map(path)
    except OSError as error:
        raise DatabaseError(f"{quoted(path)} cannot be read: {error.strerror or error}") from None
    except _DAMAGE as error:
        raise DatabaseError(
            f"{quoted(path)} is damaged or no endgame database ({first_line(error)}); make it "
            "again with 'kitgen solve'"
        ) from None
    if about.get("game") != levels.name:
        raise DatabaseError(
            f"{quoted(path)} is a database of {quoted(about.get('game'))}, not "
            f"{quoted(levels.name)}"
        )
    highest = about.get("highest")
    if not isinstance(highest, int) or highest < 0:
        raise DatabaseError(
            f"{quoted(path)} is damaged (level {highest!r}); make it again with 'kitgen solve'"
        )
    # A database may have more seeds than this size of the game.
    highest = min(highest, levels.highest)
    starts = starts_of(levels, highest)
    if values.dtype != np.int8 or values.ndim != 1 or len(values) < starts[-1]:
        raise DatabaseError(
            f"{quoted(path)} is damaged ({len(values):,} values of {starts[-1]:,}); make it again "
            "with 'kitgen solve'"
        )
    return Database(game, highest, values, starts)


def _map(path: Path) -> tuple[dict[str, Any], NDArray[np.int8]]:
    with zipfile.ZipFile(path) as archive:
        with archive.open(ABOUT) as member:
            text = np.lib.format.read_array(member, allow_pickle=False)
        about = json.loads(text.tobytes())
        if not isinstance(about, dict) or about.get("schema") != SCHEMA:
            raise ValueError(f"its schema is not {SCHEMA}")
        info = archive.getinfo(VALUES)
        if info.compress_type != zipfile.ZIP_STORED:
            raise ValueError("its values are compressed")
    with path.open("rb") as file:
        file.seek(info.header_offset)
        name, extra = _LOCAL.unpack(file.read(_LOCAL.size))
        begin = info.header_offset + _LOCAL.size + name + extra
        file.seek(begin)
        version = np.lib.format.read_magic(file)
        if version != (1, 0):
            raise ValueError(f"its values are in format {version}")
        shape, _, dtype = np.lib.format.read_array_header_1_0(file)
        offset = file.tell()
    if offset - begin + int(np.prod(shape)) * dtype.itemsize != info.file_size:
        raise ValueError("its values are incomplete")
    return about, np.memmap(path, dtype, "r", offset, shape)


def find_database(game: Game, folders: Iterable[Path]) -> Database | None:
    """Return the database of a game with the most levels among the ``.npz`` files in some
    folders, or None.
    """
    if game.levels is None:
        return None
    databases = []
    for folder in folders:
        for path in sorted(folder.glob("*.npz")):
            with suppress(DatabaseError):
                databases.append(open_database(path, game))
    return max(databases, key=lambda database: database.highest, default=None)


# Solving endgames: every position of a game up to some level, level by level, because a gain leads
# to a lower one.

#: Bytes for each position of the highest level, while it is solved (measured).
WORKING_BYTES = 32
#: The most bytes used unless a caller raises it: 2 GiB.
MAX_DATABASE_BYTES = 2 << 30
#: Positions that are followed at once.
_CHUNK = 1 << 15
#: The most parents of all positions of a level that 32 bits can count.
_MAX_INT32 = 1 << 31


def memory_for(game: Game, highest: int) -> int:
    """Return about how many bytes building a database takes."""
    levels = levels_of(game)
    return WORKING_BYTES * levels.size(highest) + starts_of(levels, highest)[-1]


def build_database(
    game: Game, highest: int, *, no_limit: bool = False, progress: Progress | None = None
) -> Database:
    """Return the values of all positions up to a level.

    TooLargeError without memory, or over ``MAX_DATABASE_BYTES`` unless there is ``no_limit``.
    """
    levels = levels_of(game)
    if not 0 <= highest <= levels.highest:
        raise UsageError(
            f"a database of {game.called} can have 0 to {levels.highest} {game.points}, "
            f"not {highest}"
        )
    starts = starts_of(levels, highest)
    needed = memory_for(game, highest)
    free = free_bytes() - SPARE
    if needed > free or (needed > MAX_DATABASE_BYTES and not no_limit):
        there_is = f"; {gib(max(0, free))} is available" if needed > free else ""
        raise TooLargeError(
            f"a database of {game.called} with {highest} {game.points} has {starts[-1]:,} "
            f"positions and takes about {gib(needed)} of memory to build{there_is}"
        )
    values = np.zeros(starts[-1], np.int8)
    for level in range(highest + 1):
        _solve_level(game, level, values, starts, progress or (lambda _stage, _done, _total: None))
    return Database(game, highest, values, starts)


def build_at_once(game: Game, most: int, known: int) -> Database | None:
    """Return the database of all levels with at most so many positions; None if more are known."""
    levels = levels_of(game)
    ends = starts_of(levels, levels.highest)[2:]  # of all levels but level 0
    highest = sum(end <= most for end in ends)
    if highest <= known:
        return None
    return build_database(game, highest)


def _solve_level(
    game: Game, level: int, values: NDArray[np.int8], starts: tuple[int, ...], tell: Progress
) -> None:
    from kitgen.theory.endgame_kernels import OPEN, follow_level, gather_parents, settle  # noqa: PLC0415

    levels = levels_of(game)
    size = levels.size(level)

    def tell_done(share: int) -> None:
        """Tell how many positions are done, with so many of this level."""
        tell(f"{level} {game.points}", starts[level] + share, starts[-1])

    leaving = np.empty(size, np.int8)
    inside = np.empty(size, np.uint8)
    # Where parents end, until they are entered one by one from the end.
    number = np.int32 if size * levels.max_moves < _MAX_INT32 else np.int64
    first: NDArray[Any] = np.zeros(size + 1, number)
    where = np.array(starts, np.int64)
    cells = np.zeros(levels.cells, np.int64)
    cells[-1] = -1
    children: deque[NDArray[np.int32]] = deque()
    parts = [slice(begin, min(begin + _CHUNK, size)) for begin in range(0, size, _CHUNK)]
    room = np.empty(_CHUNK * levels.max_moves, np.int32)
    for part in parts:
        edges = follow_level(
            levels.moves,
            levels.shape,
            levels.max_moves,
            cells,
            level,
            part.start,
            values,
            where,
            leaving[part],
            inside[part],
            first,
            room,
        )
        children.append(room[:edges].copy())
        tell_done(part.stop // 2)
    np.cumsum(first, out=first)
    parent = np.empty(int(first[-1]), np.int32)
    for part in parts:
        gather_parents(part.start, inside[part], children.popleft(), first, parent)
        tell_done((size + part.stop // 2) // 2)
    solved = values[starts[level] : starts[level + 1]]
    queue = np.empty(size, np.int32)
    solved[:] = OPEN
    for points in range(level, 0, -1):
        settle(points, leaving, inside, first, parent, solved, queue)
        tell_done(size - size * (points - 1) // (4 * level))
    solved[solved == OPEN] = 0  # it recurs for ever
