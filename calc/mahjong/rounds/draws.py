"""Draws 流局: their kinds, who is tenpai, what noten costs 不聴罰符, and what a nagashi mangan 流し満貫 pays."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, HandError, NotationError, refuse_first
from calc.mahjong.check.refusals import check_copies
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.hand.kinds import NORTH
from calc.mahjong.records.types import Draw, Waiting
from calc.mahjong.rounds import faults
from calc.mahjong.rounds.frames import nearest_first
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.tenpai import find_waits
from calc.mahjong.value.payments import paid_for_honba, shares_of_one
from calc.notation.melds import Meld, parse_melds, print_meld
from calc.notation.tiles import kind_of, parse_tiles, print_tiles, print_tiles_in_order
from calc.outcomes import Transfer
from calc.patterns import regex
from calc.translation import msg

_UNIT = "points"
#: A called discard in brackets, discards that were not called, or a bracket that has no other.
_PART: Final = regex(r"\(([^()]*)\)|([^()]+)|([()])")
#: The discards of a seat: those that lie there, and those that other players called.
_Discards = tuple[list[int], list[int]]


class ShownHand(Struct, frozen=True):
    """A hand shown at a draw. ``tiles``: all of it, with melds and Norths set aside. ``waits``: the kinds of tile that
    it waits for, none for noten.
    """

    melds: tuple[Meld, ...]
    tiles: list[int]
    waits: tuple[int, ...]


class ReadDraw(Struct, frozen=True, kw_only=True):
    """A draw, with the hands read. ``tenpai``: the seats that show a tenpai hand, ``None`` where nobody has to show
    one. ``hands``: those given, by seat. ``offenders``: the seats that declared riichi without tenpai.
    """

    record: Draw
    tenpai: tuple[str, ...] | None
    hands: dict[str, ShownHand] = {}
    offenders: tuple[str, ...] = ()

    @property
    def is_exhaustive(self) -> bool:
        """Whether the wall ran out."""
        return self.record.kind == faults.EXHAUSTIVE


def read_draw(
    draw: Draw, riichi: Sequence[str], rules: MahjongRules, *, is_void: bool = False, dead: Sequence[str] = ()
) -> ReadDraw:
    """A draw of a round in which ``riichi`` declared. ``is_void``: whether a chombo makes the round void, so that
    nobody is paid, and who is tenpai may be left out. ``dead``: whose hands count as noten, whatever they hold.

    Raises :class:`calc.NotPayableError` for a kind that the rule set does not have, :class:`calc.HandError` for hands
    that cannot be and for a noten hand said to be tenpai, and :class:`calc.RecordError` where the record does not say
    who is tenpai.
    """
    refuse_first(faults.of_draw(draw, riichi, rules))
    if draw.noten is not None:
        draw = replace(draw, waiting=[seat for seat in rules.seats if seat not in draw.noten])
    discards = {seat: _read_discards(text, f"draw.discards.{seat}") for seat, text in draw.discards.items()}
    hands = {seat: _read_hand(seat, draw, riichi, rules) for seat in draw.hands}
    _check_tiles(draw, hands, discards, rules)
    asked = tenpai = draw.waiting
    if not is_void:
        if draw.kind == faults.EXHAUSTIVE and rules.draw_yaku:
            bars = {seat: _bar_nagashi(seat, discards, hands, rules) for seat in rules.seats}
            shown = [one for one in rules.seats if one in discards and one not in draw.pool_of_dreams and not bars[one]]
            hidden = [seat for seat in shown if seat not in hands and not rules.rounds.nagashi.open]
            refuse_first(faults.of_nagashi(draw.pool_of_dreams, shown, hidden, bars))
            draw = replace(draw, pool_of_dreams=[*draw.pool_of_dreams, *shown])
        # Beside a nagashi mangan only who deals next may depend on who shows a tenpai hand.
        keeps = rules.rounds.dealer_keeps
        is_asked = not draw.pool_of_dreams or (
            keeps.nagashi == "as_drawn" and keeps.exhaustive not in ("always", "never")
        )
        idle = [seat for seat in hands if not hands[seat].waits]
        refuse_first(faults.of_tenpai(draw, idle, rules, is_asked=is_asked))
        if draw.kind == faults.EXHAUSTIVE and draw.waiting is None and hands:
            tenpai = [seat for seat in hands if seat not in idle]
        tenpai = tenpai and [seat for seat in rules.seats if seat in tenpai and seat not in dead]
        asked = tenpai if is_asked else None
    # By the hand, or, where it is not shown, by what is said; a dead hand is not shown.
    said = [*rules.seats] if asked is None else [*asked, *dead]
    noten = [seat for seat in riichi if not (hands[seat].waits if seat in hands else seat in said)]
    return ReadDraw(record=draw, tenpai=None if tenpai is None else tuple(tenpai), hands=hands, offenders=tuple(noten))


# ---- shown hands and discards


def _read_hand(seat: str, draw: Draw, riichi: Sequence[str], rules: MahjongRules) -> ShownHand:
    """A hand as text, melds after the concealed tiles: ``1234p55s99m4z (345m)``."""
    spelled, _, rest = draw.hands[seat].strip().partition(" ")
    try:
        concealed, melds, norths = parse_tiles(spelled), parse_melds(rest.strip()), draw.north.get(seat, 0)
    except CalcError as error:
        error.key = f"draw.hands.{seat}"
        raise
    hand, called = print_tiles_in_order(concealed), [*map(print_meld, melds)]
    (waits,) = find_waits([Waiting(hand=hand, melds=called, seat=seat, riichi=seat in riichi, north=norths)], rules)
    if isinstance(waits, CalcError):
        waits.key, waits.column = f"draw.hands.{seat}", None  # it counts in the tiles in their order
        raise waits
    tiles = [*concealed, *(tile for meld in melds for tile in meld.tiles), *[NORTH] * norths]
    return ShownHand(melds, tiles, waits)


def _read_discards(text: str, key: str) -> _Discards:
    """Read discards in their order, called ones in brackets: ``19m(5z)9p``.

    Raises :class:`~calc.errors.NotationError` with the key and the column.
    """
    left, taken = list[int](), list[int]()
    for part in _PART.finditer(text):
        called, own, stray = part.groups()
        if stray is not None:
            message = msg("expected discards, called ones in brackets, as 19m(5z)9p, found {0!r}", text[part.start() :])
            raise NotationError(message, key=key, column=part.start() + 1)
        try:
            tiles = parse_tiles(own if called is None else called)
        except CalcError as error:
            error.key, error.column = key, part.start(part.lastindex or 0) + (error.column or 1)
            raise
        if called is not None and len(tiles) != 1:
            message = msg("expected one called discard in brackets, as (5z), found {0!r}", part.group())
            raise NotationError(message, key=key, column=part.start() + 1)
        (left if called is None else taken).extend(tiles)
    return left, taken


def _check_tiles(
    draw: Draw, hands: Mapping[str, ShownHand], discards: Mapping[str, _Discards], rules: MahjongRules
) -> None:
    unseen = sum(count for seat, count in draw.north.items() if seat not in hands)
    tiles = [*(tile for hand in hands.values() for tile in hand.tiles), *[NORTH] * unseen]
    tiles += [tile for left, _ in discards.values() for tile in left]
    for tile in tiles:
        if kind_of(tile) not in rules.kinds:
            raise HandError("{0} is played without {1}; remove it", rules.id, print_tiles([tile]), key="draw.hands")
    where = msg("the hands and the discards") if discards else msg("the hands")
    check_copies(tiles, rules, over=where, key=f"draw.{'hands' if hands else 'discards'}")


def _bar_nagashi(
    seat: str, discards: Mapping[str, _Discards], hands: Mapping[str, ShownHand], rules: MahjongRules
) -> str:
    """Why a seat has no nagashi mangan; empty where nothing that is known speaks against it."""
    rule = rules.rounds.nagashi
    if seat in hands and hands[seat].melds and not rule.open:
        return msg("its hand has melds, {0}", "".join(map(print_meld, hands[seat].melds)))
    fed = [meld for hand in hands.values() for meld in hand.melds if meld.feeder == seat]
    if fed:
        return msg("{0} was called from its discards", print_meld(fed[0]))
    left, called = discards.get(seat, ([], []))
    if called:
        return msg("its discard {0} was called", print_tiles(called[:1]))
    others = [tile for tile in left if not rules.sets.holds(rule.of, kind_of(tile))]
    if others or (seat in discards and not left):
        found = print_tiles(others[:1]) or msg("none")
        return msg("not every discard is of {0}, found {1}", rules.lexicon.sets[rule.of], found)
    return ""


# ---- payments


def settle_draw(draw: ReadDraw, sticks: int, honba: int, rules: MahjongRules) -> list[Transfer]:
    """The payments of a draw with ``sticks`` points of riichi sticks and ``honba`` on the table."""
    if not draw.is_exhaustive:
        return []
    winners = nearest_first(draw.record.pool_of_dreams, rules.seats[DEALER], rules.seats)
    if not winners:
        tenpai = draw.tenpai or ()
        noten = [seat for seat in rules.seats if seat not in tenpai]
        # Noten seats pay the pool together, tenpai seats share it.
        amount = rules.rounds.not_waiting.pool // (len(tenpai) * len(noten) or 1)
        return [Transfer(payer, to, amount, _UNIT, "penalty") for payer, to in product(noten, tenpai) if amount]
    # A record tells draw yaku by pool_of_dreams alone, so a rule set has one at most: see draw_yaku_of.
    (yaku,) = rules.draw_yaku.values()
    worth = (yaku.value.limit or 0) * rules.points.limit.worth
    if yaku.value.level is not None:
        worth = rules.points.levels[yaku.value.level].worth
    transfers = [one for seat in winners for one in pay_as_tsumo(seat, worth, "nagashi", rules)]
    first, rule = winners[0], rules.rounds.nagashi
    if honba and rule.counters:
        amount = paid_for_honba(honba, rules).each
        transfers += [Transfer(payer, first, amount, _UNIT, "counters") for payer in rules.seats if payer != first]
    if sticks and rule.sticks == "winner":
        transfers.append(Transfer("sticks", first, sticks, _UNIT, "sticks"))
    return transfers


def pay_as_tsumo(seat: str, worth: int, why: str, rules: MahjongRules) -> list[Transfer]:
    """What each other seat pays to ``seat`` for a tsumo of ``worth`` base points, without honba."""
    dealer = rules.seats[DEALER]
    each, from_dealer, _ = shares_of_one(worth, rules, is_dealer=seat == dealer)
    return [
        Transfer(payer, seat, from_dealer if payer == dealer else each, _UNIT, why)
        for payer in rules.seats
        if payer != seat
    ]
