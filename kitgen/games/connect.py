"""Connect: noughts and crosses on an upright board, where each mark falls as far as it can.

Cells are numbered row by row from the top left; on 4x4, with their columns::

     0 a    1 b    2 c    3 d
     4 a    5 b    6 c    7 d
     8 a    9 b   10 c   11 d
    12 a   13 b   14 c   15 d

X starts. Connect Four (H. Wexler and N. Strongin, Milton Bradley, 1974) is ``connect:7x6,win=4``;
for other sizes see J. Tromp, John's Connect Four Playground, https://tromp.github.io/c4/c4.html.
"""

from collections.abc import Iterator, Mapping
from string import ascii_lowercase

from kitgen.errors import NotationError, quoted
from kitgen.games.notation import check_options, grid_symmetry, read_size
from kitgen.games.tictactoe import NO_PIECE, RECTANGLE, TicTacToe, read_win
from kitgen.model import Move, Position, Symmetry


class Connect(TicTacToe):
    """Each side in turn drops a mark into a column; a line of ``win`` own marks wins, a full board
    is a draw.

    >>> game = Connect(4, 4, 3)
    >>> [
    ...     (game.move_text(move), move.target)
    ...     for move in game.legal_moves(game.parse("..../..../X.../OX.. O"))
    ... ]
    [('a', 4), ('b', 9), ('c', 14), ('d', 15)]
    """

    name = "connect"

    def _symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(
            grid_symmetry(way, self.columns, self.rows, RECTANGLE[way])
            for way in ("identity", "mirror")
        )

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the lowest empty cell of each column, sorted; none when the game is over."""
        return tuple(
            move
            for move in super().legal_moves(position)
            if self._rests(position.cells, move.target)
        )

    def _rests(self, cells: tuple[int, ...], cell: int) -> bool:
        below = cell + self.columns
        return below >= len(cells) or cells[below] != NO_PIECE

    def faults(self, position: Position) -> Iterator[str]:
        """Yield a mark that floats, besides what no board of noughts and crosses has."""
        yield from super().faults(position)
        for cell, content in enumerate(position.cells):
            if content != NO_PIECE and not self._rests(position.cells, cell):
                yield "a mark with nothing under it; marks fall down"

    def move_text(self, move: Move) -> str:
        """Return the column that a mark is dropped into: ``b``."""
        return ascii_lowercase[move.target % self.columns]

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move of a column such as ``b``, where a mark comes to rest in it."""
        columns = ascii_lowercase[: self.columns]
        if len(text) != 1 or text not in columns:
            raise NotationError(f"move {quoted(text)} is not a column from a to {columns[-1]}")
        for cell in reversed(range(columns.index(text), len(position.cells), self.columns)):
            if position.cells[cell] == NO_PIECE:
                return Move(None, cell)
        raise NotationError(f"move {quoted(text)} is a full column")


def make(size: str | None, options: Mapping[str, str]) -> Connect:
    """Return the game of a size, 4x4 when None; ``win`` is the length of a line, usually 3 (2 on
    2x2).
    """
    check_options("connect", options, ("win",))
    columns, rows = read_size("connect", size or "4x4", range(2, 9), range(2, 9))
    return Connect(columns, rows, read_win("connect", options, columns, rows))
