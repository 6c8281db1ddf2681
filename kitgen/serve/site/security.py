"""What stands around every answer: what a page may do, how long an address may be, and how often a client may ask."""

import time
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kitgen.serve.bounds import LONGEST_ADDRESS
from kitgen.serve.pool.kept import Allowances

#: What a page of the site may do: load what the site serves, send its own forms, and nothing else.
POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
#: What a picture may do, when it is opened by itself: nothing.
PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
#: What the companion page is told beside its own policy, which names its script and style by their hashes.
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
    """Gives each answer its headers, and refuses what is far too long, before anybody looks at it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
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
    """Return whom a request comes from: an address, or of the longer ones the half that stands for a household.

    >>> client_of({"client": ("2001:db8:1:2:3::4", 1)}), client_of({"client": None})
    ('2001:db8:1:2::', '')
    """
    name = scope["client"][0] if scope.get("client") else ""
    try:
        address = ip_address(name)
    except ValueError:
        return name
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else name


def allowances() -> Allowances:
    """Return what clients may ask, by the clock."""
    return Allowances(time.monotonic)
