"""The page on presets says what the tables say: every cell that a preset changes, and every dispute."""

from __future__ import annotations

import re
from functools import cache

import pytest

import calc
from calc.tables import rule_set_ids
from calc.tables.ruleset import spell_choice
from tests.test_preset_cases import PRESETS
from tests.test_readme import README, ROOT

PAGE = ROOT / "docs" / "presets.md"
#: Presets, and the sets that they extend.
TOLD = {**PRESETS, "tenhou": "riichi"}


@cache
def section(preset: str) -> str:
    return PAGE.read_text(encoding="utf-8").partition(f"\n## `{preset}`\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("preset", TOLD)
def test_the_page_lists_just_the_cells_that_a_preset_changes(preset: str) -> None:
    here, under = calc.load_rules(preset).options, calc.load_rules(TOLD[preset]).options
    expected = {
        name: (spell_choice(rule.default), spell_choice(under[name].default), rule.disputed or "")
        for name, rule in here.items()
        if name in under and (rule.default != under[name].default or rule.disputed not in (None, under[name].disputed))
    }
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \| `(.*?)` \| ?(.*?) ?\|$", section(preset), flags=re.MULTILINE)
    assert {name: (mine, base, disputed) for name, mine, base, disputed in rows} == expected
    assert f"| In `{TOLD[preset]}` |" in section(preset)


@pytest.mark.parametrize("name", rule_set_ids())
def test_every_rule_set_is_listed_on_the_page_and_in_the_readme(name: str) -> None:
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
    assert f"| `{name}` |" in README.read_text(encoding="utf-8")
