"""The compiled search of games in two words: it lays the desk, calls the kernels, and reads what they have left there.

The kernels release the interpreter's lock, so that many searches run at once, and a clock can look on.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kitgen.games.kernels.words import ROOM, Words
from kitgen.model import Game, Position
from kitgen.search import desk
from kitgen.search.kernels import alphabeta, minimax, negascout
from kitgen.search.plain import INFINITY, Answer, StoppedSearchError
from kitgen.search.plan import ALGORITHMS, Plan
from kitgen.search.refined import refined
from kitgen.search.scout import Scout, move_between
from kitgen.search.table import ENTRIES, ENTRY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kitgen.theory.database import Database

#: The table has 2 to the power of so many buckets, by the plies that are looked ahead: 64 bytes each.
SMALLEST, LARGEST = 8, 20


class SwiftScout(Scout):
    """Compiled search."""

    def __init__(self, game: Game, plan: Plan, database: "Database | None", words: Words) -> None:
        super().__init__(game, plan, database)
        self._words = words
        self._head = np.array([*[0] * ROOM, *words.numbers], np.int64)
        self._board = words.board(self._head.ctypes.data)
        self._lists: dict[int, NDArray[np.int64]] = {}
        self._table: NDArray[np.int64] = np.zeros(0, np.int64)
        self._followed: list[tuple[int, int, int]] = []
        self._head[desk.WIDTH], self._head[desk.TRAITS] = words.width, words.traits
        self._head[desk.HIGHEST] = -1
        self._last_one = desk.NEVER
        if game.repetition is not None and words.cycle:
            self._head[desk.REPETITION] = game.repetition
            self._last_one = words.cycle * (game.repetition - 1)
        self._head[desk.QUIET] = self._last_one
        if database is not None:
            self._head[desk.HIGHEST] = database.highest
            self._head[desk.VALUES] = database.values.ctypes.data
            self._lay(desk.STARTS, database.starts)

    @property
    def visiting(self) -> int:
        """Positions that the present search has visited so far."""
        return int(self._head[desk.NODES])

    def stop(self) -> None:
        """Give up, from another thread."""
        super().stop()
        self._head[desk.STOP] = 1

    def resume(self) -> None:
        """Be ready for work again."""
        super().resume()
        self._head[desk.STOP] = 0

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        plan = self.plan
        calm = self._calm(line)
        position = line[-1]
        needed = any(plan.has(name) for name in ("ordering", "table", "deepening", "quiescence"))
        if needed or self.database is not None or calm + depth >= self._last_one:
            if plan.has("table") and not plan.has("deepening"):
                self._table[:] = 0
            self._prepare(line, depth, calm, ordering=plan.has("ordering"), table=plan.has("table"))
            self._head[desk.ALGORITHM] = ALGORITHMS.index(plan.algorithm)
            self._head[desk.FOLLOWING] = bool(self._followed)
            value = self._refined(position, depth, calm, -INFINITY, INFINITY)
            if plan.has("deepening"):
                self._followed = self._read_line(position)
        else:
            self._head[desk.DEPTH], self._head[desk.NODES] = depth, 1
            own, other = self._words.pack(position)
            start = (self._board, own, other, position.to_move, 0, depth)
            if plan.algorithm == "minimax":
                value = int(minimax(*start))
            else:
                kernel = alphabeta if plan.algorithm == "alphabeta" else negascout
                value = int(kernel(*start, -INFINITY, INFINITY))
            self._check()
        move = self._words.move(position, int(self._head[desk.BEST]))
        return Answer(value, move, int(self._head[desk.NODES]))

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        calm = self._calm(line)
        self._prepare(line, depth, calm, ordering=True, table=True)
        self._head[desk.ALGORITHM] = desk.ALPHABETA
        self._head[desk.FOLLOWING] = 0
        value = self._refined(line[-1], depth, calm, low, high)
        self.nodes += int(self._head[desk.NODES])
        return value

    def _refined(self, position: Position, depth: int, calm: int, low: int, high: int) -> int:
        """Search with the desk as it is laid."""
        own, other = self._words.pack(position)
        value = int(refined(self._board, own, other, position.to_move, 0, depth, low, high, calm, 0))
        self._check()
        return value

    def _check(self) -> None:
        """Refuse a value that was left in the middle of the work."""
        if self._head[desk.STOP]:
            raise StoppedSearchError

    def _calm(self, line: Sequence[Position]) -> int:
        """Return how many plies there were since something was gained; 0 where no position can come up again."""
        calm = 0
        if self._last_one < desk.NEVER:
            for after, before in zip(line[:0:-1], line[-2::-1], strict=True):
                if move_between(self.game, before, after)[1]:
                    break
                calm += 1
        return calm

    def _prepare(self, line: Sequence[Position], depth: int, calm: int, *, ordering: bool, table: bool) -> None:
        """Lay the desk for a search."""
        head, width = self._head, self._words.width
        head[desk.DEPTH], head[desk.NODES] = depth, 0
        head[desk.ORDERING], head[desk.QUIESCENCE] = ordering, self.plan.has("quiescence")
        plies = depth + 2
        for place, room in (
            (desk.CHILDREN, plies * width * desk.STRIDE), (desk.KILLERS, 2 * plies), (desk.LINE, plies * plies),
            (desk.FOLLOWED, desk.FOLLOW * plies), (desk.HISTORY, 2 * self._words.traits),
        ):  # fmt: skip
            if place not in self._lists or len(self._lists[place]) < room:
                self._lay(place, np.zeros(room, np.int64))
        if ordering:
            self._lists[desk.KILLERS][:] = -1
            self._lists[desk.HISTORY][:] = 0
        followed = self._lists[desk.FOLLOWED]
        followed[:] = -1
        for ply, step in enumerate(self._followed[:plies]):
            followed[desk.FOLLOW * ply : desk.FOLLOW * (ply + 1)] = step
        head[desk.WAY], head[desk.BEFORE] = 0, len(line) - 1
        if calm + depth >= self._last_one:
            way = np.zeros(desk.STEP * (len(line) + plies), np.int64)
            way[: desk.STEP * len(line)] = [word for position in line for word in self._words.pack(position)]
            self._lay(desk.WAY, way)
        quiet_end = not head[desk.WAY] and not head[desk.QUIESCENCE] and self.database is None
        head[desk.SIMPLE_END] = ordering and quiet_end and self._words.gaining
        head[desk.TABLE] = 0
        if table:
            buckets = 1 << max(SMALLEST, min(LARGEST, depth + 1))
            if len(self._table) < buckets * ENTRIES * ENTRY:
                self._table = np.zeros(buckets * ENTRIES * ENTRY, np.int64)
            head[desk.TABLE] = self._table.ctypes.data
            head[desk.MASK] = len(self._table) // (ENTRIES * ENTRY) - 1

    def _lay(self, place: int, words: "Sequence[int] | NDArray[np.int64]") -> None:
        """Put a list on the desk."""
        self._lists[place] = np.array(words, np.int64)
        self._head[place] = self._lists[place].ctypes.data

    def _read_line(self, position: Position) -> list[tuple[int, int, int]]:
        """Return the principal variation that was found: each position's words, and the move."""
        variation = []
        for number in self._lists[desk.LINE]:
            if number < 0:
                break
            variation.append((*self._words.pack(position), int(number)))
            position = self.game.play(position, self._words.move(position, int(number))).position
        return variation
