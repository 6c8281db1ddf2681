"""Every refusal a user can meet: what is wrong, where, and what to do about it.

What a user wrote is repeated in a refusal only as far as one line can hold it: ``quoted`` shortens it where it is
repeated, and every message is shortened as a whole, so that nothing large comes back.
"""

from collections.abc import Iterable
from difflib import get_close_matches

#: The most signs that are repeated of something, and the most of a whole message.
QUOTED, MESSAGE = 60, 1000
#: The most signs of a name that is compared with the known ones; comparing takes the square of it.
COMPARED = 100


def shortened(text: str, most: int) -> str:
    """Return a text with its middle left out, where it is longer than wanted.

    Args:
        text: any text.
        most: the most signs, 3 at least.

    >>> shortened("bbb/.../www", 20), shortened("b" * 30 + "w" * 30, 10)
    ('bbb/.../www', 'bbbbbb…www')
    """
    if len(text) <= most:
        return text
    tail = (most - 1) // 3
    return f"{text[: most - 1 - tail]}…{text[-tail:] if tail else ''}"


def quoted(value: object, most: int = QUOTED) -> str:
    r"""Return what a user wrote in quotation marks, as an error repeats it: no more than a line can hold.

    Args:
        value: the text, or anything that stood in its place.
        most: the most signs of it.

    >>> print(quoted("bbb/.../www"), quoted("two\nlines"), len(quoted("x" * 1_000_000)))
    'bbb/.../www' 'two\nlines' 62
    >>> quoted("x" * 100, 20), quoted(10 ** 5000), quoted([1] * 1000), quoted({"a": 1})
    ("'xxxxxxxxxxxxx…xxxxxx'", 'a number of more than 60 digits', 'a list of 1,000', 'a table')
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of more than 60 digits"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value):,}"
    return repr(shortened(value, most)) if isinstance(value, str) else shortened(repr(value), most)


class KitgenError(Exception):
    """Work that could not be done. The command line prints the message and exits with ``exit_code``."""

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        """Keep a message, shortened where it is far too long to be read.

        Args:
            message: what is wrong, where, and what to do; one line.
        """
        super().__init__(shortened(message, MESSAGE))


class UsageError(KitgenError):
    """A request that makes no sense as it was asked: a wrong name, size, option or notation."""

    exit_code = 2


class UnknownNameError(UsageError):
    """A name that is not known, with the nearest ones that are.

    >>> print(UnknownNameError("palette", "okabe-itto", ["okabe-ito", "grey"]))
    unknown palette 'okabe-itto'; did you mean 'okabe-ito'?
    >>> print(UnknownNameError("palette", "xyz", ["okabe-ito", "grey"], "your own need --templates"))
    unknown palette 'xyz'; there are: grey, okabe-ito; your own need --templates
    """

    def __init__(self, what: str, name: str, known: Iterable[str], hint: str = "") -> None:
        """Say what is not known.

        Args:
            what: what the name should be one of.
            name: the name.
            known: the names that there are.
            hint: where else such a name may come from; said when nothing known is near.
        """
        names = sorted(known)
        lowered = {known_name.lower(): known_name for known_name in names}
        asked = name[:COMPARED].lower()
        close = [lowered[match] for match in get_close_matches(asked, lowered, n=2, cutoff=0.6)]
        advice = f"did you mean {' or '.join(map(repr, close))}?" if close else f"there are: {', '.join(names)}"
        if hint and not close:
            advice += f"; {hint}"
        super().__init__(f"unknown {what} {quoted(name)}; {advice}")


class NotationError(UsageError):
    """A position, move or game written in a way the game cannot read."""


class TooLargeError(KitgenError):
    """A game with more positions than the caller allowed for."""


class BeadsError(KitgenError):
    """Beads at hand that cannot fill the boxes of a kit."""


class TemplateError(KitgenError):
    """A file in ``templates/`` that does not follow its schema."""


class KitFileError(KitgenError):
    """A ``kit.json``, kit folder or PDF that is damaged or was not made by kitgen."""


class CameraError(KitgenError):
    """A photograph or scan in which no sheet can be read."""


class RecordError(KitgenError):
    """A record of games that cannot be read, or a game in it that cannot have been played so."""


class DatabaseError(KitgenError):
    """An endgame database that cannot be read or written, is damaged, or belongs to another game."""


class OutputError(KitgenError):
    """A place that cannot be written to, or that holds something else."""


class SessionError(KitgenError):
    """A session's file that is damaged, foreign, of a newer kitgen, or of another machine."""
