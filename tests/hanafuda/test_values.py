"""What yaku are worth: numbers, more by cards, steps, by players, by seat, everything."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("5", "5"),
        ("take_all", "all chips"),
        ("{points: 5, each: 1, of: animal, beyond: 3}", "5 +1 for each of the animals beyond 3"),
        ("{points: 5, each: 1, of: animal}", "5 +1 for each of the animals"),
        ("{each: 1, of: animal}", "1 for each of the animals"),
        ("{each: 10, full_month: any}", "10 for each of the full months"),
        ("{points: 5, each: 10, full_month: [4, 12], beyond: 1}", "5 +10 for each of the full months 4, 12 beyond 1"),
        ("{steps: {4: 8, 3: 5}, of: bright}", "3: 5, 4: 8"),
        ("{points: 5, by_players: {2: 8}}", "5, 8 with 2 players"),
        ("{by_players: {2: 8}, each: 1, of: bright}", "0, 8 with 2 players +1 for each of the brights"),
        ("{by_seat: [6, 4]}", "6 / 4 by seat"),
        ("{by_seat: [6, 4], each: 1, of: bright}", "6 / 4 by seat +1 for each of the brights"),
    ],
)
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


@pytest.mark.parametrize(
    ("text", "players", "message"),
    [
        (yaku("{by_seat: [5, 4]}"), "2, 3", "yaku.one.value: expected a worth for each of 3 seats, found [5, 4]"),
        (yaku("take_all"), "2", "yaku.one.value: only a yaku of captured cards that says 'stops: true' can take all"),
        (
            yaku("take_all", "stops: true, ").replace("yaku:", "teyaku:"),
            "2",
            "teyaku.one.value: only a yaku of captured cards that says 'stops: true' can take all",
        ),
        (
            yaku("take_all", "stops: true, ").replace("yaku:", "compensation:"),
            "2",
            "compensation.one.value: only a yaku of captured cards that says 'stops: true' can take all",
        ),
    ],
)
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
