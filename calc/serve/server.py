"""The server: sockets, and clients that connect and say nothing."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from calc.errors import CalcError

if TYPE_CHECKING:
    from calc.serve.guard import Guard

#: Seconds for the head of a request, and how long a quiet connection is kept.
_HEAD: Final = 10.0
_QUIET: Final = 15
#: Connections at the same time; more are told to come back later.
_MOST_CONNECTIONS: Final = 600
#: The most bytes of the head of a request.
_LONGEST_HEAD: Final = 1 << 15


class _Impatient(H11Protocol):
    """Closes connections that do not send the head of a request in time."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._timer = self.loop.call_later(_HEAD, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        if self.cycle is None:
            self.transport.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket for an address; port 0 is any free one. Raises :class:`CalcError` where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(_MOST_CONNECTIONS)
    except (OSError, OverflowError) as error:
        made.close()
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise CalcError(f"cannot serve at {host}, port {port}: {why}; try another --port") from None
    return made


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


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


def run(app: Guard, at: socket.socket, started: Callable[[], None] = lambda: None) -> None:
    """Serve until somebody stops it."""
    asgi: Any = app
    config = uvicorn.Config(
        asgi,
        http=_Impatient,
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=_QUIET,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=_LONGEST_HEAD,
    )
    started()
    uvicorn.Server(config).run(sockets=[at])
