"""What makes a record impossible or contradictory, asked of whole columns: a code a hand, 0 where nothing is wrong.

The same checks judge one hand and a million. The sentence is written only for the hand that needs it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from calc.mahjong.check.base import Check
from calc.mahjong.check.circumstances import CIRCUMSTANCE_CHECKS
from calc.mahjong.check.tiles import TILE_CHECKS
from calc.mahjong.hand.hands import Hands, Ints
from calc.mahjong.rules.schema import MahjongRules

__all__ = ["CHECKS", "Check", "find_faults"]

#: In the order of telling: what the tiles cannot be comes before what was declared of them.
CHECKS: Final[tuple[Check, ...]] = TILE_CHECKS + CIRCUMSTANCE_CHECKS


def find_faults(hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) the place in :data:`CHECKS` plus one of the first check that a hand fails, 0 where it passes all."""
    faults = np.zeros(len(hands), dtype=np.int64)
    for place, check in enumerate(CHECKS, start=1):
        fails = check.fails(hands, rules)
        if fails.any():
            faults[fails & (faults == 0)] = place
    return faults
