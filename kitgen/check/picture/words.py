"""Words that have drifted: programs that write letters anew round their widths, and a long line runs on a little.

Ghostscript's lines end up to a quarter of a millimetre beside where they should. Nobody sees that, but dots do. So
where dots differ in a word, the word is looked for within so little of its place, with all that is round it; what is
the same there does not differ.
"""

from collections.abc import Callable, Iterator, Sequence

import pypdfium2
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import raw

#: Left, top, right, bottom, in dots.
Dots = tuple[int, int, int, int]
#: How far a word may have drifted, in dots.
DRIFT = 3
#: Where it may lie, the nearest first.
_PLACES = sorted(
    ((x, y) for x in range(-DRIFT, DRIFT + 1) for y in range(-DRIFT, DRIFT + 1) if x or y),
    key=lambda place: place[0] ** 2 + place[1] ** 2,
)


def words_of(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, float, float]]:
    """Yield the rectangle round each word of a page of kitgen's own, in points from its bottom left corner."""
    text = page.get_textpage()
    word: list[tuple[float, float, float, float]] = []
    for number in range(text.count_chars()):
        blank = chr(raw.FPDFText_GetUnicode(text, number)).isspace()
        box = (0.0,) * 4 if blank else text.get_charbox(number)
        if box[0] < box[2] and box[1] < box[3]:
            word.append(box)
        elif word:
            yield _around(word)
            word = []
    if word:
        yield _around(word)
    text.close()


def forgive_drift(
    mask: Image.Image,
    should: Image.Image,
    found: Image.Image,
    words: Sequence[Dots],
    differing: Callable[[Image.Image, Image.Image], Image.Image],
) -> Image.Image:
    """Return where two pictures differ, without the words that have only drifted.

    Args:
        mask: white where they differ.
        should: the picture as it should be.
        found: the other.
        words: the rectangles round the words of ``should``.
        differing: what makes such a mask of two pictures.
    """
    left = mask.copy()
    for word in words:
        box = _grown(word, DRIFT, mask)
        if left.crop(box).getbbox() is not None and _is_near(box, should, found, differing):
            left.paste(0, box)
    return left


def _is_near(
    box: Dots,
    should: Image.Image,
    found: Image.Image,
    differing: Callable[[Image.Image, Image.Image], Image.Image],
) -> bool:
    """Return whether all that is in a rectangle of a picture is also in the other, no farther off than words drift."""
    own = should.crop(box)
    grey = own.convert("L")
    around = found.crop((box[0] - DRIFT, box[1] - DRIFT, box[2] + DRIFT, box[3] + DRIFT))
    light = around.convert("L")

    def off(place: tuple[int, int]) -> float:
        return float(ImageStat.Stat(ImageChops.difference(grey, light.crop(_moved(place, own)))).sum[0])

    best = min(_PLACES, key=off)
    return differing(own, around.crop(_moved(best, own))).getbbox() is None


def _moved(place: tuple[int, int], picture: Image.Image) -> Dots:
    """Return the part of what is round a picture that lies where it has drifted to."""
    x, y = place[0] + DRIFT, place[1] + DRIFT
    return x, y, x + picture.width, y + picture.height


def _grown(box: Dots, by: int, picture: Image.Image) -> Dots:
    """Return a rectangle with more round it, as far as the picture goes."""
    left, top, right, bottom = box
    return max(0, left - by), max(0, top - by), min(picture.width, right + by), min(picture.height, bottom + by)


def _around(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)
