"""Rows and values as text: tables for people, Markdown, CSV, JSON and YAML."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from calc.text import MOST_SHOWN, TOGETHER, cells, cut, guarded, printable_lines, wrap

#: The formats of ``--format``.
Format = Literal["table", "json", "yaml", "csv", "markdown", "html", "svg"]

#: The keys of results that ``--fields short`` leaves out.
_FULLER: Final = ("fu_parts", "reading", "notes", "transfers")

#: The cells that the library keeps free beside the title of a column.
HEAD_PADDING = 2
#: No column is made narrower than this.
_NARROWEST = 6


def table(
    rows: Sequence[Sequence[str]], head: Sequence[str], *, markdown: bool, width: int, align: str | None = None
) -> str:
    """Rows below a head, as Markdown, or as text whose widest columns are wrapped until it fits ``width`` cells.

    ``align`` has ``<`` or ``>`` for each column. A cell may have several lines.
    """
    # Most answers have no table, and the library takes longer to load than they take to find.
    from tabulate import tabulate

    sides = [{"<": "left", ">": "right"}[side] for side in align or "<" * len(head)]
    lines = [[printable_lines(cut(cell, MOST_SHOWN)) for cell in line] for line in (head, *rows)]
    if markdown:
        for mark, spelled in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("\n", "<br>")):
            lines = [[cell.replace(mark, spelled) for cell in line] for line in lines]
    else:
        widths = [
            max([_width(title) + HEAD_PADDING, *map(_width, column)]) for title, *column in zip(*lines, strict=True)
        ]
        widths = _fit(widths, _floors(lines, sides), width)
        # The library can wrap too, but then takes every amount with a comma for a number.
        lines = [[_fold(cell, room) for cell, room in zip(line, widths, strict=True)] for line in lines]
        lines[0] = [_fold(title, room - HEAD_PADDING) for title, room in zip(lines[0], widths, strict=True)]
    text: str = tabulate(
        lines[1:], headers=lines[0], tablefmt="github" if markdown else "simple", disable_numparse=True, colalign=sides
    )
    return text.replace(TOGETHER, " ")


def _floors(lines: Sequence[Sequence[str]], sides: Sequence[str]) -> Iterator[list[int]]:
    """How narrow each column may become: first so that no word is broken, then so that no amount is broken.

    Half of an amount looks like another amount.
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
    """Narrow the widest columns first, until all fit into ``width`` cells or every floor is reached."""
    for least in floors:
        while sum(widths) + 2 * (len(widths) - 1) > width:
            room = [wide - floor for wide, floor in zip(widths, least, strict=True)]
            if max(room) <= 0:
                break
            widths[room.index(max(room))] -= 1
    return widths


def _width(text: str) -> int:
    return max(map(cells, text.split("\n")))


def _longest_word(text: str) -> int:
    return max(map(cells, text.split()), default=0)


def _fold(text: str, width: int) -> str:
    return "\n".join(part for line in text.split("\n") for part in wrap(line, width, ""))


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
    import csv  # most answers are none

    lines: list[str] = []
    writer = csv.DictWriter(_Lines(lines), keys)
    if has_head:
        writer.writeheader()
    writer.writerows({key: guarded(cell) for key, cell in row.items()} for row in rows)
    return "".join(lines)


def csv_rows(rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells that were written as CSV before, again."""
    import csv  # most answers are none

    lines: list[str] = []
    csv.writer(_Lines(lines)).writerows(rows)
    return "".join(lines)


class _Lines:
    """Collects lines, and ends them with LF. The library ends them with CR LF, and so quotes cells with either."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def write(self, line: str) -> None:
        self._lines.append(f"{line[:-2]}\n")
