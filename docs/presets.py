"""The page on presets, made of the rule tables: ``python -m docs.presets`` writes docs/presets.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import calc
from calc.tables import RuleSet, load_table, rule_set_ids
from calc.tables.draft import flow
from calc.tables.loader import read_file
from calc.tables.ruleset import spell_choice
from calc.tables.shelf import find_rule_file
from calc.tables.table import Change, compare_tables, split_path

PAGE = Path(__file__).parent / "presets.md"
_INTRO = """\
# Presets

Made of the rule tables by `python -m docs.presets`; changes belong into `rules/`.

What each rule set decides otherwise than the set that it extends; all else is as there. A cell is an option, which
`--set`, a record's `options` and house files change, or a value at its path in the table. `yaku rules show ID --all`
prints all values of a set with their sources, `yaku rules diff A B` compares any two. *Not verified*: nobody could
check the value against the rules themselves. What the sources leave open is decided in [rulings](rulings.md#presets).
"""
#: In place of a value that a set lacks.
ABSENT = "not there"
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
        known = calc.load_rules(base).sources
        yield from (f"| Cell | Here | In `{base}` | Source | Note |", "|---|---|---|---|---|")
        yield from (_row([f"`{cell.name}`", *cell[1:]]) for cell in cells_of(name, base))
        yield ""
    added = [f"- {key}: {source}" for key, source in here.sources.items() if known.get(key) != source]
    if added:
        yield from ("Sources:", "", *added, "")


def _row(cells: Iterable[str]) -> str:
    escaped = (cell.replace("|", "\\|") for cell in cells)
    return "".join(f"| {cell} " if cell else "| " for cell in escaped) + "|"


class Cell(NamedTuple):
    """A value that differs, or of which more is known: its option or path, what it is in both sets, source and note."""

    name: str
    here: str
    under: str
    source: str
    note: str


def cells_of(name: str, base: str) -> Iterator[Cell]:
    """The cells in which a set differs from ``base``, and those of which it says more: options, then values."""
    here, under = calc.load_rules(name), calc.load_rules(base)
    yield from _option_cells(here, under)
    optional = {split_path(path) for one in (here, under) for option in one.options.values() for path in option.paths}
    table, base_table = load_table(name), load_table(base)
    changes = [one for one in compare_tables(base_table, table) if one.section != "options"]
    for change in changes:
        if not _is_set(change, optional):
            note = _note(**_entry_around(table.data, split_path(change.path)))
            yield Cell(change.path, _shown(change.b), _shown(change.a), change.source_b or "", note)
    told = {split_path(change.path) for change in changes}
    for path, entry in _entries(table.data):
        note = _note(**entry)
        if note not in ("", _note(**_entry_around(base_table.data, path))) and not _leads_to(path, told):
            yield Cell(".".join(path), _shown(entry), _shown(entry), entry["source"], note)


def _option_cells(here: RuleSet, under: RuleSet) -> Iterator[Cell]:
    notes = {
        rules.id: {key: _note(unverified=one.unverified, disputed=one.disputed) for key, one in rules.options.items()}
        for rules in (here, under)
    }
    for key, option in here.options.items():
        other = under.options.get(key)
        note = notes[here.id][key]
        mine = f"`{spell_choice(option.default)}`"
        if other is None:
            yield Cell(key, mine, ABSENT, option.source, note)
        elif option.default != other.default or note not in ("", notes[under.id][key]):
            yield Cell(key, mine, f"`{spell_choice(other.default)}`", option.source, note)


def _note(*, unverified: bool = False, disputed: str | None = None, **_: Any) -> str:
    parts = ["*not verified*" if unverified else "", f"disputed: {disputed}" if disputed else ""]
    return "; ".join(filter(None, parts))


def _is_set(change: Change, optional: set[tuple[str, ...]]) -> bool:
    """Whether an option sets the value, or something in it."""
    path = split_path(change.path)
    within = change.kind == "changed"
    return any(path[: len(one)] == one or (within and one[: len(path)] == path) for one in optional)


def _entries(tree: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The entries of a table that name a source, but for its options."""
    for key, value in tree.items():
        if isinstance(value, dict) and (path or key != "options"):
            if "source" in value:
                yield (*path, key), value
            yield from _entries(value, (*path, key))


def _leads_to(path: tuple[str, ...], others: set[tuple[str, ...]]) -> bool:
    return any(other[: len(path)] == path for other in others)


def _entry_around(tree: Any, path: tuple[str, ...]) -> dict[str, Any]:
    """The innermost entry that names a source, of those around a value."""
    found: dict[str, Any] = {}
    for part in path:
        tree = tree.get(part) if isinstance(tree, dict) else None
        if isinstance(tree, dict) and "source" in tree:
            found = tree
    return found


def _shown(value: Any) -> str:
    """A value of a table; an entry by its name, and nothing of a long value."""
    if value is None:
        return ABSENT
    titled = value.get("name", value.get("meaning")) if isinstance(value, dict) else None
    if titled is not None:
        return str(titled["en"])
    text = flow(value)
    return f"`{text}`" if len(text) <= _LONGEST else "another value"


if __name__ == "__main__":
    PAGE.write_text(presets_page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(rule_set_ids())} rule sets")
