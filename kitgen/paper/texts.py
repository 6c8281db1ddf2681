"""All words on paper, read from ``templates/texts/LANGUAGE/*.toml``; none are written in code."""

import re
from collections.abc import Collection, Iterator, Mapping
from copy import copy
from functools import cached_property
from pathlib import Path

from kitgen.errors import TemplateError, UnknownNameError, quoted
from kitgen.kit.editions import USUAL_LANGUAGE
from kitgen.paper.plurals import Plurals
from kitgen.paper.text_keys import check_keys
from kitgen.templates import Templates, read_toml, shipped

#: What a machine may be made of. Where it is not boxes, its own words for it stand in tables of this name, as in
#: ``operator.cards.finished`` for ``operator.finished``. All parts speak of it so, without being told.
BOXES, CARDS = "boxes", "cards"
#: The place in a text that speaks of a sheet by its title; and the file with the titles of those that go with a guide.
SHEET, GUIDE = "sheet", "guide"
#: The place in a text for a word or a phrase that depends on what the machine is made of; and the file with these.
WORD, WORDS = "word", "words"
#: Names and letters of colours in a language of one's own: read with the palettes, which name their keys.
COLOURS = "colours.toml"


def guide_path(root: Path, language: str, name: str) -> Path:
    """Return where a guide is in a folder of templates."""
    return root / "guides" / language / f"{name}.md"


def guide_names(templates: Templates, language: str) -> tuple[str, ...]:
    """Return the names of the guides that there are in a language.

    >>> guide_names(Templates(), "it")
    ('teacher',)
    """
    return tuple(sorted({path.stem for root in templates.roots for path in (root / "guides" / language).glob("*.md")}))


def _flat(prefix: str, data: Mapping[str, object], path: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of a table with their keys, which begin with ``prefix``.

    Raises:
        TemplateError: something is neither a text nor a table of texts.
    """
    for key, value in data.items():
        name = f"{prefix}.{key}"
        if isinstance(value, dict):
            yield from _flat(name, value, path)
        elif isinstance(value, str):
            yield name, value.strip()
        else:
            raise TemplateError(f"{path}: {quoted(name)} is {quoted(value)}; it must be a text")


class Texts:
    """The texts of one language.

    A text is asked for as ``FILE.KEY``; ``{name}`` in it is filled in, numbers with decimals as the language writes
    them. A text with a number has the forms that its language needs, such as ``KEY.one`` and ``KEY.other``, chosen by
    ``count`` (``plurals.py``). Of a machine that is made of something else than boxes ``FILE.KIND.KEY`` is said, where
    there is such a text; where only the noun is another, one sentence serves both and says ``{word[box]}``. A sheet is
    spoken of as ``{sheet[PART]}``, which is its title: so it has one name everywhere.

    Attributes:
        language: the language's code, such as ``en``.
        templates: the templates that they were read from.
        made_of: what the machine is made of that they speak of: ``BOXES`` or ``CARDS``.
    """

    def __init__(self, language: str, templates: Templates) -> None:
        if language not in templates.languages():
            raise UnknownNameError("language", language, templates.languages())
        self.language = language
        self.templates = templates
        self.made_of = BOXES
        self._texts: dict[str, str] = {}
        self._unread: dict[str, list[Path]] = {}
        for root in reversed(templates.roots):  # a user's own texts are read last and win
            for path in sorted((root / "texts" / language).glob("*.toml")):
                if path.name != COLOURS:
                    self._unread.setdefault(path.stem, []).append(path)
        if templates.own is not None:  # in a folder that somebody has named, all has to be right
            self._read(*(path.stem for path in (templates.own / "texts" / language).glob("*.toml")))

    def _read(self, *files: str) -> None:
        """Read files of texts that have not been read; one that nobody asks for may be as wrong as it likes."""
        for file in files:
            for path in self._unread.get(file, ()):
                found = dict(_flat(file, read_toml(path, dict), path))
                if not path.is_relative_to(shipped()):
                    check_keys(path, found, self._known)
                self._texts |= found
            self._unread.pop(file, None)

    @cached_property
    def _known(self) -> Collection[str]:
        """The keys of the texts that come with kitgen."""
        return Texts(USUAL_LANGUAGE, Templates()).keys()

    def guide(self, name: str, **values: object) -> tuple[str, str]:
        """Return a longer text from ``guides/LANGUAGE/NAME.md`` with its places filled in, and its file's name.

        Raises:
            UnknownNameError: there is no such guide in the language.
            TemplateError: its file cannot be read, or it asks for a value that it is not given.
        """
        for root in self.templates.roots if name in guide_names(self.templates, self.language) else ():
            path = guide_path(root, self.language, name)
            if path.is_file():
                try:
                    return path.read_text(encoding="utf-8").format_map(self._filled(values)), str(path)
                except KeyError as error:
                    raise TemplateError(f"{path} asks for an unknown {{{error.args[0]}}}") from None
                except (ValueError, IndexError, UnicodeDecodeError) as error:
                    raise TemplateError(f"{path} cannot be filled in: {error}") from None
        raise UnknownNameError(f"guide in {self.language!r}", name, guide_names(self.templates, self.language))

    def speaking_of(self, made_of: str) -> "Texts":
        """Return the same texts, with the words for a machine that is made of ``BOXES`` or ``CARDS``.

        >>> Texts("en", Templates()).speaking_of("cards")("operator.find")
        'Find the card'
        """
        other = copy(self)  # what has been read is shared
        other.made_of = made_of
        return other

    def _own(self, key: str) -> str:
        """Return the key of the text for what the machine is made of: its own, where there is one."""
        file, _, rest = key.partition(".")
        self._read(file)
        own = f"{file}.{self.made_of}.{rest}"
        return own if own in self._texts else key

    def keys(self) -> frozenset[str]:
        """Return the names of all texts."""
        self._read(*self._unread)
        return frozenset(self._texts)

    def raw(self, key: str) -> str:
        """Return a text as it is written, its places in braces.

        >>> Texts("en", Templates()).raw("cover.time")[:28]
        'Cut, glue and fill: about {m'
        """
        return self._texts[self._own(key)]

    def has(self, key: str) -> bool:
        """Return whether there is such a text."""
        return self._own(key) in self._texts

    def key_with(self, letter: str) -> str | None:
        """Return the key of a text that a letter stands in, or None."""
        self._read(*self._unread)
        return next((key for key, text in sorted(self._texts.items()) if letter in text), None)

    def key_of(self, line: str) -> str | None:
        """Return the key of the text that a printed line most likely is, or None when it is none of them."""
        self._read(*self._unread)
        best: tuple[int, str] | None = None
        for key, text in sorted(self._texts.items()):
            pieces = [piece for piece in re.split(r"\{[^}]*\}", text) if piece.strip()]
            if pieces and all(piece in line for piece in pieces):
                best = max(best or (0, key), (sum(map(len, pieces)), key))
        return None if best is None else best[1]

    def __call__(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text with its places filled in.

        Raises:
            TemplateError: there is no such text, or it asks for a value that it is not given.
        """
        if count is not None:
            key = f"{key}.{self._plurals.form(count)}"
            values["count"] = count
        key = self._own(key)
        try:
            return self._texts[key].format_map(self._filled(values))
        except KeyError as error:
            if error.args[0] != key:
                what = f"{key!r} asks for an unknown {{{error.args[0]}}}"
            elif count is None:
                what = f"{key!r} is missing"
            else:
                base, _, form = key.rpartition(".")
                what = f"{base!r} has no form {form!r}, which goes with {count}"
            raise TemplateError(f"{self.place_of(key)}: {what}") from None

    def _filled(self, values: Mapping[str, object]) -> dict[str, object]:
        """Return what places are filled in with: decimals as the language writes them, and all that may be named."""
        said = {name: self.decimals(value) if isinstance(value, float) else value for name, value in values.items()}
        return {**said, SHEET: _Sheets(self), WORD: _Words(self)}

    def decimals(self, number: float) -> str:
        """Return a number with two decimals at the most.

        >>> Texts("it", Templates()).decimals(63.5), Texts("en", Templates()).decimals(36.0)
        ('63,5', '36')
        """
        return f"{number:.2f}".rstrip("0").rstrip(".").replace(".", self("sheet.decimal"))

    def title_key(self, sheet: str) -> str | None:
        """Return the key of a sheet's title, or None when there is no such sheet.

        Args:
            sheet: a part's name; or the whole key, for one of several sheets of a part that has a name of its own.

        >>> Texts("en", Templates()).title_key("museum")
        'guide.museum'
        """
        return next((key for key in (f"{sheet}.title", f"{GUIDE}.{sheet}", sheet) if self.has(key)), None)

    @cached_property
    def _plurals(self) -> Plurals:
        return Plurals(self.language, self.templates)

    def place_of(self, key: str) -> str:
        """Return the file that a text stands in, from the folder of templates on."""
        return f"texts/{self.language}/{key.partition('.')[0]}.toml"


class _Sheets:
    """The titles of all sheets, as ``{sheet[PART]}`` asks for them."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def __getitem__(self, sheet: str) -> str:
        key = self._texts.title_key(sheet)
        if key is None:
            raise KeyError(f"{SHEET}[{sheet}]")
        return self._texts(key)


class _Words:
    """The words for what the machine is made of, as ``{word[box]}`` asks for them; ``{word[Box]}`` is its capital."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def __getitem__(self, word: str) -> str:
        key = f"{WORDS}.{word[:1].lower()}{word[1:]}"
        if not self._texts.has(key):
            raise KeyError(f"{WORD}[{word}]")
        said = self._texts(key)
        return said[:1].upper() + said[1:] if word[:1].isupper() else said
