"""Bead colours as data: how each is called, and how it is printed."""

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

import msgspec

from kitgen.errors import TemplateError
from kitgen.fields import Fill, Key, Language, Letter, TextLine, Words
from kitgen.templates import Templates, read_toml

#: The outlines that a badge may have.
Symbol = Literal["circle", "square", "triangle", "diamond", "hexagon", "house", "shield", "octagon", "plus"]
SYMBOLS: tuple[str, ...] = get_args(Symbol)
#: The ways in which an arrow may be drawn.
LineStyle = Literal["solid", "dashed", "dotted", "double", "hollow"]
LINES: tuple[str, ...] = get_args(LineStyle)


@dataclass(frozen=True, slots=True)
class Colour:
    """One bead colour in one language.

    Attributes:
        key: the name in files and on the command line.
        name: the name in words, in the language of the kit.
        letter: the letter printed in its badge, different for each colour of a palette.
        symbol: the outline of its badge, one of ``SYMBOLS``.
        fill: the printed colour as ``#RRGGBB``.
        line: how its arrow is drawn, one of ``LINES``.
    """

    key: str
    name: str
    letter: str
    symbol: str
    fill: str
    line: str = "solid"


class ColourEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour of a palette file, in all languages.

    Attributes:
        key: the colour's name in files and on the command line, different from all others.
        fill: the printed colour as ``#RRGGBB``.
        symbol: the outline of its badge, different from all others.
        name: the colour in words, by language.
        letter: the letter in its badge, by language, different from all others.
        line: how its arrows are drawn.
    """

    key: Key
    fill: Fill
    symbol: Symbol
    name: Words
    letter: dict[Language, Letter]
    line: LineStyle = "solid"


class ColourWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``texts/LANGUAGE/colours.toml`` says of one colour."""

    name: TextLine
    letter: Letter


class PaletteFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/palettes/``.

    Attributes:
        source: where the colours come from.
        title: its name by language.
        colours: the colours, a table for each, in the order in which a box uses them.
    """

    source: TextLine
    title: Words
    colours: Annotated[tuple[ColourEntry, ...], msgspec.Meta(min_length=1, max_length=100)]


def read_palette(name: str, language: str, templates: Templates) -> tuple[Colour, ...]:
    """Return the colours of a palette, in the order in which a box uses them.

    Raises:
        UnknownNameError: there is no such palette.
        TemplateError: its file is wrong, or two of its colours share a key, letter or symbol.
    """
    colours = []
    words: dict[str, ColourWords] | None = None
    for entry in templates.read("palettes", name, PaletteFile).colours:
        word, letter = entry.name.get(language), entry.letter.get(language)
        if not word or not letter:
            words = _colour_words(language, templates) if words is None else words
            said = words.get(entry.key)
            if said is not None:
                word, letter = word or said.name, letter or said.letter
        if not word or not letter:
            raise TemplateError(
                f"palette {name!r}: colour {entry.key!r} has no name or letter in {language!r}; "
                f"write them here, or into texts/{language}/colours.toml"
            )
        colours.append(Colour(entry.key, word, letter, entry.symbol, entry.fill.upper(), entry.line))
    for part in ("key", "name", "letter", "symbol"):
        values = [getattr(colour, part) for colour in colours]
        twice = sorted({value for value in values if values.count(value) > 1})
        if twice:
            raise TemplateError(f"palette {name!r}: two colours share the {part} {twice[0]!r} in {language!r}")
    return tuple(colours)


def _colour_words(language: str, templates: Templates) -> dict[str, ColourWords]:
    """Return names and letters of colours by key from ``texts/LANGUAGE/colours.toml``, for languages of one's own.

    Raises:
        TemplateError: the file is wrong.
    """
    words: dict[str, ColourWords] = {}
    for root in reversed(templates.roots):  # a user's own words are read last and win
        path = root / "texts" / language / "colours.toml"
        if path.is_file():
            words |= read_toml(path, dict[str, ColourWords])
    return words
