"""The web app: from each address to what answers it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from kitgen.errors import KitgenError
from kitgen.serve.bounds import AGAIN, LARGEST_UPLOAD, LONGEST_WAIT, PATIENCE
from kitgen.serve.pool.pool import BusyError, Pool, key_of
from kitgen.serve.site import assets
from kitgen.serve.site.answers import LateError, OftenError, Visit
from kitgen.serve.site.forms import find_page, simulate_page, verify_page
from kitgen.serve.site.labels import texts_in
from kitgen.serve.site.made import MADE
from kitgen.serve.site.markup import Child, Element, html, tag
from kitgen.serve.site.pages import Sight, look, make_page, page, refusal
from kitgen.serve.site.results import figures_of, found_of, report_of, tried_of
from kitgen.serve.site.security import Guard, allowances
from kitgen.serve.work.finding import POSITION
from kitgen.serve.work.trying import ASKED
from kitgen.serve.work.worker import Errand

#: Seconds that a page waits for its figures; and that a browser may take to send a file.
GLANCE, SENDING = 0.8, 60
#: Names that the address of a question about many games has beside the kit's.
TRIED = tuple(ASKED)
#: Where a page that comes bit by bit goes on.
_HERE = "{here}"
Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(pool: Pool) -> Starlette:
    """Return the web app.

    Args:
        pool: what works for it; it is closed with the app.
    """

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        pool.warm()
        yield
        await pool.close()

    routes = [
        Route("/", make),
        Route("/look", seen),
        Route("/figures", figures),
        Route("/kit/{digest}/{name}", made),
        Route("/find", find),
        Route("/simulate", simulate),
        Route("/verify", verify, methods=["GET", "POST"]),
        Route("/style.css", _fixed(assets.style, "text/css")),
        Route("/serve.js", _fixed(assets.script, "text/javascript")),
        Route("/icon.svg", _fixed(lambda: assets.ICON, "image/svg+xml")),
        Route("/health", health),
    ]
    handlers: Any = {HTTPException: wrong, OftenError: often, BusyError: busy, KitgenError: refused, LateError: late}
    app = Starlette(routes=routes, middleware=[Middleware(Guard)], lifespan=lifespan, exception_handlers=handlers)
    app.state.pool, app.state.allowances = pool, allowances()
    return app


# --- the kit ------------------------------------------------------------------------------------------------------


async def make(request: Request) -> Response:
    """Answer with the page on which a kit is chosen; its address is the one that stands for the kit."""
    visit = Visit(request)
    shown = visit.shown
    if shown.asked is not None and request.url.query != shown.query:
        return RedirectResponse(f"/?{shown.query}", 303, {"vary": "Accept-Language"})
    said, status = await _figures(visit, GLANCE)
    return _page(
        make_page(shown, said, pictures=shown.asked is None or status != 422), 200 if status == 202 else status
    )


async def seen(request: Request) -> Response:
    """Answer with the pictures of a kit, for the page that is open."""
    shown = Visit(request).shown
    return _page(html(look(shown)), 200 if shown.asked else 422)


async def figures(request: Request) -> Response:
    """Answer with what a print comes to, for the page that is open; or with its place in the queue."""
    said, status = await _figures(Visit(request), PATIENCE)
    return _page(html(said) if said is not None else "", status)


async def _figures(visit: Visit, patience: float) -> tuple[Element | None, int]:
    """Return what a print comes to, or what is said in its place, and the status of that."""
    shown, texts = visit.shown, texts_in(visit.shown.language)
    if shown.asked is None:
        return None, 422
    try:
        report = await visit.made(visit.task("figures", {}), patience)
    except LateError as error:
        again = tag("a", texts("serve.look_again"), href=f"/?{shown.query}")
        place = f" {_place(shown.language, error.place)}" if error.place else ""
        return tag("p", texts("serve.working"), place, " ", again, id="late"), 202
    except BusyError:
        raise
    except KitgenError as error:
        return refusal(shown.language, str(error)), 422
    return figures_of(shown.language, msgspec.json.decode(report)), 200


async def made(request: Request) -> Response:
    """Answer with something that is made of a kit: a picture, or a file to be downloaded."""
    kind = MADE.get(request.path_params["name"])
    if kind is None:
        raise HTTPException(404)
    visit = Visit(request, kind.known)
    asked = visit.asked
    if request.path_params["digest"] != asked.digest:
        return RedirectResponse(visit.shown.path(request.path_params["name"], _more(visit.shown)), 303)
    task = visit.task(kind.task)
    headers = kind.headers(asked) | {"etag": f'"{key_of(task)}"', "cache-control": "public, max-age=3600"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    content = await visit.made(task, PATIENCE if visit.by_a_person and kind.can_wait else LONGEST_WAIT)
    return Response(kind.of(content), headers=headers, media_type=kind.media)


# --- other questions ----------------------------------------------------------------------------------------------


async def find(request: Request) -> Response:
    """Answer with which box a position is."""
    visit = Visit(request, (POSITION,))
    shown = visit.shown
    if POSITION not in shown.more:
        return _page(find_page(shown, _wrong(shown)), 200 if shown.asked else 422)

    def drawn(answer: bytes) -> Child:
        return found_of(shown.language, msgspec.json.decode(answer), shown.path("board.svg", _more(shown)))

    return await _answered(visit, "find", find_page, drawn)


async def simulate(request: Request) -> Response:
    """Answer with what comes of many games."""
    visit = Visit(request, TRIED)
    shown = visit.shown
    if not shown.more:
        return _page(simulate_page(shown, _wrong(shown)), 200 if shown.asked else 422)

    def drawn(answer: bytes) -> Child:
        return tried_of(shown.language, msgspec.json.decode(answer), shown.path("curve.svg", _more(shown)))

    return await _answered(visit, "curve", simulate_page, drawn)


async def _answered(
    visit: Visit, kind: str, whole: Callable[[Sight, Child], str], drawn: Callable[[bytes], Child]
) -> Response:
    """Answer a question with its page: what came of it, or why nothing did."""
    try:
        answer = await visit.made(visit.task(kind), PATIENCE if visit.by_a_person else LONGEST_WAIT)
    except BusyError:
        raise
    except KitgenError as error:
        return _page(whole(visit.shown, refusal(visit.shown.language, str(error))), 422)
    return _page(whole(visit.shown, drawn(answer)))


async def verify(request: Request) -> Response:
    """Answer with what is right and wrong about a file, which the pool alone looks into."""
    visit = Visit(request)
    shown = visit.shown
    if request.method == "GET":
        return _page(verify_page(shown, None))
    visit.spend(1)
    try:
        body = await asyncio.wait_for(_body(request), SENDING)
    except (TimeoutError, ClientDisconnect):
        raise HTTPException(408) from None
    said = (("lang", shown.language),)
    task = Errand("verify", "her", said, {}, body, request.headers.get("content-type", "")[:200])
    try:
        answer = await visit.made(task, PATIENCE if visit.by_a_person else LONGEST_WAIT)
    except LateError:
        if not visit.by_a_person:
            raise
        headers = {"cache-control": "no-cache", "x-accel-buffering": "no"}
        return StreamingResponse(_bit_by_bit(visit, task), headers=headers, media_type="text/html")
    except BusyError:
        raise
    except KitgenError as error:
        return _page(verify_page(shown, refusal(shown.language, str(error))), 422)
    return _page(verify_page(shown, report_of(shown.language, msgspec.json.decode(answer))))


async def _bit_by_bit(visit: Visit, task: Errand) -> AsyncIterator[str]:
    """Yield the page of a file that is looked at later: its places in the queue, one below the other, and the report.

    A page that asks again would have to send its file again.
    """
    language = visit.shown.language
    begin, _, end = verify_page(visit.shown, _HERE).rpartition(_HERE)
    yield begin
    last = ""
    try:
        async for come in visit.coming(task):
            if isinstance(come, bytes):
                yield html(report_of(language, msgspec.json.decode(come)))
            else:
                said = html(tag("p", _place(language, come), role="status"))
                # A blank at least, so that nobody on the way thinks that nothing comes any more.
                yield said if said != last else " "
                last = said
    except KitgenError as error:
        yield html(refusal(language, str(error)))
    yield end


async def _body(request: Request) -> bytes:
    """Return what a browser sends, as far as it is not too much.

    Raises:
        HTTPException: it is.
    """
    if int(request.headers.get("content-length", "0") or 0) > LARGEST_UPLOAD:
        raise HTTPException(413)
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_UPLOAD:
            raise HTTPException(413)
    return bytes(body)


async def health(_request: Request) -> Response:
    """Answer a balancer that asks whether somebody is there."""
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


# --- what goes otherwise ------------------------------------------------------------------------------------------


async def late(request: Request, error: Exception) -> Response:
    """Answer whoever waits too long: a person with a page that asks again, a program with when to do so."""
    place = error.place if isinstance(error, LateError) else 0
    visit = Visit(request)
    texts, language = texts_in(visit.shown.language), visit.shown.language
    headers = {"retry-after": str(AGAIN), "cache-control": "no-store"}
    if not visit.by_a_person:
        return PlainTextResponse(f"{_place(language, place)}\n", 503, headers)
    back = tag("p", tag("a", texts("serve.back"), href=f"/?{_kit(visit.shown)}"))
    said = tag("p", tag("strong", _place(language, place)), role="status")
    whole = page(visit.shown, "", said, tag("p", texts("serve.waiting_lead")), back, script=False)
    return HTMLResponse(whole, 202, headers | {"refresh": str(AGAIN)})


async def refused(request: Request, error: Exception) -> Response:
    """Answer with why something cannot be made."""
    return _told(request, str(error), 422)


async def busy(request: Request, error: Exception) -> Response:
    """Answer that so many wait that nobody more is taken."""
    return _told(request, str(error), 503, {"retry-after": "60"})


async def often(request: Request, error: Exception) -> Response:
    """Answer a client that asks too often."""
    seconds = error.seconds if isinstance(error, OftenError) else 1
    texts = texts_in(Visit(request).shown.language)
    return _told(request, texts("serve.too_often", seconds=seconds), 429, {"retry-after": str(seconds)})


async def wrong(request: Request, error: Exception) -> Response:
    """Answer what is no address of the site, or not asked as it may be."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    texts = texts_in(Visit(request).shown.language)
    said = texts("serve.not_found") if status == 404 else getattr(error, "detail", "")
    return _told(request, said, status, getattr(error, "headers", None) or {})


def _told(request: Request, said: str, status: int, headers: dict[str, str] | None = None) -> Response:
    """Return a refusal: as a page for a person, as a line for a program."""
    visit, headers = Visit(request), {"cache-control": "no-store", **(headers or {})}
    if not visit.by_a_person:
        return PlainTextResponse(f"{said}\n", status, headers)
    shown = visit.shown
    back = tag("p", tag("a", texts_in(shown.language)("serve.back"), href=f"/?{_kit(shown)}"))
    return HTMLResponse(page(shown, "", refusal(shown.language, said), back, script=False), status, headers)


def _wrong(shown: Sight) -> Child:
    """Return why an address is refused; nothing where it is not."""
    return None if shown.asked else refusal(shown.language, shown.refusal)


def _place(language: str, place: int) -> str:
    """Return in words how many are before somebody in the queue."""
    texts = texts_in(language)
    return texts("serve.place", count=place) if place else texts("serve.next")


def _kit(shown: Sight) -> str:
    """Return what an address says of the kit, right or wrong."""
    return shown.query if shown.asked else urlencode(shown.said)


def _more(shown: Sight) -> str:
    """Return what an address says beside the kit."""
    return "".join(f"&{urlencode({name: value})}" for name, value in shown.more.items())


def _page(content: str, status: int = 200) -> Response:
    """Return a page, which is asked for anew each time."""
    return HTMLResponse(content, status, {"cache-control": "no-cache", "vary": "Accept-Language"})


def _fixed(content: Callable[[], str], media: str) -> Endpoint:
    """Return what answers with something that comes with kitgen."""

    async def answer(request: Request) -> Response:
        text = content()
        headers = {"etag": assets.tag_of(text), "cache-control": "public, max-age=600"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(text, headers=headers, media_type=media)

    return answer
