"""Large boards: drives the compiled kernels that explore and solve a packed game (``games/kernels/packed.py``).

Ranks are explored from the start's down, for every move leads to a lower one: when a rank's turn comes, all its
positions are known. They are solved from the lowest up. Nothing is kept of a position but its key and a byte.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import TooLargeError
from kitgen.model import Game, Position
from kitgen.theory.memory import Budget, gib
from kitgen.theory.ply_counts import Layer, Progress
from kitgen.theory.value import Value

if TYPE_CHECKING:
    from kitgen.games.kernels.packed import Packed

#: The most positions that are explored unless a caller asks for more: about 1 GiB.
LIMIT = 50_000_000

#: What a place in a set takes: a key and a byte.
PLACE_BYTES = 9
#: A set is given twice the room when it is fuller than this.
FULLEST = 0.75

_FIRST_ROOM = 1 << 10
_CHUNK = 1 << 13


class RankSet:
    """The positions of one rank: a set of keys with a byte each.

    Attributes:
        keys: int64; the keys, at the places that a hash function gives them; ``NONE`` where there is none.
        marks: uint8; the byte of each key, what it means is said in ``theory/kernels/ranked.py``.
        used: how many keys there are.
    """

    __slots__ = ("_budget", "keys", "marks", "used")

    def __init__(self, budget: Budget, places: int = _FIRST_ROOM) -> None:
        self._budget = budget
        self.keys, self.marks = self._room(places)
        self.used = 0

    def _room(self, places: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Return room for so many keys and their bytes."""
        self._budget.take(PLACE_BYTES * places)
        return np.zeros(places, np.int64), np.zeros(places, np.uint8)

    def add(self, keys: NDArray[np.int64], parents: NDArray[np.int32], plies: NDArray[np.uint8]) -> None:
        """Take in keys; what they mean is said at the kernel's own ``add``."""
        from kitgen.theory.kernels.ranked import add, refill  # noqa: PLC0415 - Numba only when needed

        while self.used + len(keys) > FULLEST * len(self.keys):
            new_keys, new_marks = self._room(2 * len(self.keys))
            refill(self.keys, self.marks, new_keys, new_marks)
            self._budget.give(PLACE_BYTES * len(self.keys))
            self.keys, self.marks = new_keys, new_marks
        self.used += add(keys, parents, plies, self.keys, self.marks)


class RankedSolution:
    """What every reachable position of a large board is worth, without a list of its moves.

    Attributes:
        game: the game.
        layers: how many positions are reached after each number of plies.
    """

    def __init__(self, game: Game, packed: "Packed", sets: dict[int, RankSet], layers: tuple[Layer, ...]) -> None:
        self.game = game
        self.layers = layers
        self._packed = packed
        self._sets = sets

    def __len__(self) -> int:
        """Return the number of positions."""
        return sum(layer.positions for layer in self.layers)

    @property
    def memory(self) -> int:
        """How many bytes the answers take."""
        return sum(PLACE_BYTES * len(found.keys) for found in self._sets.values())

    def worth(self, position: Position) -> Value | None:
        """Return what a position is worth to the side to move, or None when it is not reached."""
        from kitgen.theory.kernels.ranked import DRAWN, LOST, WON, find  # noqa: PLC0415 - compiled long before

        found = self._sets.get(self._packed.rank(position))
        place = -1 if found is None else find(self._packed.key(position), found.keys)
        if found is None or place < 0:
            return None
        merit = int(found.marks[place])
        if merit <= LOST:
            return Value(-1, merit)
        return Value(0, DRAWN - merit) if merit <= DRAWN else Value(1, WON - merit)


def solve_packed(
    game: Game, start: Position | None = None, *, limit: int = LIMIT, progress: Progress | None = None
) -> RankedSolution:
    """Return what every position is worth that can be reached, by compiled kernels.

    Takes 12 to 24 bytes a position, and Numba's own 100 MiB or so.

    Args:
        game: a game that offers ``packed``.
        start: the position to explore from; the game's own start when None.
        limit: the largest number of positions to take in.
        progress: told now and then how far the work is.

    Raises:
        TooLargeError: there are more positions than the limit or than memory holds, or the game offers no kernel.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn:4x4")
    >>> solve_packed(game).worth(game.start())
    Value(score=1, plies=11)
    """
    if game.packed is None:
        raise TooLargeError(f"{game.spec} has no compiled kernel")
    work = _Work(game, game.packed, start or game.start(), progress)
    layers = work.explore(limit)
    work.solve()
    return RankedSolution(game, game.packed, work.sets, layers)


class _Work:
    """Exploring and solving, under way."""

    def __init__(self, game: Game, packed: "Packed", start: Position, progress: Progress | None) -> None:
        self.game = game
        self.packed = packed
        self.start = start
        self.sets: dict[int, RankSet] = {}
        self._progress = progress
        self._budget = Budget(game.spec)
        room = packed.farthest + 1, _CHUNK * packed.widest
        self._children, self._parents = np.empty(room, np.int64), np.empty(room, np.int32)
        self._filled, self._plies = np.zeros(room[0], np.int64), np.empty(_CHUNK, np.uint8)

    @property
    def known(self) -> int:
        """How many positions have been met."""
        return sum(found.used for found in self.sets.values())

    def explore(self, limit: int) -> tuple[Layer, ...]:
        """Meet all positions, and count them by plies."""
        top = self.packed.rank(self.start)
        self.sets[top] = first = RankSet(self._budget)
        first.add(np.array([self.packed.key(self.start)]), np.zeros(1, np.int32), np.array([255], np.uint8))
        count = np.zeros((self.packed.ranks, 4), np.int64)
        for rank in range(top, -1, -1):
            for _ in self._chunks(rank, count):
                for below, keys, parents in self._moves(rank):
                    if below not in self.sets:  # it will hold about as many
                        self.sets[below] = RankSet(self._budget, max(_FIRST_ROOM, len(self.sets[rank].keys) // 2))
                    self.sets[below].add(keys, parents, self._plies)
                known = self.known
                if known > limit:
                    raise TooLargeError(
                        f"{self.game.spec} has more than {limit:,} positions up to symmetry; all of them take over "
                        f"{gib(2 * PLACE_BYTES * limit)} of memory"
                    )
                if self._progress:
                    self._progress("exploring", known, None)
        side = self.start.to_move
        return tuple(
            Layer(plies, (side + plies) % 2, *map(int, numbers)) for plies, numbers in enumerate(count) if numbers[0]
        )

    def solve(self) -> None:
        """Find the merits of all positions."""
        from kitgen.theory.kernels.ranked import consult  # noqa: PLC0415 - Numba only when needed

        done, known = 0, self.known
        for rank in sorted(self.sets):
            places = len(self.sets[rank].keys)
            for begin in self._chunks(rank, np.zeros((0, 4), np.int64)):
                merits = self.sets[rank].marks[begin : begin + _CHUNK]
                for below, keys, parents in self._moves(rank):
                    consult(keys, parents, self.sets[below].keys, self.sets[below].marks, merits)
                if self._progress:
                    share = min(1.0, (begin + _CHUNK) / places)
                    self._progress("solving", done + int(share * self.sets[rank].used), known)
            done += self.sets[rank].used

    def _chunks(self, rank: int, count: NDArray[np.int64]) -> Iterator[int]:
        """Follow the moves of a rank, part by part, and yield where each part begins."""
        from kitgen.theory.kernels.ranked import follow  # noqa: PLC0415 - Numba only when needed

        packed, found = self.packed, self.sets.get(rank)
        for begin in range(0, 0 if found is None else len(found.keys), _CHUNK):
            assert found is not None  # noqa: S101 - the range is empty otherwise; this tells the type checker
            part = slice(begin, begin + _CHUNK)
            follow(
                packed.moves, packed.shape, packed.widest, found.keys[part], found.marks[part], self._plies,
                self._children, self._parents, self._filled, count,
            )  # fmt: skip
            yield begin

    def _moves(self, rank: int) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int32]]]:
        """Yield where the moves lead to that have just been followed: a rank, its keys, and their parents."""
        for fall in range(1, len(self._filled)):
            size = self._filled[fall]
            if size:
                yield rank - fall, self._children[fall, :size], self._parents[fall, :size]
