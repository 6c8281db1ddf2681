"""A board for the terminal at hand: in signs of ASCII where it has no others."""

import sys

from kitgen.model import Game, Position
from kitgen.paper.pictures import signs


def board_text(game: Game, position: Position) -> str:
    """Return a position as rows of signs that the terminal can show, as it lies on the table.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn")
    >>> print(board_text(game, game.start()))
    3  ♟ ♟ ♟
    2  · · ·
    1  ♙ ♙ ♙
       a b c
    """
    text = signs.board_text(game, position)
    return text if can_show(text) else signs.board_text(game, position, plain=True)


def can_show(text: str) -> bool:
    """Return whether standard output has all signs of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
