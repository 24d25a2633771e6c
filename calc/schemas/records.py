"""The schema of records: the shapes that check them, and the keys by which their kind is told."""

from __future__ import annotations

from typing import Any

from calc.records.fits import Schema
from calc.records.game import Game
from calc.records.hanafuda import HanafudaGame, HanafudaRound
from calc.records.hanafuda_keys import HANAFUDA_GAME, HANAFUDA_ROUND
from calc.records.keys import WIN
from calc.records.plain import TELLING
from calc.records.round import Draw, Round
from calc.records.round_keys import GAME, ROUND
from calc.records.waiting import WAITING, Waiting
from calc.records.win import Claim, Win
from calc.schemas.definitions import reference, tell_keys

_NAMES = {Game: "game", Round: "round", Win: "win"}
#: The types whose docstrings tell what the keys of a table mean.
_TYPES = {
    WIN.name: Win,
    "a win in a round": Win,
    ROUND.name: Round,
    GAME.name: Game,
    WAITING.name: Waiting,
    HANAFUDA_ROUND.name: HanafudaRound,
    HANAFUDA_GAME.name: HanafudaGame,
    "a claim": Claim,
    "a draw": Draw,
}


def record_schema() -> Schema:
    """A record of any kind, or a list of records."""
    definitions = {
        "win": WIN.schema(sparse=False),
        "round": ROUND.schema(sparse=False),
        "game": GAME.schema(sparse=False),
        # Hanafuda takes keys without a value at every depth.
        "hanafuda_round": HANAFUDA_ROUND.schema(sparse=True),
        "hanafuda_game": HANAFUDA_GAME.schema(sparse=True),
    }
    return _or_list("A record: a win, a round or a game, of riichi or hanafuda", _kind(), definitions)


def waits_record_schema() -> Schema:
    """A hand one tile short, or a list of them."""
    return _or_list("A hand one tile short", reference("waiting"), {"waiting": WAITING.schema(sparse=False)})


def _or_list(title: str, record: Schema, definitions: dict[str, Schema]) -> Schema:
    for schema in definitions.values():
        _tell(schema)
    either = {"if": {"type": "array"}, "then": {"items": reference("record")}, "else": reference("record")}
    return {"title": title, **either, "definitions": {"record": record, **definitions}}


def _tell(schema: Any) -> None:
    """Give every key of the tables in a schema its meaning."""
    if isinstance(schema, dict):
        for inner in schema.values():
            _tell(inner)
        if "properties" in schema and schema.get("title") in _TYPES:
            tell_keys(schema["properties"], _TYPES[schema["title"]])
    elif isinstance(schema, list):
        for inner in schema:
            _tell(inner)


def _kind() -> Schema:
    """The kind of a record, told as it is told when one is read: a schema of one kind says what is wrong with it."""
    found = reference(_NAMES[Win])
    for kind, telling in reversed(TELLING):
        has_one = {"anyOf": [{"required": [key], "properties": {key: {"not": {"type": "null"}}}} for key in telling]}
        found = {"if": has_one, "then": reference(_NAMES[kind]), "else": found}
    with_players = {"type": "object", "required": ["players"]}
    has_rounds = {"required": ["rounds"], "properties": {"rounds": {"type": "array"}}}
    has_piles = {"required": ["players"], "properties": {"players": {"type": "object"}}}
    return {
        "if": {"type": "object"},
        "then": {
            "if": has_rounds,
            "then": {
                "if": {"properties": {"rounds": {"contains": with_players}}},
                "then": reference("hanafuda_game"),
                "else": reference(_NAMES[Game]),
            },
            "else": {"if": has_piles, "then": reference("hanafuda_round"), "else": found},
        },
        "else": {"type": "object"},
    }
