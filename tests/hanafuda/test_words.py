"""The words of conditions: each with cards that meet it and a near miss, what is missing, what it says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import calc
from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.rules.deck import Classes, load_deck
from calc.hanafuda.rules.words import WORDS, AnyOf, Cards, Not, Together
from calc.hanafuda.value.near import near_yaku
from calc.tables import rule_set_ids
from calc.tables.conditions import ALL, ANY, NOT, Number
from calc.tables.shelf import game_id_of
from tests.amounts import tries
from tests.hanafuda.houses import cards, condition, found_cards, game

#: A condition, cards, and those of them that make it true (none: it is not met).
FOUND: list[tuple[str, str, str | None]] = [
    # ---- cards
    ("cards: 1B 3B 8B", "1B 3B 8B 12B", "1B 3B 8B"),
    ("cards: 1B 3B 8B", "1B 3B 12B", None),
    ("cards: 1B 3B 8B", "", None),
    ("cards: [crane, '#30', 芒に月]", "1BR 3B 8B", "1B 3B 8B"),
    ("cards: [dry]", "1B 3B 8B 11B 12B", "1B 3B 8B 12B"),
    ("cards: [dry]", "1B 3B 8B 11B", None),
    ("cards: [dry, 11B]", "1B 3B 8B 11B 12B", "1B 3B 8B 11B 12B"),
    ("cards: [dry, 11B]", "1B 3B 8B 12B", None),
    ("cards: '#12'", "1C", "1C"),
    ("cards: '#13'", "1C", None),
    ("cards: 1CC", "1BRCC", "1CC"),
    ("cards: 1CC", "1BRC", None),
    # ---- at_least: one part
    ("at_least: {3: dry}", "1B 3B 8B", "1B 3B 8B"),
    ("at_least: {3: dry}", "1B 3B 8B 12B", "1B 3B 8B 12B"),
    ("at_least: {3: dry}", "1B 3B 11B", None),
    ("at_least: {1: 4A}", "4A", "4A"),
    ("at_least: {1: 4A}", "4RCC", None),
    ("at_least: {10: chaff}", "1CC 2CC 3CC 4CC 5CC 9A", "1CC 2CC 3CC 4CC 5CC"),
    ("at_least: {10: chaff}", "1CC 2CC 3CC 4CC 5C 9A", None),
    ("at_least: {10: cups}", "1CC 2CC 3CC 4CC 5C 9A", "1CC 2CC 3CC 4CC 5C 9A"),
    # ---- at_least: several parts, each card used once
    ("at_least: [{1: 1BR}, {1: 3BR}]", "1B 3R", "1B 3R"),
    ("at_least: [{1: 1BR}, {1: 3BR}]", "1BR", None),
    ("at_least: [{1: 1B 3B}, {1: 3B 8B}]", "1B 3B", "1B 3B"),
    ("at_least: [{1: 1B 3B}, {1: 3B 8B}]", "3B", None),
    ("at_least: [{1: 1B 3B}, {1: 3B 8B}]", "3B 8B", "3B 8B"),
    ("at_least: [{1: bright}, {1: bright}]", "1B", None),
    ("at_least: [{1: bright}, {1: bright}]", "1B 11B", "1B 11B"),
    # Two of the three parts only know the crane and the curtain: the third needs another card.
    ("at_least: [{1: 1B 3B}, {1: 1B 3B}, {1: 1B 3B 8B}]", "1B 3B", None),
    ("at_least: [{1: 1B 3B}, {1: 1B 3B}, {1: 1B 3B 8B}]", "1B 3B 8B", "1B 3B 8B"),
    ("at_least: [{1: 1B 3B}, {1: 1B 3B}, {2: 1B 3B 8B 12B}]", "1B 3B 8B", None),
    ("at_least: [{1: 1B 3B}, {1: 3B 8B}, {1: 8B 1B}]", "1B 3B 8B", "1B 3B 8B"),
    ("at_least: [{1: 1B 3B}, {1: 3B 8B}, {1: 8B 1B}]", "1B 3B 12B", None),
    ("at_least: [{2: dry}, {2: bright}]", "1B 3B 8B 11B", "1B 3B 8B 11B"),
    ("at_least: {3: dry, 1: 11B 12B}", "1B 3B 12B 11B", "1B 3B 11B 12B"),
    ("at_least: {3: dry, 1: 11B 12B}", "1B 3B 8B", None),
    # ---- cards and at_least in one mapping: a card of the one is not free for the other
    ("cards: rain-man, at_least: {3: bright}", "1B 3B 8B 11B", "1B 3B 8B 11B"),
    ("cards: rain-man, at_least: {3: bright}", "1B 3B 11B", None),
    ("cards: rain-man, at_least: {3: bright}", "1B 3B 8B 12B", None),
    ("at_least: {3: bright}, cards: rain-man", "1B 3B 11B", None),
    ("cards: 9A, at_least: [{1: animal}, {1: 2A 9A}]", "2A 9A", None),
    ("cards: 9A, at_least: [{1: animal}, {1: 2A 9A}]", "2A 4A 9A", "2A 4A 9A"),
    # Words that look at the whole set see every card.
    ("cards: 9A, count: {animal: 1}", "9A 1B", "9A"),
    ("cards: 9A, count: {animal: 1}", "9A 2A", None),
    ("cards: 9A, count: {animal: 2}", "9A 2A", "2A 9A"),
    ("cards: 1B, full_month: [1]", "1BRCC", "1BRCC"),
    # ---- count
    ("count: {ribbon: 7}", "1R 2R 3R 4R 5R 6R 7R", "1R 2R 3R 4R 5R 6R 7R"),
    ("count: {ribbon: 7}", "1R 2R 3R 4R 5R 6R", None),
    ("count: {ribbon: 7}", "1R 2R 3R 4R 5R 6R 7R 9R", None),
    ("count: {ribbon: {exactly: 2}}", "1R 2R 3B", "1R 2R"),
    ("count: {ribbon: {at_least: 2}}", "1R", None),
    ("count: {ribbon: {at_least: 2}}", "1R 2R", "1R 2R"),
    ("count: {ribbon: {at_least: 2}}", "1R 2R 3R", "1R 2R 3R"),
    ("count: {ribbon: {at_most: 2}}", "1R 2R 3R", None),
    ("count: {ribbon: {at_most: 2}}", "1R 2R", "1R 2R"),
    ("count: {ribbon: {at_most: 2}}", "", ""),
    ("count: {ribbon: 0}", "1B", ""),
    ("count: {ribbon: 0}", "1BR", None),
    ("count: {ribbon: {at_least: 2, at_most: 3}}", "1R", None),
    ("count: {ribbon: {at_least: 2, at_most: 3}}", "1R 2R 3R", "1R 2R 3R"),
    ("count: {ribbon: {at_least: 2, at_most: 3}}", "1R 2R 3R 4R", None),
    ("count: {bright: 1, animal: 2, red: {at_least: 1}}", "1B 2A 4A 3R", "1B 2A 3R 4A"),
    ("count: {bright: 1, animal: 2, red: {at_least: 1}}", "1B 2A 4A 4R", None),
    ("count: {bright: 1, animal: 2, red: {at_least: 1}}", "1B 2A 3R", None),
    ("count: {bright: 1, animal: 2, red: {at_least: 1}}", "1B 3B 2A 4A 3R", None),
    # ---- months
    ("months: [4]", "1BRCC 2A", "1BRCC"),
    ("months: [4]", "1BRC 2ARC", None),
    ("months: [4, 4]", "1BRCC 12BCCC", "1BRCC 12BCCC"),
    ("months: [4, 4]", "1BRCC 12BCC", None),
    ("months: [2, 2, 2, 2]", "1BR 2AR 3BR 4AR", "1BR 2AR 3BR 4AR"),
    ("months: [2, 2, 2, 2]", "1BRCC 2AR 3BR", None),
    ("months: [2, 2, 2, 2]", "1BRC 2AR 3BR 4A", None),
    ("months: {shape: [2, 2, 2, 2], split: true}", "1BRCC 2AR 3BR", "1BRCC 2AR 3BR"),
    ("months: {shape: [2, 2, 2, 2], split: true}", "1BRCC 2ARCC", "1BRCC 2ARCC"),
    ("months: {shape: [2, 2, 2, 2], split: true}", "1BRC 2ARC 3BR", None),
    ("months: {shape: [2, 2, 2, 2], split: false}", "1BRCC 2ARCC", None),
    ("months: [3, 2]", "1BRC 2ARC", "1BRC 2ARC"),
    ("months: [2, 3]", "1BR 2ARC", "1BR 2ARC"),
    ("months: [3, 2]", "1BR 2AR", None),
    # The month of three serves the three, so that the four is left for two pairs.
    ("months: {shape: [2, 3, 2], split: true}", "1BRCC 2ARC", "1BRCC 2ARC"),
    ("months: {shape: [2, 3, 2], split: true}", "1BRC 2ARC", None),
    # ---- full_month
    ("full_month: [4]", "4ARCC 5A", "4ARCC"),
    ("full_month: [4]", "4ARC 5ARCC", None),
    ("full_month: [4, 12]", "12BCCC", "12BCCC"),
    ("full_month: [4, 12]", "4ARC 12BCC", None),
    ("full_month: any", "4ARCC 5A", "4ARCC"),
    ("full_month: any", "4ARC 5ARC 11BAR", None),
    # ---- all, any, not: each condition under all sees every card
    ("all: [{cards: 1B 3B}, {at_least: {2: bright}}]", "1B 3B", "1B 3B"),
    ("all: [{cards: 1B 3B}, {at_least: {2: bright}}]", "1B 8B", None),
    ("all: [{cards: 1B}], at_least: {1: red}", "1BR", "1BR"),
    ("all: [{cards: 1B}], at_least: {1: red}", "1R", None),
    ("any: [{cards: 1B 3B}, {cards: 8B}]", "1B 8B", "8B"),
    ("any: [{cards: 1B 3B}, {cards: 8B}]", "1B 3B 8B", "1B 3B"),
    ("any: [{cards: 1B 3B}, {cards: 8B}]", "3B 12B", None),
    ("any: [{cards: 8B}]", "8B", "8B"),
    ("any: [{cards: 1B, not: {cards: 3B}}, {count: {animal: 1}}]", "1B 3B 2A", "2A"),
    ("not: {cards: 11B}", "1B", ""),
    ("not: {cards: 11B}", "11B", None),
    ("not: {cards: 1B 3B}", "1B", ""),
    ("not: {not: {cards: 1B}}", "1B", ""),
    ("not: {not: {cards: 1B}}", "3B", None),
    ("at_least: {3: bright}, not: {cards: 11B}", "1B 3B 8B", "1B 3B 8B"),
    ("at_least: {3: bright}, not: {cards: 11B}", "1B 3B 8B 11B", None),
    # ---- several words together
    ("full_month: [4], at_least: {1: dry}", "4ARCC 8B", "4ARCC 8B"),
    ("full_month: [4], at_least: {1: dry}", "4ARC 8B", None),
    ("full_month: [4], at_least: {1: dry}", "4ARCC 11B", None),
    ("cards: 1B, at_least: {1: red}, months: [2]", "1BR", "1BR"),
    ("cards: 1B, at_least: {1: red}, months: [2]", "1B 2R", None),
    ("cards: 1B, any: [{cards: 3B}, {cards: 8B}]", "1B 8B", "1B 8B"),
    ("cards: 1B, any: [{cards: 3B}, {cards: 8B}]", "3B 8B", None),
]


@pytest.mark.parametrize(("when", "held", "expected"), FOUND)
def test_a_condition_is_met_by_its_cards_and_by_no_near_miss(when: str, held: str, expected: str | None) -> None:
    assert found_cards(when, held) == expected


#: How conditions were spelled before, and as they are now.
OLD = [
    ("all: 1B 3B 8B", "cards: 1B 3B 8B"),
    ("all: [dry, 11B]", "cards: [dry, 11B]"),
    ("any: {n: 3, of: dry}", "at_least: {3: dry}"),
    ("any: [{n: 2, of: dry}, {n: 3, of: bright}]", "at_least: {2: dry, 3: bright}"),
    ("any: [{n: 1, of: 1BR}, {n: 1, of: 3BR}]", "at_least: [{1: 1BR}, {1: 3BR}]"),
    ("all: rain-man, any: {n: 3, of: bright}", "cards: rain-man, at_least: {3: bright}"),
    ("either: [{all: 1B 3B}, {not: {all: 8B}}]", "any: [{cards: 1B 3B}, {not: {cards: 8B}}]"),
]


@pytest.mark.parametrize(("old", "new"), OLD)
def test_an_old_spelling_means_the_same(old: str, new: str) -> None:
    assert condition(old).text("en") == condition(new).text("en")
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
    for key in [*WORDS, AnyOf.key, Not.key]:
        rows = [row for row in FOUND if f"{key}:" in row[0]]
        assert {expected is None for _, _, expected in rows} == {True, False}, key


@pytest.mark.parametrize(("month", "expected"), [(4, "4ARCC"), (12, "12BCCC"), (5, None), (None, None)])
def test_the_month_of_the_round_is_asked_for(month: int | None, expected: str | None) -> None:
    assert found_cards("full_month: round", "4ARCC 12BCCC 5ARC", month) == expected


@pytest.mark.parametrize(
    ("when", "asks"),
    [
        ("full_month: round", True),
        ("full_month: [4]", False),
        ("cards: 1B", False),
        ("cards: 1B, full_month: round", True),
        ("not: {full_month: round}", True),
        ("any: [{cards: 1B}, {cards: 3B, not: {full_month: round}}]", True),
        ("any: [{cards: 1B}, {not: {full_month: [4]}}]", False),
    ],
)
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


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("cards: 1B 3B", "1B 3B"),
        ("at_least: [{1: 1B 3B}, {1: 3B 8B}]", "1B 3B 8B"),
        ("count: {red: 1, dry: 1}", "1BR 2R 3BR 8B 12B"),
        ("full_month: [4, 12]", "4ARCC 12BCCC"),
        ("cards: 9A, not: {any: [{cards: 1B}, {cards: 3B}]}", "1B 3B 9A"),
    ],
)
def test_what_a_condition_touches(when: str, expected: str) -> None:
    assert condition(when).touches == cards(expected)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("cards: 1B 3B", 2),
        ("at_least: {10: chaff}", 10),
        ("at_least: {1: 1B 3B, 2: 3B 8B 12B}", 3),
        ("count: {red: 1, dry: 2}", 2),
        ("count: {ribbon: {at_least: 5}}", 5),
        ("count: {ribbon: {at_most: 5}}", 0),
        ("months: [4, 2, 2]", 8),
        ("months: {shape: [2, 2, 2, 2], split: true}", 8),
        ("full_month: [4, 12]", 4),
        ("full_month: round", 4),
        ("any: [{cards: 1B 3B}, {cards: 8B}]", 1),
        ("cards: 9A, not: {any: [{cards: 1B}, {cards: 3B}]}", 1),
        ("cards: 1B, at_least: {3: red}", 3),
    ],
)
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

#: A condition, the pile, cards that another holds, and how many cards out of which are missing (none: not near).
NEAR: list[tuple[str, str, str, tuple[int, str] | None]] = [
    ("cards: 1B 3B 8B", "1B 3B", "", (1, "8B")),
    ("cards: 1B 3B 8B", "1B", "", (2, "3B 8B")),
    ("cards: 1B 3B 8B", "", "", None),
    ("cards: 1B 3B 8B", "1B 3B 8B", "", None),
    ("cards: 1B 3B 8B", "1B", "8B", None),
    ("cards: 1B 3B 8B", "1B", "12B", (2, "3B 8B")),
    ("at_least: {3: bright}", "1B 3B", "", (1, "8B 11B 12B")),
    ("at_least: {3: bright}", "1B 3B", "8B", (1, "11B 12B")),
    ("at_least: {3: bright}", "1B 3B", "8B 11B 12B", None),
    ("at_least: {3: bright}", "1B", "8B 11B", (2, "3B 12B")),
    ("at_least: {3: bright}", "1B", "8B 11B 12B", None),
    ("at_least: {3: bright}", "", "", None),
    ("at_least: [{1: 1B 3B}, {1: 4A 5A}]", "", "", (2, "1B 3B 4A 5A")),
    ("at_least: [{1: 1B 3B}, {1: 4A 5A}]", "1B", "", (1, "4A 5A")),
    # There are two cards for the first part and none for the second.
    ("at_least: [{1: 1B 3B}, {1: 4A 5A}]", "", "4A 5A", None),
    ("at_least: [{1: 1B 3B}, {1: 3B 8B}]", "3B", "", (1, "1B 8B")),
    ("cards: 11B, at_least: {2: bright}", "11B 1B", "", (1, "3B 8B 12B")),
    ("cards: 11B, at_least: {2: bright}", "1B 3B", "", (1, "11B")),
    ("cards: 11B, at_least: {2: bright}", "1B", "", (2, "3B 8B 11B 12B")),
    ("cards: 11B, at_least: {2: bright}", "1B 3B", "11B", None),
    ("count: {ribbon: {at_least: 3}}", "1R 2R", "3R 4R 5R 6R 7R 9R 10R", (1, "11R")),
    ("count: {ribbon: {at_least: 3}}", "1R", "3R 4R 5R 6R 7R 9R 10R", (2, "2R 11R")),
    ("count: {red: 2, dry: 1}", "1R", "3B 8B 12B", (2, "1B 2R 3R")),
    # Enough red ribbons are free, but no bright is.
    ("count: {red: 1, dry: 1}", "", "1B 3B 8B 12B", None),
    ("count: {red: 1}", "1R 2R", "", None),
    # One card may serve two classes.
    ("count: {cups: 1, animal: 1}", "", "", (1, "9A")),
    ("months: [4]", "1BRC", "", (1, "1C")),
    ("months: [4]", "1BRC", "#13", None),
    ("months: [3]", "1BR 2AR", "", (1, "1CC 2CC")),
    ("full_month: [4]", "4AR", "", (2, "4CC")),
    ("full_month: [4]", "4A", "", None),
    ("full_month: [4, 12]", "4ARC 12BCC", "", (1, "4C 12C")),
    ("full_month: [4, 12]", "4ARC 12BCC", "#43", (1, "12C")),
    ("full_month: round", "4ARC 12BCC", "", (1, "4C")),
    ("any: [{cards: 1B 3B}, {cards: 8B 12B}]", "1B 8B", "", (1, "3B 12B")),
    ("any: [{cards: 1B 3B}, {cards: 8B 12B 11B}]", "8B 12B", "3B", (1, "11B")),
    ("any: [{cards: 1B 3B}, {cards: 8B 12B 11B}]", "", "3B", None),
    # What must not be there is no card that is missing.
    ("at_least: {3: bright}, not: {cards: 11B}", "1B 3B", "", (1, "8B 12B")),
    ("at_least: {3: bright}, not: {cards: 11B}", "1B 11B", "", None),
]


@pytest.mark.parametrize(("when", "pile", "gone", "expected"), NEAR)
def test_what_is_missing_for_a_condition(
    tmp_path: Path, when: str, pile: str, gone: str, expected: tuple[int, str] | None
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
    lines = near_yaku(["A"], piles, rules, 4, "en")["A"]
    assert [(line.lacks, line.cards) for line in lines] == ([] if expected is None else [expected])
    assert all((line.id, line.name, line.value) == ("one", "One", 5) for line in lines)


# ---- English


@pytest.mark.parametrize(
    ("when", "phrase"),
    [
        ("cards: 8B 1B 3B", "1B 3B 8B"),
        ("cards: [dry]", "1B 3B 8B 12B"),
        ("at_least: {3: dry}", "any 3 of dry brights"),
        ("at_least: {3: [dry]}", "any 3 of dry brights"),
        ("at_least: {3: [dry, 4A]}", "any 3 of 1B 3B 4A 8B 12B"),
        ("at_least: {1: 1B 8B}", "any 1 of 1B 8B"),
        ("at_least: {1: bright, 2: red}", "any 1 of brights and any 2 of red ribbons"),
        ("cards: rain-man, at_least: {3: dry}", "11B; any 3 of dry brights"),
        ("count: {ribbon: 7}", "exactly 7 ribbons"),
        ("count: {ribbon: {at_least: 7}}", "at least 7 ribbons"),
        ("count: {ribbon: {at_most: 7}}", "at most 7 ribbons"),
        (
            "count: {red: {at_least: 1, at_most: 2}, chaff: 0}",
            "1 to 2 red ribbons and exactly 0 chaff",
        ),
        ("months: [2, 4]", "4 + 2 cards, each of one month"),
        ("months: {shape: [2, 2], split: true}", "2 + 2 cards, each of one month (a month may serve twice)"),
        ("full_month: [4, 12]", "all cards of month 4 or 12"),
        ("full_month: round", "all cards of the month of the round"),
        ("any: [{cards: 1B}, {cards: 3B, not: {cards: 8B}}]", "(1B) or (3B; not (8B))"),
    ],
)
def test_a_condition_says_itself_in_english(when: str, phrase: str) -> None:
    assert condition(when).text("en") == phrase


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
            phrase = one.when.text("en")
            assert phrase == phrase.strip() != ""
            assert not set(phrase) & set("{}[]\"'")
            assert "None" not in phrase


def test_every_word_is_used_by_a_shipped_game() -> None:
    used = set()
    for name in rule_set_ids():
        if game_id_of(name) == "hanafuda":
            rules = load_hanafuda_rules(name, {"tsukifuda": "round_month"} if name == "koikoi" else None)
            for one in [*rules.yaku.values(), *rules.teyaku.values(), *rules.misdeal.values()]:
                words = one.when.words if isinstance(one.when, Together) else [one.when]
                used |= {word.key for word in words}
    assert used - {ALL, ANY, NOT} == set(WORDS)


# ---- refusals


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("", ["expected a condition, a mapping such as {cards: 1B 3B}, found {}"]),
        ("al: 1B", ["al: unknown word 'al'", "did you mean 'all'?"]),
        ("full_moon: [1]", ["unknown word 'full_moon'", "did you mean 'full_month'?"]),
        ("not: {coutn: {ribbon: 1}}", ["not.coutn: unknown word 'coutn'", "did you mean 'count'?"]),
        ("any: [{cards: 1B}, {aell: 1B}]", ["any.1.aell: unknown word"]),
        ("either: {cards: 1B}", ["either: expected a list of conditions under 'either'"]),
        ("any: []", ["expected a list of conditions under 'any', found []"]),
        ("any: [all]", ["any.0: expected a condition", "found 'all'"]),
        ("not: 1B", ["not: expected a condition", "found '1B'"]),
        ("cards: 6B", ["cards: month 6 has 6ARCC and no bright"]),
        ("cards: [brigth]", ["there is no class and no card 'brigth'", "did you mean 'bright'?"]),
        ("cards: [crnae]", ["there is no class and no card 'crnae'", "did you mean 'crane'?"]),
        ("cards: 1C", ["expected all chaff of month 1, or one by its number, found '1C'"]),
        ("cards: 7", ["expected", "found 7"]),
        ("cards: ''", ["expected at least one card, found ''"]),
        ("cards: []", ["expected at least one card, found []"]),
        ("at_least: {6: bright}", ["expected a number from 1 to 5, the cards that there are, found 6"]),
        ("at_least: {0: bright}", ["expected a number from 1 to 5", "found 0"]),
        ("any: {n: -1, of: bright}", ["expected a number from 1 to 5", "found -1"]),
        ("any: {n: 1}", ["'of' is missing"]),
        ("any: {of: bright}", ["'n' is missing"]),
        ("any: {n: 1, fo: bright}", ["'fo'"]),
        ("any: {n: true, of: bright}", ["expected a whole number, found True"]),
        ("at_least: {}", ["expected at least one part, found {}"]),
        ("at_least: {three: bright}", ["expected a number of cards, found 'three'"]),
        ("at_least: [{1: 1B}, {1: 1B}]", ["the parts need more different cards than there are"]),
        ("at_least: [{3: dry}, {3: bright}]", ["the parts need more different cards than there are"]),
        (
            "cards: 1B 3B, at_least: {4: bright}",
            ["too few cards are left for any 4 of brights", "the cards that have to be there use some"],
        ),
        ("count: {}", ["expected at least one class, found {}"]),
        ("count: {ribbons: 1}", ["there is no class 'ribbons'", "did you mean 'ribbon'?"]),
        ("count: {ribbon: {}}", ["expected 'exactly', 'at_least' or 'at_most', found {}"]),
        ("count: {ribbon: {atleast: 1}}", ["'atleast'", "did you mean 'at_least'?"]),
        ("count: {ribbon: five}", ["found {'ribbon': 'five'}"]),
        ("count: {ribbon: 11}", ["there are 10 cards of ribbons, so there are never exactly 11"]),
        ("count: {ribbon: {at_least: 11}}", ["so there are never at least 11"]),
        ("count: {ribbon: {at_least: 3, at_most: 2}}", ["so there are never 3 to 2"]),
        ("count: {ribbon: {at_most: -1}}", ["so there are never at most -1"]),
        ("months: []", ["expected numbers of cards of a month, found []"]),
        ("months: [2, 0]", ["expected numbers of cards of a month, found [2, 0]"]),
        ("months: [5]", ["the deck of this game has no such months, found [5]"]),
        ("months: {shape: [2], splti: true}", ["'splti'", "did you mean 'split'?"]),
        ("months: [two]", ["found 'two'"]),
        ("full_month: [13]", ["the deck of this game has no month 13"]),
        ("full_month: [0]", ["the deck of this game has no month 0"]),
        ("full_month: []", ["expected at least one month, found []"]),
        ("full_month: rond", ["expected a list of months, 'any' or 'round', found 'rond'"]),
        ("full_month: [four]", ["found 'four'"]),
    ],
)
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
    assert isinstance(condition("cards: 1B, not: {cards: 3B}"), Together)
    assert isinstance(condition("cards: 1B"), Cards)
