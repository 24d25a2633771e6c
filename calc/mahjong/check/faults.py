"""Find what is impossible or contradictory in records, over whole columns; and the checks of what a record declares.

The same checks judge one hand and a million; a message is written only for the hand that is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from calc.mahjong.check.tiles import TILE_CHECKS, Check, Fault
from calc.mahjong.hand.hands import CHANKAN, DEALER, NO_SEAT, PASSED, RIICHI, Bools, Hands, Ints
from calc.mahjong.hand.shapes import is_furiten, shapes_without_groups
from calc.mahjong.read.win_records import ReadWin, locate_tile
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.tiles import kind_of, print_tiles


def find_faults(hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) the first check that each hand fails, as its place in :data:`CHECKS` plus one; 0 where all pass."""
    faults = np.zeros_like(hands.honba)
    for place, check in enumerate(CHECKS, start=1):
        fails = check.fails(hands, rules)
        if np.count_nonzero(fails):
            faults[fails & (faults == 0)] = place
    return faults


def _lacks_replacement(hands: Hands, rules: MahjongRules) -> Bools:
    north = rules.dora.north
    replaced = hands.meld_is_quad.any(axis=0)
    if north is not None and north.rinshan:
        replaced |= hands.north > 0
    return np.asarray(hands.rinshan & ~replaced)


def _explain_rinshan(read: ReadWin, rules: MahjongRules) -> Fault:
    north = rules.dora.north
    also = ", or a North set aside (north=1)" if north is not None and north.rinshan else ""
    return f"rinshan needs a quad among the melds{also}; write the quad, as [5555z], or remove rinshan", "rinshan", None


def _explain_chankan_copy(read: ReadWin, rules: MahjongRules) -> Fault:
    won = kind_of(read.win)
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) == won, but_winning=True)
    return (
        f"a quad that is robbed held all copies of {print_tiles([won])} with the winning tile, "
        f"so {print_tiles([tile])} cannot stand here too; remove chankan or this tile",
        key,
        column,
    )


def _must_not_rob(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a hand robs a concealed quad although its shape must not."""
    allowed = np.zeros_like(hands.tsumo)
    robbing = hands.chankan == CHANKAN.index("concealed")
    if robbing.any():
        for shape, is_shape in shapes_without_groups(rules.known_shapes):
            if shape in rules.winning.concealed_quad_robbed_by:
                allowed |= ~hands.has_melds & is_shape(hands.concealed)
    return np.asarray(robbing & ~allowed)


def _explain_robbery(read: ReadWin, rules: MahjongRules) -> Fault:
    shapes = " or ".join(rules.shapes[shape].name.en for shape in rules.winning.concealed_quad_robbed_by)
    who = f"only {shapes} may" if shapes else "no hand may"
    message = (
        f"in {rules.id} {who} rob a concealed quad; write chankan for an open quad that was added to, or remove it"
    )
    return message, "chankan", None


def _is_refused_furiten(hands: Hands, rules: MahjongRules) -> Bools:
    if rules.winning.furiten != "refuse":
        return np.zeros_like(hands.tsumo)
    return is_furiten(hands, rules.waiting_shapes)


def _explain_furiten(read: ReadWin, rules: MahjongRules) -> Fault:
    if read.record.facts.get(PASSED):
        return (
            "the winner let a winning tile pass, so a ron is furiten; remove the fact passed, or write tsumo, or set "
            "the option furiten to note",
            f"facts.{PASSED}",
            None,
        )
    return (
        f"the winner's own discards {read.record.discards!r} hold a tile that finishes this hand, so a ron is furiten; "
        "correct `discards`, or set the option furiten to note",
        "discards",
        1,
    )


def _make_contradiction(fails: Callable[[Hands], Bools], key: str, message: str) -> Check:
    """A check of declarations with one message for all hands and rule sets."""
    return Check("contradiction", lambda hands, rules: fails(hands), lambda read, rules: (message, key, None))


#: Those of declarations, in order of precedence.
DECLARED_CHECKS: Final[tuple[Check, ...]] = (
    _make_contradiction(
        lambda hands: hands.tsumo & (hands.discarder != NO_SEAT),
        "from",
        "nobody discards the winning tile of a tsumo; remove from, or write ron",
    ),
    _make_contradiction(
        lambda hands: ~hands.tsumo & (hands.discarder == hands.seat),
        "from",
        "expected another seat than the winner's own under from; name the seat that discarded the winning tile",
    ),
    _make_contradiction(
        lambda hands: hands.ippatsu & (hands.riichi == 0),
        "ippatsu",
        "ippatsu needs riichi; add riichi, or remove ippatsu",
    ),
    _make_contradiction(
        lambda hands: (hands.ura_count > 0) & (hands.riichi == 0),
        "ura",
        "ura indicators are turned for riichi only; add riichi, or remove ura",
    ),
    _make_contradiction(
        lambda hands: hands.rinshan & ~hands.tsumo,
        "rinshan",
        "rinshan is a win on the replacement tile one drew oneself, so it cannot be a ron; "
        "write tsumo, or remove rinshan",
    ),
    Check("contradiction", _lacks_replacement, _explain_rinshan),
    _make_contradiction(
        lambda hands: hands.rinshan & hands.ippatsu,
        "ippatsu",
        "the quad before rinshan ended ippatsu; remove ippatsu or rinshan",
    ),
    _make_contradiction(
        lambda hands: (hands.chankan > 0) & hands.tsumo,
        "chankan",
        "chankan robs another player's quad, so it cannot be a tsumo; write ron, or remove chankan",
    ),
    _make_contradiction(
        lambda hands: (hands.chankan > 0) & hands.last_tile,
        "chankan",
        "no quad can be made from the last tile, so chankan and last_tile exclude each other; remove one",
    ),
    Check(
        "impossible_hand",
        lambda hands, rules: (hands.chankan > 0) & (hands.accounted[np.arange(len(hands)), hands.win] > 1),
        _explain_chankan_copy,
    ),
    Check("contradiction", _must_not_rob, _explain_robbery),
    _make_contradiction(
        lambda hands: hands.first_turn & hands.has_melds,
        "first_turn",
        "a meld ends the first turn; remove first_turn, or the meld",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & (hands.chankan > 0),
        "first_turn",
        "a quad ends the first turn, and one that was added to needs a call before; remove first_turn or chankan",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & (hands.discards > 0),
        "first_turn",
        "who wins in the first turn has discarded nothing before; remove first_turn, or discards",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & hands.last_tile,
        "first_turn",
        "the last tile is not drawn in the first turn; remove first_turn or last_tile",
    ),
    _make_contradiction(
        lambda hands: (hands.riichi == RIICHI.index("double")) & hands.ippatsu & hands.last_tile,
        "last_tile",
        "ippatsu ends one turn after double riichi, long before the last tile; remove last_tile or ippatsu, or write "
        "riichi for riichi=double",
    ),
    _make_contradiction(
        lambda hands: (hands.riichi == RIICHI.index("double")) & hands.ippatsu & hands.has_melds,
        "ippatsu",
        "a concealed quad before double riichi ended the first turn, and one after it ippatsu; remove ippatsu, or "
        "write riichi for riichi=double",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & (hands.riichi > 0),
        "first_turn",
        "who wins in the first turn had no turn to declare riichi; remove first_turn or riichi",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & (hands.rinshan | (hands.north > 0)),
        "first_turn",
        "a replacement tile ends the first turn; remove first_turn, or rinshan and north",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & ~hands.tsumo & (hands.seat == DEALER),
        "first_turn",
        "the dealer discards first and cannot win by ron before that; write tsumo, or remove first_turn",
    ),
    Check(
        "contradiction",
        lambda hands, rules: (hands.liable_seat == hands.seat).any(axis=0),
        lambda read, rules: (
            "the winner cannot be responsible for their own hand; name the seat that fed the last meld",
            "liable",
            None,
        ),
    ),
    Check(
        "contradiction",
        _is_refused_furiten,
        _explain_furiten,
    ),
)
#: All checks in order of precedence.
CHECKS: Final = (*TILE_CHECKS, *DECLARED_CHECKS)
