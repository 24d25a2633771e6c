"""Rows as a file of Parquet or Arrow, or a stream of Arrow: columns are typed, nested values too, missing ones null."""

import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from calc.arrow import arrow, arrow_schema, arrow_table
from calc.batch.settle import Settings, columns, result_types, split_id
from calc.outcomes import Refusal
from calc.records.rows import ROW_TYPES

if TYPE_CHECKING:
    import pyarrow as pa

#: Bytes of rows that are read at once.
_CHUNK: Final = 1 << 20
#: Rows of a group, which readers take at once; blocks may be as small as a file of one record.
_GROUP: Final = 8192


def _schema(settings: Settings) -> "pa.Schema":
    """The typed columns of a run: those of its rows, or of all results, with yaku as ids."""
    if settings.rows in ROW_TYPES:
        return arrow_schema([ROW_TYPES[settings.rows]])
    pa = arrow()
    found = arrow_schema([*result_types(), Refusal])
    types = {"file": pa.string(), "line": pa.int64(), "yaku": pa.list_(pa.string())}
    types |= dict.fromkeys({*settings.carry} - {*found.names}, pa.string())
    return pa.schema([(name, types.get(name) or found.field(name).type) for name in columns(settings)])


def write_typed(part: Path, to: Path, settings: Settings) -> None:
    """Write the rows of a file, JSON lines, to another one as columns, and have them on the disk."""
    with open(part, "rb") as lines, open(to, "wb") as file:
        rows = ArrowRows(file, settings, is_file=True)
        while some := lines.readlines(_CHUNK):
            rows.write(b"".join(some))
        rows.end()
        file.flush()
        os.fsync(file.fileno())


class ArrowRows:
    """A file of Parquet or Arrow that is being written, or a stream of Arrow, a group of rows at a time: of the same
    rows, always the same bytes. It cannot be read before it is whole.
    """

    def __init__(self, to: IO[bytes], settings: Settings, *, is_file: bool = False) -> None:
        """``is_file``: Arrow for a file, which is other than a stream."""
        made = arrow()
        self._schema, self._carry = _schema(settings), settings.carry
        opened = made.ipc.new_file if is_file else made.ipc.new_stream
        if settings.format == "parquet":
            opened = made.parquet.ParquetWriter
        self._writer: Any = opened(to, self._schema)
        self._waiting: list[dict[str, Any]] = []
        self._has_ids = settings.rows not in ROW_TYPES

    def write(self, rows: bytes) -> None:
        """Add rows, each a JSON line."""
        self._waiting += msgspec.json.Decoder().decode_lines(rows)
        while len(self._waiting) >= _GROUP:
            self._write_group()

    def _write_group(self) -> None:
        found, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
        for row in found if self._has_ids else ():
            row.update(split_id(row.get("id"), self._carry))
            if "yaku" in row:
                row["yaku"] = [line["id"] for line in row["yaku"]]
        self._writer.write_table(arrow_table(found, self._schema))

    def end(self) -> None:
        """Write what ends the file, without which it cannot be read."""
        while self._waiting:
            self._write_group()
        self._writer.close()
