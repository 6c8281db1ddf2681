"""Checks a PDF against the same document printed again from the kit and the print run that travel in it.

Identical files need no comparison. Otherwise the marks show which sheets are there, in what order, and how each differs
from what was printed.
"""

import math
from collections.abc import Iterator, Sequence

from kitgen.kit.job_json import JOB_FILE, JobFile
from kitgen.kit.kit import Kit
from kitgen.sandbox.page_marks import Bounds, Letters, PageMarks, Point, Shape, holds
from kitgen.sandbox.process import PrintedPdf
from kitgen.verification.drawn_boxes import BoxReader, PrintedBox
from kitgen.verification.laid import Expected, LaidPdf
from kitgen.verification.recognise import find_arrow, find_piece, find_symbol, is_line, is_rectangle
from kitgen.verification.remake import Again, Remade
from kitgen.verification.report import Check, counted, found_faults, over_pages, pages_said
from kitgen.verification.sheet_differences import MOST, Differing, Mark, changes, marks_of, measures_of, stretched_of
from kitgen.verification.sheet_order import Order, SeenPage

#: How far round a card or board its own things lie, in mm: its id, and the arrows that lead to it.
ROUND = 7.0
PIECES = {"pawn-dark": "the dark pawn", "pawn-light": "the light pawn", "counter": "the counter", "ring": "the ring",
          "cross": "the cross"}  # fmt: skip


class Names:
    """Names for the things on the pages of a print; ``places`` has for each page which sheet it is, from 0."""

    def __init__(self, kit: Kit, job: JobFile | None, places: Sequence[int | None]) -> None:
        self._kit, self._job, self._places = kit, job, places
        self._letters = {colour.fill.upper(): colour.letter for colour in kit.palette}

    def page(self, number: int, at: Point | None = None) -> str:
        """Return the sheet of a page, and its part of the print."""
        place = self._places[number - 1]
        if place is None:
            return f"page {number}"
        words = f"page {number}" if place == number - 1 else f"page {number}, sheet {place + 1}"
        part = None if self._job is None else self._job.part_at(place + 1, 0.0 if at is None else at[1])
        return words if part is None else f"{words}, {part.name}"

    def place(self, number: int, bounds: Bounds, boxes: Sequence[PrintedBox]) -> str:
        """Return the sheet and the part, and the box that something belongs to, if any."""
        centre = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
        where = self.page(number, centre)
        near = [box for box in boxes if box.id is not None and _belongs(box, centre)]
        best = min(near, key=lambda box: (not holds(box.bounds, centre), math.dist(box.at, centre)), default=None)
        return where if best is None else f"{where}, box {best.id}"

    def mark(self, mark: Mark) -> str:
        """Return what a mark is."""
        if isinstance(mark, Letters):
            return f"“{mark.text[:60]}”"
        letter = self._letters.get((mark.fill or mark.stroke or "").upper())
        of = f" of {letter}" if letter else ""
        if find_arrow(mark) is not None:
            return f"the arrow{of}" if of else "a grey arrow"
        if (piece := find_piece(mark)) is not None:
            return PIECES.get(piece, piece)
        if of and find_symbol(mark) is not None:
            return f"the badge{of}"
        if is_line(mark):
            return "a line"
        kind = "rectangle" if is_rectangle(mark) else "outline"
        return f"a {kind} of {_length(mark.size[0])} x {_length(mark.size[1])} mm"

    def change(self, change: Differing) -> str:
        """Return what is wrong with a mark."""
        expected, actual = change.expected, change.found
        if expected is None:
            return f"{self.mark(actual)} does not belong there" if actual is not None else ""
        if actual is None:
            return f"{self.mark(expected)} is not there"
        if change.covered:
            return f"{self.mark(expected)} is drawn in another order, over or under what lies there"
        return f"{self.mark(expected)} {_how(expected, actual)}"


def _belongs(box: PrintedBox, centre: Point) -> bool:
    return holds(box.bounds, centre, ROUND) if any(box.bounds) else math.dist(box.at, centre) < 4 * ROUND


def _how(expected: Mark, actual: Mark) -> str:
    if isinstance(expected, Letters) and isinstance(actual, Letters):
        if expected.text != actual.text:
            return f"is “{actual.text[:60]}”"
        if abs(expected.size - actual.size) > 0.05:
            return f"is {actual.size / expected.size:.0%} as large"
        if expected.fill != actual.fill:
            return f"is {actual.fill} instead of {expected.fill}"
        if round(expected.turn) != round(actual.turn):
            return f"is turned by {(actual.turn - expected.turn) % 360:.0f}°"
        if expected.look != actual.look:
            return "has letters that look otherwise than they should"
    if isinstance(expected, Shape) and isinstance(actual, Shape):
        if expected.fill != actual.fill:
            return f"is filled with {actual.fill or 'nothing'} instead of {expected.fill or 'nothing'}"
        if (expected.stroke, expected.manner) != (actual.stroke, actual.manner):
            return f"has a line of {actual.stroke or 'nothing'} instead of {expected.stroke or 'nothing'}"
        if expected.steps != actual.steps or len(measures_of(expected)) != len(measures_of(actual)):
            return "has another outline"
        size, other = max(expected.size), max(actual.size)
        if size and abs(size - other) > 0.1:
            return f"is {other / size:.0%} as large"
    off = math.dist(expected.centre, actual.centre)
    return f"lies {off:.1f} mm off" if off > 0.05 else "is changed in its line or outline"


def _length(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


PLAIN, THERE, SAME = "nothing but plain marks", "all sheets are there", "the sheets are those that kitgen prints"


#: The largest difference between sides of the same paper, in mm.
PAPER = 0.1
#: A page on which more than this share of all marks differs shows nothing of its sheet.
NOTHING = 0.9


def sheet_checks(kit: Kit, laid: LaidPdf, again: Again, order: Order) -> Iterator[Check]:
    """Yield the checks of a PDF, with its sheets put back, against what kitgen prints."""
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
    yield _there(kit, order, laid.expected)
    yield _same(kit, names, pdf, order, laid.expected)


def _plain(names: Names, pages: Sequence[SeenPage], *, two_sided: bool) -> Check:
    """Check that every page has only plain outlines and lines of letters, and that no page is turned alone.

    A page that is turned so that its letters stand upright is the same on paper, unless it has a back.
    """
    turned = [page.turned for page in pages]
    faults = over_pages((number, what) for number, page in enumerate(pages, 1)
                        for what, bounds in page.strange if bounds is None)  # fmt: skip
    faults += [
        f"{names.page(number, bounds[:2])}: {what}, "
        f"{bounds[0]:.0f} mm from the left and {bounds[1]:.0f} mm from the top"
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
    notes = [f"a viewer turns all {'other ' * (alone > 0)}pages by {usual}°"] * (usual > 0)
    notes += [f"a viewer turns {counted(alone, 'page')} so that letters stand upright"] * (alone > 0)
    others = counted(len(faults), "other")
    return found_faults(PLAIN, "filled and drawn outlines, and letters", others, faults, warning="; ".join(notes))


def _described(job: JobFile, document: Remade) -> Check:
    faults = [] if document.parts == job.parts else [f"{JOB_FILE} says otherwise which part begins on which page"]
    own = [*job.templates, *["a size of label"] * bool(job.label), *["a file of games"] * bool(job.games)]
    warning = f"made with somebody's own {', '.join(own)}" if own else ""
    should, is_ = (counted(len(run.parts), "part") for run in (document, job))
    return found_faults("the print run says what is printed", should, is_, faults, warning=warning)


def _there(kit: Kit, order: Order, expected: Expected) -> Check:
    faults = [
        f"sheet {index + 1} ({expected.document.part_at(index + 1)}) is not there"
        for index in range(len(expected))
        if index not in order.places
    ]
    for number, (page, index) in enumerate(zip(order.pages, order.places, strict=True), 1):
        if index is None:
            what = "no sheet of this print" if page.is_of(kit) else f"of another kit, {page.kit}"
            faults.append(f"page {number} is {what}")
    there = [index for index in order.places if index is not None]
    if there != sorted(there):
        row = ", ".join("?" if index is None else str(index + 1) for index in order.places)
        faults.append(f"the sheets lie in another order: {row}")
    actual = f"{len(there)} of them on {counted(len(order.places), 'page')}"
    return found_faults(THERE, counted(len(expected), "sheet"), actual, faults)


def _same(kit: Kit, names: Names, pdf: PrintedPdf, order: Order, expected: Expected) -> Check:
    reader, strangers = BoxReader(kit, pdf.path), list[int]()

    def wrong_on(number: int, page: PageMarks, model: PageMarks) -> Iterator[str]:
        own, marks = marks_of(model), marks_of(page)
        where = names.page(number)
        if abs(page.width - model.width) > PAPER or abs(page.height - model.height) > PAPER:
            size, right = (f"{paper.width:.0f} x {paper.height:.0f} mm" for paper in (page, model))
            yield f"{where}: the paper has {size}, not {right}"
        stretched = stretched_of(own, marks)
        if stretched is not None:
            yield f"{where}: it is printed at {stretched[0]:.0%} of its width and {stretched[1]:.0%} of its height"
            return
        differing = changes(own, marks)
        if sum(change.expected is not None and not change.covered for change in differing) > NOTHING * len(own):
            strangers.append(number)
            return
        if len(differing) > MOST:
            yield f"{where}: it shows something else: {len(differing)} marks differ"
            return
        boxes: list[PrintedBox] = reader.read_page(model, number) if differing else []
        for change in differing:
            mark = change.expected or change.found
            if mark is not None:  # always: one of the two is there
                yield f"{names.place(number, mark.bounds, boxes)}: {names.change(change)}"

    faults, good = list[str](), 0
    for number, (page, seen, index) in enumerate(zip(pdf.marks(), order.pages, order.places, strict=True), 1):
        if index is not None:
            same = seen.fingerprint == expected.fingerprints[index]
            wrong = [] if same else list(wrong_on(number, page, expected.page(index)))
            good += not wrong and number not in strangers
            faults += wrong
    if strangers:
        where = pages_said(strangers)
        faults.insert(0, f"{where}: hardly anything is where it should be: turned, mirrored, moved or another page")
    without = f"{good} of them without any difference"
    return found_faults(SAME, counted(len(expected), "sheet"), without, faults, "made again, and their marks compared")
