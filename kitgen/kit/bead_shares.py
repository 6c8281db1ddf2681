"""Fits a kit to the beads you own: gives every slot a colour so that the beads are enough.

Boxes with the same number of slots and of beads in each are one kind, so there are few unknowns:
how many boxes of each kind take each set of colours. A set costs more when two of its colours look
alike to someone.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product, repeat, starmap
from typing import Any, NamedTuple

from kitgen.errors import BeadsError
from kitgen.kit.colours import SIGHTS, difference
from kitgen.kit.kit import Box
from kitgen.kit.palette import BeadsAtHand, Colour

#: Two colours at least this different (CIEDE2000, for the worst kind of sight) cost nothing.
CLEAR = 25.0
#: Added to a box's cost for a colour's place in the palette, to settle ties.
PLACE_COST = 0.01


class Kind(NamedTuple):
    """Boxes with the same needs: the number of colours, and of beads of each."""

    slots: int
    beads: int


#: A set of colours, as places in the palette; a set for a kind of box; and what it costs.
Places = tuple[int, ...]
Choice = tuple[Kind, Places]
Costs = Mapping[Choice, float]
#: For each kind of box the sets of colours, and how many boxes take each.
Sets = dict[Kind, list[tuple[Places, int]]]
#: Partial answers tried beyond the first whole one; if there are more, the purchase may not be the
#: smallest.
MAX_PARTIAL_ANSWERS = 2_000
#: Pivots after which a linear program is stopped with a good answer.
MAX_PIVOTS = 5_000
#: Smaller numbers are rounding errors.
TINY = 1e-6


def share_beads(
    boxes: Sequence[Box], palette: Sequence[Colour], beads: BeadsAtHand
) -> tuple[Box, ...]:
    """Return the boxes with new colours, different within each box, for which the beads are
    enough.
    """
    stock = dict(beads)
    kinds = Counter(kind_of(box) for box in boxes)
    owned = [stock.get(colour.key, 0) for colour in palette]
    fills = [colour.fill for colour in palette]
    buy, chosen_sets = solve_shares(kinds, owned, fills)
    if any(buy):
        most = max(kinds).slots
        shopping = ", ".join(
            f"{colour.name}: {number}"
            for colour, number in zip(palette, buy, strict=True)
            if number
        )
        raise BeadsError(
            f"the beads do not fill the boxes: {_beads_of(kinds):,} are needed, with up to {most} "
            f"different colours in a box, and you have {sum(stock.values()):,}; the smallest "
            f"sufficient purchase is {sum(buy):,} ({shopping})"
        )
    next_sets = {
        kind: chain.from_iterable(starmap(repeat, chosen)) for kind, chosen in chosen_sets.items()
    }
    coloured = []
    for box in boxes:
        places = next(next_sets[kind_of(box)])
        slots = [
            replace(slot, colour=palette[place])
            for slot, place in zip(box.slots, places, strict=True)
        ]
        coloured.append(replace(box, slots=tuple(slots)))
    return tuple(coloured)


class ClassBeads(NamedTuple):
    """For how many machines of one kit the beads are enough that a class owns.

    Attributes:
        machines: the number of machines with the kit's own labels.
        lacking: for each colour how many beads one machine more would need, as many as those that
            are missing.
        most: the number of machines if the beads are shared out for so many.
        each: the beads to share out for each of them.
    """

    machines: int
    lacking: BeadsAtHand
    most: int
    each: BeadsAtHand


def class_beads(boxes: Sequence[Box], beads: BeadsAtHand, bank: Mapping[str, int]) -> ClassBeads:
    """Return for how many machines beads are enough, each with boxes of these colours and a bank,
    by colour.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her", {"beads": {"red": 60, "blue": 60, "yellow": 12, "green": 12}})
    >>> enough = class_beads(kit.boxes, kit.choices.beads, {})
    >>> enough.machines, enough.lacking, enough.most
    (1, (('yellow', 2),), 2)
    >>> enough.each
    (('red', 30), ('blue', 30), ('yellow', 6), ('green', 6))
    """
    needed = Counter(bank)
    for box in boxes:
        for slot in box.slots:
            needed[slot.colour.key] += slot.beads
    stock = dict(beads)
    machines = min(
        (stock.get(key, 0) // number for key, number in needed.items() if number), default=0
    )
    lacks = {key: (machines + 1) * number - stock.get(key, 0) for key, number in needed.items()}
    lacking = tuple((key, number) for key, number in lacks.items() if number > 0)
    most = machines if bank else _most_machines(boxes, tuple(stock.values()), machines)
    each = tuple((key, number // max(1, most)) for key, number in beads)
    return ClassBeads(machines, lacking, most, each)


def _most_machines(boxes: Sequence[Box], stock: Sequence[int], enough: int) -> int:
    """Return for how many machines a stock is enough, however it is shared out; it is for
    ``enough`` at least.
    """
    kinds = Counter(kind_of(box) for box in boxes)
    if len(stock) < max(kind.slots for kind in kinds):
        return enough
    too_many = sum(stock) // _beads_of(kinds) + 1
    while too_many - enough > 1:
        number = (enough + too_many) // 2
        if any(fill_boxes(kinds, [count // number for count in stock])[0]):
            too_many = number
        else:
            enough = number
    return enough


def kind_of(box: Box) -> Kind:
    """Return the needs of a box."""
    return Kind(len(box.slots), box.slots[0].beads)


def _beads_of(kinds: Counter[Kind]) -> int:
    """Return the number of beads that boxes need together."""
    return sum(kind.slots * kind.beads * number for kind, number in kinds.items())


@cache
def likeness(first: str, second: str) -> float:
    """Return how alike two colours are to the worst sight: the square of what their difference
    lacks to ``CLEAR``.

    >>> likeness("#000000", "#FFFFFF")
    0.0
    """
    least = min(difference(first, second, sight) for sight in SIGHTS)
    return round(max(0.0, CLEAR - least) ** 2, 3)


def set_cost(places: Sequence[int], fills: Sequence[str]) -> float:
    """Return the cost of a set of colours: the likeness of all its pairs, and a little for late
    places.
    """
    alike = sum(likeness(fills[first], fills[second]) for first, second in combinations(places, 2))
    return alike + PLACE_COST * sum(places)


def solve_shares(
    kinds: Counter[Kind], stock: Sequence[int], fills: Sequence[str]
) -> tuple[tuple[int, ...], Sets]:
    """Return the beads to buy of each colour, as few as possible, and sets of colours.

    ``stock`` and ``fills`` (``#RRGGBB``) are by colour; there must be at least as many colours as
    slots in a box.

    If no beads need to be bought, whole boxes of the best fractional answer are taken, and colours
    are exchanged as long as that helps. In trials this was nearly always best for HER, and within 4
    % of the best for MENACE.

    >>> solve_shares(Counter({Kind(2, 3): 2}), [6, 3, 2], ["#D55E00", "#0072B2", "#F0E442"])[0]
    (0, 0, 1)
    """
    buy, chosen = fill_boxes(kinds, stock)
    if not any(buy):
        costs = {}
        for kind in sorted(kinds):
            for places in combinations(range(len(stock)), kind.slots):
                costs[kind, places] = set_cost(places, fills)
        chosen = _improved(_whole_shares(kinds, stock, costs), stock, costs)
    sets: Sets = {kind: [] for kind in sorted(kinds)}
    for kind, places in sorted(chosen):
        sets[kind].append((places, chosen[kind, places]))
    return buy, sets


def fill_boxes(
    kinds: Counter[Kind], stock: Sequence[int]
) -> tuple[tuple[int, ...], Counter[Choice]]:
    """Return the fewest beads to buy of each colour, and sets of colours for all boxes.

    Boxes with most beads in a slot are filled first, with the colours of which most beads remain.
    Other ways are tried if that is more than the least possible purchase, by the smallest cut
    between boxes and colours.
    """
    boxes = sorted(kinds.elements(), key=lambda kind: (-kind.beads, -kind.slots))
    least = _least_purchase(boxes, stock)
    best = _Partial(0, tuple(stock), None)
    fewest = float("inf")
    seen = set[tuple[int, Places]]()
    branches = [iter([best])]
    for _ in range(2 * len(boxes) + MAX_PARTIAL_ANSWERS):
        partial = next(branches[-1], None)
        if partial is None:
            branches.pop()
            if not branches:
                break
            continue
        missing = -sum(min(0, beads) for beads in partial.rest)
        if missing >= fewest:
            continue
        if partial.filled == len(boxes):
            best = partial
            fewest = missing
            if missing == least:
                break
        elif (partial.filled, partial.rest) not in seen:
            seen.add((partial.filled, partial.rest))
            branches.append(_with_one_more(partial, boxes[partial.filled]))
    chosen = Counter[Choice]()
    taken = best.taken
    for kind in reversed(boxes):
        places, taken = taken
        chosen[kind, places] += 1
    return tuple(max(0, -beads) for beads in best.rest), chosen


class _Partial(NamedTuple):
    """The first boxes with a set of colours each.

    Attributes:
        filled: how many they are.
        rest: the beads that are left of each colour; fewer than 0 have to be bought.
        taken: the set of the last one, and those of all before it in the same way.
    """

    filled: int
    rest: Places
    taken: Any


def _least_purchase(boxes: Sequence[Kind], stock: Sequence[int]) -> int:
    """Return how many beads have to be bought at least: by the smallest cut between boxes and
    colours.
    """
    scarce = sorted(stock)
    cuts = []
    for few in range(len(stock) + 1):
        of_others = sum(kind.beads * min(kind.slots, len(stock) - few) for kind in boxes)
        cuts.append(sum(scarce[:few]) + of_others)
    return sum(kind.slots * kind.beads for kind in boxes) - min(cuts)


def _with_one_more(partial: _Partial, kind: Kind) -> Iterator[_Partial]:
    """Yield each way to fill the next box, first with the colours of which most beads remain.

    If nothing remains, the first colours of the palette are bought.
    """
    rest = partial.rest
    ways = sorted(
        combinations(range(len(rest)), kind.slots),
        key=lambda places: -sum(max(0, rest[place]) for place in places),
    )
    for places in ways:
        after = list(rest)
        for place in places:
            after[place] -= kind.beads
        yield _Partial(partial.filled + 1, tuple(after), (places, partial.taken))


def _whole_shares(kinds: Counter[Kind], stock: Sequence[int], costs: Costs) -> Counter[Choice]:
    """Return sets for boxes that can be filled: the whole boxes of the best fractional answer,
    taken repeatedly.
    """
    chosen = Counter[Choice]()
    remaining = Counter(kinds)
    rest = list(stock)
    while remaining.total():
        costs = {choice: cost for choice, cost in costs.items() if choice[0] in remaining}
        shares = _fractional_shares(remaining, rest, costs)
        whole = Counter({choice: int(share + TINY) for choice, share in shares.items()})
        # If no box is whole, one is rounded up: the one with most beads, for which the fewest sets
        # will do in the end.
        upward = sorted(shares, key=lambda choice: (choice[0].beads, shares[choice]), reverse=True)
        for kept in (+whole, *(Counter([choice]) for choice in upward)):
            after, missing = _after(remaining, rest, kept)
            if kept and min(missing) >= 0 and not any(fill_boxes(after, missing)[0]):
                break
        else:
            return chosen + fill_boxes(remaining, rest)[1]
        chosen = chosen + kept
        remaining = after
        rest = missing
    return chosen


def _after(
    kinds: Counter[Kind], stock: Sequence[int], chosen: Counter[Choice]
) -> tuple[Counter[Kind], list[int]]:
    """Return the boxes and the beads that remain."""
    remaining = Counter(kinds)
    rest = list(stock)
    for (kind, places), number in chosen.items():
        remaining[kind] -= number
        for place in places:
            rest[place] -= number * kind.beads
    return +remaining, rest


def _fractional_shares(
    kinds: Counter[Kind], stock: Sequence[int], costs: Costs
) -> dict[Choice, float]:
    """Return how many boxes take each set, at the least cost, if boxes could be divided: by the
    simplex method.

    Rows: each kind's boxes, then each colour's beads. Unknowns: the choices, the beads of each
    colour that remain, and the shortage in each row.
    """
    rows = {kind: row for row, kind in enumerate(sorted(kinds))}
    height = len(rows) + len(stock)
    width = len(costs) + len(stock)
    #: For each unknown the rows in which it counts, with its factor there.
    columns = []
    for kind, places in costs:
        beads = [(len(rows) + place, kind.beads) for place in places]
        columns.append([(rows[kind], 1), *beads])
    columns += [[(len(rows) + place, 1)] for place in range(len(stock))]
    columns += [[(row, 1)] for row in range(height)]
    prices = [*costs.values(), *[0.0] * len(stock), *[1e6] * height]
    basis = list(range(width, width + height))
    values = [*map(float, (kinds[kind] for kind in rows)), *map(float, stock)]
    inverse = []
    for row in range(height):
        line = [0.0] * height
        line[row] = 1.0
        inverse.append(line)
    for _ in range(MAX_PIVOTS):
        basic_prices = [prices[unknown] for unknown in basis]
        worths = [_product(basic_prices, column) for column in zip(*inverse, strict=True)]
        gains = []
        for unknown in range(width):
            worth = sum(worths[row] * factor for row, factor in columns[unknown])
            gains.append((prices[unknown] - worth, unknown))
        gain, entering = min(gains)
        if gain > -TINY:
            break
        change = []
        for line in inverse:
            change.append(sum(line[row] * factor for row, factor in columns[entering]))
        step, _, leaving = min(
            (values[row] / per, basis[row], row) for row, per in enumerate(change) if per > TINY
        )
        pivot = [number / change[leaving] for number in inverse[leaving]]
        for row, per in enumerate(change):
            values[row] = max(0.0, values[row] - step * per)
            pairs = zip(inverse[row], pivot, strict=True)
            inverse[row] = [number - per * by for number, by in pairs]
        basis[leaving] = entering
        values[leaving] = step
        inverse[leaving] = pivot
    choices = list(costs)
    shares = {}
    for unknown, value in zip(basis, values, strict=True):
        if unknown < len(choices):
            shares[choices[unknown]] = value
    return shares


def _product(factors: Sequence[float], others: Sequence[float]) -> float:
    """Return the sum of the products of the numbers in two lists."""
    return sum(factor * other for factor, other in zip(factors, others, strict=True))


def _improved(chosen: Counter[Choice], stock: Sequence[int], costs: Costs) -> Counter[Choice]:
    """Return cheaper sets for the same beads: boxes change to another set, or two kinds exchange
    a colour.
    """
    _, rest = _after(Counter(), stock, chosen)

    def change(number: int, old: Choice, new: Choice) -> None:
        chosen[old] -= number
        chosen[new] += number
        for sign, (kind, places) in ((1, old), (-1, new)):
            for place in places:
                rest[place] += sign * number * kind.beads

    def enough_for(old: Choice, new: Choice) -> int:
        """Return how many boxes can change their set with the beads that remain."""
        kind, places = old
        added = [place for place in new[1] if place not in places]
        return min([chosen[old], *(rest[place] // kind.beads for place in added)])

    better = True
    while better:
        better = False
        used = sorted(+chosen)
        for old in used:
            of_the_kind = [choice for choice in costs if choice[0] == old[0]]
            for new in sorted(of_the_kind, key=lambda choice: costs[choice]):
                number = enough_for(old, new)
                if number and costs[new] < costs[old] - TINY:
                    change(number, old, new)
                    better = True
        for first, second in combinations(used, 2):
            own = set(first[1]) - set(second[1])
            others = set(second[1]) - set(first[1])
            for place, instead in product(own, others):
                new_first = _with(first, place, instead)
                new_second = _with(second, instead, place)
                saved = costs[first] + costs[second] - (costs[new_first] + costs[new_second])
                number = min(chosen[first], chosen[second])
                more = first[0].beads - second[0].beads
                if more:
                    number = min(number, rest[instead if more > 0 else place] // abs(more))
                if number and saved > TINY:
                    change(number, first, new_first)
                    change(number, second, new_second)
                    better = True
    return +chosen


def _with(choice: Choice, place: int, instead: int) -> Choice:
    return choice[0], tuple(sorted({*choice[1]} - {place} | {instead}))
