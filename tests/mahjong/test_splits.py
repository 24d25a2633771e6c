"""The table of splits: complete, right, and the same as splitting one suit, and the obvious way."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from mahjong.shanten import Shanten

from calc.mahjong.columns.hands import suit_keys
from calc.mahjong.columns.splits import splits
from calc.mahjong.hand.kinds import NO_GROUP, NO_TILE, SUITS, tiles_of
from calc.mahjong.hand.shapes import SHAPES, split_suit, tiles_away
from calc.mahjong.read import count_kinds
from calc.notation.tiles import parse_tiles
from tests.mahjong.naive import Split, naive_splits
from tests.rows import Rows

ROWS = Rows(__file__)


#: How many tiles a suit of the hand may hold; the fourth suit are the honours.
RANKS = (9, 9, 9, 7)


def counts_of(suit: int, ranks: list[int]) -> list[int]:
    """The counts of all 34 kinds for a hand that holds one suit only."""
    return [0] * (9 * suit) + ranks + [0] * (34 - 9 * suit - len(ranks))


def shape_of(counts: list[int], suit: int) -> int:
    keys = suit_keys(np.array([counts], dtype=np.uint8))
    return int(splits().shape_of[keys[suit, 0]])


def table_splits(counts: list[int], suit: int) -> list[Split]:
    """What the table says of a suit, in the form of :func:`naive_splits`."""
    table, shape = splits(), shape_of(counts, suit)
    found = []
    for row in range(table.first[shape], table.first[shape] + table.count[shape]):
        kinds = int(table.groups[suit, row]).to_bytes(4, "little")
        groups = [tiles_of(kind) for kind in kinds if kind != NO_GROUP]
        assert len(groups) == table.group_count[row]
        assert list(kinds[len(groups) :]) == [NO_GROUP] * (4 - len(groups))
        pair = int(table.pair[suit, row])
        found.append((tuple(sorted((a, b, c) for a, b, c in groups)), None if pair == NO_TILE else pair))
    return found


def random_suit(rng: Random, size: int) -> list[int]:
    """Counts of some tiles of a suit, most of them drawn as groups that lie close, so that many split in many ways."""
    ranks = [0] * size
    first = rng.randrange(size - 4)
    for _ in range(rng.randint(0, 4)):
        start = first + rng.randrange(3)
        group = [start, start + 1, start + 2] if size == 9 and rng.random() < 0.6 else [start] * 3
        for rank in group:
            ranks[rank] += 1
    for _ in range(rng.choice((0, 2, 2, 2, 1, 3))):
        ranks[rng.randrange(size)] += 1
    if rng.random() < 0.5:
        ranks[rng.randrange(size)] += 2
    return [min(count, 4) for count in ranks]


def test_there_are_as_many_shapes_as_anyone_can_count() -> None:
    table = splits()
    numbers = int(np.count_nonzero(table.shape_of[: 5**9]))
    honours = int(np.count_nonzero(table.shape_of[5**9 :]))
    assert (numbers, honours) == (21_743, 498)
    assert len(table.count) == 1 + 21_743 + 498


def test_honour_shapes_counted_by_hand() -> None:
    """Up to four triplets among seven honours, with no pair or one of the honours left: 99 + 399 shapes."""
    without_pair = sum(1 for size in range(5) for _ in _choose(7, size))
    with_pair = sum(7 - size for size in range(5) for _ in _choose(7, size))
    assert (without_pair, with_pair) == (99, 399)
    assert without_pair + with_pair == 498


def _choose(number: int, size: int) -> list[int]:
    return [mask for mask in range(2**number) if mask.bit_count() == size]


@pytest.mark.parametrize("suit", range(SUITS))
def test_every_split_adds_up_to_its_shape(suit: int) -> None:
    table, size = splits(), RANKS[suit]
    offset = 5**9 if suit == 3 else 0
    keys = np.flatnonzero(table.shape_of[offset : offset + 5**size])
    of_key = table.shape_of[keys + offset]
    rows = np.concatenate([np.arange(table.first[shape], table.first[shape] + table.count[shape]) for shape in of_key])
    expected = np.repeat(keys[:, None] // 5 ** np.arange(size) % 5, table.count[of_key], axis=0)
    of_kind = np.array([[tiles_of(kind).count(tile) for tile in range(34)] for kind in range(56)])
    kinds = table.groups[suit, rows].view(np.uint8).reshape(-1, 4)
    pairs = 2 * np.eye(35, dtype=np.int64)[table.pair[suit, rows], :34]
    found = of_kind[kinds].sum(axis=1) + pairs
    assert (found[:, 9 * suit : 9 * suit + size] == expected).all()
    assert found.sum() == expected.sum()
    assert (table.pair[suit, rows] != NO_TILE).tolist() == np.repeat(
        table.has_pair[of_key], table.count[of_key]
    ).tolist()


@pytest.mark.parametrize("suit", range(SUITS))
def test_the_table_splits_as_the_obvious_way_does(suit: int) -> None:
    rng = Random(suit)
    outcomes = Counter[int]()
    for _ in range(2500):
        counts = counts_of(suit, random_suit(rng, RANKS[suit]))
        expected = {split for split in naive_splits(counts) if len(split[0]) <= 4}
        found = table_splits(counts, suit)
        assert len(found) == len(set(found))
        assert set(found) == expected, counts
        own = split_suit(suit, tuple(counts[9 * suit : 9 * suit + RANKS[suit]]))
        assert [(tuple(sorted(map(tiles_of, groups))), pair) for groups, pair in own] == found  # in the same order
        outcomes[len(found)] += 1
    # Both kinds of answers were met, and suits that split in more than one way.
    assert outcomes[0] > 100
    assert outcomes[1] > 100
    assert suit == 3 or sum(count for ways, count in outcomes.items() if ways > 1) > 15


@ROWS.each("known_suits_split_in_so_many_ways")
def test_known_suits_split_in_so_many_ways(ranks: list[int], ways: int) -> None:
    assert len(table_splits(counts_of(0, ranks), 0)) == ways


@pytest.mark.parametrize("melds", [0, 1, 2, 3])
def test_tiles_from_tenpai_are_those_that_another_library_counts(melds: int) -> None:
    judge, random = Shanten(), Random(melds)
    for kinds in (range(34), range(12), (*range(9), *range(27, 30))) * 15:
        tiles = random.sample([kind for kind in kinds for _ in range(4)], 14 - 3 * melds)
        counts = [tiles.count(kind) for kind in range(34)]
        assert tiles_away(counts, melds, SHAPES[:3]) == judge.calculate_shanten(counts)


@ROWS.each("tiles_from_tenpai")
def test_tiles_from_tenpai(hand: str, melds: int, away: int) -> None:
    assert tiles_away(count_kinds(parse_tiles(hand)), melds, SHAPES[:3]) == away
