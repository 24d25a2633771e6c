"""Lines of rounds by seats, and lines of wins that look like them."""

from __future__ import annotations

from typing import Any

import pytest

from calc.errors import CalcError
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.records.types import Round, Win

E_AND_W = {"draw": {"kind": "exhaustive", "waiting": ["E", "W"]}}
MANGAN = {"seat": "S", "by": "ron", "from": "E", "level": "mangan"}
SMALL = {"seat": "W", "by": "ron", "from": "E", "points": 3900}
TWO = {"round": "E", "number": 2, "honba": 1, "wins": [MANGAN, SMALL]}

TWO_IN_JAPANESE = {**TWO, "wins": [{**MANGAN, "level": "満貫"}, SMALL]}


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("draw, tenpai E W", E_AND_W),
        ("draw tenpai east and west", E_AND_W),
        ("East and West tenpai, draw", E_AND_W),
        ("dealer and West tenpai", E_AND_W),
        ("exhaustive draw, tenpai E, W", E_AND_W),
        ("流局 東家と西家聴牌", E_AND_W),
        ("流局、聴牌 東 西", E_AND_W),
        ("tenhou draw, tenpai E W", {"rules": "tenhou", **E_AND_W}),
        ("M-League draw, tenpai E W", {"rules": "m-league", **E_AND_W}),
        ("E2-1 draw, tenpai E W", {"round": "E", "number": 2, "honba": 1, **E_AND_W}),
        ("draw, tenpai all", {"draw": {"kind": "exhaustive", "noten": []}}),
        ("draw, tenpai nobody", {"draw": {"kind": "exhaustive", "waiting": []}}),
        ("draw, tenpai E W, riichi E, sticks 1", {**E_AND_W, "riichi": ["E"], "sticks": 1}),
        ("nine terminals", {"draw": {"kind": "kyuushu_kyuuhai"}}),
        ("four winds", {"draw": {"kind": "suufon_renda"}}),
        ("nagashi mangan south", {"draw": {"kind": "exhaustive", "pool_of_dreams": ["S"]}}),
        ("nagashi mangan by the dealer", {"draw": {"kind": "exhaustive", "pool_of_dreams": ["E"]}}),
        ("chombo dealer", {"chombo": ["E"]}),
        ("South chombo", {"chombo": ["S"]}),
        ("南家チョンボ", {"chombo": ["S"]}),
        ("E2 honba 1: South ron East mangan; West ron East 3900", TWO),
        ("E2-1 South ron East mangan and West ron from the dealer, 3900", TWO),
        ("東2局1本場 南家ロン東家満貫、西家ロン東家3900", TWO_IN_JAPANESE),
    ],
)  # fmt: skip
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
