"""``kitgen search``: what it says, and what is left of it after an interrupt."""

import json
import re
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least_one

from kitgen import search
from kitgen.cli.main import main
from kitgen.games import make_game
from kitgen.theory.database import build_database, save_database


def run(*words, text=None, code=0):
    done = CliRunner().invoke(main, ["search", *words], input=text)
    assert done.exit_code == code, done.output
    return done.stdout


def test_json_says_what_was_found():
    found = result_of(
        run("awari:6x4", "--algorithm", "alphabeta", "--depth", "8", "--lines", "3", "--json")
    )
    assert (found["nodes"], found["value"], found["depth"], found["complete"]) == (6429, 0, 8, True)
    assert found["position"] == "4,4,4,4,4,4/4,4,4,4,4,4 S"
    assert [entry["move"] for entry in found["moves"]] == list("ABCDEF")
    assert found["best"] == [entry["move"] for entry in found["moves"] if entry["value"] == 0]
    assert len(found["lines"]) == 3
    assert all(len(line["moves"]) == 8 for line in at_least_one(found["lines"]))
    assert found["lines"][0]["moves"][0] == found["best"][0]


def test_plain_python_says_the_same():
    ways = [
        run("awari:4x4", "--depth", "5", "--lines", "9", "--json", *more)
        for more in ((), ("--reference",))
    ]
    compiled, plain = map(result_of, ways)
    same = set(plain) - {"seconds", "extra_nodes"}
    assert {key: compiled[key] for key in same} == {key: plain[key] for key in same}


def test_lines_of_standard_input_are_answered_one_by_one():
    text = "4,4,4,4,4,4/4,4,4,4,4,4 S\n\nnothing\n: C d\n"
    answers = [
        json.loads(line)
        for line in run("awari:6x4", "-", "--depth", "3", text=text, code=2).splitlines()
    ]
    assert [answer["position"] for answer in answers] == [
        "4,4,4,4,4,4/4,4,4,4,4,4 S",
        "5,5,0,5,5,5/5,4,4,0,5,5 S",
    ]
    assert all(answer["depth"] == 3 for answer in answers)


def test_people_get_a_table():
    shown = run("awari:6x4", ": C d", "--depth", "4", "--lines", "2")
    assert "South is to move. Looking 4 plies ahead: +0." in shown
    assert "positions in" in shown
    assert "Black is to move. Looking 6 plies ahead: wins." in run(
        "hexapawn", "bbb/w../.ww b", "--depth", "6"
    )
    assert "White is to move. Looking 1 ply ahead: open." in run("hexapawn", "--depth", "1")
    over = run("awari:6x4", "0,0,0,0,0,0/0,2,0,1,0,4 S")
    assert "The game is over: -7 for South." in over


def test_a_database_at_the_leaves(tmp_path):
    game = make_game("awari:6x4")
    save_database(build_database(game, 6), tmp_path / "six.npz")
    words = ("awari:6x4", "0,0,1,0,1,2/0,2,1,0,0,0 S", "--depth", "3", "--json")
    without, with_it = (
        result_of(run(*words, *more)) for more in ((), ("--database", str(tmp_path / "six.npz")))
    )
    assert with_it["nodes"] < without["nodes"]


def test_time_instead_of_depth():
    found = result_of(run("awari:6x4", "--seconds", "0.3", "--refinements", "quick", "--json"))
    assert found["complete"]
    assert 3 < found["depth"] < 40


@pytest.mark.every
@pytest.mark.parametrize("words", [("tictactoe",), ("awari:6x4", "--refinements", "quick")])
def test_an_interrupt_shows_the_deepest_search_that_was_finished(words):
    """Where the game is in two words the kernel is interrupted, elsewhere plain Python is."""
    run(*words, "--depth", "2")  # compiled by now
    command = [
        sys.executable,
        "-m",
        "kitgen",
        "search",
        *words,
        "--depth",
        "60",
        "--json",
        "--progress",
        "plain",
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        try:
            for line in (
                started.stderr
            ):  # signs of progress; where code has to be compiled first, depth 1 takes a while
                depth = re.search(r"depth (\d+)", line)  # none while code is being compiled
                if depth is not None and int(depth[1]) > 2:
                    break
            started.send_signal(signal.SIGINT)
            err = started.stderr.read()
            out = started.stdout.read()
            started.wait(60)
        finally:
            started.kill()
    assert started.returncode == 0, err
    found = result_of(out)
    assert not found["complete"]
    assert 0 < found["depth"] < 60
    assert len(found["moves"]) >= 6
    assert f"looks {found['depth']} plies ahead" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("awari:6x4", "--depth", "0"), "not a number of plies from 1"),
        (("awari:6x4", "--algorithm", "negascot"), "did you mean 'negascout'"),
        (("awari:6x4", "--refinements", "tabel"), "did you mean 'table'"),
        (("awari:6x4", "--refinements", "single"), "for players"),
        (("nim:9", "--refinements", "table"), "without refinement table"),
        (("awari:6x4", "--lines", "-1"), "cannot be negative"),
        (("awari:6x4", ": C C"), "move 'C' is not"),
        (("awari:6x4", "--database", "nothing.npz"), "there is no file 'nothing.npz'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(words, says):
    done = CliRunner().invoke(main, ["search", *words])
    assert done.exit_code in (1, 2)
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_front_door():
    found = search("awari-mini", depth=6, refinements=["quick"])
    assert found.game.spec == "awari:2x3"
    assert found.prospect.depth == 6
