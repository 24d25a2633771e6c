"""The API described in OpenAPI, from what its functions declare."""

import re
from functools import cache
from inspect import getdoc
from typing import Any, Final, get_type_hints

import msgspec

from calc import __version__
from calc.definitions import REFERENCE, define
from calc.games import all_games, waits
from calc.patterns import regex
from calc.serve.api import ROUTES, Refused

_PART: Final = regex(r"\{(\w+)\}")
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
                    for name in _PART.findall(path)
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
