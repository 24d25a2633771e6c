"""The options of the shipped sets, for files that extend one: their names, their questions and their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calc.schemas.changes import changed
from calc.schemas.definitions import REFERENCE, Schema, reference
from calc.tables import load_table, rule_set_ids
from calc.tables.options import typed_choice
from calc.tables.table import split_path


def options_of_sets(definitions: Mapping[str, Schema]) -> tuple[list[Schema], dict[str, Schema]]:
    """For each shipped set what it asks of a file that extends it, and the definitions that these use.

    ``definitions``: those of files. Options that are the same in several sets are defined once.
    """
    rules: list[Schema] = []
    found: dict[str, Schema] = {}
    for set_id in rule_set_ids():
        data = load_table(set_id).data
        known: dict[str, Schema] = {}
        for name, option in data.get("options", {}).items():
            schema = _option(option, changed(f"{data['game']}.file"), definitions)
            taken = [title for title in found if title.partition("@")[0] == f"option.{name}"]
            title = next((title for title in taken if found[title] == schema), f"option.{name}@{len(taken) + 1}")
            found[title] = schema
            known[name] = reference(title)
        found[f"options.{set_id}"] = {"properties": {"options": {"properties": known}}}
        extended = {"required": ["extends"], "properties": {"extends": {"const": set_id}}}
        rules.append({"if": extended, "then": reference(f"options.{set_id}")})
    return rules, found


def _option(option: dict[str, Any], file: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """An option as a file may answer it: by a choice, or a value of its path, unless it brings choices of its own."""
    about = {"description": f"{option['question']['en']} {option['question']['ja']}"}
    if "choices" in option:
        # A choice may be spelled as text or as what it looks like.
        spelled = [value for choice in option["choices"] for value in dict.fromkeys([typed_choice(choice), choice])]
        answer: Schema = {"enum": [*spelled, None]}
    else:
        answer = _value_at(split_path(option["path"]), file, definitions) or {}
    own = {"anyOf": [{"required": ["choices"]}, {"required": ["path"]}]}
    return {**about, "if": own, "else": {"properties": {"default": answer}}}


def _value_at(path: Sequence[str], schema: Schema, definitions: Mapping[str, Schema]) -> Schema | None:
    """What may stand at a path within what a schema describes; none where it does not say."""
    if not path:
        return schema
    if "$ref" in schema:
        return _value_at(path, definitions[schema["$ref"].removeprefix(REFERENCE)], definitions)
    if "anyOf" in schema:
        found = (_value_at(path, one, definitions) for one in schema["anyOf"])
        return next((one for one in found if one is not None), None)
    inner = schema.get("properties", {}).get(path[0], schema.get("additionalProperties"))
    return _value_at(path[1:], inner, definitions) if isinstance(inner, dict) else None
