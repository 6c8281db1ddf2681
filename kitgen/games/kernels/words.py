"""What a game may offer so that compiled kernels can look ahead in it as fast as C: positions in two machine words.

A position is two words, what belongs to the side to move and what to the other, and the side to move. A ``Board`` is a
type of its own for each game. The functions below have no body: a game says with ``numba.extending.overload`` what they
do with its board, and Numba builds that into the kernel where the call stands. So one text of an algorithm serves all
games, and none pays for a call. ``games/kernels/in_words.py`` lists the games that offer it.

Everything that a search needs besides lies in one array of 64-bit words, whose address goes through the recursion:
handing on arrays themselves would cost seven registers for each. The first ``ROOM`` words are the search's own, then
come the game's numbers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from numba.core import types
from numba.extending import intrinsic, overload

from kitgen.model import Move, Position

#: Words at the beginning that belong to the search.
ROOM = 64
#: A word of a position has at most so many bits; a search keeps other things in those above.
BITS = 48
#: A position has fewer moves than this: numbers of moves fit into 7 bits.
MOST_MOVES = 127
#: What ``ended`` returns while the game goes on.
ONGOING = -1000


class Board(Protocol):
    """The type by which a kernel knows the game: a named tuple of one field.

    Attributes:
        at: the address of the array of words.
    """

    at: int


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """A game in two words.

    Attributes:
        board: its ``Board``.
        numbers: what its functions need to know about the board.
        width: they number moves from 0 to ``width - 1``, in the order of ``legal_moves``.
        traits: they tell moves apart by so many traits, for a search that remembers which were good.
        gaining: True when a move never loses points, and a game that ends brings the side to move none: then a position
            in which it has a move is worth no less than what is stored.
        cycle: the fewest plies after which a position can come up again; 0 where none can.
        pack: from position to its two words.
        move: from position and number of a move to the move.
    """

    board: Callable[[int], Any]
    numbers: Sequence[int]
    width: int
    traits: int
    gaining: bool
    cycle: int
    pack: Callable[[Position], tuple[int, int]]
    move: Callable[[Position, int], Move]


class Made(NamedTuple):
    """What ``play`` returns: the words of the side that has moved and of the other, and what was gained."""

    own: int
    other: int
    gain: int


def ended(board: Any, own: Any, other: Any, side: Any) -> Any:
    """Return the result for the side to move when the game is over, otherwise ``ONGOING``."""


def can(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:
    """Return whether a move of this number exists."""


def play(board: Any, own: Any, other: Any, side: Any, number: Any) -> Any:
    """Return what a move leads to, as in ``Made``: the side that has moved still comes first."""


def spare(board: Any, other: Any) -> Any:
    """Return whether a move that leaves the other side with this word is legal only when all are like it."""


def facing(board: Any, side: Any) -> Any:
    """Return the side where the same two words mean something else for the other side, and 0 where they do not."""


def trait(board: Any, own: Any, number: Any) -> Any:
    """Return the trait of a move: moves with the same one tend to be as good."""


def level(board: Any, own: Any, other: Any) -> Any:
    """Return the level of a position as its database counts (``packed.Levels``)."""


def index(board: Any, own: Any, other: Any) -> Any:
    """Return the index of a position in its level."""


def built_in(board: type) -> Callable[[Any], Callable[[Any], Any]]:
    """Return a decorator that gives one of the functions above a body for the board of one game.

    Args:
        board: the game's own ``Board``.
    """

    def body_of(function: Any) -> Callable[[Any], Any]:
        def register(body: Any) -> Any:
            def choose(kind: Any, *_arguments: Any) -> Any:
                return body if getattr(kind, "instance_class", None) is board else None

            overload(function, strict=False)(choose)
            return body

        return register

    return body_of


def _peek(_context: Any, at: Any, place: Any) -> Any:
    """Tell the compiler how to read a word."""

    def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.load(_pointer(builder, words[0], words[1]))

    return types.int64(at, place), generate


def _poke(context: Any, at: Any, place: Any, word: Any) -> Any:
    """Tell the compiler how to write a word."""
    del context

    def generate(context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        builder.store(words[2], _pointer(builder, words[0], words[1]))
        return context.get_dummy_value()

    return types.void(at, place, word), generate


def _peek_byte(_context: Any, at: Any, place: Any) -> Any:
    """Tell the compiler how to read a byte with a sign."""

    def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        byte = builder.load(_pointer(builder, words[0], words[1], bits=8))
        return builder.sext(byte, words[0].type)

    return types.int64(at, place), generate


def _pointer(builder: Any, at: Any, place: Any, bits: int = 64) -> Any:
    """Return a pointer to the word, or byte, of a number after an address."""
    kind = type(at.type)(bits).as_pointer()
    return builder.gep(builder.inttoptr(at, kind), [place])


#: ``peek(at, place)`` reads a word, ``poke(at, place, word)`` writes one, and ``peek_byte(at, place)`` reads a byte.
#: All arguments are int64; nothing checks that the place is inside.
peek: Any = intrinsic(_peek)
poke: Any = intrinsic(_poke)
peek_byte: Any = intrinsic(_peek_byte)
