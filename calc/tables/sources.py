"""The sources of a table: every entry names one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from calc.errors import did_you_mean
from calc.tables.table import RuleTable


def check_sources(table: RuleTable, sources: Mapping[str, str]) -> None:
    """Every source names one of the rule set's ``sources`` first: ``guide, Dora tiles; ruling R18``."""
    for section, entries in table.data.items():
        if section == "sources" or not isinstance(entries, dict):
            continue
        for key in entries:
            for path, text, names in table.once((section, key), partial(_sources_in, section, key), "sources"):
                for name in names:
                    if name not in sources:
                        raise table.error(
                            f"a source begins with the name of one under 'sources', found {text!r}"
                            f"{did_you_mean(name, sources)}",
                            path,
                        )


def _sources_in(section: str, key: str, value: Any) -> list[tuple[tuple[str, ...], str, list[str]]]:
    """The sources of an entry: path, text, and the name that each part of the text begins with, "" for none."""
    found = []

    def walk(tree: Any, path: tuple[str, ...]) -> None:
        if not isinstance(tree, dict):
            return
        for name, inner in tree.items():
            if name == "source" and isinstance(inner, str):
                names = ["".join(part.replace(",", " ").split()[:1]) for part in inner.split(";")]
                found.append(((*path, name), inner, names))
            elif name != "choices":
                walk(inner, (*path, name))

    walk({key: value}, (section,))
    return found
