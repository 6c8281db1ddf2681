"""Reading and writing shared by several games: sizes, options, grids of signs, symmetries of a
grid.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from string import ascii_lowercase
from typing import Any

from kitgen.errors import NotationError, UnknownNameError, UsageError, many, quoted
from kitgen.model import Game, Move, Position, Side, Symmetry


def read_size(
    game: str, text: str, columns: range, rows: range, says: str = "columns x rows"
) -> tuple[int, int]:
    """Return the two numbers of a size such as ``3x4``; ``says`` explains them in errors.

    >>> read_size("hexapawn", "3x4", range(2, 9), range(2, 9))
    (3, 4)
    """
    match = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text)
    if match is None:
        raise UsageError(f"{game} size {quoted(text)} is not written like '3x4' ({says})")
    first = int(match[1])
    second = int(match[2])
    if first not in columns or second not in rows:
        limits = f"{columns[0]}x{rows[0]} to {columns[-1]}x{rows[-1]}"
        raise UsageError(f"{game} size {quoted(text)} is outside {limits} ({says})")
    return first, second


def compiled_kernels(game: str) -> Any:
    """Return the module of a game's compiled kernels, or None without compiled search or its
    libraries.
    """
    # Only solving needs these modules, and printing need not wait for them.
    from kitgen.guests import ask_guest, is_here  # noqa: PLC0415
    from kitgen.installing.extras import installed  # noqa: PLC0415

    if not installed("numba", "numpy") or not is_here("search"):
        return None
    return ask_guest(f"search.{game}", f"a large board of {game}")


def check_options(game: str, options: Mapping[str, str], known: Iterable[str]) -> None:
    """Refuse an option that the game does not have."""
    names = sorted(known)
    for option in options:
        if not names:
            raise UsageError(f"{game} has no options, but {quoted(option)} was given")
        if option not in names:
            raise UnknownNameError(f"option of {game}", option, names)


def split_side(text: str, sides: tuple[Side, Side], example: str) -> tuple[str, int]:
    """Return the board and the side to move of a position written as ``BOARD SIDE``; the side's
    letter may have any case.
    """
    parts = text.split()
    letters = [side.letter for side in sides]
    if len(parts) == 2:
        board, mover = parts
        matches = [side for side in (0, 1) if letters[side].lower() == mover.lower()]
        if len(matches) == 1:  # not both, whose letters may differ only in case
            return board, matches[0]
    ending = f"does not end with the side to move, {letters[0]} or {letters[1]}"
    raise NotationError(f"position {quoted(text.strip())} {ending}; write it like '{example}'")


def read_grid(board: str, columns: int, rows: int, signs: str, example: str) -> tuple[int, ...]:
    """Return the contents of a board written row by row from the top, joined by ``/``.

    A letter may have any case, unless both cases are ``signs``. ``example`` is a position for the
    error.

    >>> read_grid("b./.w", 2, 2, ".wb", "b./.w w"), read_grid("B./.w", 2, 2, ".wb", "b./.w w")
    ((2, 0, 0, 1), (2, 0, 0, 1))
    """
    lines = board.split("/")
    if len(lines) != rows or any(len(line) != columns for line in lines):
        widths = "/".join(str(len(line)) for line in lines)
        shape = f"{many(rows, 'row')} of {many(columns, 'cell')} (its rows have {widths})"
        raise NotationError(f"position {quoted(board)} is not {shape}; write it like '{example}'")
    # Signs as they are come last: one that is also the other case of another sign means itself.
    known = {sign.swapcase(): content for content, sign in enumerate(signs)}
    known |= {sign: content for content, sign in enumerate(signs)}
    for sign in board:
        if sign not in known and sign != "/":
            raise NotationError(
                f"position {quoted(board)} contains {quoted(sign)}; only "
                f"{' '.join(signs)} are allowed"
            )
    return tuple(known[sign] for line in lines for sign in line)


def write_grid(
    position: Position, columns: int, signs: str | Mapping[int, str], sides: tuple[Side, Side]
) -> str:
    """Return a position as rows from the top joined by ``/``, then the side to move."""
    board = "".join(signs[content] for content in position.cells)
    lines = [board[start : start + columns] for start in range(0, len(board), columns)]
    return f"{'/'.join(lines)} {sides[position.to_move].letter}"


def cell_name(cell: int, columns: int, rows: int) -> str:
    """Return a cell's name as in chess: ``a1`` is bottom left.

    >>> cell_name(0, 3, 3), cell_name(7, 3, 3)
    ('a3', 'b1')
    """
    row, column = divmod(cell, columns)
    return f"{ascii_lowercase[column]}{rows - row}"


class GridGame(Game):
    """A game that is written as a grid: positions by their rows from the top, moves by their cells,
    as in chess.

    Attributes:
        columns, rows: the size of the grid, whose cells are numbered row by row from the top left.
        signs: the sign of each content in a written position, the empty cell's first.
    """

    columns: int
    rows: int
    signs: str

    def text(self, position: Position) -> str:
        """Return rows from the top joined by ``/``, then the side to move: ``bbb/..w/ww. b``."""
        return write_grid(position, self.columns, self.signs, self.sides)

    def parse(self, text: str) -> Position:
        """Return the position of a text, reachable or not."""
        example = self.text(self.start())
        board, side = split_side(text, self.sides, example)
        position = Position(read_grid(board, self.columns, self.rows, self.signs, example), side)
        fault = next(self.faults(position), None)
        if fault is not None:
            raise NotationError(f"position {quoted(text)} has {fault}")
        return position

    def faults(self, position: Position) -> Iterator[str]:
        """Yield what a position has that no position of this game can have."""
        del position
        return iter(())

    def move_text(self, move: Move) -> str:
        """Return the cells from and to: ``b3c2``; or only the one on which a piece is placed:
        ``b2``.
        """
        cells = (cell for cell in (move.source, move.target) if cell is not None)
        return "".join(cell_name(cell, self.columns, self.rows) for cell in cells)

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move of a text such as ``b3c2``, or ``b2`` where pieces are placed."""
        del position
        names = {
            cell_name(cell, self.columns, self.rows): cell
            for cell in range(self.columns * self.rows)
        }
        if self.diagram.moves == "arrow":
            # A cell's name has two signs: no game that moves by arrows has ten rows.
            source = text[:2]
            target = text[2:]
            if source not in names or target not in names:
                raise NotationError(
                    f"move {quoted(text)} is not two cells of "
                    f"{self.columns}x{self.rows}, like 'a3a2'"
                )
            return Move(names[source], names[target])
        if text not in names:
            raise NotationError(
                f"move {quoted(text)} is not a cell of a {self.columns}x{self.rows} "
                "board, like 'a1'"
            )
        return Move(None, names[text])


def grid_symmetry(name: str, columns: int, rows: int, way: tuple[int, int, int, int]) -> Symmetry:
    """Return the symmetry of a grid that maps (x, y), measured from its middle, by a 2 x 2 matrix.

    ``way`` is the matrix a, b, c, d of x' = a x + b y, y' = c x + d y, with entries 0, 1 or -1.

    >>> grid_symmetry("mirror", 3, 1, (-1, 0, 0, 1)).to
    (2, 1, 0)
    """
    a, b, c, d = way
    to = []
    for row, column in product(range(rows), range(columns)):
        # Doubled, so that the middle is whole.
        x = 2 * column - columns + 1
        y = 2 * row - rows + 1
        image_column = (a * x + b * y + columns - 1) // 2
        image_row = (c * x + d * y + rows - 1) // 2
        to.append(image_row * columns + image_column)
    return Symmetry(name, tuple(to))


def grid_centres(columns: int, rows: int) -> tuple[tuple[float, float], ...]:
    """Return the middle of each cell of a grid, in cells from the top left corner."""
    return tuple((column + 0.5, row + 0.5) for row in range(rows) for column in range(columns))
