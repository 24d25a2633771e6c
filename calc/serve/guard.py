"""The server, and what it keeps out: other hosts and sites, requests without the token, what is too large or too slow,
clients that connect and say nothing.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import math
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import parse_qs, urlsplit

import uvicorn
from msgspec import Struct
from uvicorn.protocols.http.h11_impl import H11Protocol

from calc.errors import CalcError
from calc.serve.api import refusal
from calc.serve.page import LANGUAGES, POLICY
from calc.translation import speak

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

_HEADERS: Final = (
    (b"content-security-policy", f"{POLICY}; frame-ancestors 'none'".encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
#: The headers of what the guard itself answers.
_REFUSED: Final = (
    (b"content-type", b"application/json"), (b"cache-control", b"no-store"), (b"connection", b"close"),
)  # fmt: skip


class Bounds(Struct, frozen=True):
    """How large a body may be, in bytes, and how long a request may take, in seconds: to send its body, and in all."""

    body: int = 1 << 18
    send: float = 10.0
    whole: float = 30.0


class Guard:
    """Stands before an app. ``token``: what every address begins with, ``/TOKEN/``; none on loopback.

    ``only_loopback``: whether nothing but this machine itself is called by a request. A page elsewhere could make its
    own name lead here (DNS rebinding), so that names are known, and addresses of numbers always count.
    """

    def __init__(
        self, app: ASGIApp, *, token: str | None = None, only_loopback: bool = True, bounds: Bounds | None = None
    ) -> None:
        self.app, self.token, self.only_loopback = app, token, only_loopback
        self.bounds = bounds or Bounds()
        self.names = {"localhost"}
        if not only_loopback:
            own = socket.gethostname().lower()
            self.names |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if str(scope["type"]) != "http":
            await self.app(scope, receive, send)
            return
        has_begun, is_whole, until = False, False, 0.0

        async def answer(message: Any) -> None:
            """Send a message of the app, with our headers."""
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        async def refuse(error: CalcError, status: int | None = None) -> None:
            """Answer with an error; nothing where an answer has begun."""
            told = refusal(error)
            headers = [*_REFUSED, (b"content-length", str(len(told.body)).encode())]
            if not has_begun:
                await answer({"type": "http.response.start", "status": status or told.status, "headers": headers})
                await answer({"type": "http.response.body", "body": told.body})

        async def in_time() -> Any:
            """The next message; raises :class:`TimeoutError` where the whole body has not come in time."""
            nonlocal is_whole, until
            until = until or asyncio.get_running_loop().time() + self.bounds.send
            async with asyncio.timeout_at(None if is_whole else until):
                message: Any = await receive()
            is_whole = is_whole or (message["type"] == "http.request" and not message.get("more_body", False))
            return message

        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        _speak_as_asked(headers.get("accept-language", ""), scope.get("query_string", b""))
        refused = self._why_refused(scope, headers)
        if refused is not None:
            await refuse(refused)
            return
        scope.get("state", {})[_IS_KNOWN] = True
        try:
            async with asyncio.timeout(self.bounds.whole):
                await self.app(self._inside(scope), in_time, answer)
        except TimeoutError:
            seconds = self.bounds.whole if is_whole else self.bounds.send
            why = "this took more than {0} seconds and was ended; ask for less at once"
            await refuse(CalcError(why, f"{seconds:g}", code="too_slow"), None if is_whole else 408)

    def _why_refused(self, scope: Any, headers: Mapping[str, str]) -> CalcError | None:
        if not self._is_ours(headers.get("host", "")):
            return CalcError(
                "this server is not called by that name; use its address as it was shown", code="wrong_host"
            )
        if not self._has_token(scope["path"], headers.get("authorization", "")):
            return CalcError("the address lacks its token; use it as it was shown in the terminal", code="forbidden")
        return None if scope["method"] in ("GET", "HEAD") else self._why_not_sent(scope["method"], headers)

    def _why_not_sent(self, method: str, headers: Mapping[str, str]) -> CalcError | None:
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
        is_other = origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower()
        if is_other or site not in ("same-origin", "none") or method == "OPTIONS":
            return CalcError("a page of another site may not ask here", code="wrong_origin")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return CalcError("expected a body of JSON, with content-type: application/json", code="not_json")
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a host is this machine: a name of it, or an address of numbers."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name in self.names:
                return True
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.only_loopback

    def _has_token(self, path: str, authorization: str) -> bool:
        if self.token is None:
            return True
        given = path.removeprefix("/").partition("/")
        bearer = authorization.removeprefix("Bearer ").strip()
        in_path = bool(given[1]) and hmac.compare_digest(given[0].encode(), self.token.encode())
        return in_path or hmac.compare_digest(bearer.encode(), self.token.encode())

    def _inside(self, scope: Any) -> Any:
        """The request without the token in its path."""
        prefix = f"/{self.token}"
        if self.token is None or not scope["path"].startswith(f"{prefix}/"):
            return scope
        path = scope["path"].removeprefix(prefix)
        return {**scope, "path": path, "raw_path": path.encode()}


def _speak_as_asked(accepted: str, query: bytes) -> None:
    """Speak the language of the address, else the browser's first that there is; each request is a task of its own."""
    asked = [one.partition(";")[0].strip()[:2].lower() for one in accepted.split(",")]
    wanted = [*parse_qs(query.decode("latin-1")).get("lang", [])[-1:], *asked]
    speak(next((lang for lang in wanted if lang in LANGUAGES), LANGUAGES[0]))


# ---- the server


class Patience(Struct, frozen=True):
    """Seconds until a connection has to send the whole head of its first request, until that of the next one has to be
    there and the answer taken, and for an answer. ``strangers``: connections at the same time that have not shown the
    token.
    """

    first: float = 10.0
    next: float = 15.0
    answer: float = 45.0
    strangers: int = 300


#: Connections at the same time; more are told to come back later.
_MOST_CONNECTIONS: Final = 600
#: The most bytes of the head of a request.
_LONGEST_HEAD: Final = 1 << 15
#: What the guard notes of a request that belongs here, in the state that it shares with its connection.
_IS_KNOWN: Final = "is_known"


class _Impatient(H11Protocol):
    """A connection with a timer of its own, which always runs: for the head of a request, or for an answer. It starts
    anew when a whole head has come or an answer is given, not for single bytes. Who reads nothing is left too.

    Where too many have not shown the token, the oldest of them is left, so that others find a place.
    """

    patience = Patience()
    _is_known = False
    _timer: asyncio.TimerHandle | None = None
    _heard: Any = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._since = self.loop.time()
        self._wait(self.patience.first)
        strangers = [one for one in self.connections if isinstance(one, _Impatient) and one._is_strange()]
        if len(strangers) > self.patience.strangers:
            min(strangers, key=lambda one: one._since).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not self._heard:
            self._heard = self.cycle
            self._wait(self.patience.answer)

    def on_response_complete(self) -> None:
        self._is_known = self._is_known or _IS_KNOWN in self.scope["state"]
        self._wait(self.patience.next)
        super().on_response_complete()

    def _wait(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def _is_strange(self) -> bool:
        """Whether nobody who belongs here has asked yet, nor just asks."""
        is_asking = self.cycle is not None and not self.cycle.response_complete
        return not (self._is_known or is_asking or self.transport.is_closing())


def listen(host: str, port: int) -> socket.socket:
    """A socket for an address; port 0 is any free one. Raises :class:`CalcError` where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only where the protocol is named, asyncio sends the body of an answer before its head is acknowledged.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(_MOST_CONNECTIONS)
    except (OSError, OverflowError) as error:
        made.close()
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise CalcError("cannot serve at {0}, port {1}: {2}; try another --port", host, port, why) from None
    return made


def shown_host(host: str) -> str:
    """The address at which others in the network find this machine."""
    try:
        is_any = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        is_any = False
    if is_any:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect(("192.0.2.1", 9))  # nothing is sent; it only chooses the way out
                host = asked.getsockname()[0]
            except OSError:
                host = socket.gethostname()
    return f"[{host}]" if ":" in host else host


def server_of(app: Guard, patience: Patience | None = None) -> uvicorn.Server:
    """What serves an app."""
    patience, asgi = patience or Patience(), cast(Any, app)
    config = uvicorn.Config(
        asgi, http=type("Impatient", (_Impatient,), {"patience": patience}), ws="none", lifespan="on",
        log_level="warning", access_log=False, server_header=False, limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=math.ceil(patience.next), timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=_LONGEST_HEAD,
    )  # fmt: skip
    return uvicorn.Server(config)


def run(app: Guard, at: socket.socket) -> None:
    """Serve until somebody stops it."""
    server_of(app).run(sockets=[at])
