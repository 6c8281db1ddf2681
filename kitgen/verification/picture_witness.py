"""Checks that every page looks as kitgen draws it: the document is made again, and pictures of both are compared."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
import pypdfium2

from kitgen.kit.kit import Kit
from kitgen.paper.marks.scene import Place
from kitgen.pictures.pixels import page_size
from kitgen.sandbox.child import PAGE
from kitgen.sandbox.limits import Allowance, Limits
from kitgen.sandbox.page_marks import Bounds, around
from kitgen.sandbox.pdf_page import page_marks
from kitgen.sandbox.process import ask, pdf_content
from kitgen.verification.laid import PLAIN, LaidPdf
from kitgen.verification.picture_child import Lying, PageDiffers, limits_of, packed
from kitgen.verification.picture_places import Places, Thing, named
from kitgen.verification.remake import Again, Remade
from kitgen.verification.report import NAMED, THINGS, Check, Mismatch, counted, found_faults, over_pages

#: What compares two PDFs, in a process of its own.
_COMPARER = "kitgen.verification.picture_child"
NAME = "every page looks as kitgen draws it"
#: The difference of a sheet that has no page.
MISSING = ("the page is missing",)
#: The difference of a page of which the paper shows only a part.
BEYOND = ("what lies beyond the edge of the paper is not there",)
#: More differences than this of one page share one line.
EACH = 5


def look_at(kit: Kit, laid: LaidPdf, again: Again, places: Sequence[int | None]) -> tuple[Check, tuple[Mismatch, ...]]:
    """Check that all pages of a PDF look as they should, and return each difference.

    ``places`` has for each page which sheet it is, from 0; None for one that does not belong to this print.
    """
    if again.document is None:
        return again.refusal(NAME), ()
    count = counted(again.document.pages, "page")
    if laid.expected is None:
        same = "identical to the file made again"
        return found_faults(NAME, count, f"{again.document.pages}", [], same), ()
    differences = _differences(kit, laid, again.document, places)
    right = f"{sum(alike(places, differences))} of {len(laid.pdf.pages)}"
    return found_faults(NAME, count, right, list(_words(differences))), differences


def _words(differences: Sequence[Mismatch]) -> Iterator[str]:
    """Yield all differences in words: what holds for many pages, and many of one page, in one line.

    >>> list(_words([Mismatch(page, "finder", "", BEYOND) for page in (1, 2)]))
    ['pages 1-2: what lies beyond the edge of the paper is not there']
    >>> list(_words([Mismatch(3, "labels", f"B{number}", ("the id",)) for number in range(1, 7)]))
    ['page 3, labels: 6 cards differ: B1, B2, B3, B4, B5, B6; the first in the id']
    """
    yield from over_pages((mismatch.page, *mismatch.things) for mismatch in differences if mismatch.things == BEYOND)
    rest = [mismatch for mismatch in differences if mismatch.things != BEYOND]
    for _, group in groupby(rest, lambda mismatch: (mismatch.page, mismatch.part)):
        on_page = list(group)
        if len(on_page) <= EACH:
            yield from map(str, on_page)
        else:
            cards = [mismatch for mismatch in on_page if mismatch.box]
            ids, more = ", ".join(card.box for card in cards[:NAMED]), len(cards) - NAMED
            beside = ", and more beside them" * (len(cards) < len(on_page))
            others = f" and {more} more" * (more > 0)
            yield f"{cards[0].where}: {len(cards)} cards differ{beside}: {ids}{others}; the first in {cards[0].what}"


def alike(places: Sequence[int | None], differences: Sequence[Mismatch]) -> list[bool]:
    """Return for each page of a PDF whether it looks as its sheet does, given the differences."""
    wrong = {mismatch.page for mismatch in differences if mismatch.things != MISSING}
    return [number not in wrong for number in range(1, len(places) + 1)]


def _differences(kit: Kit, laid: LaidPdf, document: Remade, places: Sequence[int | None]) -> tuple[Mismatch, ...]:
    path, count = laid.pdf.path, document.pages
    data = pdf_content(path)
    known = [(number, sheet) for number, sheet in enumerate(places) if sheet is not None]
    lying = []
    for number, sheet in known:
        leaf = laid.leaves[number]
        place = leaf.place if leaf.place != PLAIN else Place(scale=0)
        lying.append(Lying(leaf.page, sheet, place.x, place.y, place.scale, place.turn))
    orders = msgspec.json.encode(lying).decode()
    frames = ask(path, _COMPARER, orders, packed(data, document.data), limits_of(data, count))
    pages = [msgspec.msgpack.decode(content, type=PageDiffers) for letter, content in frames if letter == PAGE]
    things, model = Places(kit), pypdfium2.PdfDocument(document.data)
    differences = [
        mismatch for page in pages for mismatch in _on_page(document, page, *known[page.index], things, model)
    ]
    model.close()
    missing = sorted(set(range(count)) - {sheet for _, sheet in known})
    differences += [Mismatch(n + 1, document.part_at(n + 1), "", MISSING) for n in missing]
    extra = [number for number, sheet in enumerate(places) if sheet is None]
    differences += [Mismatch(n + 1, "", "", ("there is no such page in this print",)) for n in extra]
    return tuple(differences)


def _on_page(
    document: Remade, page: PageDiffers, number: int, sheet: int, places: Places, model: pypdfium2.PdfDocument
) -> list[Mismatch]:
    """Return the differences of one page, counted from 0: everything on one card is one difference."""
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
        Mismatch(number + 1, part, box, _joined(things, spots), tuple(bounds for _, bounds in spots))
        for (part, box), spots in by_card.items()
    ]


def _joined(things: Sequence[Thing], spots: Sequence[tuple[str, Bounds]]) -> tuple[str, ...]:
    """Return the differences on one card, or beside all cards, each once; where there are many, what holds them all."""
    names = tuple(dict.fromkeys(what for what, _ in spots))
    whole = named(things, around([bounds for _, bounds in spots]))
    return names if len(names) <= THINGS or whole is None or not whole.box else (f"{whole.name} in many places",)


def _say(thing: Thing | None, bounds: Bounds) -> str:
    if thing is not None:
        return thing.name
    x0, y0, x1, y1 = bounds
    return f"{x1 - x0:.0f} x {y1 - y0:.0f} mm, {x0:.0f} mm from the left and {y0:.0f} mm from the top"
