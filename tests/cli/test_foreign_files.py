"""What is no text of records, and a log where records are expected: one line that says what to do."""

import bz2
import gzip
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import calc
from tests.batch.material import SAMPLES, packed, rows_of
from tests.cli.running import SECONDS, run_yaku, start_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

HAND = b"123m456p789s1122z +2z ron from=W seat=S round=E riichi\n" * 3
LOG = (SAMPLES / "logs" / "tenhou.mjlog").read_bytes()
#: How files begin that nothing here reads, and what is said of them.
FOREIGN = {
    "lz4": (b"\x04\x22\x4d\x18\x64\x40\xa7\x0a", "a file packed with lz4; unpack it first: lz4 -d FILE"),
    "7z": (b"7z\xbc\xaf\x27\x1c\x00\x04", "an archive of 7-Zip; unpack it first: 7z x FILE"),
    "rar": (b"Rar!\x1a\x07\x01\x00", "a RAR archive; unpack it first: unrar x FILE"),
    "pdf": (b"%PDF-1.7\nobj\n", "a PDF; write the records as text"),
    "png": (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG picture; write the records as text"),
    "sqlite": (b"SQLite format 3\x00\x10\x00", "an SQLite data base; save its table as CSV"),
}
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "bz2, small blocks": partial(bz2.compress, compresslevel=1),
}
COMMANDS: dict[str, Any] = ROWS["commands"]
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
    path.write_bytes(FOREIGN["7z"][0])
    with path.open("rb") as stream, start_yaku(command, "-", stdin=stream.fileno()) as process:
        _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert err.splitlines()[0].endswith(FOREIGN["7z"][1])


@pytest.mark.parametrize("command", [["log"], ["batch", "-o", "out.jsonl"]], ids=["log", "batch"])
def test_it_is_found_inside_of_what_is_unpacked(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "a.gz").write_bytes(packed(FOREIGN["7z"][0]))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("in.mjlog", FOREIGN["7z"][0])
    for name in ("a.gz", "a.zip"):
        (message,) = refusals([*command, *(["--force"] if command[0] == "batch" else [])], name, tmp_path)
        assert message.endswith(FOREIGN["7z"][1])


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
def test_packed_files_are_read_as_plain_ones_and_zip_is_for_logs_and_batches(
    tmp_path: Path, command: list[str]
) -> None:
    ran = None
    for pack in (bytes, *PACKED.values()):
        (tmp_path / "a").write_bytes(pack(HAND))
        found = run_yaku(*command, "a", folder=tmp_path)
        ran = ran or found
        assert found == ran
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("in.txt", HAND)
    (message,) = refusals(command, "a.zip", tmp_path)
    assert "found a zip archive; unpack it first" in message


def test_a_packed_file_that_is_broken_or_too_large_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(HAND)[:-9])
    (tmp_path / "twice.gz").write_bytes(gzip.compress(gzip.compress(HAND)))
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b"#" + b"\n" * (20 << 20)))
    assert refusals(["score"], "cut.gz", tmp_path)[0].startswith("error: cut.gz: expected a whole gzip file")
    assert "something packed again" in refusals(["score"], "twice.gz", tmp_path)[0]
    assert "expected a file of at most 16 MiB" in refusals(["score"], "bomb.gz", tmp_path)[0]


def test_the_library_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.xz").write_bytes(lzma.compress(HAND))
    assert len([*calc.read_records(tmp_path / "a.xz")]) == 3
    with (tmp_path / "a.xz").open("rb") as stream:
        assert len([*calc.read_records(stream)]) == 3
    (tmp_path / "a.7z").write_bytes(FOREIGN["7z"][0])
    (error,) = calc.read_logs(tmp_path / "a.7z")
    assert isinstance(error, calc.UnreadableError)
