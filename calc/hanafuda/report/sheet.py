"""The rule sheet of a hanafuda rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from calc.hanafuda.report.record import named_cards
from calc.hanafuda.rules.deck import class_names, load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.layout.game import Section, entry_row, sheet_lines, source_text
from calc.layout.words import word
from calc.notation.cards import print_set


def rule_sheet(rules: HanafudaRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """The lines of a sheet: table, yaku, cards, settlement, options, sources."""
    return sheet_lines(sections(rules, lang), rules, lang, width, markdown=markdown)


def sections(rules: HanafudaRules, lang: str) -> Iterator[Section]:
    """The tables of a sheet: table, yaku, cards, settlement."""
    yield Section("table_title", "rule here source", list(_table_rows(rules, lang)))
    # A field that is dealt again is worth nothing.
    misdeals = [[name, title, *others] for name, title, _, *others in _yaku_rows(rules.misdeal, rules, lang)]
    yield Section("misdeal_title", "id yaku condition source", misdeals)
    head = "id yaku value condition source"
    yield Section("teyaku_title", head, _yaku_rows(rules.teyaku, rules, lang))
    yield Section("yaku", head, _yaku_rows(rules.yaku, rules, lang))
    yield Section("compensation_title", head, _yaku_rows(rules.compensation, rules, lang))
    groups = [
        [name, one.name.text(lang), word(one.counts, lang), source_text(one, lang)]
        for name, one in rules.groups.items()
    ]
    yield Section("groups_title", "id cards_named counts source", groups)
    voids = [_void_row(name, rules, lang) for name in rules.voids]
    yield Section("voids_title", "id cards_named condition of source", voids)
    if rules.card_points is not None:
        points = rules.card_points
        worths = {rules.classes.title(name): worth for name, worth in points.classes.items()}
        rows = [[name, str(worth), points.source] for part in (worths, points.cards) for name, worth in part.items()]
        yield Section("card_points_title", "cards value source", rows)
    titles = {name: title.text(lang) for name, title in class_names().items()}
    classes = [*(name for name in titles if rules.classes.of(name)), *rules.classes.own]
    rows = [[name, titles.get(name) or rules.classes.title(name), _cards_text(rules, name, lang)] for name in classes]
    yield Section("classes", "id cards_named cards", rows)
    facts = [
        [name, f"{one.meaning.text(lang)} ({word(f'of_{one.of}', lang)})", source_text(one, lang)]
        for name, one in rules.facts.items()
    ]
    yield Section("facts_title", "id rule source", facts)
    steps = [[name, step.text(lang), source_text(step, lang)] for name, step in rules.steps.items()]
    if rules.stake is not None:
        steps.insert(0, ["stake", rules.stake.text(lang), source_text(rules.stake, lang)])
    yield Section("settlement", "id rule source", steps)


def _table_rows(rules: HanafudaRules, lang: str) -> Iterator[list[str]]:
    yield entry_row("table", rules.table, lang, with_defaults=False)
    if rules.match is not None:
        yield [word("match", lang), rules.match.text(lang), source_text(rules.match, lang)]
    if rules.left_out is not None:
        for key, cards in (
            ("left_out", load_deck().everything & ~rules.deck),
            ("added_cards", rules.deck & ~load_deck().everything),
        ):
            if cards:
                yield [word(key, lang), print_set(cards, load_deck()), rules.left_out.source]
    for card, choice in rules.choices.items():
        kinds = [
            rules.classes.title(name, lang) + (f" ({card} x {count})" if count > 1 else "")
            for name, count in choice.worth.items()
        ]
        told = f" {word('or', lang)} ".join(kinds)
        yield [named_cards(card, lang), f"{told} ({word(f'chosen_{choice.chosen}', lang)})", choice.source]
    if rules.wild is not None:
        takes = f"{rules.wild.card}, takes: {rules.wild.takes}"
        yield [word("wild_title", lang), takes, source_text(rules.wild, lang)]


def _cards_text(rules: HanafudaRules, name: str, lang: str) -> str:
    """The cards of a class, and which of them count as several."""
    cards = print_set(rules.classes.of(name), load_deck())
    weights = rules.classes.counted(name).says_weights(lang)
    return f"{cards} ({weights})" if weights else cards


def _void_row(name: str, rules: HanafudaRules, lang: str) -> list[str]:
    void = rules.voids[name]
    names = [rules.groups[group].name.text(lang) for group in void.groups]
    names += [rules.yaku[one].name.text(lang) for one in void.yaku if one in rules.yaku]
    of = word(f"void_of_{void.of}", lang)
    of += ("：" if lang == "ja" else ": ") + ("、" if lang == "ja" else ", ").join(names) if names else ""
    return [name, void.name.text(lang), void.text(lang), of, source_text(void, lang)]


def _yaku_rows(yaku: Mapping[str, Yaku], rules: HanafudaRules, lang: str) -> list[list[str]]:
    return [
        [
            one.id,
            one.name.text(lang),
            one.value.phrase(rules.classes, lang),
            one.when.text(lang) + _limits_text(one, rules, lang),
            source_text(one, lang),
        ]
        for one in yaku.values()
    ]


def _limits_text(yaku: Yaku, rules: HanafudaRules, lang: str) -> str:
    """Which yaku do not count beside a yaku, and whether it ends the round."""
    parts = []
    if yaku.best_of:
        names = [rules.groups[group].name.text(lang) for group in yaku.groups if rules.groups[group].counts == "best"]
        parts.append(f"best of {' and of '.join(names)}")
    if yaku.exclusive_with:
        parts.append(f"not beside {', '.join(yaku.exclusive_with)}")
    if yaku.supersedes:
        parts.append(f"in place of {', '.join(yaku.supersedes)}")
    if yaku.stops:
        parts.append("stops the round")
    if yaku.returnable == "unused":
        parts.append("none of its cards may go back")
    return f" ({'; '.join(parts)})" if parts else ""
