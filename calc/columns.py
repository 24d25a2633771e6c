"""Columns of whatever library they come from as lists of plain values: numpy, pandas, polars, Arrow, or plain Python.

No library but numpy is needed: each is asked by what its columns can do.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import Any, Final

import numpy as np

from calc.arrow import arrow
from calc.errors import RecordError

#: What columns of numpy, pandas, polars and Arrow call the way to a list, the first that a column has.
_TO_LIST: Final = ("to_pylist", "to_list", "tolist")
#: How pandas calls what is missing, where it is no number.
_MISSING: Final = {"NAType", "NaTType", "MaskedConstant"}
#: The types of values that are plain as they are.
_PLAIN: Final = {str, int, bool, list, dict, type(None)}
_BYTES: Final = (bytes, bytearray, memoryview)
_ARROW: Final = ("__arrow_c_stream__", "__arrow_c_array__")


def columns_of(given: Any) -> dict[Any, Any]:
    """The columns of a mapping, or of a frame of pandas, polars or Arrow, by name.

    Raises :class:`calc.RecordError` for anything else.
    """
    if isinstance(given, Mapping):
        return dict(given)
    names = _names_of(given)
    if names is None and any(hasattr(given, name) for name in _ARROW):
        given = arrow().table(given)
        names = given.column_names
    if names is None:
        raise RecordError(
            "expected columns by key, as {{'hand': [...], 'seat': 'S'}} or a frame, "
            "found {0}; score_many takes records",
            _article(given),
            code="wrong_type",
        )
    return {name: given[name] for name in names}


def values_of(key: str, column: Any) -> list[Any] | None:
    """Return the values of a column as plain Python ones, missing ones as None; None if it is one value for all rows.

    Integers that became floats beside missing values, as pandas makes them, are integers again. Raises
    :class:`calc.RecordError` for what is neither a column nor one plain value.
    """
    if column is None or isinstance(column, (str, int, float, Mapping, np.generic)) or _is_missing(column):
        return None
    if isinstance(column, np.ndarray) and column.ndim == 0:
        return None
    if _names_of(column) is not None or getattr(column, "ndim", 1) != 1:
        raise RecordError("expected one column as {0!r}, found {1}", key, _article(column), code="wrong_type", key=key)
    values: Iterable[Any] | None = None
    if isinstance(column, Sequence):
        values = column
    elif way := next((name for name in _TO_LIST if callable(getattr(column, name, None))), None):
        values = getattr(column, way)()
    elif any(hasattr(column, name) for name in _ARROW):
        values = arrow().chunked_array(column).to_pylist()
    if values is None or isinstance(column, _BYTES):
        raise RecordError(
            "expected a column (a list, an array or a series) or one plain value as {0!r}, found {1}",
            key,
            _article(column),
            code="wrong_type",
            key=key,
        )
    plain = [*values]
    if not _PLAIN.issuperset(map(type, plain)):
        plain = [one_value(value) for value in plain]
        if None in plain:
            plain = [int(one) if isinstance(one, float) and one.is_integer() else one for one in plain]
    return plain


def one_value(value: Any) -> Any:
    """A value as plain Python data; None where it is missing."""
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    return None if _is_missing(value) else value


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and isnan(value)) or type(value).__name__ in _MISSING


def _names_of(frame: Any) -> list[Any] | None:
    """The names of the columns of a frame; none of what is no frame."""
    for key in ("column_names", "columns"):
        names = getattr(frame, key, None)
        if isinstance(names, Iterable) and hasattr(frame, "__getitem__"):
            return list(names)
    return None


def _article(value: Any) -> str:
    kind = type(value)
    name = (
        kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__.split('.')[0]}.{kind.__qualname__}"
    )
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
