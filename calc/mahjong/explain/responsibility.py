"""Responsibility (pao) in words: what part of a win a responsible seat pays, and why nobody is responsible."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from calc.departures import title_of
from calc.mahjong.by_result import SettledResult
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.results import WinResult
from calc.mahjong.scoring import SettledWin
from calc.mahjong.value.liability import trace
from calc.mahjong.value.payments import cover_hand, points_said
from calc.notation.melds import parse_melds, print_meld
from calc.translation import say


class Share(Struct, frozen=True):
    """What one seat answers for: the ``yakuman`` that it fed (ids), called ``names``, or for them the ``whole`` hand.

    ``points``: what that is worth.
    """

    seat: str
    yakuman: list[str]
    names: str
    whole: bool
    points: int


def shares(win: SettledWin | SettledResult, result: WinResult) -> list[Share]:
    """The shares of all responsible seats, in the order in which they pay."""
    rules, liable = win.rules, win.payments.liable
    fed = [(rules.seats[seat], name) for name, seat in liable.items()]
    if not fed:
        return []
    if cover_hand(liable, rules):
        names = say(" and ").join(rules.yaku[name].name.text() for name in liable)
        return [Share(fed[0][0], [*liable], names, whole=True, points=result.points)]
    is_dealer = win.record.seat == rules.seats[DEALER]
    found = []
    for seat, name in fed:
        worth = (rules.yaku[name].value.limit or 0) * rules.points.limit.worth
        said = points_said(worth, rules, by=win.record.by, is_dealer=is_dealer)
        found.append(Share(seat, [name], rules.yaku[name].name.text(), whole=False, points=said.total))
    return found


def tell_part(share: Share, win: SettledWin | SettledResult) -> str:
    """``all of Daisangen (48,000)``, ``half of the whole hand (64,000)``."""
    what = say("the whole hand") if share.whole else share.names
    is_all = win.record.by == "tsumo" or share.seat == win.record.from_
    text = "all of {what} ({points})" if is_all else "half of {what} ({points})"
    return say(text, what=what, points=f"{share.points:,}")


def why_responsible(win: SettledWin | SettledResult, result: WinResult) -> Iterator[str]:
    """For every responsible seat what it pays and why; where nobody is responsible for a yakuman, why not."""
    found = shares(win, result)
    for share in found:
        who, part = title_of(share.seat), tell_part(share, win)
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
