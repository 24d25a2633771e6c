"""Tables of cells as spreadsheets save them: what parts their columns, and which key of a record each column is."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from typing import Final

from calc.errors import UnreadableError, did_you_mean
from calc.games import all_games, line_keys
from calc.notation.text import show, unwritable_column
from calc.patterns import regex

#: What parts columns, the usual first.
DELIMITERS: Final = ",;\t"
ANY: Final = regex(f"[{DELIMITERS}]")
#: So many columns that are no keys are named at most.
_TOLD: Final = 8


def column_of(word: str) -> str | None:
    """The key of a record of some game that the head of a column means; ``None`` where it means none."""
    keys = (game.forms.column_of(word) for game in all_games())
    return next((key for key in keys if key is not None), None)


def looks_like_head(line: str, columns: Collection[str]) -> bool:
    """Whether a line heads columns, one of them among ``columns``."""
    cells = ANY.split(line)
    return len(cells) > 1 and any(column_of(cell.strip().strip('"')) in columns for cell in cells)


def delimiter_of(head: str) -> str:
    """What parts the columns of a table, by its head."""

    def keys(delimiter: str) -> int:
        try:
            (row, *_) = csv.reader([head.rstrip("\r\n")], delimiter=delimiter, skipinitialspace=True)
        except (csv.Error, ValueError):
            return 0
        return sum(column_of(cell.strip()) is not None for cell in row)

    return max(DELIMITERS, key=keys)


def read_head(cells: Sequence[str], file: str, line: int, carry: Collection[str] = ()) -> list[str]:
    """The key of each column, empty for a column without a head. ``carry``: heads of columns that are no keys and come
    along with the results.

    Raises :class:`~calc.errors.UnreadableError` for two columns of one key and for columns that are no keys.
    """
    if any(unwritable_column(cell) for cell in cells):
        raise UnreadableError(f"{file}:{line}: expected text in UTF-8, found other bytes; save the file as UTF-8")
    keys = [cell if cell in carry else column_of(cell) if cell else "" for cell in cells]
    unknown = [cell for cell, key in zip(cells, keys, strict=True) if key is None]
    if unknown:
        hint = did_you_mean(unknown[0], sorted(line_keys())) if len(unknown) == 1 else ""
        near = hint if "did you mean" in hint else ""
        names = ",".join(unknown[:_TOLD])
        told, more = " and ".join(map(show, unknown[:_TOLD])), len(unknown) - _TOLD
        what = "a column that is a key" if len(unknown) == 1 else "columns that are keys"
        found = f"found {told}" + (f" and {more:,} more" if more > 0 else "") + near
        raise UnreadableError(
            f"{file}:{line}: expected {what} of records, {found}; carry such columns along with --pass "
            f"{show(names) if ' ' in names else names}, or leave them out"
        )
    seen: dict[str, str] = {}
    for cell, key in zip(cells, keys, strict=True):
        if key and key in seen:
            also = f", which is {seen[key]!r} too" if seen[key] != cell else " a second time"
            raise UnreadableError(f"{file}:{line}: expected each column once, found {show(cell)}{also}")
        seen[key or ""] = cell
    return [key or "" for key in keys]
