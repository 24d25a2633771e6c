"""Sheets of riichi: the rules of a rule set, one for the wall, and the lists of yaku that a rule set can take from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from calc.layout.document import Block, Document, Head, Table
from calc.layout.game import Part, Section, entry_row, sheet_blocks, sheet_page, source_text
from calc.layout.words import count_text, word
from calc.mahjong.load import read_list
from calc.mahjong.report.chart import chart_blocks
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL, ByHand, ByHow, FuPart, Level, Limit, Value, Yaku
from calc.mahjong.rules.words.base import write
from calc.notation.tiles import kind_of, parse_tiles
from calc.tables.shelf import list_ids
from calc.text import number
from calc.translation import say

#: What a hand on a sheet for the wall does without.
_COMMON: Final = ("seat=S", "round=E", "from=")
#: Keys of a yaku of which its condition tells.
_CONDITIONS: Final = ("when", "no_han_when", "satisfies_minimum", "suppresses", "at")


def sheet(rules: MahjongRules, *, every: bool = False) -> Document:
    """A sheet for the wall: yaku with an example of each, fu, payments, and the questions of the rule set; with
    ``every`` condition and source. A page has both.
    """

    def blocks(page: bool) -> Iterable[Block]:
        chart = [*chart_blocks(rules)]
        if page:
            yaku, fu, *_ = found = [*sections(rules)]
            by_value: dict[str, list[str]] = {}
            for _, name, value, *_ in yaku.rows:
                by_value.setdefault(value, []).append(name)
            values = [[value, say(", ").join(names)] for value, names in by_value.items()]
            wall = [Head(word("yaku")), Table([word("han_title"), word("yaku")], values, "<<")]
            wall += [Head(word("payments")), *chart]
            if fu.rows:
                wall += [Head(word("fu_title")), Table(["", ""], [[row[0], row[1]] for row in fu.rows], "<>")]
            return sheet_page(rules, wall, found)
        if every:
            *first, tiles, rounds = sections(rules)
            return sheet_blocks(rules, [*first, ("payments", chart), tiles, rounds], every=True)
        hands = _examples(rules)
        examples = [
            [one.name.text(), value_text(one.value, rules), hands.get(one.id, "")]
            for one in (*rules.yaku.values(), *rules.draw_yaku.values())
        ]
        parts: list[Part] = [
            Section("yaku", "yaku han_title example", examples),
            Section("fu_title", "reason fu_title", [row[:2] for row in _fu_rows(rules)]),
            ("payments", chart),
        ]
        return sheet_blocks(rules, parts, every=False)

    return Document(rules.titled(), blocks)


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


def sections(rules: MahjongRules) -> Iterator[Section]:
    """The tables of a sheet but for the payments: yaku, fu, tiles and wins, rounds and games."""
    yaku = [*rules.yaku.values(), *rules.draw_yaku.values()]
    rows = [[*_yaku_row(one, one, rules), source_text(one)] for one in yaku]
    yield Section("yaku", "id yaku han condition source", rows)
    yield Section("fu_title", "reason fu condition source", _fu_rows(rules))
    wins = [entry_row("tiles", rules.tiles)]
    for bonus in rules.dora.bonus.values():
        wins.append([bonus.name.text(), f"{bonus.han} {word('han')}", source_text(bonus)])
    dora = f"order: {' '.join(rules.dora.order)}, indicators: {rules.dora.indicators}"
    wins.append(["dora", dora, source_text(rules.dora)])
    if rules.dora.north is not None:
        wins.append(entry_row("north", rules.dora.north))
    wins += [entry_row(name, getattr(rules.points, name)) for name in ("limit", "counters", "stick")]
    wins += [entry_row("liability", rules.liability), entry_row("winning", rules.winning)]
    yield Section("tiles_and_wins", "rule here source", wins)
    entries = {name: getattr(rules.rounds, name) for name in rules.rounds.__struct_fields__}
    entries |= {"match": rules.match, "final": rules.final}
    rounds = [entry_row(name, entry) for name, entry in entries.items()]
    yield Section("rounds_and_games", "rule here source", rounds)


def _fu_rows(rules: MahjongRules) -> list[list[str]]:
    rows = [
        [part.name.text(), str(part.fu), _part_condition(part, rules), source_text(part)] for part in rules.fu.parts
    ]
    shapes = [shape for shape in rules.shapes.values() if shape.fu]
    return rows + [[shape.name.text(), str(shape.fu), "", source_text(shape)] for shape in shapes]


def _yaku_row(one: Any, yaku: Yaku, rules: MahjongRules) -> list[str]:
    return [one.id, one.name.text(), value_text(one.value, rules), _condition_text(yaku, rules)]


def value_text(value: Value, rules: MahjongRules) -> str:
    """The worth of a yaku: a level, or han, ``3, open 2``, ``2 by tsumo only``, ``2 (1 by ron), open 1 (0 by ron)``."""
    if value.limit is not None:
        return rules.points.title(LIMIT_LEVEL, value.limit)
    if value.level is not None:
        return rules.points.title(value.level)
    if isinstance(value.han, ByHand):
        closed, opened = _han_by_how(value.han.closed), _han_by_how(value.han.open)
        if closed == opened:
            return closed
        if not opened or not closed:
            side = say("closed" if closed else "open")
            return say("{closed} ({side} only)", closed=closed or opened, side=side)
        return say("{closed}, open {opened}", closed=closed, opened=opened)
    return str(value.han)


def _han_by_how(han: int | ByHow | None) -> str:
    """The han of closed or of open hands: ``2``, ``2 (1 by ron)``, ``1 by ron only``; empty where there are none."""
    tsumo, ron = (han.tsumo, han.ron) if isinstance(han, ByHow) else (han, han)
    if tsumo == ron:
        return "" if tsumo is None else str(tsumo)
    if tsumo is None or ron is None:
        only = ron if tsumo is None else tsumo
        return say("{only} by ron only" if tsumo is None else "{only} by tsumo only", only=only)
    return say("{tsumo} ({ron} by ron)", tsumo=tsumo, ron=ron)


def _condition_text(yaku: Yaku, rules: MahjongRules) -> str:
    """The condition of a yaku in words, when it has no han or makes no hand winnable, and what it replaces."""
    lexicon = rules.lexicon
    if yaku.at != "win":
        return say("stated in the record of an exhaustive draw")
    told = [yaku.when.phrase(lexicon)]
    if yaku.no_han_when is not None:
        void = yaku.no_han_when.phrase(lexicon)
        told.append(say("0 han where: {void}", void=void))
    if not yaku.satisfies_minimum:
        told.append(say("makes no hand winnable by itself"))
    if yaku.suppresses:
        names = say(", ").join(lexicon.yaku.get(name, name) for name in yaku.suppresses)
        told.append(say("in place of {names}", names=names))
    return say("; ").join(told)


def _part_condition(part: FuPart, rules: MahjongRules) -> str:
    lexicon = rules.lexicon
    if part.each is not None:
        return write("each", pick=part.each.phrase(lexicon))
    return part.when.phrase(lexicon) if part.when is not None else word("always")


def rule_words(rules: MahjongRules, path: Sequence[str]) -> str | None:
    """What stands at a path, in words: the worth and the condition of a yaku, fu and what they are for, a level."""
    told: str | None = None
    match [*path]:
        case ["yaku", str(name), *keys] if (yaku := rules.yaku.get(name) or rules.draw_yaku.get(name)) is not None:
            worth, condition = value_text(yaku.value, rules), _condition_text(yaku, rules)
            if yaku.value.han is not None:
                first = worth[: len(worth) - len(worth.lstrip("0123456789"))]
                worth = count_text(int(first), "han") + worth.removeprefix(first)
            told = _entry_words(keys, {"value": worth}, condition, _CONDITIONS)
        case ["fu", ("hand" | "win" | "rest") as where, *keys]:
            parts = getattr(rules.fu, where)
            if not keys:
                each = (f"{part.name.text()} {count_text(part.fu, 'fu')}" for part in parts.values())
                told = say(", ").join(each) or say("none")
            elif (part := parts.get(keys[0])) is not None:
                values = {"fu": count_text(part.fu, "fu")}
                told = _entry_words(keys[1:], values, _part_condition(part, rules), ("when", "each"))
        case ["points", "levels", str(name), *keys] if name in rules.points.levels and keys[:1] != ["name"]:
            told = _level_words(rules.points.levels[name])
        case ["points", "limit", "pays"]:
            told = _level_words(rules.points.limit)
        case ["dora", "bonus", str(name), *_] if name in rules.dora.bonus:
            told = count_text(rules.dora.bonus[name].han, "han")
    return told


def _entry_words(keys: Sequence[str], told: Mapping[str, str], condition: str, conditions: Sequence[str]) -> str | None:
    """An entry in words: all of it, one of its values, or its condition."""
    if not keys:
        return say(": ").join([*told.values(), condition])
    return condition if keys[0] in conditions else told.get(keys[0])


def _level_words(level: Level | Limit) -> str:
    """From how many han on a level is paid, and what: base points, or what a non-dealer gets."""
    han = getattr(level, "from_han", None)
    told = [say("from {han} han on", han=han)] if han is not None else []
    if level.pays is not None:
        pays = level.pays
        ron, tsumo = number(pays.other_ron), f"{number(pays.other_tsumo_each)}/{number(pays.other_tsumo_dealer)}"
        told.append(say("ron {ron}, tsumo {tsumo}", ron=ron, tsumo=tsumo))
    elif level.base is not None:
        told.append(say("{base} base points", base=number(level.base)))
    return say(": ").join(told) or say("none")


def describe_list(name: str) -> str:
    """Say what a list of yaku holds. Raises :class:`calc.RuleTableError`."""
    found, _ = read_list(name)
    return f"{found.label}: right ({len(found.yaku)} yaku to take)"


def list_sheet(name: str, *, every: bool) -> Document:
    """A sheet: each yaku with its value and condition; if ``every`` line is asked for, an example and its source."""
    found, rules = read_list(name)
    rows = [_yaku_row(one, rules.yaku[one.id], rules) for one in found.yaku.values()]
    sections = [Section("yaku", "id yaku han condition", rows)]
    if every:
        examples = [[one.id, one.example, source_text(one)] for one in found.yaku.values()]
        sections.append(Section("examples", "id example source", examples))
    return Document(found.titled(), lambda page: sheet_blocks(found, sections, every=True))


def offers(rules: MahjongRules) -> Mapping[str, Mapping[str, str]]:
    """The yaku of the shipped lists that a rule set has not, and has the tiles for: name and value by list and id."""
    offered: dict[str, dict[str, str]] = {}
    for name in list_ids():
        found, with_all = read_list(name)
        offered[name] = {
            one.id: f"{one.name.text()}: {value_text(one.value, with_all)}"
            for one in found.yaku.values()
            if one.id not in rules.yaku and rules.kinds >= set(map(kind_of, parse_tiles(one.needs_tiles)))
        }
    return offered
