"""The addresses of the page and of the API, each a function; refusals become answers with the code of the error."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Annotated, Any, Final, TypeVar, cast, get_type_hints

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler, get as get_handler, post as post_handler, put as put_handler
from litestar.params import Body

from calc.errors import CalcError, RecordError, did_you_mean
from calc.patterns import regex
from calc.pictures.charts import load_charts
from calc.serve import answers
from calc.serve.answers import DisputeQuestion, StandingsQuestion, Told
from calc.serve.apart import Apart
from calc.serve.guard import Bounds, ErrorAnswer, Guard, Refused
from calc.serve.openapi import description
from calc.serve.page import FILES, LANGUAGES, file_named, page_in
from calc.serve.shelf import RulesAnswer, RulesLine, Shelf
from calc.serve.tables import Change, MissingError, NewTable, TableAnswer, TableLine, Tables
from calc.translation import language, speak, translated

T = TypeVar("T")
#: A question, the body of a request.
Sent = Annotated[T, Body()]

_UNKNOWN: Final = regex(r"Object contains unknown field `([^`]*)`(?: - at `\$\.?(.*)`)?")
_MISSING: Final = regex(r"Object missing required field `([^`]*)`(?: - at `\$\.?(.*)`)?")
#: What parts a message of msgspec from its place.
_AT: Final = " - at `$"
#: The statuses of refusals by their code; all others are 422.
_STATUS: Final = {"not_found": 404, "method": 405, "conflict": 409, "too_large": 413, "error": 500, "too_slow": 503}
#: What a browser may keep: the page and its files for a while, answers not at all.
_KEPT: Final = "private, max-age=3600, stale-while-revalidate=604800"
_NOT_KEPT: Final = {"cache-control": "no-store"}
#: Handlers do their work in the one thread of the app, and answer with status 200.
get: Final = partial(get_handler, sync_to_thread=True)
post: Final = partial(post_handler, sync_to_thread=True, status_code=200)
put: Final = partial(put_handler, sync_to_thread=True)


# ---- what is asked


def speak_as_asked(request: Request[Any, Any, Any]) -> None:
    """Speak the language of the address, else the first of the browser's that there is; each request is a task, with a
    context of its own.
    """
    accepted = request.headers.get("accept-language", "").split(",")
    wanted = [request.query_params.get("lang"), *(one.partition(";")[0].strip()[:2].lower() for one in accepted)]
    speak(next((lang for lang in wanted if lang in LANGUAGES), LANGUAGES[0]))


async def before(request: Request[Any, Any, Any]) -> None:
    """Speak as asked in the task of the request: a plain function would be called in a context of its own."""
    speak_as_asked(request)


class Asked(Request[Any, Any, Any]):
    """A request: the tables that are kept here, the rule sets, and its body."""

    @property
    def tables(self) -> Tables:
        tables: Tables = self.app.state.tables
        return tables

    @property
    def shelf(self) -> Shelf:
        return self.tables.shelf

    async def json(self) -> Any:
        """The body as its handler declares it, as strictly as all that is read here: the library would take ``"2"`` for
        a number. Raises :class:`calc.RecordError`.
        """
        declared = self.route_handler.parsed_data_field
        return decode(await self.body(), declared.annotation if declared is not None else Any)


def decode(body: bytes, kind: Any) -> Any:
    """The question of a body. Raises :class:`calc.RecordError` for what is no JSON, and for unknown keys."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        told = str(error)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("expected JSON: {0}", error, code="notation") from None
    if unknown := _UNKNOWN.fullmatch(told):
        key = unknown[1]
        hint = did_you_mean(key, [*kind.__struct_encode_fields__])
        raise RecordError("unknown key {0!r}{1}", key, hint, code="unknown_key", key=key)
    if missing := _MISSING.fullmatch(told):
        raise RecordError("the key {0!r} is missing", missing[1], code="missing_key", key=missing[1])
    why, _, place = told.partition(_AT)
    raise RecordError(why.replace("`", ""), code="wrong_type", key=place.removeprefix(".").removesuffix("`") or None)


# ---- the API


def _answered(path: str, answer: Callable[[Any, Shelf], Any]) -> HTTPRouteHandler:
    """The handler of a question that ``answer`` answers, with what that declares."""

    def handler(data: Any, request: Asked) -> Any:
        return answer(data, request.shelf)

    hints, sent = get_type_hints(answer), cast("Any", Sent)
    handler.__name__, handler.__doc__ = answer.__name__, answer.__doc__
    handler.__annotations__ = {"data": sent[hints["data"]], "request": Asked, "return": hints["return"]}
    return post(path)(handler)


@post_handler("/dispute", status_code=200)
async def dispute(data: Sent[DisputeQuestion], request: Asked) -> Told:
    """Judge a claim."""
    apart: Apart = request.app.state.apart
    return await apart.judge(data)


@post("/standings")
def standings(data: Sent[StandingsQuestion], request: Asked) -> Told:
    """Add up games of a league."""
    return answers.standings(data, request.shelf, request.tables.reads(data.tables))


@get("/rules")
def rule_sets(request: Asked) -> list[RulesLine]:
    """All rule sets."""
    return [*request.shelf.lines()]


@get("/rules/{name:str}")
def rule_set(request: Asked) -> RulesAnswer:
    """A rule set, and what it asks of a record."""
    query = request.query_params
    options = {key.removeprefix("option."): query[key] for key in query if key.startswith("option.")}
    return request.shelf.describe(request.path_params["name"], options)


@get("/tables")
def all_tables(request: Asked) -> list[TableLine]:
    """All tables."""
    return [*request.tables.lines()]


@post("/tables")
def new_table(data: Sent[NewTable], request: Asked) -> TableAnswer:
    """Begin a table."""
    return request.tables.begin(data)


@get("/tables/{name:str}")
def table(request: Asked) -> TableAnswer:
    """A table, settled."""
    return request.tables.show(request.path_params["name"], html="html" in request.query_params)


@post("/tables/{name:str}/rounds")
def add_round(data: Sent[Change], request: Asked) -> TableAnswer:
    """Add a round."""
    return request.tables.change(request.path_params["name"], data)


@put("/tables/{name:str}/rounds/{place:str}")
def replace_round(data: Sent[Change], request: Asked) -> TableAnswer:
    """Replace a round (from 0), and settle the rest again."""
    place = request.path_params["place"]
    if not (place.isdecimal() and place.isascii() and len(place) < 6):
        raise MissingError("expected the place of a round, from 0, found {0!r}", place)
    return request.tables.change(request.path_params["name"], data, int(place))


@post("/tables/{name:str}/undo")
def undo(data: Sent[Change], request: Asked) -> TableAnswer:
    """Take the last change back."""
    return request.tables.undo(request.path_params["name"], data)


_API: Final = (
    _answered("/score", answers.score),
    _answered("/explain", answers.explain),
    _answered("/waits", answers.waits),
    dispute,
    _answered("/points", answers.points),
    _answered("/needs", answers.needs),
    _answered("/game", answers.game),
    *(standings, rule_sets, rule_set, all_tables, new_table, table, add_round, replace_round, undo),
)


@get("/openapi.json")
def openapi() -> Response[bytes]:
    """All of this as OpenAPI."""
    return Response(description(_API), media_type="application/json")


# ---- the page


@get("/")
def page() -> Response[bytes]:
    """The page in the language of the browser."""
    headers = {"cache-control": _KEPT, "vary": "accept-language"}
    return Response(page_in(language()), media_type="text/html; charset=utf-8", headers=headers)


@get("/{name:str}")
def file(request: Asked) -> Response[bytes]:
    """A file that the page loads."""
    name = request.path_params["name"]
    if name not in FILES:
        raise NotFoundException
    headers = {"cache-control": "no-cache" if name == "sw.js" else _KEPT}
    return Response(file_named(name), media_type=FILES[name], headers=headers)


# ---- what is refused


def refuse(request: Request[Any, Any, Any], error: CalcError) -> Response[Refused]:
    """The answer for an error of what is asked."""
    speak_as_asked(request)
    message = translated(error.message)
    _, clause, hint = message.rpartition("; " if language() == "en" else "。")
    told = ErrorAnswer(error.code, message, error.key, error.column, hint if clause else None)
    headers = _NOT_KEPT | ({"connection": "close"} if error.code == "too_large" else {})
    return Response(Refused(told), status_code=_STATUS.get(error.code, 422), headers=headers)


def refuse_address(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refused]:
    """The answer to what no handler can take: an address that is not there, a body that is none or too large."""
    if error.status_code == 413:
        most = request.route_handler.resolve_request_max_body_size() or 0
        return refuse(
            request, CalcError("expected a body of at most {0} bytes, found more", f"{most:,}", code="too_large")
        )
    refused: dict[int, CalcError] = {
        400: RecordError("expected JSON: {0}", "Input data was truncated", code="notation"),
        404: CalcError("there is nothing at this address; api/openapi.json describes what there is", code="not_found"),
        405: CalcError("not in this way", code="method"),
    }
    failed = CalcError("something failed here; the terminal of the server has more", code="error")
    return refuse(request, refused.get(error.status_code, failed))


def crash(request: Request[Any, Any, Any], error: Exception) -> Response[Refused]:
    """The answer to a failure of ours, which tells nothing of the inside."""
    if isinstance(error, TimeoutError):
        raise error  # the guard answers
    logging.getLogger("uvicorn.error").error("a request failed", exc_info=error)
    return refuse_address(request, HTTPException(status_code=500))


# ---- the app


def make_app(
    tables: Tables, *, token: str | None = None, only_loopback: bool = True, bounds: Bounds | None = None
) -> Guard:
    """The app, behind its guard.

    One thread does all the work, in the order of the requests: what is loaded and remembered on the way is made by
    nobody else at the same time, and several threads of Python would not be faster. What may take long is done apart.
    """
    bounds = bounds or Bounds()
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yaku")
    apart = Apart(tables.shelf)

    def warm() -> None:
        """Load what takes long the first time: rule sets and drawings; charts after what was asked meanwhile."""
        for lang in LANGUAGES:
            page_in(lang)
        list(tables.shelf.lines())
        worker.submit(load_charts)

    def start() -> None:
        asyncio.get_running_loop().set_default_executor(worker)
        worker.submit(warm)

    def stop() -> None:
        apart.stop()
        worker.shutdown(wait=True, cancel_futures=True)

    app = Litestar(
        [Router("/api", route_handlers=[*_API, openapi], response_headers=_NOT_KEPT), page, file],
        state=State({"tables": tables, "apart": apart}),
        request_class=Asked,
        before_request=before,
        request_max_body_size=bounds.body,
        openapi_config=None,
        exception_handlers={CalcError: refuse, HTTPException: refuse_address, Exception: crash},
        compression_config=CompressionConfig(backend="gzip", minimum_size=2_000),
        pdb_on_exception=False,
        logging_config=None,
        on_startup=[start],
        on_shutdown=[stop],
    )
    return Guard(app, token=token, only_loopback=only_loopback, bounds=bounds)
