"""The condition language of hanafuda rule tables: a closed vocabulary, a function a word.

A function reads what stands under its word into a :class:`Word`. The words of one mapping are parts of one pattern: a
card that one part uses is not free for another. What no cards of the deck can meet is refused.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from itertools import combinations
from operator import or_
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from calc.hanafuda.rules.deck import Classes, Counted, load_deck, named_cards, out_of
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.tables.conditions import ALL, ANY, NOT, Number, Phrase, PhraseTable, Vocabulary
from calc.tables.misfit import convert, written_as
from calc.translation import Named, language, msg, say

PHRASES: Final = PhraseTable(Path(__file__).with_name("phrases.yaml"))
_Rows = dict[str, str | list[str]]


class Word:
    """A condition on cards; ``key``: its spelling in YAML.

    ``find``: the cards that make it true, none if it is false; of a set of cards, and of the month of the round if that
    is known. ``text``: its phrase. ``touches``: the cards that it looks at; ``fewest``: the least number of these
    with which it can be met. ``asks_month``: whether the month of the round has to be known. ``words``: those it joins.
    """

    __slots__ = ("_lacking", "asks_month", "fewest", "find", "key", "text", "touches", "words")

    def __init__(
        self,
        key: str = "",
        find: Callable[..., CardSet | None] = lambda cards, month=None: None,
        text: Phrase = str,
        *,
        touches: CardSet = 0,
        fewest: int = 0,
        lacking: Callable[[CardSet, int | None], list[str]] = lambda cards, month: [],
        asks_month: bool = False,
        words: "Iterable[Word]" = (),
    ) -> None:
        """``lacking``: what cards lack that do not meet it, in phrases, where there is more to say than ``text``."""
        self.key, self.find, self.text = key, find, text
        self.touches, self.fewest, self.asks_month = touches, fewest, asks_month
        self.words, self._lacking = tuple(words), lacking

    def failing(self, cards: CardSet, month: int | None) -> list[str]:
        """The parts that cards do not meet, each with what they have instead; none where the condition holds."""
        return [] if self.find(cards, month) is not None else self._lacking(cards, month) or [self.text()]


# ---- the words that say something of cards


def _cards(argument: Any, classes: Classes) -> Word:
    """``cards: 1B 3B 8B``: every one of these cards."""
    asked = classes.cards(convert(argument, str | list[str]))
    if not asked:
        raise ValueError(msg("expected at least one card, found {0!r}", argument))
    return Word(
        "cards",
        lambda cards, month=None: asked if cards & asked == asked else None,
        lambda: print_set(asked, load_deck()),
        touches=asked,
        fewest=asked.bit_count(),
        lacking=lambda cards, month: [say("lacks {lacks}", lacks=named_cards(print_set(asked & ~cards, load_deck())))],
    )


class Some(Struct, frozen=True, forbid_unknown_fields=True):
    """The old spelling of a row of ``at_least``: ``{n: 3, of: bright}``."""

    n: int
    of: str | list[str]


def _at_least(argument: Any, classes: Classes) -> Word:
    """``at_least: {3: bright}``: three of these cards, or more; rows, or a list of such, are parts of a pattern."""
    parts = list(_parts(argument, classes))
    if not parts:
        raise ValueError(msg("expected at least one part, found {0!r}", argument))
    weighing = [(n, of) for n, of, _ in parts if of.heavy]
    touches = _union(of.cards for _, of, _ in parts)
    if any(weighed.cards & _union(of.cards for _, of, _ in parts if of is not weighed) for _, weighed in weighing):
        raise ValueError(msg("a part whose cards count several may share no card with another part"))
    # Where parts share cards, each group of parts needs as many different cards as its parts together (Hall).
    needs = [
        (sum(n for n, _ in chosen), _union(of.cards for _, of in chosen))
        for size in range(1, len(parts) + 1)
        for chosen in combinations([(n, of) for n, of, _ in parts if not of.heavy], size)
    ]

    def find(cards: CardSet, month: int | None = None) -> CardSet | None:
        held = cards & touches
        for count, asked in needs:
            if (held & asked).bit_count() < count:
                return None
        return held if all(weighed.count(held) >= count for count, weighed in weighing) else None

    def lacking(cards: CardSet, month: int | None) -> list[str]:
        return [
            say("any {n} of {title} (here: {count})", n=n, title=title[language()], count=count)
            for n, of, title in parts
            if (count := of.count(cards)) < n
        ]

    if find(touches, None) is None:
        raise ValueError(msg("the parts need more different cards than there are"))
    return Word(
        "at_least",
        find,
        PHRASES.joined("parts", (PHRASES.said("at_least", n=n, cards=title) for n, _, title in parts)),
        touches=touches,
        fewest=sum(of.fewest(n) for n, of, _ in parts),
        lacking=lacking,
    )


def _parts(argument: Any, classes: Classes) -> Iterator[tuple[int, Counted, dict[str, str]]]:
    """The numbers of cards, each with what they are of, and its title."""
    given = argument if isinstance(argument, list) else [argument]
    rows: list[tuple[int | str, str | list[str]]]
    if any(isinstance(part, dict) and part.keys() & {"n", "of"} for part in given):
        rows = [(part.n, part.of) for part in convert(given, list[Some])]
    else:
        rows = [row for part in convert(given, list[_Rows]) for row in part.items()]
    for count, names in rows:
        if isinstance(count, str) and not count.isdecimal():
            raise ValueError(msg("expected a number of cards, found {0!r}", count))
        n, of = int(count), classes.counted(names)
        most = of.count(of.cards)
        if not 0 < n <= most:
            raise ValueError(msg("expected a number from 1 to {0}, the cards that there are, found {1}", most, n))
        yield n, of, _out_of(classes.titles(names))


def _out_of(title: dict[str, str]) -> dict[str, str]:
    """A title in each language, before a number of its cards."""
    return {**title, "ja": out_of(title["ja"])}


def _count(argument: Any, classes: Classes) -> Word:
    """``count: {ribbon: {at_least: 5}}``: how many cards of each class there are; several make a class profile."""
    given = convert(argument, dict[str, int | Number])
    if not given:
        raise ValueError(msg("expected at least one class, found {{}}"))
    counts, told = [], []
    for name, wanted in given.items():
        classes.of(name)
        number, of, title = Number.of(wanted), classes.counted(name), classes.titles(name)
        counts.append((number, of, _out_of(title)))
        cards = title if number.exactly == 0 else _out_of(title)
        told.append(PHRASES.said("count", number=partial(_count_text, number), cards=cards))
        most = of.count(of.cards)
        if not any(number.fits(count) for count in range(most + 1)):
            never = Named(number.phrase)
            raise ValueError(msg("there are {0} cards of {1}, so there are never {2}", most, title["en"], never))

    def find(cards: CardSet, month: int | None = None) -> CardSet | None:
        found = 0
        for number, of, _ in counts:
            held = cards & of.cards
            if not number.fits(of.count(held) if of.heavy else held.bit_count()):
                return None
            found |= held
        return found

    def lacking(cards: CardSet, month: int | None) -> list[str]:
        return [
            say("{asked} {title} (here: {count})", asked=_count_text(number), title=title[language()], count=count)
            for number, of, title in counts
            if not number.fits(count := of.count(cards))
        ]

    return Word(
        "count",
        find,
        PHRASES.joined("counts", told),
        touches=_union(of.cards for _, of, _ in counts),
        # Classes may share cards.
        fewest=max(of.fewest(number.exactly or number.at_least or 0) for number, of, _ in counts),
        lacking=lacking,
    )


def _count_text(number: Number) -> str:
    """How many cards are asked for: ``at least 5``, ``5枚以上``."""
    if language() != "ja" or number.exactly is None:
        return number.phrase("枚")
    return f"ちょうど{number.exactly}枚" if number.exactly else "なし"


class _Shape(Struct, frozen=True, forbid_unknown_fields=True):
    shape: list[int]
    split: bool = False


def _months(argument: Any, classes: Classes) -> Word:
    """``months: [2, 2, 2]``: months with so many cards; ``{shape, split: true}``: one month may serve several."""
    given = convert(argument, _Shape) if isinstance(argument, dict) else _Shape(convert(argument, list[int]))
    shape, split = sorted(given.shape, reverse=True), given.split
    months = [cards & classes.deck for cards in load_deck().months.values()]
    if not shape or min(shape) < 1:
        raise ValueError(msg("expected numbers of cards of a month, found {0}", given.shape))

    def find(cards: CardSet, month: int | None = None) -> CardSet | None:
        counts = [(cards & of).bit_count() for of in months]
        used = 0
        for size in shape:
            # The smallest month that is large enough leaves the larger ones for others.
            fitting = [count for count in counts if count >= size]
            if not fitting:
                return None
            place = counts.index(min(fitting))
            counts[place] = counts[place] - size if split else 0
            used |= months[place]
        return cards & used

    if find(classes.deck, None) is None:
        raise ValueError(msg("the deck of this game has no such months, found {0}", given.shape))
    row = ["months", *(["one"] if len(shape) == 1 else []), *(["split"] if split else [])]
    sizes = PHRASES.joined("sizes", (PHRASES.said("size", n=size) for size in shape))
    return Word("months", find, PHRASES.said(".".join(row), sizes=sizes), touches=classes.deck, fewest=sum(shape))


def _full_month(argument: Any, classes: Classes) -> Word:
    """``full_month: [4, 12]``: all cards of one of these months; ``any``: of any; ``round``: of that of the round."""
    is_text, of_round = isinstance(argument, str), argument == "round"
    if is_text and argument not in ("any", "round"):
        raise ValueError(msg("expected a list of months, 'any' or 'round', found {0!r}", argument))
    months = classes.months("any" if is_text else convert(argument, list[int]))
    sets = list(months.values())

    def find(cards: CardSet, month: int | None = None) -> CardSet | None:
        asked = [of for one, of in months.items() if one == month] if of_round else sets
        return next((of for of in asked if cards & of == of), None)

    listed = PHRASES.joined("one_of", (PHRASES.said("month", month=month) for month in months))
    return Word(
        "full_month",
        find,
        PHRASES.said(f"full_month.{argument}" if is_text else "full_month", months=listed),
        touches=_union(sets),
        fewest=min(of.bit_count() for of in sets),
        asks_month=of_round,
    )


class Spelled(NamedTuple):
    """How a word is read: the function, what may stand under it, and how it is written."""

    read: Callable[..., Word]
    takes: Any
    example: str


#: The words that say something of cards, by their spelling.
WORDS: Final = {
    "cards": Spelled(_cards, str | list[str], "cards: 1B 3B"),
    "at_least": Spelled(_at_least, _Rows | list[_Rows], "at_least: {3: bright}"),
    "count": Spelled(_count, dict[str, int | Number], "count: {bright: {at_least: 3}}"),
    "months": Spelled(_months, list[int] | _Shape, "months: [2, 2]"),
    "full_month": Spelled(_full_month, Literal["any", "round"] | list[int], "full_month: [4, 12]"),
}


# ---- joined


def _all_of(words: list[Word]) -> Word:
    """``all: [...]``: every one of the conditions holds; each of them sees all cards."""
    return _join(words, ALL, 0)


def _together(words: list[Word]) -> Word:
    """Several words in one mapping: ``cards`` and ``at_least`` are parts of one pattern, each card used once."""
    if len(words) == 1:
        return words[0]
    fixed = _union(word.touches for word in words if word.key == "cards")
    for word in words:
        if word.key == "at_least" and word.find(word.touches & ~fixed, None) is None:
            message = "too few cards are left for {0}: the cards that have to be there use some of them"
            raise ValueError(msg(message, Named(word.text)))
    return _join(words, "", fixed)


def _join(words: list[Word], key: str, fixed: CardSet) -> Word:
    # Cards that have to be there are not free for the other parts; words about the whole see every card.
    seeing = [(word, ~fixed if word.key in ("at_least", ANY) else -1) for word in words]

    def find(cards: CardSet, month: int | None = None) -> CardSet | None:
        found = 0
        for word, seen in seeing:
            part = word.find(cards & seen, month)
            if part is None:
                return None
            found |= part
        return found

    def lacking(cards: CardSet, month: int | None) -> list[str]:
        return [] if key else [text for word, seen in seeing for text in word.failing(cards & seen, month)]

    text = PHRASES.joined(ALL, (word.text for word in words))
    return Word(key, find, text, **_of_all(words), fewest=max(word.fewest for word in words), lacking=lacking)


def _any_of(words: list[Word]) -> Word:
    """``any: [...]``: at least one of the conditions holds."""

    def find(cards: CardSet, month: int | None = None) -> CardSet | None:
        return next((found for word in words if (found := word.find(cards, month)) is not None), None)

    def lacking(cards: CardSet, month: int | None) -> list[str]:
        return [say(" or ").join(f"({'; '.join(word.failing(cards, month))})" for word in words)]

    text = PHRASES.joined(ANY, (PHRASES.said("any.part", condition=word.text) for word in words))
    return Word(ANY, find, text, **_of_all(words), fewest=min(word.fewest for word in words), lacking=lacking)


def _negate(word: Word) -> Word:
    """``not: {...}``: the condition does not hold."""

    def find(cards: CardSet, month: int | None = None) -> CardSet | None:
        return 0 if word.find(cards, month) is None else None

    return Word(NOT, find, PHRASES.said(NOT, condition=word.text), **_of_all([word]))


def _of_all(words: list[Word]) -> dict[str, Any]:
    asks_month = any(word.asks_month for word in words)
    return {"touches": _union(word.touches for word in words), "asks_month": asks_month, "words": words}


def _union(sets: Iterable[CardSet]) -> CardSet:
    return reduce(or_, sets, 0)


# ---- reading


#: The old spelling of ``any``.
OLD_EITHER: Final = "either"
_OF_CARDS: Final = msg(
    "; it is a word of riichi: of cards write 'cards', 'at_least', 'count', 'months' or 'full_month'"
)
_OF_STEPS: Final = msg("; a yaku asks of cards alone: steps of the settlement say what else has to be so (when, times)")
_OF_POINTS: Final = msg(
    "; a number of cards is 'count'; card points are asked by the steps of the settlement (card_points)"
)
#: What to write in place of words of riichi.
_FOREIGN: Final = {
    **dict.fromkeys(("tiles", "groups", "parts", "pair", "pattern", "suits", "shape", "concealed", "dora"), _OF_CARDS),
    **dict.fromkeys(("by", "hand", "seat", "declared", "fact", "stopped", "card_points", "dealt", "pile"), _OF_STEPS),
    **dict.fromkeys(("sum", "rank_sum"), _OF_POINTS),
    "yaku": msg("; that one yaku beats another is said by 'beats', or by a group of which the best counts"),
}


def read_condition(data: Any, classes: Classes) -> Word:
    """The condition that plain data of a rule table mean. Raises :class:`calc.tables.misfit.MisfitError`."""
    vocabulary = Vocabulary[Word](
        words={key: partial(written_as, one.example, partial(one.read, classes=classes)) for key, one in WORDS.items()},
        together=_together,
        all_of=_all_of,
        any_of=_any_of,
        negate=_negate,
        example="{cards: 1B 3B}",
        foreign=_FOREIGN,
        meant=_meant,
    )
    return vocabulary.read(data)


def _meant(key: str, argument: Any) -> str:
    """The word that a key spells. Before they joined conditions, ``all`` held cards and ``any`` parts of a pattern."""
    items = argument if isinstance(argument, list) else [argument]
    if key == ALL and all(isinstance(item, str) for item in items):
        return "cards"
    if key == ANY and any(isinstance(item, dict) and item.keys() & {"n", "of"} for item in items):
        return "at_least"
    return ANY if key == OLD_EITHER else key
