"""Learning by hand: what an operator does to the beads after a game, slot by slot."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from kitgen.kit.kit import Kit
from kitgen.kit.rule import Rule, in_languages
from kitgen.machine.schedule import Schedule, flattened, teach

#: The beads of a machine: for each box of its kit the number of beads in each slot.
Beads = Sequence[Sequence[int]]

#: One picked bead: the index of its box in the kit and of its slot in the box.
Pick = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Update:
    """What an operator does to one slot after a game.

    Attributes:
        box, slot: where: the index of the box in the kit and of the slot in the box.
        before, after: how many beads lie there before and after.
    """

    box: int
    slot: int
    before: int
    after: int


def starting_beads(kit: Kit) -> list[list[int]]:
    """Return the beads of a new machine."""
    return [[slot.beads for slot in box.slots] for box in kit.boxes]


def with_rule(kit: Kit, rule: Rule, name: str) -> Kit:
    """Return a kit with another learning rule, and the starting beads that it asks for."""
    boxes = tuple(
        replace(box, slots=tuple(replace(slot, beads=rule.beads(box.turn)) for slot in box.slots)) for box in kit.boxes
    )
    choices = structs.replace(kit.choices, rule=name)
    rule = in_languages(rule, choices.language)
    return replace(kit, rule=rule, boxes=boxes, choices=choices, hash="", given=None, played=())


def learn(
    schedule: Schedule, beads: Beads, picked: Sequence[Pick], outcome: int, *, resigned: bool = False
) -> list[Update]:
    """Return what is done to the beads after one game, the last move first; each slot occurs once.

    Args:
        schedule: the compiled learning rule.
        beads: the machine's beads; left as they are.
        picked: the beads that the machine picked, in the order of play.
        outcome: 1 when the machine won, 0 after a draw, -1 when it lost.
        resigned: True when the machine met an empty box.

    >>> from kitgen.kit.rule import Change
    >>> from kitgen.machine.schedule import schedule_of
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
    return [
        Update(boxes[box_of[slot]], slot - first[box_of[slot]], before[slot], after[slot])
        for slot in dict.fromkeys(order)
        if before[slot] != after[slot]
    ]
