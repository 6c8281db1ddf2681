"""A machine at a table in Python: moves of one's own, an opponent and a rule as functions."""

import pytest
from sampling import few

import kitgen
from kitgen.kit.rule import read_rule
from kitgen.lab.experiment import run_on_paper, trial
from kitgen.play import host
from kitgen.reading.templates import Templates


def first_move(_position, moves, _rng):
    return moves[0]


def by_chance(_position, moves, rng):
    return rng.choice(moves)


def all_moves(picks, result):
    return [result] * len(picks)


def test_a_game_goes_move_by_move():
    table = kitgen.play_with("her", seed=1)
    assert table.moves == ("a1a2", "b1b2", "c1c2")
    table.move("a1a2")
    assert table.position.to_move == 0
    assert len(table.position.cells) == 9
    while not table.over:
        table.move(table.moves[0])
    assert table.moves == ()
    (row,) = table.table()
    assert row["score"] == {"W": 1, "D": 0, "L": -1}[row["result"]]
    assert "the game is over" in repr(table)
    with pytest.raises(kitgen.KitgenError, match=r"call new_game\(\)"):
        table.move("a1a2")
    assert table.new_game().moves == ("a1a2", "b1b2", "c1c2")
    assert "<svg" in table._repr_html_()


def test_a_machine_that_begins_has_moved_before_you():
    table = kitgen.play_with("him")
    assert table.position != table.kit.game.start()
    assert table.position.to_move == 1


@pytest.mark.parametrize("rule", few(["gardner", "michie"], one_in=2))
def test_games_against_a_function_are_those_of_simulate(rule):
    """The same luck and the same learning as one machine of an experiment."""
    table = kitgen.play_with("her", opponent=by_chance, rule=rule, seed=5).play(40)
    experiment = trial("her", opponent=by_chance, rule=rule, games=40, machines=1, seed=5)
    tally = run_on_paper(experiment)
    outcomes = [{1: "W", 0: "D", -1: "L"}[outcome] for outcome in tally.tracks[0]]
    assert [row["result"] for row in table.table()] == outcomes
    assert [[slot.beads for slot in box.slots] for box in table.kit.boxes] == tally.beads


def test_a_rule_as_a_function_teaches():
    table = kitgen.play_with("her", opponent=first_move, rule=all_moves).play(25)
    tally = kitgen.simulate("her", opponent=first_move, rule=all_moves, games=25, machines=1)
    assert [[slot.beads for slot in box.slots] for box in table.kit.boxes] == tally.beads
    assert table.kit.beads > 45
    with pytest.raises(kitgen.KitgenError, match="returned"):
        kitgen.play_with("her", opponent=first_move, rule=lambda *_: "more").play(3)


def test_a_rule_as_data_is_the_rule_of_that_name():
    data = {"start": [1], "loss": {"from_end": [-1]}, "empty": "resign"}
    assert read_rule("gardner", Templates()).only_takes
    one, other = (
        kitgen.play_with("her", opponent="random", rule=rule).play(20) for rule in (data, "gardner")
    )
    assert one.table() == other.table()


def test_functions_are_never_left_to_the_kernel(monkeypatch):
    monkeypatch.setattr(host, "MANY", 10)
    called = []

    def counted(_position, moves, _rng):
        called.append(moves)
        return moves[-1]

    kitgen.play_with("her", opponent=counted).play(12)
    assert len(called) >= 12
    taught = []

    def teach(picks, _result):
        taught.append(picks)
        return [0] * len(picks)

    kitgen.play_with("her", opponent="random", rule=teach).play(12)
    assert len(taught) == 12


def test_it_talks_line_by_line(monkeypatch, capsys):
    lines = iter(["a1a2", "quit", "yes"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    kitgen.play_with("her").talk()
    output = capsys.readouterr().out
    assert "HER" in output
    assert "a1a2" in output


def test_what_cannot_be_is_refused():
    with pytest.raises(kitgen.KitgenError, match="no person plays here"):
        kitgen.play_with("her", opponent="random").move("a1a2")
    with pytest.raises(kitgen.KitgenError, match="is not legal here"):
        kitgen.play_with("her").move("a1a3")
    with pytest.raises(kitgen.KitgenError, match="opponent is 3"):
        kitgen.play_with("her", opponent=3)
    with pytest.raises(kitgen.KitgenError, match="games is 'ten'"):
        kitgen.play_with("her", opponent="random").play("ten")
