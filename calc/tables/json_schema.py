"""The schema of rule files: what every game's files have in common.

A file that extends another is merged into it: any key may be left out and null takes a key away, but conditions, values
and choices are replaced as wholes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from calc.definitions import REFERENCE, Schema, define, reference, structs_in
from calc.tables.conditions import JOINING, NOT
from calc.tables.loader import ADDED
from calc.tables.ruleset import Name, OptionRule
from calc.tables.table import WHOLE

#: The definition of a file, and of a condition, in the definitions of a game.
FILE: Final = "file"
CONDITION: Final = "condition"
#: What follows the name of a definition in a file that extends another.
_SUFFIX: Final = ".changed"
#: Keys that an entry itself must have. Any other may be left out, because an option can set it.
_OWN: Final = {"source", "name", "en", "ja", "question", "default", "when", "do"}


def sections(kinds: Sequence[Any]) -> dict[str, Schema]:
    """The definitions of a game's sections and of their entries."""
    _, definitions = define(kinds)
    for struct in structs_in(kinds):
        name = struct.cls.__name__
        if "properties" not in definitions[name]:
            continue
        definitions[name]["properties"].pop(getattr(struct.cls, "FROM_KEY", ""), None)
        if name != "RuleFile":
            definitions[name]["required"] = [key for key in definitions[name]["required"] if key in _OWN]
    # One language will do, and a text is for all of them.
    both = definitions[Name.__name__]
    loose: Schema = {key: value for key, value in both.items() if key not in ("description", "required")}
    loose["minProperties"] = 1
    definitions[Name.__name__] = {"description": both["description"], "anyOf": [{"type": "string"}, loose]}
    # The value at the path of an option is its default.
    definitions[OptionRule.__name__]["required"].remove("default")
    definitions[OptionRule.__name__]["oneOf"] = [{"required": ["choices", "default"]}, {"required": ["path"]}]
    return definitions


def file_of(definition: Schema) -> Schema:
    """A file as it is written, from what the loader makes of it."""
    properties = {key: schema for key, schema in definition["properties"].items() if key not in ADDED}
    required = [key for key in definition["required"] if key not in ADDED]
    return {**definition, "properties": properties, "required": required}


def condition(
    properties: Mapping[str, Schema], old: Mapping[str, list[Schema]] | None = None, name: str = CONDITION
) -> Schema:
    """A condition of these words and those that join them.

    ``old``: what a joining word may hold besides; ``name``: that of the definition.
    """
    joining = {key: {"anyOf": [joined(key, name), *(old or {}).get(key, [])]} for key in JOINING}
    return {
        "description": "A condition: words that must all hold.",
        "type": "object",
        "properties": {**properties, **joining},
        "additionalProperties": False,
        "minProperties": 1,
    }


def joined(key: str, name: str = CONDITION) -> Schema:
    """What a joining word holds: a condition, or several."""
    return reference(name) if key == NOT else {"type": "array", "items": reference(name), "minItems": 1}


def changed(name: str) -> Schema:
    """A reference to a definition as a file that extends another may state it."""
    return reference(f"{name}{_SUFFIX}")


def as_changes(definitions: Mapping[str, Schema]) -> dict[str, Schema]:
    """Each definition as a file that extends another may state it; the file itself must name what it extends."""
    found = {f"{name}{_SUFFIX}": _loosened(schema) for name, schema in definitions.items()}
    for name, schema in found.items():
        if name.endswith(f".{FILE}{_SUFFIX}"):
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
        for key in ("required", "oneOf", "minProperties"):
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
