"""The Markov chain of a machine whose rule only takes beads away.

A bead state says how many beads remain in each slot that can ever lose one. All states with the
same number of beads taken are worked on together, as rows of arrays: the chance of each situation
is passed on from move to move.

Chances are floating-point numbers or, for exact answers, whole numbers over one common denominator.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf, lcm, prod
from operator import floordiv, truediv
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from kitgen.compiling.compiled import compiled
from kitgen.errors import TooLargeError, UsageError, quoted, suggested
from kitgen.kit.kit import Kit
from kitgen.machine.game_graph import GameGraph, list_situations, make_outlook
from kitgen.machine.learning import Pick, flattened, schedule_of, starting_beads
from kitgen.machine.learning_kernels import fast_expect, fast_teach, ints
from kitgen.machine.match import NEARLY, Adviser, Match, Policy, check_match, only_hopes
from kitgen.machine.safety import takeable_slots


class History(NamedTuple):
    """A situation of a game, with the last picked beads that the rule may change.

    Attributes:
        outcome: how the game has ended for the machine, or None.
        box: the index of the box that is opened here, or -1.
        children: the histories that the moves lead to.
        weights: how likely the opponent makes each move, as whole numbers; empty where the machine
            moves.
        knowing: how much of the opponent's choice depends on the beads, in the same measure as the
            weights: such an opponent sees them, and makes the move after which the machine can
            expect least.
    """

    situation: int
    outcome: int | None
    box: int
    mine: bool
    picked: tuple[Pick, ...]
    children: tuple[int, ...]
    weights: tuple[int, ...]
    knowing: int


def list_histories(
    graph: GameGraph, side: int, policy: Policy, adviser: Adviser, memory: int
) -> list[History]:
    """Return all histories of a game without cycles, each after those that it leads to: the start
    is the last.

    The graph has leads in games of points; ``memory`` is how many of the last picks are remembered.
    """
    index: dict[tuple[int, tuple[Pick, ...], int], int] = {}
    histories: list[History] = []

    def visit(situation: int, picked: tuple[Pick, ...], ply: int) -> int:
        # A script depends on the number of the turn, so its histories cannot be merged.
        key = (situation, picked, ply if policy.script else 0)
        if key in index:
            return index[key]
        mine = graph.positions[situation].to_move == side
        box = graph.boxes[situation]
        children = []
        for slot, branch in enumerate(graph.branches[situation]):
            after = (*picked, (box, slot))[-memory:] if box >= 0 and memory else picked
            children.append(visit(branch.child, after, ply + 1))
        weights: tuple[int, ...] = ()
        knowing = 0
        if children and not mine:
            weights, knowing = _weights(graph, situation, policy, adviser, ply)
        outcome = graph.outcome(situation, side)
        histories.append(
            History(situation, outcome, box, mine, picked, tuple(children), weights, knowing)
        )
        index[key] = len(histories) - 1
        return index[key]

    visit(0, (), 0)
    return histories


def _weights(
    graph: GameGraph, situation: int, policy: Policy, adviser: Adviser, ply: int
) -> tuple[tuple[int, ...], int]:
    """Return ``History.weights`` and ``History.knowing`` of a situation where the opponent
    moves.
    """
    position = graph.positions[situation]
    moves = [branch.move for branch in graph.branches[situation]]
    turn = ply // 2
    if turn < len(policy.script):
        scripted = graph.game.parse_move(position, policy.script[turn])
        if scripted in moves:
            return tuple(int(move == scripted) for move in moves), 0
    chosen_by_part = []
    knowing = 0
    for name, weight in policy.parts:
        if only_hopes(name):
            knowing += weight
        else:
            chosen = set(adviser.choices(name, position, graph.leads[situation]))
            chosen_by_part.append((weight, chosen))
    scale = lcm(*(len(chosen) for _, chosen in chosen_by_part))
    weights = []
    for move in moves:
        parts = [part for part in chosen_by_part if move in part[1]]
        weights.append(sum(weight * scale // len(chosen) for weight, chosen in parts))
    return tuple(weights), knowing * scale


def common_denominator(kit: Kit, histories: Sequence[History]) -> int:
    """Return a common denominator of all chances in a game, whatever beads remain."""
    need: list[int] = []
    for history in histories:
        below = lcm(*(need[child] for child in history.children))
        if history.box >= 0:
            total = sum(slot.beads for slot in kit.boxes[history.box].slots)
            below *= lcm(*range(1, total + 1))
        elif history.weights:
            below *= sum(history.weights) + history.knowing
            if history.knowing:  # any number of moves may be equally bad, and share
                below *= lcm(*range(1, len(history.children) + 1))
        need.append(below)
    return need[-1]


@compiled
def teach_rows(
    row: Any,
    outcome: Any,
    resigned: Any,
    beads: Any,
    totals: Any,
    slots: Any,
    slot_box: Any,
    picks: Any,
) -> None:
    """Apply a schedule to beads, int32[N, s], and totals, int32[N, b], of N machines after the
    same game of each.
    """
    for machine in range(len(beads)):
        fast_teach(
            row,
            outcome,
            resigned,
            beads[machine],
            totals[machine],
            slots,
            slot_box,
            picks,
            len(picks),
        )


@compiled
def expect_rows(outlook: Any, beads: Any, totals: Any, hopes: Any) -> None:
    """Fill in what many machines can expect, float64[N, n], from int32[N, s] beads and int32[N,
    b] totals.
    """
    for machine in range(len(beads)):
        fast_expect(outlook, beads[machine], totals[machine], hopes[machine])


#: The most bead states that a chain may have.
MAX_STATES = 1_000_000
#: With more slots that can lose beads than this, a machine is not even tried if it could have more
#: than ``MAX_STATES``; with fewer, most of those states are never reached.
MAX_SLOTS_TO_TRY = 24
#: Bead states that are worked on at once.
STATES_AT_ONCE = 4096
#: From here on common denominators are Python's whole numbers; below, a sum of two chances still
#: fits into 64 bits with its sign.
BIG = 1 << 62


@dataclass(frozen=True)
class Chain:
    """All N bead states that can be reached from a new machine, in the order of beads taken.

    Attributes:
        slots: those that can ever lose a bead.
        size: how many states these slots could have.
        beads: int16[N, k]; the beads in these slots.
        levels: where the states with the same number of beads taken start and end, the fewest taken
            first.
        wins, draws, losses: [N]; the chance of each outcome of the next game, times
            ``denominator``.
        lost_again: [N]; the chance to lose the next game and stay in the same state, times
            ``denominator``.
        rows, columns, chances, lost: for each change of state, in the order of rows: from where, to
            where, its chance times ``denominator``, and whether that game is lost.
        denominator: 1 for floating-point numbers.
    """

    slots: tuple[Pick, ...]
    size: int
    beads: NDArray[np.int16]
    levels: list[tuple[int, int]]
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
        return len(self.beads)

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """[N + 1]; where the changes of each state start, and the end."""
        return np.searchsorted(self.rows, np.arange(len(self) + 1))

    @cached_property
    def safe(self) -> NDArray[np.bool_]:
        """[N]; whether a machine in this state can never lose again."""
        unsafe = (self.losses > 0).astype(bool)
        links = self.matrix(np.ones(len(self.rows), np.int8))
        for begin, end in reversed(self.levels):
            unsafe[begin:end] |= (links[begin:end] @ unsafe.astype(np.int64)) > 0
        return ~unsafe

    def matrix(self, values: NDArray[Any], some: Any = slice(None)) -> csr_array:
        """Return the N x N matrix with values at all or some changes of state."""
        return csr_array((values, (self.rows[some], self.columns[some])), (len(self), len(self)))

    def extremes(self) -> tuple[int | None, int | None]:
        """Return the fewest and the most games that a machine can lose until it is safe; None
        for no limit.
        """
        fewest = np.where(self.safe, 0.0, inf)
        # A game that is lost without a change can be lost again and again.
        most = np.where((self.lost_again > 0).astype(bool), inf, 0.0)
        for begin, end in reversed(self.levels):
            part = slice(self.first[begin], self.first[end])
            rows = self.rows[part]
            columns = self.columns[part]
            lost = self.lost[part]
            np.minimum.at(fewest, rows, np.where(self.safe[rows], 0, fewest[columns] + lost))
            np.maximum.at(most, rows, most[columns] + lost)
        return _whole_number(fewest[0]), _whole_number(most[0])


def _whole_number(figure: float) -> int | None:
    return None if figure == inf else int(figure)


#: The most chains that are kept.
MAX_KEPT_CHAINS = 4
#: The most bead states of a chain that is kept.
MAX_KEPT_STATES = 70_000


class _Wanted(NamedTuple):
    """The arguments of ``build_chain`` besides the match."""

    exact: bool
    only_new: bool
    limit: int


class _KeptChain(NamedTuple):
    match: Match
    wanted: _Wanted
    chain: Chain

    def answers(self, match: Match, wanted: _Wanted) -> bool:
        """Return whether this is the chain of an equal match, of the same class of game: matches
        compare games by their names, which those of other people may share.
        """
        if self.wanted != wanted or type(self.match.kit.game) is not type(match.kit.game):
            return False
        return self.match == match


_kept: list[_KeptChain] = []


def build_chain(
    match: Match, *, exact: bool = False, only_new: bool = False, limit: int = MAX_STATES
) -> Chain:
    """Return the chain of a match's machine; TooLargeError when it has more than ``limit`` bead
    states.

    ``exact=True`` for whole numbers over a common denominator, ``only_new=True`` for just the state
    of a new machine, which any rule has. The last few chains are kept for who asks about the same
    machine again.
    """
    wanted = _Wanted(exact, only_new, limit)
    for kept in _kept:
        if kept.answers(match, wanted):
            return kept.chain
    chain = _built(match, wanted)
    if len(chain) <= MAX_KEPT_STATES:
        _kept.append(_KeptChain(match, wanted, chain))
        del _kept[:-MAX_KEPT_CHAINS]
    return chain


def _advice(kit: Kit) -> str:
    simulating = suggested("kitgen", "simulate", kit.name, "--rule", kit.choices.rule)
    return f"{simulating} gives an answer with standard errors"


def _policy_of(match: Match) -> Policy:
    """Return the opponent of a match; refuse one that learns, too."""
    if match.policy is None:
        simulating = suggested(
            "kitgen", "simulate", match.kit.name, "--opponent", match.opponent_text
        )
        raise UsageError(
            "two machines that learn at the same time have too many bead states for an "
            f"exact answer; {simulating} gives one with standard errors"
        )
    return match.policy


def _check_rule_and_game(kit: Kit, *, only_new: bool) -> None:
    """Refuse a rule without beads or one that adds beads, and a game whose positions recur."""
    advice = _advice(kit)
    if kit.rule.learns != "beads":
        raise UsageError(
            f"rule {quoted(kit.choices.rule)} keeps no beads, so there are no bead states; {advice}"
        )
    if not kit.rule.only_takes and not only_new:
        raise UsageError(
            f"rule {kit.choices.rule!r} adds beads, so its bead states have no end; "
            f"'--at 1' gives the chances of a new machine, and {advice}"
        )
    if kit.game.repetition is not None:
        raise UsageError(
            f"positions of {kit.game.called} recur, so there are too many possible games; {advice}"
        )


def _built(match: Match, wanted: _Wanted) -> Chain:
    kit = match.kit
    check_match(match)
    policy = _policy_of(match)
    _check_rule_and_game(kit, only_new=wanted.only_new)
    slots = changeable(kit) if not wanted.only_new else {}
    size = prod(slots.values())
    if size >= BIG or (size > MAX_STATES and len(slots) > MAX_SLOTS_TO_TRY):
        raise TooLargeError(
            f"{kit.name} with rule {kit.choices.rule!r} has {_large(size)} bead states, too many "
            "for an exact answer; '--at 1' gives the chances of a new machine, and "
            f"{_advice(kit)}"
        )
    games = _Games(match, policy, slots, exact=wanted.exact)
    reached = _follow(games, wanted.limit)
    if reached is None:
        raise TooLargeError(
            f"{kit.name} has more than {wanted.limit:,} bead states, of {_large(size)} at "
            f"most; {_advice(kit)}"
        )
    draws, wins, lost_again, losses = reached.outcomes
    changes = reached.changes
    rows = np.concatenate([change.rows for change in changes])
    targets = np.concatenate([change.targets for change in changes])
    chances = np.concatenate([change.chances for change in changes])
    lost = np.concatenate([np.full(len(change.rows), change.is_lost) for change in changes])
    in_order = np.argsort(rows, kind="stable")
    by_number = np.argsort(reached.states)
    columns = by_number[np.searchsorted(reached.states[by_number], targets)]
    return Chain(
        slots=tuple(slots),
        size=size,
        beads=games.beads_of(reached.states),
        levels=reached.levels,
        wins=wins,
        draws=draws,
        losses=losses,
        lost_again=lost_again,
        rows=rows[in_order],
        columns=columns[in_order],
        chances=chances[in_order],
        lost=lost[in_order],
        denominator=games.denominator,
    )


class _Reached(NamedTuple):
    """The bead states that games lead to.

    Attributes:
        states: their numbers, sorted by how many beads are taken.
        levels: for each number of beads that are taken, where its states begin and end.
        outcomes: for each outcome of the next game, as ``_Games.play`` has them, its chance.
        changes: from which state to which the next game leads.
    """

    states: NDArray[np.int64]
    levels: list[tuple[int, int]]
    outcomes: NDArray[Any]
    changes: list["_Changes"]


def _follow(games: "_Games", limit: int) -> _Reached | None:
    """Return the states that games lead to from a new machine; None if there are more than a
    limit.
    """
    # States whose next game was not played yet, by the number of beads taken.
    waiting: dict[int, list[NDArray[np.int64]]] = {0: [games.new]}
    batches: list[NDArray[np.int64]] = []
    levels: list[tuple[int, int]] = []
    outcomes: list[NDArray[Any]] = []
    changes = [games.no_changes()]
    known = 0
    while waiting:
        level = min(waiting)
        states = np.unique(np.concatenate(waiting.pop(level)))
        for begin in range(0, len(states), STATES_AT_ONCE):
            batch = states[begin : begin + STATES_AT_ONCE]
            batch_outcomes, batch_changes = games.play(batch)
            outcomes.append(batch_outcomes)
            for change in batch_changes:
                waiting.setdefault(level + change.removed, []).append(change.targets)
                changes.append(change._replace(rows=change.rows + known))
            batches.append(batch)
            known += len(batch)
            if known > limit:
                return None
        levels.append((known - len(states), known))
    return _Reached(np.concatenate(batches), levels, np.concatenate(outcomes, axis=1), changes)


def changeable(kit: Kit) -> dict[Pick, int]:
    """Return the slots that a kit's rule can ever take beads from, sorted, each with how many
    counts it could have.
    """
    counts = {}
    for box_number, box in enumerate(kit.boxes):
        for slot_number, slot in enumerate(box.slots):
            counts[box_number, slot_number] = slot.beads + 1
    if not schedule_of(kit.rule).blames_last_only:
        return counts
    return {pick: counts[pick] for pick in sorted(takeable_slots(kit))}


def _large(size: int) -> str:
    """Return a readable number of states.

    >>> _large(65536), _large(2**160)
    ('65,536', 'about 10^48')
    """
    return f"{size:,}" if size < 10**9 else f"about 10^{len(str(size)) - 1}"


class _Ending(NamedTuple):
    """How a game has ended: the last picks, the machine's outcome, and whether it has given up at
    an empty box.
    """

    picked: tuple[Pick, ...]
    outcome: int
    resigned: bool


class _Changes(NamedTuple):
    """Changes of state in one game.

    Attributes:
        rows: the places, among those played, of the states from which they lead.
        targets: the states to which they lead.
        is_lost: whether the game is lost.
        removed: how many beads each takes.
    """

    rows: NDArray[np.intp]
    targets: NDArray[np.int64]
    chances: NDArray[Any]
    is_lost: bool
    removed: int


#: The rows of outcomes: an outcome is the number of its own, where -1, a loss, is the last of four.
#: Besides, a game may be lost without a change.
LOST_UNCHANGED = 2
ROWS_OF_OUTCOMES = 4


class _Games:
    """The next game of machines in many bead states at once; a state is a number, its digits the
    beads in the slots.
    """

    def __init__(
        self, match: Match, policy: Policy, slots: dict[Pick, int], *, exact: bool
    ) -> None:
        kit = match.kit
        schedule = schedule_of(kit.rule)
        self.given_up = kit.rule.when_empty.outcome
        self.divide: Any = floordiv if exact else truediv
        all_beads, _, first, box_of = flattened(starting_beads(kit))
        self.row = ints(schedule.row)
        self.all_beads = ints(all_beads)
        self.first = ints(first)
        self.box_of = ints(box_of)
        self.columns = self._columns(slots)  # of these slots among all
        self.radix = np.array([*slots.values()], np.int64)
        self.strides = np.cumprod(self.radix) // self.radix
        self.new = np.array([(self.radix - 1) @ self.strides])
        graph = list_situations(kit.game, match.shelves, with_leads=True)
        memory = schedule.memory if slots else 0
        self.histories = list_histories(graph, match.side, policy, Adviser(kit.oracle), memory)
        self.outlook = None
        if any(history.knowing for history in self.histories):
            self.outlook = make_outlook(graph, kit, match.side).with_sequences(ints)
        self.denominator = 1
        self.dtype: Any = np.float64
        if exact:
            self.denominator = common_denominator(kit, self.histories)
            self.dtype = np.int64 if self.denominator < BIG else object

    def _columns(self, picks: Iterable[Pick]) -> NDArray[np.int32]:
        return ints([self.first[box] + slot for box, slot in picks])

    def beads_of(self, states: NDArray[np.int64]) -> NDArray[np.int16]:
        return ((states[:, None] // self.strides[None, :]) % self.radix[None, :]).astype(np.int16)

    def no_changes(self) -> _Changes:
        none = np.zeros(0, np.int64)
        return _Changes(none, none, none.astype(self.dtype), is_lost=False, removed=0)

    def play(self, states: NDArray[np.int64]) -> tuple[NDArray[Any], list[_Changes]]:
        """Return the chances to draw, win, lose without a change, and lose the next game, and
        all changes of state.
        """
        beads = np.tile(self.all_beads, (len(states), 1))
        beads[:, self.columns] = self.beads_of(states)
        totals = np.add.reduceat(beads, self.first[:-1], axis=1, dtype=np.int32)
        game = _NextGame(self, beads, totals)
        game.play()
        changes = []
        for ending, chance in game.endings.items():
            after = self._taught(ending, beads, totals)
            gone = beads[:, self.columns].astype(np.int64) - after[:, self.columns]
            targets = states - gone @ self.strides
            removed = gone.sum(axis=1)
            is_lost = ending.outcome == -1
            if is_lost:
                unchanged = np.flatnonzero((removed == 0) & (chance != 0))
                game.outcomes[LOST_UNCHANGED, unchanged] += chance[unchanged]
            for number in np.unique(removed[removed > 0]).tolist():
                rows = np.flatnonzero((removed == number) & (chance != 0))
                if len(rows):
                    changes.append(_Changes(rows, targets[rows], chance[rows], is_lost, number))
        return game.outcomes, changes

    def hopes(self, beads: NDArray[np.int32], totals: NDArray[np.int32]) -> Any:
        """Return what each machine can expect in each situation; None if no opponent asks."""
        if self.outlook is None:
            return None
        hopes = np.empty((len(beads), len(self.outlook.order)))
        expect_rows(self.outlook, beads, totals, hopes)
        return hopes

    def _taught(
        self, ending: _Ending, beads: NDArray[np.int32], totals: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """Return the beads of all machines after a game that has ended so."""
        after = beads.copy()
        teach_rows(
            self.row,
            ending.outcome,
            ending.resigned,
            after,
            totals.copy(),
            self.first,
            self.box_of,
            self._columns(ending.picked),
        )
        return after


class _NextGame:
    """The chances of the next game of machines in many bead states, passed on from move to move.

    A chance is an array, with a number for each state.

    Attributes:
        outcomes: the chance of each outcome, in its row.
        endings: the chance of each ending.
    """

    def __init__(self, games: _Games, beads: NDArray[np.int32], totals: NDArray[np.int32]) -> None:
        self.games = games
        self.totals = totals
        self.boxes = [beads[:, first:end].astype(np.int64) for first, end in pairwise(games.first)]
        self.hopes = games.hopes(beads, totals)
        self.outcomes = np.zeros((ROWS_OF_OUTCOMES, len(beads)), games.dtype)
        self.endings: dict[_Ending, Any] = {}
        #: The chance of each history, as far as it is known; None where no game leads to it.
        self.chances: list[Any] = [None] * len(games.histories)
        self.chances[-1] = np.full(len(beads), games.denominator, games.dtype)

    def play(self) -> None:
        for history in reversed(self.games.histories):
            chance = self.chances.pop()
            if chance is None:
                continue
            if history.outcome is not None:
                self._end(_Ending(history.picked, history.outcome, resigned=False), chance)
            elif history.box >= 0:
                self._open_box(history, chance)
            elif history.mine:  # a position without a box has one move
                self._pass_on(history.children[0], chance)
            else:
                self._oppose(history, chance)

    def _open_box(self, history: History, chance: Any) -> None:
        """Pass the chance of a history on to the beads of its box; an empty one ends the game."""
        total = self.totals[:, history.box]
        is_empty = total == 0
        if is_empty.any():
            nothing = chance * 0  # of the same kind as the chance, whole numbers or floats
            resigns = np.where(is_empty, chance, nothing)
            given_up = self.games.given_up
            if given_up is not None:  # otherwise no game leads to an empty box
                self._end(_Ending(history.picked, given_up, resigned=True), resigns)
            chance = chance - resigns
            total = np.maximum(total, 1)
        share = self.games.divide(chance, total)
        for slot, child in enumerate(history.children):
            self._pass_on(child, share * self.boxes[history.box][:, slot])

    def _oppose(self, history: History, chance: Any) -> None:
        """Pass the chance of a history on to the moves of the opponent."""
        unit = self.games.divide(chance, sum(history.weights) + history.knowing)
        for child, weight in zip(history.children, history.weights, strict=True):
            if weight:
                self._pass_on(child, unit * weight)
        if self.hopes is None or not history.knowing:
            return
        situations = [self.games.histories[child].situation for child in history.children]
        hopes = self.hopes[:, situations]
        worst = hopes < hopes.min(axis=1, keepdims=True) + NEARLY
        share = self.games.divide(unit * history.knowing, worst.sum(axis=1))
        for child, chosen in zip(history.children, worst.T, strict=True):
            self._pass_on(child, share * chosen)

    def _pass_on(self, child: int, chance: Any) -> None:
        """Add to the chance of a history."""
        before = self.chances[child]
        self.chances[child] = chance if before is None else before + chance

    def _end(self, ending: _Ending, chance: Any) -> None:
        """Add to the chance of an outcome, and of how it came about."""
        self.outcomes[ending.outcome] += chance
        self.endings[ending] = self.endings.get(ending, 0) + chance
