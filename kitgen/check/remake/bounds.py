"""What looking at somebody's kit may take, and what is asked and answered: known to both processes."""

from collections.abc import Mapping
from dataclasses import dataclass

from kitgen.check.pdf.limits import LARGEST_FILE, MB, PATIENCE, Limits
from kitgen.kit.job_json import JobFile
from kitgen.kit.kit import Kit

#: What a frame holds: the checks of the kit; the parts of the document; its PDF; another file, with its name; which
#: extra is missing, and why.
CHECKS, PARTS, DATA, FILE, EXTRA = b"k", b"s", b"d", b"n", b"x"
#: Seconds of work that it may take: at least, and for each MB of a PDF and of a kit alone, which is packed ten times
#: tighter in a PDF. Of an honest PDF MENACE takes 6 with all parts, and 5,000 boxes of Hexapawn with 0.6 MB 16; of a
#: small one nobody may take 10, with what is read before and compared afterwards. Of a folder also for each MB beside
#: the PDF: drawings for a laser cutter, of which MENACE has 15 MB, take 1.
LEAST, A_PDF_MB, A_KIT_MB, A_FOLDER_MB = 8, 15, 3, 3
#: No more than this is answered, in bytes.
ANSWER = 4 * LARGEST_FILE
#: Address space in bytes: the exact figures of some sheets need libraries that take twice what others do.
MEMORY = 1000 * MB


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        kit: somebody's kit, as it was read.
        walk: the largest number of positions to walk through to check it; None when the kit is not to be checked.
        job: the print run to be made again, if any.
        attached: the files that travel in its PDF.
    """

    kit: Kit
    walk: int | None = None
    job: JobFile | None = None
    attached: Mapping[str, bytes] | None = None


def limits_of(seconds: float) -> Limits:
    """Return what the process may take, given so many seconds of work."""
    whole = max(1, int(seconds))
    return Limits(whole, PATIENCE * whole, 0, 0, 0, answer=ANSWER, memory=MEMORY)
