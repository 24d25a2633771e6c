"""The payment chart of a rule set, worked out by the functions that settle hands."""

from __future__ import annotations

from msgspec import Struct

from calc.mahjong.rules.points import LIMIT_LEVEL
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.value.payments import base_of, shares_of_one

#: Where there are no limits, the chart ends before these han.
_HAN_WITHOUT_LIMITS = 14


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
    levels = rules.points.ladder
    rows = []
    for han in range(1, rules.points.first_han if levels else _HAN_WITHOUT_LIMITS):
        for listed in rules.points.chart:
            by_ron = listed.ron_from_han is not None and han >= listed.ron_from_han
            by_tsumo = listed.tsumo_from_han is not None and han >= listed.tsumo_from_han
            if by_ron or by_tsumo:
                base = base_of(han, listed.fu, rules.points)
                rows.append(_write_row(str(han), listed.fu, None, base, rules, by_ron=by_ron, by_tsumo=by_tsumo))
    following = [*(from_han for from_han, _, _ in levels[1:]), None]
    for (from_han, name, level), after in zip(levels, following, strict=False):
        rows.append(_write_row(_spell_range(from_han, after), None, name, level.worth, rules))
    for limits in sorted({yaku.value.limit for yaku in rules.yaku.values() if yaku.value.limit}):
        rows.append(_write_row(f"{limits} x", None, LIMIT_LEVEL, limits * rules.points.limit.worth, rules))
    return rows


def _spell_range(first: int, after: int | None) -> str:
    """``5``, ``6-7``, ``13+``: han from ``first`` to below ``after``."""
    if after is None:
        return f"{first}+"
    return str(first) if after == first + 1 else f"{first}-{after - 1}"


def _write_row(
    han: str,
    fu: int | None,
    level: str | None,
    base: int,
    rules: MahjongRules,
    *,
    by_ron: bool = True,
    by_tsumo: bool = True,
) -> ChartRow:
    dealer_each, _, dealer_ron = shares_of_one(base, rules, is_dealer=True)
    other_each, other_dealer, other_ron = shares_of_one(base, rules, is_dealer=False)
    return ChartRow(
        han=han,
        fu=fu,
        level=level,
        base=base,
        dealer_ron=dealer_ron * by_ron,
        dealer_tsumo=dealer_each * by_tsumo,
        other_ron=other_ron * by_ron,
        other_tsumo_each=other_each * by_tsumo,
        other_tsumo_dealer=other_dealer * by_tsumo,
    )
