"""The condition language of hanafuda rule tables: a closed vocabulary, one class a word.

Each class has the word's meaning, its evaluation on a set of cards, and its English. The words of one mapping are parts
of one pattern: a card that one part uses is not free for another. What no cards of the deck can meet is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec import Struct

from calc.errors import CalcError, did_you_mean
from calc.hanafuda.rules.classes import Classes
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.tables import explain_misfit

Fail = Callable[[str, tuple[str | int, ...]], CalcError]
Path = tuple[str | int, ...]


class Facts(Struct, frozen=True):
    """What cards do not show: the month of the round (none where it is not known)."""

    month: int | None = None


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    """A number compared: ``exactly``, ``at_least``, ``at_most``; a bare number in YAML means exactly that."""

    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None

    def fits(self, number: int) -> bool:
        """Whether a number compares as it should."""
        return (
            (self.exactly is None or number == self.exactly)
            and (self.at_least is None or number >= self.at_least)
            and (self.at_most is None or number <= self.at_most)
        )

    def phrase(self) -> str:
        """``exactly 7``, ``at least 5``, ``at most 3``."""
        if self.exactly is not None:
            return f"exactly {self.exactly}"
        parts = [f"at least {self.at_least}"] if self.at_least is not None else []
        return " and ".join(parts + ([f"at most {self.at_most}"] if self.at_most is not None else []))


class Word:
    """One word of the condition language, spelled ``key`` in YAML."""

    key: ClassVar[str]
    #: What may stand under it.
    takes: ClassVar[Any]
    #: Whether the month of the round has to be known.
    asks_month = False
    #: The cards that the condition looks at; no others make a difference to it.
    touches: CardSet
    #: With fewer of these the condition is never met; it need not be with so many.
    fewest = 0

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        """The cards that make the condition true, none where it is not."""
        raise NotImplementedError

    def english(self) -> str:
        """The condition as a phrase."""
        raise NotImplementedError


class AllCards(Word):
    """``all: 1B 3B 8B``: every one of these cards."""

    key = "all"
    takes = str | list[str]

    def __init__(self, argument: Any, classes: Classes) -> None:
        if isinstance(argument, list) and any(isinstance(one, dict) for one in argument):
            raise ValueError(
                "expected cards; words of one mapping hold together, and 'either' and 'not' join conditions"
            )
        self.cards = self.touches = classes.cards(_convert(argument, self.takes))
        if not self.cards:
            raise ValueError(f"expected at least one card, found {argument!r}")
        self.fewest = self.cards.bit_count()

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        return self.cards if cards & self.cards == self.cards else None

    def english(self) -> str:
        return print_set(self.cards, load_deck())


class _Some(Struct, frozen=True, forbid_unknown_fields=True):
    n: int
    of: str | list[str]


class AnyCards(Word):
    """``any: {n: 3, of: bright}``: at least so many of these cards; a list of such are parts of one pattern."""

    key = "any"
    takes = _Some | list[_Some]

    def __init__(self, argument: Any, classes: Classes) -> None:
        parts = _convert(argument, self.takes)
        self.given = parts if isinstance(parts, list) else [parts]
        if not self.given:
            raise ValueError("expected at least one part, found []")
        self.parts = [(part.n, classes.cards(part.of)) for part in self.given]
        for n, of in self.parts:
            if not 0 < n <= of.bit_count():
                raise ValueError(f"expected n from 1 to {of.bit_count()}, the cards that there are, found {n}")
        self.titles = [_title(part.of, of, classes) for part, (_, of) in zip(self.given, self.parts, strict=True)]
        # Where parts share cards, each group of parts needs as many different cards as its parts together (Hall).
        self.needs = [
            (sum(n for n, _ in chosen), _union(of for _, of in chosen))
            for size in range(1, len(self.parts) + 1)
            for chosen in combinations(self.parts, size)
        ]
        self.touches = _union(of for _, of in self.parts)
        self.fewest = sum(n for n, _ in self.parts)
        if self.find(self.touches, Facts()) is None:
            raise ValueError("the parts need more different cards than there are")

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        held = cards & self.touches
        for count, of in self.needs:
            if (held & of).bit_count() < count:
                return None
        return held

    def english(self) -> str:
        return " and ".join(f"any {n} of {title}" for (n, _), title in zip(self.parts, self.titles, strict=True))


class Count(Word):
    """``count: {ribbon: {at_least: 5}}``: how many cards of each class there are; several make a class profile."""

    key = "count"
    takes = dict[str, int | Number]

    def __init__(self, argument: Any, classes: Classes) -> None:
        given = _convert(argument, self.takes)
        if not given:
            raise ValueError("expected at least one class, found {}")
        self.counts = [
            (Number(exactly=number) if isinstance(number, int) else number, classes.of(name), classes.title(name))
            for name, number in given.items()
        ]
        if any(number == Number() for number, _, _ in self.counts):
            raise ValueError("expected 'exactly', 'at_least' or 'at_most', found {}")
        for number, of, title in self.counts:
            if not any(number.fits(count) for count in range(of.bit_count() + 1)):
                raise ValueError(f"there are {of.bit_count()} cards of {title}, so there are never {number.phrase()}")
        self.touches = _union(of for _, of, _ in self.counts)
        # Classes may share cards.
        self.fewest = max(number.exactly or number.at_least or 0 for number, _, _ in self.counts)

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        found = 0
        for number, of, _ in self.counts:
            held = cards & of
            if not number.fits(held.bit_count()):
                return None
            found |= held
        return found

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
    takes = list[int] | _Shape

    def __init__(self, argument: Any, classes: Classes) -> None:
        given = _convert({"shape": argument} if isinstance(argument, list) else argument, _Shape)
        self.shape, self.split = sorted(given.shape, reverse=True), given.split
        self.months = [cards & classes.deck for cards in load_deck().months.values()]
        if not self.shape or min(self.shape) < 1:
            raise ValueError(f"expected numbers of cards of a month, found {given.shape}")
        self.touches = classes.deck
        self.fewest = sum(self.shape)
        if self.find(classes.deck, Facts()) is None:
            raise ValueError(f"the deck of this game has no such months, found {given.shape}")

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

    def english(self) -> str:
        shape = " + ".join(map(str, self.shape))
        each = "of one month" if len(self.shape) == 1 else "each of one month"
        return f"{shape} cards, {each}" + (" (a month may serve twice)" if self.split else "")


class FullMonth(Word):
    """``full_month: [4, 12]``: all cards of one of these months; ``round``: of the month of the round."""

    key = "full_month"
    takes = Literal["round"] | list[int]

    def __init__(self, argument: Any, classes: Classes) -> None:
        months = {month: cards & classes.deck for month, cards in load_deck().months.items()}
        self.of_round = self.asks_month = argument == "round"
        if isinstance(argument, str) and not self.of_round:
            raise ValueError(f"expected a list of months, or 'round', found {argument!r}")
        listed = [month for month in months if months[month]] if self.of_round else _convert(argument, list[int])
        if not listed:
            raise ValueError("expected at least one month, found []")
        for month in listed:
            if not months.get(month):
                raise ValueError(f"the deck of this game has no month {month}")
        self.months = {month: months[month] for month in listed}
        self.touches = _union(self.months.values())
        self.sets = list(self.months.values())
        self.fewest = min(of.bit_count() for of in self.sets)

    def _asked(self, facts: Facts) -> list[CardSet]:
        if not self.of_round:
            return self.sets
        return [self.months[facts.month]] if facts.month in self.months else []

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        return next((of for of in self._asked(facts) if cards & of == of), None)

    def english(self) -> str:
        if self.of_round:
            return "all cards of the month of the round"
        return f"all cards of month {' or '.join(map(str, self.months))}"


class Either(Word):
    """``either: [...]``: at least one of the conditions holds."""

    key = "either"

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self.asks_month = any(word.asks_month for word in words)
        self.touches = _union(word.touches for word in words)
        self.fewest = min(word.fewest for word in words)

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        return next((found for word in self.words if (found := word.find(cards, facts)) is not None), None)

    def english(self) -> str:
        return " or ".join(f"({word.english()})" for word in self.words)


class Not(Word):
    """``not: {...}``: the condition does not hold."""

    key = "not"

    def __init__(self, word: Word) -> None:
        self.word = word
        self.asks_month = word.asks_month
        self.touches = word.touches

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        return 0 if self.word.find(cards, facts) is None else None

    def english(self) -> str:
        return f"not ({self.word.english()})"


class Together(Word):
    """Several words in one mapping: parts of one pattern, each card used once."""

    key = ""

    def __init__(self, words: list[Word]) -> None:
        self.fixed = _union(word.cards for word in words if isinstance(word, AllCards))
        self.words = words
        self.asks_month = any(word.asks_month for word in words)
        self.touches = _union(word.touches for word in words)
        self.fewest = max(word.fewest for word in words)
        for word in words:
            if isinstance(word, AnyCards) and word.find(word.touches & ~self.fixed, Facts()) is None:
                raise ValueError(f"too few cards are left for {word.english()}: 'all' uses some of them")

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        if cards & self.fixed != self.fixed:
            return None
        found = self.fixed
        for word in self.words:
            if isinstance(word, AllCards):
                continue
            # Cards that have to be there are not free for the other parts; words about the whole see every card.
            part = word.find(cards & ~self.fixed if isinstance(word, AnyCards | Either) else cards, facts)
            if part is None:
                return None
            found |= part
        return found

    def english(self) -> str:
        return "; ".join(word.english() for word in self.words)


#: The words that say something of cards, by their spelling.
WORDS: Final = {word.key: word for word in (AllCards, AnyCards, Count, Months, FullMonth)}
JOINING: Final = (Either.key, Not.key)


def read_condition(data: Any, classes: Classes, fail: Fail, path: Path = ()) -> Word:
    """The condition that plain data from a rule table means. ``fail`` makes the error to raise."""
    if not isinstance(data, Mapping) or not data:
        raise fail(f"expected a condition, a mapping such as {{all: 1B 3B}}, found {data!r}", path)
    words = [_read_word(key, argument, classes, fail, (*path, key)) for key, argument in data.items()]
    if len(words) == 1:
        return words[0]
    try:
        return Together(words)
    except ValueError as error:
        raise fail(str(error), path) from None


def _read_word(key: str, argument: Any, classes: Classes, fail: Fail, path: Path) -> Word:
    if key == Not.key:
        return Not(read_condition(argument, classes, fail, path))
    if key == Either.key:
        if not isinstance(argument, list) or not argument:
            raise fail(f"expected a list of conditions under {key!r}, found {argument!r}", path)
        return Either([read_condition(item, classes, fail, (*path, place)) for place, item in enumerate(argument)])
    if key not in WORDS:
        raise fail(f"unknown word {key!r}{did_you_mean(key, [*WORDS, *JOINING])}", path)
    try:
        return WORDS[key](argument, classes)
    except ValueError as error:
        raise fail(str(error), path) from None


def _convert(argument: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(argument, kind)
    except msgspec.ValidationError as error:
        raise ValueError(explain_misfit(str(error), argument, kind)[0]) from None


def _title(names: str | list[str], cards: CardSet, classes: Classes) -> str:
    """What a phrase calls a set: its class where it is one, else its cards."""
    if isinstance(names, list) and len(names) == 1:
        names = names[0]
    return classes.title(names) if isinstance(names, str) and names in classes else print_set(cards, load_deck())


def _union(sets: Iterator[CardSet] | Any) -> CardSet:
    found = 0
    for one in sets:
        found |= one
    return found
