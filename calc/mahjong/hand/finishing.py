"""Find the tiles that finish a hand one tile short, in columns."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np

from calc.mahjong.hand.hands import GROUP_KINDS, NO_GROUP, TILE_KINDS, Bools, Counts, Ints, tiles_of
from calc.mahjong.hand.readings import finished
from calc.mahjong.hand.splits import MOST_COPIES

#: The groups that hold each kind of tile.
_GROUPS_WITH: Final = {
    tile: [tiles_of(kind) for kind in range(GROUP_KINDS) if kind != NO_GROUP and tile in tiles_of(kind)]
    for tile in range(TILE_KINDS)
}


def finishing(hands: Counts, melds: Ints, kinds: Collection[int], shapes: Collection[str]) -> Bools:
    """(n, 34) concealed tiles of hands one tile short, (n,) numbers of melds -> (n, k) whether each of ``kinds``, in
    order, finishes them.
    """
    tried = np.array(sorted(kinds))
    with_tile = hands[:, None, :] + np.eye(TILE_KINDS, dtype=np.uint8)[tried]
    fits = (with_tile <= MOST_COPIES).all(axis=2)
    done = np.zeros(fits.shape, dtype=bool)
    done[fits] = finished(with_tile[fits], np.repeat(melds, fits.sum(axis=1)), shapes)
    for row, place in np.argwhere(~fits).tolist():
        done[row, place] = _finishes_without_a_group(with_tile[row, place], int(tried[place]), int(melds[row]), shapes)
    return done


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
