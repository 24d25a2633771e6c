"""A cluster of Dask on this machine: a scheduler and two workers, each a process of its own."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.cli.running import PROJECT, SECONDS

#: Dask is loaded once: workers are copies of the process that becomes the scheduler, which tells their numbers.
PROGRAM = """
import os, sys
from distributed.cli import dask_scheduler, dask_worker
both = ["--scheduler-file", sys.argv[1], "--no-dashboard"]
for _ in range(2):
    if not (worker := os.fork()):
        dask_worker.main([*both, "--nthreads", "1", "--no-nanny"])
        os._exit(0)
    print(worker, flush=True)
dask_scheduler.main([*both, "--host", "127.0.0.1", "--port", "0"])
"""


class Cluster:
    """A scheduler and its workers in a folder of their own. ``workers``: the numbers of their processes."""

    def __init__(self, folder: Path) -> None:
        file = folder / "scheduler.json"
        self._scheduler = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(file)],
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._scheduler.stdout is not None
        self.workers = [int(self._scheduler.stdout.readline()) for _ in range(2)]
        from distributed import Client

        deadline = time.monotonic() + SECONDS
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        client: Any = Client(scheduler_file=str(file), set_as_default=False)
        with client:
            client.wait_for_workers(2, timeout=SECONDS)
            self.address = client.scheduler.address

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        with self._scheduler as scheduler:
            scheduler.kill()
