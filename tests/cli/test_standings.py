"""``yaku standings``: games added up, and real games against a plain sum of what their server printed."""

import csv
import importlib.util
import io
import json
import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast
from unittest import mock

import pytest
from msgspec import structs

import calc
from bench.agree import corpus_folder
from calc.intake.scores import read_scores
from calc.report.standings import standings_document
from calc.text import cells
from tests.cli.running import Ran, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

#: Three evenings of five: Aki leads twice, once in a tie with Dan that the seat decides.
LEAGUE = """Date;Aki;Bea;Cho;Dan;Eve;Note
2026-01-01;31000;28000;25000;16000;;first
2026-01-08;16,000;28000;;31000;25000;
2026-01-15;30000;20000;20000;30000;;a tie
"""


@pytest.fixture
def league(tmp_path: Path) -> Path:
    (tmp_path / "league.csv").write_text(LEAGUE, encoding="utf-8")
    return tmp_path / "league.csv"


def answer(*arguments: str) -> dict[str, Any]:
    ran = run_yaku("standings", *arguments, "-f", "json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_a_table_of_final_scores(league: Path) -> None:
    found = answer(str(league), "--rules", "tenhou")
    assert (found["games"], found["rules"]) == (3, ["tenhou@2.0.0"])
    rows = {one["player"]: one for one in found["standings"]}
    # tenhou: less 30, uma 20/10/-10/-20, the first takes the rest.
    # 1: Bea -2+10 = 8, Cho -5-10 = -15, Dan -14-20 = -34, Aki 41
    # 2: Bea -2+10 = 8, Eve -5-10 = -15, Aki -14-20 = -34, Dan 41
    # 3: a tie for the first place, Aki sits before Dan: Dan 0+10 = 10, Bea -10-10 = -20, Cho -10-20 = -30, Aki 40
    assert {name: one["result"] for name, one in rows.items()} == {
        "Aki": 47, "Dan": 17, "Bea": -4, "Eve": -15, "Cho": -45,
    }  # fmt: skip
    aki = rows["Aki"]
    assert (aki["place"], aki["games"], aki["places"], aki["average_place"]) == (1, 3, [2, 0, 0, 1], 2.0)
    assert (aki["points"], aki["best"], aki["worst"], aki["average"]) == (77000, 41, -34, 15.67)
    assert [one["player"] for one in found["standings"]] == ["Aki", "Dan", "Bea", "Eve", "Cho"]


def test_averages_are_rounded_to_hundredths_and_halves_away_from_0() -> None:
    """m-league: 52 three times and 52.1 once are 208.1, a quarter of which is 52.025; -168.1 gives -42.025."""
    scores = [{"Aki": 32000 + more, "Bea": 28000, "Cho": 22000, "Dan": 18000 - more} for more in (0, 0, 0, 100)]
    found = calc.standings([{"players": [*one], "scores": one} for one in scores], rules="m-league")
    assert {one.player: (one.result, one.average) for one in found.standings} == {
        "Aki": (208.1, 52.03),
        "Bea": (32, 8.0),
        "Cho": (-72, -18.0),
        "Dan": (-168.1, -42.03),
    }


def test_ties_are_shared_where_the_rule_set_shares_them(league: Path) -> None:
    found = answer(str(league), "--rules", "m-league")
    rows = {one["player"]: one for one in found["standings"]}
    # m-league: uma 30/10/-10/-30, oka 20, less 30. The tie shares (30+10+20)/2 = 30: Aki and Dan +30 in the third game
    # Aki: 1 + 50 = 51, then -14 - 30 = -44, then 30
    assert (rows["Aki"]["result"], rows["Aki"]["places"]) == (37, [2, 0, 0, 1])
    # Dan: -14 - 30 = -44, then 51, then 30
    assert (rows["Dan"]["result"], rows["Dan"]["place"], rows["Aki"]["place"]) == (37, 1, 1)
    # Bea and Cho share (-10-30)/2 = -20 in the third game: -10-20
    assert rows["Bea"]["result"] == 8 + 8 - 30


def test_a_row_for_each_player_of_a_game(tmp_path: Path, league: Path) -> None:
    text = "Game\tPlayer\tPoints\n" + "".join(
        f"{game}\t{name}\t{points}\n"
        for game, scores in (("a", (31000, 28000, 25000, 16000)), ("b", (30000, 20000, 20000, 30000)))
        for name, points in zip(("Aki", "Bea", "Cho", "Dan"), scores, strict=True)
    )
    (tmp_path / "long.tsv").write_text(text, encoding="utf-8")
    found = answer(str(tmp_path / "long.tsv"), "--rules", "tenhou")
    assert {one["player"]: one["result"] for one in found["standings"]} == {
        "Aki": 81,
        "Bea": -12,
        "Cho": -45,
        "Dan": -24,
    }


def test_games_with_rounds_and_scores_alone_add_up(tmp_path: Path) -> None:
    one = answer("samples/games/four-players.yaml")
    scores = {line["player"]: line["points"] for line in one["standings"]}
    (tmp_path / "scores.yaml").write_text(
        f"rules: riichi\nplayers: [Aki, Bea, Cho, Dan]\nscores: {json.dumps(scores)}\n", encoding="utf-8"
    )
    two = answer("samples/games/four-players.yaml", str(tmp_path / "scores.yaml"))
    single = {line["player"]: line for line in one["standings"]}
    assert {line["player"] for line in two["standings"]} == {"Aki", "Bea", "Cho", "Dan"}
    for line in two["standings"]:
        assert (line["points"], line["result"]) == (
            2 * single[line["player"]]["points"],
            2 * single[line["player"]]["result"],
        )
        assert line["average_place"] == single[line["player"]]["average_place"]


def test_a_chombo_is_a_penalty(tmp_path: Path) -> None:
    rounds = "[{chombo: [S]}, " + ", ".join(["{draw: {kind: exhaustive, waiting: []}}"] * 8) + "]"
    (tmp_path / "game.yaml").write_text(f"players: [Aki, Bea, Cho, Dan]\nrounds: {rounds}\n", encoding="utf-8")
    found = answer(str(tmp_path / "game.yaml"), "--rules", "m-league")
    rows = {one["player"]: one for one in found["standings"]}
    assert {name: one["penalties"] for name, one in rows.items()} == {"Aki": 0, "Bea": 1, "Cho": 0, "Dan": 0}
    # all have 25,000 and share uma and oka: 5 each less 5; a chombo costs Bea 20
    assert {name: one["result"] for name, one in rows.items()} == {"Aki": 0, "Bea": -20, "Cho": 0, "Dan": 0}
    assert "Chombo" in run_yaku("standings", str(tmp_path / "game.yaml"), "--rules", "m-league").out


def test_games_of_hanafuda() -> None:
    found = answer("samples/games/koikoi-twelve-months.yaml")
    assert [(one["player"], one["result"], one["places"]) for one in found["standings"]] == [
        ("Aki", 45, [1, 0]),
        ("Bea", 40, [0, 1]),
    ]


def test_riichi_and_hanafuda_do_not_add_up() -> None:
    ran = run_yaku("standings", "samples/games/koikoi-twelve-months.yaml", "samples/games/four-players.yaml")
    assert ("do not add up" in ran.err, ran.out, ran.code) == (True, "", 1)


def test_a_game_that_is_not_over_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("players: [A, B, C, D]\nrounds: [{draw: {kind: exhaustive, waiting: [E]}}]\n", encoding="utf-8")
    ran = run_yaku("standings", str(file), "--rules", "tenhou")
    assert ("the game is not over" in ran.err, ran.out, ran.code) == (True, "", 1)
    assert answer(str(file), "--rules", "tenhou", "--unfinished")["standings"][0]["player"] == "A"


def test_csv(league: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run_yaku("standings", str(league), "--rules", "tenhou", "-f", "csv").out)))
    assert rows[0]["player"] == "Aki"
    assert [rows[0][f"place_{place}"] for place in (1, 2, 3, 4)] == ["2", "0", "0", "1"]


def test_a_page_tells_games_and_rules_faintly_and_draws_the_places() -> None:
    scores = {"Aki": 41000, "Bea": 29000, "Cho": 20000, "Dan": 10000}
    found = calc.standings([{"rules": "tenhou", "players": [*scores], "scores": scores}])
    drawn: list[Any] = []
    with mock.patch("calc.report.standings.bars", lambda *of: drawn.append(of)):
        blocks: list[Any] = [*standings_document(found).blocks(True)]
    told, table, picture = blocks
    assert (told.words, told.tone) == ("1 game (tenhou@2.0.0)", "faint")
    assert [row[:4] for row in table.rows] == [
        ["1", "Aki", "1", "1-0-0-0"],
        ["2", "Bea", "1", "0-1-0-0"],
        ["3", "Cho", "1", "0-0-1-0"],
        ["4", "Dan", "1", "0-0-0-1"],
    ]
    places = {name: {str(at): int(at == place) for at in (1, 2, 3, 4)} for place, name in enumerate(scores, 1)}
    assert (drawn, picture.words) == ([("Places", places)], "Places")
    of_two = structs.replace(found, rules=["tenhou", "a house"])
    title, table = cast("list[Any]", standings_document(of_two).blocks(False))
    assert (title.words, title.aside, len(table.head)) == ("1 game", "tenhou, a house", 8)


def test_a_chombo_has_a_column_where_somebody_had_one() -> None:
    drawn = {"draw": {"kind": "exhaustive", "waiting": []}}
    game = {"rules": "m-league", "players": ["Aki", "Bea", "Cho", "Dan"], "rounds": [{"chombo": ["S"]}, *[drawn] * 8]}
    _, table = cast("list[Any]", standings_document(calc.standings([game])).blocks(False))
    assert {row[1]: row[8:] for row in table.rows} == {"Aki": ["0"], "Bea": ["1"], "Cho": ["0"], "Dan": ["0"]}


def test_the_table_fits(league: Path) -> None:
    for lang in ("en", "ja"):
        for columns in (40, 80):
            lines = run_yaku("standings", str(league), "--rules", "tenhou", "--lang", lang, columns=columns).lines
            assert max(map(cells, lines)) <= columns
    lines = run_yaku("standings", str(league), "--rules", "tenhou").lines
    assert [" ".join(line.split()) for line in lines[:5]] == [
        "3 games (tenhou@2.0.0)",
        "",
        "# Player Games Places Avg Points Result Best/worst",
        "--- -------- ------- -------- ----- -------- -------- ------------",
        "1 Aki 3 2-0-0-1 2.00 77,000 +47 +41/-34",
    ]


def test_one_game_with_a_row_a_player_needs_no_column_of_games(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("Name;Points\nAki;31000\nBea;28000\nCho;24000\nDan;17000\n", encoding="utf-8")
    lines = run_yaku("standings", str(tmp_path / "one.csv"), "--rules", "tenhou", "--format", "csv").lines
    assert [line.split(",")[1:3] for line in lines[1:]] == [["Aki", "1"], ["Bea", "1"], ["Cho", "1"], ["Dan", "1"]]


def plain_sums(logs: list[dict[str, Any]]) -> dict[str, tuple[int, Fraction]]:
    """Points and results by player as the server printed them."""
    sums: dict[str, tuple[int, Fraction]] = {}
    for log in logs:
        for name, points, result in zip("ABCD", log["final"], log["final_uma"], strict=False):
            before = sums.get(name, (0, Fraction(0)))
            sums[name] = (before[0] + points, before[1] + Fraction(str(result)))
    return sums


@pytest.mark.parametrize("seats", ["4p", "3p"])
def test_real_games_come_to_the_sum_of_what_their_server_printed(seats: str) -> None:
    folder = corpus_folder() / "logs"
    if not (folder / "expected.jsonl").is_file():
        pytest.skip(f"no real games at {folder}; set YAKU_CORPUS to the folder above")
    logs = [json.loads(line) for line in (folder / "expected.jsonl").read_text(encoding="utf-8").splitlines()]
    # Some logs give results to one decimal, unrounded, or break off.
    whole = [
        log
        for log in logs
        if log["file"].startswith(seats)
        and log.get("final_uma")
        and all(float(one).is_integer() for one in log["final_uma"])
        and log["rules"]["length"] == "south"
    ]
    assert len(whole) >= 10
    ran = run_yaku("standings", *(str(folder / log["file"]) for log in whole), "-f", "json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["games"] == len(whole)
    told = {one["player"]: (one["points"], Fraction(str(one["result"]))) for one in found["standings"]}
    assert told == plain_sums(whole)


# ---- rows and columns that are no games and no players


def standings(folder: Path, *arguments: str) -> Ran:
    """What ``yaku standings`` says of files in a folder, whose name is left out."""
    ran = run_yaku("standings", *(str(folder / one) if "." in one else one for one in arguments))
    return replace(ran, out=ran.out.replace(f"{folder}/", ""), err=ran.err.replace(f"{folder}/", ""))


PLAYED = "Date,Aki,Bea,Cho,Dan\nd1,31000,28000,25000,16000\nd2,16000,28000,25000,31000\n"


@ROWS.each("tables")
def test_what_is_no_game_is_told(
    text: str, games: dict[str, list[int]] | None, said: list[str], tmp_path: Path
) -> None:
    check(tmp_path / "t.csv", text, games, said)


@ROWS.each("rules")
def test_rules_that_a_table_tells(
    text: str, games: dict[str, list[int]], results: dict[str, int], said: list[str], tmp_path: Path
) -> None:
    told = check(tmp_path / "t.csv", text, games, said)
    assert {one["player"]: one["result"] for one in told["standings"]} == results


@ROWS.each("texts")
def test_games_as_people_send_them(
    text: str, games: dict[str, list[int]] | None, said: list[str], tmp_path: Path
) -> None:
    check(tmp_path / "t.txt", text, games, said)


def check(file: Path, text: str, games: dict[str, list[int]] | None, said: list[str]) -> Any:
    file.write_text(text, encoding="utf-8")
    ran = standings(file.parent, file.name, "--rules", "tenhou", "-f", "json")
    for line in said:
        assert line in ran.err
    assert len(ran.err.splitlines()) == len(said)
    assert ran.code == (games is None)
    found = json.loads(ran.out) if games is not None else None
    if found is not None:
        assert {one["player"]: [one["games"], one["points"]] for one in found["standings"]} == games
        assert found["notes"] == [line.replace(" note:", "") for line in said]
    return found


@pytest.mark.parametrize(
    ("results", "told"),
    [
        (("+56.5", "+1.0", "-35.5", "-22.0"), "t.csv: note: what is told agrees under sega-mj, not under tenhou@"),
        (("+51.5", "+6.0", "-35.5", "-22.0"), ""),
    ],
)
def test_results_of_other_rules_name_them(results: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """20 and 10 for the first two places, and 20 for the first, in tenths."""
    cells = (f"{points} ({result})" for points, result in zip((46500, 21000, 14500, 18000), results, strict=True))
    (tmp_path / "t.csv").write_text(f"Game;Dan;Eve;Fay;Aki\n1;{';'.join(cells)}\n", encoding="utf-8")
    ran = standings(tmp_path, "t.csv", "--rules", "tenhou")
    assert ran.err.startswith("t.csv:2: error: the game says otherwise, and is counted as it is settled: ")
    assert ("note: " in ran.err, told in ran.err) == (bool(told), True)
    assert ran.code == 1


def test_a_row_with_a_label_and_the_usual_sum_is_held_against_no_others() -> None:
    """Else the time grows with the square of the games."""
    lines = [(1, "Game,Aki,Bea,Cho,Dan"), *((n, f"{n},40000,30000,{20000 - n},{10000 + n}") for n in range(2, 50))]
    with mock.patch("calc.intake.scores.statistic_of", side_effect=AssertionError):
        assert len([one for _, one in read_scores(lines) if isinstance(one, dict)]) == 48
    with mock.patch("calc.intake.scores.statistic_of", return_value=None) as asked:
        assert list(read_scores([*lines, (50, "Total,1,1,1,1")]))
    assert asked.called


@pytest.mark.parametrize("above", ["", "# Our league\n\nPlayed on Fridays.\n\n"])
def test_a_table_in_markdown_is_found_in_its_file(above: str, tmp_path: Path) -> None:
    table = "| Game | Aki | Bea | Cho | Dan |\n|---|---|---|---|---|\n| 1 | 31000 | 28000 | 25000 | 16000 |\n"
    (tmp_path / "t.md").write_text(above + table, encoding="utf-8")
    ran = standings(tmp_path, "t.md", "--rules", "tenhou", "-f", "json")
    assert [one["points"] for one in json.loads(ran.out)["standings"]] == [31000, 28000, 25000, 16000]


# ---- a row a player

LONG = "Date,Table,Player,Points\n"


def rows(date: str, table: str, *players: str) -> str:
    return "".join(f"{date},{table},{one}\n" for one in players)


FIRST, SECOND = ("A,40000", "B,30000", "C,20000", "D,10000"), ("A,10000", "E,40000", "C,20000", "D,30000")
LONG_TABLES: dict[str, Any] = ROWS["long_tables"]


@pytest.mark.parametrize(("text", "games", "said"), LONG_TABLES.values(), ids=LONG_TABLES)
def test_what_tells_games_apart_is_told(
    text: str, games: dict[str, int] | None, said: list[str], tmp_path: Path
) -> None:
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    ran = standings(tmp_path, "t.csv", "--rules", "tenhou", "-f", "json")
    assert ran.err.splitlines() == said
    assert ran.code == (games is None)
    if games is not None:
        assert {one["player"]: one["games"] for one in json.loads(ran.out)["standings"]} == games


def test_places_results_chips_and_seats_of_a_table_are_used(tmp_path: Path) -> None:
    """A tie: who sits East is before South. tenhou: less 30, uma 20/10/-10/-20, the first takes the rest."""
    head = "Game,Player,Seat,Points,Place,Result,Uma,Note\n"
    lines = ["a,A,S,30000,2,10.0,10,", "a,B,東,30000,1位,+40,20,", "a,C,W,20000,3rd,-20,-10,", "a,D,N,20000,4,-30,-20,"]
    (tmp_path / "t.csv").write_text(head + "\n".join(lines), encoding="utf-8")
    ran = standings(tmp_path, "t.csv", "--rules", "tenhou")
    assert (ran.err, ran.code) == ("t.csv:1: note: games are told apart by 'Game'\n", 0)
    assert ran.lines[4].split() == ["1", "B", "1", "1-0-0-0", "1.00", "30,000", "+40", "+40/+40"]
    (tmp_path / "t.csv").write_text(head + "\n".join(lines).replace("1位", "2"), encoding="utf-8")
    ran = standings(tmp_path, "t.csv", "--rules", "tenhou")
    assert ran.err.splitlines()[1:] == [
        "t.csv:2: error: the game says otherwise, and is counted as it is settled: Final results: claimed B place 2, "
        "actual B place 1"
    ]
    assert (ran.code, ran.lines[4].split()[-2]) == (1, "+40")
    (tmp_path / "t.csv").write_text(
        "Player,Points,Chips\nA,40000,2\nB,30000,-2\nC,20000,\nD,10000,0\n", encoding="utf-8"
    )
    found = json.loads(standings(tmp_path, "t.csv", "--rules", "tenhou", "--set", "chips=2", "-f", "json").out)[
        "standings"
    ]
    assert [one["result"] for one in found] == [54, 6, -20, -40]
    assert "tenhou pays nothing for chips" in standings(tmp_path, "t.csv", "--rules", "tenhou").err


def test_a_game_that_is_there_twice_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(PLAYED, encoding="utf-8")
    (tmp_path / "b.tsv").write_text("Date\tDan\tBea\tCho\tAki\nd2\t31000\t28000\t25000\t16000\n", encoding="utf-8")
    ran = standings(tmp_path, "a.csv", "b.tsv", "--rules", "tenhou")
    told = "the players and points are those of a.csv:3; both are counted: leave one out if it is the same game"
    assert (ran.err, ran.code) == (f"b.tsv:2: note: {told}\n", 0)
    (tmp_path / "a.csv").write_text(PLAYED + "d9,16000,28000,25000,31000\n", encoding="utf-8")
    assert standings(tmp_path, "a.csv", "--rules", "tenhou").err == ""


def test_penalties_of_a_table_are_taken_off(tmp_path: Path) -> None:
    """tenhou: Bea 0+20+20, Aki 0+10, Cho -4-10 less 20, Dan -16-20."""
    head = "Game,Player,Score,Place,Penalty\n"
    (tmp_path / "t.csv").write_text(f"{head}1,Aki,30000,2,\n1,Bea,30000,1,0\n1,Cho,26000,3,-20\n1,Dan,14000,4,\n")
    found = json.loads(standings(tmp_path, "t.csv", "--rules", "tenhou", "-f", "json").out)
    assert {one["player"]: one["result"] for one in found["standings"]} == {
        "Bea": 40,
        "Aki": 10,
        "Cho": -34,
        "Dan": -36,
    }


def test_a_table_tells_chombo_and_fixed_results(tmp_path: Path) -> None:
    """m-league: Aki 10+30+20, Bea 0+10-20 (a chombo), Cho -10-10, and Dan, who is fixed."""
    text = "Game,Player,Score,Chombo,Fixed\n1,Aki,40000,,\n1,Bea,30000,1,\n1,Cho,20000,0,\n1,Dan,10000,,-20\n"
    (tmp_path / "t.csv").write_text(text)
    for file in (str(tmp_path / "t.csv"), "-"):
        ran = run_yaku("standings", file, "-r", "m-league", "-f", "json", stdin=text)
        rows = {one["player"]: (one["result"], one["penalties"]) for one in json.loads(ran.out)["standings"]}
        assert rows == {"Aki": (60, 0), "Bea": (-10, 1), "Cho": (-20, 0), "Dan": (-20, 0)}


def test_sticks_that_were_left_are_told(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Date,Aki,Bea,Cho,Dan\nd1,40000,30000,27000,21000\nd2,40000,30000,27000,23000\n")
    ran = standings(tmp_path, "t.csv", "-r", "jpml")
    assert (ran.err, ran.code) == ("t.csv:2: note: 2 riichi sticks are left, and nobody takes them\n", 0)


@pytest.mark.parametrize(("unit", "scores"), [("100", "352,283,220,145"), ("1000", "35.2,28.3,22.0,14.5")])
def test_the_unit_of_a_table_is_said(unit: str, scores: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(f"Date,Aki,Bea,Cho,Dan\nd1,{scores}\n")
    found = json.loads(standings(tmp_path, "t.csv", "--unit", unit, "-f", "json").out)
    assert [one["points"] for one in found["standings"]] == [35200, 28300, 22000, 14500]


@pytest.mark.parametrize(
    ("text", "encoding", "said"),
    [
        (
            "日付,秋,春,夏,冬\n1,42300,28100,18400,11200\n",
            "cp932",
            "note: the file is in Shift JIS, as its headings tell",
        ),
        (
            "Date,Jörg,Bea,Cho,Dan\n1,42300,28100,18400,11200\n",
            "cp1252",
            "t.csv:1: expected text in UTF-8",
        ),
        (
            "Date,秋,春,夏,冬\n1,42300,28100,18400,11200\n",
            "cp932",
            "t.csv:1: expected text in UTF-8",
        ),
    ],
)
def test_a_table_in_another_encoding(text: str, encoding: str, said: str, tmp_path: Path) -> None:
    """Only what is known in it tells Shift JIS from another encoding: names in the wrong one would be read else."""
    (tmp_path / "t.csv").write_bytes(text.encode(encoding))
    ran = standings(tmp_path, "t.csv", "--rules", "tenhou", "-f", "json")
    assert (said in ran.err, "秋" in ran.out) == (True, "note" in said)


def test_a_workbook_is_its_tables(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["Date", "Aki", "Bea", "Cho", "Dan"],
        ["d1", 31000, 28000, 25000, 16000],
        ["Total", 31000, 28000, 25000, 16000],
    ]
    cell = '<c t="inlineStr"><is><t>{}</t></is></c>', "<c><v>{}</v></c>"
    told = "".join(f"<row>{''.join(cell[isinstance(one, int)].format(one) for one in row)}</row>" for row in rows)
    main, office = "http://schemas.openxmlformats.org/", "application/vnd.openxmlformats-officedocument.spreadsheetml"
    related = f"{main}officeDocument/2006/relationships"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{main}package/2006/content-types">'
        f'<Override PartName="/xl/workbook.xml" ContentType="{office}.sheet.main+xml"/></Types>',
        "xl/workbook.xml": f'<workbook xmlns="{main}spreadsheetml/2006/main" xmlns:r="{related}">'
        '<sheets><sheet name="League" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "_rels/.rels": f'<Relationships xmlns="{main}package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{related}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{main}package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{related}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}spreadsheetml/2006/main"><sheetData>{told}</sheetData>'
        "</worksheet>",
    }
    with zipfile.ZipFile(tmp_path / "t.xlsx", "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    ran = standings(tmp_path, "t.xlsx", "--rules", "tenhou", "-f", "json")
    if importlib.util.find_spec("python_calamine") is None:
        assert "pip install 'yaku-calc[tables]'" in ran.err
        return
    assert "t.xlsx/League.csv:3: note: the row 'Total' is the sum of other rows" in ran.err
    assert [one["points"] for one in json.loads(ran.out)["standings"]] == [31000, 28000, 25000, 16000]


def test_an_archive_of_tables_and_games(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "league.zip", "w") as archive:
        archive.writestr("a.csv", PLAYED + "計,47000,56000,50000,47000\n")
        archive.writestr("b/one.yaml", "players: [Aki, Bea, Cho, Dan]\nscores: [40000, 30000, 20000, 10000]\n")
    ran = standings(tmp_path, "league.zip", "--rules", "tenhou", "-f", "json")
    assert "league.zip/a.csv:4: note: the row '計' is the sum of other rows" in ran.err
    found = json.loads(ran.out)
    assert (found["games"], found["standings"][0]["points"], ran.code) == (3, 87000, 0)
    with zipfile.ZipFile(tmp_path / "league.zip", "w") as archive:
        archive.writestr("[Content_Types].xml", "<a/>")
    assert "save the table as CSV" in standings(tmp_path, "league.zip", "--rules", "tenhou").err


WORDS, RANKING = "has no figures, and", "ranks players and has no games, and"


@pytest.mark.parametrize(
    ("table", "passed"),
    [
        ("House rules 2026\n\nRed fives are used.\n", WORDS),
        ("Column,What\nA,the game\n", WORDS),
        ("Player,Points\nAki,42300\n", ""),
        ("Rank,Player,Games,Total\n1,Aki,2,58.2\n2,Bea,2,-58.2\n", RANKING),
        ("順位,名前,半荘数,平均順位,1着,2着\n1,秋,2,1.5,1,1\n2,冬,2,2.5,1,0\n", RANKING),
        ("Standings\n\nPos,Name,GP,Pts\n1,Aki,2,58.2\n2,Bea,2,-58.2\n", RANKING),
        # These may be of games.
        ("順位,名前,pt\n1,秋,58.2\n2,冬,-58.2\n", ""),
        ("Name,Spring,Summer,Total\nAki,12,30,42\nBea,-12,-30,-42\n", ""),
        ("Rank,Player,Total\n1,Aki,42\n2,Aki,-42\n", ""),
        ("Date,Player,Total\n1 May,Aki,42\n2 May,Bea,-42\n", ""),
    ],
)
def test_a_table_of_no_games_beside_others_is_passed_over(table: str, passed: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "league.zip", "w") as archive:
        archive.writestr("a.csv", table)
        archive.writestr("b.csv", PLAYED)
    ran = standings(tmp_path, "league.zip", "--rules", "tenhou", "-f", "json")
    told = f"league.zip/a.csv:1: note: the table {passed} is passed over\n"
    assert (ran.code, ran.err == told) == (not passed, bool(passed))
    found = json.loads(ran.out)
    assert found["games"] == 2
    assert (found["notes"] == [told.replace(" note:", "").rstrip()]) == bool(passed)


def test_the_name_of_a_sheet_may_say_that_it_ranks(tmp_path: Path) -> None:
    for name, code in (("順位表", 0), ("第1節", 1)):
        with zipfile.ZipFile(tmp_path / "league.zip", "w") as archive:
            archive.writestr("b.csv", PLAYED)
            archive.writestr(f"{name}.csv", "順位,名前,pt\n1,秋,58.2\n2,冬,-58.2\n")
        assert standings(tmp_path, "league.zip", "--rules", "tenhou").code == code


def test_a_table_of_words_alone_has_no_game(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "league.zip", "w") as archive:
        archive.writestr("a.csv", "House rules\n")
    ran = standings(tmp_path, "league.zip")
    assert "no game found" in ran.err
    assert ran.code == 1


def test_results_are_no_points(tmp_path: Path) -> None:
    """They are added up by no rules, also of rules by which nobody takes sticks and scores may come to less."""
    table = tmp_path / "t.csv"
    table.write_text("Game,Aki,Bea,Cho,Dan\n1,42,8,-18,-32\n2,-20.5,8,44.5,-32\n", encoding="utf-8")
    ran = run_yaku("standings", str(table), "--rules", "wrc", columns=200)
    assert (ran.err, ran.code) == ("", 0)
    rows = [line.split() for line in ran.out.splitlines()]
    assert rows[0] == ["2", "games", "(results", "as", "told)"]
    assert rows[4:] == [
        ["1", "Cho", "2", "1-0-1-0", "2.00", "-", "+26.5", "+44.5/-18"],
        ["2", "Aki", "2", "1-0-1-0", "2.00", "-", "+21.5", "+42/-20.5"],
        ["3", "Bea", "2", "0-2-0-0", "2.00", "-", "+16", "+8/+8"],
        ["4", "Dan", "2", "0-0-0-2", "4.00", "-", "-64", "-32/-32"],
    ]
    table.write_text("Aki,Bea,Cho,Dan\n41000,30000,27000,20000\n", encoding="utf-8")
    assert run_yaku("standings", str(table), "--rules", "wrc").code == 0
