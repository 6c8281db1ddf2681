"""The code on a sheet to be marked: with the kit, all that is needed to know where its bubbles are.

A line of words, the same in every language::

    KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3

Its format with its version; the part; the kit's name, hash and rule, as in the code on a log (``log_codes.py``); the
paper; the number of the sheet; its first and last row, counted through all sheets; and the number of turns in a row,
with a + where a game may have more. Capitals stand for small letters, where no name has a capital letter.
"""

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final
from urllib.parse import unquote

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import Kit
from kitgen.papers import USUAL
from kitgen.record.log_codes import code_text, code_words, spelled

#: The papers for sheets to be marked.
PAPERS: Final = tuple(USUAL)
#: The format and its version.
FORMAT: Final = "kitgen-form"
VERSION: Final = 1
#: The parts with such sheets: games, and beads in the boxes.
LOG, COUNT = "log-marks", "count-marks"


@dataclass(frozen=True, slots=True)
class FormCode:
    """The code on a sheet.

    Attributes:
        part: ``log-marks`` or ``count-marks``.
        hash: the eight digits of the kit that are on every sheet.
        rule: the name of the learning rule, or of its file.
        sheet: the number of the sheet among those of its part, from 1.
        first, last: its rows, counted from 1 through all sheets; in a log, the numbers of the games.
        turns: the machine's turns in a row of a log; 0 where boxes are counted.
        longer: whether a game may have more turns and continue in another row.
    """

    part: str
    kit: str
    hash: str
    rule: str
    page: str
    sheet: int
    first: int
    last: int
    turns: int = 0
    longer: bool = False

    @property
    def text(self) -> str:
        """The code as it is printed.

        >>> FormCode("log-marks", "my kit", "c0ffee12", "gardner", "a4", 2, 26, 50, 3).text
        'KITGEN-FORM:1 LOG-MARKS MY%20KIT C0FFEE12 GARDNER A4 2 26-50 3'
        """
        names = [self.kit, self.hash, self.rule]
        words = [self.part, *map(spelled, names), self.page, str(self.sheet), f"{self.first}-{self.last}"]
        return code_text(FORMAT, VERSION, [*words, f"{self.turns}{'+' * self.longer}"], names)


def form_code(
    kit: Kit, part: str, page: str, sheet: int, rows: tuple[int, int], turns: int = 0, *, longer: bool = False
) -> FormCode:
    """Return the code of a sheet of a kit."""
    rule = PurePath(kit.choices.rule).name
    return FormCode(part, kit.name, kit.short_hash, rule, page, sheet, *rows, turns, longer)


def parse_form_code(text: str) -> FormCode:
    """Return the code in the text on a sheet.

    >>> parse_form_code("KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3").first
    26
    """
    words = code_words(text, FORMAT, VERSION, called="the code of a sheet to be marked", short="a code")
    numbers = re.fullmatch(
        "([1-9][0-9]{0,5}) ([1-9][0-9]{0,6})-([1-9][0-9]{0,6}) ([0-9]{1,2})([+]?)", " ".join(words[5:])
    )
    if numbers is None or words[0] not in (LOG, COUNT) or words[4] not in PAPERS:
        raise RecordError(f"{quoted(text)} is not the code of a sheet to be marked: its words are wrong")
    if not re.fullmatch("[0-9a-f]{8}", words[2]):
        raise RecordError(f"{quoted(text)} names no kit: {quoted(words[2])} is not a hash of eight digits")
    sheet, first, last, turns = map(int, numbers.groups()[:4])
    part, name, kit_hash, rule, page = words[0], unquote(words[1]), words[2], unquote(words[3]), words[4]
    return FormCode(part, name, kit_hash, rule, page, sheet, first, last, turns, bool(numbers[5]))
