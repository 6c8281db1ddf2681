"""A board as text, cell by cell, for terminals."""

from string import ascii_lowercase
from typing import NamedTuple

from kitgen.model import Game, Position
from kitgen.paper.card.styles import style_of
from kitgen.paper.marks.pieces import EMPTY_SIGN, PIECES


class CellSign(NamedTuple):
    """A cell's index and its sign; for a pit its name and seeds."""

    cell: int
    text: str


def board_rows(game: Game, position: Position) -> list[list[CellSign]]:
    """Return the cells as on the table, row by row from the top.

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


def counted_edges(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the numbers of the cells along the upper and the lower edge, as its player counts them; None without.

    >>> from kitgen.games import make_game
    >>> counted_edges(make_game("awari:3x2"))
    (('3', '2', '1'), ('1', '2', '3'))
    """
    if not game.diagram.counted:
        return None
    rows = board_rows(game, game.start())
    upper, lower = (tuple(game.diagram.counted[sign.cell] for sign in row) for row in (rows[0], rows[-1]))
    return upper, lower


def named_board_text(game: Game, position: Position, *, plain: bool = False, counted: bool = False) -> str:
    """Return a position as rows of signs, as on the table, cells named at the edges.

    Args:
        game: the game.
        position: the position.
        plain: True for ASCII signs only.
        counted: True to write the numbers of the cells along the edges, where a game has any.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> print(named_board_text(game, game.start(), plain=True))
    3  b b b
    2  . . .
    1  w w w
       a b c
    """
    rows, named = board_rows(game, position), is_lettered(game)
    edges = counted_edges(game) if counted else None
    widest = max(len(sign.text) for row in rows for sign in row)
    lines = []
    for number, row in enumerate(rows):
        texts = [plain_signs(sign.text) if plain else sign.text for sign in row]
        signs = " ".join(text.rjust(widest) for text in texts) if edges else " ".join(texts)
        lines.append(f"{len(rows) - number}  {signs}" if named else f"   {signs}")
    if named:
        lines.append(f"   {' '.join(ascii_lowercase[: max(map(len, rows))])}")
    if edges:
        upper, lower = (f"   {' '.join(text.rjust(widest) for text in edge)}" for edge in edges)
        lines = [upper, *lines, lower]
    return "\n".join(lines)


def plain_signs(text: str) -> str:
    """Return signs of a board in ASCII, for terminals that show no others.

    >>> plain_signs("♟·")
    'b.'
    """
    plain = {piece.sign: piece.plain for piece in PIECES.values()} | {EMPTY_SIGN: "."}
    return "".join(plain.get(sign, sign) for sign in text)
