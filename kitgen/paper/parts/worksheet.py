"""The pupil's worksheet: challenges from easy to hard, with pictures; answers at the end, to be
cut off.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

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
from kitgen.record.rows import LostGame

#: The number of boxes to find, and of moves to draw; the heights of boards in mm, the lower on low
#: paper.
BOARDS, MOVES = 4, 4
HEIGHTS = (36.0, 30.0)
#: Boards with more columns than this are long; the height of one in mm.
MANY, LOW = 5, 12.0
#: Below a task, and the least free room on the page that the tasks share, in mm.
GAP, ROOMY = 2.0, 12.0
#: The most boxes that the answers list.
LISTED = 30
#: The questions to answer in writing, each with its number of lines, and the level that it is on,
#: of ``LEVELS``.
QUESTIONS = {
    "guess": (1, 3),
    "guess_why": (2, 3),
    "changed_box": (1, 4),
    "kept": (2, 4),
    "changed": (2, 4),
}
LEVELS = 4
#: From line to line, the least room to draw in, the height of the robot that greets, and the width
#: of a picture with arrows on the narrowest paper, in mm.
PITCH, DRAWING, ROBOT, PICTURE = 9.0, 30.0, 17.0, 33.0


def sheets(job: Job) -> list[Scene]:
    """Return the worksheet: a page of pictures, and one of questions with the answers to cut
    off.
    """
    title = job.texts("guide.worksheet")
    game = job.lost_game
    lost = [partial(_lost, job, game)] if game else []
    long = job.kit.game.diagram.width > MANY  # in more rows, where they fit
    for rows, high in ((2, LOW), (1, LOW)) if long else ((1, high) for high in HEIGHTS):
        tasks = [partial(_find, job, BOARDS // rows, high), *lost]
        moves = _moves(job, 2 // rows, high)
        if moves:
            tasks.insert(1, partial(_draw_moves, job, moves, 2 // rows, high))
        first, column = _pictures(job, tasks, GAP)
        if (room := room_below(job, column)) >= 0:
            break
    if room > ROOMY:  # low boards leave room: the tasks share it
        first, _ = _pictures(job, tasks, GAP + room / len(tasks))
    second, column = new_page(job, title)
    foot = draw_answers(
        job, second, job.texts("guide.worksheet_key"), list(_answers(job, game, moves))
    )
    level = 0
    for number, (name, (count, above)) in enumerate(QUESTIONS.items(), len(tasks) + 1):
        if above != level:
            _level(column, level := above)
        column.item(f"{number}.", _question(job, name), indent=7)
        writing_lines(column, count, PITCH)
        column.gap(SPACE.paragraph)
    _drawing(job, column, foot)
    return [first, second]


def _pictures(
    job: Job, tasks: Sequence[Callable[[int, Column], None]], gap: float
) -> tuple[Scene, Column]:
    """Return the page of tasks with pictures, ``gap`` mm below each, and the column below them."""
    scene, column = new_page(job, job.texts("guide.worksheet"))
    _name_and_date(job, column)
    for number, task in enumerate(tasks, 1):
        _level(column, min(number, LEVELS))
        task(number, column)
        column.gap(gap)
    return scene, column


def _level(column: Column, level: int) -> None:
    column.gap(SPACE.paragraph)
    accent, line = STYLE.readers["pupil"].accent, column.y + 2.4
    for number in range(LEVELS):
        middle, angles = (
            (column.x + 2.4 + 5.4 * number, line),
            map(math.radians, range(-90, 270, 36)),
        )
        star = tuple(
            on_circle(middle, 2.4 * (0.45 if step % 2 else 1), turn)
            for step, turn in enumerate(angles)
        )
        column.scene.add(Polygon(star, accent if number < level else WHITE, Stroke(accent, 0.3)))
    column.scene.add(
        Line(
            (column.x + 5.4 * LEVELS + 2, line),
            (column.x + column.width, line),
            Stroke(accent, 0.3),
        )
    )
    column.gap(6.5)


def _moves(job: Job, across: int, high: float) -> list[tuple[Box, Slot]]:
    """Return the boxes of the second task, not those of the first, with the bead that is picked
    from each.

    None if moves find no room in a picture, ``across`` of them in a row: the page does without the
    task.
    """
    kit = job.kit
    shown = spread(kit, BOARDS)
    others = [box for box in spread(kit, 2 * (BOARDS + MOVES)) if box not in shown] or shown
    boxes = others[:: max(1, len(others) // MOVES)][:MOVES]
    if not all(_has_room(kit, box) for box in boxes):
        boxes = [box for box in kit.boxes if len(box.slots) > 1 and _has_room(kit, box)][
            :MOVES
        ] or boxes
    width = _picture_width(content_area(job.page)[2] / across)
    if not all(_has_room(kit, box, width, high) for box in boxes):
        return []
    return [(box, box.slots[(number + 1) % len(box.slots)]) for number, box in enumerate(boxes)]


def _picture_width(wide: float) -> float:
    """Return the width in mm of a picture with arrows and of the board beside it, in a place
    with a badge between.
    """
    return (wide - 26) / 2


def _has_room(kit: Kit, box: Box, width: float = PICTURE, high: float = HEIGHTS[0]) -> bool:
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
    kit, scene = job.kit, column.scene
    column.item(f"{number}.", job.texts("guide.sheet.draw_move"), indent=7)
    column.gap(SPACE.near)
    wide = column.width / across
    room = _picture_width(wide)
    width, height = fit_grid(kit.game.diagram, room, high).size
    places = in_rows(moves, across, (column.x, column.y), (wide, height + 7))
    for (box, slot), x, y in places:
        scene.add(Text((x, y + 3.5), box.id, BODY, bold=True))
        scene.place(draw_box(kit, box, room, high), x, y + 5)
        scene.add(*draw_badge(slot.colour, (x + width + 9, y + 5 + height / 2), 22))
        scene.place(signed_board(kit, box.position, room, high), x + width + 18, y + 5)
    column.gap(-(-len(moves) // across) * (height + 7))


def _lost(job: Job, game: LostGame, number: int, column: Column) -> None:
    """Draw the boxes of a lost game with the beads that were picked, and a line below each."""
    scene, turns = column.scene, game.story.turns
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
    if foot - column.y < DRAWING:
        return
    column.gap(SPACE.near)
    column.paragraph(job.texts("guide.sheet.robot"), bold=True, gap=SPACE.near)
    high, edge = foot - column.y - 4, Stroke(STYLE.readers["pupil"].accent, 0.5)
    column.scene.add(rounded(column.x, column.y, column.width, high, 4, None, edge))
    greet(column.scene, job.kit, column.x + column.width - 3, column.y + high - 2, ROBOT)


def _question(job: Job, name: str) -> str:
    if name == "changed_box":
        return say(job.texts, name, Facts(job.kit))
    return job.texts(f"guide.sheet.{name}")


def _key_of_answer(kit: Kit, name: str) -> str:
    if name != "changed_box":
        return f"guide.sheet.key_{name}"
    asked = decide(name, Facts(kit))
    one_left = asked is not None and asked.key == "changed_box.left"
    return f"guide.sheet.key_changed_box.{'takes' if one_left else 'adds'}"


def _answers(job: Job, game: LostGame | None, moves: Sequence[tuple[Box, Slot]]) -> Iterator[str]:
    kit, texts, how, answers = job.kit, job.texts, guise(job.kit), []
    for position in _positions(kit):
        match = kit.locate(position)  # a disguised position may have a box of its own
        answer = match[0].id if match is not None else ""
        if how != "plain":
            key = how if match is not None and position != match[0].position else "plain"
            answer = texts(f"guide.sheet.found.{key}", box=answer)
        answers.append(answer)
    yield texts.joined(answers)
    if moves:
        yield texts.joined(
            texts("sheet.of", of=box.id, what=move_signs(kit, slot.moves[0])) for box, slot in moves
        )
    if game is not None:
        beads = zip(game.row.picks, game.changes, strict=True)
        yield texts.joined(
            texts("sheet.of", of=pick.text, what=change_words(texts, change))
            for pick, change in beads
        )
    several = [box.id for box in kit.boxes if len(box.slots) > 1]
    listed = ", ".join(several[:LISTED]) + " …" * (len(several) > LISTED)
    for name in QUESTIONS:
        key = _key_of_answer(kit, name)
        yield texts.sentence(key, f"{key}_alone", list=listed)


def _name_and_date(job: Job, column: Column) -> None:
    y, half = column.y + 6, column.width * 0.62
    for x, key, end in ((0.0, "name", half), (half + 6, "date", column.width)):
        word = job.texts(f"guide.sheet.{key}")
        start = x + max(14, text_width(word, BODY) + 2)  # a longer word has its line further on
        column.scene.add(Text((column.x + x, y), word, BODY))
        column.scene.add(Line((column.x + start, y + 0.6), (column.x + end, y + 0.6), WRITING))
    column.gap(9)


def _find(job: Job, across: int, high: float, number: int, column: Column) -> None:
    """Draw boards whose boxes are to be found, ``across`` in a row, at most ``high`` mm each."""
    kit, disguised = job.kit, guise(job.kit)
    column.item(f"{number}.", job.texts(f"guide.sheet.which_box.{disguised}"), indent=7)
    positions = _positions(kit)
    wide = column.width / min(across, len(positions))
    width, height = fit_grid(kit.game.diagram, wide - 6, high).size
    pitch = height + (18 if disguised != "plain" else 12)
    for position, x, y in in_rows(positions, across, (column.x, column.y), (wide, pitch)):
        column.scene.place(
            draw_position(kit, position, wide - 6, high), x + (wide - width) / 2, y + 1
        )
        line = y + height + 10
        column.scene.add(Line((x + 4, line), (x + wide - 4, line), WRITING))
        if disguised != "plain":
            column.scene.add(rectangle(x + 4, line + 3, 4, 4, None, Stroke(width=0.3)))
            words = Column(column.scene, x + 10, line + 2.7, wide - 12)
            words.paragraph(job.texts(f"guide.sheet.tick.{disguised}"), SMALL)
    column.gap(-(-len(positions) // across) * pitch)


def _positions(kit: Kit) -> list[Position]:
    """Return the positions whose boxes are to be found, as on the table."""
    boxes = enumerate(spread(kit, BOARDS))
    return [disguise(kit, box.position, index).position(box.position) for index, box in boxes]
