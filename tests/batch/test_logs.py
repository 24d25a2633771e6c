"""Logs in a run: ``--check`` finds in them what ``yaku log --check`` finds, in the same words, however the run goes."""

import contextlib
import json
import random
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from calc.batch import output
from calc.intake import blocks
from calc.mahjong.logs.mjlog import read_mjlog
from tests.amounts import FULL, tries
from tests.batch.material import SAMPLES, WIN, packed, rejects_of, rows_of, run_batch_on, write_lines
from tests.cli.running import Ran, run_yaku
from tests.logs.falsify import falsified
from tests.logs.test_corpus_logs import folder as corpus
from tests.logs.test_figures import as_lines, cut_off, double_ron, mjai, three_players
from tests.logs.writers import as_tenhou_json
from tests.rows import Rows

ROWS = Rows(__file__)


pytestmark = pytest.mark.usefixtures("forked")

#: Somebody has 100 points more than they won.
WRONG = three_players().replace('sc="20,90', 'sc="20,91')
TOLD = [
    "wrong.mjlog: E1, honba 0: East: payments: the log says 9,100 / -4,000 / -4,000, found 9,000 / -4,000 / -4,000",
    "wrong.mjlog: E1, honba 0: changes: the log says 8,100 / -4,000 / -4,000, found 8,000 / -4,000 / -4,000",
    "wrong.mjlog: Final results: scores: the log says 11,000 / -1,000 / -1,000, found 11,100 / -1,000 / -1,000",
]
SILENT = as_lines(
    [
        {key: value for key, value in line.items() if key not in ("scores", "deltas")}
        for line in mjai(three_players(), scores=False)
    ]
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """True logs around a wrong one."""
    (tmp_path / "a.mjlog").write_text(three_players())
    (tmp_path / "wrong.mjlog").write_text(WRONG)
    (tmp_path / "z.mjson").write_text(as_lines(mjai(three_players())))
    return tmp_path


def check(folder: Path, *arguments: str, out: str = "out.jsonl", **options: Any) -> Ran:
    return run_batch_on(*arguments, "--check", "-o", out, folder=folder, **options)


def summary(ran: Ran) -> list[str]:
    """The summary without how long it took."""
    return ran.err.splitlines()[:-1]


def test_a_log_that_disagrees_is_told_counted_and_an_error(folder: Path) -> None:
    ran = check(folder, "wrong.mjlog")
    assert (ran.lines, ran.code) == (TOLD, 1)
    assert summary(ran) == [
        "1 record: 1 settled, 0 refused",
        "1 claim checked: 1 wrong",
        "1 game of logs: 1 checked, 18 figures compared, 3 disagreements",
        "  tenhou-sanma@2.0.0: 1",
    ]


def test_true_logs_are_counted_and_no_error(folder: Path) -> None:
    ran = check(folder, "a.mjlog", "z.mjson")
    assert (ran.out, ran.code) == ("", 0)
    assert summary(ran)[1:3] == [
        "2 claims checked: 0 wrong",
        "2 games of logs: 2 checked, 23 figures compared, 0 disagreements, 1 whose log tells no rules",
    ]


def test_what_is_told_is_what_yaku_log_tells(folder: Path) -> None:
    for lang in ("en", "ja"):
        ran = check(folder, "wrong.mjlog", "--lang", lang, "--force")
        assert ran.lines == run_yaku("log", "wrong.mjlog", "--check", "--lang", lang, folder=folder).lines[:-1]


@pytest.mark.parametrize("out", ["out.jsonl", "out.csv", "out.parquet"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_output_and_number_of_processes(folder: Path, out: str, jobs: str) -> None:
    if out == "out.parquet":
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    ran = check(folder, ".", "--jobs", jobs, out=out)
    assert ([line.removeprefix("./") for line in ran.lines], ran.code) == (TOLD, 1)


@pytest.mark.parametrize("form", [[], ["--format", "csv"]])
def test_rows_on_standard_output_have_the_disagreements_on_standard_error(folder: Path, form: list[str]) -> None:
    ran = run_batch_on(".", "--check", "--quiet", *form, folder=folder)
    assert ([line.removeprefix("./") for line in ran.err.splitlines()], ran.code) == (TOLD, 1)


def test_every_dress_of_a_log(folder: Path) -> None:
    (folder / "packed").mkdir()
    (folder / "packed" / "b.mjlog.gz").write_bytes(packed(WRONG.encode()))
    value = as_tenhou_json(read_mjlog(WRONG.encode()))
    (folder / "packed" / "c.json").write_text(json.dumps(value))
    (folder / "packed" / "d.mjson").write_text(as_lines(mjai(WRONG)))
    (folder / "packed" / "lines.jsonl").write_text(f"{json.dumps(value)}\n{json.dumps(value)}\n")
    with zipfile.ZipFile(folder / "packed" / "e.zip", "w") as archive:
        archive.writestr("in.mjlog", WRONG)
    files = [f"packed/{name}" for name in ("b.mjlog.gz", "c.json", "d.mjson", "e.zip", "lines.jsonl")]
    ran = check(folder, "packed/**")
    assert ran.code == 1
    assert {line.split(": ")[0] for line in ran.lines} == {
        "packed/b.mjlog.gz",
        "packed/c.json",
        "packed/d.mjson",
        "packed/e.zip/in.mjlog",
        "packed/lines.jsonl",
        "packed/lines.jsonl (2)",
    }
    assert ran.lines == run_yaku("log", *files, "--check", folder=folder).lines[:-1]
    piped = check(folder, "-", out="piped.jsonl", stdin=WRONG)
    assert (piped.lines, piped.code) == ([line.replace("wrong.mjlog", "stdin") for line in TOLD], 1)


@contextlib.contextmanager
def interrupted(after: int) -> Iterator[None]:
    """A run that Ctrl-C ends after so many blocks, each of one log."""
    write = output.PartOutput.write
    taken: list[Any] = []

    def stop(*arguments: Any) -> None:
        if len(taken) == after:
            raise KeyboardInterrupt
        taken.append(arguments)
        write(*arguments)

    with (
        mock.patch.object(blocks, "BLOCK_LOGS", 1),
        mock.patch.object(output, "_SECONDS", 0),
        mock.patch.object(output.PartOutput, "write", stop),
    ):
        yield


@pytest.mark.parametrize("after", [1, 2])
def test_a_run_that_goes_on_counts_what_was_found_before(folder: Path, after: int) -> None:
    with interrupted(after):
        assert check(folder, ".").code == 130
    ran = check(folder, ".", "--resume")
    assert ran.code == 1
    assert bool(ran.lines) is (after == 1), "what was told before is not told again"
    assert summary(ran)[1:3] == [
        "3 claims checked: 1 wrong",
        "3 games of logs: 3 checked, 41 figures compared, 3 disagreements, 1 whose log tells no rules",
    ]


def test_a_run_that_goes_on_behind_json_over_many_lines_reads_it_once(tmp_path: Path) -> None:
    value = as_tenhou_json(read_mjlog(three_players().encode()))
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(json.dumps(value, indent=1))
    with interrupted(1):
        assert check(tmp_path, ".").code == 130
    assert check(tmp_path, ".", "--resume").code == 0
    assert [row["file"] for row in rows_of(tmp_path / "out.jsonl")] == ["./a.json", "./b.json"]


def test_a_run_that_goes_on_with_check_says_what_it_does_not_check(folder: Path) -> None:
    with interrupted(2):
        assert run_batch_on(".", "-o", "out.jsonl", folder=folder).code == 130
    ran = check(folder, ".", "--resume", "--quiet")
    assert (ran.out, ran.code) == ("", 0)
    assert ran.err.startswith("warning: 2 games of logs are not checked; what was settled before this run went on")


def test_without_check_nothing_is_compared_and_that_is_said(folder: Path) -> None:
    ran = run_batch_on("wrong.mjlog", "-o", "out.jsonl", folder=folder)
    assert (ran.out, ran.code) == ("", 0)
    assert summary(ran)[1] == "1 game of logs: not checked; --check compares what the logs say"


def test_rows_are_the_same_with_check_and_without(folder: Path) -> None:
    check(folder, "*.mj*")
    run_batch_on("*.mj*", "-o", "plain.jsonl", folder=folder)
    assert (folder / "out.jsonl").read_bytes() == (folder / "plain.jsonl").read_bytes()


def test_a_log_that_says_nothing_to_compare_is_told(folder: Path) -> None:
    (folder / "silent.mjson").write_text(SILENT)
    told = "silent.mjson: the log says nothing of wins, draws or scores to compare"
    ran = check(folder, "silent.mjson")
    assert (ran.lines, ran.code) == ([told], 0)
    counts = "1 game of logs: 1 checked, 0 figures compared, 0 disagreements, 1 with nothing to compare"
    assert summary(ran)[1] == f"{counts}, 1 whose log tells no rules"
    log = run_yaku("log", "silent.mjson", "--check", folder=folder)
    assert (log.lines[0], log.code) == (told, 0)
    assert log.lines[1].endswith(
        "0 disagreements, 0 cut off, 0 refused, no yaku told of 1 win, 1 with nothing to compare"
    )
    japanese = run_yaku("log", "silent.mjson", "--check", "--lang", "ja", folder=folder)
    assert japanese.lines[-1].endswith("読めない牌譜0、役の記載なし 和了1、比べる数字なし1")


def test_a_log_that_breaks_off_is_told(folder: Path) -> None:
    (folder / "cut.mjlog").write_text(cut_off())
    ran = check(folder, "cut.mjlog")
    assert (ran.lines, ran.code) == (["cut.mjlog: the log breaks off (inside a round)"], 0)


def test_logs_and_records_are_counted_together(folder: Path) -> None:
    write_lines(folder / "a.jsonl", [{**WIN, "claim": {"points": 2000}}, {**WIN, "claim": {"points": 2600}}])
    ran = check(folder, "a.jsonl", "wrong.mjlog")
    assert ran.lines == ["a.jsonl:1: points: claimed 2000, actual 2600", *TOLD]
    assert summary(ran)[1] == "3 claims checked: 2 wrong"


def test_other_rules_of_the_command_line_count_for_the_check(folder: Path) -> None:
    (folder / "double.mjlog").write_text(double_ron())
    arguments = ("double.mjlog", "--set", "multiple_ron=first")
    ran = check(folder, *arguments)
    assert ran.lines == run_yaku("log", *arguments, "--check", folder=folder).lines[:-1]
    assert ran.code == 1


def test_a_game_that_is_refused_as_a_whole_is_a_row_and_not_checked(folder: Path) -> None:
    ran = check(folder, "wrong.mjlog", "--rules", "tenhou")
    assert (ran.out, ran.code) == ("", 1)
    (reject,) = rejects_of(folder / "out.jsonl")
    assert reject["message"].startswith("tenhou is played by 4, found 3 players")
    assert summary(ran)[1].startswith("1 game of logs: not checked")


def test_a_game_at_which_the_check_itself_fails_is_told(folder: Path) -> None:
    with mock.patch("calc.settling.check_logs", side_effect=ZeroDivisionError("by zero")):
        ran = check(folder, "a.mjlog")
    assert ran.code == 1
    assert ran.lines == [
        "a.mjlog: Final results: refused: the program failed on it (ZeroDivisionError: by zero); please report it"
    ]


def test_the_samples_agree_with_themselves(tmp_path: Path) -> None:
    ran = check(tmp_path, str(SAMPLES / "logs"))
    assert all(line.endswith("the log breaks off (between rounds)") for line in ran.lines)
    assert ran.code == 0


# ---- real games


def test_two_falsehoods_in_each_real_game_are_found_and_no_other(tmp_path: Path) -> None:
    paths = [*enumerate(sorted(corpus().glob("*.mjlog")))][:: tries(3, 1)]
    names = set()
    for number, path in paths:
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
        changed = list(falsified(text))
        for which, place in (("x", number * 53 + 7), ("y", number * 89 + 31)):
            names.add(f"./{path.stem}-{which}.mjlog")
            (tmp_path / f"{path.stem}-{which}.mjlog").write_text(changed[place % len(changed)][1], encoding="utf-8")
    ran = check(tmp_path, ".")
    told = [line for line in ran.lines if "the log breaks off" not in line]
    assert {line.split(": ")[0] for line in told} == names
    assert ran.code == 1
    assert f"{len(paths) * 3} claims checked: {len(paths) * 2} wrong" in summary(ran)
    assert len(rows_of(tmp_path / "out.jsonl")) == len(paths) * 3


@pytest.fixture(scope="module")
def falsehoods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real games, each as it is, and with one figure changed: in all games 200 figures, by default in some of them."""
    folder = tmp_path_factory.mktemp("falsehoods")
    paths = sorted(corpus().glob("*.mjlog"))
    chance = random.Random(20261123)
    for path in paths if FULL else paths[7::20]:
        (folder / path.name).write_bytes(path.read_bytes())
    for number in range(tries(8, 200)):
        path = paths[number % len(paths)] if FULL else paths[7 + 20 * (number % 3)]
        changed = list(falsified(path.read_text(encoding="utf-8")))
        name = f"{path.stem}-false-{number}.mjlog"
        (folder / name).write_text(chance.choice(changed)[1], encoding="utf-8")
    return folder


@ROWS.each("every_falsified_figure_is_found_in_every_mode")
def test_every_falsified_figure_is_found_in_every_mode(tmp_path: Path, falsehoods: Path, arguments: list[str]) -> None:
    if "out.parquet" in arguments:
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    ran = run_yaku(*arguments, str(falsehoods), folder=tmp_path)
    assert ran.code == 1
    false = {path.name for path in falsehoods.glob("*-false-*.mjlog")}
    lines = [line for line in ran.lines if '"disagreements":[]' not in line and "breaks off" not in line]
    told = {found[0].rpartition("/")[2] for line in lines if (found := re.search(r"[^\s\"]*\.mjlog", line))}
    assert told == false
