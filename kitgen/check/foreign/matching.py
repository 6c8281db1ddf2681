"""The cheapest way to pair off what is there with what should be."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)


def best_pairs(gains: Mapping[tuple[A, B], float]) -> dict[A, B]:
    """Return the pairs, each thing in one at most, whose gains have the greatest sum.

    Args:
        gains: what each possible pair gains, above 0.

    From no pairs on, the best change is made until none gains: along a path that takes pairs in and out by turns. Each
    step is found by rounds of shortening, as ways with negative steps need it.

    >>> best_pairs({("a", 1): 2, ("a", 2): 1.5, ("b", 1): 1.8})
    {'a': 2, 'b': 1}
    """
    mine: dict[A, dict[B, float]] = {}
    for (a, b), gain in gains.items():
        mine.setdefault(a, {})[b] = gain
    pair: dict[A, B] = {}
    holder: dict[B, A] = {}
    while True:
        best: dict[B, tuple[float, A]] = {}  # the most that taking in b may gain so far, and from where
        gained: dict[A, float] = {a: 0.0 for a in mine if a not in pair}
        waiting = list(gained)
        while waiting:
            following: dict[A, None] = {}
            for a in waiting:
                for b, gain in mine[a].items():
                    total = gained[a] + gain
                    if pair.get(a) == b or (b in best and best[b][0] >= total - 1e-9):
                        continue
                    best[b] = (total, a)
                    other = holder.get(b)
                    if other is not None and total - mine[other][b] > gained.get(other, float("-inf")) + 1e-9:
                        gained[other] = total - mine[other][b]
                        following[other] = None
            waiting = list(following)
        ends = [(total, b) for b, (total, _) in best.items() if b not in holder]
        # A path may also end by letting go of a pair: then some a is left without one.
        leaves = [(total, a) for a, total in gained.items() if a in pair]
        top = max((total for total, _ in ends), default=0.0)
        drop = max((total for total, _ in leaves), default=0.0)
        if max(top, drop) <= 1e-9:
            return {a: pair[a] for a in mine if a in pair}
        if top >= drop:
            end = next(b for total, b in ends if total == top)
        else:
            left = next(a for total, a in leaves if total == drop)
            end = pair.pop(left)
        while True:
            a = best[end][1]
            before = pair.get(a)
            pair[a], holder[end] = end, a
            if before is None:
                break
            end = before
