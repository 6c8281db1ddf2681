"""Can a machine ever lose a good move for good? Proved by induction on the game, or refuted by games to play.

A rule that only blames the last move before a loss can be judged without looking at bead counts: what it can
ever take is a least fixed point. A bead can go if the game can be lost after its move without another bead being
drawn, or if the next box could be empty, which takes that all of its beads can go. Starting from the lost ends,
this marks every bead that can go in any order of games, against any opponent and with any luck.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kitgen.kit.kit import Kit
from kitgen.kit.rule import Rule
from kitgen.machine.game_graph import Plays, list_plays
from kitgen.machine.learning import Draw, learn, starting_beads
from kitgen.machine.paper_machine import Shelf
from kitgen.machine.policies import Theory


@dataclass(frozen=True, slots=True)
class Safety:
    """Whether a winning or drawing move can ever leave its box for good.

    Attributes:
        proved: True when it never can.
        how: why, in a sentence or two.
        counterexample: the moves of the game that takes the last such bead; None when proved or not found.
        games: all games, in order, that a new machine has to play for that; the last is the counter-example.
        takeable: how many slots can lose beads at all, where that is known.
    """

    proved: bool
    how: str
    counterexample: tuple[str, ...] | None = None
    games: tuple[tuple[str, ...], ...] = ()
    takeable: int | None = None


def blames_last_only(rule: Rule) -> bool:
    """Return whether a rule takes beads for a loss only, and those of the last move only.

    >>> from kitgen.kit.rule import Change
    >>> blames_last_only(Rule("source", {"en": "title"}, loss=Change(from_end=(-1,))))
    True
    >>> blames_last_only(Rule("source", {"en": "title"}, loss=Change(every=-1)))
    False
    """
    loss = rule.loss
    return not (rule.win.takes or rule.draw.takes or loss.last == "only" or min((loss.every, *loss.from_end[1:])) < 0)


def takeable_slots(kit: Kit) -> set[Draw]:
    """Return the slots that can ever lose a bead by a rule that blames the last move only.

    Raises:
        TooLargeError: the game is too large to be listed here.

    >>> from kitgen.kit.build import make_kit
    >>> len(takeable_slots(make_kit("her")))
    16
    """
    return _Room(kit).going()


def losing_beads_only(kit: Kit) -> Safety:
    """Return whether only losing moves can ever be taken out of a kit's boxes for good, for its own rule.

    The verdicts printed on the kit are not trusted: values come from solving the game again.

    Raises:
        TooLargeError: the game is too large to be solved here.
    """
    rule = kit.rule
    if rule.learns == "positions":
        return Safety(True, "the rule keeps no beads, so that none can be lost", takeable=0)
    changes = (rule.win, rule.draw, rule.loss)
    if not any(change.takes for change in changes):
        return Safety(True, "the rule never takes a bead away", takeable=0)
    if rule.floor > 0 and all(change.last is None for change in changes):
        return Safety(True, f"the rule leaves at least {rule.floor} beads in every slot", takeable=0)
    room = _Room(kit)
    if blames_last_only(rule):
        going = room.going()
        good = sorted(draw for draw in going if room.value(draw) >= 0)
        slots = sum(len(box.slots) for box in kit.boxes)
        if not good:
            return Safety(
                True,
                f"by induction on the game: {len(going)} of {slots} slots can ever lose a bead, in any order of games, "
                "and all of these are losing moves",
                takeable=len(going),
            )
        return room.refute(good, len(going))
    good = [draw for draw in room.all_draws() if room.value(draw) >= 0]
    return room.refute(good, None)


@dataclass(frozen=True)
class _Room:
    """A kit at the table, in every seat that it plays, with all ways its games can go."""

    kit: Kit

    @cached_property
    def shelf(self) -> Shelf:
        return Shelf(self.kit)

    @cached_property
    def theory(self) -> Theory:
        return Theory(self.kit.game)

    @cached_property
    def seats(self) -> tuple[tuple[int, Plays], ...]:
        """For each side that the machine plays, all ways a game can go."""
        return tuple(
            (side, list_plays(self.kit.game, [self.shelf if s == side else None for s in (0, 1)], with_leads=True))
            for side in self.kit.players
        )

    def all_draws(self) -> Iterator[Draw]:
        """Yield every slot of the kit, those with the fewest beads first."""
        draws = [(slot.beads, b, s) for b, box in enumerate(self.kit.boxes) for s, slot in enumerate(box.slots)]
        yield from ((box, slot) for _, box, slot in sorted(draws))

    def value(self, draw: Draw) -> int:
        """Return what a slot's move is worth to the machine, from the rules."""
        box = self.kit.boxes[draw[0]]
        return self.theory.worth(box.position, box.slots[draw[1]].moves[0])[0]

    def going(self) -> set[Draw]:
        """Return the slots whose beads can be the last that was drawn in a lost game."""
        blames = self.kit.rule.empty == "resign-blame"
        parents: list[list[list[tuple[int, int]]]] = []
        at_box: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        waiting: deque[tuple[int, int]] = deque()
        for seat, (side, plays) in enumerate(self.seats):
            before: list[list[tuple[int, int]]] = [[] for _ in plays.positions]
            for place, ways in enumerate(plays.ways):
                for slot, way in enumerate(ways):
                    before[way.child].append((place, slot))
                if plays.boxes[place] >= 0:
                    at_box[plays.boxes[place]].append((seat, place))
                # Where positions recur any of them might be the one that ends the game: more than can happen.
                if plays.outcome(place, side) == -1 or (
                    plays.game.repetition and self._lost_by_repetition(plays, place, side)
                ):
                    waiting.append((seat, place))
            parents.append(before)
        lost = set(waiting)
        going: set[Draw] = set()
        left = {number: len(box.slots) for number, box in enumerate(self.kit.boxes)}
        while waiting:
            seat, place = waiting.popleft()
            plays = self.seats[seat][1]
            for parent, slot in parents[seat][place]:
                box = plays.boxes[parent]
                reached = [(seat, parent)]
                if box >= 0:
                    if (box, slot) in going:
                        continue
                    going.add((box, slot))
                    left[box] -= 1
                    reached = at_box[box] if blames and left[box] == 0 else []
                waiting.extend(node for node in reached if node not in lost)
                lost.update(reached)
        return going

    @staticmethod
    def _lost_by_repetition(plays: Plays, place: int, side: int) -> bool:
        """Return whether a repetition here would lose the game for a side."""
        if plays.results[place] is not None:
            return False
        position = plays.positions[place]
        value = plays.game.repeated(position)
        total = plays.leads[place] + (value if position.to_move == 0 else -value)
        return (total if side == 0 else -total) < 0

    def refute(self, good: list[Draw], takeable: int | None) -> Safety:
        """Return a counter-example for one of the given slots, or that none was found."""
        for target in good:
            games = self._empty(target)
            if games is not None:
                box = self.kit.boxes[target[0]]
                move = self.kit.game.move_text(box.slots[target[1]].moves[0])
                kind = "winning" if self.value(target) > 0 else "drawing"
                times = "one game" if len(games) == 1 else f"{len(games)} games"
                how = f"after {times} of a new machine the {kind} move {move} has left box {box.id} for good"
                return Safety(False, how, games[-1], games, takeable)
        return Safety(False, "neither a proof nor a counter-example was found", takeable=takeable)

    def _empty(self, target: Draw) -> tuple[tuple[str, ...], ...] | None:
        """Return games of a new machine after which a slot is empty, or None when this search finds none."""
        rule = self.kit.rule
        beads = starting_beads(self.kit)
        box, slot = target
        games = []
        while beads[box][slot] > 0:
            before = beads[box][slot]
            for through, outcome, is_last in self._causes(target):
                if not beads[box][through]:
                    continue
                found = self._game(beads, (box, through), outcome, is_last=is_last)
                if found is None:
                    continue
                drawn, moves, resigned = found
                updates = learn(rule, beads, drawn, outcome, resigned=resigned)
                if any((u.box, u.slot) == target and u.after < u.before for u in updates):
                    for update in updates:
                        beads[update.box][update.slot] = update.after
                    games.append(moves)
                    break
            if beads[box][slot] == before:
                return None
        return tuple(games)

    def _causes(self, target: Draw) -> Iterator[tuple[int, int, bool]]:
        """Yield what can take beads of a slot: the slot drawn, the outcome, whether it must be the last one."""
        rule = self.kit.rule
        for outcome in (-1, 0, 1):
            change = rule.change(outcome)
            if change.last == "only":
                for other in range(len(self.kit.boxes[target[0]].slots)):
                    if other != target[1]:
                        yield other, outcome, True
            if change.last == "remove" or (change.from_end and change.from_end[0] < 0):
                yield target[1], outcome, True
            if min((change.every, *change.from_end)) < 0:
                yield target[1], outcome, False

    def _game(
        self, beads: list[list[int]], through: Draw, outcome: int, *, is_last: bool
    ) -> tuple[list[Draw], tuple[str, ...], bool] | None:
        """Return a game in which a bead is drawn and that ends in a certain way, or None.

        Returns:
            The beads drawn, the moves as text, and whether the machine resigned at the end.
        """
        for side, plays in self.seats:

            def met(at: int, plays: Plays = plays) -> bool:
                return plays.boxes[at] == through[0]

            before = _walk(plays, beads, 0, met, quiet=False)
            if before is None:
                continue
            place = before[-1][1] if before else 0
            way = plays.ways[place][through[1]]

            def ended(at: int, plays: Plays = plays, side: int = side) -> bool:
                box = plays.boxes[at]
                if box >= 0 and not any(beads[box]) and self.kit.rule.empty in ("resign", "resign-blame"):
                    return outcome == -1
                return plays.outcome(at, side) == outcome

            after = _walk(plays, beads, way.child, ended, quiet=is_last)
            if after is None:
                continue
            drawn: list[Draw] = []
            moves: list[str] = []
            at = 0
            for slot, child in [*before, (through[1], way.child), *after]:
                if plays.boxes[at] >= 0:
                    drawn.append((plays.boxes[at], slot))
                moves.append(plays.game.move_text(plays.ways[at][slot].move))
                at = child
            return drawn, tuple(moves), plays.results[at] is None
        return None


def _walk(
    plays: Plays, beads: list[list[int]], start: int, goal: Callable[[int], bool], *, quiet: bool
) -> list[tuple[int, int]] | None:
    """Return the shortest way to a goal, drawing only beads that are there: pairs of way number and situation.

    Args:
        plays: all ways.
        beads: the machine's beads.
        start: where to start.
        goal: where to arrive.
        quiet: True when no bead may be drawn on the way.
    """
    came: dict[int, tuple[int, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        if goal(place):
            steps = []
            while (step := came[place]) is not None:
                steps.append((step[1], place))
                place = step[0]
            return steps[::-1]
        box = plays.boxes[place]
        if box >= 0 and quiet:
            continue
        for slot, way in enumerate(plays.ways[place]):
            if way.child not in came and (box < 0 or beads[box][slot]):
                came[way.child] = (place, slot)
                waiting.append(way.child)
    return None
