"""Laying out text for a width in terminal cells: wrapped sentences, aligned columns, titled sections."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from calc.safe_text import cut, printable

#: A blank at which no line is broken.
TOGETHER = "\u00a0"
_NARROWEST = 8
#: Cells of one character.
_WIDEST = 2
#: Characters of one text that are shown; whoever needs the rest reads JSON.
MOST_SHOWN = 10_000
#: Characters that take no cell of their own: accents, joiners.
_WITHOUT_CELL = ("Mn", "Me", "Cf")


def number(value: int) -> str:
    """``12,300``."""
    return f"{value:,}"


def signed(value: int | float) -> str:
    """``+12,300``, ``-4,100``, ``-16.8``, ``0``."""
    return f"{value:+,}" if value else "0"


def cells(text: str) -> int:
    """How many terminal cells a text takes: East Asian wide characters take two, accents that are combined none."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    if unicodedata.category(character) in _WITHOUT_CELL:
        return 0
    return _WIDEST if unicodedata.east_asian_width(character) in "WF" else 1


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """A long sentence as lines of at most ``width`` cells, all but the first indented; blanks in front are kept.

    >>> wrap("South wins 2,600 points", 14)
    ['South wins', '  2,600 points']
    """
    text = printable(cut(text, MOST_SHOWN))
    # A line takes a character behind the indent, however narrow a terminal is.
    width = max(width, cells(indent) + _WIDEST)
    words = text.strip().split(" ")
    line = text[: len(text) - len(text.lstrip())]
    lines: list[str] = []
    fresh = True
    for word in words:
        joined = f"{line}{word}" if fresh else f"{line} {word}"
        if cells(joined) > width and not fresh:
            lines.append(line.rstrip())
            joined = f"{indent}{word}"
        while cells(joined) > width:
            head = _cut(joined, width)
            lines.append(head)
            joined = indent + joined[len(head) :]
        line, fresh = joined, False
    return [one.replace(TOGETHER, " ") for one in (*lines, line)]


def _cut(text: str, width: int) -> str:
    """The longest beginning of ``text`` that fits into ``width`` cells, of at least one character."""
    taken = 0
    for end, character in enumerate(text):
        taken += _cells_of(character)
        if taken > width and end:
            return text[:end]
    return text


def columns(rows: Iterable[Sequence[object]], align: str, width: int | None = None) -> list[str]:
    """Rows as lines with their cells below each other; ``align`` has ``<`` or ``>`` for each column.

    Where the rows are wider than ``width``, the widest left column is wrapped, then the others. A few aligned words
    need no table library, which would take longer to load than the answer takes to find.

    >>> columns([("Riichi", 1), ("Dora", 12)], "<>")
    ['Riichi   1', 'Dora    12']
    """
    table = [[printable(cut(str(cell), MOST_SHOWN)) for cell in row] for row in rows]
    widths = [max(map(cells, column)) for column in zip(*table, strict=True)]
    over = sum(widths) + 2 * (len(widths) - 1) - width if width is not None else 0
    left = [place for place, side in enumerate(align) if side == "<"]
    # At first no word is broken.
    for floors in ([_longest_word(column) + 2 for column in zip(*table, strict=True)], [0] * len(widths)):
        for place in sorted(left, key=widths.__getitem__, reverse=True):
            narrowed = min(widths[place], max(widths[place] - max(over, 0), _NARROWEST, floors[place]))
            over -= widths[place] - narrowed
            widths[place] = narrowed
    lines = []
    for row in table:
        wrapped = [wrap(cell, room) if cell else [""] for cell, room in zip(row, widths, strict=True)]
        for place in range(max(map(len, wrapped))):
            parts = [cell[place] if place < len(cell) else "" for cell in wrapped]
            lines.append("  ".join(map(_pad, parts, widths, align)).rstrip())
    return lines


def _longest_word(texts: Iterable[str]) -> int:
    return max((cells(word) for text in texts for word in text.split(" ")), default=0)


def _pad(text: str, width: int, side: str) -> str:
    space = " " * (width - cells(text))
    return space + text if side == ">" else text + space


def section(title: str, lines: Iterable[str], width: int) -> list[str]:
    """A titled block, its lines wrapped and indented, after an empty line; nothing where there are no lines."""
    inside = [f"  {part}".rstrip() for line in lines for part in wrap(line, width - 2)]
    return ["", *wrap(title, width), *inside] if inside else []
