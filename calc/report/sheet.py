"""A rule set as a rule sheet to read or print, from the tables alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabulate import tabulate

from calc.mahjong.chart import payment_chart
from calc.mahjong.schema import ByHand, ByHow, FuPart, MahjongRules, Value, Yaku
from calc.report.chart import format_chart
from calc.report.words import word

__all__ = ["rule_sheet"]


def rule_sheet(rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """The lines of the sheet: yaku, fu, payments, options, sources."""
    narrow = None if markdown else max((width - 30) // 2, 20)

    def table(rows: Sequence[Sequence[str]], head: Sequence[str]) -> str:
        widths = None if narrow is None else [None] * (len(head) - 2) + [narrow, narrow]
        style = "github" if markdown else "simple"
        return tabulate(rows, headers=head, tablefmt=style, disable_numparse=True, maxcolwidths=widths)

    def title(text: str) -> str:
        return f"\n## {text}\n" if markdown else f"\n{text}\n"

    yield f"# {rules.name.text(lang)} ({rules.label})" if markdown else f"{rules.name.text(lang)} ({rules.label})"
    yield title("役" if lang == "ja" else "Yaku")
    every = [*rules.yaku.values(), *rules.draw_yaku.values()]
    rows = [
        [yaku.id, yaku.name.text(lang), _value(yaku.value, rules, lang), _condition(yaku, rules), yaku.source]
        for yaku in every
    ]
    yield table(rows, ("id", word("yaku", lang), word("han", lang), "condition", word("source", lang)))
    yield title("符" if lang == "ja" else "Fu")
    fu = [[part.name.text(lang), str(part.fu), _part_condition(part, rules), part.source] for part in rules.fu.parts]
    fu += [
        [shape.name.text(lang), str(shape.fu), "not rounded", shape.source]
        for shape in rules.shapes.values()
        if shape.fu
    ]
    yield table(fu, (word("fu", lang), "", "condition", word("source", lang)))
    yield title("点数" if lang == "ja" else "Payments")
    yield (
        format_chart(payment_chart(rules), rules, "markdown" if markdown else "table", lang)
        .partition("\n\n")[2]
        .rstrip()
    )
    yield title("選べるルール" if lang == "ja" else "Options")
    rows = [
        [
            name,
            _shown(rules.chosen.get(name, option.default)),
            _choices(option.choices),
            f"{option.question.text(lang)} ({option.source})",
        ]
        for name, option in rules.options.items()
    ]
    yield table(rows, ("option", "here", "choices", "question"))
    yield title("出典" if lang == "ja" else "Sources")
    for name, text in rules.sources.items():
        yield f"- {name}: {text}" if markdown else f"  {name}: {text}"


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


def _part_condition(part: FuPart, rules: MahjongRules) -> str:
    if part.each is not None:
        return f"each {part.each.phrase(rules.lexicon, plural=False)}"
    return part.when.english(rules.lexicon) if part.when is not None else "always"


def _choices(choices: dict[str, dict[str, object]] | None) -> str:
    return " | ".join(choices) if choices else ""


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return " ".join(f"{key}{inner}" for key, inner in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
