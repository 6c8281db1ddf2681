"""Pairs of things with the greatest sum of gains."""

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)


def best_pairs(gains: Mapping[tuple[A, B], float], check: Callable[[], None] = lambda: None) -> dict[A, B]:
    """Return the pairs, each thing in one at most, whose ``gains`` (above 0) have the greatest sum.

    Things are added one by one, each by the best path from it that takes pairs in and out by turns. ``check`` is called
    in between.

    >>> best_pairs({("a", 1): 2, ("a", 2): 1.5, ("b", 1): 1.8})
    {'a': 2, 'b': 1}
    """
    mine: dict[A, dict[B, float]] = {}
    for (a, b), gain in gains.items():
        mine.setdefault(a, {})[b] = gain
    pair: dict[A, B] = {}
    holder: dict[B, A] = {}
    for start in mine:
        before: dict[B, A] = {}  # on the best path to each b so far
        gained: dict[A, float] = {start: 0.0}
        ends: dict[B, float] = {}
        waiting = [start]
        for a in waiting:  # steps may be negative, so that a may come again
            check()
            for b, gain in mine[a].items():
                total = gained[a] + gain
                if pair.get(a) == b or ends.get(b, 0.0) >= total - 1e-9:
                    continue
                before[b], ends[b] = a, total
                other = holder.get(b)
                if other is not None and total - mine[other][b] > gained.get(other, float("-inf")) + 1e-9:
                    gained[other] = total - mine[other][b]
                    waiting.append(other)
        free = max((b for b in ends if b not in holder), key=lambda b: ends[b], default=None)
        last = max(gained, key=lambda a: gained[a])  # a path may also end by leaving some a without a pair
        if free is None or gained[last] > ends[free]:
            if last == start:
                continue
            free = pair.pop(last)
        following: B | None = free
        while following is not None:
            a = before[following]
            holder[following] = a
            pair[a], following = following, pair.get(a)
    return {a: pair[a] for a in mine if a in pair}
