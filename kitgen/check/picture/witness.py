"""Does every page look as kitgen draws it? The document is made again, and both are looked at."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
import pypdfium2

from kitgen.check.laid import PLAIN, LaidPdf, Leaf
from kitgen.check.pdf.child import PAGE
from kitgen.check.pdf.drawn.marks import Bounds, around
from kitgen.check.pdf.limits import Allowance, Limits
from kitgen.check.pdf.page import page_marks
from kitgen.check.pdf.reading import ask, pdf_content
from kitgen.check.picture.child import Lying, PageDiffers, limits_of, packed
from kitgen.check.picture.pixels import page_size
from kitgen.check.picture.places import Places, Thing, named
from kitgen.check.remake.again import Again, Remade
from kitgen.check.report import NAMED, THINGS, Check, Mismatch, counted, found_faults, over_pages
from kitgen.kit.kit import Kit

#: What compares two PDFs, in a process of its own.
_COMPARER = "kitgen.check.picture.child"
NAME = "every page looks as kitgen draws it"
#: What is said of a sheet that no page is.
MISSING = ("the page is missing",)
#: What is said of a page of which the paper shows but a piece.
BEYOND = ("what lies beyond the edge of the paper is not there",)
#: More differences than this of one page are told in one line.
EACH = 5


def look_at(kit: Kit, laid: LaidPdf, again: Again, places: Sequence[int | None]) -> tuple[Check, tuple[Mismatch, ...]]:
    """Return whether all pages of a PDF look as they should, and each difference.

    Args:
        kit: the kit.
        laid: the PDF, and how its sheets lie on its pages.
        again: the same printed again.
        places: for each of its pages which sheet it is, from 0; None for one that is none of this print.

    Raises:
        KitFileError: the PDF cannot be drawn, or takes more than an honest one would.
    """
    if again.document is None:
        return again.refusal(NAME), ()
    pdf, count = laid.pdf, again.document.pages
    if laid.expected is None:
        return found_faults(
            NAME, counted(count, "page"), f"{count}", [], "the file is the very one that is made again"
        ), ()
    differences = _differences(kit, laid, again.document, places)
    right = f"{sum(alike(places, differences))} of {len(pdf.pages)}"
    return found_faults(NAME, counted(count, "page"), right, list(_told(differences))), differences


def _told(differences: Sequence[Mismatch]) -> Iterator[str]:
    """Yield all differences in words: what holds for many pages, and many of one page, in one line.

    >>> list(_told([Mismatch(page, "finder", "", BEYOND) for page in (1, 2)]))
    ['pages 1-2: what lies beyond the edge of the paper is not there']
    >>> list(_told([Mismatch(3, "labels", f"B{number}", ("the id",)) for number in range(1, 7)]))
    ['page 3, labels: 6 cards differ: B1, B2, B3, B4, B5, B6; the first in the id']
    """
    yield from over_pages((one.page, *one.things) for one in differences if one.things == BEYOND)
    rest = [one for one in differences if one.things != BEYOND]
    for _, on_page in groupby(rest, lambda one: (one.page, one.part)):
        found = list(on_page)
        if len(found) <= EACH:
            yield from map(str, found)
        else:
            cards = [one for one in found if one.box]
            ids, more = ", ".join(one.box for one in cards[:NAMED]), len(cards) - NAMED
            beside = ", and more beside them" * (len(cards) < len(found))
            others = f" and {more} more" * (more > 0)
            yield f"{cards[0].where}: {len(cards)} cards differ{beside}: {ids}{others}; the first in {cards[0].what}"


def alike(places: Sequence[int | None], differences: Sequence[Mismatch]) -> list[bool]:
    """Return for each page of a PDF whether it looks as its sheet does, by what was found to differ."""
    wrong = {one.page for one in differences if one.things != MISSING}
    return [number not in wrong for number in range(1, len(places) + 1)]


def _differences(kit: Kit, laid: LaidPdf, document: Remade, places: Sequence[int | None]) -> tuple[Mismatch, ...]:
    """Return all differences, page by page."""
    path, count = laid.pdf.path, document.pages
    found = pdf_content(path)
    known = [(number, sheet) for number, sheet in enumerate(places) if sheet is not None]
    lying = msgspec.json.encode([_lying(laid.leaves[number], sheet) for number, sheet in known]).decode()
    frames = ask(path, _COMPARER, lying, packed(found, document.data), limits_of(found, count))
    pages = [msgspec.msgpack.decode(content, type=PageDiffers) for letter, content in frames if letter == PAGE]
    differences: list[Mismatch] = []
    things, model = Places(kit), pypdfium2.PdfDocument(document.data)
    for page in pages:
        differences += _on_page(document, page, *known[page.index], things, model)
    model.close()
    missing = sorted(set(range(count)) - {sheet for _, sheet in known})
    differences += [Mismatch(n + 1, document.part_at(n + 1), "", MISSING) for n in missing]
    extra = [number for number, sheet in enumerate(places) if sheet is None]
    differences += [Mismatch(n + 1, "", "", ("there is no such page in this print",)) for n in extra]
    return tuple(differences)


def _lying(leaf: Leaf, sheet: int) -> Lying:
    """Return how a sheet lies, as the process that compares pictures gets to know."""
    place = leaf.place
    if place == PLAIN:
        return Lying(leaf.page, sheet)
    return Lying(leaf.page, sheet, place.x, place.y, place.scale, place.turn)


def _on_page(
    document: Remade, page: PageDiffers, number: int, sheet: int, places: Places, model: pypdfium2.PdfDocument
) -> list[Mismatch]:
    """Return the differences of one page, counted from 0 as its sheet is: what is on one card is one difference."""
    if page.size is not None:
        sizes = page.size, page_size(model[sheet])
        is_, should = (f"{round(width, 1):g} x {round(height, 1):g} mm" for width, height in sizes)
        return [Mismatch(number + 1, document.part_at(sheet + 1), "", (f"it is {is_} instead of {should}",))]
    things = places.things(page_marks(model, sheet, Allowance(Limits.of(1_000_000))), sheet + 1)
    by_card: dict[tuple[str, str], list[tuple[str, Bounds]]] = {}
    for bounds in page.places:
        thing = named(things, bounds)
        part = document.part_at(sheet + 1, bounds[1])
        by_card.setdefault((part, thing.box if thing else ""), []).append((_say(thing, bounds), bounds))
    beyond = [Mismatch(number + 1, document.part_at(sheet + 1), "", BEYOND)] * page.beyond
    return beyond + [
        Mismatch(number + 1, part, box, _joined(things, found), tuple(bounds for _, bounds in found))
        for (part, box), found in by_card.items()
    ]


def _joined(things: Sequence[Thing], found: Sequence[tuple[str, Bounds]]) -> tuple[str, ...]:
    """Return what differs on one card, or beside all cards, each once; where it is much, what holds all of it."""
    names = tuple(dict.fromkeys(what for what, _ in found))
    whole = named(things, around([bounds for _, bounds in found]))
    return names if len(names) <= THINGS or whole is None or not whole.box else (f"{whole.name} in many places",)


def _say(thing: Thing | None, bounds: Bounds) -> str:
    if thing is not None:
        return thing.name
    left, top, right, bottom = bounds
    return f"{right - left:.0f} x {bottom - top:.0f} mm, {left:.0f} mm from the left and {top:.0f} mm from the top"
