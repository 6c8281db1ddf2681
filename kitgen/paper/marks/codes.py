"""QR codes as marks."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from kitgen.errors import KitgenError, quoted
from kitgen.paper.marks.scene import BLACK, WHITE, Path, PathStep, Polygon, rectangle

#: The most bytes that a QR code holds, at the level of correction used here.
MOST = 2331
#: White modules that a reader needs on every side.
QUIET = 4
#: The least module, in mm: about two dots of a scan at 100 dpi.
MODULE = 0.5


def qr_code(text: str, x: float, y: float, size: float) -> Path:
    """Return a text as a QR code in a square of a size in mm, quiet zone included, with its top
    left corner at x, y.

    >>> mark = qr_code("kitgen print her", 10, 10, 33)
    >>> mark.steps[0]  # the first finder pattern begins behind four white modules
    ('M', (14.0, 14.0))
    """
    rows = _matrix(text)
    module = size / (len(rows) + 2 * QUIET)
    steps: list[PathStep] = []
    for number, row in enumerate(rows):
        top = round(y + (QUIET + number) * module, 4)
        bottom = round(top + module, 4)
        for run in _runs(row):
            west, east = (round(x + (QUIET + place) * module, 4) for place in run)
            steps += [
                ("M", (west, top)),
                ("L", (east, top)),
                ("L", (east, bottom)),
                ("L", (west, bottom)),
                ("Z",),
            ]
    return Path(tuple(steps), fill=BLACK)


def qr_size(text: str, least: float, most: float) -> float:
    """Return the size in mm, quiet zone included, at which a scan at 100 dpi is legible, or
    ``most`` for a long text.

    >>> qr_size("kitgen print her", 33, 60)
    33
    """
    return min(most, max(least, (len(_matrix(text)) + 2 * QUIET) * MODULE))


def _matrix(text: str) -> Sequence[bytes]:
    """Return the modules of a text's QR code, row by row; ``KitgenError`` for a text that is too
    long.
    """
    import segno  # noqa: PLC0415 - only the cover and the log need it

    try:
        return [bytes(row) for row in segno.make_qr(text, error="m").matrix]
    except segno.DataOverflowError:
        raise KitgenError(
            f"{quoted(text)} has {len(text.encode()):,} letters, and a QR code holds {MOST:,}; "
            "shorten paths and names in it"
        ) from None


def _runs(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of ones: fewer, longer marks print without seams."""
    for bit, run in groupby(enumerate(row), key=itemgetter(1)):
        if bit:
            places = [place for place, _ in run]
            yield places[0], places[-1] + 1


# Markers for the corners of a sheet, so that a camera can find and straighten it.
#
# The patterns are numbers 0 to 3 of the ArUco dictionary of 4 x 4 bits (S. Garrido-Jurado and
# others, Automatic generation and detection of highly reliable fiducial markers under occlusion,
# Pattern Recognition 47(6), 2014), as OpenCV ships it. Each is a black square with a frame one bit
# wide; it needs white paper round it.

#: Rows of bits of each marker; 1 is white.
PATTERNS = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
#: Bits along a side, including the black frame.
SIDE = 6


def marker(number: int, x: float, y: float, size: float) -> Iterator[Polygon]:
    """Yield the marks of a marker, its top left corner at x, y; lengths in mm.

    >>> len([*marker(0, 0, 0, 6)])
    7
    """
    bit = size / SIDE
    yield rectangle(x, y, size, size, BLACK)
    for row, bits in enumerate(PATTERNS[number], 1):
        for first, last in _runs(map(int, bits)):
            yield rectangle(x + (first + 1) * bit, y + row * bit, (last - first) * bit, bit, WHITE)
