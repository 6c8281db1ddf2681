"""The moves of one entry against those of a position: which are wrong, and what should stand there instead."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kitgen.check.foreign.matching import best_pairs
from kitgen.check.foreign.squares import Squares, alike
from kitgen.check.foreign.truth import Truth
from kitgen.model import Move, Position


@dataclass(frozen=True, slots=True)
class MoveFault:
    """One mistake in the moves of an entry.

    Attributes:
        kind: what is wrong, as in a ``TableFinding``.
        said: the move as the table has it; empty for a missing one.
        should: the move that should stand there; None for one that should not.
    """

    kind: Literal["move_wrong", "move_illegal", "move_missing", "move_doubled", "move_twin"]
    said: str
    should: Move | None


def move_faults(
    truth: Truth, squares: Squares, said: Sequence[str], position: Position, *, merged: bool
) -> tuple[MoveFault, ...]:
    """Return what is wrong with the moves of an entry, in as few mistakes as explain it.

    Args:
        truth: what the rules say.
        squares: how moves are written.
        said: the moves of the entry.
        position: the position that they belong to.
        merged: True when one of the moves that the position's own symmetries exchange stands for all of them.
    """
    spelled = {squares.spell(move): move for move in truth.game.legal_moves(position)}
    counts = Counter(said)
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
            if any(alike(move, squares.spell(one)) for one in orbit):
                gains[e, m] = 1.0 - (0.1 if kind == "move_twin" else 0.0)
    pairs = best_pairs(gains)
    faults = []
    for e, (kind, move) in enumerate(extra):
        if e in pairs:
            orbit = missing[pairs[e]]
            should = next(one for one in orbit if alike(move, squares.spell(one)))
            faults.append(MoveFault("move_wrong", move, should))
        else:
            faults.append(MoveFault(kind, move, None))
    taken = set(pairs.values())
    faults += [MoveFault("move_missing", "", orbit[0]) for m, orbit in enumerate(missing) if m not in taken]
    return tuple(faults)
