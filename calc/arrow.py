"""Arrow types of typed objects, and their plain values as Arrow takes them: one description for Parquet and frames."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from calc.errors import CalcError

if TYPE_CHECKING:
    import pyarrow as pa


def arrow(what: str = "Arrow") -> Any:
    """The library. Raises :class:`CalcError` where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CalcError(
            "{0} needs pyarrow, which is not installed: pip install 'yaku-calc[parquet]'", what, code="usage"
        ) from None
    return pyarrow


def arrow_schema(kinds: Iterable[Any]) -> pa.Schema:
    """The columns of all fields of some structs. What differs between them, or may be anything, is JSON text."""
    merged = None
    for kind in kinds:
        merged = _merged(merged, _arrow_type(kind)) if merged is not None else _arrow_type(kind)
    return arrow().schema(list(merged or []))


def _arrow_type(kind: Any) -> pa.DataType:
    pa = arrow()
    info: Any = kind if isinstance(kind, inspect.Type) else inspect.type_info(kind)
    if isinstance(info, inspect.Metadata):
        found = _arrow_type(info.type)
        if names := (info.extra or {}).get("keys"):
            found = pa.struct([(name, found.item_type) for name in names])
    elif isinstance(info, inspect.UnionType):
        found, *others = [_arrow_type(one) for one in info.types if not isinstance(one, inspect.NoneType)]
        for one in others:
            found = _merged(found, one)
    elif isinstance(info, inspect.CollectionType):
        found = pa.list_(_arrow_type(info.item_type))
    elif isinstance(info, inspect.DictType):
        found = pa.map_(pa.string(), _arrow_type(info.value_type))
    elif isinstance(info, inspect.StructType):
        found = pa.struct([(one.encode_name, _arrow_type(one.type)) for one in info.fields])
    elif isinstance(info, inspect.LiteralType) and {*map(type, info.values)} == {bool}:
        found = pa.bool_()
    else:
        kinds: dict[Any, Any] = {
            inspect.IntType: pa.int64(),
            inspect.BoolType: pa.bool_(),
            inspect.FloatType: pa.float64(),
        }
        found = kinds.get(type(info), pa.string())
    return found


def _merged(one: pa.DataType, other: pa.DataType) -> pa.DataType:
    """A type for values of both; text where there is none."""
    pa = arrow()
    if one == other:
        return one
    if pa.types.is_struct(one) and pa.types.is_struct(other):
        types = {field.name: field.type for field in one}
        for field in other:
            types[field.name] = _merged(types[field.name], field.type) if field.name in types else field.type
        return pa.struct(list(types.items()))
    if pa.types.is_list(one) and pa.types.is_list(other):
        return pa.list_(_merged(one.value_type, other.value_type))
    if {one, other} == {pa.int64(), pa.float64()}:
        return pa.float64()
    return pa.string()


def _arrow_value(value: Any, kind: pa.DataType) -> Any:
    """A plain value as Arrow takes it for a type: JSON text where the type is text, pairs where it is a map."""
    types = arrow().types
    if value is None:
        return None
    if types.is_string(kind):
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if types.is_list(kind):
        return [_arrow_value(one, kind.value_type) for one in value]
    if types.is_map(kind):
        return [(key, _arrow_value(one, kind.item_type)) for key, one in value.items()]
    if types.is_struct(kind):
        return {field.name: _arrow_value(value.get(field.name), field.type) for field in kind}
    return value


def arrow_table(rows: Sequence[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    """Rows of plain values as a table; a key that a row does not have is null."""
    pa = arrow()
    columns = [pa.array([_arrow_value(row.get(one.name), one.type) for row in rows], one.type) for one in schema]
    return pa.Table.from_arrays(columns, schema=schema)
