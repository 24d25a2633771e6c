"""Score sheets: every entry of ``tests/cases/sheets`` is a game without tiles or cards, worked out by hand.

A case has the ``sheet``, the ``changes`` of each round and the ``final`` table, both whole; how it ``ended``, whether
it ``agrees``, its ``first_wrong``; and what it ``prints`` as, if not as it is written.
"""

from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest

import calc
from calc.errors import CalcError, UnreadableError
from calc.games import load_rules
from calc.intake import sheets
from calc.intake.evenings import as_evening
from calc.intake.records import read_games
from calc.intake.sheets import begins_sheet, print_sheet
from calc.settling import read_line, settle_cases
from tests.cases import read_files
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


CASES = [pytest.param(case, id=f"{path.stem}: {case['name']}") for path, case in read_files("sheets")]


def read(text: str) -> Any:
    (entry,) = read_games(StringIO(text), name="sheet")
    return entry


def changes_of(one: dict[str, Any], players: list[str]) -> list[int]:
    if isinstance(next(iter(one["players"].values())), str):
        of = {name: one["changes"][seat] for seat, name in one["players"].items()}
    else:
        of = {name: line["change"] for name, line in one["players"].items()}
    return [of.get(name, 0) for name in players]


def test_there_are_forty_games_and_more() -> None:
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES)
def test_a_sheet_is_settled_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    (settled,) = settle_cases([read(case["sheet"])])
    assert settled.error is None, settled.error
    plain: dict[str, Any] = msgspec.to_builtins(settled.result)
    players = settled.record.players
    assert [changes_of(one, players) for one in plain["rounds"]] == case["changes"]
    keys = ("player", "place", "points", "score", "uma", "oka") if "points" in plain["final"][0] else ()
    assert [[line[key] for key in keys or ("player", "place", "total")] for line in plain["final"]] == case["final"]
    assert (plain["ended"], plain.get("agrees")) == (case.get("ended"), case.get("agrees"))
    for key, value in case.get("first_wrong", {}).items():
        assert plain["first_wrong"][key] == value


@pytest.mark.parametrize("case", CASES)
def test_a_sheet_prints_back_and_means_the_same_as_its_record(case: dict[str, Any]) -> None:
    record = read(case["sheet"]).record
    rules = load_rules(record.rules, record.options)
    printed = print_sheet(record, rules)
    assert printed == case.get("prints", case["sheet"])
    again = read(printed).record
    assert print_sheet(again, rules) == printed
    if "prints" not in case:
        assert again == record


HEAD = "riichi: Aki Bea Cho Dan\n"


@ROWS.each("a_wrong_line_is_named_with_its_column")
def test_a_wrong_line_is_named_with_its_column(line: str, column: int, says: str) -> None:
    found = [*read_games(StringIO(f"{HEAD}Aki tsumo mangan\n{line}\n"), name="sheet")]
    (one,) = found
    assert one.error is not None
    assert (one.line, one.error.column) == (3, column)
    assert says in one.error.message
    before: Any = one.sheet
    assert len(before.rounds) == 1  # what is before it stands


@ROWS.each("a_wrong_header_is_refused_with_a_way_out")
def test_a_wrong_header_is_refused_with_a_way_out(header: str, says: str) -> None:
    ran = run_yaku("game", "-", stdin=f"{header}\ndraw, tenpai all\n")
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.startswith("stdin:1: error: ")
    assert says in ran.err


@ROWS.each("what_no_hand_is_worth_is_refused_by_its_line_and_settles_nothing_after_it")
def test_what_no_hand_is_worth_is_refused_by_its_line_and_settles_nothing_after_it(
    rules: str, line: str, says: str
) -> None:
    players = "Aki Bea Cho" + " Dan" * (rules == "riichi")
    ran = run_yaku("game", "-", stdin=f"{rules}: {players}\ndraw, tenpai Aki\n{line}\ndraw, tenpai all\n", columns=200)
    assert ran.err.startswith("stdin:3: error: ")
    assert says in ran.err
    assert "nothing after this line is settled until it is put right" in ran.err
    assert ran.out.count("exhaustive draw") == 1
    assert ran.code == 1


@ROWS.each("who_was_tenpai_or_in_riichi_may_be_named_before_the_word")
def test_who_was_tenpai_or_in_riichi_may_be_named_before_the_word(line: str, same: str) -> None:
    header = "riichi: Aki Bea Cho Dan"
    assert read(f"{header}\n{line}\n").record == read(f"{header}\n{same}\n").record


@ROWS.each("japanese_words_of_a_sheet_may_be_written_together")
def test_japanese_words_of_a_sheet_may_be_written_together(line: str, same: str) -> None:
    header = "四人リーチ麻雀：春 夏 秋 冬"
    told = read(f"{header}\n{line}\n")
    assert told.error is None, told.error
    assert told.record == read(f"{header}\n{same}\n").record


@pytest.mark.parametrize("game", ["リーチ", "立直", "リーチ麻雀", "麻雀"])
def test_a_sheet_may_begin_with_what_is_played(game: str) -> None:
    same = read("プレイヤー：春 夏 秋 冬\n春 ロン 冬 3900\n").record
    for colon in (": ", "："):
        told = read(f"{game}{colon}春 夏 秋 冬\n春 ロン 冬 3900\n")
        assert told.error is None, told.error
        assert told.record == same
    line: Any = read_line(f"{game}: 春 夏 秋 冬; 春 ロン 冬 3900").record
    assert (line.players, line.rounds[0].wins) == (same.players, same.rounds[0].wins)
    # Without players it is what a winner declared, or no word of a line.
    assert not begins_sheet(f"{game}: 春")


def test_a_riichi_before_a_hand_is_declared() -> None:
    hand = "123m456p789s1122z +2z ロン 南家 東場"
    for riichi in ("リーチ ", "リーチ: ", "立直、"):
        assert read_line(riichi + hand).record == read_line(f"{hand} リーチ").record


def test_a_name_that_begins_with_another_one_is_whole() -> None:
    told = read("四人リーチ麻雀：春 春子 秋 冬\n春子ロン冬 3900\n").record
    assert told == read("四人リーチ麻雀：春 春子 秋 冬\n春子 ロン 冬 3900\n").record


PLAYED = "Aki ron Bea 3900\ndraw, tenpai Aki, Cho\n"


@ROWS.each("a_header_may_have_commas_and_no_rule_set")
def test_a_header_may_have_commas_and_no_rule_set(header: str) -> None:
    (settled,) = settle_cases([read(f"{header}\n{PLAYED}")])
    (usual,) = settle_cases([read(f"riichi: Aki Bea Cho Dan\n{PLAYED}")])
    assert settled.error is None, settled.error
    assert settled.result == usual.result


def test_a_header_with_commas_has_settings_too() -> None:
    (settled,) = settle_cases([read(f"riichi: Aki, Bea, Cho, Dan, start 30000, id one\n{PLAYED}")])
    assert (settled.record.players, settled.record.start) == (["Aki", "Bea", "Cho", "Dan"], 30000)
    assert settled.record.id == "one"


@pytest.mark.parametrize("text", ["E1: Aki ron Bea 3900\n", "East 1 Aki tsumo mangan\n", "東1局 秋 ロン 春 3900\n"])
def test_a_sheet_without_its_header_is_refused_once(text: str) -> None:
    (entry,) = read_games(StringIO(text * 3), name="sheet")
    assert entry.error is not None
    assert entry.error.message == (
        "a score sheet begins with its rule set and its players, the first dealer first, as in riichi: Aki Bea Cho Dan"
    )
    assert entry.line == 1


def test_a_file_of_lines_is_no_sheet() -> None:
    for text in ("East ron 7700 from West\nS ron 7700\n", "東1局 南家 ロン 7700\nS ron 7700\n"):
        records: list[Any] = [entry.record for entry in read_games(StringIO(text), name="lines")]
        assert [record.points for record in records] == [7700, 7700]


@pytest.mark.parametrize(
    "text",
    ["Aki 35000\nBea 25000\nCho 22000\nDan 18000\n", "Aki: 35,000\nBea: 25,000\nCho: 22,000\nDan: 18,000\n"],
)
def test_final_scores_a_player_a_line(text: str) -> None:
    (settled,) = settle_cases([read(text)])
    assert settled.error is None, settled.error
    assert settled.record.scores == {"Aki": 35000, "Bea": 25000, "Cho": 22000, "Dan": 18000}


def test_a_table_of_final_scores_is_a_game_a_row() -> None:
    text = "Date,Aki,Bea,Cho,Dan\n2026-01-01,35000,25000,22000,18000\n2026-01-08,?,25000,22000,18000\n"
    first, second = read_games(StringIO(text), name="league.csv")
    game: Any = first.record
    assert (game.players, first.line) == (["Aki", "Bea", "Cho", "Dan"], 2)
    assert second.error is not None
    expected = "expected points such as 31000 under Aki, found '?'; call a column that is no player note"
    assert (second.error.message, second.line) == (expected, 3)


def test_a_table_of_rounds_does_not_say_who_sits_where() -> None:
    text = "Round,Winner,Loser,Type,Han,Fu\nE1,Aki,Bea,Ron,3,30\n"
    with pytest.raises(UnreadableError, match="write a score sheet, which begins with its players"):
        list(read_games(StringIO(text), name="rounds.csv"))


@pytest.mark.parametrize("line", ["draw, Aki Bea", "Bea ron Dan 2000, Aki"])
def test_names_without_a_word_are_refused(line: str) -> None:
    read_line = read(f"riichi: Aki Bea Cho Dan\n{line}\n")
    assert read_line.error is not None


#: A game of one's own, of which no header can name the rule set.
OWN_GAME: str = ROWS["own_game"]


@pytest.mark.parametrize("header", ["players: Aki Bea", "Aki Bea", "points: Aki Bea", "./points.yaml: Aki Bea"])
def test_the_lines_tell_the_game_where_the_header_does_not(header: str, tmp_path: Path) -> None:
    (tmp_path / "points.yaml").write_text(OWN_GAME, encoding="utf-8")
    (tmp_path / "evening.txt").write_text(f"{header}\nAki 20 Bea 40\nAki cards 60 Bea cards 20\nscores 80 60\n")
    done = run_yaku("game", "evening.txt", "--rules", "./points.yaml", folder=tmp_path)
    assert done.err == ""
    assert done.out.startswith("Points (points@1.0.0)")
    assert "The claim is right." in done.out


def test_a_house_game_of_the_folder_scores_a_sheet_without_a_rule_set(tmp_path: Path) -> None:
    (tmp_path / "yaku.yaml").write_text(OWN_GAME, encoding="utf-8")
    (tmp_path / "evening.txt").write_text("Aki Bea\nAki 20 Bea 40\nscores 20 40\n")
    assert run_yaku("game", "evening.txt", folder=tmp_path).out.startswith("Points (yaku@1.0.0)")


@ROWS.each("a_wrong_line_is_named_by_the_game_that_the_other_lines_are_of")
def test_a_wrong_line_is_named_by_the_game_that_the_other_lines_are_of(line: str, says: str) -> None:
    other = "Bea ron Dan 3900" if "rno" in line else "Bea 12"
    wrong = list(read_games(StringIO(f"players: Aki Bea Cho Dan\n{other}\n{line}\n"), name="sheet"))
    assert [(entry.error.message, entry.line) for entry in wrong if entry.error is not None] == [(says, 3)]


def test_rounds_of_scores_alone_are_of_hanafuda() -> None:
    (entry,) = read_games(StringIO("players: [Aki, Bea]\nrounds:\n  - {scores: {Aki: 6}}\n"), name="game.yaml")
    assert [one.scores for one in entry.record.rounds] == [{"Aki": 6}]  # type: ignore[union-attr]
    near = "players: [Aki, Bea, Cho, Dan]\nrounds:\n  - {scores: {Aki: 6}, draw: {waiting: [E]}}\n"
    (entry,) = read_games(StringIO(near), name="game.yaml")
    assert entry.error is not None
    assert entry.error.message == "expected a key of a round, found 'scores'"


SCORES = {"Aki": 32000, "Bea": 28000, "Cho": 22000, "Dan": 18000}


@ROWS.each("final_scores_of_a_game_on_one_line")
def test_final_scores_of_a_game_on_one_line(text: str) -> None:
    assert read(text).record.scores == SCORES
    assert calc.settle_game(text).scores == SCORES
    assert run_yaku("game", text).out == run_yaku("game", "-", stdin=text).out
    assert run_yaku("game", text).code == 0


def test_each_line_of_final_scores_is_a_game() -> None:
    lines = "Aki 32000 Bea 28000 Cho 22000 Dan 18000\nAki 18000 Bea 28000 Cho 22000 Dan 32000\n"
    games: list[Any] = [one.record for one in read_games(StringIO(lines), name="scores")]
    assert [game.scores["Aki"] for game in games] == [32000, 18000]


@pytest.mark.parametrize("score", ["32.0", "32.000"])
def test_a_score_with_a_point_is_refused(score: str) -> None:
    error = read(f"Aki {score} Bea 28000 Cho 22000 Dan 18000").error
    assert error is not None
    assert error.message == f"expected whole points, as in Aki 32000, found {score!r}"
    assert error.column == 5


def test_a_name_that_has_two_scores_is_refused() -> None:
    error = read("Aki 12000, Aki 20000, Cho 40000, Dan 28000").error
    assert error is not None
    assert (error.message, error.column) == ("expected each player once, found Aki twice", 12)


@pytest.mark.parametrize("text", ["Aki 32000 Bea 28000", "honba 1 sticks 2 dora 3"])
def test_what_is_no_line_of_scores_is_no_game(text: str) -> None:
    ran = run_yaku("game", text)
    assert ran.code == 2
    assert ran.err.startswith(
        ("error: expected files, but there is no file", "error: expected files, or a game in one line")
    )


@pytest.mark.parametrize("lines", ["Bea ron Dan 3900\nAki tsumo mangan\n", "あき ロン べあ 3900\n流局 聴牌 ちょう\n"])
def test_a_header_that_is_missing_is_named_once(lines: str, tmp_path: Path) -> None:
    (tmp_path / "evening.txt").write_text(lines, encoding="utf-8")
    ran = run_yaku("game", str(tmp_path / "evening.txt"))
    assert ran.code == 1
    assert ran.err.count("error:") == ran.err.count("a score sheet begins with its rule set and its players") == 1


@pytest.mark.parametrize("line", ["riichi ron seat=S round=E han=3 fu=30", "South ron mangan", "tenhou ron S mangan"])
def test_a_win_without_names_needs_no_header(line: str) -> None:
    assert not begins_sheet(line)
    assert not begins_sheet("riichi ron seat=S round=E han=3 fu=30", line)


def test_a_sheet_may_be_an_argument() -> None:
    sheet = "riichi: Aki Bea Cho Dan\nAki ron Bea 3900"
    assert run_yaku("game", sheet).out == run_yaku("game", "-", stdin=sheet).out
    assert calc.settle_game(sheet).scores == {"Aki": 28900, "Bea": 21100, "Cho": 25000, "Dan": 25000}
    with pytest.raises(CalcError, match="expected one game, found 2"):
        calc.settle_game(f"{sheet}\n{sheet}")


def test_what_a_player_needs_may_be_asked_with_the_scores_alone() -> None:
    scores = "Aki 32000 Bea 28000 Cho 22000 Dan 18000"
    assert run_yaku("needs", scores, "-p", "Cho").out == run_yaku("needs", "--scores", scores, "-p", "Cho").out


def test_commas_part_players_with_their_scores() -> None:
    # 25,000 each; 3,900 from Dan to Bea.
    sheet = "riichi: Aki Bea Cho Dan\nE1 Bea ron Dan 3900\nscores Bea 28900, Dan 21100, Aki 25000, Cho 25000\n"
    assert calc.settle_game(sheet).agrees is True


@ROWS.each("final_scores_told_in_a_line")
def test_final_scores_told_in_a_line(text: str, final: dict[str, float]) -> None:
    assert {line.player: line.score for line in calc.settle_game(text).final} == final
    for command in ("score", "game", "standings"):
        assert run_yaku(command, text).code == 0


@ROWS.each("rounds_told_in_a_line_with_names")
def test_rounds_told_in_a_line_with_names(text: str, points: dict[str, int]) -> None:
    assert {line.player: line.points for line in calc.settle_game(text).final} == points
    assert run_yaku("score", text).code == run_yaku("game", text).code == 0


@ROWS.each("one_round_of_a_game_without_points_at_the_start")
def test_one_round_of_a_game_without_points_at_the_start(text: str, totals: list[list[Any]]) -> None:
    assert [[line.player, line.total] for line in calc.settle_game(text).final] == totals


@ROWS.each("rounds_of_which_nobody_says_who_sits_where")
def test_a_round_by_names_asks_who_sits_where(text: str) -> None:
    assert run_yaku("score", text).err.startswith("error: who sits where is not told")


@pytest.mark.parametrize(
    "line", ["Bea ron Dan 3900 (riichi)", "Bea ron Dan 3900 riichi", "Bea ron Dan 3900, riichi Bea"]
)
def test_a_riichi_of_nobody_behind_the_only_win_is_the_winners(line: str) -> None:
    (one,) = read_games(StringIO(f"{HEAD}{line}\n"), name="sheet")
    record: Any = one.known()
    assert record.rounds[0].riichi == ["Bea"]


def test_a_sheet_that_one_game_can_read_is_read_by_no_other() -> None:
    """Reading it by each would take many times as long, for every line that is none of its."""
    sheet = StringIO("players: Aki, Bea, Cho, Dan\n" + "draw, tenpai Aki\n" * 20)
    with mock.patch("calc.intake.sheets._read_as", wraps=sheets._read_as) as read:
        assert [type(one.record).__name__ for one in read_games(sheet, name="sheet")] == ["Game"]
    assert read.call_count == 1


@ROWS.each("an_evening_in_one_line")
def test_an_evening_in_one_line(line: str, scores: dict[str, int]) -> None:
    assert calc.settle_game(line).scores == scores


@ROWS.each("a_line_that_is_no_evening")
def test_a_line_that_is_no_evening(lines: list[str]) -> None:
    assert as_evening([*enumerate(lines, start=1)]) == []


@ROWS.each("a_score_that_the_yaku_named_beside_it_never_have")
def test_a_score_that_the_yaku_named_beside_it_never_have(line: str, says: str) -> None:
    (settled,) = settle_cases([read(f"koikoi: Aki Bea\n{line}\nBea 12\n")])
    assert settled.error is not None
    assert says in settled.error.message
