"""Which sheet each page of a PDF is: pages may be taken out, mixed or merged, and are still what they are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.check.expected import Expected
from kitgen.check.laid import LaidPdf
from kitgen.check.pdf.drawn.marks import Bounds, PageMarks
from kitgen.check.pdf.reading import PrintedPdf
from kitgen.check.sheets.differences import fingerprint, marks_of
from kitgen.kit.kit import Kit


@dataclass(frozen=True, slots=True)
class SeenPage:
    """What is to be known of each page of a PDF, at a time when its marks are no longer at hand.

    Attributes:
        fingerprint: of its marks.
        kit: the eight digits of a kit on it; None when there are none.
        turned, strange: as in ``PageMarks``.
        level: by how much most of its letters are turned against the page, in degrees, clockwise.
    """

    fingerprint: int
    kit: str | None
    turned: int
    strange: tuple[tuple[str, Bounds | None], ...]
    level: int = 0

    @classmethod
    def of(cls, page: PageMarks) -> "SeenPage":
        """Return what is to be known of a page."""
        kit = next(filter(None, (_hash_in(text.text) for text in page.letters)), None)
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
    """The pages of a PDF, and which sheets they are.

    Attributes:
        pages: the pages.
        places: for each which sheet it is, from 0; None for one that is none of this print.
    """

    pages: tuple[SeenPage, ...]
    places: tuple[int | None, ...]

    @classmethod
    def of(cls, kit: Kit, laid: LaidPdf) -> "Order":
        """Find out which sheet each page is; where nobody knows what should be there, each is the one in its place."""
        pages = tuple(SeenPage.of(page) for page in laid.pdf.marks())
        if laid.expected is None:
            return cls(pages, tuple(range(len(pages))))
        return cls(pages, tuple(_places(kit, laid.pdf, pages, laid.expected)))


def _places(kit: Kit, pdf: PrintedPdf, pages: Sequence[SeenPage], expected: Expected) -> list[int | None]:
    """Return for each page which sheet it is.

    A page that is the same as a sheet is this one; of the others each is the one that it should be by its place,
    or, where pages are missing or too many, that which it has most marks in common with.
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
    """Return which of some sheets a page has most in common with; None when it is none of them."""
    own = {(mark.centre, type(mark)) for mark in marks_of(page)}
    shares = {
        index: len(own & {(mark.centre, type(mark)) for mark in marks_of(expected.page(index))})
        for index in sorted(free)
    }
    best = max(shares, key=lambda index: shares[index], default=None)
    return best if best is not None and shares[best] > len(own) / 2 else None


def _hash_in(said: str) -> str | None:
    """Return the eight digits of a kit in the words of a page; None when there are none."""
    for word in said.replace("·", " ").split():
        if len(word) == 8 and set(word) <= set("0123456789abcdef"):
            return word
    return None
