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
from kitgen.paper.finder_index import twin_words, words_without_box
from kitgen.paper.game_sheets import draw_table, find_picture, rule_notes, who_begins
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.frame import BASELINE, content_area, heading_line, new_page
from kitgen.paper.layout.imposition import HEADING_HEIGHT
from kitgen.paper.marks.scene import POINT, Scene, Stroke, Text, rectangle
from kitgen.paper.style import BODY, GREY, SPACE, in_rows
from kitgen.reading.texts import STRIKE

#: Cards on a sheet, in a row and in a column: the first is for boards, the second for long rows.
GRIDS = ((2, 2), (1, 4))
#: Round what stands on a card, in mm.
PAD_MM = 6.0
#: The size of its id, in points, and the gap below it, in mm.
ID_PT = 26.0
UNDER_ID_MM = 3.0
#: The side of a token in mm, and its letter in points for each mm.
TOKEN_MM = 30.0
LETTER_SHARE = 0.93
#: The lines to cut along.
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
    """Return the sheet that says how to play and how the machine learns, with the tokens."""
    texts = job.texts
    struck = texts.speaking_of(STRIKE)
    palette = job.kit.palette
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
    side = min(TOKEN_MM, column.width / len(palette))
    for number, colour in enumerate(palette):
        x = column.x + number * side
        middle = (x + side / 2, column.y + side / 2)
        scene.add(rectangle(x, column.y, side, side, stroke=EDGE))
        scene.add(*draw_badge(colour, middle, LETTER_SHARE * side))
    return scene


def _steps(job: Job) -> Iterator[str]:
    texts = job.texts
    yield texts("situations.sleeve")
    yield find_picture(job.kit, texts)
    yield from words_without_box(job.kit, texts, "sweets")
    yield texts("situations.pick")
    yield from twin_words(job.kit, texts)


def _cards(job: Job) -> Iterator[Scene]:
    """Yield the sheets of cards, which share the lines along which they are cut."""
    kit = job.kit
    inside = content_area(job.page)
    room = (inside.width, inside.height - HEADING_HEIGHT)
    grid = max(GRIDS, key=lambda grid: fit_grid(kit.game.diagram, *_board_room(room, grid)).unit)
    across, down = grid
    pitch = (room[0] / across, room[1] / down)
    try:
        cards = [_card(kit, box, pitch, _board_room(room, grid)) for box in kit.boxes]
    except CrowdedError:
        raise UsageError(
            f"the arrows of {kit.name} do not fit on a situation card; print the part cards"
        ) from None
    on_sheet = across * down
    corner = (inside.x, inside.y + HEADING_HEIGHT)
    for start in range(0, len(cards), on_sheet):
        scene = Scene(job.page.width, job.page.height)
        heading_line(job, scene, job.texts("situations.title"), job.texts("situations.cut"))
        here = cards[start : start + on_sheet]
        for card, left, top in in_rows(here, across, corner, pitch):
            scene.place(card, left, top)
        yield scene


def _board_room(room: tuple[float, float], grid: tuple[int, int]) -> tuple[float, float]:
    """Return the greatest width and height in mm of the position on a card, where a room has a
    grid of cards.
    """
    across, down = grid
    wide = room[0] / across - 2 * PAD_MM
    high = room[1] / down - 2 * PAD_MM - ID_PT * POINT - UNDER_ID_MM
    return wide, high


def _card(kit: Kit, box: Box, size: tuple[float, float], board_room: tuple[float, float]) -> Scene:
    """Return a card: its id, and below it the position as large as it fits."""
    width, height = size
    board = draw_box(kit, box, *board_room)
    scene = Scene(width, height)
    scene.add(rectangle(0, 0, width, height, stroke=EDGE))
    left = (width - board.width) / 2
    scene.add(Text((left, PAD_MM + BASELINE * ID_PT * POINT), box.id, ID_PT, bold=True))
    scene.place(board, left, PAD_MM + ID_PT * POINT + UNDER_ID_MM)
    return scene


def work(kit: Kit, _options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: a card for each box, in its sleeve."""
    yield "situation", len(kit.boxes)
