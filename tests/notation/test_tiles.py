"""Tiles: every spelling of every tile, the canonical one, and what is refused where."""

import pytest
from hypothesis import given, settings, strategies as st

from calc.errors import NotationError
from calc.notation.tiles import (
    KINDS,
    TILES,
    is_red,
    kind_of,
    locate_tiles,
    parse_tiles,
    print_tiles,
    print_tiles_in_order,
    sort_tiles,
)
from tests.amounts import tries
from tests.rows import Rows

ROWS = Rows(__file__)


def test_the_37_tiles_are_numbered_by_suit_and_rank() -> None:
    assert parse_tiles("123456789m123456789p123456789s1234567z0m0p0s") == tuple(range(37))
    assert (KINDS, TILES) == (34, 37)


def test_kinds_and_red_fives() -> None:
    assert [kind_of(tile) for tile in range(37)] == [*range(34), 4, 13, 22]
    assert [tile for tile in range(37) if is_red(tile)] == [34, 35, 36]


def test_a_number_that_is_no_tile_never_wraps_around() -> None:
    for number in (-1, 37):
        with pytest.raises(KeyError):
            kind_of(number)
        with pytest.raises(KeyError):
            print_tiles([number])
        with pytest.raises(IndexError):
            print_tiles_in_order([number])


@ROWS.each("tiles_are_read_in_the_order_in_which_they_are_written")
def test_tiles_are_read_in_the_order_in_which_they_are_written(text: str, tiles: list[int]) -> None:
    assert [*parse_tiles(text)] == tiles


def test_tiles_are_located_by_their_column() -> None:
    assert locate_tiles("12mE🀄\ufe0f0p") == [(0, 1), (1, 2), (27, 4), (33, 5), (35, 7)]


@ROWS.each("what_is_no_tile_is_refused_with_its_column")
def test_what_is_no_tile_is_refused_with_its_column(text: str, column: int, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (caught.value.code, caught.value.column, caught.value.key) == ("notation", column, None)
    assert words in caught.value.message
    assert caught.value.message.endswith(f"(column {column} of {text!r})")


@ROWS.each("the_canonical_text_is_sorted_with_the_red_five_after_the_four")
def test_the_canonical_text_is_sorted_with_the_red_five_after_the_four(written: str, printed: str) -> None:
    assert print_tiles(parse_tiles(written)) == printed
    assert print_tiles(parse_tiles(printed)) == printed


def test_sorted_tiles_are_numbers_in_canonical_order() -> None:
    assert sort_tiles([33, 4, 34, 3, 36]) == (3, 34, 4, 36, 33)


@pytest.mark.parametrize(
    ("written", "printed"),
    [("", ""), ("3m1m1z4m", "31m1z4m"), ("E0mS", "1z0m2z"), ("9m9m", "99m"), ("1m1p1m", "1m1p1m")],
)
def test_tiles_printed_in_order_keep_it(written: str, printed: str) -> None:
    assert print_tiles_in_order(parse_tiles(written)) == printed


TILE_LISTS = st.lists(st.integers(0, TILES - 1), max_size=20)


@settings(max_examples=tries(60, 200), deadline=None)
@given(tiles=TILE_LISTS)
def test_printing_and_reading_are_inverses(tiles: list[int]) -> None:
    assert parse_tiles(print_tiles_in_order(tiles)) == tuple(tiles)
    assert parse_tiles(print_tiles(tiles)) == sort_tiles(tiles)


@settings(max_examples=tries(60, 200), deadline=None)
@given(text=st.text("0123456789mpszESWNPFCMZ 🀀🀄🀢\ufe0fx", max_size=12))
def test_text_is_read_whole_or_refused_within_it(text: str) -> None:
    found: tuple[int, ...] | NotationError
    try:
        found = parse_tiles(text)
    except NotationError as error:
        found = error
    if isinstance(found, NotationError):
        assert found.column in range(1, len(text) + 1)
    else:
        written = [character for character in text if character not in "mpszMZ\ufe0f "]
        assert len(found) == len(written)
        assert parse_tiles(print_tiles_in_order(found)) == found


@pytest.mark.parametrize(
    ("text", "tiles"), [("PE", "15z"), ("EP", "15z"), ("pe", "4z"), ("pei", "4z"), ("PEI", "4z"), ("NESW", "1234z")]
)
def test_capitals_are_honours_before_they_are_words(text: str, tiles: str) -> None:
    assert print_tiles(parse_tiles(text)) == tiles
