"""Sweeps: on this computer, on a cluster that loses a worker, and with everything that can go
wrong.
"""

import os
import signal
import time
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner
from command_answers import result_of
from pyarrow import parquet

from kitgen.cli.commands.sweep import command
from kitgen.cli.main import guarded
from kitgen.errors import OutputError, UsageError
from kitgen.kit.build import build_kit
from kitgen.lab import sweeps
from kitgen.lab.experiment import run
from kitgen.lab.sweeps import do_task, make_task, read_plan
from kitgen.lab.tally import Experiment
from kitgen.machine.match import Match, parse_policy

PLAN = """
kits = ["her", "him"]
rules = ["gardner", "michie"]
opponents = ["random", "machine"]
beads = [[1], [2, 1]]
seeds = [1, 2]
games = 20
machines = 10
"""


def plan(tmp_path, text=PLAN):
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def invoke(*words):
    result = CliRunner().invoke(command, words, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.every
def test_every_combination_is_tried_once(tmp_path):
    file = plan(tmp_path)
    folder = tmp_path / "out"
    rows = result_of(invoke(file, "-o", str(folder), "--json"))
    assert len(rows) == 32
    tried = {(r["kit"], r["rule"], r["opponent"], r["beads"], r["seed"]) for r in rows}
    assert len(tried) == 32
    assert {r["beads"] for r in rows if r["kit"] == "her"} == {"1-1-1", "2-1-1"}
    assert all(r["wins"] + r["draws"] + r["losses"] == 200 for r in rows)
    table = parquet.read_table(folder / "results.parquet").to_pylist()
    assert [row["key"] for row in table] == [row["key"] for row in rows]
    assert [row["curve"] for row in table] == [row["curve"] for row in rows]
    assert len(list((folder / "parts").iterdir())) == 32


def test_a_row_says_what_simulate_says():
    experiment = Experiment(Match(build_kit("her"), parse_policy("random"), 1), 30, 12, 5)
    tally = run(experiment)
    row = do_task(make_task(experiment))
    assert (row.wins, row.losses) == (sum(tally.wins), sum(tally.losses))
    assert (row.win_share, row.win_error) == tally.share(0)
    assert row.key == make_task(experiment).key
    assert (
        row.key
        != make_task(Experiment(Match(build_kit("her"), parse_policy("random"), 1), 30, 12, 6)).key
    )


@pytest.mark.every
def test_finished_work_is_kept_and_not_done_again(tmp_path, monkeypatch):
    file = plan(tmp_path)
    folder = tmp_path / "out"
    whole = result_of(invoke(file, "-o", str(tmp_path / "whole"), "--json"))
    written = sweeps.write_rows

    def full(path, rows):
        if len(list((folder / "parts").iterdir())) == 5:
            raise OutputError(f"{path} cannot be written: No space left on device")
        written(path, rows)

    monkeypatch.setattr(sweeps, "write_rows", full)
    assert guarded(lambda: command.main([file, "-o", str(folder)], standalone_mode=False)) == 1
    assert len(list((folder / "parts").iterdir())) == 5
    done = []
    monkeypatch.setattr(
        sweeps, "write_rows", lambda path, rows: done.append(path) or written(path, rows)
    )
    again = result_of(invoke(file, "-o", str(folder), "--json"))
    assert len(done) == 32 - 5 + 1  # the parts that were missing, and all results together
    assert again == whole


def test_a_damaged_part_is_done_again(tmp_path):
    file = plan(tmp_path, 'kits = ["her"]\ngames = 5\nmachines = 2\n')
    folder = tmp_path / "out"
    whole = result_of(invoke(file, "-o", str(folder), "--json"))
    part = next((folder / "parts").iterdir())
    part.write_bytes(part.read_bytes()[:100])
    assert result_of(invoke(file, "-o", str(folder), "--json")) == whole


def test_a_beads_entry_is_not_mixed_up_with_another(tmp_path):
    file = plan(
        tmp_path,
        'kits = ["her"]\nrules = ["michie"]\nbeads = [[8, 4, 2], [1]]\ngames = 5\nmachines = 4\n',
    )
    rows = result_of(invoke(file, "-o", str(tmp_path / "out"), "--json"))
    assert [row["beads"] for row in rows] == ["8-4-2", "1-1-1"]


@pytest.mark.every
@pytest.mark.filterwarnings("ignore")  # the cluster's own, about ports and processes that end
def test_a_cluster_that_loses_a_worker_loses_no_work(tmp_path):
    distributed = pytest.importorskip("distributed")
    text = (
        'kits = ["her"]\nopponents = ["random", "perfect"]\nseeds = [1, 2, 3, 4, 5, 6]\n'
        "games = 3000\nmachines = 300\n"
    )
    file = plan(tmp_path, text)
    here = result_of(invoke(file, "-o", str(tmp_path / "here"), "--json"))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
    ) as cluster:
        pids = list(distributed.Client(cluster).run(os.getpid).values())
        assert len(set(pids)) == 2
        folder = tmp_path / "there"
        words = [file, "-o", str(folder), "--scheduler", cluster.scheduler_address]
        outcome = []
        thread = Thread(
            target=lambda: outcome.append(
                guarded(lambda: command.main(words, standalone_mode=False))
            )
        )
        thread.start()
        end = time.monotonic() + 60
        while not any(folder.glob("parts/*.parquet")) and time.monotonic() < end:
            time.sleep(0.02)
        left = 12 - len(list(folder.glob("parts/*.parquet")))
        os.kill(pids[0], signal.SIGKILL)
        thread.join(120)
        assert outcome == [0]
        assert left > 0  # it was in mid-run
    assert (
        parquet.read_table(folder / "results.parquet").to_pylist()
        == parquet.read_table(tmp_path / "here" / "results.parquet").to_pylist()
    )
    assert len({row["key"] for row in here}) == 12


@pytest.mark.every
@pytest.mark.filterwarnings("ignore")  # the cluster's own, about the connection that fails
def test_a_scheduler_that_is_not_there_is_named(tmp_path, monkeypatch, capsys):
    pytest.importorskip("distributed")
    monkeypatch.setattr(sweeps, "SCHEDULER_TIMEOUT_S", 0.5)
    words = [plan(tmp_path), "-o", str(tmp_path / "out"), "--scheduler", "tcp://127.0.0.1:9"]
    assert guarded(lambda: command.main(words, standalone_mode=False)) == 1
    error = capsys.readouterr().err
    assert "no Dask scheduler answers at 'tcp://127.0.0.1:9'" in error


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kits = []\n", "kits is a list of 0; it must be a list that is not empty"),
        ('kit = ["her"]\n', "unknown key 'kit'; did you mean 'kits'?"),
        ('kits = ["her"]\ngames = 0\n', "games"),
        ('kits = ["her"]\nbeads = [[1, -1]]\n', "beads"),
        ('kits = ["her"]\nrules = ["gardnr"]\n', "did you mean"),
        ('kits = ["her"]\nopponents = ["randm"]\n', "did you mean"),
        ('kits = ["hr"]\n', "unknown kit"),
        (
            f'kits = ["her"]\nseeds = {list(range(400))}\nbeads = {[[n] for n in range(1, 400)]}\n',
            "at most 100,000",
        ),
        ('kits = ["her"]\ngames = 1000000\nmachines = 1000001\n', "would take too long"),
        ("kits = [", "not valid TOML"),
    ],
)
def test_wrong_plans_are_refused_before_anything_is_played(tmp_path, text, says, capsys):
    words = [plan(tmp_path, text), "-o", str(tmp_path / "out")]
    assert guarded(lambda: command.main(words, standalone_mode=False)) in (1, 2)
    assert says in capsys.readouterr().err
    assert not Path(tmp_path / "out").exists()


#: A list of one key, of any length, and the others as short as they may be.
LISTS = {
    "kits": lambda count: ["her"] * count,
    "rules": lambda count: ["gardner"] * count,
    "opponents": lambda count: ["random"] * count,
    "beads": lambda count: [[1]] * count,
    "seeds": lambda count: list(range(count)),
}


@pytest.mark.parametrize("key", LISTS)
def test_every_list_of_a_plan_is_counted(tmp_path, key):
    """A hundred thousand experiments may be asked for, and not more."""
    beside = "opponents" if key == "kits" else "kits"

    def read(count):
        lists = {"kits": ["her"], beside: LISTS[beside](250), key: LISTS[key](count)}
        path = tmp_path / "plan.toml"
        path.write_text("".join(f"{name} = {value}\n" for name, value in lists.items()))
        return read_plan(path)

    assert len(getattr(read(400), key)) == 400
    with pytest.raises(UsageError, match=r"asks for 100,250 experiments; ask for at most 100,000$"):
        read(401)


def test_the_lists_of_a_plan_are_multiplied(tmp_path):
    """An empty list of rules or beads stands for the usual ones, one experiment."""
    lists = 'kits = ["her", "him"]\nrules = []\nbeads = []\n'
    few_opponents = ["random"] * 50
    path = tmp_path / "plan.toml"
    path.write_text(f"{lists}opponents = {few_opponents}\nseeds = {list(range(1000))}\n")
    assert len(read_plan(path).seeds) == 1000
    path.write_text(f"{lists}opponents = {few_opponents}\nseeds = {list(range(1001))}\n")
    with pytest.raises(UsageError, match="asks for 100,100 experiments"):
        read_plan(path)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("beads = [[]]", "a list that is not empty"),
        ("beads = [[0]]", "from 1 to 1,000,000"),
        (
            "beads = [[1000001]]",
            "beads[0][0] is 1000001; it must be a whole number from 1 to 1,000,000",
        ),
        ("seeds = [99999999999999999999]", "9,223,372,036,854,775,807"),
        (f"rules = {'[' * 5000}", ""),
    ],
)
def test_numbers_that_no_task_can_hold_are_refused(tmp_path, capsys, line, says):
    assert guarded(lambda: read_plan(Path(plan(tmp_path, f'kits = ["her"]\n{line}\n')))) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert says in error
    assert "fault" not in error
