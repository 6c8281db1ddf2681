"""Kits, games and colours by what people call them in any language: ``morpion``, ``tris``, ``rouge``.

A word of the user's language wins; an unknown one is looked for in the other languages.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress

from kitgen.errors import TemplateError
from kitgen.kit.palette import read_palette
from kitgen.reading.glossary import read_glossary
from kitgen.reading.templates import Templates, read_toml


def kit_called(text: str, language: str, templates: Templates) -> str | None:
    """Return the name of the edition or game that people call so, perhaps with a size behind it; None without one.

    >>> kit_called("Morpion", "fr", Templates()), kit_called("tris:3x3", "fr", Templates())
    ('tictactoe', 'tictactoe:3x3')
    """
    word, colon, size = text.partition(":")
    wanted = _plain(word)
    for other in _in_order(language, templates):
        for name, called in _names_in(other, templates):
            if wanted and wanted == _plain(called):
                return f"{name}{colon}{size}"
    return None


def colours_called(palette: str, language: str, templates: Templates) -> dict[str, str]:
    """Return the keys of a palette's colours by their names in all languages, as ``known_beads`` takes them.

    >>> names = colours_called("okabe-ito", "fr", Templates())
    >>> names["rosso"], names["blau"]
    ('red', 'blue')
    """
    names: dict[str, str] = {}
    for other in reversed(_in_order(language, templates)):  # the user's own language is last and wins
        with suppress(TemplateError):  # this language has no names for the palette
            names |= {colour.name.lower(): colour.key for colour in read_palette(palette, other, templates)}
    return names


def _in_order(language: str, templates: Templates) -> list[str]:
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


def _plain(text: str) -> str:
    """Return the letters and digits of a text, small and without accents, and without an article before them.

    >>> _plain("L'échelle"), _plain("Morpion 3×3")
    ('echelle', 'morpion3x3')
    """
    text = re.sub(r"^(the|il|lo|la|le|i|gli|el|los|las|les|der|die|das)\s+|^l['’]", "", text.strip().casefold())
    letters = unicodedata.normalize("NFKD", text.replace("×", "x"))
    return "".join(letter for letter in letters if letter.isalnum())
