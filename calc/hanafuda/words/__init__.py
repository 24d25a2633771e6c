"""The condition language of hanafuda rule tables: a closed vocabulary, one class a word.

Each class has the word's meaning, its evaluation on a set of cards, its English, and what a set still lacks. The words
of one mapping are parts of one pattern: a card that one part uses is not free for another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from calc.errors import CalcError, did_you_mean
from calc.hanafuda.classes import Classes
from calc.hanafuda.words.base import Facts, Lack, Number, Word
from calc.hanafuda.words.cards import AllCards, AnyCards, Count, FullMonth, Months
from calc.hanafuda.words.logic import Either, Not, Together

__all__ = ["JOINING", "WORDS", "Facts", "Lack", "Number", "Word", "read_condition"]

#: Makes the error for a message and the path from the condition to the fault.
Fail = Callable[[str, tuple[str | int, ...]], CalcError]
Path = tuple[str | int, ...]

#: The words that say something of cards, by their spelling.
WORDS: Final = {word.key: word for word in (AllCards, AnyCards, Count, Months, FullMonth)}
JOINING: Final = (Either.key, Not.key)


def read_condition(data: Any, classes: Classes, fail: Fail, path: Path = ()) -> Word:
    """The condition that plain data from a rule table means. ``fail`` makes the error to raise."""
    if not isinstance(data, Mapping) or not data:
        raise fail(f"expected a condition, a mapping such as {{all: 1B 3B}}, found {data!r}", path)
    words = [_read_word(key, argument, classes, fail, (*path, key)) for key, argument in data.items()]
    return words[0] if len(words) == 1 else Together(words)


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
