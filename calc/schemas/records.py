"""Schemas of records, from the shapes that check them and the keys that tell their kind; and of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import NODEFAULT, inspect

from calc.definitions import Schema, define, meanings_of, reference, structs_in
from calc.games import all_games
from calc.outcomes import Refusal
from calc.records.hanafuda import HanafudaGame, HanafudaRound
from calc.records.misfit import Either, Names, Plain, Shape, Single, Table, table_of
from calc.records.plain import TELLING
from calc.records.riichi import Game, Round, Waiting, Win

_NAMES: Final = {Game: "game", Round: "round", Win: "win"}
#: The records whose keys may have no value.
_RECORDS: Final = (Win, Round, Game)
#: Types of plain data, which no schema can bound in depth.
_PLAIN: Final = ["boolean", "number", "string", "array", "object"]


def record_schema() -> Schema:
    """A record of any kind, or a list of records."""
    # Hanafuda takes keys without a value at every depth.
    hanafuda = {"hanafuda_round": HanafudaRound, "hanafuda_game": HanafudaGame}
    definitions = {
        **{name: _describe(table_of(kind), sparse=False) for kind, name in reversed(_NAMES.items())},
        **{name: _describe(table_of(kind), sparse=True) for name, kind in hanafuda.items()},
    }
    return _or_list("A record: a win, a round or a game, of riichi or hanafuda", _kind(), definitions)


def waits_record_schema() -> Schema:
    """A hand one tile short, or a list of them."""
    definitions = {"waiting": _describe(table_of(Waiting), sparse=False)}
    return _or_list("A hand one tile short", reference("waiting"), definitions)


def _or_list(title: str, record: Schema, definitions: Mapping[str, Schema]) -> Schema:
    either = {"if": {"type": "array"}, "then": {"items": reference("record")}, "else": reference("record")}
    return {"title": title, **either, "definitions": {"record": record, **definitions}}


def _describe(shape: Shape, *, sparse: bool) -> Schema:
    """What a shape accepts. ``sparse``: keys may have no value at every depth, not only in the record itself."""
    about: Schema = {} if isinstance(shape, Table | Names) else {"description": shape.expected}
    match shape:
        case Single():
            return about | _describe_types(shape.types)
        case Plain():
            return about | {"type": [*_PLAIN, "null"] if shape.null else _PLAIN}
        case Table():
            return _describe_table(shape, sparse=sparse)
        case Names():
            each = _describe(shape.each, sparse=sparse)
            found = {"type": "object", "additionalProperties": _or_null(each) if sparse else each}
            return found if shape.name is None else found | {"propertyNames": _describe_types(shape.name.types)}
        case Either():
            kinds = [] if shape.each is None else [{"type": "array", "items": _describe(shape.each, sparse=sparse)}]
            kinds += [_describe(one, sparse=sparse) for one in (shape.single, shape.mapping) if one is not None]
            return about | (kinds[0] if len(kinds) == 1 else {"anyOf": kinds})
    raise TypeError(shape)


def _describe_table(table: Table, *, sparse: bool) -> Schema:
    meanings = _meanings(table)
    properties = {}
    for key, shape in table.keys.items():
        schema = _describe(shape, sparse=sparse)
        is_flag = isinstance(shape, Single) and shape.is_flag
        if (sparse or table.kind in _RECORDS) and not is_flag and key not in table.required:
            schema = _or_null(schema)
        if key in meanings:
            expected = f" Expected: {schema['description']}." if "description" in schema else ""
            schema["description"] = meanings[key] + expected
        properties[key] = schema
    required = list(table.required)
    return {
        "title": table.name,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _meanings(table: Table) -> dict[str, str]:
    """What the keys of a table mean; of a hand one tile short, what they mean of a win."""
    if table.kind is None:
        return {}
    meanings = meanings_of(table.kind) if table.kind is not Waiting else meanings_of(Win) | meanings_of(Waiting)
    return {name.rstrip("_"): meaning for name, meaning in meanings.items()}


def _describe_types(types: Iterable[inspect.Type]) -> Schema:
    """The values of plain types."""
    kinds: list[Schema] = []
    choices: list[Any] = []
    numbers: list[Schema] = []
    for one in types:
        match one:
            case inspect.BoolType():
                choices += [True, False]
            case inspect.LiteralType():
                choices += one.values
            case inspect.NoneType():
                choices.append(None)
            case inspect.StrType():
                kinds.append({"type": "string"} | ({"pattern": one.pattern} if one.pattern is not None else {}))
            case inspect.IntType() | inspect.FloatType():
                kind = "integer" if isinstance(one, inspect.IntType) else "number"
                numbers.append({"type": kind, "minimum": one.ge, "maximum": one.le})
    kinds += numbers[-1:]  # "number" is the last of them, and holds whole ones too
    if choices:
        kinds.append({"enum": choices})
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _or_null(schema: Schema) -> Schema:
    """What a schema accepts, or null."""
    about: Schema = {key: schema[key] for key in ("title", "description") if key in schema}
    return {**about, "anyOf": [{key: part for key, part in schema.items() if key not in about}, {"type": "null"}]}


def _kind() -> Schema:
    """Choose the schema of a record by the keys that tell its kind when it is read, so that its faults are named."""
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


#: What ``yaku batch`` adds to every result.
_PLACE: Final[dict[str, Schema]] = {
    "file": {"description": "Where the record stood; of `yaku batch`.", "type": "string"},
    "line": {"description": "Its line, from 1; of `yaku batch`.", "type": "integer", "minimum": 0},
}


def result_schema() -> Schema:
    """The result of a record of any kind, or a refusal."""
    kinds = [kind for game in all_games() for kind in game.report.RESULTS] + [Refusal]
    return _any_of("A result of yaku", kinds, _PLACE)


def waits_result_schema() -> Schema:
    """What a hand one tile short waits for, or a refusal."""
    from calc.mahjong.waits import WaitsResult  # takes long to load, and records do not need it

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
    """The keys that every result of this type has; defaults are written too, unset values are not."""
    leaves_out = struct.cls.__struct_config__.omit_defaults
    return [field.encode_name for field in struct.fields if field.required or (_has_default(field) and not leaves_out)]


def _has_default(field: inspect.Field) -> bool:
    return not (field.default is NODEFAULT and field.default_factory is NODEFAULT)
