"""Files with games, one a line, as ``kitgen match --save`` writes them and ``kitgen search`` reads them."""

import re
from pathlib import Path

from kitgen.errors import NotationError, OutputError, UsageError
from kitgen.files.tree import make_folders
from kitgen.files.whole import add_line
from kitgen.model import Game
from kitgen.search.record import GameRecord, parse_record, write_record
from kitgen.session.exchange.noted import read_text


class GameFile:
    """A file with games; a line that is empty or begins with ``#`` is none.

    Attributes:
        path: the file.

    Raises:
        RecordError: it cannot be read, or is no text.
        UsageError: there is no game in it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = (line.strip() for line in read_text(path).splitlines())
        self._lines = [line for line in lines if line and not line.startswith("#")]
        if not self._lines:
            raise UsageError(
                f"there is no game in {path}; 'kitgen match --save' writes such files, a game in each line"
            )

    def __len__(self) -> int:
        return len(self._lines)

    def record(self, game: Game, number: int) -> GameRecord:
        """Return a game of the file.

        Args:
            game: what is played.
            number: which game of the file, from 1.

        Raises:
            UsageError: the file has fewer games.
            NotationError: the line is no game that is played here.
        """
        if not 1 <= number <= len(self):
            raise UsageError(f"{self.path} has games 1 to {len(self):,}, not {number:,}")
        try:
            return parse_record(game, self._lines[number - 1])
        except NotationError as error:
            raise NotationError(f"game {number:,} of {self.path} is none of {game.spec}: {error}") from None


def split_number(text: str) -> tuple[Path, int]:
    """Return the path of a file and the number of a game in it, from ``FILE`` or ``FILE:N``.

    >>> path, number = split_number("won/games.txt:12")
    >>> path.name, number
    ('games.txt', 12)
    """
    found = re.fullmatch(r"(.+):([0-9]{1,9})", text)
    if found is None or Path(text).exists():
        return Path(text), 1
    return Path(found[1]), int(found[2])


def written(game: Game, record: GameRecord) -> str:
    """Return a game as a line of such a file."""
    line = write_record(game, record.line[0], record.moves)
    return f"{line} ; {record.note}" if record.note else line


class KeptGames:
    """The games that were finished at a table without machines, in a file that grows by a line for each.

    Attributes:
        path: the file; it is made when the first game is kept.
    """

    def __init__(self, folder: Path, game: Game) -> None:
        self.game = game
        self.path = folder / f"{re.sub('[^a-z0-9]+', '-', game.spec)}.txt"

    def keep(self, record: GameRecord) -> None:
        """Keep a game; when this returns it is on the disk.

        Raises:
            OutputError: it cannot be written.
        """
        try:
            make_folders(self.path.parent)
        except OSError as error:
            raise OutputError(f"{self.path.parent} cannot be made: {error.strerror or error}") from None
        add_line(self.path, written(self.game, record))
