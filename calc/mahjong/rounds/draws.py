"""Exhaustive draws 流局: who waits, who pays for not waiting, and what a Pool of Dreams 流し満貫 brings in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import HandError, NotPayableError, RecordError
from calc.mahjong.hand.hands import DEALER
from calc.mahjong.rounds.shown_hands import ReadHand, check_norths, check_together, read_hand
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.value.payments import shares_of_one
from calc.outcomes import Note, Transfer
from calc.records.round import Draw
from calc.records.win import Seat

_UNIT = "points"
_EXHAUSTIVE = "exhaustive"
_ALL_RIICHI = "suucha_riichi"
_ALL_RON = "sanchahou"
_NINE_KINDS = "kyuushu_kyuuhai"
#: Who win when a sanchahou 三家和 is drawn.
_WINNERS = 3


class ReadDraw(Struct, frozen=True, kw_only=True):
    """A draw, with the hands read. ``waiting``: the seats that show a waiting hand, ``None`` where nobody is asked.
    ``hands``: those given, by seat.
    """

    record: Draw
    waiting: tuple[str, ...] | None
    hands: dict[str, ReadHand] = {}
    notes: tuple[Note, ...]

    @property
    def is_exhaustive(self) -> bool:
        """Whether the wall ran out."""
        return self.record.kind == _EXHAUSTIVE


def read_draw(draw: Draw, riichi: Sequence[Seat], rules: MahjongRules, key: str) -> ReadDraw:
    """A draw of a round in which ``riichi`` declared; ``key`` is what messages call it (``draw``).

    Raises :class:`calc.NotPayableError` for a kind that the rule set does not have, :class:`calc.HandError` for hands
    that cannot be and for a seat that shows a hand which does not wait, and :class:`calc.RecordError` where it is not
    said who waits.
    """
    _check_kind(draw, riichi, rules, key)
    hands = _read_hands(draw, riichi, rules, key)
    waits = {seat: hand.is_waiting for seat, hand in hands.items()}
    waiting = _who_waits(draw, waits, rules, key)
    # Where a Pool of Dreams is scored in place of asking who waits, nobody had to show a hand.
    asked = None if draw.pool_of_dreams and rules.rounds.dealer_keeps.nagashi == "always" else waiting
    return ReadDraw(record=draw, waiting=waiting, hands=hands, notes=tuple(_riichi_notes(riichi, waits, asked)))


def check_void_draw(draw: Draw, riichi: Sequence[Seat], rules: MahjongRules, key: str) -> None:
    """A draw that a chombo makes void: it pays nobody, so nobody need be said to wait, but it has to be one."""
    said = draw if draw.kind != _EXHAUSTIVE or draw.waiting is not None else replace(draw, waiting=[])
    _check_kind(said, riichi, rules, key)
    _read_hands(said, riichi, rules, key)


def _check_kind(draw: Draw, riichi: Sequence[str], rules: MahjongRules, key: str) -> None:
    kinds = [_EXHAUSTIVE, *rules.rounds.abortive.kinds]
    abort_from = rules.rounds.multiple_ron.abort_from
    if abort_from is not None:
        kinds.append(_ALL_RON)
    if draw.kind == _ALL_RON and len(rules.seats) <= _WINNERS:
        raise NotPayableError(
            f"{_ALL_RON} needs {_WINNERS} winners and a discarder, {rules.id} is played by {len(rules.seats)}",
            key=f"{key}.kind",
        )
    if draw.kind not in kinds:
        raise NotPayableError(
            f"{rules.id} knows the draws {', '.join(dict.fromkeys(kinds))}, found {draw.kind!r}; "
            "where a table plays it, add it to the option abortive_draws",
            key=f"{key}.kind",
        )
    if draw.kind != _EXHAUSTIVE and (draw.waiting is not None or draw.pool_of_dreams):
        given = "waiting" if draw.waiting is not None else "pool_of_dreams"
        raise HandError(
            f"only an exhaustive draw asks for {given}, found it with {draw.kind}; leave it out",
            code="contradiction",
            key=f"{key}.{given}",
        )
    if draw.kind == _ALL_RIICHI and set(riichi) != set(rules.seats):
        raise HandError(
            f"a draw of kind {_ALL_RIICHI} needs riichi of {' '.join(rules.seats)}, found {' '.join(riichi) or 'none'}",
            code="contradiction",
            key=f"{key}.kind",
        )
    if draw.kind == _NINE_KINDS and set(riichi) == set(rules.seats):
        raise HandError(
            f"who draws the round by {_NINE_KINDS} does so before the first discard, so not everybody can have "
            "declared riichi",
            code="contradiction",
            key=f"{key}.kind",
        )
    if draw.pool_of_dreams and not rules.draw_yaku:
        raise NotPayableError(f"{rules.id} has no Pool of Dreams (nagashi mangan)", key=f"{key}.pool_of_dreams")


def _read_hands(draw: Draw, riichi: Sequence[Seat], rules: MahjongRules, key: str) -> dict[str, ReadHand]:
    check_norths(draw.north, rules, key=f"{key}.north")
    hands: dict[str, ReadHand] = {
        seat: read_hand(text, rules, norths=draw.north.get(seat, 0), key=f"{key}.hands.{seat}")
        for seat, text in draw.hands.items()
    }
    unseen = sum(count for seat, count in draw.north.items() if seat not in hands)
    check_together(hands.values(), rules, norths=unseen, key=f"{key}.hands")
    for seat in riichi:
        if seat in hands and hands[seat].is_open:
            raise HandError(
                f"{seat} declared riichi, which an open hand cannot, found {draw.hands[seat]!r}; a concealed quad is "
                "written in square brackets",
                code="contradiction",
                key=f"{key}.hands.{seat}",
            )
    for seat in draw.pool_of_dreams:
        if seat in hands and hands[seat].melds and not rules.rounds.nagashi.open:
            raise HandError(
                f"{seat}: a Pool of Dreams needs a hand without melds and quads, found {draw.hands[seat]!r}",
                code="contradiction",
                key=f"{key}.hands.{seat}",
            )
    return hands


def _who_waits(draw: Draw, waits: dict[str, bool], rules: MahjongRules, key: str) -> tuple[str, ...] | None:
    """The seats that show a waiting hand, in the order of the seats."""
    if draw.kind != _EXHAUSTIVE:
        return None
    if draw.waiting is None:
        if draw.hands:
            return tuple(seat for seat in rules.seats if waits.get(seat))
        if draw.pool_of_dreams and rules.rounds.dealer_keeps.nagashi == "always":
            return None
        raise RecordError(
            "expected who shows a waiting hand, as waiting: [E, W] ([] for nobody) or as hands, found neither",
            code="missing_key",
            key=f"{key}.waiting",
        )
    for seat in draw.waiting:
        if waits.get(seat) is False:
            raise HandError(
                f"{seat} is said to wait, but the hand {draw.hands[seat]!r} does not wait",
                code="contradiction",
                key=f"{key}.hands.{seat}",
            )
    return tuple(seat for seat in rules.seats if seat in draw.waiting)


def _riichi_notes(riichi: Iterable[str], waits: dict[str, bool], waiting: tuple[str, ...] | None) -> Iterator[Note]:
    for seat in riichi:
        shows = waits.get(seat, waiting is None or seat in waiting)
        if not shows:
            yield Note(
                "riichi_not_waiting", f"{seat} declared riichi, but shows no waiting hand: a chombo at most tables"
            )


def settle_draw(draw: ReadDraw, sticks: int, rules: MahjongRules) -> list[Transfer]:
    """What changes hands in a draw with ``sticks`` points of riichi sticks on the table."""
    if not draw.is_exhaustive:
        return []
    pools = nearest_first(draw.record.pool_of_dreams, rules.seats[DEALER], rules.seats)
    if not pools:
        return list(_penalty(draw.waiting or (), rules))
    (yaku,) = rules.draw_yaku.values()
    worth = (yaku.value.limit or 0) * rules.points.limit.worth
    if yaku.value.level is not None:
        worth = rules.points.levels[yaku.value.level].worth
    transfers = [
        Transfer(payer, seat, amount, _UNIT, "nagashi")
        for seat in pools
        for payer, amount in pay_as_tsumo(seat, worth, rules).items()
    ]
    if sticks and rules.rounds.nagashi.sticks == "winner":
        transfers.append(Transfer("sticks", pools[0], sticks, _UNIT, "sticks"))
    return transfers


def nearest_first(seats: Iterable[str], start: str, order: Sequence[str]) -> list[str]:
    """Seats in turn order, beginning at ``start`` itself.

    >>> nearest_first(["E", "N", "W"], "W", "ESWN")
    ['W', 'N', 'E']
    """
    first = order.index(start)
    return sorted(seats, key=lambda seat: (order.index(seat) - first) % len(order))


def pay_as_tsumo(seat: str, worth: int, rules: MahjongRules) -> dict[str, int]:
    """What each other seat pays to ``seat`` for a tsumo of ``worth`` base points, without counters."""
    dealer = rules.seats[DEALER]
    each, from_dealer, _ = shares_of_one(worth, rules, is_dealer=seat == dealer)
    return {payer: from_dealer if payer == dealer else each for payer in rules.seats if payer != seat}


def _penalty(waiting: Sequence[str], rules: MahjongRules) -> Iterator[Transfer]:
    """Those who do not wait pay the pool together, those who wait share it."""
    payers = [seat for seat in rules.seats if seat not in waiting]
    if waiting and payers:
        amount = rules.rounds.not_waiting.pool // (len(waiting) * len(payers))
        yield from (Transfer(payer, to, amount, _UNIT, "penalty") for payer, to in product(payers, waiting) if amount)
