"""The rule sheet of every shipped set, in both forms: each yaku, option and source once, with its source."""

import re
from functools import cache
from typing import Any

import pytest

import calc
from calc.layout.game import source_text
from calc.mahjong.load import read_list
from calc.mahjong.rules.ruleset import MahjongRules
from calc.tables import rule_set_ids
from calc.tables.ruleset import spell_choice
from calc.text import in_japanese
from calc.translation import spoken_in
from tests.cli.running import run_yaku

WIDE = 4000


@cache
def sections(name: str, form: str, lang: str = "en") -> dict[str, list[str]]:
    """The lines of the sheet by the title above them."""
    ran = run_yaku("rules", "show", name, "--all", "-f", form, "--lang", lang, columns=WIDE)
    assert (ran.err, ran.code) == ("", 0)
    found: dict[str, list[str]] = {}
    title = ""
    for before, line, after in zip(["", *ran.lines], ran.lines, [*ran.lines[1:], ""], strict=False):
        if line.startswith("## ") or (form == "table" and (before, after) == ("", "") and line):
            title = line.removeprefix("## ")
            assert title not in found, "each section once"
        found.setdefault(title, []).append(line)
    return found


def first_cells(lines: list[str], form: str) -> list[str]:
    """The first column of the table of a section, without its head."""
    if form == "markdown":
        return [line.split("|")[1].strip() for line in lines if line.startswith("|")][2:]
    ruled = next(place for place, line in enumerate(lines) if line.startswith("---"))
    return [line.split("  ")[0].strip() for line in lines[ruled + 1 :] if line]


@pytest.mark.parametrize("form", ["table", "markdown"])
@pytest.mark.parametrize("name", rule_set_ids())
def test_every_yaku_option_and_source_stands_there_once(name: str, form: str) -> None:
    rules: Any = calc.load_rules(name)
    sheet = sections(name, form)
    draws = [*rules.draw_yaku] if isinstance(rules, MahjongRules) else []
    if rules.yaku:
        assert first_cells(sheet["Yaku"], form) == [*rules.yaku, *draws]
    if rules.options:
        assert first_cells(sheet["Options"], form) == [*rules.options]
    told = [line.strip().removeprefix("- ").partition(":")[0] for line in sheet["Sources"][1:] if line]
    assert told == list(rules.sources)


@pytest.mark.parametrize("name", rule_set_ids())
def test_options_stand_there_with_what_is_chosen_and_their_source(name: str) -> None:
    options = calc.load_rules(name).options
    rows = {
        line.split("  ")[0]: re.split(r" {2,}", line.strip()) for line in sections(name, "table").get("Options", [])
    }
    for key, option in options.items():
        assert rows[key][1] == spell_choice(option.default)
        also = f"; also {', '.join(option.also)}" if option.also else ""
        assert rows[key][-1] == f"{option.question.en} ({source_text(option)}{also})"


@pytest.mark.parametrize("name", rule_set_ids())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_section_is_a_table_whose_rows_have_all_columns(name: str, lang: str) -> None:
    for title, lines in sections(name, "markdown", lang).items():
        counts = {len(re.findall(r"(?<!\\)\|", line)) for line in lines if line.startswith("|")}
        assert len(counts) <= 1, title


def test_the_sections_of_a_riichi_sheet() -> None:
    assert list(sections("riichi", "markdown"))[1:] == [
        *("Yaku", "Fu", "Payments", "Tiles, dora, wins", "Rounds and games", "Options", "Sources"),
    ]


def test_the_sheet_of_a_hanafuda_game_tells_table_deck_and_cards() -> None:
    text = run_yaku("rules", "show", "hiraya", "--all", columns=WIDE).out
    assert re.search(r"^players +3 +guide", text, re.MULTILINE)
    assert re.search(r"^cards dealt to each +7$", text, re.MULTILINE)
    assert re.search(r"^cards dealt to the field +6$", text, re.MULTILINE)
    assert re.search(r"Wild card +11C lightning \(takes any card\) +guide", text)
    assert re.search(r"three_willows +three willows on the field +any 3 of 11BARC +guide, the deal", text)
    assert re.search(r"animal +animals +2A 4A 5A 6A 7A 8A 9A 10A 11A", text)
    text = run_yaku("rules", "show", "mushi", "--all", columns=WIDE).out
    assert re.search(r"cards that are left out +6ARCC 7ARCC +fudawiki", text)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("form", ["table", "markdown"])
def test_the_sheet_of_local_yaku_has_each_with_its_example(form: str, lang: str) -> None:
    ran = run_yaku("rules", "show", "local", "--all", "-f", form, "--lang", lang, columns=WIDE)
    assert (ran.err, ran.code) == ("", 0)
    for one in read_list("local")[0].yaku.values():
        named, shown = [line for line in ran.lines if line.removeprefix("| ").startswith(f"{one.id} ")]
        assert one.name.text(lang) in named
        assert one.example.replace("|", "\\|") in shown
        source = spoken_in(lang, source_text, one)
        assert (in_japanese(source) if lang == "ja" else source) in shown
    assert ("ツモ和了" in ran.out, "won by tsumo" in ran.out) == (lang == "ja", lang == "en")
    wall = run_yaku("rules", "show", "local", "-f", form, "--lang", lang, columns=WIDE).out
    assert "tsubame_gaeshi" in wall
    assert "facts.riichi_tile=true" not in wall
