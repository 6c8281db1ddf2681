"""What a position is worth: the one answer that solutions, kernels and databases give to the one question."""

from collections.abc import Sequence
from typing import NamedTuple


class Value(NamedTuple):
    """What a position or a move is worth, with best play from there on.

    Attributes:
        score: to the side that is asked for: 1, 0 or -1, or in games of points those still to come, own minus other.
        plies: to the end of the game when the winner hurries and the loser delays; None where that has no meaning
            (games of points, draws by endless repetition).
    """

    score: int
    plies: int | None

    @property
    def verdict(self) -> str:
        """The word for the score: ``wins``, ``draws`` or ``loses``."""
        return verdict(self.score)

    def before(self, gain: int) -> "Value":
        """Return what a move is worth to its mover that gains so many points and leads to a position worth this.

        >>> Value(-1, 4).before(0)
        Value(score=1, plies=5)
        """
        return Value(gain - self.score, None if self.plies is None else self.plies + 1)


def verdict(value: int) -> str:
    """Return the word for a value.

    >>> verdict(3), verdict(0), verdict(-1)
    ('wins', 'draws', 'loses')
    """
    return "wins" if value > 0 else "loses" if value < 0 else "draws"


def best_of(values: Sequence[Value]) -> Value:
    """Return what a position is worth from what its moves are worth to the side to move.

    The winner hurries, the loser delays, and a draw is reached by the shortest way that keeps it.

    >>> best_of([Value(1, 5), Value(1, 3), Value(-1, 2)])
    Value(score=1, plies=3)
    """
    score = max(value.score for value in values)
    plies = [value.plies for value in values if value.score == score and value.plies is not None]
    if not plies:
        return Value(score, None)
    return Value(score, max(plies) if score < 0 else min(plies))
