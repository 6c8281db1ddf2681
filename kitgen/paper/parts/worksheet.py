"""The pupil's worksheet, and a second sheet with its answers."""

from kitgen.kit.kit import Kit
from kitgen.model import only_mirror
from kitgen.paper.card.board import draw_board, machine_below
from kitgen.paper.document import Sheet
from kitgen.paper.exercises import WRITING, disguise, spread, writing_lines
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, SMALL, Column, new_page
from kitgen.paper.marks.scene import Line, Scene, Stroke, Text, rectangle

NAME = "worksheet"
#: How many boxes are to be found, and the height of their boards in mm.
BOARDS, BOARD_HEIGHT = 4, 38.0


def sheets(job: Job) -> list[Sheet]:
    """Return the worksheet and its key."""
    return [
        Sheet(_page(job, key=False), NAME, job.texts("guide.worksheet")),
        Sheet(_page(job, key=True), NAME, job.texts("guide.worksheet_key")),
    ]


def _page(job: Job, *, key: bool) -> Scene:
    texts = job.texts
    scene, column = new_page(job, texts("guide.worksheet_key" if key else "guide.worksheet"), aside=job.kit.title)
    column.gap(2)
    if not key:
        _name_and_date(job, column)
    _task(column, 1, texts(f"guide.sheet.which_box.{_disguise(job.kit)}"))
    _boards(job, column, key=key)
    tasks = (("guess", 1), ("guess_why", 2), ("one_colour", 1), ("kept", 2), ("changed", 3))
    for number, (name, lines) in enumerate(tasks, 2):
        column.gap(3)
        _task(column, number, texts(f"guide.sheet.{name}"))
        if not key:
            writing_lines(column, lines)
        elif texts.has(f"guide.sheet.key_{name}"):
            column.paragraph(texts(f"guide.sheet.key_{name}"), bold=True, indent=7)
    return scene


def _name_and_date(job: Job, column: Column) -> None:
    y, half = column.y + 6, column.width * 0.62
    for x, word, end in ((0.0, "name", half), (half + 6, "date", column.width)):
        column.scene.add(
            Text((column.x + x, y), job.texts(f"guide.sheet.{word}"), BODY),
            Line((column.x + x + 14, y + 0.6), (column.x + end, y + 0.6), WRITING),
        )
    column.gap(12)


def _task(column: Column, number: int, text: str) -> None:
    column.item(f"{number}.", text, indent=7)


def _disguise(kit: Kit) -> str:
    """Return what may have to be done to a picture to find its box, as a key of the texts."""
    if len(kit.game.symmetries) == 1:
        return "plain"
    return "mirrored" if only_mirror(kit.game) else "turned"


def _boards(job: Job, column: Column, *, key: bool) -> None:
    """Draw the boards to be found, some of them disguised by a symmetry, with room for the answer."""
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
            found = kit.locate(position)
            box_id = found[0].id if found is not None else ""
            hidden = found is not None and position != found[0].position
            how = disguised if hidden else "plain"
            answer = box_id if disguised == "plain" else texts(f"guide.sheet.found.{how}", box=box_id)
            Column(column.scene, x + 2, y - 5, pitch - 4).paragraph(answer, SMALL, bold=True)
        else:
            column.scene.add(Line((x + 4, y), (x + pitch - 4, y), WRITING))
            if disguised != "plain":
                column.scene.add(rectangle(x + 4, y + 3, 4, 4, None, Stroke(width=0.3)))
                words = Column(column.scene, x + 10, y + 2.7, pitch - 12)
                words.paragraph(texts(f"guide.sheet.tick.{disguised}"), SMALL)
    column.gap(BOARD_HEIGHT + 16)
