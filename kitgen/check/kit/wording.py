"""How faults name boxes, moves and values."""

from kitgen.kit.kit import Box, Kit
from kitgen.model import Move


def say_box(kit: Kit, box: Box) -> str:
    """Return a box in words, by its id and its position."""
    return f"box {box.id} ({kit.game.text(box.position)})"


def say_move(kit: Kit, move: Move) -> str:
    """Return a move in words."""
    return kit.game.move_text(move)


def say_value(kit: Kit, score: int, plies: int | None) -> str:
    """Return what a move is worth in words.

    >>> from kitgen.kit.build import make_kit
    >>> say_value(make_kit("her"), -1, 4), say_value(make_kit("awari-mini"), 3, None)
    ('loses in 4', 'wins by +3')
    """
    word = "wins" if score > 0 else "loses" if score < 0 else "draws"
    points = f" by {score:+d}" if kit.game.scoring else ""
    return f"{word}{points}" + ("" if plies is None else f" in {plies}")
