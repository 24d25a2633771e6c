"""Rule cases: every entry of ``tests/cases/**/*.yaml`` is a test whose name is its sentence.

A case has an ``input`` (a record, as a line or a mapping), ``options`` that play the part of ``--set``, and what must
come out: ``output`` (result keys, compared exactly; ``yaku`` as ids in any order, ``notes`` as words, of which every
note holds some) or ``error`` (the code, words that the message ``says``, the column).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import calc
from calc.strict_yaml import load

FOLDER = Path(__file__).parent / "cases"
#: They belong to :mod:`tests.test_round_cases`, :mod:`tests.test_hanafuda_cases`, :mod:`tests.test_sheets`,
#: :mod:`tests.test_local_yaku` and :mod:`tests.test_preset_cases`.
ELSEWHERE = {"sheets", "rounds", "games", "disputes", "hanafuda", "hanafuda_games", "local", "presets"}
FILES = sorted(path for path in FOLDER.rglob("*.yaml") if not ELSEWHERE & set(path.relative_to(FOLDER).parts))


def read_cases() -> list[Any]:
    cases = []
    for path in FILES:
        for case in load(path.read_text(encoding="utf-8"), file=str(path)).value:
            cases.append(pytest.param(case, id=f"{path.stem}: {case['name']}"))
    return cases


CASES = read_cases()


def options_of(case: dict[str, Any]) -> bytes:
    return msgspec.json.encode(case.get("options"), order="sorted")


@cache
def settled_alike(options: bytes) -> dict[str, Any]:
    """The results of all cases with the same options, by their inputs: together they take a tenth of the time."""
    inputs = [param.values[0]["input"] for param in CASES if options_of(param.values[0]) == options]
    return dict(zip(map(repr, inputs), calc.score_many(inputs, options=msgspec.json.decode(options)), strict=True))


@pytest.mark.parametrize("case", CASES)
def test_rule_case(case: dict[str, Any]) -> None:
    check_result(case, settled_alike(options_of(case))[repr(case["input"])])


def check_alone(case: dict[str, Any]) -> None:
    """Settle a case by itself, whatever was settled before."""
    check_result(case, calc.score_many([case["input"]], options=case.get("options"))[0])


def check_result(case: dict[str, Any], result: Any) -> None:
    plain = msgspec.to_builtins(result)
    if "error" in case:
        assert not result.ok, f"expected a refusal, found {plain}"
        check_error(plain["error"], case["error"])
    for key, expected in case.get("output", {}).items():
        assert shown(plain, key, expected) == expected, f"{key} of {plain}"
    if result.ok:
        check_sums(plain)


def check_error(error: dict[str, Any], expected: dict[str, Any]) -> None:
    assert error["code"] == expected["code"], error
    for word in expected.get("says", []):
        assert word.lower() in error["message"].lower(), error
    if "key" in expected:
        assert error["key"] == expected["key"], error
    if "column" in expected:
        assert error["column"] == expected["column"], error


def shown(plain: dict[str, Any], key: str, expected: Any) -> Any:
    """The value of a result key in the form in which cases state it."""
    if key == "yaku":
        assert len(set(expected)) == len(expected)
        ids = [line["id"] for line in plain.get("yaku", [])]
        return [*(name for name in expected if name in ids), *(name for name in ids if name not in expected)]
    if key == "fu_parts":
        return [[part["id"], part["fu"], part["tiles"]] for part in plain["fu_parts"]]
    if key == "notes":
        return told([note["text"] for note in plain["notes"]], expected)
    return plain.get(key)


def told(notes: list[str], words: list[Any]) -> list[str]:
    """The words that some note holds, and the notes that hold none: just the words where the case tells all notes."""
    held = [word for word in words if any(str(word).lower() in note.lower() for note in notes)]
    return held + [note for note in notes if not any(str(word).lower() in note.lower() for word in words)]


def check_sums(plain: dict[str, Any]) -> None:
    """Every total is the sum of its reasons, and what is won is what others pay and the sticks hold."""
    sticks = sum(transfer["amount"] for transfer in plain["transfers"] if transfer["from"] == "sticks")
    assert sum(plain["payments"].values()) == sticks
    if plain["fu"] is not None:
        assert sum(part["fu"] for part in plain["fu_parts"]) == plain["fu"]
    if plain["han"] is not None:
        dora = plain["dora"]
        assert sum(line["han"] for line in plain["yaku"]) + sum(dora.values()) == plain["han"]
