"""``yaku points``: what so many han and fu pay."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import run_yaku


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


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        # 30 x 4 x 2^1 = 240: x6 = 1,440, x4 = 960; x2 = 480, x1 = 240
        ("1 30", (1500, 1000, 500, 300, 500)),
        # two honba: 300 each by ron, 100 each from each payer
        ("mangan 2 honba", (12600, 8600, 4200, 2200, 4200)),
        ("満貫 2本場", (12600, 8600, 4200, 2200, 4200)),
        ("3 40 honba 1", (8000, 5500, 2700, 1400, 2700)),
        # 40 x 4 x 2^3 = 1,280: 7,680, 5,120; 2,560, 1,280
        ("3 40", (7700, 5200, 2600, 1300, 2600)),
        # 110 x 4 x 2 = 880: 5,280, 3,520; 1,760, 880
        ("1 110", (5300, 3600, 1800, 900, 1800)),
        # pinfu by tsumo alone: 20 x 4 x 2^3 = 640: 1,280, 640
        ("3 20", (None, None, 1300, 700, 1300)),
        # seven pairs: 25 x 4 x 2^2 = 400, a tsumo adds a han
        ("2 25", (2400, 1600, None, None, None)),
        # 25 x 4 x 2^3 = 800
        ("3 25", (4800, 3200, 1600, 800, 1600)),
        # 30 x 4 x 2^4 = 1,920, rounded up to 2,000 where that is played
        ("4 30 --rules riichi", (12000, 8000, 4000, 2000, 4000)),
        ("4 30 --rules tenhou", (11600, 7700, 3900, 2000, 3900)),
        ("3 60 --set kiriage_mangan=false", (11600, 7700, 3900, 2000, 3900)),
        # 70 x 4 x 2^3 = 2,240, at most 2,000
        ("3 70 --rules tenhou", (12000, 8000, 4000, 2000, 4000)),
        ("5 30", (12000, 8000, 4000, 2000, 4000)),
        ("6", (18000, 12000, 6000, 3000, 6000)),
        ("7 30", (18000, 12000, 6000, 3000, 6000)),
        ("10", (24000, 16000, 8000, 4000, 8000)),
        ("12", (36000, 24000, 12000, 6000, 12000)),
        ("13", (48000, 32000, 16000, 8000, 16000)),
        # no counted yakuman: 13 han are three times a mangan
        ("13 --rules m-league", (36000, 24000, 12000, 6000, 12000)),
        ("mangan", (12000, 8000, 4000, 2000, 4000)),
        ("haneman", (18000, 12000, 6000, 3000, 6000)),
        ("yakuman", (48000, 32000, 16000, 8000, 16000)),
        ("double yakuman", (96000, 64000, 32000, 16000, 32000)),
        ("yakuman x3", (144000, 96000, 48000, 24000, 48000)),
        # 300 by ron, 100 from each by tsumo for every counter
        ("3 40 --honba 2", (8300, 5800, 2800, 1500, 2800)),
        # 1,500 by ron: 500 from each
        ("3 40 --honba 2 --rules m-league", (8300, 5800, 2800, 1500, 2800)),
        # three players: the share of the fourth is lost
        ("mangan --rules tenhou-sanma", (12000, 8000, 4000, 2000, 4000)),
        # counters of three players: 200 by ron, 100 from each
        ("1 30 --honba 1 --rules tenhou-sanma", (1700, 1200, 600, 400, 600)),
        # a chart of han alone: twice mangan from 10 han
        ("10 --rules sanma", (24000, 16000, 8000, 4000, 8000)),
        ("4 --rules sanma", (3000, 2000, 1000, 500, 1000)),
        ("mangan --honba 2 --rules sanma", (12600, 8600, 4200, 2200, 4200)),
        # only the way that was asked for
        ("mangan ron", (12000, 8000, None, None, None)),
        ("3 20 tsumo", (None, None, 1300, 700, 1300)),
    ],
)
def test_what_it_pays(arguments: str, expected: tuple[Any, ...]) -> None:
    assert figures(*arguments.split()) == expected


@pytest.mark.parametrize(
    "said",
    [
        "3 40",
        "3 han 40 fu",
        "3han40fu",
        "3翻40符",
        "3飜40符",
        "３翻４０符",
        "40符3翻",
        "40 3",
        "40 fu 3 han",
        "3,40",
        "3/40",
        "3 han 40 fu dealer",
        "dealer, 40 fu, 3 han",
        "40 fu and 3 han",
        "non-dealer 3 han 40 fu",
        "child 3 han 40 fu",
        "a child 3 han 40 fu",
        "親の3翻40符",
    ],
)
def test_han_and_fu_as_people_say_them(said: str) -> None:
    assert figures(said) == (7700, 5200, 2600, 1300, 2600)


@pytest.mark.parametrize(
    ("said", "same"),
    [
        ("満貫", "mangan"),
        ("跳満", "haneman"),
        ("Mangan", "mangan"),
        ("役満", "yakuman"),
        ("counted yakuman", "13"),
        ("マンガン", "mangan"),
        ("ハネ満", "haneman"),
    ],
)
def test_levels_as_people_say_them(said: str, same: str) -> None:
    assert figures(said) == figures(same)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("1 20", "20 fu need 2 han or more (only pinfu by tsumo has 20 fu), found 1 han"),
        ("mangan 2本場 3本場", "expected one number of honba, found 'mangan 2本場 3本場' with 0"),
        ("1 25", "25 fu need 2 han or more (only seven pairs have 25 fu), found 1 han"),
        ("3 20 ron", "20 fu cannot be by ron (only pinfu by tsumo has 20 fu)"),
        ("2 25 tsumo", "25 fu by tsumo need 3 han or more (only seven pairs have 25 fu)"),
        ("3 35", "no hand of 3 han has 35 fu; the nearest are 30 or 40"),
        ("3 10", "no hand of 3 han has 10 fu; the nearest are 20 or 25"),
        ("1 120", "no hand of 1 han has 120 fu; the nearest are 100 or 110"),
        ("3", "3 han pay by their fu"),
        ("0 30", "expected 1 han or more"),
        ("hanemann", "did you mean 'haneman'?"),
        ("foo", "expected what the hand is worth"),
        ("3900", "found the points '3900' that it pays; yaku chart lists what pays them"),
        ("1000/2000", "found the points '1000/2000' that it pays"),
        ("mangan 2 honba 1 stick", "riichi sticks go to the winner as they are"),
        ("ron", "expected what the hand is worth"),
        ("ron tsumo mangan", "expected what the hand is worth"),
        ("30 fu", "expected what the hand is worth"),
    ],
)
def test_what_no_hand_is_worth_is_refused_with_the_reason(said: str, words: str) -> None:
    ran = run_yaku("points", *said.split())
    assert words in ran.err
    assert (ran.out, ran.code) == ("", 1)


def test_fu_where_none_are_counted() -> None:
    ran = run_yaku("points", "3", "40", "--rules", "sanma")
    assert "sanma counts no fu; leave them out, as in 3 han" in ran.err
    assert ran.code == 1


def test_fewer_han_than_a_chart_pays() -> None:
    ran = run_yaku("points", "2", "--rules", "sanma")
    assert "pays from 3 han on, found 2; see the option below_chart" in ran.err
    assert figures("2", "--rules", "sanma", "--set", "below_chart=lowest_row") == (1500, 1000, 500, 300, 500)


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
        "3 han 40 fu, 2 counters (riichi@1.3.0)",
        "",
        "Ron Tsumo",
        "---------- ----- -----------",
        "dealer 8,300 2,800 all",
        "non-dealer 5,800 1,500/2,800",
        "",
        "Counters are included: 600 by ron, 200 from each by tsumo.",
    ]


def test_the_table_in_japanese_fits_a_narrow_terminal() -> None:
    lines = run_yaku("points", "3翻20符", "--honba", "1", "--lang", "ja", "--explain", columns=40).lines
    assert max(map(cells, lines)) <= 40
    text = "\n".join(lines)
    for part in ("3翻20符、1本場", "1,400オール", "20符のロン和了はない", "本場を含む", "基本点"):
        assert part in text


def test_the_reasons() -> None:
    text = run_yaku("points", "4", "30", "--explain").out
    assert "base points: 30 x 4 x 2^4 = 1,920, rounded up to 2,000" in text
    assert "at most 2,000" in run_yaku("points", "3", "70", "--explain").out
    assert "read off the chart" in run_yaku("points", "6", "--explain", "--rules", "sanma").out


def test_reasons_are_text() -> None:
    assert run_yaku("points", "3", "40", "--explain", "-f", "json").code == 2


def test_a_rule_set_without_han_is_a_usage_error() -> None:
    ran = run_yaku("points", "3", "40", "--rules", "koikoi", columns=120)
    assert "koikoi pays no han and fu" in ran.err
    assert ran.code == 2


@pytest.mark.parametrize(
    ("said", "same"),
    [
        ("dealer ron 40 fu 3 han", "3 40 ron"),
        ("ron 3 40", "3 40 ron"),
        ("3 han 40 fu, by ron", "3 40 ron"),
        ("親の3翻40符ロン", "3 40 ron"),
        ("mangan tsumo with 2 counters", "mangan tsumo 2 honba"),
        ("ツモ 満貫 2本場", "mangan tsumo 2 honba"),
    ],
)
def test_the_way_to_win_may_be_said_anywhere(said: str, same: str) -> None:
    assert run_yaku("points", said).out == run_yaku("points", same).out
    assert run_yaku("points", said).code == 0
