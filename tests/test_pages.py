"""Nothing stands on a page that is not tried: every console line is run by some test, every Python example is a
doctest, and every command that is named in the text is there, with its options.
"""

import doctest
import gzip
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer.main

from calc.cli.main import app
from tests.batch.test_docs import PAGE as BATCH
from tests.cli.running import PROJECT, run_yaku
from tests.test_readme import SHOWN, sessions, yaku_sessions
from tests.test_rule_pages import TABLES

PAGES = [
    *sorted(PROJECT.glob("*.md")),
    *sorted((PROJECT / "docs").glob("*.md")),
    PROJECT / "samples" / "README.md",
]
#: Lines that are not ours to run in a test: they install, or are the tests themselves.
OF_THE_SHELL = {
    "pip install -e '.[test]' && python -m pytest",
    "pip install -e '.[test]'",
    "make check",
    "pip install . && yaku ask",
}
#: Its sessions write files; tests/batch/test_archives_page.py runs them in a folder of their own.
ROWS = PROJECT / "docs" / "archives.md"
#: Whole programs, which tests/batch/test_engines_page.py runs.
ENGINES = PROJECT / "docs" / "engines.md"
ARCHIVES = 'yaku batch archive.jsonl.gz games/ "logs/**/*.mjlog" -o results.jsonl --jobs 4 --check'


#: Sessions of pages that have no tests of their own.
OTHERS = [
    (line, output)
    for path in PAGES
    if path not in (*SHOWN, TABLES, BATCH, ROWS)
    for line, output in sessions(path)
    if line.startswith("yaku ")
]


@pytest.mark.parametrize(("line", "output"), OTHERS, ids=[line for line, _ in OTHERS])
def test_a_session_of_a_page_prints_what_it_shows(line: str, output: str) -> None:
    ran = run_yaku(*shlex.split(line)[1:], folder=PROJECT, columns=80)
    assert ran.out
    assert not output.strip() or [text.rstrip() for text in (ran.err + ran.out).splitlines()] == output.splitlines()


def test_every_console_line_of_every_page_is_run() -> None:
    """By the tests of the README, of the page on rule tables, of the page on archives, or above."""
    lines = {line for path in PAGES for line, _ in sessions(path)}
    run = {line for line, _ in (*yaku_sessions(), *sessions(TABLES), *sessions(BATCH), *sessions(ROWS), *OTHERS)}
    assert len(lines) >= 20
    assert lines - run == OF_THE_SHELL


def test_archives_are_settled_as_the_page_says(tmp_path: Path) -> None:
    samples = PROJECT / "samples"
    (tmp_path / "archive.jsonl.gz").write_bytes(gzip.compress((samples / "hands.jsonl").read_bytes()))
    (tmp_path / "games").mkdir()
    shutil.copy(samples / "games" / "four-players.yaml", tmp_path / "games")
    (tmp_path / "logs" / "2026").mkdir(parents=True)
    shutil.copy(samples / "logs" / "tenhou.mjlog", tmp_path / "logs" / "2026")
    assert any(line == ARCHIVES for line, _ in sessions(BATCH))
    ran = run_yaku(*shlex.split(ARCHIVES)[1:], folder=tmp_path)
    assert ran.code == 0, ran.err
    rows = (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == len((samples / "hands.jsonl").read_text(encoding="utf-8").splitlines()) + 2


WITH_PYTHON = [path for path in PAGES if path != ENGINES and "```python" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_PYTHON, ids=lambda path: path.name)
def test_the_python_of_a_page_is_true(path: Path) -> None:
    blocks = path.read_text(encoding="utf-8").count("```python")
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert (failed, tried >= blocks) == (0, True)


def commands_named() -> list[Any]:
    """The commands that the text of pages names, as ``yaku rules show ID``, with their words."""
    found = {
        (path.name, code.replace("\\|", "|"))
        for path in PAGES
        for code in re.findall(r"`(yaku(?: [^`\n]+)?)`", path.read_text(encoding="utf-8").replace("\n", " "))
    }
    return [pytest.param(code, id=f"{name}: {code}") for name, code in sorted(found)]


@pytest.mark.parametrize("code", commands_named())
def test_a_command_that_a_page_names_is_there_with_its_options(code: str) -> None:
    command: Any = typer.main.get_command(app)
    _, *words = code.split(" ")
    words = ["ask"] if words and words[0].startswith('"') else words  # what is said, without a command
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        assert words[0] in command.commands, code
        command = command.commands[words.pop(0)]
    known = {name for parameter in command.params for name in parameter.opts} | {"--help"}
    given = [word.partition("=")[0] for word in words if re.fullmatch(r"--[a-z-]+(=.*)?", word)]
    assert [name for name in given if name not in known] == []


def test_pages_name_commands() -> None:
    assert len(commands_named()) > 50


def test_the_glossary_names_keys_that_there_are() -> None:
    """Each key in its last column is explained on the page of records, or on that of rule tables."""
    told = "".join((PROJECT / "docs" / page).read_text(encoding="utf-8") for page in ("records.md", "rule-tables.md"))
    rows = [line.split("|") for line in (PROJECT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()]
    keys = {key for cells in rows if len(cells) == 6 for key in re.findall(r"`([a-z_]{2,})`", cells[4])}
    assert len(keys) > 30
    assert sorted(key for key in keys if not re.search(rf"\b{key}\b", told)) == []


def test_the_page_on_architecture_names_every_folder_and_files_that_there_are() -> None:
    text = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    folders = {path.parent.name for path in (PROJECT / "calc").glob("*/__init__.py")}
    assert sorted(name for name in folders if f"`calc/{name}`" not in text) == []
    paths = set(re.findall(r"`((?:calc|rules|tests|bench)/[\w/.-]+)`", text))
    for row in re.findall(r"^\| `(\S+?)/?`.* \| ([^|]+) \|$", text, flags=re.MULTILINE):
        paths |= {f"{row[0]}/{file}" for file in re.findall(r"`([\w/.-]+\.\w+)`", row[1]) if "/" in row[0]}
    assert len(paths) > 30
    assert sorted(path for path in paths if not (PROJECT / path).exists()) == []
