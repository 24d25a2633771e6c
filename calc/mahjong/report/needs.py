"""What players need in the last hand, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from calc.layout.document import MOST, Block, Document, Head, Table, Text, Title
from calc.layout.tables import csv_text
from calc.layout.words import each_pays, han_and_fu, hand_text, lying_texts, word
from calc.mahjong.records.types import Game
from calc.mahjong.rounds.needs import Needs, Payment, WayNeeded, needs_in
from calc.mahjong.rules.ruleset import MahjongRules
from calc.text import number, thousands, wrap
from calc.translation import joined, say

_COLUMNS = ("player", "place", "by", "from", "enough", "han", "fu", "level", "points", "goes_on", "waiting")


def needs_document(game: Game, rules: MahjongRules, **asked: Any) -> Document:
    """What players need for a place; ``asked`` and errors as of :func:`needs_in`."""
    found = needs_in(game, rules, **asked)
    first = found[0]
    lying = lying_texts(first.honba, first.sticks)
    title = f"{joined([hand_text(first.round, first.number), *lying], 'listed')}   ({rules.full_label})"

    def blocks(page: bool) -> Iterator[Block]:
        yield Title(title)
        yield Text(", ".join(f"{player} {number(points)}" for player, points in first.scores.items()))
        if not first.last:
            yield Text(say("This is not the last hand: unless somebody goes bust, the game goes on after it."))
        for one in found:
            name = say(
                "{player} needs for place {place} or better" if one.place > 1 else "{player} needs for place {place}",
                player=one.player,
                place=one.place,
            )
            rows = [*_told(one, rules)]
            yield Head(name)
            yield Table([say("How"), say("At least")], rows, name=name, least=MOST, narrow=partial(_lines, rows))

    return Document(title, blocks, found, lambda: csv_text(_COLUMNS, [row for one in found for row in _rows(one)]))


def _lines(rows: Iterable[Sequence[str]], width: int) -> list[str]:
    return [line for way, what in rows for line in wrap(f"{way}{say(': ')}{what}", width)]


def _told(one: Needs, rules: MahjongRules) -> Iterator[list[str]]:
    for name, way in one.ron.items():
        yield [say("ron from {name}", name=name), _way_text(way, rules)]
    yield [word("tsumo"), _way_text(one.tsumo, rules)]
    for state, draw in one.draw.items():
        told = word(f"needs_{draw.enough}")
        if draw.enough == "depends":
            told += say(": ") + _sets_text(draw.waiting)
        if draw.goes_on and draw.enough != "always":
            told += say("; the game goes on if waiting: ") + _sets_text(draw.goes_on)
        yield [word(f"needs_{state}"), told]


def _way_text(way: WayNeeded, rules: MahjongRules) -> str:
    """``3 han 30 fu, 3,900 (or 2 han 60 fu)``, ``cannot``; from which payment on the game goes on."""
    told = say("cannot")
    if way.least is not None:
        told = _payment_text(way.least, rules, way.by_han)
        if way.any_win:
            told = say("any win ({told})", told=told)
        for one in way.but:
            span = one.least if one.least == one.most else f"{one.least} {say('to')} {one.most}"
            span = " ".join(thousands(part) for part in span.split(" "))
            told += say(", but not {span}: the game goes on" if one.goes_on else ", but not {span}", span=span)
    if way.goes_on is None:
        return told
    return f"{told}; " + say("with {from_on} the game goes on", from_on=_payment_text(way.goes_on, rules))


def _payment_text(one: Payment, rules: MahjongRules, by_han: Sequence[tuple[int, int]] = ()) -> str:
    """``3 han 30 fu, 3,900 (or 2 han 60 fu)``: a payment, and what of other numbers of han is enough."""
    points = thousands(one.spelled)
    if points.endswith(" all"):
        points = each_pays(points.removesuffix(" all"))
    if one.level is not None:
        return f"{rules.points.title(one.level, one.limits)}, {points}"
    han, fu = one.counts[0]
    more = say(" or ").join(han_and_fu(other, least) for other, least in by_han if other != han)
    told = f"{han_and_fu(han, fu)}, {points}"
    return told + (say(" (or {more})", more=more) if more else "")


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
