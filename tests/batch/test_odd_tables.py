"""Tables of Parquet and Arrow as other programs write them: types, nulls, maps, and what is no table."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Ran, run_yaku

pa = pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
parquet = pytest.importorskip("pyarrow.parquet")

WIN = {"hand": "123m456p789s1122z", "win": "2z", "by": "tsumo", "seat": "S", "round": "E"}
GAME = {"players": ["Aki", "Bea", "Cho", "Dan"], "rules": "tenhou"}
SCORES = [("Aki", 42300), ("Bea", 28100), ("Cho", 18400), ("Dan", 11200)]
COLUMNS = {key: pa.array([value]) for key, value in WIN.items()}


def settle(table: Any, folder: Path, ending: str = "parquet") -> Ran:
    out = folder / f"t.{ending}"
    if ending == "parquet":
        parquet.write_table(table, out)
    else:
        with pa.ipc.new_file(str(out), table.schema) as file:
            file.write_table(table)
    return run_yaku("batch", str(out), "-q")


def points(ran: Ran) -> list[int | None]:
    return [json.loads(line).get("points") for line in ran.out.splitlines()]


@pytest.mark.parametrize(
    "columns",
    [
        COLUMNS,
        {key: column.dictionary_encode() for key, column in COLUMNS.items()},
        {key: column.cast(pa.large_string()) for key, column in COLUMNS.items()},
        {key: column.cast(pa.binary()) for key, column in COLUMNS.items()},
        {**COLUMNS, "honba": pa.array([0.0])},
        {**COLUMNS, "honba": pa.array([float("nan")])},
        {**COLUMNS, "honba": pa.array([Decimal(0)])},
        {**COLUMNS, "honba": pa.array([0], pa.int8())},
        {**COLUMNS, "dora": pa.nulls(1), "melds": pa.array([[]], pa.list_(pa.string()))},
        {**COLUMNS, "options": pa.array([[("kiriage_mangan", True)]], pa.map_(pa.string(), pa.bool_()))},
    ],
    ids=["text", "dictionary", "large", "bytes", "float", "nan", "decimal", "int8", "nulls", "map"],
)
@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_a_win_is_read_from_columns_of_other_types(columns: dict[str, Any], ending: str, tmp_path: Path) -> None:
    ran = settle(pa.table(columns), tmp_path, ending)
    assert (points(ran), ran.code) == ([2700], 0), ran.err


def test_half_a_counter_is_refused(tmp_path: Path) -> None:
    ran = settle(pa.table({**COLUMNS, "honba": pa.array([1.5])}), tmp_path)
    assert (ran.code, "honba: expected a whole number" in ran.err, "found 1.5" in ran.err) == (1, True, True)


def test_no_rows_and_no_columns_are_no_records(tmp_path: Path) -> None:
    for table in (pa.table(COLUMNS).slice(0, 0), pa.table({})):
        ran = settle(table, tmp_path)
        assert (ran.out, ran.code, "error" in ran.err) == ("", 0, False)


def test_a_row_of_nulls_is_refused_and_no_other(tmp_path: Path) -> None:
    ran = settle(pa.Table.from_pylist([WIN, dict.fromkeys(WIN), WIN]), tmp_path)
    assert (points(ran), ran.code) == ([2700, None, 2700], 1)
    assert "t.parquet:2: error: expected hand, by, seat, round in a win" in ran.err


def test_a_map_of_scores_is_a_mapping(tmp_path: Path) -> None:
    scores = pa.array([SCORES], pa.map_(pa.string(), pa.int64()))
    ran = settle(pa.table({**{key: [value] for key, value in GAME.items()}, "scores": scores}), tmp_path)
    assert json.loads(ran.out)["scores"] == dict(SCORES)


CARDS = pa.struct([("captured", pa.string())])
PLAYED = {"Bea": {"captured": "1B 3B 8B"}, "Aki": {"captured": ""}}


@pytest.mark.parametrize("are_rounds", [False, True], ids=["rounds", "a game"])
def test_players_in_turn_are_a_map(are_rounds: bool, tmp_path: Path) -> None:
    """A struct has one order in all rows, and the first of a round deals: the second round would be another one."""
    told = [PLAYED, dict(reversed(PLAYED.items()))]
    for kind in (pa.struct([(name, CARDS) for name in PLAYED]), pa.map_(pa.string(), CARDS)):
        players: Any = told if pa.types.is_struct(kind) else [[*one.items()] for one in told]
        of_round = pa.struct([("players", kind), ("stopped_by", pa.string())])
        rounds = pa.array([{"players": one, "stopped_by": "Bea"} for one in players], of_round)
        columns = {"players": [["Bea", "Aki"]], "rounds": pa.ListArray.from_arrays([0, 2], rounds)}
        table = pa.table(columns if are_rounds else {"players": rounds.field(0), "stopped_by": rounds.field(1)})
        ran = settle(table.append_column("rules", pa.array(["koikoi"] * len(table))), tmp_path)
        if pa.types.is_struct(kind):
            assert (ran.code, points(ran)) == (1, [None])
            assert "t.parquet:1: error: expected players as a map, found a struct" in ran.err
            continue
        found = [json.loads(line) for line in ran.out.splitlines()]
        settled = [one["players"] for one in (found[0]["rounds"] if are_rounds else found)]
        assert [[*one] for one in settled] == [["Bea", "Aki"], ["Aki", "Bea"]], ran.err


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_a_column_that_stands_twice_is_refused(ending: str, tmp_path: Path) -> None:
    """Else the later one would count, without a word."""
    table = pa.Table.from_arrays([*COLUMNS.values(), pa.array(["3z"])], names=[*COLUMNS, "win"])
    ran = settle(table, tmp_path, ending)
    assert (ran.code, f"t.{ending}:1: error: expected each column once, found 'win' a second time" in ran.err) == (
        1,
        True,
    )


@pytest.mark.parametrize("data", [b"", b"hello\n", b'{"hand": "1m"}\n'], ids=["empty", "text", "JSON"])
@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_what_is_no_table_is_not_taken_for_none(data: bytes, ending: str, tmp_path: Path) -> None:
    (tmp_path / f"t.{ending}").write_bytes(data)
    ran = run_yaku("batch", str(tmp_path / f"t.{ending}"), "-q")
    assert (ran.code, "expected a whole file of Parquet or Arrow, found other bytes or none" in ran.err) == (1, True)
