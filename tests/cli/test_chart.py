"""``yaku chart``: what each han and fu pays under a rule set."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


#: Rows of the chart that every player knows, by han and fu: dealer ron, dealer tsumo, non-dealer ron, non-dealer tsumo.
KNOWN: dict[str, Any] = ROWS["known"]
KEYS: list[Any] = ROWS["keys"]


def rows(*arguments: str) -> list[str]:
    """The rows of the chart as text, one blank between words."""
    ran = run_yaku("chart", *arguments, columns=120)
    assert (ran.err, ran.code) == ("", 0)
    return [" ".join(line.split()) for line in ran.lines]


def test_the_chart_of_riichi_is_the_default() -> None:
    ran = run_yaku("chart")
    assert ran.lines[:2] == ["Riichi mahjong for four (riichi@1.3.0)", ""]
    assert rows()[2] == "Han Fu dealer ron dealer tsumo non-dealer ron non-dealer tsumo"
    assert ran.out == run_yaku("chart", "riichi").out


@pytest.mark.parametrize("row", KNOWN)
def test_the_chart_has_the_rows_that_every_player_knows(row: str) -> None:
    assert f"{row} {KNOWN[row]}" in rows()


def test_rounding_up_to_mangan_is_in_the_chart() -> None:
    assert "4 30+ 12,000 4,000 all 8,000 2,000/4,000" in rows()
    assert "3 60+ 12,000 4,000 all 8,000 2,000/4,000" in rows()
    for arguments in (["--set", "kiriage_mangan=false"], ["tenhou"]):
        found = rows("riichi", *arguments) if "--set" in arguments else rows(*arguments)
        assert "4 30 11,600 3,900 all 7,700 2,000/3,900" in found
        assert "3 60 11,600 3,900 all 7,700 2,000/3,900" in found


def test_the_chart_in_japanese() -> None:
    found = rows("tenhou", "--lang", "ja")
    assert found[0] == "天鳳 四人打ち (tenhou@2.0.0)"
    assert found[2] == "翻 符 親 ロン 親 ツモ 子 ロン 子 ツモ"
    assert "5翻 満貫 12,000 4,000オール 8,000 2,000/4,000" in found


def test_the_columns_of_a_japanese_chart_stand_below_each_other() -> None:
    lines = run_yaku("chart", "--lang", "ja").lines[2:]
    assert {cells(line) for line in lines} == {cells(lines[1])}


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
    table = ran.lines[2:]
    assert all(line.startswith("|") and line.endswith("|") for line in table)
    assert {line.count("|") for line in table} == {7}


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
        text = run_yaku("chart", columns=columns).out.partition("\n\n")[2]
        return sorted(re.findall(r"\d{1,3}(?:,\d{3})+(?: all|/[\d,]+)?", text))

    assert figures(40) == figures(80)
    lines = run_yaku("chart", columns=40).lines
    assert [line.split() for line in lines if line.startswith("3/30 ")] == [
        ["3/30", "5,800", "2,000", "all"],
        ["3/30", "3,900", "1,000/2,000"],
    ]
