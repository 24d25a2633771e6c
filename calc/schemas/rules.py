"""The schema of rule files, whole or extending another.

Sections and entries come from their types, conditions from the words there are, and options from the shipped sets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import cleandoc
from typing import Any

from calc.hanafuda.game import HANAFUDA
from calc.hanafuda.rules import ruleset as hanafuda, words as cards
from calc.hanafuda.rules.deck import DECK, DeckTable
from calc.hanafuda.rules.values import TAKE_ALL, GivenValue
from calc.mahjong.game import RIICHI
from calc.mahjong.rules import schema as mahjong, words as tiles
from calc.schemas.definitions import (
    REFERENCE,
    Schema,
    as_changes,
    changed,
    define,
    prefixed,
    reachable,
    reference,
    structs_in,
)
from calc.tables import OptionRule, load_table, rule_set_ids
from calc.tables.conditions import ALL, ANY, JOINING, NOT
from calc.tables.loader import ADDED
from calc.tables.options import typed_choice
from calc.tables.shelf import game_id_of
from calc.tables.table import split_path

_CONDITION = "condition"
#: Keys that an entry itself must have. Any other may be left out, because an option can set it.
_OWN = {"source", "name", "en", "ja", "question", "default", "when", "do"}


def rules_schema() -> Schema:
    """A rule file of any game, whole or extending another; or the deck of hanafuda."""
    definitions: dict[str, Schema] = {}
    for game, made in ((RIICHI.id, _of_mahjong()), (HANAFUDA.id, _of_hanafuda())):
        definitions |= prefixed(made, f"{game}.")
    definitions |= as_changes(definitions)
    definitions |= prefixed(_of_deck(), f"{DECK}.")
    answers, options = options_of_sets(definitions)
    definitions |= options
    root = {
        "type": "object",
        "if": {"required": ["kind"]},
        "then": reference(f"{DECK}.file"),
        "else": {"if": {"required": ["extends"]}, "then": _differences(), "else": _whole()},
        "allOf": answers,
    }
    return {"title": "A rule file of yaku", **root, "definitions": reachable(root, definitions)}


def _whole() -> Schema:
    is_hanafuda = {"required": ["game"], "properties": {"game": {"const": HANAFUDA.id}}}
    return {"if": is_hanafuda, "then": reference(f"{HANAFUDA.id}.file"), "else": reference(f"{RIICHI.id}.file")}


def _differences() -> Schema:
    """A file that extends another, by its game: that of the shipped set, or the one it names."""
    games = (RIICHI.id, HANAFUDA.id)
    found: Schema = {"anyOf": [changed(f"{game}.file") for game in games]}
    for game in games:
        names_game = {"required": ["game"], "properties": {"game": {"const": game}}}
        found = {"if": names_game, "then": changed(f"{game}.file"), "else": found}
    for game in games:
        of_game = [name for name in rule_set_ids() if game_id_of(name) == game]
        found = {"if": {"properties": {"extends": {"enum": of_game}}}, "then": changed(f"{game}.file"), "else": found}
    return found


def _of_mahjong() -> dict[str, Schema]:
    """The definitions of a riichi rule file, itself as ``file``."""
    definitions = _sections([mahjong.RuleFile])
    file = _file(definitions.pop("RuleFile"))
    # A set without fu counts han only.
    file["properties"]["fu"] = {"anyOf": [file["properties"]["fu"], {"type": "object", "maxProperties": 0}]}
    _, structs = define(list(tiles.WORDS.values()))
    words = prefixed(structs, "word.")
    properties: dict[str, Schema] = {}
    for key, word in tiles.WORDS.items():
        own = words[f"word.{word.__name__}"]
        argument = reference(f"word.{word.__name__}") if word.whole is None else own["properties"][word.whole]
        properties[key] = {"description": own["description"], "anyOf": [argument]}
    return {**definitions, **words, _CONDITION: _condition(properties), "file": file}


def _of_hanafuda() -> dict[str, Schema]:
    """The definitions of a hanafuda rule file, itself as ``file``."""
    definitions = _sections([hanafuda.RuleFile])
    takes = [word.takes for word in cards.WORDS.values()]
    (given, cards_, some, *taken), more = define([GivenValue, str | list[str], cards.Some | list[cards.Some], *takes])
    definitions = more | definitions
    file = _file(definitions.pop("RuleFile"))
    properties = {
        key: {"description": cleandoc(word.__doc__ or ""), "anyOf": [argument]}
        for (key, word), argument in zip(cards.WORDS.items(), taken, strict=True)
    }
    # Before they joined conditions, "all" held cards and "any" parts of a pattern.
    old = {ALL: [cards_], ANY: [some]}
    properties[cards.OLD_EITHER] = _joined(ANY)
    value = {"anyOf": [{"type": "integer"}, {"const": TAKE_ALL}, given]}
    return {**definitions, "value": value, _CONDITION: _condition(properties, old), "file": file}


def _of_deck() -> dict[str, Schema]:
    """The definitions of the file of a deck, itself as ``file``."""
    _, definitions = define([DeckTable])
    return {**definitions, "file": _file(definitions.pop("DeckTable"))}


def _sections(kinds: Sequence[Any]) -> dict[str, Schema]:
    """The definitions of a game's sections and of their entries."""
    _, definitions = define(kinds)
    for struct in structs_in(kinds):
        name = struct.cls.__name__
        definitions[name]["properties"].pop(getattr(struct.cls, "FROM_KEY", ""), None)
        if name != "RuleFile":
            definitions[name]["required"] = [key for key in definitions[name]["required"] if key in _OWN]
    # The value at the path of an option is its default.
    definitions[OptionRule.__name__]["required"].remove("default")
    definitions[OptionRule.__name__]["oneOf"] = [{"required": ["choices", "default"]}, {"required": ["path"]}]
    return definitions


def _file(sections: Schema) -> Schema:
    """A file as it is written, from what the loader makes of it."""
    properties = {key: schema for key, schema in sections["properties"].items() if key not in ADDED}
    required = [key for key in sections["required"] if key not in ADDED]
    return {**sections, "properties": properties, "required": required}


def _condition(properties: Mapping[str, Schema], old: Mapping[str, list[Schema]] | None = None) -> Schema:
    """A condition of these words and those that join them; ``old``: what a joining word may hold besides."""
    joining = {key: {"anyOf": [_joined(key), *(old or {}).get(key, [])]} for key in JOINING}
    return {
        "description": "A condition: words that must all hold.",
        "type": "object",
        "properties": {**properties, **joining},
        "additionalProperties": False,
        "minProperties": 1,
    }


def _joined(key: str) -> Schema:
    inner = reference(_CONDITION)
    return inner if key == NOT else {"type": "array", "items": inner, "minItems": 1}


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
