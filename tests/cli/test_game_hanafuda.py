"""``yaku game`` of hanafuda rounds: the screen, claims, reasons, the other formats, and what it refuses."""

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


#: A score that is multiplied, a round that nobody wins, a dealt yaku.
GAME: str = ROWS["game"]
HEAD = "rules: koikoi\nplayers: [Aki, Bea]\nrounds:\n"
NOTHING = "  - players: {Aki: {captured: 1B}, Bea: {captured: 2A}}\n"
DISPUTED = "samples/games/disputed-koikoi.yaml"
LARGE = "samples/games/taiyaku-twelve-rounds.yaml"
SAMPLES = [DISPUTED, LARGE, "samples/games/hiraya-twelve-rounds.yaml", "samples/games/koikoi-twelve-months.yaml"]

SCREENS = ROWS.keyed("screens")


def settle(text: str, *arguments: str, columns: int = 80) -> Any:
    return run_yaku("game", "-", *arguments, stdin=text, columns=columns)


# ---- the screen


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("name", SAMPLES)
def test_no_line_is_longer_than_the_screen_and_no_amount_is_broken(name: str, columns: int, lang: str) -> None:
    ran = run_yaku("game", name, "--explain", "--lang", lang, columns=columns)
    assert all(cells(line) <= columns for line in ran.lines)
    result = json.loads(run_yaku("game", name, "--format", "json").out)
    found = ran.out.split()
    for one in result["rounds"]:
        for player in one["players"].values():
            assert f"{player['change']:+}" in found or not player["change"]


def test_a_table_of_five_with_a_round_that_nobody_plays() -> None:
    ran = run_yaku("game", LARGE, columns=100)
    head = next(place for place, line in enumerate(ran.lines) if line.startswith("  Round"))
    assert [line.split() for line in ran.lines[head + 2 : head + 4]] == [
        ["1", "dealt", "again", *["-1"] * 5],
        ["pot:", "5", *["29"] * 5],
    ]
    totals = ran.lines.index("Totals (chips)")
    assert ran.lines[totals : totals + 10] == [
        "Totals (chips)",
        "",
        "  1  Aki  59",
        "  2  Bea  44",
        "  3  Cho  23",
        "  3  Emi  23",
        "  5  Dan   1",
        "",
        "Notes",
        "  1: nobody plays: the cards are dealt again, and 5 chips stay in the pot",
    ]
    assert ran.lines[-1] == "The claim is right."


UNPLAYED: str = ROWS["unplayed"]


def test_rounds_without_a_game_say_why_and_the_pot_makes_the_totals_add_up() -> None:
    ran = run_yaku("game", "-", stdin=UNPLAYED, columns=100)
    head = next(place for place, line in enumerate(ran.lines) if line.startswith("  Round"))
    assert [line.split() for line in ran.lines[head + 2 : head + 8]] == [
        ["1", "dealt", "again", "-1", "-1", "-1", "-1"],
        ["pot:", "4", "19", "19", "19", "19"],
        ["2", "Dan:", "no", "game", "was", "played", "-8", "-8", "-8", "+28"],
        ["11", "11", "11", "47"],
        ["3", "dealt", "again", "-1", "-1", "-1", "-1"],
        ["pot:", "4", "10", "10", "10", "46"],
    ]
    assert "     pot   4" in ran.lines
    assert ran.lines[-4:] == [
        "Notes",
        "  1, 3: nobody plays: the cards are dealt again, and 4 chips stay in the pot",
        "  2: no game is played: who plays owes 8 chips each for the hands forced out (Dan 1B 3B 6R 8B 9AR",
        "    10R); Dan has most chips in front, 32 chips, and wins",
    ]
    in_japanese = run_yaku("game", "-", "--lang", "ja", stdin=UNPLAYED, columns=100)
    assert "  1、3：全員が逃げたため配り直し。場の駒4枚は残る" in in_japanese.lines


def test_the_reasons_of_every_round() -> None:
    ran = settle(GAME, "--explain")
    assert ran.out.startswith(SCREENS["en", 80])
    assert [line for line in ran.lines if line.startswith("==")] == ["== 1", "== 2", "== 3"]
    assert "    Bea: 11 x 2 (Bea's yaku at least 7) x 2 (an opponent went on) = 44" in ran.lines
    assert any(line.startswith("  each player scores dealt yaku, if exactly 1 of the players") for line in ran.lines)


def test_several_games_are_told_apart() -> None:
    ran = run_yaku("game", *SAMPLES[:2])
    assert [line for line in ran.lines if line.startswith("==")] == ["== 1", "== 2"]
    assert ran.code == 1
    rows = list(csv.DictReader(io.StringIO(run_yaku("game", *SAMPLES[:2], "--format", "csv").out)))
    assert [row["round"] for row in rows if row["game"] == "1"] == [str(n) for n in range(1, 9) for _ in range(2)]
    assert {row["player"] for row in rows if row["game"] == "2"} == {"Aki", "Bea", "Cho", "Dan", "Emi"}


# ---- claims


WRONG: dict[str, Any] = ROWS["wrong"]


@pytest.mark.parametrize("lang", WRONG)
def test_a_disputed_game(lang: str) -> None:
    ran = run_yaku("game", DISPUTED, "--lang", lang)
    assert ran.lines[-4:] == WRONG[lang]
    assert (ran.err, ran.code) == ("", 1)
    told = {"en": "wrong: totals: claimed", "ja": "誤り：合計：申告"}[lang]
    assert sum(told in line for line in ran.lines) == 4, "each round from the fifth on"


# ---- the other formats


def test_json_and_yaml_are_the_same_result() -> None:
    result = json.loads(settle(GAME, "--format", "json").out)
    assert yaml.safe_load(settle(GAME, "--format", "yaml").out) == result
    assert [*result] == (
        ["id", "rules", "options", "ok", "rounds", "ended", "scores", "final", "winner", "pots", "notes"]
    )
    assert (result["scores"], result["winner"], result["ended"]) == ({"Aki": 6, "Bea": 44}, "Bea", None)
    assert result["final"][0] == {"player": "Bea", "place": 1, "total": 44}
    assert [one["totals"] for one in result["rounds"]] == [{"Aki": 0, "Bea": 44}] * 2 + [{"Aki": 6, "Bea": 44}]
    assert [one["winner"] for one in result["rounds"]] == ["Bea", None, "Aki"]
    (first,) = [json.loads(run_yaku("game", DISPUTED, "--format", "json").out)["first_wrong"]]
    assert first["round"] == 5


# ---- rules


def test_house_rules_count_the_cards_of_the_month_of_each_round() -> None:
    game = f"{HEAD}{NOTHING}"
    game += "  - players: {Aki: {captured: 2ARCC}, Bea: {captured: 1BRCC}}\n    stopped_by: Aki\n"
    house = settle(game, "--rules", "samples/koikoi-house.yaml", "--format", "json")
    rounds = json.loads(house.out)["rounds"]
    assert [yaku["id"] for yaku in rounds[1]["players"]["Aki"]["yaku"]] == ["tsukifuda"]
    assert rounds[1]["players"]["Bea"]["yaku"] == []
    assert settle(game).err == (
        "stdin:6: error: in round 2: Aki stopped, but holds no yaku; check the captured cards of Aki "
        "[rounds[1].stopped_by]\n"
    )


def test_each_payment_is_told_as_a_sum_without_being_asked() -> None:
    ran = settle("koikoi: Aki Bea\nAki three brights 5, blue ribbons 5\nBea red ribbons, went on Aki\nAki 5\n")
    assert "Aki: 10 x 2 (Aki's yaku at least 7) = 20" in ran.out
    assert "Bea: 5 x 2 (an opponent went on) = 10" in ran.out
    assert ran.out.count(" = ") == 2


@ROWS.each("evenings")
def test_an_evening_as_people_type_it(evening: str, text: str, players: list[str], changes: list[list[int]]) -> None:
    result = json.loads(settle(text, "--format", "json").out)
    assert [[one["players"][name]["change"] for name in players] for one in result["rounds"]] == changes, evening


@ROWS.each("evening_refused")
def test_an_evening_that_is_not_told_in_one_way(rules: str, line: str, says: str) -> None:
    names = "Jin Mina" if rules == "koikoi" else "Jin Mina Tom"
    ran = settle(f"{rules}: {names}\n{line}\n", columns=400)
    assert ran.code == 1
    assert says in ran.err
