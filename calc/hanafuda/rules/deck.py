"""The hanafuda deck, read from its table, and named sets of its cards: its own classes, and those of a rule set.

A class of a rule set may make a card count as another, or as several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Literal, NamedTuple

from msgspec import Struct

from calc.errors import CalcError, did_you_mean, known_names
from calc.notation.cards import parse_cards, print_set
from calc.notation.deck import Card, CardSet, Deck, bits
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


#: What a table writes for cards: a text of card notation, or a list of such texts and of classes.
CardNames = str | Sequence[str]


#: A single name, of a class or of a card.
_NAME = re.compile(r"[^\s,、#0-9]+")


#: A card that chooses its class: how many it counts in each that it may choose, and the one that it is in.
Placed = tuple[CardSet, Mapping[str, int], str]


class WeightError(ValueError):
    """A weight of no card of its class."""


class Counted(NamedTuple):
    """A set of cards in which a card may count as several: it is in one set of ``heavy`` for each count beyond one."""

    cards: CardSet
    heavy: tuple[CardSet, ...] = ()

    def count(self, held: CardSet) -> int:
        """Return how many the cards held count."""
        number = (held & self.cards).bit_count()
        for more in self.heavy:
            number += (held & more).bit_count()
        return number

    def weights(self) -> list[int]:
        """Return what each card counts, the most first."""
        return sorted((self.count(1 << place) for place in bits(self.cards)), reverse=True)

    def fewest(self, number: int) -> int:
        """Return with how few cards a number can be reached."""
        weights = self.weights()
        return next((cards for cards in range(len(weights) + 1) if sum(weights[:cards]) >= number), len(weights))

    def says_weights(self, lang: str) -> str:
        """``11C counts 2``, for each weight other than 1; empty where every card counts once."""
        of: dict[int, CardSet] = {}
        for card in (1 << place for place in bits(self.cards)):
            of[self.count(card)] = of.get(self.count(card), 0) | card
        told = [(print_set(of[weight], load_deck()), weight) for weight in sorted(of.keys() - {1})]
        if lang == "ja":
            return "、".join(f"{cards}は{weight}枚と数える" for cards, weight in told)
        return "; ".join(f"{cards} counts {weight}" for cards, weight in told)


class Classes:
    """The sets of cards that a rule set names, on its deck.

    ``given``: for each class the cards it holds, those it leaves out, and its name. A class may be defined by the
    deck's class of the same name, and by classes before it. ``weights``: for each class how many a card of it counts,
    by cards or classes; without a weight as many as in the class it comes from. ``reading``: cards that choose their
    class, each with how many it counts in every class that it may choose, and the class that it is in.
    """

    def __init__(
        self,
        given: Mapping[str, tuple[CardNames, CardNames, Name]],
        deck: CardSet,
        weights: Mapping[str, Mapping[str, int]] | None = None,
        reading: Sequence[Placed] = (),
    ) -> None:
        full = load_deck()
        self.deck = deck
        #: Names of yaku, and of facts behind ``fact.``, for words that speak of them.
        self.said: dict[str, Name] = {}
        #: The classes of the rule set, not those of the deck.
        self.own = tuple(given)
        self.names = class_names() | {name: title for name, (_, _, title) in given.items()}
        self._sets = {full.classes[letter]: cards & deck for letter, cards in full.letters.items()}
        self._heavy: dict[str, tuple[CardSet, ...]] = {}
        for name in [*self._sets]:
            self._place(name, reading)
        for name, (cards, others, _) in given.items():
            of = self.counted(cards)
            left = of.cards & ~self.cards(others)
            heavy = self._weigh(left, of.heavy, (weights or {}).get(name, {}))
            self._sets[name], self._heavy[name] = left, heavy
            self._place(name, reading)

    def _place(self, name: str, reading: Sequence[Placed]) -> None:
        """Put cards that choose their class into the one that they are in, and into none of the others."""
        for card, worth, chosen in reading:
            if name in worth:
                heavy = tuple(one & ~card for one in self._heavy.get(name, ()))
                is_in = name == chosen and card & self.deck
                heavy = _both(heavy, (card,) * (worth[name] - 1)) if is_in else heavy
                self._sets[name] = self._sets[name] | card if is_in else self._sets[name] & ~card
                self._heavy[name] = tuple(one for one in heavy if one)

    def __contains__(self, name: str) -> bool:
        return name in self._sets

    def of(self, name: str) -> CardSet:
        """The cards of a class. Raises :class:`ValueError` where there is none of that name."""
        if name not in self._sets:
            raise ValueError(f"there is no class {name!r}{known_names(name, self._sets, 'the classes are')}")
        return self._sets[name]

    def cards(self, names: CardNames) -> CardSet:
        """The cards that a text of card notation, or a list of such texts and classes, names.

        Chaff that are not named are all chaff of their month. Raises :class:`ValueError`.
        """
        found = 0
        for name in [names] if isinstance(names, str) else names:
            found |= self._sets[name] if name in self._sets else self._read(name)
        return found

    def counted(self, names: CardNames) -> Counted:
        """The cards as :meth:`cards` finds them, with what they count; a card of two classes counts as in the first."""
        cards, heavy = 0, tuple[CardSet, ...]()
        for name in [names] if isinstance(names, str) else names:
            more = self.cards(name) & ~cards
            heavy = _both(heavy, tuple(one & more for one in self._heavy.get(name, ())))
            cards |= more
        return Counted(cards, heavy)

    def months(self, asked: str | Sequence[int]) -> dict[int, CardSet]:
        """The cards that the deck has of these months, or of ``any``. Raises :class:`ValueError`."""
        there = {month: of & self.deck for month, of in load_deck().months.items() if of & self.deck}
        if asked == "any":
            return there
        if not asked:
            raise ValueError("expected at least one month, found []")
        for month in asked:
            if month not in there:
                raise ValueError(f"the deck of this game has no month {month}")
        return {int(month): there[int(month)] for month in asked}

    def _weigh(self, cards: CardSet, heavy: tuple[CardSet, ...], weights: Mapping[str, int]) -> tuple[CardSet, ...]:
        """Give cards their weights in place of those they had. Raises :class:`ValueError`."""
        heavy = tuple(one & cards for one in heavy)
        for name, weight in weights.items():
            try:
                of = self.cards(name)
            except ValueError as error:
                raise WeightError(str(error)) from None
            if not of & cards or (name not in self._sets and of & ~cards):
                raise WeightError(f"the class does not have {name}, whose weight is given")
            heavy = tuple(one & ~of for one in heavy)
            heavy = _both(heavy, (of & cards,) * (weight - 1))
        return tuple(one for one in heavy if one)

    def _read(self, text: str) -> CardSet:
        deck = load_deck()
        try:
            pile = parse_cards(text, deck)
        except CalcError as error:
            if _NAME.fullmatch(text):
                known = [*self._sets, *deck.names]
                hint = (
                    did_you_mean(text, known) or "; a class of one's own stands under 'classes', before what names it"
                )
                raise ValueError(f"there is no class and no card {text!r}{hint}") from None
            raise ValueError(error.message.removeprefix("cards: ")) from None
        for month, of in deck.chaff_sets.items():
            if pile.chaff & of not in (0, of):
                raise ValueError(f"expected all chaff of month {month}, or one by its number, found {text!r}")
        cards = pile.named | pile.chaff
        if cards & ~self.deck:
            (absent, *_) = deck.within(cards & ~self.deck)
            raise ValueError(f"the deck of this game has no {absent.name}")
        return cards

    def title_of(self, cards: CardSet, heavy: tuple[CardSet, ...] = (), lang: str = "en") -> str:
        """What a set of cards is called: its class where it is one, else its cards."""
        known = (name for name, of in self._sets.items() if of == cards and self._heavy.get(name, ()) == heavy)
        name = next(known, None)
        if name is not None:
            return self.title(name, lang)
        says = Counted(cards, heavy).says_weights(lang) if heavy else ""
        return print_set(cards, load_deck()) + (f" ({says})" if says else "")

    def titles(self, names: CardNames) -> dict[str, str]:
        """What a phrase calls a set in each language: its class where it is one, else its cards."""
        if not isinstance(names, str) and len(names) == 1:
            names = names[0]
        if isinstance(names, str) and names in self:
            return {lang: self.title(names, lang) for lang in ("en", "ja")}
        return dict.fromkeys(("en", "ja"), print_set(self.cards(names), load_deck()))

    def title(self, name: str, lang: str = "en") -> str:
        """The name of a class."""
        return self.names[name].text(lang) if name in self.names else name


def _both(first: tuple[CardSet, ...], second: tuple[CardSet, ...]) -> tuple[CardSet, ...]:
    """Join the heavy cards of sets that share no card, or that have no count in common."""
    joined = (one | other for one, other in zip_longest(first, second, fillvalue=0))
    return tuple(one for one in joined if one)
