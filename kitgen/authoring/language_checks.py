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
        self.places = defaultdict[str, frozenset[str]](frozenset)
        for key in self.keys:
            base = self.base(key)
            self.places[base] |= places_of(texts.raw(key)) | (
                {"count"} if base in self.counted else set()
            )
        # Sentences on pieces get all forms of their noun, of which a language takes what its
        # grammar needs.
        forms = frozenset(key.split(".")[3] for key in self.keys if key.startswith("told.noun."))
        self.nouns = forms
        for base in [base for base in self.places if base.startswith(TOLD)]:
            self.places[base] |= forms
        self.places["told.each"] |= {
            "Rule"
        }  # a sentence that keeps its capital letter after a colon
        self.places["web.learns_by"] |= {"What"}  # another
        named = (
            place
            for places in self.places.values()
            for place in places
            if place.startswith(f"{SHEET}[")
        )
        words = {key.rpartition(".")[2] for key in self.keys if key.startswith(f"{WORDS}.")}
        words |= set(map(capitalised, words))
        sheets = (f"{SHEET}[{part}]" for part in PARTS)
        self.general = frozenset((*sheets, *named, *(f"{WORD}[{word}]" for word in words)))

    def base(self, key: str) -> str:
        """Return the key of a text without its plural form."""
        base, _, form = key.rpartition(".")
        return base if base in self.counted and form in (*FORMS, OTHER) else key

    def like(self, key: str) -> str:
        """Return the English text for that of another language, which may have more forms; empty
        if there is none.
        """
        return self.texts.get(key) or self.texts.get(f"{self.base(key)}.{OTHER}", "")

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


def figures_of(text: str) -> Counter[str]:
    """Return the numbers, names of boxes and cells, and signs in a text, outside its places, and
    how often each occurs.

    >>> sorted(figures_of("A win: +1. A1 or {count} boxes, 1,000 at most").elements())
    ['+', '000', '1', '1', 'A1']
    """
    return Counter(_FIGURE.findall(_PLACE.sub(" ", text)))


def faults_of_translation(key: str, text: str, english: English) -> Iterator[str]:
    """Yield what a text has less or more than the English one: places that were lost, numbers and
    signs that differ.

    >>> [*faults_of_translation("log.score", "Punti: +2 {sheet[curve]}", English())]
    ['has + 2, which English has not']
    """
    like = english.like(key)
    try:
        lost = places_of(like) - places_of(text)
    except ValueError:  # reported as a text that cannot be filled in
        return
    lost -= {place.lower() for place in places_of(text)}  # {Rule} is {rule} with a capital
    if key.startswith(TOLD):
        lost -= english.nouns
    named = [f"{{{place}}}" for place in sorted(lost) if not place.startswith(_WORD_PLACES)]
    if named and not key.startswith(REFUSALS):
        yield f"lacks {', '.join(named)}"
    own = figures_of(text)
    known = figures_of(like)
    if key.endswith(".one"):  # one language writes 1, another a word
        del own["1"], known["1"]
    if missing := known - own:
        yield f"lacks {' '.join(sorted(missing.elements()))}, which English has"
    if extra := own - known:
        yield f"has {' '.join(sorted(extra.elements()))}, which English has not"


def unused_forms(texts: Mapping[str, str], english: English, needed: Collection[str]) -> list[str]:
    """Return the keys of texts for forms of numbers that a language does not use, sorted."""
    return sorted(key for key in texts if english.base(key) != key and key not in needed)


def faults_of_texts(path: Path, english: English) -> Iterator[str]:
    """Yield the faults of a file of texts: unknown keys, places that are not filled in; or raise
    one.
    """
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


def written_texts(language: str, templates: Templates) -> dict[str, str]:
    """Return the texts that a language has, as they are written, by key; without files that
    cannot be read.
    """
    texts: dict[str, str] = {}
    for root in reversed(templates.roots):  # a user's own texts are read last and win
        for path in sorted((root / "texts" / language).glob("*.toml")):
            with suppress(TemplateError):  # reported with the file
                texts |= {
                    key: text
                    for key, text in flat(path.stem, read_toml(path, dict))
                    if isinstance(text, str)
                }
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


def english_words(
    texts: Mapping[str, str], english: English, known: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield the key of each text with a word of the English one that the language has nowhere else,
    and the word.

    Words of the language that are spelled as in English are ``known``. Refusals name keys of files,
    which are English.

    >>> [*english_words({"log.title": "Il foglio sheet", "log.how": "Ogni partita"}, English(), ())]
    [('log.title', 'sheet')]
    """
    theirs = {key: _small_words(english.like(key)) for key in texts if not key.startswith(REFUSALS)}
    own = {key: _small_words(texts[key]) for key in theirs}
    elsewhere = {word for key, words in own.items() for word in words - theirs[key]}
    for key in sorted(own):
        for word in sorted((own[key] & theirs[key]) - elsewhere - {*known}):
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
    known = {
        line.strip()
        for line in english.splitlines()
        if count_words(line) >= MIN_WORDS_OF_A_SENTENCE
    }
    return [number for number, line in enumerate(guide.splitlines(), 1) if line.strip() in known]


def missing_texts(
    language: str, templates: Templates, english: English
) -> tuple[Completeness, list[tuple[str, str]]]:
    """Return how complete a language is, including kitgen's own texts, and each missing text's
    file and message.
    """
    needed = english.needed(language, templates)
    texts = written_texts(language, templates)
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
        faults.append(
            (f"{stem}.toml", f"{many(len(keys), 'text')} still in English: {first_of(keys)}")
        )
    for key, fault in _faults_by_key(language, texts, templates, english, {*copied}):
        stem, _, short = key.partition(".")
        faults.append((f"{stem}.toml", f"key {short!r} {fault}"))
    try:
        colours = read_palette(newest_palette(USUAL_PALETTE, templates), language, templates)
    except TemplateError as error:
        faults.append((f"{COLOURS}.toml", str(error)))
        colours = ()
    results = {text for key, text in texts.items() if key.startswith("log.letter.")}
    for colour in colours:
        if colour.letter in results:
            text = (
                f"letter {colour.letter!r} of {colour.key} is that of a result, too: see "
                "[letter] in log.toml"
            )
            faults.append((f"{COLOURS}.toml", text))
    if colours and not is_english(language):
        usual = read_palette(newest_palette(USUAL_PALETTE, templates), USUAL_LANGUAGE, templates)
        if [colour.name for colour in colours] == [colour.name for colour in usual]:
            faults.append((f"{COLOURS}.toml", "the names of the colours are still in English"))
    lacking = needed & {*missing, *copied}
    return Completeness(language, len(needed) - len(lacking), len(needed)), faults


def _faults_by_key(
    language: str,
    texts: Mapping[str, str],
    templates: Templates,
    english: English,
    copied: Collection[str],
) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of each text that differs from English where it must not, or
    from the glossary.

    Of ``copied`` texts, which are still in English, single words are not named.
    """
    for key in unused_forms(texts, english, english.needed(language, templates)):
        yield key, f"is a form of numbers that {language!r} does not have"
    if is_of_user(language, templates):
        return
    glossary = read_glossary(language, templates)
    for avoided in avoided_words(texts, glossary):
        yield avoided.key, str(avoided)
    if not is_english(language):
        known = (*glossary.as_in_english, *read_glossary(USUAL_LANGUAGE, templates).as_in_english)
        for key, word in english_words(texts, english, known):
            if key in copied:
                continue
            yield (
                key,
                (
                    f"has the English word {quoted(word)}; translate it, or put it among "
                    "as_in_english of the glossary"
                ),
            )
        for key, text in sorted(texts.items()):
            for fault in faults_of_translation(key, text, english):
                yield key, fault


def is_of_user(language: str, templates: Templates) -> bool:
    """Return whether a folder only changes texts of a language that comes with kitgen, which may
    say less or more.
    """
    own = templates.own
    is_ours = own is not None and own.samefile(shipped())
    return not is_ours and (shipped() / "texts" / language).is_dir()


def first_of(names: Sequence[str]) -> str:
    """Return the first names, with dots for the others."""
    shown = ", ".join(names[:MAX_NAMED])
    return f"{shown} …" if len(names) > MAX_NAMED else shown


def guides_of(language: str, templates: Templates) -> dict[str, str]:
    """Return the guides that a language has, by the names of their files; without those that
    cannot be read.
    """
    guides: dict[str, str] = {}
    for root in reversed(templates.roots):  # a user's own guides win
        for path in sorted((root / "guides" / language).glob("*.md")):
            with suppress(UnicodeDecodeError):  # reported with the file
                guides[path.name] = plain_text(path)
    return guides


def avoided_in_guides(language: str, templates: Templates) -> Iterator[AvoidedWord]:
    """Yield the words in the guides of a folder's language that its glossary avoids, by the name
    of the file.
    """
    if not is_of_user(language, templates):
        yield from avoided_words(guides_of(language, templates), read_glossary(language, templates))


def faults_of_guide(path: Path, english: English) -> Iterator[str]:
    """Yield the faults of a guide: places that are not filled in; or raise one, such as
    unsupported Markdown.
    """
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
    if not faults:
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
