"""All checks of a printed PDF against its kit, in the order in which a report names them."""

from collections.abc import Iterator
from pathlib import Path

from kitgen.check.pdf.attached import attached_job
from kitgen.check.pdf.boxes import BoxReader, PrintedBox
from kitgen.check.pdf.compare import box_faults
from kitgen.check.pdf.complete import complete_part
from kitgen.check.pdf.find.key import PrintedKey
from kitgen.check.pdf.find.route import PrintedBlock
from kitgen.check.pdf.reading import PrintedPdf, read_pdf
from kitgen.check.report import Check, counted, found_faults, left_out, pages_said
from kitgen.errors import KitFileError
from kitgen.kit.job_json import JobFile
from kitgen.kit.kit import Kit

#: What to do with a PDF that does not say what is in it, as those of older versions do not.
AGAIN = "print it again"


def drawing_checks(kit: Kit, pdf: Path | PrintedPdf) -> Iterator[Check]:
    """Yield the checks of a PDF against its kit.

    Args:
        kit: the kit, checked on its own elsewhere.
        pdf: the PDF, or what was read from it, pages and all.

    Raises:
        KitFileError: the file is no PDF, is damaged, or its pages are too crowded to be read.
    """
    pdf = pdf if isinstance(pdf, PrintedPdf) else read_pdf(pdf)
    try:
        job, why = attached_job(pdf), "the PDF carries no job.json, so that nobody knows which pages it should have"
    except KitFileError as error:
        job, why = None, str(error)
    count = len(pdf.pages)
    if job is None:
        yield found_faults(
            "all pages are there", "as many as were printed", counted(count, "page"), [f"{why}; {AGAIN}"]
        )
    else:
        yield _pages(job, count)
    reader, nameless, printed = BoxReader(kit, pdf.path), list[int](), list[PrintedBox]()
    keys, route = list[PrintedKey](), list[PrintedBlock]()
    for number, page in enumerate(pdf.marks(), 1):
        if not any(kit.printed_hash in text.text for text in page.letters):
            nameless.append(number)
        printed += [box for box in reader.read_page(page, number) if _speaks(box, job)]
        shown_there = {part.shows for part in (job.parts if job else ()) if part.first <= number <= part.last}
        if job is not None and "boards" in shown_there:
            keys += [key for key in reader.read_key(page, number) if _in_boards(key, job)]
        if "route" in shown_there:
            route += reader.read_route(page, number)
    yield found_faults(
        "every sheet carries the kit's hash",
        counted(count, "page"),
        str(count - len(nameless)),
        [f"{pages_said(nameless)} {'do' if len(nameless) > 1 else 'does'} not carry the hash {kit.printed_hash}"]
        * bool(nameless),
    )
    parts = [] if job is None else [part for part in job.parts if part.first <= count]
    shown = {part.shows for part in parts} - {"nothing", "tiles"}
    if not printed and not shown:
        yield left_out("the drawing agrees with the rules", "this PDF has no part that shows boxes")
        return
    for part in parts:
        own = range(part.first, part.last + 1)
        check = complete_part(
            kit,
            part,
            [box for box in printed if job is not None and job.part_at(box.page, box.at[1]) is part],
            [key for key in keys if key.page in own],
            [block for block in route if block.page in own],
        )
        if check is not None:
            yield check
    yield found_faults(
        "the drawing agrees with the rules",
        "pieces, arrows, colours, letters, symbols and beads of every box",
        f"{counted(len(printed), 'drawing')} of boxes read back",
        [fault for box in printed for fault in box_faults(kit, box)],
        "read from the marks on the pages alone",
    )


def _pages(job: JobFile, count: int) -> Check:
    """Return whether all pages of the print run are there, and no others."""
    promised = job.pages
    faults = [f"page {number} belongs to no part" for number in range(promised + 1, count + 1)]
    if count < promised:  # which ones, the PDF does not say: the pages that follow have moved up
        missing = f"{promised - count} of {counted(promised, 'page')} missing"
        faults = [f"{missing}; the numbers at the foot of the sheets tell which"]
    return found_faults("all pages are there", counted(promised, "page"), counted(count, "page"), faults)


def _in_boards(key: PrintedKey, job: JobFile) -> bool:
    """Return whether an entry of a key stands in a part that has one, and not in another that shares its page."""
    part = job.part_at(key.page, key.down)
    return part is not None and part.shows == "boards"


def _speaks(box: PrintedBox, job: JobFile | None) -> bool:
    """Return whether a drawing says something of a box.

    Tiles cut boards across several pages. In parts that need not show boxes, and on pages of which nobody knows the
    part, a board without coloured moves, such as one in a picture of the laid-out machine, says nothing of a box.
    """
    part = None if job is None else job.part_at(box.page, box.at[1])
    if part is None or part.shows in ("nothing", "route"):
        return bool(box.slots)
    return part.shows != "tiles"
