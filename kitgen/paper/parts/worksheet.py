"""The pupil's worksheet, with its answers at the foot, to be cut off."""

from collections.abc import Iterator

from kitgen.kit.kit import Kit
from kitgen.model import only_mirror
from kitgen.paper.card.board import draw_board, machine_below
from kitgen.paper.document import Sheet
from kitgen.paper.exercises import WRITING, disguise, draw_answers, spread, writing_lines
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, SMALL, Column, new_page
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import Line, Scene, Stroke, Text, rectangle

NAME = "worksheet"
#: The number of boxes to find, and the height of their boards in mm.
BOARDS, BOARD_HEIGHT = 4, 38.0
#: The most boxes that the answers list.
LISTED = 30
#: The questions to answer in writing, each with its least number of lines; those that get more where there is room.
QUESTIONS = {"guess": 1, "guess_why": 2, "changed_box": 1, "kept": 2, "changed": 3}
OPEN = ("changed", "guess_why", "kept")
#: From line to line in mm, the least and the most; the most lines that a sheet adds.
PITCH, MOST, ADDED = 9.0, 11.0, 6


def sheets(job: Job) -> list[Sheet]:
    """Return the worksheet: one page."""
    texts = job.texts
    scene, column = new_page(job, texts("guide.worksheet"), aside=job.kit.title)
    column.gap(2)
    _name_and_date(job, column)
    column.item("1.", texts(f"guide.sheet.which_box.{_disguise(job.kit)}"), indent=7)
    _boards(job, column)
    foot = draw_answers(job, scene, texts("guide.worksheet_key"), list(_answers(job)))
    trial = Column(Scene(1, 1), column.x, column.y, column.width)
    _questions(job, trial, QUESTIONS, PITCH)
    room = foot - trial.y - 2
    more = max(0, min(ADDED, int(room // PITCH)))
    lines = {
        name: least + OPEN[: more % len(OPEN)].count(name) + (name in OPEN) * (more // len(OPEN))
        for name, least in QUESTIONS.items()
    }
    _questions(job, column, lines, min(MOST, PITCH + (room - more * PITCH) / sum(lines.values())))
    return [Sheet(scene, NAME, texts("guide.worksheet"))]


def _questions(job: Job, column: Column, lines: dict[str, int], pitch: float) -> None:
    for number, (name, count) in enumerate(lines.items(), 2):
        column.gap(3)
        column.item(f"{number}.", job.texts(f"guide.sheet.{_key(job.kit, name)}"), indent=7)
        writing_lines(column, count, pitch)


def _key(kit: Kit, name: str) -> str:
    return f"{name}.{'takes' if kit.rule.only_takes else 'adds'}" if name == "changed_box" else name


def _answers(job: Job) -> Iterator[str]:
    kit, texts = job.kit, job.texts
    found = []
    for index, box in enumerate(spread(kit, BOARDS)):
        position = disguise(kit, box.position, index).position(box.position)
        match = kit.locate(position)  # a disguised position may have a box of its own
        how = _disguise(kit)
        box_id = match[0].id if match is not None else ""
        if how == "plain":
            found.append(box_id)
        else:
            key = how if match is not None and position != match[0].position else "plain"
            found.append(texts(f"guide.sheet.found.{key}", box=box_id))
    yield "; ".join(found)
    several = [box.id for box in kit.boxes if len(box.slots) > 1]
    listed = ", ".join(several[:LISTED]) + " …" * (len(several) > LISTED)
    for name in QUESTIONS:
        yield texts(f"guide.sheet.key_{_key(kit, name)}", list=listed)


def _name_and_date(job: Job, column: Column) -> None:
    y, half = column.y + 6, column.width * 0.62
    for x, key, end in ((0.0, "name", half), (half + 6, "date", column.width)):
        word = job.texts(f"guide.sheet.{key}")
        start = x + max(14, text_width(word, BODY) + 2)  # a longer word has its line further on
        column.scene.add(
            Text((column.x + x, y), word, BODY),
            Line((column.x + start, y + 0.6), (column.x + end, y + 0.6), WRITING),
        )
    column.gap(12)


def _disguise(kit: Kit) -> str:
    """Return the text key of what may have to be done to a picture to find its box."""
    if len(kit.game.symmetries) == 1:
        return "plain"
    return "mirrored" if only_mirror(kit.game) else "turned"


def _boards(job: Job, column: Column) -> None:
    kit, disguised = job.kit, _disguise(job.kit)
    boxes = spread(kit, BOARDS)
    pitch = column.width / len(boxes)
    for index, box in enumerate(boxes):
        position = disguise(kit, box.position, index).position(box.position)
        board = draw_board(kit.game, position, (), pitch - 6, BOARD_HEIGHT, turned=machine_below(kit))
        x, y = column.x + index * pitch, column.y + 1
        column.scene.place(board, x + (pitch - board.width) / 2, y)
        y += board.height + 9
        column.scene.add(Line((x + 4, y), (x + pitch - 4, y), WRITING))
        if disguised != "plain":
            column.scene.add(rectangle(x + 4, y + 3, 4, 4, None, Stroke(width=0.3)))
            words = Column(column.scene, x + 10, y + 2.7, pitch - 12)
            words.paragraph(job.texts(f"guide.sheet.tick.{disguised}"), SMALL)
    column.gap(board.height + (18 if disguised != "plain" else 12))
