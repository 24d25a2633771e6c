"""The rule cases of ``tests/cases``: how they are read, settled and compared.

A case has an ``input`` (a record, as a line or a mapping), ``options`` that play the part of ``--set``, and what must
come out: ``output`` (keys of the result) or ``error`` (the code, words that the message ``says`` or the ``message``
itself, the key, the column).
Keys of a win are compared exactly; of other nested values only what a case states. Yaku of a win stand as ids, its fu
in short; ``notes`` as words, of which every note holds some; yaku and transfers in any order; ``changes`` of a game
as a list with the changes of each round.
"""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import calc
from calc.settling import Settings, read_given, settle_reads
from calc.strict_yaml import load

FOLDER = Path(__file__).parent / "cases"
#: Folders of cases that say what comes out; the others belong to tests of their own.
SETTLED = ("riichi", "sanma", "rounds", "games", "hanafuda", "hanafuda_games")
#: Keys whose lists may stand in any order.
UNORDERED = ("yaku", "teyaku", "transfers")


def read_files(folder: str) -> list[tuple[Path, dict[str, Any]]]:
    """The cases of a folder, each with its file."""
    return [(path, case) for path in sorted((FOLDER / folder).rglob("*.yaml")) for case in _cases_of(path)]


@cache
def _cases_of(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = load(path.read_text(encoding="utf-8"), file=str(path)).value
    return found


@dataclass(frozen=True, eq=False)
class RuleCase:
    """A case, and the folder that it stands in."""

    name: str
    folder: str
    case: dict[str, Any]

    @property
    def options(self) -> bytes:
        return msgspec.json.encode(self.case.get("options"), order="sorted")

    def check(self) -> None:
        """Compare the result that it has among all others, or alone where a change of the code is judged."""
        if MUTANT in os.environ:
            self.check_alone()
            return
        self._compare(_settled_alike(self.folder, self.options)[repr(self.case["input"])])

    def check_alone(self) -> None:
        """Settle it by itself, whatever was settled before."""
        self._compare(_settle(self.folder, [self.case["input"]], self.case.get("options"))[0])

    def _compare(self, plain: dict[str, Any]) -> None:
        if "error" in self.case:
            assert not plain["ok"], f"expected a refusal, found {plain}"
            self._compare_error(plain["error"], self.case["error"])
            return
        assert plain["ok"], plain["error"]
        for key, expected in self.case["output"].items():
            assert shown(plain, key, expected) == expected, f"{key} of {plain}"
        check_sums(plain)

    def _compare_error(self, error: dict[str, Any], expected: dict[str, Any]) -> None:
        # A case of hanafuda may name the key among the words.
        said = error["message"] + f" [{error['key']}]" * self.folder.startswith("hanafuda")
        assert error["code"] == expected["code"], error
        assert expected.keys() <= {"code", "says", "message", "key", "column"}, expected
        for word in (*expected.get("says", []), expected.get("message", "")):
            assert word.lower() in said.lower(), error
        for key in ("key", "column"):
            assert key not in expected or error[key] == expected[key], error


#: Set by mutmut; what all cases share would be found by the first of them alone.
MUTANT = "MUTANT_UNDER_TEST"
CASES = [
    RuleCase(f"{folder}, {path.stem}: {case['name']}", folder, case)
    for folder in SETTLED
    for path, case in read_files(folder)
]


def _settle(folder: str, inputs: list[Any], options: Any) -> list[dict[str, Any]]:
    results: Iterable[Any]
    if folder in ("riichi", "sanma"):
        results = calc.score_many(inputs, options=options)
    else:
        games = [isinstance(one, dict) and ("rounds" in one or "scores" in one) for one in inputs]
        reads = [read_given(one, "game" if is_game else "round") for one, is_game in zip(inputs, games, strict=True)]
        results = settle_reads(reads, Settings(options=options or {}))
    return [msgspec.to_builtins(result) for result in results]


@cache
def _settled_alike(folder: str, options: bytes) -> dict[str, dict[str, Any]]:
    """The results of all cases with the same options, by their inputs: together they take a tenth of the time."""
    inputs = _alike()[folder, options]
    return dict(zip(map(repr, inputs), _settle(folder, inputs, msgspec.json.decode(options)), strict=True))


@cache
def _alike() -> dict[tuple[str, bytes], list[Any]]:
    found: dict[tuple[str, bytes], list[Any]] = {}
    for one in CASES:
        found.setdefault((one.folder, one.options), []).append(one.case["input"])
    return found


def shown(plain: dict[str, Any], key: str, expected: Any) -> Any:
    """The value of a result key in the form in which cases state it."""
    found = plain.get(key)
    if key == "notes":
        notes = plain["notes"] + [note for one in plain.get("rounds", []) for note in one["notes"]]
        is_win = "fu_parts" in plain
        return told([note["text"] if is_win else f"{note['id']} {note['text']}" for note in notes], expected)
    if key == "changes" and "rounds" in plain:
        return [one["changes"] for one in plain["rounds"]]
    if "fu_parts" not in plain:
        return cut(found, expected, key)
    if key == "yaku":
        assert len(set(expected)) == len(expected)
        ids = [line["id"] for line in plain["yaku"]]
        return [*(name for name in expected if name in ids), *(name for name in ids if name not in expected)]
    if key == "fu_parts":
        return [[part["id"], part["fu"], part["tiles"]] for part in plain["fu_parts"]]
    return found


def told(notes: list[str], words: list[Any]) -> list[str]:
    """The words that some note holds, and the notes that hold none: just the words where the case tells all notes. What
    is told begins with a word of the note.
    """
    patterns = [
        re.compile(rf"\b{re.escape(str(word))}" if str(word)[:1].isalnum() else re.escape(str(word)), re.I)
        for word in words
    ]
    held = [word for word, one in zip(words, patterns, strict=True) if any(map(one.search, notes))]
    return held + [note for note in notes if not any(one.search(note) for one in patterns)]


def cut(found: Any, expected: Any, key: str = "") -> Any:
    """What a case states of a value; yaku as ids where it states ids."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return {name: cut(found.get(name), value, name) for name, value in expected.items()}
    if isinstance(expected, list) and isinstance(found, list):
        if expected and isinstance(expected[0], str) and found and isinstance(found[0], dict):
            return [item["id"] for item in found]
        if len(expected) == len(found):
            ordered = _in_order_of(expected, found) if key in UNORDERED else found
            return [cut(item, value) for item, value in zip(ordered, expected, strict=True)]
    return found


def _in_order_of(expected: list[Any], found: list[Any]) -> list[Any]:
    """What is found in the order in which a case states it, the rest behind."""
    left = list(found)
    ordered = []
    for value in expected:
        place = next((at for at, item in enumerate(left) if cut(item, value) == value), None)
        if place is not None:
            ordered.append(left.pop(place))
    return ordered + left


def check_sums(plain: dict[str, Any]) -> None:
    """Every total is the sum of its reasons; what one gains another loses, or it comes from the table."""
    if "fu_parts" in plain:
        _check_win(plain)
        return
    for one in plain.get("rounds", [plain]):
        is_mahjong = "changes" in one
        changes = one["changes"] if is_mahjong else {name: line["change"] for name, line in one["players"].items()}
        for name, amount in changes.items():
            gains = sum(item["amount"] for item in one["transfers"] if item["to"] == name)
            assert amount == gains - sum(item["amount"] for item in one["transfers"] if item["from"] == name)
        if is_mahjong:
            pot = sum((item["to"] == "sticks") * item["amount"] for item in one["transfers"])
            pot -= sum((item["from"] == "sticks") * item["amount"] for item in one["transfers"])
            assert sum(changes.values()) + pot == 0
        else:
            assert all(item["amount"] > 0 for item in one["transfers"])
    if "points" in (plain.get("final") or [{}])[0]:
        off = [line for line in plain["final"] if line.get("chombo") or "fixed" in line]
        lies = any(note["id"] == "leftover_sticks" for note in plain["notes"])
        scores = (line["score"] - line.get("penalties", 0) for line in plain["final"])
        assert off or lies or sum(scores) == pytest.approx(0)


def _check_win(plain: dict[str, Any]) -> None:
    sticks = sum(transfer["amount"] for transfer in plain["transfers"] if transfer["from"] == "sticks")
    assert sum(plain["payments"].values()) == sticks
    if plain["fu"] is not None:
        assert sum(part["fu"] for part in plain["fu_parts"]) == plain["fu"]
    if plain["han"] is not None:
        assert sum(line["han"] for line in plain["yaku"]) + sum(plain["dora"].values()) == plain["han"]
