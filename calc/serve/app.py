"""Binds the addresses of the API and of the page to functions; refusals become answers with the code of the error."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK

from calc.errors import CalcError, RecordError, did_you_mean
from calc.patterns import regex
from calc.pictures.charts import load_charts
from calc.serve.apart import Answer, Apart, answer, refusal
from calc.serve.guard import Bounds, ErrorAnswer, Guard, Refused, TooLargeError
from calc.serve.page import FILES, file_named, page_in
from calc.serve.routes import ROUTES, Asked, Office, Route, description
from calc.serve.shelf import Shelf
from calc.translation import msg, translated

T = TypeVar("T")
_JSON: Final = "application/json"
_LANGUAGES: Final = ("en", "ja")
_UNKNOWN: Final = regex(r"Object contains unknown field `([^`]*)`(?: - at `\$\.?(.*)`)?")
#: What parts a message of msgspec from its place.
_AT: Final = " - at `$"
#: What a browser may keep: the page and its files for a while, answers not at all.
_KEPT: Final = "private, max-age=3600, stale-while-revalidate=604800"


class _Worker:
    """One thread that does all the work, in the order of the requests: what is loaded and remembered on the way is made
    by nobody else at the same time, and several threads of Python would not be faster. Another one waits for the
    process that does what may take long.
    """

    def __init__(self, shelf: Shelf) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yaku")
        self._waiting = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yaku-apart")
        self._apart = Apart(shelf)

    async def __call__(self, work: Callable[[], T]) -> T:
        """What some work returns."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def apart(self, route: Route, asked: Asked) -> Answer:
        """The answer to a question that may take long."""
        return await asyncio.get_running_loop().run_in_executor(self._waiting, self._apart, route, asked)

    def begin(self, work: Callable[[], object]) -> None:
        """Do some work after all that was asked before, while nobody waits for it."""
        self._pool.submit(work)

    def stop(self) -> None:
        """Do what is begun, and nothing more; what takes long is ended."""
        self._waiting.shutdown(wait=False, cancel_futures=True)
        self._apart.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)


def warm(office: Office, worker: _Worker) -> None:
    """Load what takes long the first time: rule sets and drawings; charts after what was asked meanwhile."""
    for lang in _LANGUAGES:
        page_in(lang)
    list(office.desk.shelf.lines())
    worker.begin(load_charts)


def make_app(
    office: Office, *, token: str | None = None, only_loopback: bool = True, bounds: Bounds | None = None
) -> Guard:
    """The app, behind its guard."""
    worker = _Worker(office.desk.shelf)
    handlers = [_handler(route, office, worker) for route in ROUTES]
    page = {"cache-control": _KEPT, "vary": "accept-language"}
    handlers += [
        _get("/", worker, page_in, "text/html; charset=utf-8", page),
        _get("/api/openapi.json", worker, lambda lang: description(), _JSON, {}),
    ]
    for name, kind in FILES.items():
        kept = {"cache-control": "no-cache" if name == "sw.js" else _KEPT}
        handlers.append(_get(f"/{name}", worker, _file(name), kind, kept))
    app = Litestar(
        [Router("/", route_handlers=handlers)],
        openapi_config=None,
        exception_handlers={Exception: _crash},
        compression_config=CompressionConfig(backend="gzip", minimum_size=2_000),
        pdb_on_exception=False,
        logging_config=None,
        on_startup=[lambda: worker.begin(lambda: warm(office, worker))],
        on_shutdown=[worker.stop],
    )
    return Guard(app, token=token, only_loopback=only_loopback, bounds=bounds)


def _handler(route: Route, office: Office, worker: _Worker) -> HTTPRouteHandler:
    async def handle(request: Request[Any, Any, Any]) -> Response[bytes]:
        body = await request.body() if route.question is not None else b""
        path, query, lang = dict(request.path_params), dict(request.query_params), _language_of(request)

        try:
            question = _decode(body, route.question) if route.question is not None else None
        except CalcError as error:
            return _json(*refusal(error, lang))
        asked = Asked(question, path, query, lang)
        if route.is_long:
            return _json(*await worker.apart(route, asked))
        return _json(*await worker(lambda: answer(office, route, asked)))

    path = re.sub(r"\{(\w+)\}", r"{\1:str}", route.path)
    return HTTPRouteHandler(path, http_method=route.method, status_code=HTTP_200_OK)(handle)  # type: ignore[arg-type]


def _get(
    path: str, worker: _Worker, make: Callable[[str], bytes], kind: str, headers: Mapping[str, str]
) -> HTTPRouteHandler:
    """Send what ``make`` returns for a language: the page, or one of its files."""

    async def handle(request: Request[Any, Any, Any]) -> Response[bytes]:
        lang = _language_of(request)
        return Response(await worker(lambda: make(lang)), media_type=kind, headers=headers)

    return HTTPRouteHandler(path, http_method="GET")(handle)


def _file(name: str) -> Callable[[str], bytes]:
    return lambda lang: file_named(name)


def _language_of(request: Any) -> str:
    """The language of an answer: of the address, else the first of the browser's that there is."""
    told = request.query_params.get("lang")
    if told in _LANGUAGES:
        return str(told)
    wanted = (
        one.partition(";")[0].strip()[:2].lower() for one in request.headers.get("accept-language", "").split(",")
    )
    return next((lang for lang in wanted if lang in _LANGUAGES), _LANGUAGES[0])


def _decode(body: bytes, kind: Any) -> Any:
    """The question of a body. Raises :class:`calc.RecordError` for what is no JSON, and for unknown keys."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise _misfit(str(error), kind) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("expected JSON: {0}", error, code="notation") from None


def _misfit(told: str, kind: Any) -> RecordError:
    unknown = _UNKNOWN.fullmatch(told)
    if unknown is not None:
        key = unknown[1]
        hint = did_you_mean(key, [*kind.__struct_encode_fields__])
        return RecordError("unknown key {0!r}{1}", key, hint, code="unknown_key", key=key)
    why, _, place = told.partition(_AT)
    missing = re.search(r"missing required field `([^`]*)`", told)
    if missing is not None:
        return RecordError("the key {0!r} is missing", missing[1], code="missing_key", key=missing[1])
    return RecordError(why.replace("`", ""), code="wrong_type", key=place.removeprefix(".").removesuffix("`") or None)


def _json(body: bytes, status: int) -> Response[bytes]:
    headers = {"cache-control": "no-store"}
    return Response(body, media_type=_JSON, status_code=status, headers=headers)


def _crash(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer to an address that is not there, and to a failure of ours, which tells nothing of the inside."""
    if isinstance(error, TooLargeError | TimeoutError):
        raise error  # the guard answers
    status = getattr(error, "status_code", 500)
    code, why = {
        404: ("not_found", "there is nothing at this address; api/openapi.json describes what there is"),
        405: ("method", "not in this way"),
    }.get(status, ("error", "something failed here; the terminal of the server has more"))
    if status == 500:
        import logging

        logging.getLogger("uvicorn.error").error(msg("a request failed"), exc_info=error)
    error_answer = ErrorAnswer(code, translated(why, _language_of(request)), None, None, None)
    return _json(msgspec.json.encode(Refused(error_answer)), status)
