"""The glossary of a language: one word for each thing, and words that its texts and guides
avoid.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from kitgen.errors import quoted
from kitgen.reading.schema import Key, TextLine
from kitgen.reading.templates import Templates

#: The folder of glossaries in ``templates/``.
GLOSSARIES = "glossaries"
#: What is filled in, which a language does not choose.
_PLACE = re.compile(r"\{[^{}]*\}")


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/glossaries/``, called as the language.

    Attributes:
        words: for each thing the word that the language keeps to, or its forms, where another one
            is not found in it.
        avoid: words that do not occur, separated by commas, and the advice for them; ``*`` is any
            ending.
        kits: for an edition or a game what else people call it, besides its name and title.
        languages: for a language what people call it.
        commands: for a command of the command line what people of the language may type.
        colours: for a colour of the palettes what else people call it, and for a shade in
            ``tables/own_beads.toml`` its names.
        except: for a word to avoid the keys of the texts that may have it.
        as_in_english: words, in small letters, that are spelled as in English; in the glossary of
            English those that no language translates, since they are typed.
    """

    words: dict[Key, tuple[TextLine, ...]] = {}
    avoid: dict[TextLine, TextLine] = {}
    kits: dict[Key, tuple[TextLine, ...]] = {}
    languages: dict[Key, tuple[TextLine, ...]] = {}
    commands: dict[Key, tuple[TextLine, ...]] = {}
    colours: dict[Key, tuple[TextLine, ...]] = {}
    excepted: dict[TextLine, tuple[TextLine, ...]] = msgspec.field(default={}, name="except")
    as_in_english: tuple[TextLine, ...] = ()


@dataclass(frozen=True, slots=True)
class AvoidedWord:
    """A word that stands in a text although its language avoids it."""

    key: str
    word: str
    advice: str

    def __str__(self) -> str:
        return f"has {quoted(self.word)}; the glossary says: {self.advice}"


def read_glossary(language: str, templates: Templates) -> Glossary:
    """Return the glossary of a language; an empty one where it has none.

    >>> read_glossary("fr", Templates()).words["pawn"]
    ('pion',)
    """
    if language not in templates.names(GLOSSARIES):
        return Glossary()
    return templates.read(GLOSSARIES, language, Glossary)


def avoided_words(texts: Mapping[str, str], glossary: Glossary) -> Iterator[AvoidedWord]:
    """Yield the words to avoid in some texts by key, as they are written there.

    >>> [
    ...     *avoided_words(
    ...         {"a": "Drei Murmeln", "b": "Drei Perlen"}, Glossary(avoid={"Murmel*": "Perle"})
    ...     )
    ... ]
    [AvoidedWord(key='a', word='Murmeln', advice='Perle')]
    """
    for words, advice in glossary.avoid.items():
        for word in words.split(","):
            pattern = _pattern(word.strip())
            excepted = glossary.excepted.get(word.strip(), ())
            for key, text in texts.items():
                match = pattern.search(_PLACE.sub(" ", text))
                if match and key not in excepted:
                    yield AvoidedWord(key, match[0], advice)


def missing_words(texts: Mapping[str, str], glossary: Glossary) -> list[str]:
    """Return the things whose words are found in no text.

    >>> missing_words(
    ...     {"a": "Drei Perlen"},
    ...     Glossary(words={"bead": ("Perle", "Perlen"), "box": ("Schachtel",)}),
    ... )
    ['box']
    """
    all_texts = "\n".join(texts.values()).casefold()
    missing = []
    for thing, words in glossary.words.items():
        if not any(word.casefold() in all_texts for word in words):
            missing.append(thing)
    return missing


def _pattern(word: str) -> re.Pattern[str]:
    """Return a pattern for a word in any case, which ends where it ends, or with a star goes on."""
    written = re.escape(word).replace(re.escape("*"), r"\w*")
    ends = ""
    if re.search(r"[\w*]$", word):
        ends = r"(?!\w)"
    return re.compile(rf"(?<!\w){written}{ends}", re.IGNORECASE)
