"""Themes: other pictures for the pieces of games, as files in ``templates/themes/``.

``NAME.toml`` says which picture stands for which shape, and the folder ``NAME`` beside it has the
pictures, each an outline in SVG (``outline_svg.py``). The words that go with a theme are in
``texts/LANGUAGE/themes.toml``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

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
    size: Annotated[float, Meta(ge=0.4, le=0.7)] = 0.58
    name: Name = ""
    plural: Name = ""


class ThemeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/themes/NAME.toml``.

    Attributes:
        title: its name by language.
        pieces: a piece for each shape that it replaces.
    """

    title: Words
    pieces: Annotated[dict[str, ThemePiece], Meta(min_length=1, max_length=10)]


#: The shapes of the side that starts; others are those of the other side.
OF_THE_FIRST = ("pawn-light", "king-light", "cross")


class Theme(msgspec.Struct, frozen=True):
    """A theme that was read: its pieces and their outlines, by the shapes that they replace."""

    name: str
    pieces: Mapping[str, ThemePiece]
    outlines: Mapping[str, Outline]

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
            side = "first" if kind in OF_THE_FIRST else "second"
            names[f"{side}_one"] = piece.name
            names[side] = piece.plural
        return names


def read_theme(name: str, templates: Templates) -> Theme:
    """Return a theme with the outlines of its pieces.

    >>> theme = read_theme("crocodiles", Templates())
    >>> {kind: (piece.outline, piece.dark) for kind, piece in theme.pieces.items()}
    {'pawn-light': ('monkey', False), 'pawn-dark': ('crocodile', True)}
    """
    pieces = templates.read(THEMES, name, ThemeFile).pieces
    outlines = {
        kind: read_outline(_picture_path(name, piece, templates)) for kind, piece in pieces.items()
    }
    if any(not path.is_relative_to(shipped()) for path in theme_files(name, templates)):
        check_outlines(
            {f"{pieces[kind].outline}.svg": outline for kind, outline in outlines.items()}
        )
    return Theme(name, pieces, outlines)


def theme_files(name: str, templates: Templates) -> list[Path]:
    """Return the files of a theme: its own, and its pictures.

    >>> [path.name for path in theme_files("cats", Templates())]
    ['cats.toml', 'mouse.svg', 'cat.svg']
    """
    pieces = templates.read(THEMES, name, ThemeFile).pieces.values()
    return [
        templates.path(THEMES, name),
        *(_picture_path(name, piece, templates) for piece in pieces),
    ]


def _picture_path(name: str, piece: ThemePiece, templates: Templates) -> Path:
    """Return where a picture of a theme is: in the first folder of templates that has it, as
    with other files.
    """
    places = [root / THEMES / name / f"{piece.outline}.svg" for root in templates.roots]
    return next(filter(Path.is_file, places), places[0])
