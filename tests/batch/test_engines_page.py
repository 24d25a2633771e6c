"""The programs of docs/engines.md write what settle_arrow alone gives."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import calc
from tests.amounts import FULL
from tests.cli.running import PROJECT, SECONDS
from tests.judges.hands import near_misses, random_hands

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'yaku-calc[parquet]'")
import pyarrow.parquet as pq  # noqa: E402

PAGE = (PROJECT / "docs" / "engines.md").read_text(encoding="utf-8")
#: The programs, by the headings they are under.
PROGRAMS = {
    section.partition("\n")[0]: re.findall(r"```python\n(.*?)```", section, flags=re.DOTALL)
    for section in PAGE.split("\n## ")[1:]
}
#: The engines that take long to begin.
SLOW = {"Ray": "ray", "Spark": "pyspark"}


def wins() -> Any:
    """Random wins and near misses, numbered, with another column."""
    drawn = [*random_hands(41, 200), *(record for record, _ in near_misses(42, 50))]
    keys = ("hand", "win", "by", "seat", "round", "from", "honba", "dora")
    columns = {key: [record.get(key) for record in drawn] for key in keys}
    return pa.table({"number": range(len(drawn)), "table": ["one"] * len(drawn), **columns})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pq.write_table(wins(), tmp_path / "wins.parquet", row_group_size=64)
    return tmp_path


def run(program: str, folder: Path) -> None:
    """Run a program in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(PROJECT), "RAY_AUTH_MODE": "disabled", "SPARK_LOCAL_IP": "127.0.0.1"}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]


def rows(table: Any) -> list[dict[str, Any]]:
    return sorted(table.to_pylist(), key=lambda row: int(row["number"]))


def expected() -> list[dict[str, Any]]:
    found = rows(calc.settle_arrow(wins(), rules="tenhou"))
    assert {row["ok"] for row in found} == {True, False}
    return found


def test_the_page_has_a_program_for_each_engine() -> None:
    assert {name: len(found) for name, found in PROGRAMS.items()} == {
        "Polars": 2,
        "DuckDB": 1,
        "Ray": 1,
        "Spark": 1,
        "Dask": 0,
    }


@pytest.mark.parametrize(("engine", "number"), [("Polars", 0), ("Polars", 1), ("DuckDB", 0)])
def test_the_program_writes_what_settle_arrow_gives(folder: Path, engine: str, number: int) -> None:
    pytest.importorskip(engine.lower(), reason=f"{engine} is not installed")
    run(PROGRAMS[engine][number], folder)
    assert rows(pq.read_table(folder / "settled.parquet")) == expected()


@pytest.mark.parametrize("engine", SLOW)
def test_the_program_of_a_large_engine_too(folder: Path, engine: str) -> None:
    if importlib.util.find_spec(SLOW[engine]) is None or (engine == "Spark" and shutil.which("java") is None):
        pytest.skip(f"{engine} is not installed: pip install {SLOW[engine]} (Spark needs Java)")
    if not FULL:
        pytest.skip(f"{engine} takes half a minute to begin; FULL=1 runs it")
    run(PROGRAMS[engine][0], folder)
    assert rows(pq.read_table(folder / "settled")) == expected()


@pytest.mark.parametrize("engine", SLOW)
def test_the_function_that_a_large_engine_maps(engine: str) -> None:
    """Without the engine: on pieces of the rows."""
    (function,) = re.findall(r"^def settle.*?(?=^\S)", PROGRAMS[engine][0], flags=re.DOTALL | re.MULTILINE)
    known: dict[str, Any] = {"calc": calc, "pa": pa}
    exec(f"from collections.abc import Iterator\n{function}", known)
    pieces = wins().to_batches(max_chunksize=64)
    if engine == "Ray":
        settled = [known["settle"](pa.Table.from_batches([piece])) for piece in pieces]
        assert rows(pa.concat_tables(settled)) == expected()
    else:
        assert rows(pa.Table.from_batches(known["settle"](iter(pieces)))) == expected()
