"""The hanafuda deck, read from its table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from msgspec import Struct

from calc.notation.deck import Card, Deck
from calc.tables import Name, Source, load_table

#: The file among the shipped tables that holds the deck.
DECK = "deck"


class _Class(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: Name
    also: list[str] = []


class _Card(Struct, frozen=True, forbid_unknown_fields=True):
    letter: str
    id: str
    ja: list[str]
    also: list[str] = []


class _Extra(Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    id: str
    ja: list[str]


class _Month(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    cards: list[_Card]
    also: list[str] = []


class DeckTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file of the deck: the class of each letter, and the cards month by month, and those of no month."""

    kind: Literal["deck"]
    version: str
    sources: dict[str, Source]
    classes: dict[str, _Class]
    months: list[_Month]
    extra: list[_Extra] = []
    id: str
    origin: str
    chosen: dict[str, str]


@cache
def _table() -> DeckTable:
    return load_table(DECK).read((), DeckTable)


@cache
def load_deck() -> Deck:
    """The deck of 48 cards, and those that a game may add to it, the same object every time.

    >>> load_deck().numbers[113].id
    'lightning'
    >>> from calc.notation.cards import parse_cards, print_pile
    >>> print_pile(parse_cards("8BA sake-cup #121 1CC", load_deck()), load_deck())
    '1CC 8BA 9A #121'
    """
    return _deck_of(_table())


def read_deck(name: str) -> tuple[Deck, str]:
    """The deck of a file, with its id and version. Raises :class:`calc.RuleTableError`."""
    table = load_table(name).read((), DeckTable)
    return _deck_of(table), f"{table.id}@{table.version}"


def describe_deck(name: str) -> str:
    """Say which deck a file holds. Raises :class:`calc.RuleTableError`."""
    deck, label = read_deck(name)
    return f"{label}: right ({deck.everything.bit_count()} cards)"


def _deck_of(table: DeckTable) -> Deck:
    cards: list[Card] = []
    for month, entry in enumerate(table.months, start=1):
        for rank, card in enumerate(entry.cards):
            cards.append(
                Card(
                    place=len(cards),
                    month=month,
                    number=int(f"{month}{rank}"),
                    letter=card.letter,
                    id=card.id,
                    japanese=tuple(card.ja),
                    also=(*card.also, *_with_other_months(entry, card)),
                )
            )
    added = [
        Card(place=place, month=0, number=0, letter=card.text, id=card.id, japanese=tuple(card.ja))
        for place, card in enumerate(table.extra, start=len(cards))
    ]
    return Deck(
        cards=tuple(cards),
        classes={letter: item.id for letter, item in table.classes.items()},
        added=tuple(added),
        month_words=tuple((month.name.en, month.name.ja, *month.also) for month in table.months),
        class_words={
            letter: (item.id, item.name.en, item.name.ja, *item.also) for letter, item in table.classes.items()
        },
    )


def _with_other_months(month: _Month, card: _Card) -> Iterator[str]:
    """A card's Japanese name with the other words for its month: 芒に月 as 薄に月."""
    head = f"{month.name.ja}に"
    others = [word for word in month.also if not word.isascii()]
    names = [f"{word}に{name.removeprefix(head)}" for name in card.ja if name.startswith(head) for word in others]
    yield from (name for name in names if name not in {*card.ja, *card.also})


@cache
def class_names() -> dict[str, Name]:
    """The names of the classes of the deck, by id."""
    return {item.id: item.name for item in _table().classes.values()}
