"""Situation cards to be laid in clear sleeves: each position large on a card.

Its moves are struck out with a pen that wipes off. The first sheet says how to play, and has a
token for each letter.
"""

from collections.abc import Iterator

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError, draw_badge
from kitgen.paper.declared import PartOptions
from kitgen.paper.finder_index import without_box
from kitgen.paper.game_sheets import draw_table, find_picture, rule_notes, who_begins
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.frame import content_area, heading_line, new_page
from kitgen.paper.layout.imposition import HEADING_HEIGHT
from kitgen.paper.marks.scene import POINT, Scene, Stroke, Text, rectangle
from kitgen.paper.style import BODY, GREY, SPACE, in_rows
from kitgen.reading.texts import STRIKE

#: Cards on a sheet, in a row and in a column: the first is for boards, the second for long rows.
GRIDS = ((2, 2), (1, 4))
#: Round what stands on a card, in mm; the size of its id, and the gap below it.
PAD_MM = 6.0
ID_PT = 26.0
UNDER_MM = 3.0
#: The side of a token in mm, and its letter in points for each mm.
TOKEN_MM = 30.0
LETTER_SHARE = 0.93
EDGE = Stroke(GREY, 0.2)


def sheets(job: Job) -> list[Scene]:
    """Return the sheet that says how to play, then the cards."""
    kit = job.kit
    if counts_beads(kit):
        raise UsageError(
            f"in {kit.name} moves have several beads, and a situation card has each move once; "
            "print the part zero"
        )
    if kit.always:
        raise UsageError(
            f"{kit.name} is an express kit; the part situations takes all boxes, so leave "
            "out --express"
        )
    return [_how(job), *_cards(job)]


def _how(job: Job) -> Scene:
    texts = job.texts
    struck = texts.speaking_of(STRIKE)
    scene, column = new_page(job, texts("situations.title"))
    column.paragraph(who_begins(job), BODY, bold=True, gap=SPACE.near)
    column.items(_steps(job), BODY)
    column.heading(texts("operator.learn"), gap=SPACE.near)
    draw_table(column, job, struck, BODY)
    column.gap(SPACE.near)
    for note in rule_notes(job.kit, struck):
        column.paragraph(note, BODY)
    column.paragraph(texts("situations.wipe"), BODY, gap=SPACE.section)
    column.paragraph(texts("situations.tokens"), BODY, gap=SPACE.near)
    side = min(TOKEN_MM, column.width / len(job.kit.palette))
    for colour, x, y in in_rows(
        job.kit.palette, len(job.kit.palette), (column.x, column.y), (side, side)
    ):
        scene.add(rectangle(x, y, side, side, stroke=EDGE))
        scene.add(*draw_badge(colour, (x + side / 2, y + side / 2), LETTER_SHARE * side))
    return scene


def _steps(job: Job) -> Iterator[str]:
    texts = job.texts
    yield texts("situations.sleeve")
    yield find_picture(job.kit, texts)
    for key in without_box(job.kit):
        yield texts(f"sweets.{key}")
    yield texts("situations.pick")


def _cards(job: Job) -> Iterator[Scene]:
    """Yield the sheets of cards, which share the lines along which they are cut."""
    x, y, width, height = content_area(job.page)
    room = (width, height - HEADING_HEIGHT)
    kit = job.kit

    def inside(grid: tuple[int, int]) -> tuple[float, float]:
        wide = room[0] / grid[0] - 2 * PAD_MM
        high = room[1] / grid[1] - 2 * PAD_MM - ID_PT * POINT - UNDER_MM
        return wide, high

    def unit(grid: tuple[int, int]) -> float:
        return fit_grid(kit.game.diagram, *inside(grid)).unit

    grid = max(GRIDS, key=unit)
    pitch = room[0] / grid[0], room[1] / grid[1]
    try:
        cards = [_card(kit, box, pitch, inside(grid)) for box in kit.boxes]
    except CrowdedError:
        raise UsageError(
            f"the arrows of {kit.name} do not fit on a situation card; print the part cards"
        ) from None
    on_sheet = grid[0] * grid[1]
    for start in range(0, len(cards), on_sheet):
        scene = Scene(job.page.width, job.page.height)
        heading_line(job, scene, job.texts("situations.title"), job.texts("situations.cut"))
        for card, left, top in in_rows(
            cards[start : start + on_sheet], grid[0], (x, y + HEADING_HEIGHT), pitch
        ):
            scene.place(card, left, top)
        yield scene


def _card(kit: Kit, box: Box, size: tuple[float, float], inside: tuple[float, float]) -> Scene:
    """Return a card: its id, and below it the position as large as it fits."""
    board = draw_box(kit, box, *inside)
    scene = Scene(*size)
    scene.add(rectangle(0, 0, *size, stroke=EDGE))
    left = (size[0] - board.width) / 2
    scene.add(Text((left, PAD_MM + 0.78 * ID_PT * POINT), box.id, ID_PT, bold=True))
    scene.place(board, left, PAD_MM + ID_PT * POINT + UNDER_MM)
    return scene


def work(kit: Kit, _options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: a card for each box, in its sleeve."""
    yield "situation", len(kit.boxes)
