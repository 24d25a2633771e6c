"""Cases of commands, ``tests/cases/commands``: what is typed, what is in the folder, and what comes out.

A case has a ``command``, or several in turn as ``runs``. ``stdin`` is piped in, ``columns`` is the width of the
terminal (80), and ``files`` stand in the folder that it runs in, by default the project's. What must come out: the exit
``code`` (0), ``out`` and ``err`` to the letter, or parts of them; ``lines`` by their numbers, from 0 or from the end.
Nothing is said on standard error but what a case says. ``stdin_as`` and ``out_as`` name the case that has the same.
"""

import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cases import read_files
from tests.cli.running import PROJECT, Ran, run_yaku

CASES = {f"{path.stem}: {case['name']}": (path.stem, case) for path, case in read_files("commands")}
GIVEN = {"name", "command", "stdin", "stdin_as", "columns", "files"}
#: What is looked for in standard output, and in standard error.
SHOWN = {"out", "out_as", "same_as", "begins", "ends", "shows", "lacks", "has_lines", "lines"}
SAID = {"err", "says", "err_begins", "err_ends", "err_lines"}


@pytest.mark.parametrize("name", CASES)
def test_a_command(name: str, tmp_path: Path) -> None:
    check_command(*CASES[name], tmp_path)


def check_command(stem: str, case: dict[str, Any], folder: Path) -> None:
    for name, text in case.get("files", {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    done: list[Ran] = []
    for run in case.get("runs", [case]):
        assert run.keys() <= GIVEN | SHOWN | SAID | {"code"}, run.keys()
        ran = run_yaku(
            *shlex.split(run["command"]),
            stdin=of_another(stem, run, "stdin", ""),
            columns=run.get("columns", 80),
            folder=folder if "files" in case else PROJECT,
        )
        assert ran.code == run.get("code", 0), ran
        check_said(ran.err, run)
        assert ran.out == of_another(stem, run, "out", ran.out)
        check_shown(ran, run)
        if "same_as" in run:
            assert ran.out == done[run["same_as"]].out
        done.append(ran)


def of_another(stem: str, run: dict[str, Any], key: str, default: str) -> Any:
    """A text that a case has itself, or another one of the same file."""
    if f"{key}_as" in run:
        return CASES[f"{stem}: {run[f'{key}_as']}"][1][key]
    return run.get(key, default)


def check_said(err: str, run: dict[str, Any]) -> None:
    if not SAID & run.keys():
        assert err == ""
    assert err == run.get("err", err)
    assert err.startswith(run.get("err_begins", ""))
    assert err.endswith(run.get("err_ends", ""))
    assert len(err.splitlines()) == run.get("err_lines", len(err.splitlines()))
    assert [words for words in several(run, "says") if not is_in(words, err)] == [], err


def check_shown(ran: Ran, run: dict[str, Any]) -> None:
    assert ran.out.startswith(run.get("begins", ""))
    assert ran.out.endswith(run.get("ends", ""))
    assert [words for words in several(run, "shows") if not is_in(words, ran.out)] == [], ran.out
    assert [words for words in several(run, "lacks") if is_in(words, ran.out)] == [], ran.out
    assert [line for line in several(run, "has_lines") if line not in ran.lines] == [], ran.out
    for number, expected in run.get("lines", {}).items():
        lines = [expected] if isinstance(expected, str) else expected
        start = int(number) % len(ran.lines)
        assert ran.lines[start : start + len(lines)] == lines


def several(run: dict[str, Any], key: str) -> list[str]:
    """What a case lists, or names alone."""
    found = run.get(key, [])
    return [found] if isinstance(found, str) else found


def is_in(words: str, text: str) -> bool:
    """Wherever its lines are broken."""
    return words in text or words in " ".join(text.split())
