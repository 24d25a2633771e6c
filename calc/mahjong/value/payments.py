"""Turn han and fu into base points, and base points into what each seat pays, a seat liable by pao among them.

Amounts by seat are lists with one more entry than there are seats: the last one is a discarder whose seat the record
leaves out.
"""

from collections.abc import Iterator, Mapping
from operator import add
from typing import Final, NamedTuple

from msgspec import Struct

from calc.errors import lack
from calc.mahjong.hand.hand import DEALER, NO_SEAT, WAREME, Hand
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL, MOST_BASE, Base, Level, Limit, Pays, Points
from calc.outcomes import Transfer


def base_points(han: int, fu: int, points: Points) -> int:
    """Base points of han and fu, without yakuman: those of the level reached by han, else counted from fu.

    Under a chart they are the :attr:`calc.mahjong.rules.schema.Level.worth` of its rows, 0 below the first row.
    """
    reached = [level.worth for from_han, _, level in points.ladder if han >= from_han]
    if reached:
        return reached[-1]
    base = points.base
    if base is None:
        return 0
    if base.cap is None:
        return MOST_BASE + 1 if han >= points.first_han else counted_base(han, fu, base)
    counted = counted_base(min(han, points.first_han), fu, base)
    if base.round_up_above is not None and counted > base.round_up_above:
        return base.cap
    return min(counted, base.cap)


def counted_base(han: int, fu: int, base: Base) -> int:
    """Base points from fu, before rounding up and the cap: fu x per_fu x per_han for each han.

    >>> counted_base(3, 30, Base(per_fu=4, per_han=2, cap=2000, source="guide"))
    960
    """
    counted: int = fu * base.per_fu * base.per_han**han
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


def level_names(rules: MahjongRules) -> Iterator[tuple[str, list[str]]]:
    """Each level that has a name, limit hands too, with its names."""
    levels: list[tuple[str, Level | Limit]] = [*rules.points.levels.items()]
    if rules.points.limit.han is None:
        levels.append((LIMIT_LEVEL, rules.points.limit))
    for key, level in levels:
        if level.name is not None:
            yield key, [key, key.replace("_", " "), level.name.en, level.name.ja, *level.also]


def round_up(number: int, unit: int) -> int:
    """Round up to a multiple of ``unit``."""
    return -(-number // unit) * unit


class Payments(Struct, frozen=True, gc=False):
    """Payments to the winner in points, by seat: for the win, as the seat liable by pao, for honba, and once more by
    who broke the wall, or to them.

    ``sticks``: points of the riichi sticks that the winner takes. ``changes``: what each seat gains or loses; they sum
    to the points of the sticks. ``liable``: who is liable for which yakuman. ``nobody_told``: whether the discarder of
    a ron is not known.
    """

    winner: int
    win: list[int]
    as_liable: list[int]
    counters: list[int]
    wareme: list[int]
    sticks: int
    changes: list[int]
    liable: Mapping[str, int]
    nobody_told: bool

    @property
    def points(self) -> int:
        """The worth of the win without honba and sticks."""
        return sum(self.win) + sum(self.as_liable)

    def written(self, rules: MahjongRules) -> dict[str, int]:
        """What every seat gains or loses; on a ron by an unknown discarder, the winner and the discarder."""
        if self.nobody_told:
            return {rules.seats[self.winner]: self.changes[self.winner], "discarder": self.changes[-1]}
        return dict(zip(rules.seats, self.changes, strict=False))


def pay(base: int, liable: Mapping[str, int], hand: Hand, rules: MahjongRules) -> Payments:
    """Payments for base points. ``liable``: the seat that is liable for each yakuman."""
    named, dice = tuple(liable.items()), hand.fact(WAREME) if rules.points.wareme != "none" else 0
    if dice and not hand.tsumo and hand.discarder == NO_SEAT:
        lack("with wareme a ron needs to know who discarded; add from", key="from")
    broke = (dice - 1) % len(rules.seats) if dice else NO_SEAT
    return paid_to(rules, base, hand.tsumo, hand.seat, hand.discarder, hand.honba, hand.sticks, named, broke)


@remembered
def paid_to(
    rules: MahjongRules,
    base: int,
    tsumo: bool,
    seat: int,
    discarder: int,
    honba: int,
    sticks: int,
    liable: tuple[tuple[str, int], ...] = (),
    broke: int = NO_SEAT,
) -> Payments:
    """As :func:`pay`; many wins have the same."""
    how, nobody_told = (tsumo, seat, discarder, rules), not tsumo and discarder == NO_SEAT
    win = _pay_win(base, *how)
    counters = _assign(paid_for_honba(honba, rules), *how)
    as_liable = _apply_liability(win, counters, dict(liable), *how)
    doubled = (win, as_liable, counters) if rules.points.wareme == "all" else (win, as_liable)
    is_double = [broke != NO_SEAT and broke in (seat, payer) for payer in range(len(win))]
    wareme = [sum(paid) if twice else 0 for twice, *paid in zip(is_double, *doubled, strict=True)]
    changes = [-sum(paid) for paid in zip(win, as_liable, counters, wareme, strict=True)]
    in_sticks = sticks * rules.points.stick.points
    changes[seat] += in_sticks - sum(changes)
    return Payments(seat, win, as_liable, counters, wareme, in_sticks, changes, dict(liable), nobody_told)


class PaidToOne(NamedTuple):
    """What a single winner is paid: by each non-dealer and by the dealer on a tsumo, by the discarder on a ron."""

    each: int
    dealer: int
    discarder: int


def paid_for_honba(honba: int, rules: MahjongRules) -> PaidToOne:
    """What is paid to a single winner for honba alone."""
    counters = rules.points.counters
    return PaidToOne(honba * counters.tsumo_each, honba * counters.tsumo_each, honba * counters.ron)


def shares_of_one(base: int, rules: MahjongRules, *, is_dealer: bool, honba: int = 0) -> PaidToOne:
    """Payments to a single winner for base points (or the worth of a row of a chart), ``honba`` included."""
    return _shares(rules, base, is_dealer, honba)


@remembered
def _shares(rules: MahjongRules, base: int, is_dealer: bool, honba: int) -> PaidToOne:
    table, others = rules.points.shares, len(rules.seats) - 1
    if table is None:
        times, row = _row_of(base, rules)
        if row is None:
            each = dealer = discarder = 0
        elif is_dealer:
            each, dealer, discarder = row.dealer_tsumo_in_all // others, row.other_tsumo_dealer, row.dealer_ron
        else:
            each, dealer, discarder = row.other_tsumo_each, row.other_tsumo_dealer, row.other_ron
        each, dealer, discarder = (times * one for one in (each, dealer, discarder))
    else:
        tsumo, ron = (table.dealer_tsumo, table.dealer_ron) if is_dealer else (table.other_tsumo, table.other_ron)
        each = base * tsumo.from_each
        dealer = each if is_dealer else base * tsumo.from_dealer
        if rules.points.absent_share == "split":
            absent = (_TABLE - len(rules.seats)) * each // others
            each, dealer = each + absent, dealer + absent
        unit = rules.points.round_up_to
        each, dealer, discarder = (round_up(one, unit) for one in (each, dealer, base * ron.from_discarder))
    return PaidToOne(*map(add, (each, dealer, discarder), paid_for_honba(honba, rules)))


def _row_of(worth: int, rules: MahjongRules) -> tuple[int, Pays | None]:
    """The row of a chart with this worth, and how many times it is paid: of a multiple yakuman the row of one is."""
    for level in reversed(rules.points.levels.values()):
        if level.pays is not None and level.pays.other_ron == worth:
            return 1, level.pays
    limit = rules.points.limit
    times = worth // max(limit.worth, 1)
    return (times, limit.pays) if times and times * limit.worth == worth else (0, None)


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
    """What base points pay a single winner, without honba and sticks."""
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


def _pay_win(base: int, tsumo: bool, seat: int, discarder: int, rules: MahjongRules) -> list[int]:
    return _assign(shares_of_one(base, rules, is_dealer=seat == DEALER), tsumo, seat, discarder, rules)


def _assign(paid: PaidToOne, tsumo: bool, seat: int, discarder: int, rules: MahjongRules) -> list[int]:
    """Amounts by payer: on a tsumo all seats but the winner, on a ron the discarder."""
    amounts = [0] * (len(rules.seats) + 1)
    if not tsumo:
        amounts[discarder] = paid.discarder  # the last one is a discarder who is not known
        return amounts
    for other in range(len(rules.seats)):
        if other != seat:
            amounts[other] = paid.dealer if other == DEALER else paid.each
    return amounts


def cover_hand(liable: Mapping[str, int], rules: MahjongRules) -> bool:
    """Whether one liable seat answers for the whole hand, and not only for the yakuman that it fed."""
    needs = rules.liability.needs
    # All pao that counts may lie with one seat.
    alone = rules.liability.covers == "hand" and len(set(liable.values())) == 1
    return alone or any(name in needs and needs[name].replacement for name in liable)


def _apply_liability(
    win: list[int],
    counters: list[int],
    liable: Mapping[str, int],
    tsumo: bool,
    winner: int,
    discarder: int,
    rules: MahjongRules,
) -> list[int]:
    """Move onto liable seats what they pay for others, in place; what they pay so is returned."""
    rule, as_liable, ordinary = rules.liability, [0] * len(win), [*win]
    alone = cover_hand(liable, rules)
    for place, (name, seat) in enumerate(liable.items()):
        if place and alone:
            break  # a seat that is liable alone for the whole hand pays for it once, however many yakuman it fed
        own_limit = (rules.yaku[name].value.limit or 0) * rules.points.limit.worth
        covered = ordinary if alone else _pay_win(own_limit, tsumo, winner, discarder, rules)
        if tsumo:
            # The liable seat pays for everybody. Of two liable seats the one named first pays the honba.
            as_liable[seat] += sum(covered)
            win[:] = [paid - moved for paid, moved in zip(win, covered, strict=True)]
            if not place:
                _move_all(counters, seat)
        elif discarder != seat:
            half = covered[discarder] // 2
            as_liable[seat] += half
            win[discarder] -= half
            if rule.counters_by == "liable" and not place:
                _move_all(counters, seat)
    return as_liable


def _move_all(amounts: list[int], seat: int) -> None:
    total = sum(amounts)
    amounts[:] = [0] * len(amounts)
    amounts[seat] = total


# ---- as results have them

_UNIT: Final = "points"


def transfers_of(hand: Hand, payments: Payments, rules: MahjongRules) -> list[Transfer]:
    """Every payment for a win with its reason."""
    winner = rules.seats[hand.seat]
    transfers = [
        Transfer(party, winner, amount, _UNIT, why)
        for why, amounts in (
            *(("win", payments.win), ("liable", payments.as_liable)),
            *(("counters", payments.counters), ("wareme", payments.wareme)),
        )
        for party, amount in zip((*rules.seats, "discarder"), amounts, strict=True)
        if amount
    ]
    if payments.sticks:
        transfers.append(Transfer("sticks", winner, payments.sticks, _UNIT, "sticks"))
    return transfers
