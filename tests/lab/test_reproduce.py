"""Published results done again."""

import pytest
from click.testing import CliRunner
from command_answers import result_of

from kitgen.cli.commands.reproduce import command
from kitgen.cli.main import guarded
from kitgen.games import make_game
from kitgen.kit.rule import Rule
from kitgen.lab.experiment import run_on_paper
from kitgen.lab.reproductions import (
    REPRODUCTIONS,
    Figure,
    cells,
    free_kit,
    gardner,
    hexapawn_rl,
    mancala,
    measure,
    michie,
    tris,
)
from kitgen.lab.tally import Experiment
from kitgen.machine.match import Match, parse_policy


@pytest.mark.every
def test_gardners_figures_agree():
    lines = gardner(2).lines
    assert len(lines) == 14
    assert {line.verdict for line in lines} == {"agrees"}
    # All that Gardner gives is the number of his boxes; programs have found the rest.
    assert [line.what for line in lines if line.published is not None] == [
        "boxes of Gardner's own kit"
    ]
    assert sum(line.reference is not None for line in lines) == 13


@pytest.mark.every
def test_the_tris_tables_agree():
    lines = tris(5).lines
    by_name = {line.what: line for line in lines}
    assert len(lines) == 4 * 9 * 2
    assert all(line.published is not None and line.verdict != "new" for line in lines)
    assert sum("200,000 games" in line.what for line in lines) == 8
    for line in lines:
        if line.what.startswith("both learn"):
            assert line.verdict == "agrees", line
            assert line.spread == 0
    # Means over 1000 runs are known, with their spread; five runs have to lie about there.
    for what, mean, spread in (
        ("O learns, X plays at random: O wins, first 100,000 games", 90.7, 2.2),
        ("O learns, X plays at random: drawn, first 100,000 games", 6.3, 2.1),
        ("X learns, O plays at random: O wins, first 100,000 games", 13.8, 1.7),
        ("X learns, O plays at random: drawn, first 100,000 games", 13.4, 2.8),
    ):
        assert abs(by_name[what].ours - mean) < 3 * spread / 5**0.5, what
    assert by_name["both play at random: O wins, first 100,000 games"].ours == pytest.approx(
        73700 / 1260, abs=0.3
    )


@pytest.mark.every
def test_menace_agrees():
    lines = michie(20).lines
    assert all(line.verdict in ("agrees", "new") for line in lines)
    assert sum(line.verdict == "agrees" for line in lines) == 10


@pytest.mark.every
def test_hexapawn_rl_learns():
    lines = {line.what: line for line in hexapawn_rl(5).lines}
    assert lines["positions of White, each as it comes"].verdict == "agrees"
    assert lines["positions of Black"].verdict == "agrees"
    assert lines["both learn: Black wins, games 901 to 1,000"].ours > 99


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (Figure("x", 10.0, 12.0, 0.5, 1), "differs"),
        (Figure("x", 10.0, 11.0, 0.5, 1), "agrees"),
        (Figure("x", 10.0, 10.04, 0, 1), "agrees"),
        (Figure("x", 10.0, 10.06, 0, 1), "differs"),
        (Figure("x", None, 10.0, 0, 1), "new"),
        (Figure("x", None, 10.0, 0, 1, words="more", holds=False), "differs"),
        (Figure("x", None, 10.0, 0.5, 1, reference=12.0), "differs"),
        (Figure("x", 10.0, 10.0, 0.5, 1, reference=12.0), "agrees"),
    ],
)
def test_verdicts(line, verdict):
    assert line.verdict == verdict


def test_a_machine_without_symmetry_has_a_box_for_every_position():
    game = make_game("hexapawn")
    kit = free_kit(game, 1, Rule("s", {"en": "t"}), "mine")
    assert len(kit.boxes) == 37
    assert all(kit.locate(box.position)[0] == box for box in kit.boxes)
    assert {box.turn for box in kit.boxes} == {1, 2, 3}
    tally = run_on_paper(Experiment(Match(kit, parse_policy("random"), 1), 5, 5, 1))
    assert sum(tally.wins) + sum(tally.losses) == 25


@pytest.mark.every
def test_the_command_writes_the_page(tmp_path):
    path = tmp_path / "page.md"
    result = CliRunner().invoke(
        command, ["gardner", "--markdown", str(path), "--json"], catch_exceptions=False
    )
    data = result_of(result.stdout)
    assert (data[0]["figures"][2]["published"], data[0]["figures"][2]["reference"]) == (
        None,
        11.172776,
    )
    text = path.read_text(encoding="utf-8")
    assert "## Gardner's Hexapawn machine" in text
    assert (
        "| expected losses against a random White |  | 11.172776 | 11.172776 |  | agrees |" in text
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [(["gardnr"], "did you mean 'gardner'"), (["tris", "--runs", "1"], "no spread")],
)
def test_wrong_requests_are_refused(words, says, capsys):
    assert guarded(lambda: command.main(words, standalone_mode=False)) == 2
    assert says in capsys.readouterr().err


@pytest.mark.every
def test_mancala_searches_as_they_did():
    """Depth by depth; the positions that other programs have counted, and the growth that they
    tell of.
    """
    told = []
    lines = {line.what: line for line in mancala(2, told.append, deepest=9).lines}
    assert (
        lines["alphabeta, depth 8: positions"].ours
        == lines["alphabeta, depth 8: positions"].reference
        == 6429
    )
    assert lines["negascout, depth 8: positions"].verdict == "agrees"
    growth = lines["minimax, depth 9: times the positions of depth 8"]
    assert (growth.words, growth.verdict) == ("about 5", "agrees")
    seconds = lines["minimax, depth 9: seconds"]
    assert (seconds.published, seconds.verdict) == (4, "quicker")
    assert len(told) == 4
    assert len(lines) == 7
    assert REPRODUCTIONS["mancala"].once == 6 + 8 + 8 + 5 * 6


@pytest.mark.every
def test_with_deepening_all_steps_are_counted():
    game = make_game("awari:6x4")
    steps = measure(game, "negascout:18,deepening", [1, 2, 3, 4, 5])
    few = measure(game, "negascout:18,deepening", [3, 5])
    assert {depth: nodes for depth, (nodes, _) in few.items()} == {3: steps[3][0], 5: steps[5][0]}
    assert steps[5][0] > steps[4][0] > steps[3][0] > measure(game, "negascout:18", [3])[3][0]


def test_a_time_neither_agrees_nor_differs():
    line = Figure("x", 10, 12.0, 0, 0, unit="s")
    assert line.verdict == "slower"
    assert cells(line) == ("10 s", "", "12.000 s", "", "slower")
