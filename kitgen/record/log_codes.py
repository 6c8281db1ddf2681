"""Codes on sheets: lines of words that are the same in every language.

A line begins with its format and version. Names are written as in the address of a web page (``%20`` for a blank), so
that blanks only separate words. Unless a name has a capital letter, everything is printed in capitals, because a code
of capitals and digits needs fewer and larger modules.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final
from urllib.parse import quote, unquote

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import Kit


def code_text(begin: str, names: Sequence[str], words: Sequence[str]) -> str:
    """Return a code as it is printed, from its beginning, names that users choose, and other words.

    >>> code_text("kitgen-log:1", ["my kit"], ["1-25"])
    'KITGEN-LOG:1 MY%20KIT 1-25'
    """
    code = " ".join([begin, *(quote(name, safe="") for name in names), *words])
    return code.upper() if all(name == name.lower() for name in names) else code


def code_words(text: str, form: str, version: int, *, called: str, short: str) -> list[str]:
    """Return the words of a code after its format and version; messages name it ``called``, or ``short``."""
    code = text.strip()
    head, *words = (code.lower() if code == code.upper() else code).split(" ")
    name, colon, number = head.partition(":")
    if name != form or not colon:
        raise RecordError(f"{quoted(text)} is not {called}; it begins with {form}:{version}")
    if number != str(version):
        raise RecordError(f"{quoted(text)} is {short} of version {quoted(number)}; this kitgen reads {version}")
    return words


# The code on each page of the log has kit, hash, rule, first and last game::
#
#     KITGEN-LOG:1 HER C0FFEE12 GARDNER 26-50
#
# The version goes up when a word is added or removed, or changes its meaning.

FORMAT: Final = "kitgen-log"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class LogCode:
    """The code on a log page.

    Attributes:
        kit: the name of the kit.
        hash: the first eight digits of the kit's hash.
        rule: the name of the learning rule, or of its file.
        first, last: the games of the page.
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
        return code_text(f"{FORMAT}:{VERSION}", [self.kit, self.hash, self.rule], [f"{self.first}-{self.last}"])


def log_code(kit: Kit, first: int, last: int) -> LogCode:
    """Return the code of a log page of a kit."""
    return LogCode(kit.name, kit.short_hash, PurePath(kit.choices.rule).name, first, last)


def parse_log_code(text: str) -> LogCode:
    """Return the code in the text on a log page.

    >>> parse_log_code("KITGEN-LOG:1 MY%20KIT C0FFEE12 GARDNER 26-50").kit
    'my kit'
    """
    words = code_words(text, FORMAT, VERSION, called="the code of a log page", short="a log code")
    games = re.fullmatch(r"([1-9][0-9]{0,6})-([1-9][0-9]{0,6})", words[-1]) if len(words) == 4 else None
    if games is None or not re.fullmatch("[0-9a-f]{8}", words[1]):
        raise RecordError(f"{quoted(text)} is not a log code: after its version come kit, hash, rule and games")
    first, last = map(int, games.groups())
    return LogCode(unquote(words[0]), words[1], unquote(words[2]), first, last)
