"""A process for what may take long: while it works everything else is answered, and it can be ended."""

from __future__ import annotations

import signal
from multiprocessing import get_context
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import msgspec

from calc.errors import CalcError
from calc.serve.answers import Desk
from calc.serve.routes import ROUTES, STATUS, Asked, Office, Route, refused
from calc.serve.shelf import Shelf
from calc.translation import msg

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: Seconds for one question, and for the process to begin.
BUDGET: Final = 20.0
_BEGIN: Final = 30.0
#: The statuses of what is asked wrongly, and of what takes too long.
_UNFIT: Final = 422
_BUSY: Final = 503

Answer = tuple[bytes, int]


def answer(office: Office, route: Route, asked: Asked) -> Answer:
    """The answer of a route and its status; a refusal is one too."""
    try:
        return msgspec.json.encode(route.run(office, asked)), 200
    except CalcError as error:
        return refusal(error, asked.lang)


def refusal(error: CalcError, lang: str) -> Answer:
    """The answer for an error, and its status."""
    return msgspec.json.encode(refused(error, lang)), STATUS.get(error.code, _UNFIT)


class Apart:
    """One question at a time, each in the process; one that takes longer than ``budget`` seconds ends with it."""

    def __init__(self, shelf: Shelf, budget: float = BUDGET) -> None:
        self.budget = budget
        self._shelf = shelf.folder, shelf.fallback
        self._lock = Lock()
        self._process: Any = None
        self._pipe: Any = None

    def __call__(self, route: Route, asked: Asked) -> Answer:
        """The answer of a route that needs no tables."""
        with self._lock:
            try:
                self._begin()
                self._pipe.send((ROUTES.index(route), asked))
                if self._pipe.poll(self.budget):
                    found: Answer = self._pipe.recv()
                    return found
            except (EOFError, OSError):  # the process has ended
                pass
            self.stop()
        message = msg("this took more than {0} seconds and was ended; ask for less at once", f"{self.budget:g}")
        return refusal(CalcError(message, code="too_slow"), asked.lang)[0], _BUSY

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None

    def _begin(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, *self._shelf), daemon=True, name="yaku")
        self._process.start()
        theirs.close()
        if not self._pipe.poll(_BEGIN):
            raise EOFError
        self._pipe.recv()


def _work(pipe: Connection, *shelf: Any) -> None:
    """Answer what comes through a pipe, until nobody is at its other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began this ends it
    office = Office(Desk(Shelf(*shelf)))
    list(office.desk.shelf.lines())  # what is loaded once does not count
    pipe.send(True)
    while True:
        try:
            place, asked = pipe.recv()
            pipe.send(answer(office, ROUTES[place], asked))
        except (EOFError, OSError):
            return
