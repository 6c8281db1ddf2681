"""Finds and reads the files in ``templates/``, which users may copy and change.

The folder is beside the package in a checkout and inside it when installed.
"""

import fnmatch
import json
import os
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from kitgen.errors import (
    KitgenError,
    TemplateError,
    UnknownNameError,
    UsageError,
    quoted,
    suggested,
)
from kitgen.reading.schema import to_schema
from kitgen.reading.user_file import kind_of, not_wanted, read_user_file

T = TypeVar("T")
#: Called with a file that is left out, and the reason.
LeftOut = Callable[[Path, KitgenError], object]
#: The longest file to read, in bytes; kitgen's own have a hundredth of it.
MAX_TEMPLATE_BYTES = 500_000
#: The most dots on one line; consecutive dots count once.
MAX_DOTS_OF_A_LINE = 32
_DOTS = re.compile(r"\.+")
#: The content of each folder in ``templates/``, in a user's words.
KINDS = {
    "boxes": "box size",
    "braille": "Braille standard",
    "editions": "edition",
    "errata": "published table",
    "games": "game told as data",
    "glossaries": "glossary of a language",
    "lessons": "lesson",
    "laser": "map of colours for laser cutters",
    "palettes": "palette",
    "printers": "printer",
    "reviewed": "list of texts that were read",
    "rules": "learning rule",
    "stock": "label or card size",
    "tables": "table",
    "themes": "theme",
}
#: Those of which kitgen has no files of its own.
ONLY_OF_USERS = {"printers"}
#: The folders of files that were replaced, by the kind of template; kits that were made of them
#: still read them.
EARLIER = {
    "editions": "editions/earlier",
    "palettes": "palettes/earlier",
}
#: The default language.
USUAL_LANGUAGE = "en"
#: The most letters of a template's name; systems allow a file 255 bytes.
LONGEST = 60
#: The name of such a file in messages.
_TOML = "a file in TOML"


@cache
def shipped() -> Path:
    """Return the folder of templates that comes with kitgen."""
    package = Path(__file__).parents[1]
    inside = package / "templates"
    if inside.is_dir():
        return inside
    return package.parent / "templates"


def title_in(language: str, titles: Mapping[str, str], name: str) -> str:
    """Return a title in a language; if it is missing, in English; otherwise the file's name.

    >>> title_in("xx", {"en": "Greys", "it": "Grigi"}, "grey"), title_in("it", {}, "grey")
    ('Greys', 'grey')
    """
    return titles.get(language) or titles.get(USUAL_LANGUAGE) or name


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning; all else stays as it is."""
    return text[:1].upper() + text[1:]


@cache
def known_folders() -> tuple[str, ...]:
    """Return the folders that a folder of templates can have: those of kitgen's own, and what
    only users have.
    """
    of_kitgen = {path.name for path in shipped().iterdir() if path.is_dir()}
    return tuple(sorted(of_kitgen | ONLY_OF_USERS))


class Templates:
    """The templates in use, in ``roots``: a folder given by name, the user's own, and kitgen's; the
    first file wins.

    >>> "her" in Templates().names("editions")
    True
    """

    def __init__(
        self, own: Path | None = None, home: Path | None = None, left_out: LeftOut | None = None
    ) -> None:
        """Look at the folders; their files are read later.

        Args:
            own: a folder given by name; all its files must be right.
            home: the user's own folder, or None.
            left_out: called with a file in ``home`` that is left out of a list, and the reason;
                without it such a file is refused.
        """
        self.own = own
        self.home = home
        self.roots = tuple(root for root in (own, home, shipped()) if root is not None)
        self._left_out = left_out
        if own is not None:
            if own.exists() and not own.is_dir():
                raise UsageError(f"{quoted(own)} is a file; name a folder of templates")
            if not own.is_dir():
                copying = suggested("kitgen", "templates", "copy", own)
                raise UsageError(f"there is no folder {quoted(own)}; {copying} makes one to change")
            if not any((own / name).is_dir() for name in known_folders()):
                raise UsageError(
                    f"folder {quoted(own)} contains no templates: no folder "
                    f"{', '.join(known_folders())}"
                )

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of all files of a kind, without their endings."""
        names = set[str]()
        for root in self.roots:
            files = fnmatch.filter(_listed(root / kind), "*.toml")
            names.update(os.path.splitext(file)[0] for file in files)  # noqa: PTH122 - many names
        return tuple(sorted(names))

    def languages(self) -> tuple[str, ...]:
        """Return the languages of the texts: the folders in ``texts/``."""
        languages = set[str]()
        for root in self.roots:
            with suppress(OSError), os.scandir(root / "texts") as entries:
                languages.update(entry.name for entry in entries if entry.is_dir())
        return tuple(sorted(languages))

    def check_language(self, language: str) -> None:
        """Refuse a language that has no texts, with the nearest that has."""
        known = self.languages()
        if language not in known:
            meant = [name for name in self._languages_called(language) if name in known]
            raise UnknownNameError("language", language, known, meant=meant)

    def _languages_called(self, word: str) -> list[str]:
        """Return the languages that a word stands for: ``italiano``, ``Italian`` or ``it_IT``."""
        wanted = plain_word(word)
        called = [re.split("[-_]", word)[0].lower()]
        for glossary in self.names("glossaries"):
            names = self.read("glossaries", glossary, dict).get("languages", {})
            for language, words in names.items():
                if wanted in map(plain_word, words):
                    called.append(language)
        return list(dict.fromkeys(called))

    def read(self, kind: str, name: str, schema: type[T]) -> T:
        """Return a TOML file as an object of the given schema."""
        return read_toml(self.path(kind, name), schema)

    def path(self, kind: str, name: str) -> Path:
        """Return a file of a kind by its name."""
        for root in self.roots:
            path = root / kind / f"{name}.toml"
            # A broken link is refused, not ignored.
            if 0 < len(name) <= LONGEST and path.parent == root / kind and os.path.lexists(path):
                return path
        raise UnknownNameError(KINDS.get(kind, kind), name, self.names(kind))

    def each(self, kind: str, read: Callable[[str], T]) -> Iterator[tuple[str, T]]:
        """Yield the name of every file of a kind, one of ``KINDS``, and its content.

        A file in the user's own folder that cannot be read is reported and left out; any other is
        refused.
        """
        for name in self.names(kind):
            try:
                content = read(name)
            except KitgenError as error:
                path = self.path(kind, name)
                if self._left_out is None or self.home is None or path.parent != self.home / kind:
                    raise
                self._left_out(path, error)
            else:
                yield name, content


def plain_word(text: str) -> str:
    """Return the letters and digits of a text, small and without accents, and without an article
    before them.

    >>> plain_word("L'échelle"), plain_word("Morpion 3×3")
    ('echelle', 'morpion3x3')
    """
    text = re.sub(
        r"^(the|il|lo|la|le|i|gli|el|los|las|les|der|die|das)\s+|^l['’]",
        "",
        text.strip().casefold(),
    )
    letters = unicodedata.normalize("NFKD", text.replace("×", "x"))
    return "".join(letter for letter in letters if letter.isalnum())


def _listed(folder: Path) -> list[str]:
    """Return the names of all that is in a folder; none if it is not there or cannot be read."""
    try:
        return os.listdir(folder)  # noqa: PTH208 - quicker where only names are asked for
    except OSError:
        return []


def read_toml(path: Path, schema: type[T]) -> T:
    """Return a TOML file as an object of the given schema."""
    data = read_user_file(path, MAX_TEMPLATE_BYTES, _TOML, TemplateError, pipes=False)
    if len(data) > MAX_TEMPLATE_BYTES:
        raise TemplateError(
            f"{quoted(path)} has more than {MAX_TEMPLATE_BYTES // 1000} kB; a template "
            "cannot be that long"
        )
    return to_schema(_parsed(data, path), schema, quoted(path), TemplateError)


def _parsed(data: bytes, path: Path) -> dict[str, Any]:
    """Return the content of a TOML file, or refuse it with what is wrong in one line."""
    try:
        text = data.decode("utf-8-sig")  # some editors write a byte order mark
        for number, line in enumerate(text.splitlines(), 1):
            # Each dot of a key takes as long as all before it together.
            if len(_DOTS.findall(line)) > MAX_DOTS_OF_A_LINE:
                raise TemplateError(
                    f"{quoted(path)}: line {number} has more than {MAX_DOTS_OF_A_LINE} dots; "
                    "split the line"
                )
        return tomllib.loads(text)
    except RecursionError:
        raise TemplateError(
            f"{quoted(path)} is not valid TOML: its tables or lists are nested too deeply"
        ) from None
    except ValueError as error:
        if kind_of(data) != "text":
            raise TemplateError(not_wanted(path, data, _TOML)) from None
        if isinstance(error, UnicodeDecodeError):
            raise TemplateError(
                f"{quoted(path)} is not written in UTF-8; save it as UTF-8"
            ) from None
        # wrong syntax, an impossible date, a number with thousands of digits
        raise TemplateError(
            f"{quoted(path)} is not valid TOML: {str(error).partition(';')[0]}"
        ) from None


def flat(prefix: str, data: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield the texts of a file with their whole keys."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from flat(f"{prefix}.{key}", value)
        else:
            yield f"{prefix}.{key}", value


def toml_value(value: object) -> str:
    """Return a value as TOML; texts, numbers and lists are as in JSON.

    >>> toml_value(["a", 1, True]), toml_value({"en": "red"})
    ('["a", 1, true]', '{ en = "red" }')
    """
    if isinstance(value, Mapping):
        items = [f"{toml_key(name)} = {toml_value(item)}" for name, item in value.items()]
        return f"{{ {', '.join(items)} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_key(name: str) -> str:
    """Return a key as TOML."""
    needs_no_quotes = re.fullmatch("[A-Za-z0-9_-]+", name) is not None
    if needs_no_quotes:
        return name
    return json.dumps(name, ensure_ascii=False)
