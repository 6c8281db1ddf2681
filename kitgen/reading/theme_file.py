"""Themes: other pictures for the pieces of games, as files in ``templates/themes/``.

``NAME.toml`` says which picture stands for which shape, and the folder ``NAME`` beside it has the
pictures, each an outline in SVG (``outline_svg.py``). Other pictures belong to the machine, its
operator, the bag, cups and the table. The words that go with a theme are in
``texts/LANGUAGE/themes.toml``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import TemplateError, quoted
from kitgen.reading.outline_checks import check_outlines
from kitgen.reading.outline_svg import Outline, read_outline
from kitgen.reading.schema import Words
from kitgen.reading.templates import Templates, shipped

#: The folder of themes in a folder of templates.
THEMES = "themes"
#: What a piece is called.
Name = Annotated[
    str,
    Meta(
        max_length=20, pattern=r"^[^\W\d_]?[^{}<>\n]*\Z", description="a word of at most 20 letters"
    ),
]
#: The name of a picture, a file beside the theme's.
PictureName = Annotated[
    str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}\Z", description="the name of an SVG file")
]
#: The longer side of a piece as a share of its cell. Counters in a row may be higher than their
#: rung is wide; they are never drawn higher than there is room.
MAX_SIZE_ON_A_CELL = 0.7
MAX_SIZE = 1.5
#: The least, below which a piece is hard to see.
MIN_SIZE = 0.4


class ThemePiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One piece of a theme.

    Attributes:
        outline: the name of its picture.
        dark: whether it is filled; others are outlined.
        size: its longer side as a share of a cell.
        name, plural: what one and several are called, in the language of those who drew it, where
            the texts of kitgen have no words for the theme.
    """

    outline: PictureName
    dark: bool
    size: Annotated[float, Meta(ge=MIN_SIZE, le=MAX_SIZE)] = 0.58
    name: Name = ""
    plural: Name = ""


class ThemePictures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pictures of a theme besides its pieces; what has none is drawn as usual.

    Attributes:
        machine: the head of the machine; without it, the piece that the machine plays.
        operator: what the operator wears.
        bag: what is printed on the bag of beads.
        cup: what is printed on a cup.
        ground: what lies on the table round the machine.
    """

    machine: PictureName | None = None
    operator: PictureName | None = None
    bag: PictureName | None = None
    cup: PictureName | None = None
    ground: PictureName | None = None


class ThemeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/themes/NAME.toml``.

    Attributes:
        title: its name by language.
        pieces: a piece for each shape that it replaces.
        pictures: its other pictures.
    """

    title: Words
    pieces: Annotated[dict[str, ThemePiece], Meta(min_length=1, max_length=10)]
    pictures: ThemePictures = ThemePictures()


#: The shapes of the side that starts, and those of both sides; others are those of the other side.
OF_THE_FIRST = ("pawn-light", "king-light", "cross", "counter", "seed")


class Theme(msgspec.Struct, frozen=True):
    """A theme that was read: its pieces and their outlines, by the shapes that they replace, and
    the outlines of its other pictures, by what they show.
    """

    name: str
    title: Words
    pieces: Mapping[str, ThemePiece]
    outlines: Mapping[str, Outline]
    pictures: Mapping[str, Outline]

    def title_in(self, language: str) -> str:
        """Return its name in a language, or in the first that it has.

        >>> read_theme("cats", Templates()).title_in("it")
        'Gatti e topi'
        """
        return self.title.get(language) or next(iter(self.title.values()), "")

    @property
    def names(self) -> dict[str, str]:
        """What the pieces of both sides are called, for texts; empty where the theme does not say
        it.

        >>> read_theme("cats", Templates()).names
        {}
        """
        if not all(piece.name and piece.plural for piece in self.pieces.values()):
            return {}
        names = {}
        for kind, piece in self.pieces.items():
            side = "second"
            if kind in OF_THE_FIRST:
                side = "first"
            names[f"{side}_one"] = piece.name
            names[side] = piece.plural
        return names


def read_theme(name: str, templates: Templates) -> Theme:
    """Return a theme with the outlines of its pieces.

    >>> theme = read_theme("crocodiles", Templates())
    >>> {kind: (piece.outline, piece.dark) for kind, piece in theme.pieces.items()}
    {'pawn-light': ('monkey', False), 'pawn-dark': ('crocodile', True)}
    """
    file = templates.read(THEMES, name, ThemeFile)
    pieces = file.pieces
    for kind, piece in pieces.items():
        # On a board it would cover its neighbours; only those of a row stand alone.
        if piece.size > MAX_SIZE_ON_A_CELL and kind != "counter":
            where = quoted(templates.path(THEMES, name))
            raise TemplateError(f"{where}: size of {kind} is more than {MAX_SIZE_ON_A_CELL}")
    outlines = {}
    for kind, piece in pieces.items():
        outlines[kind] = read_outline(_picture_path(name, piece.outline, templates))
    pictures = {}
    for what, picture in _named_pictures(file):
        pictures[what] = read_outline(_picture_path(name, picture, templates))
    is_shipped = all(path.is_relative_to(shipped()) for path in theme_files(name, templates))
    if not is_shipped:
        by_file = {f"{pieces[kind].outline}.svg": outline for kind, outline in outlines.items()}
        check_outlines(by_file)
    return Theme(name, file.title, pieces, outlines, pictures)


def _named_pictures(file: ThemeFile) -> list[tuple[str, str]]:
    """Return what the pictures of a theme besides its pieces show, each with the picture's name."""
    named: dict[str, str | None] = msgspec.structs.asdict(file.pictures)
    return [(what, picture) for what, picture in named.items() if picture]


def theme_files(name: str, templates: Templates) -> list[Path]:
    """Return the files of a theme: its own, and its pictures, those of the pieces first.

    >>> [path.name for path in theme_files("cats", Templates())]
    ['cats.toml', 'mouse.svg', 'cat.svg', 'woolly-cap.svg', 'paw.svg']
    """
    file = templates.read(THEMES, name, ThemeFile)
    pictures = [piece.outline for piece in file.pieces.values()]
    pictures += [picture for _, picture in _named_pictures(file)]
    return [
        templates.path(THEMES, name),
        *(_picture_path(name, picture, templates) for picture in dict.fromkeys(pictures)),
    ]


def _picture_path(name: str, picture: str, templates: Templates) -> Path:
    """Return where a picture of a theme is: in the first folder of templates that has it, as
    with other files.
    """
    places = [root / THEMES / name / f"{picture}.svg" for root in templates.roots]
    for place in places:
        if place.is_file():
            return place
    return places[0]
