"""Tables of cells as spreadsheets save them: what parts their columns, and which key of a record each column is."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from typing import Final

from calc.errors import UnreadableError, did_you_mean
from calc.games import all_games, line_keys
from calc.notation.text import show, unwritable_column
from calc.patterns import regex
from calc.translation import msg, one_by_one

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


def read_head(cells: Sequence[str], line: int, carry: Collection[str] = ()) -> list[str]:
    """The key of each column, empty for a column without a head. ``carry``: heads of columns that are no keys and come
    along with the results.

    Raises :class:`~calc.errors.UnreadableError` for two columns of one key and for columns that are no keys.
    """
    if any(unwritable_column(cell) for cell in cells):
        raise UnreadableError("expected text in UTF-8, found other bytes; save the file as UTF-8").at(line)
    keys = [cell if cell in carry else column_of(cell) if cell else "" for cell in cells]
    unknown = [cell for cell, key in zip(cells, keys, strict=True) if key is None]
    if unknown:
        hint = did_you_mean(unknown[0], sorted(line_keys())) if len(unknown) == 1 else ""
        near = hint if "did you mean" in hint else ""
        names = ",".join(unknown[:_TOLD])
        told, more = one_by_one(map(show, unknown[:_TOLD]), " and "), len(unknown) - _TOLD
        raise UnreadableError(
            "expected {0} of records, {1}; carry such columns along with --pass {2}, or leave them out",
            msg("a column that is a key") if len(unknown) == 1 else msg("columns that are keys"),
            msg("found {0}", told) + (msg(" and {0} more", f"{more:,}") if more > 0 else "") + near,
            show(names) if " " in names else names,
        ).at(line)
    seen: dict[str, str] = {}
    for cell, key in zip(cells, keys, strict=True):
        if key and key in seen:
            also = msg(", which is {0!r} too", seen[key]) if seen[key] != cell else msg(" a second time")
            raise UnreadableError("expected each column once, found {0}{1}", show(cell), also).at(line)
        seen[key or ""] = cell
    return [key or "" for key in keys]
