"""Makes the typeface of the sheets from Source Sans 3, as it was released, with the signs that
sheets use.

``python .ci/typeface.py FOLDER`` reads ``SourceSans3-Regular.ttf`` and ``SourceSans3-Bold.ttf``
from a folder (they come in ``source-sans`` 3.52.0 on npm) and writes what sheets need of them to
``kitgen/paper/marks/typefaces/``: letters of Latin, Greek and Cyrillic, punctuation, figures and
signs, without what only a screen needs (hints) and what reportlab does not use (kerning, ligatures,
alternates). "Source" is a reserved name, which a changed font may not have.
"""

import sys
from pathlib import Path

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parents[1] / "kitgen" / "paper" / "marks" / "typefaces"
FAMILY = "Kitgen Sans"
#: The blocks of letters and signs that stay: Latin to its extensions, Greek, Cyrillic, and signs.
KEPT = (
    (0x20, 0x2AF),
    (0x300, 0x36F),
    (0x370, 0x52F),
    (0x1E00, 0x1FFF),
    (0x2000, 0x206F),
    (0x2070, 0x209F),
    (0x20A0, 0x20BF),
    (0x2100, 0x214F),
    (0x2150, 0x218F),
    (0x2190, 0x21FF),
    (0x2200, 0x22FF),
    (0x25A0, 0x26FF),
    (0x2700, 0x27BF),
)
#: Names in the file (OpenType, ``name``): the family, the style, an identity, both together, and
#: for PostScript.
FAMILY_ID = 1
STYLE_ID = 2
UNIQUE_ID = 3
FULL_ID = 4
POSTSCRIPT_ID = 6
#: The copyright, the version and the licence with its address stay.
NAMES_KEPT = (0, 5, 13, 14)


def arrow(pen: TTGlyphPen, start: tuple[int, int], end: tuple[int, int], line: int) -> None:
    """Draw an arrow along one axis, ``line`` units thick, its head as long as it is wide on each
    side.
    """
    (x, y), (x2, y2) = start, end
    length = abs(x2 - x) + abs(y2 - y)
    ahead = ((x2 - x) // length, (y2 - y) // length)
    head = 190
    half = line / 2

    def at(along: float, across: float) -> tuple[int, int]:
        corner_x = x + ahead[0] * along - ahead[1] * across
        corner_y = y + ahead[1] * along + ahead[0] * across
        return round(corner_x), round(corner_y)

    corners = [
        at(0, half),
        at(length - head, half),
        at(length - head, 150),
        at(length, 0),
        at(length - head, -150),
        at(length - head, -half),
        at(0, -half),
    ]
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    pen.closePath()


def swapped(line: int) -> TTGlyphPen:
    """Return ⇄: an arrow to the right above one to the left."""
    pen = TTGlyphPen(None)
    arrow(pen, (60, 480), (760, 480), line)
    arrow(pen, (760, 160), (60, 160), line)
    return pen


def upended(line: int) -> TTGlyphPen:
    """Return ⇅: an arrow up on the left of one down."""
    pen = TTGlyphPen(None)
    arrow(pen, (190, -40), (190, 680), line)
    arrow(pen, (510, 680), (510, -40), line)
    return pen


def make(source: Path, style: str) -> Path:
    """Write one weight, and return its file."""
    font = TTFont(source)
    options = Options(
        hinting=False,
        layout_features=[],
        name_IDs=list(NAMES_KEPT),
        notdef_outline=True,
        glyph_names=False,
    )
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "BASE", "DSIG", "gasp", "meta", "STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in KEPT for code in range(first, last + 1)])
    subsetter.subset(font)
    line = 110 if style == "Bold" else 74
    font["post"].formatType = 2.0
    font["post"].extraNames = []
    font["post"].mapping = {}
    for code, name, pen, width in (
        (0x21C4, "uni21C4", swapped(line), 820),
        (0x21C5, "uni21C5", upended(line), 700),
    ):
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        font["glyf"][name] = pen.glyph()
        font["hmtx"][name] = (width, 0)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name
    for glyph in ("uni21C4", "uni21C5"):
        font["glyf"][glyph].recalcBounds(font["glyf"])
        font["hmtx"][glyph] = (font["hmtx"][glyph][0], font["glyf"][glyph].xMin)
    postscript = f"{FAMILY.replace(' ', '')}-{style}"
    version = font["name"].getDebugName(5)
    for number, words in (
        (FAMILY_ID, FAMILY),
        (STYLE_ID, style),
        (UNIQUE_ID, f"{version};{postscript}"),
        (FULL_ID, f"{FAMILY} {style}"),
        (POSTSCRIPT_ID, postscript),
    ):
        font["name"].setName(words, number, 3, 1, 0x409)
    font["post"].formatType = 3.0
    path = TARGET / f"{postscript}.ttf"
    font.recalcTimestamp = False
    font.save(path)
    return path


def main() -> int:
    """Write both weights."""
    for style in ("Regular", "Bold"):
        path = make(Path(sys.argv[1]) / f"SourceSans3-{style}.ttf", style)
        print(
            f"{path.name}: {path.stat().st_size:,} bytes, {len(TTFont(path).getBestCmap()):,} "
            "letters and signs"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
