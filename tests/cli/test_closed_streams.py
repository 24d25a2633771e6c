"""Standard streams that are closed or full, as services and cron leave them: the exit code is right, nothing breaks."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from calc.cli import main
from tests.cli.forking import loaded
from tests.cli.running import PROJECT, SECONDS, Ran, read_page, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

HAND = "123m456p789s1122z +2z ron from=W seat=S round=E riichi"
GAME = "samples/games/four-players.yaml"
#: What each command is asked, so that it answers on standard output.
ASKED: dict[str, Any] = ROWS["asked"]
#: Commands that read standard input, by name or where nothing else is named.
READERS = [
    ["score", "-"], ["score"], ["game", "-"], ["dispute", "-", "--claim", "2600"], ["compare", "-"], ["waits", "-"],
    ["standings", "-"], ["needs", "-"], ["ask"],
]  # fmt: skip
#: Commands that count what cannot be read among what is refused.
COUNTERS = [["batch", "-"], ["batch", "-", "-o", "OUT"], ["stats", "-"], ["log", "-"], ["log", "--check", "-"]]
CLOSED = "error: the output cannot be written: Bad file descriptor"


def command(*arguments: str, streams: str) -> list[str]:
    return ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-m", "calc", *arguments]


def surroundings() -> dict[str, str]:
    """Buffered output, whatever is set here, and no settings of a user."""
    own = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    return {**own, "PYTHONPATH": str(PROJECT), "HOME": os.devnull, "XDG_CONFIG_HOME": os.devnull, "COLUMNS": "80"}


def run(*arguments: str, streams: str) -> Ran:
    """In a process that is started, as a shell does."""
    asked = command(*arguments, streams=streams)
    ran = subprocess.run(asked, check=False, cwd=PROJECT, env=surroundings(), capture_output=True, timeout=SECONDS)
    return without_traces(Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode()))


def without_traces(ran: Ran) -> Ran:
    assert "Traceback" not in ran.err
    assert "Exception ignored" not in ran.err
    return ran


@pytest.fixture(scope="module")
def copied() -> Iterator[Callable[..., Ran]]:
    """In a copy of a process that has loaded the command."""
    with loaded(surroundings(), PROJECT) as process:
        yield lambda *arguments, streams: without_traces(Ran(*process.run(*arguments, folder=PROJECT, streams=streams)))


def test_every_command_is_asked_here() -> None:
    below = {f"rules {name}" for name in main._RULES_COMMANDS}
    assert {*main._COMMANDS, *below} - {*ASKED} == {"ask", "serve"}


@pytest.mark.parametrize("name", ASKED)
def test_output_that_cannot_be_written_is_told(name: str, copied: Callable[..., Ran]) -> None:
    ran = copied(*name.split(), *ASKED[name], streams=">&-")
    assert (ran.code, ran.err.splitlines()[-1]) == (1, CLOSED)


@pytest.mark.parametrize("name", ASKED)
def test_without_input_and_messages_the_answer_is_the_same(name: str, copied: Callable[..., Ran]) -> None:
    ran = copied(*name.split(), *ASKED[name], streams="<&- 2>&-")
    same = run_yaku(*name.split(), *ASKED[name])
    assert (ran.code, ran.out.replace("python -m calc", "yaku")) == (same.code, same.out)


@pytest.mark.parametrize("streams", [">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", ">/dev/full 2>/dev/full"])
@pytest.mark.parametrize(("arguments", "code"), [(["points", "3", "40"], 1), (["score", "99x"], 1), (["nothing"], 2)])
def test_the_exit_code_stays(arguments: list[str], code: int, streams: str, copied: Callable[..., Ran]) -> None:
    is_started = arguments[0] == "points"  # one command shows that copies are what processes are
    assert (run if is_started else copied)(*arguments, streams=streams).code == code


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(("arguments", "code"), [(["score", "99x"], 1), (["nothing"], 2), (["points"], 2)])
def test_messages_that_cannot_be_told_change_no_exit_code(
    arguments: list[str], code: int, streams: str, copied: Callable[..., Ran]
) -> None:
    ran = copied(*arguments, streams=streams)
    assert (ran.code, ran.out) == (code, "")


@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
def test_closed_input_that_is_asked_for_is_an_error(arguments: list[str], copied: Callable[..., Ran]) -> None:
    ran = copied(*arguments, streams="<&-")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("error: standard input is closed; name a file, or pipe records in\n")


@pytest.mark.parametrize("arguments", COUNTERS, ids=" ".join)
def test_closed_input_is_one_that_cannot_be_read(
    arguments: list[str], tmp_path: Path, copied: Callable[..., Ran]
) -> None:
    ran = copied(*(str(tmp_path / "out.jsonl") if one == "OUT" else one for one in arguments), streams="<&-")
    assert ran.code == 1
    told = ran.out + ran.err + "".join(path.read_text() for path in tmp_path.iterdir())
    assert "standard input is closed" in told


def test_files_are_written_though_nothing_can_be_told(tmp_path: Path) -> None:
    """No file takes the number of a closed stream, and with it what is meant for that."""
    asked = ["batch", "samples/hands.jsonl", "--jobs", "2", "--force", "-o"]
    ran = run(*asked, str(tmp_path / "closed.jsonl"), streams="<&- >&- 2>&-")
    whole = run(*asked, str(tmp_path / "open.jsonl"), streams="</dev/null")
    assert (ran.code, whole.code) == (0, 0)
    assert (tmp_path / "closed.jsonl").read_bytes() == (tmp_path / "open.jsonl").read_bytes()


def test_a_server_starts_without_input_and_output(tmp_path: Path) -> None:
    pytest.importorskip("litestar", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")
    asked = command("serve", "--port", "0", "--tables", str(tmp_path), streams="<&- >&-")
    with subprocess.Popen(asked, cwd=PROJECT, env=surroundings(), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            told = process.stderr.readline() + process.stderr.readline()
            found = re.search(r"open: (\S+)", told)
            assert found, told
            assert read_page(f"{found[1]}style.css", process)
        finally:
            process.send_signal(signal.SIGINT)
        assert "Traceback" not in process.stderr.read()


def test_a_reader_that_has_gone_is_nothing_to_tell() -> None:
    """Less than a buffer of text, which is written only at the end."""
    reader, writer = os.pipe()
    os.close(reader)
    asked = command("points", "3", "40", streams="2>&1")
    streams: dict[str, Any] = {"stdout": writer, "stderr": subprocess.PIPE}
    ran = subprocess.run(asked, check=False, cwd=PROJECT, env=surroundings(), timeout=SECONDS, **streams)
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (1, b"")
