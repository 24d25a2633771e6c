"""Results as rows of the output: JSON lines, or cells of CSV and Parquet, each with the file and line of its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from calc.games import all_games
from calc.layout.programs import cells_of, columns_of, csv_text
from calc.outcomes import Result

OutputForm = Literal["json", "csv", "parquet"]
#: A result, and the file and line of its record.
Placed = tuple[Result, str, int]


def encode_rows(placed: Sequence[Placed], form: OutputForm, *, fuller: bool) -> list[bytes]:
    """The rows of results: each by itself, those of CSV in one piece.

    Those for Parquet are JSON lines of cells; whoever holds the file makes columns of them.
    """
    if form == "json":
        ends = {file: b',"file":%b,"line":' % msgspec.json.encode(file) for file in {file for _, file, _ in placed}}
        encode = msgspec.json.Encoder().encode
        return [b"%b%b%d}\n" % (encode(result)[:-1], ends[file], line) for result, file, line in placed]
    names = columns(fuller=fuller)
    if form == "parquet":
        return [msgspec.json.encode(_cells(one, names)) + b"\n" for one in placed]
    return [csv_text(names, (_cells(one, names) for one in placed), has_head=False).encode()]


def head(form: OutputForm, *, fuller: bool) -> bytes:
    """What stands before the first row."""
    return (",".join(columns(fuller=fuller)) + "\n").encode() if form == "csv" else b""


def columns(*, fuller: bool) -> list[str]:
    """The columns of a run. Rows are written as they come, so there is one for every key of every kind of result."""
    return [*columns_of([kind for game in all_games() for kind in game.report.RESULTS], fuller=fuller), "file", "line"]


def _cells(placed: Placed, names: Sequence[str]) -> dict[str, Any]:
    result, file, line = placed
    return {**cells_of(result, names), "file": file, "line": line}
