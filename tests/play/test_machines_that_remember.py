"""What a machine at the table remembers of its games and forgets, how it goes back, and how far it
is examined: machines with numbers and with beads, and those whose beads somebody picks.
"""

from itertools import pairwise

import pytest
from counting import at_least
from jobs import kit_of
from journal_games import begun

from kitgen.errors import OutputError
from kitgen.games import make_game
from kitgen.journal.journal import Journal
from kitgen.kit.rule import read_rule
from kitgen.machine.learning import with_rule
from kitgen.machine.paper_machine import SplitMix, start_table
from kitgen.play import learners
from kitgen.play.guide import RealTable
from kitgen.play.insight import Insight
from kitgen.play.learners import Atlas, PositionMachine, SideMachine
from kitgen.play.saves import Saves
from kitgen.reading.templates import Templates


def by_numbers(name="ladder"):
    """Return a kit whose machine keeps a number for each position."""
    return with_rule(kit_of(name), read_rule("tris", Templates()), "tris")


def play_game(machine, seed, accepting=False):
    """Play a game against chance, in which the machine moves or accepts the moves of another."""
    game = machine.kit.game
    luck = SplitMix(seed)
    table = start_table(game)
    while table.ended() is None:
        legal = game.legal_moves(table.position)
        move = legal[luck.below(len(legal))]
        if table.position.to_move == machine.side:
            if accepting:
                machine.accept(table, move)
            else:
                move = machine.move(table, luck)
        if move is None:
            return -1
        table.play(move)
    return table.ended() if machine.side == 0 else -table.ended()


def exhibited(machine):
    """Return a line for each box, or position that the machine has met."""
    game = machine.kit.game
    lines = []
    for each in machine.exhibits():
        passes = " ".join(name for name, passed in each.passes.items() if passed)
        line = f"  {each.name} {each.turn} {game.text(each.position)} {each.counts} {passes}"
        if isinstance(machine, PositionMachine):
            met = each.subject
            line += f"; {' '.join(map(game.move_text, met.way))}; {met.times} {met.games}"
        lines.append(line)
    return lines


@pytest.mark.parametrize("side", [0, 1])
def test_a_machine_with_numbers_remembers_what_it_met(golden, side):
    machine = PositionMachine(by_numbers(), side)
    lines = [str(machine.figures())]
    for number in range(1, 6):
        outcome = play_game(machine, number, accepting=number % 2 == 0)
        assert machine.finish(outcome) == ()
        assert (machine.reached, machine._ways, machine.learned) == ([], [], True)
        lines.append(f"{number}: {outcome}, {machine.lesson}, {machine.figures()}")
    lines += exhibited(machine)
    for turn in (0, 1, 2):
        for filters in ((), ("positive",), ("negative",), ("positive", "losing")):
            names = " ".join(each.name for each in machine.shown(filters, turn))
            lines.append(f"turn {turn} {filters}: {names}")
    start = machine.game.start()
    slots = [machine.slot_of(start, move) for move in machine.game.legal_moves(start)]
    assert slots == [0, 1, 2]
    lines.append(str(machine.opened(start).numbers))
    golden(f"play/numbers-{side}", "\n".join(lines))


def test_a_machine_with_numbers_keeps_the_last_games_of_a_position():
    machine = PositionMachine(by_numbers(), 0)
    for _ in range(learners.HISTORY + 2):
        table = start_table(machine.game)
        machine.accept(table, machine.game.legal_moves(table.position)[0])
        machine.finish(1)
    (met,) = machine.met.values()
    last = learners.HISTORY + 2
    assert met.times == last
    assert met.games == tuple((number, 1) for number in range(3, last + 1))


@pytest.mark.parametrize("why", ["learns", "strayed"])
def test_a_machine_that_does_not_learn_leaves_all_as_it_was(why):
    for machine in (PositionMachine(by_numbers(), 0), SideMachine(kit_of("ladder"), 0)):
        play_game(machine, 1)
        setattr(machine, why, why == "strayed")
        before = exhibited(machine)
        assert list(machine.finish(1)) == []
        assert (machine.learned, machine.strayed, machine.results) == (False, False, [])
        assert exhibited(machine) == before
        machine.learns = True
        play_game(machine, 1)
        machine.finish(1)
        assert (machine.learned, machine.results) == (True, [1])


def test_a_machine_that_leaves_a_game_has_picked_nothing():
    numbers = PositionMachine(by_numbers(), 0)
    beads = SideMachine(kit_of("ladder"), 0)
    for machine in (numbers, beads):
        play_game(machine, 1)
        machine.strayed = True
        machine.forget()
        assert not machine.strayed
    assert (numbers.reached, numbers._ways) == ([], [])
    beads._resigned = True
    beads.forget()
    assert (beads.picked, beads._resigned) == ([], False)


@pytest.mark.parametrize("numbers", [True, False])
def test_a_machine_goes_back_and_forward(numbers):
    """What it learns between changes neither what was kept before nor after it."""
    if numbers:
        machine = PositionMachine(by_numbers(), 0)
    else:
        machine = SideMachine(kit_of("ladder"), 0)
    states = [(exhibited(machine), list(machine.results))]
    ways_back = [machine.snapshot(whole=True)]
    for number in (1, 2, 3):
        machine.finish(play_game(machine, number))
        states.append((exhibited(machine), list(machine.results)))
        ways_back.append(machine.snapshot(whole=True))
    assert all(before != after for before, after in at_least(3, pairwise(states)))
    for turn in (1, 3, 0, 2, 2):
        ways_back[turn]()
        assert (exhibited(machine), machine.results) == states[turn]


def test_a_kept_machine_goes_back_and_forward_in_its_journal(tmp_path):
    kit = kit_of("ladder")
    with Journal(begun(tmp_path / "ladder.kitgen", kit), write=True) as journal:
        machine = SideMachine(kit, 0, journal)
        states = [(exhibited(machine), 0)]
        ways_back = [machine.snapshot(whole=True)]
        for number in (1, 2, 3):
            machine.finish(play_game(machine, number))
            assert len(journal.games()) == number - 1
            machine.note()
            assert machine._waiting == []
            states.append((exhibited(machine), number))
            ways_back.append(machine.snapshot(whole=True))
        box, *_ = machine.exhibits()
        history = machine.history(box.name)
        assert [game for game, _, _ in history] == [1, 2, 3]
        assert {pick.box for _, pick, _ in history} == {box.name}
        assert [result for _, _, result in history] == machine.results
        for turn in (2, 3, 0, 1):
            ways_back[turn]()
            assert (exhibited(machine), len(machine.results)) == states[turn]
            assert len(journal.games()) == turn
        machine.snapshot(whole=False)()
        assert len(journal.games()) == 1
        assert machine.is_saved_in(tmp_path / "ladder.kitgen")
        assert not machine.is_saved_in(tmp_path / "other.kitgen")
        machine.close()
        assert machine.journal is None
        assert not machine.is_saved_in(tmp_path / "ladder.kitgen")


def test_a_game_is_given_up_only_where_it_was_learned(tmp_path):
    kit = kit_of("ladder")
    with Journal(begun(tmp_path / "ladder.kitgen", kit), write=True) as journal:
        machine = SideMachine(kit, 0, journal)
        for learns, concedes in ((True, False), (True, True), (True, False), (False, True)):
            machine.learns = learns
            machine.finish(play_game(machine, 2))
            if concedes:
                machine.conceded()
        machine.note()
        assert [row.resigned for row in journal.games()] == [False, True, False]
        machine.conceded()  # nothing waits


def test_how_far_a_machine_with_beads_is_examined(monkeypatch):
    """One more situation than the most, and nobody knows; as many, and all is known."""
    kit = kit_of("ladder")
    beads = [[slot.beads for slot in box.slots] for box in kit.boxes]
    situations = len(Atlas(kit, 0)._graph.branches)
    for most, can_lose in at_least(2, ((situations, True), (situations - 1, None))):
        monkeypatch.setattr(learners, "MAX_SITUATIONS_SEARCHED", most)
        atlas = Atlas(kit, 0)
        assert atlas.can_lose(beads) is can_lose
        assert bool(atlas.way(2)) is (can_lose is not None)


def test_how_far_a_machine_with_numbers_is_examined(monkeypatch):
    machine = PositionMachine(by_numbers(), 0)
    game = machine.game
    met = {game.start()}
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        worths = {}
        for move in game.legal_moves(position):
            after = game.play(position, move).position
            worths[after] = machine.kit.oracle.worth(after).score
        if position.to_move == 0:
            best = min(worths, key=worths.get)
            machine.numbers[best] = 1
            worths = {best: -1}
        for after in worths:
            if after not in met and game.result(after) is None:
                waiting.append(after)
            met.add(after)
    assert machine.can_lose() is False
    monkeypatch.setattr(learners, "MAX_POSITIONS_SEARCHED", len(met))
    assert machine.can_lose() is False
    monkeypatch.setattr(learners, "MAX_POSITIONS_SEARCHED", len(met) - 1)
    assert machine.can_lose() is None


def test_saved_machines_are_listed_numbered_and_put_aside(tmp_path):
    saves = Saves(tmp_path / "machines")
    her = kit_of()
    him = kit_of("him")
    assert saves.list() == []
    for name, kit in (("b", her), ("a", him), ("b", him), ("a-b", her)):
        saves.begin(name, kit).close()
    assert [saved.name for saved in saves.list()] == ["a", "a-b", "b", "b-2"]
    assert [saved.kit for saved in saves.list()] == ["him", "her", "her", "him"]
    assert saves.free_name("c") == "c"
    assert saves.free_name("b") == "b-3"
    assert saves.free_name("b", him) == "b-2"
    assert saves.free_name("b", her) == "b"
    first = saves.delete("b")
    saves.begin("b", him).close()
    second = saves.delete("b")
    aside = sorted(path.name for path in (saves.folder / "deleted").iterdir())
    assert aside == ["b-2.kitgen", "b.kitgen"]
    assert not saves.has("b")
    assert second() == "b"
    assert [saved.kit for saved in saves.list()] == ["him", "her", "him", "him"]
    saves.delete("b")
    assert first() == "b"
    assert saves.list()[2].kit == "her"


# --- beads that somebody picks
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def real_table(tmp_path):
    with Journal(begun(tmp_path / "ladder.kitgen", kit_of("ladder")), write=True) as journal:
        yield RealTable(journal, 0, SplitMix(1))


def test_a_real_table_takes_back_to_the_move_that_somebody_told(real_table):
    table = real_table
    assert not table.take_back()
    assert (table.at_stake, table.machine_moves) == (False, True)
    opened = table.open_box()
    table.pick_bead(opened, 0)
    assert (table.at_stake, table.machine_moves, table.open_box()) == (True, False, None)
    reported = table.report(table.legal[1])
    assert reported.move == table.plies[-1].move
    assert table.take_back()
    assert [ply.move for ply in table.plies] == [opened.moves[0]]
    assert table.real.picked == [(opened.number, 0)]
    assert table.take_back()
    assert (table.plies, table.real.picked) == ([], [])


def test_beads_that_should_not_be_there_are_remembered_until_the_game_is_left(real_table):
    table = real_table
    table.real.beads[0][1] = 0
    opened = table.open_box()
    assert [table.real.may_hold(opened, slot) for slot in (0, 1, 2)] == [True, False, True]
    table.pick_bead(opened, 1)
    assert table.real.doubtful == [(0, 1)]
    assert not table.real.strayed
    table.new_game()
    table.real.forget()
    assert (table.real.doubtful, table.real.picked) == ([], [])
    table.draw()
    assert table.real.doubtful == []
    assert table.players == ["human", "human"]


@pytest.mark.parametrize("empty", [True, False])
def test_a_machine_gives_up_at_a_box_that_is_empty_on_the_table(real_table, empty):
    """It is noted whether the journal knew of it, until the game is left."""
    table = real_table
    if empty:
        table.real.beads[0] = [0] * len(table.real.beads[0])
    table.give_up(table.open_box())
    assert table.real.met_empty is not empty
    assert table.ended.resigned == 0
    assert table.open_box() is None
    table.real.write()
    assert [row.resigned for row in table.real.journal.games()] == [True]
    table.real.forget()
    assert not table.real.met_empty


def test_a_game_that_cannot_be_written_waits(real_table, monkeypatch):
    table = real_table
    table.give_up(table.open_box())
    table.real.note()
    waiting = list(table.real._waiting)
    assert len(waiting) == 1

    def refuse(*_rows, **_more):
        raise OutputError("the disk is full")

    with monkeypatch.context() as full:
        full.setattr(table.real.journal, "add_all", refuse)
        with pytest.raises(OutputError, match="full"):
            table.real.write()
    assert table.real._waiting == waiting
    table.real.write()
    assert table.real._waiting == []
    assert len(table.real.journal.games()) == 1


# --- looking ahead
# --------------------------------------------------------------------------------------------------


def test_players_look_as_far_as_they_were_told():
    told = make_game("told:mu-torere")
    known = make_game("awari:2x2")
    assert str(Insight(told).plan) == "negascout:9,seconds=2"
    assert str(Insight(known).plan) == "negascout:14,ordering,table,deepening,seconds=2"
    insight = Insight(make_game("nim:5"))
    first = insight._ready_scout()
    assert insight._ready_scout() is first
    insight.look(3)
    assert str(insight.plan) == "negascout:3"
    assert insight._ready_scout() is not first
    assert insight._ready_scout().plan is insight.plan
    insight.stop()
    assert insight._scout._stopped
    Insight(told).stop()
