"""The last form of rows: a file of Parquet or Arrow, or a stream of Arrow, with typed columns, nested values too, and
null for what is missing; CSV with the columns that are used.
"""

import csv
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from calc.arrow import arrow, arrow_schema, arrow_table
from calc.batch.settle import Settings, columns, result_types, split_id
from calc.layout.tables import columns_of, csv_rows
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


# ---- CSV: the columns of the kinds of results that a run has come to. Rows are written as they come, with all columns


#: Rows that are in memory together.
_ROWS = 4096


def used_columns(settings: Settings, kinds: Collection[str]) -> list[str]:
    """The columns of a run to results of some ``kinds``, by the names of their types; none where all are written: in
    other formats, and rows of hands and rounds, which have the same for every game.
    """
    if settings.format != "csv" or settings.rows != "records":
        return []
    found = [kind for kind in result_types() if kind.__name__ in kinds]
    own = {*columns_of([Refusal, *found], fuller=settings.fields == "full"), "file", "line", *settings.carry}
    return [name for name in columns(settings) if name in own]


def narrowed(lines: Iterable[str], used: Sequence[str]) -> Iterator[bytes]:
    """The lines of CSV with the columns that are used."""
    rows = csv.reader(lines)
    names = next(rows)
    take = itemgetter(*map(names.index, used))
    yield csv_rows([used]).encode()
    while taken := [*islice(rows, _ROWS)]:
        yield csv_rows(map(take, taken)).encode()


def narrow_file(part: Path, to: Path, used: Sequence[str]) -> None:
    """Write the rows of a file to another one, with the columns that are used, and have them on the disk."""
    with open(part, newline="", encoding="utf-8") as rows, open(to, "wb") as file:
        file.writelines(narrowed(rows, used))
        file.flush()
        os.fsync(file.fileno())
