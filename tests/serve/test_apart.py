"""What may take long is done apart: others are answered meanwhile, and it ends."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("litestar", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")

from urllib.error import HTTPError
from urllib.request import Request, urlopen

from calc.disputes.claims import MOST_CLAIMS
from calc.errors import RecordError
from calc.serve.apart import Apart, may_take_long
from calc.serve.api import Api
from calc.serve.shelf import Shelf
from calc.serve.tables import Change, NewTable, Tables
from tests.cli.running import SECONDS, start_yaku
from tests.serve.conftest import _address_of

HAND = "23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
#: The most that may be asked: each claim is wrong, and what would make it right is looked for.
WORST = {"record": HAND, "claim": ", ".join(f"Ben{place} says {place + 10}00" for place in range(MOST_CLAIMS))}


def ask(here: str, path: str, question: Any) -> Any:
    body = Request(f"{here}api/{path}", msgspec.json.encode(question), {"content-type": "application/json"})
    with urlopen(body, timeout=SECONDS) as answer:
        return msgspec.json.decode(answer.read())


def begin(here: str) -> None:
    """Judge something short, until it is judged: a busy machine may load for it longer than an answer may take."""
    is_judged = False
    while not is_judged:
        try:
            is_judged = bool(ask(here, "dispute", {"record": HAND, "claim": "8000"}))
        except HTTPError as error:
            if error.code != 503:
                raise


def test_a_hand_is_answered_while_the_longest_dispute_is_judged(tmp_path: Path) -> None:
    with start_yaku("serve", "--port", "0", "--tables", str(tmp_path)) as process, ThreadPoolExecutor(1) as pool:
        here = _address_of(process)
        begin(here)
        ask(here, "score", {"record": HAND})
        judged = pool.submit(ask, here, "dispute", WORST)
        answered = 0
        while not judged.done():
            assert ask(here, "score", {"record": HAND})["result"]["points"] == 8000
            answered += 1
        assert answered > 3  # the first may come before it, and the last be what waited for it
        assert len(judged.result()["result"]["claims"]) == MOST_CLAIMS
        # It ends, also in the midst of work.
        pool.submit(ask, here, "dispute", WORST)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        process.wait(SECONDS)


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"])
def test_a_server_that_gets_any_signal_leaves_no_process_behind(tmp_path: Path, name: str) -> None:
    """Also none that judges something long."""
    psutil = pytest.importorskip("psutil", reason="needs a list of processes: pip install psutil")
    with start_yaku("serve", "--port", "0", "--tables", str(tmp_path)) as process, ThreadPoolExecutor(1) as pool:
        here = _address_of(process)
        begin(here)
        children = psutil.Process(process.pid).children(recursive=True)
        assert children
        judged = pool.submit(ask, here, "dispute", WORST)
        time.sleep(0.2)
        process.send_signal(getattr(signal, name))
        process.wait(SECONDS)
        _, alive = psutil.wait_procs(children, timeout=5)
        assert alive == []
        with suppress(OSError):  # it may have been answered before the end
            judged.result()


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Apart]:
    made = Apart(Api(Tables(tmp_path / "tables", Shelf())), budget=SECONDS)
    yield made
    made.stop()


def told(apart: Apart, path: str, question: Any) -> tuple[int, Any]:
    answer = apart.ask("POST", path, {}, msgspec.json.encode(question))
    return answer.status, msgspec.json.decode(answer.body)


def test_what_takes_too_long_is_ended(apart: Apart) -> None:
    apart.budget = 0.01
    wrong = {"record": HAND, "claim": "5200"}
    status, refused = told(apart, "/dispute", wrong)
    assert (status, refused["error"]["code"]) == (503, "too_slow")
    assert refused["error"]["message"].startswith("this took more than 0.01 seconds and was ended")
    assert apart._process is None
    apart.budget = SECONDS
    assert told(apart, "/dispute", wrong)[1]["result"]["right"] is False
    status, refused = told(apart, "/dispute", {"record": HAND})
    assert (status, refused["error"]["code"], refused["error"]["key"]) == (422, "missing_key", "claim")


def test_a_process_that_is_killed_costs_one_answer(apart: Apart) -> None:
    """As by a system that has no memory left: it is said, without a false reason, and the next is answered."""
    asked = {"record": HAND, "claim": "8000"}
    assert told(apart, "/dispute", asked)[0] == 200
    apart._process.kill()
    apart._process.join()
    assert told(apart, "/dispute", asked)[0] == 200
    with ThreadPoolExecutor(1) as pool:
        judged = pool.submit(told, apart, "/dispute", WORST)
        # Where it had not been asked yet, another one is.
        while not judged.done():
            time.sleep(0.1)
            if (process := apart._process) is not None:
                process.kill()
        status, refused = judged.result()
    assert (status, refused["error"]["message"].partition(";")[0]) == (503, "what worked on this was ended")


def test_a_fault_of_the_program_is_told_as_one(apart: Apart) -> None:
    wrong: Any = 5
    with pytest.raises(RuntimeError, match="TypeError: expected string"):
        apart.ask("POST", wrong, {}, b"")
    assert told(apart, "/dispute", {"record": HAND, "claim": "8000"})[0] == 200


# ---- what may be asked has a bound of its work

PLAYERS = ["Aki", "Bea", "Cho", "Dan"]
DRAW = {"draw": {"tenpai": PLAYERS}}


def game_of(rounds: int) -> dict[str, Any]:
    return {"players": PLAYERS, "rules": "riichi", "rounds": [DRAW] * rounds}


#: Questions within the limit of a body that may take long.
LONG: dict[str, tuple[str, Any]] = {
    "a sheet of many rounds": ("game", {"game": "players: Aki, Bea, Cho, Dan\n" + "draw, tenpai Aki\n" * 12_000}),
    "a sheet of a long line": ("game", {"game": "players: Aki, Bea, Cho, Dan\n" + "x" * 200_000}),
    "a game of many rounds": ("explain", {"record": game_of(200)}),
    "a league": ("standings", {"games": [game_of(90)], "unfinished": True}),
    "a league of tables": ("standings", {"tables": ["a"] * 500}),
    "many claims": ("dispute", WORST),
}
#: The longest that are answered by the one thread that answers all others.
SHORT: dict[str, tuple[str, Any]] = {
    "a sheet": ("game", {"game": "players: Aki, Bea, Cho, Dan\n" + "draw, tenpai Aki\n" * 200}),
    "rounds by anchors": (
        "game", {"game": "players: [Aki, Bea, Cho, Dan]\nrounds:\n- &a {draw: {tenpai: [Aki]}}\n" + "- *a\n" * 640}
    ),
    "a player who asks again and again": (
        "needs", {"scores": dict.fromkeys(PLAYERS, 25_000), "players": ["Aki"] * 600, "html": True}
    ),
    "words without meaning": ("game", {"game": "players: Aki, Bea, Cho, Dan\n" + "x " * 1_900}),
    "a line of melds": ("score", {"record": "1m" * 1_900}),
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_a_question_that_may_take_long_is_one_for_the_process(name: str) -> None:
    path, question = LONG[name]
    assert may_take_long(f"/{path}", msgspec.json.encode(question))


@pytest.mark.parametrize("name", SHORT)
def test_any_other_question_takes_no_second(name: str) -> None:
    path, question = SHORT[name]
    body = msgspec.json.encode(question)
    assert not may_take_long(f"/{path}", body)
    api = Api(Tables(Path("none"), Shelf()))
    api.ask("POST", "/score", {}, msgspec.json.encode({"record": HAND}))
    started = time.process_time()
    api.ask("POST", f"/{path}", {}, body)
    assert time.process_time() - started < 2


@pytest.mark.parametrize("name", ["game", "explain", "needs"])
def test_games_of_too_many_rounds_are_refused(name: str, apart: Apart) -> None:
    """Before they are settled: 200 rounds are more than anybody played in a game."""
    key = "record" if name == "explain" else "game"
    status, refused = told(apart, f"/{name}", {key: game_of(201)})
    assert (status, refused["error"]["key"]) == (422, "rounds")
    assert refused["error"]["message"] == "expected at most 200 rounds at once, found 201"
    assert told(apart, f"/{name}", {key: game_of(200)})[0] == 200


def test_a_table_has_as_many_rounds_as_can_be_settled_at_once(tmp_path: Path) -> None:
    kept = Tables(tmp_path, Shelf())
    version = kept.begin(NewTable(players=PLAYERS, rules="riichi", name="club")).version
    file = tmp_path / "club.yaml"
    file.write_text(
        file.read_text().replace("rounds: []", "rounds:\n" + f"- {msgspec.json.encode(DRAW).decode()}\n" * 199)
    )
    version = kept.change("club", Change(round=DRAW, version=kept.show("club").version)).version
    with pytest.raises(RecordError, match="expected at most 200 rounds at once, found 201"):
        kept.change("club", Change(round=DRAW, version=version))
    assert kept.show("club").version == version


def test_a_league_has_as_many_rounds_as_can_be_settled_at_once(apart: Apart) -> None:
    games = [{**game_of(0), "rounds": [{"draw": {"tenpai": []}}] * 101}] * 100
    status, refused = told(apart, "/standings", {"games": games})
    assert (status, refused["error"]["message"]) == (422, "expected at most 10,000 rounds at once, found 10,100")


def test_the_text_of_a_file_is_read_no_further_than_its_second_game(apart: Apart) -> None:
    for games, found in ((0, "none"), (2, "more"), (9_000, "more")):
        status, refused = told(apart, "/game", {"game": "\n---\n" + "---\n{players: [A], rounds: []}\n" * games})
        assert (status, refused["error"]["message"]) == (422, f"expected one game, found {found}")


def test_the_list_of_tables_reads_only_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Tables(tmp_path, Shelf())
    for name in ("a", "b"):
        kept.begin(NewTable(players=PLAYERS, rules="riichi", name=name))
    first = [*kept.lines()]
    read = list[str]()
    reader = Tables._read

    def counted(self: Tables, name: str) -> Any:
        read.append(name)
        return reader(self, name)

    monkeypatch.setattr(Tables, "_read", counted)
    assert ([*kept.lines()], read) == (first, [])
    (tmp_path / "a.yaml").write_text(f"rules: riichi\nplayers: {PLAYERS}\nrounds:\n- draw: {{tenpai: [Aki]}}\n")
    (tmp_path / "b.yaml").unlink()
    assert ([(line.name, line.rounds) for line in kept.lines()], read) == ([("a", 1)], ["a"])
