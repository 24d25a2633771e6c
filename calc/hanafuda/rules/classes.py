"""Named sets of cards: the deck's own classes, and those of a rule set, which may make a card count as another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from calc.errors import CalcError, did_you_mean
from calc.hanafuda.rules.deck import class_names, load_deck
from calc.notation.cards import parse_cards, print_set
from calc.notation.deck import CardSet
from calc.tables import Name

#: What a table writes for cards: a text of card notation, or a list of such texts and of classes.
CardNames = str | Sequence[str]


#: A single name, of a class or of a card.
_NAME = re.compile(r"[^\s,、#0-9]+")


class Classes:
    """The sets of cards that a rule set names, on its deck.

    ``given``: for each class the cards it holds, those it leaves out, and its name. A class may be defined by the
    deck's class of the same name, and by classes before it.
    """

    def __init__(self, given: Mapping[str, tuple[CardNames, CardNames, Name]], deck: CardSet) -> None:
        full = load_deck()
        self.deck = deck
        #: The classes of the rule set, not those of the deck.
        self.own = tuple(given)
        self.names = class_names() | {name: title for name, (_, _, title) in given.items()}
        self._sets = {full.classes[letter]: cards & deck for letter, cards in full.letters.items()}
        for name, (cards, others, _) in given.items():
            self._sets[name] = self.cards(cards) & ~self.cards(others)

    def __contains__(self, name: str) -> bool:
        return name in self._sets

    def of(self, name: str) -> CardSet:
        """The cards of a class. Raises :class:`ValueError` where there is none of that name."""
        if name not in self._sets:
            raise ValueError(f"there is no class {name!r}{did_you_mean(name, self._sets)}")
        return self._sets[name]

    def cards(self, names: CardNames) -> CardSet:
        """The cards that a text of card notation, or a list of such texts and classes, names.

        Chaff that are not named are all chaff of their month. Raises :class:`ValueError`.
        """
        found = 0
        for name in [names] if isinstance(names, str) else names:
            found |= self._sets[name] if name in self._sets else self._read(name)
        return found

    def _read(self, text: str) -> CardSet:
        deck = load_deck()
        try:
            pile = parse_cards(text, deck)
        except CalcError as error:
            if _NAME.fullmatch(text):
                known = [*self._sets, *deck.names]
                raise ValueError(f"there is no class and no card {text!r}{did_you_mean(text, known)}") from None
            raise ValueError(error.message.removeprefix("cards: ")) from None
        for month, of in deck.chaff_sets.items():
            if pile.chaff & of not in (0, of):
                raise ValueError(f"expected all chaff of month {month}, or one by its number, found {text!r}")
        cards = pile.named | pile.chaff
        if cards & ~self.deck:
            (absent, *_) = deck.within(cards & ~self.deck)
            raise ValueError(f"the deck of this game has no {absent.name}")
        return cards

    def title_of(self, cards: CardSet) -> str:
        """What a set of cards is called: its class where it is one, else its cards."""
        name = next((name for name, of in self._sets.items() if of == cards), None)
        return self.title(name) if name is not None else print_set(cards, load_deck())

    def title(self, name: str) -> str:
        """The English name of a class."""
        return self.names[name].en if name in self.names else name
