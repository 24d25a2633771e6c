"""Hanafuda rounds and games from plain data: keys, types, bounds, nothing, and the words of every refusal."""

import json
from typing import Any

import msgspec
import pytest

from calc.errors import RecordError
from calc.hanafuda.records.plain import hanafuda_from, is_hanafuda
from calc.hanafuda.records.types import (
    HanafudaClaim,
    HanafudaGame,
    HanafudaGameClaim,
    HanafudaHand,
    HanafudaRound,
    ShownHand,
    WildUse,
)
from calc.intake.spelling import record_from
from tests.records.json_texts import decode_json
from tests.rows import Rows

ROWS = Rows(__file__)


A = {"A": {"captured": "1B"}}
FULL: dict[str, Any] = ROWS["full"]


def test_every_key_has_its_place() -> None:
    assert hanafuda_from(FULL) == HanafudaRound(
        id={"log": [7, None], "part": None},
        rules="taiyaku",
        options={"leader_bind": True},
        players={"A": HanafudaHand(dealt="1B", returned="1B", captured=["1R", "3B"]), "B": HanafudaHand()},
        stopped_by="A",
        koikoi={"A": 10_000},
        month=12,
        teyaku={"A": ["teshi"]},
        wild=WildUse(by="A", captured="3B"),
        field="1CC",
        dealer="B",
        drawn={"A": "1C 2A", "B": ["1C", "9A"]},
        revealed={"A": "1B"},
        seats=["A", "B", "C", "D"],
        dropped=["C"],
        took_over={"C": "D"},
        forced_out={"D": ShownHand(dealt="2A")},
        pot=1_000_000_000,
        chips={"A": 0},
        claim=HanafudaClaim(
            scores={"A": 1_000_000_000},
            changes={"A": -1_000_000_000},
            totals={"A": 0},
            winner=None,
            yaku={"A": []},
        ),
    )


def test_plain_data_comes_back_and_json_reads_the_same() -> None:
    record = hanafuda_from(FULL)
    assert msgspec.to_builtins(record) == FULL
    assert decode_json(json.dumps(FULL)) == record
    assert record_from(FULL, "round") == record


def test_a_game_has_its_rounds() -> None:
    game = {
        "id": {"x": None},
        "rules": "koikoi",
        "players": ["A", "B"],
        "start": {"A": 0, "B": 5},
        "rounds": [{"players": A, "month": None, "id": {"y": None}}, {"players": A}],
        "claim": {"scores": {"A": 3}, "winner": None},
    }
    assert hanafuda_from(game) == HanafudaGame(
        id={"x": None},
        rules="koikoi",
        players=["A", "B"],
        start={"A": 0, "B": 5},
        rounds=[
            HanafudaRound(id={"y": None}, players={"A": HanafudaHand(captured="1B")}),
            HanafudaRound(players={"A": HanafudaHand(captured="1B")}),
        ],
        claim=HanafudaGameClaim(scores={"A": 3}, winner=None),
    )


@pytest.mark.parametrize("key", [key for key in FULL if key != "players"])
def test_null_is_an_absent_key(key: str) -> None:
    assert hanafuda_from({"players": A, key: None}) == hanafuda_from({"players": A})


@ROWS.each("null_is_an_absent_key_inside_too")
def test_null_is_an_absent_key_inside_too(more: dict[str, Any], absent: dict[str, Any]) -> None:
    assert hanafuda_from(more) == hanafuda_from(absent)


def test_nobody_is_an_answer_of_a_claim_and_no_claim_is_none() -> None:
    claims = [hanafuda_from({"players": A, "claim": claim}).claim for claim in ({"winner": None}, {})]
    assert [claim.winner is None for claim in claims if claim is not None] == [True, False]
    # Nothing claimed is not nobody; and a stop by nobody is none.
    assert hanafuda_from({"players": A, "stopped_by": None}) == hanafuda_from({"players": A})


@ROWS.each(
    "which_records_are_hanafuda",
    also=[
        ({"players": A}, True),
        ({"players": {1: 2}, "rounds": [{"draw": {}}]}, True),
        ({"players": ["A"], "rounds": [{"players": A}]}, True),
    ],
)
def test_which_records_are_hanafuda(data: dict[str, Any], expected: bool) -> None:
    assert is_hanafuda(data) is expected


ROUNDS = {"players": ["A"], "rounds": [{"players": A}]}


@ROWS.each(
    "what_is_no_record_is_refused",
    also=[({"players": {1: {}}}, "wrong_type", "players", "expected keys that are text, found 1")],
)
def test_what_is_no_record_is_refused(data: dict[str, Any], code: str, key: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        hanafuda_from(data)
    assert (caught.value.code, caught.value.key) == (code, key)
    assert message in caught.value.message
