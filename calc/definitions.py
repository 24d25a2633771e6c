"""Definitions of typed objects in JSON Schema, made of the types that read and write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Any, Final

import msgspec
from msgspec import inspect

#: A JSON Schema, or a part of one.
Schema = dict[str, Any]

#: The place of a definition in a schema.
REFERENCE: Final = "#/definitions/"


def reference(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": REFERENCE + name}


def define(kinds: Sequence[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """The schema of each type, and the definitions that these use: of all structs in them."""
    structs = [info.cls for info in structs_in(kinds)]
    schemas, definitions = msgspec.json.schema_components([*kinds, *structs], ref_template=f"{REFERENCE}{{name}}")
    tidied = {name: _tidy(schema) for name, schema in definitions.items()}
    for name in (struct.__name__ for struct in structs if hasattr(struct, "FROM_TEXT")):
        tidied[name] = {"anyOf": [{"type": "string"}, tidied[name]]}
    return [_tidy(schema) for schema in schemas[: len(kinds)]], tidied


def meanings_of(struct: type) -> dict[str, str]:
    """What the fields of a struct mean, by name; those that bring no meaning are left out."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    said = {
        field.name: (field.type.extra_json_schema or {}).get("description")
        for field in info.fields
        if isinstance(field.type, inspect.Metadata)
    }
    return {name: meaning for name, meaning in said.items() if meaning is not None}


def structs_in(kinds: Iterable[Any]) -> list[inspect.StructType]:
    """All structs in types, each once; also those by which plain data are read later (``holds``)."""
    found: dict[type, inspect.StructType] = {}
    todo = [inspect.type_info(kind) for kind in kinds]
    while todo:
        info: Any = todo.pop()
        if isinstance(info, inspect.StructType) and info.cls not in found:
            found[info.cls] = info
            todo += [field.type for field in info.fields]
        elif isinstance(info, inspect.UnionType):
            todo += info.types
        elif isinstance(info, inspect.DictType):
            todo.append(info.value_type)
        elif isinstance(info, inspect.CollectionType):
            todo.append(info.item_type)
        elif isinstance(info, inspect.Metadata):
            held = (info.extra or {}).get("holds", ())
            todo += [info.type, *(inspect.type_info(kind) for kind in held if isinstance(kind, type))]
    return list(found.values())


def _tidy(schema: Any) -> Any:
    """Drop defaults, which editors would write out as null, and what draft 7 does not know."""
    if isinstance(schema, list):
        return [_tidy(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # all beside it is ignored
    kept = {key: _tidy(value) for key, value in schema.items() if key not in ("default", "discriminator")}
    if "properties" in schema:
        kept["properties"] = {name: _tidy(one) for name, one in schema["properties"].items()}
    if "description" in kept:
        kept["description"] = cleandoc(kept["description"])
    return kept


def prefixed(definitions: Mapping[str, Schema], prefix: str) -> dict[str, Schema]:
    """Rename definitions, and their references to each other, with a prefix."""
    text = msgspec.json.encode(definitions).decode().replace(f'"{REFERENCE}', f'"{REFERENCE}{prefix}')
    return {f"{prefix}{name}": schema for name, schema in msgspec.json.decode(text).items()}


def reachable(root: Schema, definitions: Mapping[str, Schema]) -> dict[str, Schema]:
    """The definitions that a schema uses, by way of others too, in the order given."""
    needed: set[str] = set()
    todo = [root]
    while todo:
        found = re.findall(rf'"{REFERENCE}([^"]+)"', msgspec.json.encode(todo.pop()).decode())
        todo += [definitions[name] for name in {*found} - needed]
        needed.update(found)
    return {name: schema for name, schema in definitions.items() if name in needed}
