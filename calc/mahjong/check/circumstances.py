"""Checks of the circumstances: what a record declares and cannot be true together."""

from __future__ import annotations

from typing import Final

import numpy as np

from calc.mahjong.check.base import Check, Fault, contradiction
from calc.mahjong.check.furiten import is_furiten
from calc.mahjong.hand.hands import CHANKAN, DEALER, NO_SEAT, RIICHI, Bools, Hands
from calc.mahjong.hand.readings import SPECIAL_SHAPES
from calc.mahjong.read.where import locate_tile
from calc.mahjong.read.win_records import ReadWin
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.tiles import kind_of, print_tiles


def _tsumo_from(hands: Hands) -> Bools:
    return np.asarray(hands.tsumo & (hands.discarder != NO_SEAT))


def _from_self(hands: Hands) -> Bools:
    return np.asarray(~hands.tsumo & (hands.discarder == hands.seat))


def _riichi_open(hands: Hands) -> Bools:
    return (hands.riichi > 0) & hands.is_open


def _riichi_bracket_advice(read: ReadWin, rules: MahjongRules) -> Fault:
    place = next(place for place, meld in enumerate(read.melds) if meld.kind != "ankan")
    advice = "remove riichi, or the open meld"
    if any(meld.kind == "daiminkan" for meld in read.melds):
        advice = (
            "(1111m) is an open quad here and [1111m] a concealed one, while some other programs use the brackets "
            "the other way round; write [1111m] if the quad is concealed"
        )
    return f"riichi needs a closed hand, but a meld is open; {advice}", f"melds[{place}]", 1


def _rinshan_without_quad(hands: Hands, rules: MahjongRules) -> Bools:
    north = rules.dora.north
    replaced = hands.meld_is_quad.any(axis=0)
    if north is not None and north.rinshan:
        replaced |= hands.north > 0
    return np.asarray(hands.rinshan & ~replaced)


def _explain_rinshan(read: ReadWin, rules: MahjongRules) -> Fault:
    north = rules.dora.north
    also = ", or a North set aside (north=1)" if north is not None and north.rinshan else ""
    return f"rinshan needs a quad among the melds{also}; write the quad, as [5555z], or remove rinshan", "rinshan", None


def _chankan_copy(hands: Hands, rules: MahjongRules) -> Bools:
    held = hands.accounted[np.arange(len(hands)), hands.win]
    found: Bools = (hands.chankan > 0) & (held > 1)
    return found


def _explain_chankan_copy(read: ReadWin, rules: MahjongRules) -> Fault:
    won = kind_of(read.win)
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) == won, but_winning=True)
    return (
        f"a quad that is robbed held all copies of {print_tiles([won])} with the winning tile, "
        f"so {print_tiles([tile])} cannot stand here too; remove chankan or this tile",
        key,
        column,
    )


def _may_not_rob(hands: Hands, rules: MahjongRules) -> Bools:
    """A concealed quad robbed by a hand whose shape may not."""
    allowed = np.zeros(len(hands), dtype=np.bool_)
    robbing = hands.chankan == CHANKAN.index("concealed")
    if robbing.any():
        for shape in rules.winning.concealed_quad_robbed_by:
            allowed |= ~hands.has_melds & SPECIAL_SHAPES[shape](hands.concealed)
    return np.asarray(robbing & ~allowed)


def _explain_may_not_rob(read: ReadWin, rules: MahjongRules) -> Fault:
    shapes = " or ".join(rules.shapes[shape].name.en for shape in rules.winning.concealed_quad_robbed_by)
    who = f"only {shapes} may" if shapes else "no hand may"
    message = (
        f"in {rules.id} {who} rob a concealed quad; write chankan for an open quad that was added to, or remove it"
    )
    return message, "chankan", None


def _furiten(hands: Hands, rules: MahjongRules) -> Bools:
    """A ron although one of the winner's own discards would have finished the hand."""
    found = np.zeros(len(hands), dtype=np.bool_)
    if rules.winning.furiten == "refuse":
        found[is_furiten(hands)] = True
    return found


def _explain_furiten(read: ReadWin, rules: MahjongRules) -> Fault:
    return (
        f"the winner's own discards {read.record.discards!r} hold a tile that finishes this hand, so a ron is furiten; "
        "correct `discards`, or set the option furiten to note",
        "discards",
        1,
    )


CIRCUMSTANCE_CHECKS: Final[tuple[Check, ...]] = (
    contradiction(_tsumo_from, "from", "nobody discards the winning tile of a tsumo; remove from, or write ron"),
    contradiction(
        _from_self,
        "from",
        "expected another seat than the winner's own under from; name the seat that discarded the winning tile",
    ),
    Check("contradiction", lambda hands, rules: _riichi_open(hands), _riichi_bracket_advice),
    contradiction(
        lambda hands: hands.ippatsu & (hands.riichi == 0),
        "ippatsu",
        "ippatsu needs riichi; add riichi, or remove ippatsu",
    ),
    contradiction(
        lambda hands: (hands.ura_count > 0) & (hands.riichi == 0),
        "ura",
        "ura indicators are turned for riichi only; add riichi, or remove ura",
    ),
    contradiction(
        lambda hands: hands.rinshan & ~hands.tsumo,
        "rinshan",
        "rinshan is a win on the replacement tile one drew oneself, so it cannot be a ron; "
        "write tsumo, or remove rinshan",
    ),
    Check("contradiction", _rinshan_without_quad, _explain_rinshan),
    contradiction(
        lambda hands: hands.rinshan & hands.ippatsu,
        "ippatsu",
        "the quad before rinshan ended ippatsu; remove ippatsu or rinshan",
    ),
    contradiction(
        lambda hands: (hands.chankan > 0) & hands.tsumo,
        "chankan",
        "chankan robs another player's quad, so it cannot be a tsumo; write ron, or remove chankan",
    ),
    contradiction(
        lambda hands: (hands.chankan > 0) & hands.last_tile,
        "chankan",
        "no quad can be made from the last tile, so chankan and last_tile exclude each other; remove one",
    ),
    Check("impossible_hand", _chankan_copy, _explain_chankan_copy),
    Check("contradiction", _may_not_rob, _explain_may_not_rob),
    contradiction(
        lambda hands: hands.first_turn & hands.has_melds,
        "first_turn",
        "a meld ends the first turn; remove first_turn, or the meld",
    ),
    contradiction(
        lambda hands: hands.first_turn & (hands.chankan > 0),
        "first_turn",
        "a quad ends the first turn, and one that was added to needs a call before; remove first_turn or chankan",
    ),
    contradiction(
        lambda hands: hands.first_turn & (hands.discards > 0),
        "first_turn",
        "who wins in the first turn has discarded nothing before; remove first_turn, or discards",
    ),
    contradiction(
        lambda hands: hands.first_turn & hands.last_tile,
        "first_turn",
        "the last tile is not drawn in the first turn; remove first_turn or last_tile",
    ),
    contradiction(
        lambda hands: (hands.riichi == RIICHI.index("double")) & hands.ippatsu & hands.last_tile,
        "last_tile",
        "ippatsu ends one turn after double riichi, long before the last tile; remove last_tile or ippatsu, or write "
        "riichi for riichi=double",
    ),
    contradiction(
        lambda hands: (hands.riichi == RIICHI.index("double")) & hands.ippatsu & hands.has_melds,
        "ippatsu",
        "a concealed quad before double riichi ended the first turn, and one after it ippatsu; remove ippatsu, or "
        "write riichi for riichi=double",
    ),
    contradiction(
        lambda hands: hands.first_turn & (hands.riichi > 0),
        "first_turn",
        "who wins in the first turn had no turn to declare riichi; remove first_turn or riichi",
    ),
    contradiction(
        lambda hands: hands.first_turn & (hands.rinshan | (hands.north > 0)),
        "first_turn",
        "a replacement tile ends the first turn; remove first_turn, or rinshan and north",
    ),
    contradiction(
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
    Check("contradiction", _furiten, _explain_furiten),
)
