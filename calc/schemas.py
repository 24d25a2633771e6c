"""JSON Schemas of what people write and read: rule files, records, results.

Ask :func:`json_schema` for one. All are made of the types that read and write these files, so nothing has to be kept in
step by hand: :mod:`calc.definitions` turns them into definitions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, get_args

from msgspec import NODEFAULT

from calc.definitions import REFERENCE, Schema, define, prefixed, reachable, reference, structs_in
from calc.errors import CalcError, did_you_mean
from calc.games import all_games, waits
from calc.outcomes import Refusal
from calc.records.rows import ROW_TYPES
from calc.tables import load_table, rule_set_ids
from calc.tables.json_schema import FILE, as_changes, changed
from calc.tables.options import spellings_of, typed_choice
from calc.tables.shelf import game_id_of
from calc.tables.table import split_path

Kind = Literal["rules", "record", "result", "row", "waits-record", "waits-result"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
#: Editors know this draft; later ones say nothing that these schemas need.
_DRAFT: Final = "http://json-schema.org/draft-07/schema#"


def json_schema(kind: Kind = "rules") -> dict[str, Any]:
    """The JSON Schema (draft 7) of rule files, records or results, as plain data.

    ``kind``: ``rules`` for rule files of every game, also those that extend another; ``record`` for all that can be
    settled, and lists of it; ``result`` for results, short or full, and refusals; ``row`` for rows of hands and of
    rounds; ``waits-record`` and ``waits-result`` for hands one tile short and their waits. A schema checks keys, types,
    words and bounds, but not whether tiles make a hand or whether a name in a rule file exists. Raises
    :class:`CalcError` for other kinds.

    >>> json_schema("record")["definitions"]["win"]["required"]
    ['by', 'seat']
    """
    if kind not in _MAKERS:
        raise CalcError("there is no schema of {0!r}{1}", kind, did_you_mean(kind, KINDS))
    return {"$schema": _DRAFT, **_MAKERS[kind]()}


# ---- records and results


def _record_schema() -> Schema:
    found: Schema = {}
    for game in all_games():
        found = game.forms.choose(found)
    record = {"if": {"type": "object"}, "then": found, "else": {"type": "object"}}
    definitions = {name: schema for game in all_games() for name, schema in game.forms.definitions().items()}
    games = " or ".join(game.id for game in all_games())
    return _or_list(f"A record: a win, a round or a game, of {games}", record, definitions)


def _waits_record_schema() -> Schema:
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


def _any_of(title: str, kinds: Sequence[Any], more: Mapping[str, Schema] = {}) -> Schema:
    """A result of one of these types, perhaps with ``more`` keys."""
    schemas, definitions = define(kinds)
    for struct in structs_in(kinds):
        leaves_out = struct.cls.__struct_config__.omit_defaults
        # Defaults are written too, unset values are not.
        always = [
            field.encode_name
            for field in struct.fields
            if field.required or not (leaves_out or field.default is field.default_factory is NODEFAULT)
        ]
        definitions[struct.cls.__name__] |= {"required": always, "additionalProperties": False}
    for kind in kinds:
        definitions[kind.__name__]["properties"] |= more
    return {"title": title, "anyOf": schemas, "definitions": definitions}


# ---- rule files, whole or extending another: sections by their types, conditions by the words, options by the sets


def _rules_schema() -> Schema:
    """A rule file of any game, whole or extending another; or another table of a game, such as a deck."""
    definitions: dict[str, Schema] = {}
    for game in all_games():
        definitions |= prefixed(game.file_schema(), f"{game.id}.")
    definitions |= as_changes(definitions)
    others = {kind: table for game in all_games() for kind, table in game.other_tables.items()}
    for kind, table in others.items():
        definitions |= prefixed(table.file_schema(), f"{kind}.")
    answers, options = _options_of_sets(definitions)
    definitions |= options
    root = {
        "type": "object",
        "if": {"required": ["kind"]},
        "then": _choose("kind", [*others]),
        "else": {
            "if": {"required": ["extends"]},
            "then": _differences(),
            "else": _choose("game", [game.id for game in all_games()]),
        },
        "allOf": answers,
    }
    return {"title": "A rule file of yaku", **root, "definitions": reachable(root, definitions)}


def _choose(key: str, names: Sequence[str]) -> Schema:
    """The file whose ``key`` is one of ``names``; the first of them where it is none."""
    found = reference(f"{names[0]}.{FILE}")
    for name in names[1:]:
        found = {"if": _says(key, {"const": name}), "then": reference(f"{name}.{FILE}"), "else": found}
    return found


def _says(key: str, value: Schema) -> Schema:
    return {"required": [key], "properties": {key: value}}


def _differences() -> Schema:
    """A file that extends another, by its game: that of the shipped set, or the one it names."""
    files = {game.id: changed(f"{game.id}.{FILE}") for game in all_games()}
    found: Schema = {"anyOf": [*files.values()]}
    for game, file in files.items():
        found = {"if": _says("game", {"const": game}), "then": file, "else": found}
    for game, file in files.items():
        of_game = [name for name in rule_set_ids() if game_id_of(name) == game]
        found = {"if": {"properties": {"extends": {"enum": of_game}}}, "then": file, "else": found}
    return found


def _options_of_sets(definitions: Mapping[str, Schema]) -> tuple[list[Schema], dict[str, Schema]]:
    """What each shipped set asks of a file that extends it, and the definitions that this uses.

    ``definitions``: those of files. Options that are the same in several sets are defined once.
    """
    rules: list[Schema] = []
    found: dict[str, Schema] = {}
    for set_id in rule_set_ids():
        data = load_table(set_id).data
        known: dict[str, Schema] = {}
        for name, option in data.get("options", {}).items():
            schema = _option(option, changed(f"{data['game']}.{FILE}"), definitions)
            taken = [title for title in found if title.partition("@")[0] == f"option.{name}"]
            title = next((title for title in taken if found[title] == schema), f"option.{name}@{len(taken) + 1}")
            found[title] = schema
            known[name] = reference(title)
        found[f"options.{set_id}"] = {"properties": {"options": {"properties": known}}}
        rules.append({"if": _says("extends", {"const": set_id}), "then": reference(f"options.{set_id}")})
    return rules, found


def _option(option: dict[str, Any], file: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """The answers to an option: a choice or a value of its path, unless the file brings choices of its own."""
    about = {"description": f"{option['question']['en']} {option['question']['ja']}"}
    if "choices" in option:
        # A choice may be spelled as text or as what it looks like.
        spelled = [value for choice in option["choices"] for value in dict.fromkeys([typed_choice(choice), choice])]
        answer: Schema = {"enum": [*dict.fromkeys([*spelled, *spellings_of(option)]), None]}
    else:
        answer = _value_at(split_path(option["path"]), file, definitions) or {}
    own = {"anyOf": [{"required": ["choices"]}, {"required": ["path"]}]}
    return {**about, "if": own, "else": {"properties": {"default": answer}}}


def _value_at(path: Sequence[str], schema: Schema, definitions: Mapping[str, Schema]) -> Schema | None:
    """Find the schema of the value at a path; none if the schema does not describe it."""
    if not path:
        return schema
    if "$ref" in schema:
        return _value_at(path, definitions[schema["$ref"].removeprefix(REFERENCE)], definitions)
    if "anyOf" in schema:
        found = (_value_at(path, one, definitions) for one in schema["anyOf"])
        return next((one for one in found if one is not None), None)
    inner = schema.get("properties", {}).get(path[0], schema.get("additionalProperties"))
    return _value_at(path[1:], inner, definitions) if isinstance(inner, dict) else None


_MAKERS: Final[dict[Kind, Callable[[], Schema]]] = {
    "rules": _rules_schema,
    "record": _record_schema,
    "result": lambda: _any_of(
        "A result of yaku", [kind for game in all_games() for kind in game.report.RESULTS] + [Refusal], _PLACE
    ),
    "row": lambda: _any_of("A row of yaku", [*ROW_TYPES.values()]),
    "waits-record": _waits_record_schema,
    "waits-result": lambda: _any_of("What a hand waits for", (waits().result, Refusal)),
}
