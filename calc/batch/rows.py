"""Results as rows of the output, each with the file and line of its record: JSON lines, cells of CSV, or Parquet.

In Parquet columns are typed, nested values too, and missing ones are null.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from calc.arrow import arrow, arrow_schema, arrow_table
from calc.errors import CalcError
from calc.games import all_games
from calc.intake.names import UsageError
from calc.layout.tables import cell_of, cells_of, columns_of, csv_text
from calc.outcomes import EncodedResult, Refusal, Result
from calc.records.rows import ROW_TYPES, Row, RowKind

if TYPE_CHECKING:
    import pyarrow as pa

OutputForm = Literal["json", "csv", "parquet"]
#: A result, and the file and line of its record.
Placed = tuple[Result, str, int]


def encode_rows(placed: Sequence[Placed], form: OutputForm, *, fuller: bool) -> list[bytes]:
    """The rows of results: each by itself, those of CSV in one piece.

    Rows for Parquet are JSON lines; :class:`ParquetRows` turns them into columns.
    """
    if form == "csv":
        names = columns(fuller=fuller)
        return [csv_text(names, (_cells(one, names) for one in placed), has_head=False).encode()]
    ends = {file: b',"file":%b,"line":' % msgspec.json.encode(file) for file in {file for _, file, _ in placed}}
    return [b"%b%b%d}\n" % (_encode(result), ends[file], line) for result, file, line in placed]


def encode_unfolded(placed: Iterable[tuple[Sequence[Row], str, int]], form: OutputForm, kind: RowKind) -> list[bytes]:
    """As :func:`encode_rows`, of records that are unfolded, each with its file and line."""
    rows = list[Row]()
    for of, file, line in placed:
        for row in of:
            row.file, row.line = file, line
        rows += of
    if form == "csv":
        names = columns(fuller=False, kind=kind)
        return [csv_text(names, (_row_cells(row) for row in rows), has_head=False).encode()]
    return [msgspec.json.encode(row) + b"\n" for row in rows]


def _encode(result: Result) -> bytes:
    """A result as JSON, without the last brace."""
    return result.text.encode() if isinstance(result, EncodedResult) else msgspec.json.encode(result)[:-1]


def head(form: OutputForm, *, fuller: bool, kind: RowKind = "records") -> bytes:
    """The bytes before the first row."""
    return (",".join(columns(fuller=fuller, kind=kind)) + "\n").encode() if form == "csv" else b""


def columns(*, fuller: bool, kind: RowKind = "records") -> list[str]:
    """The columns of a run. Rows are written as they come, so there is one for every key of every kind of result."""
    if kind in ROW_TYPES:
        return [*ROW_TYPES[kind].__struct_encode_fields__]
    return [*columns_of(_results(), fuller=fuller), "file", "line"]


def _results() -> list[type]:
    return [kind for game in all_games() for kind in game.report.RESULTS]


def _cells(placed: Placed, names: Sequence[str]) -> dict[str, Any]:
    result, file, line = placed
    return {**cells_of(result, names), "file": file, "line": line}


def _row_cells(row: Row) -> dict[str, Any]:
    """The cells of a row; names in a list are parted by blanks, as yaku are."""
    plain = msgspec.to_builtins(row)
    return {key: " ".join(value) if _are_names(value) else cell_of(value) for key, value in plain.items()}


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


#: Rows of a group, which readers take at once; blocks may be as small as a file of one record.
_GROUP: Final = 8192


def parquet_schema(*, fuller: bool, kind: RowKind = "records") -> pa.Schema:
    """The typed columns of a run: those of its rows, or of all results, with yaku as ids."""
    if kind in ROW_TYPES:
        return arrow_schema([ROW_TYPES[kind]])
    pa = arrow()
    found = arrow_schema([*_results(), Refusal])
    types = {"file": pa.string(), "line": pa.int64(), "yaku": pa.list_(pa.string())}
    return pa.schema([(name, types.get(name) or found.field(name).type) for name in columns(fuller=fuller)])


def check_parquet() -> None:
    """Raise :class:`UsageError` where what writes Parquet is not installed."""
    try:
        arrow("Parquet")
    except CalcError as error:
        raise UsageError(error.message) from None


class ParquetRows:
    """A Parquet file that is being written, a group of rows at a time: of the same rows, always the same bytes."""

    def __init__(self, path: Path, *, fuller: bool, kind: RowKind = "records") -> None:
        self._schema = parquet_schema(fuller=fuller, kind=kind)
        self._writer = arrow().parquet.ParquetWriter(path, self._schema)
        self._waiting: list[dict[str, Any]] = []
        self._tables: list[pa.Table] = []
        self._has_ids = kind not in ROW_TYPES

    def write(self, rows: bytes) -> None:
        """Add rows, each a JSON line."""
        self._waiting += msgspec.json.Decoder().decode_lines(rows)
        while len(self._waiting) >= _GROUP:
            self._write_group()

    def _write_group(self) -> None:
        found, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
        for row in found if self._has_ids else ():
            if "yaku" in row:
                row["yaku"] = [line["id"] for line in row["yaku"]]
        self._writer.write_table(arrow_table(found, self._schema))

    def copy(self, path: Path) -> None:
        """Add the rows of another file, which was written in the same way."""
        pa = arrow()
        for batch in pa.parquet.ParquetFile(path).iter_batches(_GROUP):
            self._tables.append(pa.Table.from_batches([batch], schema=self._schema))
            while sum(table.num_rows for table in self._tables) >= _GROUP:
                self._write_tables()

    def _write_tables(self) -> None:
        whole = arrow().concat_tables(self._tables)
        self._writer.write_table(whole.slice(0, _GROUP).combine_chunks())
        self._tables = [whole.slice(_GROUP)]

    def close(self) -> None:
        """Write what ends the file, without which it cannot be read."""
        while self._waiting:
            self._write_group()
        if any(table.num_rows for table in self._tables):
            self._write_tables()
        self._writer.close()
