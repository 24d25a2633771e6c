"""The description of the API in OpenAPI, made of the structs of its questions and answers."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

from calc import __version__
from calc.definitions import REFERENCE, define
from calc.games import all_games, waits
from calc.serve.routes import ROUTES, Refused, Route

_PART: Final = re.compile(r"\{(\w+)\}")
_PLACE: Final = "#/components/schemas/"


@cache
def description() -> bytes:
    """The description as JSON."""
    bodies = [route.question for route in ROUTES if route.question is not None]
    answers = [route.answer for route in ROUTES]
    results = [kind for game in all_games() for kind in game.report.RESULTS] + [waits().result.found]
    records = [kind for game in all_games() for kind in game.records]
    _, definitions = define([*bodies, *answers, Refused, *results, *records])
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
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
    return msgspec.json.encode(told).replace(REFERENCE.encode(), _PLACE.encode())


def _operation(route: Route) -> dict[str, Any]:
    """What a route asks and answers."""
    (answer,), _ = define([route.answer])
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PART.findall(route.path)
    ]
    language = {"name": "lang", "in": "query", "schema": {"enum": ["en", "ja"]}, "description": "Language of texts."}
    body = {}
    if route.question is not None:
        (question,), _ = define([route.question])
        body = {"requestBody": {"required": True, "content": {"application/json": {"schema": question}}}}
    return {
        "summary": route.summary,
        "operationId": f"{route.method.lower()}_{_PART.sub('', route.path).strip('/').replace('/', '_')}".rstrip("_"),
        "parameters": [*parameters, language],
        **body,
        "responses": {
            "200": {"description": "The answer.", "content": {"application/json": {"schema": answer}}},
            "default": {
                "description": "Why it was refused: 404 for what is not there, 409 where a table has changed "
                "meanwhile, 422 for anything wrong with the question.",
                "content": {"application/json": {"schema": {"$ref": f"{REFERENCE}Refused"}}},
            },
        },
    }
