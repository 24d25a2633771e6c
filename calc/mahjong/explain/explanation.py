"""Why a win is worth what it is: the reasons behind every figure of a result."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from calc.departures import title_of
from calc.mahjong.by_result import SettledResult
from calc.mahjong.explain.claims import worth_of
from calc.mahjong.explain.notes import why_lowered
from calc.mahjong.hand.hand import DEALER, SEASONS
from calc.mahjong.hand.kinds import NORTH, RED_FIVES
from calc.mahjong.read import ReadWin
from calc.mahjong.records.types import TOLD, Win
from calc.mahjong.results import ReadingLine, WinResult, join_parts, write_parts, write_reading
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.words import Declared, State
from calc.mahjong.rules.words.base import AllOf, Word
from calc.mahjong.scoring import SettledWin
from calc.mahjong.value.liability import trace
from calc.mahjong.value.payments import counted_base, cover_hand, points_said, share_of, shares_of_one
from calc.notation.melds import parse_melds, print_meld
from calc.notation.tiles import kind_of, print_tiles
from calc.outcomes import Transfer
from calc.translation import say


class YakuReason(Struct, frozen=True):
    """A yaku that counts.

    ``tiles``: those that make it, none for a circumstance. ``condition``: as a phrase. ``lowered``: why it has fewer
    han than it can have, empty where it has all of them.
    """

    id: str
    tiles: str
    condition: str
    lowered: str = ""


class DoraReason(Struct, frozen=True):
    """Dora of one kind: ``count`` tiles of the hand.

    ``indicator``, ``tile``: an indicator and the tile it points to. Red fives and Norths have no indicator, season
    tiles have neither.
    """

    kind: Literal["dora", "red", "ura", "north", "season"]
    indicator: str
    tile: str
    count: int


class PaymentReason(Struct, frozen=True):
    """A transfer. For the win itself it is ``times`` the base points before rounding; else ``times`` is 0. Where
    somebody is responsible (pao), ``part`` says in words what part of which points it is.
    """

    transfer: Transfer
    times: int
    part: str = ""


class OtherReading(Struct, frozen=True):
    """Another reading of the same hand, and its worth. ``yaku`` is empty where it could not win; ``dora``: how many."""

    reading: ReadingLine
    yaku: list[str]
    dora: int
    han: int
    fu: int
    base: int


class Explanation(Struct, frozen=True):
    """A result with all its reasons. ``hand``: concealed tiles, ``win``: the winning tile; both empty, and ``reading``
    none, for a win without tiles.

    ``base``: how the base points came about, ``limit`` (limits x base), ``level`` (a fixed level), ``counted`` (fu x
    per_fu x per_han for each han, which made ``counted`` before the cap), ``chart`` (there are none) or ``points``
    (only these are known).
    """

    result: WinResult
    record: Win
    hand: str
    win: str
    reading: ReadingLine | None
    yaku: list[YakuReason]
    dora: list[DoraReason]
    base: str
    payments: list[PaymentReason]
    others: list[OtherReading]
    counted: int = 0


def explain_win(settled: SettledWin | SettledResult, result: WinResult) -> Explanation:
    """The reasons behind a full ``result``, from the settled win that it was written from."""
    record, rules = settled.record, settled.rules
    payments = _explain_payments(settled, result, rules)
    if not isinstance(settled, SettledWin):
        base, counted = ("points", 0) if record.points is not None else _explain_base(result, rules)
        return Explanation(result, record, "", "", None, [], [], base, payments, [], counted)
    read, state, lexicon, yaku = settled.read, settled.best.state(rules), rules.lexicon, []
    for line in result.yaku:
        one = rules.yaku[line.id]
        tiles = join_parts(settled.texts, one.when.marks(state))
        lowered = "" if line.han is None else why_lowered(one, state, rules)
        yaku.append(YakuReason(line.id, tiles, _held(one.when, state).phrase(lexicon), lowered))
    others = []
    for other in settled.others:
        reading, tally = write_reading(other.reading, write_parts(other.reading, read)), other.tally
        names, figures = [*tally.counted] if tally.winnable else [], tally.figures
        dora = other.reading.hand.bonus["all"] if figures.is_counted else 0
        others.append(OtherReading(reading, names, dora, figures.han, figures.fu, figures.base))
    base, counted = _explain_base(result, rules)
    return Explanation(
        result=result,
        record=record,
        hand=print_tiles(read.hand),
        win=print_tiles([read.win]),
        reading=write_reading(settled.best.reading, settled.texts),
        yaku=yaku,
        dora=[] if result.han is None else _explain_dora(read, rules),
        base=base,
        counted=counted,
        payments=payments,
        # Those that pay less, or no more, than the best one; best first.
        others=sorted(others, key=lambda one: (not one.yaku, -one.base, -one.han, -one.fu)),
    )


def _held(word: Word, state: State) -> Word:
    """Of a declaration with several values that will do the one that was declared."""
    if isinstance(word, AllOf):
        return AllOf(tuple(_held(one, state) for one in word.words))
    asked = word.asked() if isinstance(word, Declared) and word.north is None else {}
    given: list[dict[str, Any]] = [{name: value} for name, values in asked.items() for value in values]
    alone = [one for one in (Declared(**own) for own in given) if one.holds(state)]
    return alone[0] if len(asked) == len(alone) == 1 else word


def _explain_dora(read: ReadWin, rules: MahjongRules) -> list[DoraReason]:
    """Every indicator that points to a tile of the hand, the red fives, and the tiles set aside."""
    reasons = []
    for place, indicator in enumerate((*read.dora, *read.ura)):
        tile = rules.dora_after.get(kind_of(indicator))
        count = sum(kind_of(held) == tile for held in read.all_tiles)
        if tile is not None and count:
            kind: Literal["dora", "ura"] = "dora" if place < len(read.dora) else "ura"
            reasons.append(DoraReason(kind, print_tiles([indicator]), print_tiles([tile]), count))
    reds = [tile for tile in read.all_tiles if tile in RED_FIVES]
    if reds:
        reasons.append(DoraReason("red", "", print_tiles(reds), len(reds)))
    # Red fives that are told by their number are those that are shown, and more.
    kinds: tuple[Literal["dora", "ura", "red"], ...] = ("dora", "ura", "red")
    for one in kinds:
        count = int(read.record.facts.get(TOLD[one], 0)) - (one == "red") * len(reds)
        reasons += [DoraReason(one, "", "", count)] if count > 0 else []
    if read.record.north:
        reasons.append(DoraReason("north", "", print_tiles([NORTH] * read.record.north), read.record.north))
    seasons = read.record.facts.get(SEASONS)
    if seasons:
        reasons.append(DoraReason("season", "", "", int(seasons)))
    return reasons


def _explain_base(result: WinResult, rules: MahjongRules) -> tuple[str, int]:
    if (rule := rules.points.base) is None:
        return "chart", 0
    if result.limits:
        return "limit", 0
    if result.han is None or result.fu is None or result.han >= rules.points.first_han:
        return "level", 0
    return "counted", counted_base(result.han, result.fu, rule)


def _explain_payments(win: SettledWin | SettledResult, result: WinResult, rules: MahjongRules) -> list[PaymentReason]:
    record, fed, dealer = win.record, _shares(win, result), rules.seats[DEALER]
    paid = shares_of_one(worth_of(result, rules), rules, is_dealer=record.seat == dealer)
    reasons = []
    for transfer in result.transfers or []:
        times, part, payer = 0, "", transfer.from_
        # With a part of the absent player's share, an amount is no multiple of the base points.
        if transfer.why == "win" and not fed and rules.points.absent_share == "lost" and record.points is None:
            times = share_of(
                rules, winner_is_dealer=record.seat == dealer, payer_is_dealer=payer == dealer, by=record.by
            )
        elif transfer.why == "liable":
            part = say(" and ").join(_tell_part(one, win) for one in fed if one.seat == payer)
        elif transfer.why == "win" and record.points is None:
            whole = paid.discarder if record.by == "ron" else paid.dealer if payer == dealer else paid.each
            if less := whole - transfer.amount:
                who = say(" and ").join(dict.fromkeys(title_of(one.seat) for one in fed))
                text = "{whole} less {less} that {who} pays by responsibility (pao)"
                part = say(text, who=who, whole=f"{whole:,}", less=f"{less:,}")
        reasons.append(PaymentReason(transfer, times, part))
    return reasons


# ---- responsibility (pao)


class _Share(Struct, frozen=True):
    """What one seat answers for: the ``yakuman`` that it fed (ids), called ``names``, or for them the ``whole`` hand.

    ``points``: what that is worth.
    """

    seat: str
    yakuman: list[str]
    names: str
    whole: bool
    points: int


def _shares(win: SettledWin | SettledResult, result: WinResult) -> list[_Share]:
    """The shares of all responsible seats, in the order in which they pay."""
    rules, liable = win.rules, win.payments.liable
    fed = [(rules.seats[seat], name) for name, seat in liable.items()]
    if not fed:
        return []
    if cover_hand(liable, rules):
        names = say(" and ").join(rules.yaku[name].name.text() for name in liable)
        return [_Share(fed[0][0], [*liable], names, whole=True, points=result.points)]
    is_dealer = win.record.seat == rules.seats[DEALER]
    found = []
    for seat, name in fed:
        worth = (rules.yaku[name].value.limit or 0) * rules.points.limit.worth
        said = points_said(worth, rules, by=win.record.by, is_dealer=is_dealer)
        found.append(_Share(seat, [name], rules.yaku[name].name.text(), whole=False, points=said.total))
    return found


def _tell_part(share: _Share, win: SettledWin | SettledResult) -> str:
    """``all of Daisangen (48,000)``, ``half of the whole hand (64,000)``."""
    what = say("the whole hand") if share.whole else share.names
    is_all = win.record.by == "tsumo" or share.seat == win.record.from_
    text = "all of {what} ({points})" if is_all else "half of {what} ({points})"
    return say(text, what=what, points=f"{share.points:,}")


def why_responsible(win: SettledWin | SettledResult, result: WinResult) -> Iterator[str]:
    """For every responsible seat what it pays and why; where nobody is responsible for a yakuman, why not."""
    found = _shares(win, result)
    for share in found:
        who, part = title_of(share.seat), _tell_part(share, win)
        if win.record.by == "tsumo":
            text = "{who} is responsible (pao) for {names}, and pays {part}, for it is a tsumo"
        elif share.seat == win.record.from_:
            text = "{who} is responsible (pao) for {names}, and pays all of it anyway as the discarder"
        else:
            text = "{who} is responsible (pao) for {names}, and pays {part}; the discarder pays the rest"
        yield say(text, who=who, names=share.names, part=part)
    counters = [one for one in result.transfers or [] if one.why == "counters"]
    if found and len(counters) == 1:
        who = title_of(counters[0].from_)
        yield say("{who} pays the honba ({amount})", who=who, amount=f"{counters[0].amount:,}")
    if isinstance(win, SettledWin) and not any(share.whole for share in found):
        yield from _why_nobody(win, result, [name for share in found for name in share.yakuman])


def _why_nobody(win: SettledWin, result: WinResult, fed: list[str]) -> Iterator[str]:
    """Why nobody is responsible for the yakuman of a hand with melds, but for those that were ``fed``."""
    rules, melds = win.rules, parse_melds(win.record.melds)
    concealed = " ".join(print_meld(meld) for meld in melds if meld.kind == "ankan")
    for line in result.yaku if melds else ():
        if line.id not in rules.liability.needs or line.id in fed:
            continue
        traced = trace(line.id, melds, rules)
        meld = concealed if traced.last is None else print_meld(traced.last)
        if line.id not in rules.liability.for_:
            text = "nobody is responsible (pao) for {name} in these rules"
        elif traced.last is not None:
            text = "nobody is responsible (pao) for {name}: {meld}, the last of its melds, was fed by nobody"
        elif traced.is_open:
            text = "nobody is named as responsible (pao) for {name}: the record does not say who fed its melds"
        elif concealed:
            text = "nobody is responsible (pao) for {name}: {meld} is concealed, no meld that another player fed"
        else:
            text = "nobody is responsible (pao) for {name}: not all of its melds were called"
        yield say(text, name=rules.yaku[line.id].name.text(), meld=meld)
