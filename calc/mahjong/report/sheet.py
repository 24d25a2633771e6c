"""A rule set as a rule sheet to read or print, from the tables alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calc.layout.game import Format
from calc.layout.sheet import entry_row, option_rows, told_source
from calc.layout.tables import table
from calc.layout.words import word
from calc.mahjong.explain.chart import payment_chart
from calc.mahjong.report.chart import format_chart
from calc.mahjong.rules.schema import ByHand, ByHow, FuPart, MahjongRules, Value, Yaku
from calc.text import wrap


def rule_sheet(rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """The lines of the sheet: yaku, fu, payments, options, sources."""

    def rows_under(head: str, rows: Sequence[Sequence[str]]) -> str:
        return table(rows, [word(key, lang) for key in head.split()], markdown=markdown, width=width)

    def title(text: str) -> str:
        return f"\n## {text}\n" if markdown else f"\n{text}\n"

    yield f"{'# ' if markdown else ''}{rules.name.text(lang)} ({rules.full_label})"
    yield title(word("yaku", lang))
    every = [*rules.yaku.values(), *rules.draw_yaku.values()]
    yaku = [
        [
            item.id,
            item.name.text(lang),
            _value(item.value, rules, lang),
            _condition(item, rules),
            told_source(item, lang),
        ]
        for item in every
    ]
    yield rows_under("id yaku han condition source", yaku)
    fu = [
        [part.name.text(lang), str(part.fu), _part_condition(part, rules, lang), told_source(part, lang)]
        for part in rules.fu.parts
    ]
    fu += [
        [shape.name.text(lang), str(shape.fu), "", told_source(shape, lang)]
        for shape in rules.shapes.values()
        if shape.fu
    ]
    if fu:
        yield title(word("fu_title", lang))
        yield rows_under("reason fu condition source", fu)
    yield title(word("payments", lang))
    form: Format = "markdown" if markdown else "table"
    yield format_chart(payment_chart(rules), rules, form, lang, width).partition("\n\n")[2].rstrip()
    yield title(word("tiles_and_wins", lang))
    yield rows_under("rule here source", list(_win_rows(rules, lang)))
    yield title(word("rounds_and_games", lang))
    yield rows_under("rule here source", list(_round_rows(rules, lang)))
    yield title(word("options", lang))
    yield rows_under("option here choices question", option_rows(rules, lang))
    yield title(word("sources", lang))
    for name, text in rules.sources.items():
        yield f"- {name}: {text}" if markdown else "\n".join(wrap(f"  {name}: {text}", width, "    "))


def _round_rows(rules: MahjongRules, lang: str) -> Iterator[list[str]]:
    """What the tables say of rounds, games and results: a row an entry, with its fields as the file spells them."""
    entries = {name: getattr(rules.rounds, name) for name in rules.rounds.__struct_fields__}
    for name, entry in {**entries, "match": rules.match, "final": rules.final}.items():
        yield entry_row(name, entry, lang)


def _win_rows(rules: MahjongRules, lang: str) -> Iterator[list[str]]:
    """What the tables say of tiles, dora, counters, responsibility, and what else stands between a hand and a win."""
    yield entry_row("tiles", rules.tiles, lang)
    for bonus in rules.dora.bonus.values():
        yield [bonus.name.text(lang), f"{bonus.han} {word('han', lang)}", told_source(bonus, lang)]
    yield [
        "dora",
        f"order: {' '.join(rules.dora.order)}, indicators: {rules.dora.indicators}",
        told_source(rules.dora, lang),
    ]
    if rules.dora.north is not None:
        yield entry_row("north", rules.dora.north, lang)
    yield entry_row("limit", rules.points.limit, lang)
    yield entry_row("counters", rules.points.counters, lang)
    yield entry_row("stick", rules.points.stick, lang)
    yield entry_row("liability", rules.liability, lang)
    yield entry_row("winning", rules.winning, lang)


def _value(value: Value, rules: MahjongRules, lang: str) -> str:
    if value.limit is not None:
        name = rules.points.limit.name.text(lang)
        return name if value.limit == 1 else f"{value.limit} x {name}"
    if value.level is not None:
        return rules.points.title(value.level, lang)
    if isinstance(value.han, ByHand):
        closed, opened = _by_how(value.han.closed), _by_how(value.han.open)
        return f"{closed} / {opened}" if opened else f"{closed} ({'門前' if lang == 'ja' else 'closed'})"
    return str(value.han)


def _by_how(han: int | ByHow | None) -> str:
    if isinstance(han, ByHow):
        return f"tsumo {han.tsumo}, ron {han.ron}"
    return "" if han is None else str(han)


def _condition(yaku: Yaku, rules: MahjongRules) -> str:
    text = yaku.when.english(rules.lexicon)
    over = f"; in place of {', '.join(yaku.suppresses)}" if yaku.suppresses else ""
    return f"{text}{over}" or "declared at an exhaustive draw"


def _part_condition(part: FuPart, rules: MahjongRules, lang: str) -> str:
    if part.each is not None:
        return f"each {part.each.phrase(rules.lexicon, plural=False)}"
    return part.when.english(rules.lexicon) if part.when is not None else word("always", lang)
