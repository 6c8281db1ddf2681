"""Minimax, alpha-beta and negascout, compiled: the same trees as in ``scouts.py``, node for node.

``plain_search`` takes no refinement and does not know earlier positions: it serves where no
position can recur for the last time within the horizon. ``refined`` does all else. The position
after a move is looked at where the move is made, without a call, because most positions of a tree
are leaves.

Every function takes the game's board (``games/words.py``), what belongs to the side to move and to
the other, the side to move, the store of the side to move minus the other's, and how many plies to
look ahead: 1 or more, in a position that is not over. The caller counts the first position; its
best move is written to the desk.
"""

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from kitgen.compiling.compiled import compiled
from kitgen.games import in_words, words
from kitgen.games.words import BITS, ONGOING, ROOM, WordGame
from kitgen.model import Game, Position
from kitgen.tree_search.plan import ALGORITHMS, Plan
from kitgen.tree_search.scout import INFINITY, Answer, Scout, StoppedSearchError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kitgen.theory.database import Database

# The desk of a compiled search: one array of 64-bit words. These are places in its first ``ROOM``
# words, some of which hold addresses of lists; the game's numbers follow (``games/words.py``).

#: Positions visited.
NODES = 0
#: Not 0 to stop the search.
STOP = 1
#: How many numbers of moves the game has (``games/words.py``).
WIDTH = 2
#: How many traits of moves it has.
TRAITS = 3
#: How many plies the search looks ahead.
DEPTH = 4
#: The number of its best move.
BEST = 5
#: The algorithm, by its number below.
ALGORITHM = 6
# Refinements: 1 where they are switched on, otherwise 0.
ORDERING = 7
QUIESCENCE = 8
#: Whether the variation of the search before is tried first.
FOLLOWING = 9
#: 1 where the last ply needs only gains: with ordering, in a game of gains (``games/words.py``),
#: without quiescence or database, and where no position recurs for the last time.
SIMPLE_END = 10
#: The address of the transposition table, or 0.
TABLE = 11
#: Its number of buckets minus 1, a mask.
MASK = 12
#: The highest level of the endgame database, or -1.
HIGHEST = 13
#: The address of its values.
VALUES = 14
#: The address of where its levels start.
STARTS = 15
#: After so many plies without gain a position may recur for the last time.
QUIET = 16
#: How often it must occur for that.
REPETITION = 17
#: How many positions of the game came before the first one.
BEFORE = 18
#: The address of the way, ``WAY_WORDS`` for each position of the game and the search, or 0 where it
#: is not needed.
WAY = 19
#: The address of the moves by ply, ``MOVE_WORDS`` for each.
CHILDREN = 20
#: The address of two killers by ply.
KILLERS = 21
#: The address of the principal variation of this search, by ply.
LINE = 22
#: The address of that of the search before, ``FOLLOWED_WORDS`` for each position.
FOLLOWED = 23
#: The address of how good moves were, by side and trait.
HISTORY = 24

# A move in a list of moves: number, words of the side that has moved and of the other, gain, and
# its score in the order, highest first; -1 when it has been tried.
NUMBER, MINE, THEIRS, GAIN, SCORE = range(5)
MOVE_WORDS = 5
#: Words for each position of the way: those of both sides.
WAY_WORDS = 2
#: Words for each position of the variation to follow: those of both sides, and the move.
FOLLOWED_WORDS = 3
#: Bytes in a word.
WORD = 8
#: Algorithms by number, as ``plan.ALGORITHMS`` lists them.
MINIMAX, ALPHABETA, NEGASCOUT = range(3)
#: More plies than any game has.
NEVER = 1 << 30


# Games in two words (``games/words.py``): their functions are built into all kernels that look
# ahead.
GAMES_IN_WORDS = in_words.GAMES_IN_WORDS

can = words.can
ended = words.ended
facing = words.facing
index = words.index
level = words.level
play = words.play_words
spare = words.spare
trait = words.trait
peek = words.peek
peek_byte = words.peek_byte
poke = words.poke
#: A search checks whether to stop at positions with so many plies to go or more: often enough for
#: people.
WATCH_PLIES = 5


@compiled
def look(board: Any, own: Any, other: Any, side: Any, lead: Any) -> Any:
    """Count a position as visited; return its value where the game is over, otherwise
    ``ONGOING``.
    """
    poke(board.at, NODES, peek(board.at, NODES) + 1)
    end = ended(board, own, other, side)
    return ONGOING if end == ONGOING else lead + end


@compiled
def plain_search(
    board: Any, own: Any, other: Any, side: Any, lead: Any, depth: Any, a: Any, b: Any
) -> Any:
    """Return the value of a position, searched without refinements; for the arguments see the top
    of the file.

    Minimax tries everything, alpha-beta keeps within the bounds, and negascout only tests later
    moves for being better.
    """
    if depth >= WATCH_PLIES and peek(board.at, STOP):
        return lead
    algorithm = peek(board.at, ALGORITHM)
    best = -INFINITY
    bound = b
    for spared in range(2):  # moves that are legal only when all moves are like them come last
        for number in range(peek(board.at, WIDTH)):
            if not can(board, own, other, side, number):
                continue
            mine, theirs, gain = play(board, own, other, side, number)
            if spare(board, theirs) != (spared == 1):
                continue
            value = look(board, theirs, mine, 1 - side, -(lead + gain))
            over = value != ONGOING
            if not over:
                value = -(lead + gain)
                if depth > 1:
                    low = -INFINITY if algorithm == MINIMAX else max(a, best)
                    value = plain_search(
                        board, theirs, mine, 1 - side, value, depth - 1, -bound, -low
                    )
            if -value > best:
                best = -value
                if bound != b and depth > 2:
                    look(board, theirs, mine, 1 - side, lead)  # searched again, it is counted again
                    if not over:
                        best = -plain_search(
                            board, theirs, mine, 1 - side, -(lead + gain), depth - 1, -b, value
                        )
                if depth == peek(board.at, DEPTH):  # at the root
                    poke(board.at, BEST, number)
            if best >= b:
                return best
            if algorithm == NEGASCOUT:
                bound = max(a, best) + 1
        if best > -INFINITY:
            break
    return best


# The transposition table of a compiled search: values of positions with a number of plies to go.
#
# A bucket has four entries of two words, together a cache line. An entry holds both words of its
# position, so two positions are never confused. The bits above hold the value and the plies, the
# move, the kind of value, and the side to move where it makes a difference.

#: Entries of a bucket.
ENTRIES = 4
#: Words of an entry.
ENTRY_WORDS = 2
# Kinds of values: unknown, exact, a lower bound, an upper bound.
NOTHING, EXACT, LEAST, MOST = range(4)
#: Bits of a value, and of the plies, which are up to 255.
BYTE_BITS = 8
#: Added to values, which are kept from -128 to 127.
VALUE_OFFSET = 128
#: Bits of the number of a move.
MOVE_BITS = 7
#: Bits of a kind of value.
KIND_BITS = 2
#: A position's own bits.
POSITION_MASK = (1 << BITS) - 1
# Odd numbers for hashing, for the words of either side.
MIX = 0x1E3779B97F4A7C15
MIX_OTHER = 0x3F58476D1CE4E5B9


@compiled
def remembered(board: Any, own: Any, other: Any, side: Any, depth: Any) -> Any:
    """Look a position up.

    Returns:
        The address of the entry to use for it; a move that was good with any number of plies left,
        or -1; the value with exactly ``depth`` plies left, and its kind.
    """
    at = board.at
    mixed = own * MIX ^ other * MIX_OTHER
    number_of_bucket = (mixed ^ mixed >> 29) & peek(at, MASK)
    bucket = peek(at, TABLE) + number_of_bucket * ENTRIES * ENTRY_WORDS * WORD
    hint = -1
    hinted_plies = -1
    entry = bucket
    fewest_plies = 1 << BYTE_BITS
    for number in range(ENTRIES):
        here = bucket + number * ENTRY_WORDS * WORD
        first = peek(here, 0)
        second = peek(here, 1)
        plies = (first >> BITS) & ((1 << BYTE_BITS) - 1)
        if (
            first & POSITION_MASK == own
            and second & POSITION_MASK == other
            and (second >> BITS + MOVE_BITS + KIND_BITS) & 1 == facing(board, side)
        ):
            move = (second >> BITS) & ((1 << MOVE_BITS) - 1)
            if plies == depth:
                value = ((first >> BITS + BYTE_BITS) & ((1 << BYTE_BITS) - 1)) - VALUE_OFFSET
                kind = (second >> BITS + MOVE_BITS) & ((1 << KIND_BITS) - 1)
                return here, move, value, kind
            if plies > hinted_plies:
                hint = move
                hinted_plies = plies
        if plies < fewest_plies:
            entry = here
            fewest_plies = plies
    return entry, hint, 0, NOTHING


@compiled
def remember(
    board: Any,
    entry: Any,
    own: Any,
    other: Any,
    side: Any,
    depth: Any,
    value: Any,
    kind: Any,
    number: Any,
) -> None:
    """Write the value of a position to an entry."""
    kept = max(-VALUE_OFFSET, min(VALUE_OFFSET - 1, value))
    first = (kept + VALUE_OFFSET) << BYTE_BITS | depth
    second = facing(board, side) << MOVE_BITS + KIND_BITS | kind << MOVE_BITS | number
    poke(entry, 0, own | first << BITS)
    poke(entry, 1, other | second << BITS)


# The three algorithms with the refinements that their authors name but leave out, compiled: one
# function, each refinement a switch.
#
# With all switches off it walks the same tree as the kernels above, node for node, more slowly, and
# ends a game where a position recurs for the last time. It is fail-soft, which alone changes no
# tree. See ``docs/search.md``.
#
# The value of a position depends on the plies left, so the table answers only for exactly as many.
# Where a position could recur for the last time before the horizon it also depends on the way;
# there the table is not used. So only quiescence and the database change a value.

# Scores by which moves are ordered, the highest first.
#: Of the one of the table or the last variation.
HINTED = 1 << 50
#: Of each point that a move gains.
GAINING = 1 << 40
#: Of a killer.
KILLING = 1 << 36
#: The most of a move that was good before.
MAX_GOOD = KILLING - 1
#: The table is used for positions with so many plies to go or more: below, looking up takes longer
#: than searching again.
TABLE_PLIES = 4


def _search_on(
    _: Any,
    board: Any,
    own: Any,
    other: Any,
    side: Any,
    lead: Any,
    depth: Any,
    a: Any,
    b: Any,
    quiet: Any,
    ply: Any,
) -> Any:
    """Generate the code by which ``refined`` calls itself."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        convention = context.call_conv
        status, value = convention.call_function(
            builder, builder.function, signature.return_type, signature.args, args
        )
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return value

    return types.int64(board, own, other, side, lead, depth, a, b, quiet, ply), generate


#: ``refined`` itself with a declared type. Numba infers the type of a recursive function by trying
#: repeatedly, which took half of the compile time.
search_on: Any = intrinsic(_search_on)


@compiled
def refined(
    board: Any,
    own: Any,
    other: Any,
    side: Any,
    lead: Any,
    depth: Any,
    a: Any,
    b: Any,
    quiet: Any,
    ply: Any,
) -> Any:
    """Return the value of a position, or a bound of it outside ``a`` and ``b``.

    ``quiet`` counts the plies since something was gained, ``ply`` those since the search began; the
    other arguments are as at the top of the file.
    """
    at = board.at
    value = look(board, own, other, side, lead)
    if depth >= WATCH_PLIES and peek(at, STOP):
        return lead
    line = peek(at, LINE) + ply * (peek(at, DEPTH) + 2) * WORD
    poke(line, 0, -1)
    if value != ONGOING:
        return value
    if peek(at, WAY) and recurs(at, own, other, quiet, ply):
        return lead
    if ply:
        known = looked_up(board, own, other)
        if known != ONGOING:
            return lead + known
    if depth == 0:
        if peek(at, QUIESCENCE):
            return horizon(board, own, other, side, lead, a, b)
        return lead
    algorithm = peek(at, ALGORITHM)
    ordering = peek(at, ORDERING) != 0
    if depth == 1 and ply and peek(at, SIMPLE_END):
        return last_ply(board, own, other, side, lead, b)
    hint = -1
    entry = 0
    if peek(at, TABLE) and depth >= TABLE_PLIES and quiet + depth < peek(at, QUIET):
        entry, hint, value, kind = remembered(board, own, other, side, depth)
        value += lead
        if ply and (
            kind == EXACT or (kind == LEAST and value >= b) or (kind == MOST and value <= a)
        ):
            return value
        if ordering and algorithm != MINIMAX and hint < 0 and depth >= TABLE_PLIES + 2:
            # A shallower search finds what to try first.
            search_on(board, own, other, side, lead, depth - 2, a, b, quiet, ply)
            _, hint, _, _ = remembered(board, own, other, side, depth - 2)
            poke(line, 0, -1)
            if depth - 2 >= WATCH_PLIES and peek(at, STOP):
                return lead
    if peek(at, FOLLOWING):
        followed = peek(at, FOLLOWED) + ply * FOLLOWED_WORDS * WORD
        if peek(followed, 0) == own and peek(followed, 1) == other:
            hint = peek(followed, 2)
    children = peek(at, CHILDREN) + ply * peek(at, WIDTH) * MOVE_WORDS * WORD
    count = list_moves(board, own, other, side, children)
    ordered = ordering or hint >= 0
    if ordered:
        order(board, own, children, count, hint, ply)
    best = -INFINITY
    chosen = -1
    bound = b
    for turn in range(count):
        place = pick(children, count) if ordered else turn
        child = children + place * MOVE_WORDS * WORD
        mine = peek(child, MINE)
        theirs = peek(child, THEIRS)
        gain = peek(child, GAIN)
        ahead = lead + gain
        calm = 0 if gain else quiet + 1
        if algorithm == MINIMAX:
            low = -INFINITY
            high = INFINITY
        else:
            low = max(a, best)
            high = bound
        value = -search_on(
            board, theirs, mine, 1 - side, -ahead, depth - 1, -high, -low, calm, ply + 1
        )
        if value > best:
            if algorithm == NEGASCOUT and bound != b and depth > 2:
                value = -search_on(
                    board, theirs, mine, 1 - side, -ahead, depth - 1, -b, -value, calm, ply + 1
                )
            best = value
            chosen = peek(child, NUMBER)
            if ply == 0 or a < value < b:
                prolong(line, peek(at, DEPTH) + 2, chosen)
        if depth >= WATCH_PLIES and peek(at, STOP):
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
        kind = EXACT
        if best >= b:
            kind = LEAST
        elif best <= a:
            kind = MOST
        remember(board, entry, own, other, side, depth, best - lead, kind, chosen)
    return best


@compiled
def recurs(at: Any, own: Any, other: Any, quiet: Any, ply: Any) -> Any:
    """Enter a position on the way, and return whether it ends the game by repetition."""
    here = peek(at, BEFORE) + ply
    way = peek(at, WAY)
    poke(way, here * WAY_WORDS, own)
    poke(way, here * WAY_WORDS + 1, other)
    if quiet < peek(at, QUIET):
        return False
    times = 1
    # The same side's turns since something was gained.
    for back in range(2, min(quiet, here) + 1, 2):
        place = (here - back) * WAY_WORDS
        if peek(way, place) == own and peek(way, place + 1) == other:
            times += 1
    return times >= peek(at, REPETITION)


@compiled
def looked_up(board: Any, own: Any, other: Any) -> Any:
    """Return the value of a position for the side to move when a database has it, otherwise
    ``ONGOING``.
    """
    highest = peek(board.at, HIGHEST)
    if highest < 0:
        return ONGOING
    here = level(board, own, other)
    if here > highest:
        return ONGOING
    start = peek(peek(board.at, STARTS), here)
    return peek_byte(peek(board.at, VALUES), start + index(board, own, other))


@compiled
def horizon(board: Any, own: Any, other: Any, side: Any, lead: Any, a: Any, b: Any) -> Any:
    """Return the value of a position at the horizon: its side may stop, or continue with a move
    that gains.
    """
    best = lead
    if best >= b:
        return best
    for number in range(peek(board.at, WIDTH)):
        if not can(board, own, other, side, number):
            continue
        mine, theirs, gain = play(board, own, other, side, number)
        if gain == 0 or (spare(board, theirs) and not all_spare(board, own, other, side)):
            continue
        ahead = lead + gain
        value = look(board, theirs, mine, 1 - side, -ahead)
        if value == ONGOING:
            known = looked_up(board, theirs, mine)
            value = known - ahead
            if known == ONGOING:
                value = horizon(board, theirs, mine, 1 - side, -ahead, -b, -max(a, best))
        best = max(best, -value)
        if best >= b:
            break
    return best


@compiled
def last_ply(board: Any, own: Any, other: Any, side: Any, lead: Any, b: Any) -> Any:
    """Return the value of a position one ply before the horizon, in a game of gains.

    It is at least the stores, so only moves that gain more are visited.
    """
    best = lead
    among_spare = -INFINITY
    moved = False
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
    """Return whether every move of a position is legal only because all are like it."""
    for number in range(peek(board.at, WIDTH)):
        if can(board, own, other, side, number):
            _, theirs, _ = play(board, own, other, side, number)
            if not spare(board, theirs):
                return False
    return True


@compiled
def list_moves(board: Any, own: Any, other: Any, side: Any, children: Any) -> Any:
    """List the legal moves of a position, in the order of the rules, and return how many there
    are.
    """
    count = 0
    for spared in range(2):
        for number in range(peek(board.at, WIDTH)):
            if not can(board, own, other, side, number):
                continue
            mine, theirs, gain = play(board, own, other, side, number)
            if spare(board, theirs) != (spared == 1):
                continue
            child = children + count * MOVE_WORDS * WORD
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
    """Give each move a score: the highest is tried first."""
    at = board.at
    killers = peek(at, KILLERS) + 2 * ply * WORD
    history = peek(at, HISTORY) + (ply & 1) * peek(at, TRAITS) * WORD
    for turn in range(count):
        child = children + turn * MOVE_WORDS * WORD
        number = peek(child, NUMBER)
        score = 0
        if peek(at, ORDERING):
            good = peek(history, trait(board, own, number))
            score = min(MAX_GOOD, good) + GAINING * peek(child, GAIN)
            if number in (peek(killers, 0), peek(killers, 1)):
                score += KILLING
        if number == hint:
            score += HINTED
        poke(child, SCORE, score)


@compiled
def pick(children: Any, count: Any) -> Any:
    """Return the first move of the highest score, and mark it as tried."""
    first = 0
    highest = -1
    for turn in range(count):
        score = peek(children + turn * MOVE_WORDS * WORD, SCORE)
        if score > highest:
            first = turn
            highest = score
    poke(children + first * MOVE_WORDS * WORD, SCORE, -1)
    return first


@compiled
def praise(board: Any, own: Any, number: Any, depth: Any, ply: Any) -> None:
    """Remember a move without gain that ended the search of a position."""
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
    """Set the variation of a position to a move and the variation after it."""
    poke(line, 0, number)
    place = 0
    while True:
        after = peek(line, stride + place)
        place += 1
        poke(line, place, after)
        if after < 0:
            break


# The compiled search of games in two words: it fills in the desk, calls the kernels, and reads the
# results. Kernels release the interpreter's lock, so that many searches run at once, and a clock
# can watch them.

# The number of buckets, 64 bytes each, is a power of 2, by the plies that are looked ahead.
MIN_POWER_OF_BUCKETS = 8
MAX_POWER_OF_BUCKETS = 20


class SwiftScout(Scout):
    """Searches a game in two words by compiled kernels."""

    def __init__(
        self, game: Game, plan: Plan, database: "Database | None", words: WordGame
    ) -> None:
        super().__init__(game, plan, database)
        self._words = words
        self._head = np.array([*[0] * ROOM, *words.numbers], np.int64)
        self._board = words.board(self._head.ctypes.data)
        self._lists: dict[int, NDArray[np.int64]] = {}
        self._table: NDArray[np.int64] = np.zeros(0, np.int64)
        self._followed: list[tuple[int, int, int]] = []
        self._head[WIDTH] = words.width
        self._head[TRAITS] = words.traits
        self._head[HIGHEST] = -1
        self._last_one = NEVER
        if game.repetition is not None and words.cycle:
            self._head[REPETITION] = game.repetition
            self._last_one = words.cycle * (game.repetition - 1)
        self._head[QUIET] = self._last_one
        if database is not None:
            self._head[HIGHEST] = database.highest
            self._head[VALUES] = database.values.ctypes.data
            self._lay(STARTS, database.starts)

    @property
    def visiting(self) -> int:
        """Positions that the current search has visited."""
        return int(self._head[NODES])

    def stop(self) -> None:
        """Stop the search, from another thread."""
        super().stop()
        self._head[STOP] = 1

    def resume(self) -> None:
        """Make ready for another search."""
        super().resume()
        self._head[STOP] = 0

    def _answer(self, line: Sequence[Position], depth: int) -> Answer:
        plan = self.plan
        calm = self._calm(line)
        self._head[ALGORITHM] = ALGORITHMS.index(plan.algorithm)
        refines = any(plan.has(name) for name in ("ordering", "table", "deepening", "quiescence"))
        if refines or self.database is not None or calm + depth >= self._last_one:
            value = self._answer_refined(line, depth, calm)
        else:
            value = self._answer_plainly(line[-1], depth)
        move = self._words.move(line[-1], int(self._head[BEST]))
        return Answer(value, move, int(self._head[NODES]))

    def _answer_refined(self, line: Sequence[Position], depth: int, calm: int) -> int:
        plan = self.plan
        if plan.has("table") and not plan.has("deepening"):
            self._table[:] = 0
        self._prepare(line, depth, calm, ordering=plan.has("ordering"), table=plan.has("table"))
        self._head[FOLLOWING] = bool(self._followed)
        value = self._refined(line[-1], depth, calm, -INFINITY, INFINITY)
        if plan.has("deepening"):
            self._followed = self._read_line(line[-1])
        return value

    def _answer_plainly(self, position: Position, depth: int) -> int:
        self._head[DEPTH] = depth
        self._head[NODES] = 1
        own, other = self._words.pack(position)
        value = plain_search(
            self._board, own, other, position.to_move, 0, depth, -INFINITY, INFINITY
        )
        self._check()
        return int(value)

    def _worth(self, line: Sequence[Position], depth: int, low: int, high: int) -> int:
        calm = self._calm(line)
        self._prepare(line, depth, calm, ordering=True, table=True)
        self._head[ALGORITHM] = ALPHABETA
        self._head[FOLLOWING] = 0
        value = self._refined(line[-1], depth, calm, low, high)
        self.nodes += int(self._head[NODES])
        return value

    def _refined(self, position: Position, depth: int, calm: int, low: int, high: int) -> int:
        own, other = self._words.pack(position)
        value = refined(self._board, own, other, position.to_move, 0, depth, low, high, calm, 0)
        self._check()
        return int(value)

    def _check(self) -> None:
        if self._head[STOP]:
            raise StoppedSearchError

    def _calm(self, line: Sequence[Position]) -> int:
        """Return the number of plies since something was gained, where it matters."""
        if self._last_one == NEVER:
            return 0
        for calm, (after, before) in enumerate(pairwise(line[::-1])):
            steps = (self.game.play(before, move) for move in self.game.legal_moves(before))
            if next(step.gain for step in steps if step.position == after):
                return calm
        return len(line) - 1

    def _prepare(
        self, line: Sequence[Position], depth: int, calm: int, *, ordering: bool, table: bool
    ) -> None:
        """Fill in the desk for a search with refinements."""
        head = self._head
        head[DEPTH] = depth
        head[NODES] = 0
        head[ORDERING] = ordering
        head[QUIESCENCE] = self.plan.has("quiescence")
        plies = depth + 2
        self._prepare_lists(plies)
        if ordering:
            self._lists[KILLERS][:] = -1
            self._lists[HISTORY][:] = 0
        head[WAY] = 0
        head[BEFORE] = len(line) - 1
        if calm + depth >= self._last_one:
            way = np.zeros(WAY_WORDS * (len(line) + plies), np.int64)
            way[: WAY_WORDS * len(line)] = [*chain(*map(self._words.pack, line))]
            self._lay(WAY, way)
        quiet_end = not head[WAY] and not head[QUIESCENCE] and self.database is None
        head[SIMPLE_END] = ordering and quiet_end and self._words.gaining
        head[TABLE] = 0
        if table:
            self._prepare_table(depth)

    def _prepare_lists(self, plies: int) -> None:
        """Make room for so many plies, and write down the variation to follow."""
        sizes = {
            CHILDREN: plies * self._words.width * MOVE_WORDS,
            KILLERS: 2 * plies,
            LINE: plies * plies,
            FOLLOWED: FOLLOWED_WORDS * plies,
            HISTORY: 2 * self._words.traits,
        }
        for place, size in sizes.items():
            if place not in self._lists or len(self._lists[place]) < size:
                self._lay(place, np.zeros(size, np.int64))
        followed = self._lists[FOLLOWED]
        followed[:] = -1
        for ply, step in enumerate(self._followed[:plies]):
            followed[FOLLOWED_WORDS * ply : FOLLOWED_WORDS * (ply + 1)] = step

    def _prepare_table(self, depth: int) -> None:
        power = max(MIN_POWER_OF_BUCKETS, min(MAX_POWER_OF_BUCKETS, depth + 1))
        bucket_words = ENTRIES * ENTRY_WORDS
        if len(self._table) < bucket_words << power:
            self._table = np.zeros(bucket_words << power, np.int64)
        self._head[TABLE] = self._table.ctypes.data
        self._head[MASK] = len(self._table) // bucket_words - 1

    def _lay(self, place: int, words: "Sequence[int] | NDArray[np.int64]") -> None:
        self._lists[place] = np.array(words, np.int64)
        self._head[place] = self._lists[place].ctypes.data

    def _read_line(self, position: Position) -> list[tuple[int, int, int]]:
        variation = []
        for number in self._lists[LINE]:
            if number < 0:
                break
            variation.append((*self._words.pack(position), int(number)))
            position = self.game.play(position, self._words.move(position, int(number))).position
        return variation
