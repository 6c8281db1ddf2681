"""One table, game after game: its players, and machines that are put in the place of others."""

import pytest
from jobs import kit_of

from kitgen.errors import UnknownNameError, UsageError
from kitgen.machine.paper_machine import SplitMix
from kitgen.play.learners import SideMachine
from kitgen.play.sitting import HUMAN, MACHINE, Sitting


def sitting_of(name, side):
    """Return a table with the machine of a kit on its side, and the machine."""
    kit = kit_of(name)
    machines = [None, None]
    machines[side] = SideMachine(kit, side)
    return Sitting(kit.game, machines, kit.oracle, SplitMix(1)), machines[side]


BOTH_SIDES = pytest.mark.parametrize(("name", "side"), [("her", 1), ("him", 0)])


@BOTH_SIDES
def test_who_looks_into_boxes_looks_into_those_of_the_new_machine(name, side):
    sitting, first = sitting_of(name, side)
    opponent = sitting.player(1 - side, "adversary")
    beside = sitting.player(side, "random")
    assert opponent.machine is first
    assert sitting.player(1 - side, "adversary") is opponent, "made once"
    second = SideMachine(kit_of(name), side)
    sitting.machine_changed(side, second)
    assert sitting.machines == [second, None][:: 1 if side == 0 else -1]
    assert sitting.player(1 - side, "adversary").machine is second
    assert sitting.player(side, MACHINE) is second
    assert sitting.player(side, "random") is beside, "it looks into the boxes of the other side"


def test_a_changed_machine_begins_a_new_game_and_keeps_what_has_been():
    sitting, _ = sitting_of("her", 1)
    sitting.outcomes.append(1)
    sitting.plies.append(object())
    sitting.machine_changed(1, SideMachine(kit_of("her"), 1))
    assert (sitting.plies, sitting.outcomes) == ([], [1])
    assert sitting.position == sitting.game.start()


def test_a_person_sits_where_nobody_is_seated():
    sitting, machine = sitting_of("her", 1)
    assert sitting.players == [HUMAN, HUMAN]
    sitting.seat(1, MACHINE)
    sitting.seat(0, "random")
    assert sitting.players == ["random", MACHINE]
    assert sitting.player(1, MACHINE) is machine


@pytest.mark.parametrize(
    ("side", "player", "refused"),
    [
        (0, MACHINE, UsageError),
        (1, "adversary", UsageError),
        (0, "nobody", UnknownNameError),
        (0, "seconds:0", UsageError),
    ],
)
def test_a_player_that_cannot_play_leaves_the_seat_as_it_was(side, player, refused):
    sitting, _ = sitting_of("her", 1)
    sitting.seat(side, "random")
    with pytest.raises(refused):
        sitting.seat(side, player)
    assert sitting.players[side] == "random"
