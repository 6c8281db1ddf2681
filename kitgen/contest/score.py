"""What a pairing has come to, counted by pairs: both games of a pair begin alike, so that they are no two samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

#: Points of a pair of games for the first player: two for each game won, one for each that is drawn.
PAIR_POINTS = range(5)
#: Games of a pair.
PAIR = 2


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has come to against another.

    Attributes:
        wins: games won.
        draws: games drawn.
        losses: games lost.
        pairs: how many pairs of games gave 0, 1, 2, 3 and 4 half points.

    >>> score = Score().with_pair((1, -1)).with_pair((1, 0))
    >>> score.wins, score.draws, score.losses, score.pairs
    (2, 1, 1, (0, 0, 1, 1, 0))
    >>> score.share, score.error
    (0.625, 0.125)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)

    def with_pair(self, outcomes: Sequence[int]) -> "Score":
        """Return the score after one more pair of games.

        Args:
            outcomes: 1, 0 or -1 for each of the two, as the player sees them.
        """
        half_points = sum(outcome + 1 for outcome in outcomes)
        pairs = tuple(count + (points == half_points) for points, count in enumerate(self.pairs))
        return Score(
            self.wins + outcomes.count(1), self.draws + outcomes.count(0), self.losses + outcomes.count(-1), pairs
        )

    def reversed(self) -> "Score":
        """Return the score as the other player sees it."""
        return Score(self.losses, self.draws, self.wins, self.pairs[::-1])

    def __add__(self, other: "Score") -> "Score":
        """Return both scores together."""
        pairs = tuple(one + two for one, two in zip(self.pairs, other.pairs, strict=True))
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, pairs)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for each game won, and a half for each that was drawn."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points as a share of the games; a half where none was played."""
        return self.points / self.games if self.games else 0.5

    @property
    def error(self) -> float | None:
        """The standard error of the share, from how pairs differ; None for fewer than two pairs."""
        count = sum(self.pairs)
        if count < 2:
            return None
        spread = sum(n * (points / 4 - self.share) ** 2 for points, n in zip(PAIR_POINTS, self.pairs, strict=True))
        return sqrt(spread / (count - 1) / count)
