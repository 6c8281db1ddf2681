"""All situations of games in which at least one player has boxes: real positions, not up to
symmetry.

A machine makes the move whose arrow is drawn on its box, so only one of two mirror moves in a slot
is ever made; its opponent makes every legal move, or takes every immediate win where the machine's
kit was made for that.

And what a machine can expect in each situation with its present beads, for opponents that look into
its boxes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any, NamedTuple

from kitgen.errors import TooLargeError
from kitgen.kit.kit import Kit
from kitgen.machine.learning import REFILL, flattened, schedule_of, starting_beads
from kitgen.machine.paper_machine import Opening, Shelf
from kitgen.model import Game, Move, Position

#: The most situations that plain Python lists in reasonable time.
MAX_SITUATIONS = 1_000_000


class Branch(NamedTuple):
    """A move in a situation, the points that it wins, and the index of the next situation."""

    move: Move
    gain: int
    child: int


@dataclass(frozen=True, slots=True)
class GameGraph:
    """All situations that can come up, in breadth-first order; the start is the first.

    Attributes:
        positions: the position of each situation.
        leads: points of the side that began minus those of the other; all 0 unless requested.
        results: the value for the side to move where the rules end the game, otherwise None.
        boxes: the index of the box that the side to move opens, or -1 when it opens none.
        branches: the moves, in the order of the slots where there is a box, otherwise sorted.
    """

    game: Game
    positions: tuple[Position, ...]
    leads: tuple[int, ...]
    results: tuple[int | None, ...]
    boxes: tuple[int, ...]
    branches: tuple[tuple[Branch, ...], ...]

    def outcome(self, index: int, side: int) -> int | None:
        """Return how the game has ended for a side (1, 0 or -1), or None where the rules do not
        end it.
        """
        result = self.results[index]
        return None if result is None else self._outcome(index, side, result)

    def repeated(self, index: int, side: int) -> int | None:
        """Return how a repetition ends the game here for a side, or None where the rules have
        ended it.
        """
        if self.results[index] is not None:
            return None
        return self._outcome(index, side, self.game.repeated(self.positions[index]))

    def _outcome(self, index: int, side: int, value: int) -> int:
        total = self.leads[index] + (value if self.positions[index].to_move == 0 else -value)
        outcome = (total > 0) - (total < 0)
        return outcome if side == 0 else -outcome


def list_situations(
    game: Game,
    shelves: Sequence[Shelf | None],
    *,
    with_leads: bool = False,
    limit: int = MAX_SITUATIONS,
) -> GameGraph:
    """Return every situation that can come up; TooLargeError beyond the limit.

    Shelves are the boxes of each side, or None for a player without boxes. ``with_leads=True``
    distinguishes situations by the points won so far, in games of points.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> len(list_situations(kit.game, (None, Shelf(kit))).positions)
    122
    """
    keep = with_leads and game.scoring
    index = {(game.start(), 0): 0}
    waiting = list(index)
    results: list[int | None] = []
    boxes: list[int] = []
    branches: list[tuple[Branch, ...]] = []
    for position, lead in waiting:  # which grows
        result = game.result(position)
        opening = Opening(None, ())
        if result is None:
            opening = _opening(game, shelves, position)
        branches_here = []
        for move in opening.moves:
            step = game.play(position, move)
            gain = step.gain if position.to_move == 0 else -step.gain
            key = (step.position, lead + gain if keep else 0)
            if key not in index:
                if len(index) >= limit:
                    raise TooLargeError(
                        f"{game.called} has more than {limit:,} situations; choose a smaller game"
                    )
                index[key] = len(index)
                waiting.append(key)
            branches_here.append(Branch(move, step.gain, index[key]))
        results.append(result)
        boxes.append(-1 if opening.box is None else opening.box)
        branches.append(tuple(branches_here))
    positions, leads = zip(*index, strict=True)
    return GameGraph(
        game=game,
        positions=positions,
        leads=leads,
        results=tuple(results),
        boxes=tuple(boxes),
        branches=tuple(branches),
    )


def _opening(game: Game, shelves: Sequence[Shelf | None], position: Position) -> Opening:
    """Return the box that is opened in a position where the game goes on, and the moves made
    there.
    """
    shelf = shelves[position.to_move]
    other = shelves[1 - position.to_move]
    moves = game.legal_moves(position)
    if moves and shelf is not None:
        return shelf.find(position)
    if moves and other is not None:
        moves = other.kit.replies(position)
    return Opening(None, moves)


def one_sided(shelf: Shelf, side: int, limit: int = MAX_SITUATIONS) -> GameGraph:
    """Return every situation of a machine's games on one side against a player without boxes,
    with leads.
    """
    shelves = [shelf if number == side else None for number in (0, 1)]
    return list_situations(shelf.kit.game, shelves, with_leads=True, limit=limit)


# What a machine can expect of a game when its opponent knows the beads and plays the worst for it.

#: ``Outlook.outcome`` of a situation in which the game goes on.
ONGOING = -2


class Outlook(NamedTuple):
    """A game without cycles from one machine's view. n situations, m branches, b boxes, s slots.

    Attributes:
        order: int[n]; the situations, each after all that it leads to.
        outcome: int[n]; how the game has ended for the machine, or ``ONGOING``.
        mine: int[n]; 1 where the machine is to move, otherwise 0.
        box: int[n]; the box that is opened, or -1.
        first, child: int[n + 1], int[m]; where the branches of each situation start, and where they
            lead.
        slots, start: int[b + 1], int[s]; where the slots of each box start, and the beads of a new
            machine.
        empty: as ``Schedule.empty``.
    """

    order: Any
    outcome: Any
    mine: Any
    box: Any
    first: Any
    child: Any
    slots: Any
    start: Any
    empty: int

    def with_sequences(self, kind: Callable[[Any], Any]) -> "Outlook":
        """Return the same with all sequences converted, for example to arrays."""
        *sequences, empty = self
        return Outlook._make([*map(kind, sequences), empty])


def make_outlook(graph: GameGraph, kit: Kit, side: int) -> Outlook:
    """Return a game as the machine on a side sees it; the graph has leads where it is a game of
    points.
    """
    outcomes = (graph.outcome(index, side) for index in range(len(graph.positions)))
    start, _, slots, _ = flattened(starting_beads(kit))
    return Outlook(
        order=last_first(graph),
        outcome=[ONGOING if outcome is None else outcome for outcome in outcomes],
        mine=[int(position.to_move == side) for position in graph.positions],
        box=list(graph.boxes),
        first=[*accumulate(map(len, graph.branches), initial=0)],
        child=[branch.child for branch in chain.from_iterable(graph.branches)],
        slots=slots,
        start=start,
        empty=schedule_of(kit.rule).empty,
    )


def last_first(graph: GameGraph) -> list[int]:
    """Return the situations of a game without cycles, each after all that it leads to."""
    order: list[int] = []
    seen = {0}
    stack = [(0, iter(graph.branches[0]))]
    while stack:
        index, branches = stack[-1]
        child = next((branch.child for branch in branches if branch.child not in seen), None)
        if child is None:
            order.append(index)
            stack.pop()
        else:
            seen.add(child)
            stack.append((child, iter(graph.branches[child])))
    return order


def expect(outlook: Any, beads: Any, totals: Any, hopes: Any) -> None:
    """Fill in the machine's chance to win minus its chance to lose, float[n]. Plain Python, and
    compiled as it stands.

    ``beads``, int[s], and ``totals``, int[b], are the machine's beads by slot and by box.
    """
    outcome = outlook.outcome
    mine = outlook.mine
    opened = outlook.box
    first = outlook.first
    child = outlook.child
    slots = outlook.slots
    start = outlook.start
    for index in outlook.order:
        begin = first[index]
        end = first[index + 1]
        box = opened[index]
        if outcome[index] != ONGOING:
            hopes[index] = float(outcome[index])
        elif not mine[index]:
            least = 2.0
            for branch in range(begin, end):
                least = min(least, hopes[child[branch]])
            hopes[index] = least
        elif box < 0:
            hopes[index] = hopes[child[begin]]
        elif totals[box] == 0 and outlook.empty != REFILL:
            hopes[index] = float(outlook.empty)
        else:
            slot = slots[box]
            hope = 0.0
            total = 0
            for branch in range(begin, end):
                count = start[slot] if totals[box] == 0 else beads[slot]
                hope += count * hopes[child[branch]]
                total += count
                slot += 1
            hopes[index] = hope / total


class Foresight:
    """What a machine can expect in every situation of its games; machines with the same boxes
    may share it.
    """

    def __init__(self, shelf: Shelf, side: int) -> None:
        self.graph = one_sided(shelf, side)
        self._outlook = make_outlook(self.graph, shelf.kit, side)
        situations = zip(self.graph.positions, self.graph.leads, strict=True)
        self._indices = {situation: index for index, situation in enumerate(situations)}

    def hopes(self, beads: Sequence[Sequence[int]]) -> list[float]:
        """Return what a machine with these beads can expect in each situation against the worst
        opponent.
        """
        hopes = [0.0] * len(self.graph.positions)
        expect(self._outlook, [*chain(*beads)], [*map(sum, beads)], hopes)
        return hopes

    def after(self, position: Position, lead: int) -> dict[Move, int]:
        """Return the opponent's moves in a position, each with the situation that it leads to."""
        if not self.graph.game.scoring:
            lead = 0
        branches = self.graph.branches[self._indices[position, lead]]
        return {branch.move: branch.child for branch in branches}
