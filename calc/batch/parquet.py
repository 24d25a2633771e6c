"""Rows as columns of a Parquet file: figures are numbers, what is nested is JSON text, what is not there is null."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from calc.batch.rows import columns
from calc.intake.names import UsageError

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
