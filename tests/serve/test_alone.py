"""The page without a server: it answers as the server does, with the network off, and keeps its tables.

What needs packages of npm and PyPI is for ``make static`` and ``make full``, and left out where these cannot be had.
"""

import gzip
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from calc.errors import CalcError
from calc.serve import alone
from calc.serve.alone import write_folder
from calc.serve.api import Api
from calc.serve.page import FILES, LANGUAGES, file_named, page_in
from calc.serve.shelf import Shelf
from calc.serve.tables import Tables
from tests.amounts import FULL
from tests.cli.running import PROJECT, SECONDS
from tests.rows import Rows
from tests.serve.browser import brief, tap, tiles

ROWS = Rows(__file__)
PLAYERS = ("Aki", "Bea", "Cho", "Dan")
HAND = "hand=123m456p789s1122z%20%2B2z%20ron%20from%3DW%20seat%3DS%20round%3DE%20riichi"
ASK = """
async ([method, path, body]) => {
  const { reach } = await import("./reach.js");
  const answer = await reach(path, { method, body: body === null ? undefined : JSON.stringify(body) });
  return [answer.status, await answer.text()];
}
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def files_at(folder: Path) -> Iterator[str]:
    """A web space that knows nothing but files; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as space:
        Thread(target=space.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{space.server_port}/"
        finally:
            space.shutdown()


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, with a rule file of a club."""
    if not (FULL or os.environ.get("STATIC")):
        pytest.skip("it takes packages of npm and PyPI, and minutes: make static")
    folder = tmp_path_factory.mktemp("alone")
    rules = folder / "rules"
    rules.mkdir()
    text = (PROJECT / "samples" / "house-rules.yaml").read_text(encoding="utf-8")
    (rules / "house-rules.yaml").write_text(text, encoding="utf-8")
    try:
        write_folder(folder / "page", Shelf(rules))
    except CalcError as error:
        if re.search("cannot be had|page without a server needs", str(error)):
            pytest.skip(str(error))
        raise
    return folder / "page"


def opened(page: Any, address: str) -> None:
    page.set_default_timeout(1_000 * SECONDS)
    page.goto(address)
    page.locator(".key, .box").first.wait_for(state="attached")


def test_the_engine_answers_as_the_functions_do(written: Path, chromium: Any, tmp_path: Path) -> None:
    api = Api(Tables(tmp_path / "none", Shelf(written.parent / "rules")))
    context = chromium.new_context(locale="en")
    with files_at(written) as here:
        page = context.new_page()
        opened(page, here)
        for method, path, body in [*ROWS["asked"], ["GET", "api/rules/house-rules?lang=en", None]]:
            status, told = page.evaluate(ASK, [method, path, body])
            assert (status, told) == api.tell(method, path, None if body is None else json.dumps(body)), path
    context.close()


def test_it_opens_and_settles_without_a_network(written: Path, chromium: Any) -> None:
    """A hand, a reload, a link that somebody else has sent, a table that two windows have."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, locale="en")
    page, errors, loaded = context.new_page(), [], []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on("request", lambda request: loaded.append(request.url))
    with files_at(written) as here:
        opened(page, here)
        before = page.locator(".key").first.bounding_box()
        tap(page, *tiles("123m456p789s1122z2z"))
        # The wait is told where the answer will stand, and moves nothing.
        brief(page, "Getting the calculator ready")
        assert page.locator(".key").first.bounding_box() == before
        brief(page, "1,300 · 1 han 40 fu South wins 1,300 points by ron")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    # The web space is gone.
    context.set_offline(True)
    page.goto(f"{here}?lang=en")
    brief(page, "South wins 1,300 points by ron")
    page.get_by_role("button", name="Clear all", exact=True).click()
    tap(page, *tiles("234m567p789s1122z2z"))
    brief(page, "South wins 1,300 points by ron")
    opened(page, f"{here}ja.html?lang=ja&{HAND}")
    brief(page, "2,600")
    assert page.locator("#network").is_hidden()
    page.get_by_role("link", name="English").click()
    brief(page, "South wins 2,600 points")
    other = context.new_page()
    opened(other, f"{here}?lang=en#tables")
    assert other.get_by_text("Tables are kept in this browser alone").is_visible()
    for at, name in enumerate(PLAYERS, 1):
        other.locator(".box").get_by_label(f"Player {at}").fill(name)
    other.get_by_role("button", name="Begin").click()
    other.get_by_role("heading", name="Table table-1").wait_for()
    for window in (page, other):
        version = json.loads(window.evaluate(ASK, ["GET", "api/tables/table-1?lang=en", None])[1])["version"]
        told = {"round": "Bea ron Dan mangan", "version": version}
        table = window.evaluate(ASK, ["POST", "api/tables/table-1/rounds?lang=en", told])
    # Two mangan of 8,000, and 300 for Bea's counter where she deals in the second: 12,000.
    assert table[0] == 200
    assert len(json.loads(table[1])["inputs"]) == 2
    other.reload()
    other.get_by_role("heading", name="Table table-1").wait_for()
    assert other.get_by_role("img", name="Scores after each round").is_visible()
    assert other.evaluate(ASK, ["GET", "api/tables/table-1?lang=en", None])[1].count("mangan") >= 2
    context.close()
    assert errors == []
    assert {url for url in loaded if not url.startswith((here, "blob:"))} == set()


def test_what_takes_too_long_is_ended_and_it_goes_on(written: Path, chromium: Any, tmp_path: Path) -> None:
    for path in (path for path in written.rglob("*") if path.is_file()):
        copy = tmp_path / path.relative_to(written)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes().replace(b"const SECONDS = 20;", b"const SECONDS = 0.001;"))
    context = chromium.new_context(locale="ja")
    with files_at(tmp_path) as here:
        page = context.new_page()
        opened(page, f"{here}#points")
        # A browser that speaks Japanese has the page in Japanese.
        page.wait_for_url("**/ja.html#points")
        page.locator("#points-title").wait_for()
        status, told = page.evaluate(ASK, ROWS["asked"][5])
        assert (status, json.loads(told)["error"]["code"]) == (503, "too_slow")
        assert "中断" in told
    context.close()


def test_nothing_breaks_the_rules_of_accessibility(written: Path, chromium: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python", reason="pip install axe-playwright-python")
    script = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    context = chromium.new_context(viewport={"width": 360, "height": 740}, locale="en")
    with files_at(written) as here:
        page = context.new_page()
        for path in (f"?{HAND}", f"ja.html?{HAND}#hand", "ja.html#tables"):
            opened(page, here + path)
            page.locator(".result td, #tables-title").first.wait_for(state="attached")
            page.wait_for_timeout(400)
            page.evaluate(script + ";0")
            found = page.evaluate("axe.run({exclude: ['.parts']}, {resultTypes: ['violations']})")
            assert [(one["id"], one["nodes"][0]["target"]) for one in found["violations"]] == [], path
    context.close()


def test_a_folder_with_something_else_and_rules_that_no_phone_has_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(CalcError, match="there is something else"):
        write_folder(tmp_path, Shelf())
    with pytest.raises(CalcError, match="--rules-folder"):
        write_folder(tmp_path / "page", Shelf(None, {"riichi": "./house.yaml"}))


def test_without_the_registries_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CalcError, match="a page without a server needs npm: No such file"):
        write_folder(tmp_path / "page", Shelf())
    monkeypatch.setattr(alone, "_call", lambda *command: (Path(command[-1]) / "pyodide-314.0.7.tgz").write_bytes(b"x"))
    with pytest.raises(CalcError, match=r"pyodide 314\.0\.7 is not what it was"):
        write_folder(tmp_path / "page", Shelf())
    assert not (tmp_path / "page").exists()


def test_the_page_is_small() -> None:
    files = [file_named(name) for name in FILES]
    for lang in LANGUAGES:
        assert sum(len(gzip.compress(data)) for data in (page_in(lang), *files)) < 60_000
