"""The addresses of the API, each a function, and how one is asked, by a server or without one; refusals become answers
with the code of the error. All of it is described in OpenAPI, from what the functions declare.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from inspect import getdoc, signature
from typing import Any, Final, TypeVar, get_type_hints
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec
from msgspec import Struct

from calc import __version__
from calc.definitions import REFERENCE, define
from calc.errors import CalcError, RecordError
from calc.fit import table_of
from calc.games import all_games, waits
from calc.records.plain import convert, keys_given
from calc.serve import answers
from calc.serve.shelf import RulesLine, Shelf
from calc.serve.tables import Change, MissingError, TableAnswer, TableLine, Tables
from calc.translation import language, speaking, translated

T = TypeVar("T", bound=Struct)
_LANGUAGE: Final = {
    "name": "lang",
    "in": "query",
    "schema": {"enum": ["en", "ja"]},
    "description": "Language of texts.",
}
_REFUSAL: Final = {
    "description": "Why it was refused: 404 for what is not there, 409 where a table has changed meanwhile, "
    "422 for anything wrong with the question, 507 where a table cannot be written.",
    "content": {"application/json": {"schema": {"$ref": f"{REFERENCE}Refused"}}},
}
#: The statuses of refusals by their code; all others are 422.
_STATUS: Final = {
    "forbidden": 403, "wrong_origin": 403, "not_found": 404, "method": 405, "conflict": 409, "too_large": 413,
    "not_json": 415, "wrong_host": 421, "error": 500, "too_slow": 503, "not_written": 507,
}  # fmt: skip


class ErrorAnswer(Struct, frozen=True):
    """Why a request was refused: the parts that every refusal has, and its ``hint``, the end of the message."""

    code: str
    message: str
    key: str | None
    column: int | None
    hint: str | None


class Refused(Struct, frozen=True):
    """The answer to a request that was refused."""

    error: ErrorAnswer


class Answer(Struct, frozen=True):
    """An answer: its status, and its body as JSON."""

    status: int
    body: bytes


def refusal(error: CalcError) -> Answer:
    """The answer for an error of what is asked."""
    message = translated(error.message)
    _, clause, hint = message.rpartition("; " if language() == "en" else "。")
    told = ErrorAnswer(error.code, message, error.key, error.column, hint if clause else None)
    return Answer(_STATUS.get(error.code, 422), msgspec.json.encode(Refused(told)))


# ---- the addresses: each function names what it needs of a request


def rule_sets(shelf: Shelf) -> list[RulesLine]:
    """All rule sets."""
    return [*shelf.lines()]


def all_tables(tables: Tables) -> list[TableLine]:
    """All tables."""
    return [*tables.lines()]


def add_round(data: Change, name: str, tables: Tables) -> TableAnswer:
    """Add a round."""
    return tables.change(name, data)


def replace_round(data: Change, name: str, place: str, tables: Tables) -> TableAnswer:
    """Replace a round (from 0), and settle the rest again."""
    if not (place.isdecimal() and place.isascii() and len(place) < 6):
        raise MissingError("expected the place of a round, from 0, found {0!r}", place)
    return tables.change(name, data, int(place))


#: The functions by method and address; a part of an address in braces is theirs by name, and a method is one of the
#: tables or of the rule sets that there are.
ROUTES: Final[dict[tuple[str, str], Callable[..., Any]]] = {
    ("POST", "/score"): answers.score,
    ("POST", "/explain"): answers.explain,
    ("POST", "/waits"): answers.waits,
    ("POST", "/dispute"): answers.dispute,
    ("POST", "/points"): answers.points,
    ("POST", "/chart"): answers.chart,
    ("POST", "/needs"): answers.needs,
    ("POST", "/game"): answers.game,
    ("POST", "/standings"): answers.standings,
    ("POST", "/link"): answers.link,
    ("GET", "/rules"): rule_sets,
    ("GET", "/rules/{name}"): Shelf.describe,
    ("GET", "/tables"): all_tables,
    ("POST", "/tables"): Tables.begin,
    ("GET", "/tables/{name}"): Tables.show,
    ("POST", "/tables/{name}/rounds"): add_round,
    ("PUT", "/tables/{name}/rounds/{place}"): replace_round,
    ("POST", "/tables/{name}/undo"): Tables.undo,
}


def _found(method: str, path: str) -> tuple[Callable[..., Any], dict[str, str]]:
    """The function of an address, and the parts of the address that it takes. Raises :class:`CalcError`."""
    found: dict[str, tuple[Callable[..., Any], dict[str, str]]] = {}
    for (taken, pattern), call in ROUTES.items():
        if match := re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]*)", pattern), path):
            found[taken] = call, match.groupdict()
    if method in found:
        return found[method]
    if found:
        raise CalcError("not in this way", code="method")
    raise CalcError("there is nothing at this address; api/openapi.json describes what there is", code="not_found")


class Api(Struct, frozen=True):
    """What is asked: the tables that are kept here, with the rule sets there are. ``home``: the address at which others
    find it, where that is another one than here.
    """

    tables: Tables
    home: str | None = None

    def ask(self, method: str, path: str, query: Mapping[str, str], body: bytes) -> Answer:
        """Answer what is asked at an address, such as ``/score``, in the language that is spoken."""
        if (method, path) == ("GET", "/openapi.json"):
            return Answer(200, description())
        try:
            call, given = _found(method, path)
            shelf, hints = self.tables.shelf, get_type_hints(call)
            had: dict[str, Any] = {**given, "query": query, "shelf": shelf, "tables": self.tables, "home": self.home}
            had["self"] = shelf if call.__qualname__.startswith("Shelf.") else self.tables
            if "data" in hints:
                had["data"] = decode(body, hints["data"])
            told = call(**{name: had[name] for name in signature(call).parameters})
        except CalcError as error:
            return refusal(error)
        return Answer(200, msgspec.json.encode(told))

    def tell(self, method: str, address: str, body: str | None) -> tuple[int, str]:
        """The status and the text of an answer, for a page without a server; ``address``: ``api/score?lang=en``."""
        split = urlsplit(address)
        query = dict(parse_qsl(split.query))
        with speaking(query.get("lang", "en")):
            told = self.ask(method, unquote(split.path).removeprefix("api"), query, (body or "").encode())
        return told.status, told.body.decode()


def decode(body: bytes, kind: type[T]) -> T:
    """The question of a body; a key without a value is absent. Raises :class:`calc.RecordError`."""
    try:
        given = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("expected JSON: {0}", error, code="notation") from None
    return convert(keys_given(table_of(kind), given) if isinstance(given, dict) else given, kind)


# ---- all of it described


@cache
def description() -> bytes:
    """The description as JSON."""
    kinds: list[Any] = [Refused, waits().result]
    for game in all_games():
        kinds += [*game.report.RESULTS, *game.records]
    paths: dict[str, Any] = {}
    for (method, path), call in ROUTES.items():
        hints = get_type_hints(call)
        kinds += [hints[name] for name in ("data", "return") if name in hints]
        plain = f"/api{path}"
        paths.setdefault(plain, {})[method.lower()] = {
            "summary": getdoc(call),
            "operationId": re.sub(r"\W+", "_", f"{method.lower()}{plain}").strip("_"),
            "parameters": [
                *(
                    {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                    for name in re.findall(r"\{(\w+)\}", path)
                ),
                _LANGUAGE,
            ],
            **({"requestBody": {"required": True, **_json(hints["data"])}} if "data" in hints else {}),
            "responses": {"200": {"description": "The answer.", **_json(hints["return"])}, "default": _REFUSAL},
        }
    _, definitions = define(kinds)
    told = {
        "openapi": "3.1.0",
        "info": {
            "title": "yaku",
            "version": __version__,
            "description": "Settles Japanese table games from rule tables. Records and results are those of the "
            "command `yaku`; names and texts are in English or Japanese, by `?lang=ja` or `Accept-Language`.",
        },
        "paths": paths,
        "components": {"schemas": definitions},
    }
    return msgspec.json.encode(told).replace(REFERENCE.encode(), b"#/components/schemas/")


def _json(kind: Any) -> dict[str, Any]:
    (schema,), _ = define([kind])
    return {"content": {"application/json": {"schema": schema}}}
