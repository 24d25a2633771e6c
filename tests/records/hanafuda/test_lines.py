"""Hanafuda rounds as lines and cells: what they say, which lines are meant, and the column of every refusal."""

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


@ROWS.each("scores_in_place_of_cards")
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


@ROWS.each("players_and_their_cards")
def test_players_and_their_cards(line: str, players: dict[str, Any]) -> None:
    plain = plain_of(line)
    assert plain["players"] == players
    assert list(plain["players"]) == list(players)


@ROWS.each("the_canonical_line")
def test_the_canonical_line(record: dict[str, Any], line: str) -> None:
    assert print_hanafuda_line(hanafuda_from(record)) == line  # type: ignore[arg-type]
    assert is_hanafuda_line(line)


@ROWS.each("which_lines_are_hanafuda")
def test_which_lines_are_hanafuda(line: str, expected: bool) -> None:
    assert is_hanafuda_line(line) is expected


@ROWS.each("which_cells_are_hanafuda")
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


@ROWS.each("a_line_that_says_nothing_is_refused_with_its_column")
def test_a_line_that_says_nothing_is_refused_with_its_column(line: str, column: int, message: str, code: str) -> None:
    with pytest.raises(CalcError) as caught:
        parse_hanafuda_line(line)
    assert (caught.value.code, caught.value.column) == (code, column)
    assert message in caught.value.message


@ROWS.each("cells_of_players_are_refused_with_their_column")
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
