"""The flat form: what a cell says by key, and how each value is written as a cell."""

import json
from typing import Any

import pytest

from calc.errors import CalcError, NotationError, RecordError
from calc.mahjong.records.plain import flat_from, record_from_flat, win_from
from calc.records.plain import plain_from
from tests.rows import Rows

ROWS = Rows(__file__)

LEAST = {"hand": "123m", "by": "tsumo", "seat": "E", "round": "S"}


def plain_of(cells: dict[str, str]) -> dict[str, Any]:
    """The plain data of a win with these cells, less the four that every win has."""
    plain = plain_from(record_from_flat({**LEAST, **cells}))
    return {key: value for key, value in plain.items() if key not in LEAST}


@ROWS.each("cells_are_read_by_their_key")
def test_cells_are_read_by_their_key(cells: dict[str, str], plain: dict[str, Any]) -> None:
    assert json.dumps(plain_of(cells), sort_keys=True) == json.dumps(plain, sort_keys=True)


def test_pairs_are_as_good_as_a_mapping() -> None:
    assert record_from_flat(list(LEAST.items())) == record_from_flat(LEAST) == win_from(LEAST)


@ROWS.each("values_are_written_as_cells")
def test_values_are_written_as_cells(more: dict[str, Any], cells: dict[str, str]) -> None:
    assert flat_from(win_from({**LEAST, **more})) == {**LEAST, **cells}


@pytest.mark.parametrize(
    ("pairs", "kind", "code", "key", "words"),
    [
        ([("id", "1"), ("id", "2")], NotationError, "notation", "id", "each key once, found 'id' a second time"),
        ([("options", '{"a":1}'), ("options.a", "2")], NotationError, "notation", "options.a", "a second time"),
        ([("claim.fu", "1"), ("claim", '{"fu":1}')], NotationError, "notation", "claim", "a second time"),
        ([("claim", "5"), ("claim.fu", "30")], RecordError, "wrong_type", "claim.fu", "either whole or by its keys"),
        ([("id", '"a')], NotationError, "notation", "id", "stands in double quotes, with JSON's escapes"),
        ([("id", "[game 3]")], NotationError, "notation", "id", "begins with a quote or a bracket"),
        ([("id", "{")], NotationError, "notation", "id", "it ends too early"),
        ([("hobna", "1")], RecordError, "unknown_key", "hobna", "did you mean 'honba'?"),
        ([("claim.fuu", "1")], RecordError, "unknown_key", "claim.fuu", "did you mean 'fu'?"),
        ([("honba.x", "1")], RecordError, "unknown_key", "honba.x", "found 'honba.x'"),
        ([("honba", "1.5")], RecordError, "wrong_type", "honba", "found 1.5"),
        ([("honba", "-1")], RecordError, "wrong_type", "honba", "a count is never below 0"),
        ([("from", "true")], RecordError, "wrong_type", "from", "found 'true'"),
        ([("claim.yaku", "riichi")], RecordError, "wrong_type", "claim.yaku", "a list of yaku ids"),
        ([("liable.seat", "W")], RecordError, "missing_key", "liable.for", "'for' is missing"),
        ([("facts.a", "b")], RecordError, "wrong_type", "facts.a", "found 'b'"),
    ],
)
def test_cells_that_say_nothing_sensible_are_refused(
    pairs: list[tuple[str, str]], kind: type[CalcError], code: str, key: str, words: str
) -> None:
    with pytest.raises(kind) as caught:
        record_from_flat([*LEAST.items(), *pairs])
    assert (caught.value.code, caught.value.key) == (code, key)
    assert words in caught.value.message


def test_an_empty_cell_of_a_required_key_is_missed() -> None:
    with pytest.raises(RecordError) as caught:
        record_from_flat({**LEAST, "seat": ""})
    assert (caught.value.code, caught.value.key) == ("missing_key", "seat")
