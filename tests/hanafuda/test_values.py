"""What yaku are worth: numbers, more by cards, steps, by players, by seat, everything."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import calc
from calc.hanafuda.rules.values import TAKE_ALL, rank, read_value
from calc.strict_yaml import load
from tests.hanafuda.houses import CLASSES, cards, game
from tests.rows import Rows

ROWS = Rows(__file__)


def value(text: str) -> Any:
    return read_value(load(f"value: {text}", file=None).value["value"], CLASSES)


@ROWS.each("what_a_yaku_is_worth")
def test_what_a_yaku_is_worth(text: str, held: str, players: int, seat: int, expected: int | str) -> None:
    assert value(text).amount(cards(held), players, seat) == expected


@ROWS.each("a_worth_in_words")
def test_a_worth_in_words(text: str, phrase: str) -> None:
    assert value(text).phrase(CLASSES) == phrase


@ROWS.each("a_value_that_means_nothing_is_refused")
def test_a_value_that_means_nothing_is_refused(text: str, words: list[str]) -> None:
    with pytest.raises(ValueError, match=re.escape(words[0])) as caught:
        value(text)
    for word in words:
        assert word in str(caught.value)


def yaku(worth: str, more: str = "") -> str:
    return f"yaku: {{one: {{name: {{en: One, ja: 一}}, when: {{all: 1B}}, value: {worth}, {more}source: test}}}}\n"


@ROWS.each("a_value_that_the_game_cannot_pay_is_refused")
def test_a_value_that_the_game_cannot_pay_is_refused(tmp_path: Path, text: str, players: str, message: str) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        game(tmp_path, f"{text}settlement: {{}}\n", players=players)
    assert message in caught.value.message


@pytest.mark.parametrize(("worth", "players"), [("{by_seat: [5, 4]}", "2"), ("{by_seat: [5, 4, 3]}", "2, 3")])
def test_a_worth_for_every_seat_loads(tmp_path: Path, worth: str, players: str) -> None:
    rules = game(tmp_path, f"{yaku(worth)}settlement: {{}}\n", players=players)
    assert rules.yaku["one"].value.by_seat[:2] == (5, 4)


@given(st.integers(-(10**9), 10**9))
def test_everything_is_more_than_any_number(number: int) -> None:
    assert rank(TAKE_ALL) > rank(number)
    assert rank(number) < rank(number + 1)
