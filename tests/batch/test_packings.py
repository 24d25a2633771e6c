"""Packed inputs: the same games and rows as of the plain file, alone, in a folder or in an archive."""

import bz2
import codecs
import gzip
import json
import lzma
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import calc
from tests.batch.material import SAMPLES, rows_of
from tests.cli.running import run_yaku

LOG = (SAMPLES / "logs" / "tenhou.mjlog").read_bytes()
HANDS = b"".join(
    b"riichi id=%d 123m456p789s1122z +2z ron from=W seat=S round=E riichi\n" % number for number in range(200)
)


def zstd() -> Any:
    """Whatever packs by zstd."""
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    return pytest.importorskip(name, reason="pip install 'yaku-calc[zst]'")


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
    ".zst": lambda data: bytes(zstd().compress(data)),
}


@pytest.fixture(params=PACKINGS)
def packing(request: pytest.FixtureRequest) -> str:
    if request.param == ".zst":
        zstd()
    return str(request.param)


def games(path: Path) -> list[Any]:
    return [one if isinstance(one, calc.CalcError) else (one.record, one.said) for one in calc.read_logs(path)]


@pytest.fixture(scope="module")
def plain() -> list[Any]:
    return games(SAMPLES / "logs" / "tenhou.mjlog")


def test_a_packed_log_is_the_log(tmp_path: Path, packing: str, plain: list[Any]) -> None:
    for name in (f"a.mjlog{packing}", "without-an-ending"):
        (tmp_path / name).write_bytes(PACKINGS[packing](LOG))
        assert games(tmp_path / name) == plain


def test_parts_after_each_other_are_one_file(tmp_path: Path, packing: str, plain: list[Any]) -> None:
    """As ``cat`` and parallel packers write them; xz may fill up with zeros."""
    pack = PACKINGS[packing]
    data = pack(LOG[:1000]) + (b"\0" * 8 if packing == ".xz" else b"") + pack(LOG[1000:])
    (tmp_path / "a").write_bytes(data)
    assert games(tmp_path / "a") == plain


def test_a_file_that_is_cut_short_is_refused_after_what_it_holds(tmp_path: Path, packing: str) -> None:
    data = PACKINGS[packing](HANDS)
    path = tmp_path / f"a.txt{packing}"
    path.write_bytes(data[:-5])
    ran = run_yaku("batch", path.name, "-o", "out.jsonl", folder=tmp_path)
    assert ran.code == 1
    last = rows_of(tmp_path / "out.jsonl")[-1]["error"]
    name = {".gz": "gzip", ".bz2": "bz2", ".xz": "xz", ".zst": "zstd"}[packing]
    assert last["code"] == "unreadable"
    assert last["message"].startswith(f"expected a whole {name} file, found a broken one")
    (tmp_path / "a.mjlog").write_bytes(PACKINGS[packing](LOG)[:-5])
    (found,) = games(tmp_path / "a.mjlog")
    assert f"expected a whole {name} file, found a broken one" in str(found)


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_what_is_marked_as_utf16_is_read_as_utf8_is(tmp_path: Path, mark: bytes) -> None:
    """As Windows' shell and spreadsheets write text; the same lines of the same characters."""
    coding = "utf-16-le" if mark == codecs.BOM_UTF16_LE else "utf-16-be"
    wide = mark + (HANDS + "# 東場\n".encode()).decode().encode(coding)
    data = {"a.txt": HANDS, "b.txt": wide, "c.txt": gzip.compress(wide), "d.txt": wide[:-1]}
    found = {}
    for name, held in data.items():
        (tmp_path / name).write_bytes(held)
        run_yaku("batch", name, "-o", f"{name}.jsonl", folder=tmp_path)
        found[name] = [{**row, "file": ""} for row in rows_of(tmp_path / f"{name}.jsonl")]
    assert len(found["a.txt"]) == 200
    assert found["a.txt"] == found["b.txt"] == found["c.txt"] == found["d.txt"][:-1]
    assert "expected text in UTF-8, found other bytes" in found["d.txt"][-1]["error"]["message"]


def test_what_is_packed_twice_is_refused(tmp_path: Path, packing: str) -> None:
    pack = PACKINGS[packing]
    for inner in (pack(LOG), gzip.compress(LOG)):
        (tmp_path / "a").write_bytes(pack(inner))
        (found,) = games(tmp_path / "a")
        assert "found something packed again; unpack it first" in str(found)


def test_folders_patterns_and_archives_hold_packed_logs(tmp_path: Path, packing: str, plain: list[Any]) -> None:
    (tmp_path / "in").mkdir()
    data = PACKINGS[packing](LOG)
    (tmp_path / "in" / f"a.mjlog{packing}").write_bytes(data)
    (tmp_path / "in" / f"photo{packing}").write_bytes(data)
    with zipfile.ZipFile(tmp_path / "in" / "b.zip", "w") as archive:
        archive.writestr(f"inner.mjlog{packing}", data)
    for arguments in (["in"], ["in/*.zip", f"in/*.mjlog{packing}"]):
        ran = run_yaku("log", *arguments, "--check", folder=tmp_path)
        assert ran.code == 0, ran.err
        assert ran.out.splitlines()[-1].startswith("2 games, "), ran.out
        ran = run_yaku("batch", *arguments, "-o", "out.jsonl", "--check", "--force", folder=tmp_path)
        assert ran.code == 0, ran.err
        assert [row["ok"] for row in rows_of(tmp_path / "out.jsonl")] == [True, True]
    assert games(tmp_path / "in" / "b.zip") == plain


def test_records_come_out_as_they_went_in(tmp_path: Path, packing: str) -> None:
    (tmp_path / "plain.txt").write_bytes(HANDS)
    (tmp_path / f"a.txt{packing}").write_bytes(PACKINGS[packing](HANDS))
    wanted = run_yaku("batch", "plain.txt", folder=tmp_path).out
    found = run_yaku("batch", f"a.txt{packing}", folder=tmp_path).out
    assert [json.loads(line) | {"file": ""} for line in found.splitlines()] == [
        json.loads(line) | {"file": ""} for line in wanted.splitlines()
    ]
    assert len(found.splitlines()) == 200


def test_without_a_library_zstd_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.mjlog.zst").write_bytes(b"\x28\xb5\x2f\xfd\x04\x58\x11\x00\x00logs")
    with mock.patch.dict(sys.modules, {"compression.zstd": None, "backports.zstd": None}):
        (found,) = games(tmp_path / "a.mjlog.zst")
    assert str(found).endswith(
        "found a file packed with zstd; unpack it first: zstd -d FILE, "
        "or install what unpacks it: pip install 'yaku-calc[zst]'"
    )


def test_a_bomb_of_zeros_is_refused_before_it_is_unpacked(tmp_path: Path, packing: str) -> None:
    (tmp_path / "a.mjlog").write_bytes(PACKINGS[packing](bytes(64 << 20)))
    (found,) = games(tmp_path / "a.mjlog")
    assert "expected a log of at most 16 MiB" in str(found)


def test_a_text_that_only_begins_like_zstd_is_refused_in_one_line(tmp_path: Path) -> None:
    """The library has an error of its own for it."""
    zstd()
    (tmp_path / "a.txt").write_bytes(b"(\xb5/\xfdbakappana A:1BRCC,2ARCC B:5ARCC")
    ran = run_yaku("log", "a.txt", folder=tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert "expected a whole zstd file, found a broken one" in ran.err
    assert "Traceback" not in ran.err
