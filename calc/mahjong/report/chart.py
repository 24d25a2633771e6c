"""The payment chart of a rule set: what each han and fu, and each level, pays; the answer of ``yaku chart``."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from calc.layout.document import Block, Document, Table, Text
from calc.layout.tables import csv_text, table
from calc.layout.words import count_text, each_pays, word
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.payments import base_points, shares_of_one
from calc.text import number
from calc.translation import say

#: Where there are no limits, the chart ends before these han.
_HAN_WITHOUT_LIMITS: Final = 14
#: Below this width the chart has the columns of dealer and others below each other, so that no word is broken.
_NARROW: Final = 68
#: Below this width a cell of the grid has what a tsumo pays below what a ron pays.
_NARROW_GRID: Final = 76
#: Below this width it has a row for each han and fu.
_NARROWEST_GRID: Final = 52


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
    """The payment chart for people and programs. A page has it on one sheet for the wall."""
    rows, title = payment_chart(rules), rules.titled()

    def csv() -> str:
        return csv_text(ChartRow.__struct_fields__, map(msgspec.to_builtins, rows))

    def blocks(page: bool) -> Iterable[Block]:
        return [*([] if page else [Text(title)]), *chart_blocks(rules)]

    return Document(title, blocks, rows, csv, is_list=True)


def chart_blocks(rules: MahjongRules) -> Iterator[Block]:
    """A grid of han by fu for the dealer and one for the others, as it hangs on walls, then what each level pays; one
    table of all where fu do not count, or nothing ends the rows.
    """
    rows = payment_chart(rules)
    by_fu = [row for row in rows if row.fu is not None]
    if rules.fu.parts and rules.points.ladder:
        yield Text(say("Dealer: ron (tsumo, from each)"), apart=True)
        yield _grid(by_fu, rules, "dealer")
        yield Text(say("Non-dealer: ron (tsumo, from each non-dealer/dealer)"), apart=True)
        yield _grid(by_fu, rules, "other")
        rows = [row for row in rows if row.fu is None]
    yield _list(rows, rules)


def _grid(rows: Sequence[ChartRow], rules: MahjongRules, who: str) -> Table:
    """Fu down and han across, without commas as on a wall: in each cell what a ron pays and, in brackets, a tsumo."""
    base, (_, first, level) = rules.points.base, rules.points.ladder[0]
    # Base points that are capped are those of the first level.
    is_named = base is not None and level.worth == base.cap
    cells: dict[tuple[str, int | None], list[str]] = {}
    for row in rows:
        ron, each = row.other_ron, f"{row.other_tsumo_each}/{row.other_tsumo_dealer}" if row.other_tsumo_each else ""
        if who == "dealer":
            ron, each = row.dealer_ron, str(row.dealer_tsumo or "")
        is_limit = is_named and row.base == level.worth
        cells[row.han, row.fu] = [rules.points.title(first), ""] if is_limit else [str(ron or ""), each]
    hans, fus = dict.fromkeys(row.han for row in rows), sorted({row.fu or 0 for row in rows})
    align = ">" + "<" * len(hans)
    head = [word("fu_title"), *(count_text(int(han), "han") for han in hans)]

    def told(form: str, between: str) -> list[list[str]]:
        return [
            [str(fu), *(between.join(filter(None, (ron, each and form.format(each)))) for ron, each in found)]
            for fu in fus
            for found in [[cells.get((han, fu), ["", ""]) for han in hans]]
        ]

    def narrow(width: int) -> Iterator[str]:
        if width >= _NARROWEST_GRID:
            return iter(table(told("{}", "\n"), head, markdown=False, width=width, align=align).splitlines())
        side = [[f"{han}/{fu}", *cell] for (han, fu), cell in cells.items()]
        ways = [f"{word('han_title')}/{word('fu_title')}", word("ron"), word("tsumo")]
        return iter(table(side, ways, markdown=False, width=width, align="<>>").splitlines())

    return Table(head, told("({})", " "), align, word(who), least=_NARROW_GRID, narrow=narrow)


def _list(rows: Sequence[ChartRow], rules: MahjongRules) -> Table:
    """Rows with the columns of dealer and others beside each other, or below each other in a narrow terminal."""
    # Rules that count han only have no column of fu, nor have levels.
    titles = [word(key) for key in ("han_title", "fu_title")][: 2 if any(row.fu for row in rows) else 1]
    head = [*titles, *(f"{word(who)} {word(how)}" for who in ("dealer", "other") for how in ("ron", "tsumo"))]
    told = []
    for row in rows:
        name, han = row.han, row.han.removesuffix("+")
        if row.level == LIMIT_LEVEL:
            name = rules.points.title(row.level, int(han.partition(" ")[0]))
        elif row.level:
            title = rules.points.title(row.level)
            name = say("{han} {title}" if han == row.han else "{han}+ {title}", han=han, title=title).rstrip()
        by_tsumo = f"{number(row.other_tsumo_each)}/{number(row.other_tsumo_dealer)}"
        told.append(
            [
                *[name, "" if row.fu is None else str(row.fu)][: len(titles)],
                number(row.dealer_ron) if row.dealer_ron else "-",
                each_pays(number(row.dealer_tsumo)) if row.dealer_tsumo else "-",
                number(row.other_ron) if row.other_ron else "-",
                by_tsumo if row.other_tsumo_each else "-",
            ]
        )

    def narrow(width: int) -> Iterator[str]:
        ways = ["/".join(titles), word("ron"), word("tsumo")]
        for who, place in (("dealer", -4), ("other", -2)):
            side = [["/".join(filter(None, line[:-4])), *line[place:][:2]] for line in told]
            yield from [*([""] if who == "other" else []), word(who)]
            yield from table(side, ways, markdown=False, width=width, align="<>>").splitlines()

    align = "<" + ">" * (len(head) - 1)
    return Table(head, told, align, word("payments"), least=_NARROW, narrow=narrow)
