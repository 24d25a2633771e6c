"""``yaku log``: what is told of logs, their checks and their records, and what a broken one costs."""

import csv
import gzip
import io
import json
import zipfile
from itertools import product
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml

import calc
from calc.mahjong.logs.mjlog import read_mjlog
from calc.text import cells
from tests.batch.material import SAMPLES
from tests.cli.running import SECONDS, Ran, run_yaku, start_yaku
from tests.logs.test_mjlog import IDLE, INIT, READY, TENHOU, xml
from tests.logs.writers import as_mjai, as_tenhou_json
from tests.rows import Rows

ROWS = Rows(__file__)


#: The dealer wins 48,000 with the first hand, and so everybody else has less than 0.
SOUND = xml(
    TENHOU.replace('sc="250,480,250,', 'sc="150,480,150,')
    .replace(",250,-160", ",150,-160")
    .replace("730,63.0,90,-31.0,90,-11.0,90,-21.0", "630,113.0,-10,-21.0,-10,-41.0,-10,-51.0")
).replace("250,250,250,250", "150,150,150,150")
#: The same with 25,000 each: nobody is below 0, and yet the log is over.
UNSOUND = xml()
#: The game goes on, and the second round does not end.
CUT_OFF = UNSOUND.replace(' owari="730,63.0,90,-31.0,90,-11.0,90,-21.0"', "").replace(
    "</mjloggm>",
    INIT.format(seed="0,1,0,1,2,35", oya=0, hands=(READY, *IDLE)).replace("250,250,250,250", "730,90,90,90")
    + "</mjloggm>",
)
BOMB = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><mjloggm>&c;</mjloggm>'

SUMMARY = "1 game, 1 round (1 win, 0 draws), 1 final result: 0 disagreements, 0 cut off, 0 refused"
#: What the log says of its rules, told beside.
RULES = "rules: tenhou@2.0.0 (1 game), as the logs tell; --rules names another"
DISAGREEMENTS = [
    "stdin: Final results: end of the game: the log says over, found not over",
    "stdin: Final results: the log says 63 / -31 / -11 / -21, found 83 / -11 / -31 / -41",
]
#: What is told of what is no log.
BROKEN = {
    "cut short": (SOUND[:400], "expected whole XML, found a fault in line 1, column "),
    "a bomb of entities": (BOMB, "expected XML without a document type or entities, found one; a game log has none\n"),
    "empty": ("", "expected a game log, found an empty file\n"),
    "another format": (
        "rules: riichi\n",
        "expected Tenhou XML, Riichi City JSON, Mahjong Soul JSON, tenhou.net/6 JSON, "
        "majiang JSON, M.League pages or mjai lines, found 'rules: riichi\\n'\n",
    ),
    "other JSON": (
        '{"hand": "1m"}',
        "expected Riichi City JSON with 'handRecord', or Mahjong Soul JSON with 'head', or "
        "tenhou.net/6 JSON with 'log', or majiang JSON with 'qijia', or M.League pages with "
        "'cmd', or mjai lines with 'type', found the keys ['hand']\n",
    ),
    "huge": ("<mjloggm>" + " " * (16 << 20), "expected a log of at most 16 MiB, found more; is it a log?\n"),
}


def log(text: str, *arguments: str, columns: int = 80) -> Ran:
    return run_yaku("log", *arguments, stdin=text, columns=columns)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Logs in every dress, some of them broken."""
    (tmp_path / "a.mjlog").write_text(SOUND)
    (tmp_path / "b.mjlog.gz").write_bytes(gzip.compress(SOUND.encode()))
    (tmp_path / "cut.mjlog").write_text(SOUND[:400])
    (tmp_path / "over.mjlog").write_text(UNSOUND)
    (tmp_path / "c.json").write_text(json.dumps(as_tenhou_json(read_mjlog(SOUND.encode()))))
    (tmp_path / "d.mjson").write_text("\n".join(map(json.dumps, as_mjai(read_mjlog(SOUND.encode())))))
    with zipfile.ZipFile(tmp_path / "some.zip", "w") as archive:
        for name, text in (("a", SOUND), ("\x1b[31mb", SOUND[:400]), ("c", UNSOUND)):
            archive.writestr(name, text)
    return tmp_path


# ---- the list


def test_a_line_a_game() -> None:
    ran = log(SOUND)
    assert ran.lines == [
        "Log    Rules           Rounds  Result",
        "-----  ------------  --------  ------------------------------",
        "stdin  tenhou@2.0.0         1  A +113, B C -21, 東 -41, D -51",
    ]
    assert (ran.err, ran.code) == ("", 0)


def test_a_line_a_game_in_japanese() -> None:
    assert log(SOUND, "--lang", "ja").lines[0].split() == ["牌譜", "ルール", "局数", "成績"]


def test_a_game_that_is_not_over_is_not_told_as_if_it_were() -> None:
    assert log(UNSOUND).lines[-1].endswith("A +83, B C -11, 東 -31, D -41 (not over)")
    assert log(CUT_OFF, columns=120).lines[-1].endswith("(the log breaks off)")
    assert log(CUT_OFF).code == 0, "a log that breaks off is no fault"


@pytest.mark.parametrize("columns", [40, 54, 55, 80, 120])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_list_fits_the_terminal(folder: Path, columns: int, lang: str) -> None:
    ran = run_yaku("log", "a.mjlog", "over.mjlog", "--lang", lang, columns=columns, folder=folder)
    assert {line: cells(line) for line in ran.lines if cells(line) > columns} == {}


def test_narrow_terminals_and_long_paths_get_a_few_lines_a_game(folder: Path) -> None:
    blocks = ["a.mjlog", "  tenhou@2.0.0, 1 round", "  A +113, B C -21, 東 -41, D -51"]
    assert run_yaku("log", "a.mjlog", columns=54, folder=folder).lines == blocks
    assert run_yaku("log", "a.mjlog", columns=55, folder=folder).lines != blocks
    deep = folder / ("d" * 60)
    deep.mkdir()
    (deep / "a.mjlog").write_text(SOUND)
    assert run_yaku("log", f"{deep.name}/a.mjlog", folder=folder).lines == [f"{deep.name}/a.mjlog", *blocks[1:]]


def test_other_rules_settle_the_list() -> None:
    """With half of Tenhou's uma."""
    line = log(SOUND, "--rules", "riichi").lines[-1]
    assert line == "stdin  riichi@1.3.0         1  A +103, B C -26, 東 -36, D -41"


# ---- the check


def test_a_sound_log() -> None:
    ran = log(SOUND, "--check")
    assert (ran.lines, ran.err, ran.code) == ([SUMMARY], f"{RULES}\n", 0)


def test_a_log_that_disagrees() -> None:
    ran = log(UNSOUND, "--check")
    assert ran.lines == [*DISAGREEMENTS, SUMMARY.replace("0 disagreements", "2 disagreements")]
    assert (ran.err, ran.code) == (f"{RULES}\n", 1)


@ROWS.each("a_disagreement_names_the_round_the_winner_and_both_values")
def test_a_disagreement_names_the_round_the_winner_and_both_values(old: str, new: str, told: str) -> None:
    assert old in SOUND
    ran = log(SOUND.replace(old, new), "--check")
    assert ran.lines[0] == f"stdin: E1, honba 0: {told}"
    assert ran.code == 1


def test_disagreements_in_japanese() -> None:
    assert log(SOUND.replace("30,48000,5", "30,32000,5"), "--check", "--lang", "ja").lines == [
        "stdin: 東1局0本場：東家：点：牌譜 32,000、計算 48,000",
        "1対局 1局（和了1、流局0）、最終成績1：不一致1、途中まで0、読めない牌譜0",
    ]
    assert log(UNSOUND, "--check", "--lang", "ja").lines[:2] == [
        "stdin: 最終成績：終局：牌譜 終局、計算 続行",
        "stdin: 最終成績：牌譜 63 / -31 / -11 / -21、計算 83 / -11 / -31 / -41",
    ]


def test_a_hand_that_the_rules_refuse() -> None:
    """One tile of the dealer's hand is another one: nothing is won, and the rest of the log is still compared."""
    ran = log(SOUND.replace("104,108,109", "104,108,113"), "--check")
    assert ran.lines[0].startswith("stdin: E1, honba 0: refused: E: the hand is not complete: ")
    assert ran.lines[1] == SUMMARY.replace("0 disagreements", "1 disagreement")
    assert ran.code == 1


def test_a_log_that_breaks_off_is_told_and_no_fault() -> None:
    ran = log(CUT_OFF, "--check")
    assert ran.lines == [
        "stdin: the log breaks off (inside a round)",
        "1 game, 1 round (1 win, 0 draws), 0 final results: 0 disagreements, 1 cut off, 0 refused",
    ]
    assert ran.code == 0


def test_rules_of_the_command_line() -> None:
    ran = log(SOUND, "--check", "--rules", "riichi")
    assert ran.lines[:-1] == [
        "stdin: Final results: the log says 113 / -21 / -41 / -51, found 103 / -26 / -36 / -41",
        "stdin: agrees under sega-mj, tenhou, not under riichi@1.3.0",
    ]
    ran = log(SOUND, "--check", "--set", "uma=[10,5,-5,-10]")
    assert (len(ran.lines), ran.code) == (2, 1)


def test_a_game_of_another_number_of_players_is_refused_as_a_whole() -> None:
    for rules, arguments in product(("sanma", "sanma-common"), (["--check"], [])):
        ran = log(SOUND, *arguments, "--rules", rules)
        # Under sanma a fourth player may sit out, but none does in a log.
        refused = f"{rules} is played by 3, found 4 players"
        if rules == "sanma" and not arguments:
            refused = "in E1, honba 0: A: sanma is played without 2m"
        assert ran.err.startswith(f"stdin: error: {refused}")
        assert ran.err.count("\n") == 1
        assert ran.code == 1


# ---- records


def test_records_are_what_yaku_game_settles(folder: Path) -> None:
    ran = run_yaku("log", "a.mjlog", "cut.mjlog", "over.mjlog", "--records", folder=folder)
    records = [json.loads(line) for line in ran.lines]
    assert [(record["id"], record["rules"], record["start"]) for record in records] == [
        ("a.mjlog", "tenhou", 15000),
        ("over.mjlog", "tenhou", 25000),
    ]
    assert ran.code == 1, "one of the three could not be read"
    settled = run_yaku("game", "--format", "json", stdin=ran.out)
    assert [json.loads(line)["ended"] for line in settled.lines] == ["bust", None]
    result = calc.settle_game(records[0])
    assert result.scores == {"A": 63000, "B C": -1000, "東": -1000, "D": -1000}


def test_records_name_the_rules_of_the_command_line() -> None:
    (record,) = map(json.loads, log(SOUND, "--records", "--rules", "riichi", "--set", "kazoe=none").lines)
    assert (record["rules"], record["options"]) == ("riichi", {"kazoe": "none"})
    settled = run_yaku("game", "--format", "json", stdin=json.dumps(record))
    assert json.loads(settled.out)["rules"] == "riichi@1.3.0"


# ---- other formats


def test_the_list_in_json_yaml_and_csv() -> None:
    (row,) = map(json.loads, log(SOUND, "--format", "json").lines)
    final = row.pop("final")
    assert row == {
        "file": "stdin",
        "format": "mjlog",
        "rules": "tenhou@2.0.0",
        "rounds": 1,
        "ended": "bust",
        "cut_off": None,
    }
    assert [(line["player"], line["points"], line["score"]) for line in final] == [
        ("A", 63000, 113),
        ("B C", -1000, -21),
        ("東", -1000, -41),
        ("D", -1000, -51),
    ]
    assert [*yaml.safe_load_all(log(SOUND, "--format", "yaml").out)] == [{**row, "final": final}]
    rows = [*csv.DictReader(io.StringIO(log(CUT_OFF, "--format", "csv").out))]
    assert [(one["cut_off"], one["place"], one["player"], one["score"]) for one in rows] == [
        ("in_round", "1", "A", "83"),
        ("in_round", "2", "B C", "-11"),
        ("in_round", "3", "東", "-31"),
        ("in_round", "4", "D", "-41"),
    ]


def test_the_check_in_json_yaml_csv_and_markdown() -> None:
    ended = {"file": "stdin", "round": "final", "key": "ended", "said": "over", "found": None}
    final = {
        "file": "stdin",
        "round": "final",
        "key": "final",
        "said": [63, -31, -11, -21],
        "found": [83, -11, -31, -41],
    }
    ran = log(UNSOUND, "--check", "--format", "json")
    (checked,) = map(json.loads, ran.lines)
    assert checked["disagreements"] == [ended, final]
    told = [RULES, SUMMARY.replace("0 disagreements", "2 disagreements")]
    assert (ran.err.splitlines(), ran.code) == (told, 1)
    assert [*yaml.safe_load_all(log(UNSOUND, "--check", "--format", "yaml").out)] == [checked]
    assert log(UNSOUND, "--check", "--format", "csv").lines == [
        "file,round,key,said,found",
        "stdin,final,ended,over,",
        'stdin,final,final,"[63.0,-31.0,-11.0,-21.0]","[83.0,-11.0,-31.0,-41.0]"',
    ]
    assert log(UNSOUND, "--check", "--format", "markdown").lines[:2] == [f"- {line}" for line in DISAGREEMENTS]


# ---- files


def test_logs_in_every_dress_say_the_same(folder: Path) -> None:
    files = ["a.mjlog", "b.mjlog.gz", "c.json", "d.mjson"]
    ran = run_yaku("log", *files, "--format", "json", folder=folder)
    rows = [json.loads(line) for line in ran.lines]
    assert [row["file"] for row in rows] == files
    assert [row["format"] for row in rows] == ["mjlog", "mjlog", "tenhou.net/6", "mjai"]
    assert [row["rounds"] for row in rows] == [1] * 4
    assert all(row["final"][0]["points"] == 63000 for row in rows)


def test_packed_logs_are_read_from_standard_input(folder: Path) -> None:
    with (folder / "some.zip").open("rb") as archive, start_yaku("log", stdin=archive.fileno()) as process:
        out, err = process.communicate(timeout=SECONDS)
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["stdin/a", "stdin/c"]
    assert err.startswith("error: stdin/\ufffd[31mb: expected whole XML")
    assert process.returncode == 1


@pytest.mark.parametrize("arguments", [[], ["--check"], ["--records"]], ids=["list", "check", "records"])
def test_a_broken_log_between_two_good_ones_costs_itself_only(folder: Path, arguments: list[str]) -> None:
    ran = run_yaku("log", "a.mjlog", "cut.mjlog", "some.zip", "b.mjlog.gz", *arguments, folder=folder)
    refused = [line for line in ran.err.splitlines() if not line.startswith("rules: ")]
    assert [line.split(": ")[1] for line in refused] == ["cut.mjlog", "some.zip/\ufffd[31mb"]
    assert ran.code == 1
    if arguments == ["--check"]:
        assert ran.lines[-1].startswith("4 games, 4 rounds (4 wins, 0 draws), 4 final results: 2 disagreements")
        assert ran.lines[-1].endswith("0 cut off, 2 refused")
    else:
        assert all(name in ran.out for name in ("a.mjlog", "some.zip/a", "some.zip/c", "b.mjlog.gz"))


@pytest.mark.parametrize(("text", "told"), BROKEN.values(), ids=BROKEN)
def test_what_is_no_log(text: str, told: str) -> None:
    ran = log(text, "-")
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.startswith(f"error: stdin: {told}")
    assert ran.err.count("\n") == 1


def test_files_that_are_not_there(folder: Path) -> None:
    ran = run_yaku("log", "lost.mjlog", "a.mjlog", folder=folder)
    assert ran.err.splitlines() == [
        "error: expected a file that can be read, found 'lost.mjlog': No such file or directory",
    ]
    assert (len(ran.lines), ran.code) == (3, 2), "the others are read, and the command was called wrongly"


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("arguments", [["."], ["*.mjlog", "*.gz", "some.zip"]], ids=["folder", "patterns"])
def test_folders_and_patterns_mean_the_logs_in_them(folder: Path, arguments: list[str], jobs: str) -> None:
    (folder / "notes.csv").write_text("no log", encoding="utf-8")
    names = sorted(path.name for path in folder.iterdir() if path.name != "notes.csv")
    if arguments != ["."]:
        names = ["a.mjlog", "cut.mjlog", "over.mjlog", "b.mjlog.gz", "some.zip"]
    alone = run_yaku("log", "--check", *names, folder=folder)
    ran = run_yaku("log", "--check", "--jobs", jobs, *arguments, folder=folder)
    assert (ran.out.replace("./", ""), ran.err.replace("./", ""), ran.code) == (alone.out, alone.err, 1)


@pytest.mark.parametrize("argument", ["nothing", "*.nothing"])
def test_a_folder_or_pattern_without_logs_is_refused(tmp_path: Path, argument: str) -> None:
    (tmp_path / "nothing").mkdir()
    ran = run_yaku("log", argument, folder=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert ran.err.startswith(("error: expected files of records in the folder", "error: expected files, but nothing"))


def test_names_do_not_steer_the_terminal() -> None:
    text = SOUND.replace('n0="A"', 'n0="%1B%5B2JA"')
    ran = log(text)
    assert "\ufffd[2JA +113" in ran.out
    assert "\x1b" not in ran.out


# ---- usage


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--check", "--records"], "choose one of --check and --records"),
        (["--records", "--format", "csv"], "records are written as JSON lines, not as csv"),
        (["--records", "--rules", "./house.yaml"], "records name a rule set by its id"),
        (["--rules", "nix"], "error: unknown rule set 'nix'"),
        (["--check", "--rules", "nix"], "error: unknown rule set 'nix'"),
        (["--set", "nix=1"], "error: tenhou has no option 'nix' [options.nix]"),
        (["--check", "--set", "kazoe=nix"], "error: option 'kazoe' of tenhou cannot be 'nix'"),
        (["--set", "kazoe"], "expected NAME=CHOICE"),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_a_usage_error(arguments: list[str], told: str) -> None:
    ran = log(SOUND, *arguments)
    assert (ran.out, ran.code) == ("", 2)
    assert told in ran.err


def test_without_arguments_at_a_keyboard_an_example_is_shown() -> None:
    ran = run_yaku("log", stdin=None)
    assert ran.code == 2
    assert "yaku log samples/logs/" in ran.err


# ---- games and rounds in other formats


@pytest.mark.parametrize("to", ["tenhou6", "mjai", "majiang", "url"])
@pytest.mark.parametrize(
    "one_round", [[], ["--round", "E2"], ["--round", "東2局0本場"]], ids=["whole", "E2", "in Japanese"]
)
def test_a_game_that_was_written_agrees_with_its_log(to: str, one_round: list[str]) -> None:
    ran = run_yaku("log", str(SAMPLES / "logs" / "tenhou.mjlog"), "--to", to, *one_round)
    assert ran.code == 0
    checked = log(ran.out, "-", "--check")
    rounds = "1 game, 1 round (1 win, 0 draws)" if one_round else "1 game, 9 rounds (7 wins, 2 draws)"
    assert checked.lines[-1].startswith(rounds)
    assert ": 0 disagreements, 0 cut off, 0 refused" in checked.lines[-1]


def test_an_address_is_an_argument() -> None:
    address = run_yaku("log", str(SAMPLES / "logs" / "tenhou.mjlog"), "--to", "url", "--round", "E1").out.strip()
    ran = run_yaku("log", address, "--check")
    assert (ran.code, ran.lines) == (
        0,
        ["1 game, 1 round (1 win, 0 draws), 0 final results: 0 disagreements, 0 cut off, 0 refused"],
    )
    within = log(f"See {address} and <a href='{address}&ts=2'>that</a>, plain too: {unquote(address)}", "-", "--check")
    assert within.lines[-1].startswith("3 games, 3 rounds (3 wins, 0 draws)")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--round", "E2"], "a round is written with --to"),
        (["--to", "mjai", "--round", "N1"], "expected a round of this game, E1, honba 0, E2, honba 0"),
        (["--to", "mjai", "--round", "second"], "expected a round, such as E2 or 'E2 1', found 'second'"),
    ],
)
def test_a_round_that_cannot_be_written(arguments: list[str], told: str) -> None:
    ran = run_yaku("log", str(SAMPLES / "logs" / "tenhou.mjlog"), *arguments)
    assert ran.code != 0
    assert told in " ".join(ran.err.split())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://tenhou.net/0/?log=2009010100gm-0001-0000-12345678&tw=1", "an address of Tenhou without its log"),
        ("https://ron2.jp/3/?log=2026010122gm-0001-0001-12345678&tw=1", "an address of Tenhou without its log"),
        ("https://game.mahjongsoul.com/?paipu=190101-0123", "an address of Mahjong Soul"),
        ("\n\x1a.lq.GameDetailRecords\x12", "a binary record of Mahjong Soul"),
        ('{"naga_version": [2, 2], "pred": []}', "a review of a game"),
        ('{"publicObservation": {}}', "the state of a table of mjx"),
        ('{"playerIds": ["a"], "eventHistory": {"events": [{}]}}', "the state of a table of mjx"),
        ('{"relative_scores": [25000], "kyokus": []}', "a review of a game"),
        ('{"tag": "INIT", "hai": "30,114"}\n{"tag": "T68"}', "what one player of Tenhou saw of a game"),
        ("===== 天鳳 L0000 鳳南喰赤 開始 2010/01/01 =====\n  東1局 0本場(リーチ0)", "a game in words (mjscore.txt)"),
        ("00:01 | 27 | 四鳳南喰赤－ | Aki(+52.0) Bea(+8.0) Cho(-17.0) Dan(-43.0)", "a list of results"),
        ('[{"players": [{"score": 40000, "gradingScore": 100}]}]', "a list of results"),
        ('[{"name": "ActionNewRound", "data": {"tiles": ["1m"]}}]', "what one player of Mahjong Soul saw of a game"),
    ],
)
def test_a_known_log_that_is_not_read_is_named(text: str, told: str) -> None:
    ran = log(text, "-")
    assert (ran.code, ran.out) == (1, "")
    assert f"expected a game log that is read here, found {told}" in ran.err
