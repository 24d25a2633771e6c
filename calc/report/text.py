"""Laying out text: sections, aligned columns, lines wrapped to a width."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence

__all__ = ["cells", "columns", "number", "section", "signed", "wrap"]


def number(value: int) -> str:
    """``12,300``."""
    return f"{value:,}"


def signed(value: int) -> str:
    """``+12,300``, ``-4,100``, ``0``."""
    return f"{value:+,}" if value else "0"


def cells(text: str) -> int:
    """How many terminal cells a text takes: East Asian wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def columns(rows: Iterable[Sequence[object]], align: str) -> list[str]:
    """Rows as lines with their cells below each other; ``align`` has ``<`` or ``>`` for each column.

    A few aligned words need no table library, which would take longer to load than the answer takes to find.

    >>> columns([("Riichi", 1), ("Dora", 12)], "<>")
    ['Riichi   1', 'Dora    12']
    """
    table = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(cells, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        padded = []
        for cell, width, side in zip(row, widths, align, strict=True):
            space = " " * (width - cells(cell))
            padded.append(space + cell if side == ">" else cell + space)
        lines.append("  ".join(padded).rstrip())
    return lines


def section(title: str, lines: Iterable[str]) -> list[str]:
    """A titled block with its lines indented, and an empty line before it; nothing where there are no lines."""
    inside = [f"  {line}".rstrip() for line in lines]
    return ["", title, *inside] if inside else []


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """A long sentence as lines of at most ``width``, all but the first indented."""
    return textwrap.wrap(text, max(width, 20), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
