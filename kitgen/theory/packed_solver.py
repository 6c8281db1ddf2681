"""Large boards: runs the compiled kernels that explore and solve a packed game (``games/packed.py``).

Ranks are explored from the start's down, because every move leads to a lower one: when a rank's turn comes, all its
positions are known. They are solved from the lowest up. A position takes only a key and a byte.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import TooLargeError
from kitgen.model import Game, Position
from kitgen.theory.explore import Layer, Progress
from kitgen.theory.memory import Budget, gib
from kitgen.theory.solve import Value

if TYPE_CHECKING:
    from kitgen.games.packed import Packed

#: The most positions to explore unless a caller raises it: about 1 GiB.
LIMIT = 50_000_000
#: Bytes of a place in a set: a key and a mark.
PLACE_BYTES = 9
#: A set grows to twice its size when it is fuller than this.
FULLEST = 0.75

_FIRST_ROOM = 1 << 10
_CHUNK = 1 << 13


class RankSet:
    """The positions of one rank: a set of keys with a byte each.

    Attributes:
        keys: int64; the keys, at the places of their hashes; ``NONE`` elsewhere.
        marks: uint8; the byte of each key, see ``theory/packed_kernels.py``.
    """

    __slots__ = ("_budget", "keys", "marks", "used")

    def __init__(self, budget: Budget, places: int = _FIRST_ROOM) -> None:
        self._budget = budget
        self.keys, self.marks = self._room(places)
        self.used = 0

    def _room(self, places: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        self._budget.take(PLACE_BYTES * places)
        return np.zeros(places, np.int64), np.zeros(places, np.uint8)

    def add(self, keys: NDArray[np.int64], parents: NDArray[np.int32], plies: NDArray[np.uint8]) -> None:
        """Add keys; see the kernel's ``add``."""
        from kitgen.theory.packed_kernels import add, copy_keys  # noqa: PLC0415 - Numba only when needed

        while self.used + len(keys) > FULLEST * len(self.keys):
            new_keys, new_marks = self._room(2 * len(self.keys))
            copy_keys(self.keys, self.marks, new_keys, new_marks)
            self._budget.give(PLACE_BYTES * len(self.keys))
            self.keys, self.marks = new_keys, new_marks
        self.used += add(keys, parents, plies, self.keys, self.marks)


class RankedSolution:
    """The values of all reachable positions of a large board, without their moves."""

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
        """The bytes of the keys and values."""
        return sum(PLACE_BYTES * len(rank_set.keys) for rank_set in self._sets.values())

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position to the side to move, or None when it is not reached."""
        from kitgen.theory.packed_kernels import DRAWN, LOST, WON, key_place  # noqa: PLC0415 - compiled long before

        rank_set = self._sets.get(self._packed.rank(position))
        place = -1 if rank_set is None else key_place(self._packed.key(position), rank_set.keys)
        if rank_set is None or place < 0:
            return None
        merit = int(rank_set.marks[place])
        if merit <= LOST:
            return Value(-1, merit)
        return Value(0, DRAWN - merit) if merit <= DRAWN else Value(1, WON - merit)


def solve_packed(
    game: Game, start: Position | None = None, *, limit: int = LIMIT, progress: Progress | None = None
) -> RankedSolution:
    """Return the values of all reachable positions, by compiled kernels.

    Takes 12 to 24 bytes per position, and about 100 MiB for Numba.

    Args:
        game: a game that offers ``packed``.
        start: the position to explore from; the game's own start when None.
        limit: the most positions; TooLargeError beyond, and when memory is short or the game offers no kernel.

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
        return sum(rank_set.used for rank_set in self.sets.values())

    def explore(self, limit: int) -> tuple[Layer, ...]:
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
        from kitgen.theory.packed_kernels import consult  # noqa: PLC0415 - Numba only when needed

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
        from kitgen.theory.packed_kernels import follow_moves  # noqa: PLC0415 - Numba only when needed

        packed, rank_set = self.packed, self.sets.get(rank)
        for begin in range(0, 0 if rank_set is None else len(rank_set.keys), _CHUNK):
            assert rank_set is not None  # noqa: S101 - the range is empty otherwise; this tells the type checker
            part = slice(begin, begin + _CHUNK)
            follow_moves(
                packed.moves, packed.shape, packed.widest, rank_set.keys[part], rank_set.marks[part], self._plies,
                self._children, self._parents, self._filled, count,
            )  # fmt: skip
            yield begin

    def _moves(self, rank: int) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int32]]]:
        for fall in range(1, len(self._filled)):
            size = self._filled[fall]
            if size:
                yield rank - fall, self._children[fall, :size], self._parents[fall, :size]
