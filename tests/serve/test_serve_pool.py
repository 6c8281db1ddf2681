"""The pool behind ``kitgen serve``: a queue, processes that may take only so much, and answers
that are kept.
"""

import asyncio
import io
import os
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from counting import at_least
from sampling import sample

from kitgen.errors import KitgenError
from kitgen.sandbox.child import END, HEAD
from kitgen.serve import pool as pools
from kitgen.serve import pool as processes
from kitgen.serve.bounds import LIMITS
from kitgen.serve.pool import AnswerCache, BusyError, Pool, Process
from kitgen.verification.remake import DATA_FRAME
from kitgen.web.tasks import SiteTask

EN = (("language", "en"),)


# --- a process
# --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bad():
    """A process that does its tasks badly."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(processes, "WORKER", "bad_workers")
        process = Process()
        yield process
        process.end()


def gone(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.every
@pytest.mark.parametrize(
    ("kit", "words"),
    sample(
        [
            ("sleeps", "more than 1 seconds of work"),
            ("no-memory", "more than 1000 MB of memory"),
            ("dies", "more memory than allowed here, or breaks its reader"),
            ("cut-short", "more memory than allowed here, or breaks its reader"),
            ("too-much", "more memory than allowed here, or breaks its reader"),
        ],
        one_in=6,
    ),
)
def test_a_process_that_takes_too_much_is_ended_and_another_takes_its_place(
    bad, monkeypatch, kit, words
):
    number, scratch = bad.do(SiteTask("card", "well")).decode().split()
    assert bad.do(SiteTask("card", "well")).decode().split() == [number, scratch], (
        "it is not begun for each task"
    )
    if kit == "sleeps":
        monkeypatch.setattr(
            processes, "LIMITS", {"card": replace(LIMITS["card"], seconds=1, patience=0.2)}
        )
    with pytest.raises(KitgenError, match=words):
        bad.do(SiteTask("card", kit))
    assert gone(int(number))
    assert not Path(scratch).exists(), "what it has left is cleared away"
    monkeypatch.undo()
    assert bad.do(SiteTask("card", "well")).decode().split()[0] != number


def test_a_fault_of_a_process_is_logged(bad, logged):
    bad.do(SiteTask("card", "at-fault"))
    assert "at-fault" in logged.getvalue()
    assert "Traceback, line 7" in logged.getvalue()


class Answering:
    """Stands for a started process: it answers each task at once, with its own number."""

    begun = 0
    returncode = 0

    def __init__(self, module, scratch, *, leads):
        assert (module, leads) == (processes.WORKER, True)
        Answering.begun += 1
        self.pid = Answering.begun
        self.scratch = Path(scratch)
        self.has_ended = False
        self.stdin = io.BytesIO()

    @property
    def stdout(self):
        frames = ((DATA_FRAME, str(self.pid).encode()), (END, b""))
        return io.BytesIO(
            b"".join(letter + len(data).to_bytes(HEAD - 1) + data for letter, data in frames)
        )

    def poll(self):
        return 0 if self.has_ended else None

    def wait(self, _seconds):
        self.has_ended = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.has_ended = True


@pytest.fixture
def answering(monkeypatch):
    """A process of which each start makes such a one."""
    monkeypatch.setattr(processes, "begin", Answering)
    monkeypatch.setattr(processes, "TASKS_OF_A_PROCESS", 3)
    Answering.begun = 0
    process = Process()
    yield process
    process.end()


def test_each_process_does_so_many_tasks_and_the_next_as_many(answering):
    task = SiteTask("card", "her")
    assert [answering.do(task) for _ in range(8)] == [
        b"1",
        b"1",
        b"1",
        b"2",
        b"2",
        b"2",
        b"3",
        b"3",
    ]


def test_a_new_process_has_been_prepared_for_no_kit(answering):
    task = SiteTask("card", "her")
    answering.do(task)
    answering.warmed = 2
    answering.lately.append("digest")
    answering.do(task)
    assert (answering.warmed, list(answering.lately)) == (2, ["digest"])
    answering.do(task)
    assert answering.do(task) == b"2"
    assert (answering.warmed, list(answering.lately)) == (0, [])


def test_a_process_that_has_ended_while_nobody_asked_is_begun_anew(answering):
    task = SiteTask("card", "her")
    assert answering.do(task) == b"1"
    begun = answering._process
    begun.has_ended = True
    assert begun.scratch.is_dir()
    assert [answering.do(task) for _ in range(4)] == [b"2", b"2", b"2", b"3"]
    assert not begun.scratch.exists()


def test_a_process_that_cannot_be_started_is_said_to_be(answering, monkeypatch):
    def refuse(*_, **__):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(processes, "begin", refuse)
    with pytest.raises(KitgenError) as caught:
        answering.do(SiteTask("card", "her"))
    assert str(caught.value) == "no process can be started (Resource temporarily unavailable)"


def test_a_process_that_is_ended_does_nothing_more():
    process = Process()
    process.end()
    with pytest.raises(KitgenError, match="the server is closing"):
        process.do(SiteTask("card", "her"))


# --- the queue
# --------------------------------------------------------------------------------------------------


class Slow:
    """Stands for a process: it waits to be let go, and writes down what it does."""

    done: list[str]
    ended: int
    begun: Event
    go: Event

    def __init__(self):
        self.lately = []
        self.warmed = 0

    def do(self, task):
        Slow.done.append(f"{task.kind} {task.kit}")
        Slow.begun.set()
        if task.kit == "wrong":
            raise KitgenError("refused")
        assert Slow.go.wait(5)
        return task.kit.encode()

    def end(self):
        """Nothing is left of it."""
        Slow.ended += 1
        Slow.go.set()


@pytest.fixture
def slow(monkeypatch):
    """Pools whose processes are such."""
    monkeypatch.setattr(pools, "Process", Slow)
    Slow.done = []
    Slow.ended = 0
    Slow.begun = Event()
    Slow.go = Event()


async def pause():
    for _ in range(5):
        await asyncio.sleep(0.01)


def run(work):
    async def whole():
        pool = Pool(1, warm=())
        try:
            await work(pool)
        finally:
            await pool.close()

    asyncio.run(whole())


@pytest.mark.usefixtures("slow")
def test_what_a_person_waits_for_at_each_change_goes_before_all_else():
    async def work(pool):
        long = [pool.ask(SiteTask("pdf", kit, EN)) for kit in ("a", "b", "c")]
        await pause()
        assert Slow.done == ["pdf a"], "one core, one PDF"
        light = [pool.ask(SiteTask("card", kit, EN)) for kit in ("x", "y")]
        await pause()
        assert Slow.done == ["pdf a", "card x"], "a process more for what is quick"
        assert [pool.place(one) for one in (*long, *light)] == [0, 0, 1, 0, 0]
        Slow.go.set()
        answers = [await one.answer for one in (*long, *light)]
        assert answers == [b"a", b"b", b"c", b"x", b"y"]
        assert Slow.done.index("card y") < Slow.done.index("pdf c")

    run(work)


@pytest.mark.usefixtures("slow")
def test_the_same_is_made_once_and_kept():
    async def work(pool):
        Slow.go.set()
        waiting = [pool.ask(SiteTask("pdf", "a", EN)) for _ in range(9)]
        assert {await one.answer for one in waiting} == {b"a"}
        assert pool.ask(SiteTask("pdf", "a", EN)).answer.done()
        assert Slow.done == ["pdf a"]
        await pool.ask(SiteTask("verify", "a", EN, {}, "form", "/x")).answer
        await pool.ask(SiteTask("verify", "a", EN, {}, "form", "/x")).answer
        assert Slow.done == ["pdf a", "verify a", "verify a"], "what somebody sends is not kept"

    run(work)


@pytest.mark.usefixtures("slow")
def test_two_people_who_upload_at_once_get_a_report_each():
    async def work(pool):
        uploads = [
            pool.ask(SiteTask("verify", "her", EN, {}, "form", path)) for path in ("/one", "/other")
        ]
        assert uploads[0] is not uploads[1]
        Slow.go.set()
        for upload in at_least(2, uploads):
            await upload.answer
        assert Slow.done == ["verify her"] * 2

    run(work)


@pytest.mark.usefixtures("slow")
def test_clients_take_turns_whatever_one_of_them_asks_for():
    async def work(pool):
        first = pool.ask(SiteTask("pdf", "first", EN), "greedy")
        many = [pool.ask(SiteTask("pdf", f"g{number}", EN), "greedy") for number in range(195)]
        other = [pool.ask(SiteTask("pdf", f"o{number}", EN), "other") for number in range(2)]
        shared = pool.ask(SiteTask("pdf", "g190", EN), "third")
        assert shared is many[190]
        assert [pool.place(waiting) for waiting in (first, *many[:2], *other, shared)] == [
            0,
            0,
            3,
            1,
            4,
            2,
        ]
        Slow.go.set()
        await asyncio.gather(*(waiting.answer for waiting in (first, *many, *other)))
        assert Slow.done[:7] == [
            f"pdf {kit}" for kit in ("first", "g0", "o0", "g190", "g1", "o1", "g2")
        ]
        assert len(Slow.done) == len({*Slow.done}) == 198

    run(work)


@pytest.mark.usefixtures("slow")
def test_what_nobody_waits_for_any_more_is_not_begun():
    async def work(pool):
        first, left, back = (
            pool.ask(SiteTask("pdf", kit, EN)) for kit in ("first", "left", "back")
        )
        pool.leave(left)
        pool.leave(back, back=True)
        Slow.go.set()
        await first.answer
        assert await back.answer == b"back", "who said to come back is waited for"
        assert Slow.done == ["pdf first", "pdf back"]
        assert left.answer.cancelled()

    run(work)


@pytest.mark.usefixtures("slow")
def test_a_refusal_is_told_and_not_kept_and_a_long_queue_is_closed(monkeypatch):
    monkeypatch.setattr(pools, "LONGEST_QUEUE", 2)

    async def work(pool):
        for _ in range(2):
            with pytest.raises(KitgenError, match="refused"):
                await pool.ask(SiteTask("pdf", "wrong", EN)).answer
        assert Slow.done == ["pdf wrong"] * 2
        for kit in ("a", "b", "c"):
            pool.ask(SiteTask("pdf", kit, EN))
        with pytest.raises(BusyError, match="too many requests are waiting"):
            pool.ask(SiteTask("pdf", "d", EN))
        pool.ask(SiteTask("pdf", "e", EN), "another client")

    run(work)


@pytest.mark.usefixtures("slow")
def test_whoever_waits_when_the_server_ends_is_told_so():
    async def work(pool):
        waiting = [pool.ask(SiteTask("pdf", kit, EN)) for kit in ("a", "b", "c")]
        assert await asyncio.to_thread(Slow.begun.wait, 60)
        await pool.close()
        assert Slow.ended == 2, "the processes are ended, and not waited for"
        assert Slow.done == ["pdf a"], "nothing more is begun"
        for one in at_least(2, waiting[1:]):
            with pytest.raises(KitgenError, match="the server is closing"):
                await one.answer

    run(work)


@pytest.mark.usefixtures("slow")
def test_processes_are_made_ready_while_nobody_asks():
    async def whole():
        pool = Pool(1, warm=("her", "menace"))
        Slow.go.set()
        pool.go_on()
        for _ in range(20):
            await pause()
            if len(Slow.done) == 4:
                break
        assert sorted(Slow.done) == ["warm her"] * 2 + ["warm menace"] * 2, (
            "each of them for each kit"
        )
        await pool.close()

    asyncio.run(whole())


@pytest.mark.usefixtures("slow")
def test_nothing_is_begun_any_more_when_the_server_ends():
    async def whole():
        pool = Pool(1, warm=("her", "menace"))
        pool.go_on()
        await pause()
        await pool.close()
        await pause()
        assert Slow.done == ["warm her"]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(whole())


def test_no_more_is_kept_than_there_is_room_for():
    kept = AnswerCache(most=1000)
    for number in range(100):
        kept.keep(str(number), b"x" * 90)
        assert kept.size <= 1000
    assert kept.get("99") is not None
    assert kept.get("0") is None


def test_there_is_a_process_for_each_core_and_one_more(monkeypatch):
    monkeypatch.setattr(pools.os, "cpu_count", lambda: 3)
    assert [len(Pool(cores, warm=())._free) for cores in (None, 2)] == [4, 3]
