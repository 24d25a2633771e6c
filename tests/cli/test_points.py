"""``yaku points``: what so many han and fu pay."""

import csv
import io
import json
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


def answer(*arguments: str) -> dict[str, Any]:
    """The answer in JSON."""
    ran = run_yaku("points", *arguments, "-f", "json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def figures(*arguments: str) -> tuple[Any, ...]:
    """Dealer by ron, others by ron; dealer from each; others from each, and from the dealer."""
    found = answer(*arguments)
    ron, tsumo = found["ron"] or {}, found["tsumo"] or {"dealer": {}, "other": {}}
    return (
        ron.get("dealer"),
        ron.get("other"),
        tsumo["dealer"].get("each"),
        tsumo["other"].get("each"),
        tsumo["other"].get("dealer"),
    )


@ROWS.each("what_it_pays")
def test_what_it_pays(arguments: str, expected: list[Any]) -> None:
    assert [*figures(*arguments.split())] == expected


@ROWS.each("han_and_fu_as_people_say_them")
def test_han_and_fu_as_people_say_them(said: str) -> None:
    assert figures(said) == (7700, 5200, 2600, 1300, 2600)


@ROWS.each("which_hands_pay_points")
def test_which_hands_pay_points(said: str, lines: list[str]) -> None:
    assert [line.strip() for line in run_yaku("points", said).lines if line] == lines


@ROWS.each("levels_as_people_say_them")
def test_levels_as_people_say_them(said: str, same: str) -> None:
    assert figures(said) == figures(same)


@ROWS.each("what_no_hand_is_worth_is_refused_with_the_reason")
def test_what_no_hand_is_worth_is_refused_with_the_reason(said: str, words: str) -> None:
    ran = run_yaku("points", *said.split())
    assert words in ran.err
    assert (ran.out, ran.code) == ("", 1)


@pytest.mark.parametrize("rules", ["riichi", "tenhou", "wrc", "tenhou-sanma", "sanma-common", "sanma"])
def test_every_row_of_the_chart_is_answered_alike(rules: str) -> None:
    """The chart is worked out by other functions; 0 where there is no such win."""
    rows = [json.loads(line) for line in run_yaku("chart", rules, "-f", "json").lines]
    assert len(rows) >= 6
    for row in rows:
        if row["level"] == "yakuman":
            said = row["han"].replace(" ", "") + "yakuman"
        else:
            said = f"{row['han'].split('-')[0].rstrip('+')} {row['fu'] or ''}"
        keys = ("dealer_ron", "other_ron", "dealer_tsumo", "other_tsumo_each", "other_tsumo_dealer")
        assert figures(said.strip(), "--rules", rules) == tuple(row[key] or None for key in keys), said


def test_json_has_the_shape_that_programs_read() -> None:
    found = answer("3", "40", "--honba", "1")
    assert found["ron"] == {"dealer": 8000, "other": 5500}
    assert found["tsumo"] == {"dealer": {"each": 2700}, "other": {"dealer": 2700, "each": 1400}}
    assert (found["han"], found["fu"], found["level"], found["honba"]) == (3, 40, None, 1)
    assert yaml.safe_load(run_yaku("points", "3", "40", "--honba", "1", "-f", "yaml").out.removeprefix("---")) == found


def test_csv_has_the_columns_of_the_chart() -> None:
    (row,) = csv.DictReader(io.StringIO(run_yaku("points", "mangan", "-f", "csv").out))
    assert (row["level"], row["dealer_ron"], row["other_tsumo_dealer"]) == ("mangan", "12000", "4000")


def test_the_table() -> None:
    lines = run_yaku("points", "3", "40", "--honba", "2").lines
    assert [" ".join(line.split()) for line in lines] == [
        "3 han 40 fu, 2 honba (riichi@1.3.0)",
        "",
        "Ron Tsumo",
        "---------- ----- -----------",
        "dealer 8,300 2,800 all",
        "non-dealer 5,800 1,500/2,800",
        "",
        "Honba is included: 600 by ron, 200 from each by tsumo.",
    ]


def test_the_table_in_japanese_fits_a_narrow_terminal() -> None:
    lines = run_yaku("points", "3翻20符", "--honba", "1", "--lang", "ja", "--explain", columns=40).lines
    assert max(map(cells, lines)) <= 40
    text = "\n".join(lines)
    for part in ("3翻20符、1本場", "1,400オール", "20符のロン和了はない", "本場を含む", "基本点"):
        assert part in text
