"""The rule sheet of a hanafuda game, from the tables alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calc.hanafuda.rules.deck import class_names, load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.layout.sheet import entry_row, option_rows, told_source
from calc.layout.tables import table
from calc.layout.words import word
from calc.notation.cards import print_set
from calc.text import wrap

#: The columns of a table of yaku. A field that is dealt again is worth nothing.
_HEAD = ["id", "yaku", "value", "condition", "source"]


def rule_sheet(rules: HanafudaRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """The lines of the sheet: the table, yaku, cards, settlement, options, sources."""

    def rows_under(head: str, rows: Sequence[Sequence[str]]) -> str:
        return table(rows, [word(key, lang) for key in head.split()], markdown=markdown, width=width)

    def title(text: str) -> str:
        return f"\n## {text}\n" if markdown else f"\n{text}\n"

    name = f"{rules.name.text(lang)} ({rules.full_label})"
    yield f"# {name}" if markdown else "\n".join(wrap(name, width))
    yield title(word("table_title", lang))
    yield rows_under("rule here source", list(_table_rows(rules, lang)))
    for key, kind in (
        ("misdeal_title", rules.misdeal),
        ("teyaku_title", rules.teyaku),
        ("yaku", rules.yaku),
        ("compensation_title", rules.compensation),
    ):
        if kind:
            yield title(word(key, lang))
            head = _HEAD if key != "misdeal_title" else [column for column in _HEAD if column != "value"]
            told = (dict(zip(_HEAD, _row(one, rules, lang), strict=True)) for one in kind.values())
            yield rows_under(" ".join(head), [[row[column] for column in head] for row in told])
    if rules.groups:
        yield title(word("groups_title", lang))
        groups = [
            [name, one.name.text(lang), word(one.counts, lang), told_source(one, lang)]
            for name, one in rules.groups.items()
        ]
        yield rows_under("id cards_named counts source", groups)
    if rules.voids:
        yield title(word("voids_title", lang))
        yield rows_under("id cards_named condition of source", [_void_row(name, rules, lang) for name in rules.voids])
    if rules.card_points is not None:
        yield title(word("card_points_title", lang))
        points = rules.card_points
        rows = [[rules.classes.title(name), str(worth)] for name, worth in points.classes.items()]
        rows += [[name, str(worth)] for name, worth in points.cards.items()]
        yield rows_under("cards value source", [[*row, points.source] for row in rows])
    yield title(word("classes", lang))
    titles = {name: title.text(lang) for name, title in class_names().items()}
    classes = [*(name for name in titles if rules.classes.of(name)), *rules.classes.own]
    rows = [
        [name, titles.get(name) or rules.classes.title(name), print_set(rules.classes.of(name), load_deck())]
        for name in classes
    ]
    yield rows_under("id cards_named cards", rows)
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


def _table_rows(rules: HanafudaRules, lang: str) -> Iterator[list[str]]:
    """Who plays with which cards."""
    yield entry_row("table", rules.table, lang)
    if rules.left_out is not None:
        cards = print_set(load_deck().everything & ~rules.deck, load_deck())
        yield [word("left_out", lang), cards, rules.left_out.source]
    if rules.wild is not None:
        takes = f"{rules.wild.card}, takes: {rules.wild.takes}"
        yield [word("wild_title", lang), takes, told_source(rules.wild, lang)]


def _void_row(name: str, rules: HanafudaRules, lang: str) -> list[str]:
    void = rules.voids[name]
    groups = ", ".join(rules.groups[group].name.text(lang) for group in void.entry.groups)
    of = f"{void.entry.of}: {groups}" if groups else str(void.entry.of)
    return [name, void.entry.name.text(lang), void.when.english(), of, void.entry.source]


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
    if yaku.returnable == "unused":
        parts.append("none of its cards may go back")
    return f" ({'; '.join(parts)})" if parts else ""
