"""QR codes as marks."""

from collections.abc import Sequence

from kitgen.errors import KitgenError, quoted
from kitgen.paper.marks.scene import BLACK, Path, Step

#: The most bytes that a QR code holds, at the level of correction used here.
MOST = 2331
#: White modules that a reader needs on every side.
QUIET = 4
#: The least module, in mm: about two dots of a scan at 100 dpi.
MODULE = 0.5


def qr_code(text: str, x: float, y: float, size: float) -> Path:
    """Return a text as a QR code, its quiet zone included, in a square with its top left corner at x, y.

    Args:
        text: what a phone reads.
        x: of the corner, in mm.
        y: of the corner, in mm.
        size: of the whole square, in mm.

    Raises:
        KitgenError: the text is longer than a QR code can hold.

    >>> mark = qr_code("kitgen print her", 10, 10, 33)
    >>> mark.steps[0]  # the first finder pattern begins behind four white modules
    ('M', (14.0, 14.0))
    """
    rows = _matrix(text)
    module = size / (len(rows) + 2 * QUIET)
    steps: list[Step] = []
    for number, row in enumerate(rows):
        top = round(y + (QUIET + number) * module, 4)
        for first, last in _runs(row):
            left = round(x + (QUIET + first) * module, 4)
            right = round(x + (QUIET + last) * module, 4)
            bottom = round(top + module, 4)
            steps += [("M", (left, top)), ("L", (right, top)), ("L", (right, bottom)), ("L", (left, bottom)), ("Z",)]
    return Path(tuple(steps), fill=BLACK)


def qr_size(text: str, least: float, most: float) -> float:
    """Return how large a text's QR code has to be, its quiet zone included, for a scan at 100 dpi to be read; in mm.

    Args:
        text: what a phone reads.
        least: the smallest size, in mm.
        most: the largest, at which a very long text has modules that are too small.

    Raises:
        KitgenError: the text is longer than a QR code can hold.

    >>> qr_size("kitgen print her", 33, 60)
    33
    """
    return min(most, max(least, (len(_matrix(text)) + 2 * QUIET) * MODULE))


def _matrix(text: str) -> Sequence[bytes]:
    """Return the modules of a text's QR code, row by row.

    Raises:
        KitgenError: the text is longer than a QR code can hold.
    """
    import segno  # noqa: PLC0415 - only the cover and the log need it

    try:
        return [bytes(row) for row in segno.make_qr(text, error="m").matrix]
    except segno.DataOverflowError:
        raise KitgenError(
            f"{quoted(text)} has {len(text.encode()):,} letters, and a QR code holds {MOST:,}; "
            "shorten paths and names in it"
        ) from None


def _runs(row: bytes) -> list[tuple[int, int]]:
    """Return where runs of dark modules begin and end: fewer, longer marks print without seams."""
    runs: list[tuple[int, int]] = []
    for index, dark in enumerate(row):
        if dark and runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        elif dark:
            runs.append((index, index + 1))
    return runs
