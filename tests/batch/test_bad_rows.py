"""A record that is wrong is a row and a reject, in its place; it never ends the run, and never vanishes."""

import json
import os
import shutil
import socket
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from calc.batch import run, settle
from calc.intake.blocks import Block
from calc.intake.lines import MAX_DOCUMENT, MAX_LINE, MAX_YAML
from calc.settling import AnyRead, Settings, settle_reads
from tests.batch.material import (
    CSV_CELLS,
    CSV_HEAD,
    LINE,
    MIXED,
    SAMPLES,
    WIN,
    expected_rows,
    many_wins,
    packed,
    rejects_of,
    rows_of,
    run_batch_on,
    write_lines,
)
from tests.cli.running import run_yaku

GOOD = json.dumps(WIN).encode()
#: Lines of JSON that are refused, with the code.
BAD_LINES = {
    "broken UTF-8": (b'{"id": "\xff"}', "notation"),
    "a NUL": (GOOD.replace(b"riichi", b"rii\0chi", 1), "notation"),
    "only a NUL": (b"\0", "notation"),
    "deep nesting": (b"[" * 100_000, "notation"),
    "a deep id": (GOOD.replace(b"{", b'{"id": ' + b"[" * 500 + b"]" * 500 + b", ", 1), "wrong_type"),
    "an id that is too deep to be written": (b'{"id": ' + b"[" * 990 + b"]" * 990 + GOOD[1:], "notation"),
    "a list": (b"[1]", "wrong_type"),
    "a number": (b"1", "wrong_type"),
    "null": (b"null", "wrong_type"),
    "a hand that is a number": (GOOD.replace(b'"123m456p789s1122z"', b"7"), "wrong_type"),
    "half a record": (GOOD[:40], "notation"),
    "a key twice": (GOOD[:-1] + b', "hand": "1m"}', "notation"),
    "no record": (b"{}", "missing_key"),
    "a long line": (b'{"id": "' + b"x" * MAX_LINE + b'"}', "unreadable"),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_refused_in_its_place_and_the_others_are_settled(name: str, tmp_path: Path) -> None:
    bad, code = BAD_LINES[name]
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_bytes(b"\n".join([GOOD, bad, GOOD, b""]))
    ran = run_batch_on(path, "-o", out)
    assert (ran.code, ran.out) == (1, "")
    assert "Traceback" not in ran.err
    rows = rows_of(out)
    assert [(row["ok"], row["file"], row["line"]) for row in rows] == [
        (True, str(path), 1),
        (False, str(path), 2),
        (True, str(path), 3),
    ]
    error = rows[1]["error"]
    assert rejects_of(out) == [
        {"file": str(path), "line": 2, **{key: error[key] for key in ("column", "key", "code", "message")}}
    ]
    assert error["code"] == code


def test_the_longest_line_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    for over in (0, 1):
        path = tmp_path / f"{over}.jsonl"
        filling = b" " * (MAX_LINE - len(GOOD) - 1 + over)
        path.write_bytes(GOOD[:-1] + filling + b"}\n" + GOOD)
        assert [row["ok"] for row in rows_of(run_batch_on(path))] == [not over, True]


@pytest.mark.parametrize("bad", [LINE.encode() + b" id=\xff", b"\0", b"x" * (MAX_LINE + 1), LINE.encode() + b" riichy"])
def test_a_bad_line_of_notation(bad: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(b"\n".join([LINE.encode(), bad, LINE.encode()]))
    assert [(row["ok"], row["line"]) for row in rows_of(run_batch_on(path))] == [(True, 1), (False, 2), (True, 3)]


@pytest.mark.parametrize(
    "bad", [b"\xff," + CSV_CELLS.encode(), b'"open,' + CSV_CELLS.encode(), b"x" * 200_000 + b",1", b"a,b"]
)
def test_a_bad_row_of_csv_does_not_take_the_next_with_it(bad: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    good = b"a," + CSV_CELLS.encode()
    path.write_bytes(b"\n".join([f"id,{CSV_HEAD}".encode(), good, bad, good, b""]))
    assert [(row["ok"], row["line"]) for row in rows_of(run_batch_on(path))] == [(True, 2), (False, 3), (True, 4)]


def test_a_quote_that_stays_open_far_from_the_end_costs_one_row(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    rows = [f"{place},{CSV_CELLS}" for place in range(5000)]
    rows[7] = f'"{rows[7]}'
    path.write_text("\n".join([f"id,{CSV_HEAD}", *rows]), encoding="utf-8")
    found = rows_of(run_batch_on(path))
    assert [row["line"] for row in found] == list(range(2, 5002))
    assert [row["line"] for row in found if not row["ok"]] == [9]


# ---- whole files

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
#: Files that are refused as a whole, with words of the message and the line.
BAD_FILES = {
    "bomb.yaml": (BOMB.encode(), "200,000 values", 1),
    "deep.yaml": (b"[" * 5000, "levels", 1),
    "utf8.yaml": (b"id: a\nhand: \xff\n", "UTF-8", 2),
    "long.yaml": (b"#" * (MAX_YAML + 1), "16 MiB of YAML", 1),
    "bytes.json": (b'{\n"\xff": 1}', "UTF-8", 1),
    "broken.json": (b"[\n" + GOOD + b",\n" + GOOD[:30] + b"]", "expected JSON", 3),
    "long.json": (b"[" + b" " * MAX_DOCUMENT + b"]", "32 MiB of JSON", 1),
    "twice.csv": (b"hand,by,hand\n1,2,3\n", "each column once", 1),
    "colons.csv": (b"hand:by\n1:2\n", "a column that is a key", 1),
    "wide.csv": ("hand,by\n1,2\n".encode("utf-16")[:-1], "UTF-8", 1),
    "bytes.mjlog": (bytes(range(128, 256)), "expected Tenhou XML", 1),
    "half.mjlog": (b"<mjloggm ver='2.3'><INIT", "whole XML", 1),
    "half.zip": (b"PK\x03\x04rest", "without its end", 1),
    "no.jsonl.gz": (b"\x1f\x8bno gzip at all", "whole gzip", 1),
    "twice.jsonl.gz": (packed(packed(GOOD)), "packed again", 1),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_cannot_be_read_is_one_row_and_the_next_file_goes_on(name: str, tmp_path: Path) -> None:
    data, words, line = BAD_FILES[name]
    (tmp_path / name).write_bytes(data)
    write_lines(tmp_path / "next.jsonl", [WIN])
    ran = run_batch_on(name, "next.jsonl", folder=tmp_path)
    first, second = rows_of(ran)
    code = "notation" if name == "bytes.json" else "unreadable"
    assert (first["error"]["code"], first["file"], first["line"]) == (code, name, line)
    assert words in first["error"]["message"]
    assert not first["error"]["message"].startswith(name), "file and line stand beside it"
    assert (second["ok"], second["file"], ran.code) == (True, "next.jsonl", 1)


def test_a_file_that_has_gone_or_is_locked_is_one_row(tmp_path: Path) -> None:
    write_lines(tmp_path / "a.jsonl", [WIN])
    (tmp_path / "b.jsonl").symlink_to(tmp_path / "nowhere")
    found = rows_of(run_batch_on(".", folder=tmp_path))
    assert [(row["ok"], row["file"]) for row in found] == [(True, "./a.jsonl"), (False, "./b.jsonl")]


@pytest.mark.parametrize("pattern", [".", "*"])
@pytest.mark.parametrize("kind", ["pipe", "link to a pipe", "endless", "socket"])
def test_what_is_no_file_in_a_folder_is_one_row_and_is_not_read(tmp_path: Path, kind: str, pattern: str) -> None:
    write_lines(tmp_path / "a.jsonl", [WIN])
    odd = tmp_path / "b.jsonl"
    if kind == "endless":
        odd.symlink_to("/dev/zero")
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(odd))
    else:
        os.mkfifo(tmp_path / "pipe" if "link" in kind else odd)
        if "link" in kind:
            odd.symlink_to(tmp_path / "pipe")
            (tmp_path / "c.jsonl").symlink_to(tmp_path / "a.jsonl")
    ran = run_batch_on(pattern, folder=tmp_path)
    found = {Path(row["file"]).name: row for row in rows_of(ran)}
    assert ran.code == 1
    assert found["a.jsonl"]["ok"]
    assert found["b.jsonl"]["error"]["code"] == "unreadable"
    assert "expected a regular file in a folder" in found["b.jsonl"]["error"]["message"]
    if "link" in kind:
        assert found["c.jsonl"]["ok"], "a link to a file is one"


@pytest.mark.parametrize("command", ["log", "standings", "stats"])
def test_other_commands_read_no_pipe_in_a_folder_either(tmp_path: Path, command: str) -> None:
    shutil.copy(SAMPLES / "logs" / "tenhou.mjlog", tmp_path / "a.mjlog")
    os.mkfifo(tmp_path / "b.mjlog")
    ran = run_yaku(command, ".", folder=tmp_path)
    assert ran.code == 1
    assert "b.mjlog" in ran.err
    assert "expected a regular file in a folder, found a pipe" in ran.err
    assert ran.out, "the log beside it is read"


@pytest.mark.parametrize("change", ["cut", "grown", "written over", "replaced before it was opened"])
@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_an_input_that_is_written_to_during_the_run_is_told(tmp_path: Path, change: str, ending: str) -> None:
    """A large file comes first, so that the run has begun when the other one is read."""
    write_lines(tmp_path / "a.jsonl", many_wins(6000))
    path = write_lines(tmp_path / f"b.{ending}", many_wins(9000))
    write = settle.settle_block
    before = path.read_bytes()

    def changing(block: Block, *rest: Any, **more: Any) -> settle.Done:
        if block.form == "jsonl" and block.line == 1 and block.file.startswith("a" if "opened" in change else "b"):
            if change == "replaced before it was opened":
                path.unlink()
            with path.open("ab" if change == "grown" else "wb") as file:
                file.write({"grown": b"\n", "cut": before[:-10]}.get(change, before))
            os.utime(path, ns=(1, 1))
        return write(block, *rest, **more)

    with mock.patch.object(run, "settle_block", changing):
        ran = run_batch_on("a.jsonl", path.name, "-o", "out", folder=tmp_path)
    assert ran.code == 1
    last = rejects_of(tmp_path / "out")[-1]
    assert (last["file"], last["code"]) == (path.name, "unreadable")
    assert last["message"].startswith("expected a file that stays as it is while it is read, found one that was")
    assert f"({len(before):,} bytes before, {path.stat().st_size:,} after)" in last["message"]


@pytest.mark.parametrize("change", ["renamed", "removed", "replaced", "read"])
def test_an_input_that_is_read_whole_is_told_nothing_of(tmp_path: Path, change: str) -> None:
    """It had another name, or none, by then; but what was read is what there was when the run began."""
    path = write_lines(tmp_path / "b.jsonl", many_wins(9000))
    write = settle.settle_block

    def changing(block: Block, *rest: Any, **more: Any) -> settle.Done:
        if block.line == 1 and change == "read":
            path.read_bytes()
        elif block.line == 1:
            path.rename(tmp_path / "b.jsonl.1")
            if change == "removed":
                (tmp_path / "b.jsonl.1").unlink()
            elif change == "replaced":
                write_lines(path, [WIN])
        return write(block, *rest, **more)

    with mock.patch.object(run, "settle_block", changing):
        ran = run_batch_on("b.jsonl", "-o", "out", "--jobs", "1", folder=tmp_path)
    assert (ran.code, len(rows_of(tmp_path / "out"))) == (0, 9000)


@pytest.mark.parametrize("idle", [b"\n", b" \t\r\n", b"# a comment\n", b"\n # and\n\n"])
@pytest.mark.parametrize("name", ["in.jsonl", "in.txt", "in.csv"])
def test_lines_that_say_nothing_are_passed_over_in_no_time(tmp_path: Path, name: str, idle: bytes) -> None:
    first, good = {"in.txt": (b"", LINE.encode()), "in.csv": (CSV_HEAD.encode() + b"\n", CSV_CELLS.encode())}.get(
        name, (b"", GOOD)
    )
    if name == "in.csv" and b"#" in idle:
        idle = b"\n"
    count = (8 << 20) // len(idle)
    (tmp_path / f"{name}.gz").write_bytes(packed(first + idle * count + good + b"\n" + idle * 9000 + b"bad\n"))
    started = time.process_time()
    rows = rows_of(run_batch_on(f"{name}.gz", "--jobs", "1", folder=tmp_path))
    assert time.process_time() - started < 8
    lines = count * idle.count(b"\n") + bool(first) + 1
    assert [(row["ok"], row["line"]) for row in rows] == [
        (True, lines),
        (False, lines + 9000 * idle.count(b"\n") + 1),
    ]


def test_a_gzip_file_that_is_cut_short_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    lines = b"".join(json.dumps(one).encode() + b"\n" for one in many_wins(3000))
    whole = packed(lines)
    (tmp_path / "in.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    *settled, last = rows_of(run_batch_on("in.jsonl.gz", folder=tmp_path))
    assert len(settled) > 100
    assert [row["id"] for row in settled] == list(range(1, len(settled) + 1))
    assert (last["error"]["code"], last["line"]) == ("unreadable", len(settled) + 1)


def test_documents_before_a_fault_of_yaml_are_settled(tmp_path: Path) -> None:
    text = "---\n".join(f"{json.dumps(WIN)}\n" for _ in range(300))
    (tmp_path / "in.yaml").write_text(f"{text}---\na: [\n", encoding="utf-8")
    rows = rows_of(run_batch_on("in.yaml", folder=tmp_path))
    assert [row["ok"] for row in rows] == [True] * 300 + [False]
    assert rows[-1]["line"] >= 600


def test_a_log_that_is_broken_among_others(tmp_path: Path) -> None:
    events = (SAMPLES / "logs" / "game.mjai.jsonl").read_text(encoding="utf-8")
    (tmp_path / "two.jsonl").write_text(events + '{"type":"start_game","names":["a"]}\n', encoding="utf-8")
    assert [row["ok"] for row in rows_of(run_batch_on("two.jsonl", folder=tmp_path))] == [True, False]


def test_a_bomb_of_gzip_costs_neither_time_nor_rows(tmp_path: Path) -> None:
    (tmp_path / "bomb.jsonl.gz").write_bytes(packed(b"\0" * (200 << 20)) + packed(b"\n" + GOOD + b"\n"))
    started = time.process_time()
    rows = rows_of(run_batch_on("bomb.jsonl.gz", folder=tmp_path))
    assert time.process_time() - started < 20
    assert [(row["ok"], row["line"]) for row in rows] == [(False, 1), (True, 2)]


def test_a_record_at_which_the_program_itself_fails_is_refused_alone(tmp_path: Path) -> None:

    def failing(reads: list[AnyRead], settings: Settings) -> Any:
        if any(read.record is not None and read.record.id == "claim right" for read in reads):
            raise ZeroDivisionError("division by zero")
        return settle_reads(reads, settings)

    path = write_lines(tmp_path / "in.jsonl", MIXED)
    with mock.patch("calc.settling.settle_reads", failing):
        rows = rows_of(run_batch_on(path))
    expected = expected_rows(path)
    assert rows[1]["error"]["message"].startswith("expected a record that can be settled; the program failed on it")
    assert rows[1]["id"] == "claim right"
    assert rows[:1] + rows[2:] == expected[:1] + expected[2:]


# ---- rejects and exit codes


def test_without_bad_rows_there_is_no_file_of_rejects_and_an_old_one_goes(tmp_path: Path) -> None:
    path, out = write_lines(tmp_path / "in.jsonl", [WIN]), tmp_path / "out.jsonl"
    (tmp_path / "out.jsonl.rejects").write_text("old", encoding="utf-8")
    assert run_batch_on(path, "-o", out).code == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_a_refusal_that_bears_out_its_claim_is_no_reject(tmp_path: Path) -> None:
    right = next(one for one in MIXED if one["id"] == "no yaku, as claimed")
    path, out = write_lines(tmp_path / "in.jsonl", [right]), tmp_path / "out.jsonl"
    ran = run_batch_on(path, "-o", out)
    assert ran.code == 0
    assert "1 no win, as claimed" in ran.err
    assert not Path(f"{out}.rejects").exists()


def test_rejects_are_told_on_stderr_where_results_go_to_stdout(tmp_path: Path) -> None:
    write_lines(tmp_path / "in.jsonl", [{**WIN, "riichy": 1}])
    ran = run_batch_on("in.jsonl", "--quiet", folder=tmp_path)
    assert ran.err == "in.jsonl:1: error: expected a key of a win, found 'riichy'; did you mean 'riichi'? [riichy]\n"
