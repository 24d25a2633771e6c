"""A small run of ``make archives``: the same bytes, and the same told, from every way to settle an archive."""

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path
from unittest import mock

import pytest

from bench.archives import Outcome, run as start, settle_in_every_way, write_mixed
from tests.batch.material import SAMPLES, run_batch_on
from tests.batch.test_logs import TOLD, WRONG

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="Dask is not installed: pip install 'yaku-calc[dask]'"
)


def run_here(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``yaku batch`` in this process, which has its rules already; with several in those that it starts."""
    if "2" in arguments:
        return start(folder, *arguments)
    ran = run_batch_on(*arguments, folder=folder)
    return subprocess.CompletedProcess(arguments, ran.code, ran.out, ran.err)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    folder = tmp_path_factory.mktemp("ways")
    (folder / "in").mkdir()
    write_mixed(folder / "in", 7, 1_200)
    for log in (SAMPLES / "logs").iterdir():
        shutil.copy(log, folder / "in")
    (folder / "in" / "wrong.mjlog").write_text(WRONG)
    with mock.patch("bench.archives.run", run_here):
        return settle_in_every_way(folder, "records and logs")


def test_every_way_gives_the_same(found: Outcome) -> None:
    assert found.code == 1


def test_all_kinds_of_records_were_among_them(found: Outcome) -> None:
    rows = [json.loads(line) for line in found.rows.splitlines()]
    named = {(row["rules"] or "").partition("@")[0] for row in rows if row["ok"]}
    assert named >= {"tenhou", "tenhou-sanma", "koikoi", "taiyaku", "hiraya"}
    assert len(rows) >= 1_200
    codes = {json.loads(line)["code"] for line in found.rejects.splitlines()}
    assert codes >= {"notation", "not_complete", "no_yaku", "unknown_rules"}


def test_what_disagrees_was_told_in_every_way(found: Outcome) -> None:
    assert [line for line in found.told.splitlines() if "wrong.mjlog" in line] == [f"in/{line}" for line in TOLD]
