"""Codes on sheets: lines of words that are the same in every language.

A line begins with its format and version. Names are written as in the address of a web page
(``%20`` for a blank), so that blanks only separate words. Unless a name has a capital letter,
everything is printed in capitals, because a code of capitals and digits needs fewer and larger
modules.
"""

from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import quote

from kitgen.kit.kit import Kit


def code_text(begin: str, names: Sequence[str], words: Sequence[str]) -> str:
    """Return a code as it is printed, from its beginning, names that users choose, and other words.

    >>> code_text("kitgen-log:1", ["my kit"], ["1-25"])
    'KITGEN-LOG:1 MY%20KIT 1-25'
    >>> code_text("kitgen-log:1", ["My kit"], ["1-25"])
    'kitgen-log:1 My%20kit 1-25'
    """
    spelled = [quote(name, safe="") for name in names]
    code = " ".join([begin, *spelled, *words])
    if any(name != name.lower() for name in names):
        return code
    return code.upper()


def kit_names(kit: Kit) -> tuple[str, str, str]:
    """Return the names in the code of a kit's sheet: the kit, eight digits of its hash, and its
    rule or rule file.
    """
    return kit.name, kit.short_hash, PurePath(kit.choices.rule).name


def log_code(kit: Kit, first: int, last: int) -> str:
    """Return the code on a page of the log: kit, hash, rule, first and last game.

    The version goes up when a word is added or removed, or changes its meaning.
    """
    return code_text("kitgen-log:1", kit_names(kit), [f"{first}-{last}"])
