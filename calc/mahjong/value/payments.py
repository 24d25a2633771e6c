"""Turn han and fu into base points, and base points into what each seat pays, a seat liable by pao among them.

Columns by seat have one row more than there are seats: the last one is a discarder whose seat the record leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from calc.errors import HandError
from calc.mahjong.hand.hands import DEALER, NO_SEAT, Columns, Hands
from calc.mahjong.hand.kinds import Bools, Ints
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import MOST_BASE, Base, Points
from calc.mahjong.value.liability import responsible
from calc.notation.melds import Feeder
from calc.outcomes import Transfer

_Numbers = TypeVar("_Numbers", int, Ints)


def base_points(han: Ints, fu: Ints, points: Points) -> Ints:
    """(n,) han and fu -> (n,) base points, without yakuman: those of the level reached by han, else counted from fu.

    Under a chart they are the :attr:`calc.mahjong.rules.schema.Level.worth` of its rows, 0 below the first row.
    """
    base = points.base
    counted = np.zeros(len(han), dtype=np.int64)
    if base is not None:
        # From the first level on, han alone decide. A cap on han keeps the product small.
        counted = counted_base(np.minimum(han, points.first_han), fu, base)
        if base.cap is None:
            counted = np.where(han >= points.first_han, MOST_BASE + 1, counted)
        else:
            if base.round_up_above is not None:
                counted = np.where(counted > base.round_up_above, base.cap, counted)
            counted = np.minimum(counted, base.cap)
    for from_han, _, level in points.ladder:
        counted = np.where(han >= from_han, level.worth, counted)
    return counted


def base_of(han: int, fu: int, points: Points) -> int:
    """Base points of a single hand; see :func:`base_points`."""
    return int(base_points(np.array([han]), np.array([fu]), points)[0])


def counted_base(han: _Numbers, fu: _Numbers, base: Base) -> _Numbers:
    """Base points from fu, before rounding up and the cap: fu x per_fu x per_han for each han; numbers or columns.

    >>> counted_base(3, 30, Base(per_fu=4, per_han=2, cap=2000, source="guide"))
    960
    """
    counted: _Numbers = fu * base.per_fu * base.per_han**han
    return counted


def level_of(han: int, base: int, points: Points) -> str | None:
    """The id of the level at which a hand is paid: by its ``han``, or because its ``base`` points reached the cap.

    None for a hand below all levels, and for the lowest rows of a chart, which have no name.
    """
    levels = points.ladder
    reached = [name for from_han, name, _ in levels if han >= from_han]
    if reached:
        return reached[-1] if points.levels[reached[-1]].name is not None else None
    cap = points.base.cap if points.base is not None else None
    return next((name for _, name, level in levels if cap is not None and base >= cap and level.base == cap), None)


#: Seats at a full table; in a game for three one of them is empty.
_TABLE = 4


def round_up(numbers: Ints, unit: int) -> Ints:
    """Round each number up to a multiple of ``unit``."""
    return -(-numbers // unit) * unit


class Liable(Columns, frozen=True):
    """Who is liable by pao in n hands, as declared or as their melds say.

    ``seat``, ``limit``: (k, n) seats, and the places of the yakuman among the yaku of the rules; -1 for none.
    ``wrong``: (n,) hands whose melds contradict what is declared, or leave open what they began to say.
    """

    seat: NDArray[np.int8]
    limit: NDArray[np.int16]
    wrong: Bools

    @property
    def any(self) -> Bools:
        """(n,) whether anybody is liable."""
        return np.asarray((self.seat != NO_SEAT).any(axis=0))


class Payments(Columns, frozen=True):
    """Payments to the winner in points, (seats + 1, n) each: for the win, as the seat liable by pao, and for honba.

    ``sticks``: (n,) points of the riichi sticks that the winner takes. ``points``: (n,) worth of the win without honba
    and sticks. ``liability``: who is liable for which yakuman.
    """

    win: Ints
    as_liable: Ints
    counters: Ints
    sticks: Ints
    points: Ints
    liability: Liable

    def changes(self, hands: Hands) -> Ints:
        """(seats + 1, n) points that each seat gains or loses; each column sums to the points of its sticks."""
        paid = self.win + self.as_liable + self.counters
        changes = -paid
        changes[hands.seat, np.arange(len(self.points))] += paid.sum(axis=0) + self.sticks
        return changes


def pay(base: Ints, liability: Liable, hands: Hands, rules: MahjongRules) -> Payments:
    """Payments for (n,) base points. ``liability``: who is liable for which yakuman."""
    win = _pay_win(base, hands, rules)
    honba = hands.honba * rules.points.counters.tsumo_each
    counters = _assign(honba, honba, hands.honba * rules.points.counters.ron, hands, rules)
    points = win.sum(axis=0)
    as_liable = np.zeros_like(win)
    if liability.seat.size:
        _apply_liability(win, as_liable, counters, liability, hands, rules)
    return Payments(
        win=win,
        as_liable=as_liable,
        counters=counters,
        sticks=hands.sticks * rules.points.stick.points,
        points=points,
        liability=liability,
    )


def shares(base: Ints, is_dealer: Bools, rules: MahjongRules) -> tuple[Ints, Ints, Ints]:
    """Payments (n,) in points: of each non-dealer on a tsumo, of the dealer on a tsumo, of the discarder on a ron.

    ``base``: (n,) of :func:`base_points`. ``is_dealer``: (n,) whether the winner is the dealer.
    """
    if rules.points.shares is None:
        return _read_chart(base, is_dealer, rules)
    unit, table = rules.points.round_up_to, rules.points.shares
    each = base * np.where(is_dealer, table.dealer_tsumo.from_each, table.other_tsumo.from_each)
    dealer = base * np.where(is_dealer, table.dealer_tsumo.from_each, table.other_tsumo.from_dealer)
    discarder = base * np.where(is_dealer, table.dealer_ron.from_discarder, table.other_ron.from_discarder)
    if rules.points.absent_share == "split":
        payers = len(rules.seats) - 1
        absent = (_TABLE - len(rules.seats)) * each
        each, dealer = each + absent // payers, dealer + absent // payers
    return round_up(each, unit), round_up(dealer, unit), round_up(discarder, unit)


class PaidToOne(NamedTuple):
    """What a single winner is paid: by each non-dealer and by the dealer on a tsumo, by the discarder on a ron."""

    each: int
    dealer: int
    discarder: int


def shares_of_one(base: int, rules: MahjongRules, *, is_dealer: bool, honba: int = 0) -> PaidToOne:
    """Payments to a single winner, ``honba`` included; see :func:`shares`."""
    each, dealer, discarder = (int(one[0]) for one in shares(np.array([base]), np.array([is_dealer]), rules))
    counters = rules.points.counters
    by_each = honba * counters.tsumo_each
    return PaidToOne(each + by_each, dealer + by_each, discarder + honba * counters.ron)


class PointsSaid(NamedTuple):
    """The points of a win as players say them: in all; and by payer, what each pays (``of_all``), or the others and the
    dealer, or the discarder of a ron.

    >>> str(PointsSaid(5200, (1300, 2600), of_all=False)), str(PointsSaid(12000, (4000,), of_all=True))
    ('1300/2600', '4000 all')
    """

    total: int
    by_payer: tuple[int, ...]
    of_all: bool

    def __str__(self) -> str:
        return f"{self.by_payer[0]} all" if self.of_all else "/".join(map(str, self.by_payer))


def points_said(base: int, rules: MahjongRules, *, by: str, is_dealer: bool) -> PointsSaid:
    """What base points pay a single winner, without counters and sticks."""
    each, dealer, discarder = shares_of_one(base, rules, is_dealer=is_dealer)
    others = len(rules.seats) - 1
    if by == "ron":
        return PointsSaid(discarder, (discarder,), of_all=False)
    if is_dealer:
        return PointsSaid(others * each, (each,), of_all=True)
    return PointsSaid((others - 1) * each + dealer, (each, dealer), of_all=False)


def share_of(rules: MahjongRules, *, winner_is_dealer: bool, payer_is_dealer: bool, by: str) -> int:
    """How many times the base points one payer pays; 0 under a chart."""
    table = rules.points.shares
    if table is None:
        return 0
    if by == "ron":
        return (table.dealer_ron if winner_is_dealer else table.other_ron).from_discarder
    if winner_is_dealer:
        return table.dealer_tsumo.from_each
    return table.other_tsumo.from_dealer if payer_is_dealer else table.other_tsumo.from_each


def _read_chart(worth: Ints, is_dealer: Bools, rules: MahjongRules) -> tuple[Ints, Ints, Ints]:
    """Payments as of :func:`shares`, from the rows of a chart; a multiple yakuman pays the row of one several times."""
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


def _pay_win(base: Ints, hands: Hands, rules: MahjongRules) -> Ints:
    """(seats + 1, n) what each seat pays for the win itself."""
    return _assign(*shares(base, hands.seat == DEALER, rules), hands, rules)


def _assign(each: Ints, dealer: Ints, discarder: Ints, hands: Hands, rules: MahjongRules) -> Ints:
    """(seats + 1, n) amounts by payer: on a tsumo all seats but the winner, on a ron the discarder."""
    seats = len(rules.seats)
    amounts = np.zeros((seats + 1, len(each)), dtype=np.int64)
    for seat in range(seats):
        own = dealer if seat == DEALER else each
        amounts[seat] = np.where(hands.tsumo, own * (hands.seat != seat), discarder * (hands.discarder == seat))
    amounts[seats] = discarder * (~hands.tsumo & (hands.discarder == NO_SEAT))
    return amounts


def find_liable(counted: Mapping[str, Bools], hands: Hands, rules: MahjongRules) -> Liable:
    """Find who is liable in every hand. ``counted``: the yakuman that count, (n,) each."""
    limits = [name for name in rules.liability.for_ if name in counted]
    asked = np.zeros_like(hands.tsumo)
    for name in limits:
        asked |= counted[name]
    asked &= (hands.liable_seat != NO_SEAT).any(axis=0) | (hands.meld_feeder != NO_SEAT).any(axis=0)
    found: dict[int, dict[str, Feeder]] = {}
    wrong = np.zeros_like(asked)
    for row in np.flatnonzero(asked).tolist():
        try:
            found[row] = responsible([name for name in limits if counted[name][row]], hands, row, rules)
        except HandError:
            wrong[row] = True
    deep = max(map(len, found.values()), default=0)
    seat = np.full((deep, len(asked)), NO_SEAT, dtype=np.int8)
    limit = np.full((deep, len(asked)), -1, dtype=np.int16)
    places = {name: place for place, name in enumerate(rules.yaku)}
    for row, seats in found.items():
        for slot, (name, feeder) in enumerate(seats.items()):
            seat[slot, row], limit[slot, row] = rules.seats.index(feeder), places[name]
    return Liable(seat, limit, wrong)


def cover_hand(liability: Liable, rules: MahjongRules) -> Bools:
    """(n,) whether one liable seat answers for the whole hand, and not only for the yakuman that it fed."""
    seats, needs = liability.seat, rules.liability.needs
    # All pao that counts may lie with one seat.
    alone = ((seats == seats.max(axis=0)) | (seats == NO_SEAT)).all(axis=0) & (rules.liability.covers == "hand")
    whole = [place for place, name in enumerate(rules.yaku) if name in needs and needs[name].replacement]
    return np.asarray(alone | np.isin(liability.limit, whole).any(axis=0))


def _apply_liability(
    win: Ints, as_liable: Ints, counters: Ints, liability: Liable, hands: Hands, rules: MahjongRules
) -> None:
    """Move onto a liable seat what it pays for others, in place."""
    names, seats = list(rules.yaku), liability.seat
    liable, alone = seats != NO_SEAT, cover_hand(liability, rules)
    ordinary = win.copy()
    for slot in range(len(liable)):
        first = np.asarray(~liable[:slot].any(axis=0))
        # A seat that is liable alone for the whole hand pays for it once, however many yakuman it fed.
        rows = np.flatnonzero(liable[slot] & (first | ~alone))
        limits = np.array(
            [rules.yaku[names[place]].value.limit or 0 for place in liability.limit[slot]], dtype=np.int64
        )
        own_limit = _pay_win(limits * rules.points.limit.worth, hands, rules)
        covered = np.where(alone, ordinary, own_limit)
        for row in rows:
            seat = seats[slot, row]
            payer = hands.discarder[row]
            if hands.tsumo[row]:
                # The liable seat pays for everybody. Of two liable seats the one named first pays the honba.
                as_liable[seat, row] += covered[:, row].sum()
                win[:, row] -= covered[:, row]
                if first[row]:
                    counters[:, row] = _move_all(counters[:, row], seat)
            elif payer != seat:
                half = covered[payer, row] // 2
                as_liable[seat, row] += half
                win[payer, row] -= half
                if rules.liability.counters_by == "liable" and first[row]:
                    counters[:, row] = _move_all(counters[:, row], seat)


def _move_all(amounts: Ints, seat: int) -> Ints:
    """Move the sum of the amounts onto one seat."""
    moved = np.zeros_like(amounts)
    moved[seat] = amounts.sum()
    return moved


# ---- as results have them

_UNIT: Final = "points"


def written_payments(hands: Hands, changes: Ints, row: int, rules: MahjongRules) -> dict[str, int]:
    """What every seat gains or loses; on a ron by an unknown discarder, the winner and the discarder.

    ``changes``: those of :meth:`Payments.changes`.
    """
    seats, winner, gained = rules.seats, int(hands.seat[row]), changes[:, row].tolist()
    if not hands.tsumo[row] and hands.discarder[row] == NO_SEAT:
        return {seats[winner]: gained[winner], "discarder": gained[-1]}
    return dict(zip(seats, gained, strict=False))


def transfers_of(hands: Hands, payments: Payments, row: int, rules: MahjongRules) -> list[Transfer]:
    """Every payment for a win with its reason."""
    winner = rules.seats[hands.seat[row]]
    parties = [*rules.seats, "discarder"]
    transfers = [
        Transfer(party, winner, amount, _UNIT, why)
        for why, amounts in (("win", payments.win), ("liable", payments.as_liable), ("counters", payments.counters))
        for party, amount in zip(parties, amounts[:, row].tolist(), strict=True)
        if amount
    ]
    if payments.sticks[row]:
        transfers.append(Transfer("sticks", winner, int(payments.sticks[row]), _UNIT, "sticks"))
    return transfers
