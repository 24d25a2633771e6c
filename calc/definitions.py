"""Definitions of typed objects in JSON Schema, made of the types that read and write them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

#: A JSON Schema, or a part of one.
Schema = dict[str, Any]

#: The place of a definition in a schema.
REFERENCE: Final = "#/definitions/"


def reference(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": REFERENCE + name}


def define(kinds: Sequence[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """The schema of each type, and the definitions that these use: of all structs in them."""
    infos = structs_in(kinds)
    structs = [info.cls for info in infos]
    schemas, definitions = msgspec.json.schema_components([*kinds, *structs], ref_template=f"{REFERENCE}{{name}}")
    for info, schema in zip(infos, schemas[len(kinds) :], strict=True):
        meanings = meanings_of(info.cls)
        properties = definitions[schema["$ref"].removeprefix(REFERENCE)].get("properties", {})
        for field in info.fields:
            if field.name in meanings:
                properties[field.encode_name] = {"description": meanings[field.name], **properties[field.encode_name]}
    tidied = {name: _tidy(schema) for name, schema in definitions.items()}
    for name in (struct.__name__ for struct in structs if hasattr(struct, "FROM_TEXT")):
        tidied[name] = {"anyOf": [{"type": "string"}, tidied[name]]}
    return [_tidy(schema) for schema in schemas[: len(kinds)]], tidied


@cache
def _meanings() -> dict[str, Any]:
    """The texts of ``meanings.yaml``, by module, type and field."""
    import yaml

    found: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("meanings.yaml").read_text(encoding="utf-8"))
    return found


def meanings_of(struct: type[Struct]) -> dict[str, str]:
    """What the fields of a struct mean, by name; fields without a text are left out."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    said: dict[str, str] = {}
    for kind in struct.__mro__:
        said = _meanings().get(kind.__module__, {}).get(kind.__name__, {}) | said
    for field in info.fields:
        if isinstance(field.type, inspect.Metadata) and "description" in (field.type.extra_json_schema or {}):
            said[field.name] = (field.type.extra_json_schema or {})["description"]
    return {name: said[name] for name in struct.__struct_fields__ if name in said}


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
