"""All checks of a printed PDF against its kit, in the order in which a report names them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kitgen.check.pdf.boxes import PrintedBox, boxes_on
from kitgen.check.pdf.compare import box_faults
from kitgen.check.pdf.complete import complete_part
from kitgen.check.pdf.drawn.marks import PageMarks
from kitgen.check.pdf.page import read_pages
from kitgen.check.pdf.parts import PrintedParts, printed_parts
from kitgen.check.report import Check, found_faults, left_out
from kitgen.kit.kit import Kit


def drawing_checks(kit: Kit, path: Path) -> Iterator[Check]:
    """Yield the checks of a PDF against its kit.

    Args:
        kit: the kit, checked on its own elsewhere.
        path: the PDF.

    Raises:
        KitFileError: the file is no PDF, or is damaged.
    """
    parts = printed_parts(path)
    pages = read_pages(path)
    yield _pages(parts, len(pages))
    yield _hashes(kit, pages)
    printed = [box for box in boxes_on(pages, kit) if _speaks(box, parts)]
    shown = {part.shows for part in parts.parts} - {"nothing", "tiles"}
    if not printed and not shown:
        yield left_out("the drawing agrees with the rules", "this PDF has no part that shows boxes")
        return
    for part in parts.parts:
        check = complete_part(kit, part, [box for box in printed if parts.at(box.page) == part])
        if check is not None:
            yield check
    yield found_faults(
        "the drawing agrees with the rules",
        "pieces, arrows, colours, letters, symbols and beads of every box",
        f"{len(printed)} drawings of boxes read back",
        [fault for box in printed for fault in box_faults(kit, box)],
        "read from the marks on the pages alone",
    )


def _pages(parts: PrintedParts, count: int) -> Check:
    """Return whether all pages of the print run are there, and no others."""
    faults = list(parts.faults)
    if parts.pages is not None:
        faults += [
            f"the {part.name} ({part.title}) should run to page {part.first + part.pages - 1}, "
            f"but the PDF ends with page {count}"
            for part in parts.parts
            if part.first + part.pages - 1 > count
        ]
        faults += [f"page {number} belongs to no part" for number in range(parts.pages + 1, count + 1)]
    expected = "as many as were printed" if parts.pages is None else f"{parts.pages} pages"
    return found_faults("all pages are there", expected, f"{count} pages", faults)


def _hashes(kit: Kit, pages: Sequence[PageMarks]) -> Check:
    """Return whether each page says which kit it belongs to."""
    nameless = [
        f"page {number} does not carry the hash {kit.short_hash}"
        for number, page in enumerate(pages, 1)
        if not any(kit.short_hash in text.text for text in page.letters)
    ]
    expected, found = f"{len(pages)} pages", str(len(pages) - len(nameless))
    return found_faults("every sheet carries the kit's hash", expected, found, nameless)


def _speaks(box: PrintedBox, parts: PrintedParts) -> bool:
    """Return whether a drawing says something of a box.

    Tiles cut boards across several pages. In parts that need not show boxes, a board without coloured moves, such as
    one in a picture of the laid-out machine, says nothing of a box.
    """
    part = parts.at(box.page)
    if part is None:
        return True
    return part.shows != "tiles" and (part.shows != "nothing" or bool(box.slots))
