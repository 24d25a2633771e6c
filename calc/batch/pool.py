"""Work handed to other processes or threads: a few pieces at a time, results in the order of the pieces."""

import contextlib
import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor

    from calc.intake.names import Input

T = TypeVar("T")
R = TypeVar("R")


def in_order(
    pieces: Iterable[T], work: Callable[[T], R], executor: "Executor | None", ahead: int
) -> Iterator[tuple[T, R]]:
    """Each piece with its result. At most ``ahead`` pieces are taken before the first result is yielded."""
    if executor is None:
        for piece in pieces:
            yield piece, work(piece)
        return
    pending: deque[tuple[T, Future[R]]] = deque()
    try:
        for piece in pieces:
            pending.append((piece, executor.submit(work, piece)))
            if len(pending) >= ahead:
                first, future = pending.popleft()
                yield first, future.result()
        while pending:
            first, future = pending.popleft()
            yield first, future.result()
    finally:
        for _, future in pending:
            future.cancel()


#: Bytes of input that are worth a process of their own.
_EACH: Final = 4 << 20


def jobs_for(inputs: "Iterable[Input]") -> int:
    """How many processes settle these inputs, where nobody says: as many as the machine lends to this one, by its
    affinity and the quota of its control group, but no more than there is work for.
    """
    free = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with contextlib.suppress(OSError, ValueError):  # without a control group, or with "max" in place of a quota
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        free = min(free, -(-int(quota) // int(period)))
    return max(min(free, sum(one.size for one in inputs) // _EACH), 1)


@contextlib.contextmanager
def process_pool(jobs: int) -> "Iterator[ProcessPoolExecutor | None]":
    """Processes that end with this one however it ends; ``None`` for a single job, which this process does.

    They start here: enter before opening files that they must not keep open. At the end, pieces that were handed out
    are finished, which takes a moment: a process that is killed within a piece leaves a queue that is never emptied,
    and joining it would wait for ever.
    """
    if jobs == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(jobs, mp_context=get_context(_how_to_start()), initializer=_begin)
    try:
        if threading.current_thread() is threading.main_thread():  # no other is sent signals
            # All start now, deaf to Ctrl-C from the first moment: a terminal sends it to all of them, and each would
            # print a traceback. This process ends them in order.
            hearing = signal.signal(signal.SIGINT, signal.SIG_IGN)
            try:
                for _ in range(jobs):
                    pool.submit(int)
            finally:
                signal.signal(signal.SIGINT, hearing)
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _how_to_start() -> Literal["fork", "spawn"]:
    """``fork`` is quicker. Elsewhere than on Linux, and beside other threads, which a fork does not copy: ``spawn``."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000)
    end_with_parent()


def end_with_parent() -> None:
    """End this process, whatever it does, as soon as its parent has ended: one that was killed cannot tell it to."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        sys.stderr = None  # complaints would not be read
        os._exit(1)
