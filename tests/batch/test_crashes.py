"""A run that ends between any two operations on files, or finds the disk full at any of them, loses no row."""

import errno
import gc
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal
from unittest import mock

import pytest

from calc.batch import output
from calc.intake import blocks, lines
from tests.amounts import tries
from tests.batch.material import MIXED, run_batch_on, write_lines
from tests.batch.test_resume import Killed

INPUTS = ("a.jsonl", "b.jsonl")
OUT = "out.jsonl"
How = Literal["killed", "full"]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    write_lines(tmp_path / "a.jsonl", MIXED * 2)
    write_lines(tmp_path / "b.jsonl", MIXED)
    # What other tests have left is not looked through at each operation.
    gc.freeze()
    yield tmp_path
    gc.unfreeze()


def run_to(folder: Path, *arguments: str, out: str = OUT) -> Any:
    with (
        mock.patch.object(lines, "BLOCK_LINES", 7),
        mock.patch.object(blocks, "_SMALL", 0),
        mock.patch.object(output, "_SECONDS", 0),
    ):
        return run_batch_on(*INPUTS, "-o", out, *arguments, folder=folder)


@contextmanager
def failing(after: int, how: How) -> Iterator[list[str]]:
    """The operations that change files, as they are done. The one after so many of them fails, a write half-way: as
    where the disk is full, or as where the process is killed, and nothing comes through any more.
    """
    done: list[str] = []

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(first: Any, *others: Any, **named: Any) -> Any:
            if len(done) < after or (how == "full" and (len(done) > after or name not in ("write", "fsync"))):
                done.append(name)
                return function(first, *others, **named)
            if name == "write" and len(done) == after:
                function(first, others[0][: len(others[0]) // 2])
            done.append(name)
            if how == "full":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            raise Killed

        return run

    with pytest.MonkeyPatch.context() as patched:
        for name in ("write", "fsync", "ftruncate", "replace", "unlink"):
            patched.setattr(os, name, counted(name, getattr(os, name)))
        yield done


def counts(err: str) -> list[str]:
    """The summary without what depends on time and on where the run began."""
    return [line for line in err.splitlines() if "records/s" not in line and "in this run" not in line]


def result(folder: Path, out: str = OUT) -> dict[str, bytes]:
    assert {path.name for path in folder.glob("out.*")} == {out, f"{out}.rejects"}
    return {path.name: path.read_bytes() for path in folder.glob("out.*")}


def stopped(folder: Path, after: int, how: How, *arguments: str, out: str = OUT) -> tuple[list[str], Any]:
    """The operations of a run that ends at one of them, and what it said if it could say anything."""
    ran = None
    with failing(after, how) as done, suppress(Killed):
        ran = run_to(folder, *arguments, out=out)
    gc.collect()  # what a process that is killed had open is closed
    return done, ran


def go_on(folder: Path, out: str) -> Any:
    """Go on until the run ends, or begin afresh where nothing had been finished."""
    ran = run_to(folder, "--resume", out=out)
    if ran.code == 2:
        assert "nothing" in ran.err or "without a first line" in ran.err
        ran = run_to(folder, "--force", out=out)
    return ran


@pytest.mark.parametrize("out", [OUT, "out.csv", "out.parquet", "out.arrow"])
@pytest.mark.parametrize("how", ["killed", "full"])
def test_a_run_that_ends_at_any_operation_goes_on_to_the_same_bytes(folder: Path, how: How, out: str) -> None:
    """At every seventh operation, or at every one (`make full`); and again at one soon after it has gone on."""
    if out.endswith(("parquet", "arrow")):
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    whole = run_to(folder, out=out)
    expected = result(folder, out)
    after, met = 0, set[str]()
    while True:
        for path in folder.glob("out.*"):
            path.unlink()
        done, ran = stopped(folder, after, how, out=out)
        if len(done) <= after:
            break
        met.add(done[after])
        if how == "full" and done[after] in ("write", "fsync"):
            assert "No space left on device" in ran.err.splitlines()[0], (after, ran.err)
        stopped(folder, after % 5, "killed", "--resume", out=out)
        ran = go_on(folder, out)
        assert (ran.code, counts(ran.err)) == (1, counts(whole.err)), (after, done[after])
        assert result(folder, out) == expected, (after, done[after])
        after += tries(7 if out == OUT else 11, 1)
    assert after > 40
    assert "write" in met


@pytest.mark.parametrize("kind", ["rows", "rejects"])
@pytest.mark.parametrize("at", [0, -1], ids=["the first byte", "the last byte"])
def test_a_byte_that_is_not_what_was_written_takes_the_run_back(folder: Path, kind: str, at: int) -> None:
    """To the note before it, be it the first one, before any row: no row is joined to others unread."""
    whole = run_to(folder)
    expected = result(folder)
    for path in folder.glob("out.jsonl*"):
        path.unlink()
    stopped(folder, 25, "killed")
    part = folder / {"rows": "out.jsonl.part", "rejects": "out.jsonl.rejects.part"}[kind]
    noted = [json.loads(line) for line in (folder / "out.jsonl.journal").read_bytes().splitlines()[1:-1]]
    data = bytearray(part.read_bytes()[: noted[-1][kind]])
    data[at] ^= 1
    part.write_bytes(data)
    ran = run_to(folder, "--resume")
    assert (ran.code, counts(ran.err)) == (1, counts(whole.err))
    assert result(folder) == expected


def test_rows_that_got_their_name_and_are_not_what_was_written_are_not_taken(folder: Path) -> None:
    """Killed before the journal was removed: it says that all is done, and the rows do not bear that out."""
    run_to(folder)
    expected = result(folder)
    for path in folder.glob("out.jsonl*"):
        path.unlink()
    unlink = Path.unlink

    def killed(self: Path, missing_ok: bool = False) -> None:
        if self.suffix == ".journal" and (folder / "out.jsonl").exists():
            raise Killed
        unlink(self, missing_ok=missing_ok)

    with mock.patch.object(Path, "unlink", killed), suppress(Killed):
        run_to(folder)
    gc.collect()
    changed = bytearray(expected["out.jsonl"])
    changed[-3] ^= 1
    (folder / "out.jsonl").write_bytes(changed)
    ran = run_to(folder, "--resume")
    assert (ran.code, ran.err.split(";")[-1]) == (2, " move it, or begin afresh with --force\n")
    assert (folder / "out.jsonl").read_bytes() == changed
    assert run_to(folder, "--force").code == 1
    assert result(folder) == expected
