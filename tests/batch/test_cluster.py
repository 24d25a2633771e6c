"""`yaku batch --cluster`: the bytes of one run, from a real scheduler with two worker processes, one of them killed."""

import importlib.util
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest import mock

import pytest

import calc
from calc.batch.journal import begin
from calc.batch.paths import Shard
from calc.batch.settle import Settings
from calc.batch.shards import Task, fault_of_worker, settle_shard
from calc.cli.batch import version
from calc.errors import CalcError
from calc.intake.names import find_inputs
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
    with mock.patch("calc.batch.shards.os.path.abspath", lambda path: f"/nowhere/{path}"):
        ran = run_batch_on("in", "-o", "out.jsonl", "--cluster", cluster.address, folder=folder)
    assert (ran.code, "cannot read the input 'in/00.jsonl'" in ran.err) == (2, True)
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


def test_a_worker_that_is_killed_costs_its_shard_again_and_nothing_else(folder: Path, cluster: Cluster) -> None:
    given = ("in", "--rules", "./house.yaml", "--rows", "hands", "--check")
    one = run_batch_on(*given, "-o", "one.jsonl", folder=folder)
    assert "found './house.yaml'" in (folder / "one.jsonl.rejects").read_text(encoding="utf-8")
    with start_yaku("batch", *given, "-o", "out.jsonl", "--cluster", cluster.address, folder=folder) as ran:
        wait_until(lambda: bool([*folder.glob("out.jsonl.shard-*.done")]), ran)
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


def task_in(folder: Path, *, resume: bool = False) -> Task:
    inputs = tuple(find_inputs([str(folder / "in")]))
    settings = Settings()
    beginning = begin(inputs, settings, version())
    return Task(beginning, settings, str(folder / "out.jsonl"), {}, check=False, resume=resume, version=version)


def test_an_input_that_is_gone_or_another_is_a_fault(folder: Path) -> None:
    task = task_in(folder)
    assert fault_of_worker(task) is None
    (folder / "in" / "03.jsonl").write_text("{}\n")
    fault = fault_of_worker(task)
    assert fault is not None
    assert "has another input" in fault
    (folder / "in" / "03.jsonl").unlink()
    fault = fault_of_worker(task)
    assert fault is not None
    assert "cannot read the input" in fault
    with pytest.raises(CalcError, match=r"^a worker cannot read the input"):
        settle_shard(task, Shard(1, 1))
    assert not [*folder.glob("out*")]


def test_a_shard_that_is_done_is_settled_again_only_without_resume(folder: Path) -> None:
    settle_shard(task_in(folder), Shard(1, 3))
    path = folder / "out.jsonl.shard-1-of-3"
    changed = path.stat().st_mtime_ns
    settle_shard(task_in(folder, resume=True), Shard(1, 3))
    assert path.stat().st_mtime_ns == changed
    settle_shard(task_in(folder), Shard(1, 3))
    assert path.stat().st_mtime_ns > changed
    assert not [*folder.glob("*.part*")]


def test_no_scheduler_is_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calc.batch.shards._SECONDS", 1)
    write_lines(tmp_path / "in.jsonl", [WIN])
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", "--cluster", "tcp://127.0.0.1:9", folder=tmp_path)
    assert ran.code == 2
    assert "expected the scheduler of a Dask cluster at 'tcp://127.0.0.1:9'" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
    ran = run_batch_on("in.jsonl", "--cluster", "tcp://127.0.0.1:9", folder=tmp_path)
    assert (ran.code, "name it with -o" in ran.err) == (2, True)
    for more in (("--shard", "1/2"), ("--jobs", "2")):
        ran = run_batch_on("in.jsonl", "--cluster", "x:1", *more, "-o", "out.jsonl", folder=tmp_path)
        assert (ran.code, "choose one" in ran.err) == (2, True)


def test_without_dask_the_command_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    write_lines(tmp_path / "in.jsonl", [WIN])
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", "--cluster", "tcp://127.0.0.1:9", folder=tmp_path)
    assert (ran.code, "pip install 'yaku-calc[dask]'" in ran.err) == (2, True)
