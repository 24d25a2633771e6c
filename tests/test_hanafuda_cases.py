"""Rule cases of hanafuda rounds and games: every entry of ``tests/cases/hanafuda`` and ``hanafuda_games``.

As in :mod:`tests.test_cases`; yaku and transfers may stand in any order, and of nested values only the keys that a case
gives are compared.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import calc
from calc.hanafuda.records.types import HanafudaRound
from calc.settling import Case, read_given, settle_reads
from tests.settled_cases import SettledCases
from tests.test_cases import check_error, told

FOLDERS = [Path(__file__).parent / "cases" / name for name in ("hanafuda", "hanafuda_games")]
#: Keys whose lists may stand in any order.
UNORDERED = ("yaku", "teyaku", "transfers")

CASES = SettledCases(
    (path for folder in FOLDERS for path in folder.glob("*.yaml")),
    is_game=lambda record: isinstance(record, dict) and "rounds" in record,
)


@pytest.mark.parametrize("case", CASES.params)
def test_rule_case(case: dict[str, Any]) -> None:
    check_settled(case, CASES.settled(case))


def check_alone(case: dict[str, Any]) -> None:
    """Settle a case by itself, whatever was settled before."""
    (settled,) = CASES.settle([case["input"]], case.get("options"))
    check_settled(case, settled)


def check_settled(case: dict[str, Any], settled: Case) -> None:
    if "error" in case:
        assert settled.error is not None, settled.result
        said = f"{settled.error.message} [{settled.error.key}]"
        check_error({"code": settled.error.code, "message": said}, case["error"])
        return
    assert settled.error is None, settled.error
    plain = msgspec.to_builtins(settled.result)
    notes = plain["notes"] + [note for one in plain.get("rounds", []) for note in one["notes"]]
    for key, expected in case["output"].items():
        if key == "notes":
            assert told([f"{note['id']} {note['text']}" for note in notes], expected) == expected
        else:
            assert cut(plain.get(key), expected, key) == cut(expected, expected, key), f"{key} of {plain}"
    for one in plain.get("rounds", [plain]):
        check_sums(one)


def test_rounds_settled_together_are_what_each_is_alone() -> None:
    """Refused ones between the others, of every game."""
    records = [case.values[0]["input"] for case in CASES.params if "options" not in case.values[0]]
    reads = [read for record in records if isinstance((read := read_given(record)).record, HanafudaRound)]
    alone = [settle_reads([read])[0] for read in reads]
    assert sum(isinstance(result, calc.Refusal) for result in alone) > 30
    assert settle_reads(reads) == alone


def cut(found: Any, expected: Any, key: str) -> Any:
    """What a case states of a value, lists that may stand in any order sorted."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return {name: cut(found.get(name), value, name) for name, value in expected.items()}
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        keys = sorted({name for item in expected if isinstance(item, dict) for name in item})
        if key in UNORDERED:
            found, expected = (sorted(items, key=lambda item: by_keys(item, keys)) for items in (found, expected))
        return [cut(item, value, "") for item, value in zip(found, expected, strict=True)]
    return found


def by_keys(item: Any, keys: list[str]) -> str:
    return str([item.get(name) for name in keys] if isinstance(item, dict) else item)


def check_sums(plain: dict[str, Any]) -> None:
    """What one gains another loses, or it comes from a pot."""
    for name, player in plain["players"].items():
        gained = sum(one["amount"] for one in plain["transfers"] if one["to"] == name)
        lost = sum(one["amount"] for one in plain["transfers"] if one["from"] == name)
        assert player["change"] == gained - lost
    assert all(one["amount"] > 0 for one in plain["transfers"])
