"""Claims: compared in every row, told one by one with --check; and what the summary says."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.batch.material import MIXED, SAMPLES, WIN, rows_of, run_batch_on, write_lines
from tests.rows import Rows

ROWS = Rows(__file__)


WRONG = """\
in.jsonl:3: id claim wrong: points: claimed 2000, actual 2600
in.jsonl:6: id taiyaku: changes: claimed {"Bea":-11}, actual {"Bea":-8}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_lines(tmp_path / "in.jsonl", MIXED)
    write_lines(tmp_path / "wrong.jsonl", [one for one in MIXED if one["id"] == "claim wrong"])
    write_lines(tmp_path / "no-win.jsonl", [{**WIN, "win": "9p", "claim": {"points": 1000}}])
    return tmp_path


def test_wrong_claims_are_told_on_stdout_where_results_go_to_a_file(folder: Path) -> None:
    ran = run_batch_on("in.jsonl", "--check", "-o", "out.jsonl", "--quiet", folder=folder)
    assert ran.out == WRONG
    assert ran.err == ""


def test_wrong_claims_are_told_on_stderr_where_results_go_to_stdout(folder: Path) -> None:
    ran = run_batch_on("in.jsonl", "--check", "--quiet", folder=folder)
    assert all(line in ran.err.splitlines() for line in WRONG.splitlines())
    assert len(rows_of(ran)) == len(MIXED)


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--check"], 1)])
def test_a_wrong_claim_counts_for_the_exit_code_only_with_check(folder: Path, arguments: list[str], code: int) -> None:
    ran = run_batch_on("wrong.jsonl", *arguments, folder=folder)
    assert ran.code == code
    row = rows_of(ran)[0]
    assert (row["agrees"], [one["key"] for one in row["differences"]]) == (False, ["points"])


def test_a_claim_on_what_is_no_win_is_wrong(folder: Path) -> None:
    ran = run_batch_on("no-win.jsonl", "--check", "-o", "out.jsonl", folder=folder)
    assert (ran.out, ran.code) == ("no-win.jsonl:1: win: claimed true, actual false\n", 1)


@ROWS.each("wrong_figures_of_rounds_and_games_are_told_with_their_place", name="case")
def test_wrong_figures_of_rounds_and_games_are_told_with_their_place(
    name: str, keys: list[str], tmp_path: Path
) -> None:
    ran = run_batch_on(f"samples/{name}", "--check", "-o", str(tmp_path / "out.jsonl"))
    found = [line.split(": ")[1] for line in ran.out.splitlines()]
    assert found[: len(keys)] == keys
    assert all(line.startswith(f"samples/{name}:") for line in ran.out.splitlines())


@pytest.mark.parametrize(("claimed", "place"), [(0, "wins[0].han"), (1, "wins[1].han")])
def test_a_wrong_claim_of_one_win_of_a_round_is_told_with_its_place(claimed: int, place: str, tmp_path: Path) -> None:
    wins: list[dict[str, Any]] = [
        {"seat": "N", "by": "ron", "from": "W", "hand": "12399m45p", "melds": "(789s)(777z)", "win": "6p"},
        {"seat": "S", "by": "ron", "from": "W", "hand": "234567m45p44678s", "win": "6p", "riichi": True},
    ]
    wins[claimed]["claim"] = {"han": 9}
    round_ = {"riichi": ["S"], "wins": wins}
    rounds = [{"draw": {"kind": "exhaustive", "waiting": ["E"]}}, {"honba": 1, **round_}]
    game = {"players": ["A", "B", "C", "D"], "rounds": rounds}
    write_lines(
        tmp_path / "in.jsonl", [{"rules": "riichi", "round": "E", "number": 1, **round_}, {"rules": "riichi", **game}]
    )
    ran = run_batch_on("in.jsonl", "--check", "-o", "out.jsonl", folder=tmp_path)
    told = [line.partition(", actual")[0] for line in ran.lines]
    assert told == [f"in.jsonl:1: {place}: claimed 9", f"in.jsonl:2: rounds[1].{place}: claimed 9"]
    assert ran.code == 1


def test_the_summary_counts_everything(folder: Path) -> None:
    ran = run_batch_on("in.jsonl", "-o", "out.jsonl", folder=folder)
    *lines, last = ran.err.splitlines()
    assert lines == [
        "11 records: 7 settled, 1 no win, as claimed, 3 refused (not_complete 1, unknown_key 1, unknown_rules 1)",
        "4 claims checked: 2 wrong",
        "  koikoi@1.2.0: 1",
        "  riichi@1.3.0: 6",
        "  taiyaku@1.3.0: 1",
        "  tenhou@2.0.0: 1",
    ]
    assert last.endswith(" records/s")


def test_of_samples_all_together(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ran = run_batch_on(SAMPLES, "-o", out, "--check")
    rows = rows_of(out)
    assert ran.code == 1
    assert len(rows) > 100
    assert {row["file"] for row in rows} <= {str(path) for path in SAMPLES.rglob("*")}
    refused = [row for row in rows if not row["ok"] and row.get("agrees") is not True]
    assert len(refused) == len(json.loads(f"[{','.join(Path(f'{out}.rejects').read_text().splitlines())}]"))
