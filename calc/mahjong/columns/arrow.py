"""Wins in Arrow data and their results as columns of Arrow, without an object a row.

Columns are read by their different values; a row with something unusual is read as a record of its own, which says what
is wrong with it. Results are made of parts that are remembered and taken by number.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec import UNSET
from msgspec.structs import FieldInfo

from calc.arrow import arrow, arrow_schema
from calc.columns import one_value
from calc.errors import CalcError
from calc.mahjong.columns.read import FIELDS, KEYS, Wins, from_columns
from calc.mahjong.columns.settle import BLOCK, PARTS, REFUSED, collect
from calc.mahjong.columns.texts import Coded, Lists
from calc.mahjong.results import WinResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.outcomes import ErrorLine
from calc.records.plain import default_of, fit_column

if TYPE_CHECKING:
    import pyarrow as pa


@cache
def result_fields() -> list[pa.Field]:
    """The columns of results, by the types of a result and of a refusal; yaku are their ids."""
    pa = arrow()
    win, error = arrow_schema([WinResult]), arrow_schema([ErrorLine])
    fields = [*map(win.field, ("ok", "rules", *chain(*PARTS)))]
    return [
        *(pa.field("yaku", pa.list_(pa.string())) if field.name == "yaku" else field for field in fields),
        *map(error.field, REFUSED),
    ]


def settle_batch(batch: pa.RecordBatch | pa.Table, rules: MahjongRules) -> list[pa.ChunkedArray]:
    """The columns of :func:`result_fields` for the wins of a batch, a row for a row."""
    pa, fields = arrow(), {field.name: field.type for field in result_fields()}
    blocks = (batch.slice(start, BLOCK) for start in range(0, max(batch.num_rows, 1), BLOCK))
    columns = collect(map(_read_batch, blocks), rules)
    found = {
        "ok": pa.chunked_array([order < 0 for order in columns[-1].orders]),
        "rules": pa.chunked_array([pa.repeat(pa.scalar(rules.label, fields["rules"]), batch.num_rows)]),
    }
    for column in columns:
        orders = [pa.array(np.maximum(order, 0), mask=order < 0) for order in column.orders]
        for key in column.parts[0] if column.parts else ():
            known = pa.array([_cell(part[key]) for part in column.parts], fields[key])
            found[key] = pa.chunked_array([known.take(order) for order in orders])
    return [found.get(key) or pa.chunked_array([pa.nulls(batch.num_rows, kind)]) for key, kind in fields.items()]


def refused_batch(size: int, error: CalcError) -> list[pa.ChunkedArray]:
    """The columns of rows that all are refused for the same reason."""
    pa = arrow()
    known = {"ok": False, **{key: getattr(error, key) for key in REFUSED}}
    return [
        pa.chunked_array([pa.repeat(pa.scalar(known.get(field.name), field.type), size)]) for field in result_fields()
    ]


def _cell(value: Any) -> Any:
    """A part of a result as plain data; yaku as their ids."""
    if isinstance(value, list):
        return [line.id for line in value]
    if hasattr(value, "__struct_fields__"):
        found = {key: getattr(value, key) for key in value.__struct_fields__}
        return {key: one for key, one in found.items() if one is not UNSET}
    return value


# ---- reading

#: Keys whose texts are hardly ever the same.
_TILES: Final = ("hand", "dora", "ura")
#: Truth as texts have it: a column of Arrow has one type, and some keys are true, false or a word.
_TRUTHS: Final = {"true": True, "false": False}
_SPOKEN: Final = ("riichi", "chankan")


def _read_batch(batch: pa.RecordBatch | pa.Table) -> Wins:
    """Read the columns of wins; other columns are not looked at."""
    columns: dict[str, Any] = {}
    alone: set[int] = set()
    for name, field in FIELDS.items():
        key = field.encode_name
        given = _whole(batch.column(key)) if key in batch.schema.names else None
        columns[name], odd = _read(given, name, field, batch.num_rows)
        alone.update(odd)
    alone.update(row for row, hand in enumerate(columns["hand"]) if not hand)
    return from_columns(columns, alone, lambda row: _plain_row(batch, row))


def _whole(column: Any) -> Any:
    """A column in one piece, dictionaries as they are."""
    pa = arrow()
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _read(column: Any, name: str, field: FieldInfo, size: int) -> tuple[Any, list[int]]:
    """A column as the reader takes it, and the rows that have to be read alone."""
    types = arrow().types
    if column is None or types.is_null(column.type):
        return Coded([default_of(field)], np.zeros(size, dtype=np.int64)), []
    value_type = column.type.value_type if types.is_dictionary(column.type) else column.type
    if name in _TILES and _is_text(value_type):
        return column.cast(arrow().string()).fill_null("").to_pylist(), []
    if name == "melds" and (types.is_list(value_type) or types.is_large_list(value_type)):
        found = _lists(column)
        if found is not None:
            return found, []
    if types.is_nested(value_type):
        values = [_plain(value) for value in column.to_pylist()]
        read, unfit = fit_column(values, field)
        return read, sorted({*unfit, *(row for row, value in enumerate(values) if value and name == "facts")})
    coded = _coded(column, spoken=name in _SPOKEN)
    read, unfit = fit_column(coded.values, field)
    return Coded(read, coded.codes), np.flatnonzero(np.isin(coded.codes, unfit)).tolist() if unfit else []


def _is_text(kind: Any) -> bool:
    types = arrow().types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _coded(column: Any, *, spoken: bool = False) -> Coded:
    """A column by its different values, missing ones as None."""
    pa = arrow()
    if pa.types.is_boolean(column.type) and not column.null_count:
        return Coded([False, True], column.to_numpy(zero_copy_only=False).astype(np.int64))
    found = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    values = [_plain(value) for value in found.dictionary.to_pylist()]
    if spoken:
        values = [_TRUTHS.get(value, value) if isinstance(value, str) else value for value in values]
    codes = found.indices
    if codes.null_count:
        codes, values = codes.cast(pa.int64()).fill_null(len(values)), [*values, None]
    return Coded(values, codes.to_numpy(zero_copy_only=False).astype(np.int64))


def _lists(column: Any) -> Lists | None:
    """Lists of texts; a missing list is empty. ``None`` where an item is missing or no text."""
    pa = arrow()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    items = column.flatten()
    if not _is_text(items.type) or items.null_count:
        return None
    counts = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)
    return Lists(_coded(items), counts)


def _plain_row(batch: Any, row: int) -> dict[str, Any]:
    """A row as the plain data of a record, without what is missing."""
    found: dict[str, Any] = {}
    for name, key in zip(FIELDS, KEYS, strict=True):
        if key in batch.schema.names:
            value = _plain(batch.column(key)[row].as_py())
            if name in _SPOKEN and isinstance(value, str):
                value = _TRUTHS.get(value, value)
            if value is not None:
                found[key] = value
    return found


def _plain(value: Any) -> Any:
    """A value as records have it: whole numbers that are floats, maps as pairs, and keys of a struct that are null."""
    value = one_value(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list) and value and all(isinstance(one, tuple) for one in value):
        value = dict(value)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if one is not None}
    return [_plain(one) for one in value] if isinstance(value, list) else value
