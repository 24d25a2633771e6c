"""Words about sets of cards: which are there, how many of a class, of which months."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from msgspec import Struct

from calc.hanafuda.classes import Classes
from calc.hanafuda.deck import load_deck
from calc.hanafuda.words.base import NOTHING, Facts, Lack, Number, Word, convert, union
from calc.notation.hanafuda.cards import print_set
from calc.notation.hanafuda.deck import CardSet

__all__ = ["AllCards", "AnyCards", "Count", "FullMonth", "Months"]


class AllCards(Word):
    """``all: 1B 3B 8B``: every one of these cards."""

    key = "all"

    def __init__(self, argument: Any, classes: Classes) -> None:
        self.cards = self.fixed = classes.cards(convert(argument, str | list[str]))
        self.is_plain = True

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        return self.cards if cards & self.cards == self.cards else None

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        missing = self.cards & ~cards
        return Lack(missing.bit_count(), missing) if missing & ~free == 0 else None

    def english(self) -> str:
        return print_set(self.cards, load_deck())


class _Some(Struct, frozen=True, forbid_unknown_fields=True):
    n: int
    of: str | list[str]


class AnyCards(Word):
    """``any: {n: 3, of: bright}``: at least so many of these cards; a list of such are parts of one pattern."""

    key = "any"

    def __init__(self, argument: Any, classes: Classes) -> None:
        parts = convert(argument, _Some | list[_Some])
        self.given = parts if isinstance(parts, list) else [parts]
        self.parts = [(part.n, classes.cards(part.of)) for part in self.given]
        for n, of in self.parts:
            if not 0 < n <= of.bit_count():
                raise ValueError(f"expected n from 1 to {of.bit_count()}, the cards that there are, found {n}")
        self.titles = [_title(part.of, of, classes) for part, (_, of) in zip(self.given, self.parts, strict=True)]
        # Where parts share cards, each group of parts needs as many different cards as its parts together (Hall).
        self.needs = [
            (sum(n for n, _ in chosen), union(of for _, of in chosen))
            for size in range(1, len(self.parts) + 1)
            for chosen in combinations(self.parts, size)
        ]
        self.of = union(of for _, of in self.parts)
        self.least = sum(n for n, _ in self.parts)
        self.is_plain = len(self.parts) == 1

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        held = cards & self.of
        for count, of in self.needs:
            if (held & of).bit_count() < count:
                return None
        return held

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        lacking = [(count - (cards & of).bit_count(), of) for count, of in self.needs]
        count, of = max(lacking, key=lambda one: one[0])
        if count <= 0:
            return NOTHING
        open_cards = of & free & ~cards
        return Lack(count, open_cards) if open_cards.bit_count() >= count else None

    def english(self) -> str:
        return " and ".join(f"any {n} of {title}" for (n, _), title in zip(self.parts, self.titles, strict=True))


class Count(Word):
    """``count: {ribbon: {at_least: 5}}``: how many cards of each class there are; several make a class profile."""

    key = "count"

    def __init__(self, argument: Any, classes: Classes) -> None:
        given = convert(argument, dict[str, int | Number])
        if not given:
            raise ValueError("expected at least one class, found {}")
        self.counts = [
            (Number(exactly=number) if isinstance(number, int) else number, classes.of(name), classes.title(name))
            for name, number in given.items()
        ]
        if any(number == Number() for number, _, _ in self.counts):
            raise ValueError("expected 'exactly', 'at_least' or 'at_most', found {}")

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        found = 0
        for number, of, _ in self.counts:
            held = cards & of
            if not number.fits(held.bit_count()):
                return None
            found |= held
        return found

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        missing, wanted = 0, 0
        for number, of, _ in self.counts:
            held, least = (cards & of).bit_count(), number.exactly or number.at_least or 0
            if held < least:
                missing += least - held
                wanted |= of & free & ~cards
            elif not number.fits(held):
                return None
        return Lack(missing, wanted) if wanted.bit_count() >= missing else None

    def english(self) -> str:
        return " and ".join(f"{number.phrase()} {title}" for number, _, title in self.counts)


class _Shape(Struct, frozen=True, forbid_unknown_fields=True):
    shape: list[int]
    split: bool = False


class Months(Word):
    """``months: [2, 2, 2, 2]``: months with so many cards each; with ``{shape, split: true}`` one month may serve
    several.
    """

    key = "months"

    def __init__(self, argument: Any, classes: Classes) -> None:
        given = convert({"shape": argument} if isinstance(argument, list) else argument, _Shape)
        self.shape, self.split = sorted(given.shape, reverse=True), given.split
        self.months = [cards & classes.deck for cards in load_deck().months.values()]
        if not self.shape or min(self.shape) < 1:
            raise ValueError(f"expected numbers of cards of a month, found {given.shape}")

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        counts = [(cards & of).bit_count() for of in self.months]
        used = 0
        for size in self.shape:
            # The smallest month that is large enough leaves the larger ones for others.
            fitting = [count for count in counts if count >= size]
            if not fitting:
                return None
            month = counts.index(min(fitting))
            counts[month] = counts[month] - size if self.split else 0
            used |= self.months[month]
        return cards & used

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        return NOTHING if self.find(cards, facts) is not None else None

    def english(self) -> str:
        shape = " + ".join(map(str, self.shape))
        return f"cards of the same months: {shape}" + (" (a month may serve twice)" if self.split else "")


class FullMonth(Word):
    """``full_month: [4, 12]``: all cards of one of these months; ``round``: of the month of the round."""

    key = "full_month"

    def __init__(self, argument: Any, classes: Classes) -> None:
        months = {month: cards & classes.deck for month, cards in load_deck().months.items()}
        self.of_round = self.asks_month = argument == "round"
        listed = list(months) if self.of_round else convert(argument, list[int])
        for month in listed:
            if not months.get(month):
                raise ValueError(f"the deck of this game has no month {month}")
        self.months = {month: months[month] for month in listed}
        self.sets = list(self.months.values())
        self.is_plain = len(self.sets) == 1 and not self.of_round
        self.fixed = self.sets[0] if self.is_plain else 0

    def _asked(self, facts: Facts) -> list[CardSet]:
        if not self.of_round:
            return self.sets
        return [self.months[facts.month]] if facts.month in self.months else []

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        return next((of for of in self._asked(facts) if cards & of == of), None)

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        missing = [of & ~cards for of in self._asked(facts) if of & ~cards & ~free == 0]
        nearest = min(missing, key=int.bit_count, default=None)
        return None if nearest is None else Lack(nearest.bit_count(), nearest)

    def english(self) -> str:
        if self.of_round:
            return "all cards of the month of the round"
        return f"all cards of month {' or '.join(map(str, self.months))}"


def _title(names: str | list[str], cards: CardSet, classes: Classes) -> str:
    """What a phrase calls a set: its class where it is one, else its cards."""
    if isinstance(names, list) and len(names) == 1:
        names = names[0]
    return classes.title(names) if isinstance(names, str) and names in classes else print_set(cards, load_deck())
