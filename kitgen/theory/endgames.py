"""Solving endgames: every position of a game up to some level, level by level, because a gain leads to a lower one."""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import TooLargeError, UsageError
from kitgen.model import Game
from kitgen.theory.database import Database, levels_of, starts_of
from kitgen.theory.explore import Progress
from kitgen.theory.memory import SPARE, free_bytes, gib

#: Memory for each position of the highest level, while it is solved (measured).
WORKING_BYTES = 32
#: The most memory used unless a caller raises it.
MOST_BYTES = 2 << 30

_CHUNK = 1 << 15


def memory_for(game: Game, highest: int) -> int:
    """Return about how many bytes building a database takes."""
    levels = levels_of(game)
    return WORKING_BYTES * levels.size(highest) + sum(levels.size(level) for level in range(highest + 1))


def build_database(game: Game, highest: int, *, force: bool = False, progress: Progress | None = None) -> Database:
    """Return the values of all positions of a game up to a level.

    TooLargeError when it needs more memory than is available, or, unless forced, more than 2 GiB.
    """
    levels = levels_of(game)
    if not 0 <= highest <= levels.highest:
        raise UsageError(f"a database of {game.spec} can have 0 to {levels.highest} {game.points}, not {highest}")
    needed = memory_for(game, highest)
    free = free_bytes() - SPARE
    if needed > free or (needed > MOST_BYTES and not force):
        there_is = f"; {gib(max(0, free))} is available" if needed > free else ""
        raise TooLargeError(
            f"a database of {game.spec} with {highest} {game.points} has {starts_of(levels, highest)[-1]:,} positions "
            f"and takes about {gib(needed)} of memory to build{there_is}"
        )
    starts = starts_of(levels, highest)
    values = np.zeros(starts[-1], np.int8)
    for level in range(highest + 1):
        _solve_level(game, level, values, starts, progress or (lambda _stage, _done, _total: None))
    return Database(game, highest, values, starts)


def _solve_level(game: Game, level: int, values: NDArray[np.int8], starts: tuple[int, ...], tell: Progress) -> None:
    from kitgen.theory.endgame_kernels import OPEN, follow_level, gather_parents, settle  # noqa: PLC0415

    levels = levels_of(game)
    size = levels.size(level)
    leaving, inside = np.empty(size, np.int8), np.empty(size, np.uint8)
    # Where parents end, until they are entered one by one from the end; so many that 32 bits may not do.
    first = np.zeros(size + 1, np.int32 if size * levels.widest < 1 << 31 else np.int64)
    where, cells = np.array(starts, np.int64), np.zeros(levels.cells, np.int64)
    cells[-1] = -1
    children: deque[NDArray[np.int32]] = deque()
    parts = [slice(begin, min(begin + _CHUNK, size)) for begin in range(0, size, _CHUNK)]
    room = np.empty(_CHUNK * levels.widest, np.int32)
    for part in parts:
        edges = follow_level(
            levels.moves, levels.shape, levels.widest, cells, level, part.start,
            values, where, leaving[part], inside[part], first, room,
        )  # fmt: skip
        children.append(room[:edges].copy())
        tell(f"{level} {game.points}", starts[level] + part.stop // 2, starts[-1])
    np.cumsum(first, out=first)
    parent = np.empty(int(first[-1]), np.int32)
    for part in parts:
        gather_parents(part.start, inside[part], children.popleft(), first, parent)
        tell(f"{level} {game.points}", starts[level] + (size + part.stop // 2) // 2, starts[-1])
    solved, queue = values[starts[level] : starts[level + 1]], np.empty(size, np.int32)
    solved[:] = OPEN
    for points in range(level, 0, -1):
        settle(points, leaving, inside, first, parent, solved, queue)
        tell(f"{level} {game.points}", starts[level] + size - size * (points - 1) // (4 * level), starts[-1])
    solved[solved == OPEN] = 0  # it recurs for ever
