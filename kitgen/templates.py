"""Finds and reads the files in ``templates/``: data that users may copy and change.

The folder lies beside the package in a checkout and inside it when installed.
"""

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from kitgen.errors import TemplateError, UnknownNameError, UsageError

T = TypeVar("T")

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


def title_in(language: str, titles: Mapping[str, str], name: str) -> str:
    """Return what a file calls itself in a language; without a line for it, in English; else by the file's name.

    >>> title_in("xx", {"en": "Greys", "it": "Grigi"}, "grey"), title_in("it", {}, "grey")
    ('Greys', 'grey')
    """
    return titles.get(language) or titles.get("en") or name


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
            if name and path.parent == root / kind and path.is_file():
                return read_toml(path, schema)
        raise UnknownNameError(KINDS.get(kind, kind), name, self.names(kind))


def read_toml(path: Path, schema: type[T]) -> T:
    """Return a TOML file as an object of the given schema.

    Raises:
        TemplateError: the file cannot be read, is not TOML, or does not follow the schema.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TemplateError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TemplateError(f"{path} is not valid TOML: {error}") from None
    return to_schema(data, schema, str(path), TemplateError)


def to_schema(data: object, schema: type[T], where: str, error_type: type[Exception]) -> T:
    """Return plain data as an object of a schema; a mistake becomes one line that names file and key."""
    try:
        return msgspec.convert(data, schema)
    except msgspec.ValidationError as error:
        raise error_type(f"{where}: {_explain(str(error), schema)}") from None


def _explain(message: str, schema: object) -> str:
    """Return a validation message in plain words, with the nearest known key for an unknown one."""
    place = message.partition(" - at `$")[2].rstrip("`").lstrip(".")
    inside = f" in {place}" if place else ""
    unknown = re.search(r"unknown field `(.+?)`", message)
    if unknown is not None:
        close = get_close_matches(unknown[1], _keys(schema), n=1, cutoff=0.5)
        advice = f"; did you mean {close[0]!r}?" if close else ""
        return f"unknown key {unknown[1]!r}{inside}{advice}"
    missing = re.search(r"missing required field `(.+?)`", message)
    if missing is not None:
        return f"key {missing[1]!r} is missing{inside}"
    return message.replace(" - at `$", " - at `").replace("`.", "`")


@cache
def _keys(schema: Any) -> frozenset[str]:
    """Return every key that may stand anywhere in a schema."""
    keys: set[str] = set()
    waiting, seen = [msgspec.inspect.type_info(schema)], set()
    while waiting:
        info = waiting.pop()
        if id(info) in seen:
            continue
        seen.add(id(info))
        for field in getattr(info, "fields", ()):
            keys.add(field.encode_name)
            waiting.append(field.type)
        parts = [getattr(info, part, None) for part in ("item_type", "key_type", "value_type")]
        waiting += [part for part in (*parts, *getattr(info, "types", ()), *getattr(info, "item_types", ())) if part]
    return frozenset(keys)
