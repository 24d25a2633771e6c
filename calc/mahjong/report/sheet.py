"""The rule sheet of a riichi rule set, and its payment chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from calc.layout.counts import count_text
from calc.layout.game import Part, Section, entry_row, sheet_lines, source_text, wall_lines
from calc.layout.programs import Format, csv_text, plain_texts
from calc.layout.tables import table
from calc.layout.words import each_pays, word
from calc.mahjong.explain.chart import ChartRow, payment_chart
from calc.mahjong.rules.points import Level, Limit
from calc.mahjong.rules.schema import ByHand, ByHow, FuPart, MahjongRules, Value, Yaku
from calc.text import number, wrap
from calc.translation import say

#: What a hand on a sheet for the wall does without.
_COMMON: Final = ("seat=S", "round=E", "from=")
#: Keys of a yaku of which its condition tells.
_CONDITIONS: Final = ("when", "no_han_when", "satisfies_minimum", "suppresses", "at")
#: Below this width the chart has the columns of dealer and others below each other, so that no word is broken.
_NARROW: Final = 68


def rule_sheet(rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """The lines of a sheet: yaku, fu, payments, rounds, options, sources."""
    chart = _chart_table(payment_chart(rules), rules, lang, width, markdown=markdown)
    *first, tiles, rounds = sections(rules, lang)
    return sheet_lines([*first, ("payments", chart), tiles, rounds], rules, lang, width, markdown=markdown)


def wall_sheet(rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """A sheet for the wall: yaku with an example of each, fu, payments, and the questions of the rule set."""
    hands = _examples(rules)
    yaku = [
        [one.name.text(lang), value_text(one.value, rules, lang), hands.get(one.id, "")]
        for one in (*rules.yaku.values(), *rules.draw_yaku.values())
    ]
    fu = [[part.name.text(lang), str(part.fu)] for part in rules.fu.parts]
    fu += [[shape.name.text(lang), str(shape.fu)] for shape in rules.shapes.values() if shape.fu]
    chart = _chart_table(payment_chart(rules), rules, lang, width, markdown=markdown)
    parts: list[Part] = [
        Section("yaku", "yaku han_title example", yaku),
        Section("fu_title", "reason fu_title", fu),
        ("payments", chart),
    ]
    return wall_lines(parts, rules, lang, width, markdown=markdown)


def _examples(rules: MahjongRules) -> dict[str, str]:
    """The examples of yaku that hold them under these rules, without the seats that any table has."""
    from calc.mahjong.records.lines import parse_line
    from calc.mahjong.scoring import score_wins

    asked = [one for one in rules.yaku.values() if one.example]
    results = score_wins([parse_line(one.example)[0] for one in asked], rules)
    held: dict[str, str] = {}
    for one, result in zip(asked, results, strict=True):
        # A chart may not pay a hand that is too small; it has the yaku all the same.
        ids = [line.id for line in getattr(result, "yaku", ())]
        if one.id in ids or getattr(result, "code", "") == "not_payable":
            held[one.id] = " ".join(word for word in one.example.split() if not word.startswith(_COMMON))
    return held


def sections(rules: MahjongRules, lang: str) -> Iterator[Section]:
    """The tables of a sheet but for the payments: yaku, fu, tiles and wins, rounds and games."""
    yaku = [
        [
            one.id,
            one.name.text(lang),
            value_text(one.value, rules, lang),
            condition_text(one, rules, lang),
            source_text(one, lang),
        ]
        for one in (*rules.yaku.values(), *rules.draw_yaku.values())
    ]
    yield Section("yaku", "id yaku han condition source", yaku)
    fu = [
        [part.name.text(lang), str(part.fu), _part_condition(part, rules, lang), source_text(part, lang)]
        for part in rules.fu.parts
    ]
    fu += [
        [shape.name.text(lang), str(shape.fu), "", source_text(shape, lang)]
        for shape in rules.shapes.values()
        if shape.fu
    ]
    yield Section("fu_title", "reason fu condition source", fu)
    yield Section("tiles_and_wins", "rule here source", list(_win_rows(rules, lang)))
    entries = {name: getattr(rules.rounds, name) for name in rules.rounds.__struct_fields__}
    entries |= {"match": rules.match, "final": rules.final}
    rounds = [entry_row(name, entry, lang) for name, entry in entries.items()]
    yield Section("rounds_and_games", "rule here source", rounds)


def _win_rows(rules: MahjongRules, lang: str) -> Iterator[list[str]]:
    """Tiles, dora, counters, pao, and what else the tables say of a win."""
    yield entry_row("tiles", rules.tiles, lang)
    for bonus in rules.dora.bonus.values():
        yield [bonus.name.text(lang), f"{bonus.han} {word('han', lang)}", source_text(bonus, lang)]
    dora = f"order: {' '.join(rules.dora.order)}, indicators: {rules.dora.indicators}"
    yield ["dora", dora, source_text(rules.dora, lang)]
    if rules.dora.north is not None:
        yield entry_row("north", rules.dora.north, lang)
    for name in ("limit", "counters", "stick"):
        yield entry_row(name, getattr(rules.points, name), lang)
    yield entry_row("liability", rules.liability, lang)
    yield entry_row("winning", rules.winning, lang)


def value_text(value: Value, rules: MahjongRules, lang: str) -> str:
    """The worth of a yaku: a level, or han, ``3, open 2``, ``2 by tsumo only``, ``2 (1 by ron), open 1 (0 by ron)``."""
    if value.limit is not None:
        name = rules.points.limit.name.text(lang)
        return name if value.limit == 1 else f"{value.limit} x {name}"
    if value.level is not None:
        return rules.points.title(value.level, lang)
    if isinstance(value.han, ByHand):
        closed, opened = _han_by_how(value.han.closed, lang), _han_by_how(value.han.open, lang)
        if closed == opened:
            return closed
        if not opened or not closed:
            side = say(lang, "closed" if closed else "open")
            return say(lang, "{closed} ({side} only)", closed=closed or opened, side=side)
        return say(lang, "{closed}, open {opened}", closed=closed, opened=opened)
    return str(value.han)


def _han_by_how(han: int | ByHow | None, lang: str) -> str:
    """The han of closed or of open hands: ``2``, ``2 (1 by ron)``, ``1 by ron only``; empty where there are none."""
    tsumo, ron = (han.tsumo, han.ron) if isinstance(han, ByHow) else (han, han)
    if tsumo == ron:
        return "" if tsumo is None else str(tsumo)
    if tsumo is None or ron is None:
        only = ron if tsumo is None else tsumo
        return say(lang, "{only} by ron only" if tsumo is None else "{only} by tsumo only", only=only)
    return say(lang, "{tsumo} ({ron} by ron)", tsumo=tsumo, ron=ron)


def condition_text(yaku: Yaku, rules: MahjongRules, lang: str = "en") -> str:
    """The condition of a yaku in words, when it has no han or makes no hand winnable, and what it replaces."""
    lexicon = rules.lexicon_in(lang)
    if yaku.at != "win":
        return say(lang, "stated in the record of an exhaustive draw")
    told = [lexicon.phrase(yaku.when)]
    if yaku.no_han_when is not None:
        void = lexicon.phrase(yaku.no_han_when)
        told.append(say(lang, "0 han where: {void}", void=void))
    if not yaku.satisfies_minimum:
        told.append(say(lang, "makes no hand winnable by itself"))
    if yaku.suppresses:
        names = say(lang, ", ").join(lexicon.yaku.get(name, name) for name in yaku.suppresses)
        told.append(say(lang, "in place of {names}", names=names))
    return say(lang, "; ").join(told)


def _part_condition(part: FuPart, rules: MahjongRules, lang: str) -> str:
    lexicon = rules.lexicon_in(lang)
    if part.each is not None:
        return lexicon.each(part.each)
    return lexicon.phrase(part.when) if part.when is not None else word("always", lang)


def rule_words(rules: MahjongRules, path: Sequence[str], lang: str) -> str | None:
    """What stands at a path, in words: the worth and the condition of a yaku, fu and what they are for, a level."""
    told: str | None = None
    match [*path]:
        case ["yaku", str(name), *keys] if (yaku := rules.yaku.get(name) or rules.draw_yaku.get(name)) is not None:
            worth, condition = value_text(yaku.value, rules, lang), condition_text(yaku, rules, lang)
            worth = count_text(int(worth), "han", lang) if worth.isdigit() else worth
            told = _entry_words(keys, {"value": worth}, condition, _CONDITIONS, lang)
        case ["fu", ("hand" | "win" | "rest") as where, *keys]:
            told = _fu_words(getattr(rules.fu, where), keys, rules, lang)
        case ["points", "levels", str(name), *keys] if name in rules.points.levels and keys[:1] != ["name"]:
            told = _level_words(rules.points.levels[name], lang)
        case ["points", "limit", "pays"]:
            told = _level_words(rules.points.limit, lang)
        case ["dora", "bonus", str(name), *_] if name in rules.dora.bonus:
            told = count_text(rules.dora.bonus[name].han, "han", lang)
    return told


def _fu_words(parts: Mapping[str, FuPart], keys: Sequence[str], rules: MahjongRules, lang: str) -> str | None:
    """A reason for fu, or all of them."""
    if not keys:
        told = (f"{part.name.text(lang)} {count_text(part.fu, 'fu', lang)}" for part in parts.values())
        return say(lang, ", ").join(told) or say(lang, "none")
    if keys[0] not in parts:
        return None
    part = parts[keys[0]]
    values = {"fu": count_text(part.fu, "fu", lang)}
    return _entry_words(keys[1:], values, _part_condition(part, rules, lang), ("when", "each"), lang)


def _entry_words(
    keys: Sequence[str], told: Mapping[str, str], condition: str, conditions: Sequence[str], lang: str
) -> str | None:
    """An entry in words: all of it, one of its values, or its condition."""
    if not keys:
        return say(lang, ": ").join([*told.values(), condition])
    return condition if keys[0] in conditions else told.get(keys[0])


def _level_words(level: Level | Limit, lang: str) -> str:
    """From how many han on a level is paid, and what: base points, or what a non-dealer gets."""
    han = getattr(level, "from_han", None)
    told = [say(lang, "from {han} han on", han=han)] if han is not None else []
    if level.pays is not None:
        pays = level.pays
        ron, tsumo = number(pays.other_ron), f"{number(pays.other_tsumo_each)}/{number(pays.other_tsumo_dealer)}"
        told.append(say(lang, "ron {ron}, tsumo {tsumo}", ron=ron, tsumo=tsumo))
    elif level.base is not None:
        told.append(say(lang, "{base} base points", base=number(level.base)))
    return say(lang, ": ").join(told) or say(lang, "none")


def write_chart(rules: MahjongRules, form: Format, lang: str, width: int) -> str:
    """The payment chart in one of the formats, ending with a line end."""
    rows = payment_chart(rules)
    if form == "json":
        return "".join(plain_texts(rows, form))
    if form == "yaml":
        import yaml

        return str(yaml.safe_dump(msgspec.to_builtins(rows), allow_unicode=True, sort_keys=False))
    if form == "csv":
        return csv_text(ChartRow.__struct_fields__, map(msgspec.to_builtins, rows))
    title = f"{rules.name.text(lang)} ({rules.full_label})"
    chart = _chart_table(rows, rules, lang, width, markdown=form == "markdown")
    return "\n".join([*([title] if form == "markdown" else wrap(title, width)), "", chart, ""])


def _chart_table(rows: Sequence[ChartRow], rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> str:
    """The chart with the columns of dealer and others beside each other, or below each other in a narrow terminal."""
    head, shown, align = chart_rows(rows, rules, lang)
    if markdown or width >= _NARROW:
        return table(shown, head, markdown=markdown, width=width, align=align)
    ways = [word("ron", lang), word("tsumo", lang)]
    sides = [(word("dealer", lang), -4), (word("other", lang), -2)]
    titles = head[:-4]
    head = ["/".join(titles), *ways]
    parts = []
    for who, place in sides:
        side = [["/".join(filter(None, line[:-4])), *line[place:][:2]] for line in shown]
        parts.append(f"{who}\n{table(side, head, markdown=False, width=width, align='<>>')}")
    return "\n\n".join(parts)


def chart_rows(rows: Sequence[ChartRow], rules: MahjongRules, lang: str) -> tuple[list[str], list[list[str]], str]:
    """The head of the chart, its rows, and how its columns are aligned."""
    lines = [_chart_cells(row, rules, lang, and_up=and_up) for row, and_up in _until_cap(rows, rules)]
    # Rules that count han only have no column of fu.
    titles = [word(key, lang) for key in ("han_title", "fu_title")][: 2 if rules.fu.parts else 1]
    sides = [f"{word(who, lang)} {word(how, lang)}" for who in ("dealer", "other") for how in ("ron", "tsumo")]
    head = [*titles, *sides]
    return head, [[*line[: len(titles)], *line[2:]] for line in lines], "<" + ">" * (len(head) - 1)


def _until_cap(rows: Sequence[ChartRow], rules: MahjongRules) -> Iterator[tuple[ChartRow, bool]]:
    """The rows of the chart, and whether each covers more fu too: once base points are capped, fu change nothing."""
    capped = ""
    for row in rows:
        base = rules.points.base
        at_cap = row.fu is not None and base is not None and row.base == base.cap
        if not (at_cap and capped == row.han):
            yield row, at_cap
        capped = row.han if at_cap else ""


def _chart_cells(row: ChartRow, rules: MahjongRules, lang: str, *, and_up: bool) -> list[str]:
    name = f"{row.han} {rules.points.title(row.level, lang)}".rstrip() if row.level else row.han
    return [
        name,
        "" if row.fu is None else f"{row.fu}{'+' if and_up else ''}",
        number(row.dealer_ron) if row.dealer_ron else "-",
        each_pays(number(row.dealer_tsumo), lang) if row.dealer_tsumo else "-",
        number(row.other_ron) if row.other_ron else "-",
        f"{number(row.other_tsumo_each)}/{number(row.other_tsumo_dealer)}" if row.other_tsumo_each else "-",
    ]
