"""The pupil's worksheet: challenges from easy to hard, with pictures; answers at the end, to be
cut off.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from kitgen.claims.claims import decide, say
from kitgen.claims.facts import Facts
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Position
from kitgen.paper.card.board import draw_box, draw_position, fit_grid
from kitgen.paper.card.moves import CrowdedError, draw_badge, draw_way
from kitgen.paper.exercises import (
    WRITING,
    disguise,
    draw_answers,
    move_signs,
    signed_board,
    spread,
    writing_lines,
)
from kitgen.paper.finder_index import guise
from kitgen.paper.game_sheets import change_words
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, content_area, new_page, room_below
from kitgen.paper.machine_pictures import draw_piece, greet
from kitgen.paper.marks.scene import (
    WHITE,
    Line,
    Polygon,
    Scene,
    Stroke,
    Text,
    on_circle,
    rectangle,
    rounded,
)
from kitgen.paper.style import BODY, SMALL, SPACE, STYLE, in_rows, text_width
from kitgen.papers import Point
from kitgen.record.rows import LostGame

#: The number of boxes to find, and of moves to draw.
BOXES_TO_FIND = 4
MOVES_TO_DRAW = 4
#: The moves to draw that stand side by side, unless boards are long.
MOVES_ACROSS = 2
#: The heights of boards in mm, the lower on low paper.
BOARD_HEIGHTS_MM = (36.0, 30.0)
#: Boards with more columns than this are long; the height of one in mm.
MAX_SHORT_COLUMNS = 5
LONG_BOARD_MM = 12.0
#: The width of a picture with arrows on the narrowest paper, in mm.
NARROW_PICTURE_MM = 33.0
#: Below a task, and the least free room on the page that the tasks share, in mm.
TASK_GAP_MM = 2.0
MIN_SHARED_MM = 12.0
#: The most boxes that the answers list.
MAX_LISTED_BOXES = 30
#: The levels, each with a star more; and a star: its radius, and from one to the next, in mm.
LEVELS = 4
STAR_MM = 2.4
STAR_PITCH_MM = 5.4
#: From line to line to write on, in mm.
LINE_PITCH_MM = 9.0
#: The least room to draw in, and the height of the robot there, in mm.
MIN_DRAWING_MM = 30.0
ROBOT_MM = 17.0


class WrittenQuestion(NamedTuple):
    """A question to answer in writing, on so many lines; its level is one of ``LEVELS``."""

    key: str
    lines: int
    level: int


QUESTIONS = (
    WrittenQuestion("guess", lines=1, level=3),
    WrittenQuestion("guess_why", lines=2, level=3),
    WrittenQuestion("changed_box", lines=1, level=4),
    WrittenQuestion("kept", lines=2, level=4),
    WrittenQuestion("changed", lines=2, level=4),
)

#: Draws a task of a number at the end of a column.
Task = Callable[[int, Column], None]


class _Pictures(NamedTuple):
    """The page of tasks with pictures.

    Attributes:
        page: what is drawn.
        tasks: how many there are.
        moves: the moves to draw, each the bead of a box; none if there is no such task.
    """

    page: Scene
    tasks: int
    moves: list[tuple[Box, Slot]]


def sheets(job: Job) -> list[Scene]:
    """Return the worksheet: a page of pictures, and one of questions with the answers to cut
    off.
    """
    pictures = _pictures(job)
    return [pictures.page, _questions(job, pictures)]


def _pictures(job: Job) -> _Pictures:
    """Return the page of pictures with the highest boards that fit."""
    for rows, high in _board_rows(job.kit):
        moves_across = MOVES_ACROSS // rows
        moves = _moves(job, moves_across, high)
        tasks: list[Task] = [partial(_find, job, BOXES_TO_FIND // rows, high)]
        if moves:
            tasks.append(partial(_draw_moves, job, moves, moves_across, high))
        if job.lost_game:
            tasks.append(partial(_lost, job, job.lost_game))
        page, column = _draw_tasks(job, tasks, TASK_GAP_MM)
        room = room_below(job, column)
        if room >= 0:
            break
    if room > MIN_SHARED_MM:  # low boards leave room: the tasks share it
        page, _ = _draw_tasks(job, tasks, TASK_GAP_MM + room / len(tasks))
    return _Pictures(page, len(tasks), moves)


def _board_rows(kit: Kit) -> list[tuple[int, float]]:
    """Return the rows of boards to try, each with the height of a board in mm; long boards are in
    more rows, where they fit.
    """
    if kit.game.diagram.width > MAX_SHORT_COLUMNS:
        return [(2, LONG_BOARD_MM), (1, LONG_BOARD_MM)]
    return [(1, high) for high in BOARD_HEIGHTS_MM]


def _questions(job: Job, pictures: _Pictures) -> Scene:
    """Return the page of questions, with room to draw and the answers to all tasks."""
    scene, column = new_page(job, job.texts("guide.worksheet"))
    answers = list(_answers(job, pictures.moves))
    foot = draw_answers(job, scene, job.texts("guide.worksheet_key"), answers)
    level = 0
    for number, question in enumerate(QUESTIONS, pictures.tasks + 1):
        if question.level != level:
            level = question.level
            _level(column, level)
        column.item(f"{number}.", _question(job, question.key), indent=7)
        writing_lines(column, question.lines, LINE_PITCH_MM)
        column.gap(SPACE.paragraph)
    _drawing(job, column, foot)
    return scene


def _draw_tasks(job: Job, tasks: Sequence[Task], gap: float) -> tuple[Scene, Column]:
    """Return the page of tasks with pictures, ``gap`` mm below each, and the column below them."""
    scene, column = new_page(job, job.texts("guide.worksheet"))
    _name_and_date(job, column)
    for number, task in enumerate(tasks, 1):
        _level(column, min(number, LEVELS))
        task(number, column)
        column.gap(gap)
    return scene, column


def _level(column: Column, level: int) -> None:
    """Draw the stars of a level, and a line behind them."""
    column.gap(SPACE.paragraph)
    accent = STYLE.readers["pupil"].accent
    edge = Stroke(accent, 0.3)
    y = column.y + STAR_MM
    for number in range(LEVELS):
        middle = (column.x + STAR_MM + STAR_PITCH_MM * number, y)
        fill = accent if number < level else WHITE
        column.scene.add(Polygon(_star(middle), fill, edge))
    start = column.x + STAR_PITCH_MM * LEVELS + 2
    column.scene.add(Line((start, y), (column.x + column.width, y), edge))
    column.gap(6.5)


def _star(middle: Point) -> tuple[Point, ...]:
    """Return the corners of a star with five points, the first at its top."""
    corners = []
    for corner in range(10):
        share = 0.45 if corner % 2 else 1
        turn = math.radians(-90 + 36 * corner)
        corners.append(on_circle(middle, STAR_MM * share, turn))
    return tuple(corners)


def _moves(job: Job, across: int, high: float) -> list[tuple[Box, Slot]]:
    """Return the boxes of the second task, not those of the first, with the bead that is picked
    from each.

    None if moves find no room in a picture, ``across`` of them in a row: the page does without the
    task.
    """
    boxes = _boxes_to_draw(job.kit)
    width = _picture_width(content_area(job.page).width / across)
    if not all(_has_room(job.kit, box, width, high) for box in boxes):
        return []
    moves = []
    for number, box in enumerate(boxes):
        slot = box.slots[(number + 1) % len(box.slots)]
        moves.append((box, slot))
    return moves


def _boxes_to_draw(kit: Kit) -> list[Box]:
    """Return boxes that are not to be found; if moves of one do not fit into the narrowest
    picture, the first ones whose moves do.
    """
    to_find = spread(kit, BOXES_TO_FIND)
    candidates = spread(kit, 2 * (BOXES_TO_FIND + MOVES_TO_DRAW))
    others = [box for box in candidates if box not in to_find] or to_find
    boxes = others[:: max(1, len(others) // MOVES_TO_DRAW)][:MOVES_TO_DRAW]
    if all(_has_room(kit, box) for box in boxes):
        return boxes
    fitting = [box for box in kit.boxes if len(box.slots) > 1 and _has_room(kit, box)]
    return fitting[:MOVES_TO_DRAW] or boxes


def _picture_width(wide: float) -> float:
    """Return the width in mm of a picture with arrows and of the board beside it, in a place
    with a badge between.
    """
    return (wide - 26) / 2


def _has_room(
    kit: Kit, box: Box, width: float = NARROW_PICTURE_MM, high: float = BOARD_HEIGHTS_MM[0]
) -> bool:
    """Return whether the moves of a box fit into a picture, by default into one on the narrowest
    paper.
    """
    try:
        draw_box(kit, box, width, high)
    except CrowdedError:
        return False
    return True


def _draw_moves(
    job: Job,
    moves: Sequence[tuple[Box, Slot]],
    across: int,
    high: float,
    number: int,
    column: Column,
) -> None:
    """Draw boxes with their arrows and the bead that was picked, each beside a board without,
    ``across`` in a row.
    """
    kit = job.kit
    scene = column.scene
    column.item(f"{number}.", job.texts("guide.sheet.draw_move"), indent=7)
    column.gap(SPACE.near)
    wide = column.width / across
    room = _picture_width(wide)
    width, height = fit_grid(kit.game.diagram, room, high).size
    pitch = (wide, height + 7)
    for (box, slot), x, y in in_rows(moves, across, (column.x, column.y), pitch):
        scene.add(Text((x, y + 3.5), box.id, BODY, bold=True))
        scene.place(draw_box(kit, box, room, high), x, y + 5)
        scene.add(*draw_badge(slot.colour, (x + width + 9, y + 5 + height / 2), 22))
        scene.place(signed_board(kit, box.position, room, high), x + width + 18, y + 5)
    column.gap(math.ceil(len(moves) / across) * (height + 7))


def _lost(job: Job, game: LostGame, number: int, column: Column) -> None:
    """Draw the boxes of a lost game with the beads that were picked, and two lines below each."""
    scene = column.scene
    turns = game.story.turns
    column.item(f"{number}.", job.texts("guide.sheet.lost"), indent=7)
    column.gap(SPACE.near)
    wide = column.width / max(3, len(turns))
    for index, turn in enumerate(turns):
        middle = column.x + (index + 0.5) * wide
        piece = draw_piece(job.kit, job.texts, turn.box, min(34.0, wide - 6))
        scene.place(piece, middle - piece.width / 2, column.y)
        scene.add(*draw_badge(turn.slot.colour, (middle, column.y + piece.height + 7), 17))
        for line in (18, 26):
            y = column.y + piece.height + line
            scene.add(Line((middle - wide / 2 + 3, y), (middle + wide / 2 - 3, y), WRITING))
        if index:
            edge = middle - wide / 2
            scene.add(draw_way((edge - 2.5, column.y + 10), (edge + 2.5, column.y + 10), 1.8))
    column.gap(piece.height + 28)


def _drawing(job: Job, column: Column, foot: float) -> None:
    """Draw a frame to draw a robot in, if there is room above the foot."""
    if foot - column.y < MIN_DRAWING_MM:
        return
    column.gap(SPACE.near)
    column.paragraph(job.texts("guide.sheet.robot"), bold=True, gap=SPACE.near)
    high = foot - column.y - 4
    edge = Stroke(STYLE.readers["pupil"].accent, 0.5)
    column.scene.add(rounded(column.x, column.y, column.width, high, 4, None, edge))
    right = column.x + column.width
    greet(column.scene, job.kit, right - 3, column.y + high - 2, ROBOT_MM)


def _question(job: Job, name: str) -> str:
    if name == "changed_box":
        return say(job.texts, name, Facts(job.kit))
    return job.texts(f"guide.sheet.{name}")


def _key_of_answer(kit: Kit, name: str) -> str:
    if name != "changed_box":
        return f"guide.sheet.key_{name}"
    decided = decide(name, Facts(kit))
    if decided is not None and decided.key == "changed_box.left":
        return "guide.sheet.key_changed_box.takes"
    return "guide.sheet.key_changed_box.adds"


def _answers(job: Job, moves: Sequence[tuple[Box, Slot]]) -> Iterator[str]:
    """Yield the answers to the tasks with pictures, and to the questions."""
    kit = job.kit
    texts = job.texts
    yield texts.joined(_found(job, position) for position in _positions(kit))
    if moves:
        drawn = []
        for box, slot in moves:
            signs = move_signs(kit, slot.moves[0])
            drawn.append(texts("sheet.of", of=box.id, what=signs))
        yield texts.joined(drawn)
    game = job.lost_game
    if game is not None:
        changed = []
        for pick, change in zip(game.row.picks, game.changes, strict=True):
            what = change_words(texts, change)
            changed.append(texts("sheet.of", of=pick.text, what=what))
        yield texts.joined(changed)
    listed = _boxes_with_a_choice(kit)
    for question in QUESTIONS:
        key = _key_of_answer(kit, question.key)
        yield texts.sentence(key, f"{key}_alone", list=listed)


def _found(job: Job, position: Position) -> str:
    """Return which box a position has; a disguised one may have a box of its own."""
    match = job.kit.locate(position)
    name = match[0].id if match is not None else ""
    disguised = guise(job.kit)
    if disguised == "plain":
        return name
    key = "plain"
    if match is not None and position != match[0].position:
        key = disguised
    return job.texts(f"guide.sheet.found.{key}", box=name)


def _boxes_with_a_choice(kit: Kit) -> str:
    """Return the ids of boxes with several moves, the first ones of many."""
    names = [box.id for box in kit.boxes if len(box.slots) > 1]
    listed = ", ".join(names[:MAX_LISTED_BOXES])
    if len(names) > MAX_LISTED_BOXES:
        return f"{listed} …"
    return listed


def _name_and_date(job: Job, column: Column) -> None:
    """Draw lines for a name and, at the right, for the date."""
    half = column.width * 0.62
    _draw_blank(column, job.texts("guide.sheet.name"), 0.0, half)
    _draw_blank(column, job.texts("guide.sheet.date"), half + 6, column.width)
    column.gap(9)


def _draw_blank(column: Column, word: str, start: float, end: float) -> None:
    """Draw a word with a line behind it; a longer word has its line further on.

    Start and end are from the left edge of the column, in mm.
    """
    y = column.y + 6
    line_start = column.x + (start + max(14, text_width(word, BODY) + 2))
    column.scene.add(Text((column.x + start, y), word, BODY))
    column.scene.add(Line((line_start, y + 0.6), (column.x + end, y + 0.6), WRITING))


def _find(job: Job, across: int, high: float, number: int, column: Column) -> None:
    """Draw boards whose boxes are to be found, ``across`` in a row, at most ``high`` mm each."""
    kit = job.kit
    scene = column.scene
    disguised = guise(kit)
    column.item(f"{number}.", job.texts(f"guide.sheet.which_box.{disguised}"), indent=7)
    positions = _positions(kit)
    wide = column.width / min(across, len(positions))
    width, height = fit_grid(kit.game.diagram, wide - 6, high).size
    pitch = height + (12 if disguised == "plain" else 18)
    for position, x, y in in_rows(positions, across, (column.x, column.y), (wide, pitch)):
        board = draw_position(kit, position, wide - 6, high)
        scene.place(board, x + (wide - width) / 2, y + 1)
        line = y + height + 10
        scene.add(Line((x + 4, line), (x + wide - 4, line), WRITING))
        if disguised != "plain":
            scene.add(rectangle(x + 4, line + 3, 4, 4, None, Stroke(width=0.3)))
            words = Column(scene, x + 10, line + 2.7, wide - 12)
            words.paragraph(job.texts(f"guide.sheet.tick.{disguised}"), SMALL)
    column.gap(math.ceil(len(positions) / across) * pitch)


def _positions(kit: Kit) -> list[Position]:
    """Return the positions whose boxes are to be found, as on the table."""
    positions = []
    for place, box in enumerate(spread(kit, BOXES_TO_FIND)):
        symmetry = disguise(kit, box.position, place)
        positions.append(symmetry.position(box.position))
    return positions
