"""Does every page look as kitgen draws it? The document is made again, and both are looked at."""

from collections.abc import Sequence

import msgspec
import pypdfium2

from kitgen.check.again import Again
from kitgen.check.pdf.child import PAGE
from kitgen.check.pdf.drawn.marks import Bounds
from kitgen.check.pdf.limits import Allowance, Limits
from kitgen.check.pdf.page import page_marks
from kitgen.check.pdf.reading import PrintedPdf, ask, pdf_content
from kitgen.check.picture.child import PageDiffers, limits_of, packed
from kitgen.check.picture.places import Places, Thing, around, named
from kitgen.check.report import THINGS, Check, Mismatch, found_faults
from kitgen.kit.kit import Kit
from kitgen.paper.document import Document

#: What compares two PDFs, in a process of its own.
_COMPARER = "kitgen.check.picture.child"
NAME = "every page looks as kitgen draws it"


def look_at(kit: Kit, pdf: PrintedPdf, again: Again) -> tuple[Check, tuple[Mismatch, ...]]:
    """Return whether all pages of a PDF look as they should, and each difference.

    Args:
        kit: the kit.
        pdf: the PDF.
        again: the same printed again.

    Raises:
        KitFileError: the PDF cannot be drawn, or takes more than an honest one would.
    """
    if again.document is None:
        return again.refusal(NAME), ()
    count = len(again.document.sheets)
    if again.is_in(pdf):
        return found_faults(NAME, f"{count} pages", f"{count}", [], "the file is the very one that is made again"), ()
    differences = _differences(kit, pdf, again.document, again.data)
    pages = {one.page for one in differences}
    alike = f"{len(pdf.pages) - len(pages)} of {len(pdf.pages)}"
    return found_faults(NAME, f"{count} pages", alike, [str(one) for one in differences]), differences


def _differences(kit: Kit, pdf: PrintedPdf, document: Document, should: bytes) -> tuple[Mismatch, ...]:
    """Return all differences, page by page."""
    found = pdf_content(pdf.path)
    count, there = len(document.sheets), len(pdf.pages)
    frames = ask(pdf.path, _COMPARER, str(count), packed(found, should), limits_of(found, count))
    pages = [msgspec.msgpack.decode(content, type=PageDiffers) for letter, content in frames if letter == PAGE]
    differences: list[Mismatch] = []
    places, model = Places(kit), pypdfium2.PdfDocument(should)
    for page in pages:
        differences += _on_page(document, page, places, model)
    model.close()
    missing = range(there + 1, count + 1)
    differences += [Mismatch(n, _part(document, n), "", ("the page is missing",), ()) for n in missing]
    extra = range(count + 1, there + 1)
    differences += [Mismatch(n, "", "", ("there is no such page in this print",), ()) for n in extra]
    return tuple(differences)


def _on_page(document: Document, page: PageDiffers, places: Places, model: pypdfium2.PdfDocument) -> list[Mismatch]:
    """Return the differences of one page: what is on one card is one difference."""
    number = page.page
    if page.size is not None:
        scene = document.sheets[number - 1].scene
        is_, should = (f"{width:g} x {height:g} mm" for width, height in (page.size, (scene.width, scene.height)))
        return [Mismatch(number, _part(document, number), "", (f"it is {is_} instead of {should}",), ())]
    things = places.things(page_marks(model, number - 1, Allowance(Limits.of(1_000_000))), number)
    by_card: dict[tuple[str, str], list[tuple[str, Bounds]]] = {}
    for bounds in page.places:
        thing = named(things, bounds)
        part = _part(document, number, bounds[1])
        by_card.setdefault((part, thing.box if thing else ""), []).append((_say(thing, bounds), bounds))
    return [
        Mismatch(number, part, box, _joined(things, found), tuple(bounds for _, bounds in found))
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


def _part(document: Document, number: int, down: float = 0.0) -> str:
    """Return the part that a page belongs to, so many mm from its top."""
    begun = [one.part for one in document.sheets[number - 1].beginnings if one.top <= down]
    return begun[-1] if begun else document.sheets[number - 1].part
