"""Files of records: formats, lines, bad rows between good ones, and files that cannot be read at all."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from calc.errors import UnreadableError
from calc.hanafuda.records.types import HanafudaRound
from calc.intake.entries import Entry
from calc.intake.records import read_records
from calc.mahjong.records.lines import print_line
from calc.mahjong.records.types import Win
from calc.records.plain import AnyRecord
from tests.rows import Rows

ROWS = Rows(__file__)


def win(**more: Any) -> Win:
    return Win(hand="123m", by="tsumo", seat="E", round="S", **more)


LINE = "123m tsumo seat=E round=S"
OBJECT = '{"hand": "123m", "by": "tsumo", "seat": "E", "round": "S"}'
PRETTY = json.dumps(json.loads(OBJECT), indent=2)
YAML = "hand: 123m\nby: tsumo\nseat: E\nround: S\n"
CSV = "hand,by,seat,round,id\n123m,tsumo,E,S,\n"


def read(text: str, name: str | None = None) -> list[Entry[AnyRecord]]:
    return list(read_records(io.StringIO(text, newline=""), name=name))


def found(text: str, name: str | None = None) -> list[tuple[int, Any]]:
    """The line of each entry with its record, or with the code, key and column of its error."""
    return [
        (entry.line, entry.record if entry.error is None else (entry.error.code, entry.error.key, entry.error.column))
        for entry in read(text, name)
    ]


@ROWS.each("every_format_spells_the_same_record", name="-")
def test_every_format_spells_the_same_record(name: str | None, text: str, line: int) -> None:
    assert found(text, name) == [(line, win())]


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.json", "a.yaml", "a.csv", "a"])
def test_a_file_without_records_has_no_entries(name: str) -> None:
    assert found("", name) == []
    assert found("\n# nothing\n\n", name) == []


def test_a_line_file_goes_on_after_a_bad_line_and_keeps_the_columns_of_good_ones() -> None:
    text = f"{LINE} id=1\n  # a comment\n\n 123m8z {LINE[5:]}\r\n{LINE} id=2\n"
    entries = read(text, "a.txt")
    assert found(text, "a.txt") == [(1, win(id=1)), (4, ("notation", "hand", 6)), (5, win(id=2))]
    assert [entry.columns for entry in entries] == [
        {"hand": 1, "by": 6, "seat": 17, "round": 25, "id": 30},
        None,
        {"hand": 1, "by": 6, "seat": 17, "round": 25, "id": 30},
    ]
    assert {entry.file for entry in entries} == {"a.txt"}


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", None])
def test_json_lines_go_on_after_a_bad_line(name: str | None) -> None:
    text = "\n".join([OBJECT, '{"hand": "1', "# a comment", '{"hand": 1}', "", "7", OBJECT.replace("}", ', "id": 2}')])
    assert found(text, name) == [
        (1, win()),
        (2, ("notation", None, 12)),
        (4, ("missing_key", "by", None)),
        (6, ("wrong_type", None, None)),
        (7, win(id=2)),
    ]


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", None])
def test_json_lines_may_begin_with_a_bad_one(name: str | None) -> None:
    assert found(f'{{"hand": "1\n{OBJECT}\n', name) == [(1, ("notation", None, 12)), (2, win())]


@pytest.mark.parametrize("name", ["a.json", None])
def test_a_json_list_goes_on_after_a_bad_item_and_knows_the_line_of_each(name: str | None) -> None:
    text = f'[{OBJECT}, {{"hand": 3}},\n\n{PRETTY},\n  "{{",\n{OBJECT}, {OBJECT}]\n'
    assert found(text, name) == [
        (1, win()),
        (1, ("missing_key", "by", None)),
        (3, win()),
        (9, ("wrong_type", None, None)),
        (10, win()),
        (10, win()),
    ]


def test_a_line_may_begin_with_a_quoted_rule_set_that_looks_like_a_key() -> None:
    assert found(f'"key: x" {LINE}', "a.txt") == [(1, win(rules="key: x"))]


@pytest.mark.parametrize("name", ["a.txt", "a.json", "a.jsonl"])
def test_a_stream_that_let_other_bytes_through_has_bad_records(name: str) -> None:
    assert found('{"id": "\udcff"}\n', name) == [(1, ("notation", None, 9))]


def test_other_bytes_in_json_over_many_lines_refuse_the_record() -> None:
    assert found('{\n"\udcff": 1}\n', "a.json") == [(1, ("notation", None, 4))]


def test_an_empty_json_list_has_no_records() -> None:
    assert found("[]", "a.json") == []


def test_a_key_given_twice_in_json_is_an_error_of_that_record() -> None:
    twice = OBJECT.replace("}", ', "hand": "9m"}')
    assert found(f"[{twice},\n{OBJECT}]", "a.json") == [(1, ("notation", None, None)), (2, win())]


def test_yaml_documents_and_lists_are_records_with_their_lines() -> None:
    more = "".join(f"  {line}\n" for line in YAML.splitlines())
    text = f"{YAML}---\n---\nhand: 3\n---\n- 5\n-\n{more}- hand: 123m\n  hnad: 1\n---\n# the end\n{YAML}id: 012\n"
    assert found(text, "a.yaml") == [
        (1, win()),
        (7, ("missing_key", "by", None)),
        (9, ("wrong_type", None, None)),
        (11, win()),
        (15, ("unknown_key", "hnad", None)),
        (19, win(id="012")),
    ]


def test_a_circumstance_in_other_words_is_a_column() -> None:
    text = "hand,by,seat,round,haitei,double riichi\n123m,tsumo,E,S,yes,\n123m,tsumo,E,S,no,yes\n"
    assert found(text, "a.csv") == [(2, win(last_tile=True)), (3, win(riichi="double"))]


def test_a_csv_file_goes_on_after_a_bad_row_and_knows_the_line_of_each() -> None:
    text = (
        "hand,by,seat,round,id,facts.dealer_keeps,melds\n"
        '123m,tsumo,E,S,"""a, b""",8,\n'
        "\n"
        "123m,tsumo,X,S,,,\n"
        '123m,tsumo,E,S,"two\nlines",,\n'
        "123m,tsumo,E,S\n"
        "123m,tsumo,E,S,,,(345m),9\n"
        "123m,tsumo,E,S,,,,\n"
        '123m,"tsumo"x,E,S,,,\n'
        " 123m , tsumo , E,S, # 5 ,,(345m)[5555z]\n"
        '123m,tsumo,E,S,"unclosed\n'
    )
    assert found(text, "a.csv") == [
        (2, win(id="a, b", facts={"dealer_keeps": 8})),
        (4, ("wrong_type", "seat", None)),
        (5, win(id="two\nlines")),
        (7, win()),
        (8, ("wrong_type", None, None)),
        (9, win()),
        (10, ("notation", None, None)),
        (11, win(id="# 5", melds=["(345m)", "[5555z]"])),
        (12, ("notation", None, None)),
    ]
    messages = [entry.error.message for entry in read(text, "a.csv") if entry.error is not None]
    assert "expected 7 cells as in the header, found 8" in messages[1]
    assert "a quote within quotes is written twice" in messages[2]


@ROWS.each("columns_that_are_no_keys_are_refused_once_for_the_file")
def test_columns_that_are_no_keys_are_refused_once_for_the_file(columns: str, told: str) -> None:
    text = f"hand,by,seat,round,{columns}\n123m,tsumo,E,S,\n123m,tsumo,E,S,x\n"
    with pytest.raises(UnreadableError) as caught:
        read(text, "a.csv")
    assert caught.value.message == f"a.csv:1: {told}, or leave them out"


def test_columns_that_are_passed_come_along_in_the_id() -> None:
    text = "id,hand,by,seat,round,note,date\n7,123m,tsumo,E,S,rain,\n,123m,tsumo,E,S,,\n"
    entries = list(read_records(io.StringIO(text), name="a.csv", carry=["note", "date"]))
    assert [entry.record and entry.record.id for entry in entries] == [{"id": "7", "note": "rain"}, None]


@ROWS.each(
    "a_file_whose_format_breaks_as_a_whole_is_unreadable",
    name="-",
    also=[
        ("a.json", f"[{OBJECT},\n{OBJECT}", "a.json:2: expected JSON, found a fault in column 59: it ends too early"),
        ("a.json", f"\n\n[{OBJECT},\n]", "a.json:4: expected JSON, found a fault in column 1: trailing comma in array"),
        (None, "[" * 100_000, "<stream>:1: expected JSON of few levels, found nesting that is too deep"),
        ("a.json", "{" * 100_000, "a.json:1: expected JSON, found a fault"),
    ],
)
def test_a_file_whose_format_breaks_as_a_whole_is_unreadable(name: str | None, text: str, message: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(text, name)
    assert caught.value.code == "unreadable"
    assert message in caught.value.message


def test_a_card_number_is_a_card_in_every_format_and_yaml_never_leaves_one_out() -> None:
    yaml = "players:\n  Bea: {captured: 2C}\n  Aki:\n    captured: CARDS\n"
    with pytest.raises(UnreadableError, match=r"rounds\.yaml:4: .* found '#80', which YAML leaves out"):
        read(yaml.replace("CARDS", "1B 3B #80"), "rounds.yaml")
    objects = '{"players": {"Bea": {"captured": "2C"}, "Aki": {"captured": "1B 3B #80"}}}'
    (record,) = [entry.record for entry in read(yaml.replace("CARDS", "'1B 3B #80'"), "rounds.yaml")]
    assert [entry.record for entry in read(objects, "rounds.jsonl")] == [record]
    (line,) = [entry.record for entry in read("Bea:2C Aki:1B,3B,#80", "rounds.txt")]
    assert isinstance(line, HanafudaRound)
    assert line.players["Aki"].captured == "1B,3B,#80"


def test_the_records_before_broken_yaml_are_read() -> None:
    entries = read_records(io.StringIO(f"{YAML}---\nhand: 1\nhand: 2\n"), name="a.yaml")
    assert next(entries).record == win()
    with pytest.raises(UnreadableError, match=r"^a\.yaml:7: "):
        next(entries)


@pytest.mark.parametrize("as_text", [True, False])
def test_a_path_is_opened_and_names_its_entries(tmp_path: Path, as_text: bool) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf" + f"{LINE} id=牌\r\n".encode())
    source = str(path) if as_text else path
    assert list(read_records(source)) == [
        Entry(
            record=win(id="牌"),
            file=str(path),
            line=1,
            text=f"{LINE} id=牌",
            columns={"hand": 1, "by": 6, "seat": 17, "round": 25, "id": 30},
        )
    ]
    assert [entry.file for entry in read_records(source, name="hands.txt")] == ["hands.txt"]


def test_a_stream_names_its_entries() -> None:
    assert [entry.file for entry in read(LINE)] == ["<stream>"]
    with (Path(__file__).parent / "__init__.py").open(encoding="utf-8") as stream:
        (entry,) = read_records(stream)
    assert entry.file == stream.name


def test_files_that_cannot_be_opened_or_decoded_are_unreadable(tmp_path: Path) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes(f"{LINE} id=caf\xe9\n".encode("latin-1"))
    faults: list[tuple[str | Path, str]] = [
        (tmp_path / "missing.txt", "No such file or directory"),
        (tmp_path, "Is a directory"),
        ("a\x00b", "null byte"),
        (latin, "expected text in UTF-8"),
    ]
    for path, words in faults:
        with pytest.raises(UnreadableError) as caught:
            list(read_records(path))
        assert caught.value.code == "unreadable"
        assert words in caught.value.message
        assert repr(str(path))[1:-1] in caught.value.message


def test_lines_are_read_as_they_come() -> None:
    def endless() -> Any:
        while True:
            yield f"{LINE}\n"

    entries = read_records(endless(), name="a.txt")
    assert [next(entries).line for _ in range(3)] == [1, 2, 3]
    objects = read_records(f"{OBJECT}\n" for _ in iter(int, 1))
    assert [next(objects).line for _ in range(3)] == [1, 2, 3]


def test_what_spreadsheets_write_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes(
        b"\xef\xbb\xbfhand,win,by,seat,round,riichi,ippatsu,,\r\n123m456p789s1122z,2z,ron,S,E,TRUE,FALSE,,\r\n"
    )
    (entry,) = read_records(path)
    assert (entry.error, isinstance(entry.record, Win) and entry.record.riichi) == (None, True)


@ROWS.each("a_spreadsheet_is_read_as_people_save_it", name="case")
def test_a_spreadsheet_is_read_as_people_save_it(name: str, text: str) -> None:
    (entry,) = read(text, name)
    assert isinstance(entry.record, Win)
    assert print_line(entry.record) == "123m456p789s1122z +2z ron seat=S round=E dora=1z3m"


def test_a_quote_of_csv_that_is_never_closed_costs_the_row_it_stands_in() -> None:
    rows = ["hand,by,seat,round\n", *["123m456p789s11222z,tsumo,S,E\n"] * 3]
    rows[2] = f'"{rows[2]}'
    entries = list(read_records(rows, name="rows.csv"))
    assert [(entry.record is not None, entry.line) for entry in entries] == [(True, 2), (False, 3), (True, 4)]
