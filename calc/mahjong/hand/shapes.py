"""Which tiles finish a hand: suits that split into groups and a pair, and shapes without groups.

The tiles of a suit are a base-5 number: one digit for each rank, its copies (0 to 4). Every choice of up to four groups
and at most one pair is listed once, under the number of its tiles: 21,743 shapes of a suit and 498 of honours. Making
the table takes a few milliseconds, less than splitting the hands of a large batch one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, partial
from itertools import chain, combinations_with_replacement
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.hand.hands import (
    EAST,
    GROUP_KINDS,
    GROUPS,
    NO_GROUP,
    NO_TILE,
    PASSED,
    SUIT_SIZE,
    TILE_KINDS,
    Bools,
    Counts,
    Hands,
    Ints,
    run_kind,
    tiles_of,
    triplet_kind,
)

#: Shapes in the order of their codes. Of readings that pay the same the first shape counts.
SHAPES: Final = ("standard", "seven_pairs", "thirteen_orphans", "thirteen_unconnected", "fourteen_unconnected")
STANDARD: Final = SHAPES[0]
SEVEN_PAIRS: Final = SHAPES[1]
#: Among known shapes: four of a kind are two of seven pairs.
FOUR_ALIKE: Final = "four_alike"

SUITS: Final = 4
#: The fourth suit, the honours: they make no runs.
HONOURS: Final = 3
_HONOUR_RANKS: Final = TILE_KINDS - HONOURS * SUIT_SIZE
MOST_COPIES: Final = 4
_BASE: Final = MOST_COPIES + 1

#: Keys of honour shapes follow those of suit shapes, so that one table serves all four suits.
_HONOUR_OFFSET: Final = _BASE**SUIT_SIZE

#: (34, 4) tile counts @ this = the base-5 numbers of the four suits. Floats, because numpy multiplies only those fast,
#: and single precision, because every number stays below 2**24 and is therefore exact.
_TO_KEYS: Final[NDArray[np.float32]] = np.zeros((TILE_KINDS, SUITS), dtype=np.float32)
for _tile in range(TILE_KINDS):
    _TO_KEYS[_tile, _tile // SUIT_SIZE] = _BASE ** (_tile % SUIT_SIZE)


class Splits(Struct, frozen=True):
    """All shapes of a suit and their splits.

    ``shape_of``: (keys,) the shape of a key of :func:`suit_keys`, 0 for tiles that do not split.
    ``count``, ``first``: (shapes,) the number of splits of a shape, and the row of its first one.
    ``has_pair``: (shapes,) 1 where the splits of a shape leave a pair (all of them do or none), else 0.
    ``groups``: (4 suits, rows) the group kinds of a split, one byte each from the lowest, 0 for none.
    ``group_count``: (rows,) the number of those groups. ``pair``: (4 suits, rows) the tile kind of the pair.
    """

    shape_of: NDArray[np.int16]
    count: NDArray[np.int16]
    first: NDArray[np.int64]
    has_pair: NDArray[np.uint8]
    groups: NDArray[np.uint32]
    group_count: NDArray[np.uint8]
    pair: NDArray[np.uint8]


#: Products of so few rows are made in this thread; of more, threads of the library would wait for each other.
_FEW: Final = 1024


def suit_keys(concealed: NDArray[np.uint8]) -> NDArray[np.int32]:
    """(n, 34) counts of concealed tiles -> (4, n) keys of their four suits in the table of splits."""
    counts = concealed.astype(np.float32)
    keys = np.empty((len(counts), SUITS), dtype=np.int32)
    for start in range(0, len(counts), _FEW):
        keys[start : start + _FEW] = counts[start : start + _FEW] @ _TO_KEYS
    keys[:, HONOURS] += _HONOUR_OFFSET
    return np.ascontiguousarray(keys.T)


@cache
def splits() -> Splits:
    """The table of all splits, made at the first call and kept."""
    numbers = _enumerate(SUIT_SIZE, [[rank, rank + 1, rank + 2] for rank in range(SUIT_SIZE - 2)])
    honours = _enumerate(_HONOUR_RANKS, [])
    runs = SUIT_SIZE - 2

    # Groups of one suit (runs first, then triplets) and pairs become kinds, suit by suit; honours have only triplets.
    rows = len(numbers.keys) + len(honours.keys)
    groups = np.zeros((SUITS, rows, GROUPS), dtype=np.uint8)
    pair = np.full((SUITS, rows), NO_TILE, dtype=np.uint8)
    for suit in range(SUITS):
        first = suit * SUIT_SIZE
        if suit == HONOURS:
            kinds = [triplet_kind(first + rank) for rank in range(_HONOUR_RANKS)]
            found, part = honours, slice(len(numbers.keys), rows)
        else:
            kinds = [run_kind(suit, rank + 1) for rank in range(runs)]
            kinds += [triplet_kind(first + rank) for rank in range(SUIT_SIZE)]
            found, part = numbers, slice(0, len(numbers.keys))
        groups[suit, part] = np.array([*kinds, NO_GROUP], dtype=np.uint8)[found.groups]
        pair[suit, part] = np.where(found.pair < 0, NO_TILE, first + found.pair)

    keys = np.concatenate([numbers.keys, honours.keys + _HONOUR_OFFSET])
    shape_keys, first_row, count = np.unique(keys, return_index=True, return_counts=True)
    shape_of = np.zeros(_HONOUR_OFFSET + _BASE**_HONOUR_RANKS, dtype=np.int16)
    shape_of[shape_keys] = np.arange(1, len(shape_keys) + 1)
    return Splits(
        shape_of=shape_of,
        # Shape 0, for tiles that do not split, has no rows.
        count=np.concatenate([[0], count]).astype(np.int16),
        first=np.concatenate([[0], first_row]),
        has_pair=np.concatenate([[0], (pair != NO_TILE).any(axis=0)[first_row]]).astype(np.uint8),
        groups=groups.view(np.uint32)[:, :, 0],
        group_count=np.concatenate([(part.groups >= 0).sum(axis=1) for part in (numbers, honours)]).astype(np.uint8),
        pair=pair,
    )


class _Local(Struct, frozen=True):
    """Splits of one suit, in the order of their keys. ``groups``: (rows, 4) places among its groups, -1 for none;
    ``pair``: (rows,) the rank of the pair, -1 for none.
    """

    keys: NDArray[np.int64]
    groups: NDArray[np.int64]
    pair: NDArray[np.int64]


def _enumerate(ranks: int, runs: list[list[int]]) -> _Local:
    """List every choice of up to four groups and at most one pair that needs no fifth copy of a tile."""
    parts = [*runs, *([rank] * 3 for rank in range(ranks))]
    # One column for each part, and a last column of zeros that -1 finds: no part. Ranks come first in all arrays here,
    # since numpy adds and compares many times faster along the long axis.
    tiles = np.zeros((ranks, len(parts) + 1), dtype=np.int8)
    for number, part in enumerate(parts):
        for rank in part:
            tiles[rank, number] += 1
    by_size = []
    for size in range(GROUPS + 1):
        chosen = chain.from_iterable(combinations_with_replacement(range(len(parts)), size))
        some = np.fromiter(chosen, dtype=np.int64).reshape(-1, size) if size else np.zeros((1, 0), dtype=np.int64)
        by_size.append(np.pad(some, ((0, 0), (0, GROUPS - size)), constant_values=-1))
    groups = np.concatenate(by_size)
    counts = tiles[:, groups].sum(axis=2, dtype=np.int8)
    pairs = np.arange(-1, ranks)
    pair_tiles = np.concatenate([np.zeros((ranks, 1), dtype=np.int8), 2 * np.eye(ranks, dtype=np.int8)], axis=1)

    possible = np.flatnonzero((counts[:, :, None] + pair_tiles[:, None, :] <= MOST_COPIES).all(axis=0))
    digits = _BASE ** np.arange(ranks)
    keys = (digits @ counts)[possible // len(pairs)] + (digits @ pair_tiles)[possible % len(pairs)]
    order = np.argsort(keys, kind="stable")
    rows = possible[order]
    return _Local(keys=keys[order], groups=groups[rows // len(pairs)], pair=pairs[rows % len(pairs)])


# ---- shapes without groups


_SEVEN: Final = 7
#: Tiles of a finished hand without melds.
_TILES: Final = 14


def _is_seven_pairs(concealed: Counts) -> Bools:
    """Four of a kind are not two pairs."""
    pairs: Bools = (concealed == 2).sum(axis=1) == _SEVEN
    return pairs


def _is_seven_pairs_of_any(concealed: Counts) -> Bools:
    """Four of a kind are two pairs."""
    pairs: Bools = (concealed % 2 == 0).all(axis=1) & (concealed.sum(axis=1) == _TILES)
    return pairs


#: One of each terminal and honour.
_ORPHANS: Final = np.array([0, 8, 9, 17, 18, 26, *range(27, TILE_KINDS)])


def _is_thirteen_orphans(concealed: Counts) -> Bools:
    orphans = concealed[:, _ORPHANS]
    complete: Bools = (orphans > 0).all(axis=1) & (orphans.sum(axis=1) == len(_ORPHANS) + 1)
    return complete


def _is_unconnected(concealed: Counts, pairs: int) -> Bools:
    """No two tiles are part of a run, and exactly these ``pairs`` are alike: tiles of a suit are three ranks apart."""
    found: Bools = (concealed.sum(axis=1) == _TILES) & ((concealed > 0).sum(axis=1) == _TILES - pairs)
    found &= (concealed > 1).sum(axis=1) == pairs
    # Few hands come so far.
    rows = np.flatnonzero(found)
    suits = concealed[rows, :EAST].reshape(-1, SUITS - 1, SUIT_SIZE) > 0
    for apart in (1, 2):
        found[rows] &= ~(suits[..., apart:] & suits[..., :-apart]).any(axis=(1, 2))
    return found


#: Shapes other than four groups and a pair, each with its test of (n, 34) concealed tiles.
_SPECIAL_SHAPES: Final[dict[str, Callable[[Counts], Bools]]] = {
    "seven_pairs": _is_seven_pairs,
    "thirteen_orphans": _is_thirteen_orphans,
    "thirteen_unconnected": partial(_is_unconnected, pairs=1),
    "fourteen_unconnected": partial(_is_unconnected, pairs=0),
}


def shapes_without_groups(known: Collection[str]) -> list[tuple[str, Callable[[Counts], Bools]]]:
    """The known shapes without groups, each with its test."""
    tests = _SPECIAL_SHAPES | {SEVEN_PAIRS: _is_seven_pairs_of_any} if FOUR_ALIKE in known else _SPECIAL_SHAPES
    return [(name, is_shape) for name, is_shape in tests.items() if name in known]


# ---- finished hands


def finished(concealed: Counts, melds: Ints, known: Collection[str]) -> Bools:
    """(n, 34) concealed tiles, (n,) numbers of melds -> (n,) whether they complete one of the ``known`` shapes."""
    table = splits()
    shapes = table.shape_of[suit_keys(concealed)]
    found: Bools = (shapes > 0).all(axis=0) & (table.has_pair[shapes].sum(axis=0) == 1) & (STANDARD in known)
    for _, is_shape in shapes_without_groups(known):
        found |= is_shape(concealed) & (melds == 0)
    return found


def count_readings(concealed: Counts, melds: Ints, known: Collection[str]) -> Ints:
    """(n, 34) concealed tiles, (n,) numbers of melds -> (n,) in how many ways they are one of the ``known`` shapes."""
    table = splits()
    shapes = table.shape_of[suit_keys(concealed)]
    ways = table.count[shapes].astype(np.int64).prod(axis=0)
    found = np.where(table.has_pair[shapes].sum(axis=0) == 1, ways, 0) * (STANDARD in known)
    for _, is_shape in shapes_without_groups(known):
        found += is_shape(concealed) & (melds == 0)
    return np.asarray(found)


def is_furiten(hands: Hands, known: Collection[str]) -> Bools:
    """(n,) whether a hand is furiten: won by ron although the winner let a winning tile pass, or although one of the
    own discards would complete one of the ``known`` shapes.
    """
    found = ~hands.tsumo & (hands.fact(PASSED) > 0)
    rows = np.flatnonzero(~hands.tsumo & (hands.discards > 0))
    if len(rows) == 0:
        return found
    before, melds = hands.before_win[rows], hands.meld_count[rows]
    for tile in range(TILE_KINDS):
        discarded = np.flatnonzero(
            (hands.discards[rows] >> np.uint64(tile)) & np.uint64(1) & (before[:, tile] < MOST_COPIES)
        )
        if len(discarded):
            hand = before[discarded].copy()
            hand[:, tile] += 1
            found[rows[discarded]] |= finished(hand, melds[discarded], known)
    return found


#: The groups that hold each kind of tile.
_GROUPS_WITH: Final = {
    tile: [tiles_of(kind) for kind in range(GROUP_KINDS) if kind != NO_GROUP and tile in tiles_of(kind)]
    for tile in range(TILE_KINDS)
}


def finishing(hands: Counts, melds: Ints, kinds: Collection[int], shapes: Collection[str]) -> list[list[int]]:
    """(n, 34) concealed tiles of hands one tile short, (n,) numbers of melds -> which of ``kinds`` finish each hand, in
    order.
    """
    tried = np.array(sorted(kinds))
    with_tile = hands[:, None, :] + np.eye(TILE_KINDS, dtype=np.uint8)[tried]
    fits = (with_tile <= MOST_COPIES).all(axis=2)
    done = np.zeros(fits.shape, dtype=bool)
    done[fits] = finished(with_tile[fits], np.repeat(melds, fits.sum(axis=1)), shapes)
    for row, place in np.argwhere(~fits).tolist():
        done[row, place] = _finishes_without_a_group(with_tile[row, place], int(tried[place]), int(melds[row]), shapes)
    return [tried[row].tolist() for row in done]


def _finishes_without_a_group(hand: Counts, kind: int, melds: int, shapes: Collection[str]) -> bool:
    """Whether a hand with five copies of a kind is finished.

    The table of splits has no row for five copies, so the hand is looked up without one group that holds the kind, for
    every such group.
    """
    left = []
    for group in _GROUPS_WITH[kind]:
        rest = hand.astype(np.int64)
        np.subtract.at(rest, list(group), 1)
        if rest.min() >= 0:
            left.append(rest)
    count = np.full(len(left), melds + 1, dtype=np.int64)
    return bool(left) and bool(finished(np.array(left, dtype=np.uint8), count, shapes).any())
