"""``yaku waits``: the screen at two widths, the other formats, and what stands on which stream with which exit code."""

import csv
import io
import json
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import PROJECT, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


HAND = "riichi 123m456p789s1122z seat=S round=E riichi dora=3s honba=2 sticks=1"
SAMPLES = ["samples/waits/nine-gates.txt", "samples/waits/no-yaku-by-ron.txt", "samples/waits.yaml"]
#: Hands whose screens have what a screen can have.
HANDS: list[Any] = ROWS["hands"]


@pytest.mark.parametrize("columns", [40, 71, 72, 80, 120])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_screen_fits_the_terminal(columns: int, lang: str) -> None:
    for arguments in ([line] for line in HANDS):
        ran = run_yaku("waits", *arguments, "--lang", lang, columns=columns)
        assert ran.code == 0
        assert {line: cells(line) for line in ran.lines if cells(line) > columns} == {}


def test_many_records_have_a_heading_each() -> None:
    ran = run_yaku("waits", *SAMPLES)
    headings = [line for line in ran.lines if line.startswith("== ")]
    assert headings == ["== nine-gates", "== no-yaku-by-ron", "== shanpon", "== four-own", "== below-the-chart"]
    assert (ran.err, ran.code) == ("", 0)


def test_json_and_yaml_hold_the_same() -> None:
    by_json = [json.loads(line) for line in run_yaku("waits", *SAMPLES, "-f", "json").lines]
    assert by_json == list(yaml.safe_load_all(run_yaku("waits", *SAMPLES, "-f", "yaml").out))
    assert [result["id"] for result in by_json][:2] == ["nine-gates", "no-yaku-by-ron"]


def test_csv_has_a_row_for_every_tile() -> None:
    rows = list(csv.DictReader(io.StringIO(run_yaku("waits", *SAMPLES, "-f", "csv").out)))
    found = [json.loads(line) for line in run_yaku("waits", *SAMPLES, "-f", "json").lines]
    assert [(row["id"], row["tile"], row["left"]) for row in rows] == [
        (result["id"], line["tile"], str(line["left"])) for result in found for line in result["tiles"]
    ]
    row = next(row for row in rows if row["id"] == "shanpon")
    assert (row["wait"], row["ron.yaku"], row["ron.points"]) == ("shanpon", "riichi round_wind", "8000")
    assert json.loads(row["tsumo.payments"]) == {"E": -4000, "S": 8000, "W": -2000, "N": -2000}
    (bare,) = csv.DictReader(io.StringIO(run_yaku("waits", "riichi 123m456p789s1113z", "-f", "csv").out))
    assert (bare["tile"], bare["ron.ok"], bare["add"]) == ("3z", "", "seat round")


def test_csv_has_a_row_for_a_hand_that_does_not_wait_and_for_a_refusal() -> None:
    ran = run_yaku("waits", "-f", "csv", stdin="riichi 147m258p369s1234z id=far\nriichi 123m id=short\n")
    far, short = csv.DictReader(io.StringIO(ran.out))
    assert (far["id"], far["waiting"], far["tile"], far["error"]) == ("far", "false", "", "")
    assert (short["id"], short["ok"], json.loads(short["error"])["code"]) == ("short", "false", "impossible_hand")
    assert ran.code == 1


def test_markdown() -> None:
    lines = run_yaku("waits", HAND, "-f", "markdown").lines
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 4
    assert {line.count("|") for line in table} == {7}
    assert run_yaku("waits", *SAMPLES, "-f", "markdown").lines[0] == "## nine-gates"


def test_names_in_japanese() -> None:
    (line,) = run_yaku("waits", HAND, "-f", "json", "--lang", "ja").lines
    assert json.loads(line)["tiles"][0]["ron"]["yaku"][0] == {"id": "riichi", "name": "立直", "han": 1}


def test_a_rule_file_counts() -> None:
    assert "(house-rules@1.0.0)" in run_yaku("waits", HAND, "--rules", "samples/house-rules.yaml").out
    assert (PROJECT / "samples" / "house-rules.yaml").is_file()


# ---- what is wrong


@ROWS.each("a_fault_has_a_caret_under_its_column")
def test_a_fault_has_a_caret_under_its_column(line: str, at: str, words: str) -> None:
    ran = run_yaku("waits", line)
    assert (ran.out, ran.code) == ("", 1)
    message, shown, caret = ran.err.splitlines()
    assert message.startswith("error: ")
    assert words in message
    assert shown == f"  {line}"
    assert caret == f"  {' ' * line.index(at)}^"


def test_a_yaku_worth_nothing_is_not_listed_and_norths_are_called_norths() -> None:
    # Open toitoi by ron is 2 - 1 - 1 = 0 han; by tsumo it is 1, and three triplets are concealed.
    ran = run_yaku("waits", "111p333s99m11s (555z) north=2 seat=S round=E", "--rules", "sanma", columns=120)
    told = "White dragon, North set aside 2; tsumo: Toitoi, Sanankou"
    assert [line.rstrip().endswith(told) for line in ran.lines if line.lstrip().startswith(("9m", "1s"))] == [
        True,
        True,
    ]
