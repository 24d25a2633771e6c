"""The pieces: each tile and card of the games is there, looks like no other, and needs no font."""

from itertools import combinations

import pytest

from calc.hanafuda.rules.deck import load_deck
from calc.notation.tiles import TILES, is_red, kind_of
from calc.pictures.hands import card_id
from calc.pictures.pieces import CARD_BACK, TILE_BACK, parts, pieces, tile_id
from tests.pictures.drawing import names_of, without_colour

DECK = load_deck()
RED, BLUE, WHITE = "#b8232b", "#23408e", "#fffdf6"


def test_every_tile_and_card_is_there_and_nothing_else() -> None:
    assert [*parts("tile")] == [*map(tile_id, range(TILES)), TILE_BACK]
    assert [*parts("card")] == [*map(card_id, (*DECK.cards, *DECK.added)), CARD_BACK]
    assert [*parts("stick")] == ["stick-100", "stick-1000", "stick-5000", "stick-10000"]
    assert len(pieces()) == 38 + 56 + 4


@pytest.mark.parametrize("kind", ["tile", "card", "stick"])
def test_no_two_look_alike_without_colour(kind: str) -> None:
    drawn = {name: without_colour(body) for name, body in parts(kind).items()}
    assert not [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]]


@pytest.mark.parametrize(("name", "drawn"), pieces().items())
def test_a_piece_is_small_and_made_of_shapes_only(name: str, drawn: str) -> None:
    assert names_of(drawn) <= {"g", "path", "rect", "circle", "ellipse", "svg"}
    assert len(drawn) < (12_000 if name.startswith("card") else 6_000)


@pytest.mark.parametrize("tile", [tile for tile in range(TILES) if is_red(tile)])
def test_a_red_five_is_red_where_the_plain_one_is_not(tile: int) -> None:
    assert pieces()[tile_id(tile)].count(RED) > pieces()[tile_id(kind_of(tile))].count(RED)


def test_ribbons_differ_by_words_stripes_and_nothing() -> None:
    """Poetry on the red ones of January to March, stripes on the blue ones, neither on the others."""
    ribbons = {one.month: pieces()[card_id(one)] for one in DECK.cards if one.letter == "R"}
    written = [month for month, drawn in ribbons.items() if drawn.count('stroke-width="13"') in (4, 5)]
    assert written == [1, 2, 3]
    blue = [month for month, drawn in ribbons.items() if f'fill="{BLUE}" stroke="{WHITE}"' in drawn]
    assert blue == [6, 9, 10]
    red = [month for month, drawn in ribbons.items() if f'fill="{RED}" stroke="{WHITE}" stroke-width="1.4"' in drawn]
    assert red == [1, 2, 3, 4, 5, 7, 11]
