"""The addresses of the API, each with what it asks, what it answers and what does it; and their OpenAPI."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from calc import __version__
from calc.definitions import REFERENCE, define
from calc.errors import CalcError
from calc.games import all_games, waits
from calc.patterns import regex
from calc.serve.answers import (
    Desk,
    DisputeQuestion,
    GameQuestion,
    NeedsQuestion,
    PointsQuestion,
    ScoreQuestion,
    Settled,
    StandingsQuestion,
    Told,
    WaitsQuestion,
)
from calc.serve.guard import ErrorAnswer, Refused
from calc.serve.shelf import RulesAnswer, RulesLine
from calc.serve.tables import Change, MissingError, NewTable, TableAnswer, TableLine, Tables
from calc.settling import read_given
from calc.translation import msg, translated


class Office(Struct, frozen=True):
    """Who answers: questions, and tables; without ``tables`` none are kept."""

    desk: Desk
    tables: Tables | None = None

    @property
    def kept(self) -> Tables:
        """The tables. Raises :class:`MissingError` where none are kept."""
        if self.tables is None:
            raise MissingError(msg(msg("no tables are kept here; start with: yaku serve --tables FOLDER")))
        return self.tables


class Asked(Struct, frozen=True):
    """A request: its question, the parts of its address, the rest of it, its language."""

    question: Any
    path: Mapping[str, str]
    query: Mapping[str, str]
    lang: str


class Route(Struct, frozen=True):
    """One address. ``question``: the struct of its body; none for GET. ``answer``: the type of what it answers.
    ``is_long``: it may take seconds, and needs no tables.
    """

    method: str
    path: str
    question: Any
    answer: Any
    summary: str
    run: Callable[[Office, Asked], Any]
    is_long: bool = False


def _ask_desk(name: str) -> Callable[[Office, Asked], Any]:
    return lambda office, asked: getattr(office.desk, name)(asked.question, asked.lang)


def _rules(office: Office, asked: Asked) -> RulesAnswer:
    options = {key.removeprefix("option."): value for key, value in asked.query.items() if key.startswith("option.")}
    return office.desk.shelf.describe(asked.path["name"], options, asked.lang)


def _standings(office: Office, asked: Asked) -> Told:
    question: StandingsQuestion = asked.question
    reads = [read_given(game, "game") for game in question.games]
    reads += office.kept.reads(question.tables) if question.tables else []
    return office.desk.standings(reads, question, asked.lang)


def _table(office: Office, asked: Asked) -> TableAnswer:
    return office.kept.show(asked.path["name"], asked.lang, html="html" in asked.query)


def _replace(office: Office, asked: Asked) -> TableAnswer:
    place = asked.path["place"]
    if not (place.isdecimal() and place.isascii() and len(place) < 6):
        raise MissingError(msg("expected the place of a round, from 0, found {0!r}", place))
    return office.kept.replace(asked.path["name"], int(place), asked.question, asked.lang)


ROUTES: Final = (
    Route("POST", "/api/score", ScoreQuestion, Settled, "Settle a win, a round or a game.", _ask_desk("score")),
    Route("POST", "/api/explain", ScoreQuestion, Settled, "Settle a record, with every reason.", _ask_desk("explain")),
    Route("POST", "/api/waits", WaitsQuestion, Settled, "What a hand waits for.", _ask_desk("waits")),
    Route("POST", "/api/dispute", DisputeQuestion, Told, "Judge a claim.", _ask_desk("dispute"), is_long=True),
    Route("POST", "/api/points", PointsQuestion, Told, "What han and fu pay.", _ask_desk("points")),
    Route("POST", "/api/needs", NeedsQuestion, Told, "What players need in the last hand.", _ask_desk("needs")),
    Route("POST", "/api/game", GameQuestion, Settled, "Settle a game.", _ask_desk("game")),
    Route("POST", "/api/standings", StandingsQuestion, Told, "Add up games of a league.", _standings),
    Route("GET", "/api/rules", None, list[RulesLine], "All rule sets.", lambda office, _: [*office.desk.shelf.lines()]),
    Route("GET", "/api/rules/{name}", None, RulesAnswer, "A rule set, and what it asks of a record.", _rules),
    Route(
        "GET",
        "/api/tables",
        None,
        list[TableLine],
        "All tables.",
        lambda office, asked: [*office.kept.lines(asked.lang)],
    ),
    Route(
        "POST",
        "/api/tables",
        NewTable,
        TableAnswer,
        "Begin a table.",
        lambda office, asked: office.kept.begin(asked.question, asked.lang),
    ),
    Route("GET", "/api/tables/{name}", None, TableAnswer, "A table, settled.", _table),
    Route(
        "POST",
        "/api/tables/{name}/rounds",
        Change,
        TableAnswer,
        "Add a round.",
        lambda office, asked: office.kept.add(asked.path["name"], asked.question, asked.lang),
    ),
    Route(
        "PUT",
        "/api/tables/{name}/rounds/{place}",
        Change,
        TableAnswer,
        "Replace a round (from 0), and settle the rest again.",
        _replace,
    ),
    Route(
        "POST",
        "/api/tables/{name}/undo",
        Change,
        TableAnswer,
        "Take the last change back.",
        lambda office, asked: office.kept.undo(asked.path["name"], asked.question, asked.lang),
    ),
)

#: What refusals answer; all others are 422.
STATUS: Final = {"not_found": 404, "conflict": 409}


def refused(error: CalcError, lang: str) -> Refused:
    """The answer for an error."""
    told = translated(error.message, lang)
    _, clause, hint = told.rpartition("; " if lang == "en" else "。")
    return Refused(ErrorAnswer(error.code, told, error.key, error.column, hint if clause else None))


# ---- their description in OpenAPI

_PART: Final = regex(r"\{(\w+)\}")
_PLACE: Final = "#/components/schemas/"


@cache
def description() -> bytes:
    """The description as JSON."""
    bodies = [route.question for route in ROUTES if route.question is not None]
    answers = [route.answer for route in ROUTES]
    results = [kind for game in all_games() for kind in game.report.RESULTS] + [waits().result]
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
