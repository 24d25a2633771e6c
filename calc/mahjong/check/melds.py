"""Checks of melds: from whom they were called, and what a quad after riichi may do."""

from __future__ import annotations

from typing import Final

import numpy as np

from calc.mahjong.check.base import Check, Fault
from calc.mahjong.check.quads import changes_hand, find_late_quads
from calc.mahjong.hand.hands import FIRST_TRIPLET, NO_GROUP, NO_SEAT, Bools, Hands
from calc.mahjong.read.win_records import ReadWin, spell_key
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.melds import Meld, print_meld
from calc.notation.tiles import print_tiles


def _explain_feeder(read: ReadWin, rules: MahjongRules) -> Fault:
    own, left = read.record.seat, rules.seats[rules.seats.index(read.record.seat) - 1]
    place, meld = next(
        (place, meld)
        for place, meld in enumerate(read.melds)
        if meld.feeder == own or (meld.kind == "chi" and meld.feeder not in (None, left))
    )
    fault = (
        "is called from the winner's own seat"
        if meld.feeder == own
        else f"is a run, and {own} calls runs from {left} only, the seat before"
    )
    message = f"{print_meld(meld)} {fault}; write the seat that discarded the tile"
    return message, spell_key(f"melds[{place}]", read), 1


def _explain_open_riichi(read: ReadWin, rules: MahjongRules) -> Fault:
    place = next(place for place, meld in enumerate(read.melds) if meld.kind != "ankan")
    advice = "remove riichi, or the open meld"
    if any(meld.kind == "daiminkan" for meld in read.melds):
        advice = (
            "(1111m) is an open quad here and [1111m] a concealed one, while some other programs use the brackets "
            "the other way round; write [1111m] if the quad is concealed"
        )
    return f"riichi needs a closed hand, but a meld is open; {advice}", f"melds[{place}]", 1


def _explain_late_quad(read: ReadWin, rules: MahjongRules) -> Fault:
    place, meld = _find_late_quad(read)
    tiles = print_meld(meld)[1:-1]
    return (
        f"[{tiles}] is a concealed quad made after riichi, and there is no riichi here; write ({tiles}) for a called "
        f"triplet that was promoted to a quad, [{print_tiles(meld.tiles)}] for a concealed quad, or add riichi",
        spell_key(f"melds[{place}]", read),
        1,
    )


def _has_odd_feeder(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a meld is called from the own seat, or a run from another seat than the one before."""
    feeders, known = hands.meld_feeder, hands.meld_feeder != NO_SEAT
    if not known.any():
        return np.zeros(len(hands), dtype=np.bool_)
    is_run = (hands.melds > NO_GROUP) & (hands.melds < FIRST_TRIPLET)
    before = (hands.seat - 1) % len(rules.seats)
    return np.asarray((known & ((feeders == hands.seat) | (is_run & (feeders != before)))).any(axis=0))


def _explain_changed(read: ReadWin, rules: MahjongRules) -> Fault:
    place, meld = _find_late_quad(read)
    kept = {
        "readings": "only where no reading of the hand changes",
        "waits": "only where the waits of the hand stay the same",
        "never": "at no time",
    }[rules.rounds.riichi.quads]
    return (
        f"{rules.id} lets a concealed quad be made after riichi {kept}, found {print_meld(meld)}; write "
        f"[{print_tiles(meld.tiles)}] if it was made before, or set the option riichi_quads",
        spell_key(f"melds[{place}]", read),
        1,
    )


def _find_late_quad(read: ReadWin) -> tuple[int, Meld]:
    """The first concealed quad that was made after riichi, with its place among the melds."""
    return next((at, meld) for at, meld in enumerate(read.melds) if meld.kind == "ankan" and meld.added is not None)


MELD_CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "contradiction",
        lambda hands, rules: (hands.riichi == 0) & find_late_quads(hands).any(axis=0),
        _explain_late_quad,
    ),
    Check("contradiction", changes_hand, _explain_changed),
    Check("contradiction", _has_odd_feeder, _explain_feeder),
    Check("contradiction", lambda hands, rules: (hands.riichi > 0) & hands.is_open, _explain_open_riichi),
)
