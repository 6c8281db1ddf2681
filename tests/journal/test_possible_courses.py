"""The possible courses of a game: states at a box, beads and moves that can follow, ends."""

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.record.rows import Passages


def box_of(kit, name):
    return next(box for box in kit.boxes if box.id == name)


def test_at_a_box_of_a_machine_for_either_side_either_may_move():
    kit = kit_of("nim:9", side="either")
    for box in at_least(8, kit.boxes):
        stands = Passages(kit).before(box)
        assert [(stand.side, stand.position.to_move) for stand in stands] == [(0, 0), (1, 1)]
        assert {stand.position.cells for stand in stands} == {box.position.cells}


@pytest.mark.parametrize(("name", "side"), [("her", 1), ("him", 0)])
def test_at_a_box_of_a_machine_for_one_side_that_side_moves(name, side):
    kit = kit_of(name)
    for box in at_least(5, kit.boxes[:5]):
        (stand,) = Passages(kit).before(box)
        assert (stand.side, stand.position) == (side, box.position)
        assert (stand.lead, stand.met) == (0, frozenset())


def test_a_machine_for_either_side_begins_as_either():
    passages = Passages(kit_of("nim:9", side="either"))
    assert [stand.side for stand in passages.start] == [0, 1]
    assert len(Passages(kit_of("her")).start) == 1


def test_boxes_and_beads_follow_each_other():
    kit = kit_of("her")
    passages = Passages(kit)
    first = box_of(kit, "A1")
    after = passages.after(passages.start, (first, first.slots[0]))
    assert {name[0] for name in passages.next_boxes(after)} == {"B"}
    assert passages.next_boxes([]) == {}
    later = box_of(kit, "C1")
    assert passages.after(passages.start, (later, later.slots[0])) == ()
    second = box_of(kit, min(passages.next_boxes(after)))
    beads = [(box, box.slots[0]) for box in (first, later, second)]
    assert len(passages.follow(beads)) == 2, "the start, and the states after the first bead"
    assert len(passages.follow([beads[0], beads[2]])) == 3


def test_white_may_not_win_before_black_has_moved():
    passages = Passages(kit_of("her"))
    assert passages.ends(passages.start) == {(-1, True)}, "only by giving up at an empty box"
    assert passages.ends([]) == frozenset()
