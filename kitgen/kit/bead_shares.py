"""Fits a kit to the beads you own: gives every slot a colour so that the beads are enough.

All boxes with as many slots and as many beads in each are alike here, so the integer program has few unknowns: how many
boxes of each kind take each set of colours. A set costs more when two of its colours look alike to someone, so the
program keeps the colours within a box different.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, repeat, starmap
from typing import Any, NamedTuple

from kitgen.errors import BeadsError, UsageError
from kitgen.kit.colours import SIGHTS, difference
from kitgen.kit.kit import Box
from kitgen.kit.palette import BeadsAtHand, Colour

#: Two colours at least this different (CIEDE2000, for the worst kind of sight) cost nothing.
CLEAR = 25.0
#: Added to a box's cost for a colour's place in the palette: enough to settle ties, too little to outweigh sight.
PLACE_COST = 0.01


class Kind(NamedTuple):
    """Boxes with the same needs: the number of colours, and of beads of each."""

    slots: int
    beads: int


#: For each kind of box the sets of colours, as places in the palette, and how many boxes take each.
Sets = dict[Kind, list[tuple[tuple[int, ...], int]]]


def share_beads(boxes: Sequence[Box], palette: Sequence[Colour], beads: BeadsAtHand) -> tuple[Box, ...]:
    """Return the boxes with new colours, different within each box, that need no more beads than there are."""
    stock = dict(beads)
    kinds = Counter(kind_of(box) for box in boxes)
    most = max(kinds, default=Kind(0, 0))
    if most.slots > len(palette):
        raise UsageError(f"a box needs {most.slots} colours and the palette has {len(palette)}; choose one with more")
    owned, fills = [stock.get(colour.key, 0) for colour in palette], [colour.fill for colour in palette]
    buy, chosen_sets = solve_shares(kinds, owned, fills)
    if any(buy):
        raise BeadsError(_missing(buy, palette, sum(stock.values()), kinds))
    sets = {kind: chain.from_iterable(starmap(repeat, chosen)) for kind, chosen in chosen_sets.items()}
    coloured = []
    for box in boxes:
        pairs = zip(box.slots, next(sets[kind_of(box)]), strict=True)
        coloured.append(replace(box, slots=tuple(replace(slot, colour=palette[place]) for slot, place in pairs)))
    return tuple(coloured)


def kind_of(box: Box) -> Kind:
    """Return the needs of a box; its slots all start with as many beads."""
    return Kind(len(box.slots), box.slots[0].beads)


def _missing(buy: Sequence[int], palette: Sequence[Colour], there: int, kinds: Counter[Kind]) -> str:
    needed = sum(kind.slots * kind.beads * number for kind, number in kinds.items())
    most = max(kind.slots for kind in kinds)
    shopping = ", ".join(f"{number} {colour.name}" for colour, number in zip(palette, buy, strict=True) if number)
    return (
        f"the beads do not fill the boxes: {needed:,} are needed, with up to {most} different colours in a box, and "
        f"you have {there:,}; the smallest sufficient purchase is {sum(buy):,}: {shopping}"
    )


@cache
def likeness(first: str, second: str) -> float:
    """Return how alike two printed colours are to the worst kind of sight: 0 for clearly different.

    It is the square of what the CIEDE2000 difference falls short of ``CLEAR``.
    >>> likeness("#000000", "#FFFFFF")
    0.0
    """
    least = min(difference(first, second, sight) for sight in SIGHTS)
    return round(max(0.0, CLEAR - least) ** 2, 3)


def set_cost(places: Sequence[int], fills: Sequence[str]) -> float:
    """Return the cost of a set of colours: the likeness of all its pairs, and a little for late places."""
    pairs = combinations(places, 2)
    return sum(likeness(fills[a], fills[b]) for a, b in pairs) + PLACE_COST * sum(places)


def solve_shares(kinds: Counter[Kind], stock: Sequence[int], fills: Sequence[str]) -> tuple[tuple[int, ...], Sets]:
    """Return the beads to buy of each colour, as few as possible, and sets of colours, as different as possible.

    ``stock`` and ``fills`` (``#RRGGBB``) are by colour. With as many colours as a box has slots, there is an answer.

    >>> solve_shares(Counter({Kind(2, 3): 2}), [6, 3, 2], ["#D55E00", "#0072B2", "#F0E442"])[0]
    (0, 0, 1)
    """
    import numpy as np  # noqa: PLC0415 - the path from rules to PDF needs no NumPy
    from scipy.sparse import lil_array  # noqa: PLC0415

    choices = [(kind, places) for kind in sorted(kinds) for places in combinations(range(len(stock)), kind.slots)]
    rows = {kind: number for number, kind in enumerate(sorted(kinds))}
    width = len(choices) + len(stock)
    # Unknowns: how often each set is taken, then how many beads of each colour are bought.
    # Rows: each kind's boxes, then each colour's beads, then all that is bought.
    matrix = lil_array((len(rows) + len(stock) + 1, width))
    for column, (kind, places) in enumerate(choices):
        matrix[rows[kind], column] = 1
        for place in places:
            matrix[len(rows) + place, column] = kind.beads
    for place in range(len(stock)):
        matrix[len(rows) + place, len(choices) + place] = -1
        matrix[-1, len(choices) + place] = 1
    boxes = [kinds[kind] for kind in rows]
    low = np.array([*boxes, *[-np.inf] * len(stock), 0])
    high = np.array([*boxes, *stock, np.inf])
    bought = np.array([0.0] * len(choices) + [1.0] * len(stock))
    least = _optimum(bought, matrix.tocsr(), low, high)
    high[-1] = sum(least[len(choices) :])
    costs = np.array([set_cost(places, fills) for _, places in choices] + [PLACE_COST] * len(stock))
    best = _optimum(costs, matrix.tocsr(), low, high)
    sets: Sets = {kind: [] for kind in rows}
    for (kind, places), times in zip(choices, best, strict=False):
        if times:
            sets[kind].append((places, times))
    return tuple(best[len(choices) :]), sets


def _optimum(costs: Any, matrix: Any, low: Any, high: Any) -> list[int]:
    from scipy.optimize import LinearConstraint, milp  # noqa: PLC0415 - see solve_shares

    answer = milp(costs, constraints=LinearConstraint(matrix, low, high), integrality=1, options={"mip_rel_gap": 0})
    if answer.x is None:
        # Buying all beads is always an answer, so only a fault of the solver leads here.
        raise BeadsError(f"no colouring was found: {answer.message}")
    return [round(value) for value in answer.x]
