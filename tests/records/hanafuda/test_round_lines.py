"""JSON lines of rounds decoded straight: the same rounds as read in full, or none."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

import calc
from calc.hanafuda.records.plain import decode_round_lines
from calc.hanafuda.records.types import HanafudaRound
from tests.amounts import tries
from tests.records.hanafuda.strategies import rounds
from tests.records.json_texts import decode_json
from tests.rows import Rows

ROWS = Rows(__file__)


PLAYERS: dict[str, Any] = {"花子": {"captured": "1BR 3B"}, "Bea": {"captured": ["2AR", "4A"], "dealt": "1C"}}
TAKEN: dict[str, Any] = {
    "id": "東一", "rules": "koikoi", "stopped_by": "花子", "koikoi": {"Bea": 2}, "calls": {"Bea": 1},
    "month": 12, "dealer": "Bea",
}  # fmt: skip
LEFT: dict[str, Any] = ROWS["left"]


def read(record: Any) -> HanafudaRound | None:
    return read_line(json.dumps(record, ensure_ascii=False).encode())


def read_line(line: bytes) -> HanafudaRound | None:
    (found,) = decode_round_lines([line])
    return found


def test_every_key_of_a_round_is_taken_or_left() -> None:
    assert {"players", *TAKEN, *LEFT} == set(HanafudaRound.__struct_encode_fields__)


@pytest.mark.parametrize("keys", [[], *([key] for key in TAKEN), list(TAKEN)], ids=str)
def test_a_plain_round_is_taken_as_it_is_read_in_full(keys: list[str]) -> None:
    record = {"players": PLAYERS, **{key: TAKEN[key] for key in keys}}
    assert read(record) == decode_json(json.dumps(record))


def test_a_colon_in_a_name_needs_no_second_look() -> None:
    record = {"players": {"B:a": {"captured": "1B"}}}
    assert read(record) == decode_json(json.dumps(record))


@pytest.mark.parametrize("key", LEFT)
def test_a_round_with_more_to_look_at_is_left(key: str) -> None:
    assert read({"players": PLAYERS, key: LEFT[key]}) is None


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"players": []},
        {"players": {" ": {"captured": "1B"}}},
        {"players": PLAYERS, "stopped_by": ""},
        {"players": PLAYERS, "dealer": " "},
        {"players": PLAYERS, "month": 0},
        {"players": PLAYERS, "month": 13},
        {"players": PLAYERS, "koikoi": {"Bea": -1}},
        {"players": PLAYERS, "koikoi": {"Bea": 10_001}},
        {"players": PLAYERS, "id": 2**63},
        {"players": PLAYERS, "id": [1]},
        {"players": PLAYERS, "id": True},
        {"players": PLAYERS, "month": None},
        {"players": {"Bea": {"captured": None}}},
        {"players": {"Bea": {"caught": "1B"}}},
        {"players": {'B":a': {"captured": "1B"}}},
    ],
    ids=str,
)
def test_what_needs_a_second_look_is_left(record: Any) -> None:
    assert read(record) is None


@ROWS.each("a_line_at_fault_is_left")
def test_a_line_at_fault_is_left(line: str) -> None:
    assert read_line(line.encode()) is None
    with pytest.raises(calc.CalcError):
        decode_json(line)


@settings(max_examples=tries(80, 300), deadline=None)
@given(record=rounds)
def test_a_round_is_left_or_taken_as_it_is_read_in_full(record: HanafudaRound) -> None:
    line = msgspec.json.encode(record)
    found = read_line(line)
    assert found is None or (found == decode_json(line) and type(found.id) is type(record.id))
