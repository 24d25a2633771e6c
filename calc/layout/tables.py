"""Tables by the table library, made to fit the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabulate import tabulate

from calc.text import MOST_SHOWN, TOGETHER, cells, cut, printable_lines, wrap

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
        widths = _fit(widths, _floors(lines, sides), width)
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


def _floors(lines: Sequence[Sequence[str]], sides: Sequence[str]) -> Iterator[list[int]]:
    """How narrow each column may be made: at first no word is broken, then none but amounts.

    Half of an amount looks like another one.
    """
    columns = [(side, *column) for side, column in zip(sides, zip(*lines, strict=True), strict=True)]
    yield [
        max(
            _longest_word(title) + HEAD_PADDING,
            *map(_width if side == "right" else _longest_word, cells_below or [""]),
            _NARROWEST,
        )
        for side, title, *cells_below in columns
    ]
    yield [
        max(_NARROWEST, *map(_width, cells_below or [""])) if side == "right" else _NARROWEST
        for side, _, *cells_below in columns
    ]


def _fit(widths: list[int], floors: Iterable[list[int]], width: int) -> list[int]:
    """Widths made smaller, the widest first, until all fit into ``width`` cells or no floor lets them."""
    for least in floors:
        while sum(widths) + 2 * (len(widths) - 1) > width:
            room = [wide - floor for wide, floor in zip(widths, least, strict=True)]
            if max(room) <= 0:
                break
            widths[room.index(max(room))] -= 1
    return widths


def _printable(cell: str) -> str:
    return printable_lines(cut(cell, MOST_SHOWN))


def _in_markdown(cell: str) -> str:
    """A cell whose text does not part it or pass for markup."""
    for mark, spelled in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("\n", "<br>")):
        cell = cell.replace(mark, spelled)
    return cell


def _width(text: str) -> int:
    """The cells that the widest line of a cell takes."""
    return max(map(cells, text.split("\n")))


def _longest_word(text: str) -> int:
    """The cells that the longest word of a text takes."""
    return max(map(cells, text.split()), default=0)


def _fold(text: str, width: int) -> str:
    return "\n".join(part for line in text.split("\n") for part in wrap(line, width, ""))
