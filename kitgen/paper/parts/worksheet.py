"""The pupil's worksheet, and a second sheet with its answers."""

from kitgen.kit.kit import Kit
from kitgen.model import only_mirror
from kitgen.paper.card.board import draw_board, machine_below
from kitgen.paper.document import Sheet
from kitgen.paper.exercises import WRITING, disguise, spread, writing_lines
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, SMALL, Column, new_page
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import Line, Stroke, Text, rectangle

NAME = "worksheet"
#: The number of boxes to find, and the height of their boards in mm.
BOARDS, BOARD_HEIGHT = 4, 38.0
#: The most boxes that the answers list.
LISTED = 30


def sheets(job: Job) -> list[Sheet]:
    """Return the worksheet and its key."""
    return [_page(job, key=False), _page(job, key=True)]


def _page(job: Job, *, key: bool) -> Sheet:
    texts = job.texts
    title = texts("guide.worksheet_key" if key else "guide.worksheet")
    scene, column = new_page(job, title, aside=job.kit.title)
    column.gap(2)
    if not key:
        _name_and_date(job, column)
    column.item("1.", texts(f"guide.sheet.which_box.{_disguise(job.kit)}"), indent=7)
    _boards(job, column, key=key)
    changed_box = f"changed_box.{'takes' if job.kit.rule.only_takes else 'adds'}"
    tasks = (("guess", 1), ("guess_why", 2), (changed_box, 1), ("kept", 2), ("changed", 3))
    several = [box.id for box in job.kit.boxes if len(box.slots) > 1]
    listed = ", ".join(several[:LISTED]) + " …" * (len(several) > LISTED)
    for number, (name, lines) in enumerate(tasks, 2):
        column.gap(3)
        column.item(f"{number}.", texts(f"guide.sheet.{name}"), indent=7)
        if not key:
            writing_lines(column, lines)
        else:
            column.paragraph(texts(f"guide.sheet.key_{name}", list=listed), bold=True, indent=7)
    return Sheet(scene, NAME, title)


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


def _boards(job: Job, column: Column, *, key: bool) -> None:
    kit, texts, disguised = job.kit, job.texts, _disguise(job.kit)
    boxes = spread(kit, BOARDS)
    pitch = column.width / len(boxes)
    for index, box in enumerate(boxes):
        symmetry = disguise(kit, box.position, index)
        position = symmetry.position(box.position)
        board = draw_board(kit.game, position, (), pitch - 6, BOARD_HEIGHT, turned=machine_below(kit))
        x, y = column.x + index * pitch, column.y + 1
        column.scene.place(board, x + (pitch - board.width) / 2, y)
        y += BOARD_HEIGHT + 7
        if key:
            match = kit.locate(position)  # a disguised position may have a box of its own
            box_id = match[0].id if match is not None else ""
            how = disguised if match is not None and position != match[0].position else "plain"
            answer = box_id if disguised == "plain" else texts(f"guide.sheet.found.{how}", box=box_id)
            Column(column.scene, x + 2, y - 5, pitch - 4).paragraph(answer, SMALL, bold=True)
        else:
            column.scene.add(Line((x + 4, y), (x + pitch - 4, y), WRITING))
            if disguised != "plain":
                column.scene.add(rectangle(x + 4, y + 3, 4, 4, None, Stroke(width=0.3)))
                words = Column(column.scene, x + 10, y + 2.7, pitch - 12)
                words.paragraph(texts(f"guide.sheet.tick.{disguised}"), SMALL)
    column.gap(BOARD_HEIGHT + 16)
