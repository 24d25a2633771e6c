"""How many of all deals of Hachi-Hachi hold each dealt yaku, worked out by formulas and counted by a judge.

The judge is asked once about each deal of another structure: how many of which class of which kind of month.
"""

from collections import defaultdict
from functools import cache
from itertools import product
from math import comb
from typing import Any

import msgspec

import calc
from tests.amounts import tries
from tests.hanafuda import naive_hachi_hachi
from tests.hanafuda.naive_cards import ALL, kind
from tests.rows import Rows

ROWS = Rows(__file__)


DEALS = comb(48, 7)
#: Triplets of wisteria, iris and bush clover, and that of the chaff of the paulownia; then all triplets.
STANDING, TRIPLETS = 3 * 4 + 1, 12 * 4
#: Two of different months, both standing, or one of them.
BOTH_STANDING = comb(3, 2) * 4 * 4 + 3 * 4
ONE_STANDING = STANDING * (TRIPLETS - STANDING) - 3
TWO_TRIPLETS = comb(12, 2) * 4 * 4
#: A triplet and four cards of other months: a pair and two single ones, or four single ones.
BESIDE_A_TRIPLET = 11 * comb(4, 2) * comb(10, 2) * 4**2 + comb(11, 4) * 4**4
MONTHS: dict[str, Any] = ROWS["months"]
#: 27 chaff and willows, 9 ribbons, 8 animals, 4 brights.
CHAFF_HANDS = {
    "empty_hand": comb(27, 7),
    "one_ribbon": 9 * comb(27, 6),
    "one_animal": 8 * comb(27, 6),
    "one_bright": 4 * comb(27, 6),
    "red": sum(comb(9, ribbons) * comb(27, 7 - ribbons) for ribbons in range(2, 8)),
}


def test_the_numbers() -> None:
    assert MONTHS == {
        "four_three": 528,
        "one_two_four": 31_680,
        "four": 126_720,
        "two_standing": 2_400,
        "triplet_and_standing": 18_080,
        "two_triplets": 21_760,
        "triplet_and_pairs": 95_040,
        "standing_triplet": 1_716_000,
        "triplet": 4_620_000,
        "three_pairs": 1_710_720,
    }
    assert (CHAFF_HANDS["empty_hand"], CHAFF_HANDS["one_ribbon"]) == (888_030, 2_664_090)


@cache
def structures() -> list[tuple[int, tuple[int, ...]]]:
    """How many deals are alike, and one of them."""
    found: dict[tuple[str, ...], tuple[int, tuple[int, ...]]] = {(): (1, ())}
    for month in range(1, 13):
        cards: dict[str, list[int]] = defaultdict(list)
        for card in sorted(card for card in ALL if card // 10 == month):
            cards["C" if card in naive_hachi_hachi.LIGHT else kind(card)].append(card)
        grown: dict[tuple[str, ...], tuple[int, tuple[int, ...]]] = {}
        for parts, (weight, hand) in found.items():
            for counts in product(*(range(len(of) + 1) for of in cards.values())):
                if len(hand) + sum(counts) > 7:
                    continue
                held = "".join(letter * many for letter, many in zip(cards, counts, strict=True))
                part = [f"{held}{' standing' * (month in {4, 5, 7})}{' four light' * (month == 11)}"] if held else []
                key = tuple(sorted([*parts, *part]))
                ways, taken = weight, hand
                for of, many in zip(cards.values(), counts, strict=True):
                    ways, taken = ways * comb(len(of), many), (*taken, *of[:many])
                before, example = grown.get(key, (0, taken))
                grown[key] = (before + ways, example)
        found = grown
    return [alike for alike in found.values() if len(alike[1]) == 7]


def ask_the_plain_judge(hand: tuple[int, ...]) -> list[str]:
    return [name for name, _ in naive_hachi_hachi.dealt_yaku(set(hand))]


def ask_the_engine(hand: tuple[int, ...]) -> list[str]:
    """Settle a round of two in which the first player was dealt the hand."""
    left = sorted(ALL - set(hand))
    record = {
        "rules": "hachi-hachi",
        "players": {
            "Ann": {"dealt": " ".join(f"#{card}" for card in hand), "captured": ""},
            "Bob": {"dealt": " ".join(f"#{card}" for card in left[::6][:7]), "captured": "1C"},
        },
        "field": " ".join(f"#{card}" for card in left[1::6][:6]),
    }
    result = msgspec.to_builtins(calc.settle_round(record))
    return [yaku["id"] for yaku in result["players"]["Ann"]["teyaku"]]


def test_deals_by_their_yaku() -> None:
    by_name: dict[str, int] = dict.fromkeys([*MONTHS, *CHAFF_HANDS], 0)
    together: dict[tuple[str, ...], int] = {}
    for weight, hand in structures():
        found = tuple(ask_the_plain_judge(hand))
        together[found] = together.get(found, 0) + weight
        for name in found:
            by_name[name] += weight
    assert by_name == MONTHS | CHAFF_HANDS
    assert sum(together.values()) == DEALS
    # Of the two together the rarest is a single deal, all willows with the chaff of the paulownia, and four cannot be.
    assert together["four_three", "empty_hand"] == 1
    assert {pair for pair in product(MONTHS, CHAFF_HANDS) if pair not in together} == {
        ("four_three", "red"),
        ("two_standing", "empty_hand"),
        ("two_standing", "one_bright"),
        ("two_triplets", "empty_hand"),
    }


def test_the_engine_finds_them() -> None:
    for _, hand in structures()[:: tries(80, 1)]:
        assert sorted(ask_the_engine(hand)) == sorted(ask_the_plain_judge(hand)), hand
