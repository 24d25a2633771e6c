"""Who does not belong is kept out; sizes and times are bounded; files stay whole."""

import errno
import json
import select
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from calc import load_rules
from calc.serve.guard import Bounds
from tests.cli.running import PROJECT, SECONDS, run_yaku
from tests.rows import Rows
from tests.serve.conftest import client_for

ROWS = Rows(__file__)


RON = "123m456p789s1122z +2z ron from=W seat=S round=E riichi"
POINTS = {"worth": "3 30"}


@ROWS.each("on_loopback_only_this_machine_is_called")
def test_on_loopback_only_this_machine_is_called(client: Any, host: str, status: int) -> None:
    assert client.get("/api/tables", headers={"host": host}).status_code == status


def test_in_the_network_addresses_count_and_foreign_names_do_not(folder: Path) -> None:
    with client_for(folder, token="t" * 24, only_loopback=False) as client:
        path = f"/{'t' * 24}/api/tables"
        for host, status in (("192.168.1.4:8253", 200), (socket.gethostname(), 200), ("evil.example", 421)):
            assert client.get(path, headers={"host": host}).status_code == status


def test_without_the_token_nothing_is_shown(folder: Path) -> None:
    token = "s3cret-s3cret-s3cret"
    with client_for(folder, token=token) as client:
        for path in ("/", "/style.css", "/api/tables", "/api/openapi.json", f"/{token}", f"/{token}x/", "/sw.js", "//"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden"), path
            assert token not in answer.text
        assert client.get(f"/{token}/").status_code == 200
        assert client.get("/api/tables", headers={"authorization": f"Bearer {token}"}).status_code == 200


@ROWS.each("pages_of_other_sites_may_not_ask")
def test_pages_of_other_sites_may_not_ask(client: Any, headers: dict[str, str], status: int) -> None:
    body = json.dumps(POINTS).encode()
    answer = client.post("/api/points", content=body, headers={"content-type": "application/json", **headers})
    assert answer.status_code == status
    assert "access-control-allow-origin" not in answer.headers


def test_every_answer_has_the_headers_of_a_strict_page(client: Any) -> None:
    for path in ("/", "/main.js", "/api/rules", "/nothing", "/api/tables/none"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers
        assert headers["content-type"].count("charset") == (0 if path.startswith(("/api", "/nothing")) else 1)
    page = client.get("/").text
    assert page.count("<script") == 1
    assert "style=" not in page
    assert "://" not in page.replace("http://www.w3.org", "")


@ROWS.each("paths_lead_nowhere_else")
def test_paths_lead_nowhere_else(client: Any, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["..", "../x", "a/b", "a.yaml", ".hidden", "a b", "x" * 65, "", "-x", "テーブル"])
def test_names_of_tables_are_no_paths(client: Any, folder: Path, name: str) -> None:
    answer = client.post("/api/tables", json={"players": ["A", "B", "C", "D"], "rules": "riichi", "name": name})
    assert answer.status_code == 404
    assert not folder.exists() or not [*folder.iterdir()]


def test_too_large_a_body_is_refused_however_it_is_sent(folder: Path) -> None:
    with client_for(folder, bounds=Bounds(body=1_000)) as client:
        kind = {"content-type": "application/json"}
        assert client.post("/api/score", content=b"x" * 1_001, headers=kind).status_code == 413
        pieces = (b"x" * 100 for _ in range(20))
        answer = client.post("/api/score", content=pieces, headers=kind)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
        assert client.post("/api/points", json=POINTS).status_code == 200


def test_a_file_of_the_folder_is_a_rule_set_and_no_other_file_is(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    text = (PROJECT / "samples" / "house-rules.yaml").read_text(encoding="utf-8")
    (rules / "house-rules.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "secret.yaml").write_text(text, encoding="utf-8")
    (rules / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    with client_for(tmp_path / "tables", rules_folder=rules) as client:
        own = [one["id"] for one in client.get("/api/rules").json() if one["is_own"]]
        assert own == ["house-rules"]
        label = load_rules(str(rules / "house-rules.yaml")).label
        assert client.post("/api/points", json={**POINTS, "rules": own[0]}).json()["result"]["rules"] == label
        assert client.post("/api/score", json={"record": RON, "rules": own[0]}).json()["result"]["rules"] == label
        for name in ("link", "../secret", "../secret.yaml", str(tmp_path / "secret.yaml"), "./rules/house-rules.yaml"):
            answer = client.post("/api/points", json={**POINTS, "rules": name})
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unknown_rules")


# ---- tables


def begin(client: Any, **more: Any) -> Any:
    answer = client.post("/api/tables", json={"players": ["Aki", "Bea", "Cho", "Dan"], "rules": "riichi", **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def change(client: Any, table: Any, told: Any = None, place: int | None = None) -> Any:
    """The answer to a round that is added to a table, or put in a place; without one, the last change is taken back."""
    at, asked = f"/api/tables/{table['name']}", {"version": table["version"]}
    if told is None:
        return client.post(f"{at}/undo", json=asked)
    asked["round"] = told
    return client.post(f"{at}/rounds", json=asked) if place is None else client.put(f"{at}/rounds/{place}", json=asked)


def test_a_table_is_a_file_that_the_command_reads(client: Any, folder: Path) -> None:
    table = begin(client)
    for told in ("Bea ron Dan 3 han 30 fu, riichi Bea", {"draw": {"kind": "exhaustive", "waiting": ["Aki"]}}):
        table = change(client, table, told).json()
    ran = run_yaku("game", str(folder / f"{table['name']}.yaml"), "--format", "json")
    assert ran.code == 0
    assert json.loads(ran.out) == table["result"]
    # 25,000 + 3,900 and - 1,000; then Aki alone is tenpai: + 3,000.
    assert table["result"]["scores"] == {"Aki": 28000, "Bea": 27900, "Cho": 24000, "Dan": 20100}


def test_a_corrected_round_settles_the_rest_again_and_can_be_taken_back(client: Any) -> None:
    table = begin(client)
    for told in ("Aki tsumo mangan", "Bea ron Cho 2 han 40 fu"):
        table = change(client, table, told).json()
    before = table["result"]["scores"]
    # Aki is the dealer, and stays so: in the second round there is a counter, 300.
    assert before == {"Aki": 37000, "Bea": 23900, "Cho": 18100, "Dan": 21000}
    # Without the dealer's win there is none, and Bea deals: 2 han 40 fu are 3,900.
    right = change(client, table, "Dan tsumo mangan", 0).json()
    assert right["result"]["scores"] == {"Aki": 21000, "Bea": 26900, "Cho": 19100, "Dan": 33000}
    table = change(client, right).json()
    assert table["result"]["scores"] == before
    table = change(client, table).json()
    assert len(table["record"]["rounds"]) == 1
    table = change(client, table).json()
    assert table["can_undo"] is False
    assert change(client, table).status_code == 404


def test_a_round_that_cannot_be_changes_nothing(client: Any, folder: Path) -> None:
    table = begin(client)
    before = (folder / f"{table['name']}.yaml").read_bytes()
    for told in ("Zoe tsumo mangan", {"wins": [{"seat": "Aki", "by": "ron", "from": "Aki", "level": "mangan"}]}, {}, 4):
        answer = change(client, table, told)
        assert answer.status_code == 422, answer.text
    assert (folder / f"{table['name']}.yaml").read_bytes() == before
    assert change(client, table, "Aki tsumo mangan", 0).status_code == 404


def test_who_changes_an_old_version_is_told_so(client: Any) -> None:
    table = begin(client)
    assert change(client, table, "Aki tsumo mangan").status_code == 200
    answer = change(client, table, "Aki tsumo mangan")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
    assert client.post("/api/tables", json={"players": ["A", "B", "C", "D"], "name": table["name"]}).status_code == 409


@pytest.mark.parametrize("given", [{}, {"version": None}, {"version": ""}, {"version": 1}], ids=str)
def test_a_change_without_the_version_of_its_table_is_refused(client: Any, given: Any) -> None:
    """A round that is sent twice, for its answer was lost, must not be there twice."""
    table = change(client, begin(client), "Aki tsumo mangan").json()
    at = f"/api/tables/{table['name']}"
    told = {"round": "Bea tsumo mangan", **given}
    status = 409 if given.get("version") == "" else 422
    assert client.post(f"{at}/rounds", json=told).status_code == status
    assert client.post(f"{at}/rounds", json={**told, "preview": True}).status_code == status
    assert client.put(f"{at}/rounds/0", json=told).status_code == status
    answer = client.post(f"{at}/undo", json=given)
    assert (answer.status_code, answer.json()["error"]["key"]) == (status, "version" if status == 422 else None)
    assert client.get(at).json()["version"] == table["version"]


def test_a_crash_in_the_middle_of_writing_leaves_the_old_file_whole(
    client: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(client)
    name = table["name"]
    before = (folder / f"{name}.yaml").read_bytes()

    def crash(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/home/aki/tables")

    for broken in ("fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(f"calc.serve.tables.os.{broken}", crash)
            answer = change(client, table, "Aki tsumo mangan")
        told = answer.json()["error"]
        assert (answer.status_code, told["code"]) == (507, "not_written")
        assert told["message"] == "the table cannot be written: No space left on device; nothing was changed"
        assert (folder / f"{name}.yaml").read_bytes() == before
        assert [path.name for path in folder.iterdir() if path.suffix == ".part"] == []
    assert change(client, table, "Aki tsumo mangan").status_code == 200


def test_tables_of_every_family_of_games_and_files_of_others(client: Any, folder: Path) -> None:
    cards = client.post("/api/tables", json={"players": ["Aki", "Bea"], "rules": "koikoi", "name": "cards"}).json()
    assert cards["record"] == {"rules": "koikoi", "players": ["Aki", "Bea"], "rounds": []}
    told = {"players": {"Aki": {"captured": "1BR 3B 8BA 9A"}, "Bea": {"captured": ""}}, "stopped_by": "Aki"}
    assert change(client, cards, told).json()["result"]["scores"]["Aki"] == 30
    (folder / "broken.yaml").write_text("rules: [")
    (folder / "secret.yaml").symlink_to("/etc/passwd")
    listed = {one["name"]: one["error"] for one in client.get("/api/tables").json()}
    assert listed["cards"] is None
    assert listed["broken"]
    assert "root" not in listed["secret"]
    # A win says no round wind there: what is written is what was said.
    assert "round" not in (folder / "cards.yaml").read_text().replace("rounds", "")


# ---- under load


def post(here: str, path: str, question: Any) -> tuple[int, Any]:
    body = json.dumps(question).encode()
    request = Request(here + path, data=body, headers={"content-type": "application/json"})
    with urlopen(request, timeout=SECONDS) as answer:
        return answer.status, json.load(answer)


def test_an_answer_waits_for_no_acknowledgement(served: str) -> None:
    """By a kept connection, whose other end acknowledges a head alone only after 40 ms."""
    connection = HTTPConnection(urlsplit(served).netloc, timeout=SECONDS)
    took: list[float] = []
    # The first ones are acknowledged at once in any case. On a busy machine, one of many others need not wait.
    while len(took) < 21 or (took[-1] >= 0.03 and len(took) < 400):
        start = time.monotonic()
        connection.request("POST", "/api/points", json.dumps(POINTS), {"content-type": "application/json"})
        assert connection.getresponse().read()
        took.append(time.monotonic() - start)
    connection.close()
    assert took[-1] < 0.03


def test_two_hundred_at_once_beside_slow_clients(served: str) -> None:
    """Slow clients hold connections, and nobody waits for them."""
    at = urlsplit(served)
    slow = [socket.create_connection((at.hostname or "", at.port or 0)) for _ in range(20)]
    for one in slow[:10]:
        one.sendall(
            b"POST /api/score HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"
        )
    name = post(served, "api/tables", {"players": ["A", "B", "C", "D"], "rules": "riichi"})[1]["name"]

    def insist(told: Any) -> int:
        """Add a round, however often somebody else is quicker."""
        for _ in range(100):
            with urlopen(f"{served}api/tables/{name}") as answer:
                version = json.load(answer)["version"]
            with suppress(HTTPError):
                return post(served, f"api/tables/{name}/rounds", {"round": told, "version": version})[0]
        return 0

    assert select.select(slow, [], [], 0)[0] == [], "a slow client was given up first"
    with ThreadPoolExecutor(50) as pool:
        scores = [pool.submit(post, served, "api/score", {"record": RON}) for _ in range(192)]
        rounds = [pool.submit(insist, {"draw": {"kind": "exhaustive", "waiting": []}}) for _ in range(8)]
        assert {score.result()[1]["result"]["points"] for score in scores} == {2600}
        assert {one.result() for one in rounds} == {200}
    with urlopen(f"{served}api/tables/{name}") as answer:
        assert len(json.load(answer)["record"]["rounds"]) == 8
    for one in slow:
        one.close()


def test_clients_that_say_nothing_are_left(folder: Path) -> None:
    """A body that does not come in time is refused."""
    import asyncio

    from calc.serve.guard import Guard

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass

    async def silent() -> Any:
        await asyncio.sleep(60)

    sent: list[Any] = []

    async def keep(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope: Any = {"type": "http", "method": "POST", "path": "/api/score", "headers": headers}
    # In a thread, since the browser of other tests keeps an event loop running in this one.
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, Guard(app, bounds=Bounds(send=0.05))(scope, silent, keep)).result()
    assert sent[0]["status"] == 408
