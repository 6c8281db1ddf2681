"""Random numbers from two dice, each equally likely: the meaning of a throw, and the table that
explains it.

The darker die chooses a column of the table, the lighter one a number in the cell. The highest open
number of a card chooses the line, so that few throws are wasted.
"""

from functools import partial
from itertools import groupby

from kitgen.paper.layout.frame import Column
from kitgen.paper.marks.scene import (
    BLACK,
    POINT,
    WHITE,
    Disc,
    Line,
    Scene,
    Stroke,
    Text,
    centred,
    rectangle,
)
from kitgen.paper.style import BODY, MIDDLE, PALE, SHADE, SMALL, SPACE, STYLE, fitted
from kitgen.papers import Point
from kitgen.reading.texts import Texts

SIDES = 6
#: The possible counts of numbers: with the darker die alone, with both, and with the lighter one
#: thrown again.
ONE = (2, 3, 6)
TWO = (12, 18, 36)
AGAIN = (72, 216)
RANGES = (*ONE, *TWO, *AGAIN)
#: The height of a line of the table, in mm.
LINE_MM = 8.2
#: The widths of the first column of the table, and of that of a face of the die, in mm.
FIRST_MM = 48.0
FACE_MM = 21.0
#: Where the pips of a die's faces lie, in steps right and down from the middle.
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def range_for(highest: int) -> int:
    """Return how many numbers a throw needs for this highest open one.

    >>> [range_for(highest) for highest in (1, 3, 4, 13, 37)]
    [2, 3, 6, 18, 72]
    """
    return next(count for count in RANGES if count >= highest)


def column_numbers(count: int, dark: int) -> tuple[int, int]:
    """Return the first and the last of up to 36 numbers that the darker die chooses.

    >>> column_numbers(3, 4), column_numbers(12, 4)
    ((2, 2), (7, 12))
    """
    step = 1 if count in ONE else SIDES
    cell = (dark - 1) * count // SIDES // step
    return 1 + step * cell, step * (cell + 1)


def draw_throws(column: Column, texts: Texts, highest: int) -> None:
    """Draw the table of throws, with all lines up to the highest number on a card, and its
    instructions.
    """
    counts = [count for count in RANGES if count <= range_for(highest)]
    scene = column.scene
    width = FIRST_MM + SIDES * FACE_MM
    scene.add(rectangle(column.x, column.y, width, LINE_MM + 2, SHADE))
    at = (column.x + 2, column.y + LINE_MM / 2 + 2.2)
    scene.add(fitted(at, texts("dice.highest"), SMALL, FIRST_MM - 4, bold=True))
    for face in range(1, SIDES + 1):
        middle = (column.x + FIRST_MM + (face - 0.5) * FACE_MM, column.y + LINE_MM / 2 + 1)
        draw_face(scene, middle, LINE_MM - 1, face, dark=True)
    column.gap(LINE_MM + 2)
    for count in counts:
        if count not in AGAIN:
            _draw_line(column, texts, count)
    column.gap(SPACE.paragraph)
    if not set(counts) <= set(ONE):
        column.paragraph(texts("dice.light"), BODY)
    for count in counts:
        if count in AGAIN:
            column.paragraph(texts(f"dice.again.{count}"), BODY)


def _draw_line(column: Column, texts: Texts, count: int) -> None:
    """Draw a line of the table of throws: which of so many numbers each face of the darker die
    chooses.
    """
    scene = column.scene
    baseline = column.y + LINE_MM / 2 + MIDDLE * BODY * POINT
    scene.add(Text((column.x + 2, baseline), texts("dice.up_to", number=count), BODY, bold=True))
    for (first, last), faces in groupby(range(1, SIDES + 1), partial(column_numbers, count)):
        start, *more = faces
        edge = column.x + FIRST_MM + (start - 1) * FACE_MM
        words = f"{first}" if first == last else f"{first}–{last}"
        scene.add(Text((edge + (1 + len(more)) * FACE_MM / 2, baseline), words, BODY, "middle"))
        scene.add(Line((edge, column.y), (edge, column.y + LINE_MM), Stroke(PALE, 0.2)))
    column.gap(LINE_MM)
    right = column.x + FIRST_MM + SIDES * FACE_MM
    scene.add(Line((column.x, column.y), (right, column.y), Stroke(PALE, 0.2)))


def draw_face(scene: Scene, middle: Point, size: float, pips: int, *, dark: bool) -> None:
    """Draw a die's face, on grey for the darker die."""
    x, y = middle
    scene.add(centred(middle, size, size, STYLE.greys.die if dark else WHITE, Stroke(BLACK, 0.3)))
    step = 0.27 * size
    for across, down in PIPS[pips]:
        scene.add(Disc((x + across * step, y + down * step), 0.09 * size, BLACK))
