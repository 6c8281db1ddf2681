"""The order of moves: first those that place a piece, then by where they start, then by where they
end; none is before itself.
"""

from itertools import product

from counting import at_least

from kitgen.model import Move

IN_ORDER = [
    Move(None, 0), Move(None, 2), Move(None, 7), Move(0, 0), Move(0, 4), Move(1, 0), Move(3, 1),
    Move(3, 2),
]  # fmt: skip


def test_each_move_is_before_those_that_follow_it_alone():
    for (place, move), (other_place, other) in at_least(64, product(enumerate(IN_ORDER), repeat=2)):
        assert (move < other) == (place < other_place), (move, other)
