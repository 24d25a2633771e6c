"""The rule sheet of a hanafuda game, from the tables alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calc.hanafuda.deck import load_deck
from calc.hanafuda.rules import HanafudaRules
from calc.hanafuda.schema import Yaku
from calc.notation.hanafuda.cards import print_set
from calc.report.sheet import option_rows, told_source
from calc.report.tables import table
from calc.report.text import wrap
from calc.report.words import word

__all__ = ["hanafuda_sheet"]


def hanafuda_sheet(rules: HanafudaRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """The lines of the sheet: yaku, cards, settlement, options, sources."""

    def rows_under(head: str, rows: Sequence[Sequence[str]]) -> str:
        return table(rows, [word(key, lang) for key in head.split()], markdown=markdown, width=width)

    def title(text: str) -> str:
        return f"\n## {text}\n" if markdown else f"\n{text}\n"

    name = f"{rules.name.text(lang)} ({rules.full_label})"
    yield f"# {name}" if markdown else "\n".join(wrap(name, width))
    for key, kind in (("teyaku_title", rules.teyaku), ("yaku", rules.yaku), ("compensation_title", rules.compensation)):
        if kind:
            yield title(word(key, lang))
            yield rows_under("id yaku value condition source", [_row(one, rules, lang) for one in kind.values()])
    if rules.card_points is not None:
        yield title(word("card_points_title", lang))
        points = rules.card_points
        rows = [[rules.classes.title(name), str(worth)] for name, worth in points.classes.items()]
        rows += [[name, str(worth)] for name, worth in points.cards.items()]
        yield rows_under("cards value", rows)
    classes = [(name, rules.classes.of(name)) for name in rules.classes.own]
    if classes:
        yield title(word("classes", lang))
        deck = load_deck()
        yield rows_under(
            "id cards_named cards", [[name, rules.classes.title(name), print_set(of, deck)] for name, of in classes]
        )
    yield title(word("settlement", lang))
    yield rows_under(
        "id rule source", [[name, step.english(), told_source(step, lang)] for name, step in rules.steps.items()]
    )
    if rules.options:
        yield title(word("options", lang))
        yield rows_under("option here choices question", option_rows(rules, lang))
    yield title(word("sources", lang))
    for name, text in rules.sources.items():
        yield f"- {name}: {text}" if markdown else "\n".join(wrap(f"  {name}: {text}", width, "    "))


def _row(yaku: Yaku, rules: HanafudaRules, lang: str) -> list[str]:
    return [
        yaku.id,
        yaku.name.text(lang),
        yaku.value.phrase(rules.classes),
        yaku.when.english() + _beside(yaku, rules, lang),
        told_source(yaku, lang),
    ]


def _beside(yaku: Yaku, rules: HanafudaRules, lang: str) -> str:
    """What does not count beside a yaku, and whether it ends the round."""
    parts = []
    if yaku.best_of is not None and yaku.group is not None:
        parts.append(f"best of {rules.groups[yaku.group].name.text(lang)}")
    if yaku.exclusive_with:
        parts.append(f"not beside {', '.join(yaku.exclusive_with)}")
    if yaku.supersedes:
        parts.append(f"in place of {', '.join(yaku.supersedes)}")
    if yaku.stops:
        parts.append("stops the round")
    return f" ({'; '.join(parts)})" if parts else ""
