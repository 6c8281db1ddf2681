"""What can happen to a machine: how each of its boxes is reached, and whether it can still lose."""

from collections.abc import Sequence
from functools import cached_property

from kitgen.errors import KitgenError
from kitgen.kit.kit import Kit
from kitgen.machine.game_graph import GameGraph, list_situations
from kitgen.machine.paper_machine import Shelf
from kitgen.model import Move

#: Games with more situations are not looked through after each game.
MOST = 20_000


class Atlas:
    """All games of one machine.

    Attributes:
        kit: the machine.
        side: the side that it plays.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("her")
    >>> [kit.game.move_text(move) for move in Atlas(kit, 1).way(2)]
    ['a1a2', 'c3c2', 'b1b2']
    """

    def __init__(self, kit: Kit, side: int) -> None:
        self.kit = kit
        self.side = side

    @cached_property
    def _graph(self) -> GameGraph | None:
        """All situations; None where there are too many, or the kit is made for a sensible opponent only."""
        shelf = Shelf(self.kit)
        shelves = (shelf, None) if self.side == 0 else (None, shelf)
        try:
            return list_situations(self.kit.game, shelves, with_leads=True, limit=MOST)
        except KitgenError:
            return None

    @cached_property
    def _came_from(self) -> dict[int, tuple[int, Move]]:
        """For each situation but the first, one that it is reached from soonest, and the move."""
        found: dict[int, tuple[int, Move]] = {}
        if self._graph is not None:
            for index, branches in enumerate(self._graph.branches):
                for branch in branches:
                    if branch.child:
                        found.setdefault(branch.child, (index, branch.move))
        return found

    def way(self, number: int) -> tuple[Move, ...]:
        """Return the shortest way to a box of the kit: all moves of both sides; none where it is not known."""
        graph = self._graph
        if graph is None or number not in graph.boxes:
            return ()
        index, moves = graph.boxes.index(number), list[Move]()
        while index:
            index, move = self._came_from[index]
            moves.append(move)
        return tuple(reversed(moves))

    def can_lose(self, beads: Sequence[Sequence[int]]) -> bool | None:
        """Return whether there is any game that a machine with these beads loses; None where that is not known.

        A game in which positions recur may end by that, which is not looked into.
        """
        graph = self._graph
        if graph is None or self.kit.game.repetition is not None:
            return None
        seen, stack = {0}, [0]
        while stack:
            index = stack.pop()
            outcome = graph.outcome(index, self.side)
            if outcome == -1:
                return True
            branches, box = graph.branches[index], graph.boxes[index]
            if box >= 0:
                counts = beads[box]
                if not any(counts):
                    end = self.kit.rule.when_empty
                    if end.resigns:
                        return True
                    counts = [slot.beads if end.refills else 0 for slot in self.kit.boxes[box].slots]
                branches = tuple(branch for branch, count in zip(branches, counts, strict=True) if count)
            for branch in branches:
                if branch.child not in seen:
                    seen.add(branch.child)
                    stack.append(branch.child)
        return False
