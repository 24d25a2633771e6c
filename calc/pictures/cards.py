"""Piles of flower cards, with the names of those who captured them."""

from collections.abc import Mapping, Sequence
from typing import Final

from calc.notation.deck import Card
from calc.pictures.pieces import CARD_HEIGHT, CARD_WIDTH, pieces
from calc.pictures.svg import Picture, below_each_other, use
from calc.translation import say

#: The space between cards, and how many stand in a row.
_GAP: Final = 5
_IN_A_ROW: Final = 8


def card_id(card: Card) -> str:
    """The id of a card among the pieces."""
    return f"card-{card.number or card.text}"


def cards_text(cards: Sequence[Card]) -> str:
    """Cards in words: ``crane, pine ribbon``."""
    names = (card.name_in() for card in cards)
    return say(", ").join(names)


def pile_picture(cards: Sequence[Card], *, title: str = "", scale: float = 0.75, in_a_row: int = _IN_A_ROW) -> Picture:
    """Cards in rows. ``title``: whose they are."""
    body = "".join(
        use(card_id(card), place % in_a_row * (CARD_WIDTH + _GAP), place // in_a_row * (CARD_HEIGHT + _GAP))
        for place, card in enumerate(cards)
    )
    rows = -(-len(cards) // in_a_row)
    wide = min(len(cards), in_a_row) * (CARD_WIDTH + _GAP) - _GAP
    label = title + say(": ") * bool(title) + cards_text(cards)
    parts = {name: pieces()[name] for name in map(card_id, cards)}
    return Picture(label, max(wide, 1), max(rows * (CARD_HEIGHT + _GAP) - _GAP, 1), body, parts, scale=scale)


def piles_picture(piles: Mapping[str, Sequence[Card]]) -> Picture:
    """The piles of all players below each other, each under its name."""
    drawn = {name: pile_picture(cards) for name, cards in piles.items()}
    return below_each_other(drawn)
