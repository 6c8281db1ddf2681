"""Codes on sheets as lines of words, the same in every language: how they are written, and read again.

A line begins with its format and version. Names are written as in the address of a web page (``%20`` for a blank), so
that blanks only part the words. Where no name has a capital letter, and few have, all is printed in capitals: a code of
capitals and figures needs fewer and larger modules.
"""

from collections.abc import Sequence
from urllib.parse import quote

from kitgen.errors import RecordError, quoted


def spelled(name: str) -> str:
    """Return a name as a word.

    >>> spelled("my kit")
    'my%20kit'
    """
    return quote(name, safe="")


def code_text(form: str, version: int, words: Sequence[str], names: Sequence[str]) -> str:
    """Return a code as it is printed.

    Args:
        form: what it begins with.
        version: of its format.
        words: what follows.
        names: those of them that somebody has chosen, as they are.

    >>> code_text("kitgen-log", 1, ["my%20kit", "1-25"], ["my kit"])
    'KITGEN-LOG:1 MY%20KIT 1-25'
    """
    said = " ".join([f"{form}:{version}", *words])
    return said.upper() if all(name == name.lower() for name in names) else said


def code_words(text: str, form: str, version: int, *, called: str, short: str) -> list[str]:
    """Return the words of a code that follow its format and version.

    Args:
        text: the code.
        form: what it has to begin with.
        version: the version of its format that is read.
        called: what it is called, for messages, such as ``the code of a log page``.
        short: the same with an article, such as ``a log code``.

    Raises:
        RecordError: it is another code, or one of another version.
    """
    said = text.strip()
    head, *words = (said.lower() if said == said.upper() else said).split(" ")
    name, colon, number = head.partition(":")
    if name != form or not colon:
        raise RecordError(f"{quoted(text)} is not {called}; it begins with {form}:{version}")
    if number != str(version):
        raise RecordError(f"{quoted(text)} is {short} of version {quoted(number)}; this kitgen reads {version}")
    return words
