"""Every error a user can meet: what is wrong, where, and what to do about it.

Paths, names and values from the user are shortened and in quotation marks; suggested commands are
quoted for the shell.
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path, PurePath

#: The most characters of a repeated value, of a path, and of a whole message.
QUOTED = 60
PATH = 200
MESSAGE = 1000
#: The most characters of a name that is compared with the known ones; comparing takes the square of
#: it.
COMPARED = 100


def shortened(text: str, most: int) -> str:
    """Return a text with its middle left out where it has more than ``most`` characters, which is 3
    at least.

    >>> shortened("bbb/.../www", 20), shortened("b" * 30 + "w" * 30, 10)
    ('bbb/.../www', 'bbbbbb…www')
    """
    if len(text) <= most:
        return text
    tail = (most - 1) // 3
    return f"{text[: most - 1 - tail]}…{text[-tail:] if tail else ''}"


def first_line(error: Exception) -> str:
    """Return the first line of another library's error, or its kind."""
    return (str(error).splitlines() or [type(error).__name__])[0]


def quoted(value: object, most: int = 0) -> str:
    r"""Return a user's value in quotation marks, cut to ``most`` characters, or to ``QUOTED`` or
    ``PATH`` when 0.

    >>> print(quoted("bbb/.../www"), quoted("two\nlines"), len(quoted("x" * 1_000_000)))
    'bbb/.../www' 'two\nlines' 62
    >>> quoted("x" * 100, 20), quoted(10**5000), quoted([1] * 1000), quoted({"a": 1})
    ("'xxxxxxxxxxxxx…xxxxxx'", 'a number of more than 60 digits', 'a list of 1,000', 'a table')
    >>> print(quoted(PurePath("my kit/kit.json")), len(quoted(PurePath("x" * 1000))))
    'my kit/kit.json' 202
    """
    if isinstance(value, PurePath):
        value, most = str(value), most or PATH
    most = most or QUOTED
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of more than 60 digits"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value):,}"
    return repr(shortened(value, most)) if isinstance(value, str) else shortened(repr(value), most)


def command_line(*words: object) -> str:
    """Return a command as a user can copy it into a shell.

    >>> print(command_line("kitgen", "verify", PurePath("my kit/kit.pdf")))
    kitgen verify 'my kit/kit.pdf'
    """
    return shlex.join(map(str, words))


def set_off(command: str) -> str:
    """Return a command line in quotation marks that it does not contain, for a message."""
    mark = next((mark for mark in "'\"" if mark not in command), "`")
    return f"{mark}{command}{mark}"


def suggested(*words: object) -> str:
    """Return a command for a message: quoted for the shell, and in quotation marks.

    >>> print(
    ...     suggested("kitgen", "kits"),
    ...     suggested("kitgen", "boxes", "my kit"),
    ...     suggested("kitgen", "boxes", "it's"),
    ... )
    'kitgen kits' "kitgen boxes 'my kit'" `kitgen boxes 'it'"'"'s'`
    """
    return set_off(command_line(*words))


class KitgenError(Exception):
    """Work that could not be done. The command line prints the message and exits with
    ``exit_code``.
    """

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        """Keep a message of one line, shortened where it is far too long."""
        super().__init__(shortened(message, MESSAGE))


class UsageError(KitgenError):
    """A request that makes no sense: a wrong name, size, option or notation."""

    exit_code = 2


class UnknownNameError(UsageError):
    """An unknown name, with the nearest known ones.

    >>> print(UnknownNameError("palette", "okabe-itto", ["okabe-ito", "grey"]))
    unknown palette 'okabe-itto'; did you mean 'okabe-ito'?
    >>> print(
    ...     UnknownNameError("palette", "xyz", ["okabe-ito", "grey"], "your own need --templates")
    ... )
    unknown palette 'xyz'; there are: grey, okabe-ito; your own need --templates
    >>> print(
    ...     UnknownNameError("bead colour", "rde", ["red", "blue"], owner="palette 'okabe-ito@2'")
    ... )
    palette 'okabe-ito@2' has no bead colour 'rde'; did you mean 'red'?
    >>> print(UnknownNameError("language", "italiano", ["de", "it"], meant=["it"]))
    unknown language 'italiano'; did you mean 'it'?
    """

    def __init__(
        self,
        what: str,
        name: str,
        known: Iterable[str],
        hint: str = "",
        owner: str = "",
        *,
        meant: Sequence[str] = (),
    ) -> None:
        """Set the message about an unknown ``name`` of some kind, ``what``.

        Args:
            known: the names that there are.
            hint: other sources of names, given if no name is near.
            owner: what has the known names, if others have others.
            meant: the known names that the word stands for in some language; they are named
                in place of similar ones.
        """
        names = sorted(known)
        lowered = {known_name.lower(): known_name for known_name in names}
        close = [*meant]
        if not close:
            for match in get_close_matches(name[:COMPARED].lower(), lowered, n=2, cutoff=0.6):
                close.append(lowered[match])
        advice = (
            f"did you mean {' or '.join(map(repr, close))}?"
            if close
            else f"there are: {', '.join(names)}"
        )
        if hint and not close:
            advice += f"; {hint}"
        super().__init__(
            f"{f'{owner} has no' if owner else 'unknown'} {what} {quoted(name)}; {advice}"
        )


class NotationError(UsageError):
    """A position, move or game written in a way the game cannot read."""


class TooFewColoursError(UsageError):
    """A box that needs more colours than its palette has."""


class TooLargeError(KitgenError):
    """A game with more positions than allowed, or work that needs too much memory."""


class BeadsError(KitgenError):
    """Too few beads to fill the boxes of a kit."""


class TemplateError(KitgenError):
    """A file in ``templates/`` that does not follow its schema."""


class KitFileError(KitgenError):
    """A ``kit.json``, kit folder or PDF that is damaged or was not made by kitgen."""


class UnreadTableError(KitFileError):
    """A table in a form that is not read, or that takes too long: whether it is right is not
    decided.

    Attributes:
        why: the key of the reason among the words for tables.
        words: what these words leave open, by name.
    """

    exit_code = 3

    def __init__(self, message: str, why: str, **words: str) -> None:
        """Set the message, and the reason for a report on the table."""
        super().__init__(message)
        self.why = why
        self.words = words


class OutOfBoundsError(KitFileError):
    """A file that takes more time or memory to read than it may, so that nothing is known of the
    rest.
    """


class CameraError(KitgenError):
    """A photograph or scan in which no sheet can be read."""


class RecordError(KitgenError):
    """A record of games that cannot be read, or with a game that is impossible."""

    def put_before(self, place: str) -> None:
        """Begin the message with a place."""
        joint = ", " if str(self).startswith("line ") else ": "
        self.args = (shortened(f"{place}{joint}{self}", MESSAGE),)


class DatabaseError(KitgenError):
    """An endgame database that cannot be read or written, is damaged, or belongs to another
    game.
    """


class OutputError(KitgenError):
    """A place that cannot be written to, or that contains something else."""


class JournalError(KitgenError):
    """A journal that is damaged, foreign, of a newer kitgen, or of another machine."""


def many(count: int, what: str) -> str:
    """Return a number of things in words.

    >>> many(1, "page"), many(2, "page"), many(1200, "box"), many(2, "ply")
    ('1 page', '2 pages', '1,200 boxes', '2 plies')
    """
    if count == 1:
        return f"1 {what}"
    ending = "es" if what.endswith(("x", "s", "sh", "ch")) else "s"
    return f"{count:,} {what[:-1]}ies" if what.endswith("ly") else f"{count:,} {what}{ending}"


@contextmanager
def located(where: str) -> Iterator[None]:
    """Begin the message of a RecordError with its place: a file, a line of it, or a game.

    >>> with located("game 3"):
    ...     raise RecordError("there is no result")
    Traceback (most recent call last):
    kitgen.errors.RecordError: game 3: there is no result
    >>> with located("'games.csv'"), located("line 2"):
    ...     raise RecordError("there is no result")
    Traceback (most recent call last):
    kitgen.errors.RecordError: 'games.csv', line 2: there is no result
    """
    try:
        yield
    except RecordError as error:
        error.put_before(where)
        raise


@contextmanager
def on_disk(path: PurePath, deed: str) -> Iterator[None]:
    """Turn an error of the operating system into an OutputError.

    >>> with on_disk(PurePath("kit.pdf"), "written"):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
    kitgen.errors.OutputError: 'kit.pdf' cannot be written: No space left on device
    """
    try:
        yield
    except OSError as error:
        nowhere = isinstance(error, FileNotFoundError) and not Path(path).parent.exists()
        reason = f"there is no folder {quoted(path.parent)}" if nowhere else error.strerror or error
        raise OutputError(f"{quoted(path)} cannot be {deed}: {reason}") from None
