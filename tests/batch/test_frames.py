"""settle_arrow: a row for a row, each what the record alone is, whoever gives the Arrow data."""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import calc
from tests.judges.hands import near_misses, random_hands

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'yaku-calc[parquet]'")

PLAIN: dict[str, Any] = {"hand": "123m456p789s1122z", "win": "2z", "by": "ron", "seat": "S", "round": "E", "from": "W"}
RESULTS = ("ok", "rules", "yaku", "dora", "han", "fu", "limits", "level", "base", "points", "payments")
ODD: list[dict[str, Any]] = [
    {**PLAIN, "hand": "1m2m3m 456p 789s 1122z"},
    {**PLAIN, "hand": "123m4p", "melds": ["(555z)", "(666z)", "(777z<W)"], "win": "4p"},
    {**PLAIN, "hand": ""},
    {**PLAIN, "hand": None},
    {**PLAIN, "hand": "一二三m"},
    {**PLAIN, "seat": "Ito"},
    {**PLAIN, "honba": -1},
    {**PLAIN, "honba": 3, "riichi": "double"},
    {**PLAIN, "riichi": "often"},
    {**PLAIN, "by": None},
    {**PLAIN, "from": None, "riichi": True},
    {**PLAIN, "melds": ["no meld"]},
    {**PLAIN, "discards": "2z", "riichi": True},
]


def spoken(value: Any) -> Any:
    """Truth as a column of Arrow has it that also holds a word."""
    return str(value).lower() if isinstance(value, bool) else value


def columns_of(records: list[dict[str, Any]]) -> dict[str, list[Any]]:
    keys = dict.fromkeys(key for record in records for key in record if key not in ("id", "options"))
    found = {key: [record.get(key) for record in records] for key in keys}
    for key in ("riichi", "chankan"):
        if key in found:
            found[key] = [spoken(value) for value in found[key]]
    return found


def assert_row(row: dict[str, Any], result: calc.WinResult | calc.Refusal) -> None:
    assert row["ok"] == result.ok
    if isinstance(result, calc.Refusal):
        assert (row["code"], row["message"], row["key"]) == (
            result.error.code,
            result.error.message,
            result.error.key,
        )
        assert [row[key] for key in RESULTS[2:]] == [None] * 9
        return
    assert (row["code"], row["message"], row["key"]) == (None, None, None)
    assert row["yaku"] == [line.id for line in result.yaku]
    for key in ("rules", "han", "fu", "limits", "level", "base", "points"):
        assert row[key] == getattr(result, key)
    assert row["payments"] == {party: result.payments.get(party) for party in row["payments"]}
    assert {key: row["dora"][key] for key in ("dora", "red", "ura", "north")} == {
        key: getattr(result.dora, key) for key in ("dora", "red", "ura", "north")
    }


@pytest.mark.parametrize("rules", ["tenhou", "riichi", "sanma", "mu"])
def test_every_row_is_what_the_record_alone_is(rules: str) -> None:
    drawn = [*random_hands(31, 300), *(record for record, _ in near_misses(32, 80)), *ODD]
    random.Random(5).shuffle(drawn)
    records = [{key: value for key, value in record.items() if key not in ("id", "rules")} for record in drawn]
    for record in records:
        if isinstance(record.get("melds"), str):  # a column of Arrow has one type
            record["melds"] = [record["melds"]] if record["melds"] else []
    found = calc.settle_arrow(pa.table(columns_of(records)), rules=rules)
    alone = [{key: value for key, value in record.items() if value is not None} for record in records]
    assert found.num_rows == len(records)
    for row, result in zip(found.to_pylist(), calc.score_many(alone, rules=rules), strict=True):
        assert_row(row, result)


def test_rows_beyond_one_block_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [
        {**PLAIN, "riichi": row % 3 == 0, "honba": row, "hand": ("", PLAIN["hand"])[row % 5 > 0]} for row in range(40)
    ]
    whole = calc.settle_arrow(pa.table(columns_of(records)))
    monkeypatch.setattr("calc.mahjong.columns.arrow.BLOCK", 7)
    assert calc.settle_arrow(pa.table(columns_of(records))).to_pylist() == whole.to_pylist()


def test_refusals_keep_their_order_where_there_is_nothing_else() -> None:
    """They are found in stages, those of the last stage first in no order."""
    hands = ["22456m789p66s", "123m234566p1135s4p", "79m406p77s", "", "19m"]
    records = [{**PLAIN, "hand": hand, "win": "2m"} for hand in hands]
    records[1]["win"] = None
    for places in ([0, 1, 2, 3, 4], [4, 1, 0], [1, 2], [3, 1, 3, 0]):
        some = [records[place] for place in places]
        found = calc.settle_arrow(pa.table(columns_of(some))).to_pylist()
        alone = [{key: value for key, value in record.items() if value is not None} for record in some]
        results = calc.score_many(alone)
        assert not any(result.ok for result in results)
        for row, result in zip(found, results, strict=True):
            assert_row(row, result)


ROWS: dict[str, list[Any]] = {
    "game": ["a", "b", "c"],
    "hand": ["123m456p789s1122z", "123m456p789s1134z", "234m456p222678s55m"],
    "win": ["2z", "2z", None],
    "by": ["ron", "ron", "tsumo"],
    "seat": ["S", "S", "E"],
    "round": ["E", "E", "E"],
    "from": ["W", "N", None],
    "honba": [1, None, 2],
    "riichi": [True, False, None],
    "dora": [None, "1m", "1m"],
}


def duck(rows: dict[str, list[Any]]) -> Any:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed: pip install duckdb")
    table = pa.table(rows)
    return duckdb.from_arrow(table) if hasattr(duckdb, "from_arrow") else duckdb.sql("select * from table")


class OnlyBatch:
    """Something that can do nothing but hand out one batch of Arrow."""

    def __init__(self, rows: dict[str, list[Any]]) -> None:
        self._batch = pa.RecordBatch.from_pydict(rows)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self._batch.__arrow_c_array__(requested_schema)


GIVERS: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "table": pa.table,
    "pieces": lambda rows: pa.concat_tables([pa.table(rows).slice(0, 1), pa.table(rows).slice(1)]),
    "batch": pa.RecordBatch.from_pydict,
    "only a batch": OnlyBatch,
    "reader": lambda rows: pa.table(rows).to_reader(),
    # They are loaded by the process that runs these tests alone.
    "polars": lambda rows: import_module("polars").DataFrame(rows),
    "pandas": lambda rows: import_module("pandas").DataFrame(rows),
    "DuckDB": duck,
    "large texts": lambda rows: pa.table(
        {key: pa.array(of, pa.large_string()) if isinstance(of[0], str) else of for key, of in rows.items()}
    ),
    "dictionaries": lambda rows: pa.table({key: pa.array(of).dictionary_encode() for key, of in rows.items()}),
    "a slice": lambda rows: pa.table({key: [of[-1], *of, of[0]] for key, of in rows.items()}).slice(1, 3),
}


@pytest.mark.parametrize("giver", GIVERS)
def test_whatever_gives_arrow_data_is_settled(giver: str) -> None:
    found = calc.settle_arrow(GIVERS[giver](ROWS))
    assert isinstance(found, pa.RecordBatch if "batch" in giver else pa.Table)
    assert found.column("game").to_pylist() == ["a", "b", "c"]
    alone = [{key: of[row] for key, of in ROWS.items() if of[row] is not None and key != "game"} for row in range(3)]
    for row, result in zip(found.to_pylist(), calc.score_many(alone), strict=True):
        assert_row(row, result)


def test_the_schema_is_known_before_and_the_same_for_no_rows() -> None:
    table = pa.table(ROWS)
    found = calc.settle_arrow(table)
    assert found.schema == calc.result_schema(table.schema)
    assert found.schema.names == ["game", *calc.result_schema().names]
    for empty in (table.slice(0, 0), pa.RecordBatch.from_pydict({"hand": pa.array([], pa.string())})):
        nothing = calc.settle_arrow(empty)
        assert (nothing.num_rows, nothing.schema) == (0, calc.result_schema(empty.schema))


def test_a_column_of_rule_sets_counts_row_by_row() -> None:
    names = ["tenhou", None, "mu", "nosuch", "./house.yaml", "tenhou"]
    records = [
        {**PLAIN, "riichi": True, "honba": row, **({"rules": name} if name else {})} for row, name in enumerate(names)
    ]
    found = calc.settle_arrow(pa.table(columns_of(records))).to_pylist()
    for row, result in zip(found, calc.score_many(records), strict=True):
        assert_row(row, result)
    assert [row["rules"] and row["rules"].partition("@")[0] for row in found] == [
        "tenhou",
        "riichi",
        "mu",
        None,
        None,
        "tenhou",
    ]
    said = calc.settle_arrow(pa.table(columns_of(records)), rules="sanma", options={}).column("rules").to_pylist()
    assert {*said} == {calc.load_rules("sanma").label}


def test_options_facts_and_pao_count() -> None:
    liable = pa.array([{"seat": "W", "for": "daisangen"}, None])
    hands = ["123m4p", "123m456p789s1122z"]
    table = pa.table(
        {
            "hand": hands,
            "melds": [["(555z)", "(666z)", "(777z<W)"], None],
            "win": ["4p", "2z"],
            "by": ["tsumo", "tsumo"],
            "seat": ["E", "S"],
            "round": ["E", "E"],
            "liable": liable,
        }
    )
    first, second = calc.settle_arrow(table).to_pylist()
    assert (first["payments"]["W"], first["limits"]) == (-48000, 1)
    assert second["ok"]
    kiriage = {**PLAIN, "hand": "234m345p456s55678p"[:-1], "win": "8p", "riichi": True}
    for options in ({}, {"kiriage_mangan": True}):
        (row,) = calc.settle_arrow(pa.table(columns_of([kiriage])), rules="tenhou", options=options).to_pylist()
        assert_row(row, calc.score_many([kiriage], rules="tenhou", options=options)[0])


def test_a_frame_without_rows_yet_is_refused_with_what_to_do() -> None:
    lazy = pytest.importorskip("polars").LazyFrame(ROWS)
    with pytest.raises(calc.CalcError, match="found LazyFrame, which has no rows yet; collect it"):
        calc.settle_arrow(lazy)
    assert calc.settle_arrow(lazy.collect()).num_rows == 3


@pytest.mark.parametrize("given", [ROWS, [PLAIN], "hand", None, 3, pa.array(["1m"]), "a series of polars"])
def test_what_is_no_table_of_arrow_is_refused(given: Any) -> None:
    found = import_module("polars").Series(["1m"]) if given == "a series of polars" else given
    with pytest.raises(calc.RecordError, match=r"expected (Arrow data|a table)"):
        calc.settle_arrow(found)


@pytest.mark.parametrize("name", ["claim", "options", "points", "han", "payments", "code", "ok"])
def test_columns_that_cannot_be_there_are_refused(name: str) -> None:
    with pytest.raises(calc.RecordError) as caught:
        calc.settle_arrow(pa.table({**ROWS, name: ["1", "2", "3"]}))
    assert caught.value.key == name


def test_unknown_rules_for_all_rows_are_raised() -> None:
    with pytest.raises(calc.RuleTableError):
        calc.settle_arrow(pa.table(ROWS), rules="nosuch")


def test_a_program_without_pyarrow_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(calc.CalcError, match="needs pyarrow, which is not installed"):
        calc.settle_arrow(object())


WRONG_GAME = (
    "contradiction",
    "expected a rule set of riichi for this record, found 'koikoi', which is of hanafuda; name another "
    "(`yaku rules list` has them), or leave it out",
    "rules",
)


def test_a_rule_set_of_another_game_is_refused_in_the_same_words_everywhere() -> None:
    record = {"hand": "123m456p789s1122z", "win": "2z", "by": "tsumo", "seat": "S", "round": "E"}
    named = {**record, "rules": "koikoi"}
    results = [
        *calc.score_many([named, "koikoi 123m456p789s1122z tsumo win=2z seat=S round=E"]),
        *calc.score_many([record], rules="koikoi"),
        *calc.settle_stream([named]),
    ]
    told = [(one.error.code, one.error.message, one.error.key) for one in results if isinstance(one, calc.Refusal)]
    (row,) = calc.settle_arrow(pa.table({key: [value] for key, value in named.items()})).to_pylist()
    told.append((row["code"], row["message"], row["key"]))
    assert told == [WRONG_GAME] * 5
    for given in ({"rules": "koikoi"}, {"rules": calc.load_rules("koikoi")}):
        with pytest.raises(calc.RecordError) as caught:
            calc.settle_arrow(pa.table({key: [value] for key, value in record.items()}), **given)
        assert (caught.value.code, caught.value.message, caught.value.key) == WRONG_GAME


def test_a_player_may_be_called_as_a_key_of_wins() -> None:
    """Piles beside the keys of a round of hanafuda are still read."""
    (result,) = calc.settle_stream([{"rules": "koikoi", "seat": "1B 3B 8B", "win": "2R", "stopped_by": "seat"}])
    assert result.ok
