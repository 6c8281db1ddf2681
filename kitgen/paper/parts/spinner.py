"""Spinners and dice tables: how a class without beads picks the machine's moves."""

import math
from collections.abc import Sequence
from itertools import product

from kitgen.kit.kit import Kit
from kitgen.kit.palette import Colour
from kitgen.paper.card.moves import badge_extent, draw_badge
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.dice import SIDES, draw_face
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below
from kitgen.paper.marks.scene import (
    BLACK,
    WHITE,
    Disc,
    Line,
    Path,
    Scene,
    Stroke,
    arc,
    on_circle,
    rectangle,
)
from kitgen.paper.style import BODY, GREY, PALE, SHADE, SMALL, SPACE, STYLE, fitted, in_rows
from kitgen.papers import Point
from kitgen.reading.texts import span

#: Spinners side by side; their largest and smallest diameter, that of a single one, and the space
#: round each, in mm.
ACROSS, LARGEST, SMALLEST, LONE, AIR = (2, 3), 84.0, 48.0, 62.0, 5.0
#: The grid of two dice, and between it and the words beside it, in mm.
GRID, APART = 56.0, 8.0
#: Letters of a number in a sector, in points; the largest of a badge.
NUMBER, LETTERS = STYLE.display.wheel, 26.0
#: Sectors that have no colour of their own are white and pale grey in turn; three in a row never
#: share one.
TINTS = (WHITE, STYLE.greys.tint, SHADE)


def _choices(job: Job) -> list[int]:
    """Return the numbers of moves among which boxes let the machine choose, sorted."""
    return sorted({len(box.slots) for box in job.kit.boxes} - {1})


def has_choices(job: Job) -> bool:
    """Return whether any box has several moves to choose from."""
    return bool(_choices(job))


def sheets(job: Job) -> list[Scene | Sheet]:
    """Return the sheets with a spinner for each number of slots, then the table for dice."""
    counts = _choices(job)
    dice, column = _dice(job, counts)
    if len(counts) == 1:
        scene, words = new_page(job, job.texts("spinner.title"))
        middle, colours = (
            (words.x + words.width - LONE / 2 - AIR, words.y + LONE / 2),
            common_colours(job.kit),
        )
        _say(job, Column(scene, words.x, words.y, words.width - LONE - 3 * AIR), colours)
        _wheel(scene, middle, LONE / 2, counts[0], colours)
        wheels = [scene]
    else:
        # Smaller spinners may need fewer pages, or leave room for the table below them, which then
        # shares their page.
        below = column.y - content_area(job.page)[1] + SPACE.sheet + 1
        plain = min((_wheels(job, counts, beside, 0) for beside in ACROSS), key=len)
        ways = (_wheels(job, counts, beside, below) for beside in ACROSS)
        wheels = next((way for way in ways if 0 < len(way) <= len(plain)), plain)
        if wheels is plain and len(counts) > 4:  # four in two rows are as large as they are wide
            # The last row may stand above the table: then the other spinners have its room.
            in_last_row = 2 - len(counts) % 2
            ahead = _wheels(job, counts[:-in_last_row], 2, 0)
            above = _wheels(job, counts[-in_last_row:], 2, below, words=False)
            if 0 < len(ahead) <= len(plain) and len(above) == 1:
                wheels = [*ahead, *above]
    return [*wheels, Sheet(dice, "spinner", job.texts("spinner.dice"))]


def _say(job: Job, column: Column, colours: Sequence[Colour]) -> None:
    texts = job.texts
    column.paragraph(texts("spinner.intro"), gap=SPACE.paragraph)
    for number in range(1, 4):
        column.item(f"{number}", texts(f"spinner.step.{number}"))
    if any(len(box.slots) == 1 for box in job.kit.boxes):
        column.paragraph(texts("spinner.step.single"))
    column.paragraph(texts("spinner.colours" if colours else "spinner.numbers"), SMALL)
    if counts_beads(job.kit):
        column.paragraph(texts("spinner.beads"), SMALL)
    column.gap(SPACE.paragraph)


def common_colours(kit: Kit) -> tuple[Colour, ...]:
    """Return the colours of the slots in order, when all boxes use them in the same order;
    otherwise none.
    """
    rows = [tuple(slot.colour for slot in box.slots) for box in kit.boxes]
    longest = max(rows, key=len)
    return longest if all(colours == longest[: len(colours)] for colours in rows) else ()


def _wheels(
    job: Job, counts: Sequence[int], beside: int, below: float, *, words: bool = True
) -> list[Scene]:
    """Return the pages of spinners, each with ``below`` mm free at its end; none if that is too
    much.
    """
    texts, colours = job.texts, common_colours(job.kit)
    scenes: list[Scene] = []
    waiting = list(counts)
    while waiting:
        scene, column = new_page(job, texts("spinner.title"))
        if words and not scenes:
            _say(job, column, colours)
        wide, room = column.width / beside, room_below(job, column) - below
        size = min(
            LARGEST, wide - AIR, max(room / math.ceil(len(waiting) / beside) - AIR, SMALLEST)
        )
        rows = int((room + 1e-6) // (size + AIR))
        if not rows:
            return []
        first = (column.x + wide / 2, column.y + (size + AIR) / 2)
        for count, x, y in in_rows(waiting[: rows * beside], beside, first, (wide, size + AIR)):
            _wheel(scene, (x, y), size / 2, count, colours)
        waiting = waiting[rows * beside :]
        scenes.append(scene)
    return scenes


def _wheel(
    scene: Scene, middle: Point, radius: float, count: int, colours: Sequence[Colour]
) -> None:
    outline = Stroke(BLACK, 0.4)
    for number in range(count):
        start, end = (-90 + 360 * (number + extra) / count for extra in (0, 1))
        begin = on_circle(middle, radius, math.radians(start))
        steps = (("M", middle), ("L", begin), *arc(middle, radius, start, end), ("Z",))
        # With an odd number of sectors the last one lies between two of different tints.
        scene.add(
            Path(
                steps, TINTS[2] if number == count - 1 and count % 2 else TINTS[number % 2], outline
            )
        )
        at = on_circle(middle, 0.64 * radius, math.radians((start + end) / 2))
        if colours:
            west, _, right, _ = badge_extent(colours[number].symbol, 1)
            room = (
                0.8 * 0.64 * radius * math.sin(math.pi / count)
            )  # clear of the lines on both sides
            scene.add(*draw_badge(colours[number], at, min(LETTERS, room / max(-west, right))))
        else:
            scene.add(fitted(at, f"{number + 1}", NUMBER, anchor="middle", bold=True, level=True))
    scene.add(Disc(middle, 2.2, WHITE, outline), Disc(middle, 0.5, BLACK))


def _dice(job: Job, counts: Sequence[int]) -> tuple[Scene, Column]:
    texts = job.texts
    scene, column = new_page(job, texts("spinner.dice"))
    few, many = (
        [count for count in counts if count <= SIDES],
        [count for count in counts if count > SIDES],
    )
    if few:
        column.heading(texts("spinner.one.title"))
        column.paragraph(texts("spinner.one.how"), gap=SPACE.block)
        _table(job, column, few, SIDES)
    if many or counts_beads(job.kit):
        column.gap(SPACE.section)
        words = Column(scene, column.x, column.y, column.width - GRID - APART)
        words.heading(texts("spinner.two.title"))
        words.paragraph(texts("spinner.two.how"))
        if counts_beads(job.kit):
            words.gap(SPACE.paragraph)
            words.paragraph(texts.sentence("spinner.two.beads", "spinner.two.beads_apart"))
        _grid(scene, column.x + column.width - GRID, column.y)
        column.gap(max(words.y - column.y, GRID))
        if many:
            column.gap(SPACE.block)
            column.paragraph(texts("spinner.two.moves"), gap=SPACE.paragraph)
            _table(job, column, many, SIDES * SIDES)
    return scene, column


def spans(count: int, faces: int) -> list[tuple[int, int]]:
    """Return the first and the last number for each of ``count`` moves; the remaining numbers are
    thrown again.

    >>> spans(4, 6), spans(3, 6)
    ([(1, 1), (2, 2), (3, 3), (4, 4)], [(1, 2), (3, 4), (5, 6)])
    """
    each = faces // count
    return [(index * each + 1, (index + 1) * each) for index in range(count)]


def _table(job: Job, column: Column, counts: Sequence[int], faces: int) -> None:
    row, first, most, scene = 8.0, 30.0, counts[-1], column.scene
    wide, level = min(26.0, (column.width - first) / (most + 1)), column.y + row / 2
    middles = [column.x + first + (place + 0.5) * wide for place in range(most + 1)]
    scene.add(rectangle(column.x, column.y, first + wide * (most + 1), row, SHADE))
    _cell(scene, (column.x + first / 2, level), job.texts("spinner.one.moves"))
    for number, middle in enumerate(middles[:-1], 1):
        _cell(scene, (middle, level), f"{number}", bold=True)
    _cell(scene, (middles[-1], level), job.texts("spinner.one.again"), fill=GREY)
    column.gap(row)
    for count in counts:
        level, rest = column.y + row / 2, faces % count
        _cell(
            scene, (column.x + first / 2, level), job.texts("spinner.wheel", count=count), bold=True
        )
        for middle, numbers in zip(middles, spans(count, faces), strict=False):
            _cell(scene, (middle, level), span(*numbers))
        _cell(
            scene, (middles[-1], level), span(faces - rest + 1, faces) if rest else "–", fill=GREY
        )
        column.gap(row)
        scene.add(
            Line(
                (column.x, column.y),
                (column.x + first + wide * (most + 1), column.y),
                Stroke(PALE, 0.2),
            )
        )


def _grid(scene: Scene, grid_x: float, grid_y: float) -> None:
    cell = GRID / (SIDES + 1)
    for row, across in product(range(SIDES + 1), repeat=2):
        x, y = grid_x + across * cell, grid_y + row * cell
        middle = (x + cell / 2, y + cell / 2)
        if row and across:
            scene.add(rectangle(x, y, cell, cell, stroke=Stroke(GREY, 0.2)))
            _cell(scene, middle, f"{(row - 1) * SIDES + across}")
        elif row or across:
            draw_face(scene, middle, 0.72 * cell, row or across, dark=bool(row))


def _cell(
    scene: Scene, middle: Point, words: str, *, bold: bool = False, fill: str = BLACK
) -> None:
    scene.add(fitted(middle, words, BODY, anchor="middle", bold=bold, fill=fill, level=True))
