"""``yaku compare``: what it prints, at two widths, in two languages and as data; exit codes; what it refuses."""

import json
from itertools import product
from unittest import mock

import pytest
import yaml

from calc.cli import claims
from calc.mahjong.load import load_mahjong_rules
from calc.tables.shelf import sets_of_game
from calc.text import cells
from tests.cli.running import once, run_yaku

#: riichi, pinfu, tanyao, a dora: 4 han 30 fu: 1920, a mangan where base points over 1900 are rounded up.
LINE = "riichi 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"


def others_like(name: str) -> list[str]:
    """The other shipped rule sets for as many players, the most general first."""
    seats = load_mahjong_rules(name).seats
    return [other for other in sets_of_game("riichi") if other != name and load_mahjong_rules(other).seats == seats]


#: What is compared depends neither on how it is printed nor on how all sets are asked for.
compared = once(claims._compare)


def test_all_that_fit_are_compared_where_none_are_named() -> None:
    with mock.patch.object(claims, "_compare", compared):
        ran = run_yaku("compare", LINE, columns=120)
        assert ran.out == run_yaku("compare", LINE, "--rules", "all", columns=120).out
    *groups, same = [" ".join(group.split()) for group in ran.out.split("\n\n")]
    assert same == "The same under all: 4 han · 30 fu · riichi pinfu tanyao dora 1"
    (mangan, most), (below, others) = (group.split(": ", 1) for group in groups)
    others, _, question = others.partition(" kiriage_mangan: ")
    assert (mangan, below) == ("8,000", "7,700")
    assert question == "true -> false: Are 4 han 30 fu and 3 han 60 fu mangan (kiriage)?"
    found = [*most.split(", "), *others.split(", ")]
    assert sorted(found) == sorted(["riichi", *others_like("riichi")])
    # The most general first: what extends another set comes after it.
    assert most.split(", ")[:2] == ["riichi", "ema"]
    assert found.index("jpml") < found.index("tenhou") < found.index("ema-2016") < found.index("tenhou-closed-tanyao")


@pytest.mark.parametrize("columns", [40, 80])
def test_where_nothing_differs_all_agree(columns: int) -> None:
    ran = run_yaku("compare", "samples/rounds/double-ron.yaml", "--rules", "riichi,tenhou", columns=columns)
    assert " ".join(ran.out.split()) == ("All 2 rule sets agree: riichi, tenhou E 0, S 2,900, W -5,500, N 3,600")
    japanese = run_yaku("compare", "samples/rounds/double-ron.yaml", "--rules", "riichi,tenhou", "--lang", "ja")
    assert japanese.lines[0] == "2種のルールがすべて一致：riichi、tenhou"


def test_the_set_of_the_record_is_the_first_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calc.disputes.api._because", lambda *_: [])  # why they differ takes most of the time
    ran = run_yaku("compare", LINE.replace("riichi ", "tenhou ", 1), "--rules", "all", "--format", "json")
    assert [json.loads(line)["rules"].partition("@")[0] for line in ran.lines] == ["tenhou", *others_like("tenhou")]


def test_a_hand_that_one_set_refuses_comes_last() -> None:
    line = "riichi 123789m456p78s55z +9s ron from=W seat=S round=E first_turn"
    ran = run_yaku("compare", line, "--rules", "riichi,tenhou")
    assert ran.out == (
        "8,000 · renhou: riichi\n\n"
        "refused: tenhou\n"
        "  the hand is complete but has no yaku; a win needs at least one\n"
        "  renhou: mangan -> none: What is a ron before one's first draw worth?\n"
    )
    assert ran.code == 0


def test_a_rule_file_is_named_by_its_path() -> None:
    line = "koikoi A:1B,3B,8B,9A B:1R,2R,3R stopped_by=A koikoi.B=1 month=1"
    ran = run_yaku("compare", line, "--rules", "koikoi,samples/koikoi-house.yaml")
    assert [line for line in ran.lines if line.startswith("A ")] == ["A 60, B 0: koikoi", "A 64, B 0: koikoi-house"]
    assert (ran.err, ran.code) == ("", 0)


@pytest.mark.parametrize("given", [LINE, "samples/games/four-players.yaml", "samples/rounds/double-ron.yaml"])
def test_no_line_is_wider_than_the_terminal(given: str) -> None:
    sets = () if given == LINE else ("--rules", "riichi,tenhou,ema-2016,m-league,saikouisen")
    with mock.patch.object(claims, "_compare", compared):
        for columns, lang in product((40, 60, 80, 120), ("en", "ja")):
            ran = run_yaku("compare", given, *sets, "--lang", lang, columns=columns)
            assert ran.lines
            assert [line for line in ran.lines if cells(line) > columns] == []


def test_as_json_a_line_is_a_rule_set() -> None:
    ran = run_yaku("compare", LINE, "--rules", "riichi,tenhou", "--format", "json")
    first, second = map(json.loads, ran.lines)
    assert list(first) == ["rules", "name", "figures", "differs", "because", "refusal"]
    assert (first["figures"]["points"], first["differs"]) == (8000, [])
    assert (second["figures"]["points"], second["differs"]) == (7700, ["points", "payments"])
    assert [(one["option"], one["here"], one["there"]) for one in second["because"]] == [
        ("kiriage_mangan", True, False)
    ]


def test_yaml_says_the_same_as_json() -> None:
    given = ("compare", LINE, "--rules", "riichi,tenhou", "--format")
    documents = [one for one in yaml.safe_load_all(run_yaku(*given, "yaml").out) if one is not None]
    assert documents == [json.loads(line) for line in run_yaku(*given, "json").lines]


def test_a_record_that_is_written_wrong_is_one_error() -> None:
    """Not the same refusal under every rule set."""
    ran = run_yaku("compare", "123m456p789s112z +2z ron from=W seat=S round=E")
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.count("expected") + ran.err.count("add 1") == 1
    assert ran.err.endswith("\n  ^\n")


def test_a_hand_that_is_no_win_anywhere_is_compared() -> None:
    ran = run_yaku("compare", "123m456p789s1123z +2z ron from=W seat=S round=E", "--rules", "riichi,tenhou")
    assert ran.out.count("the hand is not complete") == 1
    assert ran.code == 0
