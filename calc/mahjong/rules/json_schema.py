"""The schema of riichi rule files: sections and entries by their types, conditions by the words there are."""

from __future__ import annotations

from calc.definitions import Schema, define, prefixed, reference
from calc.mahjong.rules.schema import RuleFile
from calc.mahjong.rules.words import WORDS
from calc.tables.schema import CONDITION, FILE, condition, file_of, sections


def file_schema() -> dict[str, Schema]:
    """The definitions of a rule file, itself as ``file``."""
    definitions = sections([RuleFile])
    file = file_of(definitions.pop(RuleFile.__name__))
    # A set without fu counts han only.
    file["properties"]["fu"] = {"anyOf": [file["properties"]["fu"], {"type": "object", "maxProperties": 0}]}
    _, structs = define(list(WORDS.values()))
    words = prefixed(structs, "word.")
    properties: dict[str, Schema] = {}
    for key, word in WORDS.items():
        own = words[f"word.{word.__name__}"]
        argument = reference(f"word.{word.__name__}") if word.whole is None else own["properties"][word.whole]
        properties[key] = {"description": own["description"], "anyOf": [argument]}
    return {**definitions, **words, CONDITION: condition(properties), FILE: file}
