"""Rule cases of rounds and games: every entry of ``tests/cases/rounds`` and ``tests/cases/games``.

As in :mod:`tests.test_cases`; of ``final`` lines, ``first_wrong`` and ``draw`` only the keys that a case gives are
compared, ``transfers`` in any order, and ``changes`` of a game is a list with the changes of each round.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

import calc
from calc.intake.spelling import record_from
from calc.settling import Case, Read, settle_reads
from tests.settled_cases import SettledCases
from tests.test_cases import check_error, told

FOLDERS = [Path(__file__).parent / "cases" / name for name in ("rounds", "games")]

CASES = SettledCases(
    (path for folder in FOLDERS for path in folder.rglob("*.yaml")),
    is_game=lambda record: "rounds" in record or "scores" in record,
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
        error = settled.error
        assert error is not None, settled.result
        check_error({"code": error.code, "message": error.message, "key": error.key}, case["error"])
        return
    assert settled.error is None, settled.error
    plain = msgspec.to_builtins(settled.result)
    for key, expected in case["output"].items():
        assert shown(plain, key, expected) == expected, f"{key} of {plain}"
    check_sums(plain)


def test_rounds_settled_together_are_what_they_are_alone() -> None:
    """Rounds of all cases, right and refused ones mixed: a refusal changes nothing of the rounds beside it."""
    rounds = []
    for (case,) in (one.values for one in CASES.params):
        if "players" not in case["input"]:
            with suppress(calc.CalcError):
                rounds.append(Read(record_from(case["input"])))
    together = settle_reads(rounds)
    assert {result.ok for result in together} == {True, False}
    for read, result in zip(rounds, together, strict=True):
        assert list(settle_reads([read])) == [result]


def shown(plain: dict[str, Any], key: str, expected: Any) -> Any:
    """The value of a result key, cut down to what a case states of it."""
    found: Any = plain.get(key)
    if key == "notes":
        notes = found + [note for one in plain.get("rounds", []) for note in one["notes"]]
        return told([f"{note['id']} {note['text']}" for note in notes], expected)
    if key == "changes" and "rounds" in plain:
        return [one["changes"] for one in plain["rounds"]]
    if key == "transfers":
        return sorted_by_text(found, expected)
    return cut(found, expected)


def cut(found: Any, expected: Any) -> Any:
    if isinstance(expected, dict) and isinstance(found, dict):
        return {key: cut(found.get(key), value) for key, value in expected.items()}
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        return [cut(item, value) for item, value in zip(found, expected, strict=True)]
    return found


def sorted_by_text(found: list[Any], expected: list[Any]) -> list[Any]:
    """The transfers in the order in which a case states them, others after them."""
    left = list(found)
    ordered = []
    for item in expected:
        if item in left:
            left.remove(item)
            ordered.append(item)
    return ordered + left


def check_sums(plain: dict[str, Any]) -> None:
    """What one gains another loses or has on the table, in every round and at the end."""
    for one in plain.get("rounds", [plain]):
        pot = sum((item["to"] == "sticks") * item["amount"] for item in one["transfers"])
        pot -= sum((item["from"] == "sticks") * item["amount"] for item in one["transfers"])
        assert sum(one["changes"].values()) + pot == 0
        for seat, amount in one["changes"].items():
            gains = sum(item["amount"] for item in one["transfers"] if item["to"] == seat)
            assert amount == gains - sum(item["amount"] for item in one["transfers"] if item["from"] == seat)
    if "final" in plain:
        chombo = sum(len(one.get("chombo", [])) for one in plain["rounds"])
        lies = any(note["id"] == "leftover_sticks" for note in plain["notes"])
        assert chombo or lies or sum(line["score"] for line in plain["final"]) == pytest.approx(0)
