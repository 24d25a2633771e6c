"""Find what is impossible or contradictory in records, over whole columns.

The same checks judge one hand and a million; a message is written only for the hand that is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.errors import CalcError, HandError
from calc.mahjong.check import refusals
from calc.mahjong.hand.hands import (
    CHANKAN,
    DEALER,
    NO_SEAT,
    RIICHI,
    SEASONS,
    Hands,
    count_readings,
    is_furiten,
    shapes_without_groups,
)
from calc.mahjong.hand.kinds import FIRST_TRIPLET, FIVES, MOST_COPIES, NO_GROUP, NORTH, TILE_KINDS, Bools, Counts, Ints
from calc.mahjong.read.win_records import MELD_TILES, ReadWin
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.tiles import print_tiles


class Check(Struct, frozen=True):
    """A condition that no sound record meets, with the message for one that does. ``code`` is a public error code."""

    code: str
    fails: Callable[[Hands, MahjongRules], Bools]
    explain: Callable[[ReadWin, MahjongRules], refusals.Fault]

    def error(self, read: ReadWin, rules: MahjongRules) -> CalcError:
        """The refusal of a hand that fails this check."""
        message, key, column = self.explain(read, rules)
        return HandError(message, code=self.code, key=key, column=column)


def find_faults(hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) the first check that each hand fails, as its place in :data:`CHECKS` plus one; 0 where all pass."""
    faults = np.zeros_like(hands.honba)
    for place, check in enumerate(CHECKS, start=1):
        fails = check.fails(hands, rules)
        if np.count_nonzero(fails):
            faults[fails & (faults == 0)] = place
    return faults


def _make_contradiction(fails: Callable[[Hands], Bools], key: str, message: str) -> Check:
    """A check of declarations with one message for all hands and rule sets."""
    return Check("contradiction", lambda hands, rules: fails(hands), lambda read, rules: (message, key, None))


# ---- tiles and melds


def _find_rows(wrong: NDArray[np.bool_]) -> Bools:
    """(n, k) -> (n,) whether anything in a row is wrong. Most batches hold no fault, and one look at all rows is
    fastest.
    """
    found: Bools = np.asarray(wrong.any(axis=1)) if wrong.any() else np.zeros(len(wrong), dtype=np.bool_)
    return found


def _lacks_red_five(hands: Hands, rules: MahjongRules) -> Bools:
    fives = hands.accounted[:, FIVES]
    plain = fives - hands.accounted_reds
    return _find_rows((fives <= rules.tiles.copies) & (plain + rules.tiles.reds > rules.tiles.copies))


def count_turned(hands: Hands, rules: MahjongRules, *, at_least: bool = True) -> Ints:
    """(n,) the indicators that the hand has turned: the first, one for each own quad, one for four Norths set aside.

    ``at_least``: without that of a quad whose replacement tile won, where it may not be turned yet.
    """
    quads = hands.meld_is_quad.sum(axis=0)
    if at_least and not rules.dora.turned_for_rinshan:
        quads = quads - (hands.rinshan & (hands.meld_is_quad & hands.meld_is_open).any(axis=0))
    turned = np.minimum(1 + quads, rules.dora.indicators)
    north = rules.dora.north
    if north is not None and north.fourth_indicator:
        turned = turned + (hands.north == rules.tiles.copies)
    return np.asarray(turned)


def _has_odd_seasons(hands: Hands, rules: MahjongRules) -> Bools:
    seasons = hands.fact(SEASONS)
    return (seasons < 0) | (seasons > rules.tiles.seasons)


def _has_odd_feeder(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a meld is called from the own seat, or a run from another seat than the one before."""
    feeders, known = hands.meld_feeder, hands.meld_feeder != NO_SEAT
    if not known.any():
        return np.zeros_like(hands.tsumo)
    is_run = (hands.melds > NO_GROUP) & (hands.melds < FIRST_TRIPLET)
    before = (hands.seat - 1) % len(rules.seats)
    return np.asarray((known & ((feeders == hands.seat) | (is_run & (feeders != before)))).any(axis=0))


def _are_late_quads(hands: Hands) -> Bools:
    """(4, n) the concealed quads that were made with a tile drawn after riichi."""
    return np.asarray(hands.meld_is_promoted & ~hands.meld_is_open)


def _changes_hand(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a quad after riichi changed what the rules do not let it change."""
    late = _are_late_quads(hands) & (hands.riichi > 0)
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
    before[groups[triplets] - FIRST_TRIPLET] += MELD_TILES
    melds = int((groups != NO_GROUP).sum()) - len(triplets)
    after = before.copy()
    after[groups[place] - FIRST_TRIPLET] -= MELD_TILES
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


#: In order of precedence.
_TILE_CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "impossible_hand",
        lambda hands, rules: _find_rows(
            hands.accounted[:, [tile for tile in range(TILE_KINDS) if tile not in rules.kinds]] > 0
        ),
        refusals.foreign,
    ),
    Check(
        "impossible_hand",
        lambda hands, rules: _find_rows(
            ((hands.melds > NO_GROUP) & (hands.melds < FIRST_TRIPLET) & (not rules.winning.chi)).T
        ),
        refusals.called_run,
    ),
    Check("impossible_hand", lambda hands, rules: _find_rows(hands.accounted > rules.tiles.copies), refusals.copies),
    Check(
        "impossible_hand",
        lambda hands, rules: _find_rows(hands.accounted_reds > rules.tiles.reds),
        refusals.reds,
    ),
    Check("impossible_hand", _lacks_red_five, refusals.no_red),
    Check("impossible_hand", lambda hands, rules: hands.dora_count > rules.dora.most, refusals.indicators),
    Check(
        "contradiction",
        lambda hands, rules: (hands.dora_count > 0) & (hands.dora_count < count_turned(hands, rules)),
        refusals.turned,
    ),
    Check(
        "contradiction",
        # The last indicator is turned when all Norths lie aside.
        lambda hands, rules: (hands.dora_count > rules.dora.indicators) & (hands.accounted[:, NORTH] > hands.north),
        lambda read, rules: (
            f"{len(read.dora)} dora indicators lie there only when all Norths were set aside, found one elsewhere; "
            "remove an indicator, or the North",
            "dora",
            1,
        ),
    ),
    Check(
        "impossible_hand",
        lambda hands, rules: (hands.ura_count > 0) & ("ura" not in rules.dora.bonus),
        lambda read, rules: (f"{rules.id} has no ura dora, found {print_tiles(read.ura)}; remove them", "ura", 1),
    ),
    Check(
        "contradiction",
        lambda hands, rules: (hands.ura_count > 0) & (hands.ura_count != hands.dora_count),
        lambda read, rules: (
            f"expected as many ura as dora indicators or none, found {len(read.dora)} dora and {len(read.ura)} ura",
            "ura",
            1,
        ),
    ),
    Check(
        "impossible_hand",
        lambda hands, rules: (hands.north > 0) & (rules.dora.north is None),
        lambda read, rules: (
            f"{rules.id} sets no Norths aside, found north={read.record.north}; remove it",
            "north",
            None,
        ),
    ),
    Check("impossible_hand", _has_odd_seasons, refusals.seasons),
    Check(
        "contradiction",
        lambda hands, rules: (hands.riichi == 0) & _are_late_quads(hands).any(axis=0),
        refusals.late_quad,
    ),
    Check("contradiction", _changes_hand, refusals.changed),
    Check("contradiction", _has_odd_feeder, refusals.feeder),
    Check("contradiction", lambda hands, rules: (hands.riichi > 0) & hands.is_open, refusals.open_riichi),
)


# ---- declarations


def _lacks_replacement(hands: Hands, rules: MahjongRules) -> Bools:
    north = rules.dora.north
    replaced = hands.meld_is_quad.any(axis=0)
    if north is not None and north.rinshan:
        replaced |= hands.north > 0
    return np.asarray(hands.rinshan & ~replaced)


def _must_not_rob(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a hand robs a concealed quad although its shape must not."""
    allowed = np.zeros_like(hands.tsumo)
    robbing = hands.chankan == CHANKAN.index("concealed")
    if robbing.any():
        for shape, is_shape in shapes_without_groups(rules.known_shapes):
            if shape in rules.winning.concealed_quad_robbed_by:
                allowed |= ~hands.has_melds & is_shape(hands.concealed)
    return np.asarray(robbing & ~allowed)


def _is_refused_furiten(hands: Hands, rules: MahjongRules) -> Bools:
    if rules.winning.furiten != "refuse":
        return np.zeros_like(hands.tsumo)
    return is_furiten(hands, rules.waiting_shapes)


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
    Check("contradiction", _lacks_replacement, refusals.rinshan),
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
        refusals.chankan_copy,
    ),
    Check("contradiction", _must_not_rob, refusals.robbery),
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
        refusals.furiten,
    ),
)
#: All checks in order of precedence.
CHECKS: Final = (*_TILE_CHECKS, *DECLARED_CHECKS)
