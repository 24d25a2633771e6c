"""From the schema of a whole rule file to that of one which extends another: mappings are merged into what is there, so
any key may be left out, and null takes away; but conditions, values and choices are wholes.
"""

from __future__ import annotations

from collections.abc import Mapping

from calc.schemas.definitions import REFERENCE, Schema, reference
from calc.tables.table import WHOLE

_SUFFIX = ".changed"


def changed(name: str) -> Schema:
    """What may be said of a definition where it extends another."""
    return reference(f"{name}{_SUFFIX}")


def as_changes(definitions: Mapping[str, Schema]) -> dict[str, Schema]:
    """Of each definition what may be said of it; a file moreover says what it extends."""
    found = {f"{name}{_SUFFIX}": _loosened(schema) for name, schema in definitions.items()}
    for name, schema in found.items():
        if name.endswith(f".file{_SUFFIX}"):
            extends = {"description": "A shipped rule set, or a file in the same folder.", "type": "string"}
            schema["properties"] = {"extends": extends, **schema["properties"]}
            schema["required"] = ["extends"]
    return found


def _loosened(schema: Schema) -> Schema:
    if "$ref" in schema:
        return changed(schema["$ref"].removeprefix(REFERENCE))
    loose = dict(schema)
    if "anyOf" in schema:
        loose["anyOf"] = [_loosened(one) for one in schema["anyOf"]]
    if schema.get("type") == "object":
        for key in ("required", "oneOf"):
            loose.pop(key, None)
        properties = schema.get("properties", {})
        loose["properties"] = {
            key: _or_null(one if key in WHOLE else _loosened(one)) for key, one in properties.items()
        }
        if isinstance(schema.get("additionalProperties"), dict):
            loose["additionalProperties"] = _or_null(_loosened(schema["additionalProperties"]))
    return loose


def _or_null(schema: Schema) -> Schema:
    about = {"description": schema["description"]} if "description" in schema else {}
    return {**about, "anyOf": [schema, {"type": "null"}]}
