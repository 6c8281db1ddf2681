"""The checks of a PDF against the same document printed again from the kit and the print run that travel in it.

Where the bytes are the same there is nothing to look at. Otherwise the sheets are told by their marks: which of them
are there, in what order, and what on each is not as it was printed.
"""

from collections.abc import Iterator, Sequence

from kitgen.check.expected import Expected
from kitgen.check.laid import LaidPdf
from kitgen.check.pdf.boxes import BoxReader, PrintedBox
from kitgen.check.pdf.drawn.marks import Bounds, PageMarks
from kitgen.check.pdf.reading import PrintedPdf
from kitgen.check.remake.again import Again, Remade
from kitgen.check.report import Check, counted, found_faults, over_pages, pages_said
from kitgen.check.sheets.differences import MOST, changes, marks_of, stretched_of
from kitgen.check.sheets.naming import Names
from kitgen.check.sheets.order import Order, SeenPage
from kitgen.kit.job_json import JOB_FILE, JobFile
from kitgen.kit.kit import Kit

PLAIN, THERE, SAME = "nothing but plain marks", "all sheets are there", "the sheets are those that kitgen prints"


#: Sides of paper that are the same, in mm.
PAPER = 0.1
#: A page on which more than this share of all marks is not as it should be shows nothing of its sheet.
NOTHING = 0.9


def sheet_checks(kit: Kit, laid: LaidPdf, again: Again, order: Order) -> Iterator[Check]:
    """Yield the checks of a PDF against what kitgen prints.

    Args:
        kit: the kit, checked on its own elsewhere.
        laid: the PDF with its sheets put back.
        again: the same printed again.
        order: its pages, and which sheets they are.

    Raises:
        KitFileError: a page is too crowded to be read.
    """
    pdf = laid.pdf
    names = Names(kit, again.job, order.places)
    two_sided = again.job is not None and again.job.options.get("duplex", "none") != "none"
    yield _plain(names, order.pages, two_sided=two_sided)
    if again.job is None or again.document is None:
        yield again.refusal(SAME)
        return
    yield _described(again.job, again.document)
    if laid.expected is None:
        count = counted(len(pdf.pages), "sheet")
        yield found_faults(THERE, counted(again.document.pages, "sheet"), count, [])
        yield found_faults(SAME, count, count, [], "made again, and the same in every byte")
        return
    yield from _Comparison(kit, names, pdf, order, laid.expected).checks()


def _plain(names: Names, pages: Sequence[SeenPage], *, two_sided: bool) -> Check:
    """Return whether nothing on any page is but a plain outline or a line of letters, and no page is turned alone.

    A page that is turned so that its letters stand upright is the same on paper, unless it has a back.
    """
    turned = [page.turned for page in pages]
    faults = over_pages((number, what) for number, page in enumerate(pages, 1)
                        for what, bounds in page.strange if bounds is None)  # fmt: skip
    faults += [
        f"{names.page(number, bounds[:2])}: {what}{_at(bounds)}"
        for number, page in enumerate(pages, 1)
        for what, bounds in page.strange
        if bounds is not None
    ]
    usual = max(set(turned), key=turned.count, default=0)
    faults += [
        f"{names.page(number)}: the page is turned by {(turn - usual) % 360}° against the others"
        for number, (turn, page) in enumerate(zip(turned, pages, strict=True), 1)
        if turn != usual and (two_sided or not page.upright)
    ]
    alone = sum(turn != usual for turn in turned)
    said = [f"a viewer turns all {'other ' * (alone > 0)}pages by {usual}°"] * (usual > 0)
    said += [f"a viewer turns {counted(alone, 'page')} so that letters stand upright"] * (alone > 0)
    return found_faults(
        PLAIN, "filled and drawn outlines, and letters", counted(len(faults), "other"), faults, warning="; ".join(said)
    )


def _at(bounds: Bounds) -> str:
    return f", {bounds[0]:.0f} mm from the left and {bounds[1]:.0f} mm from the top"


def _described(job: JobFile, document: Remade) -> Check:
    """Return whether a print run says of its pages what they are, and names what of it is somebody's own."""
    faults = [] if document.parts == job.parts else [f"{JOB_FILE} says otherwise which part begins on which page"]
    own = [*job.templates, *["a size of label"] * bool(job.label), *["a file of games"] * bool(job.games)]
    said = f"made with somebody's own {', '.join(own)}" if own else ""
    should, is_ = (counted(len(there.parts), "part") for there in (document, job))
    return found_faults("the print run says what is printed", should, is_, faults, warning=said)


class _Comparison:
    """Holds the pages of a PDF against those that should be there."""

    def __init__(self, kit: Kit, names: Names, pdf: PrintedPdf, order: Order, expected: Expected) -> None:
        self._kit, self._names, self._pdf, self._order, self._expected = kit, names, pdf, order, expected
        self._reader = BoxReader(kit, pdf.path)
        self._prints = expected.fingerprints
        self._strangers = list[int]()

    def checks(self) -> Iterator[Check]:
        """Yield whether all sheets are there, and whether each is as it was printed."""
        pages, places = self._order.pages, self._order.places
        yield self._there(places)
        faults, good = list[str](), 0
        for number, (page, index) in enumerate(zip(self._pdf.marks(), places, strict=True), 1):
            if index is None:
                continue
            if pages[number - 1].fingerprint == self._prints[index]:
                wrong = []
            else:
                wrong = list(self._compare(number, page, index))
            good += not wrong and number not in self._strangers
            faults += wrong
        if self._strangers:
            where = pages_said(self._strangers)
            faults.insert(0, f"{where}: hardly anything is where it should be: turned, mirrored, moved or another page")
        yield found_faults(
            SAME, counted(len(self._expected), "sheet"), f"{good} of them without any difference", faults,
            "made again, and their marks compared",
        )  # fmt: skip

    def _there(self, places: Sequence[int | None]) -> Check:
        """Return whether each sheet is there once, in its place."""
        faults = [
            f"sheet {index + 1} ({self._expected.document.part_at(index + 1)}) is not there"
            for index in range(len(self._expected))
            if index not in places
        ]
        for number, (page, index) in enumerate(zip(self._order.pages, places, strict=True), 1):
            if index is None:
                said = "no sheet of this print" if page.is_of(self._kit) else f"of another kit, {page.kit}"
                faults.append(f"page {number} is {said}")
        there = [index for index in places if index is not None]
        if there != sorted(there):
            order = ", ".join("?" if index is None else str(index + 1) for index in places)
            faults.append(f"the sheets lie in another order: {order}")
        found = f"{len(there)} of them on {counted(len(places), 'page')}"
        return found_faults(THERE, counted(len(self._expected), "sheet"), found, faults)

    def _compare(self, number: int, page: PageMarks, index: int) -> Iterator[str]:
        """Yield what is wrong on a page that should be a sheet."""
        model = self._expected.page(index)
        own, found = marks_of(model), marks_of(page)
        where = self._names.page(number)
        if abs(page.width - model.width) > PAPER or abs(page.height - model.height) > PAPER:
            sizes = [f"{one.width:.0f} x {one.height:.0f} mm" for one in (page, model)]
            yield f"{where}: the paper has {sizes[0]}, not {sizes[1]}"
        stretched = stretched_of(own, found)
        if stretched is not None:
            yield f"{where}: it is printed at {stretched[0]:.0%} of its width and {stretched[1]:.0%} of its height"
            return
        differing = changes(own, found)
        amiss = sum(one.expected is not None and not one.covered for one in differing)
        if amiss > NOTHING * len(own):
            self._strangers.append(number)
            return
        if len(differing) > MOST:
            yield f"{where}: it shows something else: {len(differing)} marks differ"
            return
        boxes: list[PrintedBox] = self._reader.read_page(model, number) if differing else []
        for one in differing:
            mark = one.expected or one.found
            if mark is not None:  # one of the two there is
                yield f"{self._names.place(number, mark.bounds, boxes)}: {self._names.change(one)}"
