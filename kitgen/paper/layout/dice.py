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
ONE, TWO, AGAIN = (2, 3, 6), (12, 18, 36), (72, 216)
RANGES = (*ONE, *TWO, *AGAIN)
#: Height of a line of the table, width of its first column and of a die's, in mm.
ROW, FIRST, DIE = 8.2, 48.0, 21.0


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
    scene, right = column.scene, column.x + FIRST + SIDES * DIE
    scene.add(rectangle(column.x, column.y, FIRST + SIDES * DIE, ROW + 2, SHADE))
    scene.add(
        fitted(
            (column.x + 2, column.y + ROW / 2 + 2.2),
            texts("dice.highest"),
            SMALL,
            FIRST - 4,
            bold=True,
        )
    )
    for face in range(1, SIDES + 1):
        draw_face(
            scene,
            (column.x + FIRST + (face - 0.5) * DIE, column.y + ROW / 2 + 1),
            ROW - 1,
            face,
            dark=True,
        )
    column.gap(ROW + 2)
    for line in (count for count in counts if count not in AGAIN):
        middle = column.y + ROW / 2 + MIDDLE * BODY * POINT
        scene.add(Text((column.x + 2, middle), texts("dice.up_to", number=line), BODY, bold=True))
        for (first, last), faces in groupby(range(1, SIDES + 1), partial(column_numbers, line)):
            start, *more = faces
            edge = column.x + FIRST + (start - 1) * DIE
            words = f"{first}" if first == last else f"{first}–{last}"
            scene.add(Text((edge + (1 + len(more)) * DIE / 2, middle), words, BODY, "middle"))
            scene.add(Line((edge, column.y), (edge, column.y + ROW), Stroke(PALE, 0.2)))
        column.gap(ROW)
        scene.add(Line((column.x, column.y), (right, column.y), Stroke(PALE, 0.2)))
    column.gap(SPACE.paragraph)
    for key in ("light", *(f"again.{count}" for count in counts if count in AGAIN)):
        if key != "light" or set(counts) - set(ONE):
            column.paragraph(texts(f"dice.{key}"), BODY)


def draw_face(scene: Scene, middle: Point, size: float, pips: int, *, dark: bool) -> None:
    """Draw a die's face, on grey for the darker die."""
    x, y = middle
    scene.add(centred(middle, size, size, STYLE.greys.die if dark else WHITE, Stroke(BLACK, 0.3)))
    step = 0.27 * size
    where = {
        "a": (-1, -1),
        "b": (1, -1),
        "c": (0, 0),
        "d": (-1, 0),
        "g": (1, 0),
        "e": (-1, 1),
        "f": (1, 1),
    }
    for spot in {1: "c", 2: "af", 3: "acf", 4: "abef", 5: "abcef", 6: "abdgef"}[pips]:
        across, down = where[spot]
        scene.add(Disc((x + across * step, y + down * step), 0.09 * size, BLACK))
