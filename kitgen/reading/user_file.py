"""Files that a user names: their content and kind, so that messages name the real cause."""

import errno
import os
import re
import stat
from contextlib import suppress
from pathlib import Path

from kitgen.errors import KitgenError, quoted

#: First bytes of pictures; a WebP and a HEIC identify themselves a few bytes later.
PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"RIFF")
HEIC = b"ftyp"
#: First bytes of an SQLite database.
SQLITE = b"SQLite format 3\x00"
#: The place of its owner; a journal has the letters ``kitg`` there.
OWNER = slice(68, 72)
#: The first bytes of a file, enough to identify it.
BEGIN = 4096

_PDF = b"%PDF-"
_ZIP = b"PK\x03\x04"
_OFFICE = b"\xd0\xcf\x11\xe0"
_SPREADSHEET = re.compile(rb"xl/|opendocument\.spreadsheet|\[Content_Types\]\.xml")
#: Control characters, which no text has.
_UNFIT = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
#: The start of JSON, but not of a table heading in TOML.
_JSON = re.compile(rb'\{|\[\s*(?:[{\]0-9-]|\[\s*[{\["0-9-]|"[^"]*"\s*[,\]][^\n])')
#: The ``schema`` of kitgen's own JSON, and the name of such a file.
_SCHEMA = re.compile(rb'"schema":\s*"kitgen/(\w+)@')
_OWN = {
    b"kit": "a kit",
    **dict.fromkeys((b"session", b"journal"), "an exported journal"),
    b"manifest": "the list of a kit folder's files",
}


def read_user_file(
    path: Path,
    most: int,
    wanted: str,
    refusal: type[KitgenError],
    *,
    kinds: tuple[str, ...] = (),
    pipes: bool = True,
) -> bytes:
    """Return the bytes of a file that a user names; ``most + 1`` bytes of a file that is too large.

    A pipe with a name of its own is refused: whoever reads it may wait for ever.

    Args:
        wanted: what to name instead, such as ``a file of games``.
        kinds: the kinds of files that are not refused; all if there are none.
        pipes: False to refuse everything but plain files: a device has no end, and the pipe that a
            shell makes of a command, as in ``<(sort games.csv)``, can be read only once.

    >>> read_user_file(Path("missing/photo.jpg"), 10, "a photo", KitgenError)
    Traceback (most recent call last):
    kitgen.errors.KitgenError: there is no file 'missing/photo.jpg'; name a photo
    """
    try:
        if path.is_dir():
            raise refusal(f"{quoted(path)} is a folder; name {wanted}")
        mode = path.stat().st_mode
        if _is_named_pipe(path, mode) or not (pipes or stat.S_ISREG(mode)):
            raise refusal(f"{quoted(path)} is not a plain file; name {wanted}")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        if path.is_symlink():
            raise refusal(f"{quoted(path)} is a broken link; name {wanted}") from None
        raise refusal(no_file(path, wanted)) from None
    except OSError as error:
        raise refusal(f"{quoted(path)} cannot be read: {error.strerror or error}") from None
    if kinds and kind_of(data) not in kinds:
        raise refusal(not_wanted(path, data, wanted))
    return data


def no_file(path: Path, wanted: str) -> str:
    """Return the message for a file that is not there.

    >>> print(no_file(Path("gone.csv"), "a file of games"))
    there is no file 'gone.csv'; name a file of games
    """
    return f"there is no file {quoted(path)}; name {wanted}"


def _is_named_pipe(path: Path, mode: int) -> bool:
    # The pipe of a shell is known by a number alone, to which no real path leads.
    return stat.S_ISFIFO(mode) and os.path.lexists(os.path.realpath(path))


def plain_bytes(path: Path) -> bytes:
    """Return the bytes of a plain file; OSError for anything else, such as a pipe, which may
    never end.
    """
    descriptor = os.open(
        path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is not a plain file", str(path))
        return file.read()


def plain_text(path: Path) -> str:
    """Return the text of a plain file in UTF-8, perhaps with a byte order mark; OSError as for
    ``plain_bytes``.
    """
    return plain_bytes(path).decode("utf-8-sig")


def kind_of_file(path: Path) -> str:
    """Return the kind of a plain file; empty for any other, which may be readable only once or
    not at all.
    """
    with suppress(OSError):
        if stat.S_ISREG(path.stat().st_mode):
            with path.open("rb") as file:
                return kind_of(file.read(BEGIN))
    return ""


def is_journal(path: Path) -> bool:
    """Return whether a file is an SQLite database, like a journal, by its first bytes."""
    return kind_of_file(path) in ("a journal", "a database")


def is_photo(path: Path) -> bool:
    """Return whether a path is a folder, a picture or a scan."""
    return path.is_dir() or kind_of_file(path) in ("a picture", "a PDF")


def kind_of(data: bytes) -> str:
    r"""Return the kind of a file, by its first bytes.

    >>> pictures_and_pages = (b"%PDF-1.7", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04..xl/workbook.xml")
    >>> [kind_of(data) for data in pictures_and_pages]
    ['a PDF', 'a picture', 'a spreadsheet']
    >>> kind_of(b'{"schema": "kitgen/kit@2"}')
    'a kit'
    >>> [kind_of(data) for data in (b"", b'[{"game": 1}]', b"game,result", b"\0\1\2")]
    ['empty', 'JSON', 'text', 'no text']
    """
    begin = data[:BEGIN]
    if not data.strip():
        return "empty"
    if _PDF in begin[:1024]:
        return "a PDF"
    if begin.startswith(PICTURES) or begin[4:8] == HEIC:
        return "a picture"
    if begin.startswith(SQLITE):
        if begin[OWNER] == b"kitg":
            return "a journal"
        return "a database"
    if begin.startswith(_ZIP):
        if _SPREADSHEET.search(begin):
            return "a spreadsheet"
        return "a ZIP archive"
    if begin.startswith(_OFFICE):
        return "an Office document"
    if not begin.startswith(_WIDE) and _UNFIT.search(begin):
        return "no text"
    text = begin.removeprefix(b"\xef\xbb\xbf").lstrip()
    if _JSON.match(text):
        own = _SCHEMA.search(text)
        if own is None:
            return "JSON"
        return _OWN.get(own[1], "JSON")
    return "text"


def not_wanted(path: Path, data: bytes, wanted: str) -> str:
    r"""Return the message for a file of another kind than wanted, such as ``a file of games``.

    >>> print(not_wanted(Path("kit.json"), b'{"schema": "kitgen/kit@2"}', "a file of games"))
    'kit.json' is a kit; name a file of games
    """
    return f"{quoted(path)} is {kind_of(data)}; name {wanted}"


#: What stands before the name of a lesson that is typed in place of a kit.
LESSON_PREFIX = "lesson:"


def is_lesson(kit: str) -> bool:
    """Return whether what is typed in place of a kit is a lesson.

    >>> is_lesson("lesson:ladder-15"), is_lesson("ladder")
    (True, False)
    """
    return kit.lower().startswith(LESSON_PREFIX)


def tells_a_game(text: str) -> bool:
    r"""Return whether a text tells a game, as a file does, rather than naming one: it has several
    lines.

    >>> tells_a_game("hexapawn:3x3"), tells_a_game('name = "Nim"\nboard = "3x1"')
    (False, True)
    """
    return "\n" in text.strip()
