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
from typing import NamedTuple

from kitgen.errors import many
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
            counterexample.
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
        left = many(schedule.least_left, "bead")
        return Safety(True, f"the rule leaves at least {left} in every slot")
    proof = _Proof(kit)
    slots = _fewest_first(kit)
    going = slots  # other rules may take beads of any move
    if schedule.blames_last_only:
        going = sorted(proof.going())
    good = [pick for pick in going if proof.value(pick) >= 0]
    if schedule.blames_last_only and not good:
        return Safety(
            True,
            f"by induction on the game: {len(going)} of {len(slots)} slots can ever lose a bead, "
            "in any order of games, and all of these are losing moves",
        )
    return proof.refute(good)


def _fewest_first(kit: Kit) -> list[Pick]:
    """Return all slots, those with the fewest beads first, since they are emptied soonest."""
    slots = []
    for box_number, box in enumerate(kit.boxes):
        for slot_number, slot in enumerate(box.slots):
            slots.append((slot.beads, box_number, slot_number))
    return [(box, slot) for _, box, slot in sorted(slots)]


class _Cause(NamedTuple):
    """What may take beads from a slot: a bead picked in this slot of its box, how the game ends,
    and whether it must be the last pick; if not, others may follow or not.
    """

    slot: int
    outcome: int
    must_be_last: bool


class _Game(NamedTuple):
    """A game: the beads picked, the moves as text, and whether the machine resigned."""

    picked: list[Pick]
    moves: tuple[str, ...]
    resigned: bool


class _Seat:
    """A side of a machine: the situations of its games, what leads to each, and where each box is
    opened.

    ``parents`` has, for each situation, those before it, each with the number of the branch to it.
    Where the machine opens no box, as at the moves of its opponent, the number of the box is -1.
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

    def lost_ends(self) -> Iterator[int]:
        """Yield the situations in which the game is lost by the rules.

        Where positions recur, any repetition might end the game: these are more than can happen.
        """
        for index in range(len(self.graph.positions)):
            outcomes = {self.graph.outcome(index, self.side)}
            if self.graph.game.repetition is not None:
                outcomes.add(self.graph.repeated(index, self.side))
            if -1 in outcomes:
                yield index

    @cached_property
    def ways(self) -> dict[int, set[int]]:
        """For each outcome, the situations from which a game can come to it, whatever beads
        there are.
        """
        return {outcome: self._ways_to(outcome) for outcome in OUTCOMES}

    def _ways_to(self, outcome: int) -> set[int]:
        can_resign = outcome == -1 and self.resigns  # at any box, once that is empty
        waiting = []
        for index, box in enumerate(self.graph.boxes):
            if self.graph.outcome(index, self.side) == outcome or (can_resign and box >= 0):
                waiting.append(index)
        ways = set(waiting)
        while waiting:
            parents = {parent for parent, _ in self.parents[waiting.pop()]}
            waiting += parents - ways
            ways |= parents
        return ways


class _Proof:
    """A proof or a counterexample for a kit."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.shelf = Shelf(kit)
        self.start = starting_beads(kit)
        self.seats = [_Seat(self.shelf, side) for side in kit.players]

    def value(self, pick: Pick) -> int:
        box_number, slot = pick
        box = self.kit.boxes[box_number]
        return Adviser(self.kit.oracle).worth(box.position, box.slots[slot].moves[0]).score

    def going(self) -> set[Pick]:
        """Return the slots whose beads can be the last ones picked in a lost game."""
        blames = self.kit.rule.when_empty.resigns and self.kit.rule.when_empty.blames_last
        # Situations in which the game can be lost without another pick: by seat and index.
        waiting: deque[tuple[int, int]] = deque()
        for number, seat in enumerate(self.seats):
            waiting.extend((number, index) for index in seat.lost_ends())
        lost = set(waiting)
        going: set[Pick] = set()
        remaining = [len(box.slots) for box in self.kit.boxes]
        while waiting:
            number, index = waiting.popleft()
            seat = self.seats[number]
            for parent, slot in seat.parents[index]:
                box = seat.graph.boxes[parent]
                if box < 0:  # from the parent, too, the game can be lost without a pick
                    reached = {(number, parent)}
                elif (box, slot) in going:
                    continue
                else:
                    going.add((box, slot))
                    remaining[box] -= 1
                    reached = set()
                    can_be_empty = remaining[box] == 0
                    if blames and can_be_empty:  # the machine may resign wherever it opens the box
                        reached = self._openings(box)
                waiting.extend(reached - lost)
                lost |= reached
        return going

    def _openings(self, box: int) -> set[tuple[int, int]]:
        """Return where a box is opened: by seat and index of the situation."""
        openings: set[tuple[int, int]] = set()
        for number, seat in enumerate(self.seats):
            openings.update((number, index) for index in seat.openings[box])
        return openings

    def refute(self, good: list[Pick]) -> Safety:
        """Return the games that empty one of these slots, if some are found."""
        for target in good:
            games = self._empty(target)
            if games is not None:
                box_number, slot = target
                box = self.kit.boxes[box_number]
                move = self.kit.game.move_text(box.slots[slot].moves[0])
                kind = "winning" if self.value(target) > 0 else "drawing"
                times = "one game" if len(games) == 1 else f"{len(games)} games"
                how = (
                    f"after {times} of a new machine the {kind} move {move} has left box "
                    f"{box.id} for good"
                )
                return Safety(False, how, games[-1], games)
        return Safety(False, "neither a proof nor a counter-example was found")

    def _empty(self, target: Pick) -> tuple[tuple[str, ...], ...] | None:
        """Return the games of a new machine that empty a slot; None if no such games are found."""
        beads = [row.copy() for row in self.start]
        box, slot = target
        games = []
        while beads[box][slot] > 0:
            moves = self._take_one(beads, target)
            if moves is None:
                return None
            games.append(moves)
        return tuple(games)

    def _take_one(self, beads: list[list[int]], target: Pick) -> tuple[str, ...] | None:
        """Change the beads by a game that takes some from a slot, and return its moves; None if no
        such game is found.
        """
        box, _ = target
        for cause in self._causes(target):
            if not beads[box][cause.slot]:
                continue
            game = self._game(beads, box, cause)
            if game is None:
                continue
            updates = learn(
                self.shelf.schedule, beads, game.picked, cause.outcome, resigned=game.resigned
            )
            if any(
                (each.box, each.slot) == target and each.after < each.before for each in updates
            ):
                for update in updates:
                    beads[update.box][update.slot] = update.after
                return game.moves
        return None

    def _causes(self, target: Pick) -> Iterator[_Cause]:
        """Yield what may take beads from a slot: a pick in its box, and the end of its game."""
        schedule = self.shelf.schedule
        box, slot = target
        for outcome in reversed(OUTCOMES):
            if schedule.clears(outcome):
                for other in range(len(self.kit.boxes[box].slots)):
                    if other != slot:
                        yield _Cause(other, outcome, must_be_last=True)
            taken = schedule.takes(outcome)
            if 0 in taken:
                yield _Cause(slot, outcome, must_be_last=True)
            if taken:
                yield _Cause(slot, outcome, must_be_last=False)

    def _game(self, beads: list[list[int]], box: int, cause: _Cause) -> _Game | None:
        """Return a game in which a bead is picked from a box; None if none is found."""
        for seat in self.seats:
            graph = seat.graph
            opened = seat.openings[box]
            children = {graph.branches[index][cause.slot].child for index in opened}
            if seat.ways[cause.outcome].isdisjoint(children):
                continue
            before = _walk(graph, beads, 0, opened.__contains__, quiet=False)
            if before is None:
                continue

            def ended(at: int, seat: _Seat = seat) -> bool:
                opens = seat.graph.boxes[at]
                if opens >= 0 and not any(beads[opens]) and seat.resigns:
                    return cause.outcome == -1
                return seat.graph.outcome(at, seat.side) == cause.outcome

            child = graph.branches[before.goal][cause.slot].child
            after = _walk(graph, beads, child, ended, quiet=cause.must_be_last)
            if after is None:
                continue
            steps = [*before.steps, (before.goal, cause.slot), *after.steps]
            rules_end_it = graph.results[after.goal] is not None
            return _game_of(graph, steps, resigned=not rules_end_it)
        return None


def _game_of(graph: GameGraph, steps: list[tuple[int, int]], *, resigned: bool) -> _Game:
    """Return the game of some steps: of situations, each with the number of the branch taken."""
    picked = []
    moves = []
    for at, number in steps:
        box = graph.boxes[at]
        if box >= 0:
            picked.append((box, number))  # the branches of a box are in the order of its slots
        moves.append(graph.game.move_text(graph.branches[at][number].move))
    return _Game(picked, tuple(moves), resigned)


class _WayToGoal(NamedTuple):
    """A way through situations: each with the number of the branch taken there, and then the
    situation at the goal.
    """

    steps: list[tuple[int, int]]
    goal: int


def _walk(
    graph: GameGraph,
    beads: list[list[int]],
    start: int,
    is_goal: Callable[[int], bool],
    *,
    quiet: bool,
) -> _WayToGoal | None:
    """Return the shortest way to a goal that picks only beads that exist, or none if quiet; None
    without a way.
    """
    # For each situation that is reached, the one before it with the number of the branch.
    step_to: dict[int, tuple[int, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        index = waiting.popleft()
        if is_goal(index):
            return _WayToGoal(_steps_back(step_to, index), index)
        box = graph.boxes[index]
        if box >= 0 and quiet:
            continue
        for number, branch in enumerate(graph.branches[index]):
            can_be_taken = box < 0 or beads[box][number]
            if can_be_taken and branch.child not in step_to:
                step_to[branch.child] = (index, number)
                waiting.append(branch.child)
    return None


def _steps_back(step_to: dict[int, tuple[int, int] | None], goal: int) -> list[tuple[int, int]]:
    """Return the steps to a goal, in the order in which they are taken."""
    steps = []
    step = step_to[goal]
    while step is not None:
        steps.append(step)
        step = step_to[step[0]]
    return steps[::-1]
