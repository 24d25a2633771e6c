"""Schemas of records, from the shapes that check them."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from msgspec import inspect

from calc.definitions import Schema, meanings_of
from calc.fit import Either, Names, Plain, Shape, Single, Table

#: Types of plain data, which no schema can bound in depth.
_PLAIN: Final = ["boolean", "number", "string", "array", "object"]


def describe(shape: Shape, sparse: Collection[type] | None) -> Schema:
    """What a shape accepts. ``sparse``: the types whose keys may have no value; ``None`` where all keys may."""
    about: Schema = {} if isinstance(shape, Table | Names) else {"description": str(shape.expected)}
    match shape:
        case Single():
            return about | _describe_types(shape.types)
        case Plain():
            return about | {"type": [*_PLAIN, "null"] if shape.null else _PLAIN}
        case Table():
            return _describe_table(shape, sparse)
        case Names():
            each = describe(shape.each, sparse)
            found = {"type": "object", "additionalProperties": _or_null(each) if sparse is None else each}
            return found if shape.name is None else found | {"propertyNames": _describe_types(shape.name.types)}
        case Either():
            kinds = [] if shape.each is None else [{"type": "array", "items": describe(shape.each, sparse)}]
            kinds += [describe(one, sparse) for one in (shape.single, shape.mapping) if one is not None]
            return about | (kinds[0] if len(kinds) == 1 else {"anyOf": kinds})
    raise TypeError(shape)


def _describe_table(table: Table, sparse: Collection[type] | None) -> Schema:
    own = meanings_of(table.kind) if table.kind is not None else {}
    meanings = {name.rstrip("_"): meaning for name, meaning in own.items()}
    properties = {}
    for key, shape in table.keys.items():
        schema = describe(shape, sparse)
        is_flag = isinstance(shape, Single) and shape.is_flag
        if (sparse is None or table.kind in sparse) and not is_flag and key not in table.required:
            schema = _or_null(schema)
        if key in meanings:
            expected = f" Expected: {schema['description']}." if "description" in schema else ""
            schema["description"] = meanings[key] + expected
        properties[key] = schema
    found = {
        "title": str(table.name),
        "type": "object",
        "properties": properties,
        "required": [name for name in table.required if name not in table.instead],
        "additionalProperties": False,
    }
    replaced: dict[tuple[str, ...], list[str]] = {}
    for name, others in table.instead.items():
        if name in table.required:
            replaced.setdefault(others, []).append(name)
    for others, names in replaced.items():
        ways = [names, *([other] for other in others)]
        found["anyOf"] = [
            {"required": way, "properties": {key: {"not": {"type": "null"}} for key in way}} for way in ways
        ]
    return found


def _describe_types(types: Iterable[inspect.Type]) -> Schema:
    kinds: list[Schema] = []
    choices: list[Any] = []
    numbers: list[Schema] = []
    for one in types:
        match one:
            case inspect.BoolType():
                choices += [True, False]
            case inspect.LiteralType():
                choices += one.values
            case inspect.NoneType():
                choices.append(None)
            case inspect.StrType():
                kinds.append({"type": "string"} | ({"pattern": one.pattern} if one.pattern is not None else {}))
            case inspect.IntType() | inspect.FloatType():
                kind = "integer" if isinstance(one, inspect.IntType) else "number"
                numbers.append({"type": kind, "minimum": one.ge, "maximum": one.le})
    kinds += numbers[-1:]  # "number" is the last of them, and holds whole ones too
    if choices:
        kinds.append({"enum": choices})
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _or_null(schema: Schema) -> Schema:
    about: Schema = {key: schema[key] for key in ("title", "description") if key in schema}
    return {**about, "anyOf": [{key: part for key, part in schema.items() if key not in about}, {"type": "null"}]}
