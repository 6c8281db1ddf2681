"""Two pictures of a page: where they differ by more than programs that save a PDF anew make them differ.

Two things are looked at. In grey, each dot: it may be as dark as any of the dots round it in the other picture, and a
little more, for whoever rounds the places of marks moves their edges by up to a dot. And in colour, with few large
dots, each area: so a tint that is slightly wrong is seen, or a colour that is as dark as the right one.

Programs that write letters anew round their widths: Ghostscript's lines end up to a quarter of a millimetre beside
where they should. Nobody sees that, but dots do. So where dots differ in a word, the word is looked for within so
little of its place, with all that is round it; what is the same there does not differ.

docs/verification.md says how the limits were measured.
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


def no_words() -> Sequence[Dots]:
    """Return the rectangles round words, where none may have drifted."""
    return ()


def differences(should: Image.Image, found: Image.Image, words: Callable[[], Sequence[Dots]] = no_words) -> list[Dots]:
    """Return the rectangles in which two pictures of one size differ, from the top down; none where they are alike.

    Args:
        should: the picture as it should be.
        found: the picture that is looked at.
        words: finds the rectangles round the words of ``should``, which may have drifted a little, where it matters.

    >>> white = Image.new("RGB", (200, 100), "white")
    >>> spoilt = white.copy()
    >>> spoilt.paste("black", (50, 20, 60, 25))
    >>> differences(white, white), differences(white, spoilt)
    ([], [(50, 20, 60, 25)])
    """
    if ImageChops.difference(should, found).getbbox() is None:
        return []
    mask = _mask(should, found)
    if mask.getbbox() is not None:
        mask = _without_drift(mask, should, found, words())
    boxes = [_tight(mask, _bounds(group)) for group in _groups(_cells(mask))]
    return sorted(boxes, key=lambda box: (box[1], box[0]))


def _without_drift(mask: Image.Image, should: Image.Image, found: Image.Image, words: Sequence[Dots]) -> Image.Image:
    """Return where two pictures differ, as ``mask`` says, without the words that have only drifted."""
    left = mask.copy()
    for word in words:
        box = _grown(word, mask)
        if left.crop(box).getbbox() is not None and _is_near(box, should, found):
            left.paste(0, box)
    return left


def _is_near(box: Dots, should: Image.Image, found: Image.Image) -> bool:
    """Return whether all that is in a rectangle of a picture is also in the other, no farther off than words drift."""
    own = should.crop(box)
    grey = own.convert("L")
    around = found.crop((box[0] - DRIFT, box[1] - DRIFT, box[2] + DRIFT, box[3] + DRIFT))
    light = around.convert("L")

    def off(place: tuple[int, int]) -> float:
        return float(ImageStat.Stat(ImageChops.difference(grey, light.crop(_moved(place, own)))).sum[0])

    best = min(_PLACES, key=off)
    return _mask(own, around.crop(_moved(best, own))).getbbox() is None


def _moved(place: tuple[int, int], picture: Image.Image) -> Dots:
    """Return the part of what is round a picture that lies where it has drifted to."""
    x, y = place[0] + DRIFT, place[1] + DRIFT
    return x, y, x + picture.width, y + picture.height


def _grown(box: Dots, picture: Image.Image) -> Dots:
    """Return a rectangle with room for drifting round it, as far as the picture goes."""
    left, top, right, bottom = box
    return (
        max(0, left - DRIFT), max(0, top - DRIFT),
        min(picture.width, right + DRIFT), min(picture.height, bottom + DRIFT),
    )  # fmt: skip


def strongest(should: Image.Image, found: Image.Image) -> tuple[int, int, int]:
    """Return what ``DOT``, ``COLOUR`` and ``AREA`` would have to be at least for two pictures to be alike."""
    dots, colours, areas = (max(band.getextrema()[1] for band in excess.split()) for excess in _excesses(should, found))
    return int(dots), int(colours), int(areas)  # type: ignore[arg-type] # as above


def _mask(should: Image.Image, found: Image.Image) -> Image.Image:
    """Return a picture that is white where two others differ."""
    dots, colours, areas = _excesses(should, found)
    mask = _over(dots, DOT)
    for band in (
        *(_over(one, COLOUR) for one in colours.split()),
        *(_lightest(_over(one, AREA)) for one in areas.split()),
    ):
        if band.getbbox() is not None:
            large = band.resize((LARGE * band.width, LARGE * band.height), Image.Resampling.NEAREST)
            mask = ImageChops.lighter(mask, large.crop((0, 0, *mask.size)))
    return mask


def _excesses(should: Image.Image, found: Image.Image) -> tuple[Image.Image, Image.Image, Image.Image]:
    """Return how far dots, large dots, and the least of nine large dots in a square lie outside what is round them."""
    dots = _outside(should.convert("L"), found.convert("L"))
    colours = _outside(should.reduce(LARGE), found.reduce(LARGE))
    return dots, colours, _darkest(colours)


def _outside(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return by how much each dot is lighter or darker than all the dots round it in the other picture."""
    least, most = _darkest(one), _lightest(one)
    there = ImageChops.lighter(ImageChops.subtract(other, most), ImageChops.subtract(least, other))
    least, most = _darkest(other), _lightest(other)
    here = ImageChops.lighter(ImageChops.subtract(one, most), ImageChops.subtract(least, one))
    return ImageChops.lighter(there, here)


def _darkest(picture: Image.Image) -> Image.Image:
    """Return for each dot the darkest of the nine round it; a filter of PIL's own takes ten times as long."""
    for across, down in ((1, 0), (0, 1)):
        before, after = ImageChops.offset(picture, across, down), ImageChops.offset(picture, -across, -down)
        picture = ImageChops.darker(picture, ImageChops.darker(before, after))
    return picture


def _lightest(picture: Image.Image) -> Image.Image:
    """Return for each dot the lightest of the nine round it."""
    for across, down in ((1, 0), (0, 1)):
        before, after = ImageChops.offset(picture, across, down), ImageChops.offset(picture, -across, -down)
        picture = ImageChops.lighter(picture, ImageChops.lighter(before, after))
    return picture


def _over(grey: Image.Image, most: int) -> Image.Image:
    """Return a picture that is white where another holds more than so much."""
    return grey.point([0] * (most + 1) + [255] * (255 - most))


def _cells(mask: Image.Image) -> set[tuple[int, int]]:
    """Return the cells of a grid, by column and row, in which any dot is white."""
    if mask.getbbox() is None:
        return set()
    whole = Image.new("L", (-(-mask.width // NEAR) * NEAR, -(-mask.height // NEAR) * NEAR))
    whole.paste(mask)
    few = whole.reduce(NEAR)  # one white dot among a hundred is a mean of 3
    return {divmod(index, few.width)[::-1] for index, value in enumerate(few.tobytes()) if value}


def _groups(cells: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    """Yield the cells that touch each other, at least at a corner."""
    left = set(cells)
    while left:
        group, edge = set[tuple[int, int]](), [left.pop()]
        while edge:
            x, y = edge.pop()
            group.add((x, y))
            around = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= around
            edge += around
        yield group


def _bounds(cells: set[tuple[int, int]]) -> Dots:
    """Return the rectangle round cells of the grid, in dots."""
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return NEAR * min(columns), NEAR * min(rows), NEAR * (max(columns) + 1), NEAR * (max(rows) + 1)


def _tight(mask: Image.Image, bounds: Dots) -> Dots:
    """Return the smallest rectangle round all that is white within another."""
    left, top, right, bottom = mask.crop(bounds).getbbox() or (0, 0, 0, 0)
    return bounds[0] + left, bounds[1] + top, bounds[0] + right, bounds[1] + bottom
