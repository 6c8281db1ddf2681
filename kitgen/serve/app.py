"""The web app: the routes and their answers."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kitgen.errors import KitgenError
from kitgen.extras import MissingExtraError
from kitgen.serve.bounds import LARGEST_UPLOAD, LONGEST_ADDRESS, LONGEST_WAIT, PATIENCE, RETRY_AFTER, SENDING, UPLOADED
from kitgen.serve.pages import (
    Subject,
    find_page,
    make_page,
    own_file,
    page,
    simulate_page,
    subject_pictures,
    verify_page,
)
from kitgen.serve.pool import BusyError, Pool, Waiting, key_of
from kitgen.web.address import LANGUAGE, NAMED, OWN, SIZE, KitAddress, fields, read_address, refuse_unknown
from kitgen.web.forms import Markup, check_result, curve_result, fill, position_result, print_figures, refusal, texts_in
from kitgen.web.script import source
from kitgen.web.tasks import BOX, CURVE_DEFAULTS, POSITION, SiteTask

#: The policy of a page: load what the site serves, send its own forms, and nothing else.
POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
#: The policy of a picture opened by itself: nothing is allowed.
PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
#: The policy of the companion page, in addition to its own, which has the hashes of its script and style.
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
    """Adds headers to each answer, and refuses an address that is too long or a request of doubtful length."""

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
                message["headers"] += [(name, value) for name, value in _RAW_HEADERS if name not in present]
            await send(message)

        async def refuse(status: int, why: bytes) -> None:
            headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
            await guarded({"type": "http.response.start", "status": status, "headers": headers})
            await guarded({"type": "http.response.body", "body": why})

        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            await refuse(414, b"the address is too long\n")
        elif {b"content-length", b"transfer-encoding"} <= dict(scope["headers"]).keys():
            await refuse(400, b"a request has a length or is sent in chunks, not both\n")
        else:
            await self._app(scope, receive, guarded)


#: The default language.
USUAL = "en"
#: Seconds between checks of whether a waiting client is still connected.
LOOK = 1.0


class LateError(Exception):
    """An answer takes too long; so many tasks are before it in the queue."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class Visit:
    """A request for something made of a kit, whose address may have some ``known`` names besides those of the kit."""

    def __init__(self, request: Request, known: tuple[str, ...] = ()) -> None:
        self.request = request
        pairs = request.query_params.multi_items()
        language = language_of(request)
        texts = {name: value.strip() for name, value in pairs if value.strip()}
        if "parts" in texts:
            texts["parts"] = ",".join(value for name, value in pairs if name == "parts")
        more = {name: text for name, text in texts.items() if name in known}
        kit = {name: text for name, text in texts.items() if name in (NAMED, SIZE, OWN, *fields())}
        query, refusal = None, ""
        try:
            read, rest = read_address(pairs, language)
            refuse_unknown(rest, known)
            query, kit = read, {NAMED: read.kit, **dict(read.choices)}
        except MissingExtraError as error:
            refusal = error.elsewhere
        except KitgenError as error:
            refusal = str(error)
        self.subject = Subject(language, query, kit, more, refusal, request.scope.get("root_path", ""))

    @property
    def address(self) -> KitAddress:
        """The kit, or the refusal of the address as an error."""
        if self.subject.address is None:
            raise KitgenError(self.subject.refusal)
        return self.subject.address

    @property
    def by_a_person(self) -> bool:
        """Whether a browser asks for a page, which may be one that says to wait."""
        return "text/html" in self.request.headers.get("accept", "")

    def task(self, kind: str, more: Mapping[str, str] | None = None) -> SiteTask:
        """Return a task for this visit."""
        return SiteTask(kind, self.address.kit, self.address.choices, dict(self.subject.more if more is None else more))

    def _ask(self, task: SiteTask) -> tuple[Pool, Waiting]:
        client, pool = self.request.client, self.request.app.state.pool
        return pool, pool.ask(task, client.host if client else "")

    async def made(self, task: SiteTask, patience: float = LONGEST_WAIT) -> bytes:
        """Return the pool's answer to a task; ``LateError`` if it takes more than ``patience`` seconds on the clock."""
        pool, waiting = self._ask(task)
        late = True
        try:
            late = not await self._waited(waiting, patience)
        finally:
            pool.leave(waiting, back=late)
        if late:
            raise LateError(pool.place(waiting))
        return await waiting.answer

    async def coming(self, task: SiteTask) -> AsyncIterator[int | bytes]:
        """Yield, again and again, how many tasks are before one in the queue; in the end its answer."""
        pool, waiting = self._ask(task)
        try:
            while not waiting.answer.done():
                yield pool.place(waiting)
                await asyncio.wait([waiting.answer], timeout=LOOK)
        finally:
            pool.leave(waiting)
        yield await waiting.answer

    async def _waited(self, waiting: Waiting, patience: float) -> bool:
        """Wait for an answer while the client is connected; return whether it has come."""
        while patience > 0 and not waiting.answer.done():
            await asyncio.wait([waiting.answer], timeout=min(LOOK, patience))
            patience -= LOOK
            if not waiting.answer.done() and await self.request.is_disconnected():
                return False
        return waiting.answer.done()


def language_of(request: Request) -> str:
    """Return the language of a page: that in its address, else the browser's preferred one that exists."""
    known = fields()[LANGUAGE].words
    language = request.query_params.get(LANGUAGE, "")
    if language in known:
        return language
    wishes = []
    for wish in request.headers.get("accept-language", "")[:200].split(","):
        name, _, weight = wish.strip().partition(";q=")
        wishes.append((weight or "1", name.partition("-")[0].lower()))
    return next((name for _, name in sorted(wishes, key=lambda wish: wish[0], reverse=True) if name in known), USUAL)


_SVG = "image/svg+xml"
_PICTURE = {"content-security-policy": PICTURE_POLICY}


@dataclass(frozen=True, slots=True)
class KitThing:
    """Something made of a kit.

    Attributes:
        task: the kind of task that makes it.
        media: its media type.
        known: names that its address may have besides those of the kit.
        fixed: its own headers.
        saved: the suffix of the downloaded file; empty if it is shown.
        inside: its key in the task's JSON; empty if it is the whole answer.
    """

    task: str
    media: str
    known: tuple[str, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    saved: str = ""
    inside: str = ""


#: Everything made of a kit, by its name in an address.
MADE = {
    "card.svg": KitThing("card", _SVG, (BOX,), _PICTURE),
    "sheet.svg": KitThing("labels", _SVG, (), _PICTURE),
    "board.svg": KitThing("board", _SVG, (POSITION,), _PICTURE),
    "curve.svg": KitThing("curve", _SVG, tuple(CURVE_DEFAULTS), _PICTURE, inside="curve"),
    "figures.json": KitThing("figures", "application/json"),
    "kit.pdf": KitThing("pdf", "application/pdf", saved=".pdf"),
    "kit.zip": KitThing("zip", "application/zip", saved=".zip"),
    "companion.html": KitThing("companion", "text/html", saved=".html"),
    "play.html": KitThing("companion", "text/html", fixed={"content-security-policy": PLAY_POLICY}),
}


#: Seconds that a page waits for its figures.
GLANCE = 0.8
#: The place in a streamed page where the rest follows.
_HERE = Markup("<!-- the result -->")
Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(pool: Pool) -> Starlette:
    """Return the web app."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        pool.warm()
        yield
        await pool.close()

    routes = [
        Route("/", make),
        Route("/look", pictures),
        Route("/figures", figures),
        Route("/kit/{digest}/{name}", made),
        Route("/find", find),
        Route("/simulate", simulate),
        Route("/verify", verify, methods=["GET", "POST"]),
        Route("/style.css", _fixed(source("app/pages.css"), "text/css")),
        Route("/serve.js", _fixed(own_file("serve.js"), "text/javascript")),
        Route("/icon.svg", _fixed(source("app/icon.svg"), _SVG)),
        Route("/health", health),
    ]
    handlers: Any = dict.fromkeys((HTTPException, BusyError, KitgenError, LateError, Exception), refused)
    middleware = [Middleware(Guard), Middleware(GZipMiddleware, minimum_size=8_000, compresslevel=6)]
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan, exception_handlers=handlers)
    app.state.pool, app.state.uploaded = pool, 0
    return app


async def make(request: Request) -> Response:
    """Answer with the page for choosing a kit, at its standard address."""
    visit = Visit(request)
    subject = visit.subject
    if subject.address is not None and request.url.query != subject.query:
        return RedirectResponse(f"{subject.root}/?{subject.query}", 303, {"vary": "Accept-Language"})
    content, status = await _figures(visit, GLANCE)
    whole = make_page(subject, content, pictures=subject.address is None or status != 422)
    return _page(whole, 200 if status == 202 else status)


async def pictures(request: Request) -> Response:
    """Answer with the pictures of a kit, for the open page."""
    subject = Visit(request).subject
    return _page(subject_pictures(subject), _status(subject))


async def figures(request: Request) -> Response:
    """Answer with the figures of a print, or its place in the queue, for the open page."""
    content, status = await _figures(Visit(request), PATIENCE)
    return _page(content or "", status)


async def _figures(visit: Visit, patience: float) -> tuple[Markup | None, int]:
    """Return the figures of a print, or a message instead, and the status."""
    subject = visit.subject
    if subject.address is None:
        return None, 422
    try:
        report = await visit.made(visit.task("figures", {}), patience)
    except LateError as error:
        late = '<p id="late">{working} {place} <a href="{root}/?{query}">{look_again}</a></p>'
        place = _place(subject.language, error.place) if error.place else ""
        return fill(late, subject.language, place=place, root=subject.root, query=subject.query), 202
    except KitgenError as error:
        return refusal(subject.language, str(error)), 422
    return print_figures(subject.language, msgspec.json.decode(report)), 200


async def made(request: Request) -> Response:
    """Answer with something made of a kit: a picture, or a download."""
    kind = MADE.get(request.path_params["name"])
    if kind is None:
        raise HTTPException(404)
    visit = Visit(request, kind.known)
    if request.path_params["digest"] != visit.address.digest:
        return RedirectResponse(visit.subject.path(request.path_params["name"]), 303)
    task = visit.task(kind.task)
    headers = dict(kind.fixed) | _kept(key_of(task), 3600)
    if kind.saved:
        name = re.sub(r"[^A-Za-z0-9]+", "-", visit.address.kit).strip("-")
        headers["content-disposition"] = f'attachment; filename="{name}-{visit.address.language}{kind.saved}"'
    if _known(request, headers):
        return Response(status_code=304, headers=headers)
    # A person may be shown a page that says to wait, but not instead of a picture.
    content = await visit.made(task, PATIENCE if visit.by_a_person and kind.media != _SVG else LONGEST_WAIT)
    if kind.inside:
        content = str(msgspec.json.decode(content)[kind.inside]).encode()
    return Response(content, headers=headers, media_type=kind.media)


async def find(request: Request) -> Response:
    """Answer with the box of a position."""
    return await _question(Visit(request, (POSITION,)), "find", find_page, position_result, "board.svg")


async def simulate(request: Request) -> Response:
    """Answer with the results of many games."""
    return await _question(Visit(request, tuple(CURVE_DEFAULTS)), "curve", simulate_page, curve_result, "curve.svg")


async def _question(
    visit: Visit,
    kind: str,
    whole: Callable[[Subject, Markup | None], str],
    drawn: Callable[[str, dict[str, Any], str], Markup],
    picture: str,
) -> Response:
    """Answer with the page of a form, and the result or refusal if it was sent."""
    subject = visit.subject
    if not subject.more:
        return _page(
            whole(subject, None if subject.address else refusal(subject.language, subject.refusal)), _status(subject)
        )
    try:
        answer = await visit.made(visit.task(kind), PATIENCE if visit.by_a_person else LONGEST_WAIT)
    except KitgenError as error:
        return _page(whole(subject, refusal(subject.language, str(error))), 422)
    return _page(whole(subject, drawn(subject.language, msgspec.json.decode(answer), subject.path(picture))))


async def verify(request: Request) -> Response:
    """Answer with the report on an uploaded file, which only the pool opens."""
    visit = Visit(request)
    subject = visit.subject
    if request.method == "GET":
        return _page(verify_page(subject, None))
    with ExitStack() as uploads:
        path = await _upload(request, uploads)
        form = request.headers.get("content-type", "")[:200]
        task = SiteTask("verify", "her", ((LANGUAGE, subject.language),), {}, form, path)
        try:
            answer = await visit.made(task, PATIENCE if visit.by_a_person else LONGEST_WAIT)
        except LateError:
            if not visit.by_a_person:
                raise
            # Each place is sent at once, and not when there is enough to compress.
            headers = {"cache-control": "no-cache", "x-accel-buffering": "no", "content-encoding": "identity"}
            rest = _bit_by_bit(visit, task, uploads.pop_all())
            return StreamingResponse(rest, headers=headers, media_type="text/html")
        except KitgenError as error:
            return _page(verify_page(subject, refusal(subject.language, str(error))), 422)
    return _page(verify_page(subject, check_result(subject.language, msgspec.json.decode(answer))))


async def _bit_by_bit(visit: Visit, task: SiteTask, uploads: ExitStack) -> AsyncIterator[str]:
    """Yield a page with the upload's places in the queue and its report; asking again would upload the file again."""
    language = visit.subject.language
    begin, _, end = verify_page(visit.subject, _HERE).partition(_HERE)
    with uploads:
        yield begin
        last = ""
        try:
            async for answer in visit.coming(task):
                if isinstance(answer, bytes):
                    yield check_result(language, msgspec.json.decode(answer))
                else:
                    line = fill('<p role="status">{place}</p>', place=_place(language, answer))
                    yield line if line != last else " "  # a blank keeps the connection alive
                    last = line
        except (BusyError, KitgenError) as error:
            yield refusal(language, str(error))
        yield end


async def _upload(request: Request, uploads: ExitStack) -> str:
    """Put what a client sends into a file, which ``uploads`` deletes, and return its path."""
    if int(request.headers.get("content-length", "0") or 0) > LARGEST_UPLOAD:
        raise HTTPException(413)
    state, size = request.app.state, 0
    path = Path(uploads.enter_context(TemporaryDirectory(prefix="kitgen-serve-")), "upload")

    @uploads.callback
    def forget() -> None:
        state.uploaded -= size

    try:
        with path.open("wb") as file:  # noqa: ASYNC230 - pieces go into the cache of the system
            async with asyncio.timeout(SENDING):
                async for piece in request.stream():
                    size += len(piece)
                    state.uploaded += len(piece)
                    if size > LARGEST_UPLOAD:
                        raise HTTPException(413)
                    if state.uploaded > UPLOADED:
                        raise BusyError("too many files are being sent; try again in a minute")
                    file.write(piece)
    except (TimeoutError, ClientDisconnect):
        raise HTTPException(408) from None
    return str(path)


async def health(_request: Request) -> Response:
    """Answer the health check of a balancer."""
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


async def refused(request: Request, error: Exception) -> Response:
    """Answer with the reason why something cannot be made now, or at all: in a page, or for a program in a line."""
    visit = Visit(request)
    subject, texts = visit.subject, texts_in(visit.subject.language)
    message, status, headers = str(error), 422, {"cache-control": "no-store"}
    content = None
    match error:
        case LateError():  # the page asks again by itself, and a program is told when to do so
            message = _place(subject.language, error.place)
            status = 202 if visit.by_a_person else 503
            headers |= dict.fromkeys(("retry-after", "refresh"), str(RETRY_AFTER))
            waiting = '<p role="status"><strong>{message}</strong></p><p>{waiting_lead}</p>'
            content = fill(waiting, subject.language, message=message)
        case BusyError():
            status, headers["retry-after"] = 503, "60"
        case HTTPException():  # an unknown address, or a wrong kind of request
            status, headers = error.status_code, headers | dict(error.headers or {})
            message = texts("serve.not_found") if status == 404 else error.detail
        case KitgenError():
            pass
        case _:
            status, headers = 500, _HEADERS | headers
            message = f"this is a fault of kitgen, please report it ({type(error).__name__})"
    if not visit.by_a_person:
        return PlainTextResponse(f"{message}\n", status, headers)
    query = subject.query if subject.address else urlencode(subject.choices)
    back = fill('<p><a href="{root}/?{query}">{back}</a></p>', subject.language, root=subject.root, query=query)
    content = fill("{content}{back}", content=content or refusal(subject.language, message), back=back)
    return HTMLResponse(page(subject, "", content, script=False), status, headers)


def _status(subject: Subject) -> int:
    return 200 if subject.address else 422


def _place(language: str, place: int) -> str:
    texts = texts_in(language)
    return texts("serve.place", count=place) if place else texts("serve.next")


def _page(content: str, status: int = 200) -> Response:
    return HTMLResponse(content, status, {"cache-control": "no-cache", "vary": "Accept-Language"})


def _kept(digest: str, seconds: int) -> dict[str, str]:
    """Return the headers of an answer that a browser may keep; the tag is weak, since it may be sent compressed."""
    return {"etag": f'W/"{digest}"', "cache-control": f"public, max-age={seconds}"}


def _known(request: Request, headers: Mapping[str, str]) -> bool:
    """Return whether a client has an answer already, by one of its tags."""
    tags = request.headers.get("if-none-match", "").split(",")
    return bool({"*", headers["etag"].removeprefix("W/")} & {tag.strip().removeprefix("W/") for tag in tags})


def _fixed(text: str, media: str) -> Endpoint:
    content = text.encode()
    headers = _kept(sha256(content).hexdigest()[:16], 600)

    async def answer(request: Request) -> Response:
        if _known(request, headers):
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=media)

    return answer
