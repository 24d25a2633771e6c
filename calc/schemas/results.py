"""The schema of results: the types that are written, each with just the keys that it is written with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import NODEFAULT, inspect

from calc.games import all_games
from calc.mahjong.waits import WaitsResult
from calc.outcomes import Refusal
from calc.schemas.definitions import Schema, define, structs_in

#: What ``yaku batch`` adds to every result.
_PLACE: Final[dict[str, Schema]] = {
    "file": {"description": "Where the record stood; of `yaku batch`.", "type": "string"},
    "line": {"description": "Its line, from 1; of `yaku batch`.", "type": "integer", "minimum": 0},
}


def result_schema() -> Schema:
    """What becomes of a record of any kind: a result, or a refusal."""
    kinds = [kind for game in all_games() for kind in game.report.RESULTS] + [Refusal]
    return _any_of("A result of yaku", kinds, _PLACE)


def waits_result_schema() -> Schema:
    """What a hand one tile short waits for, or a refusal."""
    return _any_of("What a hand waits for", (WaitsResult, Refusal), {})


def _any_of(title: str, kinds: Sequence[Any], more: dict[str, Schema]) -> Schema:
    schemas, definitions = define(kinds)
    for struct in structs_in(kinds):
        definition = definitions[struct.cls.__name__]
        definition["required"] = _always_written(struct)
        definition["additionalProperties"] = False
    for kind in kinds:
        definitions[kind.__name__]["properties"] |= more
    return {"title": title, "anyOf": schemas, "definitions": definitions}


def _always_written(struct: inspect.StructType) -> list[str]:
    """The keys that no result of this type lacks: a default is written too, what was not set is not."""
    leaves_out = struct.cls.__struct_config__.omit_defaults
    return [field.encode_name for field in struct.fields if field.required or (_has_default(field) and not leaves_out)]


def _has_default(field: inspect.Field) -> bool:
    return not (field.default is NODEFAULT and field.default_factory is NODEFAULT)
