"""Base points and payments: how han and fu become points, and who pays them, as columns by seat.

Payments have one row more than there are seats: the last one is a discarder whose seat the record does not name.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from msgspec import Struct

from calc.mahjong.hand.hands import DEALER, NO_SEAT, Bools, Hands, Ints
from calc.mahjong.rules.schema import Base, MahjongRules, Points
from calc.mahjong.value.liability import are_melds_there, melds_of

_Numbers = TypeVar("_Numbers", int, Ints)


def base_points(han: Ints, fu: Ints, points: Points) -> Ints:
    """(n,) han and fu -> base points, before any limit hand: by level from enough han on, else by fu.

    Where a chart pays they are the :attr:`calc.mahjong.rules.schema.Level.worth` of its rows, 0 below the first.
    """
    base = points.base
    levels = [level for _, level in points.ladder]
    counted = np.zeros(len(han), dtype=np.int64)
    if base is not None:
        # With the most han that still count by fu the product stays small; beyond them the level decides.
        counted = counted_base(np.minimum(han, levels[0].from_han), fu, base)
        if base.round_up_above is not None:
            counted = np.where(counted > base.round_up_above, base.cap, counted)
        counted = np.minimum(counted, base.cap)
    for level in levels:
        counted = np.where(han >= level.from_han, level.worth, counted)
    return counted


def base_of(han: int, fu: int, points: Points) -> int:
    """As :func:`base_points`, for a single hand."""
    return int(base_points(np.array([han]), np.array([fu]), points)[0])


def counted_base(han: _Numbers, fu: _Numbers, base: Base) -> _Numbers:
    """Han and fu, numbers or columns, -> fu x per_fu x per_han for each han, before rounding up and cap.

    >>> counted_base(3, 30, Base(per_fu=4, per_han=2, cap=2000, source="guide"))
    960
    """
    counted: _Numbers = fu * base.per_fu * base.per_han**han
    return counted


def level_of(han: int, base: int, points: Points) -> str | None:
    """The id of the level that a hand is paid at by its ``han``, or because its base points reached the cap; none
    below.
    """
    levels = points.ladder
    reached = [name for name, level in levels if han >= level.from_han]
    if reached:
        # The lowest rows of a chart have no name.
        return reached[-1] if points.levels[reached[-1]].name is not None else None
    cap = points.base.cap if points.base is not None else None
    return next((name for name, level in levels if cap is not None and base >= cap and level.base == cap), None)


#: Seats at a full table; a game for fewer leaves some of them to nobody.
_TABLE = 4


def round_up(numbers: Ints, unit: int) -> Ints:
    """Each number rounded up to a multiple of ``unit``."""
    return -(-numbers // unit) * unit


class Payments(Struct, frozen=True):
    """What each party pays the winner, (seats + 1, n) each: for the win, as responsible seat, and for counters.

    ``sticks``: (n,) what the winner takes from the table. ``points``: (n,) what the win is worth without counters and
    sticks. ``liable``: (k, n) which of the declared responsibilities took effect; ``unfed``: (k, n) those for a limit
    that the hand has, but without the melds that make anybody responsible for it.
    """

    win: Ints
    as_liable: Ints
    counters: Ints
    sticks: Ints
    points: Ints
    liable: Bools
    unfed: Bools

    def take(self, rows: Ints) -> Payments:
        """The payments for some hands."""
        return Payments(*(getattr(self, name)[..., rows] for name in self.__struct_fields__))

    def changes(self, hands: Hands) -> Ints:
        """(seats + 1, n) what each party gains or loses; each column sums to the value of its sticks."""
        paid = self.win + self.as_liable + self.counters
        changes = -paid
        changes[hands.seat, np.arange(len(hands))] += paid.sum(axis=0) + self.sticks
        return changes


def pay(base: Ints, counted: dict[str, Bools], hands: Hands, rules: MahjongRules) -> Payments:
    """The payments for (n,) base points. ``counted``: the yaku of each hand, (n,) each."""
    win = _shares(base, hands, rules)
    counters = _counters(hands, rules)
    points = win.sum(axis=0)
    as_liable = np.zeros_like(win)
    liable, unfed = _effective(counted, hands, rules)
    if liable.any():
        _apply_liability(win, as_liable, counters, liable, hands, rules)
    return Payments(
        win=win,
        as_liable=as_liable,
        counters=counters,
        sticks=hands.sticks * rules.points.stick.points,
        points=points,
        liable=liable,
        unfed=unfed,
    )


def shares(base: Ints, is_dealer: Bools, rules: MahjongRules) -> tuple[Ints, Ints, Ints]:
    """What each other player pays on a tsumo, what the dealer pays then, and what the discarder pays on a ron, (n,)
    each.

    ``base``: as :func:`calc.mahjong.value.payments.base_points`. ``is_dealer``: (n,) whether the winner is the dealer.
    """
    if rules.points.shares is None:
        return _by_chart(base, is_dealer, rules)
    unit = rules.points.round_up_to
    each = base * _where_dealer(is_dealer, rules, payer_is_dealer=False, by="tsumo")
    dealer = base * _where_dealer(is_dealer, rules, payer_is_dealer=True, by="tsumo")
    discarder = base * _where_dealer(is_dealer, rules, payer_is_dealer=False, by="ron")
    if rules.points.absent_share == "split":
        payers = len(rules.seats) - 1
        absent = (_TABLE - len(rules.seats)) * each
        each, dealer = each + absent // payers, dealer + absent // payers
    return round_up(each, unit), round_up(dealer, unit), round_up(discarder, unit)


def shares_of_one(base: int, rules: MahjongRules, *, is_dealer: bool) -> tuple[int, int, int]:
    """As :func:`shares`, for a single winner."""
    each, dealer, discarder = shares(np.array([base]), np.array([is_dealer]), rules)
    return int(each[0]), int(dealer[0]), int(discarder[0])


def _where_dealer(is_dealer: Bools, rules: MahjongRules, *, payer_is_dealer: bool, by: str) -> Ints:
    """(n,) how many times the base points one payer pays."""
    mine, other = (
        share_of(rules, winner_is_dealer=dealer, payer_is_dealer=payer_is_dealer, by=by) for dealer in (True, False)
    )
    return np.where(is_dealer, mine, other)


def share_of(rules: MahjongRules, *, winner_is_dealer: bool, payer_is_dealer: bool, by: str) -> int:
    """How many times the base points one payer pays; 0 where a chart pays."""
    table = rules.points.shares
    if table is None:
        return 0
    if by == "ron":
        return (table.dealer_ron if winner_is_dealer else table.other_ron).from_discarder
    if winner_is_dealer:
        return table.dealer_tsumo.from_each
    return table.other_tsumo.from_dealer if payer_is_dealer else table.other_tsumo.from_each


def _by_chart(worth: Ints, is_dealer: Bools, rules: MahjongRules) -> tuple[Ints, Ints, Ints]:
    """As :func:`shares`, read off the rows of a chart; several limits are paid as many times."""
    others = len(rules.seats) - 1
    limit = rules.points.limit
    rows = [level.pays for level in rules.points.levels.values() if level.pays is not None]
    pays = {row.other_ron: (1, row) for row in rows}
    if limit.pays is not None:
        for times in set((worth // max(limit.worth, 1)).tolist()) - {0}:
            pays.setdefault(times * limit.worth, (times, limit.pays))
    each, dealer, discarder = (np.zeros(len(worth), dtype=np.int64) for _ in range(3))
    for key, (times, row) in pays.items():
        here = worth == key
        each[here] = times * np.where(is_dealer, row.dealer_tsumo_in_all // others, row.other_tsumo_each)[here]
        dealer[here] = times * row.other_tsumo_dealer
        discarder[here] = times * np.where(is_dealer, row.dealer_ron, row.other_ron)[here]
    return each, dealer, discarder


def _shares(base: Ints, hands: Hands, rules: MahjongRules) -> Ints:
    """(seats + 1, n) what each party pays for the win itself."""
    return _by_party(*shares(base, hands.seat == DEALER, rules), hands, rules)


def _counters(hands: Hands, rules: MahjongRules) -> Ints:
    """(seats + 1, n) what each party pays for repeat counters."""
    each = hands.honba * rules.points.counters.tsumo_each
    return _by_party(each, each, hands.honba * rules.points.counters.ron, hands, rules)


def _by_party(each: Ints, dealer: Ints, discarder: Ints, hands: Hands, rules: MahjongRules) -> Ints:
    """Amounts (n,) laid on those who pay them: on a tsumo everybody but the winner, on a ron the discarder."""
    seats = len(rules.seats)
    amounts = np.zeros((seats + 1, len(hands)), dtype=np.int64)
    for seat in range(seats):
        own = dealer if seat == DEALER else each
        amounts[seat] = np.where(hands.tsumo, own * (hands.seat != seat), discarder * (hands.discarder == seat))
    amounts[seats] = discarder * (~hands.tsumo & (hands.discarder == NO_SEAT))
    return amounts


def _effective(counted: dict[str, Bools], hands: Hands, rules: MahjongRules) -> tuple[Bools, Bools]:
    """(k, n) each: the responsibilities for a limit that the hand has and the rule set names, those whose melds are
    there and those whose melds are not.
    """
    names = list(rules.yaku)
    liable, unfed = np.zeros((2, *hands.liable_seat.shape), dtype=np.bool_)
    for slot, row in zip(*np.nonzero(hands.liable_seat != NO_SEAT), strict=True):
        name = names[hands.liable_for[slot, row]]
        if name in rules.liability.for_ and name in counted and counted[name][row]:
            (liable if are_melds_there(name, melds_of(hands, row), rules) else unfed)[slot, row] = True
    return liable, unfed


def _apply_liability(
    win: Ints, as_liable: Ints, counters: Ints, liable: Bools, hands: Hands, rules: MahjongRules
) -> None:
    """Move what a responsible seat pays for others onto it, in place."""
    names = list(rules.yaku)
    alone = _liable_alone(liable, hands) & (rules.liability.covers == "hand")
    ordinary = win.copy()
    for slot in range(len(liable)):
        first = np.asarray(~liable[:slot].any(axis=0))
        # Who is responsible alone for the whole hand is so once, for however many of its limits.
        rows = np.flatnonzero(liable[slot] & (first | ~alone))
        limits = np.array(
            [rules.yaku[names[place]].value.limit or 0 for place in hands.liable_for[slot]], dtype=np.int64
        )
        own_limit = _shares(limits * rules.points.limit.worth, hands, rules)
        covered = np.where(alone, ordinary, own_limit)
        for row in rows:
            seat = hands.liable_seat[slot, row]
            payer = hands.discarder[row]
            if hands.tsumo[row]:
                # The responsible seat pays for everybody; the counters too, with two of them the one named first.
                as_liable[seat, row] += covered[:, row].sum()
                win[:, row] -= covered[:, row]
                if first[row]:
                    counters[:, row] = _only(counters[:, row], seat)
            elif payer != seat:
                half = covered[payer, row] // 2
                as_liable[seat, row] += half
                win[payer, row] -= half
                if rules.liability.counters_by == "liable" and first[row]:
                    counters[:, row] = _only(counters[:, row], seat)


def _liable_alone(liable: Bools, hands: Hands) -> Bools:
    """(n,) whether all responsibilities that count are those of one seat."""
    seats = np.where(liable, hands.liable_seat, NO_SEAT)
    return np.asarray(((seats == seats.max(axis=0)) | ~liable).all(axis=0))


def _only(amounts: Ints, seat: int) -> Ints:
    """The sum of the amounts on one seat."""
    moved = np.zeros_like(amounts)
    moved[seat] = amounts.sum()
    return moved
