"""Columns in which the same values stand again and again: what is asked of a value is asked once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import Any, TypeVar

import numpy as np

from calc.mahjong.hand.hands import Ints

T = TypeVar("T", bound=Hashable)
V = TypeVar("V")


class _Book(dict[Any, int]):
    """Values with a number each, in the order in which they were first asked for."""

    def __missing__(self, value: Any) -> int:
        number = self[value] = len(self)
        return number


def distinct(values: Collection[T]) -> tuple[list[T], Ints]:
    """The different values, in the order in which they come, and (n,) the place of each value among them."""
    book = _Book()
    places = np.fromiter(map(book.__getitem__, values), dtype=np.int64, count=len(values))
    return list(book), places


class Memo(dict[str, V]):
    """What was asked of texts, remembered: of at most ``most`` of them, and of none that is longer than ``longest``, so
    that no input makes it grow without end.

    >>> memo = Memo(len, most=2, longest=3)
    >>> memo["abc"], memo["abcd"], dict(memo)
    (3, 4, {'abc': 3})
    """

    def __init__(self, ask: Callable[[str], V], most: int, longest: int) -> None:
        super().__init__()
        self._ask, self._most, self._longest = ask, most, longest

    def __missing__(self, text: str) -> V:
        found = self._ask(text)
        if len(text) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[text] = found
        return found
