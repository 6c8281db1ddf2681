"""Codes on sheets as lines of words, the same in every language: how they are written, and read again.

A line begins with its format and version. Names are written as in the address of a web page (``%20`` for a blank), so
that blanks only separate the words. Where no name has a capital letter, as most have none, everything is printed in
capitals: a code of capitals and figures needs fewer and larger modules.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final
from urllib.parse import quote, unquote

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import Kit


def spelled(name: str) -> str:
    """Return a name as a word.

    >>> spelled("my kit")
    'my%20kit'
    """
    return quote(name, safe="")


def code_text(form: str, version: int, words: Sequence[str], names: Sequence[str]) -> str:
    """Return a code as it is printed; ``names`` are the words that users choose, before ``spelled``.

    >>> code_text("kitgen-log", 1, ["my%20kit", "1-25"], ["my kit"])
    'KITGEN-LOG:1 MY%20KIT 1-25'
    """
    code = " ".join([f"{form}:{version}", *words])
    return code.upper() if all(name == name.lower() for name in names) else code


def code_words(text: str, form: str, version: int, *, called: str, short: str) -> list[str]:
    """Return the words of a code after its format and version; messages name it, as ``a log code`` in ``short``."""
    code = text.strip()
    head, *words = (code.lower() if code == code.upper() else code).split(" ")
    name, colon, number = head.partition(":")
    if name != form or not colon:
        raise RecordError(f"{quoted(text)} is not {called}; it begins with {form}:{version}")
    if number != str(version):
        raise RecordError(f"{quoted(text)} is {short} of version {quoted(number)}; this kitgen reads {version}")
    return words


# The code on each page of the log: kit, hash, rule, first and last game, for a camera or a program to read::
#
#     KITGEN-LOG:1 HER C0FFEE12 GARDNER 26-50
#
# The version goes up when a word changes its meaning, appears or disappears.

FORMAT: Final = "kitgen-log"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class LogCode:
    """The code on a log page.

    Attributes:
        kit: the name of the kit: its edition, or one made from the game and the side.
        hash: the eight digits of the kit that are on every sheet.
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
        names = [self.kit, self.hash, self.rule]
        return code_text(FORMAT, VERSION, [*map(spelled, names), f"{self.first}-{self.last}"], names)


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
