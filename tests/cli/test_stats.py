"""`yaku stats`: counts of games that were counted by hand, in every format."""

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.batch.material import KOIKOI, SAMPLES, WIN, write_lines
from tests.batch.test_rows import GAME, NO_YAKU
from tests.cli.running import run_yaku


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games of three rounds each, and a single win; of hanafuda a round; and a record that is refused."""
    write_lines(tmp_path / "games.jsonl", [GAME, GAME, WIN, KOIKOI])
    write_lines(tmp_path / "bad.jsonl", [NO_YAKU])
    return tmp_path


def stats(folder: Path, *more: str) -> dict[str, dict[str, Any]]:
    ran = run_yaku("stats", "games.jsonl", "--format", "json", *more, folder=folder)
    assert (ran.code, ran.err) == (0, "")
    return {one["game"]: one for one in map(json.loads, ran.out.splitlines())}


def test_counts_are_those_of_the_rows(folder: Path) -> None:
    """In a game Bea wins 2600 by ron, and Cho 3900 and Dan 1300 on one tile of Aki; one round of three is a draw."""
    found = stats(folder)
    assert {*found} == {"riichi", "hanafuda"}
    riichi = found["riichi"]
    assert [riichi[key] for key in ("records", "games", "rounds", "wins", "ron", "tsumo")] == [3, 2, 7, 7, 7, 0]
    assert riichi["draws"] == {"exhaustive": 2}
    assert riichi["yaku"] == {"riichi": 3, "seat_wind": 3, "chun": 2, "sanshoku_doujun": 2}
    assert riichi["points"] == {"1300": 2, "2600": 3, "3900": 2}
    assert riichi["han"] == {"1": 2, "2": 5}
    aki, bea = riichi["players"]["Aki"], riichi["players"]["Bea"]
    assert [aki[key] for key in ("rounds", "wins", "deal_ins", "deal_ins_rate", "paid")] == [6, 0, 2, 0.3333, 10400]
    assert [bea[key] for key in ("rounds", "wins", "ron", "riichi", "won", "ron_rate")] == [6, 2, 2, 2, 5200, 0.3333]
    assert found["hanafuda"]["yaku"] == {"hanami_zake": 1, "sanko": 1, "tsukimi_zake": 1}
    assert found["hanafuda"]["players"]["Aki"]["wins"] == 1


@pytest.mark.usefixtures("forked")
def test_two_processes_count_the_same(folder: Path) -> None:
    assert stats(folder) == stats(folder, "--jobs", "2")


def test_a_refused_record_is_told_once_and_not_counted(folder: Path) -> None:
    ran = run_yaku("stats", "bad.jsonl", "games.jsonl", "--format", "json", folder=folder)
    assert (ran.code, ran.err.count("error"), ran.err.startswith("bad.jsonl:1: error: ")) == (1, 1, True)
    assert [json.loads(line)["records"] for line in ran.out.splitlines()] == [3, 1]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_text_fits_the_terminal(folder: Path, width: int, lang: str) -> None:
    from calc.text import cells

    ran = run_yaku("stats", "games.jsonl", "--lang", lang, folder=folder, columns=width)
    assert ran.code == 0
    assert "█" in ran.out
    bars = [line for line in ran.out.splitlines() if "█" in line]
    assert max(map(cells, bars)) <= width
    said = {
        "en": ("riichi: 2 games, 7 rounds", "Red dragon", "avg won"),
        "ja": ("麻雀：対局2、局7、和了7、流局など2", "役牌 中"),
    }[lang]
    for words in said:
        assert words in ran.out


def test_the_longest_bar_is_the_most_frequent(folder: Path) -> None:
    lines = run_yaku("stats", "games.jsonl", folder=folder).out.splitlines()
    at = lines.index("Points")
    bars = {line.split()[0]: line.count("█") for line in lines[at + 1 : at + 4]}
    assert bars["2,600"] > bars["1,300"] == bars["3,900"] > 0


def test_the_other_formats_have_the_same_counts(folder: Path) -> None:
    found = stats(folder)["riichi"]
    rows = [*csv.DictReader(io.StringIO(run_yaku("stats", "games.jsonl", "-f", "csv", folder=folder).out))]
    yaku = {row["name"]: int(row["count"]) for row in rows if (row["game"], row["what"]) == ("riichi", "yaku")}
    assert yaku == found["yaku"]
    assert {"game": "riichi", "what": "player.deal_ins", "name": "Aki", "count": "2"} in rows
    assert "| Red dragon " in run_yaku("stats", "games.jsonl", "-f", "markdown", folder=folder).out
    page = run_yaku("stats", "games.jsonl", "-f", "html", folder=folder).out
    assert page.startswith("<!doctype html>") or page.lower().startswith("<!doctype")
    assert "<svg" in page
    assert "Red dragon" in page


def test_what_a_batch_wrote_counts_as_what_it_read(tmp_path: Path) -> None:
    given, out = ["samples/games", "samples/logs"], str(tmp_path / "r.jsonl")
    assert run_yaku("batch", *given, "-o", out, "-q").code == 0
    read, written = run_yaku("stats", *given, "-f", "csv"), run_yaku("stats", out, "-f", "csv")
    assert (written.out, written.code) == (read.out, 0)
    assert "hanafuda," in read.out


def test_rows_of_hands_and_refusals_that_a_batch_wrote_are_counted(tmp_path: Path) -> None:
    out = str(tmp_path / "r.jsonl")
    lines = ["tenhou 123m456p789s1122z +2z tsumo seat=S round=E", "tenhou 123m456p789s1134z +2z tsumo seat=S round=E"]
    (tmp_path / "h.txt").write_text("\n".join(lines), encoding="utf-8")
    for rows in ("records", "hands"):
        run_yaku("batch", str(tmp_path / "h.txt"), "-o", out, "--rows", rows, "--force", "-q")
        ran = run_yaku("stats", out, "-f", "json")
        assert (ran.code, ran.err.count("r.jsonl:2: error:")) == (1, 1)
        found = json.loads(ran.out)
        assert (found["wins"], found["yaku"], found["points"]) == (1, {"menzen_tsumo": 1, "seat_wind": 1}, {"2700": 1})


@pytest.mark.parametrize("ending", ["csv", "parquet", "arrow"])
def test_a_refusal_without_a_column_is_told_as_the_batch_told_it(tmp_path: Path, ending: str) -> None:
    if ending != "csv":
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    write_lines(tmp_path / "w.jsonl", [WIN, {**WIN, "riichi": None}])
    refused = run_yaku("batch", "w.jsonl", "-o", f"r.{ending}", folder=tmp_path)
    assert "1 settled, 1 refused (wrong_type 1)" in refused.err
    ran = run_yaku("stats", f"r.{ending}", folder=tmp_path)
    assert "riichi: expected true, false or 'double', found no value" in ran.err


def test_where_each_record_has_an_unknown_key_it_is_told_how_to_keep_it(tmp_path: Path) -> None:
    hint = "a column of your own that is no key comes along with --pass NAME"
    write_lines(tmp_path / "w.jsonl", [{**WIN, "club": "Kyoto"}] * 2)
    assert hint in run_yaku("batch", "w.jsonl", folder=tmp_path).err
    assert hint not in run_yaku("batch", "w.jsonl", "--pass", "club", folder=tmp_path).err


@pytest.mark.parametrize("rows", ["records", "hands", "rounds"])
@pytest.mark.parametrize("ending", ["csv", "parquet", "arrow"])
def test_rows_of_every_format_count_as_json_lines_do(folder: Path, ending: str, rows: str) -> None:
    if ending != "csv":
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    shutil.copytree(SAMPLES / "logs", folder / "logs")
    for out in ("rows.jsonl", f"rows.{ending}"):
        run_yaku("batch", "games.jsonl", "bad.jsonl", "logs", "-o", out, "--rows", rows, "-q", folder=folder)
    told = run_yaku("stats", "rows.jsonl", "-f", "json", folder=folder)
    again = run_yaku("stats", f"rows.{ending}", "-f", "json", folder=folder)
    assert again.out == told.out
    assert json.loads(told.out.splitlines()[0])["wins" if rows != "rounds" else "rounds"] > 20
    assert (again.err.count("error"), "no yaku" in again.err, again.code) == (1, True, 1)


def test_rows_tell_no_more_than_they_have(folder: Path) -> None:
    """A hand tells nothing of rounds, and a round how it was won, not what that was worth; of hanafuda neither."""
    for rows in ("hands", "rounds"):
        assert run_yaku("batch", "games.jsonl", "-o", f"{rows}.jsonl", "--rows", rows, "-q", folder=folder).code == 0
    told = {
        rows: [*map(json.loads, run_yaku("stats", f"{rows}.jsonl", "-f", "json", folder=folder).out.splitlines())]
        for rows in ("hands", "rounds")
    }
    keys = ("wins", "ron", "games", "rounds", "draws")
    games = {one["game"]: one for one in told["hands"]}
    assert [games["riichi"][key] for key in keys] == [7, 7, None, None, None]
    bea = games["riichi"]["players"]["Bea"]
    assert (bea["wins"], bea["won"], bea["rounds"], bea["wins_rate"], bea["riichi"]) == (2, 5200, None, None, None)
    games = {one["game"]: one for one in told["rounds"]}
    assert [games["riichi"][key] for key in keys] == [7, 7, None, 7, {"exhaustive": 2}]
    bea = games["riichi"]["players"]["Bea"]
    assert (bea["wins"], bea["won"], bea["rounds"], bea["wins_rate"], bea["riichi"]) == (2, None, 6, 0.3333, 2)
    assert (games["hanafuda"]["rounds"], games["hanafuda"]["wins"]) == (1, None)
    assert "hanafuda: 1 round, 0 rounds" in run_yaku("stats", "rounds.jsonl", folder=folder).out
    ran = run_yaku("stats", "hands.jsonl", "rounds.jsonl", folder=folder)
    assert (ran.code, ran.out, "expected rows of hands or of rounds, found both" in ran.err) == (1, "", True)


def test_rows_of_csv_are_read_from_a_pipe(folder: Path) -> None:
    rows = {form: run_yaku("batch", "games.jsonl", "-f", form, "-q", folder=folder).out for form in ("csv", "json")}
    table, lines = (run_yaku("stats", "-", "-f", "json", stdin=one, folder=folder) for one in rows.values())
    assert (table.code, table.out) == (0, lines.out)
    assert json.loads(table.out.splitlines()[0])["wins"] == 7


def test_small_files_of_rows_count_together(folder: Path) -> None:
    for form in ("jsonl", "csv"):
        for name in ("a", "b"):
            run_yaku("batch", "games.jsonl", "-o", f"{name}.{form}", "-q", folder=folder)
        ran = run_yaku("stats", f"a.{form}", f"b.{form}", "-f", "json", folder=folder)
        assert (ran.code, ran.err, json.loads(ran.out.splitlines()[0])["games"]) == (0, "", 4)


@pytest.mark.parametrize(
    "row",
    [
        {"ok": True, "rules": "riichi@1.3.0"},
        {"ok": True, "rules": "riichi@1.3.0", "payments": 3},
        {"ok": True, "rules": "riichi@1.3.0", "changes": {"E": 1}, "wins": [3]},
        {"ok": True, "rules": "koikoi@1.2.0", "players": {"Aki": []}, "winner": None},
        {"ok": True, "rules": "riichi@1.3.0", "rounds": "no rounds"},
        {"ok": False, "rules": None, "error": "no"},
        {"ok": True, "rules": "riichi@1.3.0", "seats": [{"seat": 3}]},
    ],
)
def test_what_only_looks_like_a_row_is_refused(row: dict[str, Any], tmp_path: Path) -> None:
    write_lines(tmp_path / "rows.jsonl", [row])
    ran = run_yaku("stats", "rows.jsonl", folder=tmp_path)
    assert (
        ran.err == "rows.jsonl:1: error: expected a row as yaku batch writes it, found another one with the same keys\n"
    )
    assert ran.code == 1


def test_a_table_of_records_keeps_its_columns(tmp_path: Path) -> None:
    """No other columns come along because rows of a batch have them."""
    (tmp_path / "in.csv").write_text("hand,by,seat,round,yaku\n19m19p19s1234567z,ron,S,E,x\n", encoding="utf-8")
    ran = run_yaku("stats", "in.csv", folder=tmp_path)
    assert (ran.code, "found 'yaku'" in ran.err) == (1, True)
