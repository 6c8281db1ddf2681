"""Checks a folder of templates: reads every file in it as kitgen would."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from string import Formatter

from kitgen.authoring.template_files import faults_of_data, meanings, without_place
from kitgen.errors import KitgenError, TemplateError, UsageError, many, quoted
from kitgen.kit.editions import USUAL_LANGUAGE
from kitgen.kit.palette import newest_palette, read_palette
from kitgen.paper.layout.flow import flow_pages
from kitgen.paper.parts import PARTS
from kitgen.paper.parts.guide import figures
from kitgen.paper.texts import FORMS, OTHER, SHEET, WORD, WORDS, Plurals, check_keys, did_you_mean, guide_path, texts_in
from kitgen.reading.templates import EARLIER, Templates, capitalised, flat, known_folders, read_toml, shipped
from kitgen.reading.user_file import plain_text
from kitgen.verdict import Verdict

#: The file of texts with the names of colours, for languages that the palettes do not have.
COLOURS = "colours"
#: The palette that a language needs words for, because kits use it by default.
USUAL_PALETTE = "okabe-ito"
#: Texts hold numbers below this one; forms for larger ones, such as Italian's for a million, are not needed.
COUNTS = 1000
#: A text of so many words is a sentence, which no two languages share: none of two words is the same in Italian or
#: Spanish as in English, and three leave room for names.
MIN_WORDS_OF_A_SENTENCE = 3
#: The largest share of shorter texts that a language may have in common with English; Italian
#: and Spanish have one in 60.
MAX_SHARED_SHORT_TEXTS = 0.2
#: The most keys, or numbers of lines, that one fault names.
MAX_NAMED = 5
_PLACE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")
#: The size of the pages for trying guides, in mm.
PAGE_SIZE = (170.0, 240.0)


@dataclass(frozen=True, slots=True)
class Completeness:
    """How many of the texts that a language needs are there, including kitgen's own."""

    language: str
    there: int
    needed: int


class English:
    """The texts that every language needs, as kitgen has them in English.

    Attributes:
        texts: all texts, as they are written, by key.
        keys: of all texts, including plural forms.
        counted: keys of those with plural forms, without the form.
        places: the places that each text may have, by its key without plural form.
        general: the places that any text may have: titles of sheets, and words that depend on the kind of machine.
    """

    def __init__(self) -> None:
        texts = texts_in(USUAL_LANGUAGE)
        self.keys = texts.keys()
        self.texts = {key: texts.raw(key) for key in self.keys}
        bases = (key.removesuffix(".one") for key in self.keys if key.endswith(".one"))
        self.counted = frozenset(base for base in bases if f"{base}.{OTHER}" in self.keys)
        self.places = defaultdict[str, frozenset[str]](frozenset)
        for key in self.keys:
            base = self.base(key)
            self.places[base] |= places_of(texts.raw(key)) | ({"count"} if base in self.counted else set())
        # Sentences on pieces get all forms of their noun, of which a language takes what its grammar needs.
        forms = frozenset(key.split(".")[3] for key in self.keys if key.startswith("told.noun."))
        for base in [base for base in self.places if base.startswith("told.")]:
            self.places[base] |= forms
        named = (place for places in self.places.values() for place in places if place.startswith(f"{SHEET}["))
        words = {key.rpartition(".")[2] for key in self.keys if key.startswith(f"{WORDS}.")}
        words |= set(map(capitalised, words))
        sheets = (f"{SHEET}[{part}]" for part in PARTS)
        self.general = frozenset((*sheets, *named, *(f"{WORD}[{word}]" for word in words)))

    def base(self, key: str) -> str:
        """Return the key of a text without its plural form."""
        base, _, form = key.rpartition(".")
        return base if base in self.counted and form in (*FORMS, OTHER) else key

    def needed(self, language: str, templates: Templates) -> frozenset[str]:
        """Return the keys of all texts that a language needs, including its plural forms."""
        forms = set(map(Plurals(language, templates).form, range(COUNTS)))
        single = self.places.keys() - self.counted
        return frozenset((*single, *(f"{base}.{form}" for base in self.counted for form in forms)))


def places_of(text: str) -> frozenset[str]:
    """Return the names in braces in a text; ``ValueError`` if the braces are wrong.

    >>> sorted(places_of("{boxes} boxes for {title}"))
    ['boxes', 'title']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def faults_of_texts(path: Path, english: English) -> Iterator[str]:
    """Yield the faults of a file of texts: unknown keys, places that are not filled in; or raise one."""
    if path.stem == COLOURS:
        return
    check_keys(path, (), english.keys)
    for key, text in flat(path.stem, read_toml(path, dict)):
        short = key.partition(".")[2]
        if key not in english.keys:  # it may still be a form of a number, or a text of a game
            try:
                check_keys(path, (key,), english.keys)
            except TemplateError as error:
                yield without_place(error, path)
                continue
        if isinstance(text, str):
            # The texts of a game that kitgen does not know cannot be compared with any.
            places = english.places.get(english.base(key))
            known = None if places is None else places | english.general
            yield from (f"key {short!r} {fault}" for fault in _faults_of_places(text, known))
        else:
            yield f"key {short!r} is not a text"


def texts_of(language: str, templates: Templates) -> dict[str, str]:
    """Return the texts that a language has, as they are written, by key; without files that cannot be read."""
    texts: dict[str, str] = {}
    for root in reversed(templates.roots):  # a user's own texts are read last and win
        for path in sorted((root / "texts" / language).glob("*.toml")):
            with suppress(TemplateError):  # reported with the file
                texts |= {key: text for key, text in flat(path.stem, read_toml(path, dict)) if isinstance(text, str)}
    return texts


def count_words(text: str) -> int:
    """Return how many words a text has, not counting single letters and what is filled in.

    >>> count_words("{boxes} boxes for {title}, A to I")
    3
    """
    return len(_WORD.findall(_PLACE.sub(" ", text)))


def is_english(language: str) -> bool:
    """Return whether a language is English, perhaps as a country writes it.

    >>> is_english("en-GB"), is_english("it")
    (True, False)
    """
    return re.split("[-_]", language)[0] == USUAL_LANGUAGE


def untranslated(texts: Mapping[str, str], english: English) -> list[str]:
    """Return the keys of the texts of another language that are still in English, sorted.

    A sentence is if it is the same. A shorter text may well be the same, such as ``Poster``: such texts are named only
    if more of them are the same than two languages can share.
    """
    same = []
    short = []
    for key, text in sorted(texts.items()):
        words = count_words(text)
        base = english.base(key)
        forms = (key, f"{base}.one", f"{base}.{OTHER}")
        if words == 0:
            continue
        if words < MIN_WORDS_OF_A_SENTENCE:
            short.append(key)
        if text.strip() in {english.texts.get(form) for form in forms}:
            same.append(key)
    shared = set(same) & set(short)
    if len(shared) > MAX_SHARED_SHORT_TEXTS * len(short):
        return same
    return [key for key in same if key not in shared]


def untranslated_lines(guide: str, english: str) -> list[int]:
    """Return the numbers of the lines of a guide that are sentences of the English one.

    >>> untranslated_lines("Stampa tutto.", "Print it all."), untranslated_lines("Print it all.", "Print it all.")
    ([], [1])
    """
    known = {line.strip() for line in english.splitlines() if count_words(line) >= MIN_WORDS_OF_A_SENTENCE}
    return [number for number, line in enumerate(guide.splitlines(), 1) if line.strip() in known]


def missing_texts(language: str, templates: Templates, english: English) -> tuple[Completeness, list[tuple[str, str]]]:
    """Return how complete a language is, including kitgen's own texts, and each missing text's file and message."""
    needed = english.needed(language, templates)
    texts = texts_of(language, templates)
    copied = [] if is_english(language) else untranslated(texts, english)
    missing = sorted(needed - texts.keys())
    faults = []
    for stem, group in groupby(missing, key=lambda key: key.partition(".")[0]):
        keys = [key.partition(".")[2] for key in group]
        if any((root / "texts" / language / f"{stem}.toml").is_file() for root in templates.roots):
            faults += [(f"{stem}.toml", f"key {key!r} is missing") for key in keys]
        else:
            faults.append((f"{stem}.toml", f"the file is missing, with {len(keys)} texts"))
    for stem, group in groupby(copied, key=lambda key: key.partition(".")[0]):
        keys = [quoted(key.partition(".")[2]) for key in group]
        faults.append((f"{stem}.toml", f"{many(len(keys), 'text')} still in English: {_first(keys)}"))
    try:
        colours = read_palette(newest_palette(USUAL_PALETTE, templates), language, templates)
    except TemplateError as error:
        faults.append((f"{COLOURS}.toml", str(error)))
        colours = ()
    results = {text for key, text in texts.items() if key.startswith("log.letter.")}
    for colour in colours:
        if colour.letter in results:
            text = f"letter {colour.letter!r} of {colour.key} is that of a result, too: see [letter] in log.toml"
            faults.append((f"{COLOURS}.toml", text))
    if colours and not is_english(language):
        usual = read_palette(newest_palette(USUAL_PALETTE, templates), USUAL_LANGUAGE, templates)
        if [colour.name for colour in colours] == [colour.name for colour in usual]:
            faults.append((f"{COLOURS}.toml", "the names of the colours are still in English"))
    lacking = needed & {*missing, *copied}
    return Completeness(language, len(needed) - len(lacking), len(needed)), faults


def _first(names: Sequence[str]) -> str:
    """Return the first names, with dots for the others."""
    shown = ", ".join(names[:MAX_NAMED])
    return f"{shown} …" if len(names) > MAX_NAMED else shown


def faults_of_guide(path: Path, english: English) -> Iterator[str]:
    """Yield the faults of a guide: places that are not filled in; or raise one, such as unsupported Markdown."""
    places = [name for name, _ in meanings(figures)]
    try:
        text = plain_text(path)
    except UnicodeDecodeError as error:
        raise TemplateError(f"is not written in UTF-8: {error}") from None
    faults = list(_faults_of_places(text, english.general.union(places)))
    yield from faults
    original = guide_path(shipped(), USUAL_LANGUAGE, path.stem)
    if original.is_file() and not is_english(path.parent.name):
        lines = untranslated_lines(text, original.read_text(encoding="utf-8"))
        if lines:
            yield f"{many(len(lines), 'line')} still in English: {_first([str(line) for line in lines])}"
    if not faults:
        values = {**dict.fromkeys(places, "9"), SHEET: defaultdict(lambda: "9"), WORD: defaultdict(lambda: "9")}
        flow_pages(text.format_map(values), *PAGE_SIZE, path.stem)


def _faults_of_places(text: str, known: Collection[str] | None) -> Iterator[str]:
    try:
        places = places_of(text)
    except ValueError as error:
        yield f"cannot be filled in: {error}"
        return
    for place in sorted(places - set(places if known is None else known)):
        yield f"asks for an unknown {{{place}}}{did_you_mean(place, known or ())}"


#: Endings of files that editors leave behind; like hidden files, they are not checked.
LEFT_BEHIND = ("~", ".bak", ".orig", ".swp", ".tmp")


@dataclass(frozen=True, slots=True)
class TemplateFault:
    """A fault in a folder of templates: the file, by its path inside, and a message with the key."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckedTemplates:
    """The result of a check: files read, by their folder; the faults; and what was not read."""

    folder: Path
    files: dict[str, int]
    faults: list[TemplateFault]
    languages: list[Completeness]
    not_read: list[TemplateFault]

    @property
    def verdict(self) -> Verdict:
        """The verdict; files that kitgen does not read are no faults, but nothing is known of them."""
        return Verdict.of(faults=bool(self.faults), not_read=bool(self.not_read))

    @property
    def passed(self) -> bool:
        """Whether the verdict is ``right``."""
        return self.verdict is Verdict.RIGHT


def check_templates(folder: Path) -> CheckedTemplates:
    """Read every file of a folder of templates, and return the faults; what it lacks is taken from kitgen.

    Raises:
        UsageError: there is no such folder, it holds no templates, or it cannot be read.

    >>> from kitgen.reading.templates import shipped
    >>> checked = check_templates(shipped())
    >>> checked.faults, [language for language in checked.languages if language.there < language.needed]
    ([], [])
    """
    check = _Check(folder)
    try:
        check.walk()
    except OSError as error:
        raise UsageError(f"{quoted(error.filename or folder)} cannot be read: {error.strerror}") from None
    return check.checked


class _Check:
    def __init__(self, folder: Path) -> None:
        self.templates = Templates(folder)
        self.english = English()
        self.checked = CheckedTemplates(folder, {}, [], [], [])

    def walk(self) -> None:
        for place in _inside(self.checked.folder):
            if place.is_dir() and place.name in known_folders():
                for path in self._files_of(place):
                    self._of_kind(place.name, path)
            elif place.is_dir():
                self._unread(place, f"kitgen does not look here{did_you_mean(place.name, known_folders())}")
            elif place.suffix in (".toml", ".md"):  # notes in other formats may be there
                self._unread(place, f"kitgen does not look here; move it into one of {', '.join(known_folders())}")

    def _files_of(self, place: Path) -> Iterator[Path]:
        """Yield what is in the folder of a kind, and then the files that were replaced."""
        earlier = self.checked.folder / EARLIER.get(place.name, place.name)
        for path in _inside(place):
            if path == earlier and path.is_dir():
                yield from _inside(path)
            else:
                yield path

    def _of_kind(self, kind: str, path: Path) -> None:
        if kind not in ("texts", "guides"):
            self._read(kind, path, ".toml", faults_of_data(kind, path, self.templates))
            return
        if not path.is_dir():
            self._unread(path, f"is outside the folders of the languages, such as {kind}/en")
            return
        suffix, faults_of = (".md", faults_of_guide) if kind == "guides" else (".toml", faults_of_texts)
        for file in _inside(path):
            self._read(kind, file, suffix, faults_of(file, self.english))
        if kind == "texts":
            complete, missing = missing_texts(path.name, self.templates, self.english)
            self.checked.languages.append(complete)
            for name, text in missing:
                self._fault(path / name, text)

    def _read(self, kind: str, path: Path, suffix: str, faults: Iterator[str]) -> None:
        """Count a file that kitgen reads, and note its faults; or note why kitgen does not read it."""
        if path.is_dir():
            self._unread(path, "is a folder; kitgen reads only files here")
        elif path.suffix != suffix:
            self._unread(path, f"is not read; its name has to end in {suffix}")
        else:
            self.checked.files[kind] = self.checked.files.get(kind, 0) + 1
            try:
                for fault in faults:
                    self._fault(path, fault)
            except KitgenError as error:
                self._fault(path, without_place(error, path))

    def _fault(self, path: Path, text: str) -> None:
        self.checked.faults.append(TemplateFault(self._name(path), text))

    def _unread(self, path: Path, text: str) -> None:
        self.checked.not_read.append(TemplateFault(self._name(path), text))

    def _name(self, path: Path) -> str:
        name = path.relative_to(self.checked.folder).as_posix()
        return f"{name}/" if path.is_dir() else name


def _inside(folder: Path) -> Iterator[Path]:
    """Yield the contents of a folder, in order, without hidden and left-behind files."""
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(".") and not path.name.endswith(LEFT_BEHIND):
            yield path
