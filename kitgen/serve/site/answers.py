"""One visit: what an address asks for, in which language, and waiting for what the pool makes of it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from starlette.requests import Request

from kitgen.errors import KitgenError
from kitgen.serve.asked.address import LANGUAGE, NAMED, OWN, SIZE, Asked, read_address, refuse_unknown
from kitgen.serve.asked.fields import fields
from kitgen.serve.bounds import KINDS, LONGEST_WAIT
from kitgen.serve.pool.pool import Pool, Waiting
from kitgen.serve.site.pages import Sight
from kitgen.serve.site.security import client_of
from kitgen.serve.work.worker import Errand
from kitgen.templates import Templates

if TYPE_CHECKING:
    from kitgen.serve.pool.kept import Allowances

#: What is spoken where nobody asks for a language that there is.
USUAL = "en"
#: Seconds after which a request that waits looks whether somebody is still there.
LOOK = 1.0


class LateError(Exception):
    """An answer that takes longer than somebody waits for it.

    Attributes:
        place: how many are before it in the queue.
    """

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class OftenError(Exception):
    """A client that asks too often.

    Attributes:
        seconds: after which it may ask again.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = int(seconds) + 1


class Visit:
    """A request for something that is made of a kit.

    Args:
        request: the request.
        known: names that its address may have beside those of the kit.

    Attributes:
        shown: the kit, or why there is none; and the language.
    """

    def __init__(self, request: Request, known: tuple[str, ...] = ()) -> None:
        self.request = request
        pairs = request.query_params.multi_items()
        language = language_of(request)
        said = {name: value.strip() for name, value in pairs if value.strip()}
        if "parts" in said:
            said["parts"] = ",".join(value for name, value in pairs if name == "parts")
        more = {name: text for name, text in said.items() if name in known}
        kit = {name: text for name, text in said.items() if name in (NAMED, SIZE, OWN, *fields())}
        asked, refusal = None, ""
        try:
            asked, beside = read_address(pairs, language)
            refuse_unknown(beside, known)
        except KitgenError as error:
            asked, refusal = None, str(error)
        if asked is not None:
            kit = {NAMED: asked.kit, **dict(asked.said)}
        self.shown = Sight(language, asked, kit, more, refusal)

    @property
    def asked(self) -> Asked:
        """The kit.

        Raises:
            KitgenError: what the address says is refused.
        """
        if self.shown.asked is None:
            raise KitgenError(self.shown.refusal)
        return self.shown.asked

    @property
    def by_a_person(self) -> bool:
        """Whether a browser asks for something to look at, which may be a page that says to wait."""
        return "text/html" in self.request.headers.get("accept", "")

    def spend(self, cost: int) -> None:
        """Take some of the client's allowance.

        Raises:
            OftenError: nothing is left of it.
        """
        allowances: Allowances = self.request.app.state.allowances
        wait = allowances.take(client_of(self.request.scope), cost)
        if wait:
            raise OftenError(wait)

    def task(self, kind: str, more: Mapping[str, str] | None = None) -> Errand:
        """Return what is to be done for this visit."""
        asked = self.asked
        return Errand(kind, asked.kit, asked.said, dict(self.shown.more if more is None else more))

    async def made(self, task: Errand, patience: float = LONGEST_WAIT) -> bytes:
        """Return what the pool makes of a task.

        Args:
            task: what is to be done.
            patience: seconds on the clock.

        Raises:
            KitgenError: it is refused.
            LateError: it is not made so soon.
            OftenError: the client asks too often.
        """
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

    async def coming(self, task: Errand) -> AsyncIterator[int | bytes]:
        """Yield, again and again, how many are before a task in the queue; in the end what is made of it.

        Raises:
            KitgenError: it is refused.
        """
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
        """Wait for an answer, as long as somebody is there; return whether it has come."""
        while patience > 0 and not waiting.answer.done():
            await asyncio.wait([waiting.answer], timeout=min(LOOK, patience))
            patience -= LOOK
            if not waiting.answer.done() and await self.request.is_disconnected():
                return False
        return waiting.answer.done()


def language_of(request: Request) -> str:
    """Return the language of a page: what its address says, else what the browser prefers of those that there are."""
    known = _languages()
    said = request.query_params.get(LANGUAGE, "")
    if said in known:
        return said
    wishes = []
    for wish in request.headers.get("accept-language", "")[:200].split(","):
        name, _, weight = wish.strip().partition(";q=")
        wishes.append((weight or "1", name.partition("-")[0].lower()))
    return next((name for _, name in sorted(wishes, key=lambda one: one[0], reverse=True) if name in known), USUAL)


@cache
def _languages() -> tuple[str, ...]:
    return Templates().languages()
