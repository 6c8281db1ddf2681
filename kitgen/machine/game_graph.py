"""Every way that a game can go at a table where at least one player has boxes: real positions, no symmetry merged.

A machine makes the move whose arrow is drawn on its box, so only one of two mirror moves in a slot is ever made; its
opponent makes every legal move, or takes every immediate win where the machine's kit was made for that.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kitgen.errors import TooLargeError
from kitgen.machine.paper_machine import Shelf
from kitgen.model import Game, Move, Position

#: The most situations that plain Python lists in reasonable time.
LIMIT = 1_000_000


class Branch(NamedTuple):
    """A move in a situation, the points that it wins, and the index of the next situation."""

    move: Move
    gain: int
    child: int


@dataclass(frozen=True, slots=True)
class GameGraph:
    """All situations that can come up, in breadth-first order; the start is the first.

    Attributes:
        positions: the position of each situation.
        leads: points of the side that began minus those of the other; all 0 unless requested.
        results: the value for the side to move where the rules end the game, otherwise None.
        boxes: the index of the box that the side to move opens, or -1 when it opens none.
        branches: the moves, in the order of the slots where there is a box, otherwise sorted.
    """

    game: Game
    positions: tuple[Position, ...]
    leads: tuple[int, ...]
    results: tuple[int | None, ...]
    boxes: tuple[int, ...]
    branches: tuple[tuple[Branch, ...], ...]

    def outcome(self, index: int, side: int) -> int | None:
        """Return how the game has ended for a side (1, 0 or -1), or None where the rules do not end it."""
        result = self.results[index]
        return None if result is None else self._outcome(index, side, result)

    def repeated(self, index: int, side: int) -> int | None:
        """Return how a repetition ends the game here for a side, or None where the rules have ended it."""
        if self.results[index] is not None:
            return None
        return self._outcome(index, side, self.game.repeated(self.positions[index]))

    def _outcome(self, index: int, side: int, value: int) -> int:
        total = self.leads[index] + (value if self.positions[index].to_move == 0 else -value)
        return ((total > 0) - (total < 0)) * (1 if side == 0 else -1)


def list_situations(
    game: Game, shelves: Sequence[Shelf | None], *, with_leads: bool = False, limit: int = LIMIT
) -> GameGraph:
    """Return every situation that can come up.

    Args:
        shelves: for each side the boxes of its machine, or None for a player without boxes.
        with_leads: True to distinguish situations by the points won so far, in games of points.
        limit: the most situations; TooLargeError beyond.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> len(list_situations(kit.game, (None, Shelf(kit))).positions)
    122
    """
    keep = with_leads and game.scoring
    index = {(game.start(), 0): 0}
    waiting = deque(index)
    results: list[int | None] = []
    boxes: list[int] = []
    branches: list[tuple[Branch, ...]] = []
    while waiting:
        position, lead = waiting.popleft()
        result = game.result(position)
        shelf, other = shelves[position.to_move], shelves[1 - position.to_move]
        box, moves = -1, game.legal_moves(position) if result is None else ()
        if moves and shelf is not None:
            opening = shelf.find(position)
            moves = opening.moves
            box = -1 if opening.box is None else opening.box
        elif moves and other is not None:
            moves = other.kit.replies(position)
        out = []
        for move in moves:
            step = game.play(position, move)
            gain = step.gain if position.to_move == 0 else -step.gain
            key = (step.position, lead + gain if keep else 0)
            if key not in index:
                if len(index) >= limit:
                    raise TooLargeError(f"{game.spec} has more than {limit:,} situations; choose a smaller game")
                index[key] = len(index)
                waiting.append(key)
            out.append(Branch(move, step.gain, index[key]))
        results.append(result)
        boxes.append(box)
        branches.append(tuple(out))
    positions, leads = zip(*index, strict=True)
    return GameGraph(game, positions, leads, tuple(results), tuple(boxes), tuple(branches))
