"""The code on a sheet to be marked: all that is needed, beside the kit, to know where its bubbles lie.

A line of words, the same in every language::

    KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3

Its format with its version; the part; the kit's name, hash and rule, as in the code on a log (``log_code.py``); the
paper; the number of the sheet; its first and last row, counted through all sheets; and for how many turns a row has
room, with a + where a game may have more. Capitals stand for small letters, where no name has a capital letter.
"""

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final
from urllib.parse import unquote

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import Kit
from kitgen.papers import USUAL
from kitgen.record.code_line import code_text, code_words, spelled

#: The papers that sheets to be marked are printed on.
PAPERS: Final = tuple(USUAL)
#: What a code begins with, and the version of what follows.
FORMAT: Final = "kitgen-form"
VERSION: Final = 1
#: The parts that are such sheets: games, and beads in the boxes.
LOG, COUNT = "log-marks", "count-marks"


@dataclass(frozen=True, slots=True)
class FormCode:
    """What the code on a sheet says.

    Attributes:
        part: ``log-marks`` or ``count-marks``.
        kit: the name of the kit.
        hash: the eight digits of the kit that stand on every sheet.
        rule: the name of the learning rule; of one of the user's own the name of its file.
        page: the paper, ``a4`` or ``letter``.
        sheet: the number of the sheet among those of its part, from 1.
        first, last: its rows, counted from 1 through all sheets: of a log these are the numbers of the games.
        turns: for how many turns of the machine a row of a log has room; 0 where boxes are counted.
        longer: whether a game may have more turns, and then goes on in another row.
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
    """Return what the code on a sheet of a kit says."""
    rule = PurePath(kit.choices.rule).name
    return FormCode(part, kit.name, kit.short_hash, rule, page, sheet, *rows, turns, longer)


def parse_form_code(text: str) -> FormCode:
    """Return what the code on a sheet says.

    Raises:
        RecordError: it is no such code, or one of a later version.

    >>> parse_form_code("KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3").first
    26
    """
    words = code_words(text, FORMAT, VERSION, called="the code of a sheet to be marked", short="a code")
    numbers = re.fullmatch(
        "([1-9][0-9]{0,5}) ([1-9][0-9]{0,6})-([1-9][0-9]{0,6}) ([0-9]{1,2})([+]?)", " ".join(words[5:])
    )
    if numbers is None or words[0] not in (LOG, COUNT) or words[4] not in PAPERS:
        raise RecordError(
            f"{quoted(text)} is not the code of a sheet to be marked: its words are not as they should be"
        )
    if not re.fullmatch("[0-9a-f]{8}", words[2]):
        raise RecordError(f"{quoted(text)} names no kit: {quoted(words[2])} is not a hash of eight digits")
    sheet, first, last, turns = map(int, numbers.groups()[:4])
    part, name, kit_hash, rule, page = words[0], unquote(words[1]), words[2], unquote(words[3]), words[4]
    return FormCode(part, name, kit_hash, rule, page, sheet, first, last, turns, bool(numbers[5]))
