"""A cluster of Dask on this machine: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.cli.running import PROJECT, SECONDS

__all__ = ["Cluster"]


class Cluster:
    """A scheduler and its workers, each a process of its own in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.workers = [self._start("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard") for _ in range(2)]
        from distributed import Client

        deadline = time.monotonic() + SECONDS
        while not self._file.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        client: Any = Client(scheduler_file=str(self._file), set_as_default=False)
        with client:
            client.wait_for_workers(2, timeout=SECONDS)
            self.address = client.scheduler.address

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        started = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", str(self._file), *arguments],
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._processes.append(started)
        return started

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.kill()
            process.wait()
