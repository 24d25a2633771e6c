"""Flower cards: each of the 48, and the back; and piles of them, with the names of those who captured them.

A card is 60 x 96 units. It shows its plant and what is before it; its corners say the month in digits, and the
class by a shape: a star for brights, a diamond for animals, a bar for ribbons, a ring for chaff.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from calc.notation.deck import Card
from calc.pictures.figures import ALONE, FIGURES, GROUNDS
from calc.pictures.plants import PLANTS, plumes
from calc.pictures.svg import (
    BLUE,
    INK,
    PAPER,
    RED,
    WHITE,
    YELLOW,
    Picture,
    area,
    below_each_other,
    box,
    circle,
    column,
    group,
    line,
    numeral,
    use,
)
from calc.translation import say

WIDTH: Final = 60
HEIGHT: Final = 96
#: The id of the back among the parts of a picture; cards have their numbers.
BACK: Final = "card-back"

#: What is written on red ribbons, by card; blue ribbons have stripes, and others nothing.
_WORDS: Final = {"pine-ribbon": "あかよろし", "plum-ribbon": "あかよろし", "cherry-ribbon": "みよしの"}
_BLUE: Final = ("peony-ribbon", "chrysanthemum-ribbon", "maple-ribbon")
#: Plants that make room for a figure below or above them: how far they move.
_MOVED: Final = {"curtain": -22, "bridge": -14, "crane": 8, "phoenix": 12, "sake-cup": 12, "deer": 2}


def card_id(card: Card) -> str:
    """The id of a card among the parts of a picture."""
    return f"card-{card.number or card.text}"


@cache
def draw_card(card: Card) -> str:
    """A card, face up."""
    if not card.month:
        return _frame(PAPER, "" if card.id == "blank" else _joker(card.text))
    inside = ALONE[card.id]() if card.id in ALONE else _plant(card)
    if card.id in FIGURES:
        inside += FIGURES[card.id]()
    if card.letter == "R":
        inside += _ribbon(card.id)
    return _frame(PAPER, inside) + _corners(card)


@cache
def draw_back() -> str:
    """A card, face down."""
    weave = "".join(f"M3 {y}L57 {y - 27}M57 {y}L3 {y - 27}" for y in range(18, 132, 9))
    return _frame("#7c1d22", line(weave, "#b8555a", 1))


def _joker(spelling: str) -> str:
    """A card of no month: a star, and as many dots as its number says."""
    star = area("M30 22L36 40L54 40L40 51L45 69L30 58L15 69L20 51L6 40L24 40Z", YELLOW, INK, 1.6)
    count = int("".join(filter(str.isdecimal, spelling)) or 1)
    dots = "".join(circle(30 + 8 * (place - (count - 1) / 2), 82, 2.6, INK) for place in range(count))
    return star + circle(30, 46, 6, RED, INK, 1.2) + dots


def _frame(ground: str, inside: str) -> str:
    """The stiff dark edge of a card around its picture, which ends there."""
    clip = f'<svg x="3" y="3" width="54" height="90" viewBox="3 3 54 90">{inside}</svg>'
    return box(0.8, 0.8, 58.4, 94.4, INK, round_by=5) + box(3, 3, 54, 90, ground, round_by=2) + clip


def _plant(card: Card) -> str:
    """The plant of the month; of cards that are alike, every other one is turned round."""
    drawn = PLANTS[card.month - 1]()
    if card.id == "susuki-chaff":
        drawn = plumes() + drawn
    if card.id in _MOVED:
        drawn = group(drawn, f"translate(0 {_MOVED[card.id]})")
    ground = GROUNDS[card.id]() if card.id in GROUNDS else ""
    return ground + (group(drawn, "translate(60 0) scale(-1 1)") if card.number % 2 else drawn)


def _ribbon(name: str) -> str:
    """A ribbon: red with words, blue with stripes, or red with nothing on it."""
    shape = "M22 21L44 17L41 86L19 82Z"
    if name in _BLUE:
        stripes = "".join(f"M20.5 {y}L42.5 {y - 12}" for y in range(38, 90, 11))
        return area(shape, BLUE, WHITE, 1.4) + line(stripes, WHITE, 2.2)
    words = _WORDS.get(name, "")
    size = 58 / 1.08 / max(len(words), 1)
    written = column(words, 31.5 - size / 2, 22.5, size, WHITE, pen=13) if words else ""
    return area(shape, RED, WHITE, 1.4) + written


def _corners(card: Card) -> str:
    month = box(4, 4, 17 if card.month < 10 else 22, 16, WHITE, round_by=4, stroke=INK, line=1)
    return month + numeral(card.month, 12.5 if card.month < 10 else 15, 6.4, 11.4, INK) + _class_mark(card.letter)


def _class_mark(letter: str) -> str:
    """The shape of a class, in the other corner."""
    disc = circle(49, 12, 7.6, WHITE, INK, 1)
    if letter == "B":
        return disc + area("M49 5L50.8 9.6L55.6 10L52 13.2L53.2 18L49 15.4L44.8 18L46 13.2L42.4 10L47.2 9.6Z", INK)
    if letter == "A":
        return disc + area("M49 6.5L54 12L49 17.5L44 12Z", INK)
    if letter == "R":
        return disc + box(47, 6.6, 4, 10.8, INK)
    return disc + circle(49, 12, 3, "none", INK, 1.6)


# ---- piles

#: The space between cards, and how many stand in a row.
_GAP: Final = 5
_IN_A_ROW: Final = 8


def cards_text(cards: Sequence[Card], lang: str) -> str:
    """Cards in words: ``crane, pine ribbon``."""
    names = (card.name_in(lang) for card in cards)
    return say(lang, ", ").join(names)


def pile_picture(
    cards: Sequence[Card], lang: str, *, title: str = "", scale: float = 0.75, in_a_row: int = _IN_A_ROW
) -> Picture:
    """Cards in rows. ``title``: whose they are."""
    body = "".join(
        use(card_id(card), place % in_a_row * (WIDTH + _GAP), place // in_a_row * (HEIGHT + _GAP))
        for place, card in enumerate(cards)
    )
    rows = -(-len(cards) // in_a_row)
    wide = min(len(cards), in_a_row) * (WIDTH + _GAP) - _GAP
    label = title + say(lang, ": ") * bool(title) + cards_text(cards, lang)
    parts = {card_id(card): draw_card(card) for card in cards}
    return Picture(label, max(wide, 1), max(rows * (HEIGHT + _GAP) - _GAP, 1), body, parts, scale=scale)


def piles_picture(piles: Mapping[str, Sequence[Card]], lang: str) -> Picture:
    """The piles of all players below each other, each under its name."""
    drawn = {name: pile_picture(cards, lang) for name, cards in piles.items()}
    return below_each_other(drawn, lang)
