"""The code on each page of the log: which machine's games are written there, for a camera or a program to read.

A line of five words, the same in every language::

    KITGEN-LOG:1 HER C0FFEE12 GARDNER 26-50

Its format with its version; the kit's name; the eight digits that stand on every sheet; the learning rule; the first
and the last game of the page. Names are written as in the address of a web page (``%20`` for a blank), so that blanks
only part the words. Where no name has a capital letter, and few have, all is printed in capitals: a code of capitals
and figures needs fewer and larger modules. The version goes up when a word changes its meaning, appears or goes.
"""

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final
from urllib.parse import unquote

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import Kit
from kitgen.record.code_line import code_text, code_words, spelled

#: What a code begins with, and the version of what follows.
FORMAT: Final = "kitgen-log"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class LogCode:
    """What the code on a log page says.

    Attributes:
        kit: the name of the kit: its edition, or one made from the game and the side.
        hash: the eight digits of the kit that stand on every sheet.
        rule: the name of the learning rule; of one of the user's own the name of its file.
        first, last: the first and the last game of the page.
    """

    kit: str
    hash: str
    rule: str
    first: int
    last: int

    @property
    def text(self) -> str:
        """The code as it is printed.

        >>> LogCode("my kit", "c0ffee12", "gardner", 26, 50).text
        'KITGEN-LOG:1 MY%20KIT C0FFEE12 GARDNER 26-50'
        >>> LogCode("My kit", "c0ffee12", "gardner", 26, 50).text
        'kitgen-log:1 My%20kit c0ffee12 gardner 26-50'
        """
        names = [self.kit, self.hash, self.rule]
        return code_text(FORMAT, VERSION, [*map(spelled, names), f"{self.first}-{self.last}"], names)


def log_code(kit: Kit, first: int, last: int) -> LogCode:
    """Return what the code of a log page of a kit says."""
    return LogCode(kit.name, kit.short_hash, PurePath(kit.choices.rule).name, first, last)


def parse_log_code(text: str) -> LogCode:
    """Return what the code on a log page says.

    Raises:
        RecordError: it is no such code, or one of a later version.

    >>> parse_log_code("KITGEN-LOG:1 MY%20KIT C0FFEE12 GARDNER 26-50").kit
    'my kit'
    """
    words = code_words(text, FORMAT, VERSION, called="the code of a log page", short="a log code")
    games = re.fullmatch(r"([1-9][0-9]{0,6})-([1-9][0-9]{0,6})", words[-1]) if len(words) == 4 else None
    if games is None or not re.fullmatch("[0-9a-f]{8}", words[1]):
        raise RecordError(f"{quoted(text)} is not a log code: after its version come kit, hash, rule and games")
    first, last = map(int, games.groups())
    return LogCode(unquote(words[0]), words[1], unquote(words[2]), first, last)
