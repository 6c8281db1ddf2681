"""A position laid out at a size: where its pieces stand and what they take up, before any move is marked."""

from dataclasses import dataclass
from functools import cached_property

from kitgen.model import Diagram, Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles import style_of
from kitgen.paper.card.styles.style import Style
from kitgen.paper.marks.geometry import Hull, exit_distance
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Mark, Point


@dataclass(frozen=True)
class Setting:
    """A position laid out at a size.

    Attributes:
        grid: where the cells lie.
        position: what lies on them.
        lowered: how far above the middle of low cells pieces stand, as a share of the cell's height; 0 where the
            style says itself how its pieces stand.
    """

    grid: Grid
    position: Position
    lowered: float = 0.0

    @property
    def diagram(self) -> Diagram:
        """What is drawn."""
        return self.grid.diagram

    @cached_property
    def style(self) -> Style:
        """How the board is drawn."""
        return style_of(self.diagram)

    @cached_property
    def raised(self) -> float:
        """How far above the middle of its cell a piece stands, in mm."""
        return (self.style.lifted or self.lowered) * self.grid.height

    def piece_at(self, cell: int) -> Point:
        """Return the middle of a piece on a cell."""
        x, y = self.grid.centre(cell)
        return x, y - self.raised

    @cached_property
    def pieces(self) -> dict[int, str]:
        """The shapes of the pieces by cell."""
        kinds = ((cell, self.diagram.pieces.get(content)) for cell, content in enumerate(self.position.cells))
        return {cell: kind for cell, kind in kinds if kind}

    def _height(self, kind: str) -> float:
        """Return how high a piece stands, in mm."""
        # In low cells pieces give some of their room to the badges, whose letters cannot shrink with them.
        shrink = min(1.0, max(0.78, 0.85 + 0.045 * (self.grid.unit - 4.5)))
        return shrink * PIECES[kind].height * self.grid.unit

    def draw_pieces(self) -> list[Mark]:
        """Return the pieces."""
        return [PIECES[kind].draw(self.piece_at(cell), self._height(kind)) for cell, kind in self.pieces.items()]

    @cached_property
    def hulls(self) -> dict[int, Hull]:
        """The outlines of the pieces by cell."""
        return {cell: PIECES[kind].hull(self.piece_at(cell), self._height(kind)) for cell, kind in self.pieces.items()}

    def edge(self, cell: int, middle: Point, way: Point) -> float:
        """Return how far what lies on a cell reaches from a point in a direction, in mm; 0 when it is empty."""
        rim = self.style.rim(self.grid)
        if rim is not None:
            return rim
        return exit_distance(self.hulls[cell], middle, way) if cell in self.hulls else 0.0
