"""The command in a process of its own, with bounded memory and time: what costs more than an error fails."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.cli.running import PROJECT, SECONDS, Ran

_MIB = 1 << 20


def run_bounded(*arguments: str, folder: Path, stdin: str = "", mib: int = 512) -> Ran:
    """Run ``yaku`` with an address space of ``mib`` MiB. Fails where it takes too long or shows a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "calc", *arguments],
        input=stdin.encode(errors="surrogatepass"),
        capture_output=True,
        cwd=folder,
        env=_env(),
        timeout=SECONDS,
        preexec_fn=_limit(mib),
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
    assert "Traceback" not in ran.err
    assert ran.code in (0, 1, 2), ran
    return ran


def _limit(mib: int) -> Callable[[], None]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (mib * _MIB, mib * _MIB))

    return limit


def _env() -> dict[str, str]:
    # One thread: each that numpy starts reserves more address space than all else.
    plain = {"PYTHONPATH": str(PROJECT), "OPENBLAS_NUM_THREADS": "1", "HOME": os.devnull, "XDG_CONFIG_HOME": os.devnull}
    return {**os.environ, **plain, "COLUMNS": "100"}
