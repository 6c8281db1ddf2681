"""Kits, games and commands by what people call them in any language: ``morpion``, ``imprimer``.

Colours are in ``bead_names``.

A word of the user's language wins; an unknown one is looked for in the other languages.
"""

import re
from collections.abc import Iterator, Mapping

from kitgen.games.told import TOLD
from kitgen.reading.glossary import read_glossary
from kitgen.reading.templates import Templates, plain_word, read_toml


def kit_called(text: str, language: str, templates: Templates) -> str | None:
    """Return the name of the edition or game that people call by this text, with the size behind it
    if there is one; None if nothing is called this.

    Games told as data come last, also by the names of their files.

    >>> kit_called("Morpion", "fr", Templates()), kit_called("tris:3x3", "fr", Templates())
    ('tictactoe', 'tictactoe:3x3')
    >>> kit_called("Grenouilles et crapauds", "fr", Templates())
    'told:frogs-and-toads'
    """
    word, colon, size = text.partition(":")
    wanted = plain_word(word)
    if not wanted:  # an edition without a title in some language must not match
        return None
    for other in languages_in_order(language, templates):
        for name, called in _names_in(other, templates):
            if wanted == plain_word(called):
                return f"{name}{colon}{size}"
    for name, words in _told_games(templates):
        if text == name or plain_word(text) in map(plain_word, words):
            return f"{TOLD}{name}"
    return None


def command_called(text: str, templates: Templates) -> str | None:
    """Return the name of the command that people call by this text in any language, or None.

    >>> command_called("imprimer", Templates()), command_called("prufen", Templates())
    ('print', 'verify')
    """
    wanted = plain_word(text)
    for language in templates.languages():
        for name, words in read_glossary(language, templates).commands.items():
            if wanted in map(plain_word, words):
                return name
    return None


def languages_in_order(language: str, templates: Templates) -> list[str]:
    """Return all languages, a user's own first."""
    return [language, *(other for other in templates.languages() if other != language)]


def _names_in(language: str, templates: Templates) -> Iterator[tuple[str, str]]:
    """Yield each name of an edition or game with a word for it in a language."""
    yield from _names_of_games(language, templates)
    for name, words in read_glossary(language, templates).kits.items():
        for word in words:
            yield name, word
    for name in templates.names("editions"):
        title = templates.read("editions", name, dict).get("title", {}).get(language, "")
        yield name, title
        after_colon = re.split(r"[:：]", title)[-1]  # "la macchina del tris" of MENACE's title
        yield name, after_colon


def _names_of_games(language: str, templates: Templates) -> Iterator[tuple[str, str]]:
    """Yield each game with its name in a language."""
    for root in templates.roots:
        path = root / "texts" / language / "games.toml"
        if not path.is_file():
            continue
        for name, game in read_toml(path, dict).items():
            # A user's own file may lack a name, or have something else in the place of a game.
            if isinstance(game, Mapping) and "name" in game:
                yield name, str(game["name"])


def _told_games(templates: Templates) -> Iterator[tuple[str, list[str]]]:
    """Yield each game told as data: the name of its file, and what it is called in any language."""
    for file, told in templates.each("games", lambda file: templates.read("games", file, dict)):
        names = told.get("names", {})
        # What is wrong in a user's own file is said when its game is read.
        translated = names.values() if isinstance(names, Mapping) else ()
        yield file, [str(name) for name in (told.get("name", ""), *translated)]
