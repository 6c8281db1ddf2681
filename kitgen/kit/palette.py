"""Bead colours as data."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from kitgen.errors import TemplateError, UnknownNameError, UsageError, quoted
from kitgen.kit.file_table import FileTable, as_in_1_0
from kitgen.reading.schema import Fill, Key, Language, Letter, TextLine, Words, to_schema
from kitgen.reading.templates import EARLIER, Templates, read_toml

#: The palette that kits use by default.
USUAL_PALETTE = "okabe-ito"
#: The palette for own beads of a colour that the usual one does not have.
WIDE_PALETTE = "beads"
#: Outlines of a badge.
Symbol = Literal[
    "circle", "square", "triangle", "diamond", "hexagon", "house", "shield", "octagon", "plus",
    "pocket", "tag", "sign", "crystal", "arch", "bucket",
]  # fmt: skip
SYMBOLS: tuple[str, ...] = get_args(Symbol)
#: Styles of an arrow.
LineStyle = Literal["solid", "dashed", "dotted", "double", "hollow"]


class Colour(FileTable, frozen=True):
    """One bead colour in one language; the key is its name in files and on the command line, the
    fill ``#RRGGBB``.
    """

    key: Key
    name: TextLine
    letter: Letter
    symbol: Symbol
    fill: Fill
    line: LineStyle = as_in_1_0("solid")  # files of kitgen 1.0 do not say it


class ColourEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour of a palette file, in all languages.

    Attributes:
        key: the colour's name in files and on the command line, different from all others.
        fill: the printed colour as ``#RRGGBB``.
        symbol: the outline of its badge, different from all others.
        name: the colour in words, by language; those missing come from
            ``texts/LANGUAGE/colours.toml``, by its key.
        letter: the letter in its badge, by language, different from all others; those missing as
            well.
        line: how its arrows are drawn.
        words: the entry of ``texts/LANGUAGE/colours.toml`` with its name and letter, where that is
            not its key.
    """

    key: Key
    fill: Fill
    symbol: Symbol
    name: Words = {}
    letter: dict[Language, Letter] = {}
    line: LineStyle = "solid"
    words: Key | None = None


class ColourWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour in ``texts/LANGUAGE/colours.toml``."""

    name: TextLine
    letter: Letter


class PaletteFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a file in ``templates/palettes/``.

    Attributes:
        source: where the colours come from.
        title: its name by language.
        colours: the colours, a table for each, in the order in which a box uses them.
        version: from 2 on, its letters are printed as they are; in 1, they give way to letters of
            the kit's boxes and board.
    """

    source: TextLine
    title: Words
    colours: Annotated[tuple[ColourEntry, ...], Meta(min_length=1, max_length=100)]
    version: Annotated[int, Meta(ge=1, le=999)] = 1


# A kit names its palette with the version, such as ``okabe-ito@2``. A name without a version means
# the first version, as in all kits before there were versions. A user's ``okabe-ito`` means the
# newest.


def _split(name: str) -> tuple[str, str]:
    """Return the name and the version of a palette, named as in a kit.

    >>> _split("okabe-ito@2"), _split("okabe-ito")
    (('okabe-ito', '2'), ('okabe-ito', '1'))
    """
    base, at, version = name.partition("@")
    if not at:
        return base, "1"
    return base, version


def palette_name(name: str) -> str:
    """Return the name of a palette without its version.

    >>> palette_name("okabe-ito@2")
    'okabe-ito'
    """
    base, _ = _split(name)
    return base


def newest_palette(name: str, templates: Templates) -> str:
    """Return the name that a kit has for the palette that a user names.

    >>> newest_palette("okabe-ito@1", Templates())
    'okabe-ito@1'
    >>> palette_name(newest_palette("okabe-ito", Templates()))
    'okabe-ito'
    """
    if "@" in name:
        return name
    version = templates.read("palettes", name, PaletteFile).version
    return name if version == 1 else f"{name}@{version}"


def palette_file(name: str, templates: Templates) -> PaletteFile:
    """Return a palette, named as in a kit, in all languages."""
    base, version = _split(name)
    file = templates.read("palettes", base, PaletteFile)
    if str(file.version) == version:
        return file
    earlier = f"{base}@{version}"
    names = templates.names(EARLIER["palettes"])
    if earlier not in names:
        raise UnknownNameError("palette", name, [*templates.names("palettes"), *names])
    return templates.read(EARLIER["palettes"], earlier, PaletteFile)


def has_palette(name: str, templates: Templates) -> bool:
    """Return whether there is a palette, named as in a kit."""
    try:
        palette_file(name, templates)
    except UnknownNameError:
        return False
    return True


def letters_give_way(name: str) -> bool:
    """Return whether the letters of a palette, named as in a kit, give way to those of boxes and
    board.
    """
    _, version = _split(name)
    return version == "1"


def read_palette(name: str, language: str, templates: Templates) -> tuple[Colour, ...]:
    """Return the colours of a palette, named as in a kit, in the order in which a box uses them."""
    entries = palette_file(name, templates).colours
    names_itself = all(entry.name.get(language) and entry.letter.get(language) for entry in entries)
    words: dict[str, ColourWords] = {}
    if not names_itself:
        words = _colour_words(language, templates)
    colours = []
    for entry in entries:
        word = entry.name.get(language)
        letter = entry.letter.get(language)
        usual = words.get(entry.words or entry.key)
        if usual is not None:
            word = word or usual.name
            letter = letter or usual.letter
        if not word or not letter:
            called = quoted(entry.words or entry.key)
            raise TemplateError(
                f"palette {quoted(name)}: colour {called} has no name or letter in "
                f"{quoted(language)}; write them here, or into texts/{language}/colours.toml"
            )
        colours.append(
            Colour(entry.key, word, letter, entry.symbol, entry.fill.upper(), entry.line)
        )
    for part in ("key", "name", "letter", "symbol"):
        for value in sorted(repeated(getattr(colour, part) for colour in colours)):
            raise TemplateError(
                f"palette {quoted(name)}: two colours share the {part} {quoted(value)} in "
                f"{quoted(language)}"
            )
    return tuple(colours)


def repeated(values: Iterable[str]) -> Iterator[str]:
    """Yield each value that occurs more than once.

    >>> list(repeated("abracadabra"))
    ['a', 'b', 'r']
    """
    return (value for value, count in Counter(values).items() if count > 1)


def _colour_words(language: str, templates: Templates) -> dict[str, ColourWords]:
    words: dict[str, ColourWords] = {}
    for root in reversed(templates.roots):  # a user's own words are read last and take precedence
        path = root / "texts" / language / "colours.toml"
        if not path.is_file():
            continue
        for key, entry in read_toml(path, dict[str, Any]).items():
            # One at a time, so that an error names the colour.
            words[key] = to_schema(entry, ColourWords, f"{quoted(path)}, {key}", TemplateError)
    return words


#: The most beads of one colour.
MAX_BEADS_OF_A_COLOUR = 1_000_000
Number = Annotated[int, Meta(ge=0, le=MAX_BEADS_OF_A_COLOUR)]
#: Numbers of beads by the colour's key.
BeadsAtHand = Annotated[tuple[tuple[Key, Number], ...], Meta(max_length=100)]


class BeadsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of a user's file of beads."""

    beads: dict[Key, Number]


def parse_beads(stock: "str | Mapping[str, int] | BeadsAtHand") -> BeadsAtHand:
    """Return a user's beads, whatever their colours: from text, the name of a TOML file, or a
    mapping.

    A colour may be named twice here, also by two of its words; ``beads_named``, which knows the
    words, refuses that.

    >>> parse_beads("red:60, sky blue:40")
    (('red', 60), ('sky blue', 40))
    >>> parse_beads({"red": 60})
    (('red', 60),)
    """
    pairs = list(_pairs(stock))
    for name, number in pairs:
        is_number = re.fullmatch("[0-9]{1,9}", number) is not None
        if not is_number or int(number) > MAX_BEADS_OF_A_COLOUR:
            raise UsageError(
                f"beads {quoted(f'{name}:{number}')}: the number must be a whole number from "
                f"0 to {MAX_BEADS_OF_A_COLOUR:,}"
            )
    return tuple((name, int(number)) for name, number in pairs)


def _pairs(stock: "str | Mapping[str, int] | BeadsAtHand") -> Iterable[tuple[str, str]]:
    if isinstance(stock, str) and not stock.endswith(".toml"):
        for part in stock.split(","):
            name, colon, number = part.partition(":")
            if not colon or not name.strip():
                raise UsageError(
                    f"beads {quoted(part.strip())}: write colour and number, such as red:60,blue:40"
                )
            yield name.strip(), number.strip()
        return
    if isinstance(stock, str):
        stock = read_toml(Path(stock), BeadsFile).beads
    pairs = stock.items() if isinstance(stock, Mapping) else stock
    for name, count in pairs:
        yield name.strip(), str(count)


def beads_text(beads: BeadsAtHand) -> str:
    """Return beads as a user types them.

    >>> beads_text((("red", 60), ("blue", 40)))
    'red:60,blue:40'
    """
    return ",".join(f"{key}:{number}" for key, number in beads)
