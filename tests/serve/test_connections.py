"""Whoever stalls, drips or reads nothing is left, and strangers take no place from who has the token."""

import asyncio
import select
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("litestar", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")

from calc.serve.app import make_app
from calc.serve.guard import Bounds, Patience, listen, server_of
from calc.serve.shelf import Shelf
from calc.serve.tables import Tables
from tests.cli.running import SECONDS

TOKEN = "t0ken-t0ken-t0ken-t0ken"
ASK = f"GET /{TOKEN}/api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
#: Long enough for a busy machine to answer in between, and for a test to wait for.
QUICK = Patience(first=1.0, next=1.5, answer=20.0, strangers=5)
#: What is left after this many seconds stays.
_LONGEST = 60


@contextmanager
def serving(folder: Path, patience: Patience) -> Iterator[int]:
    """A server in a thread; its port."""
    at = listen("127.0.0.1", 0)
    # A busy machine may take longer than an answer may.
    app = make_app(Tables(folder, Shelf(None)), token=TOKEN, bounds=Bounds(whole=SECONDS))
    server = server_of(app, patience)
    thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[at])))
    thread.start()
    try:
        yield at.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with serving(tmp_path_factory.mktemp("tables"), QUICK) as port, connect(port) as first:
        assert status(first) == 200  # all is loaded
        yield port


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=SECONDS)


def status(one: socket.socket, ask: bytes = ASK) -> int | None:
    """The status of the answer, read to its end; none where the connection is no more."""
    try:
        one.sendall(ask)
        return read_status(one)
    except ConnectionError:
        return None


def read_status(one: socket.socket) -> int | None:
    with one.makefile("rb") as read:
        first = read.readline()
        length = 0
        for line in iter(read.readline, b"\r\n"):
            if not line:
                return None
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        read.read(length)
    return int(first.split()[1])


def left_after(one: socket.socket, drip: bytes = b"") -> float:
    """Seconds until the other side ends a connection on which nothing is sent, or these bytes one after the other."""
    start = time.monotonic()
    one.settimeout(0.1)
    with suppress(ConnectionError):
        while time.monotonic() < start + _LONGEST:
            one.sendall(drip[:1])
            drip = drip[1:] or drip
            with suppress(TimeoutError):
                if not one.recv(1 << 16):
                    break
    return time.monotonic() - start


@pytest.mark.parametrize(
    "drip", [b"", b"G", b"GET / HTTP/1.1\r\nX: " + b"x" * 10_000], ids=["nothing", "a byte", "drips"]
)
@pytest.mark.parametrize("asked", [0, 1, 3])
def test_a_head_that_is_not_sent_in_time_ends_the_connection(port: int, asked: int, drip: bytes) -> None:
    """Also that of a later request: a first answer buys no longer time, and neither do single bytes."""
    with connect(port) as one:
        for _ in range(asked):
            assert status(one) == 200
        if drip == b"G":
            one.sendall(drip)
            took = left_after(one)
        else:
            took = left_after(one, drip)
    expected = QUICK.next if asked else QUICK.first
    assert expected - 0.2 < took < expected + 5


def test_who_asks_again_in_time_stays(port: int) -> None:
    with connect(port) as one:
        for _ in range(4):
            time.sleep(QUICK.next / 3)
            assert status(one) == 200


def test_who_asks_and_reads_nothing_is_left(tmp_path: Path) -> None:
    """Neither what is in the way to a client nor requests behind each other keep the connection."""
    many = ASK.replace(b"/api/tables", b"/api/openapi.json") * 2_000
    with serving(tmp_path, Patience(first=1, next=1, answer=2)) as port, connect(port) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(0.5)
        assert not_read(one, many) < 20


def not_read(one: socket.socket, asked: bytes) -> float:
    """Seconds until the other side ends a connection on which this is asked again and again and nothing is read."""
    start = time.monotonic()
    with suppress(ConnectionError):
        while time.monotonic() < start + _LONGEST:
            with suppress(TimeoutError):
                one.sendall(asked)
            time.sleep(0.1)
    return time.monotonic() - start


def test_strangers_take_no_place_from_who_has_the_token(tmp_path: Path) -> None:
    """The oldest of those who say nothing go; who has asked with the token stays, and who comes with it is answered."""
    with serving(tmp_path, Patience(first=600, next=600, answer=SECONDS, strangers=5)) as port, connect(port) as known:
        assert status(known) == 200
        silent = [connect(port) for _ in range(8)]
        assert status(known) == 200
        with connect(port) as late:
            assert status(late) == 200
        # Three are too many, and one more when the late one came, who had not shown the token yet.
        assert all(one.recv(1) == b"" for one in silent[:4])
        assert status(known) == 200
        assert select.select(silent[4:], [], [], 0.2)[0] == []
        for one in silent:
            one.close()


@pytest.mark.parametrize("path", ["/", "/api/tables", "/x/api/tables"])
def test_who_asks_without_the_token_stays_a_stranger(port: int, path: str) -> None:
    with connect(port) as one:
        assert status(one, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()) == 403
        assert left_after(one) < 0.5


def test_six_hundred_who_say_nothing_keep_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path, Patience()) as port, connect(port) as known:
        assert status(known) == 200
        silent = [connect(port) for _ in range(600)]
        with connect(port) as late:
            assert (status(late), status(known)) == (200, 200)
        for one in silent:
            one.close()
