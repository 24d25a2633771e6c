"""Presets: every cell in which a preset differs from the set that it extends has a case that shows both sides.

A case of ``tests/cases/presets`` has a ``cell`` (options, or paths such as ``yaku.daisharin``), an ``input`` that names
no rule set, and under ``under`` what comes out by rule set (several share an answer): ``error``, a code, or keys of the
result, of nested values only those that are given.
"""

from functools import cache
from typing import Any

import msgspec
import pytest

import calc
from calc.layout.game import source_text
from calc.mahjong.rules.ruleset import MahjongRules
from calc.settling import Settings, read_given, settle_reads
from calc.tables import rule_set_ids
from docs.presets import ABSENT, base_of, cells_of
from tests.cases import cut, read_files
from tests.cli.running import rule_sheet

#: Every rule set that extends another one.
PRESETS = {name: base for name in rule_set_ids() if (base := base_of(name)) is not None}
#: Cells in which two sets are written otherwise, and pay the same.
NO_DIFFERENCE = {
    # No tile of 2m to 8m is there to make three runs of; and a yakuman pays what the chart says in both.
    "sanma": {"yaku.sanshoku_doujun", "points.limit"},
}


CASES = [{"file": path.stem, **case} for path, case in read_files("presets")]


def settled(cases: list[dict[str, Any]], rules: str) -> list[dict[str, Any]]:
    """The results of the records of cases under a rule set, or the codes of their refusals."""
    reads = [read_given(case["input"], kind_told(case["input"])) for case in cases]
    results = map(msgspec.to_builtins, settle_reads(reads, Settings(rules=rules)))
    return [result if result["ok"] else {"error": result["error"]["code"]} for result in results]


def kind_told(record: Any) -> str:
    """What a record is that is a mapping: a game has rounds, a win has a hand."""
    if "rounds" in record:
        return "game"
    return "win" if "hand" in record else "round"


@cache
def settled_under(rules: str) -> dict[str, dict[str, Any]]:
    """The results of all cases that tell of a rule set, by their inputs: together they take a tenth of the time."""
    cases = [case for case in CASES if any(rules in names for names, _ in sides(case))]
    return dict(zip((repr(case["input"]) for case in cases), settled(cases, rules), strict=True))


def sides(case: dict[str, Any]) -> list[tuple[list[str], Any]]:
    return [(names.split(), expected) for names, expected in case["under"].items()]


@pytest.mark.parametrize(
    ("case", "rules", "expected"),
    [
        pytest.param(case, name, expected, id=f"{case['file']}: {case['name']} [{name}]")
        for case in CASES
        for names, expected in sides(case)
        for name in names
    ],
)
def test_a_preset_decides_as_its_case_says(case: dict[str, Any], rules: str, expected: Any) -> None:
    check_side(settled_under(rules)[repr(case["input"])], expected)


def check_alone(case: dict[str, Any], rules: str, expected: Any) -> None:
    """Settle a case under one rule set by itself, whatever was settled before."""
    (found,) = settled([case], rules)
    check_side(found, expected)


def check_side(found: dict[str, Any], expected: Any) -> None:
    assert cut(found, expected) == expected, found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['file']}: {case['name']}")
def test_a_case_has_both_sides_and_its_arithmetic(case: dict[str, Any]) -> None:
    answers = [expected for _, expected in sides(case)]
    assert len(answers) > 1
    assert all(one != other for at, one in enumerate(answers) for other in answers[:at])
    assert case["why"]
    assert case.keys() == {"file", "name", "cell", "input", "under", "why"}


def own_cells(preset: str) -> set[str]:
    """The options and the entries in which a preset differs from the set it extends."""
    cells = cells_of(preset, PRESETS[preset])
    differ = [cell for cell in cells if cell.here != cell.under]
    return {".".join(cell.name.split(".")[:2]) for cell in differ if "." in cell.name or cell.under != ABSENT}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_of_a_preset_has_a_case(preset: str) -> None:
    shown = set()
    for case in CASES:
        answer = {name: expected for names, expected in sides(case) for name in names}
        base = answer.get(PRESETS[preset])
        if preset in answer and base is not None and answer[preset] != base:
            shown |= set(str(case["cell"]).split())
    assert own_cells(preset) - shown == NO_DIFFERENCE.get(preset, set())


def entries_of(name: str) -> list[Any]:
    """Everything of a rule set that a sheet tells with its source."""
    rules = calc.load_rules(name)
    if isinstance(rules, MahjongRules):
        found: list[Any] = [*rules.yaku.values(), *rules.draw_yaku.values(), *rules.fu.parts]
    else:
        found = [*rules.teyaku.values(), *rules.yaku.values(), *rules.steps.values()]
    return [*found, *rules.options.values()]


@pytest.mark.parametrize("form", ["table", "markdown"])
@pytest.mark.parametrize("name", rule_set_ids())
def test_the_sheet_of_every_rule_set_lists_each_yaku_once(name: str, form: str) -> None:
    ran = rule_sheet(name, form)
    assert (ran.err, ran.code) == ("", 0)
    rules = calc.load_rules(name)
    yaku = [*rules.yaku, *(rules.draw_yaku if isinstance(rules, MahjongRules) else rules.teyaku)]
    lines = [line.strip("#| ") for line in ran.lines]
    until = next(at for at, line in enumerate(lines) if line in ("Payments", "Settlement", "Named sets of cards"))
    firsts = [line.split()[:1] for line in lines[:until]]
    assert {one: firsts.count([one]) for one in yaku} == dict.fromkeys(yaku, 1)


@pytest.mark.parametrize("name", rule_set_ids())
def test_a_sheet_says_what_is_disputed(name: str) -> None:
    text = " ".join(rule_sheet(name, "markdown").out.split())
    disputed = [one for one in entries_of(name) if one.disputed]
    assert [one for one in disputed if " ".join(source_text(one).split()) not in text] == []
    assert f"disputed: {disputed[0].disputed}" in text if disputed else "disputed" not in text


def test_every_preset_has_something_to_say_of_what_is_disputed() -> None:
    quiet = {name for name in PRESETS if not any(one.disputed for one in entries_of(name))}
    # What is known of these comes from one guide, or from sources that agree.
    assert quiet == {
        "botan-cho",
        "konami-mfc",
        "konami-mfc-sanma",
        "nana-tan",
        "npm",
        "riichi-city",
        "riichi-city-sanma",
        "sanma",
        "sanma-common",
    }
