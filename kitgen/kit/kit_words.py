"""Kits, games and commands by what people call them in any language: ``morpion``, ``imprimer``;
colours are in ``bead_names``.

A word of the user's language wins; an unknown one is looked for in the other languages.
"""

import re
from collections.abc import Iterator, Mapping

from kitgen.reading.glossary import read_glossary
from kitgen.reading.templates import Templates, plain_word, read_toml


def kit_called(text: str, language: str, templates: Templates) -> str | None:
    """Return the name of the edition or game that people call so, perhaps with a size behind it;
    None without one.

    >>> kit_called("Morpion", "fr", Templates()), kit_called("tris:3x3", "fr", Templates())
    ('tictactoe', 'tictactoe:3x3')
    """
    word, colon, size = text.partition(":")
    wanted = plain_word(word)
    for other in languages_in_order(language, templates):
        for name, called in _names_in(other, templates):
            if wanted and wanted == plain_word(called):
                return f"{name}{colon}{size}"
    return None


def command_called(text: str, templates: Templates) -> str | None:
    """Return the name of the command that people call so in any language; None without one.

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
    for root in templates.roots:
        path = root / "texts" / language / "games.toml"
        if path.is_file():
            for name, game in read_toml(path, dict).items():
                if isinstance(game, Mapping) and "name" in game:
                    yield name, str(game["name"])
    for name, words in read_glossary(language, templates).kits.items():
        for word in words:
            yield name, word
    for name in templates.names("editions"):
        title = templates.read("editions", name, dict).get("title", {}).get(language, "")
        yield name, title
        yield name, re.split(r"[:：]", title)[-1]
