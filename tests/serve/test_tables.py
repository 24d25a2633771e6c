"""A table loses no round: by crashes between any two writes, by editors, by other servers, by what its file holds."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

from calc.errors import CalcError
from calc.serve.shelf import Shelf
from calc.serve.tables import Change, ConflictError, MissingError, NewTable, Tables
from tests.cli.running import run_yaku

PLAYERS = ["Aki", "Bea", "Cho", "Dan"]
DRAW = "draw, tenpai Aki Bea Cho Dan"


def tables_in(folder: Path) -> Tables:
    """The tables of a server that has just been started."""
    return Tables(folder, Shelf(None))


def begin(folder: Path, name: str = "club", players: list[str] | None = None) -> Tables:
    kept = tables_in(folder)
    kept.begin(NewTable(players=players or PLAYERS, rules="riichi", name=name))
    return kept


def add(kept: Tables, told: str = DRAW, name: str = "club") -> Any:
    return kept.change(name, Change(round=told, version=version_of(kept, name)))


def correct(kept: Tables, told: str, place: int) -> Any:
    return kept.change("club", Change(round=told, version=version_of(kept)), place)


def undo(kept: Tables, name: str = "club") -> Any:
    return kept.undo(name, Change(version=version_of(kept, name)))


def insist(kept: Tables) -> Any:
    """Add a round, however often somebody else is quicker."""
    for _ in range(100):
        with suppress(ConflictError):
            return add(kept)
    raise AssertionError("somebody else was always quicker")


def version_of(kept: Tables, name: str = "club") -> str:
    """The version of a table; of one whose file cannot be read there is none to know."""
    with suppress(CalcError):
        return kept.show(name).version
    return "unknown"


def taken_back(kept: Tables, name: str = "club") -> list[str]:
    """The texts of the file while all that can be is taken back."""
    texts = []
    while kept.show(name).can_undo:
        undo(kept, name)
        texts.append((kept.folder / f"{name}.yaml").read_text())
    with pytest.raises(MissingError, match="nothing to take back"):
        undo(kept, name)
    return texts


# ---- crashes


class _Crash(BaseException):
    """The process has been killed."""


@contextmanager
def crashing(after: int) -> Iterator[list[str]]:
    """The operations on files that are done; the one after so many of them is the end, and no other comes through."""
    done: list[str] = []

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **named: Any) -> Any:
            if len(done) >= after:
                raise _Crash
            done.append(name)
            return function(*arguments, **named)

        return run

    with pytest.MonkeyPatch.context() as patched:
        for owner, name in ((os, "replace"), (os, "fsync"), (os, "fdopen"), (os, "unlink"), (tempfile, "mkstemp")):
            patched.setattr(owner, name, counted(name, getattr(owner, name)))
        yield done


#: An evening: rounds, a correction, some of it taken back.
STEPS: list[Callable[[Tables], Any]] = [
    lambda kept: kept.begin(NewTable(players=PLAYERS, rules="riichi", name="club")),
    lambda kept: add(kept, "Aki tsumo mangan"),
    lambda kept: add(kept, "Bea ron Cho 2 han 40 fu"),
    lambda kept: correct(kept, "Dan tsumo mangan", 0),
    undo,
    undo,
    lambda kept: add(kept, "Cho ron Dan 3900"),
    lambda kept: correct(kept, "Bea ron Cho 2 han 40 fu", 1),
    undo,
]


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_a_crash_after_any_operation_loses_no_round(tmp_path: Path, step: int) -> None:
    """What is there is what was before the step, or what comes of it; and all that led to that can be taken back."""

    def told(folder: Path) -> tuple[str, list[str]]:
        file = folder / "club.yaml"
        return (file.read_text(), taken_back(tables_in(folder))) if file.exists() else ("", [])

    def copied(name: str) -> Path:
        return shutil.copytree(begun, tmp_path / name)

    begun = tmp_path / "begun"
    kept = tables_in(begun)
    begun.mkdir()
    for one in STEPS[:step]:
        one(kept)
    before = told(copied("before"))
    STEPS[step](tables_in(copied("after")))
    after = told(tmp_path / "after")
    crashes = 0
    while True:
        folder = copied(f"crash-{crashes}")
        kept = tables_in(folder)
        with crashing(crashes) as done:
            try:
                STEPS[step](kept)
            except _Crash:
                pass
            else:
                assert len(done) == crashes
                break
        file = folder / "club.yaml"
        found = file.read_text() if file.exists() else ""
        assert found in (before[0], after[0])
        if found:
            kept = tables_in(folder)
            assert taken_back(kept) == (before if found == before[0] else after)[1]
            assert len(add(kept, "Aki tsumo mangan").inputs) == 1
            assert len(undo(kept).inputs) == 0
        crashes += 1
    # At the least: a file beside, opened, down to the disk, in its place, and its folder; twice.
    assert crashes >= 10


def test_two_crashes_one_after_the_other_bring_nothing_back_that_was_taken_back(tmp_path: Path) -> None:
    """The same texts again and again: a round, and its correction back and forth."""
    other = "Dan tsumo mangan"
    kept = begin(tmp_path)
    for told in ("Aki tsumo mangan", other):
        if told == other:
            correct(kept, told, 0)
            correct(kept, "Aki tsumo mangan", 0)
            correct(kept, told, 0)
        else:
            add(kept, told)
    # Its texts: none, Aki, Dan, Aki, Dan. Each undo below is cut off before it has told the history.
    left = []
    for _ in range(4):
        for after in range(40):
            text = (tmp_path / "club.yaml").read_text()
            with crashing(after), suppress(_Crash):
                undo(tables_in(tmp_path))
            if (tmp_path / "club.yaml").read_text() != text:
                break
        left.append([win["seat"] for one in tables_in(tmp_path).show("club").inputs for win in one["wins"]])
    assert left == [["Aki"], ["Dan"], ["Aki"], []]


def test_the_newest_hundred_changes_can_be_taken_back(tmp_path: Path) -> None:
    kept = begin(tmp_path)
    add(kept, "Aki tsumo mangan")
    for level in ("mangan", "haneman") * 50:
        correct(kept, f"Bea tsumo {level}", 0)
    # 101 changes: the first was Aki's round, which all that are kept lead back to.
    texts = taken_back(kept)
    assert len(texts) == 100
    assert "seat: Aki" in texts[-1]
    assert "level: mangan" in texts[0]
    assert "seat: Bea" in texts[-2]


# ---- what others write


def test_what_was_written_by_hand_is_not_taken_back(tmp_path: Path) -> None:
    kept = begin(tmp_path)
    add(kept)
    file = tmp_path / "club.yaml"
    by_page = file.read_text()
    plain = yaml.safe_load(by_page)
    plain["rounds"] *= 2
    by_hand = yaml.safe_dump(plain)
    file.write_text(by_hand)
    assert kept.show("club").can_undo is False
    with pytest.raises(ConflictError, match="has been changed elsewhere"):
        undo(kept)
    assert file.read_text() == by_hand
    # A later change here is taken back, to what was written by hand and no further.
    assert len(add(kept).inputs) == 3
    assert (taken_back(kept), file.read_text()) == ([by_hand], by_hand)
    # By hand back to what the page wrote: as if nothing had been.
    file.write_text(by_page)
    add(kept)
    file.write_text(by_page)
    assert kept.show("club").can_undo is False


def test_a_comment_written_by_hand_is_a_change(tmp_path: Path) -> None:
    kept = begin(tmp_path)
    add(kept)
    file = tmp_path / "club.yaml"
    file.write_text(file.read_text() + "# Dan paid\n")
    with pytest.raises(ConflictError):
        undo(kept)
    assert file.read_text().endswith("# Dan paid\n")


def test_a_table_of_the_same_name_as_one_that_was_removed_takes_nothing_from_it(tmp_path: Path) -> None:
    kept = begin(tmp_path)
    add(kept)
    (tmp_path / "club.yaml").unlink()
    begin(tmp_path)
    assert taken_back(kept) == []


def test_a_history_that_cannot_be_read_takes_nothing_back(tmp_path: Path) -> None:
    kept = begin(tmp_path)
    add(kept)
    # As earlier versions kept it: what was before each change, without what came of it.
    for lost in (b"[", b'["rounds: []"]', b"{}", b"\xff"):
        (tmp_path / ".club.history").write_bytes(lost)
        with pytest.raises(ConflictError):
            undo(kept)
        assert len(kept.show("club").inputs) == 1
    add(kept)
    assert len(undo(kept).inputs) == 1


@pytest.mark.parametrize(
    "data",
    ["Jürgen".encode("latin-1"), "あき".encode("shift-jis"), "Ben".encode("utf-16"), "Renée".encode("cp1252")],
    ids=["latin-1", "shift-jis", "utf-16", "cp1252"],
)
def test_a_file_in_another_encoding_is_refused_as_by_the_command_and_stays(tmp_path: Path, data: bytes) -> None:
    kept = begin(tmp_path)
    file = tmp_path / "club.yaml"
    spoiled = file.read_bytes().replace(b"Bea", data)
    file.write_bytes(spoiled)
    for change in (add, undo, lambda kept: kept.show("club")):
        with pytest.raises(CalcError, match=r"club.yaml:5: expected text in UTF-8, found other bytes"):
            change(kept)
    assert file.read_bytes() == spoiled
    (line,) = kept.lines()
    assert "UTF-8" in str(line.error)
    assert "expected text in UTF-8" in run_yaku("game", str(file)).err


def test_a_byte_order_mark_is_allowed(tmp_path: Path) -> None:
    kept = begin(tmp_path, players=["Jürgen", "Bea", "Cho", "あき"])
    file = tmp_path / "club.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert add(kept, "draw, tenpai Jürgen").players == ["Jürgen", "Bea", "Cho", "あき"]


# ---- what a table tells


@pytest.mark.parametrize(
    ("sheet", "rounds"),
    [
        (
            "riichi: Aki Bea Cho Dan\nAki tsumo mangan\nscores 37000 21000 21000 21000\nDan ron Cho 3900\n",
            [
                "East 1: Aki tsumo, Aki +12,000 Bea -4,000 Cho -4,000 Dan -4,000",
                "East 1, 1 honba: Dan ron, Cho -4,200 Dan +4,200",
            ],
        ),
        (
            "koikoi: Aki Bea\nAki 5\nscores 5 -5\nBea 3\nscores 2 -2\n",
            ["round 1: Aki: score as told 5, Aki +5", "round 2: Bea: score as told 3, Bea +3"],
        ),
        ("riichi: Aki Bea Cho Dan, chips=1\ndraw, tenpai nobody\nchips 1 0 0 -1\n", ["East 1: exhaustive draw"]),
    ],
    ids=["scores after a hand", "scores after a month", "chips at the end"],
)
def test_each_round_of_a_score_sheet_is_told_in_its_own_place(tmp_path: Path, sheet: str, rounds: list[str]) -> None:
    """The lines between them, which claim or add something, are no rounds."""
    (tmp_path / "club.yaml").write_text(sheet)
    told = tables_in(tmp_path).show("club").rounds
    assert [one.replace("\xa0", " ") for one in told] == rounds


def test_a_correction_names_the_rounds_that_it_changes_in_both_games(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("koikoi: Aki Bea\nAki 5\nBea 3\n")
    kept = tables_in(tmp_path)
    change = Change(round="Aki 6", version=version_of(kept), preview=True)
    # The rounds keep their numbers; what they are called is not what they are.
    assert kept.change("club", change, 0).changes == ["Aki 5 → 6 (+1)"]


def test_a_table_without_a_round_tells_none(tmp_path: Path) -> None:
    assert begin(tmp_path).show("club").rounds == []


def test_what_was_written_of_a_round_is_not_written_out_by_a_change(tmp_path: Path) -> None:
    """A file says less of a round than its record holds; a change leaves the rounds before as they were written."""
    kept = begin(tmp_path)
    file = tmp_path / "club.yaml"
    file.write_text(file.read_text().replace("rounds: []", "rounds:\n- {draw: {waiting: [Aki]}}"))
    assert add(kept).record["rounds"][0] == {"draw": {"waiting": ["Aki"]}}
    assert yaml.safe_load(file.read_text())["rounds"][0] == {"draw": {"waiting": ["Aki"]}}


def test_a_league_of_tables_counts_the_games_of_those_that_are_named(client: Any) -> None:
    for name, players in (("one", PLAYERS), ("two", ["Eve", *PLAYERS[1:]]), ("three", ["Fay", *PLAYERS[1:]])):
        client.post("/api/tables", json={"players": players, "rules": "riichi", "name": name})
    answer = client.post("/api/standings", json={"tables": ["one", "three"], "unfinished": True})
    assert answer.status_code in (200, 201), answer.text
    assert {one["player"] for one in answer.json()["result"]["standings"]} == {*PLAYERS, "Fay"}


# ---- names


@pytest.mark.parametrize("name", ["CON", "con", "Nul", "aux", "PRN", "COM1", "lpt9", "com0"])
def test_names_of_devices_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(CalcError, match="is a device on Windows"):
        begin(tmp_path, name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["CON-1", "console", "COM", "COM10", "nulls"])
def test_names_like_those_of_devices_are_taken(tmp_path: Path, name: str) -> None:
    begin(tmp_path, name)
    assert (tmp_path / f"{name}.yaml").exists()


@pytest.mark.parametrize(
    "name",
    [
        "club.",
        "club ",
        " club",
        "clu\u00e9",
        "clue\u0301",
        "ｃｌｕｂ",
        "COM¹",
        "CONIN$",
        "club:x",
        "club\u200b",
        "ſ",
        "club\n",
    ],
)
def test_names_that_a_file_system_may_take_for_another_are_refused(tmp_path: Path, name: str) -> None:
    """It cuts dots and blanks at the end, or takes letters in several forms of Unicode for one."""
    with pytest.raises(MissingError, match="names have letters, digits, - and _"):
        begin(tmp_path, name)
    assert not list(tmp_path.iterdir())


def test_names_that_differ_only_in_case_are_one(tmp_path: Path) -> None:
    begin(tmp_path, "Friday")
    before = (tmp_path / "Friday.yaml").read_text()
    for name in ("friday", "FRIDAY", "Friday"):
        with pytest.raises(ConflictError, match="there is a table 'Friday' already"):
            begin(tmp_path, name, players=["A", "B", "C", "D"])
    assert [path.name for path in sorted(tmp_path.glob("*.yaml"))] == ["Friday.yaml"]
    assert (tmp_path / "Friday.yaml").read_text() == before
    begin(tmp_path, "Table-1")
    kept = tables_in(tmp_path)
    assert kept.begin(NewTable(players=PLAYERS, rules="riichi")).name == "table-2"


@pytest.mark.parametrize("place", ["-1", "1", "x", "1.0", "+0", "٠"])
def test_a_round_that_is_not_there_cannot_be_corrected(client: Any, place: str) -> None:
    client.post("/api/tables", json={"players": PLAYERS, "rules": "riichi", "name": "club"})
    version = client.get("/api/tables/club").json()["version"]
    version = client.post("/api/tables/club/rounds", json={"round": DRAW, "version": version}).json()["version"]
    asked = {"round": "Aki tsumo mangan", "version": version}
    answer = client.put(f"/api/tables/club/rounds/{place}", json=asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert "draw" in client.get("/api/tables/club").json()["inputs"][0]


def test_a_round_before_the_first_cannot_be_corrected_from_python(tmp_path: Path) -> None:
    kept = begin(tmp_path)
    add(kept)
    for place in (-1, 1):
        with pytest.raises(MissingError, match=f"there is no round {place}; the table has 1"):
            correct(kept, "Aki tsumo mangan", place)


# ---- two servers


def test_changes_of_two_servers_are_made_one_after_the_other(tmp_path: Path) -> None:
    begin(tmp_path)
    both = [tables_in(tmp_path), tables_in(tmp_path)]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(8):
            version = both[0].show("club").version
            asked = Change(round=DRAW, version=version)
            told = [pool.submit(kept.change, "club", asked) for kept in both]
            errors = [one.exception() for one in told]
            assert [type(error) for error in errors if error] == [ConflictError]
        free = [pool.submit(insist, kept) for kept in both * 8]
        assert all(one.exception() is None for one in free)
    assert len(both[0].show("club").inputs) == 8 + 16


def test_who_waits_too_long_for_another_server_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    kept = begin(tmp_path)
    monkeypatch.setattr("calc.serve.tables._WAIT", 0.05)
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with pytest.raises(ConflictError, match="another server"):
        add(kept)
    os.close(handle)
    assert len(add(kept).inputs) == 1
