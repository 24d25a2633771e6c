"""A process for what may take long: while it works everything else is answered, and it can be ended."""

import signal
import traceback
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from calc.batch.pool import end_with_parent
from calc.errors import CalcError
from calc.serve.api import Answer, Api, refusal
from calc.serve.shelf import Shelf
from calc.serve.tables import Tables
from calc.translation import language, speaking

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.connection import Connection

#: Seconds for one question, and for the process to begin.
BUDGET: Final = 20.0
_BEGIN: Final = 30.0
#: What may take long however short it is; anything else may where its body has more bytes than a hand needs.
_LONG: Final = ("/dispute", "/standings")
SMALL: Final = 4096


def may_take_long(path: str, body: bytes) -> bool:
    """Whether a question is one for a process of its own."""
    return path in _LONG or len(body) > SMALL


class Apart:
    """One question at a time, each in the process; one that takes longer than ``budget`` seconds ends with it.

    ``waiting``: the thread that waits for it, so that others go on.
    """

    def __init__(self, api: Api, budget: float = BUDGET) -> None:
        self.budget = budget
        self._given = api.tables.folder, api.home, api.tables.shelf.folder, api.tables.shelf.fallback
        self.waiting = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yaku-apart")
        self._lock = Lock()
        self._process: Any = None
        self._pipe: Any = None

    def ask(self, method: str, path: str, query: "Mapping[str, str]", body: bytes) -> Answer:
        """Answer as :meth:`Api.ask` does, by the process, in the language that is spoken here."""
        with self._lock:
            try:
                self._begin()
                self._pipe.send((language(), method, path, dict(query), body))
                told: Any = self._pipe.recv() if self._pipe.poll(self.budget) else self._too_slow()
            except (EOFError, OSError):  # the process has ended: the system may have run out of memory
                told = CalcError("what worked on this was ended; ask again, or for less at once", code="too_slow")
            if isinstance(told, CalcError):
                self._end()
                return refusal(told)
        if isinstance(told, Exception):
            raise told
        answer: Answer = told
        return answer

    def _too_slow(self) -> CalcError:
        message = "this took more than {0} seconds and was ended; ask for less at once"
        return CalcError(message, f"{self.budget:g}", code="too_slow")

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
        process = context.Process(target=_work, args=(theirs, *self._given), daemon=True, name="yaku")
        process.start()
        self._process = process
        theirs.close()
        if not self._pipe.poll(_BEGIN):
            raise EOFError
        self._pipe.recv()


def _work(pipe: "Connection", tables: Path, home: str | None, *shelf: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began this ends it
    end_with_parent()
    api = Api(Tables(tables, Shelf(*shelf)), home)
    list(api.tables.shelf.lines())  # what is loaded once does not count
    pipe.send(True)
    while True:
        try:
            lang, *asked = pipe.recv()
            try:
                with speaking(lang):
                    told: Any = api.ask(*asked)
            except Exception:  # the terminal tells it
                told = RuntimeError(traceback.format_exc())
            pipe.send(told)
        except (EOFError, OSError):
            return
