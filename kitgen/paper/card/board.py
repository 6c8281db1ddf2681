"""A position as marks: board, pieces, arrows and badges, as docs/reading-a-card.md describes them.

Nothing here knows a game; everything comes from its ``Diagram``.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Diagram, Game, Move, Position, Symmetry
from kitgen.paper.card.arrows import TWIN_FILL, TWIN_LINE, Arrow, Drawn, draw_arrows, tips_apart
from kitgen.paper.card.badge import badge_hull, draw_badge
from kitgen.paper.card.placing import GAP, CrowdedError, place_badges
from kitgen.paper.marks.fonts import letter_box, text_width
from kitgen.paper.marks.scene import POINT, WHITE, Disc, Line, Point, Scene, Stroke, Text, rectangle
from kitgen.paper.marks.shapes import (
    DARK,
    PIECE_HEIGHT,
    Hull,
    apart,
    circle_points,
    convex_hull,
    draw_piece,
    exit_distance,
    piece_hull,
)  # fmt: skip

#: Cells are quiet: thin grey lines, and a light grey on the shaded ones.
CELL_LINE, SHADE, NAME_GREY = "#A6A6A6", "#E8E8E8", "#595959"
#: Letters on paper are never smaller, in points.
LEAST_LETTERS = 5.0
#: Width over height of each kind's cells: the least, the most where there is room, the most where cells are low.
ASPECTS = {"square": (1.0, 1.0, 2.0), "open": (1.0, 1.0, 1.6), "pit": (0.7, 1.5, 1.5), "rung": (0.3, 1.0, 1.0)}
#: Letters of badges as a share of a cell: between pits there is least room, in an empty cell most.
LETTERS = {"arrow": 0.25, "sow": 0.2, "place": 0.36}
#: More seeds than these are told by the figure alone.
DOTS = 12
#: The part of a pit's radius that holds seeds and figure; a badge may lie over the rest.
SEEDS = 0.84


@dataclass(frozen=True, slots=True)
class Grid:
    """A diagram at a size.

    Attributes:
        diagram: what is drawn.
        width, height: of one cell, in mm.
        turned: True when the board is turned by half.
    """

    diagram: Diagram
    width: float
    height: float
    turned: bool

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell in mm from the board's top left corner."""
        x, y = self.diagram.centres[cell]
        if self.turned:
            x, y = self.diagram.width - x, self.diagram.height - y
        return x * self.width, y * self.height

    @property
    def unit(self) -> float:
        """The smaller side of a cell."""
        return min(self.width, self.height)

    @property
    def letters(self) -> tuple[float, ...]:
        """Sizes of the badges' letters in points: a fixed share of a cell; smaller, still legible ones if crowded."""
        usual = max(LEAST_LETTERS, min(14.0, LETTERS[self.diagram.moves] * self.unit / POINT))
        return tuple(dict.fromkeys((usual, max(LEAST_LETTERS, 0.85 * usual), max(LEAST_LETTERS, 0.72 * usual))))


def fit_grid(diagram: Diagram, width: float, height: float, *, turned: bool = False) -> Grid:
    """Return the grid that fills a room best: square cells, and wider ones where the room is low.

    Low cells gain room for badges by being wider than high, up to 2 : 1; from 8 mm up cells stay square.
    """
    least, usual, most = ASPECTS[diagram.cell]
    cell_height = height / diagram.height
    widest = min(most, max(usual, usual + (8 - cell_height) * 0.2))
    cell_width = min(width / diagram.width, widest * cell_height)
    return Grid(diagram, cell_width, min(cell_height, cell_width / least), turned)


def draw_board(
    game: Game, position: Position, slots: Sequence[Slot], width: float, height: float, *, turned: bool = False
) -> Scene:
    """Return a position with its moves, as large as the room allows; the scene is as large as the board.

    Args:
        game: gives the diagram.
        position: what lies on the cells.
        slots: the moves to draw, each in its colour; none for a bare position.
        width: of the room, in mm.
        height: of the room, in mm.
        turned: True to see the board from the other side.

    Raises:
        CrowdedError: the moves find no room at this size.
    """
    grid = fit_grid(game.diagram, width, height, turned=turned)
    scene = Scene(grid.width * game.diagram.width, grid.height * game.diagram.height)
    _Board(grid, position, scene).draw(slots)
    return scene


def machine_below(kit: Kit) -> bool:
    """Return whether the board must be turned so that the machine sits at the top."""
    return kit.game.diagram.turns and kit.players == (0,)


def draw_box(kit: Kit, box: Box, width: float, height: float, symmetry: Symmetry | None = None) -> Scene:
    """Return the board of a box as it is printed, or its image under a symmetry with the moves mapped.

    Raises:
        CrowdedError: the moves find no room at this size.
    """
    position, slots = image(box.position, box.slots, symmetry) if symmetry else (box.position, box.slots)
    return draw_board(kit.game, position, slots, width, height, turned=machine_below(kit))


def image(position: Position, slots: Sequence[Slot], symmetry: Symmetry) -> tuple[Position, tuple[Slot, ...]]:
    """Return a position and its slots as a symmetry shows them; colours stay with their moves."""
    turned = tuple(replace(slot, moves=tuple(map(symmetry.move, slot.moves))) for slot in slots)
    return symmetry.position(position), turned


class _Board:
    """One board being drawn."""

    def __init__(self, grid: Grid, position: Position, scene: Scene) -> None:
        self.grid, self.position, self.scene = grid, position, scene
        self.diagram = grid.diagram
        self.frame = Stroke(DARK if self.diagram.cell == "square" else CELL_LINE, max(0.15, min(0.35, grid.unit / 40)))
        self.thin = max(0.1, min(0.2, grid.unit / 70))
        # In low cells pieces give some of their room to the badges, whose letters cannot shrink with them.
        shrink = min(1.0, max(0.78, 0.85 + 0.045 * (grid.unit - 4.5)))
        self.height = {kind: shrink * share * grid.unit for kind, share in PIECE_HEIGHT.items()}
        # On a ladder counters and badges share a cell, one above the other. In low cells pieces of facing sides
        # stand a little high: the machine moves down, and below its pieces the badges find room.
        low = min(1.4, max(0.0, (8 - grid.height) / 3))
        facing = self.diagram.turns and self.diagram.moves == "arrow"
        self.raised = (0.24 if self.diagram.cell == "rung" else 0.135 * low if facing else 0.0) * grid.height

    def draw(self, slots: Sequence[Slot]) -> None:
        """Draw cells, moves, pieces and badges, in this order."""
        getattr(self, f"_{self.diagram.cell}_cells")()
        self._names()
        letters, middles = self._largest(slots)
        for cell, content in enumerate(self.position.cells):
            kind = self.diagram.pieces.get(content)
            if kind:
                self.scene.add(draw_piece(kind, self._piece_at(cell), self.height[kind]))
        for slot, middle in zip(slots, middles, strict=True):
            self.scene.add(*draw_badge(slot.colour, middle, letters))

    def _largest(self, slots: Sequence[Slot]) -> tuple[float, list[Point]]:
        """Draw arrows or twins; return the largest letters at which all badges find room, and their places.

        Raises:
            CrowdedError: there is no room even for the smallest letters.
        """
        for letters in self.grid.letters:
            try:
                return letters, self._moves(slots, letters)
            except CrowdedError:
                continue
        raise CrowdedError

    def _moves(self, slots: Sequence[Slot], letters: float) -> list[Point]:
        """Draw arrows or twins, and return the places of the badges, or raise CrowdedError."""
        if self.diagram.moves == "place":
            return self._placements(slots, letters)
        hulls = self._hulls()
        drawn = self._arrows(slots, hulls)
        obstacles = [*hulls.values(), *self._seed_hulls(), *self._name_hulls()]
        bounds = (0.0, 0.0, self.scene.width, self.scene.height)
        middles = place_badges(drawn, obstacles, letters, bounds)
        self.scene.add(*draw_arrows(drawn))
        return middles

    def _piece_at(self, cell: int) -> Point:
        x, y = self.grid.centre(cell)
        return x, y - self.raised

    def _hulls(self) -> dict[int, Hull]:
        """Return the outlines of the pieces by cell."""
        kinds = ((cell, self.diagram.pieces.get(content)) for cell, content in enumerate(self.position.cells))
        return {cell: piece_hull(kind, self._piece_at(cell), self.height[kind]) for cell, kind in kinds if kind}

    # --- cells -----------------------------------------------------------------------------------------------

    def _square_cells(self) -> None:
        width, height = self.grid.width, self.grid.height
        for cell in range(len(self.diagram.centres)):
            x, y = self.grid.centre(cell)
            fill = SHADE if cell in self.diagram.shaded else WHITE
            line = Stroke(CELL_LINE, self.thin)
            self.scene.add(rectangle(x - width / 2, y - height / 2, width, height, fill, line))
        self._round()

    def _open_cells(self) -> None:
        wide, high = self.scene.width, self.scene.height
        line = Stroke("#7F7F7F", max(0.2, self.grid.unit / 30))
        self.scene.add(rectangle(0, 0, wide, high, WHITE))
        for x in sorted({round(self.grid.centre(cell)[0] - self.grid.width / 2, 6) for cell in self._cells})[1:]:
            self.scene.add(Line((x, 0.04 * high), (x, 0.96 * high), line))
        for y in sorted({round(self.grid.centre(cell)[1] - self.grid.height / 2, 6) for cell in self._cells})[1:]:
            self.scene.add(Line((0.04 * wide, y), (0.96 * wide, y), line))
        self._round()

    def _pit_cells(self) -> None:
        self.scene.add(rectangle(0, 0, self.scene.width, self.scene.height, WHITE))
        self._round()
        for cell in self._cells:
            self.scene.add(Disc(self.grid.centre(cell), self.pit, WHITE, Stroke("#7F7F7F", self.thin * 1.5)))
            self._seeds(cell)

    def _rung_cells(self) -> None:
        width, height = self.grid.width, self.grid.height
        self.scene.add(rectangle(0, 0, self.scene.width, self.scene.height, WHITE))
        rail = Stroke(CELL_LINE, max(0.2, self.grid.unit / 18))
        for cell in self._cells:
            x, y = self.grid.centre(cell)
            for side in (-0.46, 0.46):
                self.scene.add(Line((x - width / 2, y + side * height), (x + width / 2, y + side * height), rail))
            self.scene.add(Line((x, y - 0.46 * height), (x, y + 0.46 * height), rail))
        self._round()

    def _round(self) -> None:
        """Draw the rectangle round all cells."""
        self.scene.add(rectangle(0, 0, self.scene.width, self.scene.height, None, self.frame))

    @property
    def _cells(self) -> range:
        return range(len(self.diagram.centres))

    def _name_at(self, cell: int) -> Point:
        """Return where the name of a pit ends: in the corner above it, on the left."""
        x, y = self.grid.centre(cell)
        return x - 0.78 * self.pit, y - 0.8 * self.pit

    @property
    def _name_size(self) -> float:
        return max(LEAST_LETTERS, min(9.0, 0.16 * self.grid.height / POINT))

    def _names(self) -> None:
        """Write the cells' names into the corners that pits leave free."""
        for cell, name in enumerate(self.diagram.names):
            self.scene.add(Text(self._name_at(cell), name, self._name_size, "end", fill=NAME_GREY))

    def _name_hulls(self) -> list[Hull]:
        """Return what the names take up."""
        hulls: list[Hull] = []
        for cell, name in enumerate(self.diagram.names):
            (x, y), size = self._name_at(cell), self._name_size
            left, bottom, right, top = letter_box(name, size)
            shift = x - text_width(name, size)
            hulls.append(convex_hull([(shift + a, y - b) for a in (left, right) for b in (bottom, top)]))
        return hulls

    # --- seeds -----------------------------------------------------------------------------------------------

    @property
    def pit(self) -> float:
        """The radius of a pit."""
        return 0.35 * self.grid.unit

    @property
    def _figure(self) -> float:
        """The letter size of the figures in pits."""
        return max(LEAST_LETTERS, min(12.0, 0.24 * self.grid.unit / POINT))

    def _seeds(self, cell: int) -> None:
        """Draw the seeds of a pit as dots, sunflower fashion, and below them their number."""
        count, (x, y) = self.position.cells[cell], self.grid.centre(cell)
        figure = self._figure
        dots = 0 if count > DOTS else count
        low, inside = figure * POINT * 0.73, SEEDS * self.pit
        # Dots fill a circle above the figure; both stay inside what badges keep off.
        foot = y + 0.86 * inside
        room = (foot - low - (y - inside)) / 2 - 0.15
        middle = (x, y - inside + room)
        radius = min(0.16 * self.pit, room / 4.2)
        for number in range(dots):
            reach = (room - radius) * math.sqrt((number + 0.5) / max(dots, 5)) if dots > 1 else 0.0
            angle = number * math.pi * (3 - math.sqrt(5))
            at = (middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle))
            self.scene.add(Disc(at, radius, DARK))
        self.scene.add(Text((x, foot if dots else y + low / 2), str(count), figure, "middle"))

    def _seed_hulls(self) -> list[Hull]:
        """Return what the seeds and figures of pits take up."""
        if not self.diagram.seeds:
            return []
        return [circle_points(self.grid.centre(cell), SEEDS * self.pit) for cell in self._cells]

    # --- moves -----------------------------------------------------------------------------------------------

    def _placements(self, slots: Sequence[Slot], letters: float) -> list[Point]:
        """Draw twins of placements; return where the badges go.

        Raises:
            CrowdedError: two badges touch, or one touches a piece.
        """
        middles, twins = [], []
        bodies = list(self._hulls().values())
        for slot in slots:
            places = [(x, y + self.raised) for x, y in (self.grid.centre(move.target) for move in slot.moves)]
            middles.append(places[0])
            hull = tuple((places[0][0] + x, places[0][1] + y) for x, y in badge_hull(slot.colour.symbol, letters))
            if not all(apart(hull, other, GAP) for other in bodies):
                raise CrowdedError
            bodies.append(hull)
            twins += places[1:]
        radius = 0.5 * letters * POINT
        self.scene.add(*(Disc(twin, radius, TWIN_FILL, Stroke(TWIN_LINE, self.thin)) for twin in twins))
        return middles

    def _arrows(self, slots: Sequence[Slot], hulls: dict[int, Hull]) -> list[Drawn]:
        """Return the arrows: all twins first, then one for each slot in order."""
        moves = [(m, None if number else s.colour) for s in slots for number, m in enumerate(s.moves)]
        moves.sort(key=lambda move: move[1] is not None)
        ways: defaultdict[int, list[Point]] = defaultdict(list)
        for move, _ in moves:
            ways[self._end(move)].append(self._way(move))
        return [Drawn(self._arrow(move, hulls, ways[self._end(move)]), colour) for move, colour in moves]

    def _end(self, move: Move) -> int:
        """Return the cell that a move's arrow points to."""
        if self.diagram.moves == "sow":
            return (self._source(move) + 1) % len(self.diagram.centres)
        return move.target

    def _source(self, move: Move) -> int:
        return move.target if move.source is None else move.source

    def _way(self, move: Move) -> Point:
        """Return a move's direction on paper, of length 1."""
        (x, y), (x2, y2) = self._piece_at(self._source(move)), self._piece_at(self._end(move))
        length = math.hypot(x2 - x, y2 - y)
        return (x2 - x) / length, (y2 - y) / length

    def _arrow(self, move: Move, hulls: dict[int, Hull], ways: Sequence[Point]) -> Arrow:
        """Return the arrow of a move, from the edge of its piece to short of its target's middle."""
        unit, way = self.grid.unit, self._way(move)
        source, end = self._source(move), self._end(move)
        start, goal = self._piece_at(source), self._piece_at(end)
        half, barb = max(0.2, 0.05 * unit), max(0.42, 0.115 * unit)
        line = max(0.1, min(0.25, 0.018 * unit))
        leave = self._edge(source, hulls, start, way) + 0.02 * unit
        stop = max(0.15, 0.06 * unit - 0.1) - self.raised * way[1]
        if self._edge(end, hulls, goal, way):
            stop = self._edge(end, hulls, goal, (-way[0], -way[1])) + 0.04 * unit
        stop = max(stop, tips_apart(ways, barb))
        length = math.hypot(goal[0] - start[0], goal[1] - start[1]) - leave - stop
        head = min(max(0.5, min(0.21 * unit, 0.34 * unit - 0.9)), 0.42 * length)
        if length < 1.2:
            raise CrowdedError
        tail = (start[0] + leave * way[0], start[1] + leave * way[1])
        return Arrow(tail, way, length, half, head, barb, line)

    def _edge(self, cell: int, hulls: dict[int, Hull], middle: Point, way: Point) -> float:
        """Return how far what lies on a cell reaches in a direction; 0 when it is empty."""
        if self.diagram.cell == "pit":
            return self.pit
        return exit_distance(hulls[cell], middle, way) if cell in hulls else 0.0
