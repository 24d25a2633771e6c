"""Tables of Parquet and Arrow as JSON lines: a record a row, whose columns are keys; a null is absent."""

from decimal import Decimal
from types import SimpleNamespace
from typing import Any, Final

import msgspec

from calc.arrow import arrow
from calc.errors import CalcError, UnreadableError
from calc.notation.text import show

#: The key of a mapping whose order counts, in records and in the rounds of games.
_IN_ORDER: Final = ("players", "rounds")
#: Rows that are in memory together.
_ROWS: Final = 4096


def json_rows(file: Any, kind: str) -> SimpleNamespace:
    """The rows of a file as a stream of bytes, a batch at a time. ``kind``: parquet, arrow, or a stream of Arrow.

    Raises :class:`UnreadableError` where pyarrow is missing, or the file is broken.
    """
    try:
        pa = arrow("Parquet or Arrow input")
    except CalcError as error:
        raise UnreadableError(error.message) from None
    faults = (pa.ArrowException, OSError, ValueError, KeyError)

    def broken(error: Exception) -> UnreadableError:
        why = " ".join(str(error).split())
        return UnreadableError("expected a whole file of Parquet or Arrow, found a broken one: {0}", why)

    def read(_: int) -> bytes:
        """The lines of the next batch that has rows."""
        try:
            rows: Any = next((batch.to_pylist(maps_as_pydicts="strict") for batch in batches if batch.num_rows), [])
            return b"".join(msgspec.json.encode(_present(row)) + b"\n" for row in rows)
        except faults as error:
            raise OSError(broken(error).message) from None

    try:
        batches = iter(_batches_of(pa, file, kind))
    except UnreadableError:
        raise
    except faults as error:
        raise broken(error) from None
    return SimpleNamespace(read=read)


def _batches_of(pa: Any, file: Any, kind: str) -> Any:
    if kind == "parquet":
        table = pa.parquet.ParquetFile(file)
        schema, batches = table.schema_arrow, table.iter_batches(_ROWS)
    elif kind == "arrow":
        whole = pa.ipc.open_file(file)
        schema, batches = whole.schema, map(whole.get_batch, range(whole.num_record_batches))
    else:
        piped = SimpleNamespace(read=file.read, closed=False, close=lambda: None)  # another closes it
        batches = pa.ipc.open_stream(pa.PythonFile(piped, mode="r"))
        schema = batches.schema
    names = schema.names
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UnreadableError("expected each column once, found {0} a second time", show(twice))
    if any(_has_lost_order(pa, name, schema.field(name).type) for name in _IN_ORDER if name in names):
        raise UnreadableError(
            "expected players as a map, found a struct: its columns have one order in all rows, and in a round the "
            "order says who deals"
        )
    return batches


def _has_lost_order(pa: Any, name: str, kind: Any) -> bool:
    """Whether a column has players whose order is not that of the row."""
    if not pa.types.is_struct(kind):
        return hasattr(kind, "value_type") and _has_lost_order(pa, name, kind.value_type)
    inner = [kind.field(place) for place in range(kind.num_fields)]
    return name == _IN_ORDER[0] or any(
        _has_lost_order(pa, one.name, one.type) for one in inner if one.name in _IN_ORDER
    )


def _present(value: Any) -> Any:
    """A value without the nulls in it; bytes are text, and a number is whole if it can be: a column of counts in which
    some are absent is often one of floats.
    """
    if isinstance(value, bytes):
        return value.decode(errors="backslashreplace")
    if isinstance(value, float | Decimal) and value % 1 == 0:
        return int(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {key: _present(one) for key, one in value.items() if one is not None}
    return [_present(one) for one in value] if isinstance(value, list) else value
