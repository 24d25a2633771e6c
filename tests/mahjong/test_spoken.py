"""Rounds told in sentences: the rows of the table, and the lines that they come to."""

import pytest

import calc
from calc.mahjong.load import load_mahjong_rules as load_rules
from calc.mahjong.value.spoken import read_spoken, read_unseated, unread_spoken
from calc.settling import read_line
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("what_is_told")
def test_what_is_told(text: str, line: str) -> None:
    assert [(one.line, one.counted) for one in read_spoken(text, load_rules("riichi"))] == [(line, "")]
    assert read_line(line).error is None


@ROWS.each("what_is_told_by_yaku")
def test_what_is_told_by_yaku(text: str, line: str, counted: str) -> None:
    assert [(one.line, one.counted) for one in read_spoken(text, load_rules("riichi"))] == [(line, counted)]
    assert read_line(line).error is None


@ROWS.each("what_tells_a_rule")
def test_what_tells_a_rule(text: str, line: str, options: dict[str, str]) -> None:
    assert [(one.line, one.options) for one in read_spoken(text, load_rules("riichi"))] == [(line, options)]


@ROWS.each("what_is_told_of_two_rounds")
def test_what_is_told_of_two_rounds(text: str, lines: list[str]) -> None:
    assert [one.line for one in read_spoken(text, load_rules("riichi"))] == lines


@ROWS.each("what_is_no_round")
def test_what_is_no_round(text: str) -> None:
    assert read_spoken(text, load_rules("riichi")) == []


@ROWS.each("what_is_worth_of_nobody")
def test_what_is_worth_of_nobody(text: str, worth: str | None) -> None:
    told = read_unseated(text, load_rules("riichi"))
    assert (told and told.worth) == worth


@ROWS.each("what_is_not_read")
def test_what_is_not_read(text: str, words: list[str]) -> None:
    assert unread_spoken(text, load_rules("riichi")) == words


@ROWS.each("what_must_be_asked")
def test_what_must_be_asked(text: str, says: str) -> None:
    with pytest.raises(calc.HandError) as refused:
        read_spoken(text, load_rules("riichi"))
    assert says in refused.value.message
