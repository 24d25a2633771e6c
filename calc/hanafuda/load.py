"""Rule tables of hanafuda games read into typed, checked rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from calc.errors import did_you_mean
from calc.hanafuda.rules.checks import KINDS, check_order, check_parts, check_values, order_steps
from calc.hanafuda.rules.classes import Classes
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules, RuleFile
from calc.hanafuda.rules.schema import CardPoints, ClassEntry, DeckEntry, Group, TableRules, Yaku, YakuEntry
from calc.hanafuda.rules.values import Worth, read_value
from calc.hanafuda.rules.words import Word, read_condition
from calc.hanafuda.settle.steps import EnderOnly, Pot, Stake, Step
from calc.hanafuda.value.yaku import Search
from calc.notation.deck import CardSet
from calc.tables import RuleTable
from calc.tables.loader import Loader, check_sources
from calc.tables.misfit import outline_of
from calc.tables.ruleset import ENTRY_ID

_YAKU_ID = re.compile(ENTRY_ID)
#: What ``game`` says in a rule table of this kind.
GAME = "hanafuda"


def load_hanafuda_rules(name: str, options: Mapping[str, Any] | None = None) -> HanafudaRules:
    """The rule set ``name`` (a shipped id or a file) with ``options`` chosen.

    Raises :class:`calc.RuleTableError` for unknown names and options, and for every mistake in a file, with file, line
    and path.
    """
    return _loader.load(name, options)


def read_hanafuda_rules(table: RuleTable) -> HanafudaRules:
    """A merged table as typed, checked rules. Raises :class:`calc.RuleTableError` with file, line and path."""
    if table.data.get("game") != GAME:
        raise table.error(f"expected 'game: {GAME}', found {table.data.get('game')!r}", ("game",))
    table.read((), outline_of(RuleFile))
    deck = _read_deck(table)
    classes = table.once(("classes",), lambda _: _read_classes(table, deck), given=deck)

    def read_part(kind: type[Any], data: Any) -> Word | Worth:
        return read_condition(data, classes) if kind is Word else read_value(data, classes)

    file: RuleFile = table.read((), RuleFile, read_part, classes)
    check_sources(table, file.sources)
    yaku = {kind: _read_section(table, kind, getattr(file, kind), file.groups) for kind in KINDS}
    for kind in ("teyaku", "yaku"):
        yaku[kind] = _with_exclusions(table, kind, yaku[kind])
    for name, void in file.voids.items():
        for group in void.groups:
            _check_group(table, group, file.groups, ("voids", name, "groups"))
    steps = order_steps(table, file.settlement)
    asking = [one.when for one in (*yaku["yaku"].values(), *yaku["teyaku"].values())]
    asking += [void.when for void in file.voids.values()]
    made = {
        "deck": deck,
        "left_out": file.deck,
        "classes": classes,
        "points": _read_points(table, file.card_points, classes) if file.card_points is not None else None,
        "wild_card": _cards(table, classes, file.wild.card, ("wild", "card")) if file.wild is not None else 0,
        "steps": steps,
        "unused": _unused_keys(file.table, steps.values(), yaku),
        "has_stops": any(one.stops for one in yaku["yaku"].values()),
        "in_hands": Search(yaku["teyaku"].values()),
        "in_piles": Search(yaku["yaku"].values()),
        "asks_month": any(word.asks_month for word in asking),
        **yaku,
    }
    written = {name: value for name, value in msgspec.structs.asdict(file).items() if name != "settlement"}
    rules = HanafudaRules(**{**written, **made})
    check_values(table, rules)
    check_parts(
        table, steps, file.table, has_points=rules.points is not None, has_compensation=bool(rules.compensation)
    )
    check_order(table, steps)
    return rules


def _read_deck(table: RuleTable) -> CardSet:
    everything = load_deck().everything
    if table.data.get("deck") is None:
        return everything
    without = table.read(("deck",), DeckEntry).without
    return everything & ~_cards(table, Classes({}, everything), without, ("deck", "without"))


def _read_classes(table: RuleTable, deck: CardSet) -> Classes:
    entries = {name: table.read(("classes", name), ClassEntry) for name in table.entries("classes")}
    known = Classes({}, deck)
    for name in entries:
        given = {key: (item.cards, item.others, item.name) for key, item in entries.items()}
        try:
            # Add one class at a time, so that a fault names the entry that holds it.
            known = Classes({key: given[key] for key in list(entries)[: list(entries).index(name) + 1]}, deck)
        except ValueError as error:
            raise table.error(str(error), ("classes", name, "cards")) from None
    return known


def _cards(table: RuleTable, classes: Classes, names: str | list[str], path: tuple[str, ...]) -> CardSet:
    try:
        return classes.cards(names)
    except ValueError as error:
        raise table.error(str(error), path) from None


def _read_points(table: RuleTable, given: CardPoints, classes: Classes) -> dict[int, CardSet]:
    """The cards of each worth: by class, then by the card itself."""
    points: dict[int, CardSet] = {}
    rows = [(("card_points", "classes", name), name, worth) for name, worth in given.classes.items()]
    rows += [(("card_points", "cards", name), name, worth) for name, worth in given.cards.items()]
    for path, name, worth in rows:
        cards = _cards(table, classes, [name], path)
        points = {other: of & ~cards for other, of in points.items()}
        points[worth] = points.get(worth, 0) | cards
    return points


def _read_section(
    table: RuleTable, kind: str, entries: Mapping[str, YakuEntry], groups: Mapping[str, Group]
) -> dict[str, Yaku]:
    found: dict[str, Yaku] = {}
    for order, (name, entry) in enumerate(entries.items()):
        if not _YAKU_ID.fullmatch(name):
            raise table.error(f"expected an id of small letters, digits and _, found {name!r}", (kind, name))
        if entry.group is not None:
            _check_group(table, entry.group, groups, (kind, name, "group"))
        is_best_of = entry.group is not None and not entry.stacks and groups[entry.group].counts == "best"
        best_of = f"group {entry.group}" if is_best_of else None
        found[name] = Yaku(**msgspec.structs.asdict(entry), id=name, order=order, best_of=best_of)
    return found


def _check_group(table: RuleTable, group: str, groups: Mapping[str, Group], path: tuple[str, ...]) -> None:
    if group not in groups:
        raise table.error(f"there is no group {group!r}{did_you_mean(group, groups)}", path)


def _with_exclusions(table: RuleTable, kind: str, yaku: Mapping[str, Yaku]) -> dict[str, Yaku]:
    """The same yaku, each excluding those that exclude it. What a set removed may still be named."""
    excluding: dict[str, set[str]] = {name: set() for name in yaku}
    for name, one in yaku.items():
        _check_named(table, kind, (*one.exclusive_with, *one.supersedes), name)
        for other in one.exclusive_with:
            if other in yaku:
                excluding[name].add(other)
                excluding[other].add(name)
    return {
        name: msgspec.structs.replace(one, exclusive_with=tuple(sorted(excluding[name]))) for name, one in yaku.items()
    }


def _check_named(table: RuleTable, kind: str, names: Iterable[str], by: str) -> None:
    for name in names:
        if not table.knows(kind, name):
            raise table.error(f"there is no yaku {name!r}{did_you_mean(name, table.entries(kind))}", (kind, by))


def _unused_keys(table: TableRules, steps: Iterable[Step], yaku: Mapping[str, Mapping[str, Yaku]]) -> tuple[str, ...]:
    """The keys of records that nothing of the rule set looks at."""
    kinds = {type(step) for step in steps}
    stops = any(one.stops for one in yaku["yaku"].values())
    used = {
        "stopped_by": EnderOnly in kinds or stops,
        "koikoi": EnderOnly in kinds,
        "chips": Stake in kinds,
        "pot": Pot in kinds,
        "revealed": table.first == "leader",
        "teyaku": bool(yaku["teyaku"]),
    }
    return tuple(key for key, is_used in used.items() if not is_used)


_loader = Loader(read_hanafuda_rules)
