"""The page on presets, made of the rule tables: ``python -m docs.presets`` writes docs/presets.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import calc
from calc.tables import OptionRule, RuleSet, RuleTable, load_table, rule_set_ids
from calc.tables.draft import flow
from calc.tables.loader import read_file
from calc.tables.ruleset import spell_choice
from calc.tables.shelf import find_rule_file
from calc.tables.table import Change, compare_tables, split_path

__all__ = ["PAGE", "base_of", "presets_page"]

PAGE = Path(__file__).parent / "presets.md"
_INTRO = """\
# Presets

Made of the rule tables by `python -m docs.presets`; changes belong into `rules/`.

What each rule set decides otherwise than the set that it extends; all else is as there. A cell is an option, which
`--set`, a record's `options` and house files change, or a value at its path in the table. `yaku rules show ID` prints
all values of a set with their sources, `yaku rules diff A B` compares any two. *Not verified*: nobody could check the
value against the rules themselves. What the sources leave open is decided in [rulings](rulings.md#presets).
"""
#: Longer values are not printed.
_LONGEST = 160
_GROUPS = {"Four players": 4, "Three players": 3, "Hanafuda": None}


def presets_page() -> str:
    """The text of the page."""
    lines = [_INTRO, *_overview(), *(line for name in rule_set_ids() for line in _section(name))]
    return "\n".join(lines).rstrip("\n") + "\n"


def base_of(name: str) -> str | None:
    """The rule set that a shipped one extends."""
    base: str | None = read_file(find_rule_file(name)).data.get("extends")
    return base


def _overview() -> Iterator[str]:
    rules = [calc.load_rules(name) for name in rule_set_ids()]
    for title, seats in _GROUPS.items():
        yield from (f"## {title}", "", "| Set | Name | Extends | |", "|---|---|---|---|")
        for one in rules:
            if (len(one.seats) if hasattr(one, "seats") else None) == seats:
                base = base_of(one.id)
                about = one.about.en if one.about else ""
                yield _row([f"[`{one.id}`](#{one.id})", one.name.en, f"`{base}`" if base else "", about])
        yield ""


def _section(name: str) -> Iterator[str]:
    """The cells in which a set differs from the one that it extends, and the sources that it adds."""
    base = base_of(name)
    here = calc.load_rules(name)
    known = {}
    yield from (f"## `{name}`", "", f"{here.name.en}, version {here.version}.", "")
    if base is not None:
        under = calc.load_rules(base)
        known = under.sources
        yield from (f"| Cell | Here | In `{base}` | Source | Note |", "|---|---|---|---|---|")
        yield from map(_row, _option_rows(here, under))
        yield from map(_row, _value_rows(load_table(name), load_table(base), here, under))
        yield ""
    added = [f"- {key}: {source}" for key, source in here.sources.items() if known.get(key) != source]
    if added:
        yield from ("Sources:", "", *added, "")


def _row(cells: Iterable[str]) -> str:
    escaped = (cell.replace("|", "\\|") for cell in cells)
    return "".join(f"| {cell} " if cell else "| " for cell in escaped) + "|"


def _option_rows(here: RuleSet, under: RuleSet) -> Iterator[list[str]]:
    """The options whose default differs, or of which something else is known."""
    for key, option in here.options.items():
        other = under.options.get(key)
        if other is None:
            yield [f"`{key}`", f"`{spell_choice(option.default)}`", "not there", option.source, _note(option)]
        elif option.default != other.default or (_note(option) and _note(option) != _note(other)):
            values = [f"`{spell_choice(one.default)}`" for one in (option, other)]
            yield [f"`{key}`", *values, option.source, _note(option)]


def _note(entry: OptionRule) -> str:
    disputed = f"disputed: {entry.disputed}" if entry.disputed else ""
    return "; ".join(filter(None, ["*not verified*" if entry.unverified else "", disputed]))


def _value_rows(here: RuleTable, under: RuleTable, rules: RuleSet, other: RuleSet) -> Iterator[list[str]]:
    """The values that differ and that no option sets."""
    optional = {split_path(path) for one in (rules, other) for option in one.options.values() for path in option.paths}
    for change in compare_tables(under, here):
        path = split_path(change.path)
        if change.section == "options" or path[-1] in ("source", "disputed", "unverified") or _is_set(path, optional):
            continue
        yield [f"`{change.path}`", _shown(change.b), _shown(change.a), change.source_b or "", _told(here, change)]


def _is_set(path: tuple[str, ...], optional: set[tuple[str, ...]]) -> bool:
    return any(path[: len(one)] == one for one in optional)


def _told(table: RuleTable, change: Change) -> str:
    """What the entry around a value says of its source."""
    entry: Any = table.data
    note = ""
    for part in split_path(change.path):
        entry = entry.get(part) if isinstance(entry, dict) else None
        if isinstance(entry, dict) and "source" in entry:
            disputed = f"disputed: {entry['disputed']}" if "disputed" in entry else ""
            note = "; ".join(filter(None, ["*not verified*" if entry.get("unverified") else "", disputed]))
    return note


def _shown(value: Any) -> str:
    """A value of a table; an entry by its name, and nothing of a long value."""
    if value is None:
        return "not there"
    if isinstance(value, dict) and "name" in value:
        return str(value["name"]["en"])
    text = flow(value)
    return f"`{text}`" if len(text) <= _LONGEST else "another value"


if __name__ == "__main__":
    PAGE.write_text(presets_page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(rule_set_ids())} rule sets")
