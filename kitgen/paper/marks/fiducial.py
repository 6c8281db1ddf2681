"""Markers for the corners of a sheet, so that a camera can find and straighten it.

The patterns are numbers 0 to 3 of the ArUco dictionary of 4 x 4 bits (S. Garrido-Jurado and others, Automatic
generation and detection of highly reliable fiducial markers under occlusion, Pattern Recognition 47(6), 2014), as
OpenCV ships it. Each is a black square with a frame one bit wide; it needs white paper round it and no line near it.
"""

from kitgen.paper.marks.scene import BLACK, WHITE, Mark, rectangle

#: Rows of bits of each marker; 1 is white.
PATTERNS = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
#: Bits along a side, the black frame included.
SIDE = 6


def marker(number: int, x: float, y: float, size: float) -> list[Mark]:
    """Return a marker as marks, its top left corner at x, y; lengths in mm.

    >>> len(marker(0, 0, 0, 6))
    7
    """
    bit = size / SIDE
    marks: list[Mark] = [rectangle(x, y, size, size, BLACK)]
    for row, bits in enumerate(PATTERNS[number], 1):
        # Neighbouring white bits are one mark, so that no seam shows between them.
        for column, run in _runs(bits):
            marks.append(rectangle(x + column * bit, y + row * bit, run * bit, bit, WHITE))
    return marks


def _runs(bits: str) -> list[tuple[int, int]]:
    """Return where runs of white bits begin, in bits from the marker's left edge, and how long they are."""
    runs: list[tuple[int, int]] = []
    for index, sign in enumerate(bits, 1):
        if sign == "1":
            if runs and sum(runs[-1]) == index:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((index, 1))
    return runs
