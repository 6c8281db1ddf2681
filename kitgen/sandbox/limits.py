"""Bounds on reading a PDF: size, pages, memory and time.

A PDF of a few kilobytes can ask for gigabytes or hours. The needs of an honest one grow with its
size, and most bounds are several times as large.
"""

from dataclasses import dataclass
from importlib.util import find_spec

MB = 1_000_000
#: What to do about a bad kit PDF.
PRINT_AGAIN = "print the kit again"
#: No larger PDF is read; the largest kit that is printed without confirmation makes one of 2 MB.
LARGEST_FILE = 24 * MB
#: No larger file is extracted from a PDF.
LARGEST_ATTACHMENT = 16 * MB
#: No kit PDF has more attached files than this.
MAX_ATTACHMENTS = 64
#: Address space of the process that reads, in bytes; half of it is what Python and its libraries
#: take.
MEMORY = 512 * MB
#: No PDF with more pages is read.
MAX_PAGES = 2_000
#: Seconds of work for which any PDF may be read.
MIN_SECONDS = 4
#: Seconds of work more for each MB of it.
SECONDS_A_MB = 4
#: Bytes to which the streams of any PDF may unpack.
MIN_INFLATED_BYTES = 16 * MB
#: Bytes more for each of its bytes.
INFLATED_A_BYTE = 60
#: How many times its work a process may take on the clock, as other programs run, too: ten times on
#: a busy machine. Where work itself is counted, this only ends a process that waits for ever.
CLOCK_FACTOR = 20 if find_spec("resource") else 4


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be read from a PDF of a given size.

    Attributes:
        seconds: of work after which the process that reads it is ended, where the platform counts
            them.
        patience: seconds on the clock after which it is ended everywhere.
        inflated: bytes that all its compressed streams may hold together.
        answer: bytes of the answer.
        memory: address space of the process in bytes, where the platform has such a limit.
    """

    seconds: int
    patience: int
    inflated: int = 0
    answer: int = 64 * MB
    memory: int = MEMORY

    @classmethod
    def of(cls, size: int) -> "Limits":
        """Return the limits for a PDF by its size in bytes.

        >>> Limits.of(140_000).seconds, Limits.of(140_000).inflated
        (4, 24400000)
        >>> Limits.of(1_900_000).seconds
        11
        """
        seconds = MIN_SECONDS + SECONDS_A_MB * size // MB
        return cls.working(seconds, inflated=MIN_INFLATED_BYTES + INFLATED_A_BYTE * size)

    @classmethod
    def working(cls, seconds: int, **others: int) -> "Limits":
        """Return the limits for some seconds of work, with the patience that is usual."""
        return cls(seconds, CLOCK_FACTOR * seconds, **others)
