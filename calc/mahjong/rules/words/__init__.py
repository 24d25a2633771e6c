"""The condition language of mahjong rule tables: a closed vocabulary, one class a word.

Each class has the word's meaning, its evaluation over a batch of readings, its English, and which parts of a reading
make it true. A condition is a mapping of words that must all hold; ``all``, ``any`` and ``not`` join conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from calc.errors import CalcError, did_you_mean
from calc.mahjong.rules.words.base import Lexicon, Need, Number, State, Word
from calc.mahjong.rules.words.circumstances import By, Declared, Discards, Fact, Hand, SeatIs
from calc.mahjong.rules.words.groups import Groups, Parts, Pick, TakenBy, Wait
from calc.mahjong.rules.words.logic import AllOf, AnotherYaku, AnyOf, FuSoFar, NoFu, Not, YakuPresent
from calc.mahjong.rules.words.pattern import Pattern, TakenIn
from calc.mahjong.rules.words.tiles import BeforeWin, Concealed, Pair, Shape, Suits, Tiles, WinningTile
from calc.tables import explain_misfit

__all__ = [
    "JOINING",
    "WORDS",
    "AllOf",
    "Declared",
    "Discards",
    "Fact",
    "Lexicon",
    "Need",
    "Number",
    "Pick",
    "State",
    "Word",
    "read_condition",
    "read_pick",
    "walk_words",
]

#: Every word that says something of a hand, by its spelling.
WORDS: Final[dict[str, type[Word]]] = {
    word.key: word
    for word in (
        By,
        Hand,
        SeatIs,
        Declared,
        Fact,
        Discards,
        Shape,
        Tiles,
        Suits,
        Concealed,
        BeforeWin,
        WinningTile,
        Groups,
        Parts,
        Pair,
        Pattern,
        TakenBy,
        TakenIn,
        Wait,
        NoFu,
        FuSoFar,
        YakuPresent,
        AnotherYaku,
    )
}
#: The words that join conditions.
JOINING: Final[dict[str, type[Word]]] = {word.key: word for word in (AllOf, AnyOf, Not)}

_T = TypeVar("_T", bound="Word | Pick")

#: Makes the error for a message and the path from the condition to the fault.
Fail = Callable[[str, tuple[str | int, ...]], CalcError]


def read_condition(data: Any, fail: Fail, path: tuple[str | int, ...] = ()) -> AllOf:
    """The condition that plain data from a rule table means. ``fail`` makes the error to raise."""
    if not isinstance(data, Mapping) or not data:
        raise fail(f"expected a condition, a mapping such as {{by: tsumo}}, found {data!r}", path)
    return AllOf(tuple(_read_word(key, argument, fail, (*path, key)) for key, argument in data.items()))


def walk_words(word: Word) -> Iterator[Word]:
    """A condition and every word within it."""
    yield word
    inside = word.words if isinstance(word, AllOf | AnyOf) else (word.word,) if isinstance(word, Not) else ()
    for inner in inside:
        yield from walk_words(inner)


def read_pick(data: Any, fail: Fail) -> Pick:
    """The description of groups (``{kind: triplet, within: dragon}``) that plain data means."""
    return _convert(data, Pick, fail, ())


def _read_word(key: str, argument: Any, fail: Fail, path: tuple[str | int, ...]) -> Word:
    if key == Not.key:
        return Not(read_condition(argument, fail, path))
    if key in JOINING:
        if not isinstance(argument, list) or not argument:
            raise fail(f"expected a list of conditions under {key!r}, found {argument!r}", path)
        words = tuple(read_condition(item, fail, (*path, place)) for place, item in enumerate(argument))
        return AllOf(words) if key == AllOf.key else AnyOf(words)
    if key not in WORDS:
        raise fail(f"unknown word {key!r}{did_you_mean(key, [*WORDS, *JOINING])}", path)
    kind = WORDS[key]
    return _convert(argument if kind.whole is None else {kind.whole: argument}, kind, fail, path)


def _convert(data: Any, kind: type[_T], fail: Fail, path: tuple[str | int, ...]) -> _T:
    try:
        made = msgspec.convert(data, kind)
        made.check()
    except msgspec.ValidationError as error:
        message, inner = explain_misfit(str(error), data, kind)
        if issubclass(kind, Word) and kind.whole is not None:
            inner = inner[1:]  # the word's own field, which YAML does not spell
        raise fail(message, (*path, *inner)) from None
    except ValueError as error:
        raise fail(str(error), path) from None
    return made
