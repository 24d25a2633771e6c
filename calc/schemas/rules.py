"""The schema of rule files, whole or extending another.

Sections and entries come from their types, conditions from the words there are, and options from the shipped sets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calc.definitions import REFERENCE, Schema, prefixed, reachable, reference
from calc.games import all_games
from calc.tables import load_table, rule_set_ids
from calc.tables.options import typed_choice
from calc.tables.schema import FILE, as_changes, changed
from calc.tables.shelf import game_id_of
from calc.tables.table import split_path


def rules_schema() -> Schema:
    """A rule file of any game, whole or extending another; or another table of a game, such as a deck."""
    definitions: dict[str, Schema] = {}
    for game in all_games():
        definitions |= prefixed(game.file_schema(), f"{game.id}.")
    definitions |= as_changes(definitions)
    others = {kind: table for game in all_games() for kind, table in game.other_tables.items()}
    for kind, table in others.items():
        definitions |= prefixed(table.file_schema(), f"{kind}.")
    answers, options = options_of_sets(definitions)
    definitions |= options
    root = {
        "type": "object",
        "if": {"required": ["kind"]},
        "then": _choose("kind", [*others]),
        "else": {"if": {"required": ["extends"]}, "then": _differences(), "else": _whole()},
        "allOf": answers,
    }
    return {"title": "A rule file of yaku", **root, "definitions": reachable(root, definitions)}


def _whole() -> Schema:
    return _choose("game", [game.id for game in all_games()])


def _choose(key: str, names: Sequence[str]) -> Schema:
    """The file whose ``key`` is one of ``names``; the first of them where it is none."""
    found = reference(f"{names[0]}.{FILE}")
    for name in names[1:]:
        found = {"if": _says(key, name), "then": reference(f"{name}.{FILE}"), "else": found}
    return found


def _says(key: str, name: str) -> Schema:
    return {"required": [key], "properties": {key: {"const": name}}}


def _differences() -> Schema:
    """A file that extends another, by its game: that of the shipped set, or the one it names."""
    games = [game.id for game in all_games()]
    found: Schema = {"anyOf": [changed(f"{game}.{FILE}") for game in games]}
    for game in games:
        found = {"if": _says("game", game), "then": changed(f"{game}.{FILE}"), "else": found}
    for game in games:
        of_game = [name for name in rule_set_ids() if game_id_of(name) == game]
        extends = {"properties": {"extends": {"enum": of_game}}}
        found = {"if": extends, "then": changed(f"{game}.{FILE}"), "else": found}
    return found


def options_of_sets(definitions: Mapping[str, Schema]) -> tuple[list[Schema], dict[str, Schema]]:
    """What each shipped set asks of a file that extends it, and the definitions that this uses.

    ``definitions``: those of files. Options that are the same in several sets are defined once.
    """
    rules: list[Schema] = []
    found: dict[str, Schema] = {}
    for set_id in rule_set_ids():
        data = load_table(set_id).data
        known: dict[str, Schema] = {}
        for name, option in data.get("options", {}).items():
            schema = _option(option, changed(f"{data['game']}.{FILE}"), definitions)
            taken = [title for title in found if title.partition("@")[0] == f"option.{name}"]
            title = next((title for title in taken if found[title] == schema), f"option.{name}@{len(taken) + 1}")
            found[title] = schema
            known[name] = reference(title)
        found[f"options.{set_id}"] = {"properties": {"options": {"properties": known}}}
        extended = {"required": ["extends"], "properties": {"extends": {"const": set_id}}}
        rules.append({"if": extended, "then": reference(f"options.{set_id}")})
    return rules, found


def _option(option: dict[str, Any], file: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """The answers to an option: a choice or a value of its path, unless the file brings choices of its own."""
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
    """Find the schema of the value at a path; none if the schema does not describe it."""
    if not path:
        return schema
    if "$ref" in schema:
        return _value_at(path, definitions[schema["$ref"].removeprefix(REFERENCE)], definitions)
    if "anyOf" in schema:
        found = (_value_at(path, one, definitions) for one in schema["anyOf"])
        return next((one for one in found if one is not None), None)
    inner = schema.get("properties", {}).get(path[0], schema.get("additionalProperties"))
    return _value_at(path[1:], inner, definitions) if isinstance(inner, dict) else None
