"""Schemas of riichi records, from the shapes that check them and the keys that tell their kind."""

from __future__ import annotations

from typing import Final

from calc.definitions import Schema, reference
from calc.mahjong.records.plain import TELLING
from calc.mahjong.records.types import Game, Round, Waiting, Win
from calc.records.json_schema import describe
from calc.records.misfit import table_of

#: The definitions of records, whose keys may have no value.
_NAMES: Final = {Win: "win", Round: "round", Game: "game"}


def definitions() -> dict[str, Schema]:
    """The definition of each kind of record."""
    return {name: describe(table_of(kind), _NAMES) for kind, name in _NAMES.items()}


def choose(_otherwise: Schema) -> Schema:
    """Choose by the keys that tell the kind of a record when it is read, so that its faults are named."""
    found = reference(_NAMES[Win])
    for kind, telling in reversed(TELLING):
        has_one = {"anyOf": [{"required": [key], "properties": {key: {"not": {"type": "null"}}}} for key in telling]}
        found = {"if": has_one, "then": reference(_NAMES[kind]), "else": found}
    return found


def waiting_definitions() -> dict[str, Schema]:
    """The definition of a hand one tile short, whose keys mean what they mean of a win."""
    waiting = describe(table_of(Waiting), ())
    return {"waiting": waiting}
