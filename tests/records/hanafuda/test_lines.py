"""Hanafuda rounds as lines and cells: what they say, which lines are meant, and the column of every refusal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from calc.errors import CalcError, NotationError, RecordError
from calc.hanafuda.records.lines import (
    hanafuda_cells,
    hanafuda_from_flat,
    is_hanafuda_flat,
    is_hanafuda_line,
    parse_hanafuda_line,
    print_hanafuda_line,
)
from calc.hanafuda.records.plain import hanafuda_from
from calc.hanafuda.records.types import HanafudaHand, HanafudaRound
from tests.rows import Rows

ROWS = Rows(__file__)

TWO: dict[str, Any] = {"A": {"captured": "1BR,3B"}, "B": {"captured": "2AR"}}


def plain_of(line: str) -> Any:
    return msgspec.to_builtins(parse_hanafuda_line(line)[0])


def test_the_line_of_the_contract() -> None:
    line = "koikoi A:1BR,3B,8BA,9A B:2AR stopped_by=A koikoi.B=1"
    assert parse_hanafuda_line(line)[0] == HanafudaRound(
        rules="koikoi",
        players={"A": HanafudaHand(captured="1BR,3B,8BA,9A"), "B": HanafudaHand(captured="2AR")},
        stopped_by="A",
        koikoi={"B": 1},
    )


@pytest.mark.parametrize(
    "line",
    [
        "koikoi A 5 points B 0 points",
        "koikoi A: 5 points, B: 0 points",
        "koikoi A 5点 B 0点",
        "koikoi A 5文 B 0文",
        "koikoi A: 5 point B: nothing",
    ],
)
def test_scores_in_place_of_cards(line: str) -> None:
    assert parse_hanafuda_line(line)[0] in [
        HanafudaRound(rules="koikoi", players={"A": HanafudaHand(), "B": HanafudaHand()}, scores=scores)
        for scores in ({"A": 5, "B": 0}, {"A": 5})
    ]


@ROWS.each("a_line_says_what_plain_data_says")
def test_a_line_says_what_plain_data_says(line: str, more: dict[str, Any]) -> None:
    record = parse_hanafuda_line(line)[0]
    assert record == hanafuda_from({"players": TWO, **more})
    assert is_hanafuda_line(line)
    assert parse_hanafuda_line(print_hanafuda_line(record))[0] == record
    assert hanafuda_from_flat(hanafuda_cells(record)) == record


@pytest.mark.parametrize(
    ("line", "players"),
    [
        ("A:", {"A": {"captured": ""}}),
        ("A.dealt:", {"A": {}}),
        ("A.dealt:1B A.returned:1B A:1R", {"A": {"dealt": "1B", "returned": "1B", "captured": "1R"}}),
        ("A:1R B:2A A.dealt:1B", {"A": {"captured": "1R", "dealt": "1B"}, "B": {"captured": "2A"}}),
        ('"Ann B":1B "Ann B".dealt:2A', {"Ann B": {"captured": "1B", "dealt": "2A"}}),
        ('"a:b":1B', {"a:b": {"captured": "1B"}}),
        ('"a\\"b":1B', {'a"b': {"captured": "1B"}}),
        ("あき:松に鶴,2A Łukasz:3B", {"あき": {"captured": "松に鶴,2A"}, "Łukasz": {"captured": "3B"}}),
        ("a-b_7:1B", {"a-b_7": {"captured": "1B"}}),
        ("koikoi koikoi:1B", {"koikoi": {"captured": "1B"}}),
    ],
)
def test_players_and_their_cards(line: str, players: dict[str, Any]) -> None:
    plain = plain_of(line)
    assert plain["players"] == players
    assert list(plain["players"]) == list(players)


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ({"players": {"A": {"captured": "1BR 3B"}}}, "A:1BR,3B"),
        ({"players": {"A": {"captured": ["1BR", "3B 8B"]}, "B": {}}}, "A:1BR,3B,8B B.dealt:"),
        ({"players": {"A": {"captured": "", "dealt": "1B"}}}, "A.dealt:1B A:"),
        ({"rules": "koikoi", "players": {"Ann B": {"captured": "1B"}}}, 'koikoi "Ann B":1B'),
        # A bare R would be a win by ron.
        ({"players": {"R": {}, "Ron": {"captured": "1B"}, "Rex": {}}}, '"R".dealt: "Ron":1B Rex.dealt:'),
        ({"rules": "House", "players": {"A": {"captured": "1B"}}}, "A:1B rules=House"),
        ({"rules": "a b/c", "players": {"A": {"captured": "1B"}}}, '"a b/c" A:1B'),
        ({"players": {"A": {"captured": "1B"}}, "field": "1CC 2AR"}, 'A:1B field="1CC 2AR"'),
        ({"players": {"A": {"captured": "1B"}}, "seats": ["A", "Ann B"]}, 'A:1B seats=["A","Ann B"]'),
        ({"players": {"A": {"captured": "1B"}}, "claim": {"winner": None}}, "A:1B claim.winner=null"),
        ({"players": {"A": {"captured": "1B"}}, "stopped_by": "null"}, "A:1B stopped_by=null"),
    ],
)
def test_the_canonical_line(record: dict[str, Any], line: str) -> None:
    assert print_hanafuda_line(hanafuda_from(record)) == line  # type: ignore[arg-type]
    assert is_hanafuda_line(line)


@ROWS.each("which_lines_are_hanafuda")
def test_which_lines_are_hanafuda(line: str, expected: bool) -> None:
    assert is_hanafuda_line(line) is expected


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({"players": "A:1B"}, True),
        ({"players": "", "seats": "A,B"}, True),
        ({"players": ""}, False),
        ({"hand": "123m"}, False),
        ({}, False),
    ],
)
def test_which_cells_are_hanafuda(cells: dict[str, str], expected: bool) -> None:
    assert is_hanafuda_flat(cells) is expected


def test_the_columns_are_where_values_start() -> None:
    line = '"my/x" A.dealt:1B A:3B "B C":2A stopped_by="B C" koikoi.A=1 claim.winner=A id="x"'
    columns = parse_hanafuda_line(line)[1]
    assert {key: line[column - 1 : column + 1] for key, column in columns.items()} == {
        "rules": "my",
        "players.A.dealt": "1B",
        "players.A.captured": "3B",
        "players.B C.captured": "2A",
        "stopped_by": "B ",
        "koikoi.A": "1 ",
        "claim.winner": "A ",
        "id": '"x',
    }


@pytest.mark.parametrize(
    ("line", "column", "message", "code"),
    [
        ("koikoi A:1B A:2B", 13, "expected the cards of A once, found them a second time", "notation"),
        ("koikoi A.captured:1B A:2B", 22, "expected the cards of A once, found them a second time", "notation"),
        (
            "koikoi A.delt:1B",
            8,
            "expected A: for captured cards, A.dealt: or A.returned:, found 'A.delt:1B'",
            "notation",
        ),
        ("koikoi 1B,3B month=1", 8, "expected a name before the cards, as in Aki:1B,3B, found '1B,3B'", "notation"),
        ("koikoi 1B A:3B", 8, "expected a name before the cards, as in Aki:1B, found '1B'", "notation"),
        ("koikoi A:1B foo", 13, "expected players with cards, then keys, found 'foo'; a line is [rules]", "notation"),
        ("koikoi A:1B stoped_by", 13, "expected players with cards, then keys; did you mean 'stopped_by'?", "notation"),
        ("koikoi A:1B stopped_by", 13, "expected a value, found 'stopped_by', as in stopped_by=...", "notation"),
        ("koikoi A:1B stopped_by=A A:2A", 26, "expected the cards of A once, found them a second time", "notation"),
        ("koikoi A:1B players=3", 13, "expected players as NAME:CARDS, found 'players=3'", "notation"),
        ("koikoi A:1B players.B=3", 13, "expected players as NAME:CARDS, found 'players.B=3'", "notation"),
        ('koikoi "A:1B', 8, "expected a closing quote after '\"A:1B', found the end", "notation"),
        ('koikoi A:1B id="x', 16, "expected a closing quote", "notation"),
        ("koikoi A:1B month=", 19, "expected a value after 'month=', found none; leave the key out", "notation"),
        ("koikoi A:1B month=1 month=2", 21, "expected each key once, found 'month' a second time", "notation"),
        ("koikoi A:1B month=13", 19, "month: expected a month from 1 to 12, found 13", "wrong_type"),
        ("koikoi A:1B month=x", 19, "month: expected a month from 1 to 12, found 'x'", "wrong_type"),
        ("koikoi A:1B pot=1.5", 17, "pot: expected a whole number from 0 to 1000000000, found 1.5", "wrong_type"),
        ("koikoi A:1B koikoi.A=-1", 22, "koikoi.A: expected a whole number from 0 to 10000", "wrong_type"),
        ("koikoi A:1B koikoi=3 koikoi.A=1", 31, "expected 'koikoi' either whole or by its keys", "wrong_type"),
        ("koikoi A:1B claim.scores.A=x", 28, "claim.scores.A: expected a whole number", "wrong_type"),
        ("koikoi A:1B stoped_by=A", 13, "found 'stoped_by'; did you mean 'stopped_by'?", "unknown_key"),
        ("koikoi A:1B claim.score.A=3", 13, "found 'score'; did you mean 'scores'?", "unknown_key"),
        ("koikoi A:1B wild.by=A", 22, "but 'captured' is missing", "missing_key"),
        ('koikoi "":1B', 11, "players: expected a name for each player, found ''", "wrong_type"),
    ],
)
def test_a_line_that_says_nothing_is_refused_with_its_column(line: str, column: int, message: str, code: str) -> None:
    with pytest.raises(CalcError) as caught:
        parse_hanafuda_line(line)
    assert (caught.value.code, caught.value.column) == (code, column)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("cells", "message", "column"),
    [
        ({"players": "A:1B foo"}, "players: expected NAME:CARDS, found 'foo'", 6),
        ({"players": "A:1B A:2A"}, "expected the cards of A once", 6),
        ({"players": "A.delt:1B"}, "A.dealt: or A.returned:, found 'A.delt:1B'", 1),
    ],
)
def test_cells_of_players_are_refused_with_their_column(cells: dict[str, str], message: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        hanafuda_from_flat(cells)
    assert caught.value.column == column
    assert message in caught.value.message


def test_an_unknown_cell_is_refused_with_the_nearest_key() -> None:
    with pytest.raises(RecordError, match="did you mean 'stopped_by'") as caught:
        hanafuda_from_flat({"players": "A:1B", "stoped_by": "A"})
    assert (caught.value.code, caught.value.key) == ("unknown_key", "stoped_by")


def test_a_cell_of_the_other_game_is_refused_whatever_it_holds() -> None:
    for cell in ("TRUE", "1", "(123m)", "[1]"):
        with pytest.raises(RecordError, match="expected a key of a hanafuda round, found 'melds'"):
            hanafuda_from_flat({"players": "A:1B B:2A", "melds": cell})


def test_empty_cells_are_left_out() -> None:
    assert hanafuda_from_flat({"players": "A:1B", "month": "", "rules": "", "koikoi.A": ""}) == hanafuda_from(
        {"players": {"A": {"captured": "1B"}}}
    )
