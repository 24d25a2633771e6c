"""Rows as a file of Parquet or Arrow, or a stream of Arrow: columns are typed, nested values too, and missing ones are
null.
"""

from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from calc.arrow import arrow, arrow_schema, arrow_table
from calc.batch.settle import Settings, columns, result_types, split_id
from calc.outcomes import Refusal
from calc.records.rows import ROW_TYPES

if TYPE_CHECKING:
    import pyarrow as pa

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


class ArrowRows:
    """A file of Parquet or Arrow that is being written, or a stream of Arrow, a group of rows at a time: of the same
    rows, always the same bytes. It cannot be read before it is whole, and so cannot be continued.
    """

    can_continue = False

    def __init__(self, to: Path | IO[bytes], settings: Settings) -> None:
        made = arrow()
        self._path, self._schema, self._carry = to, _schema(settings), settings.carry
        self._is_parquet = settings.format == "parquet"
        opened = made.parquet.ParquetWriter if self._is_parquet else made.ipc.new_stream
        if not self._is_parquet and isinstance(to, Path):
            opened = made.ipc.new_file
        self._writer: Any = opened(str(to) if isinstance(to, Path) else to, self._schema)
        self._waiting: list[dict[str, Any]] = []
        self._tables: list[pa.Table] = []
        self._has_ids = settings.rows not in ROW_TYPES

    @property
    def size(self) -> int:
        return self._path.stat().st_size if isinstance(self._path, Path) else 0

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

    def copy(self, path: Path) -> None:
        """Add the rows of another file, which was written in the same way."""
        pa = arrow()
        if self._is_parquet:
            batches = pa.parquet.ParquetFile(path).iter_batches(_GROUP)
        else:
            whole = pa.ipc.open_file(str(path))
            batches = map(whole.get_batch, range(whole.num_record_batches))
        for batch in batches:
            self._tables.append(pa.Table.from_batches([batch], schema=self._schema))
            while sum(table.num_rows for table in self._tables) >= _GROUP:
                self._write_tables()

    def _write_tables(self) -> None:
        whole = arrow().concat_tables(self._tables)
        self._writer.write_table(whole.slice(0, _GROUP).combine_chunks())
        self._tables = [whole.slice(_GROUP)]

    def end(self) -> None:
        """Write what ends the file, without which it cannot be read."""
        while self._waiting:
            self._write_group()
        if any(table.num_rows for table in self._tables):
            self._write_tables()
        self.close()

    def sync(self) -> None:
        """Nothing is said of a part of the file."""

    def cut(self, size: int) -> None:
        """Nothing of the file is kept."""

    def close(self) -> None:
        if self._writer is not None:  # Arrow would write its end twice
            self._writer.close()
        self._writer = None
