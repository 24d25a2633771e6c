"""The payment chart of a rule set: what each han and fu, and each level, pays; the answer of ``yaku chart``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from calc.layout.document import Document, Table, Text
from calc.layout.tables import csv_text, table
from calc.layout.words import each_pays, word
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.payments import base_points, shares_of_one
from calc.text import number
from calc.translation import say

#: Where there are no limits, the chart ends before these han.
_HAN_WITHOUT_LIMITS: Final = 14
#: Below this width the chart has the columns of dealer and others below each other, so that no word is broken.
_NARROW: Final = 68


class ChartRow(Struct, frozen=True):
    """What one row of the chart pays, in points; 0 where there is no such win.

    ``level``: the id of the level, ``yakuman`` for limit hands, ``None`` for a row by ``han`` and ``fu``.
    ``dealer_tsumo``: paid by each other player. ``other_tsumo_each``, ``other_tsumo_dealer``: paid by each other
    player and by the dealer.
    """

    han: str
    fu: int | None
    level: str | None
    base: int
    dealer_ron: int
    dealer_tsumo: int
    other_ron: int
    other_tsumo_each: int
    other_tsumo_dealer: int


def payment_chart(rules: MahjongRules) -> list[ChartRow]:
    """Rows by han and fu below the first level, then a row for each level, then one for each value of a yakuman."""
    levels, rows = rules.points.ladder, []

    def add(
        han: str, fu: int | None, level: str | None, base: int, *, by_ron: bool = True, by_tsumo: bool = True
    ) -> None:
        each, _, ron = shares_of_one(base, rules, is_dealer=True)
        other_each, other_dealer, other_ron = shares_of_one(base, rules, is_dealer=False)
        paid = (ron * by_ron, each * by_tsumo, other_ron * by_ron, other_each * by_tsumo, other_dealer * by_tsumo)
        rows.append(ChartRow(han, fu, level, base, *paid))

    for han in range(1, rules.points.first_han if levels else _HAN_WITHOUT_LIMITS):
        for listed in rules.points.chart:
            by_ron, by_tsumo = listed.has(han, "ron"), listed.has(han, "tsumo")
            if by_ron or by_tsumo:
                base = base_points(han, listed.fu, rules.points)
                add(str(han), listed.fu, None, base, by_ron=by_ron, by_tsumo=by_tsumo)
    following = [*(from_han for from_han, _, _ in levels[1:]), None]
    for (first, name, level), after in zip(levels, following, strict=False):
        span = f"{first}+" if after is None else str(first) if after == first + 1 else f"{first}-{after - 1}"
        add(span, None, name, level.worth)
    for limits in sorted({yaku.value.limit for yaku in rules.yaku.values() if yaku.value.limit}):
        add(f"{limits} x", None, LIMIT_LEVEL, limits * rules.points.limit.worth)
    return rows


def chart_document(rules: MahjongRules) -> Document:
    """The payment chart for people and programs."""
    rows, title = payment_chart(rules), rules.titled()

    def csv() -> str:
        return csv_text(ChartRow.__struct_fields__, map(msgspec.to_builtins, rows))

    return Document(title, lambda page: [*([] if page else [Text(title)]), chart_table(rules)], rows, csv, is_list=True)


def chart_table(rules: MahjongRules) -> Table:
    """The chart with the columns of dealer and others beside each other, or below each other in a narrow terminal."""
    # Rules that count han only have no column of fu.
    titles = [word(key) for key in ("han_title", "fu_title")][: 2 if rules.fu.parts else 1]
    head = [*titles, *(f"{word(who)} {word(how)}" for who in ("dealer", "other") for how in ("ron", "tsumo"))]
    base, capped, rows = rules.points.base, "", []
    for row in payment_chart(rules):
        # Once base points are capped, fu change nothing: one row covers them all.
        at_cap = row.fu is not None and base is not None and row.base == base.cap
        is_covered, capped = at_cap and capped == row.han, row.han if at_cap else ""
        if is_covered:
            continue
        name, han = row.han, row.han.removesuffix("+")
        if row.level == LIMIT_LEVEL:
            name = rules.points.title(row.level, int(han.partition(" ")[0]))
        elif row.level:
            title = rules.points.title(row.level)
            name = say("{han} {title}" if han == row.han else "{han}+ {title}", han=han, title=title).rstrip()
        fu = "" if row.fu is None else say("{fu}+", fu=row.fu) if at_cap else str(row.fu)
        by_tsumo = f"{number(row.other_tsumo_each)}/{number(row.other_tsumo_dealer)}"
        rows.append(
            [
                *[name, fu][: len(titles)],
                number(row.dealer_ron) if row.dealer_ron else "-",
                each_pays(number(row.dealer_tsumo)) if row.dealer_tsumo else "-",
                number(row.other_ron) if row.other_ron else "-",
                by_tsumo if row.other_tsumo_each else "-",
            ]
        )

    def narrow(width: int) -> Iterator[str]:
        ways = ["/".join(titles), word("ron"), word("tsumo")]
        for who, place in (("dealer", -4), ("other", -2)):
            side = [["/".join(filter(None, line[:-4])), *line[place:][:2]] for line in rows]
            yield from [*([""] if who == "other" else []), word(who)]
            yield from table(side, ways, markdown=False, width=width, align="<>>").splitlines()

    align = "<" + ">" * (len(head) - 1)
    return Table(head, rows, align, word("payments"), least=_NARROW, narrow=narrow)
