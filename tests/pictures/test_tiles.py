"""Tiles: each is there, looks like no other, with or without colour, and depends on no font."""

from __future__ import annotations

from itertools import combinations

import pytest

from calc.notation.tiles import TILES, is_red, kind_of
from calc.pictures.svg import RED
from calc.pictures.tiles import draw_back, draw_tile
from tests.pictures.drawing import names_of, without_colour

ALL = [*map(draw_tile, range(TILES)), draw_back()]
SHAPES = {"g", "path", "rect", "circle", "ellipse"}


def test_no_two_tiles_look_alike_without_colour() -> None:
    drawn = list(map(without_colour, ALL))
    assert len(drawn) == 38
    assert not [pair for pair in combinations(range(38), 2) if drawn[pair[0]] == drawn[pair[1]]]


@pytest.mark.parametrize("drawn", ALL)
def test_a_tile_is_small_and_made_of_shapes_only(drawn: str) -> None:
    assert names_of(drawn) <= SHAPES
    assert len(drawn) < 6_000


@pytest.mark.parametrize("tile", [tile for tile in range(TILES) if is_red(tile)])
def test_a_red_five_is_red_where_the_plain_one_is_not(tile: int) -> None:
    assert draw_tile(tile).count(RED) > draw_tile(kind_of(tile)).count(RED)


@pytest.mark.parametrize("tile", [-1, TILES])
def test_there_is_no_other_tile(tile: int) -> None:
    with pytest.raises(IndexError, match=f"a tile is a number from 0 to 36, not {tile}"):
        draw_tile(tile)
