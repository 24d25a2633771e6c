"""Cards: each is there, looks like no other, with or without colour, and depends on no font."""

from __future__ import annotations

from itertools import combinations

import pytest

from calc.hanafuda.rules.deck import load_deck
from calc.notation.deck import Card
from calc.pictures.cards import card_id, cards_text, draw_back, draw_card, pile_picture, piles_picture
from calc.pictures.figures import ALONE, FIGURES, GROUNDS
from calc.pictures.svg import BLUE, RED, column
from tests.pictures.drawing import names_of, without_colour

DECK = load_deck()
CARDS = [*DECK.cards, *DECK.added]


def card(name: str) -> Card:
    return DECK.names[name][0]


def test_no_two_cards_look_alike_without_colour() -> None:
    drawn = [*map(without_colour, map(draw_card, CARDS)), without_colour(draw_back())]
    assert not [pair for pair in combinations(range(len(drawn)), 2) if drawn[pair[0]] == drawn[pair[1]]]


@pytest.mark.parametrize("one", CARDS, ids=card_id)
def test_a_card_is_small_and_made_of_shapes_only(one: Card) -> None:
    assert names_of(draw_card(one)) <= {"g", "path", "rect", "circle", "ellipse", "svg"}
    assert len(draw_card(one)) < 12_000


def test_every_card_of_a_month_that_is_no_chaff_or_ribbon_has_a_figure() -> None:
    figures = {*FIGURES, *GROUNDS, *ALONE}
    assert figures <= DECK.names.keys()
    assert {one.id for one in DECK.cards if one.letter in "BA"} <= figures


def test_ribbons_differ_by_words_stripes_and_nothing() -> None:
    """Poetry on the red ones of January to March, stripes on the blue ones, neither on the others."""
    white = "#fffdf6"
    ribbons = {one.month: draw_card(one) for one in DECK.cards if one.letter == "R"}
    written = [month for month, drawn in ribbons.items() if drawn.count('stroke-width="13"') in (4, 5)]
    assert written == [1, 2, 3]
    blue = [month for month, drawn in ribbons.items() if f'fill="{BLUE}" stroke="{white}"' in drawn]
    assert blue == [6, 9, 10]
    red = [month for month, drawn in ribbons.items() if f'fill="{RED}" stroke="{white}" stroke-width="1.4"' in drawn]
    assert red == [1, 2, 3, 4, 5, 7, 11]


def test_words_are_strokes() -> None:
    assert names_of(column("みよしの", 0, 0, 10, RED)) == {"g", "path"}


def test_a_pile_says_its_cards() -> None:
    cards = [card("crane"), card("curtain")]
    assert cards_text(cards, "en") == "crane, curtain"
    assert cards_text(cards, "ja") == "松に鶴、桜に幕"
    assert pile_picture(cards, "en", title="Aki").title == "Aki: crane, curtain"


def test_nine_cards_make_two_rows() -> None:
    picture = pile_picture(DECK.cards[:9], "en")
    assert (picture.width, picture.height) == (8 * 65 - 5, 2 * 101 - 5)


def test_a_name_in_a_picture_is_only_text() -> None:
    drawn = piles_picture({'<b onload="x">': [card("crane")]}, "en").standalone()
    assert "<b" not in drawn
    assert "&lt;b onload=" in drawn
