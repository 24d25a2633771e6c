"""What players need in the last hand, for people and for programs."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET

from calc.layout.document import MOST, Block, Document, Head, Table, Text, Title
from calc.layout.tables import csv_text
from calc.layout.words import each_pays, han_and_fu, hand_text, lying_texts, word
from calc.mahjong.records.types import Game
from calc.mahjong.rounds.needs import Needs, Payment, WayNeeded, needs_in
from calc.mahjong.rules.ruleset import MahjongRules
from calc.text import number, thousands, wrap
from calc.translation import joined, say

_COLUMNS = ("player", "place", "by", "from", "enough", "han", "fu", "level", "points", "goes_on", "waiting")


def needs_document(game: Game, rules: MahjongRules, *, offered: str = "", **asked: Any) -> Document:
    """What players need for a place; ``asked`` and errors as of :func:`needs_in`. ``offered``: points, of which it is
    told whether they are enough.
    """
    found = needs_in(game, rules, **asked)
    first = found[0]
    lying = lying_texts(first.honba, first.sticks)
    title = f"{joined([hand_text(first.round, first.number), *lying], 'listed')}   ({rules.full_label})"

    def blocks(page: bool) -> Iterator[Block]:
        names = [*map(_question, found)]
        if offered and len(found) == 1 and (told := [*_offered_text(first, offered)]):
            yield Text(say("; ").join(told), "answer")
        if len(found) == 1:
            yield Text(f"{names[0]}{say(': ')}{_in_short(first)}", "answer")
        yield Title(title)
        if first.scores:
            told = [f"{player} {number(points)}" for player, points in first.scores.items()]
            if len(told) == len(rules.seats):
                told[first.number - 1] += f" ({word('dealer')})"
            yield Text(joined(told, "listed"))
        if not first.last:
            yield Text(say("This is not the last hand: unless somebody goes bust, the game goes on after it."))
        for one, name in zip(found, names, strict=True):
            if len(found) > 1:
                yield Head(name)
                yield Text(_in_short(one))
            rows = [*_told(one, rules)]
            yield Table([say("How"), say("At least")], rows, name=name, least=MOST, narrow=partial(_lines, rows))

    return Document(title, blocks, found, lambda: csv_text(_COLUMNS, [row for one in found for row in _rows(one)]))


def _question(one: Needs) -> str:
    if one.passing is not UNSET:
        return say("{player} passes {other} with", player=one.player, other=one.passing)
    text = "{player} needs for place {place} or better" if one.place > 1 else "{player} needs for place {place}"
    return say(text, player=one.player, place=one.place)


def _offered_text(one: Needs, offered: str) -> Iterator[str]:
    """Whether points are enough, ``2000 all`` by tsumo, ``3900`` by ron from each."""
    shares = [int(part) for part in offered.replace(",", "").removesuffix(" all").split("/")]
    is_tsumo = len(shares) > 1 or offered.endswith(" all")
    others, is_dealer = len(one.ron), [*one.scores].index(one.player) + 1 == one.number
    if is_tsumo and offered.endswith(" all") is not is_dealer:
        return  # no tsumo of this player pays so
    total = shares[0] * (others - 1) + shares[-1] if is_tsumo else shares[0]
    for name, way in {"": one.tsumo}.items() if is_tsumo else one.ron.items():
        goes_on = _deals(one) and way.goes_on is not None
        least = way.goes_on if goes_on else way.least
        is_enough = way.any_win or (least is not None and total >= least.points)
        if way.but and is_enough:
            continue  # what is more may be too much
        text = "{points} is enough" if is_enough else "{points} is not enough"
        from_one = say(text, points=_points_text(Payment(total, offered.replace(",", ""), [], None, 0)))
        if name:
            from_one = say("from {name} {told}", name=name, told=from_one)
        yield say("{told}, and the game goes on", told=from_one) if is_enough and goes_on else from_one


def _lines(rows: Iterable[Sequence[str]], width: int) -> list[str]:
    return [line for way, what in rows for line in wrap(f"{way}{say(': ')}{what}", width)]


def _in_short(one: Needs) -> str:
    """``5,200 from Aki, 6,400 from Bea or Dan, 1,300/2,600 by tsumo; a draw is not enough``."""
    ways: dict[str, list[str]] = {}
    deals = _deals(one)
    for name, way in one.ron.items():
        ways.setdefault(_least_text(way, deals=deals), []).append(name)
    told = [say("{points} from {names}", points=least, names=joined(names, "ways")) for least, names in ways.items()]
    told.append(say("{points} by tsumo", points=_least_text(one.tsumo, deals=deals)))
    if [*ways] == [_least_text(one.tsumo, deals=deals)] and (one.tsumo.any_win or one.tsumo.least is None):
        goes_on = any(way.goes_on for way in (one.tsumo, *one.ron.values()))
        none = say("no win is enough at once") if goes_on else say("no win is enough")
        told = [say("any win") if one.tsumo.any_win else none]
    draws = {draw.enough for draw in one.draw.values()}
    enough = draws.pop() if len(draws) == 1 else "depends"
    return say("{ways}; {draw}", ways=say(", ").join(told), draw=word(f"needs_draw_{enough}"))


def _deals(one: Needs) -> bool:
    """Whether a win is the dealer's: it ends the game only where somebody goes bust, unless the dealer may stop."""
    return one.passing is UNSET and [*one.scores].index(one.player) + 1 == one.number


def _least_text(way: WayNeeded, *, deals: bool = False) -> str:
    if deals and way.goes_on is not None:
        return say("{points} (the game goes on)", points=_points_text(way.goes_on))
    if way.least is None:
        return say("nothing")
    return say("any win") if way.any_win else _points_text(way.least)


def _points_text(one: Payment) -> str:
    points = thousands(one.spelled)
    return each_pays(points.removesuffix(" all")) if points.endswith(" all") else points


def _told(one: Needs, rules: MahjongRules) -> Iterator[list[str]]:
    """How, and what at least; ways that need the same are together."""
    ron: dict[str, list[str]] = {}
    for name, way in one.ron.items():
        ron.setdefault(_way_text(way, rules, deals=_deals(one)), []).append(name)
    for told, names in ron.items():
        yield [say("ron from {name}", name=joined(names, "ways")), told]
    yield [word("tsumo"), _way_text(one.tsumo, rules, deals=_deals(one))]
    draws: dict[str, list[str]] = {}
    for state, draw in one.draw.items():
        told = word(f"needs_{draw.enough}")
        if draw.enough == "depends":
            told += say(": ") + _sets_text(draw.waiting)
        if draw.goes_on and draw.enough != "always":
            told += say("; the place is reached, but the game goes on, if the others in tenpai are: ")
            told += _sets_text(draw.goes_on)
        draws.setdefault(told, []).append(word(f"needs_{state}"))
    for told, states in draws.items():
        yield [word("needs_draw") if len(draws) == 1 else " / ".join(states), told]


def _way_text(way: WayNeeded, rules: MahjongRules, *, deals: bool) -> str:
    """``3,900 (3 han 30 fu or 2 han 60 fu)``, ``cannot``; from which payment on the game goes on, of a dealer first."""
    told = say("cannot")
    if way.least is not None:
        told = _payment_text(way.least, rules, way.by_han)
        if way.any_win:
            told = say("any win")
        for one in way.but:
            span = one.least if one.least == one.most else f"{one.least} {say('to')} {one.most}"
            span = " ".join(thousands(part) for part in span.split(" "))
            told += say(", but not {span}: the game goes on" if one.goes_on else ", but not {span}", span=span)
    if way.goes_on is None:
        return told
    least = _payment_text(way.goes_on, rules)
    if deals:
        goes_on = say("{points}, and the game goes on", points=least)
        return goes_on if way.least is None else goes_on + say("; to end it {points}", points=told)
    return f"{told}; " + say("with {from_on} the game goes on", from_on=least)


def _payment_text(one: Payment, rules: MahjongRules, by_han: Sequence[tuple[int, int]] = ()) -> str:
    """``3,900 (3 han 30 fu or 2 han 60 fu)``: a payment, and what of other numbers of han is enough."""
    points = _points_text(one)
    if one.level is not None:
        return f"{points} ({rules.points.title(one.level, one.limits)})"
    han, fu = one.counts[0]
    more = [han_and_fu(other, least) for other, least in by_han if other != han]
    return f"{points} ({joined([han_and_fu(han, fu), *more], 'ways')})"


def _sets_text(sets: Sequence[Sequence[str]]) -> str:
    """Who of the others waits, in each case: ``nobody; Aki; Aki Bea``."""
    return say(", or ").join(say(" and ").join(names) or word("nobody") for names in sets)


def _rows(one: Needs) -> Iterator[dict[str, Any]]:
    ways = [("ron", name, way) for name, way in one.ron.items()]
    for by, name, way in (*ways, ("tsumo", "", one.tsumo)):
        least = way.least
        han, fu = least.counts[0] if least is not None and least.counts else (None, None)
        yield {
            "player": one.player,
            "place": one.place,
            "by": by,
            "from": name,
            "enough": "any" if way.any_win else "never" if least is None else "least",
            "han": han,
            "fu": fu,
            "level": least and least.level,
            "points": least and least.spelled,
            "goes_on": way.goes_on and way.goes_on.spelled,
        }
    for state, draw in one.draw.items():
        waiting = "; ".join(" ".join(names) or "-" for names in draw.waiting) if draw.enough == "depends" else ""
        row = {"player": one.player, "place": one.place, "by": f"draw, {state}", "enough": draw.enough}
        yield {**row, "waiting": waiting}
