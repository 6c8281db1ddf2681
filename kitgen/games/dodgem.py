"""Dodgem: cars that must get past each other. Colin Vout's game, in E. Berlekamp, J. Conway and R.
Guy, Winning Ways.

A board of n x n with n - 1 cars per side, stored with a lane outside into which cars leave and
which is always empty: a row at the top, for cars that drive up, and a column at the right, for cars
that drive right. On 3x3::

     0       1       2       3   (out)
     4 a3    5 b3    6 c3    7 d3 (out)
     8 a2    9 b2   10 c2   11 d2 (out)
    12 a1   13 b1   14 c1   15 d1 (out)

A car goes one cell ahead or to either side, never back, onto an empty cell; ahead it may leave the
board. A side wins as soon as its last car is out, and if it has no move because the other side has
shut it in, which that must not do. The side that starts wins on 3x3 (the table of all positions in
Winning Ways). The book has no rule for endless play; here the third occurrence of a position is a
draw.
"""

from collections.abc import Iterator, Mapping

from kitgen.errors import NotationError, UsageError, quoted
from kitgen.games.notation import GridGame, cell_name, check_options, grid_centres, read_size
from kitgen.model import Diagram, Move, Position, Side, Step, Symmetry

EMPTY, RIGHT, UP = 0, 1, 2


class Dodgem(GridGame):
    """Drive all your cars off the board, to the right or up; a side that is shut in has won, too.

    The board has 2 to 5 columns and rows, and each side has one car less.

    >>> game = Dodgem(3)
    >>> [game.move_text(move) for move in game.legal_moves(game.parse("..r/r../.uu R"))]
    ['c3d3', 'c3c2', 'a2a3', 'a2b2', 'a2a1']
    """

    name = "dodgem"
    sides = (Side("right", "R"), Side("up", "U"))
    repetition = 3
    signs = ".ru"

    def __init__(self, columns: int) -> None:
        self.columns = self.rows = columns
        self._wide = columns + 1
        self.about: dict[str, int | str] = {"columns": columns, "cars": columns - 1}
        self.spec = f"dodgem:{columns}x{columns}"
        # A mirror along the diagonal would exchange the sides: only the identity remains.
        self.symmetries = (Symmetry("identity", tuple(range(self._wide**2))),)
        self._out = frozenset(
            c for c in range(self._wide**2) if c < self._wide or c % self._wide == columns
        )
        centres, letters = grid_centres(self._wide, self._wide), "ABCDEF"[: self._wide]
        pieces = {RIGHT: "pawn-light", UP: "pawn-dark"}
        self.diagram = Diagram(
            self._wide,
            self._wide,
            centres,
            "square",
            "arrow",
            pieces,
            shaded=self._out,
            letters=letters,
        )

    def start(self) -> Position:
        """Return the cars at the left and at the bottom, the corner between them empty; the cars
        at the left begin.
        """
        cells = [EMPTY] * self._wide**2
        for place in range(1, self.columns):
            cells[self._wide * place] = RIGHT
            cells[self._wide * self.columns + place] = UP
        return Position(tuple(cells), 0)

    def _moves(self, position: Position) -> Iterator[Move]:
        if self._is_out(position):
            return
        cells, side = position.cells, position.to_move
        ahead, *aside = (1, -self._wide, self._wide) if side == 0 else (-self._wide, -1, 1)
        for cell, content in enumerate(cells):
            if content != side + 1:
                continue
            if cells[cell + ahead] == EMPTY:
                yield Move(cell, cell + ahead)
            for way in aside:
                target = cell + way
                # The lanes outside also separate the end of a row from the start of the next.
                if target < len(cells) and target not in self._out and cells[target] == EMPTY:
                    yield Move(cell, target)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves, sorted; none when the game is over."""
        return tuple(sorted(self._moves(position)))

    def play(self, position: Position, move: Move) -> Step:
        """Return the result of a legal move."""
        cells = list(position.cells)
        assert move.source is not None  # noqa: S101 - every car comes from somewhere; this tells the type checker
        cells[move.source] = EMPTY
        if move.target not in self._out:
            cells[move.target] = position.to_move + 1
        return Step(Position(tuple(cells), 1 - position.to_move), 0)

    def result(self, position: Position) -> int | None:
        """Return -1 when the other side has driven its last car out, 1 when the side to move has
        no move; or None.
        """
        if self._is_out(position):
            return -1
        if next(self._moves(position), None) is None:
            return 1
        return None

    def _is_out(self, position: Position) -> bool:
        """Return whether the side that has just moved has no car left."""
        own = RIGHT if position.to_move == 1 else UP
        return own not in position.cells

    def ending(self, position: Position) -> str:
        """Return why a game is over: a side's cars are all ``out``, or it has no ``move``."""
        return "out" if self._is_out(position) else "move"

    def text(self, position: Position) -> str:
        """Return the rows of the board from the top joined by ``/``, then the side to move:
        ``r../r../.uu R``.
        """
        on_board = tuple(
            content for cell, content in enumerate(position.cells) if cell not in self._out
        )
        return super().text(Position(on_board, position.to_move))

    def parse(self, text: str) -> Position:
        """Return the position of a text, reachable or not."""
        on_board = super().parse(text)
        cells = [EMPTY] * self._wide
        for row in range(0, len(on_board.cells), self.columns):
            cells += [*on_board.cells[row : row + self.columns], EMPTY]
        return Position(tuple(cells), on_board.to_move)

    def faults(self, position: Position) -> Iterator[str]:
        """Yield too many cars of a side on the board alone."""
        for content, name in ((RIGHT, "right"), (UP, "up")):
            if (cars := position.cells.count(content)) >= self.columns:
                yield f"{cars} cars that drive {name}; there are at most {self.columns - 1}"

    def move_text(self, move: Move) -> str:
        """Return the cells that a car goes from and to, as in chess: ``c2d2``, which is out, or
        ``b1b2``.
        """
        assert move.source is not None  # noqa: S101 - as above
        return "".join(
            cell_name(cell, self._wide, self._wide) for cell in (move.source, move.target)
        )

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move of a text such as ``c2d2``, legal or not."""
        del position
        names = {cell_name(cell, self._wide, self._wide): cell for cell in range(self._wide**2)}
        source, target = text[:2], text[2:]
        if (
            source not in names
            or target not in names
            or source == target
            or names[source] in self._out
        ):
            raise NotationError(f"move {quoted(text)} is not a move from cell to cell, like 'b1b2'")
        return Move(names[source], names[target])


def make(size: str | None, options: Mapping[str, str]) -> Dodgem:
    """Return the game of a size, 3x3 when None."""
    check_options("dodgem", options, ())
    columns, rows = read_size("dodgem", size or "3x3", range(2, 6), range(2, 6))
    if columns != rows:
        raise UsageError(
            f"dodgem:{columns}x{rows} has no such board: it is a square, from 2x2 to 5x5"
        )
    return Dodgem(columns)
