"""One engine for one hand and for many: nothing depends on what else is scored with a hand."""

from random import Random
from typing import Any

import msgspec
import pytest

import calc
from calc.mahjong.load import load_mahjong_rules
from tests.amounts import tries
from tests.judges.hands import near_misses, random_hands
from tests.rows import Rows

ROWS = Rows(__file__)

#: Records with every refusal that a check, a reading or a record can bring, and wins between them.
ODD: list[Any] = ROWS["odd"]


def records(seed: int, count: int) -> list[Any]:
    mixed = [*random_hands(seed, count), *(record for record, _ in near_misses(seed, count // 5)), *ODD]
    Random(seed).shuffle(mixed)
    return mixed


def one_by_one(wins: list[Any], **settings: Any) -> list[calc.WinResult | calc.Refusal]:
    return [result for win in wins for result in calc.score_many([win], **settings)]


@pytest.mark.parametrize("seed", range(3))
def test_hands_scored_together_come_out_as_they_do_alone(seed: int) -> None:
    wins = records(seed, tries(80, 200))
    alone = one_by_one(wins)
    assert calc.score_many(wins) == alone
    assert {result.ok for result in alone} == {True, False}
    assert len({result.error.code for result in alone if isinstance(result, calc.Refusal)}) >= 8


def test_the_order_of_hands_does_not_matter() -> None:
    wins = records(11, 150)
    results = calc.score_many(wins)
    order = list(range(len(wins)))
    Random(1).shuffle(order)
    assert calc.score_many([wins[place] for place in order]) == [results[place] for place in order]


@pytest.mark.parametrize("rules", ["riichi", "tenhou"])
@pytest.mark.parametrize("fields", ["full", "short"])
def test_settings_reach_every_hand_of_a_batch(rules: str, fields: str) -> None:
    wins = records(5, 60)
    settings: dict[str, Any] = {"rules": rules, "fields": fields, "lang": "ja", "options": {"kazoe": "none"}}
    results = calc.score_many(wins, **settings)
    assert results == one_by_one(wins, **settings)
    scored = [result for result in results if isinstance(result, calc.WinResult)]
    assert {result.rules for result in scored} == {load_mahjong_rules(rules).label}
    assert {result.options["kazoe"] for result in scored} == {"none"}
    assert {isinstance(result.fu_parts, list) for result in scored} == {fields == "full"}


def test_short_results_are_full_ones_without_the_reasons() -> None:
    wins = records(6, 60)
    full = [msgspec.to_builtins(result) for result in calc.score_many(wins)]
    for result in full:
        for key in ("fu_parts", "reading", "notes", "transfers"):
            result.pop(key, None)
    assert [msgspec.to_builtins(result) for result in calc.score_many(wins, fields="short")] == full


@pytest.mark.parametrize("block", [1, 2, 7, 64])
def test_blocks_leave_no_trace(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    wins = records(3, 40)
    expected = calc.score_many(wins)
    monkeypatch.setattr("calc.mahjong.columns.settle.BLOCK", block)
    assert calc.score_many(wins) == expected
    # One less, just as many and one more than fill the blocks.
    for count in (6, 7, 8, 13, 14, 15):
        assert calc.score_many(wins[:count]) == expected[:count]


def test_an_empty_batch_has_an_empty_answer() -> None:
    assert calc.score_many([]) == []
    assert calc.score_many(iter(())) == []


def test_a_batch_of_refusals_only_is_told_one_by_one() -> None:
    results = calc.score_many(["riichi 1m", "riichi 123456m345p2499s +4s ron seat=S round=E"])
    assert [result.error.code for result in results if isinstance(result, calc.Refusal)] == [
        "missing_key",
        "not_complete",
    ]
