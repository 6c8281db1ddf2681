"""The board of a class on paper: a line for each group, to write the results of its games in."""

import math
from collections.abc import Sequence

from kitgen.paper.document import Sign
from kitgen.paper.job import ClassRow, Job
from kitgen.paper.layout.frame import Column, line_height, new_page, room_below
from kitgen.paper.layout.group_signs import draw_sign
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, rectangle
from kitgen.paper.spoken_game import result_letters
from kitgen.paper.style import BODY, SHADE, SMALL, STYLE, fitted, text_width, wrap
from kitgen.record.rows import RESULT_WORDS

#: The games in a line of squares.
GAMES_A_LINE = 20
#: The lines of a group where there is room, for a whole lesson.
USUAL_LINES = 3
#: A line of squares at its lowest and highest, in mm.
MIN_LINE_MM = 9.0
MAX_LINE_MM = 13.0
#: The heading of the table, in mm.
HEAD_MM = 7.0
#: The columns beside the squares, in mm: the sign, the name, which games, and the losses.
SIGN_COLUMN_MM = 12.0
NAME_COLUMN_MM = 32.0
GAMES_COLUMN_MM = 12.0
LOST_COLUMN_MM = 14.0
#: The widest sign, and the room round it, in mm.
MAX_SIGN_MM = 10.0
SIGN_ROOM_MM = 2.0
#: Between the table and the words below it, in mm.
ABOVE_WORDS_MM = 4.0
#: The lines between squares, and those between groups.
SQUARE_LINE = Stroke(STYLE.greys.fine, 0.15)
GROUP_LINE = Stroke(BLACK, 0.3)
#: The letters of the log, by the word for a result.
LETTERS = {"won": "win", "drawn": "draw", "lost": "loss"}


def is_for_board(job: Job) -> bool:
    """Return whether a print is for several groups."""
    return bool(job.options.groups or job.class_rows)


def sheets(job: Job) -> list[Scene]:
    """Return the board, on as few pages as its groups need."""
    rows = job.class_rows or _empty_rows(job.options.groups)
    _, column = _head(job)
    room = _room(job, column)
    lines = _lines_of_a_group(rows, room)
    most_groups = max(1, int(room / (lines * MIN_LINE_MM)))
    pages = math.ceil(len(rows) / most_groups)
    on_a_page = math.ceil(len(rows) / pages)
    scenes = []
    for first in range(0, len(rows), on_a_page):
        scenes.append(_page(job, rows[first : first + on_a_page], lines))
    return scenes


def _empty_rows(groups: int) -> tuple[ClassRow, ...]:
    """Return the rows of groups that have no name and no results yet."""
    return tuple(ClassRow(number, "", ()) for number in range(1, groups + 1))


def _head(job: Job) -> tuple[Scene, Column]:
    scene, column = new_page(job, job.texts("class-board.title"))
    column.paragraph(f"{job.texts('class-board.sheet.about')} {result_letters(job)}", BODY, gap=3)
    return scene, column


def _room(job: Job, column: Column) -> float:
    """Return the height for the lines of all groups, in mm."""
    words = wrap(job.texts("class-board.sheet.leads"), BODY, column.width)
    below = ABOVE_WORDS_MM + len(words) * line_height(BODY)
    return room_below(job, column) - HEAD_MM - below


def _lines_of_a_group(rows: Sequence[ClassRow], room: float) -> int:
    """Return how many lines of squares each group has: those for a lesson if there is room, more
    for more games, and no more than a page has.
    """
    most_games = max(len(row.results) for row in rows)
    needed = most_games // GAMES_A_LINE + 1
    fitting = int(room / (len(rows) * MIN_LINE_MM))
    wanted = max(needed, min(fitting, USUAL_LINES))
    return min(wanted, int(room / MIN_LINE_MM))


def _page(job: Job, rows: Sequence[ClassRow], lines: int) -> Scene:
    """Return a page with so many lines for each group."""
    scene, column = _head(job)
    height = min(MAX_LINE_MM, _room(job, column) / (len(rows) * lines))
    squares_at = column.x + SIGN_COLUMN_MM + NAME_COLUMN_MM + GAMES_COLUMN_MM
    right = column.x + column.width
    lost_at = right - LOST_COLUMN_MM
    square = (lost_at - squares_at) / GAMES_A_LINE
    top = column.y
    _draw_heading(job, column, squares_at, lost_at)
    column.gap(HEAD_MM)
    for row in rows:
        _draw_group(job, column, row, lines, height, square)
        column.gap(lines * height)
        scene.add(Line((column.x, column.y), (right, column.y), GROUP_LINE))
    for x in (column.x, squares_at, lost_at, right):
        scene.add(Line((x, top), (x, column.y), GROUP_LINE))
    column.gap(ABOVE_WORDS_MM)
    column.paragraph(job.texts("class-board.sheet.leads"), BODY)
    return scene


def _draw_heading(job: Job, column: Column, squares_at: float, lost_at: float) -> None:
    """Write what the columns are for."""
    scene = column.scene
    texts = job.texts
    scene.add(rectangle(column.x, column.y, column.width, HEAD_MM, SHADE))
    right = column.x + column.width
    middle = column.y + HEAD_MM / 2
    scene.add(Line((column.x, column.y), (right, column.y), GROUP_LINE))
    below = column.y + HEAD_MM
    scene.add(Line((column.x, below), (right, below), GROUP_LINE))
    name_at = column.x + SIGN_COLUMN_MM
    group = texts("class-board.sheet.group")
    scene.add(fitted((name_at, middle), group, SMALL, NAME_COLUMN_MM - 1, bold=True, level=True))
    games = texts("class-board.sheet.games")
    at = ((squares_at + lost_at) / 2, middle)
    scene.add(fitted(at, games, SMALL, lost_at - squares_at, "middle", bold=True, level=True))
    lost = texts("class-board.sheet.lost")
    at = (lost_at + LOST_COLUMN_MM / 2, middle)
    scene.add(fitted(at, lost, SMALL, LOST_COLUMN_MM - 1, "middle", bold=True, level=True))


def _draw_group(
    job: Job, column: Column, row: ClassRow, lines: int, height: float, square: float
) -> None:
    """Draw a group's sign, name and squares, with the results that it has; of too many games the
    last ones.
    """
    scene = column.scene
    texts = job.texts
    top = column.y
    whole = lines * height
    middle = top + whole / 2
    sign = min(MAX_SIGN_MM, whole - SIGN_ROOM_MM)
    scene.add(*draw_sign(row.number, Sign((column.x + SIGN_COLUMN_MM / 2, middle), sign)))
    name_at = column.x + SIGN_COLUMN_MM
    if row.name:
        _draw_name(scene, row.name, name_at, middle, whole)
    games_at = name_at + NAME_COLUMN_MM
    squares_at = games_at + GAMES_COLUMN_MM
    end = squares_at + GAMES_A_LINE * square
    lines_left_out = max(0, len(row.results) // GAMES_A_LINE + 1 - lines)
    for line in range(lines):
        y = top + line * height
        level = y + height / 2
        first = (lines_left_out + line) * GAMES_A_LINE
        games = f"{first + 1}–{first + GAMES_A_LINE}"
        at = (squares_at - 1, level)
        scene.add(fitted(at, games, SMALL, GAMES_COLUMN_MM - 1.5, "end", level=True))
        if line:
            scene.add(Line((games_at, y), (end, y), SQUARE_LINE))
        for number, result in enumerate(row.results[first : first + GAMES_A_LINE]):
            letter = texts(f"log.letter.{LETTERS[RESULT_WORDS[result]]}")
            at = (squares_at + (number + 0.5) * square, level)
            scene.add(fitted(at, letter, BODY, square - 0.6, "middle", level=True))
    for number in range(1, GAMES_A_LINE):
        x = squares_at + number * square
        stroke = GROUP_LINE if number % 5 == 0 else SQUARE_LINE
        scene.add(Line((x, top), (x, top + whole), stroke))


def _draw_name(scene: Scene, name: str, x: float, middle: float, high: float) -> None:
    """Write a group's name on as many lines as it needs and has room for."""
    width = NAME_COLUMN_MM - 2
    size = BODY if text_width(name, BODY, bold=True) <= width else SMALL
    lines = wrap(name, size, width, bold=True)[: int(high / line_height(size))]
    top = middle - (len(lines) - 1) * line_height(size) / 2
    for number, line in enumerate(lines):
        place = (x, top + number * line_height(size))
        scene.add(fitted(place, line, size, width, bold=True, level=True))
