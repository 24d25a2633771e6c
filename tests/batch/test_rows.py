"""`--rows hands|rounds`: games unfold into a row a won hand or a round, the same in every format."""

import json
from pathlib import Path
from typing import Any

import pytest

from calc.records.rows import ROW_TYPES
from tests.batch.material import KOIKOI, LINE, WIN, rejects_of, run_batch_on, write_lines
from tests.rows import Rows
from tests.schemas.validating import wrongs

ROWS = Rows(__file__)

#: Bea wins East 1 by ron from Cho: riichi and the seat wind, 2 han 40 fu, 2600, with her stick 3600. In East 2 Aki
#: alone is tenpai, 3000 from the others. In East 3, honba 1, Cho (dealer) and Dan win on the red dragon of Aki: 2 han
#: 40 fu of the dealer, 3900 + 300, and 1 han 40 fu, 1300; the nearer of them to Aki takes the honba.
GAME: dict[str, Any] = ROWS["game"]
NO_YAKU = {"id": 5, **WIN, "riichi": False, "hand": "123m456p789s4433z", "win": "4z", "seat": "E"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_lines(tmp_path / "in.jsonl", [GAME, WIN, NO_YAKU, {"hand": 3}, KOIKOI])
    return tmp_path


def rows_by(folder: Path, kind: str, *more: str, code: int = 1) -> list[dict[str, Any]]:
    assert run_batch_on("in.jsonl", "-o", "out.jsonl", "--rows", kind, "--force", *more, folder=folder).code == code
    return [json.loads(line) for line in (folder / "out.jsonl").read_bytes().splitlines()]


def test_a_won_hand_is_a_row_with_what_follows_from_its_game(folder: Path) -> None:
    rows = rows_by(folder, "hands")
    figures = ("game", "nth", "round", "honba", "seat", "player", "by", "from", "from_player", "yaku", "han", "fu")
    assert [tuple(row[key] for key in figures) for row in rows[:3]] == [
        ("club 7", 1, "E1", 0, "S", "Bea", "ron", "W", "Cho", ["riichi", "seat_wind"], 2, 40),
        ("club 7", 3, "E3", 1, "E", "Cho", "ron", "W", "Aki", ["sanshoku_doujun"], 2, 40),
        ("club 7", 3, "E3", 1, "S", "Dan", "ron", "W", "Aki", ["chun"], 1, 40),
    ]
    assert [(row["hand"], row["win"], row["waits"], row["riichi"]) for row in rows[:3]] == [
        ("123m456p789s1122z", "2z", ["1z", "2z"], True),
        ("234m234p234678s7z", "7z", ["7z"], False),
        ("234m456p678s5577z", "7z", ["5z", "7z"], False),
    ]
    assert [(row["points"], row["score"], row["place"]) for row in rows[:3]] == [
        (2600, 27600, 1),
        (3900, 25600, 2),
        (1300, 25300, 3),
    ]
    assert [{one["player"]: one["amount"] for one in row["payments"]} for row in rows[:3]] == [
        {"Aki": 0, "Bea": 3600, "Cho": -2600, "Dan": 0},
        {"Aki": -4200, "Bea": 0, "Cho": 4200, "Dan": 0},
        {"Aki": -1300, "Bea": 0, "Cho": 0, "Dan": 1300},
    ]


def test_a_round_is_a_row_with_everybody_at_the_table(folder: Path) -> None:
    rows = rows_by(folder, "rounds")
    assert [(row["nth"], row["round"], row["dealer"], row["ended"]) for row in rows[:4]] == [
        (1, "E1", "Aki", "ron"),
        (2, "E2", "Bea", "exhaustive"),
        (3, "E3", "Cho", "ron"),
        (None, "E", "E", "ron"),
    ]
    seats = [{one["player"]: one for one in row["seats"]} for row in rows[:3]]
    assert [{name: (one["change"], one["score"], one["place"]) for name, one in of.items()} for of in seats] == [
        {"Aki": (0, 25000, 2), "Bea": (2600, 27600, 1), "Cho": (-2600, 22400, 4), "Dan": (0, 25000, 2)},
        {"Bea": (-1000, 26600, 2), "Cho": (-1000, 21400, 4), "Dan": (-1000, 24000, 3), "Aki": (3000, 28000, 1)},
        {"Cho": (4200, 25600, 2), "Dan": (1300, 25300, 3), "Aki": (-5500, 22500, 4), "Bea": (0, 26600, 1)},
    ]
    assert [[name for name, one in of.items() if one["riichi"]] for of in seats] == [["Bea"], [], []]
    assert [[name for name, one in of.items() if one["dealt_in"]] for of in seats] == [["Cho"], [], ["Aki"]]
    assert [name for name, one in seats[1].items() if one["tenpai"]] == ["Aki"]
    assert {one["tenpai"] for one in seats[2].values()} == {None}


@pytest.mark.parametrize("kind", ROW_TYPES)
def test_a_refused_record_is_one_row_and_one_reject(folder: Path, kind: str) -> None:
    refused = [row for row in rows_by(folder, kind) if not row["ok"]]
    assert [(row["file"], row["line"], row["game"], row["error"]["code"]) for row in refused] == [
        ("in.jsonl", 3, "5", "no_yaku"),
        ("in.jsonl", 4, None, "missing_key"),
    ]
    assert [one["line"] for one in rejects_of(folder / "out.jsonl")] == [3, 4]


@pytest.mark.parametrize("kind", ROW_TYPES)
def test_rows_are_as_their_schema_says(folder: Path, kind: str) -> None:
    rows = rows_by(folder, kind)
    assert len(rows) == {"hands": 7, "rounds": 7}[kind]
    assert [wrong for row in rows for wrong in wrongs("row", row)] == []


def test_cards_that_score_are_a_hand(folder: Path) -> None:
    (row,) = [row for row in rows_by(folder, "hands") if row["player"] == "Aki" and row["rules"].startswith("koikoi")]
    # Three brights and both viewings are 5 each, and 7 and more count twice.
    assert (row["yaku"], row["points"]) == (["sanko", "hanami_zake", "tsukimi_zake"], 30)
    assert row["hand"] == "1B 3B 8B 9A"


@pytest.mark.parametrize("kind", ROW_TYPES)
def test_every_format_has_the_same_rows(folder: Path, kind: str) -> None:
    import csv

    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'yaku-calc[parquet]'")
    rows = rows_by(folder, kind)
    for out in ("out.csv", "out.parquet"):
        assert run_batch_on("in.jsonl", "-o", out, "--rows", kind, folder=folder).code == 1
    assert parquet.read_table(folder / "out.parquet").to_pylist() == rows
    with open(folder / "out.csv", newline="", encoding="utf-8") as file:
        cells = [*csv.DictReader(file)]
    assert [row["line"] for row in cells] == [str(row["line"]) for row in rows]
    assert [[*row] for row in cells] == [[*row] for row in rows]
    if kind == "hands":
        assert [row["yaku"] for row in cells] == [" ".join(row["yaku"]) for row in rows]
        assert json.loads(cells[0]["payments"]) == rows[0]["payments"]


def test_records_in_parquet_are_typed_and_say_what_json_says(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'yaku-calc[parquet]'")
    assert run_batch_on("in.jsonl", "-o", "out.parquet", folder=folder).code == 1
    table = parquet.read_table(folder / "out.parquet")
    rows = rows_by(folder, "records")
    found = table.to_pylist()
    assert found[1]["yaku"] == [line["id"] for line in rows[1]["yaku"]] == ["riichi", "seat_wind"]
    assert found[1]["payments"] == {**rows[1]["payments"], "discarder": None}
    assert found[1]["dora"] == {**rows[1]["dora"], "seasons": None}
    assert [line["player"] for line in found[0]["final"]] == [line["player"] for line in rows[0]["final"]]
    assert [dict(one["scores"]) for one in found[0]["rounds"]] == [one["scores"] for one in rows[0]["rounds"]]
    assert found[2]["error"] == rows[2]["error"]
    assert json.loads(found[4]["players"]) == rows[4]["players"]  # names of seats in riichi: no common type


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("out", ["out.jsonl", "out.csv", "out.parquet"])
def test_two_processes_write_the_same_bytes(tmp_path: Path, out: str) -> None:
    if out.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    for place in range(3):
        write_lines(tmp_path / f"{place}.jsonl", [GAME, {"id": place, **WIN}] * 40)
    files = [f"{place}.jsonl" for place in range(3)]
    one, two = tmp_path / out, tmp_path / f"two-{out}"
    assert run_batch_on(*files, "-o", one.name, "--rows", "hands", folder=tmp_path).code == 0
    assert run_batch_on(*files, "-o", two.name, "--rows", "hands", "--jobs", "2", folder=tmp_path).code == 0
    assert one.read_bytes() == two.read_bytes()
    if out == "out.jsonl":
        assert one.read_bytes().count(b"\n") == 3 * 40 * 4


def test_a_program_that_fails_on_a_record_refuses_it_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import calc.mahjong.unfold as unfolding

    def fail(*_: Any) -> Any:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(unfolding, "_names", fail)
    rows = rows_by(folder, "rounds")
    assert [row["ok"] for row in rows] == [False, True, False, False, True]
    assert "ZeroDivisionError" in rows[0]["error"]["message"]


def test_lines_of_text_unfold_too(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(WIN) + "\n")
    (tmp_path / "more.txt").write_text(LINE + "\n")
    rows = rows_by(tmp_path, "hands", "more.txt", code=0)
    assert [(row["file"], row["by"], row["melds"]) for row in rows] == [
        ("in.jsonl", "ron", []),
        ("more.txt", "tsumo", ["(345m)"]),
    ]
