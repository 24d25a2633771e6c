"""The schema of riichi rule files: sections and entries by their types, conditions by the words there are."""

from calc.definitions import Schema, define, prefixed, reference
from calc.mahjong.rules.ruleset import RuleFile, YakuList
from calc.mahjong.rules.schema import Yaku
from calc.mahjong.rules.words import WORDS
from calc.tables.json_schema import CONDITION, FILE, condition, file_of, sections


def file_schema() -> dict[str, Schema]:
    """The definitions of a rule file, itself as ``file``."""
    definitions = sections([RuleFile])
    file = file_of(definitions.pop(RuleFile.__name__))
    taken = {"description": "The list that it is taken from, such as `local`.", "type": "string"}
    file["properties"]["yaku"]["additionalProperties"] = {"anyOf": [reference(Yaku.__name__), taken]}
    # A set without fu counts han only.
    file["properties"]["fu"] = {"anyOf": [file["properties"]["fu"], {"type": "object", "maxProperties": 0}]}
    return {**definitions, **_words(), FILE: file}


def list_schema() -> dict[str, Schema]:
    """The definitions of the file of a list of yaku, itself as ``file``."""
    definitions = sections([YakuList])
    return {**definitions, **_words(), FILE: file_of(definitions.pop(YakuList.__name__))}


def _words() -> dict[str, Schema]:
    """The definitions of a condition, and of what its words take."""
    _, structs = define(list(WORDS.values()))
    words = prefixed(structs, "word.")
    properties: dict[str, Schema] = {}
    for key, word in WORDS.items():
        own = words[f"word.{word.__name__}"]
        argument = own["properties"][word.whole()] if word.whole() else reference(f"word.{word.__name__}")
        properties[key] = {"description": own["description"], "anyOf": [argument]}
    return {**words, CONDITION: condition(properties)}
