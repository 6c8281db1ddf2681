"""Board styles: how boards of a kind look on cards, on the table, under a laser and to fingers.

A style is a class after ``Style`` and an entry in ``STYLES``; ``Style`` holds what most boards
share.
"""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING

from kitgen.kit.kit import Kit
from kitgen.model import Diagram, Game, Move, Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.vocabulary import (
    TOUCH_PEN,
    Legend,
    draw_front,
    drawn_line,
    front_words,
    goal_flags,
    one_way_heads,
    own_lines,
    printed_pen,
)
from kitgen.paper.marks.pieces import EMPTY_SIGN, SEED, TOUCH_REACH, shape_of
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    POINT,
    WHITE,
    Disc,
    Hull,
    Line,
    Mark,
    Path,
    Place,
    Polygon,
    Scene,
    Stroke,
    Text,
    arc,
    centred,
    circle_points,
    convex_hull,
    on_circle,
    rectangle,
)
from kitgen.paper.spoken_game import side_name
from kitgen.paper.style import (
    BODY,
    CAPITAL,
    GREY,
    LEAST_LETTERS,
    MIDDLE,
    SMALL,
    STYLE,
    letter_box,
    text_width,
)
from kitgen.papers import Bounds, Point

if TYPE_CHECKING:
    from kitgen.paper.job import Job
    from kitgen.paper.marks.braille import Braille


#: Room for the names along an edge, in mm.
EDGE_NAMES_MM = 6.0
#: Room for a line that says who sits there, in mm.
SEAT_MM = 6.0


def draw_seats(job: "Job", scene: Scene, top: float, bottom: float, *, turned: bool) -> None:
    """Write on either side of a board who sits there, on baselines above and below it;
    ``turned`` swaps them.
    """
    above, below = (0, 1) if turned else (1, 0)
    for side, y in ((above, top), (below, bottom)):
        key = "board.machine" if side in job.kit.players else "board.opponent"
        words = job.texts(key, side=side_name(job, side))
        scene.add(Text((scene.width / 2, y), words, SMALL, "middle", bold=True))


def _draw_fronts(
    scene: Scene, fronts: Mapping[str, Sequence[str]], bounds: Bounds, edge: float
) -> None:
    """Write at each edge of a board which sides look away from it; ``edge`` is the room of names
    below it.
    """
    left, top, right, bottom = bounds
    middle_x = (left + right) / 2
    middle_y = (top + bottom) / 2
    for where, sides in fronts.items():
        for number, words in enumerate(sides):
            away = SEAT_MM * number
            match where:
                case "above":
                    at = (middle_x, top - 1.8 - away)
                case "below":
                    at = (middle_x, bottom + edge + 4.2 + away)
                case "left":
                    at = (left - edge - 2 - away, middle_y)
                case _:
                    at = (right + 5.2 + away, middle_y)
            draw_front(scene, where, words, at)


#: Cells are quiet: their lines are thin and grey.
CELL_LINE = STYLE.greys.fine
#: The cells of small boards without pieces: their colour, and their share of the cell.
QUIET = STYLE.greys.quiet
QUIET_SHARE = 0.86
#: The gap that fingers need between two shapes (an eighth of an inch), in mm.
TOUCH_GAP = 3.2
#: The thinnest line for fingers.
TOUCH_LINE = Stroke(BLACK, 1.2)
#: The sizes of a cell for fingers in mm; the largest that fits is used.
TOUCH_CELLS_MM = (20.0, 18.0, 16.0, 15.0)
#: Those of a board whose lines have arrowheads or belong to one side, in mm.
TOUCH_LINE_CELLS_MM = (32.0, 28.0, 25.0)
#: Such a board is no wider than a page, in mm.
MAX_TOUCH_WIDTH_MM = 170.0


@dataclass(frozen=True, slots=True)
class PieceCount:
    """Pieces of one kind to cut out: the most on the board at once, and the count with spares."""

    kind: str
    needed: int
    count: int


def _placed_in_turn(game: Game) -> Counter[int]:
    """Return how many of each content a board takes that fills up from nothing, cell by cell and
    by turns; empty for a board that does not.

    >>> from kitgen.games import make_game
    >>> sorted(_placed_in_turn(make_game("tictactoe")).items())
    [(1, 5), (2, 4)]
    """
    placed: Counter[int] = Counter()
    position = game.start()
    cells = len(position.cells)
    if any(position.cells):
        return placed
    for cells_of_side in (math.ceil(cells / 2), cells // 2):
        contents = set[int]()
        moves = game.legal_moves(position)
        for move in moves:
            after = game.play(position, move).position
            pairs = zip(position.cells, after.cells, strict=True)
            contents.update(new for old, new in pairs if new != old)
        for content in contents:
            placed[content] += cells_of_side
        if moves:
            position = game.play(position, moves[0]).position
    return placed


class Style(ABC):
    """The drawing of boards of one kind, everywhere.

    Attributes:
        aspect: width over height of a cell: the least, the most with enough room, the most in low
            cells.
        things: the contents of cells, ``pieces`` or another word with texts of its own
            (``finder.pieces``).
        look: the key of the operator's sentence on comparing a box with the table.
        frame: the colour of the line round all cells.
        lifted: how far above the middle of its cell a piece stands, as a share of the cell's
            height.
        room: the most height of a piece, as a share of the height of a low cell.
        lettered: True when columns have letters and rows numbers along the edges, as in chess.
        tall: height over width of a cell of the playing board.
        rim: how far from a cell's middle arrows begin and end, as a share of the cell; None if only
            pieces limit them.
    """

    aspect: tuple[float, float, float]
    things = "pieces"
    frame = CELL_LINE
    lifted = 0.0
    room = 1.0
    lettered = False
    tall = 1.0
    rim: float | None = None

    def fit(self, diagram: Diagram, width: float, height: float, *, turned: bool = False) -> Grid:
        """Return the grid that fills a room in mm best; cells under 8 mm high are wider, which
        gives badges room.
        """
        least, usual, most = self.aspect
        cell_height = height / diagram.height
        widest = min(most, max(usual, usual + (8 - cell_height) * 0.2))
        cell_width = min(width / diagram.width, widest * cell_height)
        return Grid(diagram, cell_width, min(cell_height, cell_width / least), turned)

    @abstractmethod
    def cells(self, grid: Grid, position: Position) -> Iterator[Mark]:
        """Yield the empty cells and whatever is not a piece, the ground first."""

    def round(self, grid: Grid) -> Mark:
        """Return the rectangle round all cells."""
        line = Stroke(self.frame, max(0.15, min(0.35, grid.unit / 40)))
        return rectangle(0, 0, *grid.size, None, line)

    def ground(self, grid: Grid) -> Mark:
        """Return the white under all cells."""
        return rectangle(0, 0, *grid.size, WHITE)

    def names(self, grid: Grid) -> Iterator[Text]:
        """Yield the names of the cells, each in the top left corner of its cell."""
        size = max(LEAST_LETTERS, min(9.0, 0.16 * grid.cell_height / POINT))
        for (x, y), name in zip(grid.centres, grid.diagram.names, strict=False):
            yield Text((x - 0.273 * grid.unit, y - 0.28 * grid.unit), name, size, "end", fill=GREY)

    def kept_free(self, grid: Grid) -> Iterator[Hull]:
        """Yield what badges must keep clear of besides pieces and arrows: the names of the
        cells.
        """
        for name in self.names(grid):
            left, bottom, right, top = letter_box(name.text, name.size)
            x = name.at[0] - text_width(name.text, name.size)
            y = name.at[1]
            yield convex_hull(
                [
                    (x + left, y - bottom),
                    (x + left, y - top),
                    (x + right, y - bottom),
                    (x + right, y - top),
                ]
            )

    def small_cell(self, grid: Grid, cell: int) -> Mark:
        """Return a cell of a small board without pieces."""
        wide = QUIET_SHARE * grid.cell_width
        high = QUIET_SHARE * grid.cell_height
        return centred(grid.centre(cell), wide, high, QUIET)

    def playing(
        self, job: "Job", cell: float, width: float, height: float, *, turned: bool
    ) -> Scene:
        """Return the playing board with names and seats, in a room in mm; ``cell`` is the
        preferred side of a cell.
        """
        diagram = job.kit.game.diagram
        legend = Legend(job, width)
        fronts = front_words(job)
        above = SEAT_MM * len(fronts["above"])
        below = SEAT_MM * len(fronts["below"])
        side = EDGE_NAMES_MM + SEAT_MM * max(len(fronts["left"]), len(fronts["right"]))
        high = height - 2 * EDGE_NAMES_MM - 2 * SEAT_MM - above - below - legend.height
        cell = min(cell, (width - 2 * side) / diagram.width, high / diagram.height)
        board_height = self.tall * cell * diagram.height
        grid = self.fit(diagram, cell * diagram.width, board_height, turned=turned)
        inner = Scene(*grid.size)
        inner.add(*self.empty(grid), *goal_flags(grid), *self.playing_names(job.kit.game, grid))
        seats = SEAT_MM if diagram.turns else 0.0
        edge = EDGE_NAMES_MM if self.lettered and not diagram.names else 0.0
        top = seats + above
        foot = top + inner.height + edge + seats + below + 2
        scene_width = inner.width + 2 * side
        if legend.height:
            scene_width = max(scene_width, width)
        scene = Scene(scene_width, foot + legend.height)
        left = (scene.width - inner.width) / 2
        scene.place(inner, left, top)
        if edge:
            scene.add(*self.edge_names(grid, left, top))
        if diagram.turns:
            draw_seats(job, scene, SEAT_MM - 1.4, seats + inner.height + edge + 3.5, turned=turned)
        _draw_fronts(scene, fronts, (left, top, left + inner.width, top + inner.height), edge)
        legend.draw(scene, foot)
        return scene

    def playing_names(self, _game: Game, grid: Grid) -> Iterator[Mark]:
        """Return the names in the cells of a playing board."""
        return self.names(grid)

    def empty(self, grid: Grid) -> Iterator[Mark]:
        """Return an empty board to play on, without names."""
        return self.cells(grid, Position((0,) * len(grid.diagram.centres), 0))

    def edge_names(self, grid: Grid, x: float, y: float) -> Iterator[Mark]:
        """Yield letters below the columns and numbers left of the rows of a board with its top
        left corner at x, y.
        """
        wide, high = grid.size
        columns = int(grid.diagram.width)
        rows = int(grid.diagram.height)
        way = -1 if grid.turned else 1
        for column, letter in enumerate(ascii_lowercase[:columns][::way]):
            at = (x + (column + 0.5) * wide / columns, y + high + 4.6)
            yield Text(at, letter, BODY, "middle", fill=GREY)
        for row, number in enumerate(range(rows, 0, -1)[::way]):
            at = (x - 3, y + (row + 0.5) * high / rows + MIDDLE * BODY * POINT)
            yield Text(at, f"{number}", BODY, "middle", fill=GREY)

    def piece_counts(self, game: Game) -> Iterator[PieceCount]:
        """Yield the number of pieces that a game takes, with a spare of each kind."""
        start = game.start().cells
        pieces = game.diagram.pieces
        placed = _placed_in_turn(game)
        for content, kind in sorted(pieces.items()):
            most = game.hands.get(content) or start.count(content)
            if not most:
                most = placed.get(content) or math.ceil(len(start) / len(pieces))
            yield PieceCount(kind, most, most + 1)

    @abstractmethod
    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Yield the lines that a laser scores into a board between or round its cells."""

    def engraved(self, grid: Grid) -> Iterator[Mark]:
        """Yield what a laser engraves into a board besides the names of its cells: the goals of
        the sides.
        """
        yield from goal_flags(grid)

    def touch_sizes(self, _kit: Kit, _braille: "Braille") -> tuple[float, ...]:
        """Return the sides of a cell for fingers, in mm, the largest first."""
        return TOUCH_CELLS_MM

    def touch_margins(self, diagram: Diagram, braille: "Braille") -> tuple[float, float, float]:
        """Return the margins for names left of a board for fingers, above and below it, in mm."""
        row = braille.height + TOUCH_GAP
        return (0, row, row) if diagram.names else (0, 0, 0)

    def touch_ground(self, _grid: Grid, _braille: "Braille", _at: Point) -> Iterator[Mark]:
        """Return the ground of a board for fingers with its top left corner at a point; nothing
        by default.
        """
        return iter(())

    def touch_cell(
        self, _middle: Point, _unit: float, _content: int, _braille: "Braille"
    ) -> Iterator[Mark]:
        """Return one cell for fingers and whatever in it is not a piece; nothing by default."""
        return iter(())

    def sign(self, diagram: Diagram, _cell: int, content: int) -> str:
        """Return the contents of a cell as a sign of text."""
        kind = diagram.pieces.get(content)
        if kind is None:
            return EMPTY_SIGN
        return shape_of(diagram, kind).sign


class Lattice(Style):
    """A board whose cells stand in rows and columns; ``a1`` is bottom left."""

    lettered = True

    def inner_lines(self, grid: Grid, stroke: Stroke, inset: float = 0) -> Iterator[Line]:
        """Yield the lines between columns, then between rows, which end within the board by a
        share of its size.
        """
        wide, high = grid.size
        for x in sorted({round(x - grid.cell_width / 2, 6) for x, _ in grid.centres})[1:]:
            yield Line((x, inset * high), (x, (1 - inset) * high), stroke)
        for y in sorted({round(y - grid.cell_height / 2, 6) for _, y in grid.centres})[1:]:
            yield Line((inset * wide, y), ((1 - inset) * wide, y), stroke)

    def holes(self, grid: Grid) -> Iterator[Mark]:
        """Yield a grey place for each hole; it is smaller than a cell, so that readers of a
        print tell them apart.
        """
        for middle in grid.holes:
            yield centred(middle, HOLE_SHARE * grid.cell_width, HOLE_SHARE * grid.cell_height, HOLE)

    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Yield the lines between the cells, and one across each hole, where there are no greys."""
        yield from self.inner_lines(grid, score)
        wide = grid.cell_width / 2
        high = grid.cell_height / 2
        for x, y in grid.holes:
            yield Line((x - wide, y + high), (x + wide, y - high), score)

    def touch_margins(self, _diagram: Diagram, braille: "Braille") -> tuple[float, float, float]:
        """Return the room for the numbers on the left and the letters below."""
        return braille.width("1") + TOUCH_GAP, 0, braille.height + TOUCH_GAP

    def touch_ground(self, grid: Grid, braille: "Braille", at: Point) -> Iterator[Mark]:
        """Yield the lines with their frame, the letters below and the numbers on the left."""
        x, y = at
        wide, high = grid.size
        half = TOUCH_LINE.width / 2
        yield rectangle(x + half, y + half, wide - 2 * half, high - 2 * half, stroke=TOUCH_LINE)
        for line in self.cut(grid, TOUCH_LINE):
            yield line.placed(Place(*at))
        columns = int(grid.diagram.width)
        rows = int(grid.diagram.height)
        for number, letter in enumerate(ascii_lowercase[:columns]):
            column = columns - 1 - number if grid.turned else number
            start = x + (column + 0.5) * grid.cell_width - braille.width(letter) / 2
            yield from braille.draw(letter, (start, high + TOUCH_GAP))
        for number in range(rows):
            row = number if grid.turned else rows - 1 - number
            level = (row + 0.5) * grid.cell_height - braille.height / 2
            yield from braille.draw(f"{number + 1}", (0, level))


#: The light grey of the shaded cells.
SHADE = STYLE.greys.chequer
#: A hole, where nothing can stand: its grey, and its share of the cell.
HOLE = STYLE.greys.pale
HOLE_SHARE = 0.9


class Square(Lattice):
    """A chequered board."""

    aspect = (1.0, 1.0, 2.0)
    frame = DARK

    def cells(self, grid: Grid, _position: Position) -> Iterator[Mark]:
        """Yield the squares and the frame."""
        for cell, middle in enumerate(grid.centres):
            fill = SHADE if cell in grid.diagram.shaded else WHITE
            line = Stroke(CELL_LINE, grid.thin)
            yield centred(middle, grid.cell_width, grid.cell_height, fill, line)
        yield from self.holes(grid)
        yield self.round(grid)


#: The colour of the lines.
LINE = STYLE.greys.line
#: How far within the board its lines end, as a share of its size.
LINE_INSET_SHARE = 0.04


class Open(Lattice):
    """A board of lines."""

    aspect = (1.0, 1.0, 1.6)

    def cells(self, grid: Grid, _position: Position) -> Iterator[Mark]:
        """Yield the ground, the lines and the frame."""
        yield self.ground(grid)
        yield from self.holes(grid)
        yield from self.inner_lines(grid, Stroke(LINE, max(0.2, grid.unit / 30)), LINE_INSET_SHARE)
        yield self.round(grid)


#: The rails' distance from the middle of a rung, as a share of its height.
RAIL_SHARE = 0.46
#: The side of a rung under a laser, as a share of its cell.
RUNG_SCORED_SHARE = 0.9
#: How far below the middle of a rung its number stands on the playing board, as a share of its
#: height.
RUNG_NUMBER_SHARE = 0.25


class Rung(Style):
    """A ladder."""

    aspect = (0.3, 1.0, 1.0)
    things = "counters"
    lifted = 0.24
    room = 0.52
    tall = 1.7

    def cells(self, grid: Grid, _position: Position) -> Iterator[Mark]:
        """Yield the ground, rails and rungs, and the frame."""
        half = grid.cell_width / 2
        away = RAIL_SHARE * grid.cell_height
        line = Stroke(CELL_LINE, max(0.2, grid.unit / 18))
        yield self.ground(grid)
        for x, y in grid.centres:
            yield Line((x - half, y - away), (x + half, y - away), line)
            yield Line((x - half, y + away), (x + half, y + away), line)
            yield Line((x, y - away), (x, y + away), line)
        yield self.round(grid)

    def playing_names(self, _game: Game, grid: Grid) -> Iterator[Mark]:
        """Yield the number of each rung, counted from the end that is taken last."""
        size = 0.5 * grid.unit / POINT
        high = CAPITAL * size * POINT
        wide = text_width(str(len(grid.centres)), size, bold=True)
        for remaining, (x, y) in enumerate(reversed(grid.centres), 1):
            middle = y + RUNG_NUMBER_SHARE * grid.cell_height
            top = middle - 0.7 * high
            foot = y + (RAIL_SHARE - 0.02) * grid.cell_height
            yield rectangle(x - 0.6 * wide, top, 1.2 * wide, foot - top, WHITE)
            yield Text((x, middle + high / 2), str(remaining), size, "middle", bold=True, fill=DARK)

    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Return a square for each rung."""
        side = RUNG_SCORED_SHARE * grid.unit
        return (centred(middle, side, side, stroke=score) for middle in grid.centres)

    def touch_cell(
        self, middle: Point, unit: float, _content: int, _braille: "Braille"
    ) -> Iterator[Mark]:
        """Yield a square."""
        yield centred(middle, unit, unit, stroke=TOUCH_LINE)


#: The radius of a point as a share of its cell: on cards, and under a laser.
SPOT_SHARE = 0.09
SPOT_SCORED_SHARE = 0.3
#: The height of a strip of points, as a share of the distance of two of them.
STRIP_HEIGHT = 1.3


class Points(Style):
    """Places joined by lines."""

    aspect = (1.0, 1.0, 1.3)

    def fit(self, diagram: Diagram, width: float, height: float, *, turned: bool = False) -> Grid:
        """Return the usual grid; points in a single row stand in a strip a little higher than
        they are apart.
        """
        grid = super().fit(diagram, width, height, turned=turned)
        if diagram.height == 1:
            strip_height = min(height, STRIP_HEIGHT * grid.cell_width)
            return replace(grid, cell_height=max(grid.cell_height, strip_height))
        return grid

    def cells(self, grid: Grid, _position: Position) -> Iterator[Mark]:
        """Yield the ground, the lines, the points and the frame."""
        line = Stroke(LINE, max(0.2, grid.unit / 30))
        yield self.ground(grid)
        yield from self._joined(grid, line, SPOT_SHARE)
        yield from one_way_heads(grid)
        yield from own_lines(grid, SPOT_SHARE * grid.unit)
        yield from (Disc(centre, SPOT_SHARE * grid.unit, WHITE, line) for centre in grid.centres)
        yield self.round(grid)

    def playing_names(self, game: Game, grid: Grid) -> Iterator[Mark]:
        """Yield the name of each point as moves are written, beside the point where most room is
        between its lines.
        """
        for cell, (x, y) in enumerate(grid.centres):
            name = game.move_text(Move(None, cell))
            turns = []
            for line in grid.diagram.lines:
                for end in line:
                    if cell in line and end != cell:
                        end_x, end_y = grid.centre(end)
                        turns.append(math.atan2(end_y - y, end_x - x))
            turns = sorted(turns) or [-math.pi]
            gaps = pairwise([*turns, turns[0] + math.tau])
            gap, first = max((later - turn, turn) for turn, later in gaps)
            half = math.hypot(text_width(name, BODY), BODY * POINT) / 2 + 0.8
            away = max(SPOT_SHARE * grid.unit + half, half / math.sin(min(gap, math.pi) / 2))
            level = (x, y + MIDDLE * BODY * POINT)
            yield Text(on_circle(level, away, first + gap / 2), name, BODY, "middle", fill=GREY)

    @staticmethod
    def _joined(grid: Grid, line: Stroke, spot: float) -> Iterator[Mark]:
        """Yield the lines from point to point, as far as the rims of both; ``spot`` is a point's
        radius in cells.
        """
        for start, end in grid.diagram.lines:
            yield drawn_line(grid, start, end, spot * grid.unit, line)

    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Yield the lines, and a circle at each point."""
        radius = SPOT_SCORED_SHARE * grid.unit
        yield from self._joined(grid, score, SPOT_SCORED_SHARE)
        yield from (Disc(centre, radius, None, score) for centre in grid.centres)

    def engraved(self, grid: Grid) -> Iterator[Mark]:
        """Yield the arrowheads, the lines of one side alone, and the goals."""
        pen = replace(printed_pen(grid.unit), head_at_both=0.5, head_at_owner=(0.42, 0.58, 0.5))
        yield from one_way_heads(grid, DARK, pen)
        yield from own_lines(grid, SPOT_SCORED_SHARE * grid.unit, pen)
        yield from goal_flags(grid)

    def touch_sizes(self, kit: Kit, braille: "Braille") -> tuple[float, ...]:
        """Return larger cells where lines have more to tell than that there is one."""
        diagram = kit.game.diagram
        tells = diagram.one_way or any(diagram.own_lines)
        if tells and diagram.width * TOUCH_LINE_CELLS_MM[-1] <= MAX_TOUCH_WIDTH_MM:
            return TOUCH_LINE_CELLS_MM
        return super().touch_sizes(kit, braille)

    def touch_ground(self, grid: Grid, _braille: "Braille", at: Point) -> Iterator[Mark]:
        """Yield the lines, the arrowheads, and the lines of one side alone."""
        marks: list[Mark] = [*self._joined(grid, TOUCH_LINE, SPOT_SHARE)]
        marks += one_way_heads(grid, BLACK, TOUCH_PEN)
        marks += own_lines(grid, SPOT_SHARE * grid.unit, TOUCH_PEN)
        return (mark.placed(Place(*at)) for mark in marks)

    def touch_cell(
        self, middle: Point, unit: float, content: int, _braille: "Braille"
    ) -> Iterator[Mark]:
        """Yield white under a piece, so that no line is felt in the hole of a ring."""
        if content:
            yield Disc(middle, TOUCH_REACH * unit, WHITE)


#: The radius of a pit as a share of its cell: on cards, on the playing board, under a laser.
PIT_SHARE = 0.35
PIT_PLAYED_SHARE = 0.44
PIT_SCORED_SHARE = 0.42
#: The colour of a pit's line on cards.
RIM_LINE = STYLE.greys.line
#: The line of a pit on the playing board.
RIM = Stroke(GREY, 0.35)
#: The most seeds that are drawn; a figure stands for more.
MAX_DRAWN_SEEDS = 12
#: The part of a pit's radius that holds seeds and figure; a badge may lie over the rest.
HELD_SHARE = 0.84
#: The longer side of a theme's seed, in radii of the usual one.
THEMED_SEED_SCALE = 2.3
#: Room above and below the pits of a playing board for seats, letters and arrows, in mm.
PIT_EDGE_MM = 11.0
#: Playing boards with smaller pits than this, in mm, are turned to lie along the page.
MIN_PIT_MM = 28.0
#: Spare seeds: one for this many, and at least so many.
SEEDS_PER_SPARE = 10
MIN_SPARE_SEEDS = 2


class Pit(Style):
    """Pits; the content of a cell is its number of seeds."""

    aspect = (0.7, 1.5, 1.5)
    things = "seeds"
    rim = PIT_SHARE

    def cells(self, grid: Grid, position: Position) -> Iterator[Mark]:
        """Yield the ground, the frame, and the pits with their seeds."""
        yield self.ground(grid)
        yield self.round(grid)
        for middle, count in zip(grid.centres, position.cells, strict=True):
            yield Disc(middle, PIT_SHARE * grid.unit, WHITE, Stroke(RIM_LINE, grid.thin * 1.5))
            yield from self._seeds(grid, middle, count)

    def _seeds(self, grid: Grid, middle: Point, count: int) -> Iterator[Mark]:
        """Yield the seeds of a pit as dots, in a sunflower spiral, and below them their number."""
        x, y = middle
        pit = PIT_SHARE * grid.unit
        figure = max(LEAST_LETTERS, min(12.0, 0.24 * grid.unit / POINT))
        dots = 0 if count > MAX_DRAWN_SEEDS else count
        low = figure * POINT * 0.73
        inside = HELD_SHARE * pit
        # Dots fill a circle above the figure; both stay inside what badges keep off.
        foot = y + 0.86 * inside
        room = (foot - low - (y - inside)) / 2 - 0.15
        middle_y = y - inside + room
        radius = min(0.16 * pit, room / 4.2)
        themed = grid.diagram.theme.get(SEED)
        for number in range(dots):
            reach = 0.0  # a single seed lies in the middle
            if dots > 1:
                reach = (room - radius) * math.sqrt((number + 0.5) / max(dots, 5))
            place = on_circle((x, middle_y), reach, number * math.pi * (3 - math.sqrt(5)))
            if themed:
                yield themed.draw(place, THEMED_SEED_SCALE * radius)
            else:
                yield Disc(place, radius, DARK)
        yield Text((x, foot if dots else y + low / 2), str(count), figure, "middle")

    def kept_free(self, grid: Grid) -> Iterator[Hull]:
        """Yield the outlines of seeds, figures and names."""
        radius = HELD_SHARE * (PIT_SHARE * grid.unit)
        yield from (circle_points(middle, radius) for middle in grid.centres)
        yield from super().kept_free(grid)

    def small_cell(self, grid: Grid, cell: int) -> Mark:
        """Return a grey disc."""
        return Disc(grid.centre(cell), QUIET_SHARE * grid.unit / 2, QUIET)

    def playing(
        self, job: "Job", cell: float, width: float, height: float, *, turned: bool
    ) -> Scene:
        """Return the pits with a store on either side; along the page where they would be too
        small.
        """
        diagram = job.kit.game.diagram
        wide = diagram.width + 2
        high = diagram.height
        extra = 2 * SEAT_MM + 8
        across = min(cell, width / wide, (height - extra) / high)
        along = min(cell, height / wide, (width - extra) / high)
        if across >= MIN_PIT_MM or along <= across:
            return _playing(job, across, turned=turned)
        board = _playing(job, along, turned=turned)
        scene = Scene(board.height, board.width)
        scene.place(board, board.height, 0, turn=90)
        return scene

    def empty(self, grid: Grid) -> Iterator[Mark]:
        """Yield pits without seeds and without numbers."""
        yield self.round(grid)
        yield from (Disc(middle, PIT_SHARE * grid.unit, None, RIM) for middle in grid.centres)

    def piece_counts(self, game: Game) -> Iterator[PieceCount]:
        """Yield the number of seeds that a game takes, and with spares."""
        seeds = sum(game.start().cells)
        spare = max(MIN_SPARE_SEEDS, math.ceil(seeds / SEEDS_PER_SPARE))
        yield PieceCount(SEED, seeds, seeds + spare)

    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Return a circle for each pit."""
        radius = PIT_SCORED_SHARE * grid.unit
        return (Disc(middle, radius, None, score) for middle in grid.centres)

    def touch_sizes(self, kit: Kit, braille: "Braille") -> tuple[float, ...]:
        """Return the cell sizes at which the largest number of seeds fits its pit."""
        number = f"{max(max(box.position.cells) for box in kit.boxes)}"
        ring = 2 * (TOUCH_GAP + TOUCH_LINE.width)
        least = math.hypot(braille.width(number), braille.height) + ring + TOUCH_GAP
        return least + 2, least

    def touch_cell(
        self, middle: Point, unit: float, content: int, braille: "Braille"
    ) -> Iterator[Mark]:
        """Yield a ring and the number of seeds, if any."""
        x, y = middle
        yield Disc(middle, (unit - TOUCH_GAP - TOUCH_LINE.width) / 2, stroke=TOUCH_LINE)
        if content:
            text = f"{content}"
            yield from braille.draw(text, (x - braille.width(text) / 2, y - braille.height / 2))

    def sign(self, diagram: Diagram, cell: int, content: int) -> str:
        """Return the number of seeds, after the name of the pit."""
        name = diagram.names[cell] if cell < len(diagram.names) else ""
        return f"{name}:{content}" if name else str(content)


def _playing(job: "Job", cell: float, *, turned: bool) -> Scene:
    """Return the board with pits of a size in mm; each side's store is on its right, as is
    usual.
    """
    diagram = job.kit.game.diagram
    grid = Grid(diagram, cell, cell, turned)
    high = diagram.height * cell
    scene = Scene((diagram.width + 2) * cell, high + 2 * PIT_EDGE_MM)
    scene.add(rectangle(0, PIT_EDGE_MM, scene.width, high, None, Stroke(DARK, 0.5)))
    for (x, y), name in zip(grid.centres, diagram.names, strict=True):
        middle = (x + cell, PIT_EDGE_MM + y)
        radius = PIT_PLAYED_SHARE * cell
        scene.add(Disc(middle, radius, None, RIM))
        scene.add(Text((middle[0] - radius, middle[1] - 0.36 * cell), name, BODY, fill=GREY))
    left_side, right_side = (0, 1) if turned else (1, 0)
    _draw_store(job, scene, left_side, 0.5 * cell, cell)
    _draw_store(job, scene, right_side, scene.width - 0.5 * cell, cell)
    _draw_sowing_arrow(scene, cell, scene.width - cell, PIT_EDGE_MM + high + 2.2)
    _draw_sowing_arrow(scene, scene.width - cell, cell, PIT_EDGE_MM - 2.2)
    draw_seats(job, scene, PIT_EDGE_MM - 5, scene.height - 3, turned=turned)
    return scene


def _draw_store(job: "Job", scene: Scene, side: int, x: float, cell: float) -> None:
    """Draw the store of a side, a long pit with its middle at x, beside cells of a size in mm."""
    owner = "machine" if side in job.kit.players else "opponent"
    y = scene.height / 2
    radius = 0.38 * cell
    reach = (job.kit.game.diagram.height - 0.2) * cell / 2 - radius
    steps = (
        ("M", (x - radius, y - reach)),
        *arc((x, y - reach), radius, 180, 360),
        ("L", (x + radius, y + reach)),
        *arc((x, y + reach), radius, 0, 180),
        ("Z",),
    )
    scene.add(Path(steps, None, RIM))
    words = job.texts(f"board.store.{owner}")
    scene.add(Text((x + 1.1, y), words, SMALL, "middle", fill=GREY, turn=-90))


def _draw_sowing_arrow(scene: Scene, start: float, end: float, y: float) -> None:
    """Draw the long thin arrow beside a row of pits that shows which way seeds are sown."""
    way = 1 if end > start else -1
    scene.add(Line((start, y), (end - way * 3, y), Stroke(GREY, 0.3)))
    neck = end - way * 3.5
    scene.add(Polygon(((end, y), (neck, y - 1.2), (neck, y + 1.2)), fill=GREY))


#: The styles by the words in ``Diagram.cell``.
STYLES: dict[str, Style] = {
    "square": Square(),
    "open": Open(),
    "pit": Pit(),
    "rung": Rung(),
    "points": Points(),
}


def style_of(diagram: Diagram) -> Style:
    """Return the style of a diagram's boards.

    >>> from kitgen.games import make_game
    >>> style_of(make_game("awari:2x3").diagram).things
    'seeds'
    """
    return STYLES[diagram.cell]
