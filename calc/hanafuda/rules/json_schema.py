"""The schema of hanafuda rule files: sections and entries by their types, conditions by the words there are."""

from inspect import cleandoc

from calc.definitions import Schema, define, reference
from calc.hanafuda.rules.deck import DeckTable
from calc.hanafuda.rules.ruleset import RuleFile
from calc.hanafuda.rules.values import TAKE_ALL, GivenValue
from calc.hanafuda.rules.words import OLD_EITHER, WORDS, Some
from calc.hanafuda.settle.amounts import MEASURES, OF_PAYMENTS
from calc.hanafuda.settle.words import PERSONS, FactorEntry
from calc.tables.conditions import ALL, ANY, Number
from calc.tables.json_schema import CONDITION, FILE, condition, file_of, joined, sections


def file_schema() -> dict[str, Schema]:
    """The definitions of a rule file, itself as ``file``."""
    definitions = sections([RuleFile])
    takes = [word.takes for word in WORDS.values()]
    (given, cards, some, *taken), more = define([GivenValue, str | list[str], Some | list[Some], *takes])
    definitions = more | definitions
    file = file_of(definitions.pop(RuleFile.__name__))
    properties = {
        key: {"description": cleandoc(word.read.__doc__ or ""), "anyOf": [argument]}
        for (key, word), argument in zip(WORDS.items(), taken, strict=True)
    }
    # Before they joined conditions, "all" held cards and "any" parts of a pattern.
    old = {ALL: [cards], ANY: [some]}
    properties[OLD_EITHER] = joined(ANY)
    value = {"anyOf": [{"type": "integer"}, {"const": TAKE_ALL}, given]}
    return {**_settlement_words(), **definitions, "value": value, CONDITION: condition(properties, old), FILE: file}


def _settlement_words() -> dict[str, Schema]:
    """The definitions of amounts, persons, tests and factors of settlement steps."""
    (number, facts, factor), definitions = define([Number | int, dict[str, Number | int | bool], FactorEntry])
    cards, text, flag, whole = reference(CONDITION), {"type": "string"}, {"type": "boolean"}, {"type": "integer"}
    worths = {"type": "object", "additionalProperties": number, "minProperties": 1}
    names, places = {"anyOf": [text, {"type": "array", "items": text}]}, ("pile", "dealt", "field")
    terms = [
        whole,
        {"enum": [*MEASURES, *OF_PAYMENTS]},
        _mapping({"each": whole, "of": names, "beyond": whole, "in": {"enum": [*places]}}, "each", "of"),
        _mapping({"each": whole, "month": _mapping(dict.fromkeys(places, number))}, "each", "month"),
        _mapping({"fact": text}, "fact"),
        _mapping({"by_players": {"type": "object", "additionalProperties": whole}}, "by_players"),
        _mapping({"by_seat": {"type": "array", "items": whole}}, "by_seat"),
    ]
    people = {"enum": list(PERSONS)}
    person = {
        **dict.fromkeys(MEASURES, number),
        **dict.fromkeys(("pile", "dealt"), cards),
        "holds": {"anyOf": [{"type": "array", "items": text, "minItems": 1}, worths]},
        "stopped": flag,
        "won": flag,
        "fact": facts,
        "untold": {"enum": ["cards", "yaku"]},
    }
    when = {
        "stopped": flag,
        "played": flag,
        "field": cards,
        "winner": {"anyOf": [flag, reference("person")]},
        "players": number,
        "fact": facts,
        "number": _mapping({"that": reference("person"), "is": number}, "that", "is"),
        "amount": _mapping({"of": reference("amount"), "is": number}, "of", "is"),
    }
    of_factor = {**when, "who": reference("person"), "payer": reference("person")}
    return {
        **definitions,
        "amount": {"anyOf": [*terms, {"type": "array", "items": {"anyOf": terms}, "minItems": 1}]},
        "who": {"anyOf": [people, _mapping({"of": people, "that": reference("person")}, "of", "that")]},
        "person": condition(person, name="person"),
        "when": condition(when, name="when"),
        "factor_when": condition(of_factor, name="factor_when"),
        "times": {"anyOf": [text, factor]},
        "key": {"anyOf": [{"enum": [*MEASURES, "turn"]}, _mapping({"count": names}, "count")]},
    }


def _mapping(properties: Schema, *required: str) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False, "required": [*required]}


def deck_schema() -> dict[str, Schema]:
    """The definitions of the file of a deck, itself as ``file``."""
    _, definitions = define([DeckTable])
    return {**definitions, FILE: file_of(definitions.pop(DeckTable.__name__))}
