"""Rule sheets of all hanafuda sets in players' words: no English on Japanese ones, and no mapping of a file."""

import re
from collections.abc import Iterator

import pytest

from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.report.record import reason_text
from calc.hanafuda.report.sheet import sheet
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import Move
from calc.tables.shelf import sets_of_game
from calc.translation import spoken_in

GAMES = sorted(sets_of_game("hanafuda"))
ENGLISH = re.compile(r"[a-z]{2,}")


def phrases(rules: HanafudaRules, lang: str) -> Iterator[str]:
    for kind in (rules.misdeal, rules.teyaku, rules.yaku, rules.compensation):
        for one in kind.values():
            yield spoken_in(lang, one.when.text)
            yield spoken_in(lang, one.value.phrase, rules.classes)
    yield from (spoken_in(lang, step.text) for step in rules.steps.values())
    yield from (spoken_in(lang, void.text) for void in rules.voids.values())
    if rules.match is not None:
        yield spoken_in(lang, rules.match.text, rules.classes.said)
    if rules.stake is not None:
        yield spoken_in(lang, rules.stake.text)
    yield from (
        spoken_in(lang, reason_text, name, rules) for name, step in rules.steps.items() if isinstance(step, Move)
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_japanese_sheet_says_every_rule_in_japanese(name: str) -> None:
    assert [text for text in phrases(load_hanafuda_rules(name), "ja") if ENGLISH.search(text)] == []


@pytest.mark.parametrize("name", GAMES)
def test_an_english_sheet_has_no_japanese_in_its_rules(name: str) -> None:
    assert [text for text in phrases(load_hanafuda_rules(name), "en") if re.search(r"[぀-ヿ一-鿿]", text)] == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_sheet_prints_no_mapping_of_a_file(name: str, lang: str) -> None:
    text = spoken_in(lang, lambda: sheet(load_hanafuda_rules(name), every=True).write("table", 1_000))
    rules = text.partition("採用ルール" if lang == "ja" else "\nOptions\n")[0]
    assert re.findall(r"\{['\w]+: .*", rules) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_payment_has_a_reason_in_words(name: str) -> None:
    rules = load_hanafuda_rules(name)
    moves = [name for name, step in rules.steps.items() if isinstance(step, Move)]
    assert [why for why in moves if "_" in reason_text(why, rules)] == []
