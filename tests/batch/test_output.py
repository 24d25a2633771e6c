"""Where results go: files that have their names only when they are whole, streams, Parquet."""

import importlib.util
import json
import sys
from pathlib import Path
from unittest import mock

import pytest

from tests.batch.material import (
    CSV_CELLS,
    CSV_HEAD,
    MIXED,
    expected_rows,
    many_wins,
    rows_of,
    run_batch_on,
    write_lines,
)
from tests.cli.running import run_on_terminal, start_yaku


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_lines(tmp_path / "in.jsonl", MIXED)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_has_the_rows_of_stdout_and_nothing_else_is_left(folder: Path) -> None:
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", folder=folder)
    assert (ran.out, ran.code) == ("", 1)
    assert rows_of(folder / "out.jsonl") == rows_of(run_batch_on("in.jsonl", folder=folder))
    assert names(folder) == ["in.jsonl", "out.jsonl", "out.jsonl.rejects"]


def test_the_ending_tells_csv_unless_the_format_is_given(folder: Path) -> None:
    run_batch_on("in.jsonl", "-o", "out.csv", folder=folder)
    run_batch_on("in.jsonl", "-o", "json.csv", "-f", "json", folder=folder)
    assert (folder / "out.csv").read_text() == run_batch_on("in.jsonl", "-f", "csv", folder=folder).out
    assert len(rows_of(folder / "json.csv")) == len(MIXED)


def test_what_is_there_is_replaced_only_by_force(folder: Path) -> None:
    (folder / "out.jsonl").write_text("precious", encoding="utf-8")
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", folder=folder)
    assert ran.code == 2
    assert ran.err == "error: 'out.jsonl' is there already; write to another file, or replace it with --force\n"
    assert (folder / "out.jsonl").read_text(encoding="utf-8") == "precious"
    assert names(folder) == ["in.jsonl", "out.jsonl"]
    assert run_batch_on("in.jsonl", "-o", "out.jsonl", "--force", folder=folder).code == 1
    assert len(rows_of(folder / "out.jsonl")) == len(MIXED)


def test_what_a_stopped_run_left_is_replaced_only_by_force(folder: Path) -> None:
    (folder / "out.jsonl.part").write_text("half", encoding="utf-8")
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", folder=folder)
    assert ran.code == 2
    assert "--resume" in ran.err
    assert "--force" in ran.err
    assert (folder / "out.jsonl.part").read_text(encoding="utf-8") == "half"
    assert run_batch_on("in.jsonl", "-o", "out.jsonl", "--force", folder=folder).code == 1
    assert names(folder) == ["in.jsonl", "out.jsonl", "out.jsonl.rejects"]


def test_a_folder_that_is_not_there_is_an_error_of_one_line(folder: Path) -> None:
    ran = run_batch_on("in.jsonl", "-o", "lost/out.jsonl", folder=folder)
    assert (ran.code, ran.err) == (1, "error: the output cannot be written: No such file or directory\n")


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
def test_a_device_is_written_to_as_it_is(folder: Path) -> None:
    assert run_batch_on("in.jsonl", "-o", "/dev/null", folder=folder).code == 1
    assert not Path("/dev/null").is_file()
    assert names(folder) == ["in.jsonl"]


def test_resume_and_force_exclude_each_other(folder: Path) -> None:
    assert run_batch_on("in.jsonl", "-o", "out.jsonl", "--resume", "--force", folder=folder).code == 2


def test_no_input_gives_no_rows(folder: Path) -> None:
    (folder / "empty.jsonl").write_text("", encoding="utf-8")
    ran = run_batch_on("empty.jsonl", "-o", "out.jsonl", folder=folder)
    assert (ran.code, (folder / "out.jsonl").read_text()) == (0, "")
    assert ran.err.startswith("0 records: 0 settled, 0 refused\n")


def test_a_reader_that_has_gone_away_is_no_traceback(folder: Path) -> None:
    write_lines(folder / "many.jsonl", many_wins(20_000))
    for jobs in ("1", "2"):
        with start_yaku("batch", str(folder / "many.jsonl"), "--jobs", jobs) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            first = process.stdout.readline()
            process.stdout.close()
            err = process.stderr.read()
        assert json.loads(first)["id"] == 1
        assert err == ""
        assert process.returncode == 1


def test_no_progress_where_stderr_is_no_terminal(folder: Path) -> None:
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", folder=folder)
    assert "\x1b" not in ran.err
    assert run_batch_on("in.jsonl", "-o", "out.jsonl", "--force", "--quiet", folder=folder).err == ""


def test_progress_on_a_terminal(folder: Path) -> None:
    write_lines(folder / "many.jsonl", many_wins(9000))
    found = run_on_terminal("batch", "many.jsonl", "-o", "out.jsonl", folder=folder, env={"COLUMNS": "100"})
    assert "9,000 records" in found
    assert "%" in found


# ---- Parquet


def test_without_pyarrow_the_message_says_what_to_install(folder: Path) -> None:
    with mock.patch.dict(sys.modules, {"pyarrow": None, "pyarrow.parquet": None}):
        ran = run_batch_on("in.jsonl", "-o", "out.parquet", folder=folder)
    assert ran.code == 2
    assert ran.err == "error: Parquet needs pyarrow, which is not installed: pip install 'yaku-calc[parquet]'\n"
    assert names(folder) == ["in.jsonl"]


def test_parquet_takes_no_format(folder: Path) -> None:
    assert run_batch_on("in.jsonl", "-o", "out.parquet", "--format", "csv", folder=folder).code == 2


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pip install 'yaku-calc[parquet]'")
def test_parquet_has_the_rows_with_numbers_as_numbers(folder: Path) -> None:
    from pyarrow import parquet

    ran = run_batch_on("in.jsonl", "-o", "out.parquet", folder=folder)
    assert ran.code == 1
    rows = parquet.read_table(folder / "out.parquet").to_pylist()
    expected = expected_rows(folder / "in.jsonl", name="in.jsonl")
    for key in ("id", "rules", "ok", "han", "fu", "points", "agrees", "file", "line"):
        assert [row[key] for row in rows] == [row.get(key) for row in expected]
    assert rows[0]["payments"] == {**expected[0]["payments"], "discarder": None}
    assert names(folder) == ["in.jsonl", "out.parquet", "out.parquet.rejects"]
    ran = run_batch_on("in.jsonl", "-o", "out.parquet", "--resume", folder=folder)
    assert (ran.code, "there is nothing to resume" in ran.err) == (2, True)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pip install 'yaku-calc[parquet]'")
def test_arrow_and_csv_have_passed_columns_as_columns(folder: Path) -> None:
    import csv

    from pyarrow import ipc, parquet

    rows = [f"{CSV_CELLS},{club}\n" for club in ("Kyoto", "")]
    (folder / "in.csv").write_text(f"{CSV_HEAD},club\n{''.join(rows)}", encoding="utf-8")
    for out in ("out.csv", "out.arrow", "out.parquet"):
        assert run_batch_on("in.csv", "-o", out, "--pass", "club", folder=folder).code == 0
    found = ipc.open_file(folder / "out.arrow").read_all()
    assert found.equals(parquet.read_table(folder / "out.parquet"))
    assert [(row["id"], row["club"], row["ok"]) for row in found.to_pylist()] == [
        (None, "Kyoto", True),
        (None, None, True),
    ]
    with open(folder / "out.csv", newline="", encoding="utf-8") as file:
        assert [(row["id"], row["club"]) for row in csv.DictReader(file)] == [("", "Kyoto"), ("", "")]
