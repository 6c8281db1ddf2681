"""Bounds on reading a PDF: size, pages, marks, memory, time and the work of recognising marks.

A PDF of a few kilobytes can ask for gigabytes or hours. What an honest one needs grows with its size, so most bounds
do too: a kit takes some 35 marks and 10 kB of marks for each kB of its PDF, and 2 s to read for each MB; each bound
allows several times as much.
"""

from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from kitgen.errors import KitFileError

MB = 1_000_000
#: What to do about a PDF of a kit that is no good.
PRINT_AGAIN = "print the kit again"
#: No larger PDF is read: the largest kit that print offers without a question makes one of 2 MB.
LARGEST_FILE = 24 * MB
#: No larger file is taken out of a PDF.
LARGEST_ATTACHMENT = 16 * MB
#: More files than this travel in no kit's PDF.
MOST_ATTACHMENTS = 64
#: Address space of the process that reads, in bytes; half of it is what Python and its libraries take.
MEMORY = 512 * MB
#: No page is longer or wider, in mm: twice the sides of A0, which is the largest poster.
LARGEST_PAGE = 2_400.0
#: No mark lies farther from the corner of its page, in mm.
FARTHEST = 100_000.0
MOST_PAGES = 2_000
#: How many times its work a process may take on the clock, for other programs run too. Where work itself is counted,
#: only one that waits for ever is ended so; an honest file takes ten times as long on a machine with much to do.
CLOCK_FACTOR = 20 if find_spec("resource") else 4


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be read from a PDF of a given size.

    Attributes:
        seconds: of work after which the process that reads it is ended, where the platform counts them.
        patience: seconds on the clock after which it is ended everywhere.
        inflated: bytes that all its compressed streams may hold together.
        marks: outlines, texts and pictures on all its pages together.
        points: corners of outlines, and letters, on all its pages together.
        answer: bytes that the process may answer with.
        memory: its address space in bytes, where the platform has such a limit.
    """

    seconds: int
    patience: int
    inflated: int
    marks: int
    points: int
    answer: int
    memory: int = MEMORY

    @classmethod
    def of(cls, size: int) -> "Limits":
        """Return the limits for a PDF of so many bytes.

        >>> Limits.of(140_000).marks, Limits.of(140_000).seconds
        (54000, 4)
        """
        seconds = 4 + 4 * size // MB
        return cls(
            seconds=seconds,
            patience=CLOCK_FACTOR * seconds,
            inflated=16 * MB + 60 * size,
            marks=40_000 + size // 10,
            points=400_000 + size,
            answer=min(32 * MB + 40 * size, 256 * MB),
        )

    def longer(self, seconds: int) -> "Limits":
        """Return the same limits with so many seconds more of work."""
        return replace(self, seconds=self.seconds + seconds, patience=self.patience + CLOCK_FACTOR * seconds)


class Allowance:
    """The marks and points that a PDF may still have while its pages are read."""

    def __init__(self, limits: Limits) -> None:
        self._marks, self._points = limits.marks, limits.points

    def take(self, marks: int = 0, points: int = 0) -> None:
        """Take marks and points out of the budget, before anything is built from them."""
        self._marks -= marks
        self._points -= points
        if self._marks < 0 or self._points < 0:
            raise KitFileError(f"holds more marks than any kit of its size; {PRINT_AGAIN}")


class Effort:
    """The remaining work of recognising the marks of a PDF.

    Marks are compared with each other, so that without a bound the work would grow with the square of their number.
    """

    #: Comparisons that any PDF may take, and those that each mark adds whenever its page is read for something; no page
    #: of an edition takes more than 57 a mark (a route of ``awari-mini``).
    LEAST, A_MARK = 500_000, 60

    def __init__(self, path: Path) -> None:
        self._path = path
        self._page = 0
        self._left = self.LEAST

    def turn_to(self, page: int, marks: int) -> None:
        """Go on to read a page, counted from 1, and add what its marks may take."""
        self._page = page
        self._left += self.A_MARK * marks

    def spend(self, comparisons: int) -> None:
        """Take some comparisons, before they are made."""
        self._left -= comparisons
        if self._left < 0:
            raise KitFileError(f"{self._path} has a page {self._page} too crowded to be read; {PRINT_AGAIN}")
