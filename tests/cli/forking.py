"""The command as a copy of a process that has loaded it already, for a tenth of what a start costs.

``python forking.py`` reads a line for each run: the arguments, the folder, and which streams are closed or go
elsewhere, as a shell writes it. It answers with the exit code, standard output and standard error.
"""

import contextlib
import gc
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

#: Two rule sets and columns: what most commands load.
FIRST = ("compare", "123m456p789s1122z +2z ron seat=S round=E", "--rules", "riichi,tenhou")
REDIRECTED = re.compile(r"([012]?)([<>])(&-|\S+)")


class Loaded:
    """A process that runs the command by copies of itself, one after the other."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, *arguments: str, folder: Path, streams: str = "") -> tuple[int, str, str]:
        """The exit code, standard output and standard error. ``streams``: such as ``<&- >/dev/full``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([arguments, str(folder), streams]), file=self._process.stdin, flush=True)
        code, out, err = json.loads(self._process.stdout.readline())
        return code, out, err


@contextlib.contextmanager
def loaded(env: dict[str, str], folder: Path) -> Iterator[Loaded]:
    """Start such a process, with the package that ``PYTHONPATH`` in ``env`` names."""
    with subprocess.Popen(
        [sys.executable, __file__],
        cwd=folder,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        yield Loaded(process)
        process.kill()


def _serve() -> None:
    from calc.cli.main import run

    sys.argv = ["yaku", *FIRST]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        run()
    gc.freeze()
    for asked in sys.stdin:
        arguments, folder, streams = json.loads(asked)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            if not (child := os.fork()):
                _redirect(out.fileno(), err.fileno(), streams)
                os.chdir(folder)
                sys.argv = ["yaku", *arguments]
                try:
                    run()
                except Exception:
                    traceback.print_exc()
                    sys.exit(1)
                sys.exit(0)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            told = []
            for stream in (out, err):
                stream.seek(0)
                told.append(stream.read().decode(errors="surrogateescape"))
        print(json.dumps([code, *told]), flush=True)


def _redirect(out: int, err: int, streams: str) -> None:
    """Streams as a new process finds them: none where one is closed."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    for number, direction, place in REDIRECTED.findall(streams):
        stream = int(number or direction == ">")
        os.close(stream)
        if place != "&-":
            assert os.open(place, os.O_WRONLY if stream else os.O_RDONLY) == stream
    for stream, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(stream)
        except OSError:
            setattr(sys, name, None)
            continue
        errors = "backslashreplace" if stream == 2 else "strict"
        setattr(sys, name, open(stream, "w" if stream else "r", encoding="utf-8", errors=errors, closefd=False))  # noqa: SIM115


if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this file
    _serve()
