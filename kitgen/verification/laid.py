"""How the sheets of a print lie on the pages of a PDF: fitted to other paper, several on a page, moved, turned.

The marks alone show it, once for all checks of a PDF: marks are read from the sheets put back, as if these had been
printed at their own size, and pictures are drawn of them through the same places.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from kitgen.paper.marks.scene import Place
from kitgen.sandbox.limits import Allowance, Limits
from kitgen.sandbox.page_marks import Bounds, Letters, PageMarks, Point, Shape, holds, middle
from kitgen.sandbox.process import PrintedPdf
from kitgen.verification.finding_places import FoundPlace, PutBack, find_place
from kitgen.verification.remake import Again, Remade
from kitgen.verification.report import Check, counted, found_faults, over_pages
from kitgen.verification.sheet_differences import changes, fingerprint

# Outlines in a canonical form, because other programs begin them elsewhere, split them, or join them.

#: A corner no farther than this from the line between its neighbours is none, in mm.
STRAIGHT = 0.01
#: How far each of red, green and blue may be off, of 255, after colours are converted.
SHADE = 2


def colours_of(page: PageMarks) -> set[str]:
    """Return the colours of all outlines of a page."""
    return {colour for shape in page.shapes for colour in (shape.fill, shape.stroke) if colour}


def told_plainly(shapes: Iterable[Shape], colours: Collection[str]) -> list[Shape]:
    """Return outlines in a canonical form.

    Straight lines lose needless corners, closed outlines begin with their first corner, and filled and stroked ones
    are first filled, then stroked. A colour that is nearly one of ``colours`` becomes that one.

    >>> square = ((4, 0), (4, 2), (0, 2), (0, 0), (2, 0))
    >>> told_plainly([Shape(0, square, (), "MLLLLL", True, "#010000", None, 0.0)], ["#000000"])[0].points
    ((0, 0), (0, 2), (4, 2), (4, 0))
    """
    parts = []
    for shape in map(_straightened, shapes):
        if shape.fill is not None:
            fill = _nearly(colours, shape.fill)
            part = replace(shape, fill=fill, stroke=None, width=0.0, dash=(), manner=shape.manner[:1], closed=True)
            parts.append(part)
        if shape.stroke is not None:
            stroke = _nearly(colours, shape.stroke)
            parts.append(replace(shape, fill=None, stroke=stroke, manner=(0, *shape.manner[1:])))
    return parts


def _straightened(shape: Shape) -> Shape:
    """Return an outline without needless corners, from its first corner on if it is closed."""
    points = list(shape.points)
    if shape.curves or shape.pieces != 1 or len(points) < 3:
        return shape
    closed = shape.closed or shape.stroke is None
    number = first = 0 if closed else 1
    while len(points) > 2 and number < len(points) - first:
        if _goes_on(points[number - 1], points[number], points[(number + 1) % len(points)]):
            points.pop(number)
            number = max(number - 1, first)
        else:
            number += 1
    if closed:
        at = points.index(min(points, key=lambda point: (round(point[0], 1), round(point[1], 1))))
        points = points[at:] + points[:at]
        if points[1] > points[-1]:
            points[1:] = points[:0:-1]
    steps = "M" + "L" * (len(points) - 1)
    return replace(shape, points=tuple(points), corners=(), steps=steps, closed=closed)


def _goes_on(before: Point, at: Point, after: Point) -> bool:
    (x, y), (x2, y2) = (at[0] - before[0], at[1] - before[1]), (after[0] - at[0], after[1] - at[1])
    lengths = math.hypot(x, y), math.hypot(x2, y2)
    return x * x2 + y * y2 >= 0 and abs(x * y2 - x2 * y) <= STRAIGHT * max(lengths)


def _nearly(colours: Collection[str], colour: str) -> str:
    if colour in colours:
        return colour
    own = bytes.fromhex(colour[1:])

    def off(other: str) -> int:
        return max(abs(a - b) for a, b in zip(bytes.fromhex(other[1:]), own, strict=True))

    return next((other for other in sorted(colours) if off(other) <= SHADE), colour)


class Expected:
    """The document as it should be, and the marks of its pages, each read on demand."""

    def __init__(self, document: Remade) -> None:
        # Loaded here, because a caller that only wants a kit does not need the library.
        from kitgen.sandbox.pdf_page import open_pdf  # noqa: PLC0415

        self.document = document
        self._allowed = Limits.of(len(document.data))
        self._pdf = open_pdf(document.data)

    def __len__(self) -> int:
        return len(self._pdf)

    def page(self, index: int) -> PageMarks:
        """Return the marks of a page, counted from 0."""
        from kitgen.sandbox.pdf_page import page_marks  # noqa: PLC0415

        return page_marks(self._pdf, index, Allowance(self._allowed))

    @cached_property
    def fingerprints(self) -> list[int]:
        """A number for each page; identical pages share it."""
        return [fingerprint(self.page(index)) for index in range(len(self))]


NAME = "the sheets lie on the paper as they were printed"
#: A sheet at its own size, where it should be.
PLAIN = Place()
#: Sheets smaller than this are too small to be read, and nobody needs larger ones.
SMALLEST, LARGEST = 0.5, 2.0
#: By how much two sheets that lie alike may differ: the share of their size, and mm.
SCALE, SHIFT = 0.005, 0.5
#: A sheet that takes up this share of a page has it for itself.
ALONE = 0.6
#: A mark that lies no farther than so many mm beyond the edge of the paper is still on it.
EDGE = 0.2


@dataclass(frozen=True, slots=True)
class Leaf:
    """One sheet as it lies on a page.

    Attributes:
        page: of the PDF, counted from 0.
        number: which sheet of this page it is, from 0.
        place: in mm from the top left corner, before a viewer turns the page.
    """

    page: int
    number: int = 0
    place: Place = PLAIN
    size: Point = (0.0, 0.0)
    cut: bool = False


@dataclass(frozen=True, slots=True)
class LaidPdf:
    """A PDF with its sheets put back: as if it had one sheet on a page, at its own size.

    Attributes:
        leaves: for each of its pages where it was.
        expected: the pages as they should be; None where nobody knows, or where the file is identical.
        anew: the number of pages of which only the look of the letters is known to be right.
    """

    pdf: PrintedPdf
    leaves: tuple[Leaf, ...]
    expected: Expected | None = None
    anew: int = 0

    @classmethod
    def of(cls, pdf: PrintedPdf, again: Again) -> "LaidPdf":
        """Find out how the sheets of a PDF lie, compared with the same printed again."""
        plain = tuple(Leaf(number) for number in range(len(pdf.pages)))
        if again.document is None or again.is_in(pdf):
            return cls(pdf, plain)
        expected = Expected(again.document)
        sheets = list(_put_back(pdf, expected))
        if all(leaf.place == PLAIN for _, leaf in sheets) and len(sheets) == len(plain):
            return cls(pdf, plain, expected)
        pages = tuple(pdf.pages[leaf.page] if page is None else _PACK.encode(page) for page, leaf in sheets)
        return cls(replace(pdf, pages=pages), tuple(leaf for _, leaf in sheets), expected)

    def with_letters_of(self, places: Sequence[int | None], alike: Sequence[bool], prints: Sequence[int]) -> "LaidPdf":
        """Replace pages by their sheets where all outlines are the same, and the letters look the same.

        Programs that write letters anew cut lines elsewhere, round widths, and do not always say which letters they
        are; outlines begin elsewhere then, but hold the same. For each page, the arguments say which sheet it is,
        from 0, whether it looks alike, and its fingerprint.
        """
        expected = self.expected
        if expected is None:
            return self
        doubtful = {
            number: index
            for number, (index, looks_so, own) in enumerate(zip(places, alike, prints, strict=True))
            if index is not None and looks_so and own != expected.fingerprints[index]
        }
        pages, anew = list(self.pdf.pages), 0
        for number, page in enumerate(self.pdf.marks() if doubtful else ()):
            if number not in doubtful:
                continue
            sheet = expected.page(doubtful[number])
            colours = colours_of(sheet)
            if not changes(told_plainly(sheet.shapes, colours), told_plainly(page.shapes, colours)):
                put = replace(sheet, others=page.others, strange=page.strange, turned=page.turned)
                pages[number] = _PACK.encode(put)
                anew += bool(changes(sheet.letters, page.letters))
        return replace(self, pdf=replace(self.pdf, pages=tuple(pages)), anew=anew)

    def check(self) -> Check:
        """Check that all sheets lie alike and can be used; anything else to know about them is a warning."""
        faults, usual = list[str](), list[Leaf]()
        groups = defaultdict[object, list[Leaf]](list)
        for leaf in self.leaves:
            groups[round(leaf.size[0]), round(leaf.size[1]), leaf.number].append(leaf)
        for leaves in groups.values():
            common = max(
                leaves, key=lambda leaf: (sum(_alike(leaf.place, at.place) for at in leaves), leaf.place == PLAIN)
            )
            usual.append(common)
            other = [leaf for leaf in leaves if not _alike(leaf.place, common.place)]
            faults += over_pages((leaf.page + 1, _how(leaf, common.place)) for leaf in other)
        scales = sorted({leaf.place.scale for leaf in usual})
        if scales and scales[-1] - scales[0] > SCALE:
            faults.append("the sheets are not all of one size: " + ", ".join(f"{scale:.0%}" for scale in scales))
        scale = usual[0].place.scale if usual else 1.0
        if not SMALLEST - SCALE <= scale <= LARGEST + SCALE:
            faults.append(f"the sheets are printed at {scale:.0%}, too {'small' if scale < 1 else 'large'} to be used")
        faults += over_pages((leaf.page + 1, "something is cut off at the edge of the paper" + _off(leaf, PLAIN))
                             for leaf in self.leaves if leaf.cut)  # fmt: skip
        return found_faults(
            NAME, "all at 100 %, nothing cut off", f"at {scale:.0%}", faults, warning=self._warning(usual)
        )

    def _warning(self, usual: Sequence[Leaf]) -> str:
        notes = []
        scale = usual[0].place.scale if usual else 1.0
        if abs(scale - 1) > SCALE / 5:
            size = f"{scale:.1%}" if f"{scale:.0%}" == "100%" else f"{scale:.0%}"  # no 100 % that is not
            notes.append(f"printed at {size} of its size: do not use it for boxes, labels or cards cut to size")
        most = 1 + max((leaf.number for leaf in self.leaves), default=0)
        if most > 1:
            notes.append(f"{most} sheets on a page; pages are counted as they were printed, a sheet on each")
        moved = next((leaf for leaf in usual if leaf.place != PLAIN), None)
        if not notes and moved is not None:
            where = f"elsewhere on the paper than kitgen puts them{_off(moved, PLAIN)}"
            notes.append(f"the sheets lie {where}: fronts and backs may not meet")
        if self.anew:
            pages = counted(self.anew, "page")
            notes.append(f"another program has written the letters of {pages} anew; they look the same")
        return "; ".join(notes)


_PACK = msgspec.msgpack.Encoder()


def _put_back(pdf: PrintedPdf, expected: Expected) -> Iterator[tuple[PageMarks | None, Leaf]]:
    """Yield each sheet put back, and where it was; None for a page that stays as it is."""
    free, start = dict.fromkeys(range(len(expected))), 0
    for number, page in enumerate(pdf.marks()):
        if (own := fingerprint(page)) in expected.fingerprints:
            start = expected.fingerprints.index(own) + 1
            free.pop(start - 1, None)
            yield None, Leaf(number, size=(page.width, page.height))
            continue
        sheets = list(_on_page(page, expected, free, start))
        for index, _ in sheets:
            free.pop(index)
            start = index + 1
        if len(sheets) < 2 and all(sheet.place == PLAIN for _, sheet in sheets):
            yield None, Leaf(number, size=(page.width, page.height))
        else:
            yield from _parted(page, number, [sheet for _, sheet in sheets])


def _on_page(page: PageMarks, expected: Expected, free: Iterable[int], start: int) -> Iterator[tuple[int, FoundPlace]]:
    """Yield consecutive sheets on a page, by their number; no two lie on the same place."""
    order = sorted(free, key=lambda index: (index < start, index))
    taken = list[Bounds]()
    for index in order:
        sheet = expected.page(index)
        laid = find_place(sheet, page)
        if laid is not None and not any(holds(area, middle(laid.area)) for area in taken):
            taken.append(laid.area)
            yield index, laid
            if (laid.place.scale**2) * sheet.width * sheet.height > ALONE * page.width * page.height:
                return
        elif taken:
            return


def _parted(page: PageMarks, number: int, sheets: Sequence[FoundPlace]) -> Iterator[tuple[PageMarks, Leaf]]:
    """Yield the sheets on a page, each with its own marks and as if it had been printed alone."""
    shapes = defaultdict[int, list[Shape]](list)
    letters = defaultdict[int, list[Letters]](list)
    for shape in page.shapes:
        shapes[_owner(shape.centre, sheets)].append(shape)
    for text in page.letters:
        letters[_owner(text.centre, sheets)].append(text)
    paper = (0.0, 0.0, page.width, page.height)
    for own, laid in enumerate(sheets):
        put = PutBack(laid.place)
        marks: list[Shape | Letters] = [*shapes[own], *letters[own]]
        corners = (corner for mark in marks for corner in (mark.bounds[:2], mark.bounds[2:]))
        cut = not laid.beyond and not all(holds(paper, corner, EDGE) for corner in corners)
        sheet = PageMarks(
            *laid.size,
            tuple(map(put.shape, shapes[own])),
            tuple(map(put.letters, letters[own])),
            tuple((order, put.bounds(at)) for order, at in page.others if _owner(middle(at), sheets) == own),
            tuple(
                (what, at and put.bounds(at))
                for what, at in page.strange
                if (_owner(middle(at), sheets) if at else 0) == own
            ),
            page.turned,
        )
        yield sheet, Leaf(number, own, laid.place, laid.size, cut)


def _owner(point: Point, sheets: Sequence[FoundPlace]) -> int:
    """Return the number of the sheet at a point, or of the nearest one."""

    def off(sheet: FoundPlace) -> float:
        x0, y0, x1, y1 = sheet.area
        return max(x0 - point[0], point[0] - x1, y0 - point[1], point[1] - y1, 0.0)

    return min(range(len(sheets)), key=lambda number: off(sheets[number]))


def _alike(place: Place, other: Place) -> bool:
    near = abs(place.scale - other.scale) <= SCALE and place.turn == other.turn
    return near and max(abs(place.x - other.x), abs(place.y - other.y)) <= SHIFT


def _how(leaf: Leaf, usual: Place) -> str:
    place = leaf.place
    if abs(place.scale - usual.scale) > SCALE:
        return f"it is printed at {place.scale:.0%} of its size, the others at {usual.scale:.0%}"
    if place.turn != usual.turn:
        return f"it is turned by {(place.turn - usual.turn) % 360:.0f}° against the others"
    return f"it lies elsewhere on its paper than the others{_off(leaf, usual)}"


def _off(leaf: Leaf, usual: Place) -> str:
    """Return how a sheet is turned, or how far it is moved, from a place; nothing where its size differs.

    >>> _off(Leaf(0, place=Place(7, -2.04), size=(210, 297)), PLAIN)
    ', moved 7 mm to the right and 2 mm up'
    >>> _off(Leaf(0, place=Place(210, 297, turn=180), size=(210, 297)), PLAIN)
    ', turned by 180°'
    >>> _off(Leaf(0, size=(210, 297)), Place(0, 297, turn=90))
    ', turned by 270°'
    """
    place, middle_ = leaf.place, (leaf.size[0] / 2, leaf.size[1] / 2)
    if abs(place.scale - usual.scale) > SCALE:
        return ""
    if place.turn != usual.turn:
        return f", turned by {(place.turn - usual.turn) % 360:.0f}°"
    (x, y), (x2, y2) = place.point(middle_), usual.point(middle_)
    ways = (x - x2, "to the right", "to the left"), (y - y2, "down", "up")
    moves = [f"{abs(round(length, 1)):g} mm {on if length > 0 else back}" for length, on, back in ways
             if round(length, 1)]  # fmt: skip
    return f", moved {' and '.join(moves)}" if moves else ""
