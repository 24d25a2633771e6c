"""docs/batch.md says nothing that is not so: its session is run, its snippet is a doctest, its limits count."""

import doctest
import re
import shlex
from pathlib import Path

from calc.intake import lines, unpack
from tests.cli.running import PROJECT, run_yaku

PAGE = PROJECT / "docs" / "batch.md"


def test_the_session_prints_what_it_shows(tmp_path: Path) -> None:
    (tmp_path / "samples").symlink_to(PROJECT / "samples")
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    runs, (second, rejects), logs, *_ = (entry.split("\n", 1) for block in blocks for entry in block.split("$ ")[1:])
    for command, printed in (runs, logs):
        ran = run_yaku(*shlex.split(command)[1:], folder=tmp_path)
        # How long it takes is another thing every time.
        *shown, _ = printed.splitlines()
        *found, _ = (ran.out + ran.err).splitlines()
        assert found == shown
    assert second == "head -n 1 results.jsonl.rejects"
    assert (tmp_path / "results.jsonl.rejects").read_text(encoding="utf-8").splitlines()[0] == rejects.strip()


def test_the_snippet_is_true() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried) == (0, 3)


def test_the_limits_are_those_of_the_program() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for words, limit in {
        "| one line | 16 MiB;": lines.MAX_LINE,
        "| 32 MiB a file |": lines.MAX_DOCUMENT,
        "| a log | 16 MiB unpacked;": unpack.MAX_LOG,
        "a zip archive 256 MiB,": unpack.MAX_ARCHIVE,
    }.items():
        assert words in text
        assert f" {unpack.size(limit)}" in words
