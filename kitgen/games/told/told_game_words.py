"""Words that people have for rules of games: other words for keys of told games, which are games
described in a TOML file, and rules that no told game can have.
"""

import re
from collections.abc import Mapping
from functools import cache

import msgspec

from kitgen.reading.schema import TextLine
from kitgen.reading.templates import Templates, read_toml, shipped


class RuleWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for one rule.

    Attributes:
        words: the words, in any form.
        means: what told games lack, in the plural; empty where they have a key for it.
    """

    words: tuple[TextLine, ...]
    means: str = ""


class GameWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``tables/game_words.toml``.

    Attributes:
        instead: for keys of the language other words.
        cannot: rules that no file can express.
    """

    instead: dict[str, RuleWords]
    cannot: dict[str, RuleWords]


@cache
def game_words() -> GameWords:
    """Return the words that kitgen knows, those of users' own folders left out."""
    return Templates().read("tables", "game_words", GameWords)


@cache
def words_for_kinds(language: str) -> dict[str, tuple[str, str]]:
    """Return one and several of the kinds of pieces that sheets name in a language, users' own
    words left out.

    >>> words_for_kinds("it")["pawn"]
    ('pedone', 'pedoni')
    """
    path = shipped() / "texts" / language / "told.toml"
    if not path.is_file():
        return {}
    words = read_toml(path, dict).get("kind_names", {})
    return {name: (forms["single"], forms["many"]) for name, forms in words.items()}


def stem(word: str) -> str:
    """Return a word without its endings, so that forms of one word are equal.

    >>> [stem(word) for word in ("Jumping", "jumps", "covers", "cover", "dice", "moved")]
    ['jump', 'jump', 'cov', 'cov', 'dic', 'mov']
    """
    word = word.lower()
    ending = _ending(word)
    while ending:
        word = word.removesuffix(ending)
        ending = _ending(word)
    return word


def _ending(word: str) -> str:
    """Return the ending that can be left out of a word; at least three letters stay."""
    for ending in ("ing", "ed", "er", "s", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return ending
    return ""


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in re.split("[-_ ]+", phrase) if word)


def meant(phrase: str, table: Mapping[str, RuleWords]) -> str | None:
    """Return the name of the entry that means the same as a phrase, or as the longest part of it
    that any means.

    >>> meant("can-fly-like-a-knight", game_words().cannot), meant("forced", game_words().cannot)
    ('knight', 'forced')
    >>> meant("not-next-to", game_words().instead), meant("next-to", game_words().instead)
    ('not-beside', 'only-beside')
    """
    stems = _stems(phrase)
    for length in range(len(stems), 0, -1):
        for first in range(len(stems) - length + 1):
            part = stems[first : first + length]
            for name, entry in table.items():
                if part in map(_stems, entry.words):
                    return name
    return None


def _names_unsupported_rule(word: str, supported: RuleWords) -> bool:
    """Return whether a word is spelled as one for a rule that told games lack, and is like those
    for a supported rule by its stem alone.

    >>> jump = game_words().instead["jump"]
    >>> [_names_unsupported_rule(word, jump) for word in ("check", "checks", "checkers")]
    [True, True, False]
    """
    spellings = {word.lower(), word.lower().removesuffix("s")}
    if not spellings.isdisjoint(supported.words):
        return False
    return any(not spellings.isdisjoint(rule.words) for rule in game_words().cannot.values())


def unsupported_rule(word: str) -> str | None:
    """Return what a told game does not have that a word stands for, in the plural."""
    rules = game_words().cannot
    name = meant(word, rules)
    return None if name is None else rules[name].means


def key_alike(name: str) -> str | None:
    """Return the key of the language for which a name is another word; None if it is none."""
    words = game_words()
    same_stem = []
    for key, entry in words.instead.items():
        if _stems(name) in map(_stems, entry.words):
            same_stem.append(key)
    if not same_stem:
        return None
    same_spelling = [key for key in same_stem if name.lower() in words.instead[key].words]
    nearest = same_spelling[0] if same_spelling else same_stem[0]
    if _names_unsupported_rule(name, words.instead[nearest]):
        return None
    return nearest
