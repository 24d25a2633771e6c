"""Every way to split the tiles of a suit into groups and a pair, as a table for many hands.

The tiles of a suit are a base-5 number: one digit for each rank, its copies (0 to 4). Every choice of up to four groups
and at most one pair is listed once, under the number of its tiles: 21,743 shapes of a suit and 498 of honours. Making
the table takes a few milliseconds, less than splitting the hands of a large batch one by one.
"""

from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.hand.kinds import (
    GROUPS,
    HONOURS,
    MOST_COPIES,
    NO_GROUP,
    NO_TILE,
    SUIT_SIZE,
    SUITS,
    TILE_KINDS,
    run_kind,
    triplet_kind,
)

_HONOUR_RANKS: Final = TILE_KINDS - HONOURS * SUIT_SIZE
BASE: Final = MOST_COPIES + 1
#: Keys of honour shapes follow those of suit shapes, so that one table serves all four suits.
HONOUR_OFFSET: Final = BASE**SUIT_SIZE


class Splits(Struct, frozen=True):
    """All shapes of a suit and their splits.

    ``shape_of``: (keys,) the shape of a key of :func:`~calc.mahjong.columns.hands.suit_keys`, 0 for tiles that do not
    split.
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

    keys = np.concatenate([numbers.keys, honours.keys + HONOUR_OFFSET])
    shape_keys, first_row, count = np.unique(keys, return_index=True, return_counts=True)
    shape_of = np.zeros(HONOUR_OFFSET + BASE**_HONOUR_RANKS, dtype=np.int16)
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
    digits = BASE ** np.arange(ranks)
    keys = (digits @ counts)[possible // len(pairs)] + (digits @ pair_tiles)[possible % len(pairs)]
    order = np.argsort(keys, kind="stable")
    rows = possible[order]
    return _Local(keys=keys[order], groups=groups[rows // len(pairs)], pair=pairs[rows % len(pairs)])
