"""One table, game after game: its players, and machines that are put in the place of others."""

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.errors import UnknownNameError, UsageError
from kitgen.games import make_game
from kitgen.machine.paper_machine import OwnOpponent, SplitMix
from kitgen.play.learners import SideMachine
from kitgen.play.sitting import HUMAN, MACHINE, Sitting
from kitgen.theory.oracle import Oracle


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


# --- what is set back, and what a game leaves behind
# --------------------------------------------------------------------------------------------------


def played_out(sitting):
    """Let both sides make moves until the game is over."""
    while sitting.ended is None:
        sitting.make()
    return sitting.ended


@BOTH_SIDES
def test_a_new_game_forgets_all_of_the_last(name, side):
    sitting, machine = sitting_of(name, side)
    sitting.seat(1 - side, "random")
    sitting.seat(side, MACHINE)
    assert not machine.strayed
    played_out(sitting)
    record, outcome = sitting.last
    assert outcome == sitting.ended.outcome == sitting.outcomes[-1]
    sitting.open_record(record)
    assert (sitting.opened, sitting.shown, sitting.looks_back) == (True, 0, True)
    assert sitting.ended.outcome == outcome
    assert machine.strayed
    assert (sitting.legal, sitting.position) == ((), sitting.game.start())
    sitting.new_game()
    assert (sitting.opened, sitting.shown, sitting.looks_back) == (False, 0, False)
    assert (sitting.plies, sitting.ended, sitting.picked) == ([], None, None)
    assert not machine.strayed
    assert len(sitting.outcomes) == 1
    assert sitting.last == (record, outcome)


def test_who_is_seated_picks_anew():
    sitting, _ = sitting_of("her", 1)
    for player in ("random", OwnOpponent(lambda _position, moves, _rng: moves[-1])):
        sitting.seat(0, player)
        assert sitting.picked is None
        picked = sitting.pick()
        assert sitting.pick() is sitting.picked is picked
        assert sitting.plies == []
    assert picked.move == sitting.legal[-1]
    assert sitting.make().move == picked.move
    assert sitting.picked is None


def test_a_policy_in_the_place_of_a_machine_teaches_it_nothing():
    sitting, machine = sitting_of("him", 0)
    sitting.seat(0, "random")
    sitting.make()
    assert machine.strayed
    assert sitting.plies[-1].slot is None
    sitting.seat(1, "random")
    assert played_out(sitting).learned == [None, None]


def test_an_earlier_board_is_shown_with_its_lead_and_can_be_gone_on_from():
    game = make_game("awari:4x3")
    sitting = Sitting(game, [None, None], Oracle(game, too_large=True), SplitMix(2))
    sitting.seat(0, "random")
    sitting.seat(1, "random")
    leads = [0]
    while len(sitting.plies) < 20 and sitting.ended is None:
        ply = sitting.make()
        gain = game.play(ply.position, ply.move).gain
        assert ply.gain == gain
        leads.append(leads[-1] + (gain if ply.side == 0 else -gain))
    line = sitting.line
    assert len(set(leads)) > 2
    for shown, lead in at_least(8, enumerate(leads)):
        sitting.shown = shown
        assert (sitting.lead, sitting.position) == (lead, line[shown])
        assert sitting.shown_ply == (sitting.plies[shown - 1] if shown else None)
        assert sitting.looks_back is (shown < len(sitting.plies))
    sitting.shown = 3
    sitting.go_on_from_shown()
    assert (sitting.line, sitting.opened, sitting.ended) == (line[:4], True, None)
    assert (sitting.shown, sitting.lead) == (3, leads[3])


@pytest.mark.parametrize("side", [0, 1])
def test_a_game_is_written_with_the_names_at_the_table(side):
    sitting, _ = sitting_of("her", 1)
    sitting.names[side] = "Ada"
    sitting.seat(0, "random")
    sitting.seat(1, "random")
    called = ["random", "random"]
    called[side] = "Ada"
    assert sitting.record().note == f"{called[0]} - {called[1]} *"
    written = []
    sitting.keep = written.append
    ended = played_out(sitting)
    assert written == [sitting.record()]
    assert written[0].note.startswith(f"{called[0]} - {called[1]} ")
    assert written[0].note.split()[-1] == {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[ended.outcome]


def test_games_that_cannot_be_kept_are_counted():
    sitting, _ = sitting_of("her", 1)
    sitting.seat(0, "random")
    sitting.seat(1, "random")

    def refuse(_record):
        raise UsageError("no room")

    sitting.keep = refuse
    for count in at_least(2, (1, 2)):
        with pytest.raises(UsageError, match="no room"):
            played_out(sitting)
        assert (sitting.unsaved, len(sitting.outcomes)) == (count, count)
        sitting.new_game()
