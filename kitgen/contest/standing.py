"""How a contest stands: taken pair by pair in their order, so that it does not depend on who was ready first."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from kitgen.contest.contest import Bout, Contest, Cost
from kitgen.contest.score import Score
from kitgen.contest.sprt import Sprt
from kitgen.model import Game
from kitgen.search.record import RESULTS, write_record


@dataclass(frozen=True, slots=True)
class Pairing:
    """How one pairing stands.

    Attributes:
        players: the two entrants, by number.
        score: what the first has come to.
        ratio: the logarithm of the ratio of likelihoods, where the test is made.
        decision: the hypothesis that is taken, ``low`` or ``high``; None while more games are needed.
    """

    players: tuple[int, int]
    score: Score
    ratio: float | None = None
    decision: str | None = None


class Standings:
    """How all pairings of a contest stand.

    Attributes:
        contest: the contest.
        test: says when enough games have been played; None to play all.
        pairings: how each pairing stands, in the order of ``contest.couples``.
        costs: what the moves of each entrant have taken.
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
        """Return whether a pairing has to play on."""
        standing = self.pairings[pairing]
        return standing.decision is None and standing.score.games < self.contest.games

    def take(self, pairing: int, number: int, pair: tuple[Bout, Bout]) -> None:
        """Take the two games of a pair. One that comes before its turn waits; one after the decision does not count."""
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
        """Return what an entrant has come to against all others."""
        seen = (
            one.score if one.players[0] == entrant else one.score.reversed()
            for one in self.pairings if entrant in one.players
        )  # fmt: skip
        return reduce(Score.__add__, seen, Score())

    def against(self, entrant: int, other: int) -> Score:
        """Return what an entrant has come to against another."""
        index = self.contest.couples.index((min(entrant, other), max(entrant, other)))
        score = self.pairings[index].score
        return score if entrant < other else score.reversed()


def written(game: Game, contest: Contest, bouts: Sequence[Bout]) -> str:
    """Return games as text, one a line, each a game that ``kitgen search`` reads, and who played it behind a ``;``."""
    lines = []
    for bout in bouts:
        names = " - ".join(contest.entrants[player].text for player in bout.players)
        ending = "" if bout.resigned is None else f", {game.sides[bout.resigned].name} resigned"
        record = write_record(game, game.start(), bout.moves)
        lines.append(f"{record} ; {names} {RESULTS[bout.outcome]}, {bout.opening} moves by chance{ending}")
    return "\n".join([*lines, ""])
