"""What is no text of records, and a log where records are expected: one line that says what to do."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest

import calc
from tests.batch.material import SAMPLES, packed, rows_of
from tests.cli.running import PROJECT, run_yaku, start_yaku

HAND = b"123m456p789s1122z +2z ron from=W seat=S round=E riichi\n" * 3
LOG = (SAMPLES / "logs" / "tenhou.mjlog").read_bytes()
#: How files begin that nothing here reads, and what is said of them.
FOREIGN = {
    "xz": (lzma.compress(HAND), "a file packed with xz; unpack it first: xz -d FILE"),
    "bz2": (bz2.compress(HAND), "a file packed with bz2; unpack it first: bzip2 -d FILE"),
    "bz2, small blocks": (bz2.compress(HAND, 1), "a file packed with bz2; unpack it first: bzip2 -d FILE"),
    "bz2 of nothing": (bz2.compress(b""), "a file packed with bz2; unpack it first: bzip2 -d FILE"),
    "zstd": (b"\x28\xb5\x2f\xfd\x04\x58\x11\x00\x00hand", "a file packed with zstd; unpack it first: zstd -d FILE"),
    "lz4": (b"\x04\x22\x4d\x18\x64\x40\xa7\x0a", "a file packed with lz4; unpack it first: lz4 -d FILE"),
    "7z": (b"7z\xbc\xaf\x27\x1c\x00\x04", "an archive of 7-Zip; unpack it first: 7z x FILE"),
    "rar": (b"Rar!\x1a\x07\x01\x00", "a RAR archive; unpack it first: unrar x FILE"),
    "pdf": (b"%PDF-1.7\nobj\n", "a PDF; write the records as text"),
    "png": (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG picture; write the records as text"),
    "parquet": (b"PAR1\x15\x04\x15\x10", "a Parquet file; save it as CSV or JSON lines"),
    "sqlite": (b"SQLite format 3\x00\x10\x00", "an SQLite data base; save its table as CSV"),
}
COMMANDS = {
    "score": ["score"],
    "dispute": ["dispute", "--claim", "7700"],
    "compare": ["compare"],
    "waits": ["waits"],
    "game": ["game"],
    "log": ["log"],
    "log --check": ["log", "--check"],
    "batch": ["batch", "-o", "out.jsonl"],
}
RECORD_COMMANDS = {name: command for name, command in COMMANDS.items() if name not in ("log", "log --check", "batch")}


def refusals(command: list[str], name: str, folder: Path) -> list[str]:
    """The messages of what was refused."""
    ran = run_yaku(*command, name, folder=folder)
    assert ran.code == 1
    if command[0] == "batch":
        return [row["message"] for row in rows_of(folder / "out.jsonl.rejects")]
    return [line for line in ran.err.splitlines() if "error: " in line]


@pytest.mark.parametrize(("data", "told"), FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("name", ["given", "given.txt", "given.mjlog", "given.csv"])
def test_it_is_refused_in_one_line_whatever_its_name(
    tmp_path: Path, command: list[str], data: bytes, told: str, name: str
) -> None:
    (tmp_path / name).write_bytes(data)
    (message,) = refusals(command, name, tmp_path)
    assert message.endswith(f"expected records or logs as text, found {told}")


@pytest.mark.parametrize("command", ["score", "log", "batch"])
def test_standard_input_is_looked_at_too(tmp_path: Path, command: str) -> None:
    path = tmp_path / "given"
    path.write_bytes(FOREIGN["xz"][0])
    with path.open("rb") as stream, start_yaku(command, "-", stdin=stream.fileno()) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.splitlines()[0].endswith(FOREIGN["xz"][1])


@pytest.mark.parametrize("command", [["log"], ["batch", "-o", "out.jsonl"]], ids=["log", "batch"])
def test_it_is_found_inside_of_what_is_unpacked(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "a.gz").write_bytes(packed(lzma.compress(LOG)))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("in.mjlog", lzma.compress(LOG))
    for name in ("a.gz", "a.zip"):
        (message,) = refusals([*command, *(["--force"] if command[0] == "batch" else [])], name, tmp_path)
        assert message.endswith(FOREIGN["xz"][1])


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_an_archive_of_tar(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "in.mjlog").write_bytes(LOG)
    with tarfile.open(tmp_path / "logs.tar", "w") as archive:
        archive.add(tmp_path / "in.mjlog", "in.mjlog")
    (message,) = refusals(command, "logs.tar", tmp_path)
    assert message.endswith("found a tar archive; unpack it first: tar -xf FILE")


@pytest.mark.parametrize("command", [["log"], ["batch", "-o", "out.jsonl"]], ids=["log", "batch"])
def test_a_spreadsheet_is_one_refusal_and_not_one_a_part(tmp_path: Path, command: list[str]) -> None:
    with zipfile.ZipFile(tmp_path / "book.xlsx", "w") as archive:
        for name in ("[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"):
            archive.writestr(name, "<Types/>")
    (message,) = refusals(command, "book.xlsx", tmp_path)
    assert message.endswith("found a document of an office program; save the table as CSV")


@pytest.mark.parametrize("command", RECORD_COMMANDS.values(), ids=RECORD_COMMANDS)
def test_gzip_and_zip_are_for_logs_and_batches(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(HAND))
    (message,) = refusals(command, "a.gz", tmp_path)
    assert "found a file packed with gzip; unpack it first: gzip -d FILE, or settle it with yaku batch" in message
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("in.txt", HAND)
    (message,) = refusals(command, "a.zip", tmp_path)
    assert "found a zip archive; unpack it first" in message


def test_the_library_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.xz").write_bytes(FOREIGN["xz"][0])
    with pytest.raises(calc.UnreadableError, match="packed with xz; unpack it first: xz -d FILE"):
        list(calc.read_records(tmp_path / "a.xz"))
    (error,) = calc.read_logs(tmp_path / "a.xz")
    assert isinstance(error, calc.UnreadableError)


def test_packed_files_in_a_folder_are_refused_and_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.mjlog").write_bytes(LOG)
    for name, packing in (("b.mjlog.xz", "xz"), ("c.txt.bz2", "bz2"), ("d.jsonl.zst", "zstd")):
        (tmp_path / "in" / name).write_bytes(FOREIGN[packing][0])
    (tmp_path / "in" / "photo.xz").write_bytes(b"nothing that is meant")
    ran = run_yaku("batch", "in", "-o", "out.jsonl", folder=tmp_path)
    assert [row["file"] for row in rows_of(tmp_path / "out.jsonl.rejects")] == [
        "in/b.mjlog.xz",
        "in/c.txt.bz2",
        "in/d.jsonl.zst",
    ]
    assert ran.code == 1


@pytest.mark.parametrize("text", ["BZh: a name\n", "PK is no hand\n", "GIF\n", "7z9s\n", "LZIP\n"])
def test_text_that_only_begins_alike_is_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.txt").write_text(text)
    ran = run_yaku("score", "a.txt", folder=tmp_path)
    assert "as text, found" not in ran.err


# ---- logs


LOGS = [str(path.relative_to(PROJECT)) for path in sorted((SAMPLES / "logs").glob("*"))]


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("command", RECORD_COMMANDS.values(), ids=RECORD_COMMANDS)
def test_a_log_given_to_a_command_of_records(command: list[str], name: str) -> None:
    ran = run_yaku(*command, name)
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err == f"error: {name}: expected records, but this is a log: yaku log {name}\n"


def test_logs_in_other_dresses(tmp_path: Path) -> None:
    value = json.loads((SAMPLES / "logs" / "game.json").read_text(encoding="utf-8"))
    texts = {
        "no-ending": LOG.decode(),
        "declared.txt": f'<?xml version="1.0"?>\n{LOG.decode()}',
        "over-lines.json": json.dumps(value, indent=1),
        "a-line.txt": json.dumps(value),
        "blank-first.json": f"\n\n{json.dumps(value)}\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        ran = run_yaku("score", name, folder=tmp_path)
        assert ran.err == f"error: {name}: expected records, but this is a log: yaku log {name}\n"
    ran = run_yaku("score", "-", stdin=LOG.decode())
    assert ran.err == "error: stdin: expected records, but this is a log: yaku log -\n"


def test_a_record_that_has_the_key_of_a_log_is_a_record(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"hand": "1m", "type": "x", "log": []}\n')
    ran = run_yaku("score", "a.jsonl", folder=tmp_path)
    assert "this is a log" not in ran.err
    assert ran.code == 1
