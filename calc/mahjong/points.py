"""From han and fu to base points, and the level that names them."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from calc.mahjong.hands import Ints
from calc.mahjong.schema import Base, Points

__all__ = ["base_points", "counted_base", "level_of"]

_Numbers = TypeVar("_Numbers", int, Ints)


def base_points(han: Ints, fu: Ints, points: Points) -> Ints:
    """(n,) han and fu -> base points, before any limit hand: by level from enough han on, else fu x 4 x 2 for each
    han.
    """
    base = points.base
    levels = sorted(points.levels.values(), key=lambda level: level.from_han)
    # With the most han that still count by fu the product stays small; beyond them the level decides.
    first = levels[0].from_han if levels else int(han.max(initial=0)) + 1
    counted = counted_base(np.minimum(han, first), fu, base)
    if base.round_up_above is not None:
        counted = np.where(counted > base.round_up_above, base.cap, counted)
    counted = np.minimum(counted, base.cap)
    for level in levels:
        counted = np.where(han >= level.from_han, level.base, counted)
    return counted


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
    levels = sorted(points.levels.items(), key=lambda item: item[1].from_han)
    reached = [name for name, level in levels if han >= level.from_han]
    if reached:
        return reached[-1]
    return next((name for name, level in levels if base >= points.base.cap and level.base == points.base.cap), None)
