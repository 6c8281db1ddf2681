"""The route: for each box and bead, the next box for every answer of the other side, so that
nobody looks it up.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, product

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, View, views_of
from kitgen.model import ARROWS, SWAPPED, UPENDED, Position
from kitgen.paper.card.board import draw_box, draw_full_box, draw_position, fit_grid, machine_below
from kitgen.paper.card.moves import CrowdedError, draw_badge, marking_of
from kitgen.paper.finder_index import Heading, add_register, has_route, turns_with_board
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.scene import DARK, POINT, Line, Scene, Stroke, Text
from kitgen.paper.next_boxes import DRAWN, LOST, OVER, UNKNOWN, WON, Leg, legs_of, merged_nexts
from kitgen.paper.style import (
    CAPITAL,
    GREY,
    LEAST_LETTERS,
    MIDDLE,
    PALE,
    SMALL,
    SPACE,
    STYLE,
    in_rows,
    text_width,
)
from kitgen.papers import Point

#: The text that explains each sign.
SIGNS = {
    SWAPPED: "swapped",
    UPENDED: "upended",
    WON: "won",
    DRAWN: "drawn",
    LOST: "lost",
    OVER: "over",
    UNKNOWN: "unknown",
}
#: How often each position of a box is met, by the box and its hand, on a sheet that is not turned
#: again.
Arrivals = defaultdict[tuple[str, bool], defaultdict[Position, float]]


def route_places(kit: Kit, *, turned: bool) -> Iterator[tuple[View | None, tuple[Leg, ...]]]:
    """Yield the views in the route, in order of their boxes, and what can follow on each.

    The first move of the other side, if it begins, has no view.

    Where the sheet is turned with the board, one picture stands for all turns of a box, and one
    more for its other hand. It is drawn in the orientation most frequent on a sheet that was not
    turned since the box before, so that the sheet seldom has to be turned again.
    """
    arrivals: Arrivals = defaultdict(lambda: defaultdict(float))

    def arrive(leg: Leg, weight: float) -> None:
        """Count how often a leg leads to each position, if all answers are equally frequent."""
        for following in leg.nexts:
            if following.view is not None:
                arrivals[_hand(following.view)][following.view.position] += weight / len(leg.nexts)

    start = kit.game.start()
    if 1 - start.to_move in kit.players:  # otherwise the machine always begins
        first = Leg(None, None, merged_nexts(kit, start))
        yield None, (first,)
        arrive(first, 1.0)
    for box in sorted(kit.all_boxes, key=_row_and_number):
        views: Iterable[View] = views_of(kit, box)
        if turned:
            views = _hands(kit, box, arrivals)
        for view in views:
            legs = legs_of(kit, view)
            yield view, legs
            met = sum(arrivals[_hand(view)].values(), start=0.0)
            weight = met or 1.0  # nothing leads to the first box
            for leg in legs:
                arrive(leg, weight / len(legs))


def _row_and_number(box: Box) -> tuple[int, int]:
    """Return the row of a box, and the number in its id."""
    return box.row, int(re.sub("[^0-9]", "", box.id))


def _hands(kit: Kit, box: Box, arrivals: Arrivals) -> Iterator[View]:
    """Yield a box in its most frequent orientation, and with its sides swapped, where no turn
    makes these the same.
    """
    ways: defaultdict[tuple[str, bool], list[View]] = defaultdict(list)
    for view in views_of(kit, box):  # the plainest first
        ways[_hand(view)].append(view)
    for views in ways.values():
        # Equal sums of fractions may differ in their last digits: then the plainest is taken.
        yield max(views, key=lambda view: round(arrivals[_hand(view)][view.position], 9))


def _hand(view: View) -> tuple[str, bool]:
    """Return what views share that can be turned into each other."""
    return view.box.id, view.mirrored


#: Widths of the pictures that are tried, in mm, and their greatest height as a share of that.
PICTURE_WIDTHS_MM = (13.0, 14.5, 16.0, 18.0, 20.0, 23.0, 27.0, 33.0, 40.0, 48.0, 58.0)
PICTURE_SHAPE = 1.35
#: Columns of blocks that are tried; the fewest pages win.
BLOCKS_ACROSS = (1, 2, 3, 4, 5)
#: Letters of ids, of entries and of cells, in points.
ID_PT, ENTRY_PT = STYLE.display.route
CELL_PT = LEAST_LETTERS
#: From row to row of a block's lines, below the last one, and between two blocks, in mm.
LINE_PITCH_MM = 3.9
BLOCK_FOOT_MM = 0.6
BLOCK_GAP_MM = 2.0
#: The room for the id above a picture, and between an id and its sign, in mm.
ID_ROOM_MM = 4.6
SIGN_GAP_MM = 0.6
#: Between a picture and the lines beside it, in mm.
LINES_GAP_MM = 2.4
#: The room for a line's badge, and the middle of the badge in it, in mm.
BADGE_ROOM_MM = 4.6
BADGE_MIDDLE_MM = 1.6
#: Between an answer and what follows on it, and behind an entry, in mm.
GOAL_GAP_MM = 1.0
ENTRY_GAP_MM = 2.4
#: The letters of a line's badge, as large as the pitch of lines allows, in points.
BADGE_PT = 6.2
#: Between two answers that lead to the same.
BETWEEN = "·"


@dataclass(frozen=True, slots=True)
class RouteEntry:
    """An answer and what follows on it, as printed: ``a1b2`` and ``C3⇄``."""

    answer: str
    goal: str

    @property
    def goal_at(self) -> float:
        """Where the goal begins, in mm."""
        if not self.answer:
            return 0.0
        return text_width(self.answer, ENTRY_PT) + GOAL_GAP_MM

    @property
    def width(self) -> float:
        """In mm, with some room after it."""
        return self.goal_at + text_width(self.goal, ENTRY_PT, bold=True) + ENTRY_GAP_MM


@dataclass(frozen=True, slots=True)
class Block:
    """A box as it lies with what follows on its beads, or the first move of the game, without a
    box.

    Where moves are named by cells, ``cells`` has their names in the picture.
    """

    view: View | None
    legs: tuple[Leg, ...]
    lines: tuple[tuple[RouteEntry, ...], ...]  # of each leg
    cells: dict[int, str]


@dataclass(slots=True)
class RoutePlan:
    """The layout of the route: the blocks by page, column and place in it; lengths in mm."""

    picture: tuple[float, float]
    width: float  # of a block
    columns: int  # entries side by side in a row of a line
    entry_width: float
    pages: list[list[list[Block]]] = field(default_factory=list)

    def height(self, block: Block) -> float:
        """Return the height of a block, in mm."""
        rows = sum(_rows(line, self.columns) for line in block.lines)
        picture_high = self.picture[1]
        if block.view is None and not block.cells:  # the first move has no picture
            picture_high = 0
        return max(ID_ROOM_MM + picture_high, rows * LINE_PITCH_MM + BLOCK_FOOT_MM)

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks of all pages."""
        for page in self.pages:
            for column in page:
                yield from column


def leads_on(job: Job) -> bool:
    """Return whether a kit has a route, on which the first box is not the last."""
    return has_route(job.kit) and next(_blocks(job.kit), None) is not None


def sheets(job: Job) -> list[Scene]:
    """Return the route's pages."""
    layout = lay_out(job)
    pages = [_page(job, layout, page) for page in layout.pages]
    headings = []
    for page in layout.pages:
        first_block = page[0][0]
        headings.append(Heading(_name(job, first_block)).draw())
    add_register(job, pages, headings)
    return pages


def _name(job: Job, block: Block) -> str:
    return job.texts("route.start") if block.view is None else block.view.box.id


def lay_out(job: Job) -> RoutePlan:
    """Return the contents of each page; raise UsageError if they do not fit."""
    blocks = list(_blocks(job.kit))
    picture = _picture(job, blocks)
    _, column = _new_page(job, blocks)
    room = room_below(job, column)
    entry_width = max((entry.width for entry in _entries(blocks)), default=0.0)
    layouts = []
    for across in BLOCKS_ACROSS:
        width = (column.width - (across - 1) * SPACE.column) / across
        columns = 1
        if entry_width:
            lines_width = width - picture[0] - LINES_GAP_MM - BADGE_ROOM_MM + ENTRY_GAP_MM
            columns = int(lines_width // entry_width)
        if columns < 1:
            break
        layout = RoutePlan(picture, width, columns, entry_width)
        layout.pages = _fill(blocks, layout, across, room)
        layouts.append(layout)
    if not layouts:
        where = f"on {job.page.name} paper"
        raise UsageError(
            f"the route of {job.kit.name} does not fit {where}; leave out the part 'route'"
        )
    return min(layouts, key=lambda layout: len(layout.pages))


def _entries(blocks: Iterable[Block]) -> Iterator[RouteEntry]:
    """Yield the entries of all lines."""
    for block in blocks:
        for line in block.lines:
            yield from line


def _blocks(kit: Kit) -> Iterator[Block]:
    """Yield the blocks of the route, but for boxes on which the game always ends."""
    turned = turns_with_board(kit)
    for view, legs in route_places(kit, turned=turned):
        if view is not None and all(_ends(leg) for leg in legs):
            continue
        cells = _cell_names(kit, view) if turned else {}
        lines = tuple(_line(kit, leg, cells) for leg in legs)
        yield Block(view, legs, lines, cells)


def _ends(leg: Leg) -> bool:
    """Return whether the game ends with every answer."""
    return all(following.end for following in leg.nexts)


def _line(kit: Kit, leg: Leg, cells: dict[int, str]) -> tuple[RouteEntry, ...]:
    """Return the entries of a leg; what ends the game comes last: then nobody looks for a box."""
    entries = []
    for following in sorted(leg.nexts, key=lambda following: bool(following.end)):
        if cells:
            moves = [cells[move.target] for move in following.answers]
        else:
            moves = [kit.game.move_text(move) for move in following.answers]
        entries.append(RouteEntry(BETWEEN.join(moves), following.goal))
    return tuple(entries)


def _cell_names(kit: Kit, view: View | None) -> dict[int, str]:
    """Return a name for each empty cell: the letter of its bead, or a number."""
    position = kit.game.start()
    letters: dict[int, str] = {}
    if view is not None:
        position = view.position
        for slot in view.box.slots:
            cell = view.symmetry.move(slot.moves[0]).target
            letters[cell] = slot.colour.letter
    numbers = map(str, count(1))
    names = {}
    for move in sorted(kit.game.legal_moves(position)):
        names[move.target] = letters.get(move.target) or next(numbers)
    return names


def _picture(job: Job, blocks: Sequence[Block]) -> tuple[float, float]:
    """Return the least width and height in mm of a picture with room for the moves of each box:
    among pieces of the usual size if any width has room for them, or else among smaller ones.
    """
    kit = job.kit
    views = [block.view for block in blocks if block.view is not None]
    for draw, width in product((draw_box, draw_full_box), PICTURE_WIDTHS_MM):
        high = PICTURE_SHAPE * width
        with suppress(CrowdedError):
            for view in views:
                draw(kit, view.box, width, high, view.symmetry)
            return fit_grid(kit.game.diagram, width, high).size
    raise UsageError(
        f"positions of {kit.game.called} have too many moves to be drawn on {job.page.name}"
    )


def _fill(
    blocks: Sequence[Block], layout: RoutePlan, across: int, room: float
) -> list[list[list[Block]]]:
    """Return the blocks of each column of each page: ``across`` columns on a page, each ``room`` mm
    high.
    """
    columns: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        high = layout.height(block) + BLOCK_GAP_MM
        if not columns or used + high - BLOCK_GAP_MM > room:
            columns.append([])
            used = 0.0
        columns[-1].append(block)
        used += high
    return [columns[start : start + across] for start in range(0, len(columns), across)]


def _new_page(job: Job, blocks: Sequence[Block]) -> tuple[Scene, Column]:
    """Return a page with its column, below the words that explain some blocks."""
    texts = job.texts
    scene, column = new_page(job, texts("route.title"), aside=texts("route.aside"))
    how = "route.turned" if turns_with_board(job.kit) else "route.how"
    column.paragraph(texts(how), SMALL)
    signs = []
    for key in _signs(job.kit, blocks):
        name = f"route.sign.{key}"
        if key == "unknown":
            # Where the finder is not printed, its name would lead nowhere.
            signs.append(texts.sentence(name, f"{name}_apart"))
        else:
            signs.append(texts(name))
    column.paragraph(" ".join(signs), SMALL, gap=SPACE.paragraph)
    return scene, column


def _signs(kit: Kit, blocks: Sequence[Block]) -> list[str]:
    """Return the keys of the signs in some blocks."""
    entries = list(_entries(blocks))
    goals = "".join({entry.goal for entry in entries})
    keys = [key for sign, key in SIGNS.items() if sign in goals]
    if any(arrow in goals for arrow in ARROWS[1:]):
        # The text on arrows explains the mirrored signs, too.
        others = [key for key in keys if key not in ("swapped", "upended")]
        keys = ["arrow", *others]
    if any(BETWEEN in entry.answer for entry in entries):
        keys.append("between")
    if not turns_with_board(kit) and any(map(_has_twins, blocks)):
        keys.append(f"twin.{marking_of(kit.game.diagram).sign}")
    return keys


def _has_twins(block: Block) -> bool:
    """Return whether a bead of a block stands for several moves."""
    return any(leg.slot is not None and len(leg.slot.moves) > 1 for leg in block.legs)


def _page(job: Job, layout: RoutePlan, page: Sequence[Sequence[Block]]) -> Scene:
    """Return a page of blocks, with a line between any two in a column."""
    scene, column = _new_page(job, list(layout.blocks()))  # the same words on all pages
    for number, blocks in enumerate(page):
        x = column.x + number * (layout.width + SPACE.column)
        y = column.y
        for block in blocks:
            _draw(job, scene, layout, block, (x, y))
            y += layout.height(block) + BLOCK_GAP_MM
            if block is not blocks[-1]:
                level = y - BLOCK_GAP_MM / 2
                scene.add(Line((x, level), (x + layout.width, level), Stroke(PALE, 0.15)))
    return scene


def _draw(job: Job, scene: Scene, layout: RoutePlan, block: Block, at: Point) -> None:
    """Draw a block: its id, its picture, and beside that a line for each bead."""
    x, y = at
    baseline = y + CAPITAL * ID_PT * POINT
    name = _name(job, block)
    scene.add(Text((x, baseline), name, ID_PT, bold=True, fill=DARK))
    if block.view is not None and block.view.sign:
        after = x + text_width(name, ID_PT, bold=True) + SIGN_GAP_MM
        scene.add(Text((after, baseline), block.view.sign, ID_PT, bold=True, fill=DARK))
    _draw_picture(job.kit, scene, layout, block, (x, y + ID_ROOM_MM))
    start = x + layout.picture[0] + LINES_GAP_MM
    row = 0
    for leg, line in zip(block.legs, block.lines, strict=True):
        middle = y + (row + 0.5) * LINE_PITCH_MM
        if leg.slot is not None:
            badge_at = (start + BADGE_MIDDLE_MM, middle)
            scene.add(*draw_badge(leg.slot.colour, badge_at, BADGE_PT))
        first = (start + BADGE_ROOM_MM, middle + MIDDLE * ENTRY_PT * POINT)
        pitch = (layout.entry_width, LINE_PITCH_MM)
        for entry, left, base in in_rows(line, layout.columns, first, pitch):
            if entry.answer:
                scene.add(Text((left, base), entry.answer, ENTRY_PT, fill=GREY))
            goal_at = (left + entry.goal_at, base)
            scene.add(Text(goal_at, entry.goal, ENTRY_PT, bold=True, fill=DARK))
        row += _rows(line, layout.columns)


def _draw_picture(kit: Kit, scene: Scene, layout: RoutePlan, block: Block, at: Point) -> None:
    """Draw the picture of a block, with the numbers that name its cells."""
    x, y = at
    width = layout.picture[0]
    high = PICTURE_SHAPE * width
    if block.view is not None:
        scene.place(draw_full_box(kit, block.view.box, width, high, block.view.symmetry), x, y)
    elif block.cells:
        scene.place(draw_position(kit, kit.game.start(), width, high), x, y)
    grid = fit_grid(kit.game.diagram, width, high, turned=machine_below(kit))
    for cell, name in block.cells.items():
        if name.isdigit():
            across, down = grid.centre(cell)
            middle = (x + across, y + down + MIDDLE * CELL_PT * POINT)
            scene.add(Text(middle, name, CELL_PT, "middle", fill=DARK))


def _rows(line: Sequence[RouteEntry], columns: int) -> int:
    """Return how many rows a line takes."""
    return math.ceil(len(line) / columns)
