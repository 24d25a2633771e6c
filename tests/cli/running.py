"""Running the command as a shell would, in this process or in one of its own."""

import contextlib
import io
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from calc.cli.main import run

PROJECT = Path(__file__).parent.parent.parent
Result = TypeVar("Result")
#: What hangs is ended after this time; whatever is busy takes less.
SECONDS = 300


@dataclass(frozen=True)
class Ran:
    """What a run left behind: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


class _Pipe(io.TextIOWrapper):
    """Standard input or output that is no terminal."""

    def __init__(self, text: str = "") -> None:
        super().__init__(io.BytesIO(text.encode()), encoding="utf-8", newline="\n")

    def text(self) -> str:
        """All that was written."""
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(errors="surrogateescape")


class _Terminal(_Pipe):
    """A keyboard at which nobody types."""

    def isatty(self) -> bool:
        return True


def run_yaku(
    *arguments: str,
    stdin: str | None = "",
    columns: int = 80,
    folder: Path = PROJECT,
    env: Mapping[str, str] | None = None,
    together: bool = False,
) -> Ran:
    """Run ``yaku`` with ``arguments`` in this process, which is quick.

    ``stdin``: the text piped in, none for a terminal. ``columns``: the width of the terminal in cells. ``folder``:
    where it runs, by default the project's. ``env``: further variables. ``together``: whether standard error goes
    where standard output goes, as ``2>&1``.
    """
    out = _Pipe()
    err = out if together else _Pipe()
    with (
        pytest.MonkeyPatch.context() as patched,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        contextlib.chdir(folder),
    ):
        for name, value in {**_surroundings(), "COLUMNS": str(columns), **(env or {})}.items():
            patched.setenv(name, value)
        patched.setattr(sys, "argv", ["yaku", *arguments])
        # Else usage lines say `python -m pytest` where the tests are run so.
        patched.setattr(sys.modules["__main__"], "__package__", "")
        patched.setattr(sys, "stdin", _Terminal() if stdin is None else _Pipe(stdin))
        code: object = 0
        try:
            run()
        except SystemExit as stop:
            code = stop.code
    assert code is None or isinstance(code, int), f"the command stopped with {code!r} instead of a number"
    return Ran(code or 0, out.text(), err.text())


@cache
def rule_sheet(name: str, form: str) -> Ran:
    """The sheet of a shipped rule set with all that it says, made once for all tests that look at it."""
    return run_yaku("rules", "show", name, "--all", "-f", form, columns=300)


@contextlib.contextmanager
def start_yaku(
    *arguments: str,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
    folder: Path = PROJECT,
    home: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """Start ``yaku`` in a process of its own, for what concerns pipes, terminals and the folder it is started in.

    It obeys signals that this process ignores, as in the background, and is killed where the test fails. ``home``: the
    folder of the user's settings, by default one without any.
    """
    ignored = [one for one in signal.valid_signals() if signal.getsignal(one) is signal.SIG_IGN]
    for one in ignored:
        signal.signal(one, signal.SIG_DFL)
    started = subprocess.Popen(
        [sys.executable, "-m", "calc", *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, **_surroundings(home), "PYTHONPATH": str(PROJECT), **(env or {})},
    )
    for one in ignored:
        signal.signal(one, signal.SIG_IGN)
    with started as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def run_alone(*arguments: str, stdin: str = "", folder: Path = PROJECT, home: Path | None = None) -> Ran:
    """Run ``yaku`` in a process of its own, as :func:`start_yaku`, to its end. ``stdin``: the text piped in."""
    with start_yaku(*arguments, stdin=subprocess.PIPE, folder=folder, home=home) as process:
        out, err = process.communicate(stdin, timeout=SECONDS)
    return Ran(process.returncode, out, err)


def run_on_terminal(*arguments: str, folder: Path = PROJECT, env: Mapping[str, str] | None = None) -> str:
    """What a terminal gets to see of ``yaku``: standard output and standard error together."""
    pty = pytest.importorskip("pty", reason="needs terminals as Unix has them")
    leader, follower = pty.openpty()
    with start_yaku(
        *arguments,
        stdout=follower,
        stderr=follower,
        folder=folder,
        env={"TERM": "xterm-256color", "COLUMNS": "80", **(env or {})},
    ) as process:
        os.close(follower)
        seen, last = b"", time.monotonic() + SECONDS
        # The end is an error where nobody holds the other side any more.
        with contextlib.suppress(OSError):
            while select.select([leader], [], [], max(0, last - time.monotonic()))[0]:
                if not (part := os.read(leader, 1 << 16)):
                    break
                seen += part
        process.wait(timeout=SECONDS)
    os.close(leader)
    return seen.decode(errors="replace").replace("\r\n", "\n")


def wait_until(happened: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait for something that ``process`` does, or for its end. Fails where neither comes."""
    last = time.monotonic() + SECONDS
    while process.poll() is None and not happened():
        assert time.monotonic() < last, f"nothing happened in {SECONDS} s"
        time.sleep(0.01)


def read_page(address: str, process: subprocess.Popen[str]) -> bytes:
    """What a server answers that tells its address a moment before it listens."""
    pages: list[bytes] = []

    def answers() -> bool:
        with contextlib.suppress(URLError), urlopen(address, timeout=SECONDS) as answer:
            pages.append(answer.read())
        return bool(pages)

    wait_until(answers, process)
    assert pages, "the server has ended"
    return pages[0]


def once(work: Callable[..., Result]) -> Callable[..., Result]:
    """The same work, done once for equal arguments."""
    done: dict[str, Result] = {}

    def asked(*arguments: object) -> Result:
        key = repr(arguments)
        if key not in done:
            done[key] = work(*arguments)
        return done[key]

    return asked


def _surroundings(home: Path | None = None) -> dict[str, str]:
    """A home without settings, unless one is given: the rules of whoever runs the tests must not count."""
    path = str(home or Path(os.devnull))
    return {"HOME": path, "XDG_CONFIG_HOME": path}
