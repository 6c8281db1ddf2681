"""Exact answers about a machine that learns, without sampling: sums over the chain of its bead
states.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import TooLargeError, UsageError
from kitgen.lab.chain import Chain, build_chain
from kitgen.machine.match import Match, parse_policy
from kitgen.model import Result

#: The last game whose chances are computed with floating-point numbers.
LAST_GAME = 100_000
#: The last game whose chances are computed exactly.
LAST_GAME_EXACT = 200
#: A chance or an expected number; a fraction where it is exact.
Figure = float | Fraction


@dataclass(frozen=True, slots=True, repr=False)
class Answers(Result):
    """Exact answers about a machine against an opponent. None stands for an infinite number.

    Attributes:
        states: bead states that the machine can reach; 1 when only the first game was requested.
        size: bead states that there could be.
        expected_losses: of all games for ever.
        expected_games: until the machine can never lose again.
        never_safe: the chance that this never happens.
        fewest, most: games that the machine can lose until then.
        distribution: from number of lost games to its chance; None when the machine can lose for
            ever.
        wins, draws, losses: from number of a game to the chance of the outcome.
        any_opponent: the fewest and the most games that it can lose whatever its opponent does.
        safe: from number of a game to the chance that the machine can never lose again after it;
            empty where only the first game has an answer.
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
    safe: dict[int, Figure]

    @property
    def first_game_alone(self) -> bool:
        """Whether only the first game has an answer; other figures are None, or of one state."""
        return self.states == 1 and self.expected_losses is None and not self.safe

    def summary(self) -> str:
        """Return the answers in one line."""
        if self.first_game_alone:
            return (
                "exact answers about the first game of a new machine: it wins with "
                f"{float(self.wins[1]):.4g}"
            )
        losses = "without end"
        if self.expected_losses is not None:
            losses = f"{float(self.expected_losses):.4g}"
        return f"exact answers over {self.states:,} bead states: expected losses {losses}"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each game: the chances to win, draw and lose it, and never to lose
        again after it.
        """
        return [
            {
                "game": game,
                "wins": won,
                "draws": self.draws[game],
                "losses": self.losses[game],
                "safe": self.safe.get(game),
            }
            for game, won in self.wins.items()
        ]

    def report(self) -> dict[str, Any]:
        """Return all figures as plain data; None stands for those that are not finite."""
        return {
            "bead_states": {"reached": self.states, "possible": self.size},
            "expected_losses": self.expected_losses,
            "expected_games": self.expected_games,
            "never_safe": self.never_safe,
            "losses": {"min": self.fewest, "max": self.most, "distribution": self.distribution},
            "any_opponent": {"min": self.any_opponent[0], "max": self.any_opponent[1]},
            "win_in_game": self.wins,
            "draw_in_game": self.draws,
            "lose_in_game": self.losses,
            "safe_after_game": self.safe,
        }

    def plot(self, axes: Any = None) -> Any:
        """Draw the chances game by game with Matplotlib, into axes of yours or new ones; return
        the axes.
        """
        from kitgen.lab.curves import plot_chances  # noqa: PLC0415 - Matplotlib takes a second to load

        return plot_chances(self.table(), axes)


def answer(match: Match, games: Sequence[int], *, exact: bool = False) -> Answers:
    """Return exact answers about a machine; ``games`` are those, from 1, whose chances are
    computed.

    With ``exact=True`` figures are fractions instead of floating-point numbers.

    >>> from kitgen.kit.build import build_kit
    >>> ladder = Match(build_kit("ladder"), parse_policy("random"), side=0)
    >>> round(answer(ladder, [1]).expected_losses, 6)
    14.0
    """
    last = LAST_GAME_EXACT if exact else LAST_GAME
    for game in games:
        if not 1 <= game <= last:
            raise UsageError(f"game {game} is out of range; ask for games from 1 to {last:,}")
    only_first = set(games) == {1}
    if only_first and not match.kit.rule.only_takes:  # bead states have no end
        return _answer_of_a_new_machine(match, games, exact=exact)
    try:
        chain = build_chain(match, exact=exact)
    except TooLargeError:
        if only_first:
            return _answer_of_a_new_machine(match, games, exact=exact)
        raise
    sums = _Sums(chain, exact=exact)
    losses = sums.losses_to_come()
    length = sums.games_to_go()
    never_safe = sums.chance_never_safe()
    by_game = sums.outcomes(games)
    fewest, most = chain.extremes()
    distribution = None
    if most is not None:
        distribution = sums.fractions_of_losses(most) if exact else sums.chances_of_losses(most)
    against_anyone = chain  # an opponent at random may do whatever any other does
    if match.opponent_text != "random":
        against_anyone = build_chain(Match(match.kit, parse_policy("random"), match.side))
    return Answers(
        states=len(chain),
        size=chain.size,
        expected_losses=None if losses == inf else losses,
        expected_games=None if length == inf else length,
        never_safe=never_safe if exact else min(1.0, never_safe),
        fewest=fewest,
        most=most,
        distribution=distribution,
        wins=by_game.wins,
        draws=by_game.draws,
        losses=by_game.losses,
        any_opponent=against_anyone.extremes(),
        safe=by_game.safe,
    )


def _answer_of_a_new_machine(match: Match, games: Sequence[int], *, exact: bool) -> Answers:
    """Return the chances of the first game, which need no bead states but the first."""
    chain = build_chain(match, exact=exact, only_new=True)
    by_game = _Sums(chain, exact=exact).outcomes(games)
    return Answers(
        states=1,
        size=1,
        expected_losses=None,
        expected_games=None,
        never_safe=None,
        fewest=None,
        most=None,
        distribution=None,
        wins=by_game.wins,
        draws=by_game.draws,
        losses=by_game.losses,
        any_opponent=(None, None),
        safe={},
    )


#: The most bead states of a machine whose report says how long it will learn. A report is printed
#: again whenever it is verified, in some seconds; a new HER has 65,536.
MAX_STATES_IN_REPORT = 70_000


def games_to_go(match: Match) -> float | None:
    """Return the expected number of games until a machine can never lose again; None if it may lose
    for ever.

    Raises:
        TooLargeError: the machine has more bead states than ``MAX_STATES_IN_REPORT``.

    >>> from kitgen.kit.build import build_kit
    >>> round(games_to_go(Match(build_kit("ladder"), parse_policy("random"), side=0)), 3)
    69.285
    """
    chain = build_chain(match, limit=MAX_STATES_IN_REPORT)
    games = _Sums(chain, exact=False).games_to_go()
    return None if games == inf else float(games)


class _ByGame(NamedTuple):
    """The chances to win, draw and lose some games, and never to lose again after them, by their
    numbers.
    """

    wins: dict[int, Figure]
    draws: dict[int, Figure]
    losses: dict[int, Figure]
    safe: dict[int, Figure]


class _Sums:
    """Sums over a chain, of floats or exactly, of Python's whole numbers and fractions."""

    def __init__(self, chain: Chain, *, exact: bool) -> None:
        self.chain = chain
        self.exact = exact
        #: What all chances of the chain and its denominator are divided by here.
        self.common = 1
        self.chances = chain.chances
        if exact:  # smaller whole numbers are multiplied faster; fractions stay the same
            self.common = gcd(chain.denominator, *map(int, chain.chances))
            self.chances = chain.chances // self.common
        self.denominator = chain.denominator // self.common
        #: The chance of each state to be left with a game.
        self.leave = np.zeros(len(chain), chain.chances.dtype)
        np.add.at(self.leave, chain.rows, self.chances)
        if not exact:  # SciPy multiplies only floats
            self.steps = chain.matrix(chain.chances)

    def backwards(
        self, each_game: Sequence[Any], stop: NDArray[np.bool_], ends: Sequence[Figure]
    ) -> Figure:
        """Return the sum over all futures of a new machine of what each game adds.

        A machine stays in a state for 1 / (chance to leave it) games, so that the sum from a state
        is (what a game adds + the chance of each change, times the sum from there) / (chance to
        leave). The last states come first.

        Args:
            each_game: what a game in each state adds.
            stop: the states in which nothing is added any more.
            ends: the sum from each state that no game changes.
        """
        chain = self.chain
        kind = np.dtype(object if self.exact else float)
        if self.exact:
            each_game = [Fraction(int(figure), self.common) for figure in each_game]
        each = np.array(each_game, kind)
        end_sums = np.array(ends, kind)
        sums = np.zeros(len(chain), kind)
        for begin, end in reversed(chain.levels):
            leave = self.leave[begin:end]
            later = self._after_changes(begin, end, sums)
            stays = leave == 0
            total = (each[begin:end] + later) / np.where(stays, 1, leave)
            unless_stopped = np.where(stays, end_sums[begin:end], total)
            sums[begin:end] = np.where(stop[begin:end], 0, unless_stopped)
        return sums[0] if self.exact else float(sums[0])

    def _after_changes(self, begin: int, end: int, sums: NDArray[Any]) -> NDArray[Any]:
        """Return, for some states, the chance of each change times the sum from there."""
        if not self.exact:
            later: NDArray[Any] = self.steps[begin:end] @ sums
            return later
        chain = self.chain
        part = slice(chain.first[begin], chain.first[end])
        later = np.zeros(end - begin, object)
        of_changes = self.chances[part] * sums[chain.columns[part]]
        np.add.at(later, chain.rows[part] - begin, of_changes)
        return later

    def losses_to_come(self) -> Figure:
        """Return the expected number of lost games of all games for ever."""
        losses = self.chain.losses.tolist()
        for_ever = [inf if loss else 0 for loss in losses]
        return self.backwards(losses, np.zeros(len(self.chain), bool), for_ever)

    def chance_never_safe(self) -> Figure:
        """Return the chance that a new machine never comes to where it can lose no more."""
        states = len(self.chain)
        return self.backwards([0] * states, self.chain.safe, [1] * states)

    def games_to_go(self) -> Figure:
        """Return the expected number of games until a new machine can never lose again; infinite
        if it may always.
        """
        states = len(self.chain)
        return self.backwards([self.chain.denominator] * states, self.chain.safe, [inf] * states)

    def outcomes(self, games: Sequence[int]) -> _ByGame:
        """Return the chances of some games."""
        chain = self.chain
        by_game = _ByGame({}, {}, {}, {})
        # The chance of each state, times the denominator for each game played.
        mass = np.zeros(len(chain), object if self.exact else float)
        mass[0] = 1
        for game in range(1, max(games, default=0) + 1):
            if game in games:
                whole = self.denominator ** (game - 1) * chain.denominator
                by_game.wins[game] = self._figure(mass @ chain.wins, whole)
                by_game.draws[game] = self._figure(mass @ chain.draws, whole)
                by_game.losses[game] = self._figure(mass @ chain.losses, whole)
            moved = np.zeros_like(mass)
            np.add.at(moved, chain.columns, self.chances * mass[chain.rows])
            mass = mass * (self.denominator - self.leave) + moved
            if game in games:
                safe = self._figure(mass[chain.safe].sum(), self.denominator**game)
                # Floats are rounded, and their sum may exceed 1.
                by_game.safe[game] = safe if self.exact else min(1.0, safe)
        return by_game

    def _figure(self, times_whole: Any, whole: int) -> Figure:
        """Return a chance that has been multiplied by a whole number; for floats this is 1."""
        return Fraction(times_whole, whole) if self.exact else float(times_whole)

    def chances_of_losses(self, most: int) -> dict[int, Figure]:
        """Return the chance of each number of lost games, up to the most."""
        chain = self.chain
        total = np.zeros(most + 1)
        mass = np.zeros((len(chain), most + 1))
        mass[0, 0] = 1
        lost = chain.matrix(chain.chances[chain.lost], chain.lost)
        kept = chain.matrix(chain.chances[~chain.lost], ~chain.lost)
        for begin, end in chain.levels:
            leave = self.leave[begin:end]
            stays = leave == 0
            total += mass[begin:end][stays].sum(axis=0)
            moving = mass[begin:end] / np.where(stays, 1, leave)[:, None]
            mass[:, 1:] += (lost[begin:end].T @ moving)[:, :-1]
            mass += kept[begin:end].T @ moving
        return {number: float(chance) for number, chance in enumerate(total) if chance > 0}

    def fractions_of_losses(self, most: int) -> dict[int, Figure]:
        """Return the chance of each number of lost games, up to the most, as fractions."""
        chain = self.chain
        total = [Fraction(0)] * (most + 1)
        # For each state the chance to come to it with each number of lost games.
        mass: list[dict[int, Fraction]] = [{} for _ in range(len(chain))]
        mass[0][0] = Fraction(1)
        for state in range(len(chain)):
            changes = range(chain.first[state], chain.first[state + 1])
            for number, share in mass[state].items():
                if not changes:
                    total[number] += share
                for change in changes:
                    target = mass[chain.columns[change]]
                    number_after = number + int(chain.lost[change])
                    chance = Fraction(int(self.chances[change]), int(self.leave[state]))
                    target[number_after] = target.get(number_after, Fraction(0)) + share * chance
            mass[state] = {}
        return {number: chance for number, chance in enumerate(total) if chance}
