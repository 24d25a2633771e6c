"""``yaku needs``: what a player needs in the last hand."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


#: Aki 31,000, Bea 28,000, Cho 24,000, Dan 16,000, and a riichi stick: 100,000 in all. Dan deals.
SCORES = ["--scores", "Aki 31000, Bea 28,000 Cho=24000, Dan: 16000", "--rules", "tenhou"]
#: The same after eight draws: Cho's riichi stick of South 2 is still there, and nobody paid anybody.
GAME: str = ROWS["game"]


def answer(*arguments: str) -> dict[str, Any]:
    ran = run_yaku("needs", *arguments, "-f", "json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_the_game_before_the_last_hand_says_the_same() -> None:
    ran = run_yaku("needs", "-", "-p", "Cho", "-f", "json", stdin=GAME)
    by_rounds, by_scores = json.loads(ran.out), answer(*SCORES, "-p", "Cho", "--sticks", "1", "--honba", "8")
    assert by_rounds["scores"] == {"Aki": 31000, "Bea": 28000, "Cho": 24000, "Dan": 16000}
    assert by_rounds == {"id": "evening", **{key: value for key, value in by_scores.items() if key != "id"}}


def test_json_is_by_discarder() -> None:
    found = answer(*SCORES, "-p", "Cho")
    assert [*found["ron"]] == ["Aki", "Bea", "Dan"]
    least = {"points": 5200, "spelled": "5200", "counts": [[3, 40], [2, 80]], "level": None, "limits": 0}
    assert found["ron"]["Aki"]["least"] == least
    assert found["tsumo"]["least"]["spelled"] == "1300/2600"
    assert found["draw"]["noten"]["enough"] == "never"
    text = run_yaku("needs", *SCORES, "-p", "Cho", "-f", "yaml").out
    assert yaml.safe_load(text.removeprefix("---")) == found


@pytest.mark.parametrize(
    "spelled",
    ["Aki: 31,000 Bea: 28,000 Cho: 24,000 Dan: 17,000", "Aki=31000; Bea=28000; Cho 24000 points, Dan 17000"],
)
def test_scores_as_people_write_them(spelled: str) -> None:
    plain = "Aki 31000, Bea 28000, Cho 24000, Dan 17000"
    assert answer("--scores", spelled, "--player", "Cho") == answer("--scores", plain, "--player", "Cho")
    japanese = "秋 31000点、春 28000点、夏：24000、冬 17000点"
    assert answer("--scores", japanese, "--player", "秋")["scores"] == {
        "秋": 31000,
        "春": 28000,
        "夏": 24000,
        "冬": 17000,
    }


def test_counters_count() -> None:
    # 24,000 + 5,200 + 600 + 1,000 = 30,800 is not enough against 31,000; 24,000 + 5,200 + 900 + 2,000 would be
    assert answer(*SCORES, "-p", "Cho", "--honba", "2")["ron"]["Bea"]["least"]["points"] == 5800
    # three honba: 24,000 + 5,200 + 900 + 1,000 = 31,100
    assert answer(*SCORES, "-p", "Cho", "--honba", "3")["ron"]["Bea"]["least"]["points"] == 5200


def test_all_players_are_answered_without_a_name() -> None:
    ran = run_yaku("needs", *SCORES, "--place", "2")
    assert [line for line in ran.lines if "needs for" in line] == [
        f"{name} needs for place 2 or better" for name in ("Aki", "Bea", "Cho", "Dan")
    ]


def test_csv_has_a_row_for_each_way() -> None:
    rows = list(csv.DictReader(io.StringIO(run_yaku("needs", *SCORES, "-p", "Cho", "-f", "csv").out)))
    assert [(row["by"], row["from"], row["points"]) for row in rows] == [
        ("ron", "Aki", "5200"),
        ("ron", "Bea", "6400"),
        ("ron", "Dan", "6400"),
        ("tsumo", "", "1300/2600"),
        ("draw, tenpai", "", ""),
        ("draw, noten", "", ""),
        ("draw, riichi", "", ""),
    ]


def test_markdown_is_a_table_a_player() -> None:
    lines = run_yaku("needs", *SCORES, "-p", "Cho", "-f", "markdown").lines
    assert lines[0].startswith("Cho needs for place 1: 5,200 from Aki, ")
    assert lines[1] == "## South 4, 1 riichi stick   (tenhou@2.0.0)"
    assert "| ron from Bea or Dan" in "\n".join(lines)


def test_japanese_fits_a_narrow_terminal() -> None:
    lines = run_yaku("needs", *SCORES, "--lang", "ja", "--honba", "1", columns=40).lines
    assert max(map(cells, lines)) <= 40
    text = "\n".join(lines)
    for part in ("南4局・1本場・供託1本", "Choが1着になる条件", "Akiからロン：", "ツモ：", "流局：足りない"):
        assert part in text


def test_a_hand_before_the_last_says_that_the_game_goes_on() -> None:
    ran = run_yaku("needs", *SCORES, "-p", "Cho", "--round", "east 3")
    assert "This is not the last hand" in ran.out
    assert "the game goes on" in ran.out
    assert answer(*SCORES, "-p", "Cho", "--round", "東3局")["last"] is False


@ROWS.each("what_cannot_be_answered")
def test_what_cannot_be_answered(arguments: list[str], words: str, code: int) -> None:
    ran = run_yaku("needs", *arguments, columns=200)
    assert words in ran.err
    assert (ran.out, ran.code) == ("", code)


def test_a_place_that_is_shared_counts(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("players: [Aki, Bea, Cho, Dan]\nscores: [30000, 30000, 24000, 16000]\n", encoding="utf-8")
    # Cho and Aki would both have 30,000 - or more: 24,000 + 3,000 by ron from Dan is not enough, 6,000 ties with them
    seated = answer(str(file), "-p", "Cho", "--rules", "riichi")
    shared = answer(str(file), "-p", "Cho", "--rules", "riichi", "--set", "ties=share")
    assert seated["ron"]["Dan"]["least"]["points"] == 6400
    assert shared["ron"]["Dan"]["least"]["points"] == 6400
    # 24,000 + 3,900 + 2,100 (seven honba) = 30,000 exactly: the better seat goes first, or the place is shared
    seated = answer(str(file), "-p", "Cho", "--rules", "riichi", "--honba", "7")
    shared = answer(str(file), "-p", "Cho", "--rules", "riichi", "--honba", "7", "--set", "ties=share")
    assert seated["ron"]["Dan"]["least"]["points"] == 4500
    assert shared["ron"]["Dan"]["least"]["points"] == 3900


@ROWS.each("what_is_told_before_the_last_hand")
def test_what_is_told_before_the_last_hand(asked: str, told: str) -> None:
    assert run_yaku("needs", asked, columns=200).lines[0] == told


def test_without_a_round_who_are_named_in_turn_have_no_dealer() -> None:
    ran = run_yaku("needs", "Emi 31000 Joe 28500 Kai 22000 Lou 18500, Joe to win")
    assert ran.code == 2
    assert "the players' points are not told; write them with who deals" in ran.err


@ROWS.each("what_is_not_told_before_the_last_hand")
def test_what_is_not_told_is_asked(asked: str, words: str) -> None:
    ran = run_yaku("needs", asked)
    assert ran.code == 1
    assert words in ran.err
