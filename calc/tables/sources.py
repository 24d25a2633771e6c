"""The sources of a table: every entry names one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calc.errors import did_you_mean
from calc.tables.table import RuleTable


def check_sources(table: RuleTable, sources: Mapping[str, str]) -> None:
    """Every source names one of the rule set's ``sources`` first: ``guide, Dora tiles; ruling R18``."""

    def walk(tree: Any, path: tuple[str, ...]) -> None:
        if not isinstance(tree, dict):
            return
        for key, value in tree.items():
            if key == "source" and isinstance(value, str):
                for part in value.split(";"):
                    name = part.replace(",", " ").split()[:1]
                    if not name or name[0] not in sources:
                        raise table.error(
                            f"a source begins with the name of one under 'sources', found {value!r}"
                            f"{did_you_mean(''.join(name), sources)}",
                            (*path, key),
                        )
            elif key != "choices":
                walk(value, (*path, key))

    walk({key: value for key, value in table.data.items() if key != "sources"}, ())
