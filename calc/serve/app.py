"""The app: the page and the API behind a server, and what is refused on the way to them."""

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import get, route

from calc.errors import CalcError
from calc.serve.apart import Apart, may_take_long
from calc.serve.api import Answer, Api, refusal
from calc.serve.guard import Bounds, Guard
from calc.serve.page import FILES, LANGUAGES, file_named, page_in
from calc.serve.tables import Tables
from calc.translation import language

#: What a browser may keep: the page and its files for a while, answers not at all.
_KEPT: Final = "private, max-age=3600, stale-while-revalidate=604800"
_NOT_KEPT: Final = {"cache-control": "no-store"}
Asked = Request[Any, Any, Any]


# ---- the API and the page


@route("/api/{address:path}", http_method=["GET", "POST", "PUT"])
async def api(request: Asked) -> Response[bytes]:
    """Answer a question of the API: in the thread of the app, or in that which waits for what is done apart."""
    path, query, body = str(request.path_params["address"]), dict(request.query_params), await request.body()
    here, apart = request.app.state.api, request.app.state.apart
    one, waiting = (apart, apart.waiting) if may_take_long(path, body) else (here, None)
    ask = partial(copy_context().run, one.ask, request.method, path, query, body)
    return _sent(await asyncio.get_running_loop().run_in_executor(waiting, ask))


def _sent(answer: Answer) -> Response[bytes]:
    headers = _NOT_KEPT | ({"connection": "close"} if answer.status == 413 else {})
    return Response(answer.body, status_code=answer.status, media_type="application/json", headers=headers)


@get("/", sync_to_thread=True)
def page() -> Response[bytes]:
    """The page in the language that is asked for, in the one thread of the app."""
    headers = {"cache-control": _KEPT, "vary": "accept-language"}
    return Response(page_in(language()), media_type="text/html", headers=headers)


@get("/{name:str}", sync_to_thread=True)
def file(request: Asked) -> Response[bytes]:
    """A file that the page loads."""
    name = request.path_params["name"]
    if name not in FILES:
        raise NotFoundException
    headers = {"cache-control": "no-cache" if name == "sw.js" else _KEPT}
    return Response(file_named(name), media_type=FILES[name], headers=headers)


# ---- what is refused


def refuse_address(request: Asked, error: HTTPException) -> Response[bytes]:
    """The answer to what no handler can take: an address that is not there, a body that is too large."""
    refused = {
        404: CalcError("there is nothing at this address; api/openapi.json describes what there is", code="not_found"),
        405: CalcError("not in this way", code="method"),
    }.get(error.status_code)
    if error.status_code == 413:
        most = request.route_handler.resolve_request_max_body_size() or 0
        refused = CalcError("expected a body of at most {0} bytes, found more", f"{most:,}", code="too_large")
    failed = CalcError("something failed here; the terminal of the server has more", code="error")
    return _sent(refusal(refused or failed))


def crash(request: Asked, error: Exception) -> Response[bytes]:
    """The answer to a failure of ours, which tells nothing of the inside."""
    if isinstance(error, TimeoutError):
        raise error  # the guard answers
    logging.getLogger("uvicorn.error").error("a request failed", exc_info=error)
    return refuse_address(request, HTTPException(status_code=500))


# ---- the app


def make_app(
    tables: Tables,
    *,
    token: str | None = None,
    only_loopback: bool = True,
    bounds: Bounds | None = None,
    home: str | None = None,
) -> Guard:
    """The app, behind its guard. ``home``: the address at which others find it.

    One thread does all the work, in the order of the requests: what is loaded and remembered on the way is made by
    nobody else at the same time, and several threads of Python would not be faster. What may take long is done apart.
    """
    bounds = bounds or Bounds()
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yaku")
    here = Api(tables, home)
    apart = Apart(here)

    def warm() -> Iterator[Any]:
        """Load what takes long the first time, part by part: pages, rule sets, the list of tables."""
        yield from map(page_in, LANGUAGES)
        yield from tables.shelf.lines()
        yield from tables.lines()

    def go_on(parts: Iterator[Any]) -> None:
        """Do the next part, and the one after it when nothing else is asked."""
        for _ in parts:
            worker.submit(go_on, parts)
            break

    def start() -> None:
        asyncio.get_running_loop().set_default_executor(worker)
        worker.submit(go_on, warm())

    def stop() -> None:
        apart.stop()
        worker.shutdown(wait=True, cancel_futures=True)

    app = Litestar(
        [api, page, file],
        request_max_body_size=bounds.body,
        openapi_config=None,
        exception_handlers={HTTPException: refuse_address, Exception: crash},
        compression_config=CompressionConfig(backend="gzip", minimum_size=2_000),
        pdb_on_exception=False,
        logging_config=None,
        on_startup=[start],
        on_shutdown=[stop],
    )
    app.state.update({"api": here, "apart": apart})
    return Guard(app, token=token, only_loopback=only_loopback, bounds=bounds)
