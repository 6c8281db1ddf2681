"""A kit holds all: its game is explored and solved when the kit is made, and by no command ever
again.
"""

import shlex

import pytest
from explored_once import as_users_do
from sampling import few

from kitgen.cli.main import main
from kitgen.theory.explore import Graph
from kitgen.theory.solve import Solution


@pytest.fixture
def work(monkeypatch):
    """How often a game has been explored and solved: every graph and every solution that is
    made.
    """
    as_users_do(monkeypatch)
    counts = {"explored": 0, "solved": 0}

    def counted(kind, key):
        make = kind.__init__

        def init(self, *args, **values):
            counts[key] += 1
            make(self, *args, **values)

        monkeypatch.setattr(kind, "__init__", init)

    counted(Graph, "explored")
    counted(Solution, "solved")
    return counts


def run(*words):
    with pytest.raises(SystemExit) as left:
        main(list(words))
    assert left.value.code == 0


ONCE = [
    "boxes her",
    "boxes her --express",
    "boxes hexapawn:3x3 --side white --expect sensible",
    "boxes ladder",
    "boxes gardner24",
    "find her 'bbb/w../.ww b'",
    "find ladder '5 F'",
    "print her",
    "print menace --parts guide,curve,finder --stock poker --yes",
    "print her --express --laser usual",
    "print awari-mini --parts guide,curve,map,zero,certificate",
    "simulate menace --side x --games 5 --machines 2",
    "simulate her --games 5 --machines 2 --opponent perfect",
    "simulate her --games 5 --machines 2 --opponent machine",
    "simulate her --side white --rule michie --games 5 --machines 2 --opponent fastest",
    "exact her --at 1",
    "exact him --at 1 --opponent perfect",
    "compare her --games 5 --machines 2",
    "games try told:notakto",
    "compare her --games 5 --machines 2 --opponent perfect",
]


@pytest.mark.parametrize("line", few(ONCE, one_in=18))
def test_a_game_is_explored_and_solved_once(line, work, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(*shlex.split(line))
    assert work == {"explored": 1, "solved": 1}


@pytest.mark.every
def test_a_kit_from_a_file_is_not_explored_at_all(work, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("print", "her", "-o", "her")
    before = dict(work)
    run("boxes", "./her")
    run("print", "her/kit.pdf", "-o", "again", "--parts", "cover,labels,finder,operator")
    run("simulate", "her/kit.json", "--games", "5", "--machines", "2")
    assert work == before
    run("find", "./her", "bbb/w../.ww b")
    assert work == {key: count + 1 for key, count in before.items()}


@pytest.mark.every
def test_the_list_of_kits_explores_each_game_once(work):
    run("kits")
    # Hexapawn in three sizes, awari in two, nim and its usual form, and tic-tac-toe, which has two
    # editions.
    games = {
        "hexapawn:3x3",
        "hexapawn:3x4",
        "hexapawn:4x3",
        "awari:2x3",
        "awari:3x1",
        "nim:9",
        "tictactoe:3x3",
    }
    assert len(games) <= work["explored"] <= len(games) + 3
    assert work["solved"] == work["explored"]


def test_a_sweep_explores_each_kit_once(work, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = (
        'kits = ["her"]\nrules = ["gardner", "michie"]\nopponents = ["random", "machine"]\n'
        "games = 5\nmachines = 2\n"
    )
    (tmp_path / "plan.toml").write_text(plan)
    run("sweep", "plan.toml", "-o", "out")
    assert work == {"explored": 1, "solved": 1}
