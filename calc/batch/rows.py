"""Results as rows of the output, each with the file and line of its record: JSON lines, or cells of CSV and Parquet.

In Parquet figures are numbers, nested values JSON text, and missing ones null.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from calc.games import all_games
from calc.intake.names import UsageError
from calc.layout.programs import cells_of, columns_of, csv_text
from calc.outcomes import EncodedResult, Result

OutputForm = Literal["json", "csv", "parquet"]
#: A result, and the file and line of its record.
Placed = tuple[Result, str, int]


def encode_rows(placed: Sequence[Placed], form: OutputForm, *, fuller: bool) -> list[bytes]:
    """The rows of results: each by itself, those of CSV in one piece.

    Rows for Parquet are JSON lines of cells; :class:`ParquetRows` turns them into columns.
    """
    if form == "json":
        ends = {file: b',"file":%b,"line":' % msgspec.json.encode(file) for file in {file for _, file, _ in placed}}
        return [b"%b%b%d}\n" % (_encode(result), ends[file], line) for result, file, line in placed]
    names = columns(fuller=fuller)
    if form == "parquet":
        return [msgspec.json.encode(_cells(one, names)) + b"\n" for one in placed]
    return [csv_text(names, (_cells(one, names) for one in placed), has_head=False).encode()]


def _encode(result: Result) -> bytes:
    """A result as JSON, without the last brace."""
    return result.text.encode() if isinstance(result, EncodedResult) else msgspec.json.encode(result)[:-1]


def head(form: OutputForm, *, fuller: bool) -> bytes:
    """The bytes before the first row."""
    return (",".join(columns(fuller=fuller)) + "\n").encode() if form == "csv" else b""


def columns(*, fuller: bool) -> list[str]:
    """The columns of a run. Rows are written as they come, so there is one for every key of every kind of result."""
    return [*columns_of([kind for game in all_games() for kind in game.report.RESULTS], fuller=fuller), "file", "line"]


def _cells(placed: Placed, names: Sequence[str]) -> dict[str, Any]:
    result, file, line = placed
    return {**cells_of(result, names), "file": file, "line": line}


_NUMBERS: Final = ("han", "fu", "limits", "base", "points", "number", "honba", "sticks", "line")
_TRUTHS: Final = ("ok", "agrees")
#: Rows of a group, which readers take at once; blocks may be as small as a file of one record.
_GROUP: Final = 8192


def check_parquet() -> None:
    """Raise :class:`UsageError` where what writes Parquet is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise UsageError("Parquet needs pyarrow, which is not installed: pip install 'yaku-calc[parquet]'") from None


class ParquetRows:
    """A Parquet file that is being written, a group of rows at a time."""

    def __init__(self, path: Path, *, fuller: bool) -> None:
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        types = dict.fromkeys(columns(fuller=fuller), pa.string())
        types |= dict.fromkeys(_NUMBERS, pa.int64()) | dict.fromkeys(_TRUTHS, pa.bool_())
        self._schema = pa.schema(list(types.items()))
        self._writer = ParquetWriter(path, self._schema)
        self._waiting: list[dict[str, Any]] = []

    def write(self, rows: bytes) -> None:
        """Add rows, each a JSON line of cells."""
        self._waiting += msgspec.json.Decoder().decode_lines(rows)
        if len(self._waiting) >= _GROUP:
            self._write_group()

    def _write_group(self) -> None:
        import pyarrow as pa

        found, self._waiting = self._waiting, []
        arrays = [
            pa.array([_typed(row[field.name], field.name) for row in found], field.type) for field in self._schema
        ]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))

    def close(self) -> None:
        """Write what ends the file, without which it cannot be read."""
        if self._waiting:
            self._write_group()
        self._writer.close()


def _typed(cell: Any, name: str) -> Any:
    if cell == "":
        return None
    if name in _TRUTHS:
        return cell == "true"
    return cell if name in _NUMBERS else str(cell)
