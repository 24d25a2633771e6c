"""Checks that refuse impossible or contradictory records, over whole columns.

The same checks judge one hand and a million; a message is written only for the hand that is refused. ``tiles`` looks at
the tiles of a record, ``melds`` at its melds, ``declared`` at what it declares.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from calc.mahjong.check.base import Check
from calc.mahjong.check.declared import DECLARED_CHECKS
from calc.mahjong.check.melds import MELD_CHECKS
from calc.mahjong.check.tiles import TILE_CHECKS
from calc.mahjong.hand.hands import Hands, Ints
from calc.mahjong.rules.schema import MahjongRules

#: All checks in order of precedence.
CHECKS: Final[tuple[Check, ...]] = (*TILE_CHECKS, *MELD_CHECKS, *DECLARED_CHECKS)


def find_faults(hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) the first check that each hand fails, as its place in :data:`CHECKS` plus one; 0 where all pass."""
    faults = np.zeros(len(hands), dtype=np.int64)
    for place, check in enumerate(CHECKS, start=1):
        fails = check.fails(hands, rules)
        if np.count_nonzero(fails):
            faults[fails & (faults == 0)] = place
    return faults
