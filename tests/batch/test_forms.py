"""Whatever form records have, their rows are the results that `yaku score` gives, with file and line."""

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import calc
from tests.batch.material import (
    CSV_CELLS,
    CSV_HEAD,
    LINE,
    MIXED,
    SAMPLES,
    WIN,
    expected_rows,
    packed,
    rows_of,
    run_batch_on,
    write_lines,
)
from tests.cli.running import SECONDS, run_alone, run_yaku, start_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


FORMS: list[Any] = ROWS["forms"]


@pytest.mark.parametrize("name", FORMS)
def test_every_form_gives_the_rows_of_score(name: str) -> None:
    path = SAMPLES / name
    assert rows_of(run_batch_on(path)) == expected_rows(path)


@pytest.mark.parametrize("name", FORMS)
def test_a_packed_file_is_known_by_its_bytes_and_its_form_by_the_name_before_gz(name: str, tmp_path: Path) -> None:
    data = (SAMPLES / name).read_bytes()
    named, bare = tmp_path / f"{Path(name).name}.gz", tmp_path / Path(name).name
    for path in (named, bare):
        path.write_bytes(packed(data))
        assert rows_of(run_batch_on(path)) == expected_rows(SAMPLES / name, name=str(path))


@pytest.mark.parametrize("name", FORMS)
def test_standard_input_of_every_form(name: str) -> None:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    assert rows_of(run_batch_on("-", stdin=text)) == expected_rows(SAMPLES / name, name="stdin")


def test_standard_input_may_be_packed(tmp_path: Path) -> None:
    path = tmp_path / "input"
    path.write_bytes(packed((SAMPLES / "hands.yaml").read_bytes()))
    with path.open("rb") as stream, start_yaku("batch", "-", stdin=stream.fileno()) as process:
        out, _ = process.communicate(timeout=SECONDS)
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows == expected_rows(SAMPLES / "hands.yaml", name="stdin")


def test_games_of_all_kinds_are_mixed_in_one_file(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "mixed.jsonl", MIXED)
    assert rows_of(run_batch_on(path)) == expected_rows(path)
    assert {row["rules"] for row in expected_rows(path) if row["ok"]} == {
        calc.load_rules(name).label for name in ("riichi", "koikoi", "taiyaku", "tenhou")
    }


def test_fields_full_has_the_reasons(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "mixed.jsonl", MIXED)
    assert rows_of(run_batch_on(path, "--fields", "full")) == expected_rows(path, fields="full")
    assert "fu_parts" in expected_rows(path, fields="full")[0]
    assert "fu_parts" not in expected_rows(path)[0]


def test_file_and_line_are_the_last_keys(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "mixed.jsonl", MIXED)
    assert all(list(row)[-2:] == ["file", "line"] for row in rows_of(run_batch_on(path)))


def test_csv_has_the_cells_of_score_and_two_more_columns() -> None:
    score = list(csv.DictReader(io.StringIO(run_yaku("score", str(SAMPLES / "hands.csv"), "-f", "csv").out)))
    ran = run_batch_on(SAMPLES / "hands.csv", "--format", "csv", "--fields", "full")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert len(rows) == len(score)
    for row, scored in zip(rows, score, strict=True):
        assert {key: row[key] for key in scored} == scored
        assert {key for key, cell in row.items() if cell} - {key for key, cell in scored.items() if cell} == {
            "file",
            "line",
        }
    assert ran.out.splitlines()[0].endswith(",error,file,line")


def test_a_json_list_and_an_object_over_many_lines(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(json.dumps(MIXED, indent=1), encoding="utf-8")
    (tmp_path / "one.json").write_text(f"# a comment\n{json.dumps(WIN, indent=1)}", encoding="utf-8")
    (tmp_path / "lines.json").write_text("".join(json.dumps(one) + "\n" for one in MIXED), encoding="utf-8")
    for name in ("list.json", "one.json", "lines.json"):
        assert rows_of(run_batch_on(tmp_path / name)) == expected_rows(tmp_path / name)


@pytest.mark.parametrize("name", ["tenhou.mjlog", "game.json", "game.mjai.jsonl"])
@pytest.mark.parametrize("is_packed", [False, True])
def test_a_log_is_a_record_of_a_game(name: str, is_packed: bool, tmp_path: Path) -> None:
    path = tmp_path / name
    data = (SAMPLES / "logs" / name).read_bytes()
    path.write_bytes(packed(data) if is_packed else data)
    records = run_yaku("log", str(path), "--records").out
    (tmp_path / "records.jsonl").write_text(records, encoding="utf-8")
    expected = [{**row, "file": str(path), "line": 1} for row in expected_rows(tmp_path / "records.jsonl")]
    assert rows_of(run_batch_on(path)) == expected
    assert [row["id"] for row in expected] == [str(path)]


def test_an_archive_of_logs_is_a_record_a_member(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        for name in ("a", "b"):
            archive.writestr(f"{name}.mjlog", (SAMPLES / "logs" / "tenhou.mjlog").read_bytes())
        archive.writestr("c.mjlog", b"nothing of the kind")
    rows = rows_of(run_batch_on("logs.zip", folder=tmp_path))
    assert [(row["id"], row["file"], row["ok"]) for row in rows] == [
        ("logs.zip/a.mjlog", "logs.zip/a.mjlog", True),
        ("logs.zip/b.mjlog", "logs.zip/b.mjlog", True),
        (None, "logs.zip/c.mjlog", False),
    ]


def test_windows_line_ends_old_macintosh_ones_and_a_byte_order_mark(tmp_path: Path) -> None:
    record = json.dumps(WIN)
    for name, text in {
        "windows.jsonl": f"\ufeff{record}\r\n\r\n{record}\r\n",
        "macintosh.txt": f"{LINE}\r# a comment\r{LINE}\r",
        "none.jsonl": f"{record}\n{record}",
        "windows.csv": f"\ufeff{CSV_HEAD}\r\n{CSV_CELLS}\r\n",
    }.items():
        (tmp_path / name).write_bytes(text.encode())
        assert rows_of(run_batch_on(tmp_path / name)) == expected_rows(tmp_path / name)
        assert all(row["ok"] for row in expected_rows(tmp_path / name))


def test_a_row_of_csv_may_go_over_lines(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f'\n# comment\nid,{CSV_HEAD}\n"one\ntwo",{CSV_CELLS}\nb,{CSV_CELLS}\n', encoding="utf-8")
    rows = rows_of(run_batch_on(path))
    assert rows == expected_rows(path)
    assert [(row["id"], row["line"]) for row in rows] == [("one\ntwo", 4), ("b", 6)]


# ---- which files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for place, name in enumerate(["b.jsonl", "a.jsonl.gz", "in/z.jsonl", "in/deep/y.json", "in/.hidden.jsonl"]):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_lines(path, [{"id": place, **WIN}])
    (tmp_path / "notes.md").write_text("nothing to read here", encoding="utf-8")
    return tmp_path


def test_a_folder_is_read_with_all_below_it_in_the_order_of_names(folder: Path) -> None:
    rows = rows_of(run_batch_on(".", folder=folder))
    assert [row["file"] for row in rows] == ["./a.jsonl.gz", "./b.jsonl", "./in/z.jsonl", "./in/deep/y.json"]


def test_patterns_are_expanded_where_the_shell_has_not(folder: Path) -> None:
    files = [row["file"] for row in rows_of(run_batch_on("*.jsonl*", "**/y.json", folder=folder))]
    assert files == ["a.jsonl.gz", "b.jsonl", "in/deep/y.json"]


def test_results_in_the_folder_are_not_read_as_records(folder: Path) -> None:
    for _ in range(2):
        assert run_batch_on(".", "-o", "results.jsonl", "--force", folder=folder).code == 0
        assert len(rows_of(folder / "results.jsonl")) == 4


@ROWS.each("arguments_that_mean_no_files_are_usage_errors")
def test_arguments_that_mean_no_files_are_usage_errors(folder: Path, arguments: list[str], words: str) -> None:
    (folder / "empty").mkdir()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    ran = run_batch_on(*arguments, folder=folder)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert words in ran.err
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_without_arguments_it_is_standard_input() -> None:
    ran = run_alone("batch", stdin=f"{LINE}\n")
    assert [row["file"] for row in rows_of(ran)] == ["stdin"]
    assert run_batch_on(stdin=None).code == 2


def test_rules_and_options_of_the_command_line_win(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", [WIN])
    house = str(SAMPLES / "house-rules.yaml")
    assert [row["rules"] for row in rows_of(run_batch_on(path, "--rules", house))] == ["house-rules@1.0.0"]
    row = rows_of(run_batch_on(path, "--set", "kiriage_mangan=false"))[0]
    assert row["options"] == {"kiriage_mangan": False}
    assert run_batch_on(path, "--rules", "tenho").code == 2
    assert run_batch_on(path, "--set", "no_such_option=1").code == 2


def test_a_record_may_not_name_a_file_of_rules(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", [{**WIN, "rules": str(SAMPLES / "house-rules.yaml")}])
    ran = run_batch_on(path)
    assert (ran.code, rows_of(ran)[0]["error"]["code"]) == (1, "unknown_rules")


def test_a_rule_set_that_nobody_named_is_announced_once(tmp_path: Path) -> None:
    records = [{key: value for key, value in WIN.items() if key != "rules"}] * 2
    write_lines(tmp_path / "a.jsonl", records)
    ran = run_batch_on("a.jsonl", "a.jsonl", folder=tmp_path)
    assert ran.err.count("rules: riichi (the default here") == 1


def test_names_are_japanese_where_that_is_asked_for(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", [WIN])
    assert rows_of(run_batch_on(path, "--lang", "ja"))[0]["yaku"][0] == {"id": "riichi", "name": "立直", "han": 1}


@pytest.mark.parametrize("ending", ["parquet", "arrow", "stream"])
def test_tables_of_parquet_and_arrow_are_records(ending: str, tmp_path: Path) -> None:
    """Wins of 5,000 rows, of which one has melds; and the games of list columns."""
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    win = {"hand": "123m456p789s1122z", "win": "2z", "by": "tsumo", "seat": "S", "round": "E"}
    open_win = {**win, "hand": "123m456p789s1z", "melds": ["(222z<N)"], "win": "1z"}
    rows = [{**(open_win if one == 3 else win), "id": one} for one in range(5000)]
    players = ["Aki", "Bea", "Cho", "Dan"]
    games = [
        {"players": players, "rounds": [{"wins": [{"seat": "Aki", "by": "tsumo", "points": 3000}]}]},
        {"players": players, "scores": [40000, 30000, 20000, 10000]},
    ]
    for name, records in (("w", rows), ("g", games)):
        keys = {key for record in records for key in record}
        table = pa.Table.from_pylist([{key: record.get(key) for key in keys} for record in records])
        out = tmp_path / f"{name}.{ending}"
        if ending == "parquet":
            parquet.write_table(table, out)
        else:
            with (pa.ipc.new_file if ending == "arrow" else pa.ipc.new_stream)(str(out), table.schema) as file:
                file.write_table(table)
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
        found = []
        for given in (out, tmp_path / f"{name}.jsonl"):
            ran = run_yaku("batch", str(given), "-q")
            assert (ran.code, ran.err.count("error")) == (0, 0), ran.err
            found.append([{**json.loads(line), "file": ""} for line in ran.out.splitlines()])
        assert found[0] == found[1]
        assert len(found[0]) == len(records)


def test_a_broken_table_is_one_refusal(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "w.parquet").write_bytes(b"PAR1\x15\x04\x15\x10")
    ran = run_yaku("batch", str(tmp_path / "w.parquet"), "-q")
    assert "expected a whole file of Parquet or Arrow, found a broken one" in ran.err
    assert ran.code == 1
