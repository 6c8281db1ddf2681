"""How the sheets of a print lie on the pages of a PDF: fitted to other paper, several on a page, moved, turned.

Told from the marks alone, and once for all who look at a PDF: marks are read from the sheets put back, as if they had
been printed at their own size, and pictures are drawn of them through the same places.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from kitgen.check.expected import Expected
from kitgen.check.finding_places import FoundPlace, PutBack, find_place
from kitgen.check.pdf.drawn.marks import Bounds, Letters, PageMarks, Point, Shape, holds, middle
from kitgen.check.pdf.reading import PrintedPdf
from kitgen.check.remake.again import Again
from kitgen.check.report import Check, counted, found_faults, over_pages
from kitgen.check.sheets.differences import changes, fingerprint
from kitgen.check.sheets.outlines import colours_of, told_plainly
from kitgen.paper.marks.scene import Place

NAME = "the sheets lie on the paper as they were printed"
#: A sheet at its own size, where it should be.
PLAIN = Place()
#: Sheets smaller than this are too small to be read, and larger ones are none that anybody wants.
SMALLEST, LARGEST = 0.5, 2.0
#: What two sheets may differ in that lie alike: the share of their size, and mm.
SCALE, SHIFT = 0.005, 0.5
#: A sheet that takes up this share of a page has it for itself.
ALONE = 0.6
#: A mark that lies no farther than so many mm beyond the edge of the paper is still on it.
EDGE = 0.2


@dataclass(frozen=True, slots=True)
class Leaf:
    """One sheet as it lies on a page.

    Attributes:
        page: the page of the PDF, counted from 0.
        number: which sheet of this page it is, from 0.
        place: where and how large, told in mm from the top left corner, before a viewer turns the page.
        size: of the sheet, in mm.
        cut: whether something on it lies beyond the edge of the paper.
    """

    page: int
    number: int = 0
    place: Place = PLAIN
    size: Point = (0.0, 0.0)
    cut: bool = False


@dataclass(frozen=True, slots=True)
class LaidPdf:
    """A PDF with its sheets put back.

    Attributes:
        pdf: as it would be with one sheet a page, at its own size.
        leaves: for each of its pages where it comes from.
        expected: the pages as they should be; None where nobody knows, or where the file is the very same.
        anew: the pages of which only the look of the letters is known to be right.
    """

    pdf: PrintedPdf
    leaves: tuple[Leaf, ...]
    expected: Expected | None = None
    anew: int = 0

    @classmethod
    def of(cls, pdf: PrintedPdf, again: Again) -> "LaidPdf":
        """Find out how the sheets of a PDF lie, held against the same printed again."""
        plain = tuple(Leaf(number) for number in range(len(pdf.pages)))
        if again.document is None or again.is_in(pdf):
            return cls(pdf, plain)
        expected = Expected(again.document)
        found = list(_put_back(pdf, expected))
        if all(leaf.place == PLAIN for _, leaf in found) and len(found) == len(plain):
            return cls(pdf, plain, expected)
        pages = tuple(pdf.pages[leaf.page] if page is None else _PACK.encode(page) for page, leaf in found)
        return cls(replace(pdf, pages=pages), tuple(leaf for _, leaf in found), expected)

    def with_letters_of(self, places: Sequence[int | None], alike: Sequence[bool], prints: Sequence[int]) -> "LaidPdf":
        """Take pages for the sheets that they are where all outlines are theirs, and where letters look like theirs.

        Programs that write letters anew cut lines elsewhere, round widths, and do not always say which letters they
        are; outlines begin elsewhere then, but hold the same.

        Args:
            places: for each page which sheet it is, from 0; None for none.
            alike: for each page whether it looks as its sheet does.
            prints: the fingerprint of each page.
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
        """Return whether all sheets lie alike and can be used; what is to be known of them otherwise is a warning."""
        faults, usual = list[str](), list[Leaf]()
        groups = defaultdict[object, list[Leaf]](list)
        for leaf in self.leaves:
            groups[round(leaf.size[0]), round(leaf.size[1]), leaf.number].append(leaf)
        for leaves in groups.values():
            common = max(leaves, key=lambda one: (_like(one.place, leaves), one.place == PLAIN))
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
        """Return what is to be known of sheets that all lie alike."""
        said = []
        scale = usual[0].place.scale if usual else 1.0
        if abs(scale - 1) > SCALE / 5:
            said.append(
                f"printed at {_percent(scale)} of its size: do not use it for boxes, labels or cards cut to size"
            )
        most = 1 + max((leaf.number for leaf in self.leaves), default=0)
        if most > 1:
            said.append(f"{most} sheets on a page; pages are counted as they were printed, a sheet on each")
        moved = next((leaf for leaf in usual if leaf.place != PLAIN), None)
        if not said and moved is not None:
            where = f"elsewhere on the paper than kitgen puts them{_off(moved, PLAIN)}"
            said.append(f"the sheets lie {where}: fronts and backs may not meet")
        if self.anew:
            pages = counted(self.anew, "page")
            said.append(f"another program has written the letters of {pages} anew; they look the same")
        return "; ".join(said)


_PACK = msgspec.msgpack.Encoder()


def _put_back(pdf: PrintedPdf, expected: Expected) -> Iterator[tuple[PageMarks | None, Leaf]]:
    """Yield each sheet put back, and where it comes from; None for a page that stays as it is."""
    free, start = dict.fromkeys(range(len(expected))), 0
    for number, page in enumerate(pdf.marks()):
        if (own := fingerprint(page)) in expected.fingerprints:
            start = expected.fingerprints.index(own) + 1
            free.pop(start - 1, None)
            yield None, Leaf(number, size=(page.width, page.height))
            continue
        found = list(_on_page(page, expected, free, start))
        for index, _ in found:
            free.pop(index)
            start = index + 1
        if len(found) < 2 and all(one.place == PLAIN for _, one in found):
            yield None, Leaf(number, size=(page.width, page.height))
            continue
        yield from _parted(page, number, [one for _, one in found])


def _on_page(page: PageMarks, expected: Expected, free: Iterable[int], start: int) -> Iterator[tuple[int, FoundPlace]]:
    """Yield the sheets on a page, by their number: those that follow each other, as far as they are there."""
    order = sorted(free, key=lambda index: (index < start, index))
    begun, taken = False, list[Bounds]()
    for index in order:
        sheet = expected.page(index)
        found = find_place(sheet, page)
        if found is not None and not any(_over(found.area, area) for area in taken):
            begun = True
            taken.append(found.area)
            yield index, found
            if (found.place.scale**2) * sheet.width * sheet.height > ALONE * page.width * page.height:
                return
        elif begun:
            return


def _over(one: Bounds, other: Bounds) -> bool:
    """Return whether the middle of one rectangle lies in the other: no two sheets lie on the same place."""
    return holds(other, middle(one))


def _parted(page: PageMarks, number: int, found: Sequence[FoundPlace]) -> Iterator[tuple[PageMarks, Leaf]]:
    """Yield the sheets on a page, each with its own marks and as if it had been printed alone."""
    shapes = defaultdict[int, list[Shape]](list)
    letters = defaultdict[int, list[Letters]](list)
    for shape in page.shapes:
        shapes[_owner(shape.centre, found)].append(shape)
    for text in page.letters:
        letters[_owner(text.centre, found)].append(text)
    for own, one in enumerate(found):
        put = PutBack(one.place)
        marks: list[Shape | Letters] = [*shapes[own], *letters[own]]
        sheet = PageMarks(
            *one.size,
            tuple(map(put.shape, shapes[own])),
            tuple(map(put.letters, letters[own])),
            tuple((order, put.bounds(at)) for order, at in page.others if _owner(middle(at), found) == own),
            tuple(
                (what, at and put.bounds(at))
                for what, at in page.strange
                if (_owner(middle(at), found) if at else 0) == own
            ),
            page.turned,
        )
        yield sheet, Leaf(number, own, one.place, one.size, not one.beyond and _cut(marks, page))


def _cut(marks: Iterable[Shape | Letters], page: PageMarks) -> bool:
    """Return whether any mark lies beyond the edge of the paper."""
    paper = (0.0, 0.0, page.width, page.height)
    corners = (corner for mark in marks for corner in (mark.bounds[:2], mark.bounds[2:]))
    return not all(holds(paper, corner, EDGE) for corner in corners)


def _owner(point: Point, found: Sequence[FoundPlace]) -> int:
    """Return the number of the sheet that something lies on; of none where it lies beside all: the nearest."""

    def off(one: FoundPlace) -> float:
        left, top, right, bottom = one.area
        return max(left - point[0], point[0] - right, top - point[1], point[1] - bottom, 0.0)

    return min(range(len(found)), key=lambda number: off(found[number]))


def _alike(one: Place, other: Place) -> bool:
    """Return whether two sheets lie alike on their pages."""
    return (
        abs(one.scale - other.scale) <= SCALE
        and one.turn == other.turn
        and max(abs(one.x - other.x), abs(one.y - other.y)) <= SHIFT
    )


def _percent(scale: float) -> str:
    """Return a scale in words that do not say 100 % of what is not.

    >>> _percent(0.97), _percent(0.9988)
    ('97%', '99.9%')
    """
    return f"{scale:.1%}" if f"{scale:.0%}" == "100%" else f"{scale:.0%}"


def _like(one: Place, leaves: Sequence[Leaf]) -> int:
    return sum(_alike(one, leaf.place) for leaf in leaves)


def _how(leaf: Leaf, usual: Place) -> str:
    """Return how a sheet lies otherwise than the others."""
    place = leaf.place
    if abs(place.scale - usual.scale) > SCALE:
        return f"it is printed at {place.scale:.0%} of its size, the others at {usual.scale:.0%}"
    if place.turn != usual.turn:
        return f"it is turned by {(place.turn - usual.turn) % 360:.0f}° against the others"
    return f"it lies elsewhere on its paper than the others{_off(leaf, usual)}"


def _off(leaf: Leaf, usual: Place) -> str:
    """Return how a sheet is turned, or how far it is moved, against a place; nothing where its size is another.

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
    said = [f"{abs(round(length, 1)):g} mm {on if length > 0 else back}" for length, on, back in ways
            if round(length, 1)]  # fmt: skip
    return f", moved {' and '.join(said)}" if said else ""
