"""What is wrong with the words of a language: texts and guides, and how complete they are."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from string import Formatter

from kitgen.door.templates.data_files import nearest, without_place
from kitgen.errors import KitgenError, TemplateError
from kitgen.kit.editions import USUAL_LANGUAGE
from kitgen.kit.palette import read_palette
from kitgen.paper.layout.flow import flow_pages
from kitgen.paper.parts import PARTS
from kitgen.paper.parts.guide import GuideFigures
from kitgen.paper.plurals import FORMS, OTHER, Plurals
from kitgen.paper.text_keys import check_keys
from kitgen.paper.texts import SHEET, WORD, WORDS, Texts
from kitgen.templates import Templates, read_toml

#: The file of texts that names the colours of the palettes, for languages that the palettes do not speak.
COLOURS = "colours"
#: The palette that a language needs words for, since kits use it when nothing else is said.
USUAL_PALETTE = "okabe-ito"
#: Numbers below this one stand in texts; forms for other ones, such as Italian's for a million, are not needed.
COUNTS = 1000
#: The size of the pages that guides are tried on, in mm.
TRIED_ON = (170.0, 240.0)


@dataclass(frozen=True, slots=True)
class Completeness:
    """How complete the texts of a language are.

    Attributes:
        language: its code.
        there: how many of the texts that it needs there are, kitgen's own included.
        needed: how many it needs.
    """

    language: str
    there: int
    needed: int


class English:
    """The texts that every language needs, as kitgen has them in English.

    Attributes:
        keys: the names of all texts, forms of numbers included.
        counted: the names of those that go with a number, without the form.
        places: the places that each text may have, by its name; of those with a number, without the form.
        sheets: the places that speak of sheets, which any text may have.
        words: those for words that depend on what the machine is made of.
    """

    def __init__(self) -> None:
        texts = self._texts = Texts(USUAL_LANGUAGE, Templates())
        self.keys = texts.keys()
        self.counted = frozenset(
            base for base, _, form in (key.rpartition(".") for key in self.keys)
            if form == "one" and f"{base}.{OTHER}" in self.keys
        )  # fmt: skip
        self.places: dict[str, frozenset[str]] = {}
        for key in self.keys:
            base = self.base(key)
            found = places_of(texts.raw(key)) | ({"count"} if base in self.counted else set())
            self.places[base] = self.places.get(base, frozenset()) | found
        spoken_of = (place for found in self.places.values() for place in found if place.startswith(f"{SHEET}["))
        self.sheets = frozenset((*(f"{SHEET}[{part}]" for part in PARTS), *spoken_of))
        names = {key.rpartition(".")[2] for key in self.keys if key.startswith(f"{WORDS}.")}
        self.words = frozenset(f"{WORD}[{word}]" for name in names for word in (name, name[0].upper() + name[1:]))

    def base(self, key: str) -> str:
        """Return the name of a text without the form of a number."""
        base, _, form = key.rpartition(".")
        return base if base in self.counted and form in (*FORMS, OTHER) else key

    def needed(self, language: str, templates: Templates) -> frozenset[str]:
        """Return the names of all texts that a language needs, each form of a number by itself."""
        plurals = Plurals(language, templates)
        forms = sorted({plurals.form(count) for count in range(COUNTS)})
        single = self.places.keys() - self.counted
        return frozenset((*single, *(f"{base}.{form}" for base in self.counted for form in forms)))


def places_of(text: str) -> frozenset[str]:
    """Return the names in braces in a text.

    Raises:
        ValueError: its braces do not close, or hold what is no name.

    >>> sorted(places_of("{boxes} boxes for {title}"))
    ['boxes', 'title']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def faults_of_texts(path: Path, english: English) -> Iterator[str]:
    """Yield what is wrong with a file of texts: unknown keys, places that are not filled in.

    Args:
        path: the file.
        english: what there can be.
    """
    if path.stem == COLOURS:
        return
    try:
        check_keys(path, (), english.keys)
        found = dict(_flat(path.stem, read_toml(path, dict)))
    except KitgenError as error:
        yield without_place(error, path)
        return
    for key, text in found.items():
        short = key.partition(".")[2]
        try:
            check_keys(path, (key,), english.keys)
        except TemplateError as error:
            yield without_place(error, path)
            continue
        if isinstance(text, str):
            # A game that kitgen does not know has texts that it cannot compare with any.
            known = english.places.get(english.base(key))
            allowed = None if known is None else known | english.sheets | english.words
            yield from (f"key {short!r} {fault}" for fault in _faults_of_places(text, allowed))
        else:
            yield f"key {short!r} is not a text"


def missing_texts(language: str, templates: Templates, english: English) -> tuple[Completeness, list[tuple[str, str]]]:
    """Return how complete a language is, and what is missing: the file, and what of it.

    Texts that come with kitgen count as there, whatever folder is looked at.
    """
    needed = english.needed(language, templates)
    there: set[str] = set()
    for root in templates.roots:
        for path in sorted((root / "texts" / language).glob("*.toml")):
            try:
                there |= {key for key, text in _flat(path.stem, read_toml(path, dict)) if isinstance(text, str)}
            except TemplateError:  # it is told of where the file is
                continue
    missing = sorted(needed - there)
    by_file: dict[str, list[str]] = {}
    for key in missing:
        stem, _, short = key.partition(".")
        by_file.setdefault(stem, []).append(short)
    faults = []
    for stem, keys in by_file.items():
        if any((root / "texts" / language / f"{stem}.toml").is_file() for root in templates.roots):
            faults += [(f"{stem}.toml", f"key {key!r} is missing") for key in keys]
        else:
            faults.append((f"{stem}.toml", f"the file is missing, with {len(keys)} texts"))
    try:
        read_palette(USUAL_PALETTE, language, templates)
    except TemplateError as error:
        faults.append((f"{COLOURS}.toml", str(error)))
    return Completeness(language, len(needed) - len(missing), len(needed)), faults


def faults_of_guide(path: Path, english: English) -> Iterator[str]:
    """Yield what is wrong with a guide: places that are not filled in, Markdown that is not drawn."""
    figures = [figure.name for figure in fields(GuideFigures)]
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        yield f"is not written in UTF-8: {error}"
        return
    faults = list(_faults_of_places(text, english.sheets | english.words.union(figures)))
    yield from faults
    if not faults:
        values = {**dict.fromkeys(figures, "9"), SHEET: defaultdict(lambda: "9"), WORD: defaultdict(lambda: "9")}
        try:
            flow_pages(text.format_map(values), *TRIED_ON, path.name)
        except KitgenError as error:
            yield str(error).removeprefix(f"{path.name}: ")


def _faults_of_places(text: str, known: Collection[str] | None) -> Iterator[str]:
    """Yield what is wrong with the places in braces in a text; where None are known, any may be right."""
    try:
        found = places_of(text)
    except ValueError as error:
        yield f"cannot be filled in: {error}"
        return
    for place in sorted(found - set(found if known is None else known)):
        yield f"asks for an unknown {{{place}}}{nearest(place, known or ())}"


def _flat(prefix: str, data: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield the texts of a file by their whole names."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(f"{prefix}.{key}", value)
        else:
            yield f"{prefix}.{key}", value
