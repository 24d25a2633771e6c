"""``yaku score --format``: the keys of the public contract, in its order, and nothing else on standard output."""

import csv
import io
import json
import re
from typing import Any

import pytest
import yaml

from calc.text import cells
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

HAND = "riichi 123m456p789s1122z +2z ron seat=S round=E from=W riichi"
CLAIM = f"{HAND} claim.fu=30"
REFUSED = "riichi 123m456p789s112z +2z ron seat=S round=E id=short"
RECORDS = f"{HAND} id=won\n{CLAIM}\n{REFUSED}\n"

#: Every key of a result, in the order of the contract; what needs a claim, and what is only in full results.
KEYS = ["id", "rules", "options", "ok", "yaku", "dora", "han", "fu", "limits", "level", "base", "points", "payments"]
CLAIMED = ["agrees", "differences"]
FULLER = ["fu_parts", "reading", "notes", "transfers"]
REFUSAL = ["id", "rules", "options", "ok", "error"]

RESULT: dict[str, Any] = ROWS["result"]


def read_json(line: str, *options: str) -> Any:
    return json.loads(run_yaku("score", line, "--format", "json", *options).out)


def test_json_of_a_hand() -> None:
    ran = run_yaku("score", HAND, "--format", "json")
    assert ran.out.count("\n") == 1, "one line a record"
    result = json.loads(ran.out)
    assert result == RESULT
    assert list(result) == [*KEYS, *FULLER]
    assert (ran.err, ran.code) == ("", 0)


def test_json_of_a_claim_has_it_before_the_fuller_keys() -> None:
    result = read_json(CLAIM)
    assert result["agrees"] is False
    assert result["differences"] == [{"key": "fu", "claimed": 30, "actual": 40}]
    assert list(result) == [*KEYS, *CLAIMED, *FULLER]


def test_json_of_a_refusal() -> None:
    ran = run_yaku("score", REFUSED, "--format", "json")
    result = json.loads(ran.out)
    assert list(result) == REFUSAL
    assert (result["id"], result["rules"], result["ok"]) == ("short", "riichi@1.3.0", False)
    assert list(result["error"]) == ["code", "message", "key", "column"]
    assert result["error"]["code"] == "impossible_hand"
    assert ran.code == 1


@pytest.mark.parametrize("line", [HAND, CLAIM, REFUSED], ids=["hand", "claim", "refusal"])
@pytest.mark.parametrize("form", ["json", "yaml"])
def test_short_leaves_the_fuller_keys_out_and_changes_nothing_else(line: str, form: str) -> None:
    full, short = (run_yaku("score", line, "--format", form, "--fields", fields) for fields in ("full", "short"))
    whole = dict(yaml.safe_load(full.out))
    assert yaml.safe_load(short.out) == {key: value for key, value in whole.items() if key not in FULLER}
    assert list(yaml.safe_load(short.out)) == [key for key in whole if key not in FULLER]
    assert full.code == short.code


def test_names_are_english_in_json_unless_japanese_is_asked_for() -> None:
    japanese = read_json(HAND, "--lang", "ja")
    assert [line["name"] for line in japanese["yaku"]] == ["立直", "自風"]
    assert {**japanese, "yaku": RESULT["yaku"]} == RESULT


def test_chosen_options_are_in_the_result() -> None:
    assert read_json(f"{HAND} options.kiriage_mangan=false")["options"] == {"kiriage_mangan": False}
    assert read_json(HAND, "--set", "kiriage_mangan=false")["options"] == {"kiriage_mangan": False}
    assert read_json(HAND, "--set", "kiriage_mangan=true")["options"] == {}


def test_a_limit_hand_has_no_han_and_fu() -> None:
    ran = run_yaku("score", "samples/hands/daisuushi-tsuuiisou.txt", "-f", "json")
    result = json.loads(ran.out)
    assert (result["han"], result["fu"], result["fu_parts"]) == (None, None, [])
    assert result["dora"] == {"dora": 0, "red": 0, "ura": 0, "north": 0}
    assert (result["limits"], result["level"], result["base"]) == (3, "yakuman", 24000)
    assert [line.get("limit") for line in result["yaku"]] == [1, 2]


# ---- many records


def test_json_has_a_line_a_record_in_input_order() -> None:
    ran = run_yaku("score", "-f", "json", stdin=RECORDS)
    results = [json.loads(line) for line in ran.lines]
    assert [result["ok"] for result in results] == [True, True, False]
    assert [result["id"] for result in results] == ["won", None, "short"]
    assert (ran.err, ran.code) == ("", 1)


def test_yaml_says_what_json_says() -> None:
    documents = list(yaml.safe_load_all(run_yaku("score", "-f", "yaml", stdin=RECORDS).out))
    assert documents == [json.loads(line) for line in run_yaku("score", "-f", "json", stdin=RECORDS).lines]


@pytest.mark.parametrize(("fields", "keys"), [("short", []), ("full", FULLER)])
def test_csv_has_a_column_for_every_key_of_a_result(fields: str, keys: list[str]) -> None:
    ran = run_yaku("score", "-f", "csv", "--fields", fields, stdin=RECORDS)
    head = next(csv.reader(io.StringIO(ran.out)))
    assert head == [*KEYS, *CLAIMED, *keys, "error"]


def test_csv_has_a_row_a_record() -> None:
    ran = run_yaku("score", "-f", "csv", stdin=RECORDS)
    won, claimed, refused = csv.DictReader(io.StringIO(ran.out))
    assert [row["id"] for row in (won, claimed, refused)] == ["won", "", "short"]
    assert (won["yaku"], won["han"], won["fu"], won["points"]) == ("riichi seat_wind", "2", "40", "2600")
    assert (won["ok"], won["agrees"], won["error"], won["level"]) == ("true", "", "", "")
    assert json.loads(won["payments"]) == RESULT["payments"]
    assert claimed["agrees"] == "false"
    assert json.loads(claimed["differences"]) == [{"key": "fu", "claimed": 30, "actual": 40}]
    assert refused["ok"] == "false"
    assert json.loads(refused["error"])["code"] == "impossible_hand"
    assert (ran.err, ran.code) == ("", 1)


def test_csv_names_the_chosen_options() -> None:
    ran = run_yaku("score", f"{HAND} options.kiriage_mangan=false", "-f", "csv")
    assert json.loads(next(csv.DictReader(io.StringIO(ran.out)))["options"]) == {"kiriage_mangan": False}


def test_markdown_is_a_table_that_readers_of_markdown_know() -> None:
    ran = run_yaku("score", "-f", "markdown", stdin=RECORDS)
    assert all(line.startswith("|") and line.endswith("|") for line in ran.lines)
    assert {line.count("|") for line in ran.lines} == {8}
    assert set(ran.lines[1]) <= set("|-:")
    assert [cell.strip() for cell in ran.lines[2].split("|")[1:4]] == ["won", "Riichi, Seat wind", "2"]


@pytest.mark.parametrize("form", ["json", "yaml", "csv", "markdown", "table"])
def test_output_ends_with_a_line_end_and_holds_no_escape(form: str) -> None:
    ran = run_yaku("score", "-f", form, stdin=RECORDS)
    assert ran.out.endswith("\n")
    assert "\x1b" not in ran.out + ran.err


@pytest.mark.parametrize("form", ["json", "yaml", "csv"])
def test_the_width_of_the_terminal_changes_no_data(form: str) -> None:
    narrow, wide = (run_yaku("score", "-f", form, stdin=RECORDS, columns=columns) for columns in (40, 200))
    assert narrow.out == wide.out


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_in_a_narrow_terminal_every_record_is_a_block_and_no_amount_is_broken(lang: str) -> None:
    ran = run_yaku("score", "samples/hands.yaml", "samples/rounds/double-ron.yaml", "--lang", lang, columns=40)
    assert max(map(cells, ran.lines)) <= 40
    wide = run_yaku("score", "samples/hands.yaml", "samples/rounds/double-ron.yaml", "--lang", lang, columns=200)
    amounts = re.findall(r"[+-][0-9,]+", wide.out)
    assert len(amounts) > 10
    assert re.findall(r"[+-][0-9,]+", ran.out) == amounts
    assert run_yaku("score", "samples/hands.yaml", "--lang", lang, columns=72).lines[1].startswith("---")
