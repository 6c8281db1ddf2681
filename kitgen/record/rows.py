"""A file of games: a row for each, as it stands on the log. Reading it knows no kit; ``follow.py`` says what it means.

The columns are ``game``, one for each turn of the machine (``A``, ``B``, ``C`` …), ``result``, and, as one likes,
``opponent``, ``starts`` and ``remark``. Only the first row is the heading. See docs/games-csv.md.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import RecordError, quoted

#: What a file must have, and what it may have besides its turns.
NEEDED, ALLOWED = ("game", "result"), ("opponent", "starts", "remark")
#: What an export has as well, and a story does not tell; of them, what is said of a row of a marked sheet.
MARKED = ("sheet", "row", "how")
PASSED = ("when", "resigned", "last_only", *MARKED)
#: How a game ended for the machine, by its letter in a file, the same in every language.
RESULTS = {"W": 1, "D": 0, "L": -1}
#: The largest file that is read, in bytes.
MOST_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class PickedBead:
    """A bead that the machine picked, as it was written down.

    Attributes:
        box: the id of the box, such as ``B4``.
        bead: the letter on the bead, or the key of its colour.
    """

    box: str
    bead: str

    @property
    def text(self) -> str:
        """The bead as it stands in a cell of the log."""
        return f"{self.box} {self.bead}"


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game as it was written down.

    Attributes:
        game: its number.
        picks: the beads that the machine picked, in the order of play.
        result: how it ended for the machine: 1 won, 0 drawn, -1 lost.
        opponent: who sat opposite, or nothing.
        starts: who started, where that changes; or nothing.
        when: when it was played, as somebody has written it; or nothing.
        remark: what else was written, or nothing.
        resigned: True when the machine gave up at an empty box, or in a game that it won its opponent did; False when
            the game ended on the table; None where nobody has noted which.
        last_only: True when the beads are only the last ones of the game, for its rule needs no more.
    """

    game: int
    picks: tuple[PickedBead, ...]
    result: int
    opponent: str = ""
    starts: str = ""
    when: str = ""
    remark: str = ""
    resigned: bool | None = None
    last_only: bool = False

    @property
    def conceded(self) -> bool:
        """True when the machine has won because its opponent, a machine as well, met an empty box."""
        return bool(self.resigned) and self.result == 1


def parse_row(cells: Mapping[str, str], turns: tuple[str, ...]) -> GameRow:
    """Return one game from its cells.

    Args:
        cells: what stands in each column.
        turns: the columns of the machine's turns, in order; a turn without a bead is an empty cell.

    Raises:
        RecordError: a cell cannot be read.

    >>> row = parse_row({"game": "3", "A": "A2 R", "B": "b4 g", "C": "", "result": "L"}, ("A", "B", "C"))
    >>> row.game, [pick.text for pick in row.picks], row.result
    (3, ['A2 R', 'B4 G'], -1)
    """
    number = cells["game"].strip()
    if not re.fullmatch("[1-9][0-9]{0,6}", number):
        raise RecordError(f"{quoted(number)} is not the number of a game")
    result = cells["result"].strip().upper()
    if result not in RESULTS:
        raise RecordError(f"game {number}: result {quoted(result)} is not one of {', '.join(RESULTS)}")
    picks = []
    for turn in turns:
        cell = cells[turn].split()
        if len(cell) not in (0, 2):
            raise RecordError(
                f"game {number}, column {turn}: {quoted(cells[turn])} is not a box and a bead, such as B4 R"
            )
        if cell:
            picks.append(PickedBead(cell[0].upper(), cell[1].upper() if len(cell[1]) == 1 else cell[1].lower()))
    opponent, starts, remark = (cells.get(name, "").strip() for name in ALLOWED)
    return GameRow(int(number), tuple(picks), RESULTS[result], opponent, starts, remark=remark)


def read_games(path: Path) -> tuple[GameRow, ...]:
    """Return all games of a file, in its order.

    Raises:
        RecordError: the file cannot be read, or one of its rows cannot; the error names the row's line.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise RecordError(f"games {quoted(str(path))} cannot be read: {said}") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"games {quoted(str(path))} has more than {MOST_BYTES:,} bytes, and is not read")
    try:
        return tuple(_rows(text))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def named_game(text: str) -> GameRow:
    """Return the game that a user names by its file and its number, as in ``games.csv:3``; without one the last.

    Raises:
        RecordError: the file, or the game in it, cannot be read.
    """
    name, number = game_and_file(text)
    games = read_games(Path(name))
    try:
        return choose_game(games, int(number) if number else None)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def game_and_file(text: str) -> tuple[str, str]:
    """Return the file in what names a game, and the game's number; empty where none is said.

    >>> game_and_file("games.csv:3"), game_and_file("games.csv")
    (('games.csv', '3'), ('games.csv', ''))
    """
    name, colon, number = text.rpartition(":")
    return (name, number) if colon and number.isdecimal() else (text, "")


def _rows(text: str) -> Iterator[GameRow]:
    """Yield the games of a file's text.

    Raises:
        RecordError: there is one that cannot be read, or a column that is missing or unknown.
    """
    heading = text.partition("\n")[0]
    # Where the comma parts decimals, spreadsheets part cells by semicolons.
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=";" if heading.count(";") > heading.count(",") else ",")
    try:
        names = [name.strip() for name in next(lines, [])]
        turns = _turns(names)
        for cells in lines:
            row = _named(names, cells)
            if any(row[name].strip() for name in names if name not in ("game", *MARKED)):  # or it is crossed out
                yield parse_row(row, turns)
    except (RecordError, csv.Error) as error:
        raise RecordError(f"line {lines.line_num}: {error}") from None


def _named(names: list[str], cells: list[str]) -> dict[str, str]:
    """Return the cells of a row by their columns; those that are missing at its end are empty.

    Raises:
        RecordError: there are more cells than columns.
    """
    if len(cells) > len(names):
        raise RecordError(f"it has {len(cells)} cells, and there are {len(names)} columns")
    return dict(zip(names, [*cells, *[""] * (len(names) - len(cells))], strict=True))


def _turns(names: list[str]) -> tuple[str, ...]:
    """Return the columns of the machine's turns; all others have to be known.

    Raises:
        RecordError: a column is missing, unknown or there twice.
    """
    for name in NEEDED:
        if name not in names:
            raise RecordError(f"there is no column {quoted(name)}; columns are game, A, B, C … and result")
    for name in names:
        if names.count(name) > 1:
            raise RecordError(f"column {quoted(name)} is there twice")
        if name not in (*NEEDED, *ALLOWED, *PASSED) and not re.fullmatch("[A-Z]{1,2}", name):
            raise RecordError(f"unknown column {quoted(name)}; others may be {', '.join(ALLOWED)}")
    turns = [name for name in names if re.fullmatch("[A-Z]{1,2}", name)]
    return tuple(sorted(turns, key=lambda name: (len(name), name)))


def choose_game(games: tuple[GameRow, ...], number: int | None) -> GameRow:
    """Return a game by its number; the last one when no number is given.

    Raises:
        RecordError: there is no such game, or there are several.
    """
    if not games:
        raise RecordError("there is no game in it")
    if number is None:
        return games[-1]
    found = [row for row in games if row.game == number]
    if len(found) != 1:
        raise RecordError(f"there is no game {number} in it" if not found else f"game {number} is in it twice")
    return found[0]
