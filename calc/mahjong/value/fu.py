"""Fu: a list of reasons with points, added up and rounded once at the end."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.hand.hands import Ints
from calc.mahjong.hand.readings import SHAPES
from calc.mahjong.rules.schema import FuPart, MahjongRules
from calc.mahjong.rules.words import State


class FuCount(Struct):
    """The fu of a batch of readings while they are counted.

    ``times``: for each part met, (R,) how often it applies; the fu of a reading are the sum of times x fu.
    """

    rules: MahjongRules
    times: dict[str, NDArray[np.integer]] = {}

    def add(self, parts: Iterable[FuPart], state: State) -> None:
        """Count the parts of one stage; ``state.fu`` grows by them only when all of them are counted."""
        found = np.zeros(len(state.readings), dtype=np.int32)
        for part in parts:
            if part.each is not None:
                times: NDArray[np.integer] = part.each.count(state)
            elif part.when is not None:
                times = part.when.holds(state).view(np.uint8)
            else:
                times = np.ones(len(state.readings), dtype=np.uint8)
            self.times[part.id] = times
            if times.any():
                found += times * np.int32(part.fu)
        state.fu = state.fu + found

    def total(self, state: State) -> Ints:
        """(R,) the fu to pay by: the sum rounded up, or the fixed count of a shape that has one."""
        total = round_up(state.fu, self.rules.fu.round_up_to)
        for code, shape in enumerate(SHAPES):
            fixed = self.rules.shapes[shape].fu if shape in self.rules.shapes else None
            if fixed is not None:
                total = np.where(state.readings.shape == code, fixed, total)
        return total


def round_up(numbers: Ints, unit: int) -> Ints:
    """Each number rounded up to a multiple of ``unit``."""
    return -(-numbers // unit) * unit
