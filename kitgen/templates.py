"""Finds and reads the files in ``templates/``: data that users may copy and change.

The folder lies beside the package in a checkout and inside it when installed.
"""

import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from kitgen.errors import TemplateError, UnknownNameError, UsageError
from kitgen.schema import to_schema

T = TypeVar("T")

#: The longest file that is read, in bytes; those that come with kitgen have a hundredth of it.
MOST_BYTES = 500_000
#: The most dots on one line, those that follow each other counted once.
MOST_DOTS = 32
_DOTS = re.compile(r"\.+")

#: What each folder in ``templates/`` holds, as a user would call it.
KINDS = {
    "boxes": "box size",
    "braille": "Braille standard",
    "editions": "edition",
    "errata": "published table",
    "laser": "map of colours for laser cutters",
    "palettes": "palette",
    "rules": "learning rule",
    "stock": "label or card size",
    "tables": "table",
}


def shipped() -> Path:
    """Return the folder of templates that comes with kitgen."""
    package = Path(__file__).parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


class Templates:
    """The templates in force: a user's own folder first, then those that come with kitgen.

    Attributes:
        own: the user's own folder, or None.
        roots: all folders, the first that holds a file wins.

    Raises:
        UsageError: the user's folder is not there, or holds none of the folders that kitgen looks into.

    >>> "her" in Templates().names("editions")
    True
    """

    def __init__(self, own: Path | None = None) -> None:
        self.own = own
        self.roots = (shipped(),) if own is None else (own, shipped())
        if own is not None:
            known = sorted(path.name for path in shipped().iterdir() if path.is_dir())
            if not own.is_dir():
                raise UsageError(f"there is no folder {own}; 'kitgen templates copy {own}' makes one to change")
            if not any((own / name).is_dir() for name in known):
                raise UsageError(f"folder {own} holds no templates: none of {', '.join(known)} is in it")

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of all files of a kind, without their endings."""
        return tuple(sorted({path.stem for root in self.roots for path in (root / kind).glob("*.toml")}))

    def languages(self) -> tuple[str, ...]:
        """Return the languages that there are texts in: the folders in ``texts/``."""
        return tuple(sorted({path.name for root in self.roots for path in (root / "texts").glob("*") if path.is_dir()}))

    def read(self, kind: str, name: str, schema: type[T]) -> T:
        """Return a TOML file as an object of the given schema.

        Raises:
            UnknownNameError: there is no such file.
            TemplateError: the file is not TOML, has an unknown or missing key, or a value of a wrong type.
        """
        for root in self.roots:
            path = root / kind / f"{name}.toml"
            # A link that leads nowhere is refused, not passed over.
            if name and path.parent == root / kind and os.path.lexists(path):
                return read_toml(path, schema)
        raise UnknownNameError(KINDS.get(kind, kind), name, self.names(kind))


def read_toml(path: Path, schema: type[T]) -> T:
    """Return a TOML file as an object of the given schema.

    Raises:
        TemplateError: the file cannot be read, is not TOML, is far larger than such files are, or does not follow the
            schema.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for, and a device has no end
            raise TemplateError(f"{path} is not a file; name one that is written in TOML")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise TemplateError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise TemplateError(f"{path} has more than {MOST_BYTES // 1000} kB; no file of kitgen's is that long")
    return to_schema(_parsed(data, path), schema, str(path), TemplateError)


def _parsed(data: bytes, path: Path) -> dict[str, Any]:
    """Return what a TOML file says, as plain data.

    Raises:
        TemplateError: it is not TOML, or what the parser would take much time and memory for.
    """
    try:
        text = data.decode("utf-8-sig")  # some editors put a mark before the first letter
    except UnicodeDecodeError:
        raise TemplateError(f"{path} is not written in UTF-8; save it as UTF-8") from None
    for number, line in enumerate(text.splitlines(), 1):
        if len(_DOTS.findall(line)) > MOST_DOTS:  # each dot of a key costs as much as all before it together
            raise TemplateError(f"{path}: line {number} has more than {MOST_DOTS} dots; write it as several lines")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TemplateError(f"{path} is not valid TOML: its tables or lists lie too deep in each other") from None
    except ValueError as error:  # of the syntax, of a date that is none, of a number with thousands of digits
        raise TemplateError(f"{path} is not valid TOML: {str(error).partition(';')[0]}") from None
