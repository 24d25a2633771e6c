"""Columns in which the same values stand again and again: what is asked of a value is asked once."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Any, TypeVar

import numpy as np

from calc.mahjong.hands import Ints

__all__ = ["distinct"]

T = TypeVar("T", bound=Hashable)


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
