"""Which engine plays an experiment, in what batches, and what it is told."""

from types import SimpleNamespace

import pytest
from jobs import kit_of

from kitgen.errors import KitgenError
from kitgen.lab import experiment
from kitgen.lab.experiment import GAMES_OF_A_BATCH, MANY, run
from kitgen.lab.tally import Experiment
from kitgen.machine.match import Match, parse_policy

HER = Match(kit_of(), parse_policy("random"), 1)


@pytest.fixture
def engines(monkeypatch):
    """Both engines, which play nothing and say what they were told; and whether one is missing."""
    kernel = pytest.importorskip("kitgen.lab.kernel")
    told = SimpleNamespace(installed=True)

    def batches(_work, size, threads, progress):
        return "kernel", size, threads, progress

    monkeypatch.setattr(experiment, "installed", lambda *_: told.installed)
    monkeypatch.setattr(experiment, "run_on_paper", lambda *given: ("paper", *given[1:]))
    monkeypatch.setattr(kernel, "Work", lambda _tried, oracle: oracle)
    monkeypatch.setattr(kernel, "sum_up", lambda oracle, given: (oracle, *given))
    monkeypatch.setattr(experiment, "_batches", batches)
    monkeypatch.setattr(experiment, "processors", lambda: 6)
    return told


@pytest.mark.parametrize(
    ("games", "machines", "installed", "engine", "plays"),
    [
        (MANY - 1, 1, True, "auto", "paper"),
        (MANY, 1, True, "auto", "kernel"),
        (MANY // 10, 10, True, "auto", "kernel"),
        (MANY, 1, False, "auto", "paper"),
        (MANY, 1, True, "paper", "paper"),
        (1, 1, True, "kernel", "kernel"),
    ],
)
def test_many_games_are_compiled(games, machines, installed, engine, plays, engines):
    engines.installed = installed
    answer = run(Experiment(HER, games, machines, 1), "oracle", print, engine=engine)
    if plays == "paper":
        assert answer == ("paper", "oracle", print)
    else:
        assert answer[:2] == ("oracle", "kernel")
        assert answer[3:] == (6, print)


@pytest.mark.parametrize(
    ("games", "machines", "threads", "size"),
    [
        (200, 100, None, 17),
        (200, 100, 4, 25),
        (200, 100, 3, 34),
        (GAMES_OF_A_BATCH // 10, 100, 1, 10),
        (2 * GAMES_OF_A_BATCH, 5, 2, 1),
        (1, 7, 100, 1),
    ],
)
@pytest.mark.usefixtures("engines")
def test_batches_are_short_and_none_waits_for_another(games, machines, threads, size):
    _, _, of_batch, used, _ = run(
        Experiment(HER, games, machines, 1), "oracle", engine="kernel", threads=threads
    )
    assert (of_batch, used) == (size, threads or 6)


@pytest.mark.usefixtures("engines")
def test_an_experiment_that_makes_no_sense_is_refused_before_it_is_compiled():
    with pytest.raises(KitgenError, match="0 games cannot be played"):
        run(Experiment(HER, 0, 10, 1), engine="kernel")


def test_batches_are_played_by_threads_and_told_one_by_one():
    started = []

    def play(start, size):
        started.append((start, size))
        return SimpleNamespace(machines=min(size, 10 - start), start=start)

    work = SimpleNamespace(experiment=SimpleNamespace(machines=10, games=3), play=play)
    played = []
    batches = list(experiment._batches(work, 4, 2, played.append))
    assert sorted(started) == [(0, 4), (4, 4), (8, 4)]
    assert sorted(batch.start for batch in batches) == [0, 4, 8]
    assert sorted(played) == [6, 12, 12]
    assert len(list(experiment._batches(work, 4, 1, None))) == 3
