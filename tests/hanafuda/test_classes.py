"""Named sets of cards: the deck's own, those of a rule set, cards that count as others, a deck less some cards."""

import re
from pathlib import Path

import pytest

import calc
from calc.hanafuda.rules.deck import Classes, class_names, load_deck
from calc.tables import Name
from tests.hanafuda.houses import CLASSES, cards, game, spelled
from tests.rows import Rows

ROWS = Rows(__file__)


DECK = load_deck()


@ROWS.each("the_cards_of_a_class", name="case")
def test_the_cards_of_a_class(name: str, expected: str) -> None:
    assert name in CLASSES
    assert spelled(CLASSES.of(name)) == expected


def test_the_classes_of_the_deck_part_it() -> None:
    own = [CLASSES.of(name) for name in class_names()]
    assert sum(own) == DECK.everything
    assert [one.bit_count() for one in own] == [5, 9, 10, 24]


@ROWS.each("cards_are_named_by_notation_and_by_class")
def test_cards_are_named_by_notation_and_by_class(names: str | list[str], expected: str) -> None:
    assert spelled(CLASSES.cards(names)) == expected


@ROWS.each("what_names_no_cards_is_refused")
def test_what_names_no_cards_is_refused(names: str | list[str], words: list[str]) -> None:
    with pytest.raises(ValueError, match=re.escape(words[0])) as caught:
        CLASSES.cards(names)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(("name", "near"), [("brigt", "bright"), ("rde", "red"), ("zzzz", None)])
def test_an_unknown_class_is_refused_with_the_nearest(name: str, near: str | None) -> None:
    with pytest.raises(ValueError, match=f"there is no class '{name}'") as caught:
        CLASSES.of(name)
    assert ("did you mean" in str(caught.value)) == (near is not None)
    assert near is None or f"did you mean {near!r}?" in str(caught.value)


def test_classes_have_titles() -> None:
    assert [CLASSES.title(name) for name in ("bright", "dry", "5A")] == ["brights", "dry brights", "5A"]


def test_a_class_may_build_on_classes_before_it_and_take_the_name_of_the_deck() -> None:
    name = Name(en="x", ja="x")
    made = Classes(DECK.everything)
    made.add("chaff", name, ["chaff", "sake-cup"], ["lightning"])
    made.add("low", name, ["chaff", "ribbon"], "1R")
    assert made.of("chaff") == CLASSES.of("cups") & ~cards("11C")
    assert made.of("low") == (CLASSES.of("cups") | CLASSES.of("ribbon")) & ~cards("11C 1R")
    assert made.own == ["chaff", "low"]


# ---- in a rule file

COUNTED: str = ROWS["counted"]
CUP_TOO = "classes: {chaff: {name: {en: chaff, ja: カス}, cards: [chaff, sake-cup], source: test}}"
CUP_ONLY = (
    "classes: {animal: {name: {en: animal, ja: タネ}, cards: [animal], others: [sake-cup], source: test}, "
    "chaff: {name: {en: chaff, ja: カス}, cards: [chaff, sake-cup], source: test}}"
)
DRY = "classes: {chaff: {name: {en: chaff, ja: カス}, cards: [chaff], others: [lightning], source: test}}"


@ROWS.each("a_card_counts_as_what_the_table_says")
def test_a_card_counts_as_what_the_table_says(tmp_path: Path, classes: str, pile: str, score: int) -> None:
    rules = game(tmp_path, COUNTED.replace("CLASSES", classes))
    assert calc.settle_round(f"A:{pile} B:", rules=rules).players["A"].score == score


SHORT: str = ROWS["short"]


def test_a_deck_may_lack_cards(tmp_path: Path) -> None:
    rules = game(tmp_path, SHORT)
    assert rules.deck == DECK.everything & ~cards("6ARCC 7ARCC") & ~cards("#13")
    assert rules.classes.of("animal") == cards("2A 4A 5A 8A 9A 10A 11A")
    assert rules.classes.of("low").bit_count() == 8 + 24 - 5
    assert spelled(rules.classes.of("ribbon")) == "1R 2R 3R 4R 5R 9R 10R 11R"
    result = calc.settle_round("A:1R,2R,3R,4R,5R,9R,10R,11R B:1BC", rules=rules)
    assert [player.score for player in result.players.values()] == [7, 0]
    assert calc.settle_round("A:1BR,#12 B:", rules=rules).players["A"].score == 5


@ROWS.each("a_card_that_the_deck_lacks_is_refused")
def test_a_card_that_the_deck_lacks_is_refused(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(calc.HandError) as caught:
        calc.settle_round(line, rules=game(tmp_path, SHORT))
    assert (caught.value.message, caught.value.code) == (message, "impossible_hand")


@ROWS.each("what_asks_for_cards_that_the_deck_lacks_is_refused")
def test_what_asks_for_cards_that_the_deck_lacks_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in SHORT
    with pytest.raises(calc.RuleTableError) as caught:
        game(tmp_path, SHORT.replace(old, new, 1))
    assert words in caught.value.message
