"""``yaku score`` of rounds and games: the screen of a round, many in a table, claims, and what is refused."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import Ran, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


#: Two win on the same discard; the first takes counters and sticks.
ROUND: str = ROWS["round"]
DRAW = "rules: riichi\nriichi: [E]\ndraw: {kind: exhaustive, waiting: [E, S]}\n"
GAME = (
    "rules: riichi\nplayers: [Aki, Bea, Cho, Dan]\nrounds:\n"
    "  - wins: [{seat: W, by: ron, from: N, hand: 123m456p789s1133z, win: 3z, claim: {fu: 30}}]\n"
)
HAND = "rules: riichi\nhand: 123m456p789s1122z\nwin: 2z\nby: ron\nfrom: W\nseat: S\nround: E\nriichi: true\n"

SCREENS = ROWS.keyed("screens")


def score(text: str, *arguments: str, columns: int = 80) -> Ran:
    return run_yaku("score", *arguments, stdin=text, columns=columns)


def plain(text: str, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in score(text, *arguments, "--format", "json").lines]


def last_lines(text: str, count: int, *arguments: str) -> list[str]:
    return score(text, *arguments).lines[-count:]


# ---- the screen


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("explain", [False, True], ids=["", "explain"])
def test_every_screen_fits_the_terminal(columns: int, lang: str, explain: bool) -> None:
    for text in (ROUND, DRAW, GAME):
        ran = score(text, "--lang", lang, *(["--explain"] if explain else []), columns=columns)
        assert {line: cells(line) for line in ran.lines if cells(line) > columns} == {}
        assert not [line for line in ran.lines if line != line.rstrip()]


@ROWS.each("the_next_round_and_its_dealer")
def test_the_next_round_and_its_dealer(ending: str, following: str) -> None:
    assert last_lines(f"rules: riichi\n{ending}\n", 1) == [f"Next: {following} dealer"]


def test_explain_gives_every_win_and_then_every_payment_of_the_round() -> None:
    lines = score(ROUND, "--explain").lines
    screen = SCREENS[ROUND, "en", 80].splitlines()
    assert lines[: len(screen)] == screen
    assert [line for line in lines if " wins " in line] == [
        "South wins 1,000 points by ron from North",
        "West wins 3,900 points by ron from North",
    ]
    assert lines[-11:] == [
        "",
        "Payments of the round",
        "  West → riichi sticks 1,000",
        "  North → South 1,000: win",
        "  North → South 300: honba",
        "  riichi sticks → South 2,000",
        "  North → West 3,900: win",
        "  the honba goes to South, the nearest after North",
        "    (multiple_ron_counters=nearest)",
        "  the riichi sticks go to South, the nearest after North",
        "    (multiple_ron_sticks=nearest)",
    ]
    assert score(DRAW, "--explain").lines[-8:] == [
        "Payments",
        "  East → riichi sticks 1,000",
        "  West → East 750: penalty",
        "  West → South 750: penalty",
        "  North → East 750: penalty",
        "  North → South 750: penalty",
        "  noten pay 3,000 in all, 1,500 each: West, North; tenpai share it, 1,500 each:",
        "    East, South",
    ]


# ---- many records


def test_hands_rounds_and_games_are_rows_of_one_table() -> None:
    wrong = f"id: claimed\n{ROUND}claim: {{changes: {{S: 2000, E: 0}}}}\n"
    ran = score("---\n".join([HAND, ROUND, wrong, DRAW, GAME, "rules: riichi\nchombo: [W]\n"]), columns=160)
    rows = [" ".join(line.split()) for line in ran.lines[2:]]
    assert rows == [
        "1 Riichi, Seat wind 2 40 2,600 S +2,600 W -2,600",
        "2 S ron, W ron S +3,300 W +2,900 N -5,200",
        "claimed S ron, W ron S +3,300 W +2,900 N -5,200 wrong: changes: claimed S 2,000, actual S 3,300",
        "4 exhaustive draw E +500 S +1,500 W -1,500 N -1,500",
        "5 Not over; as it stands Aki 25,000 Bea 25,000 Cho 26,300 Dan 23,700 "
        "wrong: East 1: Cho: fu: claimed 30, actual 40",
        "6 refused: not_payable",
    ]
    assert ran.err == (
        "stdin:42: error: riichi has no penalty for a chombo; choose one: chombo=mangan or chombo=points [chombo]\n"
    )
    assert ran.code == 1


def test_several_rounds_with_reasons_stand_one_below_the_other() -> None:
    ran = score(f"{ROUND}---\nid: drawn\n{DRAW}", "--explain")
    assert [line for line in ran.lines if line.startswith("==")] == ["== 1", "== drawn"]
    assert ran.lines[1 : ran.lines.index("== drawn") - 1] == score(ROUND, "--explain").lines


SHOWN = 'draw: {kind: exhaustive, hands: {W: "234m67899p45s (555z)", E: 1111m234567p789s, S: 258m147p369s1234z}}\n'


def test_reasons_of_a_draw_name_what_each_shown_hand_waits_for() -> None:
    lines = score(SHOWN, "--explain").lines
    start = lines.index("Hands")
    assert lines[start : lines.index("Payments")] == [
        "Hands",
        "  East 1111m234567p789s: does not wait",
        "  South 258m147p369s1234z: does not wait",
        "  West 234m67899p45s (555z): waits for 36s",
        "",
    ]
    assert "Hands" not in score(SHOWN).lines
    assert "  西家 234m67899p45s (555z)：36s待ち" in score(SHOWN, "--explain", "--lang", "ja").lines
    assert "  East 1111m234567p789s: waits for 1m" in score(SHOWN, "--explain", "--set", "four_own=waiting").lines


def test_a_draw_without_hands_shows_none() -> None:
    assert "Hands" not in score(DRAW, "--explain").lines
    (shown,), (told,) = plain(SHOWN), plain(DRAW)
    assert shown["draw"]["waits"] == {"E": "", "S": "", "W": "36s"}
    assert "waits" not in told["draw"]


# ---- other formats


def test_yaml_and_json_say_the_same() -> None:
    text = f"{ROUND}---\n{DRAW}---\n{GAME}"
    found = plain(text)
    assert [*yaml.safe_load_all(score(text, "--format", "yaml").out)] == found
    assert [*found[0]] == [
        "id",
        "rules",
        "options",
        "ok",
        "round",
        "number",
        "dealer",
        "honba",
        "sticks",
        "wins",
        "changes",
        "scores",
        "next",
        "transfers",
        "notes",
    ]
    assert found[0]["next"] == {"round": "E", "number": 3, "dealer": "S", "honba": 0, "sticks": 0}


def test_csv_has_the_columns_of_every_kind_of_record_in_it() -> None:
    def row(text: str) -> dict[str, str]:
        return next(csv.DictReader(io.StringIO(score(text, "--format", "csv").out)))

    assert json.loads(row(ROUND)["changes"]) == {"E": 0, "S": 3300, "W": 2900, "N": -5200}
    assert "final" not in row(ROUND)
    assert "changes" not in row(HAND)
    assert json.loads(row(GAME)["scores"]) == {"Aki": 25000, "Bea": 25000, "Cho": 26300, "Dan": 23700}


# ---- what is refused

REFUSED = {
    "a riichi that nobody paid": (
        ROUND.replace("riichi: [W]\n", ""),
        "W wins with riichi, but is not among the round's riichi; list all who declared and paid, W too [riichi]",
    ),
    "a riichi that the winner does not have": (
        ROUND.replace("[W]", "[S, W]"),
        "S is among the round's riichi, but wins without; add riichi to the win [wins[0].riichi]",
    ),
    "two tiles won": (
        ROUND.replace("34s, win: 2s, riichi", "34s, win: 5s, riichi"),
        "expected one discard, found 2s and 5s [wins[1].win]",
    ),
    "a hand without yaku": (
        ROUND.replace("(789p)(555z)", "(789p)(444z)"),
        "S: the hand is complete but has no yaku; a win needs at least one [wins[0].hand]",
    ),
    "a round without its wind": (
        ROUND.replace("round: E\n", ""),
        "expected the round wind of a round with wins, but 'round' is missing [round]",
    ),
    "a key that is none": (
        ROUND.replace("melds", "mleds"),
        "expected a key of a win in a round, found 'mleds'; did you mean 'melds'? [wins[0].mleds]",
    ),
    "a claim on points": (
        DRAW + "claim: {scores: {E: 1}}\n",
        "a round alone has no scores; claim its changes, or give the game [claim.scores]",
    ),
    "a file of rules": (
        DRAW.replace("riichi\n", "./house.yaml\n", 1),
        "a record names a rule set by its id, found the file './house.yaml'; name files on the command line (--rules) "
        "[rules]",
    ),
}


@pytest.mark.parametrize(("text", "told"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_one_line_that_says_where_and_what(text: str, told: str) -> None:
    ran = score(text)
    assert (ran.out, ran.code) == ("", 1)
    assert re.fullmatch(rf"stdin:\d+: error: {re.escape(told)}\n", ran.err)


PAID = yaml.safe_load((Path(__file__).parent / "round_reasons.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", PAID)
def test_explain_tells_the_rule_that_decided_a_payment(case: dict[str, Any]) -> None:
    out = score(yaml.safe_dump(case["record"]), "--explain", columns=400).out
    told = [line.strip() for line in out.partition("Payments of the round")[2].splitlines() or out.splitlines()]
    known = ("noten", "nobody pays", "nagashi", "the honba", "the riichi", "each winner", "own", "South p", "East p")
    found = [line for line in told if line.startswith(known)]
    assert "Payments" in out or "told" not in case
    assert case["told"] in found if "told" in case else not found
