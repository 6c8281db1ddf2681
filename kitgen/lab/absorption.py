"""Exact answers about a machine that learns, without sampling: sums over the chain of its bead states.

A machine never gets a bead back, so bead states are ordered, and a sum over all futures of a state follows from the
sums of the states after it. How likely each score is after some games follows from the same chain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from kitgen.errors import TooLargeError, UsageError
from kitgen.lab.chain import Chain, build_chain, changeable
from kitgen.machine.match import Match, parse_policy
from kitgen.theory.oracle import Oracle

#: The last game whose chances can be computed, with floating-point numbers and exactly.
LAST_GAME, LAST_GAME_EXACT = 100_000, 200
#: A chance, or an expected number: a float, or exactly.
Figure = float | Fraction


@dataclass(frozen=True, slots=True)
class Answers:
    """Exact answers about a machine against an opponent. None stands for an infinite number.

    Attributes:
        states: bead states that the machine can reach; 1 when only the first game was requested.
        size: the product of the numbers of beads that each slot could have.
        expected_losses: expected number of lost games, of all games for ever.
        expected_games: expected number of games until the machine can never lose again.
        never_safe: the chance that this never happens.
        fewest, most: the fewest and the most games that the machine can lose until then.
        distribution: from number of lost games to its chance; None when the machine can lose for ever.
        wins, draws, losses: from number of a game to the chance of the outcome.
        any_opponent: the fewest and the most games that it can lose whatever its opponent does.
    """

    states: int
    size: int
    expected_losses: Figure | None
    expected_games: Figure | None
    never_safe: Figure | None
    fewest: int | None
    most: int | None
    distribution: dict[int, Figure] | None
    wins: dict[int, Figure]
    draws: dict[int, Figure]
    losses: dict[int, Figure]
    any_opponent: tuple[int | None, int | None]


def answer(match: Match, games: Sequence[int], oracle: Oracle | None = None, *, exact: bool = False) -> Answers:
    """Return exact answers about a machine.

    Args:
        games: the numbers of the games, from 1, whose chances are computed.
        exact: True for fractions instead of floating-point numbers.

    >>> from kitgen.kit.build import build_kit
    >>> her = Match(build_kit("her"), parse_policy("random"), side=1)
    >>> round(answer(her, [1]).expected_losses, 6)
    11.172776
    """
    oracle = oracle or match.kit.oracle
    last = LAST_GAME_EXACT if exact else LAST_GAME
    for game in games:
        if not 1 <= game <= last:
            raise UsageError(f"game {game} is out of range; ask for games from 1 to {last:,}")
    if not match.kit.rule.only_takes and set(games) == {1}:
        chain = build_chain(match, oracle, exact=exact, only_new=True)  # bead states have no end
        won, drawn, lost = (
            {1: _figure(share[0], chain.denominator)} for share in (chain.wins, chain.draws, chain.losses)
        )
        return Answers(1, 1, None, None, None, None, None, None, won, drawn, lost, (None, None))
    chain = build_chain(match, oracle, exact=exact)
    sums = _ExactSums(chain) if exact else _Sums(chain)
    safe = _safe(chain)
    states = len(chain)
    losing = chain.losses.tolist()
    losses = sums.backwards(losing, np.zeros(states, bool), [inf if loss else 0 for loss in losing])
    length = sums.backwards([chain.denominator] * states, safe, [inf] * states)
    never = sums.backwards([0] * states, safe, [1] * states)
    won, drawn, lost = sums.outcomes(games)
    fewest, most = _extremes(chain, safe)
    if match.opponent_text == "random":
        extremes = (fewest, most)
    else:
        any_chain = build_chain(Match(match.kit, parse_policy("random"), match.side), oracle)
        extremes = _extremes(any_chain, _safe(any_chain))
    return Answers(
        states=len(chain),
        size=chain.size,
        expected_losses=None if losses == inf else losses,
        expected_games=None if length == inf else length,
        never_safe=never if exact else min(1.0, never),
        fewest=fewest,
        most=most,
        distribution=None if most is None else sums.distribution(most),
        wins=won,
        draws=drawn,
        losses=lost,
        any_opponent=extremes,
    )


def _figure(value: Any, denominator: int) -> Figure:
    return (
        float(value)
        if denominator == 1 and isinstance(value, (float, np.floating))
        else Fraction(int(value), denominator)
    )


def _safe(chain: Chain) -> NDArray[np.bool_]:
    unsafe = (chain.losses > 0).astype(bool)
    links = csr_array((np.ones(len(chain.rows), np.int8), (chain.rows, chain.columns)), (len(chain), len(chain)))
    for begin, end in _levels(chain):
        unsafe[begin:end] |= (links[begin:end] @ unsafe.astype(np.int64)) > 0
    return ~unsafe


def _levels(chain: Chain) -> list[tuple[int, int]]:
    """Return where the states with the same number of beads taken start and end, the most beads first."""
    begins = np.flatnonzero(np.diff(chain.taken, prepend=-1)).tolist()
    return list(zip(begins, [*begins[1:], len(chain)], strict=True))[::-1]


def _extremes(chain: Chain, safe: NDArray[np.bool_]) -> tuple[int | None, int | None]:
    fewest = np.where(safe, 0.0, inf)
    # A game that is lost without a change can be lost again and again.
    most = np.where((chain.lost_again > 0).astype(bool), inf, 0.0)
    first = np.searchsorted(chain.rows, np.arange(len(chain) + 1))
    for begin, end in _levels(chain):
        some = slice(first[begin], first[end])
        rows, columns, lost = chain.rows[some], chain.columns[some], chain.lost[some]
        np.minimum.at(fewest, rows, np.where(safe[rows], 0, fewest[columns] + lost))
        np.maximum.at(most, rows, most[columns] + lost)
    return None if fewest[0] == inf else int(fewest[0]), None if most[0] == inf else int(most[0])


class _Sums:
    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        size = (len(chain), len(chain))
        self.steps = csr_array((chain.chances, (chain.rows, chain.columns)), size)
        self.leave = np.bincount(chain.rows, chain.chances, len(chain))

    def backwards(self, each_game: Sequence[Any], stop: NDArray[np.bool_], ends: Sequence[Figure]) -> Figure:
        sums, each, end_sums = np.zeros(len(self.chain)), np.array(each_game, float), np.array(ends, float)
        for begin, end in _levels(self.chain):
            leave = self.leave[begin:end]
            with np.errstate(divide="ignore", invalid="ignore"):
                total = (each[begin:end] + self.steps[begin:end] @ sums) / leave
            sums[begin:end] = np.where(stop[begin:end], 0, np.where(leave > 0, total, end_sums[begin:end]))
        return float(sums[0])

    def distribution(self, most: int) -> dict[int, Figure]:
        chain = self.chain
        mass = np.zeros((len(chain), most + 1))
        mass[0, 0] = 1
        size = (len(chain), len(chain))
        steps = [
            csr_array((chain.chances[lost], (chain.rows[lost], chain.columns[lost])), size)
            for lost in (chain.lost, ~chain.lost)
        ]
        total = np.zeros(most + 1)
        for begin, end in reversed(_levels(chain)):
            leave = self.leave[begin:end]
            stays = leave == 0
            total += mass[begin:end][stays].sum(axis=0)
            moving = mass[begin:end] / np.where(stays, 1, leave)[:, None]
            mass[:, 1:] += (steps[0][begin:end].T @ moving)[:, :-1]
            mass += steps[1][begin:end].T @ moving
        return {number: float(chance) for number, chance in enumerate(total) if chance > 0}

    def outcomes(self, games: Sequence[int]) -> tuple[dict[int, Figure], dict[int, Figure], dict[int, Figure]]:
        chain = self.chain
        there = np.zeros(len(chain))
        there[0] = 1
        results: tuple[dict[int, Figure], ...] = ({}, {}, {})
        steps = self.steps.T.tocsr()
        for game in range(1, max(games, default=0) + 1):
            if game in games:
                for chances, share in zip(results, (chain.wins, chain.draws, chain.losses), strict=True):
                    chances[game] = float(there @ share)
            there = there * (1 - self.leave) + steps @ there
        return results[0], results[1], results[2]


class _ExactSums:
    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.out: list[list[tuple[int, int, bool]]] = [[] for _ in range(len(chain))]
        for row, column, chance, lost in zip(chain.rows, chain.columns, chain.chances, chain.lost, strict=True):
            self.out[row].append((int(column), int(chance), bool(lost)))

    def backwards(self, each_game: Sequence[Any], stop: NDArray[np.bool_], ends: Sequence[Figure]) -> Figure:
        sums: list[Figure] = [0] * len(self.chain)
        for state in range(len(self.chain) - 1, -1, -1):
            if stop[state]:
                continue
            leave = sum(chance for _, chance, _ in self.out[state])
            if leave == 0:
                sums[state] = ends[state]
                continue
            total: Figure = Fraction(int(each_game[state]))
            for column, chance, _ in self.out[state]:
                total += chance * sums[column]
            sums[state] = total / leave
        return sums[0]

    def distribution(self, most: int) -> dict[int, Figure]:
        mass: list[dict[int, Fraction]] = [{} for _ in range(len(self.chain))]
        mass[0][0] = Fraction(1)
        total = [Fraction(0)] * (most + 1)
        for state, out in enumerate(self.out):
            leave = sum(chance for _, chance, _ in out)
            for number, share in mass[state].items():
                if not out:
                    total[number] += share
                for column, chance, lost in out:
                    after = number + lost
                    mass[column][after] = mass[column].get(after, Fraction(0)) + share * Fraction(chance, leave)
            mass[state] = {}
        return {number: chance for number, chance in enumerate(total) if chance}

    def outcomes(self, games: Sequence[int]) -> tuple[dict[int, Figure], dict[int, Figure], dict[int, Figure]]:
        chain = self.chain
        common = gcd(chain.denominator, *(chance for out in self.out for _, chance, _ in out))
        denominator = chain.denominator // common
        there = {0: 1}  # from state to its chance, times the denominator for each game played
        results: tuple[dict[int, Figure], ...] = ({}, {}, {})
        for game in range(1, max(games, default=0) + 1):
            if game in games:
                for chances, share in zip(results, (chain.wins, chain.draws, chain.losses), strict=True):
                    parts = sum(chance * int(share[state]) for state, chance in there.items())
                    chances[game] = Fraction(parts, denominator ** (game - 1) * chain.denominator)
            after: dict[int, int] = {}
            for state, chance in there.items():
                leave = 0
                for column, step, _ in self.out[state]:
                    leave += step // common
                    after[column] = after.get(column, 0) + chance * (step // common)
                if denominator > leave:
                    after[state] = after.get(state, 0) + chance * (denominator - leave)
            there = after
        return results[0], results[1], results[2]


# How likely each score is, wins minus losses, after some games of a machine that learns.

#: The most bead states that there could be, and the most of them times games, that are worked through.
STATES, MOST = 300_000, 4_000_000


def score_chances(match: Match, games: int) -> dict[int, float]:
    """Return the chance of each score after so many games of a new machine.

    Raises:
        TooLargeError: there are too many bead states, or games in them.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.machine.match import parse_policy
    >>> her = Match(build_kit("her"), parse_policy("random"), side=1)
    >>> {score: round(chance, 6) for score, chance in score_chances(her, 1).items()}  # it wins 173 of 432 first games
    {-1: 0.599537, 1: 0.400463}
    """
    kit = match.kit
    large = prod(kit.boxes[box].slots[slot].beads + 1 for box, slot in changeable(kit)) > STATES
    chain = None if large else build_chain(match, kit.oracle)
    if chain is None or len(chain) * games > MOST or not chain.lost.all():
        raise TooLargeError(f"{kit.name} has too many bead states to work out {games:,} games")
    size = (len(chain), len(chain))
    changes = csr_array((chain.chances, (chain.columns, chain.rows)), size)
    mass = np.zeros((len(chain), 2 * games + 1))
    mass[0, games] = 1
    for _ in range(games):
        lost = chain.lost_again[:, None] * mass + changes @ mass
        won = chain.wins[:, None] * mass
        mass = chain.draws[:, None] * mass
        mass[:, 1:] += won[:, :-1]
        mass[:, :-1] += lost[:, 1:]
    total = mass.sum(axis=0)
    return {score - games: float(chance) for score, chance in enumerate(total) if chance > 0}
