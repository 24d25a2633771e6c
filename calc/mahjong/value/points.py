"""From han and fu to base points, and the level that names them."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from calc.mahjong.hand.hands import Ints
from calc.mahjong.rules.schema import Base, Points

_Numbers = TypeVar("_Numbers", int, Ints)


def base_points(han: Ints, fu: Ints, points: Points) -> Ints:
    """(n,) han and fu -> base points, before any limit hand: by level from enough han on, else by fu.

    Where a chart pays they are the :attr:`calc.mahjong.rules.schema.Level.worth` of its rows, 0 below the first.
    """
    base = points.base
    levels = [level for _, level in points.ladder]
    counted = np.zeros(len(han), dtype=np.int64)
    if base is not None:
        # With the most han that still count by fu the product stays small; beyond them the level decides.
        counted = counted_base(np.minimum(han, levels[0].from_han), fu, base)
        if base.round_up_above is not None:
            counted = np.where(counted > base.round_up_above, base.cap, counted)
        counted = np.minimum(counted, base.cap)
    for level in levels:
        counted = np.where(han >= level.from_han, level.worth, counted)
    return counted


def base_of(han: int, fu: int, points: Points) -> int:
    """As :func:`base_points`, for a single hand."""
    return int(base_points(np.array([han]), np.array([fu]), points)[0])


def counted_base(han: _Numbers, fu: _Numbers, base: Base) -> _Numbers:
    """Han and fu, numbers or columns, -> fu x per_fu x per_han for each han, before rounding up and cap.

    >>> counted_base(3, 30, Base(per_fu=4, per_han=2, cap=2000, source="guide"))
    960
    """
    counted: _Numbers = fu * base.per_fu * base.per_han**han
    return counted


def level_of(han: int, base: int, points: Points) -> str | None:
    """The id of the level that a hand is paid at by its ``han``, or because its base points reached the cap; none
    below.
    """
    levels = points.ladder
    reached = [name for name, level in levels if han >= level.from_han]
    if reached:
        # The lowest rows of a chart have no name.
        return reached[-1] if points.levels[reached[-1]].name is not None else None
    cap = points.base.cap if points.base is not None else None
    return next((name for name, level in levels if cap is not None and base >= cap and level.base == cap), None)
