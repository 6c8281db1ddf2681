"""Every address of ``kitgen serve`` with its status, all its headers and its words, as readable
text; and how long whoever waits is left without a word. Tasks are answered at once by processes
that do nothing.
"""

import json
import re
from types import SimpleNamespace

import msgspec
import pytest
from counting import at_least
from jobs import LANGUAGES
from served_site import asked as asked_site

from kitgen.errors import KitgenError, UsageError
from kitgen.serve import app, bounds
from kitgen.serve import pool as pools
from kitgen.serve.app import LateError
from kitgen.serve.pool import BusyError
from kitgen.web import engine
from kitgen.web.app_page import page_files

#: The most letters of an answer that are shown.
SHOWN_LETTERS = 160
LADDER = "kit=ladder&language=en"


class Instant:
    """Stands for a process: it says at once which task it has got."""

    def __init__(self):
        self.lately = []
        self.warmed = 0

    def do(self, task):
        """Return the task as JSON."""
        if task.kit == "nim":
            raise UsageError("this game is not <known>")
        return msgspec.json.encode([task.kind, task.kit, task.choices, task.more, task.shown])

    def end(self):
        """Nothing is left of it."""


@pytest.fixture(scope="module")
def client():
    """Asks a site whose tasks take no time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pools, "Process", Instant)
        with asked_site() as started:
            yield started


def as_text(answer, words=True):
    """Return an answer as lines: its status, its headers in their order, and how it begins."""
    lines = [f"{answer.status_code}"]
    headers = answer.headers.multi_items()
    if headers[-len(app._HEADERS) :] == [*app._HEADERS.items()]:
        headers[-len(app._HEADERS) :] = [("and the headers of all answers", "")]
    for name, value in headers:
        shown = re.sub('"[0-9a-f]{16,}"', '"#"', value)
        if name == "allow":
            shown = ", ".join(sorted(value.split(", ")))
        shown = re.sub("kit/[0-9a-f]{16}/", "kit/#/", shown)
        lines.append(f"{name}: {'…' if name == 'content-length' else shown}")
    text = re.sub("kit/[0-9a-f]{16}/", "kit/#/", answer.text)
    if text.startswith("<!doctype"):
        text = re.search(r"<html[^>]*>", text)[0] + "…"
    if words:
        lines += text[:SHOWN_LETTERS].splitlines()
    return "\n    ".join(lines)


def requests():
    """Yield requests of all kinds: method, path, and what else is sent."""
    tag = {"if-none-match": "*"}
    for path in (
        "/",
        f"/?{LADDER}",
        "/?language=it",
        "/?kit=nothing",
        "/app/app.css",
        "/app/app.js",
        "/app/en.html",
        "/app/app.webmanifest",
        "/app/icon.svg",
        "/app/nothing",
        "/health",
        "/kit/-/kit.pdf",
        "/nowhere",
    ):
        yield "GET", path, {}
    for path in ("/app/app.css", "/app/de.html", "/", "/health"):
        yield "GET", path, {"headers": tag}
    yield "GET", "/", {"headers": {"accept-language": "fr-CH, de;q=0.9"}}
    for method in ("HEAD", "POST", "PUT", "DELETE", "OPTIONS"):
        for path in ("/", "/app/app.css", "/health", "/task/card", "/kit/-/card.svg"):
            yield method, path, {}


def test_each_address_answers_with_its_headers(client, golden):
    parts = []
    for method, path, more in requests():
        text = " ".join(f"{key}={value}" for key, value in more.get("headers", {}).items())
        answer = client.ask(method, path, **more)
        shown = as_text(answer, words=answer.status_code != 200 or "/app/" not in path)
        parts.append(f"{method} {path} {text}".rstrip() + f"\n    {shown}")
    golden("serve/addresses", "\n".join(parts))


def test_each_thing_of_a_kit_answers_with_its_headers(client, golden):
    """With the address of the kit, with a wrong one, with what is not of it, for whoever has it
    already, and where it is refused.
    """
    digest = client.get(f"/kit/-/board.svg?{LADDER}").headers["location"].split("/")[2]
    refused = client.get("/kit/-/board.svg?kit=nim&language=en").headers["location"].split("/")[2]
    parts = []
    for name in at_least(12, app.MADE):
        for path, headers in (
            (f"/kit/{digest}/{name}?{LADDER}", {}),
            (f"/kit/{digest}/{name}?{LADDER}", {"if-none-match": "*"}),
            (f"/kit/{digest}/{name}?{LADDER}", {"if-none-match": '"another"'}),
            (f"/kit/{digest}/{name}?kit=ladder&language=it", {}),
            (f"/kit/{digest}/{name}?{LADDER}&nothing=1", {}),
            (f"/kit/{refused}/{name}?kit=nim&language=en", {}),
        ):
            answer = client.get(path, headers=headers)
            shown = path.replace(digest, "#").replace(refused, "#")
            parts.append(f"GET {shown} {headers or ''}".rstrip() + f"\n    {as_text(answer)}")
    golden("serve/things", "\n".join(parts))


def test_what_may_be_said_of_a_thing_is_handed_on(client):
    """What an address may have besides its kit is that of the thing, and another thing of the same
    kit has another tag.
    """
    digest = client.get(f"/kit/-/board.svg?{LADDER}").headers["location"].split("/")[2]
    tags = set()
    for name, thing in at_least(12, app.MADE.items()):
        plain = client.get(f"/kit/{digest}/{name}?{LADDER}")
        assert plain.json() == [thing.task, "ladder", [["language", "en"]], {}, False]
        tags.add(plain.headers["etag"])
        for known in thing.known:
            more = client.get(f"/kit/{digest}/{name}?{LADDER}&{known}=7")
            assert more.json()[3] == {known: "7"}
            tags.add(more.headers["etag"])
    whats = {(thing.task, known) for thing in app.MADE.values() for known in ("", *thing.known)}
    assert len(tags) == len(whats)


def test_each_task_answers_with_its_headers(client, golden):
    parts = []
    for name in at_least(16, [*engine.MADE, *engine.REQUESTS, "warm", "nothing"]):
        for method, query in (
            ("GET", LADDER),
            ("POST", LADDER),
            ("GET", f"{LADDER}&nothing=1"),
            ("GET", "kit=nim&language=en"),
        ):
            answer = client.ask(method, f"/task/{name}?{query}")
            parts.append(f"{method} /task/{name}?{query}\n    {as_text(answer)}")
    golden("serve/tasks", "\n".join(parts))


def test_what_all_answers_have_in_common(golden):
    golden("serve/headers", "\n".join(f"{name}: {value}" for name, value in app._HEADERS.items()))


def test_all_files_of_the_page_are_served_and_kept_for_ten_minutes(client):
    media = {
        "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml",
        "webmanifest": "application/manifest+json",
        "html": "text/html; charset=utf-8",
    }
    files = dict(page_files())
    tags = set()
    texts = set()
    for name in at_least(10, [*files, *(f"{language}.html" for language in LANGUAGES)]):
        answer = client.get(f"/app/{name}")
        assert answer.status_code == 200, name
        assert answer.headers["content-type"] == media[name.rpartition(".")[2]]
        assert answer.headers["cache-control"] == "public, max-age=600"
        assert answer.text == files.get(name, answer.text)
        tags.add(answer.headers["etag"])
        texts.add(answer.text)
        again = client.get(f"/app/{name}", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == answer.headers["etag"]
        assert again.headers["cache-control"] == answer.headers["cache-control"]
    assert len(tags) == len(texts) > 30


# --- how long somebody waits
# --------------------------------------------------------------------------------------------------


class Never:
    """Stands for a pool in which no task is ever done, three others before it."""

    def __init__(self):
        self.left = []
        self.waiting = SimpleNamespace(answer=SimpleNamespace(done=lambda: False))

    def ask(self, _task, client):
        """Take a task."""
        self.client = client
        return self.waiting

    def leave(self, _waiting, *, back=False):
        """Note whether whoever leaves comes back."""
        self.left.append(back)

    def place(self, _waiting):
        """Return the number of tasks before it."""
        return 3


def waited(monkeypatch, path, *, leaves_after=1000, method="GET"):
    """Return for how many seconds a request waits each time, and what comes of it."""
    waits = []

    async def wait(_tasks, timeout):  # noqa: ASYNC109 - as asyncio's own
        waits.append(timeout)

    class Requested:
        client = SimpleNamespace(host="here")
        query_params = app.Request({"type": "http", "query_string": LADDER.encode()}).query_params
        headers = {}  # noqa: RUF012 - nobody writes in it
        path_params = {"name": path}  # noqa: RUF012 - as above
        app = SimpleNamespace(state=SimpleNamespace(pool=Never()))

        async def is_disconnected(self):
            return len(waits) >= leaves_after

    Requested.method = method
    monkeypatch.setattr(app, "asyncio", SimpleNamespace(wait=wait))
    return Requested(), waits


def run(coroutine):
    """Run to its end what waits for nothing."""
    with pytest.raises(StopIteration) as ended:
        coroutine.send(None)
    return ended.value.value


def test_a_page_waits_a_second_and_a_half_before_it_is_told_its_place(monkeypatch):
    request, waits = waited(monkeypatch, "look")
    request.query_params = app.Request(
        {"type": "http", "query_string": f"{LADDER}&home=x".encode()}
    ).query_params
    answer = run(app.answer(request))
    assert waits == [1.0, 0.5]
    assert answer.media_type == "application/x-ndjson"
    assert request.app.state.pool.left == [True], "it will ask again"
    assert request.app.state.pool.client == "here"


def test_a_download_waits_two_minutes_and_is_then_refused(monkeypatch):
    request, waits = waited(monkeypatch, "kit.pdf")
    visit = app.Visit(request)
    with pytest.raises(LateError) as late:
        run(visit.made(visit.task("pdf")))
    assert late.value.args == (3,)
    assert waits == [1.0] * 120
    assert request.app.state.pool.left == [True]


def test_nobody_waits_for_a_client_who_has_left(monkeypatch):
    request, waits = waited(monkeypatch, "kit.pdf", leaves_after=3)
    visit = app.Visit(request)
    with pytest.raises(LateError):
        run(visit.made(visit.task("pdf")))
    assert waits == [1.0] * 3


@pytest.mark.parametrize(
    ("error", "status", "retry", "words"),
    [
        (LateError(0), 503, "2", "serve.next"),
        (LateError(1), 503, "2", "1"),
        (LateError(12), 503, "2", "12"),
        (BusyError("too many wait"), 503, "60", "too many wait"),
        (KitgenError("refused"), 422, None, "refused"),
        (app.HTTPException(404), 404, None, "serve.not_found"),
        (app.HTTPException(405, headers={"allow": "GET"}), 405, None, "Method Not Allowed"),
        (app.HTTPException(413), 413, None, "Request Entity Too Large"),
        (ZeroDivisionError("secret"), 500, None, "(ZeroDivisionError)"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
@pytest.mark.parametrize("path", ["/kit/x/kit.pdf", "/task/pdf"])
def test_each_refusal_has_its_status_and_says_when_to_ask_again(path, error, status, retry, words):
    scope = {
        "type": "http",
        "path": path,
        "query_string": b"language=en",
        "headers": [],
        "server": ("site", 80),
        "root_path": "",
    }
    answer = run(app.refused(app.Request(scope), error))
    text = answer.body.decode()
    if words.startswith("serve."):
        words = app.texts_in("en")(words)
    assert answer.status_code == status
    assert answer.headers.get("retry-after") == retry
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers.get("allow") == (getattr(error, "headers", None) or {}).get("allow")
    assert ("content-security-policy" in answer.headers) == (status == 500)
    assert "secret" not in text
    if path == "/task/pdf":
        assert answer.media_type == "application/json"
        assert json.loads(text).keys() == {"refusal", "reason"}
        assert words in json.loads(text)["reason"]
    else:
        assert answer.media_type == "text/plain"
        assert words in text
        assert text.count("\n") == 1
        assert text.endswith("\n")


def test_the_bounds_of_the_site_are_those_that_were_measured(golden):
    """Whoever changes one looks at the others: they depend on each other."""
    lines = []
    for name, value in at_least(15, vars(bounds).items()):
        if name.isupper() and isinstance(value, int | float):
            lines.append(f"{name} {value:,}")
    lines += ["", "task              seconds  on the clock  answer, MB  memory, MB"]
    for kind, limits in at_least(19, bounds.LIMITS.items()):
        answer = limits.answer / bounds.MB
        memory = limits.memory / bounds.MB
        light = "light" if kind in bounds.LIGHT else ""
        line = f"{kind:18}{limits.seconds:7}{limits.patience:14}{answer:12g}{memory:12g}  {light}"
        lines.append(line.rstrip())
    golden("serve/bounds", "\n".join(lines))


def test_no_page_waits_long_for_its_first_word():
    assert 0 < bounds.SECONDS_BEFORE_A_PLACE < bounds.RETRY_SECONDS
    assert bounds.SECONDS_BEFORE_A_PLACE < pools.SECONDS_TO_COME_BACK < bounds.MAX_WAIT_SECONDS
    assert 2 * bounds.CONNECTIONS + bounds.BACKLOG < 1024
    assert {*bounds.LIGHT} < bounds.LIMITS.keys()
    assert bounds.LIMITS.keys() == {
        *engine.MADE,
        *engine.REQUESTS,
        "curve-picture",
        "board",
        "warm",
    }
