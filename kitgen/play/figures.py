"""A machine's figures, which are always on view, and its curve."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kitgen.errors import KitgenError
from kitgen.kit.kit import Kit
from kitgen.machine.game_graph import GameGraph, list_situations
from kitgen.machine.paper_machine import Shelf
from kitgen.model import Move

#: Games with more situations are not searched after each game.
MOST = 20_000


class Atlas:
    """All games of one machine.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
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
        """For each situation but the first, the earliest one that leads to it, and the move."""
        origins: dict[int, tuple[int, Move]] = {}
        for index, branches in enumerate(() if self._graph is None else self._graph.branches):
            for branch in branches:
                if branch.child:
                    origins.setdefault(branch.child, (index, branch.move))
        return origins

    def way(self, number: int) -> tuple[Move, ...]:
        """Return the shortest way to a box of the kit: all moves of both sides; none if it is not known."""
        graph = self._graph
        if graph is None or number not in graph.boxes:
            return ()
        index, moves = graph.boxes.index(number), list[Move]()
        while index:
            index, move = self._came_from[index]
            moves.append(move)
        return tuple(reversed(moves))

    def can_lose(self, beads: Sequence[Sequence[int]]) -> bool | None:
        """Return whether a machine with these beads can lose any game; None if that is not known.

        Games that can end by repetition are not examined.
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


#: Signs of a curve from low to high, and the same in ASCII.
BLOCKS, PLAIN = "▁▂▃▄▅▆▇█", "_.-=*#%@"


@dataclass(frozen=True, slots=True)
class Figures:
    """A machine's results.

    Attributes:
        level: as HexapawnRL counts it; None for a machine without beads.
        won, drawn, lost: games that it has learned from.
        perfect: True if it cannot lose with its present beads; None if that is not known.
        perfect_since: the number of the game after which it stayed perfect; 0 if it is not, or if that is not known.
        positions: how many it has met; None for a machine with beads.
    """

    level: int | None
    won: int
    drawn: int
    lost: int
    perfect: bool | None
    perfect_since: int
    positions: int | None = None

    @property
    def games(self) -> int:
        """The number of games that it has learned from."""
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> str:
        """The share of won games: 100% only if all were won, 0% only if none was; empty before the first game.

        >>> [Figures(1, won, 0, lost, None, 0).rate for won, lost in ((2, 1), (2588, 13), (1, 999), (0, 9), (9, 0))]
        ['67%', '99%', '1%', '0%', '100%']
        """
        if self.won in (0, self.games):
            return f"{100 if self.won else 0}%" if self.games else ""
        return f"{min(max(round(100 * self.won / self.games), 1), 99)}%"


def curve(results: Sequence[int], width: int, height: int = 1, *, plain: bool = False) -> list[str]:
    """Return the share of won games, from the first to the last, as lines of signs.

    A result is 1 for won, 0 for drawn, -1 for lost. There are at most ``width`` columns; with many games, each stands
    for at least five. ``plain`` is for signs of ASCII alone.

    >>> curve([-1, -1, 1, 1], 4, plain=True)
    ['__@@']
    """
    if not results:
        return [""] * height
    signs = PLAIN if plain else BLOCKS
    each = max(-(-len(results) // width), min(5, len(results) // 5), 1)
    parts = [results[start : start + each] for start in range(0, len(results), each)]
    shares = [part.count(1) / len(part) for part in parts]
    lines = []
    for line in range(height, 0, -1):
        steps = (round((share * height - line + 1) * (len(signs) - 1)) for share in shares)
        lines.append(
            "".join(" " if step < 0 or (step <= 0 and line > 1) else signs[min(step, len(signs) - 1)] for step in steps)
        )
    return lines
