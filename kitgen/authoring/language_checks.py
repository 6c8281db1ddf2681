"""Holds the texts and guides of a language against the English ones."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from string import Formatter

from kitgen.authoring.template_files import meanings, without_place
from kitgen.errors import TemplateError, many, quoted
from kitgen.kit.palette import USUAL_PALETTE, newest_palette, read_palette
from kitgen.paper.layout.flow import flow_pages
from kitgen.paper.parts import PARTS
from kitgen.paper.parts.guide import figures
from kitgen.reading.glossary import AvoidedWord, avoided_words, read_glossary
from kitgen.reading.templates import (
    USUAL_LANGUAGE,
    Templates,
    capitalised,
    flat,
    read_toml,
    shipped,
)
from kitgen.reading.texts import (
    FORMS,
    OTHER,
    SHEET,
    WORD,
    WORDS,
    Plurals,
    check_keys,
    did_you_mean,
    guide_path,
    texts_in,
)
from kitgen.reading.user_file import plain_text

#: The file of texts with the names of colours, for languages that the palettes do not have.
COLOURS = "colours"
#: Texts hold numbers below this one; forms for larger ones, such as Italian's for a million, are
#: not needed.
COUNTS = 1000
#: A text of so many words is a sentence, which no two languages share: none of two words is the
#: same in Italian or Spanish as in English, and three leave room for names.
MIN_WORDS_OF_A_SENTENCE = 3
#: The largest share of shorter texts that a language may have in common with English; Italian
#: and Spanish have one in 60.
MAX_SHARED_SHORT_TEXTS = 0.2
#: The most keys, or numbers of lines, that one fault names.
MAX_NAMED = 5
#: The places of a text that a language may do without: it may say "it" of the box.
_WORD_PLACES = f"{WORD}["
#: What reads the same in all languages: numbers, names of boxes and cells such as ``A1``, and
#: signs.
_FIGURE = re.compile(r"(?:(?<![^\W\d_])[A-Za-z])?\d+|[+−×→←↑↓<>≤≥≠√½%]")
#: Texts about what a told game's file lacks, or which reason a refusal has; each language words
#: them in its own way.
TOLD = "told."
REFUSALS = "refusals."
#: The keys of nouns of pieces, ``told.noun.KIND.FORM``.
_NOUNS = "told.noun."
_PLACE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")
#: What no language translates: places, what is quoted or typed, commands behind a colon, and
#: names, which have a capital letter in English.
_UNTRANSLATED = re.compile(
    r":\s*kitgen [^.]*|"
    r"\{[^{}]*\}|`[^`]*`|(?<!\w)'[^']*'(?!\w)|[«„“\"][^»“”\"]*[»“”\"]|\*\*[^*]*\*\*|--[a-z-]+|\w*[=_/.]\w+"
)
_SMALL_WORD = re.compile(r"\b[a-z]{3,}\b")
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
        nouns: the places of texts on pieces for the forms of a noun, of which a language takes what
            it needs.
        general: the places that any text may have: titles of sheets, and words that depend on the
            kind of machine.
    """

    def __init__(self) -> None:
        texts = texts_in(USUAL_LANGUAGE)
        self.keys = texts.keys()
        self.texts = {key: texts.raw(key) for key in self.keys}
        bases = (key.removesuffix(".one") for key in self.keys if key.endswith(".one"))
        self.counted = frozenset(base for base in bases if f"{base}.{OTHER}" in self.keys)
        self.nouns = frozenset(key.split(".")[3] for key in self.keys if key.startswith(_NOUNS))
        self.places = defaultdict[str, frozenset[str]](frozenset)
        for key, text in self.texts.items():
            self.places[self.base(key)] |= places_of(text)
        for base in self.counted:
            self.places[base] |= {"count"}
        # Sentences on pieces get all forms of their noun, of which a language takes what its
        # grammar needs.
        for base in list(self.places):
            if base.startswith(TOLD):
                self.places[base] |= self.nouns
        # Two sentences that keep their capital letter after a colon.
        self.places["told.each"] |= {"Rule"}
        self.places["web.learns_by"] |= {"What"}
        self.general = self._general_places()

    def _general_places(self) -> frozenset[str]:
        general = {f"{SHEET}[{part}]" for part in PARTS}
        for places in self.places.values():
            general |= {place for place in places if place.startswith(f"{SHEET}[")}
        for key in self.keys:
            if key.startswith(f"{WORDS}."):
                word = key.rpartition(".")[2]
                general |= {f"{WORD}[{word}]", f"{WORD}[{capitalised(word)}]"}
        return frozenset(general)

    def base(self, key: str) -> str:
        """Return the key of a text without its plural form."""
        base, _, form = key.rpartition(".")
        return base if base in self.counted and form in (*FORMS, OTHER) else key

    def like(self, key: str) -> str:
        """Return the English text for one of a language that may have more forms; or empty."""
        return self.texts.get(key) or self.texts.get(f"{self.base(key)}.{OTHER}", "")

    def needed(self, language: str, templates: Templates) -> frozenset[str]:
        """Return the keys of all texts that a language needs, including its plural forms."""
        plurals = Plurals(language, templates)
        forms = {plurals.form(number) for number in range(COUNTS)}
        keys = self.places.keys() - self.counted
        for base in self.counted:
            keys |= {f"{base}.{form}" for form in forms}
        return frozenset(keys)


def places_of(text: str) -> frozenset[str]:
    """Return the names in braces in a text; ``ValueError`` if the braces are wrong.

    >>> sorted(places_of("{boxes} boxes for {title}"))
    ['boxes', 'title']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def figures_of(text: str) -> Counter[str]:
    """Count the numbers, names of boxes and cells, and signs in a text, outside its places.

    >>> sorted(figures_of("A win: +1. A1 or {count} boxes, 1,000 at most").elements())
    ['+', '000', '1', '1', 'A1']
    """
    return Counter(_FIGURE.findall(_PLACE.sub(" ", text)))


def faults_of_translation(key: str, text: str, english: English) -> Iterator[str]:
    """Yield which places a text lacks that the English one has, and which figures differ.

    >>> [*faults_of_translation("log.score", "Punti: +2 {sheet[curve]}", English())]
    ['has + 2, which English has not']
    """
    original = english.like(key)
    try:
        own_places = places_of(text)
        lost = places_of(original) - own_places
    except ValueError:  # reported as a text that cannot be filled in
        return
    lost -= {place.lower() for place in own_places}  # {Rule} is {rule} with a capital
    if key.startswith(TOLD):
        lost -= english.nouns
    named = [f"{{{place}}}" for place in sorted(lost) if not place.startswith(_WORD_PLACES)]
    if named and not key.startswith(REFUSALS):
        yield f"lacks {', '.join(named)}"
    own = figures_of(text)
    wanted = figures_of(original)
    if key.endswith(".one"):  # one language writes 1, another a word
        del own["1"]
        del wanted["1"]
    missing = sorted((wanted - own).elements())
    extra = sorted((own - wanted).elements())
    if missing:
        yield f"lacks {' '.join(missing)}, which English has"
    if extra:
        yield f"has {' '.join(extra)}, which English has not"


def unused_forms(texts: Mapping[str, str], english: English, needed: Collection[str]) -> list[str]:
    """Return the keys of texts for forms of numbers that a language does not use, sorted."""
    return sorted(key for key in texts if english.base(key) != key and key not in needed)


def faults_of_texts(path: Path, english: English) -> Iterator[str]:
    """Yield the faults of a file of texts, such as unknown keys and places; or raise one."""
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
        if not isinstance(text, str):
            yield f"key {short!r} is not a text"
            continue
        # The texts of a game that kitgen does not know cannot be compared with any.
        places = english.places.get(english.base(key))
        known = None if places is None else places | english.general
        for fault in _faults_of_places(text, known):
            yield f"key {short!r} {fault}"


def written_texts(language: str, templates: Templates) -> dict[str, str]:
    """Return the texts of a language as they are written, by key; without unreadable files."""
    texts: dict[str, str] = {}
    for root in reversed(templates.roots):  # a user's own texts are read last and win
        for path in sorted((root / "texts" / language).glob("*.toml")):
            with suppress(TemplateError):  # reported with the file
                of_file = flat(path.stem, read_toml(path, dict))
                texts |= {key: text for key, text in of_file if isinstance(text, str)}
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

    A sentence is if it is the same. A shorter text may well be the same, such as ``Poster``: such
    texts are named only if more of them are the same than two languages can share.
    """
    same = []
    short = []
    for key, text in sorted(texts.items()):
        words = count_words(text)
        if words == 0:
            continue
        if words < MIN_WORDS_OF_A_SENTENCE:
            short.append(key)
        base = english.base(key)
        forms = (key, f"{base}.one", f"{base}.{OTHER}")
        if text.strip() in {english.texts.get(form) for form in forms}:
            same.append(key)
    same_and_short = set(same) & set(short)
    if len(same_and_short) > MAX_SHARED_SHORT_TEXTS * len(short):
        return same
    return [key for key in same if key not in same_and_short]


def english_words(
    texts: Mapping[str, str], english: English, known: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield key and word where a text has a word of the English one that no other text has.

    Words of the language that are spelled as in English are ``known``. Refusals name keys of files,
    which are English.

    >>> [*english_words({"log.title": "Il foglio sheet", "log.how": "Ogni partita"}, English(), ())]
    [('log.title', 'sheet')]
    """
    shared: dict[str, set[str]] = {}
    of_the_language = set(known)
    for key in sorted(texts):
        if key.startswith(REFUSALS):
            continue
        own_words = _small_words(texts[key])
        original_words = _small_words(english.like(key))
        shared[key] = own_words & original_words
        of_the_language |= own_words - original_words
    for key, words in shared.items():
        for word in sorted(words - of_the_language):
            yield key, word


def _small_words(text: str) -> set[str]:
    return {*_SMALL_WORD.findall(_UNTRANSLATED.sub(" ", text))}


def untranslated_lines(guide: str, english: str) -> list[int]:
    """Return the numbers of the lines of a guide that are sentences of the English one.

    >>> (
    ...     untranslated_lines("Stampa tutto.", "Print it all."),
    ...     untranslated_lines("Print it all.", "Print it all."),
    ... )
    ([], [1])
    """
    english_lines = set()
    for line in english.splitlines():
        if count_words(line) >= MIN_WORDS_OF_A_SENTENCE:
            english_lines.add(line.strip())
    numbered = enumerate(guide.splitlines(), 1)
    return [number for number, line in numbered if line.strip() in english_lines]


def missing_texts(
    language: str, templates: Templates, english: English
) -> tuple[Completeness, list[tuple[str, str]]]:
    """Return how complete a language is, including kitgen's own texts, and its faults.

    Each fault is the name of a file of texts, and a message.
    """
    needed = english.needed(language, templates)
    texts = written_texts(language, templates)
    copied = [] if is_english(language) else untranslated(texts, english)
    missing = sorted(needed - texts.keys())
    faults = [*_faults_of_missing(language, missing, templates)]
    for stem, group in groupby(copied, key=_file_of_key):
        keys = [quoted(key.partition(".")[2]) for key in group]
        message = f"{many(len(keys), 'text')} still in English: {first_of(keys)}"
        faults.append((f"{stem}.toml", message))
    for key, fault in _faults_by_key(language, texts, templates, english, {*copied}):
        stem, _, short = key.partition(".")
        faults.append((f"{stem}.toml", f"key {short!r} {fault}"))
    for message in _faults_of_colours(language, texts, templates):
        faults.append((f"{COLOURS}.toml", message))
    lacking = needed & {*missing, *copied}
    return Completeness(language, len(needed) - len(lacking), len(needed)), faults


def _file_of_key(key: str) -> str:
    """Return the name of the file of a text, without its ending."""
    return key.partition(".")[0]


def _faults_of_missing(
    language: str, missing: Sequence[str], templates: Templates
) -> Iterator[tuple[str, str]]:
    """Yield file and message of each missing text, or of all together where the file is missing."""
    for stem, group in groupby(missing, key=_file_of_key):
        file = f"{stem}.toml"
        keys = [key.partition(".")[2] for key in group]
        if any((root / "texts" / language / file).is_file() for root in templates.roots):
            for key in keys:
                yield file, f"key {key!r} is missing"
        else:
            yield file, f"the file is missing, with {len(keys)} texts"


def _faults_of_colours(
    language: str, texts: Mapping[str, str], templates: Templates
) -> Iterator[str]:
    """Yield what is wrong with a language's names and letters of colours."""
    try:
        palette = newest_palette(USUAL_PALETTE, templates)
        colours = read_palette(palette, language, templates)
    except TemplateError as error:
        yield str(error)
        return
    letters_of_results = {text for key, text in texts.items() if key.startswith("log.letter.")}
    for colour in colours:
        if colour.letter in letters_of_results:
            yield (
                f"letter {colour.letter!r} of {colour.key} is that of a result, too: see "
                "[letter] in log.toml"
            )
    if not colours or is_english(language):
        return
    english_names = [colour.name for colour in read_palette(palette, USUAL_LANGUAGE, templates)]
    if [colour.name for colour in colours] == english_names:
        yield "the names of the colours are still in English"


def _faults_by_key(
    language: str,
    texts: Mapping[str, str],
    templates: Templates,
    english: English,
    copied: Collection[str],
) -> Iterator[tuple[str, str]]:
    """Yield key and fault of each text that strays from its English or from the glossary.

    Of ``copied`` texts, which are still in English, single words are not named.
    """
    for key in unused_forms(texts, english, english.needed(language, templates)):
        yield key, f"is a form of numbers that {language!r} does not have"
    if is_of_user(language, templates):
        return
    glossary = read_glossary(language, templates)
    for avoided in avoided_words(texts, glossary):
        yield avoided.key, str(avoided)
    if is_english(language):
        return
    known = (*glossary.as_in_english, *read_glossary(USUAL_LANGUAGE, templates).as_in_english)
    for key, word in english_words(texts, english, known):
        if key not in copied:
            fault = (
                f"has the English word {quoted(word)}; translate it, or put it among "
                "as_in_english of the glossary"
            )
            yield key, fault
    for key, text in sorted(texts.items()):
        for fault in faults_of_translation(key, text, english):
            yield key, fault


def is_of_user(language: str, templates: Templates) -> bool:
    """Return whether a folder only changes texts of a language that comes with kitgen.

    Such texts may say less or more.
    """
    own = templates.own
    is_shipped = own is not None and own.samefile(shipped())
    return not is_shipped and (shipped() / "texts" / language).is_dir()


def first_of(names: Sequence[str]) -> str:
    """Return the first names, with dots for the others."""
    shown = ", ".join(names[:MAX_NAMED])
    return f"{shown} …" if len(names) > MAX_NAMED else shown


def guides_of(language: str, templates: Templates) -> dict[str, str]:
    """Return the guides of a language by the names of their files, without unreadable ones."""
    guides: dict[str, str] = {}
    for root in reversed(templates.roots):  # a user's own guides win
        for path in sorted((root / "guides" / language).glob("*.md")):
            with suppress(UnicodeDecodeError):  # reported with the file
                guides[path.name] = plain_text(path)
    return guides


def avoided_in_guides(language: str, templates: Templates) -> Iterator[AvoidedWord]:
    """Yield the words in the guides of a language that its glossary avoids, by the file's name."""
    if not is_of_user(language, templates):
        yield from avoided_words(guides_of(language, templates), read_glossary(language, templates))


def faults_of_guide(path: Path, english: English) -> Iterator[str]:
    """Yield the faults of a guide, such as unknown places; or raise one, such as bad Markdown."""
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
            yield (
                f"{many(len(lines), 'line')} still in English: "
                f"{first_of([str(line) for line in lines])}"
            )
    if faults:
        return
    values = {
        **dict.fromkeys(places, "9"),
        SHEET: defaultdict(lambda: "9"),
        WORD: defaultdict(lambda: "9"),
    }
    flow_pages(text.format_map(values), *PAGE_SIZE, path.stem)


def _faults_of_places(text: str, known: Collection[str] | None) -> Iterator[str]:
    try:
        places = places_of(text)
    except ValueError as error:
        yield f"cannot be filled in: {error}"
        return
    for place in sorted(places - set(places if known is None else known)):
        yield f"asks for an unknown {{{place}}}{did_you_mean(place, known or ())}"
