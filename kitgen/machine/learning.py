"""Learning: what a win, a draw or a loss does to the beads, slot by slot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, chain, repeat
from typing import Any, NamedTuple

from msgspec import structs

from kitgen.kit.kit import Kit
from kitgen.kit.rule import Change, Rule, in_languages

# A learning rule compiled to a schedule of whole numbers, and the one function that applies it to
# beads.
#
# The paper machine runs ``teach`` as plain Python; the kernel and the chain of bead states compile
# the same source; a page's script or a journal reads a schedule as plain data and does the same in
# a few lines.

# What happens to the slot of the last move.
#: It changes like any other.
ADD = 0
#: It loses all its beads.
REMOVE = 1
#: It is filled to the ceiling, while all other slots of its box lose theirs.
ONLY = 2
#: ``Schedule.reach`` of an outcome that changes all moves of a game, however many.
ALL = 1 << 30
#: The ceiling of a rule without one. No box comes near it: a game adds only a few beads.
NO_CEILING = 1 << 30
#: ``Schedule.empty`` where the starting beads are put back, so that the game does not end.
REFILL = 2
#: The outcomes of a game for a machine: won, drawn, lost.
OUTCOMES = (1, 0, -1)

#: What is done to the slot of the last move, by the word of a rule.
LAST_MOVES = {None: ADD, "remove": REMOVE, "only": ONLY}
# Places in ``Schedule.row``: first two of three figures each (for a draw, a win, a loss), then
# single ones, and last ``WIDTH`` amounts each for a draw, a win and a loss.
REACH = 0
LAST = 3
FLOOR = 6
CEILING = 7
KEEPS_LAST = 8
MISSED = 9
EMPTY_RULE = 10
WIDTH = 11
AMOUNTS = 12


class Schedule(NamedTuple):
    """A rule as whole numbers. Where there are three, they are for a draw, a win and a loss.

    Attributes:
        reach: how many moves from the end are changed at most: 0 for none, ``ALL`` for every one.
        last: what happens to the slot of the last move: ``ADD``, ``REMOVE`` or ``ONLY``.
        floor, ceiling: the fewest and the most beads that a change can leave; a slot that is
            already below the floor or above the ceiling keeps its beads.
        keeps_last: 1 when the last bead of a box is never taken, otherwise 0.
        missed: 1 when the empty box of a resigning machine counts as its last move, so that the
            changes of the last move do not apply, otherwise 0.
        empty: how a game ends for a machine at an empty box: -1 lost, 0 drawn, or ``REFILL``.
        width: how many amounts there are for each outcome, at least 1.
        amounts: the beads added (negative: taken) for each move from the end; the last figure is
            for all earlier moves.
    """

    reach: tuple[int, ...]
    last: tuple[int, ...]
    floor: int
    ceiling: int
    keeps_last: int
    missed: int
    empty: int
    width: int
    amounts: tuple[tuple[int, ...], ...]

    @property
    def row(self) -> tuple[int, ...]:
        """All figures in one row, in the order of the attributes, for ``teach``."""
        return _row(self)

    # Code that must know what a rule can do calls one of these and reads no figure. So a new kind
    # of change needs code only here, in ``teach``, in ``kit/rule.py`` and in the page's
    # ``learning.js``.

    @property
    def memory(self) -> int:
        """How many of a game's last picks learning needs: at least 1, ``ALL`` for every one."""
        return max(1, *self.reach)

    def needs(self, outcome: int) -> int:
        """Return how many of a game's last picks matter after an outcome: 0 for none, ``ALL``
        for every one.
        """
        return self.reach[outcome]

    def takes(self, outcome: int) -> tuple[int, ...]:
        """Return the moves from whose slots an outcome can take beads: 0 for the last, ``width``
        for all earliest.
        """
        of_last, *earlier = self.amounts[outcome]
        earlier.append(self.amounts[outcome][-1])  # that of all earliest moves
        taken = [back for back, amount in enumerate(earlier, 1) if amount < 0]
        from_last = of_last < 0 if self.last[outcome] == ADD else self.removes(outcome)
        return (0, *taken) if from_last else tuple(taken)

    def removes(self, outcome: int) -> bool:
        """Return whether an outcome takes all beads of the slot of the last move."""
        return self.last[outcome] == REMOVE

    def clears(self, outcome: int) -> bool:
        """Return whether an outcome takes the beads of all other slots out of the box of the
        last move.
        """
        return self.last[outcome] == ONLY

    @property
    def never_takes(self) -> bool:
        """Whether no game can take a bead out of a box."""
        return not any(self.takes(outcome) or self.clears(outcome) for outcome in OUTCOMES)

    @property
    def blames_last_only(self) -> bool:
        """Whether games take beads only if they are lost, and then only those of the last move.

        >>> last = Rule("a source", {"en": "a title"}, loss=Change(from_end=(-1,)))
        >>> every = Rule("a source", {"en": "a title"}, loss=Change(every=-1))
        >>> schedule_of(last).blames_last_only, schedule_of(every).blames_last_only
        (True, False)
        """
        for outcome in OUTCOMES:
            # The last move of a lost game is 0 moves back from its end.
            most = {0} if outcome == -1 else set()
            if self.clears(outcome) or not set(self.takes(outcome)) <= most:
                return False
        return True

    @property
    def by_numbers(self) -> bool:
        """Whether each change is a number of beads, whatever its slot holds."""
        return set(self.last) == {ADD}

    @property
    def least_left(self) -> int:
        """The fewest beads that games leave in a slot that has them: 0 where one can be emptied."""
        return self.floor if self.by_numbers else 0

    @property
    def most_added(self) -> int:
        """The most beads that a game adds to the slot of one picked bead, up to the ceiling.

        >>> rule = Rule("a source", {"en": "a title"}, win=Change(every=3), draw=Change(every=1))
        >>> schedule_of(rule).most_added
        3
        """
        if any(map(self.clears, OUTCOMES)):
            return self.ceiling
        return max(0, *chain.from_iterable(self.amounts))

    @property
    def steady(self) -> bool:
        """Whether the slot of a picked bead changes by as many beads whatever its box holds."""
        unbounded = not self.keeps_last and self.floor == 0 and self.ceiling == NO_CEILING
        return unbounded and self.by_numbers and min(map(min, self.amounts)) >= -1

    def cares_how_it_ended(self, outcome: int) -> bool:
        """Return whether an end at an empty box teaches something else than one on the board.

        Michie's rule forgives the move that was not made, but changes all moves alike, so it does
        not.
        """
        alike = self.last[outcome] == ADD and len(set(self.amounts[outcome])) == 1
        return bool(self.missed) and self.empty == outcome and not alike

    def data(self) -> dict[str, Any]:
        """Return the schedule as plain data for JSON: each attribute under its name, as numbers and
        lists.

        >>> rule = Rule("a source", {"en": "a title"}, loss=Change(from_end=(-1,)))
        >>> schedule_of(rule).data()["amounts"]
        [[0, 0], [0, 0], [-1, 0]]
        """
        amounts = [list(outcome) for outcome in self.amounts]
        return self._asdict() | {
            "reach": list(self.reach),
            "last": list(self.last),
            "amounts": amounts,
        }


@cache
def _row(schedule: Schedule) -> tuple[int, ...]:
    reach, last, *single, amounts = schedule
    return (*reach, *last, *single, *chain(*amounts))


def schedule_of(rule: Rule) -> Schedule:
    """Compile a rule that learns by beads.

    >>> schedule_of(Rule("a source", {"en": "a title"}, win=Change(every=3))).reach == (0, ALL, 0)
    True
    """
    end = rule.when_empty
    changes = rule.changes
    width = 1 + max(len(change.from_end) for change in changes)
    if end.refills:
        empty = REFILL
    else:
        empty = -1 if end.outcome is None else end.outcome
    amounts = []
    for change in changes:
        earlier = repeat(change.every, width - len(change.from_end))
        amounts.append((*change.from_end, *earlier))
    return Schedule(
        reach=tuple(map(_reach, changes)),
        last=tuple(LAST_MOVES[change.last] for change in changes),
        floor=rule.floor,
        ceiling=NO_CEILING if rule.ceiling is None else rule.ceiling,
        keeps_last=int(end.keeps_last),
        missed=int(not end.blames_last),
        empty=empty,
        width=width,
        amounts=tuple(amounts),
    )


def _reach(change: Change) -> int:
    if change.for_all:
        return ALL
    changed = [move for move, amount in enumerate(change.from_end, 1) if amount]
    if change.last is not None:
        changed.append(1)
    return max(changed, default=0)


def teach(
    row: Any,
    outcome: Any,
    resigned: Any,
    beads: Any,
    totals: Any,
    first: Any,
    box_of: Any,
    picks: Any,
    count: Any,
) -> None:
    """Apply a schedule to the beads after one game. Plain Python, and compiled as it stands.

    Args:
        row: int[12 + 3 * width]; the schedule, as ``Schedule.row``.
        outcome: how the game ended for the machine: 1 won, 0 drawn, -1 lost.
        resigned: True when it met an empty box.
        beads, totals: int[s], int[b]; the beads in each slot, box after box, and in each box;
            changed in place.
        first, box_of: int[b + 1], int[s]; where the slots of each box start, and the box of each
            slot.
        picks: int[count or more]; the slots of the picked beads, in the order of play.
    """
    lesson = 2 if outcome < 0 else outcome
    reach = row[REACH + lesson]
    last = row[LAST + lesson]
    farthest = row[WIDTH] - 1
    amounts = AMOUNTS + lesson * row[WIDTH]
    back = row[MISSED] if resigned else 0
    index = count
    while index > 0 and back < reach:
        index -= 1
        slot = picks[index]
        box = box_of[slot]
        before = beads[slot]
        spare = before  # how many beads may be taken
        if row[KEEPS_LAST]:
            spare = min(before, totals[box] - 1)
        if back == 0 and last == REMOVE:
            after = before - spare
        elif back == 0 and last == ONLY:
            for other in range(first[box], first[box + 1]):
                beads[other] = 0
            totals[box] = before
            after = row[CEILING]
        else:
            amount = row[amounts + min(back, farthest)]
            if amount < 0:
                after = max(before - min(-amount, spare), min(before, row[FLOOR]))
            else:
                after = min(before + amount, max(before, row[CEILING]))
        beads[slot] = after
        totals[box] += after - before
        back += 1


def position_amount(row: Any, outcome: Any) -> Any:
    """Return what a rule that learns positions adds to the number of each; plain Python, and
    compiled as it stands.
    """
    lesson = 2 if outcome < 0 else outcome
    return row[AMOUNTS + lesson * row[WIDTH]]


def flattened(rows: Sequence[Sequence[int]]) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return boxes as the flat sequences that ``teach`` works on: beads, totals, first slots, box
    of each slot.

    >>> flattened([[1, 2], [3]])
    ([1, 2, 3], [3, 3], [0, 2, 3], [0, 0, 1])
    """
    beads = [*chain(*rows)]
    totals = [sum(row) for row in rows]
    first = [*accumulate(map(len, rows), initial=0)]
    box_of: list[int] = []
    for number, row in enumerate(rows):
        box_of += repeat(number, len(row))
    return beads, totals, first, box_of


#: The beads of a machine: for each box of its kit the number of beads in each slot.
Beads = Sequence[Sequence[int]]
#: One picked bead: the index of its box in the kit and of its slot in the box.
Pick = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Update:
    """A change of one slot after a game: indices of box and slot, and the number of beads before
    and after.
    """

    box: int
    slot: int
    before: int
    after: int


def starting_beads(kit: Kit) -> list[list[int]]:
    """Return the beads of a new machine."""
    return [[slot.beads for slot in box.slots] for box in kit.boxes]


def with_rule(kit: Kit, rule: Rule, name: str) -> Kit:
    """Return a kit with another learning rule and its starting beads."""
    choices = structs.replace(kit.choices, rule=name)
    return as_new(replace(kit, rule=in_languages(rule, choices.language), choices=choices))


def as_new(kit: Kit) -> Kit:
    """Return a kit with the starting beads of its rule."""
    return with_counts(kit, [[kit.rule.beads(box.turn)] * len(box.slots) for box in kit.boxes])


def with_counts(kit: Kit, counts: Beads) -> Kit:
    """Return a kit with these beads in its boxes, and without a past that explains them."""
    boxes = []
    for box, row in zip(kit.boxes, counts, strict=True):
        slots = [replace(slot, beads=beads) for slot, beads in zip(box.slots, row, strict=True)]
        boxes.append(replace(box, slots=tuple(slots)))
    return replace(kit, boxes=tuple(boxes), hash="", given=None, played=())


def learn(
    schedule: Schedule,
    beads: Beads | Mapping[int, Sequence[int]],
    picked: Sequence[Pick],
    outcome: int,
    *,
    resigned: bool = False,
) -> list[Update]:
    """Return the changes of beads after one game, the last move first; each slot occurs once.

    ``picked`` are the machine's beads in the order of play; outcome and ``resigned`` are as for
    ``teach``.

    >>> gardner = schedule_of(Rule("a source", {"en": "a title"}, loss=Change(from_end=(-1,))))
    >>> learn(gardner, [[1, 1], [1, 1, 1]], [(0, 1), (1, 2)], -1)
    [Update(box=1, slot=2, before=1, after=0)]
    """
    boxes = list(dict.fromkeys(box for box, _ in picked))  # only those that can change
    before, totals, first, box_of = flattened([beads[box] for box in boxes])
    after = before.copy()
    picks = [first[boxes.index(box)] + slot for box, slot in picked]
    teach(schedule.row, outcome, resigned, after, totals, first, box_of, picks, len(picks))
    # What a last move takes out of its box is taken out before its own slot is filled.
    order = [slot for slot in range(len(before)) if slot not in picks] + picks[::-1]
    updates = []
    for slot in dict.fromkeys(order):
        if before[slot] != after[slot]:
            box = box_of[slot]
            updates.append(Update(boxes[box], slot - first[box], before[slot], after[slot]))
    return updates
