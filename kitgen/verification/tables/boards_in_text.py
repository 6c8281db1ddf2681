"""Boards wherever they stand in the text of a file: in comments, in texts of a program, in notes
and examples.

A reader of one form passes over all that does not belong to it. Here a text is searched without
regard to forms, for boards in the letters of a table that was read from it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kitgen.position_tables.board_notation import Boards, Signs
from kitgen.position_tables.hints import TableHints
from kitgen.position_tables.nested_data import Watch
from kitgen.position_tables.records import Record, RecordGroup
from kitgen.position_tables.table_search import (
    KnownPositions,
    TableFields,
    notation_of,
    with_boards,
)

#: Signs that people write for an empty cell, beside the one in a table.
EMPTY_SIGNS = "._-·"
#: No more signs behind a board belong to it.
MAX_SIGNS_BEHIND = 300
#: Between two cells of a row.
_BETWEEN_CELLS = r"['\"]?[ \t]*[,;|&]?[ \t]*['\"]?"
#: Between two rows of a board, besides what is no letter: a mark of a page, or a new line of a
#: comment in SQL or BASIC.
_BETWEEN_ROWS = r"</?\w+ ?/?>|\n[ \t]*--|\n[ \t]*\d+[ \t]+REM\b"
#: What somebody may write into a cell of a board.
_SIGNS_OF_ANYBODY = (r"-?\d", r"[a-zA-Z]", r"[._-]")
#: A square in the text behind a board, or a number of beads.
_SQUARE = re.compile(r"[a-z]?\d+")


@dataclass(frozen=True, slots=True)
class BoardInText:
    """A board in a text: its line, its signs in the letters of the table, and the words behind
    it.
    """

    line: int
    signs: Signs
    behind: str

    @property
    def numbers(self) -> tuple[str, ...]:
        """Whatever may be a square or a number of beads behind the board, in order."""
        return tuple(_SQUARE.findall(self.behind.lower()))


def without_escapes(text: str) -> str:
    r"""Return a text with blanks for the ends of lines and tabs in its strings, so that their
    letters are no signs.

    >>> without_escapes(r"XO.\n.XO")
    'XO.  .XO'
    """
    return re.sub(r"\\[nrt]", "  ", text)


def boards_in_text(text: str, boards: Boards, check: Watch) -> Iterator[BoardInText]:
    """Yield the boards of the machine in a text, in the letters of ``boards`` or with another sign
    for an empty cell.

    ``check`` is called often.
    """
    matches = list(_matches(text, boards, check))
    line = 1
    counted = 0
    for number, (match, signs) in enumerate(matches):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        end = matches[number + 1][0].start() if number + 1 < len(matches) else len(text)
        yield BoardInText(line, signs, text[match.end() : min(end, match.end() + MAX_SIGNS_BEHIND)])


def _matches(text: str, boards: Boards, check: Watch) -> Iterator[tuple[re.Match[str], Signs]]:
    spelled = _other_spellings(boards)
    any_sign = "|".join(re.escape(sign) for sign in sorted(spelled, key=len, reverse=True))
    pattern = _pattern([any_sign], boards)
    match = pattern.search(text)
    while match is not None:
        check()
        signs = tuple(spelled[sign] for sign in re.findall(any_sign, " ".join(match.groups())))
        is_decision = boards.decision(signs) is not None
        if is_decision:
            yield match, signs
        match = pattern.search(text, match.end() if is_decision else match.start() + 1)


def _other_spellings(boards: Boards) -> dict[str, str]:
    """Return the sign of a table for each sign that may stand for the same."""
    contents = boards.contents
    own = boards.letters
    spelled = {}
    for sign, meant in own.items():
        others = {sign, sign.lower(), sign.upper()}
        if not contents[meant]:
            others |= {*EMPTY_SIGNS}
        spelled.update({other: sign for other in others if other not in own and other.strip()})
    return spelled | {sign: sign for sign in own if sign.strip()}


def _pattern(signs: Iterable[str], boards: Boards) -> re.Pattern[str]:
    """Return the pattern of a board, with a group for each row, of some patterns of signs."""
    sign = f"(?:{'|'.join(signs)})"
    more = boards.columns - 1
    apart = rf"(?:(?!{sign}){_BETWEEN_CELLS}{sign}){{{more}}}"
    row = rf"({sign}(?:{sign}{{{more}}}|{apart}))"
    rows = [row] * (boards.size // boards.columns)
    between_rows = rf"(?:{_BETWEEN_ROWS}|(?!{sign})\W){{0,16}}"
    return re.compile(rf"(?<![\w.]){between_rows.join(rows)}(?!\w)(?!{sign}\S)")


def boards_in_other_letters(
    text: str, known: KnownPositions, table: TableFields
) -> Iterator[BoardInText]:
    """Yield the boards in a text that are not in the letters of its table, if most of them are
    of the machine.
    """
    records = [Record(0, list(signs), {}) for signs in _in_other_letters(text, known, table.boards)]
    if not records:
        return
    group = RecordGroup("boards in other letters", False, records)
    own = notation_of(known, TableHints())
    other = with_boards(known, TableFields(group, own, table.squares), TableHints())
    in_text = list(boards_in_text(text, other.boards, known.check))
    if 2 * len(in_text) > len(records):
        yield from in_text


def _in_other_letters(text: str, known: KnownPositions, boards: Boards) -> Iterator[Signs]:
    """Yield what has as many signs as a board, no more different ones, and some that are not in
    the table.
    """
    spelled = _other_spellings(boards).keys()
    pattern = _pattern(_SIGNS_OF_ANYBODY, boards)
    match = pattern.search(text)
    while match is not None:
        known.check()
        signs = tuple(re.findall("|".join(_SIGNS_OF_ANYBODY), " ".join(match.groups())))
        may_be_board = 1 < len({*signs}) <= len(boards.contents)
        if may_be_board and not spelled >= {*signs}:
            yield signs
        match = pattern.search(text, match.end() if may_be_board else match.end(1))


def are_legal(numbers: Iterable[str], legal: Iterable[str]) -> bool:
    """Return whether numbers are the squares of some legal moves, one after the other.

    >>> (
    ...     are_legal(["2", "4", "25"], ["2-4", "2-5"]),
    ...     are_legal(["2", "8"], ["2-4", "2-5"]),
    ...     are_legal([], []),
    ... )
    (True, False, True)
    """
    moves = {"".join(_SQUARE.findall(move)) for move in legal}
    text = "".join(numbers)
    ends = {0}
    for at in range(len(text)):
        if at in ends:
            ends |= {at + len(move) for move in moves if text.startswith(move, at)}
    return len(text) in ends
