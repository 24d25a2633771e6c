"""Hanafuda rounds and games from plain data: keys, types, bounds, nothing, and the words of every refusal."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("data", "code", "key", "message"),
    [
        # ---- unknown keys at every level
        ({"players": A, "stoped_by": "A"}, "unknown_key", "stoped_by", "did you mean 'stopped_by'?"),
        ({"players": {"A": {"capture": "1B"}}}, "unknown_key", "players.A.capture", "did you mean 'captured'?"),
        ({"players": A, "wild": {"by": "A", "captured": "1B", "x": 1}}, "unknown_key", "wild.x",
         "found 'x'; expected 'by' or 'captured'"),
        ({"players": A, "claim": {"score": {"A": 1}}}, "unknown_key", "claim.score", "did you mean 'scores'?"),
        ({"players": A, "points": {"A": 1}}, "unknown_key", "points", "write scores: {Aki: 5}"),
        ({"players": A, "forced_out": {"D": {"delt": "1B"}}}, "unknown_key", "forced_out.D.delt", "found 'delt'"),
        ({**ROUNDS, "strat": 3}, "unknown_key", "strat", "did you mean 'start'?"),
        ({**ROUNDS, "claim": {"totals": {"A": 1}}}, "unknown_key", "claim.totals", "expected 'scores' or 'winner'"),
        ({"players": ["A"], "rounds": [{"players": A}, {"plaers": A}]}, "unknown_key", "rounds[1].plaers",
         "did you mean 'players'?"),
        # ---- missing keys
        ({}, "missing_key", "players", "add the players by name, such as {Aki: {captured: 1BR 3B}}"),
        ({"players": None}, "missing_key", "players", "but 'players' is missing"),
        ({"players": A, "wild": {"by": "A"}}, "missing_key", "wild.captured", "but 'captured' is missing"),
        ({"players": A, "wild": {"captured": "1B"}}, "missing_key", "wild.by", "but 'by' is missing"),
        ({"players": A, "forced_out": {"D": {}}}, "missing_key", "forced_out.D.dealt", "but 'dealt' is missing"),
        ({"rounds": [{"players": A}]}, "missing_key", "players", "but 'players' is missing; add a list of names"),
        # ---- types
        ({"players": []}, "wrong_type", "players", "expected the players by name, such as {Aki: "),
        ({"players": {"A": 1}}, "wrong_type", "players.A", "expected a mapping of keys and values, found 1"),
        ({"players": {"A": {"captured": 3}}}, "wrong_type", "players.A.captured",
         "expected cards as text, such as '1BRCC 8BA', or a list of such texts, found 3"),
        ({"players": {"A": {"captured": ["1B", 3]}}}, "wrong_type", "players.A.captured[1]", "expected text, found 3"),
        ({"players": {"A": {"returned": ["1B"]}}}, "wrong_type", "players.A.returned", "expected text"),
        ({"players": {" ": {}}}, "wrong_type", "players", "expected a name for each player, found ' '"),
        ({"players": {1: {}}}, "wrong_type", "players", "expected keys that are text, found 1"),
        ({"players": A, "stopped_by": ""}, "wrong_type", "stopped_by", "expected the name of a player, found ''"),
        ({"players": A, "stopped_by": 7}, "wrong_type", "stopped_by", "expected the name of a player, found 7"),
        ({"players": A, "month": 0}, "wrong_type", "month", "expected a month from 1 to 12, found 0"),
        ({"players": A, "month": 13}, "wrong_type", "month", "expected a month from 1 to 12, found 13"),
        ({"players": A, "month": True}, "wrong_type", "month", "expected a month from 1 to 12, found True"),
        ({"players": A, "month": "x"}, "wrong_type", "month", "expected a month from 1 to 12, found 'x'"),
        ({"players": A, "koikoi": 2}, "wrong_type", "koikoi", "expected a mapping"),
        ({"players": A, "koikoi": {"A": 10_001}}, "wrong_type", "koikoi.A", "from 0 to 10000"),
        ({"players": A, "koikoi": {"A": True}}, "wrong_type", "koikoi.A", "found True"),
        ({"players": A, "pot": -1}, "wrong_type", "pot", "expected a whole number from 0 to 1000000000, found -1"),
        ({"players": A, "pot": 1_000_000_001}, "wrong_type", "pot", "found 1000000001"),
        ({"players": A, "chips": {"A": -1}}, "wrong_type", "chips.A", "found -1"),
        ({"players": A, "seats": 1}, "wrong_type", "seats", "expected a list of names, found 1"),
        ({"players": A, "seats": ["A", 1]}, "wrong_type", "seats[1]", "expected the name of a player, found 1"),
        ({"players": A, "teyaku": {"A": "x"}}, "wrong_type", "teyaku.A", "expected a list of yaku ids, found 'x'"),
        ({"players": A, "revealed": {"A": 3}}, "wrong_type", "revealed.A", "expected text, found 3"),
        ({"players": A, "claim": {"winner": 3}}, "wrong_type", "claim.winner", "or null for nobody, found 3"),
        ({"players": A, "claim": {"scores": {"A": 1.5}}}, "wrong_type", "claim.scores.A", "found 1.5"),
        ({"players": ["A"], "rounds": [3]}, "wrong_type", "rounds[0]", "expected a mapping"),
        ({"players": ["A"], "rounds": {"players": A}}, "wrong_type", "rounds", "expected a list of rounds"),
        ({**ROUNDS, "start": "x"}, "wrong_type", "start", "expected a whole number"),
        ({**ROUNDS, "start": {"A": -1}}, "wrong_type", "start.A", "found -1"),
        ({**ROUNDS, "players": 1}, "wrong_type", "players", "expected a list of names"),
        # ---- what only the game says
        ({"players": ["A"], "rounds": [{"players": A, "rules": "koikoi"}]}, "contradiction", "rounds[0].rules",
         "the game names rules for all its rounds, found it in one; leave it out there"),
        ({"players": ["A"], "rounds": [{"players": A, "options": {"x": 1}}]}, "contradiction", "rounds[0].options",
         "the game names options for all its rounds"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(data: dict[str, Any], code: str, key: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        hanafuda_from(data)
    assert (caught.value.code, caught.value.key) == (code, key)
    assert message in caught.value.message
