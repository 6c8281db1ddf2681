"""The whole machine on one sheet: a picture of each position with squares for its chips, and the
chips to cut off.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from operator import itemgetter

from kitgen.claims.claims import say
from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.kit.palette import Colour
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError, draw_badge, least_cell, marking_of
from kitgen.paper.declared import PartOptions
from kitgen.paper.finder_index import twin_words, words_without_box
from kitgen.paper.game_sheets import (
    amounts_of,
    check_takes_last,
    facts_in,
    find_picture,
    who_begins,
)
from kitgen.paper.job import Job, bead_totals
from kitgen.paper.layout.frame import BASELINE, Column, line_height, new_page, room_below
from kitgen.paper.marks.scene import POINT, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.style import GREY, SMALL, SPACE, fitted, in_rows, text_width
from kitgen.papers import Point

#: The sides of chips to try, the largest first: fingers can hardly pick up smaller ones.
CHIPS_MM = (15, 14, 13, 12, 11, 10, 9)
#: The numbers of pictures in a row to try.
PICTURES_ACROSS = range(1, 7)

#: The size of ids, in points, and the height of their line, in mm.
ID_PT = 12.0
ID_MM = ID_PT * POINT
#: Between an id, its picture and its chips, and between two pictures, in mm.
UNDER_MM = 1.0
GAP_MM = 4.0
#: Round the strip of chips, where the sheet is cut.
STRIP_GAP_MM = 5.0
#: The middle of a colour's badge in the key, the words beside it, and from these to the next badge.
KEY_BADGE_MM = 2.3
KEY_INDENT_MM = 5.8
KEY_GAP_MM = 5.0
#: The letter of a chip, as a share of its side.
LETTER = 0.5
#: The edge of a chip, and of the square on which it lies.
CUT = Stroke(GREY, 0.2)
PLACE = Stroke(GREY, 0.4)


@dataclass(frozen=True, slots=True)
class _SheetLayout:
    """Where pictures and chips are; lengths in mm.

    Attributes:
        chip: the side of a chip.
        across: the number of pictures in a row.
        wide: the width of a picture with its chips.
        high: the height of a picture with its id and its chips.
        board_high: the greatest height of its board.
    """

    chip: float
    across: int
    wide: float
    high: float
    board_high: float

    def in_a_row(self) -> int:
        """Return how many chips lie side by side below a picture."""
        return _fitting(self.wide, self.chip)


def _fitting(width: float, side: float) -> int:
    """Return how many sides fit into a width; a rounding error takes none away."""
    return int(width / side + 1e-6)


def sheets(job: Job) -> list[Scene]:
    """Return the sheet; UsageError if the kit has no room on it, or its rule does more than take
    chips.
    """
    kit = job.kit
    check_takes_last(kit, "one-sheet", "the parts labels and chips")
    scene, column = new_page(job, job.texts("one-sheet.title"))
    _words(job, column)
    room = room_below(job, column)
    for layout in _layouts(job, column.width, room):
        try:
            pictures = [_picture(kit, box, layout) for box in kit.boxes]
        except CrowdedError:
            continue
        pitch = (layout.wide + GAP_MM, layout.high + GAP_MM)
        for picture, x, y in in_rows(pictures, layout.across, (column.x, column.y), pitch):
            scene.place(picture, x, y)
        strip_top = column.y + room - _strip_height(kit, layout.chip, column.width)
        _draw_chips(kit, layout.chip, Column(scene, column.x, strip_top, column.width))
        return [scene]
    advice = "print the parts labels and chips"
    if marking_of(kit.game.diagram).sign == "arrow":  # else sweets have no place
        advice += ", or, with few boxes, sweets"
    raise UsageError(
        f"the part one-sheet: {len(kit.boxes)} boxes and {kit.beads} chips of {kit.name} do not "
        f"fit on one sheet of {job.page.name} paper; {advice}"
    )


def _words(job: Job, column: Column) -> None:
    """Write who plays which side, and the steps."""
    column.paragraph(who_begins(job), SMALL, bold=True)
    for number, words in enumerate(_steps(job), 1):
        column.item(f"{number}.", words, SMALL, indent=5.5)
    amounts = amounts_of(job.kit)
    if amounts:
        _draw_key(job, amounts, column)
    column.gap(SPACE.near)


def _draw_key(job: Job, amounts: Mapping[str, int], column: Column) -> None:
    """Draw how many things the moves of each colour take, which the small pictures have no room
    to say.
    """
    height = line_height(SMALL)
    x = column.x
    column.gap(SPACE.item)
    for row in bead_totals(job.kit):
        words = job.texts("card.take", number=amounts[row.colour.key])
        width = KEY_INDENT_MM + text_width(words, SMALL, bold=True)
        if x > column.x and x + width > column.x + column.width:
            column.gap(height)
            x = column.x
        middle = column.y + height / 2
        badge = draw_badge(row.colour, (x + KEY_BADGE_MM, middle), SMALL)
        line = fitted((x + KEY_INDENT_MM, middle), words, SMALL, bold=True, level=True)
        column.scene.add(*badge, line)
        x += width + KEY_GAP_MM
    column.gap(height)


def _steps(job: Job) -> Iterator[str]:
    """Yield what to do, in sentences."""
    texts = job.texts
    kit = job.kit
    empty = kit.rule.when_empty
    yield texts("one-sheet.fill")
    yield find_picture(kit, texts)
    yield from words_without_box(kit, texts, "sweets")
    yield texts("one-sheet.pick")
    yield from twin_words(kit, texts)
    yield texts("one-sheet.learn_kept" if empty.keeps_last else "one-sheet.learn")
    if not empty.resigns:
        return
    if empty.blames_last:
        finished = say(texts, "finished_chips", facts_in(job))
        yield f"{texts('one-sheet.empty_blames')} {finished}".rstrip()
    else:
        yield texts("one-sheet.empty")


def _layouts(job: Job, width: float, room: float) -> Iterator[_SheetLayout]:
    """Yield the layouts in which everything is legible: those with the largest chips, then
    pictures, first.
    """
    kit = job.kit
    diagram = kit.game.diagram
    legible = least_cell(diagram)
    legible_layouts = []
    for chip, across in product(CHIPS_MM, PICTURES_ACROSS):
        layout = _layout(kit, chip, across, width, room)
        if layout is None:
            continue
        cell = fit_grid(diagram, layout.wide, layout.board_high).unit
        if cell >= legible:
            legible_layouts.append((chip, cell, layout))
    for _, _, layout in sorted(legible_layouts, key=itemgetter(0, 1), reverse=True):
        yield layout


def _layout(kit: Kit, chip: float, across: int, width: float, room: float) -> _SheetLayout | None:
    """Return the layout with chips of a side, and so many pictures in a row; None if it leaves no
    room for boards.
    """
    wide = (width + GAP_MM) / across - GAP_MM
    in_a_row = _fitting(wide, chip)
    if not in_a_row:
        return None
    rows = math.ceil(len(kit.boxes) / across)
    high = (room - STRIP_GAP_MM - _strip_height(kit, chip, width)) / rows - GAP_MM
    most_chips = max(sum(slot.beads for slot in box.slots) for box in kit.boxes)
    chips_high = math.ceil(most_chips / in_a_row) * chip
    board_high = high - ID_MM - 2 * UNDER_MM - chips_high
    if board_high <= 0:
        return None
    return _SheetLayout(chip, across, wide, high, board_high)


def _picture(kit: Kit, box: Box, layout: _SheetLayout) -> Scene:
    """Return a box: its id, its picture, and below it a square for each chip."""
    board = draw_box(kit, box, layout.wide, layout.board_high)
    scene = Scene(layout.wide, layout.high)
    scene.add(Text((0, BASELINE * ID_PT * POINT), box.id, ID_PT, bold=True))
    top = ID_MM + UNDER_MM
    scene.place(board, 0, top)
    colours: list[Colour] = []
    for slot in box.slots:
        colours += [slot.colour] * slot.beads
    first = (0, top + board.height + UNDER_MM)
    pitch = (layout.chip, layout.chip)
    for colour, x, y in in_rows(colours, layout.in_a_row(), first, pitch):
        _draw_square(scene, colour, (x, y), layout.chip, PLACE)
    return scene


def _draw_square(scene: Scene, colour: Colour, at: Point, side: float, edge: Stroke) -> None:
    x, y = at
    scene.add(rectangle(x, y, side, side, stroke=edge))
    scene.add(*draw_badge(colour, (x + side / 2, y + side / 2), LETTER * side / POINT))


def _chips(kit: Kit) -> list[Colour]:
    """Return the colour of each chip of a kit."""
    colours: list[Colour] = []
    for row in bead_totals(kit):
        colours += [row.colour] * row.needed
    return colours


def _strip_height(kit: Kit, chip: float, width: float) -> float:
    """Return the height of all chips in rows of a width, in mm."""
    in_a_row = int(width / chip)
    return math.ceil(kit.beads / in_a_row) * chip


def _draw_chips(kit: Kit, chip: float, column: Column) -> None:
    """Draw the chips at the foot of the sheet, below a line along which they are cut off."""
    level = column.y - STRIP_GAP_MM / 2
    right = column.x + column.width
    column.scene.add(Line((column.x, level), (right, level), Stroke(GREY, 0.2, (2.0, 1.5))))
    across = int(column.width / chip)
    for colour, x, y in in_rows(_chips(kit), across, (column.x, column.y), (chip, chip)):
        _draw_square(column.scene, colour, (x, y), chip, CUT)


def work(kit: Kit, _options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: a square for each bead."""
    yield "square", kit.beads
