"""The Markov chain of a machine whose rule only takes beads away: every bead state, and where each game leads.

A bead state says how many beads are left in each slot that can ever lose one. All states that lie at the same
number of beads taken are worked on together, as rows of arrays: the chance to be in each situation of a game is
passed on from move to move, for all of these states at once.

Chances are floating-point numbers, or, exactly, whole numbers over one common denominator.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import TooLargeError, UsageError
from kitgen.kit.kit import Kit
from kitgen.machine.foresight import NEARLY
from kitgen.machine.game_graph import GameGraph, list_situations
from kitgen.machine.learning import Pick
from kitgen.machine.match import Match, check_match
from kitgen.machine.policies import Adviser, Policy
from kitgen.machine.schedule import schedule_of
from kitgen.markov.histories import History, common_denominator, list_histories
from kitgen.markov.rows import Rows
from kitgen.markov.safety import blames_last_only, takeable_slots
from kitgen.theory.oracle import Oracle

#: The most bead states that a chain may have.
LIMIT = 1_000_000

#: Bead states that are worked on at once.
ROWS = 4096

#: Where common denominators no longer fit into 64 bits, whole numbers of any size take their place.
BIG = 1 << 62


@dataclass(frozen=True)
class Chain:
    """All bead states that can be reached from a new machine, in the order of beads taken; N of them.

    Attributes:
        slots: the slots that can ever lose a bead.
        size: how many states these slots could have.
        beads: int16[N, k]; the beads left in these slots.
        taken: int64[N]; beads taken so far.
        wins, draws, losses: [N]; the chance of each outcome of the next game, times ``denominator``.
        lost_again: [N]; the chance to lose the next game and stay in the same state, times ``denominator``.
        rows, columns, chances, lost: for each change of state: from where, to where, its chance (times
            ``denominator``), and whether the game that makes it is a lost one. No entry stays where it is, and
            they stand in the order of their rows.
        denominator: what chances are divided by: 1 for floating-point numbers.
    """

    slots: tuple[Pick, ...]
    size: int
    beads: NDArray[np.int16]
    taken: NDArray[np.int64]
    wins: NDArray[Any]
    draws: NDArray[Any]
    losses: NDArray[Any]
    lost_again: NDArray[Any]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    chances: NDArray[Any]
    lost: NDArray[np.bool_]
    denominator: int

    def __len__(self) -> int:
        """Return the number of states, N."""
        return len(self.beads)


def build_chain(match: Match, oracle: Oracle, *, exact: bool = False, only_new: bool = False) -> Chain:
    """Return the chain of a match's machine.

    Args:
        match: the machine, its side and its opponent.
        oracle: what positions of the game are worth.
        exact: True for whole numbers over a common denominator.
        only_new: True for the state of a new machine alone, which any rule has.

    Raises:
        UsageError: the rule adds beads, the opponent is a second machine, or positions recur in the game.
        TooLargeError: there are too many bead states.
    """
    kit, policy = match.kit, match.policy
    check_match(match)
    if policy is None:
        raise UsageError(
            "two machines that learn at the same time have too many bead states for an exact answer; "
            f"'kitgen simulate {kit.name} --opponent {match.opponent_text}' gives one with standard errors"
        )
    advice = f"'kitgen simulate {kit.name} --rule {kit.choices.rule}' gives an answer with standard errors"
    if kit.rule.learns != "beads":
        raise UsageError(f"rule {kit.choices.rule!r} keeps no beads, so that there are no bead states; {advice}")
    if not kit.rule.only_takes and not only_new:
        raise UsageError(
            f"rule {kit.choices.rule!r} adds beads, so that its bead states have no end; '--games 1' gives the chances "
            f"of a new machine, and {advice}"
        )
    if kit.game.repetition is not None:
        raise UsageError(f"in {kit.game_spec} positions recur, so that a game can go in too many ways; {advice}")
    slots = changeable(kit) if not only_new else ()
    size = prod(kit.boxes[box].slots[slot].beads + 1 for box, slot in slots)
    if size >= BIG or (size > LIMIT and len(slots) > 24):
        raise TooLargeError(
            f"{kit.name} with rule {kit.choices.rule!r} has {_large(size)} bead states, too many for an exact "
            f"answer; {advice}"
        )
    return _Builder(match, policy, oracle, slots, size, advice, exact).build()


def changeable(kit: Kit) -> tuple[Pick, ...]:
    """Return the slots of a kit that its rule can ever take beads from, sorted."""
    if blames_last_only(kit.rule):
        return tuple(sorted(takeable_slots(kit)))
    return tuple((number, slot) for number, box in enumerate(kit.boxes) for slot in range(len(box.slots)))


def _large(size: int) -> str:
    """Return a number of states in figures that can be read.

    >>> _large(65536), _large(2**160)
    ('65,536', 'about 10^48')
    """
    return f"{size:,}" if size < 10**9 else f"about 10^{len(str(size)) - 1}"


@dataclass(frozen=True)
class _Builder:
    """Builds the chain of one match."""

    match: Match
    policy: Policy
    oracle: Oracle
    slots: tuple[Pick, ...]
    size: int
    advice: str
    exact: bool

    @cached_property
    def strides(self) -> NDArray[np.int64]:
        """What one bead of each changeable slot adds to the number of a state."""
        radix = [self.match.kit.boxes[box].slots[slot].beads + 1 for box, slot in self.slots]
        return np.array([prod(radix[:number]) for number in range(len(radix))], np.int64)

    @cached_property
    def start(self) -> NDArray[np.int16]:
        """The beads of a new machine in the changeable slots."""
        return np.array([self.match.kit.boxes[box].slots[slot].beads for box, slot in self.slots], np.int16)

    @cached_property
    def graph(self) -> GameGraph:
        """Every situation that can come up."""
        return list_situations(self.match.kit.game, self.match.shelves, with_leads=True)

    @cached_property
    def histories(self) -> tuple[History, ...]:
        """All histories of a game, each before those that it leads to."""
        memory = schedule_of(self.match.kit.rule).memory if self.slots else 0
        return list_histories(self.graph, self.match.side, self.policy, Adviser(self.oracle), memory)

    @cached_property
    def rows(self) -> Rows:
        """The machine, for many bead states at once."""
        return Rows(self.match.kit, self.graph, self.match.side)

    @cached_property
    def denominator(self) -> int:
        """A number that every chance of a game is a whole part of; 1 for floating-point numbers."""
        return common_denominator(self.match.kit, self.histories) if self.exact else 1

    @property
    def dtype(self) -> Any:
        """What chances are kept in."""
        return np.float64 if not self.exact else np.int64 if self.denominator < BIG else object

    def build(self) -> Chain:
        """Return the chain: explore states in the order of beads taken."""
        waiting: dict[int, list[NDArray[np.int64]]] = {0: [np.array([int(self.start @ self.strides)], np.int64)]}
        numbers: list[NDArray[np.int64]] = []
        taken: list[NDArray[np.int64]] = []
        outcomes: list[tuple[Any, Any, Any, Any]] = []
        changes: list[tuple[Any, Any, Any, Any]] = []
        known = 0
        while waiting:
            level = min(waiting)
            states = np.unique(np.concatenate(waiting.pop(level)))
            for begin in range(0, len(states), ROWS):
                some = states[begin : begin + ROWS]
                of_games, moved = self._games(some)
                outcomes.append(of_games)
                for rows, targets, chances, lost, removed in moved:
                    waiting.setdefault(level + removed, []).append(targets)
                    changes.append((rows + known, targets, chances, np.full(len(rows), lost)))
                numbers.append(some)
                taken.append(np.full(len(some), level, np.int64))
                known += len(some)
                if known > LIMIT:
                    raise TooLargeError(
                        f"{self.match.kit.name} has more than {LIMIT:,} bead states, of {_large(self.size)} "
                        f"at most; {self.advice}"
                    )
        all_states = np.concatenate(numbers)
        by_number = np.argsort(all_states)
        rows, targets, chances, lost = (
            _joined([change[column] for change in changes], dtype)
            for column, dtype in enumerate((np.int64, np.int64, self.dtype, np.bool_))
        )
        wins, draws, losses, lost_again = (
            _joined([part[column] for part in outcomes], self.dtype) for column in range(4)
        )
        in_order = np.argsort(rows, kind="stable")
        return Chain(
            slots=self.slots,
            size=self.size,
            beads=self._decode(all_states),
            taken=np.concatenate(taken),
            wins=wins,
            draws=draws,
            losses=losses,
            lost_again=lost_again,
            rows=rows[in_order],
            columns=by_number[np.searchsorted(all_states[by_number], targets[in_order])],
            chances=chances[in_order],
            lost=lost[in_order],
            denominator=self.denominator,
        )

    def _decode(self, states: NDArray[np.int64]) -> NDArray[np.int16]:
        """Return the beads in each changeable slot, from the numbers of states."""
        radix = self.start.astype(np.int64) + 1
        return ((states[:, None] // self.strides[None, :]) % radix[None, :]).astype(np.int16)

    def _games(
        self, states: NDArray[np.int64]
    ) -> tuple[tuple[Any, Any, Any, Any], list[tuple[Any, Any, Any, bool, int]]]:
        """Return what one game does in each of some states.

        Returns:
            The chances to win, to draw, to lose, and to lose without a change; then all changes: rows, numbers
            of the states after it, chances, whether the game was lost, and how many beads went.
        """
        beads = self.rows.beads(self.slots, self._decode(states))
        boxes, in_boxes = self.rows.by_box(beads), self.rows.totals(beads)
        chances: list[Any] = [None] * len(self.histories)
        chances[0] = np.full(len(states), self.denominator if self.exact else 1.0, self.dtype)
        hopes = self.rows.hopes(beads) if any(history.knowing for history in self.histories) else None
        totals = [np.zeros(len(states), self.dtype) for _ in range(3)]
        lost_again = np.zeros(len(states), self.dtype)
        ends: dict[tuple[tuple[Pick, ...], int, bool], Any] = {}

        def end(picked: tuple[Pick, ...], outcome: int, resigned: bool, chance: Any) -> None:
            totals[outcome] = totals[outcome] + chance
            key = (picked, outcome, resigned)
            ends[key] = ends[key] + chance if key in ends else chance

        def give(child: int, chance: Any) -> None:
            chances[child] = chance if chances[child] is None else chances[child] + chance

        given_up = self.match.kit.rule.when_empty.outcome
        for number, history in enumerate(self.histories):
            chance = chances[number]
            chances[number] = None  # no longer needed
            if chance is None:
                continue
            if history.outcome is not None:
                end(history.picked, history.outcome, False, chance)
            elif history.box >= 0:
                box = boxes[history.box]
                total = box.sum(axis=1)
                resigns = np.where(total == 0, chance, chance * 0)
                if given_up is not None and (total == 0).any():
                    end(history.picked, given_up, True, resigns)
                share = _divide(chance - resigns, np.maximum(total, 1), self.exact)
                for slot, child in enumerate(history.children):
                    give(child, share * box[:, slot])
            elif history.mine:
                give(history.children[0], chance)
            else:
                unit = _divide(chance, sum(history.weights) + history.knowing, self.exact)
                for child, weight in zip(history.children, history.weights, strict=True):
                    if weight:
                        give(child, unit * weight)
                if hopes is not None and history.knowing:
                    after = hopes[:, [self.histories[child].situation for child in history.children]]
                    worst = after < after.min(axis=1, keepdims=True) + NEARLY
                    share = _divide(unit * history.knowing, worst.sum(axis=1), self.exact)
                    for child, chosen in zip(history.children, worst.T, strict=True):
                        give(child, share * chosen)
        changes = []
        for (picked, outcome, resigned), chance in ends.items():
            for rows, after, removed in self._learn(states, beads, in_boxes, picked, outcome, resigned):
                possible = chance[rows] != 0
                there = rows[possible]
                if removed == 0:
                    if outcome == -1:
                        lost_again[there] += chance[there]
                elif len(there):
                    changes.append((there, after[possible], chance[there], outcome == -1, removed))
        return (totals[1], totals[0], totals[-1], lost_again), changes

    def _learn(
        self,
        states: NDArray[np.int64],
        beads: NDArray[np.int32],
        in_boxes: NDArray[np.int32],
        picked: tuple[Pick, ...],
        outcome: int,
        resigned: bool,
    ) -> Iterator[tuple[Any, Any, int]]:
        """Yield what the rule does after an outcome, by the number of beads that go: rows and states after it."""
        if not self.slots:
            yield np.arange(len(states)), states, 0
            return
        gone = self.rows.taken(beads, in_boxes, self.slots, picked, outcome, resigned)
        after = states - gone @ self.strides
        removed = gone.sum(axis=1)
        for number in np.unique(removed):
            some = np.nonzero(removed == number)[0]
            yield some, after[some], int(number)


def _divide(numbers: Any, by: Any, exact: bool) -> Any:
    """Return numbers divided; exactly where they are whole and the division leaves nothing."""
    return numbers // by if exact else numbers / by


def _joined(arrays: list[Any], dtype: Any) -> Any:
    """Return arrays one after the other."""
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype)
