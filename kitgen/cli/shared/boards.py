"""How a position is shown in the terminal: as it lies on the table."""

import sys
from string import ascii_lowercase

from kitgen.model import Game, Position
from kitgen.paper.card.styles import style_of
from kitgen.paper.marks.pieces import EMPTY, PIECES


def board_text(game: Game, position: Position) -> str:
    """Return a position as rows of signs, as it lies on the table, cells named at the edges.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> print(board_text(game, game.start()))
    3  ♟ ♟ ♟
    2  · · ·
    1  ♙ ♙ ♙
       a b c
    """
    diagram, style = game.diagram, style_of(game.diagram)
    rows: dict[float, list[tuple[float, str]]] = {}
    for cell, ((x, y), content) in enumerate(zip(diagram.centres, position.cells, strict=True)):
        rows.setdefault(y, []).append((x, style.sign(diagram, cell, content)))
    lines = []
    named = style.lettered and len(rows) > 1
    for number, y in enumerate(sorted(rows)):
        signs = " ".join(sign for _, sign in sorted(rows[y]))
        lines.append(f"{len(rows) - number}  {signs}" if named else f"   {signs}")
    if named:
        columns = max(len(row) for row in rows.values())
        lines.append(f"   {' '.join(ascii_lowercase[:columns])}")
    text = "\n".join(lines)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # a terminal without these signs
        plain = {piece.sign: piece.plain for piece in PIECES.values()} | {EMPTY: "."}
        text = "".join(plain.get(sign, sign) for sign in text)
    return text
