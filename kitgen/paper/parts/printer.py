"""A frame of a known size to measure with a ruler: it shows how exact a printer is."""

import math
from dataclasses import replace

from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BASELINE, Column, line_height, new_page
from kitgen.paper.marks.scene import BLACK, Line, Polygon, Scene, Stroke, Text, rectangle
from kitgen.paper.style import BODY, HEADING
from kitgen.papers import Point
from kitgen.reading.printer_file import FRAME_HEIGHT, FRAME_LEFT, FRAME_TOP, FRAME_WIDTH, LENGTHS

#: The lines of the frame, those of the lengths to measure, and the marks inside the frame.
FRAME = Stroke(BLACK, 0.3)
MEASURE = Stroke(BLACK, 0.2)
TICK = Stroke(BLACK, 0.15)
#: A mark every so many mm, of this length.
TICK_EVERY_MM = 10
TICK_MM = 2.5
#: How far the lines to measure lie inside the frame, and how far the words lie from it, in mm.
INSIDE_MM = 8.0
WORDS_MM = 24.0
#: Half the width and the length of the head of an arrow, in mm.
HEAD_HALF_MM = 1.0
HEAD_LENGTH_MM = 2.6
#: From the middle of a letter to the arrows on both of its sides, in mm.
LETTER_ROOM_MM = 4
#: A printer leaves so many mm at the edge of the paper white; a line to the edge begins there.
WHITE_MM = 5.5
#: From the beginning of a letter to both ends of the line to write its length on, and to the words
#: behind that, in mm.
BLANK_START_MM = 8.0
BLANK_END_MM = 34.0
WORDS_BEHIND_MM = 46.0


def sheets(job: Job) -> list[Scene]:
    """Return the page with the frame, what to measure, and lines to write the lengths on."""
    page = replace(job.page, margin=FRAME_LEFT + WORDS_MM)
    scene, column = new_page(replace(job, page=page), job.texts("printer.title"), aside="")
    scene.add(rectangle(FRAME_LEFT, FRAME_TOP, FRAME_WIDTH, FRAME_HEIGHT, None, FRAME))
    _ticks(scene)
    _lengths_to_measure(scene)
    for number, step in enumerate(("print", "measure", "type", "use"), 1):
        column.item(f"{number}.", job.texts(f"printer.step.{step}"), indent=7)
    column.gap(3)
    for length in LENGTHS:
        _blank(scene, column, length.letter)
        about = job.texts(f"printer.length.{length.letter}", length=f"{length.drawn:g}")
        column.paragraph(about, indent=WORDS_BEHIND_MM, gap=4)
    return [scene]


def _blank(scene: Scene, column: Column, letter: str) -> None:
    """Draw a letter and the line to write its length on, beside the first line of what comes
    next in a column.
    """
    level = column.y + BASELINE * line_height(BODY)
    start = column.x + BLANK_START_MM
    end = column.x + BLANK_END_MM
    scene.add(Text((column.x, level), letter, HEADING, bold=True))
    scene.add(Line((start, level + 0.8), (end, level + 0.8), MEASURE))
    scene.add(Text((end + 1.5, level), "mm", BODY))


def _ticks(scene: Scene) -> None:
    """Draw marks inside the frame, every 10 mm of each side."""
    right = FRAME_LEFT + FRAME_WIDTH
    bottom = FRAME_TOP + FRAME_HEIGHT
    for mm in range(TICK_EVERY_MM, round(FRAME_WIDTH), TICK_EVERY_MM):
        x = FRAME_LEFT + mm
        scene.add(Line((x, FRAME_TOP), (x, FRAME_TOP + TICK_MM), TICK))
        scene.add(Line((x, bottom), (x, bottom - TICK_MM), TICK))
    for mm in range(TICK_EVERY_MM, round(FRAME_HEIGHT), TICK_EVERY_MM):
        y = FRAME_TOP + mm
        scene.add(Line((FRAME_LEFT, y), (FRAME_LEFT + TICK_MM, y), TICK))
        scene.add(Line((right, y), (right - TICK_MM, y), TICK))


def _lengths_to_measure(scene: Scene) -> None:
    """Draw the four lengths as arrows with their letters; those from the edge of the paper begin
    where ink can.
    """
    right = FRAME_LEFT + FRAME_WIDTH
    bottom = FRAME_TOP + FRAME_HEIGHT
    level_of_a = FRAME_TOP + INSIDE_MM
    middle_x = FRAME_LEFT + FRAME_WIDTH / 2
    _arrow(scene, (middle_x - LETTER_ROOM_MM, level_of_a), (FRAME_LEFT, level_of_a))
    _arrow(scene, (middle_x + LETTER_ROOM_MM, level_of_a), (right, level_of_a))
    _letter(scene, "A", (middle_x, level_of_a))
    place_of_b = FRAME_LEFT + INSIDE_MM
    middle_y = FRAME_TOP + FRAME_HEIGHT / 2
    _arrow(scene, (place_of_b, middle_y - LETTER_ROOM_MM), (place_of_b, FRAME_TOP))
    _arrow(scene, (place_of_b, middle_y + LETTER_ROOM_MM), (place_of_b, bottom))
    _letter(scene, "B", (place_of_b, middle_y))
    level_of_c = FRAME_TOP + 0.75 * FRAME_HEIGHT
    _arrow(scene, (WHITE_MM, level_of_c), (FRAME_LEFT, level_of_c))
    _letter(scene, "C", (0.5 * (WHITE_MM + FRAME_LEFT), level_of_c - LETTER_ROOM_MM))
    place_of_d = FRAME_LEFT + 0.75 * FRAME_WIDTH
    _arrow(scene, (place_of_d, WHITE_MM), (place_of_d, FRAME_TOP))
    _letter(scene, "D", (place_of_d + LETTER_ROOM_MM, 0.5 * (WHITE_MM + FRAME_TOP)))


def _arrow(scene: Scene, start: Point, end: Point) -> None:
    """Draw an arrow that is level or upright."""
    start_x, start_y = start
    x, y = end
    if start_y == y:
        neck = x - math.copysign(HEAD_LENGTH_MM, x - start_x)
        corners = (end, (neck, y - HEAD_HALF_MM), (neck, y + HEAD_HALF_MM))
    else:
        neck = y - math.copysign(HEAD_LENGTH_MM, y - start_y)
        corners = (end, (x - HEAD_HALF_MM, neck), (x + HEAD_HALF_MM, neck))
    scene.add(Line(start, end, MEASURE), Polygon(corners, BLACK))


def _letter(scene: Scene, letter: str, middle: Point) -> None:
    x, y = middle
    scene.add(Text((x, y + 1.6), letter, HEADING, "middle", bold=True))
