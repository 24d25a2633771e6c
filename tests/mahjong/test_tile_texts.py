"""Tiles of many texts at once: the tiles that each text alone has, or a mark that it is spelled in another way."""

import pytest
from hypothesis import given, settings, strategies as st

import calc
from calc.mahjong.columns.texts import KIND_OF, TileTexts, read_tile_texts
from calc.notation.tiles import TILES, kind_of, parse_tiles, print_tiles_in_order
from tests.amounts import tries

plain = st.lists(st.integers(0, TILES - 1), max_size=16).map(print_tiles_in_order)
anything = st.text(alphabet="0123456789mpszESWNPFC 🀇x", max_size=8)


def tiles_of(found: TileTexts) -> list[list[int]]:
    return [found.tile[found.row == row].tolist() for row in range(len(found.count))]


@settings(max_examples=tries(80, 300), deadline=None)
@given(st.lists(plain, max_size=6))
def test_plain_texts_have_the_tiles_that_each_has_alone(texts: list[str]) -> None:
    found = read_tile_texts(texts)
    assert not found.odd.any()
    assert tiles_of(found) == [list(parse_tiles(text)) for text in texts]
    assert found.count.tolist() == [len(parse_tiles(text)) for text in texts]
    assert found.last.tolist() == [parse_tiles(text)[-1] if text else -1 for text in texts]


@settings(max_examples=tries(120, 500), deadline=None)
@given(st.lists(plain | anything, max_size=6))
def test_what_is_not_odd_is_what_the_text_says(texts: list[str]) -> None:
    found = read_tile_texts(texts)
    for text, is_odd, tiles in zip(texts, found.odd.tolist(), tiles_of(found), strict=True):
        if not is_odd:
            assert tuple(tiles) == parse_tiles(text)


@pytest.mark.parametrize(
    "text", ["8z", "0z", "9z", "12", "m", "1mm", "m1", "1m2", "1m 2m", "E", "1M", "🀇", "1m+2m", "(1m)", "1m\n"]
)
def test_another_spelling_and_a_wrong_one_are_odd_and_spoil_no_neighbour(text: str) -> None:
    found = read_tile_texts(["1m", text, "2s", "", text])
    assert found.odd.tolist() == [False, True, False, False, True]
    tiles = tiles_of(found)
    assert (tiles[0], tiles[2], tiles[3]) == ([0], [19], [])


def test_no_text_and_empty_texts_have_no_tiles() -> None:
    for texts in ([], [""], ["", ""]):
        found = read_tile_texts(texts)
        assert (found.count.tolist(), found.odd.tolist(), found.tile.tolist()) == (
            [0] * len(texts),
            [False] * len(texts),
            [],
        )
        assert found.last.tolist() == [-1] * len(texts)


def test_the_kind_of_a_tile_is_the_one_of_the_notation() -> None:
    (found,) = [read_tile_texts(["123456789m123456789p123456789s1234567z0m0p0s"])]
    assert found.tile.tolist() == list(range(TILES))
    assert KIND_OF[found.tile].tolist() == [kind_of(tile) for tile in range(TILES)]


def test_a_text_alone_refuses_what_is_odd_or_reads_it() -> None:
    assert parse_tiles("E") == (27,)
    with pytest.raises(calc.NotationError):
        parse_tiles("8z")
