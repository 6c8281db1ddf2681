"""Positions in two machine words, so that compiled kernels can look ahead in a game as fast as C.

A position is a word for the side to move, one for the other, and the side to move. The functions
below have no body: a game defines what they do with its board, and Numba builds that into the
kernel, without the cost of calls. The type of the board tells which game it is.
``in_words.py`` lists the games that offer it.

Everything else that a search needs is in one array of 64-bit words, whose address goes through the
recursion, as passing an array would cost seven registers. The board is a named tuple of this
address. The first ``ROOM`` words belong to the search, the others to the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload

from kitgen.model import Move, Position

#: Words at the start that belong to the search.
ROOM = 64
#: The most bits of a word of a position; a search keeps other things in those above.
BITS = 48
#: A position has fewer moves than this: numbers of moves fit into 7 bits.
MOST_MOVES = 127
#: The result of ``ended`` while the game goes on.
ONGOING = -1000


@dataclass(frozen=True, slots=True, eq=False)
class WordGame:
    """A game in two words.

    Attributes:
        width: moves have numbers from 0 to ``width - 1``, in the order of ``legal_moves``.
        traits: the number of traits of moves, for a search that remembers which were good.
        gaining: True when a move never loses points, and the end of the game brings the side to
            move none: then a position with a move is worth at least the stores.
        cycle: the fewest plies after which a position can recur; 0 if none can.
    """

    board: Callable[[int], Any]
    numbers: Sequence[int]
    width: int
    traits: int
    gaining: bool
    cycle: int
    pack: Callable[[Position], tuple[int, int]]
    move: Callable[[Position, int], Move]


def ended(board: Any, own: Any, other: Any, side: Any) -> Any:
    """Return the result for the side to move when the game is over, otherwise ``ONGOING``."""


def can(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:
    """Return whether a move of this number exists."""


def play_words(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:
    """Return the words after a move, those of the side that has moved first, and what it gains."""


def spare(board: Any, other: Any) -> Any:
    """Return whether a move that leaves the other side this word is legal only when all moves do
    so.
    """


def facing(board: Any, side: Any) -> Any:
    """Return the side to move if the two words mean something else for the other side; otherwise
    0.
    """


def trait(board: Any, own: Any, number: Any) -> Any:
    """Return the trait of a move: those with the same trait tend to be equally good."""


def level(board: Any, own: Any, other: Any) -> Any:
    """Return the level of a position in its database (``packed.Levels``)."""


def index(board: Any, own: Any, other: Any) -> Any:
    """Return the index of a position in its level."""


def built_in(board: type) -> Callable[[Any], Callable[[Any], Any]]:
    """Return a decorator that gives one of the functions above a body for one game's board."""

    def body_of(function: Any) -> Callable[[Any], Any]:
        def register(body: Any) -> Any:
            def choose(kind: Any, *_arguments: Any) -> Any:
                return body if getattr(kind, "instance_class", None) is board else None

            overload(function, strict=False)(choose)
            return body

        return register

    return body_of


def _pointer(builder: Any, at: Any, place: Any, bits: int = 64) -> Any:
    return builder.gep(builder.inttoptr(at, type(at.type)(bits).as_pointer()), [place])


def _load(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
    return builder.load(_pointer(builder, *words))


def _load_byte(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
    at, place = words
    return builder.sext(builder.load(_pointer(builder, at, place, bits=8)), at.type)


def _store(context: Any, builder: Any, _signature: Any, words: Any) -> Any:
    at, place, word = words
    builder.store(word, _pointer(builder, at, place))
    return context.get_dummy_value()


#: ``peek(at, place)`` reads a word, ``poke(at, place, word)`` writes one, and
#: ``peek_byte(at, place)`` reads a byte. All arguments are int64; nothing checks that the place is
#: inside.
peek: Any = intrinsic(lambda _context, at, place: (types.int64(at, place), _load))
poke: Any = intrinsic(lambda _context, at, place, word: (types.void(at, place, word), _store))
peek_byte: Any = intrinsic(lambda _context, at, place: (types.int64(at, place), _load_byte))
