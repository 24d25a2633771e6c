"""Readings: which hands are complete, in how many ways, and what the winning tile ended in each."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import calc
from calc.mahjong.hand.hand import CONCEALED, KIND
from calc.mahjong.hand.kinds import NO_GROUP, WAITS, tiles_of
from calc.mahjong.hand.readings import NO_SLOT, PAIR_SLOT, Reading, read_hand
from calc.mahjong.hand.shapes import FOUR_ALIKE, SHAPES
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read import hand_of, read_win
from calc.mahjong.records.lines import parse_line
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import Win
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from tests.judges.hands import random_hands
from tests.mahjong.houses import line_of
from tests.mahjong.naive import naive_splits
from tests.rows import Rows, listed

ROWS = Rows(__file__)

ORPHAN_KINDS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
RIICHI = load_mahjong_rules("riichi")
#: A reading: its concealed groups and pair, the part that took the winning tile, and the wait.
Told = tuple[str, str, str]


def readings_of(win: Win, *more: str) -> list[Reading]:
    return read_hand(hand_of(read_win(win, RIICHI), RIICHI), (*RIICHI.shapes, *more))


def win_of(hand: str) -> Win:
    return parse_line(line_of(hand))[0]


def told(reading: Reading) -> Told:
    if SHAPES[reading.shape] != "standard":
        assert reading.taker == NO_SLOT
        return SHAPES[reading.shape], "", WAITS[reading.wait]
    kinds = [kind for kind in reading.groups[: 4 - len(reading.hand.melds)] if kind != NO_GROUP]
    parts = [print_tiles(tiles_of(kind)) for kind in kinds]
    pair, taker = print_tiles([reading.pair] * 2), reading.taker
    return " ".join([*sorted(parts), pair]), pair if taker == PAIR_SLOT else parts[taker], WAITS[reading.wait]


@ROWS.each("what_is_not_four_groups_and_one_pair_nor_another_shape_is_no_hand")
def test_what_is_not_four_groups_and_one_pair_nor_another_shape_is_no_hand(hand: str) -> None:
    assert len(readings_of(win_of(hand))) == 0
    with pytest.raises(calc.HandError) as caught:
        calc.score(line_of(hand))
    assert caught.value.code == "not_complete"


@ROWS.each("four_of_a_kind_are_two_pairs_where_the_rules_say_so")
def test_four_of_a_kind_are_two_pairs_where_the_rules_say_so(hand: str, shapes: list[str]) -> None:
    found = {reading.shape for reading in readings_of(win_of(hand), FOUR_ALIKE)}
    assert [SHAPES[shape] for shape in sorted(found)] == shapes


@ROWS.each("a_hand_is_read_in_all_its_ways")
def test_a_hand_is_read_in_all_its_ways(hand: str, expected: list[Any]) -> None:
    assert listed(sorted(map(told, readings_of(win_of(hand))))) == expected


@ROWS.each("the_wait_is_what_the_winning_tile_ended")
def test_the_wait_is_what_the_winning_tile_ended(hand: str, wait: str) -> None:
    assert [WAITS[reading.wait] for reading in readings_of(win_of(hand))] == [wait]
    # A tile that was mixed into the hand before it was shown tells of no wait.
    merged = readings_of(win_of(f"{hand} tsumo facts.win_merged=true"))
    assert [WAITS[reading.wait] for reading in merged] == ["none"]


@ROWS.each("a_ron_opens_the_triplet_it_completes")
def test_a_ron_opens_the_triplet_it_completes(hand: str, expected: dict[str, list[str]]) -> None:
    found = {}
    for reading in readings_of(win_of(hand)):
        opened = [code & KIND for code in reading.codes if not code & CONCEALED]
        found[told(reading)[1]] = [print_tiles(tiles_of(kind)) for kind in opened]
    assert found == expected


def test_of_a_triplet_and_a_run_that_a_ron_could_end_the_better_reading_counts() -> None:
    result = calc.score(line_of("11123m456p78999s +1m ron riichi"))
    assert result.reading.wait == "open"  # type: ignore[union-attr]
    assert ("concealed_orphan_triplet", 8) in [(part.id, part.fu) for part in result.fu_parts]  # type: ignore[union-attr]


def naive_readings(win: Win) -> Iterator[Told]:
    """All readings of the concealed tiles, the obvious way."""
    tiles = [kind_of(tile) for tile in parse_tiles(win.hand + (win.win or ""))]
    counts = [tiles.count(kind) for kind in range(34)]
    for groups, pair in naive_splits(counts):
        if pair is None:
            continue
        texts = " ".join([*sorted(print_tiles(group) for group in groups), print_tiles([pair, pair])])
        for group in set(groups):
            if tiles[-1] in group:
                yield texts, print_tiles(group), naive_wait(group, tiles[-1])
        if tiles[-1] == pair:
            yield texts, print_tiles([pair, pair]), "pair"
    if counts.count(2) == 7:
        yield "seven_pairs", "", "pair"
    if all(counts[kind] for kind in ORPHAN_KINDS) and len(tiles) == 14:
        yield "thirteen_orphans", "", "none"


def naive_wait(group: tuple[int, int, int], tile: int) -> str:
    first, middle, last = group
    if first == last:
        return "shanpon"
    if tile == middle:
        return "closed"
    # 12 waits for 3 alone, 89 for 7 alone.
    return "edge" if (tile == last and first % 9 == 0) or (tile == first and last % 9 == 8) else "open"


def test_random_hands_are_read_as_the_obvious_way_reads_them() -> None:
    records = list(random_hands(seed=7, count=600))
    several = 0
    for record in records:
        win = win_from(record)
        found = [told(reading) for reading in readings_of(win)]
        assert Counter(found) == Counter(naive_readings(win)), record
        several += len(found) > 1
    assert several > 50
