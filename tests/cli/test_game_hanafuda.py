"""``yaku game`` of hanafuda rounds: the screen, claims, reasons, the other formats, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import run_alone, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


#: A score that is multiplied, a round that nobody wins, a dealt yaku.
GAME: str = ROWS["game"]
BARE = GAME.removeprefix("rules: koikoi\n")
HEAD = "rules: koikoi\nplayers: [Aki, Bea]\nrounds:\n"
NOTHING = "  - players: {Aki: {captured: 1B}, Bea: {captured: 2A}}\n"
DISPUTED = "samples/games/disputed-koikoi.yaml"
LARGE = "samples/games/taiyaku-twelve-rounds.yaml"
SAMPLES = [DISPUTED, LARGE, "samples/games/hiraya-twelve-rounds.yaml", "samples/games/koikoi-twelve-months.yaml"]

SCREENS = ROWS.keyed("screens")
MARKDOWN: str = ROWS["markdown"]
CSV: str = ROWS["csv"]


def settle(text: str, *arguments: str, columns: int = 80) -> Any:
    return run_yaku("game", "-", *arguments, stdin=text, columns=columns)


# ---- the screen


@pytest.mark.parametrize(("lang", "columns"), SCREENS)
def test_the_screen_of_a_game(lang: str, columns: int) -> None:
    ran = settle(GAME, "--lang", lang, columns=columns)
    assert (ran.out, ran.err, ran.code) == (SCREENS[lang, columns], "", 0)


def test_a_game_is_piped_in_and_scored_as_any_other_record() -> None:
    assert run_alone("game", "-", stdin=GAME).out == SCREENS["en", 80]
    assert run_yaku("score", "-", stdin=GAME).out == SCREENS["en", 80]


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
    assert ran.lines[-5:] == [
        "Notes",
        "  1: nobody plays: the cards are dealt again, and 4 chips stay in the pot",
        "  2: no game is played: who plays owes 8 chips each for the hands forced out (Dan 1B 3B 6R 8B 9AR",
        "    10R); Dan has most chips in front, 32 chips, and wins",
        "  3: nobody plays: the cards are dealt again, and 4 chips stay in the pot",
    ]
    in_japanese = run_yaku("game", "-", "--lang", "ja", stdin=UNPLAYED, columns=100)
    assert "  1: 全員が逃げたため配り直し。場の駒4枚は残る" in in_japanese.lines


def test_who_has_nothing_left_ends_a_game_with_a_start() -> None:
    game = """\
rules: taiyaku
players: [Aki, Bea]
start: 5
rounds:
  - players: {Aki: {captured: 6R 9R 10R}, Bea: {captured: 1B}}
"""
    ran = settle(game)
    assert "Totals (chips): somebody has nothing left" in ran.lines
    assert ran.lines[-5:] == ["  1  Aki  10", "  2  Bea   0", "", "Notes", "  1: Bea has nothing left"]
    japanese = settle(game, "--lang", "ja").lines
    assert "合計 (枚): 持ち点がなくなった" in japanese
    assert japanese[-1] == "  1: Beaは持ち点がなくなった"


def test_a_dealer_who_does_not_follow_is_noted() -> None:
    swapped = GAME.replace("      Bea: {}\n      Aki: {dealt: 4ARCC 5AR 9C 12C}\n", "      Aki: {}\n      Bea: {}\n")
    swapped = swapped.replace("Aki: {}", "Aki: {captured: 1B}").replace("Bea: {}", "Bea: {captured: 2A}")
    ran = settle(swapped)
    assert ran.lines[-2:] == ["Notes", "  3: Aki dealt, but Bea deals after the round before"]
    assert settle(swapped, "--lang", "ja").lines[-1] == "  3: この局はAkiが配ったが、前の局のあとに配るのはBea"
    assert ran.code == 0


def test_the_reasons_of_every_round() -> None:
    ran = settle(GAME, "--explain")
    assert ran.out.startswith(SCREENS["en", 80])
    assert [line for line in ran.lines if line.startswith("==")] == ["== 1", "== 2", "== 3"]
    at = ran.lines.index("    Bea: 11 x 2 x 2 = 44; times 2 (Bea's yaku at least 7); times 2 (an opponent")
    assert ran.lines[at + 1] == "    went on)"
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
    told = {"en": "wrong: totals: claimed", "ja": "誤り: 合計: 申告"}[lang]
    assert sum(told in line for line in ran.lines) == 4, "each round from the fifth on"


@ROWS.each("a_claim_on_the_end")
def test_a_claim_on_the_end(claim: str, told: str | None) -> None:
    ran = settle(GAME + claim)
    assert ran.code == (0 if told is None else 1)
    verdict = ["The claim is right."] if told is None else ["The claim is wrong.", f"  {told}"]
    assert ran.out == SCREENS["en", 80] + "\n" + "\n".join(verdict) + "\n"


def test_a_claim_on_a_round() -> None:
    claims = HEAD + NOTHING + "    claim: {totals: {Aki: 0, Bea: 0}, winner: null}\n"
    assert settle(claims).lines[-1] == "The claim is right."
    wrong = HEAD + NOTHING + "    claim: {winner: Bea}\n"
    ran = settle(wrong, columns=40)
    assert ran.lines[2:5] == ["round 1", "  nobody wins", "  wrong: winner: claimed Bea, actual"]
    assert ran.lines[-2:] == ["The claim is wrong.", "  round 1, winner: claimed Bea, actual", "    nobody"][-2:]
    assert ran.code == 1


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


def test_markdown_and_csv() -> None:
    assert settle(GAME, "--format", "markdown").out == MARKDOWN
    assert settle(GAME, "--format", "csv").out == CSV
    assert settle(GAME, "--format", "markdown", columns=40).out == MARKDOWN


# ---- rules


def test_default_rules_are_told() -> None:
    ran = settle(BARE)
    assert ran.out == SCREENS["en", 80]
    assert ran.err == "rules: koikoi (the default here; name others in the record or with --rules)\n"


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


@ROWS.each("rules_that_do_not_fit")
def test_rules_that_do_not_fit(arguments: list[str], code: int, told: str) -> None:
    ran = settle(GAME, *arguments)
    assert (ran.out, ran.code) == ("", code)
    assert told in ran.err


def test_rules_of_hanafuda_for_a_game_of_riichi() -> None:
    ran = run_yaku("game", "samples/games/four-players.yaml", "--rules", "koikoi")
    assert (ran.out, ran.code) == ("", 1)
    assert "error: expected a rule set of riichi for this record, found 'koikoi', which is of hanafuda" in ran.err


# ---- what is refused

REFUSED = {
    "a round": (
        "players: {Aki: {captured: 1B}, Bea: {captured: 2A}}\n",
        "stdin:1: error: expected a game with players and rounds, found a round; settle it with yaku score",
    ),
    "somebody who does not play": (
        HEAD + NOTHING.replace("Bea", "Bee"),
        "stdin:4: error: in round 1: 'Bee' is none of the players of the game: Aki, Bea [rounds[0].players]",
    ),
    "a card that is none": (
        HEAD + NOTHING + NOTHING.replace("2A", "2B"),
        "stdin:5: error: in round 2: players.Bea.captured: month 2 has 2ARCC and no bright, found 'B' (in '2B') "
        "[rounds[1].players.Bea.captured]",
    ),
    "a key that is none": (
        HEAD + NOTHING + "    stoped_by: Aki\n",
        "stdin:5: error: expected a key of a hanafuda round, found 'stoped_by'; did you mean 'stopped_by'? "
        "[rounds[0].stoped_by]",
    ),
    "a yaku that is none": (
        HEAD + NOTHING + "    claim: {yaku: {Aki: [sankou]}}\n",
        "stdin:5: error: in round 1: koikoi has no yaku 'sankou'; did you mean 'sanko'? [rounds[0].claim.yaku.Aki]",
    ),
    "a claim on nobody": (
        HEAD + NOTHING + "    claim: {totals: {Bee: 1}}\n",
        "stdin:5: error: in round 1: there is no player 'Bee' here; did you mean 'Bea'? [rounds[0].claim.totals.Bee]",
    ),
    "two players of one name": (
        HEAD.replace("Bea", "Aki") + NOTHING,
        "stdin:2: error: expected a name of its own for each player, found 'Aki' [players[1]]",
    ),
    "a start that is not for all": (
        HEAD.replace("rounds:", "start: {Aki: 5}\nrounds:") + NOTHING,
        "stdin:3: error: expected a start for each of Aki, Bea, found {'Aki': 5} [start]",
    ),
}


@pytest.mark.parametrize(("text", "told"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_one_line_that_says_where_and_what(text: str, told: str) -> None:
    ran = settle(text)
    assert (ran.out, ran.err, ran.code) == ("", f"{told}\n", 1)
