"""Which sheet each page of a PDF is: pages may be taken out, mixed or merged."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.kit.kit import Kit
from kitgen.sandbox.page_marks import Bounds, PageMarks
from kitgen.sandbox.process import PrintedPdf
from kitgen.verification.laid import Expected, LaidPdf
from kitgen.verification.sheet_differences import fingerprint, marks_of


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page of a PDF after its marks have been dropped.

    Attributes:
        kit: the eight digits of a kit on it; None when there are none.
        level: by how much most of its letters are turned against the page, in degrees, clockwise.
    """

    fingerprint: int
    kit: str | None
    turned: int
    strange: tuple[tuple[str, Bounds | None], ...]
    level: int = 0

    @classmethod
    def of(cls, page: PageMarks) -> "SeenPage":
        """Summarise a page."""
        words = (word for text in page.letters for word in text.text.replace("·", " ").split())
        kit = next((word for word in words if len(word) == 8 and set(word) <= set("0123456789abcdef")), None)
        turns = Counter[int]()
        for text in page.letters:
            turns[round(text.turn / 90) * 90 % 360] += len(text.text)
        level = max(turns, key=lambda turn: turns[turn], default=0)
        return cls(fingerprint(page), kit, page.turned, page.strange, level)

    @property
    def upright(self) -> bool:
        """Whether a viewer turns the page so that most of its letters stand upright, as some programs do."""
        return (self.turned + self.level) % 360 == 0

    def is_of(self, kit: Kit) -> bool:
        """Return whether a page may be one of a kit: it does not carry the hash of another."""
        return self.kit in (None, kit.printed_hash)


@dataclass(frozen=True, slots=True)
class Order:
    """The pages of a PDF, and for each which sheet it is, from 0; None for one that is not of this print."""

    pages: tuple[SeenPage, ...]
    places: tuple[int | None, ...]

    @classmethod
    def of(cls, kit: Kit, laid: LaidPdf) -> "Order":
        """Find out which sheet each page is; where the sheets are unknown, each is the one in its place."""
        pages = tuple(SeenPage.of(page) for page in laid.pdf.marks())
        if laid.expected is None:
            return cls(pages, tuple(range(len(pages))))
        return cls(pages, tuple(_places(kit, laid.pdf, pages, laid.expected)))


def _places(kit: Kit, pdf: PrintedPdf, pages: Sequence[SeenPage], expected: Expected) -> list[int | None]:
    """Return for each page which sheet it is.

    A page that is the same as a sheet is this one; each of the others is the one in its place, or, where pages are
    missing or too many, the one which it has most marks in common with.
    """
    prints = expected.fingerprints
    places: list[int | None] = []
    free = set(range(len(prints)))
    for number, page in enumerate(pages):
        alike = [index for index in sorted(free) if prints[index] == page.fingerprint]
        best = number if number in alike else min(alike, default=None)
        places.append(best)
        free.discard(-1 if best is None else best)
    unknown = {number for number, place in enumerate(places) if place is None and pages[number].is_of(kit)}
    moved = len(pages) != len(prints)
    for number, marks in enumerate(pdf.marks()) if unknown else ():
        if number in unknown:
            likely = _likeliest(marks, free, expected) if moved or number not in free else number
            places[number] = likely
            free.discard(-1 if likely is None else likely)
    return places


def _likeliest(page: PageMarks, free: set[int], expected: Expected) -> int | None:
    own = {(mark.centre, type(mark)) for mark in marks_of(page)}
    shares = {
        index: len(own & {(mark.centre, type(mark)) for mark in marks_of(expected.page(index))})
        for index in sorted(free)
    }
    best = max(shares, key=lambda index: shares[index], default=None)
    return best if best is not None and shares[best] > len(own) / 2 else None
