"""The three algorithms with what their authors name and leave out, compiled: one function, each refinement a switch.

With all switches off it walks the same tree as ``kernels.py``, node for node, more slowly, and ends a game where a
position comes up for the last time. It is fail-soft, which alone changes no tree. See ``docs/search.md``.

What a position is worth depends on how many plies are left, so that the table answers only for exactly as many. Where
a position could come up for the last time before the horizon it depends on the way, too; there the table is neither
asked nor told. So no refinement but quiescence and the database changes a value.
"""

from typing import Any

from kitgen.compiled import compiled
from kitgen.games.kernels.in_words import ONGOING, can, ended, index, level, peek, peek_byte, play, poke, spare, trait
from kitgen.search.desk import (
    ALGORITHM,
    BEFORE,
    BEST,
    CHILDREN,
    DEPTH,
    FOLLOW,
    FOLLOWED,
    FOLLOWING,
    GAIN,
    HIGHEST,
    HISTORY,
    KILLERS,
    LINE,
    MINE,
    MINIMAX,
    NEGASCOUT,
    NODES,
    NUMBER,
    ORDERING,
    QUIESCENCE,
    QUIET,
    REPETITION,
    SCORE,
    SIMPLE_END,
    STARTS,
    STEP,
    STOP,
    STRIDE,
    TABLE,
    THEIRS,
    TRAITS,
    VALUES,
    WAY,
    WIDTH,
    WORD,
)  # fmt: skip
from kitgen.search.kernels import WATCH
from kitgen.search.plain import INFINITY
from kitgen.search.table import EXACT, LEAST, MOST, remember, remembered

#: What is tried first: what the table or the last variation names, then gains, killers, and what has been good before.
HINTED, GAINING, KILLING, GOOD = 1 << 50, 1 << 40, 1 << 36, (1 << 36) - 1
#: The table is asked about positions with so many plies to go: looking up takes longer than searching the others again.
WORTHWHILE = 4


@compiled
def refined(
    board: Any, own: Any, other: Any, side: Any, lead: Any, depth: Any, a: Any, b: Any, quiet: Any, ply: Any
) -> Any:
    """Return the value of a position, or a bound of it outside of ``a`` and ``b``.

    Args:
        board: the game's board (``games/kernels/words.py``).
        own: what belongs to the side to move.
        other: what belongs to the other side.
        side: the side to move.
        lead: the store of the side to move minus the other's.
        depth: how many plies to look ahead.
        a: values up to it need not be told apart.
        b: nor values from it.
        quiet: for how many plies nothing was gained.
        ply: how many plies were made since the search began.
    """
    at = board.at
    poke(at, NODES, peek(at, NODES) + 1)
    if depth >= WATCH and peek(at, STOP):
        return lead
    line = peek(at, LINE) + ply * (peek(at, DEPTH) + 2) * WORD
    poke(line, 0, -1)
    end = ended(board, own, other, side)
    if end != ONGOING:
        return lead + end
    if peek(at, WAY) and recurs(at, own, other, quiet, ply):
        return lead
    if ply:
        known = looked_up(board, own, other)
        if known != ONGOING:
            return lead + known
    if depth == 0:
        return horizon(board, own, other, side, lead, a, b) if peek(at, QUIESCENCE) else lead
    algorithm = peek(at, ALGORITHM)
    ordering = peek(at, ORDERING) != 0
    if depth == 1 and ply and peek(at, SIMPLE_END):
        return last_ply(board, own, other, side, lead, b)
    hint, entry = -1, 0
    if peek(at, TABLE) and depth >= WORTHWHILE and quiet + depth < peek(at, QUIET):
        entry, hint, value, bound = remembered(board, own, other, side, depth)
        value += lead
        if ply and (bound == EXACT or (bound == LEAST and value >= b) or (bound == MOST and value <= a)):
            return value
        if (
            ordering and algorithm != MINIMAX and hint < 0 and depth >= WORTHWHILE + 2
        ):  # a search not so deep finds what to try first
            refined(board, own, other, side, lead, depth - 2, a, b, quiet, ply)
            _, hint, _, _ = remembered(board, own, other, side, depth - 2)
            poke(line, 0, -1)
            if depth - 2 >= WATCH and peek(at, STOP):
                return lead
    if peek(at, FOLLOWING):
        followed = peek(at, FOLLOWED) + ply * FOLLOW * WORD
        if peek(followed, 0) == own and peek(followed, 1) == other:
            hint = peek(followed, 2)
    children = peek(at, CHILDREN) + ply * peek(at, WIDTH) * STRIDE * WORD
    count = list_moves(board, own, other, side, children)
    if ordering or hint >= 0:
        order(board, own, children, count, hint, ply)
    best, chosen, bound = -INFINITY, -1, b
    for turn in range(count):
        child = children + (pick(children, count) if ordering or hint >= 0 else turn) * STRIDE * WORD
        mine, theirs, gain = peek(child, MINE), peek(child, THEIRS), peek(child, GAIN)
        ahead = lead + gain
        calm = 0 if gain else quiet + 1
        low, high = max(a, best), bound
        if algorithm == MINIMAX:
            low, high = -INFINITY, INFINITY
        value = -refined(board, theirs, mine, 1 - side, -ahead, depth - 1, -high, -low, calm, ply + 1)
        if value > best:
            if algorithm == NEGASCOUT and bound != b and depth > 2:
                value = -refined(board, theirs, mine, 1 - side, -ahead, depth - 1, -b, -value, calm, ply + 1)
            best, chosen = value, peek(child, NUMBER)
            if ply == 0 or a < value < b:
                prolong(line, peek(at, DEPTH) + 2, chosen)
        if depth >= WATCH and peek(at, STOP):
            return lead
        if best >= b:
            if ordering and gain == 0:
                praise(board, own, chosen, depth, ply)
            break
        if algorithm == NEGASCOUT:
            bound = max(a, best) + 1
    if ply == 0:
        poke(at, BEST, chosen)
    if entry:
        kind = LEAST if best >= b else MOST if best <= a else EXACT
        remember(board, entry, own, other, side, depth, best - lead, kind, chosen)
    return best


@compiled
def recurs(at: Any, own: Any, other: Any, quiet: Any, ply: Any) -> Any:
    """Enter a position on the way, and return whether it has come up so often that the game ends with nothing more."""
    here = peek(at, BEFORE) + ply
    way = peek(at, WAY)
    poke(way, here * STEP, own)
    poke(way, here * STEP + 1, other)
    if quiet < peek(at, QUIET):
        return False
    times = 1
    for back in range(2, min(quiet, here) + 1, 2):  # the same side's turns since something was gained
        place = (here - back) * STEP
        if peek(way, place) == own and peek(way, place + 1) == other:
            times += 1
    return times >= peek(at, REPETITION)


@compiled
def looked_up(board: Any, own: Any, other: Any) -> Any:
    """Return what a position is worth to the side to move, when a database holds it, otherwise ``ONGOING``."""
    highest = peek(board.at, HIGHEST)
    if highest < 0:
        return ONGOING
    here = level(board, own, other)
    if here > highest:
        return ONGOING
    return peek_byte(peek(board.at, VALUES), peek(peek(board.at, STARTS), here) + index(board, own, other))


@compiled
def horizon(board: Any, own: Any, other: Any, side: Any, lead: Any, a: Any, b: Any) -> Any:
    """Return the value of a position at the horizon: its side may stop, or go on with a move that gains."""
    best = lead
    if best >= b:
        return best
    for number in range(peek(board.at, WIDTH)):
        if not can(board, own, other, side, number):
            continue
        mine, theirs, gain = play(board, own, other, side, number)
        if gain == 0 or (spare(board, theirs) and not all_spare(board, own, other, side)):
            continue
        poke(board.at, NODES, peek(board.at, NODES) + 1)
        known = ended(board, theirs, mine, 1 - side)
        if known == ONGOING:
            known = looked_up(board, theirs, mine)
        ahead = lead + gain
        if known != ONGOING:
            best = max(best, ahead - known)
        else:
            best = max(best, -horizon(board, theirs, mine, 1 - side, -ahead, -b, -max(a, best)))
        if best >= b:
            break
    return best


@compiled
def last_ply(board: Any, own: Any, other: Any, side: Any, lead: Any, b: Any) -> Any:
    """Return the value of a position one ply before the horizon, in a game of gains.

    It is worth no less than what is stored, so that only moves that bring more are visited.
    """
    best, among_spare, moved = lead, -INFINITY, False
    for number in range(peek(board.at, WIDTH)):
        if not can(board, own, other, side, number):
            continue
        if best >= b and moved:
            break
        mine, theirs, gain = play(board, own, other, side, number)
        end = ended(board, theirs, mine, 1 - side)
        value = lead + gain - (0 if end == ONGOING else end)
        if spare(board, theirs):
            among_spare = max(among_spare, value)
            continue
        moved = True
        if value > best:
            poke(board.at, NODES, peek(board.at, NODES) + 1)
            best = value
    return best if moved else among_spare


@compiled
def all_spare(board: Any, own: Any, other: Any, side: Any) -> Any:
    """Return whether all moves of a position are such as are legal only then."""
    for number in range(peek(board.at, WIDTH)):
        if can(board, own, other, side, number):
            _, theirs, _ = play(board, own, other, side, number)
            if not spare(board, theirs):
                return False
    return True


@compiled
def list_moves(board: Any, own: Any, other: Any, side: Any, children: Any) -> Any:
    """List the legal moves of a position, in the order of the rules, and return how many there are."""
    count = 0
    for spared in range(2):
        for number in range(peek(board.at, WIDTH)):
            if not can(board, own, other, side, number):
                continue
            mine, theirs, gain = play(board, own, other, side, number)
            if spare(board, theirs) != (spared == 1):
                continue
            child = children + count * STRIDE * WORD
            poke(child, NUMBER, number)
            poke(child, MINE, mine)
            poke(child, THEIRS, theirs)
            poke(child, GAIN, gain)
            count += 1
        if count:
            break
    return count


@compiled
def order(board: Any, own: Any, children: Any, count: Any, hint: Any, ply: Any) -> None:
    """Say of each move how soon it is to be tried."""
    at = board.at
    killers = peek(at, KILLERS) + 2 * ply * WORD
    history = peek(at, HISTORY) + (ply & 1) * peek(at, TRAITS) * WORD
    for turn in range(count):
        child = children + turn * STRIDE * WORD
        number = peek(child, NUMBER)
        score = 0
        if peek(at, ORDERING):
            score = min(GOOD, peek(history, trait(board, own, number))) + GAINING * peek(child, GAIN)
            if number in (peek(killers, 0), peek(killers, 1)):
                score += KILLING
        poke(child, SCORE, score + HINTED if number == hint else score)


@compiled
def pick(children: Any, count: Any) -> Any:
    """Return the first of the moves that come first, and strike it out."""
    first, highest = 0, -1
    for turn in range(count):
        score = peek(children + turn * STRIDE * WORD, SCORE)
        if score > highest:
            first, highest = turn, score
    poke(children + first * STRIDE * WORD, SCORE, -1)
    return first


@compiled
def praise(board: Any, own: Any, number: Any, depth: Any, ply: Any) -> None:
    """Remember a move without gain that was good enough to end the search of a position."""
    at = board.at
    killers = peek(at, KILLERS) + 2 * ply * WORD
    if peek(killers, 0) != number:
        poke(killers, 1, peek(killers, 0))
        poke(killers, 0, number)
    history = peek(at, HISTORY) + (ply & 1) * peek(at, TRAITS) * WORD
    known_by = trait(board, own, number)
    poke(history, known_by, peek(history, known_by) + depth * depth)


@compiled
def prolong(line: Any, stride: Any, number: Any) -> None:
    """Make the variation of a position from a move and the variation after it."""
    poke(line, 0, number)
    place = 0
    while True:
        after = peek(line, stride + place)
        place += 1
        poke(line, place, after)
        if after < 0:
            break
