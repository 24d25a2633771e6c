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


def value(text: str) -> Any:
    return read_value(load(f"value: {text}", file=None).value["value"], CLASSES)


@pytest.mark.parametrize(
    ("text", "held", "players", "seat", "expected"),
    [
        ("5", "", 2, 0, 5),
        ("0", "1B", 2, 0, 0),
        ("-5", "1B", 2, 0, -5),
        ("take_all", "1B", 3, 2, TAKE_ALL),
        ("{points: 5}", "1B", 2, 0, 5),
        # ---- each, beyond
        ("{each: 2, of: ribbon}", "", 2, 0, 0),
        ("{each: 2, of: ribbon}", "1BR 2R", 2, 0, 4),
        ("{points: 5, each: 1, of: animal}", "2A 4A", 2, 0, 7),
        ("{points: 5, each: 1, of: animal, beyond: 3}", "2A 4A", 2, 0, 5),
        ("{points: 5, each: 1, of: animal, beyond: 3}", "2A 4A 5A", 2, 0, 5),
        ("{points: 5, each: 1, of: animal, beyond: 3}", "2A 4A 5A 6A", 2, 0, 6),
        ("{points: 5, each: 3, of: animal, beyond: 3}", "2A 4A 5A 6A 7A", 2, 0, 11),
        ("{points: 1, each: 1, of: [dry, 4A]}", "1B 11B 4A 5A", 2, 0, 3),
        ("{points: 1, each: 1, of: 1B 3B}", "1B 8B", 2, 0, 2),
        # ---- each full month
        ("{each: 10, full_month: any}", "1BRC 2A", 2, 0, 0),
        ("{each: 10, full_month: any}", "1BRCC 2ARC", 2, 0, 10),
        ("{each: 10, full_month: any}", "1BRCC 2ARCC 11BARC", 2, 0, 30),
        ("{points: 5, each: 10, full_month: any, beyond: 1}", "1BRCC", 2, 0, 5),
        ("{points: 5, each: 10, full_month: any, beyond: 1}", "1BRCC 12BCCC", 2, 0, 15),
        ("{each: 10, full_month: [1, 12]}", "1BRCC 2ARCC", 2, 0, 10),
        ("{each: 10, full_month: [1, 12]}", "1BRCC 12BCCC", 2, 0, 20),
        # ---- steps
        ("{steps: {3: 5, 4: 8, 5: 10}, of: bright}", "1B 3B", 2, 0, 0),
        ("{steps: {3: 5, 4: 8, 5: 10}, of: bright}", "1B 3B 8B", 2, 0, 5),
        ("{steps: {5: 10, 3: 5, 4: 8}, of: bright}", "1B 3B 8B 11B", 2, 0, 8),
        ("{steps: {3: 5, 5: 10}, of: bright}", "1B 3B 8B 11B", 2, 0, 5),
        ("{steps: {3: 5, 4: 8, 5: 10}, of: bright}", "1B 3B 8B 11B 12B", 2, 0, 10),
        # ---- by players, by seat
        ("{points: 5, by_players: {2: 8}}", "", 2, 0, 8),
        ("{points: 5, by_players: {2: 8}}", "", 3, 0, 5),
        ("{by_players: {2: 8, 3: 6}}", "", 3, 1, 6),
        ("{by_players: {2: 8}, each: 1, of: bright}", "1B 3B", 2, 0, 10),
        ("{by_players: {2: 8}, each: 1, of: bright}", "1B 3B", 3, 0, 2),
        ("{by_seat: [6, 4, 2]}", "", 3, 0, 6),
        ("{by_seat: [6, 4, 2]}", "", 3, 2, 2),
        ("{by_seat: [6, 4], each: 1, of: bright}", "1B", 2, 1, 5),
    ],
)
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("five", ["expected a value: a whole number", "found 'five'"]),
        ("take-all", ["found 'take-all'"]),
        ("true", ["found true"]),
        ("1.5", ["found 1.5"]),
        ("[1]", ["found [1]"]),
        ("null", ["found null"]),
        ("{point: 5}", ["unknown key 'point'", "did you mean 'points'?"]),
        ("{points: five}", ["found 'five'"]),
        ("{points: take_all}", ["found 'take_all'"]),
        ("{each: 1}", ["expected 'of', cards, together with 'each' or 'steps'"]),
        ("{of: bright}", ["expected 'of', cards, together with 'each' or 'steps'"]),
        ("{points: 1, steps: {3: 5}}", ["expected 'of', cards, together with 'each' or 'steps'"]),
        ("{each: 1, of: brigth}", ["there is no class and no card 'brigth'"]),
        ("{steps: {3: 5}, of: bright, each: 1}", ["expected 'steps' and 'of' alone"]),
        ("{steps: {3: 5}, of: bright, points: 1}", ["expected 'steps' and 'of' alone"]),
        ("{steps: {3: 5}, of: bright, beyond: 1}", ["expected 'steps' and 'of' alone"]),
        ("{steps: {3: 5}, of: bright, by_players: {2: 3}}", ["expected 'steps' and 'of' alone"]),
        ("{steps: {3: 5}, of: bright, by_seat: [2, 3]}", ["expected 'steps' and 'of' alone"]),
        (
            "{each: 1, full_month: any, of: bright}",
            ["expected 'full_month' with 'each' alone: it"],
        ),
        ("{steps: {3: 5}, full_month: any}", ["expected 'full_month' with 'each' alone"]),
        ("{full_month: any}", ["expected 'of', cards, together with 'each' or 'steps'"]),
        ("{each: 1, full_month: [13]}", ["the deck of this game has no month 13"]),
        ("{each: 1, full_month: round}", ["there is no choice 'round'; expected 'any'"]),
        ("{points: 5, beyond: 3}", ["expected 'each' together with 'beyond'"]),
        ("{steps: {three: 5}, of: bright}", ["expected a number of cards or players, found 'three'"]),
        ("{by_players: {two: 5}}", ["expected a number of cards or players, found 'two'"]),
        ("{by_players: {-2: 5}}", ["expected a number of cards or players, found '-2'"]),
    ],
)
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
