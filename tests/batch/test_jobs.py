"""Several processes, and much input: the same bytes, and memory that does not grow."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from unittest import mock

import pytest

from calc.batch import pool, run, settle
from calc.intake import blocks, lines
from calc.intake.names import Input
from tests.amounts import FULL, tries
from tests.batch.material import CSV_CELLS, CSV_HEAD, MIXED, SAMPLES, WIN, many_wins, packed, run_batch_on, write_lines
from tests.cli.running import PROJECT, SECONDS, start_yaku, wait_until
from tests.rows import Rows

ROWS = Rows(__file__)


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("fields", ["short", "full"])
def test_two_processes_write_the_bytes_of_one(tmp_path: Path, form: str, fields: str) -> None:
    write_lines(tmp_path / "many.jsonl.gz", MIXED * tries(10, 60))
    rows = "".join(f'"{place}\n",{CSV_CELLS}\n' for place in range(tries(40, 100)))
    (tmp_path / "rows.csv").write_text(f"id,{CSV_HEAD}\n{rows}", encoding="utf-8")
    samples = SAMPLES if FULL or (fields, form) == ("full", "json") else SAMPLES / "rounds"
    arguments = ["many.jsonl.gz", "rows.csv", str(samples), "--format", form, "--fields", fields, "--check"]
    with mock.patch.object(lines, "BLOCK_LINES", 50):
        one = run_batch_on(*arguments, "-o", "one", folder=tmp_path)
        two = run_batch_on(*arguments, "-o", "two", "--jobs", "2", folder=tmp_path)
    for ending in ("", ".rejects"):
        assert (tmp_path / f"two{ending}").read_bytes() == (tmp_path / f"one{ending}").read_bytes()
    assert (two.code, two.out) == (one.code, one.out)
    assert two.err.splitlines()[:-1] == one.err.splitlines()[:-1]


@ROWS.each("by_default_there_are_as_many_processes_as_the_machine_lends")
def test_by_default_there_are_as_many_processes_as_the_machine_lends(
    lent: int, quota: str | None, mebibytes: int, jobs: int
) -> None:
    given = [Input(str(place), str(place), mebibytes << 19) for place in range(2)]
    told = {"side_effect": FileNotFoundError} if quota is None else {"return_value": quota}
    with (
        mock.patch.object(os, "sched_getaffinity", return_value=set(range(lent)), create=True),
        mock.patch.object(Path, "read_text", **told),
    ):
        assert pool.jobs_for(given) == jobs


@pytest.mark.usefixtures("forked")
def test_the_default_writes_the_bytes_of_one_process(tmp_path: Path) -> None:
    write_lines(tmp_path / "in.jsonl", MIXED * 40)
    with mock.patch.object(lines, "BLOCK_LINES", 50):
        run_batch_on("in.jsonl", "-o", "one", "--jobs", "1", folder=tmp_path)
        with mock.patch.object(pool, "jobs_for", return_value=2) as asked:
            run_batch_on("in.jsonl", "-o", "two", folder=tmp_path)
    assert asked.call_count == 1
    for ending in ("", ".rejects"):
        assert (tmp_path / f"two{ending}").read_bytes() == (tmp_path / f"one{ending}").read_bytes()


def test_many_small_files_are_settled_together(tmp_path: Path) -> None:
    """Each with its own name, line and fault, of every form; and the rows are those of each file alone."""
    shutil.copy(SAMPLES / "logs" / "tenhou.mjlog", tmp_path / "50.mjlog")
    (tmp_path / "60.jsonl").write_bytes(b"")
    (tmp_path / "61.json").write_text("[", encoding="utf-8")
    for place in range(100):
        record = MIXED[place % len(MIXED)]
        if place % 3 == 1:
            (tmp_path / f"{place:02}.yaml").write_text(json.dumps(record) + "\n---\n[", encoding="utf-8")
        elif place % 3 == 2:
            (tmp_path / f"{place:02}.csv").write_text(f"id,{CSV_HEAD}\n{place},{CSV_CELLS}\n", encoding="utf-8")
        else:
            write_lines(tmp_path / f"{place:02}.jsonl", [record, WIN])
    with mock.patch.object(run, "settle_block", wraps=settle.settle_block) as settled:
        together = run_batch_on(".", "--check", folder=tmp_path)
    assert settled.call_count < 10
    with mock.patch.object(blocks, "_SMALL", 0):
        alone = run_batch_on(".", "--check", folder=tmp_path)
    assert (together.code, together.out) == (alone.code, alone.out)
    assert sorted(together.err.splitlines()[:-1]) == sorted(alone.err.splitlines()[:-1])


def test_processes_start_as_copies_only_where_nothing_else_is_at_work() -> None:
    alone = "fork" if sys.platform == "linux" else "spawn"
    with mock.patch.object(threading, "active_count", return_value=1):
        assert pool._how_to_start() == alone
    with mock.patch.object(threading, "active_count", return_value=2):
        assert pool._how_to_start() == "spawn"


@pytest.mark.parametrize("way", ["spawn", "fork"] if sys.platform == "linux" else ["spawn"])
def test_processes_write_the_same_however_they_start(tmp_path: Path, way: str) -> None:
    source = write_lines(tmp_path / "in.jsonl", MIXED * 5)
    with mock.patch.object(lines, "BLOCK_LINES", 20), mock.patch.object(pool, "_how_to_start", return_value=way):
        one = run_batch_on(source, "-o", tmp_path / "one")
        two = run_batch_on(source, "-o", tmp_path / "two", "--jobs", "2")
    assert two.code == one.code
    assert (tmp_path / "two").read_bytes() == (tmp_path / "one").read_bytes()


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"])
def test_a_process_that_gets_any_signal_leaves_no_others_behind(tmp_path: Path, name: str) -> None:
    """Nor anything that keeps the run from going on."""
    psutil = pytest.importorskip("psutil", reason="needs a list of processes: pip install psutil")
    source = write_lines(tmp_path / "in.jsonl", many_wins(25_000))
    arguments = ["batch", str(source), "-o", "out.jsonl", "--jobs", "2", "--fields", "full"]
    with start_yaku(*arguments, folder=tmp_path) as process:
        journal = tmp_path / "out.jsonl.journal"
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 2, process)  # some blocks are safe
        wait_until(lambda: bool(psutil.Process(process.pid).children(recursive=True)), process)
        children = psutil.Process(process.pid).children(recursive=True)
        assert children
        process.send_signal(getattr(signal, name))
        process.communicate()
    assert process.returncode != 0
    _, alive = psutil.wait_procs(children, timeout=SECONDS)
    assert alive == []
    with start_yaku(*arguments, "--resume", folder=tmp_path) as again:
        _, err = again.communicate(timeout=SECONDS)
    assert (again.returncode, err.splitlines()[0]) == (0, "25,000 records: 25,000 settled, 0 refused")


@pytest.mark.parametrize("out", ["out.jsonl", "out.parquet"])
def test_a_process_of_the_run_that_is_killed_costs_no_row(tmp_path: Path, out: str) -> None:
    """As the system does where memory ends: the run stops, says so, and goes on to the bytes of one that did not."""
    psutil = pytest.importorskip("psutil", reason="needs a list of processes: pip install psutil")
    if out == "out.parquet":
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    source = write_lines(tmp_path / "in.jsonl", many_wins(25_000))
    arguments = ["batch", str(source), "--jobs", "2", "-o"]
    assert run_batch_on(source, "-o", f"alone.{out}", folder=tmp_path).code == 0
    with start_yaku(*arguments, out, "--fields", "short", folder=tmp_path) as process:
        journal = tmp_path / f"{out}.journal"
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 1, process)
        children = psutil.Process(process.pid).children(recursive=True)
        children[0].kill()
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "go on with the same command and --resume" in err
    _, alive = psutil.wait_procs(children, timeout=SECONDS)
    assert alive == []
    with start_yaku(*arguments, out, "--resume", folder=tmp_path) as again:
        _, err = again.communicate(timeout=SECONDS)
    assert (again.returncode, err.splitlines()[0]) == (0, "25,000 records: 25,000 settled, 0 refused")
    assert (tmp_path / out).read_bytes() == (tmp_path / f"alone.{out}").read_bytes()


#: Runs the command and tells the most memory that it had, in KiB: what the system says of a child that has ended counts
#: the memory of whoever started it too.
MEASURED: str = ROWS["measured"]


#: What a run may need beyond one of a single record, in MiB. A line that is too long is held until it is refused.
MORE, MORE_FOR_A_LINE = 45, 110


def measured(folder: Path) -> int:
    """The most memory that a run on ``in.jsonl`` had, in KiB."""
    command = [sys.executable, "-c", MEASURED, "batch", "in.jsonl", "-o", "out.jsonl", "--quiet"]
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert ran.stderr == ""
    assert (folder / "out.jsonl").exists()
    return int(ran.stdout)


@pytest.fixture(scope="module")
def at_least(tmp_path_factory: pytest.TempPathFactory) -> int:
    """What the program with its libraries takes for one record, some forty MiB."""
    folder = tmp_path_factory.mktemp("one")
    write_lines(folder / "in.jsonl", [WIN])
    return measured(folder)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "form", ["comments", "one line", "blank lines", "refusals", "refused hands", "long melds", "packed"]
)
def test_memory_does_not_grow_with_the_input(tmp_path: Path, form: str, at_least: int) -> None:
    """Where it piled up, what is read here would take more than :data:`MORE`."""
    with (tmp_path / "in.jsonl").open("wb") as stream:
        if form == "comments":
            # They are read and passed over, which is quicker than settling: what is read is what could pile up.
            stream.writelines([b"# " + b"x" * 1000 + b"\n"] * 60_000)
            stream.writelines([(SAMPLES / "hands.jsonl").read_bytes()] * tries(100, 400))
        elif form == "one line":
            stream.write(b'{"id": "' + b"x" * 60_000_000 + b'"}\n')
        elif form == "blank lines":
            stream.write(b"\n" * tries(400_000, 1_500_000))
        elif form == "refusals":
            stream.write(b"1\n" * 60_000)
        elif form == "refused hands":
            refused = {**WIN, "hand": "123m456p789s1123z"}
            stream.write((json.dumps(refused) + "\n").encode() * 20_000)
        elif form == "long melds":
            # No two are the same, so that each would be remembered, and each is refused.
            win = b'{"rules":"riichi","hand":"123m","melds":["(%d%b)"],"by":"ron","seat":"S","round":"E"}\n'
            stream.writelines(win % (number, b"1" * 200_000) for number in range(tries(250, 600)))
        else:
            stream.write(packed((b"#" * 1000 + b"\n") * tries(60_000, 200_000)))
    more = (measured(tmp_path) - at_least) / 1024
    assert more < (MORE_FOR_A_LINE if form == "one line" else MORE)
