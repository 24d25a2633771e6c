"""Lines and cells of records of any game: which kind they spell, and what they say."""

from __future__ import annotations

from collections.abc import Iterable

from calc.notation.columns import Columns
from calc.notation.flat import record_from_flat
from calc.notation.hanafuda.lines import (
    hanafuda_from_flat,
    is_hanafuda_flat,
    is_hanafuda_line,
    parse_hanafuda_line,
    print_hanafuda_line,
)
from calc.notation.hanafuda.records import HanafudaRound
from calc.notation.lines import parse_line, print_line
from calc.notation.records import Win


def parse_any_line(text: str) -> tuple[Win | HanafudaRound, Columns]:
    """The record that a line spells, with the column of each key: a hanafuda round where a player is named first, else
    a win. Raises as :func:`~calc.notation.lines.parse_line`.
    """
    return parse_hanafuda_line(text) if is_hanafuda_line(text) else parse_line(text)


def print_any_line(record: Win | HanafudaRound) -> str:
    """The line of a record; :func:`parse_any_line` reads it back."""
    return print_hanafuda_line(record) if isinstance(record, HanafudaRound) else print_line(record)


def any_from_flat(pairs: Iterable[tuple[str, str]]) -> Win | HanafudaRound:
    """The record that cells describe: a hanafuda round where they have players, else a win."""
    cells = list(pairs)
    return hanafuda_from_flat(cells) if is_hanafuda_flat(dict(cells)) else record_from_flat(cells)
