"""Concealed quads after riichi: what they must leave as it was, and how it is found out."""

from __future__ import annotations

import numpy as np

from calc.mahjong.hand.hands import FIRST_TRIPLET, NO_GROUP, Bools, Counts, Hands, Ints
from calc.mahjong.hand.readings import count_readings
from calc.mahjong.hand.splits import MOST_COPIES
from calc.mahjong.rules.schema import MahjongRules

_TRIPLET = 3


def find_late_quads(hands: Hands) -> Bools:
    """(4, n) the concealed quads that were made with a tile drawn after riichi."""
    return np.asarray(hands.meld_is_promoted & ~hands.meld_is_open)


def changes_hand(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a quad after riichi changed what the rules do not let it change."""
    late = find_late_quads(hands) & (hands.riichi > 0)
    found = np.asarray(late.any(axis=0))
    if rules.rounds.riichi.quads == "never":
        return found
    for row in np.flatnonzero(found).tolist():
        places = np.flatnonzero(late[:, row]).tolist()
        found[row] = any(_changes(place, late[:, row], row, hands, rules) for place in places)
    return found


def _changes(place: int, late: Bools, row: int, hands: Hands, rules: MahjongRules) -> bool:
    """Whether one quad changed the hand as it was before it; quads stand in the order in which they were made."""
    groups = hands.melds[:, row]
    # Quads that were made later were still triplets.
    triplets = [other for other in np.flatnonzero(late).tolist() if other >= place]
    before = hands.concealed[row].copy()
    before[hands.win[row]] -= 1
    before[groups[triplets] - FIRST_TRIPLET] += _TRIPLET
    melds = int((groups != NO_GROUP).sum()) - len(triplets)
    after = before.copy()
    after[groups[place] - FIRST_TRIPLET] -= _TRIPLET
    ways, left = (_count_with_each_tile(hand, count, rules) for hand, count in ((before, melds), (after, melds + 1)))
    if rules.rounds.riichi.quads == "waits":
        return bool(((ways > 0) != (left > 0)).any())
    # A reading in which the three tiles are no triplet is one that the quad takes away.
    return bool((ways != left).any())


def _count_with_each_tile(hand: Counts, melds: int, rules: MahjongRules) -> Ints:
    """(34,) the readings of a hand one tile short with each kind of tile."""
    hands = hand + np.eye(len(hand), dtype=np.uint8)
    fits = np.flatnonzero((hands <= MOST_COPIES).all(axis=1))
    found = np.zeros(len(hand), dtype=np.int64)
    found[fits] = count_readings(hands[fits], np.full(len(fits), melds), rules.waiting_shapes)
    return found
