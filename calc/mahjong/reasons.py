"""The reading of a hand and the reasons for its fu, written with tiles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from calc.mahjong.hands import Bools
from calc.mahjong.kinds import NO_TILE, RED_FIVES, WAITS, tiles_of
from calc.mahjong.readings import GROUPS, SHAPES
from calc.mahjong.results import FuLine, ReadingLine
from calc.mahjong.schema import MahjongRules
from calc.mahjong.valuing import Values
from calc.mahjong.win_records import ReadWin
from calc.mahjong.words import State
from calc.notation.melds import print_meld
from calc.notation.tiles import kind_of, print_tiles

__all__ = ["ROUNDING", "Reasons", "join_parts", "write_parts", "write_reading"]

#: The id of the last reason for fu, which is no entry of the table: what rounding adds.
ROUNDING = "rounding"


class Reasons:
    """What the best reading of each hand of a block is explained from: the conditions, asked which parts make them
    true.

    Asked of the whole block once, as the values were; a row is a hand.
    """

    def __init__(self, values: Values, rules: MahjongRules) -> None:
        """``values`` of a block in which at least one hand has a reading."""
        self._values = values
        self._rules = rules
        self._best = np.maximum(values.best, 0)
        self.state = State(
            readings=values.readings.take(self._best),
            sets=rules.sets,
            fu=np.zeros(len(self._best), dtype=np.int64),
            yaku={name: found[self._best] for name, found in values.present.items()},
        )

    @cached_property
    def _fu_marks(self) -> dict[str, Bools]:
        """For each reason for fu, (5, n) the parts that make it."""
        marks = {}
        for part in self._rules.fu.parts:
            found = self.state.no_parts()
            if part.each is not None:
                found[:GROUPS] = part.each.matches(self.state)
            elif part.when is not None:
                found = part.when.marks(self.state)
            marks[part.id] = found
        return marks

    def fu_lines(self, row: int, read: ReadWin) -> list[FuLine]:
        """Every reason for the fu of a hand, and what rounding added; their sum is the fu of the result."""
        best = self._best[row]
        texts = write_parts(self._values, best, read)
        shape = SHAPES[self._values.readings.shape[best]]
        fixed = self._rules.shapes[shape].fu
        if fixed is not None:
            return [FuLine(shape, fixed, join_parts(texts))]
        lines = []
        for part in self._rules.fu.parts:
            if not self._values.fu_times[part.id][best]:
                continue
            slots = np.flatnonzero(self._fu_marks[part.id][:, row])
            if part.each is not None:
                lines += [FuLine(part.id, part.fu, texts[slot]) for slot in slots]
            else:
                lines.append(FuLine(part.id, part.fu, join_parts(texts, slots)))
        rounded = int(self._values.fu[best]) - sum(line.fu for line in lines)
        return [*lines, FuLine(ROUNDING, rounded, "")] if rounded else lines


def write_parts(values: Values, reading: int, read: ReadWin) -> list[str]:
    """The parts of a reading as text: four groups and the pair; all tiles together in a shape without groups.

    Melds are spelled as in records. Red fives stand in the first part that has room for them, which changes no value.
    """
    readings = values.readings
    tiles = sorted([*read.hand, read.win], key=lambda tile: tile in RED_FIVES, reverse=True)
    if readings.pair[reading] == NO_TILE:
        return [print_tiles(tiles)]
    concealed = readings.groups[: GROUPS - len(read.melds), reading].tolist()
    texts = [print_tiles(_take(tiles, tiles_of(kind))) for kind in concealed]
    pair = print_tiles(_take(tiles, (int(readings.pair[reading]),) * 2))
    return [*texts, *map(print_meld, read.melds), pair]


def _take(tiles: list[int], kinds: tuple[int, ...]) -> list[int]:
    """Tiles of these kinds out of ``tiles``, the first ones first."""
    taken = []
    for kind in kinds:
        tile = next(tile for tile in tiles if kind_of(tile) == kind)
        tiles.remove(tile)
        taken.append(tile)
    return taken


def join_parts(texts: list[str], slots: Iterable[int] | None = None) -> str:
    """The texts of some parts (of all, if left out), blank between them; a shape without groups has one text for
    all.
    """
    if slots is None:
        return " ".join(texts)
    slots = list(slots)
    if len(texts) == 1:
        return texts[0] if slots else ""
    return " ".join(texts[slot] for slot in slots)


def write_reading(values: Values, reading: int, read: ReadWin) -> ReadingLine:
    """A reading as results have it."""
    readings = values.readings
    texts = write_parts(values, reading, read)
    wait = WAITS[readings.wait[reading]]
    standard = readings.pair[reading] != NO_TILE
    return ReadingLine(
        shape=SHAPES[readings.shape[reading]],
        groups=texts[:-1] if standard else [],
        pair=texts[-1] if standard else None,
        wait=None if wait == "none" else wait,
    )
