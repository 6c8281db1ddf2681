"""The correction of sheets for a printer that is not exact, which a ``job.json`` names."""

from pathlib import Path
from tempfile import TemporaryDirectory

from kitgen.errors import KitgenError
from kitgen.kit.job_json import JobFile
from kitgen.paper.declared import DECLARED
from kitgen.papers import PAGES
from kitgen.press.attached_templates import laid_out
from kitgen.reading.printer_file import PRINTERS, Printer, read_printer
from kitgen.reading.templates import Templates
from kitgen.sandbox.page_marks import NO_CORRECTION, Correction, PageMarks

#: The parts that are cut out or stuck on, which alone are corrected.
CORRECTED = frozenset(part.name for part in DECLARED if part.cut)
#: A page whose width and height differ from a paper's by less than this together is on that paper.
SAME_PAPER_MM = 1


def correction_of(job: JobFile | None) -> Correction:
    """Return how the sheets that are cut out or stuck on are scaled and moved for a printer.

    >>> correction_of(None) == NO_CORRECTION
    True
    """
    text = "" if job is None else job.options.get("printer", "")
    if job is None or not isinstance(text, str) or not text:
        return NO_CORRECTION
    try:
        printer = _printer(text, job)
    except KitgenError:  # then no page is corrected as it should be, which is told of each
        return NO_CORRECTION
    x, y = printer.drawn((0, 0))
    return Correction(1 / printer.scale_x, 1 / printer.scale_y, x, y)


def _printer(text: str, job: JobFile) -> Printer:
    own = {
        name: content for name, content in job.templates.items() if name.startswith(f"{PRINTERS}/")
    }
    if not own:
        return read_printer(text, Templates())
    with TemporaryDirectory(prefix="kitgen-") as folder:
        return read_printer(text, laid_out(own, Path(folder)))


def wrong_correction(
    page: PageMarks, number: int, job: JobFile | None, correction: Correction
) -> str:
    """Return what is wrong with how a page is scaled and moved as a whole; empty if nothing is."""
    wanted = NO_CORRECTION
    if job is not None and job.page in PAGES:
        paper = PAGES[job.page]
        off = abs(page.width - paper.width) + abs(page.height - paper.height)
        same_paper = off < SAME_PAPER_MM
        names = {part.name for part in job.parts if part.first <= number <= part.last}
        if same_paper and names & CORRECTED:
            wanted = correction
    if page.correction.is_near(wanted):
        return ""
    if wanted == NO_CORRECTION:
        return "a scale or a shift of the whole page"
    return "a page that is not corrected for its printer"
