"""The route: under each box and bead the next box for every answer of the other side, so that none is looked up."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.model import Move
from kitgen.paper.card.badge import draw_badge
from kitgen.paper.card.board import draw_board, draw_box, fit_grid, machine_below
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.document import Sheet
from kitgen.paper.find.register import LETTERS as TAB_LETTERS
from kitgen.paper.find.register import add_register
from kitgen.paper.find.route import Leg, Next, opening, route_places
from kitgen.paper.find.views import ARROWS, SWAPPED, View, turns_with_board
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, SMALL, Column, new_page, room_below
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import DARK, POINT, Line, Scene, Stroke, Text

NAME = "route"
#: Widths of the pictures that are tried, in mm, and how high they may be beside it.
WIDTHS, HIGH = (13.0, 14.5, 16.0, 18.0, 20.0, 23.0, 27.0, 33.0, 40.0), 1.35
#: Columns of blocks that are tried; what needs the fewest pages is taken.
ACROSS = (1, 2, 3, 4, 5)
#: Letters of entries, of ids and of cells in points; from line to line, between blocks and round them, in mm.
LETTERS, ID_SIZE, CELL_SIZE, PITCH, GAP, GUTTER = 7.0, 10.0, 5.0, 3.3, 2.0, 5.0
#: Room for the id above a picture, between picture and lines, for a line's badge, and after an entry, in mm.
ID_ROOM, BESIDE, BADGE, AFTER = 4.0, 2.4, 4.2, 2.2
#: What stands for the end of a game: won, drawn and lost by the machine; over, where points are counted; unknown.
WON, DRAWN, LOST, OVER, UNKNOWN = "+", "=", "–", "■", "?"
BETWEEN = "·"


@dataclass(frozen=True, slots=True)
class RouteEntry:
    """One answer and what follows on it, as printed: ``a1b2`` and ``C3⇄``."""

    answer: str
    goal: str

    @property
    def width(self) -> float:
        """How much room it takes, in mm, with some after it."""
        return _answer_width(self.answer) + text_width(self.goal, LETTERS, bold=True) + AFTER


@dataclass(frozen=True, slots=True)
class Block:
    """All that is said of one box, as it lies; of the first move of the game where there is no box.

    Attributes:
        view: the box; None at the start of the game.
        legs: its beads, and what follows.
        lines: the same in words, a line for each bead.
        cells: names of cells in the picture, where moves are told by them.
    """

    view: View | None
    legs: tuple[Leg, ...]
    lines: tuple[tuple[RouteEntry, ...], ...]
    cells: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class RoutePlan:
    """Where everything lies.

    Attributes:
        picture: width and height of the pictures, in mm.
        width: of a block.
        columns: entries side by side in a line of a block.
        entry: the width of an entry.
        pages: the blocks by page, column and place in it.
    """

    picture: tuple[float, float]
    width: float
    columns: int
    entry: float
    pages: list[list[list[Block]]] = field(default_factory=list)

    def height(self, block: Block) -> float:
        """Return the height of a block, in mm."""
        rows = sum(_rows(line, self.columns) for line in block.lines)
        picture = ID_ROOM + (0 if block.view is None and not block.cells else self.picture[1])
        return max(picture, rows * PITCH + 0.6)


def sheets(job: Job) -> list[Sheet]:
    """Return the route's pages; none where no box follows on another.

    Raises:
        UsageError: a position cannot be drawn even on a large picture.
    """
    layout = lay_out(job)
    pages = [_page(job, layout, page) for page in layout.pages]
    add_register(job, pages, [_tab(job, page[0][0]) for page in layout.pages])
    return [Sheet(page, NAME, job.texts("route.title")) for page in pages]


def lay_out(job: Job) -> RoutePlan:
    """Return what stands on which page.

    Raises:
        UsageError: a position cannot be drawn even on a large picture.
    """
    blocks = list(_blocks(job.kit))
    picture = _picture(job, blocks)
    _, column = _new_page(job, blocks)
    room = room_below(job, column)
    entry = max((entry.width for block in blocks for line in block.lines for entry in line), default=0.0)
    best: RoutePlan | None = None
    for across in ACROSS:
        width = (column.width - (across - 1) * GUTTER) / across
        columns = int((width - picture[0] - BESIDE - BADGE + AFTER) // entry) if entry else 1
        if columns < 1:
            break
        layout = RoutePlan(picture, width, columns, entry)
        layout.pages = list(_fill(blocks, layout, across, room))
        if best is None or len(layout.pages) < len(best.pages):
            best = layout
    if best is None:
        raise UsageError(
            f"the route of {job.kit.name} does not fit on {job.page.name} paper; leave out the part 'route'"
        )
    return best


def _blocks(kit: Kit) -> Iterator[Block]:
    """Yield a block for the start, and for each box, as it lies, that is not the last of its game."""
    turned = turns_with_board(kit)
    first = opening(kit)
    if first is not None:
        cells = _cell_names(kit, None) if turned else {}
        yield _block(kit, None, (first,), cells)
    for view, legs in route_places(kit, turned=turned):
        if any(not following.over for leg in legs for following in leg.nexts):
            yield _block(kit, view, legs, _cell_names(kit, view) if turned else {})


def _block(kit: Kit, view: View | None, legs: tuple[Leg, ...], cells: dict[int, str]) -> Block:
    def answer(move: Move) -> str:
        return cells[move.target] if cells else kit.game.move_text(move)

    # What ends the game comes last: then nobody looks for a box.
    lines = tuple(
        tuple(
            RouteEntry(BETWEEN.join(map(answer, one.answers)), goal_of(one))
            for one in sorted(leg.nexts, key=lambda one: one.over)
        )
        for leg in legs
    )
    return Block(view, legs, lines, cells)


def goal_of(following: Next) -> str:
    """Return what stands on paper for what follows."""
    if following.view is not None:
        return following.view.name
    if not following.over:
        return UNKNOWN
    return OVER if following.result is None else {1: WON, 0: DRAWN, -1: LOST}[following.result]


def _cell_names(kit: Kit, view: View | None) -> dict[int, str]:
    """Return a name for each cell that is still to be filled: the letter of its bead, or a number."""
    position = kit.game.start() if view is None else view.position
    slots = () if view is None else view.box.slots
    letters = {view.symmetry.move(slot.moves[0]).target: slot.colour.letter for slot in slots} if view else {}
    names: dict[int, str] = {}
    for move in sorted(kit.game.legal_moves(position)):
        number = 1 + sum(name.isdigit() for name in names.values())
        names[move.target] = letters.get(move.target, str(number))
    return names


def _picture(job: Job, blocks: Sequence[Block]) -> tuple[float, float]:
    """Return the size of the smallest pictures on which all moves can be drawn."""
    kit, diagram = job.kit, job.kit.game.diagram
    for width in WIDTHS:
        try:
            drawn = [draw_box(kit, b.view.box, width, HIGH * width, b.view.symmetry) for b in blocks if b.view]
        except CrowdedError:
            continue
        sizes = [(scene.width, scene.height) for scene in drawn] or [fit_grid(diagram, width, HIGH * width).size]
        return max(wide for wide, _ in sizes), max(high for _, high in sizes)
    raise UsageError(f"positions of {kit.game_spec} have too many moves to be drawn on {job.page.name}")


def _fill(blocks: Sequence[Block], layout: RoutePlan, across: int, room: float) -> Iterator[list[list[Block]]]:
    """Yield pages of columns, filled from the top."""
    page: list[list[Block]] = [[]]
    used = 0.0
    for block in blocks:
        high = layout.height(block) + GAP
        if page[-1] and used + high - GAP > room:
            if len(page) == across:
                yield page
                page = []
            page.append([])
            used = 0.0
        page[-1].append(block)
        used += high
    if page[0]:
        yield page


def _new_page(job: Job, blocks: Iterable[Block]) -> tuple[Scene, Column]:
    """Return a page with its words: how to use it, and the signs that occur in this kit."""
    texts, kit = job.texts, job.kit
    scene, column = new_page(job, texts("route.title"), aside=texts("route.aside"))
    turned = turns_with_board(kit)
    column.paragraph(texts("route.turned" if turned else "route.how"), SMALL)
    entries = [entry for block in blocks for line in block.lines for entry in line]
    goals = "".join({entry.goal for entry in entries})
    signs = {SWAPPED: "swapped", WON: "won", DRAWN: "drawn", LOST: "lost", OVER: "over", UNKNOWN: "unknown"}
    keys = [key for sign, key in signs.items() if sign in goals]
    if any(arrow in goals for arrow in ARROWS[1:]):
        keys.insert(0, "arrow")
    if any(BETWEEN in entry.answer for entry in entries):
        keys.append("between")
    column.paragraph(" ".join(texts(f"route.sign.{key}") for key in keys), SMALL)
    column.gap(2)
    return scene, column


def _page(job: Job, layout: RoutePlan, page: Sequence[Sequence[Block]]) -> Scene:
    """Return one page."""
    everything = [block for one in layout.pages for blocks in one for block in blocks]
    scene, column = _new_page(job, everything)  # the same words on all pages
    for number, blocks in enumerate(page):
        x, y = column.x + number * (layout.width + GUTTER), column.y
        for block in blocks:
            _draw(job, scene, layout, block, x, y)
            y += layout.height(block) + GAP
            if block is not blocks[-1]:
                scene.add(Line((x, y - GAP / 2), (x + layout.width, y - GAP / 2), Stroke(PALE, 0.15)))
    return scene


def _tab(job: Job, block: Block) -> Scene:
    """Return what stands on the tab of a page: the box with which it begins, and whether it lies with sides swapped."""
    view = block.view
    words = job.texts("route.start") if view is None else view.box.id + SWAPPED * (SWAPPED in view.sign)
    scene = Scene(text_width(words, TAB_LETTERS, bold=True), 0)
    scene.add(Text((0, 0.36 * TAB_LETTERS * POINT), words, TAB_LETTERS, bold=True))
    return scene


def _draw(job: Job, scene: Scene, layout: RoutePlan, block: Block, x: float, y: float) -> None:
    """Draw a block: id and picture on the left, a line for each bead beside them."""
    kit, view = job.kit, block.view
    baseline = y + 0.73 * ID_SIZE * POINT
    if view is None:
        scene.add(Text((x, baseline), job.texts("route.start"), ID_SIZE, bold=True, fill=DARK))
    else:
        scene.add(Text((x, baseline), view.box.id, ID_SIZE, bold=True, fill=DARK))
        after = x + text_width(view.box.id, ID_SIZE, bold=True) + 0.6
        if view.sign:
            scene.add(Text((after, baseline), view.sign, ID_SIZE, bold=True, fill=DARK))
    if view is not None or block.cells:
        _draw_picture(kit, scene, layout, block, x, y + ID_ROOM)
    left = x + layout.picture[0] + BESIDE
    row = 0
    for leg, line in zip(block.legs, block.lines, strict=True):
        middle = y + (row + 0.5) * PITCH
        if leg.slot is not None:
            scene.add(*draw_badge(leg.slot.colour, (left + 1.4, middle), 5.5))
        for number, entry in enumerate(line):
            down, across = divmod(number, layout.columns)
            at = left + BADGE + across * layout.entry
            base = y + (row + down + 0.5) * PITCH + 0.36 * LETTERS * POINT
            scene.add(Text((at, base), entry.answer, LETTERS, fill=GREY)) if entry.answer else None
            goal = (at + _answer_width(entry.answer), base)
            scene.add(Text(goal, entry.goal, LETTERS, bold=True, fill=DARK))
        row += _rows(line, layout.columns)


def _draw_picture(kit: Kit, scene: Scene, layout: RoutePlan, block: Block, x: float, y: float) -> None:
    """Draw a position with its moves, and names in the cells where no bead has one."""
    diagram, width, view = kit.game.diagram, layout.picture[0], block.view
    if view is not None:
        scene.place(draw_box(kit, view.box, width, HIGH * width, view.symmetry), x, y)
    grid = fit_grid(diagram, width, HIGH * width, turned=machine_below(kit))
    if view is None:
        scene.place(_bare(kit, width), x, y)
    for cell, name in block.cells.items():
        if name.isdigit():
            across, down = grid.centre(cell)
            scene.add(Text((x + across, y + down + 0.36 * CELL_SIZE * POINT), name, CELL_SIZE, "middle", fill=DARK))


def _bare(kit: Kit, width: float) -> Scene:
    """Return the board as the game begins."""
    return draw_board(kit.game, kit.game.start(), (), width, HIGH * width, turned=machine_below(kit))


def _rows(line: Sequence[RouteEntry], columns: int) -> int:
    return -(-len(line) // columns)


def _answer_width(answer: str) -> float:
    """Return the room that an answer takes before what follows on it, in mm."""
    return text_width(answer, LETTERS) + 1.0 if answer else 0.0
