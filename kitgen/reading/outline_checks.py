"""Whether drawn outlines can be told apart in black and white at 6 mm, and what to draw thicker.

An outline is looked at as dots of a tenth of a millimetre, at the size of a piece on a label.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise, product

from kitgen.errors import TemplateError
from kitgen.papers import Point
from kitgen.reading.outline_svg import Outline

#: The longer side of a piece, in mm, and the dots to a millimetre.
SIZE_MM = 6.0
DOTS_TO_A_MM = 10
#: Parts thinner than so many dots vanish on a copy; the most dots of a part that may be so thin, as
#: tips are.
THIN_DOTS = 4
MAX_DOTS_OF_A_TIP = 40
#: The least share of its square that a figure covers.
MIN_COVERED_SHARE = 0.15
#: Two figures are alike that share more than this part of what either covers, laid over each other
#: as well as can be.
ALIKE = 0.8
#: How far one figure is moved over the other, in dots.
MOVED_DOTS = (-4, -2, 0, 2, 4)

#: The dots of a figure, by column and row from its middle.
Dots = frozenset[tuple[int, int]]


def check_outlines(outlines: Mapping[str, Outline]) -> None:
    """Refuse outlines that are too thin, or that are taken for each other; each by its name in
    messages.

    >>> from kitgen.reading.outline_svg import outline_of
    >>> svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="{}" height="{}"/></svg>'
    >>> square, wide = (outline_of(svg.format(*sides).encode(), "it") for sides in ((9, 9), (9, 8)))
    >>> check_outlines({"fox": square, "hen": wide})  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    kitgen.errors.TemplateError: fox and hen look alike at 6 mm: 90% is the same;
    make their outlines differ more
    """
    dots = {name: dots_of(outline) for name, outline in outlines.items()}
    side = round(SIZE_MM * DOTS_TO_A_MM)
    for name, own in dots.items():
        part = thin_part(own)
        if part:
            raise TemplateError(
                f"{name} has a part {part} that is thinner than 0.4 mm at 6 mm; draw it thicker"
            )
        black = dots_of(outlines[name], holes=True)
        if len(black) < MIN_COVERED_SHARE * side**2:
            raise TemplateError(f"{name} covers too little of its place at 6 mm; draw it thicker")
    names = [*outlines]
    for number, name in enumerate(names):
        for earlier in names[:number]:
            shared = shared_part(dots[name], dots[earlier])
            if shared > ALIKE:
                percent = f"{100 * shared:.0f}%"
                alike = f"{earlier} and {name} look alike at 6 mm: {percent} is the same"
                raise TemplateError(f"{alike}; make their outlines differ more")


def dots_of(outline: Outline, *, holes: bool = False) -> Dots:
    """Return the dots of an outline with its holes filled, which is what the eye sees of it first;
    with ``holes``, the dots that are black where it is printed in black.
    """
    half = round(SIZE_MM * DOTS_TO_A_MM / 2)
    polygons = outline.polygons()
    figures = [[polygon] for polygon in polygons]
    if holes:  # a level line that runs through all at once leaves their holes free
        figures = [polygons]
    dots = set()
    for row in range(-half, half):
        y = (row + 0.5) / (2 * half)
        for start, end in _inside(figures, y):
            first = round(start * 2 * half)
            last = round(end * 2 * half)
            dots |= {(column, row) for column in range(first, last)}
    return frozenset(dots)


def _inside(figures: list[list[list[Point]]], y: float) -> Iterator[tuple[float, float]]:
    """Yield where a level line runs inside any of some figures, each of polygons of which one
    within another is a hole.
    """
    for polygons in figures:
        crossings = []
        for polygon in polygons:
            for (x, top), (x2, bottom) in pairwise(polygon):
                if (top > y) != (bottom > y):
                    crossings.append(x + (y - top) / (bottom - top) * (x2 - x))
        crossings.sort()
        yield from zip(crossings[::2], crossings[1::2], strict=False)


def thin_part(dots: Dots) -> str:
    """Return where a figure has a part too thin to be seen on a copy; empty if it has none."""
    square = [*product(range(THIN_DOTS), repeat=2)]
    kept = set[tuple[int, int]]()
    for x, y in dots:
        if all((x + column, y + row) in dots for column, row in square):
            kept.update((x + column, y + row) for column, row in square)
    lost = set(dots - kept)
    while lost:
        part = _connected(lost)
        lost -= part
        if len(part) > MAX_DOTS_OF_A_TIP:
            return _place(part)
    return ""


def _connected(dots: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return some dots that hang together."""
    part: set[tuple[int, int]] = set()
    todo = [min(dots)]
    while todo:
        x, y = todo.pop()
        if (x, y) in part or (x, y) not in dots:
            continue
        part.add((x, y))
        todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return part


def _place(part: set[tuple[int, int]]) -> str:
    """Return in words where some dots lie."""
    x = sum(column for column, _ in part) / len(part)
    y = sum(row for _, row in part) / len(part)
    third = SIZE_MM * DOTS_TO_A_MM / 6
    words = []
    if y < -third:
        words.append("at the top")
    elif y > third:
        words.append("at the bottom")
    if x < -third:
        words.append("on the left")
    elif x > third:
        words.append("on the right")
    return " ".join(words) or "in the middle"


def shared_part(one: Dots, other: Dots) -> float:
    """Return the largest part of two figures that both cover, when one is moved over the other."""
    best = 0.0
    for right in MOVED_DOTS:
        for down in MOVED_DOTS:
            moved = {(x + right, y + down) for x, y in other}
            shared = len(one & moved)
            best = max(best, shared / (len(one) + len(moved) - shared))
    return best
