"""Over which common denominator the chances of a game are whole numbers."""

import pytest
from jobs import kit_of

from kitgen.lab.chain import History, common_denominator

ENDED = History(0, 1, -1, mine=False, picked=(), children=(), weights=(), knowing=0)


def moving(children, weights, knowing):
    """Return a situation where the opponent moves."""
    return ENDED._replace(outcome=None, children=children, weights=weights, knowing=knowing)


@pytest.mark.parametrize(
    ("weights", "knowing", "denominator"),
    [
        ((1, 1, 1), 0, 3),
        ((2, 0, 3), 0, 5),
        ((0, 0, 0), 1, 6),  # one, two or all three moves may be equally bad
        ((1, 1, 0), 2, 24),
    ],
)
def test_what_an_opponent_does_is_shared_without_rest(weights, knowing, denominator):
    last = moving((0, 1, 2), weights, knowing)
    kit = kit_of("ladder")
    assert common_denominator(kit, [ENDED, ENDED, ENDED, last]) == denominator
    before = moving((3,), (1,), 0)
    assert common_denominator(kit, [ENDED, ENDED, ENDED, last, before]) == denominator


def test_beads_are_shared_without_rest_however_many_are_left():
    """A box with three beads, and a move of the opponent before it."""
    kit = kit_of("ladder")
    opened = moving((0, 1, 2), (), 0)._replace(box=0, mine=True)
    assert common_denominator(kit, [ENDED, ENDED, ENDED, opened]) == 6
    before = moving((3, 0), (1, 2), 0)
    assert common_denominator(kit, [ENDED, ENDED, ENDED, opened, before]) == 18
