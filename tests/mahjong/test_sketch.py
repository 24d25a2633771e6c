"""Hands told by their parts: the rows of the table, and the fu of the examples that are made of them."""

from typing import Any

import pytest

import calc
from calc.mahjong.load import load_mahjong_rules as load_rules
from calc.mahjong.report.sketch import sketch_hand, with_fu
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("what_is_told")
def test_what_is_told(text: str, fu: int, parts: list[int]) -> None:
    line = sketch_hand(text, load_rules("riichi"))
    assert line is not None
    result: Any = calc.score(line)
    found = [part.fu for part in result.fu_parts if part.id != "rounding"]
    assert (result.fu, sorted(found)) == (fu, sorted(parts)), line


@ROWS.each("what_is_no_such_hand")
def test_what_is_no_such_hand(text: str) -> None:
    assert sketch_hand(text, load_rules("riichi")) is None


@ROWS.each("what_must_be_asked")
def test_what_must_be_asked(text: str, says: str) -> None:
    with pytest.raises(calc.HandError) as refused:
        sketch_hand(text, load_rules("riichi"))
    assert says in refused.value.message


@ROWS.each("what_is_told_beside_yaku")
def test_what_is_told_beside_yaku(text: str, told: str) -> None:
    assert with_fu(text, load_rules("riichi")) == told


@ROWS.each("what_may_have_other_yaku")
def test_what_may_have_other_yaku(text: str) -> None:
    assert with_fu(text, load_rules("riichi")) == text
