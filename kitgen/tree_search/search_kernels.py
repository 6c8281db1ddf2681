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
from itertools import pairwise
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

#: Positions visited; not 0 to stop the search.
NODES, STOP = 0, 1
#: Of the game: how many numbers of moves there are, and how many traits (``games/words.py``).
WIDTH, TRAITS = 2, 3
#: How many plies the search looks ahead, and the number of its best move.
DEPTH, BEST = 4, 5
#: The algorithm (``ALGORITHMS``), and refinements: 1 where they are switched on, otherwise 0.
ALGORITHM, ORDERING, QUIESCENCE, FOLLOWING = 6, 7, 8, 9
#: 1 where the last ply needs only gains: with ordering, in a game of gains (``games/words.py``),
#: without quiescence or database, and where no position recurs for the last time.
SIMPLE_END = 10
#: The transposition table: its address or 0, and its number of buckets minus 1, a mask.
TABLE, MASK = 11, 12
#: The endgame database: the highest level or -1, and the addresses of its values and of where
#: levels start.
HIGHEST, VALUES, STARTS = 13, 14, 15
#: After so many plies without gain a position may recur for the last time, and how often it must
#: occur for that.
QUIET, REPETITION = 16, 17
#: How many positions of the game came before the first one; the address of the way, ``STEP`` words
#: for each position of the game and the search, or 0 where it is not needed.
BEFORE, WAY = 18, 19
#: Addresses of lists by ply: moves, ``STRIDE`` words for each; two killers; the principal variation
#: of this search, and that of the search before, ``FOLLOW`` words for each position. Then, by side
#: and trait, how good moves were.
CHILDREN, KILLERS, LINE, FOLLOWED, HISTORY = 20, 21, 22, 23, 24
#: A move in a list: number, words of the side that has moved and of the other, gain, and its score
#: in the order, highest first; -1 when it has been tried.
NUMBER, MINE, THEIRS, GAIN, SCORE, STRIDE = range(6)
#: Words for each position of the way, and of the variation to follow: both words, and the move.
STEP, FOLLOW = 2, 3
#: Bytes in a word.
WORD = 8
#: Algorithms by number, as ``plan.ALGORITHMS`` lists them.
MINIMAX, ALPHABETA, NEGASCOUT = range(3)
#: More plies than any game has.
NEVER = 1 << 30


# Games in two words (``games/words.py``): their functions are built into all kernels that look
# ahead.
GAMES_IN_WORDS = in_words.GAMES_IN_WORDS

can, ended, facing, index, level = words.can, words.ended, words.facing, words.index, words.level
play, spare, trait = words.play_words, words.spare, words.trait
peek, peek_byte, poke = words.peek, words.peek_byte, words.poke
#: A search checks whether to stop at positions with so many plies to go: often enough for people.
WATCH = 5


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
    if depth >= WATCH and peek(board.at, STOP):
        return lead
    algorithm = peek(board.at, ALGORITHM)
    best, bound = -INFINITY, b
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

#: Entries of a bucket, and words of an entry.
ENTRIES, ENTRY = 4, 2
#: Kinds of values: unknown, exact, a lower bound, an upper bound.
NOTHING, EXACT, LEAST, MOST = range(4)
#: Values from -128 to 127 are kept, and plies to 255.
MIDDLE, BYTE = 128, 8
#: Bits of the numbers of moves, and of kinds of values.
MOVE, KIND = 7, 2
#: A position's own bits.
LOW = (1 << BITS) - 1
#: Odd numbers for hashing.
MIX, MIX_OTHER = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9


@compiled
def remembered(board: Any, own: Any, other: Any, side: Any, depth: Any) -> Any:
    """Look a position up.

    Returns:
        The address of the entry to use for it; a move that was good with any number of plies left,
        or -1; the value with exactly ``depth`` plies left, and its kind.
    """
    at = board.at
    mixed = own * MIX ^ other * MIX_OTHER
    bucket = peek(at, TABLE) + ((mixed ^ mixed >> 29) & peek(at, MASK)) * ENTRIES * ENTRY * WORD
    hint, hinted, entry, fewest = -1, -1, bucket, 1 << BYTE
    for number in range(ENTRIES):
        here = bucket + number * ENTRY * WORD
        first, second = peek(here, 0), peek(here, 1)
        plies = (first >> BITS) & ((1 << BYTE) - 1)
        if (
            first & LOW == own
            and second & LOW == other
            and (second >> BITS + MOVE + KIND) & 1 == facing(board, side)
        ):
            move = (second >> BITS) & ((1 << MOVE) - 1)
            if plies == depth:
                value = ((first >> BITS + BYTE) & ((1 << BYTE) - 1)) - MIDDLE
                return here, move, value, (second >> BITS + MOVE) & ((1 << KIND) - 1)
            if plies > hinted:
                hint, hinted = move, plies
        if plies < fewest:
            entry, fewest = here, plies
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
    value = max(-MIDDLE, min(MIDDLE - 1, value))
    poke(entry, 0, own | ((value + MIDDLE) << BYTE | depth) << BITS)
    poke(entry, 1, other | (facing(board, side) << MOVE + KIND | kind << MOVE | number) << BITS)


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

#: Order of moves: the one of the table or the last variation, then gains, killers, and moves that
#: were good before.
HINTED, GAINING, KILLING, GOOD = 1 << 50, 1 << 40, 1 << 36, (1 << 36) - 1
#: The table is used for positions with so many plies to go: below, looking up takes longer than
#: searching again.
WORTHWHILE = 4


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
    if depth >= WATCH and peek(at, STOP):
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
        return horizon(board, own, other, side, lead, a, b) if peek(at, QUIESCENCE) else lead
    algorithm = peek(at, ALGORITHM)
    ordering = peek(at, ORDERING) != 0
    if depth == 1 and ply and peek(at, SIMPLE_END):
        return last_ply(board, own, other, side, lead, b)
    hint, entry = -1, 0
    if peek(at, TABLE) and depth >= WORTHWHILE and quiet + depth < peek(at, QUIET):
        entry, hint, value, bound = remembered(board, own, other, side, depth)
        value += lead
        if ply and (
            bound == EXACT or (bound == LEAST and value >= b) or (bound == MOST and value <= a)
        ):
            return value
        if ordering and algorithm != MINIMAX and hint < 0 and depth >= WORTHWHILE + 2:
            # a shallower search finds what to try first
            search_on(board, own, other, side, lead, depth - 2, a, b, quiet, ply)
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
        child = (
            children + (pick(children, count) if ordering or hint >= 0 else turn) * STRIDE * WORD
        )
        mine, theirs, gain = peek(child, MINE), peek(child, THEIRS), peek(child, GAIN)
        ahead = lead + gain
        calm = 0 if gain else quiet + 1
        low, high = max(a, best), bound
        if algorithm == MINIMAX:
            low, high = -INFINITY, INFINITY
        value = -search_on(
            board, theirs, mine, 1 - side, -ahead, depth - 1, -high, -low, calm, ply + 1
        )
        if value > best:
            if algorithm == NEGASCOUT and bound != b and depth > 2:
                value = -search_on(
                    board, theirs, mine, 1 - side, -ahead, depth - 1, -b, -value, calm, ply + 1
                )
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
    """Enter a position on the way, and return whether it ends the game by repetition."""
    here = peek(at, BEFORE) + ply
    way = peek(at, WAY)
    poke(way, here * STEP, own)
    poke(way, here * STEP + 1, other)
    if quiet < peek(at, QUIET):
        return False
    times = 1
    for back in range(
        2, min(quiet, here) + 1, 2
    ):  # the same side's turns since something was gained
        place = (here - back) * STEP
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
    return peek_byte(
        peek(board.at, VALUES), peek(peek(board.at, STARTS), here) + index(board, own, other)
    )


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
    """Give each move a score: the highest is tried first."""
    at = board.at
    killers = peek(at, KILLERS) + 2 * ply * WORD
    history = peek(at, HISTORY) + (ply & 1) * peek(at, TRAITS) * WORD
    for turn in range(count):
        child = children + turn * STRIDE * WORD
        number = peek(child, NUMBER)
        score = 0
        if peek(at, ORDERING):
            score = min(GOOD, peek(history, trait(board, own, number))) + GAINING * peek(
                child, GAIN
            )
            if number in (peek(killers, 0), peek(killers, 1)):
                score += KILLING
        poke(child, SCORE, score + HINTED if number == hint else score)


@compiled
def pick(children: Any, count: Any) -> Any:
    """Return the first move of the highest score, and mark it as tried."""
    first, highest = 0, -1
    for turn in range(count):
        score = peek(children + turn * STRIDE * WORD, SCORE)
        if score > highest:
            first, highest = turn, score
    poke(children + first * STRIDE * WORD, SCORE, -1)
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

#: Powers of 2 for the number of buckets, 64 bytes each, by the plies that are looked ahead.
SMALLEST, LARGEST = 8, 20


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
        self._head[WIDTH], self._head[TRAITS] = words.width, words.traits
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
        position = line[-1]
        self._head[ALGORITHM] = ALGORITHMS.index(plan.algorithm)
        needed = any(plan.has(name) for name in ("ordering", "table", "deepening", "quiescence"))
        if needed or self.database is not None or calm + depth >= self._last_one:
            if plan.has("table") and not plan.has("deepening"):
                self._table[:] = 0
            self._prepare(line, depth, calm, ordering=plan.has("ordering"), table=plan.has("table"))
            self._head[FOLLOWING] = bool(self._followed)
            value = self._refined(position, depth, calm, -INFINITY, INFINITY)
            if plan.has("deepening"):
                self._followed = self._read_line(position)
        else:
            self._head[DEPTH], self._head[NODES] = depth, 1
            own, other = self._words.pack(position)
            value = int(
                plain_search(
                    self._board, own, other, position.to_move, 0, depth, -INFINITY, INFINITY
                )
            )
            self._check()
        return Answer(
            value, self._words.move(position, int(self._head[BEST])), int(self._head[NODES])
        )

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
        value = int(
            refined(self._board, own, other, position.to_move, 0, depth, low, high, calm, 0)
        )
        self._check()
        return value

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
        head, width = self._head, self._words.width
        head[DEPTH], head[NODES] = depth, 0
        head[ORDERING], head[QUIESCENCE] = ordering, self.plan.has("quiescence")
        plies = depth + 2
        for place, room in (
            (CHILDREN, plies * width * STRIDE), (KILLERS, 2 * plies), (LINE, plies * plies),
            (FOLLOWED, FOLLOW * plies), (HISTORY, 2 * self._words.traits),
        ):  # fmt: skip
            if place not in self._lists or len(self._lists[place]) < room:
                self._lay(place, np.zeros(room, np.int64))
        if ordering:
            self._lists[KILLERS][:] = -1
            self._lists[HISTORY][:] = 0
        followed = self._lists[FOLLOWED]
        followed[:] = -1
        for ply, step in enumerate(self._followed[:plies]):
            followed[FOLLOW * ply : FOLLOW * (ply + 1)] = step
        head[WAY], head[BEFORE] = 0, len(line) - 1
        if calm + depth >= self._last_one:
            way = np.zeros(STEP * (len(line) + plies), np.int64)
            way[: STEP * len(line)] = [
                word for position in line for word in self._words.pack(position)
            ]
            self._lay(WAY, way)
        quiet_end = not head[WAY] and not head[QUIESCENCE] and self.database is None
        head[SIMPLE_END] = ordering and quiet_end and self._words.gaining
        head[TABLE] = 0
        if table:
            buckets = 1 << max(SMALLEST, min(LARGEST, depth + 1))
            if len(self._table) < buckets * ENTRIES * ENTRY:
                self._table = np.zeros(buckets * ENTRIES * ENTRY, np.int64)
            head[TABLE] = self._table.ctypes.data
            head[MASK] = len(self._table) // (ENTRIES * ENTRY) - 1

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
