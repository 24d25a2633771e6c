"""The condition language of hanafuda rule tables: a closed vocabulary, one class a word.

Each class has the word's meaning, its evaluation on a set of cards, and its English. The words of one mapping are parts
of one pattern: a card that one part uses is not free for another. What no cards of the deck can meet is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial, reduce
from itertools import combinations
from operator import or_
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct

from calc.hanafuda.rules.deck import Classes, Counted, load_deck, out_of
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.tables.conditions import ALL, ANY, NOT, Number, Vocabulary
from calc.tables.misfit import convert, written_as
from calc.tables.phrases import Phrase, PhraseTable
from calc.translation import Named, language, msg

PHRASES: Final = PhraseTable(Path(__file__).with_name("phrases.yaml"))


class Word:
    """One word of the condition language, spelled ``key`` in YAML."""

    key: ClassVar[str]
    #: What may stand under it, and how it is written.
    takes: ClassVar[Any]
    example: ClassVar[str]
    #: Whether the month of the round has to be known.
    asks_month = False
    #: The cards that the condition looks at; no others make a difference to it.
    touches: CardSet
    #: The least number of these cards with which the condition can be met.
    fewest = 0
    #: The condition as a phrase.
    text: Phrase

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
        """Return the cards that make the condition true; none if it is false. ``month``: of the round, if known."""
        raise NotImplementedError


class Cards(Word):
    """``cards: 1B 3B 8B``: every one of these cards."""

    key = "cards"
    example = "cards: 1B 3B"
    takes = str | list[str]

    def __init__(self, argument: Any, classes: Classes) -> None:
        self.cards = self.touches = classes.cards(convert(argument, self.takes))
        if not self.cards:
            raise ValueError(msg("expected at least one card, found {0!r}", argument))
        self.fewest = self.cards.bit_count()
        self.text = lambda: print_set(self.cards, load_deck())

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
        return self.cards if cards & self.cards == self.cards else None


class Some(Struct, frozen=True, forbid_unknown_fields=True):
    """The old spelling of a row of ``at_least``: ``{n: 3, of: bright}``."""

    n: int
    of: str | list[str]


class AtLeast(Word):
    """``at_least: {3: bright}``: three of these cards, or more; several rows, or a list of such, are parts of one
    pattern.
    """

    key = "at_least"
    example = "at_least: {3: bright}"
    takes = dict[str, str | list[str]] | list[dict[str, str | list[str]]]

    def __init__(self, argument: Any, classes: Classes) -> None:
        rows = _rows(argument)
        if not rows:
            raise ValueError(msg("expected at least one part, found {0!r}", argument))
        self.parts = [(count, classes.counted(of)) for count, of in rows]
        for n, of in self.parts:
            most = of.count(of.cards)
            if not 0 < n <= most:
                raise ValueError(msg("expected a number from 1 to {0}, the cards that there are, found {1}", most, n))
        self.titles = [classes.titles(names) for _, names in rows]
        self.text = PHRASES.joined(
            "parts",
            (
                PHRASES.said("at_least", n=n, cards={**title, "ja": out_of(title["ja"])})
                for (n, _), title in zip(rows, self.titles, strict=True)
            ),
        )
        self.weighing = [part for part in self.parts if part[1].heavy]
        for part in self.weighing:
            if part[1].cards & _union(other[1].cards for other in self.parts if other is not part):
                raise ValueError(msg("a part whose cards count several may share no card with another part"))
        # Where parts share cards, each group of parts needs as many different cards as its parts together (Hall).
        self.needs = [
            (sum(n for n, _ in chosen), _union(of.cards for _, of in chosen))
            for size in range(1, len(self.parts) + 1)
            for chosen in combinations([part for part in self.parts if not part[1].heavy], size)
        ]
        self.touches = _union(of.cards for _, of in self.parts)
        self.fewest = sum(of.fewest(n) for n, of in self.parts)
        if self.find(self.touches) is None:
            raise ValueError(msg("the parts need more different cards than there are"))

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
        held = cards & self.touches
        for count, of in self.needs:
            if (held & of).bit_count() < count:
                return None
        for count, weighed in self.weighing:
            if weighed.count(held) < count:
                return None
        return held


def _rows(argument: Any) -> list[tuple[int, str | list[str]]]:
    """The numbers of cards, each with what they are of."""
    parts = argument if isinstance(argument, list) else [argument]
    if any(isinstance(part, dict) and part.keys() & {"n", "of"} for part in parts):
        return [(part.n, part.of) for part in convert(parts, list[Some])]
    rows = [row for part in convert(parts, list[dict[str, str | list[str]]]) for row in part.items()]
    for count, _ in rows:
        if not count.isdecimal():
            raise ValueError(msg("expected a number of cards, found {0!r}", count))
    return [(int(count), of) for count, of in rows]


class Count(Word):
    """``count: {ribbon: {at_least: 5}}``: how many cards of each class there are; several make a class profile."""

    key = "count"
    example = "count: {bright: {at_least: 3}}"
    takes = dict[str, int | Number]

    def __init__(self, argument: Any, classes: Classes) -> None:
        given = convert(argument, self.takes)
        if not given:
            raise ValueError(msg("expected at least one class, found {{}}"))
        self.counts: list[tuple[Number, Counted, dict[str, str]]] = []
        told: list[Phrase] = []
        for name, wanted in given.items():
            classes.of(name)
            number, of, title = Number.of(wanted), classes.counted(name), classes.titles(name)
            self.counts.append((number, of, title))
            ja = title["ja"] if number.exactly == 0 else out_of(title["ja"])
            told.append(PHRASES.said("count", number=partial(count_text, number), cards={**title, "ja": ja}))
            most = of.count(of.cards)
            if not any(number.fits(count) for count in range(most + 1)):
                raise ValueError(
                    msg("there are {0} cards of {1}, so there are never {2}", most, title["en"], Named(number.phrase))
                )
        self.text = PHRASES.joined("counts", told)
        self.touches = _union(of.cards for _, of, _ in self.counts)
        # Classes may share cards.
        self.fewest = max(of.fewest(number.exactly or number.at_least or 0) for number, of, _ in self.counts)

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
        found = 0
        for number, of, _ in self.counts:
            held = cards & of.cards
            if not number.fits(of.count(held) if of.heavy else held.bit_count()):
                return None
            found |= held
        return found


_NONE: Final = "なし"


def count_text(number: Number) -> str:
    """How many cards are asked for: ``at least 5``, ``5枚以上``."""
    if language() != "ja" or number.exactly is None:
        return number.phrase("枚")
    return f"ちょうど{number.exactly}枚" if number.exactly else _NONE


class _Shape(Struct, frozen=True, forbid_unknown_fields=True):
    shape: list[int]
    split: bool = False


class Months(Word):
    """``months: [2, 2, 2, 2]``: months with these numbers of cards; with ``{shape, split: true}`` one month may serve
    several.
    """

    key = "months"
    example = "months: [2, 2]"
    takes = list[int] | _Shape

    def __init__(self, argument: Any, classes: Classes) -> None:
        given = convert(argument, _Shape) if isinstance(argument, dict) else _Shape(convert(argument, list[int]))
        self.shape, self.split = sorted(given.shape, reverse=True), given.split
        self.months = [cards & classes.deck for cards in load_deck().months.values()]
        if not self.shape or min(self.shape) < 1:
            raise ValueError(msg("expected numbers of cards of a month, found {0}", given.shape))
        self.touches = classes.deck
        self.fewest = sum(self.shape)
        if self.find(classes.deck) is None:
            raise ValueError(msg("the deck of this game has no such months, found {0}", given.shape))
        row = ["months", *(["one"] if len(self.shape) == 1 else []), *(["split"] if self.split else [])]
        sizes = PHRASES.joined("sizes", (PHRASES.said("size", n=size) for size in self.shape))
        self.text = PHRASES.said(".".join(row), sizes=sizes)

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
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


class FullMonth(Word):
    """``full_month: [4, 12]``: all cards of one of these months; ``any``: of any month; ``round``: of the month of the
    round.
    """

    key = "full_month"
    example = "full_month: [4, 12]"
    takes = Literal["any", "round"] | list[int]

    def __init__(self, argument: Any, classes: Classes) -> None:
        self.of_round, self.of_any = argument == "round", argument == "any"
        self.asks_month = self.of_round
        if isinstance(argument, str) and not (self.of_round or self.of_any):
            raise ValueError(msg("expected a list of months, 'any' or 'round', found {0!r}", argument))
        self.months = classes.months("any" if isinstance(argument, str) else convert(argument, list[int]))
        self.touches = _union(self.months.values())
        self.sets = list(self.months.values())
        self.fewest = min(of.bit_count() for of in self.sets)
        row = "full_month.round" if self.of_round else "full_month.any" if self.of_any else "full_month"
        months = PHRASES.joined("one_of", (PHRASES.said("month", month=month) for month in self.months))
        self.text = PHRASES.said(row, months=months)

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
        asked = [of for one, of in self.months.items() if one == month] if self.of_round else self.sets
        return next((of for of in asked if cards & of == of), None)


class _Several(Word):
    """Conditions that are joined."""

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self.asks_month = any(word.asks_month for word in words)
        self.touches = _union(word.touches for word in words)
        self.fewest = (min if self.key == ANY else max)(word.fewest for word in words)
        part = self.key == ANY
        said = (PHRASES.said("any.part", condition=word.text) if part else word.text for word in words)
        self.text = PHRASES.joined(ANY if part else ALL, said)


class AllOf(_Several):
    """``all: [...]``: every one of the conditions holds; each of them sees all cards."""

    key = ALL

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
        found = 0
        for word in self.words:
            part = word.find(self._seen_by(word, cards), month)
            if part is None:
                return None
            found |= part
        return found

    def _seen_by(self, word: Word, cards: CardSet) -> CardSet:
        return cards


class AnyOf(_Several):
    """``any: [...]``: at least one of the conditions holds."""

    key = ANY

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
        return next((found for word in self.words if (found := word.find(cards, month)) is not None), None)


class Not(Word):
    """``not: {...}``: the condition does not hold."""

    key = NOT

    def __init__(self, word: Word) -> None:
        self.word = word
        self.asks_month = word.asks_month
        self.touches = word.touches
        self.text = PHRASES.said(NOT, condition=word.text)

    def find(self, cards: CardSet, month: int | None = None) -> CardSet | None:
        return 0 if self.word.find(cards, month) is None else None


class Together(AllOf):
    """Several words in one mapping: ``cards`` and ``at_least`` are parts of one pattern, each card used once."""

    key = ""

    def __init__(self, words: list[Word]) -> None:
        super().__init__(words)
        self.fixed = _union(word.cards for word in words if isinstance(word, Cards))
        for word in words:
            if isinstance(word, AtLeast) and word.find(word.touches & ~self.fixed) is None:
                raise ValueError(
                    msg(
                        "too few cards are left for {0}: the cards that have to be there use some of them",
                        Named(word.text),
                    )
                )

    def _seen_by(self, word: Word, cards: CardSet) -> CardSet:
        # Cards that have to be there are not free for the other parts; words about the whole see every card.
        return cards & ~self.fixed if isinstance(word, AtLeast | AnyOf) else cards


#: The old spelling of ``any``.
OLD_EITHER: Final = "either"
#: The words that say something of cards, by their spelling.
WORDS: Final = {word.key: word for word in (Cards, AtLeast, Count, Months, FullMonth)}


def read_condition(data: Any, classes: Classes) -> Word:
    """The condition that plain data of a rule table mean. Raises :class:`calc.tables.misfit.MisfitError`."""
    vocabulary = Vocabulary[Word](
        words={key: partial(written_as, word.example, partial(word, classes=classes)) for key, word in WORDS.items()},
        together=lambda words: words[0] if len(words) == 1 else Together(words),
        all_of=AllOf,
        any_of=AnyOf,
        negate=Not,
        example="{cards: 1B 3B}",
        foreign=_hints(),
        meant=_meant,
    )
    return vocabulary.read(data)


@cache
def _hints() -> dict[str, str]:
    """What to write in place of words of riichi."""
    cards = msg("; it is a word of riichi: of cards write 'cards', 'at_least', 'count', 'months' or 'full_month'")
    steps = msg("; a yaku asks of cards alone: steps of the settlement say what else has to be so (when, times)")
    points = msg("; a number of cards is 'count'; card points are asked by the steps of the settlement (card_points)")
    return {
        **dict.fromkeys(("tiles", "groups", "parts", "pair", "pattern", "suits", "shape", "concealed", "dora"), cards),
        **dict.fromkeys(("by", "hand", "seat", "declared", "fact", "stopped", "card_points", "dealt", "pile"), steps),
        **dict.fromkeys(("sum", "rank_sum"), points),
        "yaku": msg("; that one yaku beats another is said by 'beats', or by a group of which the best counts"),
    }


def _meant(key: str, argument: Any) -> str:
    """The word that a key spells. Before they joined conditions, ``all`` held cards and ``any`` parts of a pattern."""
    items = argument if isinstance(argument, list) else [argument]
    if key == ALL and all(isinstance(item, str) for item in items):
        return Cards.key
    if key == ANY and any(isinstance(item, dict) and item.keys() & {"n", "of"} for item in items):
        return AtLeast.key
    return ANY if key == OLD_EITHER else key


def _union(sets: Iterable[CardSet]) -> CardSet:
    return reduce(or_, sets, 0)
