"""Phrases that reports and rule sheets share: named cards, worths, ways to complete a yaku."""

from __future__ import annotations

from typing import Final

from calc.hanafuda.results import NearLine, NearPart
from calc.hanafuda.rules.deck import load_deck
from calc.layout.words import word
from calc.notation.cards import parse_cards
from calc.text import TOGETHER
from calc.translation import joined, say

#: How many cards at most are listed with their names; more are easier to read as groups.
_MOST_NAMED: Final = 5


def named_cards(cards: str, lang: str) -> str:
    """A few cards with their names: ``1B crane, 8B moon``.

    Chaff that are interchangeable have no names of their own; they, and more than a few cards, stay in notation.
    """
    deck = load_deck()
    held = deck.within(parse_cards(cards, deck).named)
    given = [group if group in deck.extra else group.lstrip("0123456789") for group in cards.split()]
    if (
        len(held) != sum(1 if text in deck.extra or text in deck.names else len(text) for text in given)
        or len(held) > _MOST_NAMED
    ):
        return cards
    return ", ".join(f"{card.text}{TOGETHER}{card.name_in(lang)}" for card in held)


def ways_text(line: NearLine, lang: str) -> str:
    """What completes a yaku: ``8B``, ``1R 2R``, ``2 of 4R 5R 7R``, ``11B and 1 of 1B 12B``, ``4C or 12CC``."""
    ways = (joined((part_text(part, lang) for part in way), "cards", lang) for way in line.ways)
    return say(lang, " or ").join(ways)


def part_text(part: NearPart, lang: str) -> str:
    """Any few of some cards: ``2 of 4R 5R 7R``, ``8B``."""
    if sum(1 if group.startswith("#") else len(group.lstrip("0123456789")) for group in part.of.split()) == part.n:
        return part.of
    return say(lang, "{n} of {of}", n=part.n, of=part.of)


def value_text(value: int | str, lang: str) -> str:
    """``5``, or the words for all chips."""
    return word("all_chips", lang) if isinstance(value, str) else str(value)
