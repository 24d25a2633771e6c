"""The reading of a hand and the reasons for its fu, spelled with tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np

from calc.mahjong.hand.hands import NO_TILE, RED_FIVES, WAITS, Bools, tiles_of
from calc.mahjong.hand.readings import GROUPS, SHAPES
from calc.mahjong.read.win_records import ReadWin
from calc.mahjong.results import FuLine, ReadingLine
from calc.mahjong.rules.schema import FuPart, MahjongRules
from calc.mahjong.rules.words import State
from calc.mahjong.value.valuing import Values
from calc.notation.melds import print_meld
from calc.notation.tiles import kind_of, print_tiles

#: The id of the last reason for fu, which is no entry of the table: what rounding adds.
ROUNDING = "rounding"


class Reasons:
    """The reasons for fu of the best reading of each hand of a block: which of its parts make each condition true.

    Conditions are evaluated once for the whole block; a row is a hand.
    """

    def __init__(self, values: Values, rules: MahjongRules) -> None:
        """``values``: of a block in which at least one hand has a reading."""
        self._values = values
        self._rules = rules
        self._best = np.maximum(values.best, 0)
        self.state = State(
            readings=values.readings.take(self._best),
            sets=rules.sets,
            fu=np.zeros(len(self._best), dtype=np.int64),
            yaku={name: found[self._best] for name, found in values.present.items()},
            dora=values.dora.by_kind,
        )

    @cached_property
    def _fu(self) -> list[tuple[FuPart, list[bool], list[list[bool]]]]:
        """The reasons for fu that apply to some hand: for each hand whether they do, and which parts make them."""
        found = []
        for part in self._rules.fu.parts:
            applies = self._values.fu_times[part.id][self._best] > 0
            if applies.any():
                found.append((part, applies.tolist(), self._mark(part).T.tolist()))
        return found

    def _mark(self, part: FuPart) -> Bools:
        if part.each is None:
            return self.state.no_parts() if part.when is None else part.when.marks(self.state)
        marks = self.state.no_parts()
        marks[:GROUPS] = part.each.matches(self.state)
        return marks

    def fu_lines(self, row: int, texts: list[str]) -> list[FuLine]:
        """Every reason for the fu of the hand in ``row``, and what rounding adds; their sum is the fu of the result.

        ``texts``: the parts of its best reading, as :func:`write_parts` gives them.
        """
        best = int(self._best[row])
        shape = SHAPES[self._values.readings.shape[best]]
        fixed = self._rules.shapes[shape].fu
        if fixed is not None:
            return [FuLine(shape, fixed, join_parts(texts))]
        lines = []
        for part, applies, marks in self._fu:
            if not applies[row]:
                continue
            slots = [slot for slot, makes in enumerate(marks[row]) if makes]
            if part.each is not None:
                lines += [FuLine(part.id, part.fu, texts[slot]) for slot in slots]
            else:
                lines.append(FuLine(part.id, part.fu, join_parts(texts, slots)))
        rounded = int(self._values.fu[best]) - sum(line.fu for line in lines)
        return [*lines, FuLine(ROUNDING, rounded, "")] if rounded else lines


def write_parts(values: Values, reading: int, read: ReadWin) -> list[str]:
    """The parts of a reading as texts: four groups and the pair, or all tiles in one for a shape without groups.

    Melds are spelled as in records. A red five is spelled in the first part that holds a five of its suit; this changes
    no value.
    """
    readings = values.readings
    tiles = [*read.hand, read.win]
    pair = int(readings.pair[reading])
    if pair == NO_TILE:
        return [print_tiles(tiles)]
    reds = [tile for tile in tiles if tile in RED_FIVES]
    concealed = readings.groups[: GROUPS - len(read.melds), reading].tolist()
    texts = [_print_part(_use_reds(tiles_of(kind), reds)) for kind in concealed]
    return [*texts, *map(print_meld, read.melds), _print_part(_use_reds((pair, pair), reds))]


_print_part = lru_cache(maxsize=1024)(print_tiles)


def _use_reds(kinds: tuple[int, ...], reds: list[int]) -> tuple[int, ...]:
    """Tiles of these kinds, red ones while ``reds`` has some; those are removed from it."""
    if not reds:
        return kinds
    tiles = []
    for kind in kinds:
        red = next((red for red in reds if kind_of(red) == kind), None)
        if red is not None:
            reds.remove(red)
        tiles.append(kind if red is None else red)
    return tuple(tiles)


def join_parts(texts: list[str], slots: Sequence[int] | None = None) -> str:
    """The texts of the parts at ``slots`` (default: all), with spaces between them.

    A shape without groups has one text for all parts.
    """
    if slots is None:
        return " ".join(texts)
    if len(texts) == 1:
        return texts[0] if len(slots) else ""
    return " ".join(texts[slot] for slot in slots)


def write_reading(values: Values, reading: int, texts: list[str]) -> ReadingLine:
    """A reading as results give it. ``texts``: its parts, as :func:`write_parts` gives them."""
    readings = values.readings
    wait = WAITS[readings.wait[reading]]
    standard = readings.pair[reading] != NO_TILE
    return ReadingLine(
        shape=SHAPES[readings.shape[reading]],
        groups=texts[:-1] if standard else [],
        pair=texts[-1] if standard else None,
        wait=None if wait == "none" else wait,
    )
