"""What printing a document again may take, and how it is answered: known to who asks and to the process that prints."""

from kitgen.check.pdf.limits import LARGEST_FILE, MB, Limits

#: What a frame holds: the parts of the document; its PDF; another file, with its name; which extra is missing, and why.
PARTS, DATA, FILE, EXTRA = b"s", b"d", b"n", b"x"
#: Seconds of work that printing again may take: at least, and for each page. MENACE takes 3, and 5 with all parts; a
#: report on a machine, which is worked out exactly, 6.
LEAST, A_PAGE = 10, 0.5
#: Address space in bytes: the exact figures of some sheets need libraries that take twice what others do.
MEMORY = 1000 * MB


def limits_of(pages: int) -> Limits:
    """Return what printing again may take, for a PDF of so many pages."""
    seconds = LEAST + int(A_PAGE * pages)
    return Limits(seconds, 4 * seconds, 0, 0, 0, answer=4 * LARGEST_FILE, memory=MEMORY)
