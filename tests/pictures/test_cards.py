"""Piles of cards as pictures."""

from calc.hanafuda.rules.deck import load_deck
from calc.notation.deck import Card
from calc.pictures.hands import cards_text, pile_picture, piles_picture
from calc.translation import spoken_in

DECK = load_deck()


def card(name: str) -> Card:
    return DECK.names[name][0]


def test_a_pile_says_its_cards() -> None:
    cards = [card("crane"), card("curtain")]
    assert cards_text(cards) == "crane, curtain"
    assert spoken_in("ja", cards_text, cards) == "松に鶴、桜に幕"
    assert pile_picture(cards, title="Aki").title == "Aki: crane, curtain"


def test_nine_cards_make_two_rows() -> None:
    picture = pile_picture(DECK.cards[:9])
    assert (picture.width, picture.height) == (8 * 65 - 5, 2 * 101 - 5)


def test_a_name_in_a_picture_is_only_text() -> None:
    drawn = piles_picture({'<b onload="x">': [card("crane")]}).standalone()
    assert "<b" not in drawn
    assert "&lt;b onload=" in drawn
