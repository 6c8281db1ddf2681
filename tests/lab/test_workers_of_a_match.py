"""What a process that plays for a match is told and answers, without a process."""

import signal
from types import SimpleNamespace

import pytest

from kitgen.errors import KitgenError
from kitgen.lab import matches
from kitgen.lab.matches import Arena, Contest, Entrant, Standings, play_contest
from kitgen.machine.match import parse_policy

RANDOM = Entrant("random", parse_policy("random"))
CONTEST = Contest("nim:5", (RANDOM, RANDOM), games=8, opening=0)


def test_a_worker_answers_each_task_and_says_what_is_wrong(monkeypatch):
    tasks = iter([(0, 0), (0, 1), (0, 2)])
    sent = []

    def receive():
        for task in tasks:
            return task
        raise EOFError

    def play(_arena, couple, number):
        if number == 1:
            raise KitgenError("no such move")
        return couple, number

    signals = []
    monkeypatch.setattr(matches.signal, "signal", lambda *given: signals.append(given))
    monkeypatch.setattr(Arena, "play_pair", play)
    matches._work(SimpleNamespace(recv=receive, send=sent.append), CONTEST)
    assert sent == [((0, 1), 0), "no such move", ((0, 1), 2)]
    assert signals == [(signal.SIGINT, signal.SIG_IGN)]


class Answering:
    """A connection to a worker, with its answer; None while it plays."""

    def __init__(self, answer=None):
        self.answer = answer

    def recv(self):
        if isinstance(self.answer, Exception):
            raise self.answer
        assert self.answer is not None, "it is not ready"
        return self.answer


@pytest.fixture
def ready(monkeypatch):
    """Lets those be ready that have an answer."""
    monkeypatch.setattr(matches, "wait", lambda workers: [one for one in workers if one.answer])


@pytest.mark.usefixtures("ready")
def test_what_workers_answer_is_taken_in_the_order_in_which_they_began():
    here = [Answering() for _ in range(3)]
    workers = {worker: (0, number) for number, worker in enumerate(here)}
    taken = []

    def collect():
        return here.index(matches._collect(workers, lambda task, pair: taken.append((task, pair))))

    here[2].answer = ["third"]
    assert collect() == 2
    here[1].answer = ["second"]
    here[0].answer = ["first"]
    assert [collect(), collect()] == [0, 1]
    assert taken == [((0, 2), ["third"]), ((0, 0), ["first"]), ((0, 1), ["second"])]
    assert workers == {}


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        ("no such move", "no such move"),
        (EOFError(), "a process that played for this match was ended; play it with --jobs 1"),
        (OSError(), "a process that played for this match was ended; play it with --jobs 1"),
    ],
)
def test_what_a_worker_cannot_answer_is_said(answer, refusal):
    with pytest.raises(KitgenError) as told:
        matches._collect({Answering(answer): (0, 3)}, print)
    assert str(told.value) == refusal


class Process:
    """A process that plays as soon as it is started; it is told of here."""

    def __init__(self, target, args, daemon):
        self.play, self.daemon, (self.theirs, self.contest) = target, daemon, args
        self.ended = []

    def start(self):
        STARTED.append(self)

    def terminate(self):
        self.ended.append("terminate")

    def join(self):
        self.ended.append("join")


STARTED = []


class Worker:
    """A connection to a worker, which has an answer to each task at once."""

    def __init__(self):
        self.tasks = []

    def send(self, task):
        self.tasks.append(task)

    def recv(self):
        pairing, number = self.tasks[-1]
        return Arena(CONTEST).play_pair(CONTEST.couples[pairing], number)

    def close(self):
        self.tasks.append("closed")


def test_tasks_are_shared_out_among_so_many_processes(monkeypatch):
    STARTED.clear()
    made = []
    alone = play_contest(CONTEST, jobs=1)

    def pipe():
        made.append((Worker(), Worker()))
        return made[-1]

    context = SimpleNamespace(Pipe=pipe, Process=Process)
    monkeypatch.setattr(matches.multiprocessing, "get_context", lambda _kind: context)
    monkeypatch.setattr(matches, "wait", lambda workers: workers)
    monkeypatch.setattr(matches, "ALONE_S", -1.0)
    steps = []
    shared = play_contest(CONTEST, jobs=2, progress=lambda *done: steps.append(done))
    assert [bout.moves for bout in shared.bouts] == [bout.moves for bout in alone.bouts]
    assert shared.pairings == alone.pairings
    assert steps == [(2, 8), (4, 8), (6, 8), (8, 8)]
    assert [(process.play, process.daemon, process.ended) for process in STARTED] == [
        (matches._work, True, ["terminate", "join"])
    ] * 2
    assert [(ours.tasks, theirs.tasks) for ours, theirs in made] == [
        ([(0, 1), (0, 3)], ["closed"]),
        ([(0, 2)], ["closed"]),
    ]


def test_early_pairs_wait_and_late_ones_do_not_count():
    standings = Standings(CONTEST)
    arena = Arena(CONTEST)
    pairs = [arena.play_pair((0, 1), number) for number in range(5)]
    standings.take(0, 1, pairs[1])
    assert (standings.bouts, standings.complete) == ([], False)
    standings.take(0, 0, pairs[0])
    assert standings.bouts == [*pairs[0], *pairs[1]]
    for number in (2, 3, 4):
        standings.take(0, number, pairs[number])
    assert standings.bouts == [*pairs[0], *pairs[1], *pairs[2], *pairs[3]]
    assert standings.complete
    assert standings.total(0) == standings.against(0, 1) == standings.against(1, 0).reversed()
