"""The route: for each box and bead, the next box for every answer of the other side, so that
nobody looks it up.
"""

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
        for following in leg.nexts:
            if following.view is not None:
                arrivals[_hand(following.view)][following.view.position] += weight / len(leg.nexts)

    start = kit.game.start()
    if 1 - start.to_move in kit.players:  # otherwise the machine always begins
        first = Leg(None, None, merged_nexts(kit, start))
        yield None, (first,)
        arrive(first, 1.0)
    for box in sorted(kit.all_boxes, key=lambda box: (box.row, int(re.sub("[^0-9]", "", box.id)))):
        for view in _hands(kit, box, arrivals) if turned else views_of(kit, box):
            legs = legs_of(kit, view)
            yield view, legs
            weight = (
                sum(arrivals[_hand(view)].values(), start=0.0) or 1.0
            )  # nothing leads to the first box
            for leg in legs:
                arrive(leg, weight / len(legs))


def _hands(kit: Kit, box: Box, arrivals: Arrivals) -> Iterator[View]:
    """Yield a box in its most frequent orientation, and with its sides swapped, where no turn
    makes these the same.
    """
    ways: defaultdict[tuple[str, bool], list[View]] = defaultdict(list)
    for view in views_of(kit, box):  # the plainest first
        ways[_hand(view)].append(view)
    for views in ways.values():
        yield max(views, key=lambda view: round(arrivals[_hand(view)][view.position], 9))


def _hand(view: View) -> tuple[str, bool]:
    """Return what views share that can be turned into each other."""
    return view.box.id, view.mirrored


#: Widths of the pictures that are tried, in mm, and their greatest height as a share of that.
WIDTHS, HIGH = (13.0, 14.5, 16.0, 18.0, 20.0, 23.0, 27.0, 33.0, 40.0, 48.0, 58.0), 1.35
#: Columns of blocks that are tried; the fewest pages win.
ACROSS = (1, 2, 3, 4, 5)
#: Letters of ids, of entries and of cells in points; from line to line, between blocks and round
#: them, in mm.
(ID_SIZE, LETTERS), CELL_SIZE, PITCH, GAP = STYLE.display.route, LEAST_LETTERS, 3.9, 2.0
#: Room for the id above a picture, between picture and lines, for a line's badge, and after an
#: entry, in mm.
ID_ROOM, BESIDE, BADGE, AFTER = 4.6, 2.4, 4.6, 2.4
#: The letters of a line's badge, as large as the pitch of lines allows, in points.
BADGE_LETTERS = 6.2
BETWEEN = "·"


@dataclass(frozen=True, slots=True)
class RouteEntry:
    """An answer and what follows on it, as printed: ``a1b2`` and ``C3⇄``."""

    answer: str
    goal: str

    @property
    def goal_at(self) -> float:
        """Where the goal begins, in mm."""
        return text_width(self.answer, LETTERS) + 1.0 if self.answer else 0.0

    @property
    def width(self) -> float:
        """In mm, with some room after it."""
        return self.goal_at + text_width(self.goal, LETTERS, bold=True) + AFTER


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
    columns: int  # entries side by side in a line of a block
    entry: float
    pages: list[list[list[Block]]] = field(default_factory=list)

    def height(self, block: Block) -> float:
        """Return the height of a block, in mm."""
        rows = sum(_rows(line, self.columns) for line in block.lines)
        return max(
            ID_ROOM + (0 if block.view is None and not block.cells else self.picture[1]),
            rows * PITCH + 0.6,
        )


def leads_on(job: Job) -> bool:
    """Return whether a kit has a route, on which the first box is not the last."""
    return has_route(job.kit) and any(True for _ in _blocks(job.kit))


def sheets(job: Job) -> list[Scene]:
    """Return the route's pages."""
    layout = lay_out(job)
    pages = [_page(job, layout, page) for page in layout.pages]
    add_register(job, pages, [Heading(_name(job, page[0][0])).draw() for page in layout.pages])
    return pages


def _name(job: Job, block: Block) -> str:
    return job.texts("route.start") if block.view is None else block.view.box.id


def lay_out(job: Job) -> RoutePlan:
    """Return the contents of each page; raise UsageError if they do not fit."""
    blocks = list(_blocks(job.kit))
    picture = _picture(job, blocks)
    _, column = _new_page(job, blocks)
    room = room_below(job, column)
    entry = max(
        (entry.width for block in blocks for line in block.lines for entry in line), default=0.0
    )
    layouts = []
    for across in ACROSS:
        width = (column.width - (across - 1) * SPACE.column) / across
        columns = int((width - picture[0] - BESIDE - BADGE + AFTER) // entry) if entry else 1
        if columns < 1:
            break
        layout = RoutePlan(picture, width, columns, entry)
        layout.pages = _fill(blocks, layout, across, room)
        layouts.append(layout)
    if not layouts:
        where = f"on {job.page.name} paper"
        raise UsageError(
            f"the route of {job.kit.name} does not fit {where}; leave out the part 'route'"
        )
    return min(layouts, key=lambda layout: len(layout.pages))


def _blocks(kit: Kit) -> Iterator[Block]:
    turned = turns_with_board(kit)
    for view, legs in route_places(kit, turned=turned):
        if view is not None and all(following.end for leg in legs for following in leg.nexts):
            continue
        cells, lines = _cell_names(kit, view) if turned else {}, []
        for leg in legs:
            line = []
            # What ends the game comes last: then nobody looks for a box.
            for following in sorted(leg.nexts, key=lambda following: bool(following.end)):
                moves = (
                    cells[move.target] if cells else kit.game.move_text(move)
                    for move in following.answers
                )
                line.append(RouteEntry(BETWEEN.join(moves), following.goal))
            lines.append(tuple(line))
        yield Block(view, legs, tuple(lines), cells)


def _cell_names(kit: Kit, view: View | None) -> dict[int, str]:
    """Return a name for each empty cell: the letter of its bead, or a number."""
    position, letters = kit.game.start(), dict[int, str]()
    if view is not None:
        position = view.position
        letters = {
            view.symmetry.move(slot.moves[0]).target: slot.colour.letter for slot in view.box.slots
        }
    numbers = map(str, count(1))
    return {
        move.target: letters.get(move.target) or next(numbers)
        for move in sorted(kit.game.legal_moves(position))
    }


def _picture(job: Job, blocks: Sequence[Block]) -> tuple[float, float]:
    """Return the least width and height in mm of a picture with room for the moves of each box."""
    kit, views = job.kit, [block.view for block in blocks if block.view is not None]
    for draw, width in product((draw_box, draw_full_box), WIDTHS):
        with suppress(CrowdedError):
            for view in views:
                draw(kit, view.box, width, HIGH * width, view.symmetry)
            return fit_grid(kit.game.diagram, width, HIGH * width).size
    raise UsageError(
        f"positions of {kit.game.called} have too many moves to be drawn on {job.page.name}"
    )


def _fill(
    blocks: Sequence[Block], layout: RoutePlan, across: int, room: float
) -> list[list[list[Block]]]:
    columns, used = [list[Block]()], 0.0
    for block in blocks:
        high = layout.height(block) + GAP
        if columns[-1] and used + high - GAP > room:
            columns.append([])
            used = 0.0
        columns[-1].append(block)
        used += high
    return (
        [columns[start : start + across] for start in range(0, len(columns), across)]
        if blocks
        else []
    )


def _new_page(job: Job, blocks: Iterable[Block]) -> tuple[Scene, Column]:
    texts, kit = job.texts, job.kit
    scene, column = new_page(job, texts("route.title"), aside=texts("route.aside"))
    turned = turns_with_board(kit)
    column.paragraph(texts("route.turned" if turned else "route.how"), SMALL)
    entries = [entry for block in blocks for line in block.lines for entry in line]
    goals = "".join({entry.goal for entry in entries})
    keys = [key for sign, key in SIGNS.items() if sign in goals]
    if any(arrow in goals for arrow in ARROWS[1:]):
        keys = ["arrow", *(key for key in keys if key not in ("swapped", "upended"))]
    if any(BETWEEN in entry.answer for entry in entries):
        keys.append("between")
    if not turned and any(
        leg.slot and len(leg.slot.moves) > 1 for block in blocks for leg in block.legs
    ):
        keys.append(f"twin.{marking_of(kit.game.diagram).sign}")
    signs = []
    for key in keys:
        name = f"route.sign.{key}"
        signs.append(texts.sentence(name, f"{name}_apart") if key == "unknown" else texts(name))
    column.paragraph(" ".join(signs), SMALL, gap=SPACE.paragraph)
    return scene, column


def _page(job: Job, layout: RoutePlan, page: Sequence[Sequence[Block]]) -> Scene:
    everything = [block for columns in layout.pages for blocks in columns for block in blocks]
    scene, column = _new_page(job, everything)  # the same words on all pages
    for number, blocks in enumerate(page):
        x, y = column.x + number * (layout.width + SPACE.column), column.y
        for block in blocks:
            _draw(job, scene, layout, block, x, y)
            y += layout.height(block) + GAP
            if block is not blocks[-1]:
                scene.add(
                    Line((x, y - GAP / 2), (x + layout.width, y - GAP / 2), Stroke(PALE, 0.15))
                )
    return scene


def _draw(job: Job, scene: Scene, layout: RoutePlan, block: Block, x: float, y: float) -> None:
    kit, view = job.kit, block.view
    baseline = y + CAPITAL * ID_SIZE * POINT
    name = _name(job, block)
    scene.add(Text((x, baseline), name, ID_SIZE, bold=True, fill=DARK))
    if view is not None and view.sign:
        after = x + text_width(name, ID_SIZE, bold=True) + 0.6
        scene.add(Text((after, baseline), view.sign, ID_SIZE, bold=True, fill=DARK))
    _draw_picture(kit, scene, layout, block, x, y + ID_ROOM)
    start = x + layout.picture[0] + BESIDE
    row = 0
    for leg, line in zip(block.legs, block.lines, strict=True):
        if leg.slot is not None:
            scene.add(
                *draw_badge(leg.slot.colour, (start + 1.6, y + (row + 0.5) * PITCH), BADGE_LETTERS)
            )
        first = (start + BADGE, y + (row + 0.5) * PITCH + MIDDLE * LETTERS * POINT)
        for entry, at, base in in_rows(line, layout.columns, first, (layout.entry, PITCH)):
            if entry.answer:
                scene.add(Text((at, base), entry.answer, LETTERS, fill=GREY))
            scene.add(Text((at + entry.goal_at, base), entry.goal, LETTERS, bold=True, fill=DARK))
        row += _rows(line, layout.columns)


def _draw_picture(
    kit: Kit, scene: Scene, layout: RoutePlan, block: Block, x: float, y: float
) -> None:
    width, view = layout.picture[0], block.view
    if view is not None:
        scene.place(draw_full_box(kit, view.box, width, HIGH * width, view.symmetry), x, y)
    elif block.cells:
        scene.place(draw_position(kit, kit.game.start(), width, HIGH * width), x, y)
    grid = fit_grid(kit.game.diagram, width, HIGH * width, turned=machine_below(kit))
    for cell, name in block.cells.items():
        if name.isdigit():
            across, down = grid.centre(cell)
            scene.add(
                Text(
                    (x + across, y + down + MIDDLE * CELL_SIZE * POINT),
                    name,
                    CELL_SIZE,
                    "middle",
                    fill=DARK,
                )
            )


def _rows(line: Sequence[RouteEntry], columns: int) -> int:
    return -(-len(line) // columns)
