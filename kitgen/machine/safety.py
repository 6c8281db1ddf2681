"""Can a machine ever lose a good move for good? Proved by induction on the game, or refuted by
games to play.

A rule that only blames the last move before a loss can be judged without bead counts: the beads it
can ever take are a least fixed point. A bead can go if the game can be lost after its move without
another pick, or if the next box can be empty, because all of its beads can go. Starting from the
lost ends, this marks every bead that can go in any order of games, against any opponent and with
any luck.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kitgen.kit.kit import Kit
from kitgen.machine.game_graph import GameGraph, one_sided
from kitgen.machine.learning import OUTCOMES, Pick, learn, schedule_of, starting_beads
from kitgen.machine.match import Adviser
from kitgen.machine.paper_machine import Shelf


@dataclass(frozen=True, slots=True)
class Safety:
    """Whether a winning or drawing move can ever leave its box for good.

    Attributes:
        proved: True when it never can.
        how: the reason, in a sentence.
        counterexample: the moves of the game that takes the last such bead; None when proved or not
            found.
        games: all games, in order, that a new machine has to play for that; the last is the
            counter-example.
    """

    proved: bool
    how: str
    counterexample: tuple[str, ...] | None = None
    games: tuple[tuple[str, ...], ...] = ()


def takeable_slots(kit: Kit) -> set[Pick]:
    """Return the slots that can ever lose a bead by a rule that blames only the last move.

    >>> from kitgen.kit.build import build_kit
    >>> len(takeable_slots(build_kit("her")))
    16
    """
    return _Proof(kit).going()


def losing_beads_only(kit: Kit) -> Safety:
    """Return whether a kit's own rule can only ever take losing moves out of boxes for good.

    The verdicts printed on the kit are not trusted: the game is solved again.
    """
    if kit.rule.learns == "positions":
        return Safety(True, "the rule keeps no beads, so that none can be lost")
    schedule = schedule_of(kit.rule)
    if schedule.never_takes:
        return Safety(True, "the rule never takes a bead away")
    if schedule.least_left:
        return Safety(True, f"the rule leaves at least {schedule.least_left} beads in every slot")
    proof = _Proof(kit)
    # those with the fewest beads first, since they are emptied soonest
    fewest = sorted(
        (slot.beads, b, s) for b, box in enumerate(kit.boxes) for s, slot in enumerate(box.slots)
    )
    going = (
        sorted(proof.going())
        if schedule.blames_last_only
        else [(box, slot) for _, box, slot in fewest]
    )
    good = [pick for pick in going if proof.value(pick) >= 0]
    if schedule.blames_last_only and not good:
        return Safety(
            True,
            f"by induction on the game: {len(going)} of {len(fewest)} slots can ever lose a bead, "
            "in any order of "
            "games, and all of these are losing moves",
        )
    return proof.refute(good)


class _Seat:
    """A side of a machine: the situations of its games, what leads to each, and where each box is
    opened.

    ``parents`` has, for each situation, those before it, each with the number of the branch to it.
    """

    def __init__(self, shelf: Shelf, side: int) -> None:
        self.resigns = shelf.kit.rule.when_empty.resigns
        self.side = side
        self.graph = one_sided(shelf, side)
        self.parents: list[list[tuple[int, int]]] = [[] for _ in self.graph.positions]
        self.openings: dict[int, set[int]] = defaultdict(set)
        for index, branches in enumerate(self.graph.branches):
            self.openings[self.graph.boxes[index]].add(index)
            for number, branch in enumerate(branches):
                self.parents[branch.child].append((index, number))

    @cached_property
    def ways(self) -> dict[int, set[int]]:
        """For each outcome, the situations from which a game can come to it, whatever beads
        there are.
        """
        ways: dict[int, set[int]] = {}
        for outcome in OUTCOMES:
            resigns = outcome == -1 and self.resigns  # at any box, once that is empty
            ends = [
                i
                for i, box in enumerate(self.graph.boxes)
                if self.graph.outcome(i, self.side) == outcome or (resigns and box >= 0)
            ]
            ways[outcome], waiting = set(ends), ends
            while waiting:
                fresh = {parent for parent, _ in self.parents[waiting.pop()]} - ways[outcome]
                ways[outcome] |= fresh
                waiting += fresh
        return ways


class _Proof:
    """A proof or a counterexample for a kit."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.shelf = Shelf(kit)
        self.start = starting_beads(kit)
        self.seats = [_Seat(self.shelf, side) for side in kit.players]

    def value(self, pick: Pick) -> int:
        box = self.kit.boxes[pick[0]]
        return Adviser(self.kit.oracle).worth(box.position, box.slots[pick[1]].moves[0]).score

    def going(self) -> set[Pick]:
        """Return the slots whose beads can be the last ones picked in a lost game."""
        blames = self.kit.rule.when_empty.resigns and self.kit.rule.when_empty.blames_last
        waiting: deque[tuple[int, int]] = deque()
        for number, seat in enumerate(self.seats):
            graph, side = seat.graph, seat.side
            for index in range(len(graph.positions)):
                # Where positions recur, any repetition might end the game: this marks more than can
                # happen.
                if -1 in (
                    graph.outcome(index, side),
                    graph.game.repetition and graph.repeated(index, side),
                ):
                    waiting.append((number, index))
        lost = set(waiting)
        going: set[Pick] = set()
        remaining = [len(box.slots) for box in self.kit.boxes]
        while waiting:
            number, index = waiting.popleft()
            seat = self.seats[number]
            for parent, slot in seat.parents[index]:
                box = seat.graph.boxes[parent]
                reached = {(number, parent)}
                if box >= 0:
                    if (box, slot) in going:
                        continue
                    going.add((box, slot))
                    remaining[box] -= 1
                    reached = set()
                    if blames and remaining[box] == 0:
                        reached = {
                            (n, opened)
                            for n, other in enumerate(self.seats)
                            for opened in other.openings[box]
                        }
                waiting.extend(reached - lost)
                lost |= reached
        return going

    def refute(self, good: list[Pick]) -> Safety:
        for target in good:
            games = self._empty(target)
            if games is not None:
                box = self.kit.boxes[target[0]]
                move = self.kit.game.move_text(box.slots[target[1]].moves[0])
                kind = "winning" if self.value(target) > 0 else "drawing"
                times = "one game" if len(games) == 1 else f"{len(games)} games"
                how = (
                    f"after {times} of a new machine the {kind} move {move} has left box "
                    f"{box.id} for good"
                )
                return Safety(False, how, games[-1], games)
        return Safety(False, "neither a proof nor a counter-example was found")

    def _empty(self, target: Pick) -> tuple[tuple[str, ...], ...] | None:
        beads = [row.copy() for row in self.start]
        box, slot = target
        games = []
        while beads[box][slot] > 0:
            for through, outcome, is_last in self._causes(target):
                if not beads[box][through]:
                    continue
                played = self._game(beads, (box, through), outcome, is_last=is_last)
                if played is None:
                    continue
                picked, moves, resigned = played
                updates = learn(self.shelf.schedule, beads, picked, outcome, resigned=resigned)
                if any((u.box, u.slot) == target and u.after < u.before for u in updates):
                    for update in updates:
                        beads[update.box][update.slot] = update.after
                    games.append(moves)
                    break
            else:
                return None
        return tuple(games)

    def _causes(self, target: Pick) -> Iterator[tuple[int, int, bool]]:
        schedule = self.shelf.schedule
        for outcome in reversed(OUTCOMES):
            if schedule.clears(outcome):
                for other in range(len(self.kit.boxes[target[0]].slots)):
                    if other != target[1]:
                        yield other, outcome, True
            taken = schedule.takes(outcome)
            if 0 in taken:
                yield target[1], outcome, True
            if taken:
                yield target[1], outcome, False

    def _game(
        self, beads: list[list[int]], through: Pick, outcome: int, *, is_last: bool
    ) -> tuple[list[Pick], tuple[str, ...], bool] | None:
        """Return a game in which a bead is picked: beads picked, moves as text, and whether the
        machine resigned.
        """
        for seat in self.seats:
            graph, opened, slot = seat.graph, seat.openings[through[0]], through[1]
            if seat.ways[outcome].isdisjoint(graph.branches[index][slot].child for index in opened):
                continue
            before = _walk(graph, beads, 0, opened.__contains__, quiet=False)
            if before is None:
                continue
            steps, index = before

            def ended(at: int, seat: _Seat = seat) -> bool:
                box = seat.graph.boxes[at]
                if box >= 0 and not any(beads[box]) and seat.resigns:
                    return outcome == -1
                return seat.graph.outcome(at, seat.side) == outcome

            after = _walk(graph, beads, graph.branches[index][slot].child, ended, quiet=is_last)
            if after is None:
                continue
            steps += [(index, slot), *after[0]]
            picked = [(graph.boxes[at], number) for at, number in steps if graph.boxes[at] >= 0]
            moves = tuple(
                graph.game.move_text(graph.branches[at][number].move) for at, number in steps
            )
            return picked, moves, graph.results[after[1]] is None
        return None


def _walk(
    graph: GameGraph,
    beads: list[list[int]],
    start: int,
    goal: Callable[[int], bool],
    *,
    quiet: bool,
) -> tuple[list[tuple[int, int]], int] | None:
    """Return the shortest way to a goal that picks only beads that exist, or none if quiet; None
    without a way.

    It has each situation with the number of the branch taken there, and then the situation at the
    goal.
    """
    came: dict[int, tuple[int, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        index = waiting.popleft()
        if goal(index):
            steps, end = [], index
            while (step := came[index]) is not None:
                steps.append(step)
                index = step[0]
            return steps[::-1], end
        box = graph.boxes[index]
        if box >= 0 and quiet:
            continue
        for slot, branch in enumerate(graph.branches[index]):
            if branch.child not in came and (box < 0 or beads[box][slot]):
                came[branch.child] = (index, slot)
                waiting.append(branch.child)
    return None
