"""The jumps of a told game: over the piece on the next place, onto the empty one behind it, once
or in a chain.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.games.told.told_board import EMPTY, ToldBoard

#: The number of a point that is jumped over, and of that where the jump ends.
Leap = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Jumps:
    """How pieces of one kind jump.

    Attributes:
        leaps: from each point the single jumps.
        over: the contents that can be jumped over.
        takes: whether a piece that is jumped over leaves the board.
        chain: whether another jump may follow on the same turn, onto a point where the piece has
            not been.
    """

    leaps: tuple[tuple[Leap, ...], ...]
    over: frozenset[int]
    takes: bool
    chain: bool

    @property
    def follow(self) -> bool:
        """Whether one jump can follow another, to a third point."""
        for point, leaps in enumerate(self.leaps):
            for _, target in leaps:
                if any(end != point for _, end in self.leaps[target]):
                    return True
        return False

    def ends(
        self, cells: Sequence[int], source: int, closed: frozenset[int]
    ) -> dict[int, frozenset[int]]:
        """Return each point where a piece can end, with the points whose pieces it takes.

        A chain is a search from point to point: where a piece has landed decides how it can go on.
        What it has taken would too, but ``two_ways`` has refused games in which two ways that take
        different pieces lead to a point.

        Args:
            source: the point of the piece.
            closed: points on which it may not land now.
        """
        taken_by = {source: frozenset[int]()}
        waiting = [source]
        for point in waiting:
            taken = taken_by[point]
            for over, target in self.leaps[point]:
                if target in taken_by or target in closed or cells[target] != EMPTY:
                    continue
                if over in taken or cells[over] not in self.over:
                    continue
                taken_by[target] = taken
                if self.takes:
                    taken_by[target] = taken | {over}
                if self.chain:
                    waiting.append(target)
        del taken_by[source]
        return taken_by

    def two_ways(self, source: int, plain: Sequence[tuple[int, frozenset[int]]]) -> int | None:
        """Return a point that is reached by two ways after which different pieces are on the board;
        None if none is.

        A move is written by its ends, and drawn as an arrow between them, so that nobody could tell
        these ways apart.

        Args:
            plain: the points that other moves from there reach, each with the points that have to
                be empty for it.
        """
        if not self.takes:
            return None
        taken_by = dict[int, frozenset[int]]()
        for target, taken in self._routes(source, frozenset({source}), frozenset()):
            if taken_by.setdefault(target, taken) != taken:
                return target
            for point, between in plain:
                if point == target and taken.isdisjoint(between):
                    return target
        return None

    def _routes(
        self, point: int, been: frozenset[int], taken: frozenset[int]
    ) -> Iterator[tuple[int, frozenset[int]]]:
        """Yield each end of a jump, or of a chain, on an otherwise obliging board, with the
        points jumped over.
        """
        for over, target in self.leaps[point]:
            if target in been or over in taken:
                continue
            yield target, taken | {over}
            if self.chain:
                yield from self._routes(target, been | {target}, taken | {over})


def leaps_on(
    board: ToldBoard, directions: Sequence[tuple[int, int]]
) -> tuple[tuple[Leap, ...], ...]:
    """Return the single jumps from each point of a board of squares, in some directions."""
    leaps = []
    for point in range(len(board.names)):
        from_point = []
        for way in directions:
            ray = board.ray(point, way)
            if len(ray) >= 2:
                from_point.append((ray[0], ray[1]))
        leaps.append(tuple(sorted(from_point)))
    return tuple(leaps)
