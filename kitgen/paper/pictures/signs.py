"""A board as signs of text, cell by cell: what a terminal shows where paper has a drawing."""

from string import ascii_lowercase
from typing import NamedTuple

from kitgen.model import Game, Position
from kitgen.paper.card.styles import style_of
from kitgen.paper.marks.pieces import EMPTY, PIECES


class CellSign(NamedTuple):
    """What lies on a cell.

    Attributes:
        cell: the cell's index.
        text: the sign, or for a pit its name and seeds.
    """

    cell: int
    text: str


def board_rows(game: Game, position: Position) -> list[list[CellSign]]:
    """Return the cells as they lie on the table, row by row from the top.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> [sign.cell for sign in board_rows(game, game.start())[0]]
    [0, 1, 2]
    """
    diagram, style = game.diagram, style_of(game.diagram)
    rows: dict[float, list[tuple[float, CellSign]]] = {}
    for cell, ((x, y), content) in enumerate(zip(diagram.centres, position.cells, strict=True)):
        rows.setdefault(y, []).append((x, CellSign(cell, style.sign(diagram, cell, content))))
    return [[sign for _, sign in sorted(rows[y])] for y in sorted(rows)]


def is_lettered(game: Game) -> bool:
    """Return whether the edges of a board name its cells, as in chess."""
    return style_of(game.diagram).lettered and len({y for _, y in game.diagram.centres}) > 1


def board_text(game: Game, position: Position, *, plain: bool = False) -> str:
    """Return a position as rows of signs, as it lies on the table, cells named at the edges.

    Args:
        game: the game.
        position: what lies on the board.
        plain: True for signs of ASCII alone.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> print(board_text(game, game.start(), plain=True))
    3  b b b
    2  . . .
    1  w w w
       a b c
    """
    rows, named = board_rows(game, position), is_lettered(game)
    lines = []
    for number, row in enumerate(rows):
        signs = " ".join(plain_signs(sign.text) if plain else sign.text for sign in row)
        lines.append(f"{len(rows) - number}  {signs}" if named else f"   {signs}")
    if named:
        lines.append(f"   {' '.join(ascii_lowercase[: max(map(len, rows))])}")
    return "\n".join(lines)


def plain_signs(text: str) -> str:
    """Return signs of a board in ASCII alone, for terminals that have no others.

    >>> plain_signs("♟·")
    'b.'
    """
    plain = {piece.sign: piece.plain for piece in PIECES.values()} | {EMPTY: "."}
    return "".join(plain.get(sign, sign) for sign in text)
