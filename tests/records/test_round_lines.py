"""Lines of rounds by seats, and lines of wins that look like them."""

from typing import Any

import pytest

from calc.errors import CalcError
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.records.types import Round, Win
from tests.rows import Rows

ROWS = Rows(__file__)

MANGAN = {"seat": "S", "by": "ron", "from": "E", "level": "mangan"}
SMALL = {"seat": "W", "by": "ron", "from": "E", "points": 3900}


@ROWS.each("a_line_of_a_round_is_its_record")
def test_a_line_of_a_round_is_its_record(line: str, plain: dict[str, Any]) -> None:
    record = parse_any_line(line)[0]
    assert isinstance(record, Round)
    assert record == record_from(plain)


@ROWS.each("a_line_of_one_win_is_its_record")
def test_a_line_of_one_win_is_its_record(line: str, plain: dict[str, Any]) -> None:
    assert parse_any_line(line)[0] == record_from(plain)


@ROWS.each("a_line_of_one_win_stays_a_win")
def test_a_line_of_one_win_stays_a_win(line: str) -> None:
    assert isinstance(parse_any_line(line)[0], Win)


@ROWS.each("a_round_that_is_not_told_whole_is_refused")
def test_a_round_that_is_not_told_whole_is_refused(line: str, message: str, column: int) -> None:
    with pytest.raises(CalcError) as caught:
        parse_any_line(line)
    assert message in caught.value.message
    assert caught.value.column == column


@ROWS.each("a_sentence_is_the_round_that_it_tells")
def test_a_sentence_is_the_round_that_it_tells(line: str, same: str) -> None:
    assert parse_any_line(line)[0] == parse_any_line(same)[0]
