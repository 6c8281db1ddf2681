"""What a board style must say: how its boards look on cards, on the table, under a laser and to fingers.

A board style is one file in this folder with one class, and one line in ``styles/__init__.py``. Whatever most boards
share stands here; a style writes again only what is its own.
"""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kitgen.kit.kit import Kit
from kitgen.model import Diagram, Game, Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles.table import EDGE, SEAT, draw_seats
from kitgen.paper.job import Job
from kitgen.paper.marks.braille import Braille
from kitgen.paper.marks.fonts import letter_box, text_width
from kitgen.paper.marks.geometry import Hull, convex_hull
from kitgen.paper.marks.pieces import EMPTY, PIECES
from kitgen.paper.marks.scene import POINT, WHITE, Mark, Point, Scene, Stroke, Text, rectangle
from kitgen.paper.marks.touch import APART

#: Cells are quiet: thin grey lines; and their names.
CELL_LINE, NAME_GREY = "#A6A6A6", "#595959"
#: Letters on paper are never smaller, in points.
LEAST_LETTERS = 5.0
#: Height of capitals and figures, as a share of the letter size.
CAPITAL = 0.729
#: The cells of boards without pieces, and how much of its cell each takes.
QUIET, SHARE = "#D4D4D4", 0.86
#: The sizes of a cell for fingers in mm, the largest that fits is taken.
TOUCH_CELLS = (20.0, 18.0, 16.0, 15.0)


@dataclass(frozen=True, slots=True)
class PieceCount:
    """How many pieces of one kind to cut out.

    Attributes:
        kind: the shape, one of ``PIECES``.
        needed: the most that can lie on the board at once.
        count: with spares.
    """

    kind: str
    needed: int
    count: int


class Style(ABC):
    """How boards of one kind are drawn, everywhere.

    Attributes:
        aspect: width over height of a cell: the least, the most where there is room, the most where cells are low.
        things: what lies on the cells, ``pieces`` or another word with texts of its own (``finder.pieces``).
        look: the key of the operator's sentence on comparing a box with the table.
        frame: the colour of the line round all cells.
        lifted: how far above the middle of its cell a piece stands, as a share of the cell's height.
        lettered: True when columns have letters and rows numbers along the edges, as in chess.
        tall: how much higher than wide a cell of the playing board is.
    """

    aspect: tuple[float, float, float]
    things = "pieces"
    look = "step.look"
    frame = CELL_LINE
    lifted = 0.0
    lettered = False
    tall = 1.0

    # --- size --------------------------------------------------------------------------------------------------

    def fit(self, diagram: Diagram, width: float, height: float, *, turned: bool = False) -> Grid:
        """Return the grid that fills a room in mm best: square cells, and wider ones where the room is low.

        Low cells gain room for badges by being wider than high; from 8 mm up they stay as they are usual.
        """
        least, usual, most = self.aspect
        cell_height = height / diagram.height
        widest = min(most, max(usual, usual + (8 - cell_height) * 0.2))
        cell_width = min(width / diagram.width, widest * cell_height)
        return Grid(diagram, cell_width, min(cell_height, cell_width / least), turned)

    # --- on cards ----------------------------------------------------------------------------------------------

    @abstractmethod
    def cells(self, grid: Grid, position: Position) -> Iterator[Mark]:
        """Yield the empty cells and whatever of the position is not a piece, the ground first."""

    def round(self, grid: Grid) -> Mark:
        """Return the rectangle round all cells."""
        return rectangle(0, 0, *grid.size, None, Stroke(self.frame, max(0.15, min(0.35, grid.unit / 40))))

    def ground(self, grid: Grid) -> Mark:
        """Return the white under all cells."""
        return rectangle(0, 0, *grid.size, WHITE)

    def names(self, grid: Grid) -> Iterator[Mark]:
        """Yield the names of the cells, where they have some, each in the top left corner of its cell."""
        for cell, name in enumerate(grid.diagram.names):
            yield Text(self._name_at(grid, cell), name, self._name_size(grid), "end", fill=NAME_GREY)

    def _name_at(self, grid: Grid, cell: int) -> Point:
        """Return where the name of a cell ends."""
        x, y = grid.centre(cell)
        return x - 0.273 * grid.unit, y - 0.28 * grid.unit

    @staticmethod
    def _name_size(grid: Grid) -> float:
        return max(LEAST_LETTERS, min(9.0, 0.16 * grid.height / POINT))

    def kept_free(self, grid: Grid) -> list[Hull]:
        """Return what badges must keep off besides pieces and arrows: the names of the cells."""
        hulls: list[Hull] = []
        for cell, name in enumerate(grid.diagram.names):
            (x, y), size = self._name_at(grid, cell), self._name_size(grid)
            left, bottom, right, top = letter_box(name, size)
            shift = x - text_width(name, size)
            hulls.append(convex_hull([(shift + a, y - b) for a in (left, right) for b in (bottom, top)]))
        return hulls

    def rim(self, grid: Grid) -> float | None:
        """Return how far from a cell's middle arrows begin and end, in mm; None where pieces alone are in their way."""
        del grid
        return None

    def small_cell(self, grid: Grid, cell: int) -> Mark:
        """Return a cell of the small board on which moves are shown without pieces."""
        x, y = grid.centre(cell)
        wide, high = SHARE * grid.width, SHARE * grid.height
        return rectangle(x - wide / 2, y - high / 2, wide, high, QUIET)

    # --- on the table ------------------------------------------------------------------------------------------

    def playing(self, job: Job, cell: float, width: float, height: float, *, turned: bool) -> Scene:
        """Return the empty board to play on, names along its edges, with the seats of both sides.

        Args:
            job: the print run.
            cell: side of a cell at best, in mm.
            width: of the room, in mm.
            height: of the room, in mm.
            turned: True to see the board from the other side, as the boxes show it.
        """
        diagram = job.kit.game.diagram
        cell = min(cell, (width - 2 * EDGE) / diagram.width, (height - 2 * EDGE - 2 * SEAT) / diagram.height)
        grid = self.fit(diagram, cell * diagram.width, self.tall * cell * diagram.height, turned=turned)
        inner = Scene(*grid.size)
        inner.add(*self.empty(grid), *self.playing_names(grid))
        seats = SEAT if diagram.turns else 0.0
        edge = EDGE if self.lettered and not diagram.names else 0.0
        scene = Scene(inner.width + 2 * EDGE, inner.height + edge + 2 * seats + 2)
        scene.place(inner, EDGE, seats)
        if edge:
            scene.add(*self.edge_names(grid, EDGE, seats))
        if diagram.turns:
            draw_seats(job, scene, SEAT - 1.4, seats + inner.height + edge + 3.5, turned=turned)
        return scene

    def playing_names(self, grid: Grid) -> Iterator[Mark]:
        """Yield what stands in the cells of a playing board: their names."""
        yield from self.names(grid)

    def empty(self, grid: Grid) -> Iterator[Mark]:
        """Yield an empty board to play on, without names."""
        yield from self.cells(grid, Position((0,) * len(grid.diagram.centres), 0))

    def edge_names(self, grid: Grid, x: float, y: float) -> Iterator[Mark]:
        """Yield the names of rows and columns round a playing board whose top left corner is x, y; none here."""
        del grid, x, y
        yield from ()

    def piece_counts(self, game: Game) -> list[PieceCount]:
        """Return how many pieces a game takes, one of each kind more than it needs."""
        start, diagram = game.start().cells, game.diagram
        lying = Counter(start)
        # On a board that fills up from nothing, the two sides put their pieces in turn.
        most = math.ceil(len(start) / len(diagram.pieces)) if diagram.pieces else 0
        needed = [(kind, lying[content] or most) for content, kind in sorted(diagram.pieces.items())]
        return [PieceCount(kind, number, number + 1) for kind, number in needed]

    # --- under a laser -----------------------------------------------------------------------------------------

    @abstractmethod
    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Yield the lines that a laser scores into a board between or round its cells."""

    # --- to fingers --------------------------------------------------------------------------------------------

    def touch_sizes(self, kit: Kit, braille: Braille) -> tuple[float, ...]:
        """Return the sides that a cell for fingers may have, in mm, the largest first."""
        del kit, braille
        return TOUCH_CELLS

    def touch_margins(self, diagram: Diagram, braille: Braille) -> tuple[float, float, float]:
        """Return what names take on the left of a board for fingers, above and below it, in mm."""
        row = braille.height + APART
        return (0, row, row) if diagram.names else (0, 0, 0)

    def touch_ground(self, grid: Grid, braille: Braille, at: Point) -> Iterator[Mark]:
        """Yield what lies under all cells of a board for fingers whose top left corner is given; nothing here."""
        del grid, braille, at
        yield from ()

    def touch_cell(self, middle: Point, unit: float, content: int, braille: Braille) -> Iterator[Mark]:
        """Yield one cell for fingers with whatever of its content is not a piece; nothing here."""
        del middle, unit, content, braille
        yield from ()

    # --- in a terminal -----------------------------------------------------------------------------------------

    def sign(self, diagram: Diagram, cell: int, content: int) -> str:
        """Return what lies on a cell as a sign of text."""
        del cell
        piece = PIECES.get(diagram.pieces.get(content, ""))
        return piece.sign if piece else EMPTY
