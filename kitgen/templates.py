"""Finds and reads the files in ``templates/``: data that users may copy and change.

The folder lies beside the package in a checkout and inside it when installed.
"""

import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from kitgen.errors import KitgenError, TemplateError, UnknownNameError, UsageError
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


#: The most letters of a template's name; systems give a file 255 bytes.
LONGEST = 60


def shipped() -> Path:
    """Return the folder of templates that comes with kitgen."""
    package = Path(__file__).parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def title_in(language: str, titles: Mapping[str, str], name: str) -> str:
    """Return what a file calls itself in a language; without a line for it, in English; else by the file's name.

    >>> title_in("xx", {"en": "Greys", "it": "Grigi"}, "grey"), title_in("it", {}, "grey")
    ('Greys', 'grey')
    """
    return titles.get(language) or titles.get("en") or name


@cache
def known_folders() -> tuple[str, ...]:
    """Return the folders that kitgen looks into, in a folder of templates."""
    return tuple(sorted(path.name for path in shipped().iterdir() if path.is_dir()))


class Templates:
    """The templates in force: a folder that was named first, then the user's own, then those that come with kitgen.

    Attributes:
        own: the folder that was named, or None.
        home: the user's own folder, which is read without being named, or None.
        roots: all folders, the first that holds a file wins.

    Raises:
        UsageError: the folder that was named is not there, or holds none of the folders that kitgen looks into.

    >>> "her" in Templates().names("editions")
    True
    """

    def __init__(
        self,
        own: Path | None = None,
        home: Path | None = None,
        left_out: Callable[[Path, KitgenError], object] | None = None,
    ) -> None:
        """Look at the folders; their files are read when they are asked for.

        Args:
            own: a folder that somebody has named; all in it has to be right.
            home: the user's own folder; None where nothing but what is named should be read.
            left_out: is told which file in ``home`` is left out of a list, and why; without it such a file is refused.
        """
        self.own = own
        self.home = home
        self.roots = tuple(root for root in (own, home, shipped()) if root is not None)
        self._left_out = left_out
        if own is not None:
            if not own.is_dir():
                raise UsageError(f"there is no folder {own}; 'kitgen templates copy {own}' makes one to change")
            if not any((own / name).is_dir() for name in known_folders()):
                raise UsageError(f"folder {own} holds no templates: none of {', '.join(known_folders())} is in it")

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
        root = self._root_of(kind, name)
        if root is None:
            raise UnknownNameError(KINDS.get(kind, kind), name, self.names(kind))
        return read_toml(root / kind / f"{name}.toml", schema)

    def each(self, kind: str, read: Callable[[str], T]) -> Iterator[tuple[str, T]]:
        """Yield every file of a kind: its name, and what it is read as.

        A file in the user's own folder that cannot be read is told of and left out, so that a mistake in it spoils
        nothing else; one that has been named, or comes with kitgen, is refused.

        Args:
            kind: the folder, one of ``KINDS``.
            read: reads the file of a name.

        Raises:
            KitgenError: whatever ``read`` refuses.
        """
        for name in self.names(kind):
            try:
                found = read(name)
            except KitgenError as error:
                if self._left_out is None or self.home is None or self._root_of(kind, name) != self.home:
                    raise
                self._left_out(self.home / kind / f"{name}.toml", error)
            else:
                yield name, found

    def _root_of(self, kind: str, name: str) -> Path | None:
        """Return the folder that a file of a kind is read from, or None when there is no such file."""
        for root in self.roots:
            path = root / kind / f"{name}.toml"
            # A link that leads nowhere is refused, not passed over.
            if 0 < len(name) <= LONGEST and path.parent == root / kind and os.path.lexists(path):
                return root
        return None


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
