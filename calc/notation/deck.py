"""A deck of flower cards: each card, and sets of them as bits of an int."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from calc.translation import language

#: The letter of a card that is nothing but one of its month.
CHAFF = "C"

#: A set of cards: the bit of a card is its place in the deck.
CardSet = int


class Card(Struct, frozen=True):
    """One card. ``place``: in the deck, from 0; ``number``: its month followed by its rank, the highest being 0.

    ``id``: the English name, which the plain chaff of a month share. A card of no month, such as a joker, has month 0,
    number 0, and its whole spelling as its letter. ``also``: other words for it, which are only read.
    """

    place: int
    month: int
    number: int
    letter: str
    id: str
    japanese: tuple[str, ...]
    also: tuple[str, ...] = ()

    @property
    def bit(self) -> CardSet:
        """The set that holds just this card."""
        return 1 << self.place

    @property
    def name(self) -> str:
        """The English name with the spelling of the notation: ``crane (1B)``."""
        return f"{self.id} ({self.text})"

    def name_in(self) -> str:
        """What it is called: ``bush clover``, ``萩のカス``."""
        return self.japanese[0] if language() == "ja" else self.id.replace("-", " ")

    @property
    def text(self) -> str:
        """The spelling of the notation: ``1B``, ``J1``."""
        return f"{self.month}{self.letter}" if self.month else self.letter


class Deck(Struct, frozen=True, dict=True, eq=False):
    """The cards of the twelve months, the highest card of a month first. ``classes``: the name of each class by its
    letter; ``added``: cards of no month, which are in the deck of a game that says so. ``month_words``,
    ``class_words``: what people call each month, in their order, and each class, by its letter.

    Knows which cards share a name, a month or a letter, but nothing of any game.
    """

    cards: tuple[Card, ...]
    classes: dict[str, str]
    added: tuple[Card, ...] = ()
    month_words: tuple[tuple[str, ...], ...] = ()
    class_words: dict[str, tuple[str, ...]] = {}

    @cached_property
    def everything(self) -> CardSet:
        """Every card that has a month."""
        return (1 << len(self.cards)) - 1

    @cached_property
    def size(self) -> int:
        """How many cards there are, added ones among them."""
        return len(self.cards) + len(self.added)

    def odd_months(self, cards: CardSet) -> list[int]:
        """The months with an odd number of cards in a set."""
        return [month for month, of in self.months.items() if (cards & of).bit_count() & 1]

    @cached_property
    def extra(self) -> dict[str, Card]:
        """The cards of no month, by their spelling."""
        return {card.letter: card for card in self.added}

    @cached_property
    def months(self) -> dict[int, CardSet]:
        found: dict[int, CardSet] = {}
        for card in self.cards:
            found[card.month] = found.get(card.month, 0) | card.bit
        return found

    @cached_property
    def letters(self) -> dict[str, CardSet]:
        found = dict.fromkeys(self.classes, 0)
        for card in self.cards:
            found[card.letter] |= card.bit
        return found

    @cached_property
    def numbers(self) -> dict[int, Card]:
        return {card.number: card for card in self.cards}

    @cached_property
    def chaff(self) -> dict[int, tuple[Card, ...]]:
        """The chaff of each month that has several; they are interchangeable unless numbered."""
        every = {month: [card for card in self.cards if card.month == month] for month in self.months}
        plain = {month: tuple(card for card in cards if card.letter == CHAFF) for month, cards in every.items()}
        return {month: cards for month, cards in plain.items() if len(cards) > 1}

    @cached_property
    def chaff_sets(self) -> dict[int, CardSet]:
        """:attr:`chaff` as sets."""
        return {month: sum(card.bit for card in cards) for month, cards in self.chaff.items()}

    @cached_property
    def chaff_at(self) -> dict[CardSet, tuple[int, CardSet, dict[tuple[CardSet, int], CardSet]]]:
        """The month of each chaff of :attr:`chaff`, by its bit, with its entries of the next two."""
        months = {month: (month, self.chaff_sets[month], self.lowest[month]) for month in self.chaff}
        return {card.bit: months[month] for month, cards in self.chaff.items() for card in cards}

    @cached_property
    def lowest(self) -> dict[int, dict[tuple[CardSet, int], CardSet]]:
        """For each month, the next n chaff by (those taken, n); no entry if too few are left."""
        found: dict[int, dict[tuple[CardSet, int], CardSet]] = {}
        for month, cards in self.chaff.items():
            found[month] = {}
            for taken in _subsets(card.bit for card in cards):
                free = [card.bit for card in cards if not card.bit & taken]
                for count in range(1, len(free) + 1):
                    found[month][taken, count] = sum(free[:count])
        return found

    @cached_property
    def spelled(self) -> list[tuple[CardSet, dict[CardSet, str]]]:
        """The cards of each month, with the text of every subset."""
        return [
            (
                of,
                {
                    part: f"{month}{''.join(card.letter for card in self.within(part))}"
                    for part in _subsets(card.bit for card in self.within(of))
                },
            )
            for month, of in self.months.items()
        ] + [(card.bit, {0: "", card.bit: card.letter}) for card in self.extra.values()]

    @cached_property
    def groups(self) -> dict[str, int]:
        """Canonical groups, and numbers but those of interchangeable chaff, as sums: the cards, above them a count.

        Chaff are the lowest of their month. The sum of groups that share no card is the set of all their cards with its
        count. If groups share a card, the count in the sum is greater than the number of its cards, so one addition
        parses a pile and finds repeated cards, in three fifths of the time that its groups take one by one.
        """
        found: dict[str, int] = {}
        months = [*self.months] + [0] * len(self.added)
        for month, (_, texts) in zip(months, self.spelled, strict=True):
            for part, text in list(texts.items())[1:]:  # the first is of no card
                chaff = (part & self.shared).bit_count()
                found[text] = (part & ~self.shared) | (self.lowest[month][0, chaff] if chaff else 0)
        found |= {f"#{number}": card.bit for number, card in self.numbers.items() if not card.bit & self.shared}
        return {text: cards | cards.bit_count() << self.size for text, cards in found.items()}

    @cached_property
    def whole(self) -> CardSet:
        """All cards, added ones among them."""
        return (1 << self.size) - 1

    @cached_property
    def shared(self) -> CardSet:
        """All interchangeable chaff."""
        return sum(self.chaff_sets.values())

    @cached_property
    def names(self) -> dict[str, list[Card]]:
        """The cards by English and Japanese name; a name may have several."""
        found: dict[str, list[Card]] = {}
        for card in (*self.cards, *self.added):
            for name in (card.id, *card.japanese):
                found.setdefault(name, []).append(card)
        return found

    @cached_property
    def spoken(self) -> dict[str, list[Card]]:
        """The cards by all that people call them, in lower case and joined by ``-``: their names, other words for them,
        and their month with their class. Chaff of a month share what they are called.
        """
        found: dict[str, list[Card]] = {}
        for name, cards in self.names.items():
            found[name] = cards
            for this, other in (("に", "の"), ("の", "に")):
                found.setdefault(name.replace(this, other, 1), cards)
        for card in (*self.cards, *self.added):
            found |= {word: [card] for word in card.also}
        for month, words in enumerate(self.month_words, start=1):
            for letter, kinds in self.class_words.items():
                own = self.within(self.months[month] & self.letters[letter])
                if len(own) == 1 and letter != CHAFF:
                    names = (own[0].id, *(name for name in own[0].also if name.isascii()))
                    found |= {f"{word}-{name}".replace(" ", "-"): own for word in words for name in names}
                for word in (*words, str(month), f"{month}月") if own else ():
                    # Many after a bare number, "8 animals", are so many of them and not one of that month.
                    for kind in (one for one in kinds if not (word.isdecimal() and one.endswith("s"))):
                        for between in ("-",) if word.isascii() or kind.isascii() else ("-", "", "の", "に"):
                            found.setdefault(f"{word}{between}{kind}".replace(" ", "-"), own)
        return found

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The first word of every name of :attr:`spoken` that has several."""
        return frozenset(name.partition("-")[0] for name in self.spoken if "-" in name)

    @cached_property
    def card_words(self) -> frozenset[str]:
        """Every name of :attr:`spoken`, and every word of one."""
        return frozenset(word for name in self.spoken for word in (name, *name.split("-")))

    def within(self, cards: CardSet) -> list[Card]:
        """The cards of a set, in the order of the deck."""
        known = self.cards + self.added if cards > self.everything else self.cards
        return [known[place] for place in bits(cards)]


def _subsets(single: Iterable[CardSet]) -> list[CardSet]:
    """Return every union of some of the given sets, including the empty one."""
    found = [0]
    for one in single:
        found += [part | one for part in found]
    return found


def bits(cards: CardSet) -> Iterator[int]:
    """Yield the places of the cards of a set, in order.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low
