"""docs/archives.md says nothing that is not so: its commands are run, and its questions answered by DuckDB."""

import doctest
import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import PROJECT, run_yaku

PAGE = (PROJECT / "docs" / "archives.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"```sql\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the commands of the first session were run."""
    pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    found = tmp_path_factory.mktemp("archives")
    (found / "samples").symlink_to(PROJECT / "samples")
    session = re.findall(r"```console\n(.*?)```", PAGE, flags=re.DOTALL)[0]
    for command in re.findall(r"^\$ yaku (.*)$", session, flags=re.MULTILINE):
        assert run_yaku(*shlex.split(command), folder=found).code == 0
    return found


def rows(folder: Path, kind: str) -> Iterator[dict[str, Any]]:
    """The same rows as the questions are asked of, from JSON lines."""
    ran = run_yaku("batch", "samples/games", "samples/logs", "--rows", kind, "-q", folder=folder)
    yield from map(json.loads, ran.out.splitlines())


def ask(folder: Path, number: int) -> list[tuple[Any, ...]]:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed: pip install duckdb")
    question = re.sub(r"'(\w+\.parquet)'", lambda file: f"'{folder / file[1]}'", QUESTIONS[number])
    found: list[tuple[Any, ...]] = duckdb.sql(question).fetchall()
    return found


def test_there_are_five_questions() -> None:
    assert len(QUESTIONS) == 5


def test_how_often_each_yaku_counts(folder: Path) -> None:
    counts = Counter(name for row in rows(folder, "hands") if row["han"] is not None for name in row["yaku"])
    expected = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:5]
    assert ask(folder, 0) == expected
    assert expected[0][1] > 1


def test_who_wins_how(folder: Path) -> None:
    won = [row for row in rows(folder, "hands") if row["by"] and row["player"]]
    found = {player: (ron, tsumo, points) for player, ron, tsumo, points in ask(folder, 1)}
    assert {*found} == {row["player"] for row in won}
    for player, (ron, tsumo, points) in found.items():
        own = [row for row in won if row["player"] == player]
        assert Counter(row["by"] for row in own) == Counter({"ron": ron, "tsumo": tsumo})
        assert abs(points - sum(row["points"] for row in own) / len(own)) <= 0.5


def test_who_deals_in(folder: Path) -> None:
    seats = [one for row in rows(folder, "rounds") for one in row["seats"] if one["seat"] and one["player"]]
    dealt, rounds = Counter(one["player"] for one in seats if one["dealt_in"]), Counter(one["player"] for one in seats)
    assert ask(folder, 2) == [(player, dealt[player], rounds[player]) for player in sorted(rounds)]
    assert dealt.total() > 1


def test_whether_more_waits_pay(folder: Path) -> None:
    hands = [row for row in rows(folder, "hands") if row["waits"]]
    counts = Counter(len(row["waits"]) for row in hands)
    assert [(kinds, count) for kinds, count, _ in ask(folder, 3)] == sorted(counts.items())
    assert len(counts) > 1


def test_who_paid_the_dearest_hand(folder: Path) -> None:
    hands = [row for row in rows(folder, "hands") if row["han"] is not None and row["player"]]
    dearest = min(hands, key=lambda row: (-row["points"], row["file"], row["nth"]))
    payers = [one["player"] for one in dearest["payments"] if one["amount"] < 0]
    assert ask(folder, 4) == [(dearest["file"], dearest["round"], dearest["player"], dearest["points"], payers)]
    assert payers


def test_the_snippets_are_true() -> None:
    pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    failed, tried = doctest.testfile(str(PROJECT / "docs" / "archives.md"), module_relative=False)
    assert (failed, tried > 3) == (0, True)
