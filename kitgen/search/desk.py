"""The desk of a compiled search: one array of words, with what it is told, what it counts and what it remembers.

Places in the first ``ROOM`` words; the game's numbers follow them (``kernels/words.py``), and then the lists whose
addresses are entered here. Addresses and numbers alike are 64-bit words.
"""

#: Positions visited; not 0 when the search is to stop.
NODES, STOP = 0, 1
#: Of the game: how many numbers of moves there are, and how many traits (``games/kernels/words.py``).
WIDTH, TRAITS = 2, 3
#: How many plies the search looks ahead in all, and the number of the move that it settles on.
DEPTH, BEST = 4, 5
#: Which algorithm is at work (``ALGORITHMS``), and refinements: 1 where they are switched on, otherwise 0.
ALGORITHM, ORDERING, QUIESCENCE, FOLLOWING = 6, 7, 8, 9
#: 1 where the last ply needs no more than a look at gains: with ordering, in a game of gains (``words.py``), with
#: neither quiescence nor a database, and where no position comes up for the last time.
SIMPLE_END = 10
#: The transposition table: its address or 0, and its number of buckets minus 1, a mask.
TABLE, MASK = 11, 12
#: The endgame database: the highest level or -1, and the addresses of its values and of where levels start.
HIGHEST, VALUES, STARTS = 13, 14, 15
#: Where nothing was gained for so many plies, a position may come up for the last time, which is the so many-th one.
QUIET, REPETITION = 16, 17
#: How many positions of the game came before the first one; the address of the way, ``STEP`` words for each of them and
#: of those that come after, or 0 where none needs to be known.
BEFORE, WAY = 18, 19
#: Addresses of lists by ply: moves, ``STRIDE`` words for each; two killers; the principal variation that is found, and
#: the one that was found before, ``FOLLOW`` words for each position. Then, by side and trait, what moves were good for.
CHILDREN, KILLERS, LINE, FOLLOWED, HISTORY = 20, 21, 22, 23, 24

#: A move among its position's moves: number, words of the side that has moved and of the other, gain, and its place in
#: the order, highest first; -1 when it has been tried.
NUMBER, MINE, THEIRS, GAIN, SCORE, STRIDE = range(6)
#: Words for each position of the way, and of the variation to follow: both words, and the move.
STEP, FOLLOW = 2, 3
#: Bytes in a word.
WORD = 8

#: Algorithms by number.
ALGORITHMS = ("minimax", "alphabeta", "negascout")
MINIMAX, ALPHABETA, NEGASCOUT = range(3)

#: Never so many plies.
NEVER = 1 << 30
