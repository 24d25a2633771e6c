"""The command as a whole: version, help with examples that run, pipes, colours, and what it costs to start."""

import glob
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup
from typer.testing import CliRunner

from calc.cli.main import app, make_app
from tests.cli.running import SECONDS, run_on_terminal, run_yaku, start_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


HAND = "riichi 123m456p789s1122z +2z ron seat=S round=E from=W riichi"


def command_paths() -> Iterator[tuple[str, ...]]:
    """The words of every command, the bare ``yaku`` among them."""

    def walk(command: object, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield path
        if isinstance(command, TyperGroup):
            for name, inner in command.commands.items():
                yield from walk(inner, (*path, name))

    yield from walk(typer.main.get_command(app), ())


PATHS = list(command_paths())
#: The command that goes on until somebody ends it; it runs in tests/cli/test_serve.py.
SERVES = ("serve",)


def examples(path: tuple[str, ...], columns: int = 80) -> list[str]:
    """The example command lines of a help text, each as it stands on its line."""
    out = run_yaku(*path, "--help", columns=columns).out
    return [found.strip() for found in re.findall(r"^\s*(?:Examples?: )?(yaku [^\[].*)$", out, re.MULTILINE)]


@pytest.mark.parametrize("path", [path for path in PATHS if path], ids=" ".join)
def test_a_command_that_is_made_alone_is_the_same(path: tuple[str, ...]) -> None:
    asked = [*path, "--help"]
    own = make_app(path[0])
    alone, among_all = (CliRunner().invoke(made, asked) for made in (own, app))
    assert (alone.output, alone.exit_code) == (among_all.output, 0)
    others = [other[0] for other in PATHS if len(other) == 1 and other[0] != path[0]]
    assert all(CliRunner().invoke(own, [other]).exit_code == 2 for other in others)


def test_an_interrupt_while_a_command_is_loaded_ends_it_without_a_word() -> None:
    stop = "import calc.cli.main as main\ndef stop(*_, **__): raise KeyboardInterrupt\nmain.make_app = stop\nmain.run()"
    ran = subprocess.run([sys.executable, "-c", stop], capture_output=True, timeout=SECONDS, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


def test_the_commands_are_those_that_have_a_test_file() -> None:
    assert PATHS == [
        (),
        ("score",),
        ("game",),
        ("dispute",),
        ("compare",),
        ("log",),
        ("batch",),
        ("points",),
        ("needs",),
        ("standings",),
        ("stats",),
        ("chart",),
        ("waits",),
        ("ask",),
        ("samples",),
        ("serve",),
        ("rules",),
        ("rules", "ask"),
        ("rules", "list"),
        ("rules", "show"),
        ("rules", "check"),
        ("rules", "diff"),
        ("rules", "new"),
        ("rules", "schema"),
    ]


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_every_command_has_help(path: tuple[str, ...], option: str) -> None:
    ran = run_yaku(*path, option)
    assert ran.out.startswith(f"Usage: {' '.join(('yaku', *path))} ")
    assert (ran.err, ran.code) == ("", 0)


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_tells_what_is_read_an_example_and_the_exit_code(path: tuple[str, ...]) -> None:
    text = run_yaku(*path, "--help").out
    parts = ["Exit code "] if path in ((), ("rules",)) else ["Reads ", "Exit code "]
    assert [part for part in parts if f"\n  {part}" not in text] == []
    about, options, _ = text.partition("\nOptions:")
    assert options
    assert len(about.split("\n\n")) >= 4, "usage, meaning, examples, exit code"


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
@pytest.mark.parametrize("columns", [60, 80, 200])
def test_help_fits_the_terminal(path: tuple[str, ...], columns: int) -> None:
    """But for examples, which can be copied as they stand."""
    lines = run_yaku(*path, "--help", columns=columns).lines
    assert [line for line in lines if len(line) > columns and not re.match(r" {4}(yaku|#) ", line)] == []


@pytest.mark.parametrize("path", [path for path in PATHS if path != SERVES], ids=" ".join)
def test_every_command_has_examples_that_run_in_an_empty_folder(path: tuple[str, ...], tmp_path: Path) -> None:
    """One after the other: the first may write samples for the others."""
    lines = examples(path)
    assert lines, "no example in the help"
    for example in lines:
        # What the shell would do: paths with * become the files, and what follows > is where the output goes.
        line, _, answers = example.partition(" > ")[0].partition(" < ")
        words = shlex.split(line)[1:]
        paths = [sorted(glob.glob(word, root_dir=tmp_path)) if "*" in word else [word] for word in words]
        stdin = (tmp_path / answers).read_text(encoding="utf-8") if answers else ""
        ran = run_yaku(*(word for found in paths for word in found), stdin=stdin, folder=tmp_path)
        wrong_claim = "samples/hands/*.txt" in line or "samples/games/disputed" in line or "--claim" in line
        assert ran.code == wrong_claim, f"{line}: {ran.err}"
        assert ran.out or "samples -o" in line


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_examples_are_whole_lines_in_a_narrow_terminal_too(path: tuple[str, ...]) -> None:
    # An example that is broken into two lines cannot be copied.
    assert examples(path, 60) == examples(path, 80) == examples(path, 200)


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_summaries_of_commands_are_whole_sentences(path: tuple[str, ...]) -> None:
    assert "..." not in "".join(re.findall(r"^  \w+ {2,}.*$", run_yaku(*path, "--help").out, re.MULTILINE))


@pytest.mark.parametrize("arguments", [[], ["rules"]], ids=["yaku", "yaku rules"])
def test_a_group_alone_shows_its_help(arguments: list[str]) -> None:
    ran = run_yaku(*arguments)
    assert "Commands:" in ran.out + ran.err
    assert ran.code in (0, 2)


# ---- pipes and terminals


@ROWS.each("a_reader_that_has_gone_away_is_no_traceback")
def test_a_reader_that_has_gone_away_is_no_traceback(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        with start_yaku(*arguments, stdout=writing) as process:
            _, err = process.communicate(timeout=SECONDS)
    finally:
        os.close(writing)
    assert "Traceback" not in err
    assert "BrokenPipe" not in err
    assert "Exception ignored" not in err


def test_the_first_line_of_much_output_can_be_taken_alone() -> None:
    with start_yaku("rules", "show", "riichi", "--all") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert first == "Riichi mahjong for four (riichi@1.3.0)\n"
    assert err == ""


@pytest.mark.parametrize("arguments", [["score", HAND], ["score", HAND, "-e"], ["chart"], ["--help"]], ids=" ".join)
def test_no_color_is_respected_on_a_terminal(arguments: list[str]) -> None:
    shown = run_on_terminal(*arguments, env={"NO_COLOR": "1"})
    assert shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("arguments", [["score", HAND, "-e"], ["chart"], ["--help"], ["score", "--help"]], ids=" ".join)
def test_a_pipe_gets_no_colours_even_where_a_terminal_would(arguments: list[str]) -> None:
    ran = run_yaku(*arguments, env={"TERM": "xterm-256color"})
    assert "\x1b" not in ran.out + ran.err
