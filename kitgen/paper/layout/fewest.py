"""The fewest sheets for parts that may lie below one another: every order in which they can do so is tried.

Parts make *chains*: each begins on what the one before it leaves of its last sheet, so that each saves a sheet. What is
left of a sheet depends on all that lies on it, and so on the whole chain. With a handful of parts few cases remain, as
what was found for some parts below a certain height is kept.
"""

from collections.abc import Callable
from functools import cache

#: More parts than these are taken so many at a time; no print of a kit's usual parts has as many.
MOST = 8

#: Part, part below it, and how much is taken of the sheet on which the first ends: how much is taken of the sheet on
#: which the second ends, in mm, and whether it is drawn smaller; None where it finds no room.
Fits = Callable[[int, int, float], tuple[float, bool] | None]


def fewest_chains(ends: list[float], fits: Fits) -> list[list[int]]:
    """Return the parts in chains, as few as there can be, with as few parts as can be drawn smaller.

    Args:
        ends: how much each part takes of its last sheet, in mm, in the order of use.
        fits: what happens where a part lies below another.

    >>> high = [60, 30, 40, 65]
    >>> def fits(above, below, taken):
    ...     return (taken + high[below], False) if taken + high[below] <= 100 else None
    >>> fewest_chains(high, fits)
    [[0, 2], [1, 3]]
    """

    @cache
    def best(left: frozenset[int], above: int, taken: float) -> tuple[int, int, tuple[int, ...]]:
        """Return how many chains are begun from here, how many parts drawn smaller, and what comes next; -1 is an end.

        Args:
            left: the parts that are still to be placed.
            above: the part that ends the chain; -1 where one is to be begun.
            taken: of its last sheet, in mm.
        """
        if not left:
            return 0, 0, ()
        if above < 0:
            begun = [(begin, best(left - {begin}, begin, ends[begin])) for begin in sorted(left)]
            return min((1 + chains, small, (begin, *then)) for begin, (chains, small, then) in begun)
        tried = [_ended(best(left, -1, 0.0))]
        for below in sorted(left):
            fitting = fits(above, below, taken)
            if fitting is not None:
                chains, small, then = best(left - {below}, below, fitting[0])
                tried.append((chains, small + fitting[1], (below, *then)))
        return min(tried, key=lambda one: one[:2])

    def _ended(found: tuple[int, int, tuple[int, ...]]) -> tuple[int, int, tuple[int, ...]]:
        chains, small, then = found
        return chains, small, (-1, *then)

    chains: list[list[int]] = [[]]
    for number in best(frozenset(range(len(ends))), -1, 0.0)[2]:
        if number < 0:
            chains.append([])
        else:
            chains[-1].append(number)
    return sorted(chains)
