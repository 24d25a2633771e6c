"""Wins as arrays: every figure is the one of the result alone, whatever the columns are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

import calc
from calc import WinColumns, score_columns
from tests.judges.hands import near_misses, random_hands

PLAIN: dict[str, Any] = {"hand": "123m456p789s1122z", "win": "2z", "by": "ron", "seat": "S", "round": "E", "from": "W"}
SEATS = ("E", "S", "W", "N")


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


def test_a_single_row_and_no_row() -> None:
    assert score_columns({**PLAIN, "riichi": True}).points.tolist() == [2600]
    nothing: list[dict[str, Any]] = [{}, {"hand": [], "by": []}]
    for empty in nothing:
        worth = score_columns(empty)
        assert (len(worth), worth.points.tolist(), worth.yaku) == (0, [], {})


def test_rows_beyond_one_block_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [{**PLAIN, "riichi": row % 3 == 0, "honba": row} for row in range(20)]
    whole = score_columns(columns_of(records))
    monkeypatch.setattr("calc.arrays.BLOCK", 7)
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


def test_hanafuda_has_no_columns() -> None:
    with pytest.raises(calc.RecordError, match="expected a rule set of riichi, found 'koikoi'"):
        score_columns(PLAIN, rules=calc.load_rules("koikoi"))
    with pytest.raises(calc.RuleTableError):
        score_columns(PLAIN, rules="koikoi")
