"""Names what differs between the pages of a PDF and the same pages as kitgen prints them: the arrow of R on card B3."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator

from kitgen.kit.kit import Kit
from kitgen.papers import Bounds
from kitgen.sandbox.limits import Allowance, Limits
from kitgen.sandbox.page_marks import Letters, PageMarks, Shape
from kitgen.sandbox.pdf_page import open_pdf, page_marks
from kitgen.sandbox.process import PrintedPdf
from kitgen.verification.picture_places import Places, Thing, named
from kitgen.verification.remake import Remade
from kitgen.verification.report import Mismatch

Mark = Shape | Letters
#: A page on which more than this share of the marks differs shows something else.
NOTHING = 0.9
ELSE, ORDER = "it shows something else", "its marks are drawn in another order"


def marks_differences(kit: Kit, pdf: PrintedPdf, document: Remade, pages: Collection[int]) -> Iterator[Mismatch]:
    """Yield the differences of some pages, counted from 1: everything on one card is one difference."""
    if not pages:
        return
    model, places = open_pdf(document.data), Places(kit)
    budget = Allowance(Limits.of(len(document.data)))
    for number, page in enumerate(pdf.marks(), 1):
        if number in pages and number <= len(model):
            sheet = page_marks(model, number - 1, budget)
            yield from _on_page(number, page, sheet, places, document)
    model.close()


def _on_page(number: int, page: PageMarks, sheet: PageMarks, places: Places, document: Remade) -> Iterator[Mismatch]:
    own, marks = _marks(page), _marks(sheet)
    both = Counter(seen for seen, _ in own), Counter(seen for seen, _ in marks)
    missing, added = both[1] - both[0], both[0] - both[1]
    if missing.total() > NOTHING * len(marks):
        yield Mismatch(number, document.part_at(number), "", (ELSE,))
        return
    if not missing and not added:
        yield Mismatch(number, document.part_at(number), "", (ORDER,))
        return
    things = places.things(sheet, number)
    by_card: dict[tuple[str, str], dict[str, list[Bounds]]] = {}
    changed = [bounds for seen, bounds in marks if seen in missing] + [bounds for seen, bounds in own if seen in added]
    for bounds in changed:
        thing = named(things, bounds)
        card = by_card.setdefault((document.part_at(number, bounds[1]), thing.box if thing else ""), {})
        card.setdefault(_name(thing, bounds), []).append(bounds)
    for (part, box), names in by_card.items():
        spots = tuple(bounds for several in names.values() for bounds in several)
        yield Mismatch(number, part, box, tuple(names), spots)


def _marks(page: PageMarks) -> list[tuple[Hashable, Bounds]]:
    """Return all that can be seen of each mark of a page, and where it is."""
    marks: list[Mark] = [*page.shapes, *page.letters]
    return [(_seen(mark), mark.bounds) for mark in marks]


def _seen(mark: Mark) -> Hashable:
    if isinstance(mark, Letters):
        return mark.text, mark.fill, mark.at, mark.size, mark.turn
    return mark.steps, mark.points, mark.closed, mark.fill, mark.stroke, mark.width, mark.dash, mark.manner


def _name(thing: Thing | None, bounds: Bounds) -> str:
    if thing is not None:
        return thing.name
    x0, y0, x1, y1 = bounds
    return f"{x1 - x0:.0f} x {y1 - y0:.0f} mm, {x0:.0f} mm from the left and {y0:.0f} mm from the top"
