"""Large boards: explores and solves a packed game (``games/packed.py``) by compiled kernels.

Every move leads to a lower rank. So ranks are explored from the start's down, and solved from the
lowest up. A position takes only a key and a byte. Import this module only when it is needed,
because Numba takes a while to load.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from kitgen.compiling.compiled import compiled
from kitgen.errors import TooLargeError
from kitgen.games.packed import GAME_OVER, INT, INTS, MAX_RANKS, PACKED_MOVES_TYPE, Packed
from kitgen.model import Game, Position
from kitgen.theory.explore import Layer, Progress
from kitgen.theory.memory import Budget, gib
from kitgen.theory.solve import Value

#: The most positions to explore unless a caller raises it: about 1 GiB.
LIMIT = 50_000_000
#: Bytes of a place in a set: a key and a mark.
PLACE_BYTES = 9
#: A set grows to twice its size when it is fuller than this.
FULLEST = 0.75

#: Places of the smallest set.
_FIRST_ROOM = 1 << 10
#: The plies before the start, in a byte: -1.
_PLIES_BEFORE_START = 255
#: Places whose positions are followed at once.
_CHUNK = 1 << 13


class RankSet:
    """The positions of one rank.

    Attributes:
        keys: int64; the key of a position at the place of its hash, else ``NONE``.
        marks: a byte for each place.
        used: how many places have a key.
    """

    __slots__ = ("_budget", "keys", "marks", "used")

    def __init__(self, budget: Budget, places: int = _FIRST_ROOM) -> None:
        self._budget = budget
        self.keys, self.marks = self._room(places)
        self.used = 0

    def _room(self, places: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        self._budget.take(PLACE_BYTES * places)
        return np.zeros(places, np.int64), np.zeros(places, np.uint8)

    def add(
        self, keys: NDArray[np.int64], parents: NDArray[np.int32], plies: NDArray[np.uint8]
    ) -> None:
        """Add keys; see the kernel's ``add``."""
        while self.used + len(keys) > FULLEST * len(self.keys):
            new_keys, new_marks = self._room(2 * len(self.keys))
            copy_keys(self.keys, self.marks, new_keys, new_marks)
            self._budget.give(PLACE_BYTES * len(self.keys))
            self.keys = new_keys
            self.marks = new_marks
        self.used += add(keys, parents, plies, self.keys, self.marks)


@dataclass(frozen=True, slots=True, eq=False)
class RankedSolution:
    """The values of all reachable positions of a large board, by rank, without their moves."""

    packed: Packed
    sets: dict[int, RankSet]
    layers: tuple[Layer, ...]

    def __len__(self) -> int:
        """Return the number of positions."""
        return sum(layer.positions for layer in self.layers)

    def worth(self, position: Position) -> Value | None:
        """Return the value of a position to the side to move, or None when it is not reached."""
        rank_set = self.sets.get(self.packed.rank(position))
        if rank_set is None:
            return None
        place = key_place(self.packed.key(position), rank_set.keys)
        if place < 0:
            return None
        merit = int(rank_set.marks[place])
        if merit <= LOST:
            return Value(-1, merit)
        if merit <= DRAWN:
            return Value(0, DRAWN - merit)
        return Value(1, WON - merit)


def solve_packed(
    game: Game,
    start: Position | None = None,
    *,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> RankedSolution:
    """Return the values of all positions that can be reached from a start.

    The start is the game's own when None. Takes 12 to 24 bytes per position, and about 100 MiB for
    Numba. TooLargeError beyond the limit, and when memory is short or the game offers no kernel.

    >>> from kitgen.games import make_game
    >>> game = make_game("hexapawn:4x4")
    >>> solve_packed(game).worth(game.start())
    Value(score=1, plies=11)
    """
    if game.packed is None:
        raise TooLargeError(f"{game.called} has no compiled kernel")
    work = _Work(game, game.packed, progress)
    layers = work.explore(start or game.start(), limit)
    work.solve()
    return RankedSolution(game.packed, work.sets, layers)


class _Work:
    def __init__(self, game: Game, packed: Packed, progress: Progress | None) -> None:
        self.game = game
        self.packed = packed
        self.sets: dict[int, RankSet] = {}
        self._progress = progress
        self._budget = Budget(game.called)
        falls = packed.max_fall + 1
        room = falls, _CHUNK * packed.max_moves
        self._children = np.empty(room, np.int64)
        self._parents = np.empty(room, np.int32)
        self._filled = np.zeros(falls, np.int64)
        self._plies = np.empty(_CHUNK, np.uint8)

    @property
    def known(self) -> int:
        return sum(rank_set.used for rank_set in self.sets.values())

    def explore(self, start: Position, limit: int) -> tuple[Layer, ...]:
        top = self.packed.rank(start)
        first = RankSet(self._budget)
        self.sets[top] = first
        no_parent = np.zeros(1, np.int32)
        plies_of_no_parent = np.array([_PLIES_BEFORE_START], np.uint8)
        first.add(np.array([self.packed.key(start)]), no_parent, plies_of_no_parent)
        count = np.zeros((self.packed.ranks, 4), np.int64)
        for rank in range(top, -1, -1):
            if rank not in self.sets:
                continue
            for _ in self._chunks(rank, count):
                for below, keys, parents in self._moves(rank):
                    if below not in self.sets:  # it will hold about as many
                        places = max(_FIRST_ROOM, len(self.sets[rank].keys) // 2)
                        self.sets[below] = RankSet(self._budget, places)
                    self.sets[below].add(keys, parents, self._plies)
                known = self.known
                if known > limit:
                    raise TooLargeError(
                        f"{self.game.called} has more than {limit:,} positions up to symmetry; "
                        f"all of them take over {gib(2 * PLACE_BYTES * limit)} of memory"
                    )
                if self._progress:
                    self._progress("exploring", known, None)
        layers = []
        for plies, (positions, boxes, slots, choices) in enumerate(count.tolist()):
            if positions:
                side = (start.to_move + plies) % 2
                layers.append(Layer(plies, side, positions, boxes, slots, choices))
        return tuple(layers)

    def solve(self) -> None:
        done = 0
        known = self.known
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
        packed = self.packed
        rank_set = self.sets[rank]
        for begin in range(0, len(rank_set.keys), _CHUNK):
            part = slice(begin, begin + _CHUNK)
            follow_moves(
                packed.moves,
                packed.shape,
                packed.max_moves,
                rank_set.keys[part],
                rank_set.marks[part],
                self._plies,
                self._children,
                self._parents,
                self._filled,
                count,
            )
            yield begin

    def _moves(self, rank: int) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int32]]]:
        for fall in range(1, len(self._filled)):
            size = self._filled[fall]
            if size:
                yield rank - fall, self._children[fall, :size], self._parents[fall, :size]


# The kernels, one rank after another.
#
# The positions of a rank are a set of keys with open addressing, as large as a power of two, and a
# byte for each key. Looking a key up in a large set waits for memory. So keys are handled in
# blocks, whose places the processor reads all at once.
#
# Until its moves are followed, a position's byte is the fewest plies in which it is reached. Then
# it is its *merit*, the value to the side to move as one number, greater is better: ``n`` when lost
# in ``n`` plies, ``169 - n`` when drawn and ``254 - n`` when won. The winner hurries, the loser
# delays.

#: An empty place in a set.
NONE = 0
#: The highest merit of lost positions.
LOST = MAX_RANKS - 1
#: The highest merit of drawn positions.
DRAWN = 2 * MAX_RANKS - 1
#: The highest merit of won positions.
WON = 3 * MAX_RANKS - 1
#: The merit of an unsolved position.
OPEN = WON + 1
#: Keys that are looked up together.
BLOCK = 64

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio
_HALF = np.uint64(32)

_MOVES = types.FunctionType(PACKED_MOVES_TYPE)
_BYTES = types.uint8[::1]
_INTS32 = types.int32[::1]
_INTS_2 = types.int64[:, ::1]
_INTS32_2 = types.int32[:, ::1]


@compiled(INT(INT, INT))
def home(key: int, places: int) -> Any:
    """Return the first place to look for a key in a set of so many places.

    Their number is a power of two, up to 2^31.
    """
    mixed = np.uint64(key) * _SPREAD
    mixed = (mixed ^ (mixed >> _HALF)) * _SPREAD
    # The upper bits, so that keys keep their order when the set grows.
    return np.int64(mixed >> _HALF) * places >> 32


@compiled(INT(INT, INTS))
def key_place(key: int, keys: Any) -> Any:
    """Return the place of a key in a set, or -1."""
    places = len(keys)
    place = home(key, places)
    while keys[place] != key:
        if keys[place] == NONE:
            return -1
        place = (place + 1) & (places - 1)
    return place


@compiled(types.void(INTS, _BYTES, INTS, _BYTES))
def copy_keys(keys: Any, marks: Any, new_keys: Any, new_marks: Any) -> None:
    """Copy all keys of a set, with their bytes, to a larger, empty one."""
    places = len(new_keys)
    for old in range(len(keys)):
        key = keys[old]
        if key != NONE:
            place = home(key, places)
            while new_keys[place] != NONE:
                place = (place + 1) & (places - 1)
            new_keys[place] = key
            new_marks[place] = marks[old]


@compiled(types.void(_MOVES, INTS, INT, INTS, _BYTES, _BYTES, _INTS_2, _INTS32_2, INTS, _INTS_2))
def follow_moves(
    moves: Any,
    shape: Any,
    widest: int,
    keys: Any,
    marks: Any,
    plies: Any,
    children: Any,
    parents: Any,
    filled: Any,
    count: Any,
) -> None:
    """Follow all moves of some positions of one rank, sorted by how far the rank falls.

    Args:
        keys: a part of the set of a rank, m places.
        marks: m bytes; while exploring, plies at first, and set to the merit where the game is
            over, else to ``OPEN``. While solving, merits, of which those still ``OPEN`` are
            followed and set to the least.
        plies: m bytes; while exploring, set to the plies that ``marks`` held.
        children: row ``f`` is filled with the keys that moves lead to by which the rank falls by
            ``f``.
        parents: filled likewise with the place of the position before the move.
        filled: set to the number of keys in each row.
        count: while exploring, added up here for each number of plies: positions, boxes, their
            distinct moves, boxes with more than one; no rows while solving.
    """
    child = np.empty(widest, np.int64)
    fall = np.empty(widest, np.int64)
    filled[:] = 0
    exploring = len(count) > 0
    for place in range(len(keys)):
        key = keys[place]
        if key == NONE or not (exploring or marks[place] == OPEN):
            continue
        edges = moves(key, shape, child, fall)
        if exploring:
            reached = marks[place]
            plies[place] = reached
            result = edges - GAME_OVER
            if edges > 0:
                marks[place] = OPEN
            elif result < 0:
                marks[place] = 0
            elif result == 0:
                marks[place] = DRAWN
            else:
                marks[place] = WON
            count[reached, 0] += 1
            count[reached, 1] += edges > 0
            count[reached, 2] += max(edges, 0)
            count[reached, 3] += edges > 1
        else:
            marks[place] = 0
        for edge in range(edges):
            row = fall[edge]
            at = filled[row]
            children[row, at] = child[edge]
            parents[row, at] = place
            filled[row] = at + 1


@compiled(INT(INTS, INT, INTS, INTS, INTS))
def look(incoming: Any, begin: int, keys: Any, homes: Any, seen: Any) -> int:
    """Fill in the first place to look for each key of a block, and the key there.

    Return the size of the block.
    """
    size = min(BLOCK, len(incoming) - begin)
    for number in range(size):
        place = home(incoming[begin + number], len(keys))
        homes[number] = place
        seen[number] = keys[place]
    return size


@compiled(INT(INTS, _INTS32, _BYTES, INTS, _BYTES))
def add(incoming: Any, parents: Any, depths: Any, keys: Any, marks: Any) -> int:
    """Add keys to a set with room for them all, and return how many are new.

    Each gets one ply more than its parent, or keeps fewer. ``parents`` are places in ``depths``,
    plies.
    """
    places = len(keys)
    homes = np.empty(BLOCK, np.int64)
    seen = np.empty(BLOCK, np.int64)
    new = 0
    for begin in range(0, len(incoming), BLOCK):
        for number in range(look(incoming, begin, keys, homes, seen)):
            key = incoming[begin + number]
            place = homes[number]
            plies = depths[parents[begin + number]] + 1
            here = seen[number] if seen[number] == key else keys[place]
            while here not in (key, NONE):
                place = (place + 1) & (places - 1)
                here = keys[place]
            if here == NONE:
                keys[place] = key
                marks[place] = plies
                new += 1
            elif plies < marks[place]:
                marks[place] = plies
    return new


@compiled(types.void(INTS, _INTS32, INTS, _BYTES, _BYTES))
def consult(incoming: Any, parents: Any, keys: Any, marks: Any, best: Any) -> None:
    """Raise the merits of positions to those of their moves.

    ``best`` has the merits of the positions, ``incoming`` the keys of the set to which moves lead,
    and ``parents`` the place in ``best`` of the position before each move.
    """
    places = len(keys)
    homes = np.empty(BLOCK, np.int64)
    seen = np.empty(BLOCK, np.int64)
    for begin in range(0, len(incoming), BLOCK):
        for number in range(look(incoming, begin, keys, homes, seen)):
            key = incoming[begin + number]
            place = homes[number]
            if seen[number] != key:
                while keys[place] != key:
                    place = (place + 1) & (places - 1)
            # A ply more, seen from the other side.
            after: Any = np.int64(marks[place])
            if after <= LOST:
                merit = WON - 1 - after
            elif after <= DRAWN:
                merit = after - 1
            else:
                merit = WON + 1 - after
            parent = parents[begin + number]
            best[parent] = max(best[parent], merit)
