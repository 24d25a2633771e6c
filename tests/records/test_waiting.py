"""Records of hands one tile short: the keys of a win without those of the winning tile, in every spelling."""

import io
from typing import Any

import pytest

import calc
from calc.fit import table_of
from calc.intake.entries import waitings
from calc.intake.records import read_file, read_records
from calc.mahjong.records.lines import parse_waiting_line
from calc.mahjong.records.plain import waiting_from
from calc.mahjong.records.types import WORTH, Waiting, Win
from tests.rows import Rows

ROWS = Rows(__file__)


HAND = Waiting(
    rules="tenhou", hand="46p1122z", melds=["(345m)", "[9999s]"], seat="S", round="E", riichi=True, dora="3s"
)
LINE = "tenhou 46p1122z (345m)[9999s] seat=S round=E riichi dora=3s"
PLAIN: dict[str, Any] = ROWS["plain"]
SPELLINGS = {
    "lines": f"# a comment\n{LINE}\n",
    "json": '[{"rules": "tenhou", "hand": "46p1122z", "melds": ["(345m)", "[9999s]"], "seat": "S", "round": "E", '
    '"riichi": true, "dora": "3s"}]',
    "yaml": "rules: tenhou\nhand: 46p1122z\nmelds: ['(345m)', '[9999s]']\nseat: S\nround: E\nriichi: true\ndora: 3s\n",
    "csv": "rules,hand,melds,seat,round,riichi,dora,win,by\ntenhou,46p1122z,(345m)[9999s],S,E,true,3s,,\n",
}


def test_the_keys_are_those_of_a_win_without_what_tells_of_the_winning_tile() -> None:
    assert set(Win.__struct_encode_fields__) - set(Waiting.__struct_fields__) == {"win", "by", "from", "claim", *WORTH}
    of_win, of_waiting = table_of(Win), table_of(Waiting)
    assert {key: shape.expected for key, shape in of_waiting.keys.items()} == {
        key: of_win.keys[key].expected for key in Waiting.__struct_fields__
    }
    assert of_waiting.required == ("hand",)


def test_plain_data_and_a_line_say_the_same() -> None:
    assert waiting_from(PLAIN) == HAND
    assert parse_waiting_line(LINE)[0] == HAND
    # Order and spelling of tiles and melds do not matter.
    assert parse_waiting_line("tenhou 64pESES chi:345m ankan:9999s riichi dora=3s round=E seat=S")[0] == HAND


@pytest.mark.parametrize("form", SPELLINGS)
def test_files_of_every_form_hold_them(form: str) -> None:
    (entry,) = read_file(io.StringIO(SPELLINGS[form], newline=""), "hands", waitings())
    assert entry.error is None
    assert entry.record == HAND


def test_one_that_cannot_be_read_does_not_stop_the_rest() -> None:
    first, second = read_file(io.StringIO(f"{LINE} ron\n{LINE}\n"), "hands.txt", waitings())
    assert (first.line, first.record, second.line, second.record) == (1, None, 2, HAND)
    assert isinstance(first.error, calc.RecordError)
    assert (first.error.key, first.error.column) == ("by", len(LINE) + 2)


def test_it_is_no_win_and_a_win_is_none() -> None:
    (entry,) = read_records(io.StringIO(LINE), name="hands.txt")
    assert isinstance(entry.error, calc.CalcError)
    (other,) = read_file(io.StringIO("riichi 123m456p789s1122z +2z ron seat=S round=E"), "hands.txt", waitings())
    assert isinstance(other.error, calc.RecordError)


@ROWS.each("keys_and_types_are_checked")
def test_keys_and_types_are_checked(data: dict[str, Any], code: str, key: str, words: str) -> None:
    with pytest.raises(calc.RecordError) as caught:
        waiting_from(data)
    assert (caught.value.code, caught.value.key) == (code, key)
    assert words in caught.value.message


def test_keys_without_a_value_are_absent() -> None:
    assert waiting_from({"hand": "123m", "win": None, "seat": None}) == Waiting(hand="123m")


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(calc.RecordError, match="expected a record"):
        waiting_from([1])  # type: ignore[arg-type]


@ROWS.each("lines_are_refused_with_their_column")
def test_lines_are_refused_with_their_column(line: str, column: int, words: str) -> None:
    with pytest.raises(calc.CalcError) as caught:
        parse_waiting_line(line)
    assert words in caught.value.message
    assert caught.value.column == column


def test_who_is_not_the_dealer_waits_for_the_same() -> None:
    assert (
        parse_waiting_line("46p1122z345m999s non-dealer riichi")[0] == parse_waiting_line("46p1122z345m999s riichi")[0]
    )
