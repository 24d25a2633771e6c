"""Schemas of hanafuda records, from the shapes that check them."""

from __future__ import annotations

from calc.definitions import Schema, reference
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.records.json_schema import describe
from calc.records.misfit import table_of

_ROUND, _GAME = "hanafuda_round", "hanafuda_game"


def definitions() -> dict[str, Schema]:
    """The definition of each kind of record. Its keys may have no value at every depth."""
    return {name: describe(table_of(kind), None) for name, kind in ((_ROUND, HanafudaRound), (_GAME, HanafudaGame))}


def choose(otherwise: Schema) -> Schema:
    """Choose a round by its players, and a game by those of its rounds."""
    with_players = {"type": "object", "required": ["players"]}
    is_game = {"required": ["rounds"], "properties": {"rounds": {"type": "array", "contains": with_players}}}
    piles = {"players": {"type": "object"}, "rounds": {"not": {"type": "array"}}}
    is_round = {"required": ["players"], "properties": piles}
    found = {"if": is_round, "then": reference(_ROUND), "else": otherwise}
    return {"if": is_game, "then": reference(_GAME), "else": found}
