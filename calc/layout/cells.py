"""Results as rows of cells, for tables that other programs read: the same wherever rows are written."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from calc.text import guarded

#: The keys of results that ``--fields short`` leaves out.
_FULLER: Final = ("fu_parts", "reading", "notes", "transfers")


def columns_of(kinds: Iterable[type[Any]], *, fuller: bool) -> list[str]:
    """A column for every key of some kinds of results, and one for what refuses a record. ``fuller``: whether the keys
    that ``--fields short`` leaves out have columns too.
    """
    keys = dict.fromkeys(key for kind in kinds for key in kind.__struct_fields__ if fuller or key not in _FULLER)
    return [*keys, "error"]


def cells_of(result: Any, columns: Sequence[str]) -> dict[str, Any]:
    """The cells of a result by column: yaku as their ids, other nested values and truth values as JSON text, and an
    empty text where there is nothing.
    """
    plain = msgspec.to_builtins(result)
    if "yaku" in plain:
        plain["yaku"] = " ".join(line["id"] for line in plain["yaku"])
    return {key: _cell(plain.get(key)) for key in columns}


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | list | dict) else value


def csv_text(keys: Sequence[str], rows: Iterable[Mapping[str, Any]], *, has_head: bool = True) -> str:
    """Rows of cells by key as CSV, under a row of the keys. Text that a spreadsheet would take for a formula is marked
    as text (:mod:`calc.text`).
    """
    rows_written: list[str] = []
    writer = csv.DictWriter(_Rows(rows_written), keys)
    if has_head:
        writer.writeheader()
    writer.writerows({key: guarded(cell) for key, cell in row.items()} for row in rows)
    return "".join(rows_written)


class _Rows:
    """Takes rows that end with both characters that may end a line, so that a cell with either stands in quotes."""

    def __init__(self, rows: list[str]) -> None:
        self._rows = rows

    def write(self, row: str) -> None:
        self._rows.append(f"{row[:-2]}\n")
