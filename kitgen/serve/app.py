"""The web app: the routes and their answers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kitgen.errors import KitgenError
from kitgen.journal.class_board import MAX_KEYS_LETTERS, BoardFolder
from kitgen.reading.texts import texts_in
from kitgen.sandbox.limits import LARGEST_FILE, MB
from kitgen.serve.board_site import BoardSite
from kitgen.serve.bounds import (
    KEPT_SECONDS,
    LARGEST_UPLOAD,
    LONGEST_ADDRESS,
    MAX_SENDING_SECONDS,
    MAX_UPLOADED_BYTES,
    MAX_WAIT_SECONDS,
    RETRY_SECONDS,
    SECONDS_BEFORE_A_PLACE,
)
from kitgen.serve.pool import BusyError, Pool, Waiting, key_of
from kitgen.web import engine
from kitgen.web.address import KIT_FIELD, LANGUAGE, fields, read_address, refuse_unknown
from kitgen.web.app_page import MAKE, SHELF, app_body, app_frame, page_files
from kitgen.web.forms import refusal
from kitgen.web.tasks import BOX, CURVE_DEFAULTS, POSITION, SiteTask

#: The policy of a page: load what the site serves, send its own forms, and nothing else.
PAGE_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
)
#: The same in a header, which can also say that no other page may frame it.
POLICY = f"{PAGE_POLICY}; frame-ancestors 'none'"
#: The policy of a picture opened by itself: nothing is allowed.
PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
#: The policy of the companion page, in addition to its own, which has the hashes of its script and
#: style.
PLAY_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]


class Guard:
    """Adds headers to each answer, and refuses too long an address, and a doubtful length."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                for name, value in _RAW_HEADERS:
                    if name not in present:
                        message["headers"].append((name, value))
            await send(message)

        app = self._app
        closing = {"connection": "close"}
        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            app = PlainTextResponse("the address is too long\n", 414, closing)
        elif {b"content-length", b"transfer-encoding"} <= dict(scope["headers"]).keys():
            reason = "a request has a length or is sent in chunks, not both\n"
            app = PlainTextResponse(reason, 400, closing)
        await app(scope, receive, guarded)


#: The default language.
USUAL = "en"
#: The folder of the page's files in an address.
FOLDER = "app"
#: The most letters that are read of a browser's list of languages.
MAX_LANGUAGES = 200
#: Seconds between checks of whether a waiting client is still connected.
SECONDS_BETWEEN_LOOKS = 1.0


class LateError(Exception):
    """An answer takes too long; the argument is the number of tasks before it in the queue."""


class Visit:
    """A request for something made of a kit.

    Its address may have some ``known`` names besides those of the kit.
    """

    def __init__(self, request: Request, known: Sequence[str] = ()) -> None:
        self.request = request
        self.language = language_of(request)
        self.address, self.more = read_address(request.query_params.multi_items(), self.language)
        refuse_unknown(self.more, known)

    def task(self, kind: str, *, shown: bool = False, upload: str = "") -> SiteTask:
        """Return a task for this visit."""
        return SiteTask(kind, self.address.kit, self.address.choices, self.more, upload, shown)

    def path(self, name: str) -> str:
        """Return the address of something made of the kit, from the site's root."""
        query = "&".join(filter(None, (self.address.query, urlencode(self.more))))
        return f"kit/{self.address.digest}/{name}?{query}"

    def ask(self, task: SiteTask) -> tuple[Pool, Waiting]:
        """Queue a task for the client; return the pool and the task's place there."""
        client = self.request.client
        pool = self.request.app.state.pool
        return pool, pool.ask(task, client.host if client else "")

    async def made(self, task: SiteTask, patience: float = MAX_WAIT_SECONDS) -> bytes:
        """Return the pool's answer to a task; ``LateError`` after ``patience`` seconds."""
        pool, waiting = self.ask(task)
        try:
            while patience > 0 and not waiting.answer.done():
                await asyncio.wait([waiting.answer], timeout=min(SECONDS_BETWEEN_LOOKS, patience))
                patience -= SECONDS_BETWEEN_LOOKS
                if not waiting.answer.done() and await self.request.is_disconnected():
                    break
        finally:
            late = not waiting.answer.done()
            pool.leave(waiting, back=late)
        if late:
            raise LateError(pool.place(waiting))
        return await waiting.answer


def language_of(request: Request) -> str:
    """Return the language of a page: that in its address, else one that the browser prefers."""
    known = fields()[LANGUAGE].words
    language = request.query_params.get(LANGUAGE, "")
    if language in known:
        return language
    wishes = []  # such as "it-CH;q=0.8", where no weight is 1
    for wish in request.headers.get("accept-language", "")[:MAX_LANGUAGES].split(","):
        name, _, weight = wish.strip().partition(";q=")
        wishes.append((weight or "1", name.partition("-")[0].lower()))
    wishes.sort(key=lambda wish: wish[0], reverse=True)
    for _, name in wishes:
        if name in known:
            return name
    return USUAL


_SVG = "image/svg+xml"
#: The media types of the page's files, by their endings.
_MEDIA = {
    "js": "text/javascript",
    "css": "text/css",
    "svg": _SVG,
    "html": "text/html",
    "webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class KitThing:
    """Something made of a kit by a kind of ``task``.

    Attributes:
        known: names that its address may have besides those of the kit.
        policy: its own policy; empty if it is the site's.
        ending: of the file that is saved; empty if it is shown.
    """

    task: str
    media: str
    known: tuple[str, ...] = ()
    policy: str = ""
    ending: str = ""


#: Everything made of a kit, by its name in an address.
MADE = {
    **{
        file.name: KitThing(task, file.media, ending=file.ending)
        for task, file in engine.MADE.items()
    },
    "card.svg": KitThing("card", _SVG, (BOX,), PICTURE_POLICY),
    "sheet.svg": KitThing("labels", _SVG, (), PICTURE_POLICY),
    "board.svg": KitThing("board", _SVG, (POSITION,), PICTURE_POLICY),
    "curve.svg": KitThing("curve-picture", _SVG, tuple(CURVE_DEFAULTS), PICTURE_POLICY),
    "figures.json": KitThing("figures", "application/json"),
    "play.html": KitThing("companion", "text/html", policy=PLAY_POLICY),
}


def make_app(pool: Pool) -> Starlette:
    """Return the web app."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        pool.go_on()
        yield
        await pool.close()

    files = dict(page_files())
    for language in fields()[LANGUAGE].words:
        files[f"{language}.html"] = _body(language, {})
    routes = [Route("/", page)]
    for name, content in files.items():
        ending = name.rpartition(".")[2]
        routes.append(Route(f"/{FOLDER}/{name}", _fixed(content, _MEDIA[ending])))
    routes += [
        Route("/task/{name}", answer, methods=["GET", "POST"]),
        Route("/kit/{digest}/{name}", made),
        Route("/health", health),
    ]
    handlers: Any = dict.fromkeys(
        (HTTPException, BusyError, KitgenError, LateError, Exception), refused
    )
    middleware = [
        Middleware(Guard),
        Middleware(GZipMiddleware, minimum_size=8_000, compresslevel=6),
    ]
    app = Starlette(
        routes=routes, middleware=middleware, lifespan=lifespan, exception_handlers=handlers
    )
    app.state.pool = pool
    app.state.uploaded = 0
    return app


def _body(language: str, chosen: Mapping[str, str], place: str = SHELF, **own: object) -> str:
    """Return the body of the page, with the choices of an address, for want of scripts, too."""
    texts = texts_in(language)
    about = {
        "no_script": texts("serve.no_script"),
        "ready_made": None,
        "card_path": "",
        "sheet_path": "",
        "app_footer": texts("serve.footer"),
        "file_hint": texts("serve.file_hint", megabytes=LARGEST_FILE // MB),
    }
    return app_body(language, FOLDER, (), chosen, place=place, **(about | own))


async def page(request: Request) -> Response:
    """Answer with the page, which has the kit of its address."""
    language = language_of(request)
    place = MAKE if KIT_FIELD in request.query_params else SHELF
    status = 200
    own: dict[str, object]
    try:
        address = Visit(request).address
        chosen = {KIT_FIELD: address.kit, **dict(address.choices)}
        pictures = f"kit/{address.digest}"
        own = {
            "card_path": f"{pictures}/card.svg?{address.query}",
            "sheet_path": f"{pictures}/sheet.svg?{address.query}",
        }
    except KitgenError as error:
        status = 422
        chosen = _as_typed(request)
        own = {"why": refusal(language, engine.reason_of(error))}
    whole = app_frame(_body(language, chosen, place, **own), language, FOLDER, PAGE_POLICY)
    return HTMLResponse(whole, status, {"cache-control": "no-cache", "vary": "Accept-Language"})


def _as_typed(request: Request) -> dict[str, str]:
    """Return the choices of an address that cannot be understood."""
    query = request.query_params
    chosen = {name: value.strip() for name, value in query.items() if value.strip()}
    chosen["parts"] = ",".join(query.getlist("parts"))
    return chosen


async def made(request: Request) -> Response:
    """Answer with something made of a kit: a picture, or a download."""
    thing = MADE.get(request.path_params["name"])
    if thing is None:
        raise HTTPException(404)
    visit = Visit(request, thing.known)
    if request.path_params["digest"] != visit.address.digest:
        root = request.scope.get("root_path", "")
        return RedirectResponse(f"{root}/{visit.path(request.path_params['name'])}", 303)
    task = visit.task(thing.task)
    headers = _kept(key_of(task), KEPT_SECONDS)
    if thing.policy:
        headers["content-security-policy"] = thing.policy
    if thing.ending:
        name = engine.file_name(visit.address, thing.ending)
        headers["content-disposition"] = f'attachment; filename="{name}"'
    if _known(request, headers):
        return Response(status_code=304, headers=headers)
    return Response(await visit.made(task), headers=headers, media_type=thing.media)


async def answer(request: Request) -> Response:
    """Answer a page as its engine does, with JSON.

    If that takes long, lines with its place in the queue come first.
    """
    name = request.path_params["name"]
    is_file = name in engine.MADE
    if not is_file and name not in engine.REQUESTS:
        raise HTTPException(404)
    is_sent = name in engine.SENT
    if (request.method == "POST") != is_sent:
        raise HTTPException(405)
    visit = Visit(request, engine.REQUESTS.get(name, ()))
    with ExitStack() as uploads:
        upload = await _upload(request, uploads) if is_sent else ""
        task = visit.task(name, shown=not is_file, upload=upload)
        try:
            content = await visit.made(task, SECONDS_BEFORE_A_PLACE)
        except LateError:
            # Send each place at once, not when there is enough to compress.
            headers = {
                "cache-control": "no-cache",
                "x-accel-buffering": "no",
                "content-encoding": "identity",
            }
            lines = _line_by_line(visit, task, uploads.pop_all())
            return StreamingResponse(lines, headers=headers, media_type="application/x-ndjson")
    headers = {"cache-control": "no-cache"}
    return Response(_answered(visit, task, content), headers=headers, media_type="application/json")


def _answered(visit: Visit, task: SiteTask, content: bytes) -> bytes:
    """Return a line with the answer to a task, or with the address of its file."""
    if not task.shown:
        file = engine.MADE[task.kind]
        answer = {
            "path": visit.path(file.name),
            "name": engine.file_name(visit.address, file.ending),
            "media": file.media,
        }
        content = msgspec.json.encode(answer)
    return content + b"\n"


async def _line_by_line(visit: Visit, task: SiteTask, uploads: ExitStack) -> AsyncIterator[bytes]:
    """Yield a task's places in the queue and its answer; asking again would upload a file again."""
    last_place = ""
    with uploads:
        try:
            pool, waiting = visit.ask(task)
            try:
                while not waiting.answer.done():
                    place = _place(visit.language, pool.place(waiting))
                    if place == last_place:
                        yield b" "  # keeps the connection alive
                    else:
                        yield msgspec.json.encode({"place": place}) + b"\n"
                    last_place = place
                    await asyncio.wait([waiting.answer], timeout=SECONDS_BETWEEN_LOOKS)
            finally:
                pool.leave(waiting)
            yield _answered(visit, task, await waiting.answer)
        except (BusyError, KitgenError) as error:
            yield _refused(visit.language, str(error))


async def _upload(request: Request, uploads: ExitStack) -> str:
    """Save an upload in a file, which ``uploads`` deletes, and return its path."""
    if int(request.headers.get("content-length", "0") or 0) > LARGEST_UPLOAD:
        raise HTTPException(413)
    state = request.app.state
    size = 0
    folder = uploads.enter_context(TemporaryDirectory(prefix="kitgen-serve-"))
    path = Path(folder, "upload")

    @uploads.callback
    def forget() -> None:
        state.uploaded -= size

    try:
        with path.open("wb") as file:  # noqa: ASYNC230 - pieces go into the cache of the system
            async with asyncio.timeout(MAX_SENDING_SECONDS):
                async for piece in request.stream():
                    size += len(piece)
                    state.uploaded += len(piece)
                    if size > LARGEST_UPLOAD:
                        raise HTTPException(413)
                    if state.uploaded > MAX_UPLOADED_BYTES:
                        raise BusyError("too many files are being sent; try again in a minute")
                    file.write(piece)
    except (TimeoutError, ClientDisconnect):
        raise HTTPException(408) from None
    return str(path)


async def health(_request: Request) -> Response:
    """Answer the health check of a balancer."""
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


async def refused(request: Request, error: Exception) -> Response:
    """Answer with the reason for a refusal: in a line, or for a page as its engine does."""
    language = language_of(request)
    message = engine.reason_of(error)
    status = 422
    headers = {"cache-control": "no-store"}
    match error:
        case LateError(args=(place,)):
            message = _place(language, place)
            status = 503
            headers["retry-after"] = str(RETRY_SECONDS)
        case BusyError():
            message = str(error)
            status = 503
            headers["retry-after"] = "60"
        case HTTPException(status_code=404):
            message = texts_in(language)("serve.not_found")
            status = 404
            headers |= error.headers or {}
        case HTTPException():  # a wrong kind of request
            message = error.detail
            status = error.status_code
            headers |= error.headers or {}
        case _ if not isinstance(error, KitgenError):
            status = 500
            headers = _HEADERS | headers
    if "/task/" in request.url.path:
        return Response(_refused(language, message), status, headers, media_type="application/json")
    return PlainTextResponse(f"{message}\n", status, headers)


def _refused(language: str, reason: str) -> bytes:
    answer = {"refusal": str(refusal(language, reason)), "reason": reason}
    return msgspec.json.encode(answer) + b"\n"


def _place(language: str, place: int) -> str:
    texts = texts_in(language)
    return texts("serve.place", count=place) if place else texts("serve.next")


def _kept(digest: str, seconds: int) -> dict[str, str]:
    """Return the headers of an answer that a browser may keep.

    The tag is weak, since the answer may be sent compressed.
    """
    return {"etag": f'W/"{digest}"', "cache-control": f"public, max-age={seconds}"}


def _known(request: Request, headers: Mapping[str, str]) -> bool:
    """Return whether a client has an answer already, by one of its tags."""
    own_tag = headers["etag"].removeprefix("W/")
    tags = request.headers.get("if-none-match", "").split(",")
    return any(tag.strip().removeprefix("W/") in ("*", own_tag) for tag in tags)


def _fixed(text: str, media: str) -> Callable[[Request], Awaitable[Response]]:
    content = text.encode()
    headers = _kept(sha256(content).hexdigest()[:16], 600)

    async def fixed(request: Request) -> Response:
        if _known(request, headers):
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=media)

    return fixed


# The board of a class, for a browser on the same machine.

#: The names by which a browser on this machine calls it; others are those of other people's pages.
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")
#: The most bytes of a letter in UTF-8.
MAX_BYTES_OF_A_LETTER = 4
_BOARD_HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


class OnlyHere:
    """Refuses requests that call the machine by another name than its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http":
            host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
            if host.rpartition(":")[0] not in OWN_NAMES and host not in OWN_NAMES:
                reason = "this board is for the machine that it runs on\n"
                await PlainTextResponse(reason, 403)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def make_board_app(folder: BoardFolder, secret: str) -> Starlette:
    """Return the app of a board; its addresses begin with a secret, which no other page knows."""
    site = BoardSite(folder)

    async def board_page(_request: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(site.page), headers=_BOARD_HEADERS)

    async def state(request: Request) -> Response:
        version = request.query_params.get("version", "")
        return _board_answer(await run_in_threadpool(site.state, version))

    async def keys(request: Request) -> Response:
        content = await _sent(request, MAX_BYTES_OF_A_LETTER * MAX_KEYS_LETTERS)
        typed = content.decode("utf-8", "replace")
        return _board_answer(await run_in_threadpool(site.press, typed))

    async def file(request: Request) -> Response:
        query = request.query_params
        content = await _sent(request, LARGEST_UPLOAD)
        name = Path(query.get("name", "").replace("\\", "/")).name or "file"
        group = query.get("group", "")
        return _board_answer(await run_in_threadpool(site.take, content, name, group))

    async def refused_here(_request: Request, error: Exception) -> Response:
        """Answer with the reason: as to a page, since only pages ask."""
        return _board_answer({"refused": engine.reason_of(error)})

    routes = [
        Route(f"/{secret}/", board_page),
        Route(f"/{secret}/state", state),
        Route(f"/{secret}/keys", keys, methods=["POST"]),
        Route(f"/{secret}/file", file, methods=["POST"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(OnlyHere)],
        exception_handlers={KitgenError: refused_here},
    )


def _board_answer(answer: dict[str, Any] | None) -> Response:
    """Return an answer to the page of a board; None for nothing new."""
    if answer is None:
        return Response(status_code=204, headers=_BOARD_HEADERS)
    content = msgspec.json.encode(answer)
    return Response(content, headers=_BOARD_HEADERS, media_type="application/json")


async def _sent(request: Request, most: int) -> bytes:
    """Return what was sent; an HTTP error for more than ``most`` bytes, or if it takes too long."""
    content = bytearray()
    try:
        async with asyncio.timeout(MAX_SENDING_SECONDS):
            async for piece in request.stream():
                content += piece
                if len(content) > most:
                    raise HTTPException(413)
    except TimeoutError:
        raise HTTPException(408) from None
    return bytes(content)
