"""A process for disputes, which may take long: while it works everything else is answered, and it can be ended."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import msgspec

from calc.batch.pool import end_with_parent
from calc.errors import CalcError
from calc.serve.answers import DisputeQuestion, Told, dispute
from calc.serve.shelf import Shelf
from calc.translation import language, speaking

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: Seconds for one question, and for the process to begin.
BUDGET: Final = 20.0
_BEGIN: Final = 30.0


class Apart:
    """One question at a time, each in the process; one that takes longer than ``budget`` seconds ends with it.

    ``waiting``: the thread that waits for it, so that others go on.
    """

    def __init__(self, shelf: Shelf, budget: float = BUDGET) -> None:
        self.budget = budget
        self._shelf = shelf.folder, shelf.fallback
        self.waiting = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yaku-apart")
        self._lock = Lock()
        self._process: Any = None
        self._pipe: Any = None

    def __call__(self, asked: DisputeQuestion) -> Told:
        """Judge a claim in the process, in the language that is spoken here. Raises :class:`calc.CalcError`."""
        with self._lock:
            try:
                self._begin()
                self._pipe.send((asked, language()))
                found = self._pipe.recv() if self._pipe.poll(self.budget) else None
            except (EOFError, OSError):  # the process has ended
                found = None
            if found is None:
                self._end()
                raise CalcError(
                    "this took more than {0} seconds and was ended; ask for less at once",
                    f"{self.budget:g}",
                    code="too_slow",
                )
        if isinstance(found, CalcError):
            raise found
        told: Told = found
        return told

    def stop(self) -> None:
        """Take no further question, and end the process, whatever it does."""
        self.waiting.shutdown(wait=False, cancel_futures=True)
        self._end()

    def _end(self) -> None:
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
        process = context.Process(target=_work, args=(theirs, *self._shelf), daemon=True, name="yaku")
        process.start()
        self._process = process
        theirs.close()
        if not self._pipe.poll(_BEGIN):
            raise EOFError
        self._pipe.recv()


def _work(pipe: Connection, *given: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began this ends it
    end_with_parent()
    shelf = Shelf(*given)
    list(shelf.lines())  # what is loaded once does not count
    pipe.send(True)
    while True:
        try:
            asked, lang = pipe.recv()
            try:
                with speaking(lang):
                    told = dispute(asked, shelf)
                pipe.send(msgspec.structs.replace(told, result=msgspec.Raw(msgspec.json.encode(told.result))))
            except CalcError as error:
                pipe.send(error)
        except (EOFError, OSError):
            return
