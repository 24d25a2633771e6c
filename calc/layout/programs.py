"""Results for other programs: lines of JSON, documents of YAML, rows of CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from calc.text import guarded

#: The formats of ``--format``.
Format = Literal["table", "json", "yaml", "csv", "markdown", "html", "svg"]

#: The keys of results that ``--fields short`` leaves out.
_FULLER: Final = ("fu_parts", "reading", "notes", "transfers")


def plain_texts(values: Iterable[Any], form: str) -> Iterator[str]:
    """Each value as a line of JSON, or as a document of YAML."""
    for value in values:
        if form == "json":
            yield msgspec.json.encode(value).decode() + "\n"
        else:
            import yaml

            yield "---\n" + yaml.safe_dump(msgspec.to_builtins(value), allow_unicode=True, sort_keys=False)


def columns_of(kinds: Iterable[type[Any]], *, fuller: bool) -> list[str]:
    """The columns of some kinds of results: one for every key, and one for errors. ``fuller``: include the keys that
    ``--fields short`` leaves out.
    """
    keys = dict.fromkeys(key for kind in kinds for key in kind.__struct_fields__ if fuller or key not in _FULLER)
    return [*keys, "error"]


def cells_of(result: Any, columns: Sequence[str]) -> dict[str, Any]:
    """The cells of a result by column: yaku as their ids, other nested values as JSON (see :func:`cell_of`)."""
    plain = msgspec.to_builtins(result)
    if "yaku" in plain:
        plain["yaku"] = " ".join(line["id"] for line in plain["yaku"])
    return {key: cell_of(plain.get(key)) for key in columns}


def cell_of(value: Any) -> Any:
    """A plain value in a cell: lists, mappings and booleans as JSON text, empty text for ``None``."""
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | list | dict) else value


def csv_text(keys: Sequence[str], rows: Iterable[Mapping[str, Any]], *, has_head: bool = True) -> str:
    """Rows of cells by key as CSV, below a row of the keys. Text that a spreadsheet would take for a formula is marked
    as text (:mod:`calc.text`).
    """
    lines: list[str] = []
    writer = csv.DictWriter(_Lines(lines), keys)
    if has_head:
        writer.writeheader()
    writer.writerows({key: guarded(cell) for key, cell in row.items()} for row in rows)
    return "".join(lines)


class _Lines:
    """Collects lines, and ends them with LF. The library ends them with CR LF, and so quotes cells with either."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def write(self, line: str) -> None:
        self._lines.append(f"{line[:-2]}\n")
