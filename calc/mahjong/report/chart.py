"""The payment chart as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from calc.layout.cells import csv_text
from calc.layout.game import Format
from calc.layout.tables import table
from calc.layout.words import word
from calc.mahjong.explain.chart import ChartRow
from calc.mahjong.rules.schema import MahjongRules
from calc.text import number, wrap

#: Below this many cells dealer and others do not fit beside each other without broken words.
_NARROW = 68


def format_chart(rows: Sequence[ChartRow], rules: MahjongRules, form: Format, lang: str, width: int = 100) -> str:
    """The chart in one of the formats, ending with a line end."""
    if form == "json":
        return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)
    if form == "yaml":
        import yaml

        plain = [msgspec.to_builtins(row) for row in rows]
        return str(yaml.safe_dump(plain, allow_unicode=True, sort_keys=False))
    if form == "csv":
        return csv_text(ChartRow.__struct_fields__, map(msgspec.to_builtins, rows))
    shown = [_cells(row, rules, lang, and_up=and_up) for row, and_up in _until_cap(rows, rules)]
    if form == "table" and width < _NARROW:
        body = _tables_apart(shown, rules, lang, width)
    else:
        body = _table(shown, rules, lang, width, markdown=form == "markdown")
    title = f"{rules.name.text(lang)} ({rules.full_label})"
    return "\n".join([*([title] if form == "markdown" else wrap(title, width)), "", body, ""])


def _table(shown: Sequence[Sequence[str]], rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> str:
    """Dealer and others side by side."""
    dealer, other = word("dealer", lang), word("other", lang)
    head = [word("han_title", lang), word("fu_title", lang)]
    head += [f"{who} {how}".strip() for who in (dealer, other) for how in (word("ron", lang), word("tsumo", lang))]
    if rules.fu.parts:
        return table(shown, head, markdown=markdown, width=width, align="<>>>>>")
    # a game that counts han only
    rows = [[line[0], *line[2:]] for line in shown]
    return table(rows, [head[0], *head[2:]], markdown=markdown, width=width, align="<>>>>")


def _tables_apart(shown: Sequence[Sequence[str]], rules: MahjongRules, lang: str, width: int) -> str:
    """Dealer and others one below the other, for narrow terminals: ``1/30`` is 1 han 30 fu."""
    titles = [word("han_title", lang), *([word("fu_title", lang)] if rules.fu.parts else [])]
    head = ["/".join(titles), word("ron", lang), word("tsumo", lang)]
    parts = []
    for who, place in (("dealer", 2), ("other", 4)):
        rows = [["/".join(filter(None, line[:2])), *line[place : place + 2]] for line in shown]
        parts.append(f"{word(who, lang)}\n{table(rows, head, markdown=False, width=width, align='<>>')}")
    return "\n\n".join(parts)


def _until_cap(rows: Sequence[ChartRow], rules: MahjongRules) -> Iterator[tuple[ChartRow, bool]]:
    """The rows, of those with the same han that reach the cap of the base points only the first, marked."""
    capped = ""
    for row in rows:
        base = rules.points.base
        at_cap = row.fu is not None and base is not None and row.base == base.cap
        if not (at_cap and capped == row.han):
            yield row, at_cap
        capped = row.han if at_cap else ""


def _cells(row: ChartRow, rules: MahjongRules, lang: str, *, and_up: bool) -> list[str]:
    name = f"{row.han} {rules.points.title(row.level, lang)}".rstrip() if row.level else row.han
    every = "オール" if lang == "ja" else "all"
    return [
        name,
        "" if row.fu is None else f"{row.fu}{'+' if and_up else ''}",
        number(row.dealer_ron) if row.dealer_ron else "-",
        f"{number(row.dealer_tsumo)} {every}" if row.dealer_tsumo else "-",
        number(row.other_ron) if row.other_ron else "-",
        f"{number(row.other_tsumo_each)}/{number(row.other_tsumo_dealer)}" if row.other_tsumo_each else "-",
    ]
