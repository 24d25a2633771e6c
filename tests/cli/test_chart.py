"""``yaku chart``: what each han and fu pays under a rule set."""

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


#: Rows of the chart that every player knows, by han and fu: dealer ron, dealer tsumo, non-dealer ron, non-dealer tsumo.
KNOWN: dict[str, Any] = ROWS["known"]
#: Cells of the grids of the dealer and of the others.
GRID: dict[str, list[str]] = ROWS["grid"]
KEYS: list[Any] = ROWS["keys"]


def grids(*arguments: str) -> list[dict[tuple[str, str], str]]:
    """What the chart of the dealer has by han and fu, and that of the others."""
    found: list[dict[tuple[str, str], str]] = []
    for part in run_yaku("chart", *arguments, "-f", "markdown").out.split("\n\n"):
        head, *lines = ([cell.strip() for cell in line.split("|")[1:-1]] for line in part.strip().splitlines())
        if head and head[0] in ("Fu", "符"):
            hans = [han.split()[0] for han in head[1:]]
            found.append({(han, fu): cell for fu, *cells in lines for han, cell in zip(hans, cells, strict=True)})
    return found


def rows(*arguments: str) -> list[str]:
    """The rows of the chart as text, one blank between words."""
    ran = run_yaku("chart", *arguments, columns=120)
    assert (ran.err, ran.code) == ("", 0)
    return [" ".join(line.split()) for line in ran.lines]


def test_the_chart_of_riichi_is_the_default() -> None:
    ran = run_yaku("chart")
    assert ran.lines[:2] == ["Riichi mahjong for four (riichi@1.3.0)", ""]
    assert "Han dealer ron dealer tsumo non-dealer ron non-dealer tsumo" in rows()
    assert ran.out == run_yaku("chart", "riichi").out


@pytest.mark.parametrize("row", KNOWN)
def test_the_chart_has_the_rows_that_every_player_knows(row: str) -> None:
    assert f"{row} {KNOWN[row]}" in rows()


@pytest.mark.parametrize("han_fu", GRID)
def test_the_grid_has_the_cells_that_every_player_knows(han_fu: str) -> None:
    han, fu = han_fu.split()
    assert [grid[han, fu] for grid in grids("tenhou")] == GRID[han_fu]


def test_rounding_up_to_mangan_is_in_the_chart() -> None:
    assert {grid[cell] for grid in grids() for cell in [("4", "30"), ("3", "60")]} == {"mangan"}
    for arguments in (["riichi", "--set", "kiriage_mangan=false"], ["tenhou"]):
        dealer, other = grids(*arguments)
        assert dealer["4", "30"] == dealer["3", "60"] == "11600 (3900)"
        assert other["4", "30"] == other["3", "60"] == "7700 (2000/3900)"


def test_the_chart_in_japanese() -> None:
    found = rows("tenhou", "--lang", "ja")
    assert found[0] == "天鳳 四人打ち (tenhou@2.0.0)"
    assert found[2] == "親：ロン（ツモは各自）"
    assert found[4] == "符 1翻 2翻 3翻 4翻"
    assert "30 1000 (300/500) 2000 (500/1000) 3900 (1000/2000) 7700 (2000/3900)" in found
    assert "翻 親 ロン 親 ツモ 子 ロン 子 ツモ" in found
    assert "5翻 満貫 12,000 4,000オール 8,000 2,000/4,000" in found


def test_the_columns_of_a_japanese_chart_stand_below_each_other() -> None:
    lines = run_yaku("chart", "--lang", "ja").lines
    places = [cells(line.partition("4翻")[0]) for line in lines if "4翻" in line]
    found = [cells(line.partition("満貫")[0]) for line in lines if line.count("満貫") == 1 and "5翻" not in line]
    assert {*found} == {*places}
    assert len(places) == 2


def test_a_chart_goes_into_a_new_file_by_its_ending(tmp_path: Path) -> None:
    for name in ("chart.html", "chart.md", "chart.csv"):
        form = {"md": "markdown"}.get(ending := name.rpartition(".")[2], ending)
        assert run_yaku("chart", "-o", str(tmp_path / name)).out == ""
        assert (tmp_path / name).read_text() == run_yaku("chart", "-f", form).out
    again = run_yaku("chart", "tenhou", "-o", str(tmp_path / "chart.md"))
    assert (again.out, again.code) == ("", 2)
    assert "--force writes over it" in again.err
    assert run_yaku("chart", "tenhou", "-o", str(tmp_path / "chart.md"), "--force").code == 0
    assert (tmp_path / "chart.md").read_text() == run_yaku("chart", "tenhou", "-f", "markdown").out


def test_a_chart_of_a_rule_file() -> None:
    assert "House rules (house-rules@1.0.0)" in rows("samples/house-rules.yaml")


def test_json_yaml_and_csv_hold_the_same_rows_with_plain_numbers() -> None:
    by_json = [json.loads(line) for line in run_yaku("chart", "-f", "json").lines]
    assert by_json == yaml.safe_load(run_yaku("chart", "-f", "yaml").out)
    by_csv = list(csv.DictReader(io.StringIO(run_yaku("chart", "-f", "csv").out)))
    assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in by_json] == by_csv
    assert {tuple(row) for row in by_json} == {tuple(KEYS)}
    first = dict(zip(KEYS, ["1", 30, None, 240, 1500, 500, 1000, 300, 500], strict=True))
    assert by_json[0] == first


def test_markdown() -> None:
    ran = run_yaku("chart", "-f", "markdown")
    tables = [part.splitlines() for part in ran.out.split("\n\n") if part.startswith("|")]
    assert [{line.count("|") for line in table} for table in tables] == [{6}, {6}, {6}]
    assert all(line.startswith("|") and line.endswith("|") for table in tables for line in table)


def test_the_chart_fits_a_common_terminal() -> None:
    for lang in ("en", "ja"):
        lines = run_yaku("chart", "--lang", lang, columns=80).lines
        assert {line: cells(line) for line in lines if cells(line) > 80} == {}


@pytest.mark.parametrize("columns", [40, 60, 67, 68])
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("rules", ["riichi", "sanma"])
def test_the_chart_fits_a_narrow_terminal_without_broken_words(rules: str, lang: str, columns: int) -> None:
    ran = run_yaku("chart", rules, "--lang", lang, columns=columns)
    assert {line: cells(line) for line in ran.lines if cells(line) > columns} == {}
    assert "non-dealer" in ran.out or lang == "ja"
    assert "三倍満" in ran.out or "sanbaiman" in ran.out or rules == "sanma"


def test_a_narrow_chart_has_the_figures_of_a_wide_one() -> None:
    def figures(columns: int) -> list[str]:
        text = run_yaku("chart", "tenhou", columns=columns).out.partition("\n\n")[2]
        return sorted(re.findall(r"\d{3,}(?:/\d+)?|\d{1,3}(?:,\d{3})+(?: all|/[\d,]+)?", text.replace("Fu", "")))

    in_rows = {figure: count for figure, count in Counter(figures(40)).items() if figure not in ("100", "110")}
    for columns in (60, 80):
        assert in_rows == {
            figure: count for figure, count in Counter(figures(columns)).items() if figure not in ("100", "110")
        }
    lines = run_yaku("chart", columns=40).lines
    assert [line.split() for line in lines if line.startswith("3/30 ")] == [
        ["3/30", "5800", "2000"],
        ["3/30", "3900", "1000/2000"],
    ]
