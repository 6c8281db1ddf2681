"""Beads that are at hand: gives every slot a colour so that a kit needs no more beads than there are.

All boxes with as many slots and as many beads in each are alike here, so that the unknowns of the integer program
are few: how many boxes of each kind take each set of colours. A set is dear when two of its colours look alike to
someone, so that the program keeps the colours within a box apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from kitgen.errors import BeadsError, UsageError
from kitgen.kit.beads.at_hand import BeadsAtHand
from kitgen.kit.kit import Box
from kitgen.kit.palette import Colour

#: Two colours at least this far apart (CIEDE2000, for the sight that tells them apart worst) cost nothing.
CLEAR = 25.0
#: What a colour's place in the palette adds to a box's cost: enough to settle ties, too little to outweigh sight.
PLACE_COST = 0.01


class Kind(NamedTuple):
    """Boxes that need the same.

    Attributes:
        slots: how many colours a box needs.
        beads: how many of each.
    """

    slots: int
    beads: int


class Shares(NamedTuple):
    """What the integer program answers.

    Attributes:
        buy: how many beads of each colour are missing, in the order of the palette; all 0 when none are.
        sets: for each kind of box the sets of colours (places in the palette) and how many boxes take each.
    """

    buy: tuple[int, ...]
    sets: dict[Kind, list[tuple[tuple[int, ...], int]]]


def share_beads(boxes: Sequence[Box], palette: Sequence[Colour], beads: BeadsAtHand) -> tuple[Box, ...]:
    """Return the boxes with colours that need no more beads than there are, different within each box.

    Args:
        boxes: the boxes; their colours are not looked at.
        palette: the colours that beads may have.
        beads: how many there are of each.

    Raises:
        BeadsError: no colouring does; the message says what would have to be bought.
        UsageError: a box has more slots than the palette has colours.
    """
    stock = dict(beads)
    kinds = Counter(kind_of(box) for box in boxes)
    most = max(kinds, default=Kind(0, 0))
    if most.slots > len(palette):
        raise UsageError(f"a box needs {most.slots} colours and the palette has {len(palette)}; choose one with more")
    shares = solve_shares(kinds, [stock.get(colour.key, 0) for colour in palette], [colour.fill for colour in palette])
    if any(shares.buy):
        raise BeadsError(_missing(shares.buy, palette, sum(stock.values()), kinds))
    sets = {kind: _repeat(chosen) for kind, chosen in shares.sets.items()}
    return tuple(_coloured(box, palette, next(sets[kind_of(box)])) for box in boxes)


def kind_of(box: Box) -> Kind:
    """Return what a box needs; its slots all start with as many beads."""
    return Kind(len(box.slots), box.slots[0].beads)


def _coloured(box: Box, palette: Sequence[Colour], places: tuple[int, ...]) -> Box:
    """Return a box whose slots take the colours of a set in order."""
    pairs = zip(box.slots, places, strict=True)
    return replace(box, slots=tuple(replace(slot, colour=palette[place]) for slot, place in pairs))


def _repeat(chosen: Iterable[tuple[tuple[int, ...], int]]) -> Iterator[tuple[int, ...]]:
    """Yield each set as often as it is taken."""
    for places, times in chosen:
        for _ in range(times):
            yield places


def _missing(buy: Sequence[int], palette: Sequence[Colour], there: int, kinds: Counter[Kind]) -> str:
    """Return the message that says what to buy."""
    needed = sum(kind.slots * kind.beads * number for kind, number in kinds.items())
    most = max(kind.slots for kind in kinds)
    shopping = ", ".join(f"{number} {colour.name}" for colour, number in zip(palette, buy, strict=True) if number)
    return (
        f"the beads do not fill the boxes: {needed:,} are needed, with up to {most} different colours in a box, and "
        f"{there:,} are there; the smallest purchase that would do is {sum(buy):,}: {shopping}"
    )


@cache
def likeness(first: str, second: str) -> float:
    """Return how alike two printed colours are to the sight that tells them apart worst: 0 for clearly different.

    The difference is CIEDE2000; the cost is the square of what it falls short of ``CLEAR``.

    >>> likeness("#000000", "#FFFFFF")
    0.0
    """
    from kitgen.kit.colours import SIGHTS, difference  # noqa: PLC0415 - 0.1 s that only kits for beads at hand need

    least = min(difference(first, second, sight) for sight in SIGHTS)
    return round(max(0.0, CLEAR - least) ** 2, 3)


def set_cost(places: Sequence[int], fills: Sequence[str]) -> float:
    """Return what a set of colours costs: the likeness of all its pairs, and a little for late places."""
    pairs = combinations(places, 2)
    return sum(likeness(fills[one], fills[other]) for one, other in pairs) + PLACE_COST * sum(places)


def solve_shares(kinds: Counter[Kind], stock: Sequence[int], fills: Sequence[str]) -> Shares:
    """Return how boxes share the beads: first with as few to buy as possible, then with colours far apart.

    Args:
        kinds: how many boxes there are of each kind.
        stock: how many beads there are of each colour.
        fills: the printed colours, as ``#RRGGBB``; as many as ``stock``.

    Returns:
        The beads to buy, and the sets of colours. With as many colours as a box has slots, there is an answer.

    >>> solve_shares(Counter({Kind(2, 3): 2}), [6, 3, 2], ["#D55E00", "#0072B2", "#F0E442"]).buy
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
    sets: dict[Kind, list[tuple[tuple[int, ...], int]]] = {kind: [] for kind in rows}
    for (kind, places), times in zip(choices, best, strict=False):
        if times:
            sets[kind].append((places, times))
    return Shares(tuple(best[len(choices) :]), sets)


def _optimum(costs: Any, matrix: Any, low: Any, high: Any) -> list[int]:
    """Return the whole numbers, none negative, that cost least and keep ``low <= matrix @ x <= high``."""
    from scipy.optimize import LinearConstraint, milp  # noqa: PLC0415 - see solve_shares

    answer = milp(costs, constraints=LinearConstraint(matrix, low, high), integrality=1, options={"mip_rel_gap": 0})
    if answer.x is None:
        # Buying all beads anew is always an answer, so that only a fault of the solver leads here.
        raise BeadsError(f"no colouring was found: {answer.message}")
    return [round(value) for value in answer.x]
