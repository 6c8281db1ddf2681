"""The machine of the other side: the same game, choices and rule, with the other side's boxes."""

import pytest
from jobs import kit_of
from sampling import few

from kitgen.kit.kit import Kit
from kitgen.machine.match import twin_kit
from kitgen.web.page_data import second_machine


def counts(kit: Kit) -> tuple[int, int]:
    return len(kit.boxes), sum(len(box.slots) for box in kit.boxes)


@pytest.mark.parametrize(
    ("side", "merged", "forced"),
    few(("black", "white"), (True, False), ("box", "skip"), one_in=1),
)
def test_the_twin_has_the_boxes_of_the_other_sides_own_kit(side, merged, forced):
    kit = kit_of("hexapawn", side=side, merged=merged, forced=forced, language="it")
    own = kit.players[0]
    other = kit.game.sides[1 - own].name
    twin = twin_kit(kit, own)
    expected = kit_of("hexapawn", side=other, merged=merged, forced=forced, language="it")
    assert twin.players == (1 - own,)
    assert twin.choices == expected.choices
    assert twin.boxes == expected.boxes
    assert counts(twin) != counts(kit)
    assert second_machine(kit) == twin


def test_boxes_of_all_choices_differ_so_that_none_of_them_can_get_lost():
    found = {
        counts(kit_of("hexapawn", side=side, merged=merged, forced=forced))
        for side in ("black", "white")
        for merged in (True, False)
        for forced in ("box", "skip")
    }
    assert len(found) == 8


def test_the_twin_learns_by_the_same_rule():
    kit = kit_of("her", rule="mscroggs")
    assert kit.rule != kit_of("her").rule
    twin = twin_kit(kit, 1)
    assert (twin.rule, twin.choices.rule) == (kit.rule, "mscroggs")
    assert twin.beads == kit_of("hexapawn", side="white", rule="mscroggs").beads


@pytest.mark.parametrize("side", [0, 1])
def test_a_kit_for_both_sides_is_its_own_twin(side):
    kit = kit_of("ladder")
    assert twin_kit(kit, side) is kit
