"""Compares two pictures of a page, tolerating the differences that programs make when they save a PDF anew.

In grey, each dot may be as dark as any of the dots round it in the other picture, and a little more, because rounding
the places of marks moves their edges by up to a dot. In colour, with few large dots, each area is compared: this
reveals a tint that is slightly wrong, or a colour that is as dark as the right one.

Programs that write letters anew round their widths, and lines drift by up to a quarter of a millimetre. Where dots
differ in a word, the word is therefore searched for within so little of its place; what is the same there does not
differ. docs/verification.md says how the limits were measured.
"""

from collections.abc import Callable, Iterator, Sequence

from PIL import Image, ImageChops, ImageStat

#: Left, top, right, bottom, in dots.
Dots = tuple[int, int, int, int]

#: Dots to an inch.
DPI = 200
#: How far a dot may lie outside the greys round it in the other picture, of 255.
DOT = 96
#: Dots of a page along a side of a large one; how far such a one may lie outside the colours round it; and how far
#: nine of them in a square may all do so.
LARGE, COLOUR, AREA = 5, 80, 8
#: Differing dots that lie no farther apart than so many are one difference: 1.3 mm, the gap between two letters.
NEAR = 10
#: How far a word may have drifted, in dots, and where it may lie then, the nearest place first.
DRIFT = 3
_PLACES = sorted(
    ((x, y) for x in range(-DRIFT, DRIFT + 1) for y in range(-DRIFT, DRIFT + 1) if x or y),
    key=lambda place: place[0] ** 2 + place[1] ** 2,
)


def differences(should: Image.Image, actual: Image.Image, words: Callable[[], Sequence[Dots]] = tuple) -> list[Dots]:
    """Return the rectangles in which two pictures of one size differ, from the top down; none where they are alike.

    ``words`` finds the rectangles round the words of ``should``, which may have drifted a little.

    >>> white = Image.new("RGB", (200, 100), "white")
    >>> spoilt = white.copy()
    >>> spoilt.paste("black", (50, 20, 60, 25))
    >>> differences(white, white), differences(white, spoilt)
    ([], [(50, 20, 60, 25)])
    """
    if ImageChops.difference(should, actual).getbbox() is None:
        return []
    mask = _mask(should, actual)
    if mask.getbbox() is not None:
        for word in words():
            box = (
                max(0, word[0] - DRIFT), max(0, word[1] - DRIFT),
                min(mask.width, word[2] + DRIFT), min(mask.height, word[3] + DRIFT),
            )  # fmt: skip
            if mask.crop(box).getbbox() is not None and _is_near(box, should, actual):
                mask.paste(0, box)
    return sorted((_tight(mask, group) for group in _groups(_cells(mask))), key=lambda box: (box[1], box[0]))


def _is_near(box: Dots, should: Image.Image, actual: Image.Image) -> bool:
    """Return whether all that is in a rectangle of a picture is also in the other, no farther off than words drift."""
    own = should.crop(box)
    grey = own.convert("L")
    around = actual.crop((box[0] - DRIFT, box[1] - DRIFT, box[2] + DRIFT, box[3] + DRIFT))
    light = around.convert("L")

    def moved(place: tuple[int, int]) -> Dots:
        x, y = place[0] + DRIFT, place[1] + DRIFT
        return x, y, x + own.width, y + own.height

    def off(place: tuple[int, int]) -> float:
        return float(ImageStat.Stat(ImageChops.difference(grey, light.crop(moved(place)))).sum[0])

    return _mask(own, around.crop(moved(min(_PLACES, key=off)))).getbbox() is None


def strongest(should: Image.Image, actual: Image.Image) -> tuple[int, int, int]:
    """Return the least ``DOT``, ``COLOUR`` and ``AREA`` for which two pictures would be alike."""
    excesses = _excesses(should, actual)
    dots, colours, areas = (max(band.getextrema()[1] for band in excess.split()) for excess in excesses)
    return int(dots), int(colours), int(areas)  # type: ignore[arg-type] # as above


def _mask(should: Image.Image, actual: Image.Image) -> Image.Image:
    dots, colours, areas = _excesses(should, actual)
    mask = _over(dots, DOT)
    for band in (
        *(_over(band, COLOUR) for band in colours.split()),
        *(_of_nine(_over(band, AREA), ImageChops.lighter) for band in areas.split()),
    ):
        if band.getbbox() is not None:
            large = band.resize((LARGE * band.width, LARGE * band.height), Image.Resampling.NEAREST)
            mask = ImageChops.lighter(mask, large.crop((0, 0, *mask.size)))
    return mask


def _excesses(should: Image.Image, actual: Image.Image) -> tuple[Image.Image, Image.Image, Image.Image]:
    """Return how far dots, large dots, and the least of nine large dots in a square exceed the values round them."""
    dots = _outside(should.convert("L"), actual.convert("L"))
    colours = _outside(should.reduce(LARGE), actual.reduce(LARGE))
    return dots, colours, _of_nine(colours, ImageChops.darker)


def _outside(first: Image.Image, second: Image.Image) -> Image.Image:
    """Return by how much each dot is lighter or darker than all the dots round it in the other picture."""

    def beyond(picture: Image.Image, other: Image.Image) -> Image.Image:
        least, most = _of_nine(other, ImageChops.darker), _of_nine(other, ImageChops.lighter)
        return ImageChops.lighter(ImageChops.subtract(picture, most), ImageChops.subtract(least, picture))

    return ImageChops.lighter(beyond(second, first), beyond(first, second))


def _of_nine(picture: Image.Image, pick: Callable[[Image.Image, Image.Image], Image.Image]) -> Image.Image:
    """Return for each dot the darkest or lightest of the nine round it; PIL's own filter takes ten times as long."""
    for across, down in ((1, 0), (0, 1)):
        before, after = ImageChops.offset(picture, across, down), ImageChops.offset(picture, -across, -down)
        picture = pick(picture, pick(before, after))
    return picture


def _over(grey: Image.Image, most: int) -> Image.Image:
    return grey.point([0] * (most + 1) + [255] * (255 - most))


def _cells(mask: Image.Image) -> set[tuple[int, int]]:
    if mask.getbbox() is None:
        return set()
    whole = Image.new("L", (-(-mask.width // NEAR) * NEAR, -(-mask.height // NEAR) * NEAR))
    whole.paste(mask)
    few = whole.reduce(NEAR)  # one white dot among a hundred is a mean of 3
    return {divmod(index, few.width)[::-1] for index, value in enumerate(few.tobytes()) if value}


def _groups(cells: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    remaining = set(cells)
    while remaining:
        group, edge = set[tuple[int, int]](), [remaining.pop()]
        while edge:
            x, y = edge.pop()
            group.add((x, y))
            around = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & remaining
            remaining -= around
            edge += around
        yield group


def _tight(mask: Image.Image, cells: set[tuple[int, int]]) -> Dots:
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    x, y = NEAR * min(columns), NEAR * min(rows)
    bounds = x, y, NEAR * (max(columns) + 1), NEAR * (max(rows) + 1)
    x0, y0, x1, y1 = mask.crop(bounds).getbbox() or (0, 0, 0, 0)
    return x + x0, y + y0, x + x1, y + y1
