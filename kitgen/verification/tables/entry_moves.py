"""The moves of one entry against those of a position: which are wrong, and what should stand there instead."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from kitgen.model import Move, Position
from kitgen.verification.tables.squares import Squares, alike
from kitgen.verification.tables.truth import Truth

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


@dataclass(frozen=True, slots=True)
class MoveFault:
    """One mistake in the moves of an entry: the move in the table, and the one that should stand there, if any."""

    kind: Literal["move_wrong", "move_illegal", "move_missing", "move_doubled", "move_twin"]
    said: str
    should: Move | None


def move_faults(
    truth: Truth, squares: Squares, moves: Sequence[str], position: Position, *, merged: bool
) -> tuple[MoveFault, ...]:
    """Return the mistakes in the moves of an entry, as few as explain it.

    Where moves are ``merged``, one of those that the position's own symmetries exchange stands for all of them.
    """
    spelled = {squares.spell(move): move for move in truth.game.legal_moves(position)}
    counts = Counter(moves)
    extra: list[tuple[Literal["move_illegal", "move_doubled", "move_twin"], str]] = []
    for move, count in counts.items():
        if move in spelled:
            extra += [("move_doubled", move)] * (count - 1)
        else:
            extra += [("move_illegal", move)] * count
    missing: list[tuple[Move, ...]] = []
    for orbit in truth.orbits(position):
        held = [move for move in orbit if squares.spell(move) in counts]
        if not merged:
            missing += [(move,) for move in orbit if move not in held]
        elif not held:
            missing.append(orbit)
        extra += [("move_twin", squares.spell(move)) for move in held[1:]] if merged else []
    gains = {}
    for e, (kind, move) in enumerate(extra):
        for m, orbit in enumerate(missing):
            if any(alike(move, squares.spell(twin)) for twin in orbit):
                gains[e, m] = 0.9 if kind == "move_twin" else 1.0
    pairs = best_pairs(gains)
    faults = []
    for e, (kind, move) in enumerate(extra):
        if e in pairs:
            orbit = missing[pairs[e]]
            should = next(twin for twin in orbit if alike(move, squares.spell(twin)))
            faults.append(MoveFault("move_wrong", move, should))
        else:
            faults.append(MoveFault(kind, move, None))
    taken = set(pairs.values())
    faults += [MoveFault("move_missing", "", orbit[0]) for m, orbit in enumerate(missing) if m not in taken]
    return tuple(faults)
