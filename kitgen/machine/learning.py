"""Learning: what a rule does to the beads after a game, as pure functions of the beads and the game's record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from kitgen.kit.kit import Kit
from kitgen.kit.rule import Rule

#: The beads of a machine: for each box of its kit the number of beads in each slot.
Beads = Sequence[Sequence[int]]

#: One drawn bead: the place of its box in the kit and of its slot in the box.
Draw = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Update:
    """What an operator does to one slot after a game.

    Attributes:
        box, slot: where: the place of the box in the kit and of the slot in the box.
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
    return replace(kit, rule=rule, boxes=boxes, choices=structs.replace(kit.choices, rule=name), hash="")


def learn(rule: Rule, beads: Beads, drawn: Sequence[Draw], outcome: int, *, resigned: bool = False) -> list[Update]:
    """Return what a rule does to the beads after one game, the last move first.

    Args:
        rule: the learning rule.
        beads: the machine's beads; left as they are.
        drawn: the beads that the machine drew, in the order of play.
        outcome: 1 when the machine won, 0 after a draw, -1 when it lost.
        resigned: True when the machine met an empty box.

    >>> from kitgen.kit.rule import Change
    >>> gardner = Rule("a source", {"en": "a title"}, loss=Change(from_end=(-1,)))
    >>> learn(gardner, [[1, 1], [1, 1, 1]], [(0, 1), (1, 2)], -1)
    [Update(box=1, slot=2, before=1, after=0)]
    """
    change = rule.change(outcome)
    now: dict[Draw, int] = {}
    updates: list[Update] = []

    def count(place: Draw) -> int:
        return now.get(place, beads[place[0]][place[1]])

    def put(place: Draw, after: int) -> None:
        if after != count(place):
            updates.append(Update(*place, count(place), after))
            now[place] = after

    # A machine that resigns without blame has missed its last move: what the rule says of it falls away.
    missed = 1 if resigned and rule.empty == "resign" else 0
    for back, place in enumerate(reversed(drawn), start=missed):
        box = range(len(beads[place[0]]))
        spare = count(place)  # how many beads may be taken from the slot
        if rule.empty == "keep-last":
            spare = min(spare, sum(count((place[0], slot)) for slot in box) - 1)
        if back == 0 and change.last == "remove":
            put(place, count(place) - spare)
        elif back == 0 and change.last == "only":
            for slot in box:
                if slot != place[1]:
                    put((place[0], slot), 0)
            put(place, rule.ceiling or count(place))
        else:
            amount = change.from_end[back] if back < len(change.from_end) else change.every
            put(place, changed(rule, count(place), amount, spare))
    return updates


def changed(rule: Rule, before: int, amount: int, spare: int) -> int:
    """Return the beads of a slot after an amount was added to it, within the rule's floor and ceiling.

    A slot that is already below the floor, because it was taken out of its box, is not filled up to it.

    Args:
        rule: the learning rule.
        before: the beads in the slot.
        amount: how many to add; negative takes away.
        spare: how many may be taken at most.
    """
    if amount < 0:
        return max(before - min(-amount, spare), min(before, rule.floor))
    if rule.ceiling is None:
        return before + amount
    return min(before + amount, max(before, rule.ceiling))
