"""Lines of rounds by seats, and lines of wins that look like them."""

from __future__ import annotations

from typing import Any

import pytest

from calc.errors import CalcError
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.records.types import Round, Win
from tests.rows import Rows

ROWS = Rows(__file__)

MANGAN = {"seat": "S", "by": "ron", "from": "E", "level": "mangan"}
SMALL = {"seat": "W", "by": "ron", "from": "E", "points": 3900}
TWO = {"round": "E", "number": 2, "honba": 1, "wins": [MANGAN, SMALL]}


@ROWS.each("a_line_of_a_round_is_its_record")
def test_a_line_of_a_round_is_its_record(line: str, plain: dict[str, Any]) -> None:
    record = parse_any_line(line)[0]
    assert isinstance(record, Round)
    assert record == record_from(plain)


@pytest.mark.parametrize(
    "line",
    [
        "S ron E mangan",
        "123m456p789s1122z ron 2z seat=S round=E",
        "123m456p789s1122z, ron 2z; seat south; round east",
        "S tsumo mangan, 2 honba and 1 stick",
        "dealer tsumo 3 han 30 fu; 1 stick",
    ],
)
def test_a_line_of_one_win_stays_a_win(line: str) -> None:
    assert isinstance(parse_any_line(line)[0], Win)


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("draw", "a draw needs to know who was tenpai", 5),
        ("abortive draw", "an abortive draw needs its kind", 1),
        ("draw, tenpai Tom", "expected a player (E, S, W, N), found 'Tom'", 14),
        ("South ron East mangan; West ron East 3900", "expected the round before its wins, as in E1", 1),
        ("E1 South ron East mangan; West ron East", "expected what the win is worth", 40),
        ("draw, tenpai E E", "expected each player once, found E twice", 16),
        ("double ron: south mangan, west 3900", "found 'r'", 8),
    ],
)
def test_a_round_that_is_not_told_whole_is_refused(line: str, message: str, column: int) -> None:
    with pytest.raises(CalcError) as caught:
        parse_any_line(line)
    assert message in caught.value.message
    assert caught.value.column == column
