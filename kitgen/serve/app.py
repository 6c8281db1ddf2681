"""The web app: the routes and their answers."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kitgen.errors import KitgenError
from kitgen.extras import MissingExtraError
from kitgen.serve.address import LANGUAGE, NAMED, OWN, SIZE, KitAddress, fields, read_address, refuse_unknown
from kitgen.serve.bounds import KINDS, LARGEST_UPLOAD, LONGEST_ADDRESS, LONGEST_WAIT, PATIENCE, RETRY_AFTER
from kitgen.serve.pages import (
    Child,
    Subject,
    check_result,
    curve_result,
    find_page,
    html,
    kit_pictures,
    make_page,
    page,
    position_result,
    print_figures,
    refusal,
    simulate_page,
    tag,
    texts_in,
    verify_page,
)
from kitgen.serve.pool import Allowances, BusyError, Pool, Waiting, key_of
from kitgen.serve.work import BOX, CURVE_DEFAULTS, POSITION, SiteTask
from kitgen.templates import Templates

#: A box with a pawn on it, as the site's icon.
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="9" width="14" height="6" rx="1" '
    'fill="#0072b2"/><g fill="#d55e00"><path d="M5 9l1.5-4h3L11 9z"/><circle cx="8" cy="3.5" r="2.5"/></g></svg>'
)


@cache
def style() -> str:
    """Return the style of the site."""
    return _own("serve.css")


@cache
def script() -> str:
    """Return the script that shows a kit while it is being chosen."""
    return _own("serve.js")


def _own(name: str) -> str:
    return files("kitgen.serve").joinpath("page", name).read_text(encoding="utf-8")


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


class Guard:
    """Adds headers to each answer, and refuses an address that is too long."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            await guarded({"type": "http.response.start", "status": 414, "headers": [(b"content-type", b"text/plain")]})
            await guarded({"type": "http.response.body", "body": b"the address is too long\n"})
            return
        await self._app(scope, receive, guarded)


def client_of(scope: Scope) -> str:
    """Return the client of a request: its IPv4 address, or the half of its IPv6 address that stands for a household.

    >>> client_of({"client": ("2001:db8:1:2:3::4", 1)}), client_of({"client": None})
    ('2001:db8:1:2::', '')
    """
    name = scope["client"][0] if scope.get("client") else ""
    try:
        address = ip_address(name)
    except ValueError:
        return name
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else name


#: The default language.
USUAL = "en"
#: Seconds between checks of whether a waiting client is still connected.
LOOK = 1.0


class LateError(Exception):
    """An answer takes too long; so many tasks are before it in the queue."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class OftenError(Exception):
    """A client asks too often; it may ask again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = int(seconds) + 1


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
        self.subject = Subject(language, query, kit, more, refusal)

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

    def spend(self, cost: int) -> None:
        """Take some of the client's allowance, or raise ``OftenError``."""
        allowances: Allowances = self.request.app.state.allowances
        wait = allowances.take(client_of(self.request.scope), cost)
        if wait:
            raise OftenError(wait)

    def task(self, kind: str, more: Mapping[str, str] | None = None) -> SiteTask:
        """Return a task for this visit."""
        return SiteTask(kind, self.address.kit, self.address.choices, dict(self.subject.more if more is None else more))

    async def made(self, task: SiteTask, patience: float = LONGEST_WAIT) -> bytes:
        """Return the pool's answer to a task; ``LateError`` if it takes more than ``patience`` seconds on the clock."""
        self.spend(KINDS[task.kind].cost)
        pool: Pool = self.request.app.state.pool
        waiting = pool.ask(task)
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
        pool: Pool = self.request.app.state.pool
        waiting = pool.ask(task)
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
    known = _languages()
    language = request.query_params.get(LANGUAGE, "")
    if language in known:
        return language
    wishes = []
    for wish in request.headers.get("accept-language", "")[:200].split(","):
        name, _, weight = wish.strip().partition(";q=")
        wishes.append((weight or "1", name.partition("-")[0].lower()))
    return next((name for _, name in sorted(wishes, key=lambda wish: wish[0], reverse=True) if name in known), USUAL)


@cache
def _languages() -> tuple[str, ...]:
    return Templates().languages()


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

    @property
    def can_wait(self) -> bool:
        """Whether a person may be shown a page that says to wait."""
        return self.media != _SVG

    def headers(self, query: KitAddress) -> dict[str, str]:
        """Return the headers for a kit."""
        if not self.saved:
            return dict(self.fixed)
        name = re.sub(r"[^A-Za-z0-9]+", "-", query.kit).strip("-")
        return {**self.fixed, "content-disposition": f'attachment; filename="{name}-{query.language}{self.saved}"'}

    def of(self, answer: bytes) -> bytes:
        """Return the thing from the pool's answer."""
        return str(msgspec.json.decode(answer)[self.inside]).encode() if self.inside else answer


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


#: Seconds that a page waits for its figures, and that an upload may take.
GLANCE, SENDING = 0.8, 60
#: The place in a streamed page where the rest follows.
_HERE = "{here}"
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
        Route("/style.css", _fixed(style, "text/css")),
        Route("/serve.js", _fixed(script, "text/javascript")),
        Route("/icon.svg", _fixed(lambda: ICON, "image/svg+xml")),
        Route("/health", health),
    ]
    handlers: Any = dict.fromkeys((HTTPException, OftenError, BusyError, KitgenError), refused) | {LateError: late}
    app = Starlette(routes=routes, middleware=[Middleware(Guard)], lifespan=lifespan, exception_handlers=handlers)
    app.state.pool, app.state.allowances = pool, Allowances(time.monotonic)
    return app


async def make(request: Request) -> Response:
    """Answer with the page for choosing a kit, at its standard address."""
    visit = Visit(request)
    subject = visit.subject
    if subject.address is not None and request.url.query != subject.query:
        return RedirectResponse(f"/?{subject.query}", 303, {"vary": "Accept-Language"})
    content, status = await _figures(visit, GLANCE)
    whole = make_page(subject, content, pictures=subject.address is None or status != 422)
    return _page(whole, 200 if status == 202 else status)


async def pictures(request: Request) -> Response:
    """Answer with the pictures of a kit, for the open page."""
    subject = Visit(request).subject
    return _page(html(kit_pictures(subject)), _status(subject))


async def figures(request: Request) -> Response:
    """Answer with the figures of a print, or its place in the queue, for the open page."""
    content, status = await _figures(Visit(request), PATIENCE)
    return _page(html(content) if content is not None else "", status)


async def _figures(visit: Visit, patience: float) -> tuple[Element | None, int]:
    """Return the figures of a print, or a message instead, and the status."""
    subject, texts = visit.subject, texts_in(visit.subject.language)
    if subject.address is None:
        return None, 422
    try:
        report = await visit.made(visit.task("figures", {}), patience)
    except LateError as error:
        again = tag("a", texts("serve.look_again"), href=f"/?{subject.query}")
        place = f" {_place(subject.language, error.place)}" if error.place else ""
        return tag("p", texts("serve.working"), place, " ", again, id="late"), 202
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
    headers = kind.headers(visit.address) | {"etag": f'"{key_of(task)}"', "cache-control": "public, max-age=3600"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    content = await visit.made(task, PATIENCE if visit.by_a_person and kind.can_wait else LONGEST_WAIT)
    return Response(kind.of(content), headers=headers, media_type=kind.media)


async def find(request: Request) -> Response:
    """Answer with the box of a position."""
    return await _question(Visit(request, (POSITION,)), "find", find_page, position_result, "board.svg")


async def simulate(request: Request) -> Response:
    """Answer with the results of many games."""
    return await _question(Visit(request, tuple(CURVE_DEFAULTS)), "curve", simulate_page, curve_result, "curve.svg")


async def _question(
    visit: Visit,
    kind: str,
    whole: Callable[[Subject, Child], str],
    drawn: Callable[[str, dict[str, Any], str], Element],
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
    visit.spend(1)
    try:
        body = await asyncio.wait_for(_body(request), SENDING)
    except (TimeoutError, ClientDisconnect):
        raise HTTPException(408) from None
    task = SiteTask(
        "verify", "her", (("lang", subject.language),), {}, body, request.headers.get("content-type", "")[:200]
    )
    try:
        answer = await visit.made(task, PATIENCE if visit.by_a_person else LONGEST_WAIT)
    except LateError:
        if not visit.by_a_person:
            raise
        headers = {"cache-control": "no-cache", "x-accel-buffering": "no"}
        return StreamingResponse(_bit_by_bit(visit, task), headers=headers, media_type="text/html")
    except KitgenError as error:
        return _page(verify_page(subject, refusal(subject.language, str(error))), 422)
    return _page(verify_page(subject, check_result(subject.language, msgspec.json.decode(answer))))


async def _bit_by_bit(visit: Visit, task: SiteTask) -> AsyncIterator[str]:
    """Yield a page with the upload's places in the queue and its report; asking again would upload the file again."""
    language = visit.subject.language
    begin, _, end = verify_page(visit.subject, _HERE).rpartition(_HERE)
    yield begin
    last = ""
    try:
        async for answer in visit.coming(task):
            if isinstance(answer, bytes):
                yield html(check_result(language, msgspec.json.decode(answer)))
            else:
                line = html(tag("p", _place(language, answer), role="status"))
                yield line if line != last else " "  # a blank keeps the connection alive
                last = line
    except (BusyError, KitgenError) as error:
        yield html(refusal(language, str(error)))
    yield end


async def _body(request: Request) -> bytes:
    if int(request.headers.get("content-length", "0") or 0) > LARGEST_UPLOAD:
        raise HTTPException(413)
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_UPLOAD:
            raise HTTPException(413)
    return bytes(body)


async def health(_request: Request) -> Response:
    """Answer the health check of a balancer."""
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


async def late(request: Request, error: LateError) -> Response:
    """Answer that a task takes long: a page that asks again, or for a program when to do so."""
    visit = Visit(request)
    texts, place = texts_in(visit.subject.language), _place(visit.subject.language, error.place)
    headers = {"retry-after": str(RETRY_AFTER), "cache-control": "no-store"}
    if not visit.by_a_person:
        return PlainTextResponse(f"{place}\n", 503, headers)
    status = tag("p", tag("strong", place), role="status")
    whole = page(visit.subject, "", status, tag("p", texts("serve.waiting_lead")), _back(visit.subject), script=False)
    return HTMLResponse(whole, 202, headers | {"refresh": str(RETRY_AFTER)})


async def refused(request: Request, error: Exception) -> Response:
    """Answer with the reason why something cannot be made now, or at all."""
    visit = Visit(request)
    subject, message, status, headers = visit.subject, str(error), 422, {"cache-control": "no-store"}
    match error:
        case BusyError():
            status, headers["retry-after"] = 503, "60"
        case OftenError():
            status, headers["retry-after"] = 429, str(error.seconds)
            message = texts_in(subject.language)("serve.too_often", seconds=error.seconds)
        case HTTPException():  # an unknown address, or a wrong kind of request
            status, headers = error.status_code, headers | dict(error.headers or {})
            message = texts_in(subject.language)("serve.not_found") if status == 404 else error.detail
    if not visit.by_a_person:
        return PlainTextResponse(f"{message}\n", status, headers)
    whole = page(subject, "", refusal(subject.language, message), _back(subject), script=False)
    return HTMLResponse(whole, status, headers)


def _back(subject: Subject) -> Element:
    """Return the link to the kit's page, right or wrong."""
    query = subject.query if subject.address else urlencode(subject.choices)
    return tag("p", tag("a", texts_in(subject.language)("serve.back"), href=f"/?{query}"))


def _status(subject: Subject) -> int:
    return 200 if subject.address else 422


def _place(language: str, place: int) -> str:
    texts = texts_in(language)
    return texts("serve.place", count=place) if place else texts("serve.next")


def _page(content: str, status: int = 200) -> Response:
    return HTMLResponse(content, status, {"cache-control": "no-cache", "vary": "Accept-Language"})


def _fixed(content: Callable[[], str], media: str) -> Endpoint:
    async def answer(request: Request) -> Response:
        text = content()
        digest = sha256(text.encode()).hexdigest()[:16]
        headers = {"etag": f'"{digest}"', "cache-control": "public, max-age=600"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(text, headers=headers, media_type=media)

    return answer
