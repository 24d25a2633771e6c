"""Numbers of tiles, groups and waits, and every way to split the tiles of a suit into groups and a pair.

A *tile kind* is 0 to 33: 1m to 9m, 1p to 9p, 1s to 9s, then the honours. A *group kind* is 0 for none, 1 to 21 for the
runs (123m first, 789s last) and 22 to 55 for the triplets; a quad is a triplet with a mark. Kinds stay below 64, so
that the groups of a reading are a set of bits in one word.

The tiles of a suit are a base-5 number: one digit for each rank, its copies (0 to 4). Every choice of up to four groups
and at most one pair is listed once, under the number of its tiles: 21,743 shapes of a suit and 498 of honours. Making
the table takes a few milliseconds, less than splitting the hands of a large batch one by one.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.notation.tiles import KINDS, TILES, kind_of

Bools = NDArray[np.bool_]
Counts = NDArray[np.uint8]
Ints = NDArray[np.int64]
#: Sets of tile kinds or group kinds, one bit a kind.
TileSets = NDArray[np.uint64]

SUIT_SIZE: Final = 9
TILE_KINDS: Final = KINDS
#: Marks the absence of a tile in a column of tiles.
NO_TILE: Final = TILE_KINDS
#: The tile kind of the first wind, and of the wind that games for three set aside as dora.
EAST: Final = 27
NORTH: Final = EAST + 3
#: The red fives of m, p and s among the tiles of :mod:`calc.notation.tiles`.
RED_FIVES: Final = range(KINDS, TILES)
#: The kinds of the fives that they are.
FIVES: Final = [kind_of(red) for red in RED_FIVES]
_RUNS_A_SUIT: Final = 7

#: How many groups a hand of four groups and a pair has.
GROUPS: Final = 4
NO_GROUP: Final = 0
FIRST_TRIPLET: Final = 22
GROUP_KINDS: Final = 56
RUNS: Final = range(1, FIRST_TRIPLET)
TRIPLETS: Final = range(FIRST_TRIPLET, GROUP_KINDS)

#: The waits that a winning tile can complete (penchan, kanchan, ryanmen, shanpon, tanki), in the order of their codes.
WAITS: Final = ("edge", "closed", "open", "shanpon", "pair", "none")


def run_kind(suit: int, rank: int) -> int:
    """The group kind of the run that starts at ``rank`` (1 to 7) of ``suit`` (0 to 2)."""
    return 1 + suit * _RUNS_A_SUIT + rank - 1


def triplet_kind(tile: int) -> int:
    """The group kind of the triplet of a tile kind."""
    return FIRST_TRIPLET + tile


def tiles_of(kind: int) -> tuple[int, ...]:
    """The three tiles of a group kind (a quad has a fourth, equal one), empty for :data:`NO_GROUP`."""
    if kind == NO_GROUP:
        return ()
    if kind >= FIRST_TRIPLET:
        return (kind - FIRST_TRIPLET,) * 3
    suit, start = divmod(kind - 1, _RUNS_A_SUIT)
    first = suit * SUIT_SIZE + start
    return (first, first + 1, first + 2)


def _find_wait(kind: int, tile: int) -> str:
    """The wait that ``tile`` completes in a group: penchan with 3 of 123 and 7 of 789, kanchan with a middle tile."""
    if kind >= FIRST_TRIPLET:
        return "shanpon"
    tiles = tiles_of(kind)
    place, start = tiles.index(tile), tiles[0] % SUIT_SIZE
    if place == 1:
        return "closed"
    is_edge = (place == 2 and start == 0) or (place == 0 and start == _RUNS_A_SUIT - 1)
    return "edge" if is_edge else "open"


#: (56,) the tiles of each group kind as a set of tile kinds, one bit a tile.
TILES_OF: Final[NDArray[np.uint64]] = np.array(
    [sum(1 << tile for tile in set(tiles_of(kind))) for kind in range(GROUP_KINDS)], dtype=np.uint64
)
#: (56, 35) the code of the wait that a tile completes in a group; the last column is for no tile.
WAIT_OF: Final[NDArray[np.uint8]] = np.array(
    [
        [WAITS.index(_find_wait(kind, tile) if tile in tiles_of(kind) else "none") for tile in range(TILE_KINDS + 1)]
        for kind in range(GROUP_KINDS)
    ],
    dtype=np.uint8,
)


# ---- splits of a suit

SUITS: Final = 4
#: The fourth suit, the honours: they make no runs.
HONOURS: Final = 3
_HONOUR_RANKS: Final = TILE_KINDS - HONOURS * SUIT_SIZE
MOST_COPIES: Final = 4
BASE: Final = MOST_COPIES + 1

#: Keys of honour shapes follow those of suit shapes, so that one table serves all four suits.
HONOUR_OFFSET: Final = BASE**SUIT_SIZE


class Splits(Struct, frozen=True):
    """All shapes of a suit and their splits.

    ``shape_of``: (keys,) the shape of a key of :func:`~calc.mahjong.hand.hands.suit_keys`, 0 for tiles that do not
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
