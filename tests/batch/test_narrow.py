"""CSV of a batch has the columns that are used: those of the kinds of results in it."""

import csv
import importlib
import io
import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from calc.batch import output
from tests.batch.material import GAME, KOIKOI, ROUND, WIN, run_batch_on, write_lines

#: Columns of every row, and further ones of each kind of record.
ALL = {"id", "rules", "options", "ok", "agrees", "error", "file", "line"}
WON = {"yaku", "dora", "han", "fu", "limits", "level", "base", "points", "payments", "differences"}
#: A column of each kind that no other has.
OWN = {"WIN": "fu", "ROUND": "draw", "GAME": "rounds", "KOIKOI": "near"}
KINDS = {"WIN": WIN, "ROUND": ROUND, "GAME": GAME, "KOIKOI": KOIKOI}


def head(text: str) -> set[str]:
    return {*next(csv.reader(io.StringIO(text)))}


def written(folder: Path, *arguments: str) -> str:
    """What a run writes to a file, and to a stream."""
    run_batch_on("in.jsonl", "-o", "out.csv", "--force", *arguments, folder=folder)
    text = (folder / "out.csv").read_bytes().decode()
    assert run_batch_on("in.jsonl", "-f", "csv", *arguments, folder=folder).out == text
    assert sorted(path.name for path in folder.glob("*.narrow")) == []
    return text


@pytest.mark.parametrize("kinds", [["WIN"], ["ROUND"], ["GAME"], ["KOIKOI"], ["WIN", "KOIKOI"], [*KINDS]])
def test_only_kinds_that_are_there_have_columns(kinds: list[str], tmp_path: Path) -> None:
    write_lines(tmp_path / "in.jsonl", [KINDS[kind] for kind in kinds] * 3)
    columns = head(written(tmp_path))
    assert {kind for kind, key in OWN.items() if key in columns} == {*kinds}
    assert columns >= ALL


def test_a_kind_has_all_its_columns_whether_they_say_anything(tmp_path: Path) -> None:
    """No hand is a limit hand, and nothing is claimed."""
    write_lines(tmp_path / "in.jsonl", [WIN, {**WIN, "hand": "1m"}])
    assert head(written(tmp_path)) == ALL | WON
    assert head(written(tmp_path, "--fields", "full")) > ALL | WON | {"fu_parts", "transfers"}


def test_refusals_alone_have_no_columns_of_results(tmp_path: Path) -> None:
    write_lines(tmp_path / "in.jsonl", [{**WIN, "hand": "1m"}])
    assert head(written(tmp_path)) == ALL


def test_the_cells_are_those_of_the_whole_rows(tmp_path: Path) -> None:
    """Quotes, ends of lines and what is no end of a line, formulas, and an empty file."""
    names = ["=1+1", 'a "b", c', "a\nb", "a\rb", "a\u2028b\x0bc\x85", "", "-1"]
    write_lines(tmp_path / "in.jsonl", [{**WIN, "id": name} for name in names])
    with mock.patch.object(output, "_HELD", 0):
        whole = run_batch_on("in.jsonl", "-f", "csv", folder=tmp_path).out
    assert OWN["GAME"] in head(whole)
    rows = [*csv.DictReader(io.StringIO(written(tmp_path), newline=""))]
    wanted: list[Any] = [*csv.DictReader(io.StringIO(whole, newline=""))]
    assert rows == [{key: row[key] for key in rows[0]} for row in wanted]
    assert [row["id"] for row in rows] == ["'=1+1", *names[1:-1], "'-1"]
    write_lines(tmp_path / "in.jsonl", [])
    assert head(written(tmp_path)) == ALL


def test_rows_of_hands_are_the_same_for_every_game(tmp_path: Path) -> None:
    write_lines(tmp_path / "in.jsonl", [KOIKOI])
    of_cards = head(written(tmp_path, "--rows", "hands"))
    write_lines(tmp_path / "in.jsonl", [WIN])
    assert head(written(tmp_path, "--rows", "hands")) == of_cards


def test_carried_columns_stay(tmp_path: Path) -> None:
    keys = ",".join(WIN)
    cells = ",".join("true" if value is True else value for value in WIN.values())
    (tmp_path / "in.csv").write_text(f'{keys},club,table no\n{cells},"a\nb",7\n{cells},,\n', encoding="utf-8")
    ran = run_batch_on("in.csv", "-f", "csv", "--pass", "club,table no", folder=tmp_path)
    rows = [*csv.DictReader(io.StringIO(ran.out))]
    assert {*rows[0]} == ALL | WON | {"club", "table no"}
    assert [(row["club"], row["table no"]) for row in rows] == [("a\nb", "7"), ("", "")]


@pytest.mark.parametrize("form", ["jsonl", "json", "parquet", "arrow"])
def test_keys_that_are_none_of_records_are_carried_too(form: str, tmp_path: Path) -> None:
    rows = [{**WIN, "id": "7", "club": "Kyoto"}, {**WIN, "club": None}, WIN]
    if form in ("jsonl", "json"):
        rows = [{key: value for key, value in row.items() if value} for row in rows]
        (tmp_path / f"in.{form}").write_text("\n".join(map(json.dumps, rows)) if form == "jsonl" else json.dumps(rows))
    else:
        pa = pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
        importlib.import_module("pyarrow.parquet")
        table = pa.Table.from_pylist([{"club": None, **row} for row in rows])
        if form == "parquet":
            pa.parquet.write_table(table, tmp_path / "in.parquet")
        else:
            with pa.ipc.new_file(tmp_path / "in.arrow", table.schema) as file:
                file.write_table(table)
    ran = run_batch_on(f"in.{form}", "-f", "csv", "--pass", "club", folder=tmp_path)
    found = [*csv.DictReader(io.StringIO(ran.out))]
    assert [(row["id"], row["club"], row["ok"]) for row in found] == [
        ("7", "Kyoto", "true"), ("", "", "true"), ("", "", "true"),
    ]  # fmt: skip
    refused = run_batch_on(f"in.{form}", "-f", "csv", folder=tmp_path).out
    assert refused.count("unknown_key") == 1
