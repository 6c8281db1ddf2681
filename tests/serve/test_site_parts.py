"""The parts of the site one by one, without a network, a process or a kit: what the guard refuses,
whose language is spoken, what a page is made of, how uploads are kept, what whoever waits is sent,
and how the worker takes its tasks.
"""

import asyncio
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from jobs import TEXTS
from starlette.requests import ClientDisconnect, Request

from kitgen.errors import KitgenError, UsageError
from kitgen.sandbox.child import HEAD
from kitgen.sandbox.limits import MB, Limits
from kitgen.serve import app, pool, work
from kitgen.serve.pool import BusyError, Pool, Process, Waiting
from kitgen.web.tasks import SiteTask


def request_of(query="", headers=(), method="GET", path="/"):
    """Return a request that nobody has sent."""
    return Request(
        {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers],
        }
    )


# --- the guard
# --------------------------------------------------------------------------------------------------


def guarded(scope, own_headers=()):
    """Return what a guarded app answers: status, headers and body; None where it is not asked."""
    sent = []
    questions = []

    async def inner(_scope, _receive, send):
        questions.append(True)
        await send({"type": "http.response.start", "status": 200, "headers": [*own_headers]})
        await send({"type": "http.response.body", "body": b"inner"})

    async def send(message):
        sent.append(message)

    asyncio.run(app.Guard(inner)(scope, None, send))
    start, body = sent
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    assert bool(questions) == (body["body"] == b"inner")
    return start["status"], headers, body["body"].decode()


def scope_of(path=b"/", query=b"", headers=()):
    """Return what a server hands to an app."""
    return {"type": "http", "raw_path": path, "query_string": query, "headers": [*headers]}


@pytest.mark.parametrize(
    ("scope", "status", "body"),
    [
        (scope_of(), 200, "inner"),
        (scope_of(None), 200, "inner"),
        (scope_of(b"/" * 8000), 200, "inner"),
        (scope_of(b"/" * 8001), 414, "the address is too long\n"),
        (scope_of(b"/" * 4000, b"a" * 4000), 200, "inner"),
        (scope_of(b"/" * 4000, b"a" * 4001), 414, "the address is too long\n"),
        (scope_of(headers=[(b"content-length", b"1")]), 200, "inner"),
        (scope_of(headers=[(b"transfer-encoding", b"chunked")]), 200, "inner"),
        (
            scope_of(headers=[(b"content-length", b"1"), (b"transfer-encoding", b"chunked")]),
            400,
            "a request has a length or is sent in chunks, not both\n",
        ),
    ],
    ids=range(9),
)
def test_the_guard_refuses_long_addresses_and_doubtful_lengths(scope, status, body):
    found, headers, said = guarded(scope)
    assert (found, said) == (status, body)
    assert app._HEADERS.items() <= headers.items()
    assert headers.get("connection") == (None if status == 200 else "close")


def test_the_guard_leaves_the_headers_that_an_answer_has():
    own = (b"content-security-policy", b"own")
    _, headers, _ = guarded(scope_of(), [own])
    assert headers == app._HEADERS | {"content-security-policy": "own"}


def test_the_guard_lets_through_what_is_no_request():
    questions = []

    async def inner(*given):
        questions.append(given)

    asyncio.run(app.Guard(inner)({"type": "lifespan"}, 1, 2))
    assert questions == [({"type": "lifespan"}, 1, 2)]


# --- languages, addresses and pages
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "wish", "language"),
    [
        ("", "", "en"),
        ("language=it", "de", "it"),
        ("language=xx", "de", "de"),
        ("", "de", "de"),
        ("", "DE-at", "de"),
        ("", "fr-CH, de;q=0.9", "fr"),
        ("", "it,en;q=0.8", "it"),
        ("", "en;q=0.8,it", "it"),
        ("", "xx, es;q=0.5", "es"),
        ("", "de;q=0.2, es;q=0.5, it;q=0.3", "es"),
        ("", "xx, yy", "en"),
        ("", "x" * 196 + ",de", "de"),
        ("", "x" * 198 + ",de", "en"),
    ],
)
def test_whose_language_is_spoken(query, wish, language):
    headers = [("accept-language", wish)] if wish else []
    assert app.language_of(request_of(query, headers)) == language


def test_a_visit_has_its_kit_its_task_and_its_paths():
    visit = app.Visit(request_of("kit=ladder&language=it&box=A1"), ("box",))
    task = visit.task("card", shown=True, upload="/x")
    assert (task.kind, task.kit, task.shown, task.upload) == ("card", "ladder", True, "/x")
    assert (task.choices, task.more) == ((("language", "it"),), {"box": "A1"})
    plain = visit.task("card")
    assert (plain.shown, plain.upload) == (False, "")
    assert visit.path("card.svg") == (
        f"kit/{visit.address.digest}/card.svg?kit=ladder&language=it&box=A1"
    )
    with pytest.raises(KitgenError, match="box"):
        app.Visit(request_of("kit=ladder&box=A1"))


@pytest.mark.parametrize(
    ("query", "place", "status"),
    [
        ("", app.SHELF, 200),
        ("kit=ladder", app.MAKE, 200),
        ("kit=+nothing+&parts=a&parts=b", app.MAKE, 422),
    ],
)
def test_a_page_is_made_of_its_address(query, place, status, monkeypatch):
    bodies = []
    frames = []

    def body(*given, **own):
        bodies.append((given, own))
        return "body"

    def frame(*given):
        frames.append(given)
        return "frame"

    monkeypatch.setattr(app, "_body", body)
    monkeypatch.setattr(app, "app_frame", frame)
    answer = asyncio.run(app.page(request_of(f"{query}&language=it")))
    assert (answer.status_code, answer.body) == (status, b"frame")
    assert frames == [("body", "it", "app", app.PAGE_POLICY)]
    (((language, chosen, found_place), own),) = bodies
    assert (language, found_place) == ("it", place)
    if status == 422:
        assert chosen == {"kit": "nothing", "language": "it", "parts": "a,b"}
        assert own.keys() == {"why"}
        return
    kit = "ladder" if query else "her"
    visit = app.Visit(request_of(f"{query}&language=it"))
    assert chosen == {"kit": kit, "language": "it"}
    pictures = f"kit/{visit.address.digest}"
    asked = f"kit={kit}&language=it"
    assert visit.address.query == asked
    assert own == {
        "card_path": f"{pictures}/card.svg?{asked}",
        "sheet_path": f"{pictures}/sheet.svg?{asked}",
    }


def test_a_body_has_the_words_of_the_site(monkeypatch):
    bodies = []
    monkeypatch.setattr(app, "app_body", lambda *given, **own: bodies.append((given, own)))
    texts = TEXTS["it"]
    app._body("it", {"kit": "her"}, "make", card_path="x")
    app._body("it", {})
    (given, own), (_, usual) = bodies
    assert given == ("it", "app", (), {"kit": "her"})
    assert own == {
        "place": "make",
        "no_script": texts("serve.no_script"),
        "ready_made": None,
        "card_path": "x",
        "sheet_path": "",
        "app_footer": texts("serve.footer"),
        "file_hint": texts("serve.file_hint", megabytes=app.LARGEST_FILE // MB),
    }
    assert (usual["place"], usual["card_path"]) == (app.SHELF, "")


@pytest.mark.parametrize(
    ("tags", "known"),
    [
        ("", False),
        ('"a"', True),
        ('W/"a"', True),
        ('"b"', False),
        ('"b", W/"a"', True),
        ('"b","a"', True),
        ("*", True),
        ('"ab"', False),
        ("a", False),
    ],
)
def test_what_a_client_has_already_is_known_by_its_tag(tags, known):
    headers = app._kept("a", 60)
    assert headers == {"etag": 'W/"a"', "cache-control": "public, max-age=60"}
    assert app._known(request_of(headers=[("if-none-match", tags)]), headers) is known


# --- uploads
# --------------------------------------------------------------------------------------------------


class Sending:
    """A request that sends pieces, or fails."""

    def __init__(self, *pieces, length=None, state=None):
        self.pieces = pieces
        self.headers = {} if length is None else {"content-length": length}
        self.app = SimpleNamespace(state=state or SimpleNamespace(uploaded=0))

    async def stream(self):
        """Yield the pieces."""
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            if piece is None:
                await asyncio.sleep(1)
            yield piece


def uploaded(sending):
    """Return what is in the file of an upload, and what is counted meanwhile."""
    with app.ExitStack() as uploads:
        path = Path(asyncio.run(app._upload(sending, uploads)))
        assert path.name == "upload"
        return path.read_bytes(), sending.app.state.uploaded


@pytest.mark.parametrize("length", [None, "", "0", "6", "10"])
def test_an_upload_is_kept_as_it_is_sent(length, monkeypatch):
    monkeypatch.setattr(app, "LARGEST_UPLOAD", 10)
    sending = Sending(b"abc", b"", b"def", length=length)
    sending.app.state.uploaded = 7
    assert uploaded(sending) == (b"abcdef", 13)
    assert sending.app.state.uploaded == 7


@pytest.mark.parametrize(
    ("sending", "status"),
    [
        (Sending(b"abc", length="11"), 413),
        (Sending(b"abcdef", b"ghijk"), 413),
        (Sending(b"abc", ClientDisconnect()), 408),
        (Sending(b"abc", None), 408),
    ],
    ids=["said to be long", "long", "left", "slow"],
)
def test_an_upload_is_refused_and_forgotten(sending, status, monkeypatch):
    monkeypatch.setattr(app, "LARGEST_UPLOAD", 10)
    monkeypatch.setattr(app, "MAX_SENDING_SECONDS", 0.01)
    with pytest.raises(app.HTTPException) as refused:
        uploaded(sending)
    assert refused.value.status_code == status
    assert sending.app.state.uploaded == 0


def test_too_many_bytes_of_all_are_refused_for_a_minute(monkeypatch):
    monkeypatch.setattr(app, "MAX_UPLOADED_BYTES", 10)
    state = SimpleNamespace(uploaded=4)
    assert uploaded(Sending(b"abcdef", state=state)) == (b"abcdef", 10)
    with pytest.raises(BusyError) as busy:
        uploaded(Sending(b"abcdefg", state=state))
    assert str(busy.value) == "too many files are being sent; try again in a minute"
    assert state.uploaded == 4


# --- what whoever waits is sent
# --------------------------------------------------------------------------------------------------


def lines_of(places, outcome, monkeypatch, shown=True):
    """Return what is sent to a page whose task has these places in the queue one by one, how its
    task is left, and how long it waits each time.
    """
    left = []
    waits = []
    places = [*places]

    async def everything():
        answer = asyncio.get_running_loop().create_future()

        async def wait(_answers, timeout):  # noqa: ASYNC109 - as asyncio's own
            waits.append(timeout)
            if len(places) == 0 and not answer.done():
                if isinstance(outcome, Exception):
                    answer.set_exception(outcome)
                else:
                    answer.set_result(outcome)

        monkeypatch.setattr(app, "asyncio", SimpleNamespace(wait=wait))
        waiting = SimpleNamespace(answer=answer)
        queue = SimpleNamespace(place=lambda _waiting: places.pop(0), leave=left.append)
        visit = app.Visit(request_of("kit=ladder&language=en"))
        visit.ask = lambda _task: (queue, waiting)
        task = visit.task("pdf", shown=shown)
        sent = [line async for line in app._line_by_line(visit, task, app.ExitStack())]
        assert left == [waiting]
        return sent

    return asyncio.run(everything()), waits


def test_a_page_is_told_its_place_when_that_changes_and_then_its_answer(monkeypatch):
    sent, waits = lines_of([2, 2, 1, 0, 0], b"{}", monkeypatch)
    texts = TEXTS["en"]
    places = [texts("serve.place", count=2), texts("serve.place", count=1), texts("serve.next")]
    two, one, following = (json.dumps({"place": place}).encode() for place in places)
    found = [line if line == b" " else msgspec.json.decode(line) for line in sent]
    decoded = [msgspec.json.decode(line) for line in (two, one, following)]
    assert found == [decoded[0], b" ", decoded[1], decoded[2], b" ", {}]
    assert all(line.endswith(b"\n") for line in sent if line != b" ")
    assert waits == [app.SECONDS_BETWEEN_LOOKS] * 5 == [1.0] * 5


def test_a_refusal_comes_as_a_line_too(monkeypatch):
    sent, _ = lines_of([0], UsageError("not <so>"), monkeypatch)
    refused = msgspec.json.decode(sent[-1])
    assert refused["reason"] == "not <so>"
    assert refused.keys() == {"refusal", "reason"}


def test_the_answer_of_a_file_is_where_it_is(monkeypatch):
    sent, _ = lines_of([0], b"%PDF", monkeypatch, shown=False)
    found = msgspec.json.decode(sent[-1])
    visit = app.Visit(request_of("kit=ladder&language=en"))
    assert found == {
        "path": visit.path("kit.pdf"),
        "name": app.engine.file_name(visit.address, app.engine.MADE["pdf"].ending),
        "media": "application/pdf",
    }


# --- processes and their worker
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "was_stopped", "words"),
    [
        (0, True, "this takes more than 7 seconds of work, more than allowed here"),
        (pool._NO_TIME, False, "this takes more than 7 seconds of work, more than allowed here"),
        (pool.NO_MEMORY, False, "this takes more than 9 MB of memory, more than allowed here"),
        (pool.NO_MEMORY, True, "this takes more than 7 seconds of work, more than allowed here"),
        (0, False, "this takes more memory than allowed here, or breaks its reader"),
        (-9, False, "this takes more memory than allowed here, or breaks its reader"),
    ],
)
def test_why_a_process_has_ended_is_told(code, was_stopped, words):
    limits = Limits(7, 21, answer=MB, memory=9 * MB + 5)
    assert pool._why_it_ended(limits, code, was_stopped=was_stopped) == words


def test_a_process_is_not_begun_before_it_has_a_task():
    process = Process()
    assert (process.warmed, [*process.lately], process.lately.maxlen) == (0, [], pool.MAX_KITS)
    process.end()


@pytest.mark.parametrize(
    ("cores", "counted", "processes"), [(None, 3, 4), (2, 3, 3), (None, None, 2), (0, 5, 6)]
)
def test_a_pool_has_a_process_for_each_core_and_one_more(cores, counted, processes, monkeypatch):
    monkeypatch.setattr(pool.os, "cpu_count", lambda: counted)
    made = Pool(cores)
    assert len(made._free) == len(made._all) == made._threads._max_workers == processes
    assert made._max_heavy == processes - 1
    assert made._warm == ("her", "menace")


def test_the_process_that_has_made_a_kit_lately_makes_it_again():
    made = Pool(3, warm=())
    for number, process in enumerate(made._free):
        process.warmed = number % 3
    made._free[0].lately.append("her")
    assert made._best_process("her") is made._free[0]
    assert made._best_process("him") is made._free[2]


def test_whoever_comes_back_is_waited_for_ten_seconds():
    async def leave(back):
        waiting = Waiting("key", SiteTask("pdf", "her"))
        waiting.waiters = 2
        now = asyncio.get_running_loop().time()
        Pool(1, warm=()).leave(waiting, back=back)
        return waiting.waiters, waiting.until - now

    assert asyncio.run(leave(False))[0] == 1
    assert asyncio.run(leave(False))[1] < 0
    waiters, seconds = asyncio.run(leave(True))
    assert waiters == 1
    assert 10 <= seconds < 11


class Instant:
    """Stands for a process: it answers at once with the kit's name."""

    def __init__(self):
        self.lately = []
        self.warmed = 0

    def do(self, task):
        """Return the name of the kit, or fail."""
        if task.kit == "wrong":
            raise UsageError("refused")
        return task.kit.encode()

    def end(self):
        """Nothing is left of it."""


def test_a_pool_is_as_before_when_its_tasks_are_done(monkeypatch):
    monkeypatch.setattr(pool, "Process", Instant)

    async def work():
        made = Pool(1, warm=())
        english = (("language", "en"),)
        kinds = ("pdf", "card", "pdf", "verify")
        for kind, kit in zip(kinds, ("her", "him", "wrong", "ladder"), strict=True):
            waiting = made.ask(SiteTask(kind, kit, english))
            if kit == "wrong":
                with pytest.raises(KitgenError, match=r"^refused$"):
                    await waiting.answer
            else:
                assert await waiting.answer == kit.encode()
            for _ in range(20):
                await asyncio.sleep(0)
            assert (made._heavy_running, made._tasks, made._running) == (0, {}, set())
            assert len(made._free) == 2
            assert waiting.begun
        kept = [
            made.cache.get(pool.key_of(SiteTask(kind, kit, english)))
            for kind, kit in (
                ("pdf", "her"),
                ("card", "him"),
                ("pdf", "wrong"),
                ("verify", "ladder"),
            )
        ]
        assert kept == [b"her", b"him", None, None]
        digests = {digest for process in made._free for digest in process.lately}
        assert digests == {
            SiteTask("pdf", kit, english).address.digest
            for kit in ("her", "him", "wrong", "ladder")
        }
        await made.close()
        made.go_on()

    asyncio.run(work())


def test_an_idle_process_is_made_ready_for_the_next_kit():
    begun = []

    async def warm():
        made = Pool(1, warm=("her", "menace"))
        made._begin = lambda waiting, process: begun.append((waiting, process))
        made._free[0].warmed = 2
        made._free[1].warmed = 1
        made.go_on()
        made.go_on()
        made._warming = False
        made._heavy_running = 1
        made.go_on()
        return made

    made = asyncio.run(warm())
    ((waiting, process),) = begun
    assert process is made._free[1]
    assert (waiting.key, waiting.task) == ("", SiteTask("warm", "menace", (("language", "en"),)))


class Output(io.BytesIO):
    """Standard output, or input."""

    @property
    def buffer(self):
        """Return itself."""
        return self


def worker(monkeypatch, tasks, answer):
    """Return what the worker does with some tasks: its answers and its limits."""
    done = []
    data = b""
    for task in tasks:
        content = msgspec.msgpack.encode(task)
        data += work.TASK + len(content).to_bytes(HEAD - 1) + content
    monkeypatch.setattr(sys, "stdin", Output(data))
    monkeypatch.setattr(work, "restrain", lambda *limits: done.append(limits))
    monkeypatch.setattr(work, "write_frames", done.append)
    monkeypatch.setattr(work, "_answer", answer)
    monkeypatch.setattr(work.time, "process_time", lambda: 12.7)
    monkeypatch.setattr(work.os, "_exit", done.append)
    monkeypatch.setattr(work.tempfile, "tempdir", None)
    work.main("scratch")
    assert work.tempfile.tempdir == "scratch"
    return done


def test_the_worker_takes_its_tasks_one_by_one_within_their_limits(monkeypatch):
    tasks = [SiteTask("card", "her"), SiteTask("pdf", "him", (("language", "en"),))]
    card, pdf = (work.LIMITS[task.kind] for task in tasks)
    assert worker(monkeypatch, tasks, lambda task: task) == [
        (13 + card.seconds, card.memory),
        tasks[0],
        (13 + pdf.seconds, pdf.memory),
        tasks[1],
    ]
    assert worker(monkeypatch, [], print) == []


def test_a_worker_without_memory_ends_with_its_code(monkeypatch):
    def no_memory(_task):
        raise MemoryError

    done = worker(monkeypatch, [SiteTask("card", "her")], no_memory)
    assert done[1:] == [work.NO_MEMORY]


@pytest.mark.parametrize(
    ("shown", "answer", "frames"),
    [
        (False, b"bytes", [(work.DATA_FRAME, b"bytes")]),
        (True, {"a": [1]}, [(work.DATA_FRAME, b'{"a":[1]}')]),
    ],
)
def test_a_task_is_answered_as_it_is_asked(shown, answer, frames, monkeypatch):
    task = SiteTask("card", "her", (), {}, "", shown)
    calls = []
    monkeypatch.setattr(work, "page_answer", lambda _task: calls.append("page") or answer)
    monkeypatch.setattr(
        work, "WORK", {"card": lambda _task, progress: calls.append(progress) or answer}
    )
    assert list(work._answer(task)) == frames
    assert calls == (["page"] if shown else [None])


def test_what_is_sent_is_taken_apart(tmp_path, monkeypatch):
    path = tmp_path / "upload"
    monkeypatch.setattr(work, "WORK", {"verify": lambda task, _progress: [task.more, task.upload]})
    monkeypatch.setattr(work, "REQUESTS", {"verify": ("name",)})
    task = SiteTask("verify", "her", (), {"name": "old"}, str(path))
    path.write_bytes(b'{"name": "a.csv"}\nfirst\nsecond')
    ((letter, answer),) = work._answer(task)
    assert (letter, json.loads(answer)) == (work.DATA_FRAME, [{"name": "a.csv"}, str(path)])
    assert path.read_bytes() == b"first\nsecond"
    for content, words in (
        (b"no JSON\nfirst", "what the browser sent cannot be read; choose the file again"),
        (b'{"other": "a"}\nfirst', "other"),
    ):
        path.write_bytes(content)
        with pytest.raises(KitgenError, match=words):
            list(work._answer(task))
    path.unlink()
    with pytest.raises(KitgenError, match=r"^the file has been deleted$"):
        list(work._answer(task))


def test_only_an_unforeseen_fault_is_written_down(monkeypatch):
    errors = iter([UsageError("not so"), ZeroDivisionError("one by nought"), MemoryError()])

    def fail(_task, _progress):
        raise next(errors)

    monkeypatch.setattr(work, "WORK", {"card": fail})
    task = SiteTask("card", "her")
    answer = work._answer(task)
    with pytest.raises(KitgenError, match=r"^not so$"):
        next(answer)
    answer = work._answer(task)
    letter, trace = next(answer)
    assert letter == work.FAULT == b"!"
    assert b"ZeroDivisionError: one by nought" in trace
    with pytest.raises(KitgenError, match="ZeroDivisionError"):
        next(answer)
    with pytest.raises(MemoryError):
        next(work._answer(task))
