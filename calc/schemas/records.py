"""Schemas of records and of results of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import NODEFAULT, inspect

from calc.definitions import Schema, define, reference, structs_in
from calc.games import all_games, waits
from calc.outcomes import Refusal
from calc.records.rows import ROW_TYPES


def record_schema() -> Schema:
    """A record of any kind, or a list of records."""
    first, *others = all_games()
    found = first.forms.choose({})
    for game in others:
        found = game.forms.choose(found)
    record = {"if": {"type": "object"}, "then": found, "else": {"type": "object"}}
    definitions = {name: schema for game in all_games() for name, schema in game.forms.definitions().items()}
    games = " or ".join(game.id for game in all_games())
    return _or_list(f"A record: a win, a round or a game, of {games}", record, definitions)


def waits_record_schema() -> Schema:
    """A hand one tile short, or a list of them."""
    definitions = waits().forms.definitions()
    (name,) = definitions
    return _or_list("A hand one tile short", reference(name), definitions)


#: What no schema can say of values that people write.
_SPELLINGS: Final = (
    "Keys and values as they are printed. The command and the library read the spellings of people as well, such as "
    "`seat: south`, `round: E1`, `by: Ron` or tiles and cards by name, which this schema refuses; "
    "docs/records.md lists them under Other spellings."
)


def _or_list(title: str, record: Schema, definitions: Mapping[str, Schema]) -> Schema:
    either = {"if": {"type": "array"}, "then": {"items": reference("record")}, "else": reference("record")}
    return {"title": title, "description": _SPELLINGS, **either, "definitions": {"record": record, **definitions}}


#: What ``yaku batch`` adds to every result.
_PLACE: Final[dict[str, Schema]] = {
    "file": {"description": "Where the record stood; of `yaku batch`.", "type": "string"},
    "line": {"description": "Its line, from 1; of `yaku batch`.", "type": "integer", "minimum": 0},
}


def result_schema() -> Schema:
    """The result of a record of any kind, or a refusal."""
    kinds = [kind for game in all_games() for kind in game.report.RESULTS] + [Refusal]
    return _any_of("A result of yaku", kinds, _PLACE)


def row_schema() -> Schema:
    """A row of a hand or of a round (`yaku batch --rows`)."""
    return _any_of("A row of yaku", [*ROW_TYPES.values()], {})


def waits_result_schema() -> Schema:
    """What a hand one tile short waits for, or a refusal."""
    return _any_of("What a hand waits for", (waits().result.found, Refusal), {})


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
    """The keys that every result of this type has; defaults are written too, unset values are not."""
    leaves_out = struct.cls.__struct_config__.omit_defaults
    return [field.encode_name for field in struct.fields if field.required or (_has_default(field) and not leaves_out)]


def _has_default(field: inspect.Field) -> bool:
    return not (field.default is NODEFAULT and field.default_factory is NODEFAULT)
