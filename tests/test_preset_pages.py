"""The page on presets is what the command makes of the rule tables, and the page on rule sets lists all of them."""

import re

import pytest

import calc
from calc.tables import load_table, rule_set_ids
from calc.tables.ruleset import spell_choice
from docs.presets import PAGE, base_of, presets_page
from tests.test_readme import ROOT


def section(name: str) -> str:
    return PAGE.read_text(encoding="utf-8").partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]


def test_the_page_is_made_of_the_tables() -> None:
    assert PAGE.read_text(encoding="utf-8") == presets_page(), "run python -m docs.presets"


@pytest.mark.parametrize("name", rule_set_ids())
def test_every_rule_set_is_listed_on_both_pages(name: str) -> None:
    assert f"[`{name}`](#{name})" in PAGE.read_text(encoding="utf-8")
    assert f"| `{name}` |" in (ROOT / "docs" / "rule-sets.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", rule_set_ids())
def test_every_rule_set_says_what_it_is_in_both_languages(name: str) -> None:
    about = calc.load_rules(name).about
    assert about is not None
    assert about.en.isascii()
    assert not about.ja.isascii()


@pytest.mark.parametrize("name", [name for name in rule_set_ids() if base_of(name)])
def test_a_section_has_a_row_for_each_cell_that_differs_or_is_in_doubt(name: str) -> None:
    base = str(base_of(name))
    here, under = calc.load_rules(name).options, calc.load_rules(base).options
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \| (?:`(.*?)`|not there) \|", section(name), flags=re.MULTILINE)
    told = {key: (mine, other) for key, mine, other in rows if key in here}
    differs = {
        key: (spell_choice(option.default), spell_choice(under[key].default) if key in under else "")
        for key, option in here.items()
        if key not in under or option.default != under[key].default
    }
    in_doubt = {key: option for key, option in here.items() if option.disputed or option.unverified}
    doubted = {key for key, option in in_doubt.items() if option != under.get(key)}
    assert {key: told.get(key) for key in differs} == differs
    assert doubted <= set(told)
    assert set(told) <= differs.keys() | doubted


def test_a_value_of_the_table_has_a_row_of_its_own() -> None:
    rows = section("koikoi-fudawiki")
    assert "| `yaku.goko.value` | `15` | `10` | fudawiki | disputed: 10 in `koikoi` |" in rows
    assert "| `yaku.daichisei` | not there | Daichisei | | |" in section("m-league")
    twice = "red poetry ribbons | red poetry ribbons"
    assert f"| `yaku.akatan` | {twice} | guide, Formed Yaku 9; ruling K2 | *not verified* |" in rows
    # What an option sets is told by the option.
    assert load_table("m-league").data["rounds"] != load_table("riichi").data["rounds"]
    assert "`rounds." not in section("m-league")


def test_what_nobody_could_verify_says_so() -> None:
    assert "| `open_pinfu_fu` | `true` | `true` | guide, Calculating fu; ruling R4 | *not verified* |" in section(
        "m-league"
    )
