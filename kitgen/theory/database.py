"""Endgame databases: the value of every position up to some level, one byte each, in a file.

A game that can have one offers ``levels`` (games/kernels); for Awari a level is a number of seeds. They are made
in ``theory/endgames.py``. The file is an uncompressed ``.npz``: NumPy can load it, and kitgen maps its one large array
into memory without reading it.
"""

import json
import os
import struct
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import DatabaseError, OutputError, UsageError
from kitgen.files import write_whole
from kitgen.model import Game, Position
from kitgen.theory.value import Value

if TYPE_CHECKING:
    from kitgen.games.kernels.packed import Levels

#: The format of the file, in its ``about`` member.
SCHEMA = "kitgen/endgame@1"
#: The members of the file.
ABOUT, VALUES = "about.npy", "values.npy"

#: What reading a damaged or foreign file may raise.
_DAMAGE = (zipfile.BadZipFile, ValueError, KeyError, EOFError, struct.error, NotImplementedError)
#: The fixed part of what stands before a member in a ZIP file, and the places of two lengths in it.
_LOCAL = struct.Struct("<26xHH")


@dataclass(frozen=True, slots=True, eq=False)
class Database:
    """The values of all positions of a game up to some level.

    Attributes:
        game: the game.
        highest: the highest level.
        values: int8; the value of each position for the side to move, one level after another.
        starts: where each level starts in ``values``, and the end.
    """

    game: Game
    highest: int
    values: NDArray[np.int8]
    starts: tuple[int, ...]

    def worth(self, position: Position) -> Value | None:
        """Return what a position is worth to the side to move, or None when its level is too high."""
        level, index = levels_of(self.game).locate(position)
        return Value(int(self.values[self.starts[level] + index]), None) if level <= self.highest else None

    def level(self, level: int) -> NDArray[np.int8]:
        """Return the values of all positions of one level."""
        return self.values[self.starts[level] : self.starts[level + 1]]

    def counts(self, level: int) -> tuple[int, int, int]:
        """Return how many positions of a level the side to move wins, draws and loses."""
        values = self.level(level)
        wins, losses = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
        return wins, len(values) - wins - losses, losses

    def report(self) -> dict[str, Any]:
        """Return how many positions of each level are won, as plain data, as ``kitgen solve --json`` writes them."""
        levels = []
        for level in range(self.highest + 1):
            wins, draws, losses = self.counts(level)
            total = wins + draws + losses
            levels.append({self.game.points: level, "positions": total, "wins": wins, "draws": draws, "losses": losses})
        return {"game": self.game.spec, "positions": len(self.values), "levels": levels}


def levels_of(game: Game) -> "Levels":
    """Return a game by levels.

    Raises:
        UsageError: the game does not offer it.
    """
    levels: Levels | None = game.levels
    if levels is None:
        raise UsageError(f"{game.spec} has no endgame databases; only games of points that go down in levels have them")
    return levels


def starts_of(levels: "Levels", highest: int) -> tuple[int, ...]:
    """Return where each level starts in an array of all values up to the highest level, and the end."""
    starts = [0]
    for level in range(highest + 1):
        starts.append(starts[-1] + levels.size(level))
    return tuple(starts)


def check_place(path: Path) -> None:
    """Refuse a file that a database must not be written to, before the work of making one begins.

    Raises:
        DatabaseError: its folder is missing or cannot be written to, or it holds something else.
    """
    if path.suffix != ".npz":
        raise DatabaseError(f"{path} does not end in .npz, as a database must to be found again; name it so")
    if not path.parent.is_dir():
        raise DatabaseError(f"{path} cannot be written, for there is no folder {path.parent}; make it first")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise DatabaseError(f"{path} cannot be written, for its folder cannot; choose another place")
    if path.exists():
        try:
            _map(path)
        except (OSError, *_DAMAGE):
            raise DatabaseError(f"{path} holds something else than a database; choose another name") from None


def save_database(database: Database, path: Path) -> None:
    """Write a database to a file, all of it or nothing; the same database gives the same bytes.

    Raises:
        DatabaseError: the file cannot be written.
    """
    levels = levels_of(database.game)
    about = {"schema": SCHEMA, "game": levels.name, "unit": database.game.points, "highest": database.highest}
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)

    def write(file: BinaryIO) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for name, array in ((ABOUT, text), (VALUES, database.values)):
                # A ZipInfo of its own has a fixed date.
                with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)

    try:
        write_whole(path, write)
    except OutputError as error:
        raise DatabaseError(f"{error}; nothing was changed") from None


def open_database(path: Path, game: Game) -> Database:
    """Return the database in a file, mapped into memory: only what is looked up is read.

    Raises:
        DatabaseError: the file cannot be read, is damaged, is no endgame database, or is another game's.
    """
    levels = levels_of(game)
    try:
        about, values = _map(path)
    except OSError as error:
        raise DatabaseError(f"{path} cannot be read: {error.strerror or error}") from None
    except _DAMAGE as error:
        raise DatabaseError(
            f"{path} is damaged or no endgame database ({_first_line(error)}); make it again with 'kitgen solve'"
        ) from None
    if about.get("game") != levels.name:
        raise DatabaseError(f"{path} is of {about.get('game')!r} and not of {levels.name!r}")
    highest = about.get("highest")
    if not isinstance(highest, int) or not 0 <= highest <= levels.highest:
        # A database with more seeds than this size of the game has is good for it all the same.
        if not isinstance(highest, int) or highest < 0:
            raise DatabaseError(f"{path} is damaged (highest level {highest!r}); make it again with 'kitgen solve'")
        highest = levels.highest
    starts = starts_of(levels, highest)
    if values.dtype != np.int8 or values.ndim != 1 or len(values) < starts[-1]:
        raise DatabaseError(
            f"{path} is damaged ({len(values):,} values of {starts[-1]:,}); make it again with 'kitgen solve'"
        )
    return Database(game, highest, values, starts)


def _first_line(error: Exception) -> str:
    """Return what an error says, in a line."""
    return (str(error).splitlines() or [type(error).__name__])[0]


def _map(path: Path) -> tuple[dict[str, Any], NDArray[np.int8]]:
    """Return what a file says about itself, and its values mapped into memory."""
    with zipfile.ZipFile(path) as archive:
        with archive.open(ABOUT) as member:
            text = np.lib.format.read_array(member, allow_pickle=False)
        about = json.loads(text.tobytes())
        if not isinstance(about, dict) or about.get("schema") != SCHEMA:
            raise ValueError(f"it does not say {SCHEMA}")
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
        raise ValueError("its values are cut short")
    return about, np.memmap(path, dtype, "r", offset, shape)


def find_database(game: Game, folders: Iterable[Path]) -> Database | None:
    """Return the database of a game with the most levels among the ``.npz`` files in some folders, if there is any."""
    best: Database | None = None
    if game.levels is None:
        return None
    for folder in folders:
        for path in sorted(folder.glob("*.npz")):
            with suppress(DatabaseError):
                database = open_database(path, game)
                if best is None or database.highest > best.highest:
                    best = database
    return best
