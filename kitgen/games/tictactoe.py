"""Tic-tac-toe on a board of any size, with any length of winning line (m,n,k games).

Cells are numbered row by row from the top left; on 3x3, with their names::

    0 a3   1 b3   2 c3
    3 a2   4 b2   5 c2
    6 a1   7 b1   8 c1

X starts. The machine made of matchboxes for it is MENACE (D. Michie, Trial and Error, Penguin
Science Survey 1961, vol. 2; and Experiments on the mechanization of game-learning, Computer Journal
6(3), 1963).

With ``rules=misere``, known as toe-tac-tic, whoever makes a line loses. On 3x3 X can avoid it: X
starts in the middle and answers every O on the opposite cell (Y. Elran, An Introduction to
Recreational Math, Weizmann Institute of Science).
"""

from collections.abc import Iterator, Mapping
from itertools import product
from operator import itemgetter
from string import ascii_uppercase

from kitgen.errors import UsageError
from kitgen.games import notation
from kitgen.model import Diagram, Move, Position, Side, Step, Symmetry

# The contents of a cell.
NO_PIECE = 0
CROSS = 1
RING = 2
#: The usual length of a line, on boards that have room for it.
USUAL_WIN = 3
#: How a game is won: by making a line, or by leaving it to the other side.
RULES = ("normal", "misere")
#: Rearrangements of any rectangle, as matrices of ``grid_symmetry``.
RECTANGLE = {
    "identity": (1, 0, 0, 1),
    "mirror": (-1, 0, 0, 1),
    "upside-down": (1, 0, 0, -1),
    "half-turn": (-1, 0, 0, -1),
}
#: Additional ones of a square.
SQUARE = {
    "quarter-turn": (0, -1, 1, 0),
    "three-quarter-turn": (0, 1, -1, 0),
    "diagonal": (0, 1, 1, 0),
    "antidiagonal": (0, -1, -1, 0),
}


class TicTacToe(notation.GridGame):
    """Each side in turn marks an empty cell; a line of ``win`` own marks wins, or loses; a full
    board is a draw.

    Attributes:
        columns, rows: the size of the board, each from 2 to 8.
        win: how many marks in a row, column or diagonal end the game.
        rules: ``normal`` when whoever makes such a line wins, ``misere`` when they lose.

    >>> game = TicTacToe(3, 3, 3)
    >>> position = game.parse("X.O/.X./... O")
    >>> [game.move_text(move) for move in game.legal_moves(position)]
    ['b3', 'a2', 'c2', 'a1', 'b1', 'c1']
    """

    name = "tictactoe"
    sides = (Side("x", "X"), Side("o", "O"))
    signs = ".XO"

    def __init__(self, columns: int, rows: int, win: int, rules: str = RULES[0]) -> None:
        self.columns = columns
        self.rows = rows
        self.win = win
        self.rules = rules
        self.about: dict[str, int | str] = {
            "columns": columns,
            "rows": rows,
            "win": win,
            "rules": rules,
        }
        self.spec = f"{self.name}:{columns}x{rows}"
        if win != _usual_win(columns, rows):
            self.spec += f",win={win}"
        if rules != RULES[0]:
            self.spec += f",rules={rules}"
        self._worth_of_a_line = 1 if rules == RULES[0] else -1  # to the side that has it
        self.symmetries = self._symmetries()
        self.diagram = Diagram(
            width=columns,
            height=rows,
            centres=notation.grid_centres(columns, rows),
            cell="open",
            moves="place",
            pieces={CROSS: "cross", RING: "ring"},
            letters=f"XO{ascii_uppercase[:columns]}",
        )
        # Reading a line's cells and comparing them with a whole line is the fastest test in plain
        # Python.
        self._lines = tuple(itemgetter(*line) for line in self._winning_lines())
        self._full = ((CROSS,) * win, (RING,) * win)
        self._moves = tuple(Move(None, cell) for cell in range(columns * rows))

    def _symmetries(self) -> tuple[Symmetry, ...]:
        ways = RECTANGLE | SQUARE if self.columns == self.rows else RECTANGLE
        return tuple(
            notation.grid_symmetry(name, self.columns, self.rows, way) for name, way in ways.items()
        )

    def _winning_lines(self) -> Iterator[tuple[int, ...]]:
        ways = ((1, 0), (0, 1), (1, 1), (-1, 1))
        for row, column, (across, down) in product(range(self.rows), range(self.columns), ways):
            cells = [(column + across * step, row + down * step) for step in range(self.win)]
            if all(0 <= x < self.columns and y < self.rows for x, y in cells):
                yield tuple(y * self.columns + x for x, y in cells)

    def start(self) -> Position:
        """Return the empty board, X to move."""
        return Position((NO_PIECE,) * (self.columns * self.rows), 0)

    def _has_line(self, cells: tuple[int, ...], side: int) -> bool:
        full = self._full[side]
        for line in self._lines:  # noqa: SIM110 - a generator costs more than the whole loop
            if line(cells) == full:
                return True
        return False

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the empty cells, sorted; none when the game is over."""
        cells = position.cells
        crosses, rings = self._full
        for line in self._lines:
            marks = line(cells)
            if marks in (crosses, rings):
                return ()
        return tuple(
            [move for move, content in zip(self._moves, cells, strict=True) if not content]
        )

    def play(self, position: Position, move: Move) -> Step:
        """Return the result of a legal move."""
        cells = position.cells
        side = position.to_move
        target = move.target
        return Step(Position((*cells[:target], side + 1, *cells[target + 1 :]), 1 - side), 0)

    def result(self, position: Position) -> int | None:
        """Return the value for the side to move when the game is over, otherwise None."""
        cells = position.cells
        side = position.to_move
        if self._has_line(cells, 1 - side):
            return -self._worth_of_a_line
        if self._has_line(cells, side):  # not in play, but a user may enter it
            return self._worth_of_a_line
        return None if NO_PIECE in cells else 0

    def ending(self, position: Position) -> str:
        """Return why a game is over: a ``line``, or a ``full`` board."""
        return "line" if any(self._has_line(position.cells, side) for side in (0, 1)) else "full"

    def faults(self, position: Position) -> Iterator[str]:
        """Yield marks that do not fit the side to move, or lines of both sides."""
        cells = position.cells
        crosses = cells.count(CROSS)
        rings = cells.count(RING)
        if crosses - rings != position.to_move:
            due = "X to move there are as many X as O"
            if position.to_move == 1:
                due = "O to move there is one X more than O"
            yield f"{crosses} X and {rings} O; with {due}"
        if self._has_line(cells, 0) and self._has_line(cells, 1):
            yield "lines of both sides; the first line ends the game"


def make(size: str | None, options: Mapping[str, str]) -> TicTacToe:
    """Return tic-tac-toe of a size, 3x3 when None.

    The option ``win`` is the length of a line that ends the game, usually 3 (2 on 2x2). With
    ``rules=misere`` such a line loses.
    """
    notation.check_options("tictactoe", options, ("win", "rules"))
    columns, rows = notation.read_size("tictactoe", size or "3x3", range(2, 9), range(2, 9))
    win = read_win("tictactoe", options, columns, rows)
    rules = options.get("rules", RULES[0])
    if rules not in RULES:
        raise UsageError(
            f"option rules={rules} of tictactoe is unknown; it may be {' or '.join(RULES)}"
        )
    return TicTacToe(columns, rows, win, rules)


def _usual_win(columns: int, rows: int) -> int:
    return min(USUAL_WIN, max(columns, rows))


def read_win(name: str, options: Mapping[str, str], columns: int, rows: int) -> int:
    """Return the length of a line that ends a game, usually 3 if that fits."""
    longest = max(columns, rows)
    win = options.get("win", str(_usual_win(columns, rows)))
    if not (win.isascii() and win.isdigit() and 2 <= int(win) <= longest):
        raise UsageError(
            f"option win={win} of {name} is not a line on {columns}x{rows}; it may be "
            f"2 to {longest}"
        )
    return int(win)
