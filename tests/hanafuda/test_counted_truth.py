"""How many of all deals hold a dealt yaku: numbers that anybody can work out, counted three ways.

By formulas; by going through all counts of cards a month or a class, without asking anybody; and by a judge, asked
once about each deal of another structure (how many empties and how many other cards of which kind of month).
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

import msgspec
import pytest

import calc
from tests.hanafuda import naive_hiraya, naive_koikoi
from tests.hanafuda.naive_cards import ALL, CHAFF
from tests.hanafuda.naive_taiyaku_yaku import best_teyaku, held_teyaku
from tests.rows import Rows

ROWS = Rows(__file__)


DEALS = comb(48, 8)
#: Eight cards. A pair is two of the four cards of a month; ``kuttsuki_strict``: a four is not two pairs.
EIGHT: dict[str, Any] = ROWS["eight"]
#: Seven cards: 24 chaff without the lightning.
SEVEN_CHAFF = comb(23, 7)


def test_the_numbers() -> None:
    assert DEALS == 377_348_994
    assert EIGHT == {
        "four": 1_628_946,
        "two_fours": 66,
        "four_pairs_strict": 641_520,
        "four_pairs": 665_346,
        "seven_empties": 11_056_100,
        "eight_empties": 1_081_575,
        "four_and_seven_empties": 14_630,
    }
    assert (SEVEN_CHAFF, comb(48, 7)) == (245_157, 73_629_072)


# Without a judge


@cache
def month_profiles(cards: int, months: int) -> tuple[tuple[int, ...], ...]:
    """All ways in which so many cards are of so many months, at most four of each."""
    if months == 0:
        return () if cards else ((),)
    return tuple(
        (first, *rest) for first in range(min(4, cards) + 1) for rest in month_profiles(cards - first, months - 1)
    )


def test_month_profiles() -> None:
    counted = dict.fromkeys(["all", "four", "two_fours", "four_pairs_strict", "four_pairs"], 0)
    for profile in month_profiles(8, 12):
        weight = prod(comb(4, count) for count in profile)
        counted["all"] += weight
        counted["four"] += weight * (4 in profile)
        counted["two_fours"] += weight * (profile.count(4) == 2)
        counted["four_pairs_strict"] += weight * (profile.count(2) == 4)
        counted["four_pairs"] += weight * all(count in {0, 2, 4} for count in profile)
    assert counted.pop("all") == DEALS
    assert counted == {name: EIGHT[name] for name in counted}


def class_counts(sizes: tuple[int, ...], dealt: int, last: int) -> int:
    """The deals with so many cards of the class that stands last."""
    return sum(
        prod(comb(size, count) for size, count in zip(sizes, counts, strict=True))
        for counts in product(*(range(min(size, dealt) + 1) for size in sizes))
        if sum(counts) == dealt and counts[-1] == last
    )


def test_class_counts() -> None:
    with_cup = (5, 8, 10, 25)
    assert sum(class_counts(with_cup, 8, last) for last in range(9)) == DEALS
    assert class_counts(with_cup, 8, 7) == EIGHT["seven_empties"]
    assert class_counts(with_cup, 8, 8) == EIGHT["eight_empties"]
    # The lightning is a class of its own.
    assert class_counts((5, 9, 10, 1, 23), 7, 7) == SEVEN_CHAFF


# With a judge

#: What is held of a month: empties of it in the deck, empties held, others held.
Part = tuple[int, int, int]
#: How many deals are alike, and one of them.
Alike = tuple[int, tuple[int, ...]]


@cache
def structures(size: int, empties: frozenset[int]) -> dict[tuple[Part, ...], Alike]:
    """All deals of so many cards by what is held of the months, whichever months of the same kind they are."""
    found: dict[tuple[Part, ...], Alike] = {(): (1, ())}
    for month in range(1, 13):
        cards = [month * 10 + rank for rank in range(4)]
        light = [card for card in cards if card in empties]
        heavy = [card for card in cards if card not in empties]
        grown: dict[tuple[Part, ...], Alike] = {}
        for parts, (weight, hand) in found.items():
            for some, others in product(range(len(light) + 1), range(len(heavy) + 1)):
                if len(hand) + some + others > size:
                    continue
                part = [(len(light), some, others)] if some + others else []
                key = tuple(sorted([*parts, *part]))
                ways = weight * comb(len(light), some) * comb(len(heavy), others)
                before, example = grown.get(key, (0, (*hand, *light[:some], *heavy[:others])))
                grown[key] = (before + ways, example)
        found = grown
    return {parts: alike for parts, alike in found.items() if len(alike[1]) == size}


EMPTIES = frozenset(CHAFF | {90})
HIRAYA_CHAFF = frozenset(CHAFF - {113})
#: Answers the ids of the dealt yaku that count.
Judge = Callable[[str, tuple[int, ...], dict[str, Any]], list[str]]


def ask_the_plain_judge(rules: str, hand: tuple[int, ...], options: dict[str, Any]) -> list[str]:
    match rules:
        case "koikoi":
            yaku = naive_koikoi.dealt_yaku(set(hand), naive_koikoi.DEFAULTS | options)
        case "taiyaku":
            yaku = best_teyaku(held_teyaku(set(hand), 2))
        case _:
            yaku = naive_hiraya.dealt_yaku(set(hand))
    return [name for name, _ in yaku]


def ask_the_engine(rules: str, hand: tuple[int, ...], options: dict[str, Any]) -> list[str]:
    """Settle a round in which the first player was dealt the hand."""
    dealt = " ".join(f"#{card}" for card in hand)
    players: dict[str, dict[str, str]]
    match rules:
        case "koikoi":
            players = {"Ann": {"dealt": dealt}, "Bob": {}}
        case "taiyaku":
            players = {"Ann": {"dealt": dealt, "captured": ""}, "Bob": {"captured": ""}}
        case _:
            every = " ".join(f"#{card}" for card in sorted(ALL))
            players = {"Ann": {"dealt": dealt, "captured": ""}, "Bob": {"captured": every}, "Cy": {"captured": ""}}
    try:
        result = msgspec.to_builtins(calc.settle_round({"rules": rules, "options": options, "players": players}))
    except calc.CalcError:
        # A round of Koi-Koi that was not played is settled only where a dealt yaku ended it.
        assert rules == "koikoi"
        return []
    return [yaku["id"] for yaku in result["players"]["Ann"]["teyaku"]]


JUDGES = [pytest.param(ask_the_plain_judge, id="plain"), pytest.param(ask_the_engine, id="engine")]


def count(judge: Judge, rules: str, options: dict[str, Any]) -> dict[tuple[str, ...], int]:
    """The number of deals by the dealt yaku that the judge finds in them."""
    counted: dict[tuple[str, ...], int] = {}
    alike = structures(7, HIRAYA_CHAFF) if rules == "hiraya" else structures(8, EMPTIES)
    for weight, hand in alike.values():
        found = tuple(judge(rules, hand, options))
        counted[found] = counted.get(found, 0) + weight
    return counted


def holding(counted: dict[tuple[str, ...], int], *names: str) -> int:
    return sum(weight for found, weight in counted.items() if set(names) & set(found))


def test_structures_are_all_deals() -> None:
    assert sum(weight for weight, _ in structures(8, EMPTIES).values()) == DEALS
    assert sum(weight for weight, _ in structures(7, HIRAYA_CHAFF).values()) == comb(48, 7)


@pytest.mark.parametrize("judge", JUDGES)
def test_koikoi(judge: Judge) -> None:
    counted = count(judge, "koikoi", {"dealt_stack": True})
    assert holding(counted, "teshi") == EIGHT["four"]
    assert holding(counted, "kuttsuki") == EIGHT["four_pairs"]
    strict = count(judge, "koikoi", {"dealt_stack": True, "four_is_two_pairs": False})
    assert holding(strict, "teshi") == EIGHT["four"]
    assert holding(strict, "kuttsuki") == EIGHT["four_pairs_strict"]


@pytest.mark.parametrize("judge", JUDGES)
def test_taiyaku(judge: Judge) -> None:
    counted = count(judge, "taiyaku", {})
    assert holding(counted, "teshi", "futateshi") == EIGHT["four"]
    assert holding(counted, "futateshi") == EIGHT["two_fours"]
    assert holding(counted, "shichikara") == EIGHT["seven_empties"]
    assert holding(counted, "hachikara") == EIGHT["eight_empties"]
    both = sum(weight for found, weight in counted.items() if {"shichikara", "teshi"} <= set(found))
    assert both == EIGHT["four_and_seven_empties"]


@pytest.mark.parametrize("judge", JUDGES)
def test_hiraya(judge: Judge) -> None:
    assert holding(count(judge, "hiraya", {}), "hiraya") == SEVEN_CHAFF
