"""The typeface and the widths of its letters, so that layout knows what fits.

Bitstream Vera Sans comes with reportlab, has all Italian letters, and may be embedded and passed on.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fontTools.ttLib import TTFont

from kitgen.errors import KitgenError
from kitgen.paper.marks.scene import POINT

#: Name of the face inside documents, for regular and bold.
FACES = {False: "Vera", True: "VeraBd"}


def font_file(*, bold: bool) -> Path:
    """Return the file that holds the regular or the bold face.

    Raises:
        KitgenError: the library that brings the typeface is not installed whole.
    """
    library = find_spec("reportlab")
    for folder in (library and library.submodule_search_locations) or ():
        path = Path(folder) / "fonts" / f"{FACES[bold]}.ttf"
        if path.is_file():
            return path
    raise KitgenError("the typeface Vera is missing; install reportlab again: python -m pip install reportlab")


@cache
def _widths(*, bold: bool) -> tuple[dict[int, str], dict[str, tuple[int, int]], int]:
    """Return the face's glyph by letter, advance by glyph, and units to the em."""
    with TTFont(font_file(bold=bold)) as font:
        return font.getBestCmap(), dict(font["hmtx"].metrics), font["head"].unitsPerEm


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a line of letters is, in mm, at a size in points.

    Raises:
        KitgenError: the typeface has no such letter.

    >>> round(text_width("perché", 10), 2)
    12.21
    """
    letters, advances, em = _widths(bold=bold)
    try:
        units = sum(advances[letters[ord(letter)]][0] for letter in text)
    except KeyError as error:
        raise KitgenError(f"the typeface has no letter {chr(error.args[0])!r}, needed for {text!r}") from None
    return units / em * size * POINT


@cache
def letter_box(text: str, size: float, *, bold: bool = False) -> tuple[float, float, float, float]:
    """Return the box of a line's ink in mm: left, bottom, right, top from where its baseline starts, y up.

    Raises:
        KitgenError: the typeface has no such letter.

    >>> [round(side, 2) for side in letter_box("R", 10, bold=True)]
    [0.32, 0.0, 2.65, 2.57]
    """
    text_width(text, size, bold=bold)  # refuses unknown letters
    letters, advances, em = _widths(bold=bold)
    with TTFont(font_file(bold=bold)) as font:
        outlines = font["glyf"]
        boxes, start = [], 0
        for letter in text:
            glyph = outlines[letters[ord(letter)]]
            if glyph.numberOfContours:
                boxes.append((start + glyph.xMin, glyph.yMin, start + glyph.xMax, glyph.yMax))
            start += advances[letters[ord(letter)]][0]
    scale = size * POINT / em
    lefts, bottoms, rights, tops = zip(*boxes or [(0, 0, 0, 0)], strict=True)
    return min(lefts) * scale, min(bottoms) * scale, max(rights) * scale, max(tops) * scale


def wrap(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return a text broken into lines that are at most ``width`` mm wide, where words allow it.

    >>> wrap("one two three", 10, 15)
    ['one two', 'three']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size, bold=bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def fit(text: str, size: float, width: float, *, bold: bool = False, least: float = 5) -> float:
    """Return the largest letter size, at most ``size`` and at least ``least``, at which a text fits ``width``."""
    needed = text_width(text, size, bold=bold)
    return size if needed <= width else max(least, size * width / needed)
