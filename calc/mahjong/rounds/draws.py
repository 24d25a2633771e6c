"""Draws 流局: their kinds, who is tenpai, what noten costs 不聴罰符, and what a nagashi mangan 流し満貫 pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, HandError, NotPayableError, RecordError
from calc.mahjong.hand.hands import DEALER, NORTH
from calc.mahjong.read.win_records import check_copies
from calc.mahjong.records.types import Draw, Waiting
from calc.mahjong.rounds.nagashi import Discards, find_pools, read_discards
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.tenpai import find_waits
from calc.mahjong.value.payments import shares_of_one
from calc.notation.melds import Meld, parse_melds, print_meld
from calc.notation.tiles import kind_of, parse_tiles, print_tiles, print_tiles_in_order
from calc.outcomes import Note, Transfer
from calc.translation import say

_UNIT = "points"
_EXHAUSTIVE = "exhaustive"
_ALL_RIICHI = "suucha_riichi"
_ALL_RON = "sanchahou"
_NINE_KINDS = "kyuushu_kyuuhai"
#: The number of winners in a sanchahou 三家和.
_WINNERS = 3


class ShownHand(Struct, frozen=True, kw_only=True):
    """A hand shown at a draw. ``tiles``: all of it, with melds and Norths set aside. ``waits``: the kinds of tile that
    it waits for, none for noten.
    """

    melds: tuple[Meld, ...]
    tiles: list[int]
    waits: tuple[int, ...]


class ReadDraw(Struct, frozen=True, kw_only=True):
    """A draw, with the hands read. ``tenpai``: the seats that show a tenpai hand, ``None`` where nobody has to show
    one. ``hands``: those given, by seat.
    """

    record: Draw
    tenpai: tuple[str, ...] | None
    hands: dict[str, ShownHand] = {}
    notes: tuple[Note, ...] = ()

    @property
    def is_exhaustive(self) -> bool:
        """Whether the wall ran out."""
        return self.record.kind == _EXHAUSTIVE


def read_draw(
    draw: Draw,
    riichi: Sequence[str],
    rules: MahjongRules,
    key: str,
    lang: str = "en",
    shown: Mapping[str, ShownHand | CalcError] | None = None,
) -> ReadDraw:
    """A draw of a round in which ``riichi`` declared; ``key`` is what messages call it (``draw``). ``shown``: its hands
    where :func:`shown_hands` has read them already.

    Raises :class:`calc.NotPayableError` for a kind that the rule set does not have, :class:`calc.HandError` for hands
    that cannot be and for a noten hand said to be tenpai, and :class:`calc.RecordError` where the record does not say
    who is tenpai.
    """
    draw = _find_waiting(draw, rules, key)
    _check_kind(draw, riichi, rules, key)
    discards = _read_discards(draw, key)
    hands = _read_hands(draw, discards, riichi, rules, key, shown)
    if draw.kind == _EXHAUSTIVE and rules.draw_yaku:
        melds = {seat: hand.melds for seat, hand in hands.items()}
        draw = replace(draw, pool_of_dreams=find_pools(draw.pool_of_dreams, discards, melds, rules, key))
    tenpai = _find_tenpai(draw, hands, rules, key)
    # Where the dealer keeps the deal by any nagashi mangan, nobody has to show a hand.
    asked = None if draw.pool_of_dreams and rules.rounds.dealer_keeps.nagashi != "as_drawn" else tenpai
    notes = tuple(
        Note(
            "riichi_not_waiting",
            say(lang, "{seat} declared riichi, but shows no waiting hand: a chombo at most tables", seat=seat),
        )
        for seat in riichi
        if not (hands[seat].waits if seat in hands else asked is None or seat in asked)
    )
    return ReadDraw(record=draw, tenpai=tenpai, hands=hands, notes=notes)


def check_void_draw(draw: Draw, riichi: Sequence[str], rules: MahjongRules, key: str) -> None:
    """Check a draw in a round that a chombo makes void. Nobody is paid, so who is tenpai may be left out."""
    draw = _find_waiting(draw, rules, key)
    stated = draw if draw.kind != _EXHAUSTIVE or draw.waiting is not None else replace(draw, waiting=[])
    _check_kind(stated, riichi, rules, key)
    _read_hands(stated, _read_discards(stated, key), riichi, rules, key)


def _find_waiting(draw: Draw, rules: MahjongRules, key: str) -> Draw:
    """The draw with who waits where it says who is noten."""
    if draw.noten is None:
        return draw
    waiting = [seat for seat in rules.seats if seat not in draw.noten]
    if draw.waiting is not None and set(draw.waiting) != set(waiting):
        raise RecordError(
            f"expected each player under waiting or under noten, found waiting {' '.join(draw.waiting) or 'nobody'} "
            f"and noten {' '.join(draw.noten) or 'nobody'}; leave one of them out",
            code="contradiction",
            key=f"{key}.noten",
        )
    return replace(draw, waiting=waiting, noten=None)


def _contradict(message: str, key: str) -> NoReturn:
    raise HandError(message, code="contradiction", key=key)


def _check_kind(draw: Draw, riichi: Sequence[str], rules: MahjongRules, key: str) -> None:
    kinds = [_EXHAUSTIVE, *rules.rounds.abortive.kinds]
    if rules.rounds.multiple_ron.abort_from is not None:
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
        _contradict(
            f"only an exhaustive draw asks for {given}, found it with {draw.kind}; leave it out", f"{key}.{given}"
        )
    if draw.kind == _ALL_RIICHI and set(riichi) != set(rules.seats):
        _contradict(
            f"a draw of kind {_ALL_RIICHI} needs riichi of {' '.join(rules.seats)}, found {' '.join(riichi) or 'none'}",
            f"{key}.kind",
        )
    if draw.kind == _NINE_KINDS and set(riichi) == set(rules.seats):
        _contradict(
            f"who draws the round by {_NINE_KINDS} does so before the first discard, so not everybody can have "
            "declared riichi",
            f"{key}.kind",
        )
    if draw.pool_of_dreams and not rules.draw_yaku:
        hint = rules.hint_options("yaku.nagashi_mangan")
        raise NotPayableError(f"{rules.id} has no Pool of Dreams (nagashi mangan){hint}", key=f"{key}.pool_of_dreams")


# ---- shown hands


def _read_discards(draw: Draw, key: str) -> dict[str, Discards]:
    return {seat: read_discards(text, f"{key}.discards.{seat}") for seat, text in draw.discards.items()}


def _read_hands(
    draw: Draw,
    discards: Mapping[str, Discards],
    riichi: Sequence[str],
    rules: MahjongRules,
    key: str,
    shown: Mapping[str, ShownHand | CalcError] | None = None,
) -> dict[str, ShownHand]:
    """The hands shown, by seat, each possible by itself and all of them together with the discards left there.

    ``shown``: the hands where :func:`shown_hands` has read them already.
    """
    norths = sum(draw.north.values())
    if norths and rules.dora.north is None:
        raise HandError(f"{rules.id} sets no Norths aside, found {norths}; remove north", key=f"{key}.north")
    if norths > rules.tiles.copies:
        raise HandError(f"there are only {rules.tiles.copies} Norths, found {norths} set aside", key=f"{key}.north")
    hands: dict[str, ShownHand] = {}
    for seat, one in (shown_hands([(draw, riichi)], rules)[0] if shown is None else shown).items():
        if isinstance(one, CalcError):
            one.key = f"{key}.hands.{seat}"
            raise one
        hands[seat] = one
    unseen = sum(count for seat, count in draw.north.items() if seat not in hands)
    tiles = [*(tile for hand in hands.values() for tile in hand.tiles), *[NORTH] * unseen]
    tiles += [tile for own in discards.values() for tile in own.left]
    for tile in tiles:
        if kind_of(tile) not in rules.kinds:
            raise HandError(f"{rules.id} is played without {print_tiles([tile])}; remove it", key=f"{key}.hands")
    where = "the hands and the discards" if discards else "the hands"
    check_copies(tiles, rules, over=where, key=f"{key}.{'hands' if hands else 'discards'}")
    return hands


class OpenedHand(Struct, frozen=True, kw_only=True):
    """A hand shown at a draw, before anybody has asked what it waits for. ``tiles`` as in :class:`ShownHand`."""

    record: Waiting
    melds: tuple[Meld, ...]
    tiles: list[int]


def _open_hand(seat: str, draw: Draw, riichi: Sequence[str]) -> OpenedHand | CalcError:
    """A hand as text, melds after the concealed tiles: ``1234p55s99m4z (345m)``."""
    spelled, _, rest = draw.hands[seat].strip().partition(" ")
    norths = draw.north.get(seat, 0)
    try:
        concealed, melds = parse_tiles(spelled), parse_melds(rest.strip())
    except CalcError as error:
        return error
    record = Waiting(
        hand=print_tiles_in_order(concealed),
        melds=[print_meld(meld) for meld in melds],
        seat=seat,
        riichi=seat in riichi,
        north=norths,
    )
    called = [tile for meld in melds for tile in meld.tiles]
    return OpenedHand(record=record, melds=melds, tiles=[*concealed, *called, *[NORTH] * norths])


def shown_hands(
    draws: Sequence[tuple[Draw, Sequence[str]]], rules: MahjongRules
) -> list[dict[str, ShownHand | CalcError]]:
    """The hands shown at each draw, beside those who declared riichi: by seat, or why a hand cannot be.

    The waits of all of them are looked up together.
    """
    opened = [{seat: _open_hand(seat, draw, riichi) for seat in draw.hands} for draw, riichi in draws]
    records = [one.record for hands in opened for one in hands.values() if isinstance(one, OpenedHand)]
    waits = iter(find_waits(records, rules) if records else [])
    return [
        {seat: one if isinstance(one, CalcError) else _shown(one, next(waits)) for seat, one in hands.items()}
        for hands in opened
    ]


def _shown(opened: OpenedHand, waits: tuple[int, ...] | CalcError) -> ShownHand | CalcError:
    if isinstance(waits, CalcError):
        waits.column = None
        return waits
    return ShownHand(melds=opened.melds, tiles=opened.tiles, waits=waits)


def _find_tenpai(draw: Draw, hands: Mapping[str, ShownHand], rules: MahjongRules, key: str) -> tuple[str, ...] | None:
    """The seats that show a tenpai hand, in their order."""
    if draw.kind != _EXHAUSTIVE:
        return None
    if draw.waiting is None:
        if draw.hands:
            return tuple(seat for seat in rules.seats if seat in hands and hands[seat].waits)
        if draw.pool_of_dreams and rules.rounds.dealer_keeps.nagashi != "as_drawn":
            return None
        raise RecordError(
            "expected who shows a waiting hand, as waiting: [E, W] ([] for nobody) or as hands, found neither",
            code="missing_key",
            key=f"{key}.waiting",
        )
    for seat in draw.waiting:
        if seat in hands and not hands[seat].waits:
            _contradict(
                f"{seat} is said to wait, but the hand {draw.hands[seat]!r} does not wait", f"{key}.hands.{seat}"
            )
    return tuple(seat for seat in rules.seats if seat in draw.waiting)


# ---- payments


def settle_draw(draw: ReadDraw, sticks: int, honba: int, rules: MahjongRules) -> list[Transfer]:
    """The payments of a draw with ``sticks`` points of riichi sticks and ``honba`` on the table."""
    if not draw.is_exhaustive:
        return []
    winners = nearest_first(draw.record.pool_of_dreams, rules.seats[DEALER], rules.seats)
    if not winners:
        return list(_pay_for_noten(draw.tenpai or (), rules))
    # A record tells draw yaku by pool_of_dreams alone, so a rule set has one at most: see draw_yaku_of.
    (yaku,) = rules.draw_yaku.values()
    worth = (yaku.value.limit or 0) * rules.points.limit.worth
    if yaku.value.level is not None:
        worth = rules.points.levels[yaku.value.level].worth
    transfers = [
        Transfer(payer, seat, amount, _UNIT, "nagashi")
        for seat in winners
        for payer, amount in pay_as_tsumo(seat, worth, rules).items()
    ]
    if honba and rules.rounds.nagashi.counters:
        amount = honba * rules.points.counters.tsumo_each
        transfers += [
            Transfer(payer, winners[0], amount, _UNIT, "counters") for payer in rules.seats if payer != winners[0]
        ]
    if sticks and rules.rounds.nagashi.sticks == "winner":
        transfers.append(Transfer("sticks", winners[0], sticks, _UNIT, "sticks"))
    return transfers


def _pay_for_noten(tenpai: Sequence[str], rules: MahjongRules) -> Iterator[Transfer]:
    """Noten seats pay the pool together, tenpai seats share it."""
    payers = [seat for seat in rules.seats if seat not in tenpai]
    if tenpai and payers:
        amount = rules.rounds.not_waiting.pool // (len(tenpai) * len(payers))
        yield from (Transfer(payer, to, amount, _UNIT, "penalty") for payer, to in product(payers, tenpai) if amount)


def pay_as_tsumo(seat: str, worth: int, rules: MahjongRules) -> dict[str, int]:
    """What each other seat pays to ``seat`` for a tsumo of ``worth`` base points, without honba."""
    dealer = rules.seats[DEALER]
    each, from_dealer, _ = shares_of_one(worth, rules, is_dealer=seat == dealer)
    return {payer: from_dealer if payer == dealer else each for payer in rules.seats if payer != seat}


def nearest_first(seats: Iterable[str], start: str, order: Sequence[str]) -> list[str]:
    """Seats in turn order, beginning at ``start`` itself.

    >>> nearest_first(["E", "N", "W"], "W", "ESWN")
    ['W', 'N', 'E']
    """
    first = order.index(start)
    return sorted(seats, key=lambda seat: (order.index(seat) - first) % len(order))
