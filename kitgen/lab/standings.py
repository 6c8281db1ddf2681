"""The standings of a contest: pairs count in their order, so results do not depend on which finish first."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import log, sqrt

from kitgen.errors import UsageError, quoted
from kitgen.lab.contest import Bout, Contest, Cost
from kitgen.model import Game
from kitgen.search.written_games import RESULT_SIGNS, write_record

# The score of a pairing, counted by pairs: both games of a pair begin alike, so they are not independent samples.

#: Points of a pair of games for the first player: two for each game won, one for each that is drawn.
PAIR_POINTS = range(5)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a player against another.

    ``pairs`` counts the pairs of games that gave 0, 1, 2, 3 and 4 half points.

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
        """Return the score after one more pair, whose outcomes are 1, 0 or -1 for this player."""
        half_points = sum(outcome + 1 for outcome in outcomes)
        pairs = tuple(count + (points == half_points) for points, count in enumerate(self.pairs))
        return Score(
            self.wins + outcomes.count(1), self.draws + outcomes.count(0), self.losses + outcomes.count(-1), pairs
        )

    def reversed(self) -> "Score":
        """Return the score as the other player sees it."""
        return Score(self.losses, self.draws, self.wins, self.pairs[::-1])

    def __add__(self, other: "Score") -> "Score":
        pairs = tuple(own + more for own, more in zip(self.pairs, other.pairs, strict=True))
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


# When enough games have been played: the sequential probability ratio test.
#
# Each hypothesis says what share of the points the first player can expect. After each pair of games the likelihoods of
# all results so far are compared, and the match ends once one hypothesis is far enough ahead (A. Wald, Sequential Tests
# of Statistical Hypotheses, The Annals of Mathematical Statistics 16(2), 1945, pp. 117-186). How often pairs give each
# of their five scores is not part of a hypothesis: of all distributions with its share, the one is taken under which
# the games are likeliest (the generalised test, as for chess programs; each pair is one sample).

#: How likely each of the two mistakes may be.
MISTAKE = 0.05
#: Added to each count, so that an unseen score is unlikely but not impossible.
UNSEEN = 1e-3
#: Halvings of an interval: full floating-point precision.
HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of two hypotheses about the share of points.

    Attributes:
        low: the share by the first hypothesis.
        high: the share by the second one, higher.
        alpha: the chance to accept the second although the first is true.
        beta: the chance to accept the first although the second is true.

    >>> test = parse_sprt("50,60")
    >>> test.decision((0, 0, 3, 2, 1)), test.decision((0, 0, 3, 9, 30)), test.decision((30, 9, 3, 0, 0))
    (None, 'high', 'low')
    """

    low: float
    high: float
    alpha: float = MISTAKE
    beta: float = MISTAKE

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the ratio that end the test: for the first hypothesis, and for the second."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio of the second hypothesis to the first; see ``Score.pairs``."""
        counts = [count + UNSEEN for count in pairs]
        shares = [points / PAIR_POINTS[-1] for points in PAIR_POINTS]
        tilts = {share: _tilt(counts, shares, share) for share in (self.low, self.high)}
        return sum(
            count * log((1 + tilts[self.low] * (share - self.low)) / (1 + tilts[self.high] * (share - self.high)))
            for count, share in zip(counts, shares, strict=True)
        )

    def decision(self, pairs: Sequence[int]) -> str | None:
        """Return ``low`` or ``high`` when that hypothesis is taken, None while more games are needed."""
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return "low" if ratio <= low else "high" if ratio >= high else None


def _tilt(counts: Sequence[float], shares: Sequence[float], mean: float) -> float:
    # Chances are count / (1 + tilt * (share - mean)), all divided by the same: tilt is Lagrange's multiplier.
    lowest, highest = -1 / (shares[-1] - mean), 1 / (mean - shares[0])
    for _ in range(HALVINGS):
        tilt = (lowest + highest) / 2
        slope = sum(n * (share - mean) / (1 + tilt * (share - mean)) for n, share in zip(counts, shares, strict=True))
        lowest, highest = (tilt, highest) if slope > 0 else (lowest, tilt)
    return (lowest + highest) / 2


def parse_sprt(text: str) -> Sprt:
    """Return the test of two shares in per cent, such as ``50,60``."""
    match = re.fullmatch(r"([0-9]{1,2}(?:\.[0-9]{1,3})?),([0-9]{1,2}(?:\.[0-9]{1,3})?)", text)
    low, high = (float(figure) / 100 for figure in match.groups()) if match else (0.0, 0.0)
    if not 0 < low < high < 1:
        raise UsageError(f"--sprt {quoted(text)} needs two shares of the points in per cent, such as '50,60'")
    return Sprt(low, high)


@dataclass(frozen=True, slots=True)
class Pairing:
    """The standing of one pairing.

    Attributes:
        players: the two entrants, by number.
        ratio: the logarithm of the likelihood ratio, where there is a test.
        decision: the accepted hypothesis, ``low`` or ``high``; None while more games are needed.
    """

    players: tuple[int, int]
    score: Score
    ratio: float | None = None
    decision: str | None = None


class Standings:
    """The standings of all pairings of a contest, in the order of ``contest.couples``, and the cost of each entrant.

    The test decides when enough games have been played; without one all are played.
    """

    def __init__(self, contest: Contest, test: Sprt | None = None) -> None:
        self.contest = contest
        self.test = test
        self.pairings = [Pairing(players, Score()) for players in contest.couples]
        self.costs = [Cost()] * len(contest.entrants)
        self._bouts: list[list[Bout]] = [[] for _ in self.pairings]
        self._early: dict[tuple[int, int], tuple[Bout, Bout]] = {}

    @property
    def bouts(self) -> list[Bout]:
        """All games that count, in order of pairing and pair."""
        return [bout for bouts in self._bouts for bout in bouts]

    @property
    def complete(self) -> bool:
        """Whether every pairing is decided, or has played all its games."""
        return not any(self.wanted(index) for index in range(len(self.pairings)))

    def wanted(self, pairing: int) -> bool:
        """Return whether a pairing must continue."""
        standing = self.pairings[pairing]
        return standing.decision is None and standing.score.games < self.contest.games

    def take(self, pairing: int, number: int, pair: tuple[Bout, Bout]) -> None:
        """Take the two games of a pair. An early pair waits for its turn; one after the decision does not count."""
        self._early[pairing, number] = pair
        while self.wanted(pairing):
            pair_next = self._early.pop((pairing, len(self._bouts[pairing]) // 2), None)
            if pair_next is None:
                return
            self._count(pairing, pair_next)

    def _count(self, pairing: int, pair: tuple[Bout, Bout]) -> None:
        """Count the two games of a pair; an interrupt hardly ever comes between the last three lines."""
        players = self.pairings[pairing].players
        score = self.pairings[pairing].score.with_pair((pair[0].outcome, -pair[1].outcome))
        ratio = None if self.test is None else self.test.ratio(score.pairs)
        decision = None if self.test is None else self.test.decision(score.pairs)
        costs = list(self.costs)
        for bout in pair:
            for player, cost in zip(bout.players, bout.costs, strict=True):
                costs[player] += cost
        self.costs = costs
        self._bouts[pairing] += pair
        self.pairings[pairing] = Pairing(players, score, ratio, decision)

    def total(self, entrant: int) -> Score:
        """Return the score of an entrant against all others."""
        scores = (
            pairing.score if pairing.players[0] == entrant else pairing.score.reversed()
            for pairing in self.pairings if entrant in pairing.players
        )  # fmt: skip
        return reduce(Score.__add__, scores, Score())

    def against(self, entrant: int, other: int) -> Score:
        """Return the score of an entrant against another."""
        index = self.contest.couples.index((min(entrant, other), max(entrant, other)))
        score = self.pairings[index].score
        return score if entrant < other else score.reversed()


def written(game: Game, contest: Contest, bouts: Sequence[Bout]) -> str:
    """Return games as ``kitgen search`` reads them, one per line, with the players after a ``;``."""
    lines = []
    for bout in bouts:
        names = " - ".join(contest.entrants[player].text for player in bout.players)
        ending = "" if bout.resigned is None else f", {game.sides[bout.resigned].name} resigned"
        record = write_record(game, game.start(), bout.moves)
        lines.append(f"{record} ; {names} {RESULT_SIGNS[bout.outcome]}, {bout.opening} moves by chance{ending}")
    return "\n".join([*lines, ""])
