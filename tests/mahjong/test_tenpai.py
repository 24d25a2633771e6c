"""Tiles that finish a hand one tile short, and tenpai: near misses, fifth copies, sets without some tiles."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

import calc
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.records.types import Waiting
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.tenpai import FourOwn, WinningTile, read_tenpai, winning_tiles
from calc.notation.melds import parse_melds, print_meld
from calc.notation.tiles import kind_of, parse_tiles, print_tiles, print_tiles_in_order
from tests.mahjong.naive import naive_splits
from tests.rows import Rows

ROWS = Rows(__file__)

RIICHI = load_mahjong_rules("riichi")
#: Without red fives any four fives can be.
PLAIN = load_mahjong_rules("riichi", {"red_fives": {}})
SANMA = load_mahjong_rules("sanma")
COMMON = load_mahjong_rules("sanma-common")
ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]


def finishing(hand: str, rules: MahjongRules, norths: int = 0) -> tuple[WinningTile, ...]:
    concealed, _, melds = hand.partition(" ")
    called = [print_meld(meld) for meld in parse_melds(melds)]
    record = Waiting(hand=print_tiles_in_order(parse_tiles(concealed)), melds=called, north=norths)
    return winning_tiles(read_tenpai(record, rules), rules)


def waits(hand: str, rules: MahjongRules = RIICHI, norths: int = 0) -> str:
    """The kinds that finish a hand ``TILES MELDS``; those of which it holds all copies in brackets."""
    found = finishing(hand, rules, norths)
    free = print_tiles(tile.kind for tile in found if not tile.four_own)
    held = print_tiles(tile.kind for tile in found if tile.four_own)
    return f"{free}[{held}]" if held else free


def is_tenpai(hand: str, four_own: FourOwn, norths: int = 0) -> bool:
    found = finishing(hand, SANMA if norths else RIICHI, norths)
    return any(tile.makes_tenpai(four_own) for tile in found)


@ROWS.each("the_tiles_that_finish_a_hand")
def test_the_tiles_that_finish_a_hand(hand: str, expected: str) -> None:
    assert waits(hand) == expected


@ROWS.each("a_tile_of_which_the_hand_holds_all_four_is_told_apart")
def test_a_tile_of_which_the_hand_holds_all_four_is_told_apart(hand: str, expected: str) -> None:
    assert waits(hand) == expected


def test_norths_set_aside_are_of_the_hand() -> None:
    assert waits("123p456p789s111s4z", SANMA) == "4z"
    assert waits("123p456p789s111s4z", SANMA, norths=2) == "4z"
    assert waits("123p456p789s111s4z", SANMA, norths=3) == "[4z]"
    assert not is_tenpai("123p456p789s111s4z", "not_waiting", norths=3)
    assert is_tenpai("123p456p789s111s4z", "waiting", norths=3)


@ROWS.each("a_hand_that_waits_only_for_its_own_four_waits_where_the_rule_says_so")
def test_a_hand_that_waits_only_for_its_own_four_waits_where_the_rule_says_so(
    hand: str, four_own: FourOwn, expected: bool
) -> None:
    assert is_tenpai(hand, four_own) == expected


def test_tiles_that_the_set_does_not_have_are_not_waited_for() -> None:
    assert waits("1m19p19s1234567z9m", COMMON) == "19m19p19s1234567z"
    assert waits("99m123456p11s789s", COMMON) == "9m1s"
    # 2m to 8m could finish it, with four players.
    with pytest.raises(calc.HandError, match="played without 8m"):
        waits("89m11p111z222z333z", COMMON)


def test_shapes_that_the_set_does_not_have_finish_nothing() -> None:
    bare = replace(RIICHI, shapes={"standard": RIICHI.shapes["standard"]})
    assert waits("1133557799m11p1z", bare) == ""
    assert waits("19m19p19s1234567z", bare) == ""
    assert waits("123m456p789s1122z", bare) == "12z"


@pytest.mark.parametrize(
    ("hand", "rules", "key", "column", "words"),
    [
        ("123m456p789s112z", RIICHI, "hand", 1, "13 tiles, found 12: 12 concealed tiles; add 1"),
        ("123m456p789s11222z", RIICHI, "hand", 1, "leave out the winning tile"),
        ("123m456p789s1122z (555z)", RIICHI, "hand", 1, "found 16: 13 concealed tiles and 1 meld"),
        ("11111m456p789s12z", RIICHI, "hand", 5, "only 4 copies of 1m, found 5"),
        ("1m456p789s112z (111m)[1111p]", RIICHI, "hand", 1, "13 tiles"),
        ("11m5p789s1122z (111m)", RIICHI, "melds[0]", 1, "only 4 copies of 1m"),
        ("123m006p789s1122z", RIICHI, "hand", 6, "red five"),
        ("123m456p789s1122z", COMMON, "hand", 2, "played without 2m"),
        ("456p789s1122z (123p)", COMMON, "melds[0]", 1, "no chi"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(hand: str, rules: MahjongRules, key: str, column: int, words: str) -> None:
    with pytest.raises(calc.HandError) as caught:
        waits(hand, rules)
    assert words in caught.value.message
    assert (caught.value.code, caught.value.key, caught.value.column) == ("impossible_hand", key, column)


def test_norths_that_the_set_does_not_lay_aside_are_refused() -> None:
    with pytest.raises(calc.HandError, match="sets no Norths aside"):
        waits("123m456p789s1122z", RIICHI, norths=1)
    with pytest.raises(calc.HandError, match="4 copies of 4z"):
        waits("123p456p789s11s44z", SANMA, norths=3)


# ---- against the slow and obvious way


def is_finished(counts: list[int], melds: int) -> bool:
    if any(len(groups) + melds == 4 and pair is not None for groups, pair in naive_splits(counts)):
        return True
    if melds:
        return False
    held = [kind for kind, count in enumerate(counts) if count]
    return (sorted(counts)[-7:] == [2] * 7 and len(held) == 7) or held == ORPHANS


def hand_from(seed: int) -> tuple[list[int], str]:
    """A hand of 13 that is often close to complete: groups, pairs and single tiles of one suit, of two, or of all."""
    random = Random(seed)
    melds = random.choice(["", "", "(123p)", "(222z)[9999s]", "(555m)(345s)(666z)"])
    called = [kind_of(tile) for meld in parse_melds(melds) for tile in meld.tiles]
    size = 13 - 3 * len(parse_melds(melds))
    kinds = random.choice([range(9), range(18), range(34)])
    hand: list[int] = []
    while len(hand) < size:
        first = random.choice(kinds)
        runs = [[first, first + 1, first + 2]] * 3 if first < 27 and first % 9 < 7 else []
        part = random.choice([[first], [first] * 2, [first] * 3, *runs])[: size - len(hand)]
        if max(Counter(called + hand + part).values()) <= 4:
            hand += part
    return hand, melds


@given(st.integers(0, 2**32))
def test_every_hand_waits_for_what_the_obvious_way_says(seed: int) -> None:
    concealed, melds = hand_from(seed)
    called = parse_melds(melds)
    expected = []
    for kind in range(34):
        counts = [[*concealed, kind].count(other) for other in range(34)]
        if is_finished(counts, len(called)):
            expected.append(kind)
    found = finishing(f"{print_tiles_in_order(concealed)} {melds}", PLAIN)
    assert [tile.kind for tile in found] == expected
    held = Counter(concealed) + Counter(kind_of(tile) for meld in called for tile in meld.tiles)
    assert [tile.four_own for tile in found] == [held[kind] == 4 for kind in expected]
