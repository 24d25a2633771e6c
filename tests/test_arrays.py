"""Wins as arrays: every figure is the one of the result alone, whatever the columns are made of."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import calc
from calc import WinColumns, score_columns
from tests.judges.hands import near_misses, random_hands
from tests.rows import Rows

PLAIN: dict[str, Any] = {"hand": "123m456p789s1122z", "win": "2z", "by": "ron", "seat": "S", "round": "E", "from": "W"}


def columns_of(records: list[dict[str, Any]]) -> dict[str, list[Any]]:
    keys = dict.fromkeys(key for record in records for key in record)
    return {key: [record.get(key) for record in records] for key in keys}


def assert_row(worth: WinColumns, row: int, result: calc.WinResult | calc.Refusal) -> None:
    assert worth.ok[row] == result.ok
    if isinstance(result, calc.Refusal):
        assert (worth.code[row], worth.message[row]) == (result.error.code, result.error.message)
        assert [worth.han[row], worth.fu[row], worth.limits[row], worth.base[row], worth.points[row]] == [0] * 5
        assert not any(column[row] for column in (*worth.changes.values(), *worth.yaku.values()))
        return
    assert (worth.code[row], worth.message[row]) == ("", "")
    figures = (worth.han[row], worth.fu[row], worth.limits[row], worth.base[row], worth.points[row])
    assert figures == (result.han or 0, result.fu or 0, result.limits, result.base or 0, result.points)
    assert {party: column[row] for party, column in worth.changes.items()} == {
        party: result.payments.get(party, 0) for party in worth.changes
    }
    assert [name for name, column in worth.yaku.items() if column[row]] == [line.id for line in result.yaku]


@pytest.mark.parametrize("rules", ["tenhou", "riichi", "sanma"])
def test_every_row_is_what_the_record_alone_is(rules: str) -> None:
    drawn = [*random_hands(21, 300), *(record for record, _ in near_misses(22, 60))]
    records = [{key: value for key, value in record.items() if key not in ("id", "rules")} for record in drawn]
    worth = score_columns(columns_of(records), rules=rules)
    assert len(worth) == len(records)
    assert worth.rules == calc.load_rules(rules).label
    for row, result in enumerate(calc.score_many(records, rules=rules)):
        assert_row(worth, row, result)


def test_columns_may_be_arrays_lists_or_one_value_for_all_rows() -> None:
    rows: dict[str, list[Any]] = {"honba": [0, 1, 2], "riichi": [True, False, "double"], "win": ["2z", "2z", None]}
    records = [{**PLAIN, **{key: column[row] for key, column in rows.items()}} for row in range(3)]
    alone = calc.score_many([{key: value for key, value in record.items() if value is not None} for record in records])
    kinds: list[Callable[[list[Any]], Any]] = [list, tuple, lambda column: np.array(column, dtype=object)]
    for kind in kinds:
        worth = score_columns({**PLAIN, **{key: kind(column) for key, column in rows.items()}})
        for row, result in enumerate(alone):
            assert_row(worth, row, result)
    same = score_columns({**PLAIN, "hand": np.array([PLAIN["hand"]] * 2), "honba": np.arange(2), "riichi": np.True_})
    assert same.points.tolist() == [2600, 2600]
    assert same.changes["S"].tolist() == [2600, 2900]


#: Three records with something missing in every column that may lack something.
MISSING: dict[str, list[Any]] = Rows(__file__)["missing"]
ALONE = [{key: column[row] for key, column in MISSING.items() if column[row] is not None} for row in range(3)]


class OnlyArrow:
    """A column that can do nothing but hand out Arrow data."""

    def __init__(self, values: list[Any]) -> None:
        self._column = pa.chunked_array([values[:1], values[1:]], pa.array(values).type)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._column.__arrow_c_stream__(requested_schema)


KINDS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "numpy": lambda values: np.array(values, dtype=object),
    "pandas": pd.Series,
    "pandas objects": lambda values: pd.Series(values, dtype=object),
    "pandas NA": lambda values: pd.Series([pd.NA if value is None else value for value in values], dtype=object),
    "pandas NaT": lambda values: [pd.NaT if value is None else value for value in values],
    "pandas nullable": lambda values: pd.Series(values).convert_dtypes(),
    "pandas categories": lambda values: pd.Series(values, dtype="category"),
    "pandas of Arrow": lambda values: pd.Series(pa.array(values).to_pandas(types_mapper=pd.ArrowDtype)),
    "pandas index": lambda values: pd.Index(values, dtype=object),
    "polars": pl.Series,
    "Arrow": pa.array,
    "Arrow in pieces": lambda values: pa.chunked_array([values[:2], values[2:]], pa.array(values).type),
    "Arrow dictionary": lambda values: pa.array(values).dictionary_encode(),
    "anything of Arrow": OnlyArrow,
}
FRAMES: dict[str, Callable[[], Any]] = {
    "pandas": lambda: pd.DataFrame(MISSING),
    "polars": lambda: pl.DataFrame(MISSING),
    "Arrow table": lambda: pa.table(MISSING),
    "Arrow batch": lambda: pa.RecordBatch.from_pydict(MISSING),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_of_any_library_is_a_column(kind: str) -> None:
    worth = score_columns({key: KINDS[kind](column) for key, column in MISSING.items()})
    assert len(worth) == 3
    assert worth.ok.tolist() == [True, False, True]
    for row, result in enumerate(calc.score_many(ALONE)):
        assert_row(worth, row, result)


@pytest.mark.parametrize("kind", FRAMES)
def test_a_frame_is_its_columns(kind: str) -> None:
    worth = score_columns(FRAMES[kind]())
    assert len(worth) == 3
    for row, result in enumerate(calc.score_many(ALONE)):
        assert_row(worth, row, result)


@pytest.mark.parametrize("honba", [np.array([1.0, np.nan, 2.0]), pd.Series([1, None, 2]), pl.Series([1.0, None, 2.0])])
def test_integers_that_became_floats_beside_missing_ones_are_integers(honba: Any) -> None:
    worth = score_columns({**MISSING, "honba": honba})
    for row, result in enumerate(calc.score_many(ALONE)):
        assert_row(worth, row, result)


@pytest.mark.parametrize("honba", [[1.5, None, 2], pd.Series([1.5, None, 2.0]), np.array([1.5, 0.0, 2.0])])
def test_parts_of_an_integer_are_refused_in_their_row(honba: Any) -> None:
    worth = score_columns({**MISSING, "honba": honba})
    assert (worth.ok[0], worth.code[0]) == (False, "wrong_type")
    assert "found 1.5" in worth.message[0]


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT])
def test_one_missing_value_for_all_rows_is_absent(missing: Any) -> None:
    assert score_columns({**PLAIN, "hand": [PLAIN["hand"]] * 2, "riichi": True, "honba": missing}).points.tolist() == [
        2600,
        2600,
    ]


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        ({"W", "N"}, "a set"),
        ((seat for seat in "WN"), "a generator"),
        (b"WN", "a bytes"),
        (np.array([["W", "N"]]), "a numpy.ndarray"),
        (pd.DataFrame({"from": ["W", "N"]}), "a pandas.DataFrame"),
        (pl.DataFrame({"from": ["W", "N"]}), "a polars.DataFrame"),
        (pa.table({"from": ["W", "N"]}), "a pyarrow.Table"),
        (object(), "an object"),
    ],
)
def test_what_is_neither_a_column_nor_a_value_is_refused_with_its_key(column: Any, kind: str) -> None:
    with pytest.raises(calc.RecordError, match=f"as 'from', found {kind}") as caught:
        score_columns({**PLAIN, "from": column})
    assert (caught.value.key, caught.value.code) == ("from", "wrong_type")


@pytest.mark.parametrize("given", [[PLAIN], "hand", 3, None, np.array([1])])
def test_what_has_no_columns_is_refused(given: Any) -> None:
    with pytest.raises(calc.RecordError, match="expected columns by key"):
        score_columns(given)


@pytest.mark.parametrize("kind", ["numpy", "pandas", "polars", "Arrow", "Arrow in pieces"])
def test_columns_of_different_lengths_are_refused(kind: str) -> None:
    with pytest.raises(calc.RecordError, match="columns of one length, found 3 of hand, 4 of seat"):
        score_columns({**PLAIN, "hand": MISSING["hand"], "seat": KINDS[kind](["S"] * 4)})


def test_a_single_row_and_no_row() -> None:
    assert score_columns({**PLAIN, "riichi": True}).points.tolist() == [2600]
    nothing: list[dict[str, Any]] = [{}, {"hand": [], "by": []}]
    for empty in nothing:
        worth = score_columns(empty)
        assert (len(worth), worth.points.tolist(), worth.yaku) == (0, [], {})


def test_a_row_that_does_not_fit_is_refused_alone() -> None:
    """Rows before and after it, with facts and pao too, keep their own figures."""
    rows: list[dict[str, Any]] = [
        {},
        {"honba": -1},
        {"facts": {"dealer_keeps": 7}, "riichi": True},
        {"seat": "Ito"},
        {
            "hand": "123m4p",
            "melds": ["(555z)", "(666z)", "(777z)"],
            "win": "4p",
            "riichi": False,
            "liable": {"seat": "W", "for": "daisangen"},
        },
        {"melds": [1]},
        {"facts": {"dealer_keeps": "often"}},
        {"by": None, "from": None},
        {"honba": 3, "riichi": "double"},
    ]
    records = [{**PLAIN, "riichi": True, **row} for row in rows]
    worth = score_columns(columns_of(records))
    alone = [{key: value for key, value in record.items() if value is not None} for record in records]
    assert worth.ok.tolist() == [True, False, True, False, True, False, False, False, True]
    for row, result in enumerate(calc.score_many(alone)):
        assert_row(worth, row, result)


def test_rows_beyond_one_block_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [{**PLAIN, "riichi": row % 3 == 0, "honba": row} for row in range(20)]
    whole = score_columns(columns_of(records))
    monkeypatch.setattr("calc.mahjong.columns.arrays.BLOCK", 7)
    parts = score_columns(columns_of(records))
    assert parts.points.tolist() == whole.points.tolist()
    assert {name: column.tolist() for name, column in parts.yaku.items()} == {
        name: column.tolist() for name, column in whole.yaku.items()
    }
    assert parts.changes["S"].tolist() == whole.changes["S"].tolist()


def test_options_and_rule_sets_count_for_all_rows() -> None:
    hand = {"hand": "234m345p456s55678p"[:-1], "win": "8p", "by": "ron", "seat": "S", "round": "E", "from": "W"}
    loaded = calc.load_rules("tenhou", {"kiriage_mangan": True})
    named = score_columns({**hand, "riichi": True}, rules="tenhou", options={"kiriage_mangan": True})
    assert named.points.tolist() == score_columns({**hand, "riichi": True}, rules=loaded).points.tolist()


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({**PLAIN, "hnad": ["1m"]}, "expected a column of .*, found 'hnad'; did you mean 'hand'"),
        ({**PLAIN, cast(Any, 2): ["1m"]}, "expected a column of .*, found 2$"),
        ({**PLAIN, "rules": "tenhou"}, "found 'rules'"),
        ({**PLAIN, "honba": [1, 2], "sticks": [1]}, "expected columns of one length, found 2 of honba, 1 of sticks"),
    ],
)
def test_a_table_that_is_none_is_refused(columns: dict[str, Any], message: str) -> None:
    with pytest.raises(calc.RecordError, match=message):
        score_columns(columns)


@pytest.mark.parametrize("rules", ["koikoi", "Koi-Koi", calc.load_rules("koikoi")])
def test_hanafuda_has_no_columns(rules: Any) -> None:
    with pytest.raises(calc.RecordError, match="expected a rule set of riichi for this record, found") as caught:
        score_columns(PLAIN, rules=rules)
    assert (caught.value.code, caught.value.key) == ("contradiction", "rules")
