"""Lines and cells of records of any game: which kind they spell, and what they say."""

from __future__ import annotations

from collections.abc import Iterable

from calc.records.cells import record_from_flat
from calc.records.columns import Columns
from calc.records.hanafuda import HanafudaRound
from calc.records.hanafuda_lines import (
    hanafuda_from_flat,
    is_hanafuda_flat,
    is_hanafuda_line,
    parse_hanafuda_line,
    print_hanafuda_line,
)
from calc.records.riichi_lines import parse_line, print_line
from calc.records.win import Win


def parse_any_line(text: str) -> tuple[Win | HanafudaRound, Columns]:
    """The record that a line spells, with the column of each key: a hanafuda round where a player is named first, else
    a win. Raises as :func:`~calc.records.riichi_lines.parse_line`.
    """
    return parse_hanafuda_line(text) if is_hanafuda_line(text) else parse_line(text)


def print_any_line(record: Win | HanafudaRound) -> str:
    """The line of a record; :func:`parse_any_line` reads it back."""
    return print_hanafuda_line(record) if isinstance(record, HanafudaRound) else print_line(record)


def any_from_flat(pairs: Iterable[tuple[str, str]]) -> Win | HanafudaRound:
    """The record that cells describe: a hanafuda round where they have players, else a win."""
    cells = list(pairs)
    return hanafuda_from_flat(cells) if is_hanafuda_flat(dict(cells)) else record_from_flat(cells)
