"""Runs that were stopped go on to the same bytes and the same summary; or nothing is touched, and it is said why."""

import contextlib
import errno
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from calc.batch import output
from calc.batch.journal import begin, lock
from calc.batch.output import PartFile
from calc.batch.settle import Done, Settings
from calc.intake import blocks, lines
from calc.intake.blocks import Mark
from tests.amounts import tries
from tests.batch.material import CSV_CELLS, CSV_HEAD, MIXED, SAMPLES, WIN, many_wins, packed, run_batch_on, write_lines
from tests.cli.running import PROJECT, SECONDS, start_yaku, wait_until
from tests.rows import Rows

ROWS = Rows(__file__)


INPUTS = ("a.jsonl", "b.jsonl.gz", "c.csv", "d.yaml", "e.json", "cut.jsonl.gz", "game.mjlog", "z.txt")
FILES = ("out.jsonl", "out.jsonl.rejects")


class Killed(BaseException):
    """Ends a run as a signal that cannot be caught would: nothing after it is run."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Inputs of every form, good rows and bad ones."""
    write_lines(tmp_path / "a.jsonl", MIXED * 3)
    write_lines(tmp_path / "b.jsonl.gz", MIXED * 2)
    rows = "".join(f'"{place}\n{place}",{CSV_CELLS}\n' for place in range(20))
    (tmp_path / "c.csv").write_text(f"# comment\nid,{CSV_HEAD}\n{rows}", encoding="utf-8")
    documents = "---\n".join(f"{json.dumps(one)}\n" for one in MIXED * 2)
    (tmp_path / "d.yaml").write_text(f"{documents}---\n[", encoding="utf-8")
    (tmp_path / "e.json").write_text(json.dumps(MIXED, indent=1), encoding="utf-8")
    whole = packed(b"".join(json.dumps(one).encode() + b"\n" for one in many_wins(400)))
    (tmp_path / "cut.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    shutil.copy(SAMPLES / "logs" / "tenhou.mjlog", tmp_path / "game.mjlog")
    (tmp_path / "z.txt").write_text("tenhou 34577p06767s +8s (345m) tsumo seat=N round=E\n\nbad\n", encoding="utf-8")
    return tmp_path


@contextlib.contextmanager
def small_blocks() -> Iterator[None]:
    """Blocks of few records, each made safe when it is written."""
    with (
        mock.patch.object(lines, "BLOCK_LINES", 7),
        mock.patch.object(blocks, "BLOCK_ENTRIES", 5),
        mock.patch.object(blocks, "_SMALL", 0),
        mock.patch.object(output, "_SECONDS", 0),
    ):
        yield


def run_to(folder: Path, *arguments: str, inputs: tuple[str, ...] = INPUTS) -> Any:
    return run_batch_on(*inputs, "-o", "out.jsonl", *arguments, folder=folder)


def result(folder: Path) -> dict[str, bytes]:
    """What a run leaves, which then is taken away."""
    found = {name: (folder / name).read_bytes() for name in FILES}
    for path in folder.glob("out.jsonl*"):
        assert path.name in FILES
        path.unlink()
    return found


def counts(err: str) -> list[str]:
    """The summary without what depends on time and on where the run began."""
    return [line for line in err.splitlines() if "records/s" not in line and "in this run" not in line]


def test_a_run_that_is_killed_after_any_block_goes_on_to_the_same_bytes(folder: Path) -> None:
    """After every eleventh block, or after every one (`make full`)."""
    write = output.PartOutput.write
    whole = run_to(folder)
    expected = result(folder)
    number = 1
    while True:
        number += tries(11, 1)
        left = number

        def dying(self: output.PartOutput, done: Done, mark: Mark) -> None:
            nonlocal left
            left -= 1
            if not left:
                # Half of a block, and half of a line of the journal, as a crash leaves them.
                self._rows.write(done.rows[: len(done.rows) // 2])
                with open("out.jsonl.journal", "ab") as journal:
                    journal.write(b'{"mark":{"source":')
                raise Killed
            write(self, done, mark)

        with small_blocks(), mock.patch.object(output.PartOutput, "write", dying):
            try:
                run_to(folder)
            except Killed:
                assert not (folder / "out.jsonl").exists()
            else:
                break
        with small_blocks():
            ran = run_to(folder, "--resume")
        assert (ran.code, counts(ran.err)) == (1, counts(whole.err))
        assert result(folder) == expected
    assert number > 25, "there were not enough blocks for this to say much"


@pytest.mark.parametrize("name", ["out.jsonl.part", "out.jsonl.rejects.part"])
def test_a_file_that_is_shorter_than_the_journal_says_goes_on_from_where_it_is_whole(folder: Path, name: str) -> None:
    """A disk that lost the end of what was written: the journal's last lines are not borne out, earlier ones are."""
    whole = run_to(folder)
    expected = result(folder)
    write, left = output.PartOutput.write, 12

    def dying(self: output.PartOutput, done: Done, mark: Mark) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Killed
        write(self, done, mark)

    with small_blocks(), mock.patch.object(output.PartOutput, "write", dying), pytest.raises(Killed):
        run_to(folder)
    os.truncate(folder / name, (folder / name).stat().st_size - 1)
    ran = run_to(folder, "--resume")
    assert (ran.code, counts(ran.err)) == (1, counts(whole.err))
    assert result(folder) == expected


def test_a_run_that_goes_on_and_is_stopped_at_once_tells_what_is_safe(folder: Path) -> None:
    write, left = output.PartOutput.write, 12

    def interrupted(self: output.PartOutput, done: Done, mark: Mark) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt
        write(self, done, mark)

    with small_blocks(), mock.patch.object(output.PartOutput, "write", interrupted):
        run_to(folder)
    safe = json.loads((folder / "out.jsonl.journal").read_bytes().splitlines()[-1])["tally"]["records"]
    left = 3
    slowly = mock.patch.object(output, "_SECONDS", 60)
    with small_blocks(), slowly, mock.patch.object(output.PartOutput, "write", interrupted):
        ran = run_to(folder, "--resume")
    assert f"{safe} records are safe in out.jsonl.part" in ran.err


@pytest.mark.parametrize("how", [small_blocks, contextlib.nullcontext], ids=["many notes", "few notes"])
@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("where", ["rejects", "rows", "journal"])
def test_a_run_that_is_killed_while_files_get_their_names_goes_on(
    folder: Path, where: str, form: str, how: Any
) -> None:
    whole = run_to(folder, "-f", form)
    expected = result(folder)
    replace, unlink, calls = os.replace, Path.unlink, 0

    def dying_replace(old: Path, new: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == {"rejects": 1, "rows": 2, "journal": 9}[where]:
            raise Killed
        replace(old, new)

    def dying_unlink(self: Path, missing_ok: bool = False) -> None:
        if where == "journal" and calls == 2 and self.name.endswith(".journal"):
            raise Killed
        unlink(self, missing_ok=missing_ok)

    with (
        how(),
        mock.patch.object(os, "replace", dying_replace),
        mock.patch.object(Path, "unlink", dying_unlink),
        pytest.raises(Killed),
    ):
        run_to(folder, "-f", form)
    ran = run_to(folder, "-f", form, "--resume")
    assert (ran.code, counts(ran.err)) == (1, counts(whole.err))
    assert result(folder) == expected


def has_blocks(journal: Path) -> bool:
    """Some blocks are safe. A run that ends takes its journal away."""
    with suppress(FileNotFoundError):
        return journal.read_bytes().count(b"\n") > 2
    return False


@pytest.mark.parametrize(("seed", "jobs"), [(1, "1"), (2, "1"), (3, "1"), (4, "2"), (5, "2")])
def test_a_process_that_is_killed_at_any_moment_goes_on_to_the_same_bytes(
    tmp_path: Path, seed: int, jobs: str, killed_inputs: tuple[Path, dict[str, bytes]]
) -> None:
    source, expected = killed_inputs
    arguments = ["batch", str(source), "-o", "out.jsonl", "--fields", "full", "--jobs", jobs]
    journal = tmp_path / "out.jsonl.journal"
    with start_yaku(*arguments, folder=tmp_path) as process:
        wait_until(lambda: has_blocks(journal), process)
        time.sleep(random.Random(seed).random() * 0.4)
        process.kill()
        process.communicate()
    if process.returncode == -signal.SIGKILL:
        assert (tmp_path / "out.jsonl.part").exists() or (tmp_path / "out.jsonl").exists()
    if journal.exists():
        with start_yaku(*arguments, "--resume", folder=tmp_path) as again:
            _, err = again.communicate(timeout=SECONDS)
        assert again.returncode == 1, err
        assert err.startswith("6,000 records: 5,999 settled, 1 refused (unknown_key 1)\n")
    assert {name: (tmp_path / name).read_bytes() for name in FILES} == expected


@pytest.fixture(scope="module")
def killed_inputs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    folder = tmp_path_factory.mktemp("killed")
    records = many_wins(6000)
    records[4000]["riichy"] = 1
    source = write_lines(folder / "in.jsonl", records)
    with mock.patch.object(lines, "BLOCK_LINES", 500):
        run_batch_on(source, "-o", folder / "out.jsonl", "--fields", "full")
    return source, {name: (folder / name).read_bytes() for name in FILES}


def test_ctrl_c_says_how_far_it_got_and_how_to_go_on(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", many_wins(25_000))
    for jobs in ("1", "2"):
        arguments = ["batch", str(source), "-o", f"out{jobs}.jsonl", "--jobs", jobs, "--fields", "full"]
        journal = tmp_path / f"out{jobs}.jsonl.journal"
        with start_yaku(*arguments, folder=tmp_path) as process:
            wait_until(partial(has_blocks, journal), process)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 130
        first, second, *_ = err.splitlines()
        assert first == "error: interrupted"
        assert second.endswith("go on with the same command and --resume")
        last = json.loads(journal.read_bytes().splitlines()[-1])
        assert second.startswith(f"{last['tally']['records']:,} records are safe in out{jobs}.jsonl.part, up to ")
        assert (tmp_path / f"out{jobs}.jsonl.part").stat().st_size == last["rows"]


# ---- a disk that is full


def test_a_full_disk_leaves_whole_blocks_and_the_run_goes_on(folder: Path) -> None:
    whole = run_to(folder)
    expected = result(folder)
    write, left = os.write, 12

    def full(file: int, data: Any) -> int:
        nonlocal left
        if len(data) > 1000:
            left -= 1
            if left <= 0:
                write(file, data[:100])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    with small_blocks(), mock.patch.object(os, "write", full):
        ran = run_to(folder)
    assert ran.code == 1
    assert ran.err.splitlines()[0] == "error: the output cannot be written: No space left on device"
    assert "--resume" in ran.err
    part = (folder / "out.jsonl.part").read_bytes()
    assert part
    assert expected["out.jsonl"].startswith(part)
    assert part.endswith(b"\n")
    ran = run_to(folder, "--resume")
    assert (ran.code, counts(ran.err)) == (1, counts(whole.err))
    assert result(folder) == expected


def test_a_limit_of_the_system_on_files_is_a_full_disk(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", many_wins(6_000))
    run_batch_on(source, "-o", tmp_path / "whole.jsonl")
    command = [sys.executable, "-m", "calc", "batch", str(source), "-o", "out.jsonl"]
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    ran = subprocess.run(
        command, cwd=tmp_path, env=env, preexec_fn=limit, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith("error: the output cannot be written: File too large\n")
    assert run_batch_on(source, "-o", tmp_path / "out.jsonl", "--resume").code == 0
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


# ---- what cannot be resumed


@pytest.fixture
def stopped(folder: Path) -> Path:
    """A folder in which a run was killed."""
    write, left = output.PartOutput.write, 4

    def dying(self: output.PartOutput, done: Done, mark: Mark) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Killed
        write(self, done, mark)

    (folder / "house.yaml").write_text((SAMPLES / "house-rules.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with small_blocks(), mock.patch.object(output.PartOutput, "write", dying), pytest.raises(Killed):
        run_to(folder, "--rules", "./house.yaml")
    return folder


def test_a_run_that_is_not_changed_goes_on(stopped: Path) -> None:
    assert run_to(stopped, "--rules", "./house.yaml", "--resume").code == 1
    found = result(stopped)
    run_to(stopped, "--rules", "./house.yaml")
    assert result(stopped) == found


def test_neither_jobs_nor_check_nor_quiet_change_a_run(stopped: Path) -> None:
    ran = run_to(stopped, "--rules", "./house.yaml", "--resume", "--jobs", "2", "--check", "--quiet")
    assert ran.code == 1
    found = result(stopped)
    run_to(stopped, "--rules", "./house.yaml")
    assert result(stopped) == found


@ROWS.each("other_options_refuse_to_go_on_and_touch_nothing")
def test_other_options_refuse_to_go_on_and_touch_nothing(stopped: Path, arguments: list[str], words: str) -> None:
    check_refused(stopped, words, *arguments)


@pytest.mark.parametrize(
    "change",
    ["longer", "longer, with its old time", "as long, with its old time", "touched", "other files", "gone", "rules"],
)
def test_other_inputs_or_rules_refuse_to_go_on_and_touch_nothing(stopped: Path, change: str) -> None:
    path = stopped / "a.jsonl"
    inputs: tuple[str, ...] = INPUTS
    if change.startswith("longer"):
        old = path.stat().st_mtime_ns
        path.write_bytes(path.read_bytes() + json.dumps(WIN).encode())
        if "old time" in change:
            os.utime(path, ns=(old, old))
    elif change.startswith("as long"):
        old, data = path.stat().st_mtime_ns, path.read_bytes()
        path.write_bytes(data[:-2] + b" " + data[-1:])
        os.utime(path, ns=(old, old))
    elif change == "touched":
        os.utime(path, ns=(1, 1))
    elif change == "other files":
        inputs = (*INPUTS[:-1], "house.yaml")
    elif change == "gone":
        inputs = INPUTS[1:]
    else:
        (stopped / "house.yaml").write_text(
            (stopped / "house.yaml").read_text(encoding="utf-8") + "# changed\n", encoding="utf-8"
        )
    words = {"rules": "rule files have changed", "other files": "8 inputs", "gone": "found 7 inputs"}
    check_refused(
        stopped, words.get(change, "the input 'a.jsonl' has changed"), "--rules", "./house.yaml", inputs=inputs
    )


def test_a_journal_holds_every_rule_file_of_a_run(tmp_path: Path) -> None:
    """One for each game: a change of either is noticed."""
    files = {game: tmp_path / f"{game}.yaml" for game in ("riichi", "koikoi")}
    for game, file in files.items():
        file.write_text(f"extends: {game}\nname: {game} at home\n", encoding="utf-8")
    beginning = begin((), Settings(fallback={game: str(file) for game, file in files.items()}), "a program")
    assert {*beginning.rules} == {"shipped", *(str(file.resolve()) for file in files.values())}


def check_refused(folder: Path, words: str, *arguments: str, inputs: tuple[str, ...] = INPUTS) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    ran = run_to(folder, *arguments, "--resume", inputs=inputs)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("エラー：" if "ja" in arguments else "error: ")
    assert words in ran.err
    assert "--force" in ran.err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_output_that_was_not_there_is_not_replaced_by_going_on(stopped: Path) -> None:
    (stopped / "out.jsonl").write_text("precious", encoding="utf-8")
    check_refused(stopped, "'out.jsonl' was not there", "--rules", "./house.yaml")


def test_a_run_that_is_not_over_is_not_gone_on_with(stopped: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="needs locks as Unix has them")
    before = {path.name: path.read_bytes() for path in stopped.iterdir()}
    with (stopped / "out.jsonl.journal").open("rb+") as journal:
        fcntl.flock(journal, fcntl.LOCK_EX)
        ran = run_to(stopped, "--rules", "./house.yaml", "--resume")
    assert (ran.code, ran.err) == (
        2,
        "error: another run is writing by the journal 'out.jsonl.journal'; wait for its end\n",
    )
    assert {path.name: path.read_bytes() for path in stopped.iterdir()} == before


@pytest.mark.parametrize("how", [(), ("--force",)])
@pytest.mark.parametrize("out", ["out.jsonl", "out.parquet"])
def test_a_run_that_is_not_over_is_not_begun_anew(folder: Path, out: str, how: tuple[str, ...]) -> None:
    """Two at once would write into each other's files: the second is refused, and the first ends as it would have."""
    if out == "out.parquet":
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    pytest.importorskip("fcntl", reason="needs locks as Unix has them")
    run_batch_on(*INPUTS, "-o", "alone" + out, folder=folder)
    write, second = output.PartOutput.write, list[Any]()

    def beginning(self: output.PartOutput, done: Done, mark: Mark) -> None:
        if not second:
            second.append(None)
            second[0] = run_batch_on(*INPUTS, "-o", out, *how, folder=folder)
        write(self, done, mark)

    with mock.patch.object(output.PartOutput, "write", beginning):
        ran = run_batch_on(*INPUTS, "-o", out, folder=folder)
    refused = "another run is writing by the journal" if how else "is left of a run that did not end"
    assert (second[0].code, refused in second[0].err) == (2, True), second[0].err
    assert ran.code == 1
    for ending in ("", ".rejects"):
        assert (folder / f"{out}{ending}").read_bytes() == (folder / f"alone{out}{ending}").read_bytes()


def test_where_there_is_nothing_to_resume(folder: Path) -> None:
    ran = run_to(folder, "--resume")
    assert (ran.code, ran.err) == (
        2,
        "error: there is nothing to resume: no journal 'out.jsonl.journal'; leave --resume out\n",
    )
    (folder / "out.jsonl.journal").write_text("no journal", encoding="utf-8")
    assert "without a first line" in run_to(folder, "--resume").err


def test_standard_input_cannot_be_resumed(folder: Path) -> None:
    ran = run_batch_on("-", "-o", "out.jsonl", "--resume", folder=folder)
    assert ran.code == 2
    assert ran.err == "error: stdin cannot be read a second time, so there is nothing to resume; leave --resume out\n"


def test_a_stopped_run_on_standard_input_says_that_it_cannot_be_resumed(folder: Path) -> None:
    text = (folder / "a.jsonl").read_text(encoding="utf-8")
    with small_blocks(), mock.patch.object(PartFile, "sync", side_effect=[None] * 4 + [KeyboardInterrupt]):
        ran = run_batch_on("-", "-o", "out.jsonl", folder=folder, stdin=text)
    assert ran.code == 130
    assert "this run cannot be resumed" in ran.err
    assert not (folder / "out.jsonl.journal").exists()


def test_what_another_process_holds_is_waited_for(tmp_path: Path) -> None:
    """As long as is asked for; until then nobody else has it."""
    held, wanted = (os.open(tmp_path, os.O_RDONLY) for _ in range(2))
    assert lock(held)
    assert not lock(wanted)
    assert not lock(wanted, 0.05)
    threading.Timer(0.1, os.close, [held]).start()
    assert lock(wanted, SECONDS)
    os.close(wanted)
