"""Inputs and outputs at addresses, on a store of objects that runs here (moto's server) and a server of pages."""

import contextlib
import functools
import gzip
import http.server
import importlib.util
import json
import os
import socket
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.batch.clusters import Cluster
from tests.batch.material import MIXED, SAMPLES, WIN, run_batch_on, write_lines
from tests.cli.running import run_yaku

# They are looked for, not loaded: only the process that runs these tests needs them.
for _package in ("fsspec", "s3fs", "moto", "flask"):
    if importlib.util.find_spec(_package) is None:
        _reason = f"{_package} is not installed: pip install 'yaku-calc[remote]' 'moto[server]'"
        pytest.skip(_reason, allow_module_level=True)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """The address of a store of objects."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.stop()


@pytest.fixture
def bucket(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A file system with the folder ``games`` of records and logs."""
    import s3fs

    for name, value in {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "someone",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_MAX_ATTEMPTS": "1",
    }.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    system = s3fs.S3FileSystem(use_listings_cache=False)
    system.mkdir("games")
    text = "".join(json.dumps(record) + "\n" for record in MIXED).encode()
    system.pipe_file("games/in/a.jsonl", text)
    system.pipe_file("games/in/b.jsonl.gz", gzip.compress(text, mtime=0))
    system.pipe_file("games/in/c.mjlog", (SAMPLES / "logs" / "tenhou.mjlog").read_bytes())
    system.pipe_file("games/in/notes.pdf", b"none of ours")
    yield system
    system.rm("games", recursive=True)
    s3fs.S3FileSystem.clear_instance_cache()


def here(folder: Path, bucket: Any) -> Path:
    """The same files in a folder; rows of it have other names of files."""
    bucket.get("games/in", str(folder / "in"), recursive=True)
    return folder


def names(bucket: Any) -> list[str]:
    return sorted(name.removeprefix("games/") for name in bucket.find("games"))


IN = ["in/a.jsonl", "in/b.jsonl.gz", "in/c.mjlog", "in/notes.pdf"]


@pytest.mark.parametrize("given", ["s3://games/in", "s3://games/in/", "s3://games/*/[abc].*", "s3://games/**/[abc].*"])
def test_folders_and_patterns_at_an_address_are_read_as_those_on_a_disk(
    tmp_path: Path, bucket: Any, given: str
) -> None:
    ran = run_batch_on(given, "-o", "out.jsonl", "--check", folder=tmp_path)
    assert ran.code == 1
    there = (tmp_path / "out.jsonl").read_text()
    run_batch_on("in", "-o", "one.jsonl", folder=here(tmp_path, bucket))
    assert there.replace("s3://games/", "") == (tmp_path / "one.jsonl").read_text()


def test_jobs_stats_and_logs_read_addresses_too(tmp_path: Path, bucket: Any) -> None:
    alone = run_batch_on("s3://games/in", "-o", "one.jsonl", "--jobs", "2", folder=tmp_path)
    run_batch_on("s3://games/in", "-o", "two.jsonl", folder=tmp_path)
    assert alone.code == 1
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    (tmp_path / "in").mkdir()
    bucket.get("games/in/c.mjlog", str(tmp_path / "in" / "c.mjlog"))
    for command in (["log", "--check"], ["stats"]):
        there = run_yaku(*command, "s3://games/in/c.mjlog", folder=tmp_path)
        assert (there.code, there.out) == (0, run_yaku(*command, "in/c.mjlog", folder=tmp_path).out)
    assert run_yaku("log", "s3://games/in/c.mjlog", "--check", "--jobs", "2", folder=tmp_path).code == 0


@pytest.mark.parametrize("out", ["out.jsonl", "out.csv", "out.parquet"])
def test_an_output_at_an_address_has_the_bytes_of_one_here(tmp_path: Path, bucket: Any, out: str) -> None:
    if out.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    ran = run_batch_on("s3://games/in", "-o", f"s3://games/{out}", folder=tmp_path)
    one = run_batch_on("s3://games/in", "-o", out, folder=tmp_path)
    assert (ran.code, ran.err.splitlines()[:-1]) == (one.code, one.err.splitlines()[:-1])
    for end in ("", ".rejects"):
        assert bucket.cat_file(f"games/{out}{end}") == (tmp_path / f"{out}{end}").read_bytes()
    assert names(bucket) == [*IN, out, f"{out}.rejects"]
    again = run_batch_on("s3://games/in", "-o", f"s3://games/{out}", folder=tmp_path)
    assert (again.code, "is there already" in again.err) == (2, True)
    # One that replaces it and refuses nothing leaves no rejects of the other.
    write_lines(tmp_path / "win.jsonl", [WIN])
    assert run_batch_on("win.jsonl", "-o", f"s3://games/{out}", "--force", folder=tmp_path).code == 0
    assert names(bucket) == [*IN, out]


def test_shards_at_an_address_are_joined_there(tmp_path: Path, bucket: Any) -> None:
    out = "s3://games/out.jsonl"
    for number in (1, 2, 3):
        assert run_batch_on("s3://games/in", "-o", out, "--shard", f"{number}/3", folder=tmp_path).code in (0, 1)
    again = run_batch_on("s3://games/in", "-o", out, "--shard", "1/3", folder=tmp_path)
    assert (again.code, "is there already" in again.err) == (2, True)
    again = run_batch_on("s3://games/in", "-o", out, "--shard", "1/3", "--resume", folder=tmp_path)
    assert "0 records of them in this run" in again.err or again.code == 0
    one = run_batch_on("s3://games/in", "-o", "one.jsonl", folder=tmp_path)
    joined = run_batch_on("--join", out, folder=tmp_path)
    assert joined.code == one.code
    for end in ("", ".rejects"):
        assert bucket.cat_file(f"games/out.jsonl{end}") == (tmp_path / f"one.jsonl{end}").read_bytes()
    bucket.rm("games/out.jsonl")
    bucket.rm("games/out.jsonl.shard-2-of-3.done")
    before = names(bucket)
    missing = run_batch_on("--join", out, folder=tmp_path)
    assert (missing.code, "missing: 2/3" in missing.err) == (2, True)
    assert names(bucket) == before


def test_a_cluster_settles_what_is_at_addresses(tmp_path: Path, bucket: Any) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'yaku-calc[dask]'")
    one = run_batch_on("s3://games/in", "-o", "one.jsonl", "--check", folder=tmp_path)
    (tmp_path / "cluster").mkdir()
    with contextlib.closing(Cluster(tmp_path / "cluster")) as cluster:
        given = ("s3://games/in", "-o", "s3://games/out.jsonl", "--check", "--cluster", cluster.address)
        ran = run_batch_on(*given, folder=tmp_path)
    assert (ran.code, ran.out, ran.err.splitlines()[:-1]) == (one.code, one.out, one.err.splitlines()[:-1])
    for end in ("", ".rejects"):
        assert bucket.cat_file(f"games/out.jsonl{end}") == (tmp_path / f"one.jsonl{end}").read_bytes()
    assert names(bucket) == [*IN, "out.jsonl", "out.jsonl.rejects"]


def test_a_run_that_stops_leaves_nothing_at_the_address(tmp_path: Path, bucket: Any) -> None:
    with mock.patch("calc.batch.run.settle_block", side_effect=KeyboardInterrupt):
        ran = run_batch_on("s3://games/in", "-o", "s3://games/out.jsonl", folder=tmp_path)
    assert (ran.code, "this run cannot be resumed" in ran.err) == (130, True)
    assert names(bucket) == IN
    ran = run_batch_on("s3://games/in", "-o", "s3://games/out.jsonl", "--resume", folder=tmp_path)
    assert (ran.code, "cannot be continued" in ran.err) == (2, True)


def test_an_upload_that_fails_is_told_and_nothing_has_the_name(tmp_path: Path, bucket: Any) -> None:
    import s3fs

    with mock.patch.object(s3fs.S3FileSystem, "mv", side_effect=PermissionError("no")):
        ran = run_batch_on("s3://games/in", "-o", "s3://games/out.jsonl", folder=tmp_path)
    assert (ran.code, "the output cannot be written: Permission denied" in ran.err) == (1, True)
    assert "games/out.jsonl" not in bucket.find("games")


# ---- what cannot be reached


def refused(ran: Any, *parts: str) -> None:
    """One line, and exit code 2."""
    assert ran.code == 2
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    for part in parts:
        assert part in line


@pytest.mark.parametrize("given", ["s3://games/in/none.jsonl", "s3://none/in", "s3://games/none/*.jsonl"])
def test_what_is_not_there_is_refused_in_a_line(tmp_path: Path, bucket: Any, given: str) -> None:
    refused(run_batch_on(given, "-o", "out.jsonl", folder=tmp_path), given)
    assert not [*tmp_path.iterdir()]


def test_an_object_that_is_gone_by_the_time_it_is_read_is_one_refused_row(tmp_path: Path, bucket: Any) -> None:
    from calc.intake.names import find_inputs

    inputs = find_inputs(["s3://games/in"])
    bucket.rm("games/in/a.jsonl")
    with mock.patch("calc.intake.names.find_inputs", return_value=inputs):
        ran = run_batch_on("s3://games/in", "-o", "out.jsonl", folder=tmp_path)
    first = json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0])
    assert (ran.code, first["file"], first["error"]["code"]) == (1, "s3://games/in/a.jsonl", "unreadable")


@pytest.fixture
def closed(endpoint: str) -> Iterator[None]:
    """The store lets nobody in."""

    def let(count: int) -> None:
        plain = {"Content-Type": "text/plain"}
        asked = urllib.request.Request(f"{endpoint}/moto-api/reset-auth", str(count).encode(), plain, method="POST")
        urllib.request.urlopen(asked).close()

    let(0)
    try:
        yield
    finally:
        let(1_000_000_000)


@pytest.mark.parametrize("given", ["s3://games/in/a.jsonl", "s3://games/in", "s3://games/*/a.jsonl"])
def test_no_access_is_refused_in_a_line(tmp_path: Path, bucket: Any, closed: None, given: str) -> None:
    refused(run_batch_on(given, "-o", "out.jsonl", folder=tmp_path), given)
    write_lines(tmp_path / "in.jsonl", [WIN])
    refused(run_batch_on("in.jsonl", "-o", "s3://games/out.jsonl", folder=tmp_path), "s3://games/out.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_a_store_that_nobody_answers_for_is_refused_in_a_line(tmp_path: Path, bucket: Any) -> None:
    import s3fs

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    with mock.patch.dict(os.environ, {"AWS_ENDPOINT_URL": address}):
        s3fs.S3FileSystem.clear_instance_cache()
        refused(run_batch_on("s3://games/in/a.jsonl", folder=tmp_path), "s3://games/in/a.jsonl")
    s3fs.S3FileSystem.clear_instance_cache()


def test_what_is_not_installed_is_named_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(run_batch_on("nosuch://games/a.jsonl", folder=tmp_path), "nosuch://games/a.jsonl", "Protocol not known")
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    refused(run_batch_on("s3://games/a.jsonl", folder=tmp_path), "pip install 'yaku-calc[remote]'")
    write_lines(tmp_path / "in.jsonl", [WIN])
    refused(run_batch_on("in.jsonl", "-o", "s3://games/out.jsonl", folder=tmp_path), "yaku-calc[remote]")
    refused(run_yaku("log", "s3://games/a.mjlog", "--check", folder=tmp_path), "yaku-calc[remote]")
    refused(run_yaku("stats", "s3://games/a.jsonl", folder=tmp_path), "yaku-calc[remote]")


def test_a_drive_is_no_address(tmp_path: Path) -> None:
    ran = run_batch_on("C://games/a.jsonl", folder=tmp_path)
    assert (ran.code, "there is no file 'C://games/a.jsonl'" in ran.err) == (2, True)


# ---- pages


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of pages that says nothing."""

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "www").mkdir()
    write_lines(tmp_path / "www" / "a.jsonl", MIXED)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path / "www"))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def test_a_page_is_read_and_one_that_is_not_there_refused(tmp_path: Path, pages: str) -> None:
    ran = run_batch_on(f"{pages}/a.jsonl", "-o", "out.jsonl", folder=tmp_path)
    assert ran.code == 1
    run_batch_on("www/a.jsonl", "-o", "one.jsonl", folder=tmp_path)
    rows = (tmp_path / "out.jsonl").read_text()
    assert rows.replace(pages, "www") == (tmp_path / "one.jsonl").read_text()
    refused(run_batch_on(f"{pages}/none.jsonl", folder=tmp_path), f"{pages}/none.jsonl")
    refused(run_batch_on(f"{pages}/a.jsonl", "-o", f"{pages}/out.jsonl", folder=tmp_path), f"{pages}/out.jsonl")
