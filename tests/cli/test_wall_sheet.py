"""``yaku rules show``: a sheet for the wall, in players' words, with an example of each yaku."""

from functools import cache
from typing import Any

import pytest

import calc
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from calc.text import cells
from tests.cli.running import run_yaku


@cache
def sheet(name: str, *arguments: str, columns: int = 300) -> str:
    ran = run_yaku("rules", "show", name, *arguments, columns=columns)
    assert ran.code == 0, ran.err
    return ran.out


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", rule_set_ids())
def test_a_sheet_has_no_ids_and_no_sources(name: str, lang: str) -> None:
    rules: Any = calc.load_rules(name)
    text = sheet(name, "--lang", lang)
    for one in rules.yaku.values():
        assert one.name.text(lang) in text
    assert rules.label not in text
    assert not [option for option in rules.options if "_" in option and option in text]
    assert not [source for source in rules.sources if f"{source}, " in text]
    for option in rules.options.values():
        assert option.question.text(lang) in text


@pytest.mark.parametrize("name", [name for name in rule_set_ids() if game_id_of(name) == "riichi"])
def test_every_example_of_riichi_is_shown_where_it_can_be_played(name: str) -> None:
    rules: Any = calc.load_rules(name)
    text = sheet(name)
    missing = [one.id for one in rules.yaku.values() if one.example.split(" ron")[0].split(" tsumo")[0] not in text]
    # Sets for three have no 2 to 8 of characters.
    assert missing in ([], ["sanshoku_doujun"])


def test_the_cards_of_a_yaku_are_shown_by_name() -> None:
    text = sheet("koikoi")
    assert "1B crane, 3B curtain, 8B moon" in text
    assert "6A butterflies, 7A boar, 10A deer" in text
    assert "3B 桜に幕、9A 菊に盃" in sheet("koikoi", "--lang", "ja")


def test_answers_are_in_words() -> None:
    text = " ".join(sheet("m-league").split())
    assert "Are 4 han 30 fu and 3 han 60 fu mangan (kiriage)? yes" in text
    assert "What do the places gain and lose? 30, 10, -10, -30" in text


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("name", ["tenhou", "sanma", "koikoi", "taiyaku"])
def test_it_fits_the_terminal(name: str, columns: int) -> None:
    for lang in ("en", "ja"):
        assert max(cells(line) for line in sheet(name, "--lang", lang, columns=columns).splitlines()) <= columns


def test_all_has_ids_and_sources() -> None:
    text = sheet("tenhou", "--all")
    assert "kiriage_mangan" in text
    assert "Sources" in text
    assert sheet("tenhou").count("\n") < text.count("\n")


def test_a_page_has_worths_in_its_language() -> None:
    for lang, worth, other in (("ja", "1枚につき", "for each of"), ("en", "for each of", "1枚につき")):
        page = sheet("koikoi", "--format", "html", "--lang", lang)
        assert worth in page
        assert other not in page
