"""The checks of a PDF against the same document printed again from the kit and the print run that travel in it.

Where the bytes are the same there is nothing to look at. Otherwise the sheets are told by their marks: which of them
are there, in what order, and what on each is not as it was printed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.check.expected import Expected
from kitgen.check.laid import LaidPdf
from kitgen.check.pdf.boxes import BoxReader, PrintedBox
from kitgen.check.pdf.drawn.marks import Bounds, PageMarks
from kitgen.check.pdf.reading import PrintedPdf
from kitgen.check.remake.again import Again, Remade
from kitgen.check.report import Check, counted, found_faults
from kitgen.check.sheets.differences import MOST, changes, fingerprint, marks_of, stretched_of
from kitgen.check.sheets.naming import Names
from kitgen.kit.job_json import JOB_FILE, JobFile
from kitgen.kit.kit import Kit

PLAIN, THERE, SAME = "nothing but plain marks", "all sheets are there", "the sheets are those that kitgen prints"


#: Sides of paper that are the same, in mm.
PAPER = 0.1


def sheet_checks(kit: Kit, laid: LaidPdf, again: Again) -> Iterator[Check]:
    """Yield the checks of a PDF against what kitgen prints.

    Args:
        kit: the kit, checked on its own elsewhere.
        laid: the PDF with its sheets put back.
        again: the same printed again.

    Raises:
        KitFileError: a page is too crowded to be read.
    """
    pdf = laid.pdf
    names, pages = Names(kit, again.job), [_Page.of(page) for page in pdf.marks()]
    yield _plain(names, pages)
    if again.job is None or again.document is None:
        yield again.refusal(SAME)
        return
    yield _described(again.job, again.document)
    if laid.expected is None:
        count = counted(len(pdf.pages), "sheet")
        yield found_faults(THERE, counted(again.document.pages, "sheet"), count, [])
        yield found_faults(SAME, count, count, [], "made again, and the same in every byte")
        return
    yield from _Comparison(kit, names, pdf, pages, laid.expected).checks()


@dataclass(frozen=True, slots=True)
class _Page:
    """What is to be known of each page of a PDF, at a time when its marks are no longer at hand.

    Attributes:
        fingerprint: of its marks.
        kit: the eight digits of a kit on it; None when there are none.
        turned, strange: as in ``PageMarks``.
    """

    fingerprint: int
    kit: str | None
    turned: int
    strange: tuple[tuple[str, Bounds | None], ...]

    @classmethod
    def of(cls, page: PageMarks) -> "_Page":
        """Return what is to be known of a page."""
        kit = next(filter(None, (_hash_in(text.text) for text in page.letters)), None)
        return cls(fingerprint(page), kit, page.turned, page.strange)


def _plain(names: Names, pages: Sequence[_Page]) -> Check:
    """Return whether nothing on any page is but a plain outline or a line of letters, and no page is turned alone."""
    faults, turned = [], [page.turned for page in pages]
    for number, page in enumerate(pages, 1):
        for what, bounds in page.strange:
            place = names.page(number) if bounds is None else names.page(number, bounds[:2])
            faults.append(f"{place}: {what}{'' if bounds is None else _at(bounds)}")
    usual = max(set(turned), key=turned.count, default=0)
    faults += [
        f"{names.page(number)}: the page is turned by {(turn - usual) % 360}° against the others"
        for number, turn in enumerate(turned, 1)
        if turn != usual
    ]
    whole = f"a viewer turns all pages by {usual}°" if usual else ""
    return found_faults(
        PLAIN, "filled and drawn outlines, and letters", counted(len(faults), "other"), faults, warning=whole
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

    def __init__(self, kit: Kit, names: Names, pdf: PrintedPdf, pages: Sequence[_Page], expected: Expected) -> None:
        self._kit, self._names, self._pdf, self._pages, self._expected = kit, names, pdf, pages, expected
        self._reader = BoxReader(kit, pdf.path)
        self._prints = expected.fingerprints

    def checks(self) -> Iterator[Check]:
        """Yield whether all sheets are there, and whether each is as it was printed."""
        places = self._places()
        yield self._there(places)
        faults, good = list[str](), 0
        for number, (page, index) in enumerate(zip(self._pdf.marks(), places, strict=True), 1):
            if index is None:
                continue
            if self._pages[number - 1].fingerprint == self._prints[index]:
                wrong = []
            else:
                wrong = list(self._compare(number, page, index))
            good += not wrong
            faults += wrong
        yield found_faults(
            SAME, counted(len(self._expected), "sheet"), f"{good} of them without any difference", faults,
            "made again, and their marks compared",
        )  # fmt: skip

    def _places(self) -> list[int | None]:
        """Return for each page of the PDF which sheet it is, from 0; None for one of which nobody knows.

        A page that is the same as a sheet is this one; of the others each is the one that it should be by its place,
        or, where pages are missing or too many, that which it has most marks in common with.
        """
        places: list[int | None] = []
        free = set(range(len(self._prints)))
        for number, page in enumerate(self._pages):
            alike = [index for index in sorted(free) if self._prints[index] == page.fingerprint]
            best = number if number in alike else min(alike, default=None)
            places.append(best)
            free.discard(-1 if best is None else best)
        unknown = {number for number, place in enumerate(places) if place is None and self._own(self._pages[number])}
        moved = len(self._pages) != len(self._prints)
        for number, marks in enumerate(self._pdf.marks()) if unknown else ():
            if number in unknown:
                likely = self._likeliest(marks, free) if moved or number not in free else number
                places[number] = likely
                free.discard(-1 if likely is None else likely)
        return places

    def _own(self, page: _Page) -> bool:
        """Return whether a page may be one of this kit: it does not carry the hash of another."""
        return page.kit in (None, self._kit.printed_hash)

    def _likeliest(self, page: PageMarks, free: set[int]) -> int | None:
        """Return which of some sheets a page has most in common with; None when it is none of them."""
        own = {(mark.centre, type(mark)) for mark in marks_of(page)}
        shares = {
            index: len(own & {(mark.centre, type(mark)) for mark in marks_of(self._expected.page(index))})
            for index in sorted(free)
        }
        best = max(shares, key=lambda index: shares[index], default=None)
        return best if best is not None and shares[best] > len(own) / 2 else None

    def _there(self, places: Sequence[int | None]) -> Check:
        """Return whether each sheet is there once, in its place."""
        faults = [
            f"sheet {index + 1} ({self._expected.document.part_at(index + 1)}) is not there"
            for index in range(len(self._expected))
            if index not in places
        ]
        for number, (page, index) in enumerate(zip(self._pages, places, strict=True), 1):
            if index is None:
                faults.append(
                    f"page {number} is {'no sheet of this print' if self._own(page) else f'of another kit, {page.kit}'}"
                )
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
        if len(differing) > MOST:
            yield f"{where}: it shows something else: {len(differing)} marks differ"
            return
        boxes: list[PrintedBox] = self._reader.read_page(model, number) if differing else []
        for one in differing:
            mark = one.expected or one.found
            if mark is not None:  # one of the two there is
                yield f"{self._names.place(number, mark.bounds, boxes)}: {self._names.change(one)}"


def _hash_in(said: str) -> str | None:
    """Return the eight digits of a kit in the words of a page; None when there are none."""
    for word in said.replace("·", " ").split():
        if len(word) == 8 and set(word) <= set("0123456789abcdef"):
            return word
    return None
