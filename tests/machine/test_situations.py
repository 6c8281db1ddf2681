"""How a situation of a game ends for a side, by the points so far and by who is to move."""

from types import SimpleNamespace

import pytest

from kitgen.machine.game_graph import GameGraph
from kitgen.model import Position

#: Situations in which the first side leads by 2 points, is 2 behind, and the game is level; in
#: the last, the game goes on.
LEADS = (2, -2, 0, 0, 0)
TO_MOVE = (0, 1, 0, 1, 0)
RESULTS = (-1, -1, 1, 1, None)


def graph():
    return GameGraph(
        game=SimpleNamespace(repeated=lambda position: 1 if position.to_move else -3),
        positions=tuple(Position((0,), side) for side in TO_MOVE),
        leads=LEADS,
        results=RESULTS,
        boxes=(-1,) * len(LEADS),
        branches=((),) * len(LEADS),
    )


@pytest.mark.parametrize(
    ("index", "for_the_first"),
    [(0, 1), (1, -1), (2, 1), (3, -1), (4, None)],
)
def test_an_end_is_that_of_the_points_so_far_and_of_the_end_together(index, for_the_first):
    assert graph().outcome(index, 0) == for_the_first
    for_the_second = None if for_the_first is None else -for_the_first
    assert graph().outcome(index, 1) == for_the_second


def test_a_repetition_ends_a_game_only_where_the_rules_have_not_ended_it():
    assert [graph().repeated(index, 0) for index in range(5)] == [None, None, None, None, -1]
    assert graph().repeated(4, 1) == 1
    led = graph()
    object.__setattr__(led, "leads", (0, 0, 0, 0, 4))
    assert led.repeated(4, 0) == 1
