"""``yaku game``: the screen of a game, what it says of claims, the other formats, and what it refuses."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import PROJECT, Ran, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

#: A ron with riichi, a draw after which a stick is left, and a tsumo that takes it.
GAME: str = ROWS["game"]
HEAD = "rules: riichi\nplayers: [Aki, Bea, Cho, Dan]\nrounds:\n"
#: Short rounds to be claimed wrong.
DRAW = "  - draw: {kind: exhaustive, waiting: [S]}\n"
WIN = "  - wins: [{seat: W, by: ron, from: N, hand: 123m456p789s1133z, win: 3z, dora: 8p}]\n"
#: A hand without yaku.
NO_YAKU = "  - wins: [{seat: W, by: ron, from: N, hand: 23678m99p, melds: (123s)(340p), win: 4m}]\n"
SAMPLE = "samples/games/four-players.yaml"

SCREENS = ROWS.keyed("screens")

CSV: str = ROWS["csv"]


def settle(text: str, *arguments: str, columns: int = 80) -> Ran:
    """The game of a text, piped in."""
    return run_yaku("game", *arguments, stdin=text, columns=columns)


def plain(text: str, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in settle(text, *arguments, "--format", "json").lines]


def verdict(text: str, *arguments: str) -> list[str]:
    """What is said of a claim: all from the line with the verdict on."""
    lines = settle(text, *arguments).lines
    place = next(at for at, line in enumerate(lines) if line.startswith(("The claim is", "申告は")))
    return lines[place:]


# ---- the screen


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("explain", [False, True], ids=["", "explain"])
def test_every_screen_fits_the_terminal(columns: int, lang: str, explain: bool) -> None:
    ran = run_yaku("game", SAMPLE, "--lang", lang, *(["--explain"] if explain else []), columns=columns)
    assert ran.code == 0
    assert {line: cells(line) for line in ran.lines if cells(line) > columns} == {}


@pytest.mark.parametrize(("columns", "is_table"), [(59, False), (60, True), (80, True)])
def test_rounds_are_rows_where_there_is_room_for_all_players(columns: int, is_table: bool) -> None:
    heads = [line.split() for line in run_yaku("game", SAMPLE, columns=columns).lines]
    assert (["Round", "Ending", "Aki", "Bea", "Cho", "Dan"] in heads) == is_table


@pytest.mark.parametrize(
    ("name", "is_table"), [("N" * 10, True), ("N" * 11, False), ("名" * 5, True), ("名" * 6, False)]
)
def test_long_names_make_room_as_a_narrow_terminal_does(name: str, is_table: bool) -> None:
    names = [name[:-1] + mark for mark in ("1234" if name.isascii() else "一二三四")]
    ran = settle(f"rules: riichi\nplayers: [{', '.join(names)}]\nrounds:\n{DRAW}")
    assert any(line.startswith("Round  ") for line in ran.lines) == is_table
    assert {line: cells(line) for line in ran.lines if cells(line) > 80} == {}
    assert all(name in ran.out for name in names)


def test_the_final_results_stand_below_the_rounds() -> None:
    lines = run_yaku("game", SAMPLE).lines
    place = lines.index("Final results (the last hand is played)")
    assert [line.split() for line in lines[place + 4 : place + 8]] == [
        ["1", "Dan", "41,400", "+42", "+10", "+20"],
        ["2", "Bea", "37,400", "+12", "+5", "0"],
        ["3", "Aki", "19,300", "-16", "-5", "0"],
        ["4", "Cho", "1,900", "-38", "-10", "0"],
    ]
    assert lines[place + 8 :] == ["", "Notes", "  Dan takes what is left (+1), so that the results sum to 0"]


def test_three_players() -> None:
    text = "rules: sanma\nplayers: [Aki, Bea, Cho]\nrounds:\n  - draw: {kind: exhaustive, waiting: [W]}\n"
    (result,) = plain(text)
    assert result["scores"] == {"Aki": 34000, "Bea": 34000, "Cho": 37000}
    assert settle(text).lines[2].split() == ["Round", "Ending", "Aki", "Bea", "Cho"]


# ---- names


def test_names_do_not_steer_the_terminal() -> None:
    text = GAME.replace("[Aki, Bea,", '["\\e[31mA\\nki", "\\u202Eaeb",')
    for arguments in ([], ["--explain"], ["--format", "markdown"], ["--lang", "ja"]):
        ran = settle(text, *arguments)
        assert ran.code == 0
        assert not {"\x1b", "\u202e"} & set(ran.out)
        assert "\ufffd[31mA\ufffdki" in ran.out
    # Data is data: whoever reads it gets the name.
    assert list(plain(text)[0]["scores"])[:2] == ["\x1b[31mA\nki", "\u202eaeb"]


def test_markdown_is_not_parted_by_a_name() -> None:
    text = GAME.replace("Aki", '"A|k<b>i"')
    rows = [line for line in settle(text, "--format", "markdown").lines if line.startswith("|")]
    assert {row.replace(r"\|", "").count("|") for row in rows} == {7}
    assert "A\\|k&lt;b>i" in rows[0]


# ---- reasons


def test_explain_names_the_seats_and_every_payment_of_each_round() -> None:
    lines = settle(GAME, "--explain").lines
    screen = SCREENS["en", 80].splitlines()
    assert lines[: len(screen)] == screen
    place = lines.index("== East 2")
    assert lines[place : place + 13] == [
        "== East 2",
        "East Bea, South Cho, West Dan, North Aki",
        "",
        "Payments",
        "  Dan → riichi sticks 1,000",
        "  Cho → Bea 750: penalty",
        "  Cho → Dan 750: penalty",
        "  Aki → Bea 750: penalty",
        "  Aki → Dan 750: penalty",
        "  noten pay 3,000 in all, 1,500 each: Cho, Aki; tenpai share it, 1,500 each:",
        "    Bea, Dan",
        "",
        "== East 2, 1 honba, 1 riichi stick",
    ]
    won = lines[lines.index("== East 1") : place]
    assert [line for line in won if line and not line.startswith(" ")] == [
        "== East 1",
        "East Aki, South Bea, West Cho, North Dan",
        "South wins 8,000 points by ron from West",
        "5 han 40 fu, mangan   (riichi@1.3.0)",
        "Hand",
        "Reading",
        "Yaku",
        "Dora",
        "Fu",
        "Base points",
        "Payments",
        "Payments of the round",
    ]
    assert won[won.index("Payments of the round") :] == [
        "Payments of the round",
        "  Bea → riichi sticks 1,000",
        "  Cho → Bea 8,000: win",
        "  riichi sticks → Bea 1,000",
        "",
    ]


# ---- claims

CLAIMS: list[Any] = ROWS["claims"]


@pytest.mark.parametrize(("rounds", "told"), [claim[1:] for claim in CLAIMS], ids=[claim[0] for claim in CLAIMS])
def test_a_claim(rounds: str, told: list[str]) -> None:
    assert verdict(HEAD + rounds) == told
    assert settle(HEAD + rounds).code == len(told) - 1, "1 where a claim is wrong"


def test_only_the_first_wrong_round_is_named_and_the_others_are_marked() -> None:
    wrong = DRAW.rstrip() + "\n    claim: {changes: {S: 1500}}\n"
    ran = settle(HEAD + wrong + wrong, columns=120)
    assert ran.lines[-1] == "  East 1: changes: claimed S 1,500, actual S 3,000"
    marks = [line for line in ran.lines if "wrong: changes: claimed S 1,500, actual S 3,000" in line]
    assert len(marks) == 2


def test_a_wrong_claim_on_the_game_is_told_after_the_first_wrong_round() -> None:
    wrong = DRAW.rstrip() + "\n    claim: {changes: {S: 1500}}\n"
    at_end = "claim: {scores: {Aki: 25000, Bea: 28000}, final: {Bea: 28, Cho: -2}}\n"
    text = HEAD + wrong + at_end
    told = [
        "The claim is wrong.",
        "  East 1: changes: claimed S 1,500, actual S 3,000",
        "  Final results: scores: claimed Aki 25,000, actual Aki 24,000",
        "  Final results: claimed Cho -2, actual Cho -11",
    ]
    assert verdict(text) == told
    (result,) = plain(text)
    assert result["first_wrong"]["round"] == "E1, honba 0"
    assert [item["key"] for item in result["differences"]] == ["scores", "final"]
    (result,) = plain(HEAD + DRAW + at_end)
    assert result["first_wrong"] == {"round": "final", **result["differences"][0]}
    assert verdict(HEAD + DRAW + at_end) == [told[0], *told[2:]]
    (result,) = plain(HEAD + wrong + "claim: {scores: {Aki: 24000}}\n")
    assert (result["agrees"], result["differences"]) == (False, [])


def test_a_wrong_claim_in_a_table_names_the_winner() -> None:
    ran = settle(HEAD + WIN.replace("dora: 8p", "dora: 8p, claim: {fu: 30}"), columns=120)
    assert sum("wrong: Cho: fu: claimed 30, actual 40" in line for line in ran.lines) == 1


def test_claims_in_japanese() -> None:
    text = HEAD + DRAW + WIN.replace("dora: 8p", "dora: 8p, claim: {fu: 30}")
    assert verdict(text, "--lang", "ja") == ["申告は誤り。", "  東2局1本場：Dan：符：申告 30／正解 40"]
    assert verdict(HEAD + DRAW + "claim: {scores: {Bea: 28000}}", "--lang", "ja") == ["申告は正しい。"]


# ---- other formats


def test_json_has_the_keys_of_the_contract() -> None:
    (result,) = plain(GAME)
    assert [*result] == ["id", "rules", "options", "ok", "rounds", "ended", "scores", "final", "transfers", "notes"]
    assert [(one["round"], one["number"], one["honba"], one["sticks"]) for one in result["rounds"]] == [
        ("E", 1, 0, 0),
        ("E", 2, 0, 0),
        ("E", 2, 1, 1),
    ]
    (claimed,) = plain(HEAD + WIN.replace("dora: 8p", "dora: 8p, claim: {fu: 30}"))
    assert claimed["agrees"] is False
    assert claimed["first_wrong"] == {"round": "E1, honba 0", "key": "wins[0].fu", "claimed": 30, "actual": 40}
    assert claimed["differences"] == []


def test_yaml_says_what_json_says() -> None:
    assert [*yaml.safe_load_all(settle(GAME, "--format", "yaml").out)] == plain(GAME)


def test_csv_is_a_row_a_player_and_round() -> None:
    ran = settle(GAME, "--format", "csv")
    assert (ran.out, ran.err, ran.code) == (CSV, "", 0)
    rows = [*csv.DictReader(io.StringIO(run_yaku("game", SAMPLE, "--format", "csv").out))]
    assert sum(int(row["result"]) for row in rows if row["round"] == "final") == 0
    assert {row["round"] for row in rows if row["result"]} == {"final"}


# ---- several games


def test_several_games_of_which_one_is_refused() -> None:
    text = f"{HEAD}{DRAW}id: friday\n---\n{HEAD}{NO_YAKU}---\n{HEAD}{WIN}"
    ran = settle(text)
    assert [line for line in ran.lines if line.startswith("==")] == ["== friday", "== 3"]
    assert ran.err == (
        "stdin:10: error: in E1, honba 0: Cho: the hand is complete but has no yaku (1 dora, which does not count for "
        "that); a win needs at least one [rounds[0].wins[0].hand]\n"
    )
    assert ran.code == 1
    assert [result["ok"] for result in plain(text)] == [True, False, True]
    rows = csv.DictReader(io.StringIO(settle(text, "--format", "csv").out))
    assert {row["game"] for row in rows} == {"friday", "3"}


def test_the_headings_of_several_games_in_markdown() -> None:
    text = f"{HEAD}{DRAW}id: friday\n---\n{HEAD}{DRAW}"
    assert [line for line in settle(text, "--format", "markdown").lines if line.startswith("# ")] == ["# friday", "# 2"]


# ---- what is refused

REFUSED: dict[str, Any] = ROWS["refused"]


@pytest.mark.parametrize(("text", "told"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_one_line_that_says_where_and_what(text: str, told: str) -> None:
    ran = settle(text)
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(told) if told.endswith(" ") else ran.err == f"{told}\n"


def test_a_refusal_of_players_names_a_few_rule_sets_and_the_option() -> None:
    ran = settle(HEAD.replace("riichi", "sanma-common") + DRAW)
    named = ran.err.partition("rules for 4 players: ")[2].partition(" and others (`yaku rules list`)")[0]
    assert len(named.split(", ")) == 6
    assert ran.err.endswith("; see the option sitting_out (here 0) [players]\n")


def test_arguments_that_are_no_files(tmp_path: Path) -> None:
    example = f"as in: yaku game {SAMPLE}"
    for arguments, told in (
        (["lost"], f"error: expected files, but there is no file 'lost'; check its name, {example}"),
        (["lost.yaml"], "error: expected a file, but there is no file 'lost.yaml'; check its name"),
        (["123m", "+2z"], f"error: expected files, but there is no file '123m'; check its name, {example}"),
        ([str(tmp_path)], f"error: expected a file, found the folder {str(tmp_path)!r}; name its files: {tmp_path}/*"),
    ):
        ran = run_yaku("game", *arguments)
        assert (ran.out, ran.err, ran.code) == ("", f"{told}\n", 2)


def test_without_arguments_at_a_keyboard_an_example_is_shown() -> None:
    ran = run_yaku("game", stdin=None)
    assert ran.code == 2
    assert SAMPLE in ran.err
    assert (PROJECT / SAMPLE).is_file()


def test_all_wrong_lines_of_an_evening_are_told_in_one_run(tmp_path: Path) -> None:
    sheet = tmp_path / "evening.txt"
    lines = [
        "riichi: Aki Bea Cho Dan",
        "Bea ron Dan 3900",
        "E3 Aki tsumo mangan",  # Bea won East 1, so this is East 2
        "draw, tenpai Aki Cho",
        "Cho ron Aki 2100",  # 2,000 or 2,300
        "S1 Dan ron Bea 3900",
        "Aki ron Aki 2000",
    ]
    sheet.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = run_yaku("game", str(sheet))
    told = [line.removeprefix(f"{sheet}:") for line in ran.err.splitlines()]
    assert ran.code == 1
    assert [(line[: line.index(":")], line.split("; ")[0]) for line in told] == [
        ("3", "3: error: in E2, honba 0: Bea deals next: the next round is E2 with 0 counters"),
        ("5", "5: error: Cho: no hand pays 2,100 to another player than the dealer by ron"),
        ("7", "7: error: Aki: who wins cannot have discarded the winning tile"),
    ]
