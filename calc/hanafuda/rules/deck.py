"""The hanafuda deck, read from its table, and named sets of its cards: its own classes, and those of a rule set.

A class of a rule set may make a card count as another, or as several.
"""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from calc.errors import CalcError, did_you_mean, known_names
from calc.notation.cards import parse_cards, print_set
from calc.notation.deck import Card, CardSet, Deck, bits
from calc.patterns import regex
from calc.tables import Name, Source, load_table
from calc.text import TOGETHER
from calc.translation import in_each, language, msg

#: How many cards at most are listed with their names; more are easier to read as groups.
_MOST_NAMED: Final = 5
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
        # A card's Japanese name with the other words for its month: 芒に月 as 薄に月.
        head, others = f"{entry.name.ja}に", [word for word in entry.also if not word.isascii()]
        for rank, card in enumerate(entry.cards):
            titles = [name.removeprefix(head) for name in card.ja if name.startswith(head)]
            more = [f"{word}に{title}" for title in titles for word in others]
            also = (*card.also, *(name for name in more if name not in {*card.ja, *card.also}))
            cards.append(Card(len(cards), month, int(f"{month}{rank}"), card.letter, card.id, tuple(card.ja), also))
    extra = enumerate(table.extra, start=len(cards))
    return Deck(
        cards=tuple(cards),
        classes={letter: item.id for letter, item in table.classes.items()},
        added=tuple(Card(place, 0, 0, card.text, card.id, tuple(card.ja)) for place, card in extra),
        month_words=tuple((month.name.en, month.name.ja, *month.also) for month in table.months),
        class_words={key: (one.id, one.name.en, one.name.ja, *one.also) for key, one in table.classes.items()},
    )


@cache
def class_names() -> dict[str, Name]:
    """The names of the classes of the deck, by id."""
    return {item.id: item.name for item in _table().classes.values()}


#: What a table writes for cards: a text of card notation, or a list of such texts and of classes.
CardNames = str | Sequence[str]


#: A single name, of a class or of a card.
_NAME = regex(r"[^\s,、#0-9]+")


#: A card that chooses its class: how many it counts in each that it may choose, and the one that it is in.
Placed = tuple[CardSet, Mapping[str, int], str]


class WeightError(ValueError):
    """A weight of no card of its class."""


class Counted(NamedTuple):
    """A set of cards in which a card may count as several: it is in one set of ``heavy`` for each count beyond one."""

    cards: CardSet
    heavy: tuple[CardSet, ...] = ()

    def within(self, cards: CardSet) -> "Counted":
        """Return those of its cards that are among these, each as it counts."""
        return Counted(self.cards & cards, tuple(more & cards for more in self.heavy if more & cards))

    def joined(self, other: "Counted") -> "Counted":
        """Return the cards of both, which share none."""
        heavy = (one | more for one, more in zip_longest(self.heavy, other.heavy, fillvalue=0))
        return Counted(self.cards | other.cards, tuple(heavy))

    def count(self, held: CardSet) -> int:
        number = (held & self.cards).bit_count()
        for more in self.heavy:
            number += (held & more).bit_count()
        return number

    def fewest(self, number: int) -> int:
        """Return with how few cards a number can be reached."""
        weights = sorted((self.count(1 << place) for place in bits(self.cards)), reverse=True)
        return next((cards for cards in range(len(weights) + 1) if sum(weights[:cards]) >= number), len(weights))

    def says_weights(self) -> str:
        """``11C counts 2``, for each weight other than 1; empty where every card counts once."""
        of: dict[int, CardSet] = {}
        for card in (1 << place for place in bits(self.cards)):
            of[self.count(card)] = of.get(self.count(card), 0) | card
        told = [(print_set(of[weight], load_deck()), weight) for weight in sorted(of.keys() - {1})]
        if language() == "ja":
            return "、".join(f"{cards}は{weight}枚と数える" for cards, weight in told)
        return "; ".join(f"{cards} counts {weight}" for cards, weight in told)


def out_of(title: str) -> str:
    """A title in Japanese before a number of its cards: ``光札`` 2枚, ``1B 3Bのうち`` 2枚."""
    return f"{title}のうち" if title[-1:].isascii() else title


class Classes:
    """The sets of cards that a rule set names, on its deck: the classes of the deck, and those that it adds.

    ``reading``: cards that choose their class, each with how many it counts in every class that it may choose, and the
    class that it is in.
    """

    def __init__(self, deck: CardSet, reading: Sequence[Placed] = ()) -> None:
        full = load_deck()
        self.deck, self._reading = deck, reading
        #: Names of yaku, and of facts behind ``fact.``, for words that speak of them.
        self.said: dict[str, Name] = {}
        #: The classes of the rule set, not those of the deck.
        self.own: list[str] = []
        self.names = dict(class_names())
        self._sets: dict[str, Counted] = {}
        for letter, cards in full.letters.items():
            self._place(full.classes[letter], Counted(cards & deck))

    def add(
        self, name: str, title: Name, cards: CardNames, others: CardNames = (), weights: Mapping[str, int] | None = None
    ) -> None:
        """Add a class with these cards, less ``others``. It may be defined by the deck's class of the same name, and by
        classes before it.

        ``weights``: how many a card of it counts, by cards or classes; without a weight as many as in the class it
        comes from. Raises :class:`ValueError`.
        """
        of = self.counted(cards)
        self._place(name, self._weigh(of.within(of.cards & ~self.cards(others)), weights or {}))
        self.own.append(name)
        self.names[name] = title

    def _place(self, name: str, of: Counted) -> None:
        """Keep a class. Cards that choose their class are in the one that they chose, and in none of the others."""
        for card, worth, chosen in self._reading:
            if name in worth:
                of = of.within(of.cards & ~card)
                if name == chosen and card & self.deck:
                    of = of.joined(Counted(card, (card,) * (worth[name] - 1)))
        self._sets[name] = of

    def __contains__(self, name: str) -> bool:
        return name in self._sets

    def of(self, name: str) -> CardSet:
        """The cards of a class. Raises :class:`ValueError` where there is none of that name."""
        if name not in self._sets:
            hint = known_names(name, self._sets, msg("the classes are"))
            raise ValueError(msg("there is no class {0!r}{1}", name, hint))
        return self._sets[name].cards

    def cards(self, names: CardNames) -> CardSet:
        """The cards that a text of card notation, or a list of such texts and classes, names.

        Chaff that are not named are all chaff of their month. Raises :class:`ValueError`.
        """
        found = 0
        for name in [names] if isinstance(names, str) else names:
            found |= self._sets[name].cards if name in self._sets else self._read(name)
        return found

    def counted(self, names: CardNames) -> Counted:
        """The cards as :meth:`cards` finds them, with what they count; a card of two classes counts as in the first."""
        found = Counted(0)
        for name in [names] if isinstance(names, str) else names:
            more = self._sets[name] if name in self._sets else Counted(self._read(name))
            found = found.joined(more.within(more.cards & ~found.cards))
        return found

    def months(self, asked: str | Sequence[int]) -> dict[int, CardSet]:
        """The cards that the deck has of these months, or of ``any``. Raises :class:`ValueError`."""
        there = {month: of & self.deck for month, of in load_deck().months.items() if of & self.deck}
        if asked == "any":
            return there
        if not asked:
            raise ValueError(msg("expected at least one month, found []"))
        for month in asked:
            if month not in there:
                raise ValueError(msg("the deck of this game has no month {0}", month))
        return {int(month): there[int(month)] for month in asked}

    def _weigh(self, found: Counted, weights: Mapping[str, int]) -> Counted:
        """Give cards their weights in place of those they had. Raises :class:`ValueError`."""
        for name, weight in weights.items():
            try:
                of = self.cards(name)
            except ValueError as error:
                raise WeightError(str(error)) from None
            own = of & found.cards
            if not own or (name not in self._sets and of != own):
                raise WeightError(msg("the class does not have {0}, whose weight is given", name))
            found = found.within(found.cards & ~own).joined(Counted(own, (own,) * (weight - 1)))
        return found

    def _read(self, text: str) -> CardSet:
        deck = load_deck()
        try:
            pile = parse_cards(text, deck)
        except CalcError as error:
            if _NAME.fullmatch(text):
                own = msg("; a class of one's own stands under 'classes', before what names it")
                hint = did_you_mean(text, [*self._sets, *deck.names]) or own
                raise ValueError(msg("there is no class and no card {0!r}{1}", text, hint)) from None
            raise ValueError(error.message.removeprefix("cards: ")) from None
        for month, of in deck.chaff_sets.items():
            if pile.chaff & of not in (0, of):
                raise ValueError(msg("expected all chaff of month {0}, or one by its number, found {1!r}", month, text))
        cards = pile.named | pile.chaff
        if cards & ~self.deck:
            (absent, *_) = deck.within(cards & ~self.deck)
            raise ValueError(msg("the deck of this game has no {0}", absent.name))
        return cards

    def title_of(self, cards: Counted) -> str:
        """What a set of cards is called: its class where it is one, else its cards."""
        name = next((name for name, of in self._sets.items() if of == cards), None)
        if name is not None:
            return self.title(name)
        says = cards.says_weights()
        return print_set(cards.cards, load_deck()) + (f" ({says})" if says else "")

    def titles(self, names: CardNames) -> dict[str, str]:
        """What a phrase calls a set in each language: its class where it is one, else its cards."""
        if not isinstance(names, str) and len(names) == 1:
            names = names[0]
        if isinstance(names, str) and names in self:
            return in_each(partial(self.title, names))
        return dict.fromkeys(("en", "ja"), print_set(self.cards(names), load_deck()))

    def title(self, name: str) -> str:
        return self.names[name].text() if name in self.names else name


def named_cards(cards: str) -> str:
    """A few cards with their names: ``1B crane, 8B moon``.

    Chaff that are interchangeable have no names of their own; they, and more than a few cards, stay in notation.
    """
    deck = load_deck()
    held = deck.within(parse_cards(cards, deck).named)
    given = [group if group in deck.extra else group.lstrip("0123456789") for group in cards.split()]
    count = sum(1 if text in deck.extra or text in deck.names else len(text) for text in given)
    if len(held) != count or count > _MOST_NAMED:
        return cards
    return ", ".join(f"{card.text}{TOGETHER}{card.name_in()}" for card in held)
