"""Large boards: drives the compiled kernels that explore and solve a packed game (``games/packed.py``)."""

from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import TooLargeError
from kitgen.model import Game, Position
from kitgen.theory import explore as plain
from kitgen.theory.explore import explore
from kitgen.theory.ply_counts import Layer, Progress
from kitgen.theory.symmetry import Symmetries
from kitgen.theory.table import Table, table_of

if TYPE_CHECKING:
    from kitgen.games.packed import Packed

T = TypeVar("T", bound=np.generic)

#: The most positions that are explored unless a caller asks for more: about 1.4 GiB.
LIMIT = 50_000_000

_FIRST_ROOM = 1 << 12
_CHUNK = 1 << 18


class Answers:
    """What every reachable position of a large board is worth, without a list of its moves.

    Attributes:
        game: the game.
        layers: how many positions are reached after each number of plies.
    """

    def __init__(
        self,
        game: Game,
        packed: "Packed",
        keys: NDArray[np.int64],
        codes: NDArray[np.uint8],
        layers: tuple[Layer, ...],
    ) -> None:
        self.game = game
        self.layers = layers
        self._packed = packed
        self._symmetries = Symmetries(game)
        self._keys = keys
        self._codes = codes

    def __len__(self) -> int:
        """Return the number of positions."""
        return sum(layer.positions for layer in self.layers)

    @property
    def memory(self) -> int:
        """How many bytes the answers take."""
        return self._keys.nbytes + self._codes.nbytes

    def worth(self, position: Position) -> tuple[int, int] | None:
        """Return value and plies of a position for the side to move, or None when it is not reached."""
        from kitgen.theory.kernels.exploring import lookup  # noqa: PLC0415 - a caller has compiled it long before

        place = lookup(self._packed.pack(self._symmetries.canonical(position)), self._keys)
        if place < 0:
            return None
        plies, value = divmod(int(self._codes[place]), 3)
        return value - 1, plies


def packed_of(game: Game) -> "Packed | None":
    """Return a game as the compiled kernels want it, or None when it does not offer that."""
    packed: Packed | None = getattr(game, "packed", None)
    return packed


def solve_packed(
    game: Game, start: Position | None = None, *, limit: int = LIMIT, progress: Progress | None = None
) -> Answers:
    """Return what every position is worth that can be reached, by compiled kernels.

    Takes 13 to 22 bytes a position while it works, and Numba's own 100 MiB or so.

    Args:
        game: a game that offers ``packed``.
        start: the position to explore from; the game's own start when None.
        limit: the largest number of positions to take in.
        progress: told now and then how far the work is.

    Raises:
        TooLargeError: there are more positions than the limit, or the game offers no kernel.
    """
    from kitgen.theory.kernels.exploring import solve_ranked, sort_by_rank  # noqa: PLC0415 - Numba only when needed

    packed = _packed(game)
    keys, layers = _explore(game, packed, start, limit, progress)
    size = sum(layer.positions for layer in layers)
    order = np.empty(size, np.int32)
    starts = np.zeros(packed.ranks + 1, np.int64)
    sort_by_rank(packed.rank, packed.shape, keys, starts, order)
    codes = np.zeros(len(keys), np.uint8)
    for at in range(0, size, _CHUNK):
        solve_ranked(packed.moves, packed.shape, packed.widest, keys, order[at : at + _CHUNK], codes)
        if progress:
            progress("solving", min(at + _CHUNK, size), size)
    return Answers(game, packed, keys, codes, tuple(layers))


def _packed(game: Game) -> "Packed":
    """Return the game as the kernels want it."""
    packed = packed_of(game)
    if packed is None:
        raise TooLargeError(f"{game.spec} has no compiled kernel")
    return packed


def _explore(
    game: Game, packed: "Packed", start: Position | None, limit: int, progress: Progress | None
) -> tuple[NDArray[np.int64], list[Layer]]:
    """Return the set of the keys of all positions, and the layers."""
    from kitgen.theory.kernels.exploring import NONE, expand, place_of, refill  # noqa: PLC0415 - as above

    position = start or game.start()
    side = position.to_move
    first = packed.pack(Symmetries(game).canonical(position))
    keys = np.full(_FIRST_ROOM, NONE, np.int64)
    keys[place_of(first, len(keys) - 1)] = first
    frontier = np.array([first], np.int64)
    layers: list[Layer] = []
    used = 1
    while len(frontier):
        following = np.empty(2 * len(frontier) + 2 * packed.widest, np.int64)
        count = np.zeros(3, np.int64)
        state = np.array([0, used, 0], np.int64)
        # In chunks, so that a long layer shows its progress and the limit is noticed early.
        for at in range(0, len(frontier), _CHUNK):
            state[0] = 0
            chunk = frontier[at : at + _CHUNK]
            while wants := expand(packed.moves, packed.shape, packed.widest, chunk, keys, following, state, count):
                if wants == 1:
                    larger = np.full(2 * len(keys), NONE, np.int64)
                    refill(keys, larger)
                    keys = larger
                else:
                    following = np.concatenate((following, np.empty_like(following)))
            used = int(state[1])
            if used > limit:
                raise TooLargeError(
                    f"{game.spec} has more than {limit:,} positions up to symmetry; all of them take over "
                    f"{22 * limit / 2**30:.1f} GiB of memory"
                )
            if progress:
                progress("exploring", used, None)
        boxes, slots, choices = (int(number) for number in count)
        layers.append(Layer(len(layers), (side + len(layers)) % 2, len(frontier), boxes, slots, choices))
        frontier = following[: state[2]].copy()
    return keys, layers


def explored_table(game: Game, start: Position | None = None, *, limit: int | None = None) -> Table:
    """Return the explored game as a table, by compiled kernels where the game offers them, else in plain Python.

    Args:
        game: any game.
        start: the position to explore from; the game's own start when None.
        limit: the largest number of positions to take in; when None, what either way can do in reasonable time.

    Raises:
        TooLargeError: there are more positions than the limit.

    >>> from kitgen.games import make_game
    >>> table = explored_table(make_game("nim:9,take=3"))
    >>> len(table), table.edges
    (18, 42)
    """
    if packed_of(game) is not None:
        return tabulate_packed(game, start, limit=LIMIT if limit is None else limit)
    return table_of(explore(game, start, limit=plain.LIMIT if limit is None else limit))


def tabulate_packed(game: Game, start: Position | None = None, *, limit: int = LIMIT) -> Table:
    """Return the explored game as a table, made by compiled kernels; equal to ``table_of(explore(game))``.

    Takes about 60 bytes a position and 10 bytes an edge while it works.

    Args:
        game: a game that offers ``packed``.
        start: the position to explore from; the game's own start when None.
        limit: the largest number of positions to take in.

    Raises:
        TooLargeError: there are more positions than the limit, or the game offers no kernel.
    """
    from kitgen.theory.kernels.exploring import NONE, place_of, refill_numbers, tabulate  # noqa: PLC0415 - as above

    packed = _packed(game)
    first = packed.pack(Symmetries(game).canonical(start or game.start()))
    keys, numbers = np.full(_FIRST_ROOM, NONE, np.int64), np.zeros(_FIRST_ROOM, np.int32)
    place = place_of(first, len(keys) - 1)
    keys[place], numbers[place] = first, 0
    nodes, depth, result = np.empty(4096, np.int64), np.zeros(4096, np.int16), np.empty(4096, np.int16)
    first_edge = np.zeros(4097, np.int32)
    child, gain, orbit = np.empty(8192, np.int32), np.empty(8192, np.int16), np.empty(8192, np.int16)
    nodes[0] = first
    state = np.array([0, 1, 0], np.int64)
    while wants := tabulate(
        packed.moves, packed.shape, packed.widest, keys, numbers,
        nodes, depth, first_edge, child, gain, orbit, result, state,
    ):  # fmt: skip
        known = int(state[1])
        if known > limit:
            raise TooLargeError(f"{game.spec} has more than {limit:,} positions up to symmetry")
        if wants == 1:
            keys, numbers = np.full(2 * len(keys), NONE, np.int64), np.zeros(2 * len(keys), np.int32)
            refill_numbers(nodes[:known], keys, numbers)
        elif wants == 2:
            nodes, depth, result = _longer(nodes), _longer(depth), _longer(result)
            first_edge = _longer(first_edge)
        else:
            child, gain, orbit = _longer(child), _longer(gain), _longer(orbit)
    size, edges = int(state[1]), int(state[2])
    return Table(
        game=game,
        first_edge=first_edge[: size + 1].copy(),
        child=child[:edges].copy(),
        gain=gain[:edges].copy(),
        orbit=orbit[:edges].copy(),
        result=result[:size].copy(),
        to_move=_sides(packed, nodes[0], depth[:size]),
        depth=depth[:size].copy(),
        keys=nodes[:size].copy(),
    )


def _sides(packed: "Packed", first: np.int64, depth: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Return the side to move of each position: sides take turns."""
    return ((depth + packed.unpack(int(first)).to_move) % 2).astype(np.uint8)


def _longer(array: NDArray[T]) -> NDArray[T]:
    """Return an array twice as long with the same beginning."""
    return np.concatenate((array, np.zeros_like(array)))
