"""Tables by the table library, made to fit the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate

from calc.report.text import cells, printable, wrap

__all__ = ["HEAD_PADDING", "TOGETHER", "table"]

#: A blank at which no line is broken.
TOGETHER = "\u00a0"
#: What the library leaves free beside the heads of columns.
HEAD_PADDING = 2
#: No column is made narrower than this.
_NARROWEST = 6


def table(
    rows: Sequence[Sequence[str]], head: Sequence[str], *, markdown: bool, width: int, align: str | None = None
) -> str:
    """Rows under a head, as Markdown, or as text whose widest columns are wrapped until it fits ``width`` cells.

    ``align`` has ``<`` or ``>`` for each column. A cell may have several lines.
    """
    sides = [{"<": "left", ">": "right"}[side] for side in align or "<" * len(head)]
    lines = [[_printable(cell) for cell in line] for line in (head, *rows)]
    if markdown:
        lines = [[_in_markdown(cell) for cell in line] for line in lines]
    else:
        widths = [
            max([_width(title) + HEAD_PADDING, *map(_width, column)]) for title, *column in zip(*lines, strict=True)
        ]
        # Amounts are never broken: half of one looks like another.
        floors = [
            max([_NARROWEST, *map(_width, column)] if side == "right" else [_NARROWEST])
            for side, (_, *column) in zip(sides, zip(*lines, strict=True), strict=True)
        ]
        while sum(widths) + 2 * (len(widths) - 1) > width:
            room = [wide - floor for wide, floor in zip(widths, floors, strict=True)]
            if max(room) <= 0:
                break
            widths[room.index(max(room))] -= 1
        # The library wraps too, but takes every amount with a comma for a number while it does.
        lines = [[_fold(cell, room) for cell, room in zip(line, widths, strict=True)] for line in lines]
        lines[0] = [_fold(title, room - HEAD_PADDING) for title, room in zip(lines[0], widths, strict=True)]
    text: str = tabulate(
        lines[1:],
        headers=lines[0],
        tablefmt="github" if markdown else "simple",
        disable_numparse=True,
        colalign=sides,
    )
    return text.replace(TOGETHER, " ")


def _printable(cell: str) -> str:
    return "\n".join(map(printable, cell.split("\n")))


def _in_markdown(cell: str) -> str:
    """A cell whose text does not part it or pass for markup."""
    for mark, spelled in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("\n", "<br>")):
        cell = cell.replace(mark, spelled)
    return cell


def _width(text: str) -> int:
    """The cells that the widest line of a cell takes."""
    return max(map(cells, text.split("\n")))


def _fold(text: str, width: int) -> str:
    return "\n".join(part for line in text.split("\n") for part in wrap(line, width, ""))
