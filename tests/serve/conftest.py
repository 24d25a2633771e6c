"""A server to ask."""

import json
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("litestar", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")

from litestar.testing import TestClient

from calc.serve.app import make_app
from calc.serve.shelf import Shelf
from calc.serve.tables import Tables
from tests.cli.running import SECONDS, read_page, start_yaku

#: The address under which tests call the server.
HERE = "http://127.0.0.1:8253"


def client_for(folder: Path, *, rules_folder: Path | None = None, **guard: Any) -> TestClient[Any]:
    return TestClient(make_app(Tables(folder, Shelf(rules_folder)), **guard), base_url=HERE)


@contextmanager
def serving(tables: Path, port: str = "0", *more: str) -> Iterator[str]:
    """A server in a process of its own, which ends as by Ctrl-C; its address, once it answers."""
    with start_yaku("serve", "--port", port, "--tables", str(tables), *more) as process:
        try:
            yield _address_of(process)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _address_of(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    found = None
    while found is None:
        line = process.stderr.readline()
        assert line, "the server ended"
        found = re.search(r"open: (\S+)", line)
    assert read_page(f"{found[1]}style.css", process)
    return found[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient[Any]]:
    with client_for(folder) as made:
        yield made


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server in a process of its own, one for all tests of the page."""
    with serving(tmp_path_factory.mktemp("tables")) as here:
        yield here


@pytest.fixture
def send(served: str) -> Callable[..., Any]:
    """A function that asks the server of the page."""

    def ask(method: str, path: str, question: dict[str, Any] | None = None) -> Any:
        body = None if question is None else json.dumps(question).encode()
        with urlopen(Request(served + path, body, {"content-type": "application/json"}, method=method)) as answer:
            return json.load(answer)

    return ask


@pytest.fixture
def errors() -> list[str]:
    """What the page complains of."""
    return []


@pytest.fixture(scope="session")
def window(chromium: Any) -> Any:
    """The window that each test opens its first page in; its own windows would each cost a process of the browser."""
    return new_window(chromium)


def new_window(chromium: Any, **options: Any) -> Any:
    """A window of somebody who has never seen the page, as large as a phone."""
    # What keeps the page for a time without a network is tested where there is none.
    options = {"viewport": {"width": 360, "height": 780}, "locale": "en", "service_workers": "block"} | options
    return chromium.new_context(**options).new_page()


#: What a page remembers is forgotten, and it writes nothing anymore. One that goes to a blank page by itself leaves its
#: process to the next; a file of the server in its place would let the browser ask for favicon.ico, whose 404 comes
#: while the next test listens.
LEAVE = "() => { localStorage.clear(); Storage.prototype.setItem = () => {}; location.href = 'about:blank' }"


@pytest.fixture
def open_page(chromium: Any, window: Any, served: str, errors: list[str]) -> Iterator[Any]:
    """A function that opens the page, each time for somebody else."""
    opened: list[Any] = []

    def complain(error: Any) -> None:
        errors.append(str(error))

    def note(said: Any) -> None:
        if said.type == "error":
            errors.append(f"{said.text} {said.location['url']}".strip())

    def open_(path: str = "", *, width: int = 360, height: int = 780, **options: Any) -> Any:
        page = new_window(chromium, **options) if opened or options else window
        opened.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(1_000 * SECONDS)
        page.on("pageerror", complain)
        page.on("console", note)
        page.goto(served + path, wait_until="commit")
        page.wait_for_function("() => document.querySelector('.key, .box')")
        return page

    yield open_
    for page in opened:
        if page is not window:
            page.context.close()
            continue
        page.remove_listener("pageerror", complain)
        page.remove_listener("console", note)
        page.evaluate(LEAVE)
        page.wait_for_url("about:blank", wait_until="commit")
