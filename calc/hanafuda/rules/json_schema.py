"""The schema of hanafuda rule files: sections and entries by their types, conditions by the words there are."""

from __future__ import annotations

from inspect import cleandoc

from calc.definitions import Schema, define
from calc.hanafuda.rules.deck import DeckTable
from calc.hanafuda.rules.ruleset import RuleFile
from calc.hanafuda.rules.values import TAKE_ALL, GivenValue
from calc.hanafuda.rules.words import OLD_EITHER, WORDS, Some
from calc.tables.conditions import ALL, ANY
from calc.tables.schema import CONDITION, FILE, condition, file_of, joined, sections


def file_schema() -> dict[str, Schema]:
    """The definitions of a rule file, itself as ``file``."""
    definitions = sections([RuleFile])
    takes = [word.takes for word in WORDS.values()]
    (given, cards, some, *taken), more = define([GivenValue, str | list[str], Some | list[Some], *takes])
    definitions = more | definitions
    file = file_of(definitions.pop(RuleFile.__name__))
    properties = {
        key: {"description": cleandoc(word.__doc__ or ""), "anyOf": [argument]}
        for (key, word), argument in zip(WORDS.items(), taken, strict=True)
    }
    # Before they joined conditions, "all" held cards and "any" parts of a pattern.
    old = {ALL: [cards], ANY: [some]}
    properties[OLD_EITHER] = joined(ANY)
    value = {"anyOf": [{"type": "integer"}, {"const": TAKE_ALL}, given]}
    return {**definitions, "value": value, CONDITION: condition(properties, old), FILE: file}


def deck_schema() -> dict[str, Schema]:
    """The definitions of the file of a deck, itself as ``file``."""
    _, definitions = define([DeckTable])
    return {**definitions, FILE: file_of(definitions.pop(DeckTable.__name__))}
