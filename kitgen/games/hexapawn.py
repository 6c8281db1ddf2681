"""Hexapawn on a board of any size (M. Gardner, Scientific American 206(3), March 1962, pp.
138-144).

Cells are numbered row by row from the top left; on 3x3, with their names::

    0 a3   1 b3   2 c3      Black's home row
    3 a2   4 b2   5 c2
    6 a1   7 b1   8 c1      White's home row; White starts and moves up
"""

from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_uppercase
from typing import Any

from kitgen.games import notation
from kitgen.model import Diagram, Move, Position, Side, Step

# The contents of a cell.
EMPTY = 0
WHITE_PAWN = 1
BLACK_PAWN = 2


class Hexapawn(notation.GridGame):
    """A row of pawns each. A pawn steps straight ahead onto an empty cell or takes diagonally
    ahead.

    Reaching the far row, taking all pawns, or leaving the other side without a move wins.

    >>> game = Hexapawn(3, 3)
    >>> position = game.parse("bbb/..w/ww. b")
    >>> [game.move_text(move) for move in game.legal_moves(position)]
    ['a3a2', 'b3b2', 'b3c2']
    """

    name = "hexapawn"
    sides = (Side("white", "w"), Side("black", "b"))
    signs = ".wb"

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.about: dict[str, int | str] = {"columns": columns, "rows": rows}
        self.spec = f"hexapawn:{columns}x{rows}"
        self.symmetries = (
            notation.grid_symmetry("identity", columns, rows, (1, 0, 0, 1)),
            notation.grid_symmetry("mirror", columns, rows, (-1, 0, 0, 1)),
        )
        shaded = set()
        for row, column in product(range(rows), range(columns)):
            if (row + column + rows) % 2 == 0:
                shaded.add(row * columns + column)
        self.diagram = Diagram(
            columns,
            rows,
            notation.grid_centres(columns, rows),
            "square",
            "arrow",
            {WHITE_PAWN: "pawn-light", BLACK_PAWN: "pawn-dark"},
            turns=True,
            shaded=frozenset(shaded),
            letters=ascii_uppercase[:columns],
        )
        # For each side and cell: where a pawn steps to, and where it may take.
        self._ahead = tuple(self._reach(step, (0,)) for step in (-1, 1))
        self._takes = tuple(self._reach(step, (-1, 1)) for step in (-1, 1))
        self._far_row = (range(columns), range(columns * (rows - 1), columns * rows))

    @property
    def packed(self) -> Any:
        """The game on bitboards, for large boards; None beyond 31 cells or without Numba. See
        ``games/packed.py``.
        """
        kernels = notation.compiled_kernels("hexapawn")
        return kernels and kernels.packed(self.columns, self.rows)

    @property
    def words(self) -> Any:
        """The game for kernels that look ahead; None beyond 42 cells or without Numba. See
        ``games/words.py``.
        """
        kernels = notation.compiled_kernels("hexapawn")
        return kernels and kernels.in_words(self.columns, self.rows)

    def _reach(self, step: int, aside: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Return for each cell the cells that are a step ahead and so many columns aside."""
        reach: list[tuple[int, ...]] = []
        for row, column in product(range(self.rows), range(self.columns)):
            targets = []
            for way in aside:
                if 0 <= row + step < self.rows and 0 <= column + way < self.columns:
                    targets.append((row + step) * self.columns + column + way)
            reach.append(tuple(targets))
        return tuple(reach)

    def start(self) -> Position:
        """Return both rows of pawns at home, White to move."""
        middle = (EMPTY,) * (self.columns * (self.rows - 2))
        return Position((BLACK_PAWN,) * self.columns + middle + (WHITE_PAWN,) * self.columns, 0)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves, sorted; none when the game is over."""
        if self._decided(position) is not None:
            return ()
        return tuple(self._moves(position))

    def _moves(self, position: Position) -> list[Move]:
        cells = position.cells
        side = position.to_move
        own, other = (WHITE_PAWN, BLACK_PAWN) if side == 0 else (BLACK_PAWN, WHITE_PAWN)
        ahead = self._ahead[side]
        takes = self._takes[side]
        moves = []
        for cell, content in enumerate(cells):
            if content == own:
                targets = [t for t in ahead[cell] if cells[t] == EMPTY]
                targets += [t for t in takes[cell] if cells[t] == other]
                moves += [Move(cell, target) for target in sorted(targets)]
        return moves

    def play(self, position: Position, move: Move) -> Step:
        """Return the result of a legal move."""
        cells = list(position.cells)
        assert move.source is not None  # noqa: S101 - every pawn move has a source; this tells the type checker
        cells[move.target] = cells[move.source]
        cells[move.source] = EMPTY
        return Step(Position(tuple(cells), 1 - position.to_move), 0)

    def _decided(self, position: Position) -> int | None:
        cells = position.cells
        for side, (pawn, other) in enumerate(((WHITE_PAWN, BLACK_PAWN), (BLACK_PAWN, WHITE_PAWN))):
            if other not in cells or any(cells[cell] == pawn for cell in self._far_row[side]):
                return 1 if side == position.to_move else -1
        return None

    def result(self, position: Position) -> int | None:
        """Return the value for the side to move when the game is over, otherwise None."""
        decided = self._decided(position)
        if decided is None and not self._moves(position):
            return -1
        return decided

    def ending(self, position: Position) -> str:
        """Return why a game is over: a pawn has ``arrived``, all pawns are ``taken``, or a side
        is ``blocked``.
        """
        if any(self._arrived(position.cells)):
            return "arrived"
        return "blocked" if {WHITE_PAWN, BLACK_PAWN} <= {*position.cells} else "taken"

    def _arrived(self, cells: tuple[int, ...]) -> list[bool]:
        """Return whether White, and Black, has a pawn on the far row."""
        arrived = []
        for pawn, row in zip((WHITE_PAWN, BLACK_PAWN), self._far_row, strict=True):
            arrived.append(any(cells[cell] == pawn for cell in row))
        return arrived

    def faults(self, position: Position) -> Iterator[str]:
        """Yield too many pawns, none at all, or some on both far rows."""
        cells = position.cells
        for pawn, who in ((WHITE_PAWN, "white"), (BLACK_PAWN, "black")):
            if cells.count(pawn) > self.columns:
                yield f"{cells.count(pawn)} {who} pawns; at most {self.columns} play"
        if not any(cells):
            yield "no pawns; a game ends when one side has none"
        if all(self._arrived(cells)):
            yield "pawns of both sides on far rows; the first ends the game"


def make(size: str | None, options: Mapping[str, str]) -> Hexapawn:
    """Return Hexapawn of a size, 3x3 when None."""
    notation.check_options("hexapawn", options, ())
    return Hexapawn(*notation.read_size("hexapawn", size or "3x3", range(2, 9), range(2, 9)))
