"""The words of conditions: each with cards that meet it and a near miss, what is missing, what it says of itself."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import calc
from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.rules.deck import Classes, load_deck
from calc.hanafuda.rules.words import WORDS
from calc.hanafuda.value.near import near_yaku
from calc.tables import rule_set_ids
from calc.tables.conditions import ALL, ANY, NOT, Number
from calc.tables.shelf import game_id_of
from tests.amounts import tries
from tests.hanafuda.houses import cards, condition, found_cards, game
from tests.rows import Rows

ROWS = Rows(__file__)

#: A condition, cards, and those of them that make it true (none: it is not met).
FOUND: list[tuple[str, str, str | None]] = ROWS["found"]


@pytest.mark.parametrize(("when", "held", "expected"), FOUND)
def test_a_condition_is_met_by_its_cards_and_by_no_near_miss(when: str, held: str, expected: str | None) -> None:
    assert found_cards(when, held) == expected


@ROWS.each("an_old_spelling_means_the_same")
def test_an_old_spelling_means_the_same(old: str, new: str) -> None:
    assert condition(old).text() == condition(new).text()
    for held in {held for _, held, _ in FOUND}:
        assert found_cards(old, held) == found_cards(new, held)


@settings(max_examples=tries(80, 300), deadline=None)
@given(
    when=st.sampled_from(sorted({when for when, _, _ in FOUND} | {"cards: 1B, full_month: [4], at_least: {1: dry}"})),
    held=st.integers(0, load_deck().everything) | st.sampled_from([cards(held) for _, held, _ in FOUND]),
)
def test_no_other_cards_than_a_condition_looks_at_make_a_difference(when: str, held: int) -> None:
    word = condition(when)
    assert word.find(held & word.touches, None) == word.find(held, None)


def test_every_word_is_met_and_missed() -> None:
    for key in [*WORDS, ANY, NOT]:
        rows = [row for row in FOUND if f"{key}:" in row[0]]
        assert {expected is None for _, _, expected in rows} == {True, False}, key


@pytest.mark.parametrize(("month", "expected"), [(4, "4ARCC"), (12, "12BCCC"), (5, None), (None, None)])
def test_the_month_of_the_round_is_asked_for(month: int | None, expected: str | None) -> None:
    assert found_cards("full_month: round", "4ARCC 12BCCC 5ARC", month) == expected


@ROWS.each("a_condition_knows_whether_it_asks_for_the_month")
def test_a_condition_knows_whether_it_asks_for_the_month(when: str, asks: bool) -> None:
    assert condition(when).asks_month is asks


def test_a_month_that_the_deck_lacks_is_never_the_full_month_of_the_round() -> None:
    short = Classes(cards("1BRCC 2ARCC 3BRCC"))
    word = condition("full_month: round", short)
    assert word.find(cards("3BRCC"), 3) == cards("3BRCC")
    assert word.find(cards("3BRCC"), 4) is None


def test_a_full_month_is_what_the_deck_has_of_it() -> None:
    short = Classes(load_deck().everything & ~cards("4C"))
    assert condition("full_month: [4]", short).find(cards("4AR") | cards("#43"), None) is not None
    assert condition("full_month: [4]").find(cards("4AR") | cards("#43"), None) is None


# ---- what conditions touch


@settings(max_examples=tries(80, 300), deadline=None)
@given(
    when=st.sampled_from(sorted({when for when, _, _ in FOUND} | {"full_month: round"})),
    held=st.integers(0, load_deck().everything),
)
def test_cards_that_a_condition_does_not_touch_make_no_difference(when: str, held: int) -> None:
    word = condition(when)
    found = word.find(held, 4)
    assert found == word.find(held & word.touches, 4)
    assert found is None or found & ~(held & word.touches) == 0


@ROWS.each("what_a_condition_touches")
def test_what_a_condition_touches(when: str, expected: str) -> None:
    assert condition(when).touches == cards(expected)


@ROWS.each("the_fewest_cards_with_which_a_condition_may_be_met")
def test_the_fewest_cards_with_which_a_condition_may_be_met(when: str, expected: int) -> None:
    assert condition(when).fewest == expected


@pytest.mark.parametrize(("when", "held"), [(when, held) for when, held, expected in FOUND if expected is not None])
def test_fewer_cards_never_meet_a_condition(when: str, held: str) -> None:
    word, left = condition(when), cards(held)
    for card in load_deck().cards:
        if word.find(left & ~card.bit, None) is not None:
            left &= ~card.bit
    assert (left & word.touches).bit_count() >= word.fewest


# ---- what is missing


@ROWS.each("near")
def test_what_is_missing_for_a_condition(
    tmp_path: Path, when: str, pile: str, gone: str, expected: list[Any] | None
) -> None:
    rules = game(
        tmp_path,
        f"""classes:
  dry: {{name: {{en: dry, ja: 光}}, cards: [bright], others: [rain-man], source: test}}
  cups: {{name: {{en: cups, ja: 盃}}, cards: [chaff, sake-cup], source: test}}
  red: {{name: {{en: red, ja: 赤}}, cards: 1R 2R 3R, source: test}}
yaku:
  one: {{name: {{en: One, ja: 一}}, when: {{{when}}}, value: 5, source: test}}
settlement: {{}}
""",
    )
    piles = {"A": cards(pile), "B": cards(gone)}
    lines = near_yaku(["A"], piles, rules, 4)["A"]
    assert [[line.lacks, line.cards] for line in lines] == ([] if expected is None else [expected])
    assert all((line.id, line.name, line.value) == ("one", "One", 5) for line in lines)


# ---- English


@ROWS.each("a_condition_says_itself_in_english")
def test_a_condition_says_itself_in_english(when: str, phrase: str) -> None:
    assert condition(when).text() == phrase


def test_every_shipped_condition_says_itself() -> None:
    for name in rule_set_ids():
        if game_id_of(name) != "hanafuda":
            continue
        rules = load_hanafuda_rules(name)
        for one in [
            *rules.yaku.values(),
            *rules.teyaku.values(),
            *rules.misdeal.values(),
            *rules.compensation.values(),
        ]:
            phrase = one.when.text()
            assert phrase == phrase.strip() != ""
            assert not set(phrase) & set("{}[]\"'")
            assert "None" not in phrase


def test_every_word_is_used_by_a_shipped_game() -> None:
    used = set()
    for name in rule_set_ids():
        if game_id_of(name) == "hanafuda":
            rules = load_hanafuda_rules(name, {"tsukifuda": "round_month"} if name == "koikoi" else None)
            for one in [*rules.yaku.values(), *rules.teyaku.values(), *rules.misdeal.values()]:
                words = one.when.words if one.when.key == "" else [one.when]
                used |= {word.key for word in words}
    assert used - {ALL, ANY, NOT} == set(WORDS)


# ---- refusals


@ROWS.each("a_condition_that_means_nothing_is_refused")
def test_a_condition_that_means_nothing_is_refused(when: str, words: list[str]) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        condition(when)
    for word in words:
        assert word in caught.value.message


@pytest.mark.parametrize(
    "when",
    ["at_least: {5: bright}", "count: {ribbon: 10}", "months: [4, 4]", "cards: 1B 3B, at_least: {3: bright}"],
)
def test_the_most_that_there_are_may_be_asked_for(when: str) -> None:
    assert condition(when).find(load_deck().everything & ~cards("#13"), None) is not None


def test_a_number_fits_from_its_lowest_to_its_highest() -> None:
    number = Number(at_least=2, at_most=4)
    assert [count for count in range(7) if number.fits(count)] == [2, 3, 4]
    assert [count for count in range(7) if Number(exactly=3).fits(count)] == [3]


def test_words_of_one_mapping_are_one_pattern_and_one_word_is_itself() -> None:
    assert [word.key for word in condition("cards: 1B, not: {cards: 3B}").words] == ["cards", NOT]
    assert condition("cards: 1B").key == "cards"
