"""`yaku batch --cluster`: the bytes of one run, from a real scheduler with two worker processes, one of them killed."""

import importlib.util
import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import calc
from calc.batch.cluster import Work, workers_at
from calc.batch.journal import rule_digests
from calc.batch.settle import Done, Settings, settle_block
from calc.cli.batch import version
from calc.errors import CalcError
from calc.intake.blocks import Block
from tests.amounts import tries
from tests.batch.clusters import Cluster
from tests.batch.material import MIXED, WIN, run_batch_on, write_lines
from tests.cli.running import SECONDS, start_yaku, wait_until

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="Dask is not installed: pip install 'yaku-calc[dask]'"
)
HOUSE = "name: {en: House, ja: 家}\nextends: riichi\noptions: {kiriage_mangan: true}\n"
#: Refused with the name of the rule file in the message, and the line where it says so.
BROKEN = {"id": "no such option", **WIN, "options": {"kiriage_mangan": "perhaps"}}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One cluster for all tests here; the last of them kills a worker."""
    with closing(Cluster(tmp_path_factory.mktemp("cluster"))) as found:
        yield found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "run" / "in").mkdir(parents=True)
    for place in range(12):
        write_lines(
            tmp_path / "run" / "in" / f"{place:02}.jsonl", [*MIXED, BROKEN, {"id": place, **WIN}] * tries(40, 200)
        )
    (tmp_path / "run" / "house.yaml").write_text(HOUSE, encoding="utf-8")
    return tmp_path / "run"


def test_what_a_worker_cannot_do_is_refused_before_anything_is_written(folder: Path, cluster: Cluster) -> None:
    before = sorted(folder.iterdir())
    with mock.patch("calc.cli.batch.__version__", "0.0.9"):
        ran = run_batch_on("in", "-o", "out.jsonl", "--cluster", cluster.address, folder=folder)
    assert (ran.code, "has version" in ran.err, len(ran.err.splitlines())) == (2, True, 1)
    with mock.patch("calc.batch.journal.shipped_digest", return_value="other"):
        ran = run_batch_on("in", "-o", "out.jsonl", "--cluster", cluster.address, folder=folder)
    assert (ran.code, "has other rules" in ran.err) == (2, True)
    assert sorted(folder.iterdir()) == before
    # The cluster is as it was, for programs too.
    from distributed import Client

    given = [*MIXED, {"id": "last", **WIN}] * 30
    with Client(cluster.address, set_as_default=False) as client:
        streamed = list(calc.settle_stream(given, executor=client.get_executor(), ahead=4))
    assert streamed == list(calc.settle_stream(given))
    assert run_batch_on("in/00.jsonl", "-o", "out.jsonl", "--cluster", cluster.address, folder=folder).code == 1
    again = run_batch_on("in/00.jsonl", "-o", "out.jsonl", "--cluster", cluster.address, folder=folder)
    assert (again.code, "is there already" in again.err) == (2, True)


@pytest.mark.parametrize("name", ["distributed.client", "distributed.core"])
def test_warnings_of_dask_are_no_part_of_what_is_told(name: str, cluster: Cluster) -> None:
    log = logging.getLogger(name)
    with workers_at(cluster.address, Settings(), version, check=False):
        assert not log.isEnabledFor(logging.WARNING)
        assert log.isEnabledFor(logging.ERROR)
    assert log.isEnabledFor(logging.WARNING)


def test_a_run_that_was_stopped_here_goes_on_there(folder: Path, cluster: Cluster) -> None:
    one = run_batch_on("in", "-o", "one.jsonl", folder=folder)

    def stop_at_the_third(block: Block, **chosen: Any) -> Done:
        if block.file == "in/02.jsonl":
            raise KeyboardInterrupt
        return settle_block(block, **chosen)

    with mock.patch("calc.batch.run.settle_block", stop_at_the_third):
        stopped = run_batch_on("in", "-o", "out.jsonl", "--jobs", "1", folder=folder)
    assert (stopped.code, "go on with the same command and --resume" in stopped.err) == (130, True)
    ran = run_batch_on("in", "-o", "out.jsonl", "--resume", "--cluster", cluster.address, folder=folder)
    assert ran.code == one.code
    for end in ("", ".rejects"):
        assert (folder / f"out.jsonl{end}").read_bytes() == (folder / f"one.jsonl{end}").read_bytes()


def test_a_worker_that_is_killed_costs_its_blocks_again_and_nothing_else(folder: Path, cluster: Cluster) -> None:
    given = ("in", "--rules", "./house.yaml", "--rows", "hands", "--check")
    one = run_batch_on(*given, "-o", "one.jsonl", folder=folder)
    assert "found './house.yaml'" in (folder / "one.jsonl.rejects").read_text(encoding="utf-8")
    part = folder / "out.jsonl.part"
    with start_yaku("batch", *given, "-o", "out.jsonl", "--cluster", cluster.address, folder=folder) as ran:
        wait_until(lambda: part.exists() and part.stat().st_size > 0, ran)
        assert ran.poll() is None
        os.kill(cluster.workers[0], signal.SIGKILL)
        out, err = ran.communicate(timeout=SECONDS)
    assert (ran.returncode, one.code) == (1, 1), err
    for end in ("", ".rejects"):
        assert (folder / f"out.jsonl{end}").read_bytes() == (folder / f"one.jsonl{end}").read_bytes()
    # What is told is the same too, but for the time.
    assert out == one.out
    assert err.splitlines()[:-1] == one.err.splitlines()[:-1]
    assert sorted(path.name for path in folder.iterdir()) == [
        "house.yaml",
        "in",
        *(f"{run}.jsonl{end}" for run in ("one", "out") for end in ("", ".rejects")),
    ]


# ---- without a cluster


def test_a_worker_that_comes_later_with_another_version_ends_the_run(folder: Path) -> None:
    settings = Settings()
    work = Work(settings, False, version, "0.0.9", rule_digests(settings), {})
    with pytest.raises(CalcError, match=r"^a worker has version .*, the run was begun by 0\.0\.9; install the same"):
        work.settle(Block(form="jsonl", file="in.jsonl"))
    with mock.patch("calc.batch.run.settle_block", side_effect=CalcError("a worker has version 1")):
        ran = run_batch_on("in", "-o", "out.jsonl", "--jobs", "1", folder=folder)
    assert (ran.code, ran.err.splitlines()[0]) == (1, "error: a worker has version 1")
    assert "go on with the same command and --resume" in ran.err


def test_no_scheduler_is_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calc.batch.cluster._SECONDS", 1)
    write_lines(tmp_path / "in.jsonl", [WIN])
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", "--cluster", "tcp://127.0.0.1:9", folder=tmp_path)
    assert ran.code == 2
    assert "expected the scheduler of a Dask cluster at 'tcp://127.0.0.1:9'" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
    ran = run_batch_on("in.jsonl", "--cluster", "x:1", "--jobs", "2", "-o", "out.jsonl", folder=tmp_path)
    assert (ran.code, "choose one" in ran.err) == (2, True)


def test_without_dask_the_command_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    write_lines(tmp_path / "in.jsonl", [WIN])
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", "--cluster", "tcp://127.0.0.1:9", folder=tmp_path)
    assert (ran.code, "pip install 'yaku-calc[dask]'" in ran.err) == (2, True)
