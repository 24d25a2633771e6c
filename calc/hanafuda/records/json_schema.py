"""Schemas of hanafuda records, from the shapes that check them."""

from __future__ import annotations

from calc.definitions import Schema, reference
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.records.json_schema import describe
from calc.records.misfit import table_of
from calc.tables.shelf import sets_of_game

_ROUND, _GAME = "hanafuda_round", "hanafuda_game"


def definitions() -> dict[str, Schema]:
    """The definition of each kind of record. Its keys may have no value at every depth."""
    return {name: describe(table_of(kind), None) for name, kind in ((_ROUND, HanafudaRound), (_GAME, HanafudaGame))}


def choose(otherwise: Schema) -> Schema:
    """Choose a round by its players, and a game by those of its rounds. Scores alone, and a game without rounds yet, do
    not tell the game; the rule set does.
    """
    with_players = {"type": "object", "required": ["players"]}
    is_game = {"required": ["rounds"], "properties": {"rounds": {"type": "array", "contains": with_players}}}
    piles = {"players": {"type": "object"}, "rounds": {"not": {"type": "array"}}}
    is_round = {"required": ["players"], "properties": piles}
    found = {"if": is_round, "then": reference(_ROUND), "else": otherwise}
    with_scores = {"type": "object", "required": ["scores"], "properties": {"scores": {"not": {"type": "null"}}}}
    is_told = [
        {"required": ["rounds"], "properties": {"rounds": {"type": "array", "contains": with_scores}}},
        {"required": ["rounds"], "properties": {"rounds": {"type": "array", "maxItems": 0}}},
        {**with_scores, "not": {"required": ["rounds"], "properties": {"rounds": {"type": "array"}}}},
    ]
    is_of_set = {"required": ["rules"], "properties": {"rules": {"enum": sets_of_game("hanafuda")}}, "anyOf": is_told}
    is_either = {"anyOf": [is_game, {**is_of_set, "not": is_round}]}
    return {"if": is_either, "then": reference(_GAME), "else": found}
