"""Furiten: a ron although one of the winner's own discards would have finished the hand."""

from __future__ import annotations

import numpy as np

from calc.mahjong.hand.hands import Hands, Ints
from calc.mahjong.hand.kinds import TILE_KINDS
from calc.mahjong.hand.readings import finished
from calc.mahjong.hand.splits import MOST_COPIES


def is_furiten(hands: Hands) -> Ints:
    """The rows of hands won by ron although one of the winner's own discards would have finished them."""
    rows = np.flatnonzero(~hands.tsumo & (hands.discards > 0))
    if len(rows) == 0:
        return rows
    before = hands.concealed[rows].copy()
    before[np.arange(len(rows)), hands.win[rows]] -= 1
    melds = (hands.melds[:, rows] != 0).sum(axis=0)
    furiten = np.zeros(len(rows), dtype=np.bool_)
    for tile in range(TILE_KINDS):
        discarded = np.flatnonzero(
            (hands.discards[rows] >> np.uint64(tile)) & np.uint64(1) & (before[:, tile] < MOST_COPIES)
        )
        if len(discarded):
            hand = before[discarded].copy()
            hand[:, tile] += 1
            furiten[discarded] |= finished(hand, melds[discarded])
    return rows[furiten]
