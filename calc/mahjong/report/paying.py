"""Which hands pay some points, ``5200``, ``1300/2600`` or ``2600 all``: the chart, read the other way round."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, product

from msgspec import Struct, to_builtins

from calc.errors import RecordError
from calc.layout.document import Block, Document, Title, texts
from calc.layout.tables import csv_text
from calc.layout.words import each_pays, han_and_fu, lying_texts, word
from calc.mahjong.report.chart import payment_chart
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.payments import paid_for_honba
from calc.mahjong.value.worth import WAYS, PointsAsked, answered, note_option, other_answers
from calc.text import number, thousands
from calc.translation import one_by_one, say


class PayingHand(Struct, frozen=True):
    """A row of the chart: ``points`` as people say them, of which ``seat``, dealer or other, ``by`` ron or tsumo."""

    points: str
    seat: str
    by: str
    han: str
    fu: int | None
    level: str | None


def paying_document(asked: PointsAsked, rules: MahjongRules) -> Document:
    """The hands that pay what is asked. Raises :class:`calc.RecordError` where there are none."""
    found, lines = _told(asked, rules)
    notes: dict[str, str] = {}
    for option in other_answers(rules):
        if (under := answered(rules, *option)) is not None:
            more = say("; ").join(line for way, line in _told(asked, under)[1].items() if way not in lines)
            notes.setdefault(more, note_option(option, more, rules).text)
    notes.pop("", None)
    if not lines and not notes:
        points = sorted(
            {int(one.points) for one in _hands(rules) if one.by == "ron" and asked.seat in (None, one.seat)}
        )
        most = int(asked.points.split("/")[-1].split()[0])
        near = [*[one for one in points if one < most][-1:], *[one for one in points if one > most][:1]]
        told = one_by_one(map(number, near), " or ")
        raise RecordError("no hand pays {0} without honba; by ron the nearest are {1}", _spelled(asked.points), told)
    title = say("What pays {points}", points=_spelled(asked.points))
    if asked.honba:
        for_honba = paid_for_honba(asked.honba, rules)
        added = for_honba.discarder if asked.points.isdigit() else for_honba.each
        paid = re.sub(r"\d+", lambda one: str(int(one[0]) + added), asked.points)
        (lying,) = lying_texts(asked.honba, 0)
        title = say("{points} and {honba}: {paid}", points=_spelled(asked.points), honba=lying, paid=_spelled(paid))

    def blocks(page: bool) -> Iterator[Block]:
        yield Title(title, rules.full_label)
        yield from texts([*lines.values(), *notes.values()])

    def csv() -> str:
        return csv_text(PayingHand.__struct_fields__, map(to_builtins, found))

    return Document(title, blocks, found, csv, is_list=True)


def _told(asked: PointsAsked, rules: MahjongRules) -> tuple[list[PayingHand], dict[str, str]]:
    """The hands, and a line for each seat and way, by those: ``non-dealer by ron: 3 han 40 fu, 2 han 80 fu``."""
    hands = [one for one in _hands(rules) if asked.seat in (None, one.seat) and asked.by in (None, one.by)]
    spelled = {asked.points, f"{asked.points} all"} if asked.by == "tsumo" else {asked.points}
    found = [one for one in hands if one.points in spelled]
    ways = groupby(found, key=lambda one: f"{word(one.seat)} {word(one.by)}")
    return found, {way: f"{way}{say(': ')}{say(', ').join(_named([*some], rules))}" for way, some in ways}


def _hands(rules: MahjongRules) -> Iterator[PayingHand]:
    rows = sorted(payment_chart(rules), key=lambda one: one.fu or 0)
    for seat, by in product(("other", "dealer"), WAYS):
        for row in rows:
            each = f"{row.other_tsumo_each}/{row.other_tsumo_dealer}" if seat == "other" else f"{row.dealer_tsumo} all"
            points = str(row.other_ron if seat == "other" else row.dealer_ron) if by == "ron" else each
            if points[0] != "0":
                yield PayingHand(points, seat, by, row.han, row.fu, row.level)


def _named(hands: Sequence[PayingHand], rules: MahjongRules) -> Iterator[str]:
    """``3 han 40 fu``; beside a level from which fu on fewer han are one."""
    levels = [one for one in hands if one.fu is None]
    for one in levels:
        times = int(one.han.split()[0]) if one.level == LIMIT_LEVEL else 1
        title = rules.points.title(one.level, times) if one.level else ""
        han = say("{han} han", han=one.han)
        yield title if one.level == LIMIT_LEVEL else say("{title} ({han})", title=title, han=han) if title else han
    fewest: dict[str, str] = {}
    for one in hands:
        counted = han_and_fu(int(one.han), one.fu) if one.fu is not None else ""
        if counted and levels:
            counted = fewest.setdefault(one.han, say("{least} or more", least=counted)) if one.han not in fewest else ""
        if counted:
            yield counted


def _spelled(points: str) -> str:
    amount, _, is_all = thousands(points).partition(" ")
    return each_pays(amount) if is_all else amount
