"""Named sets of tiles for conditions of yaku. Two of them depend on the hand: its seat wind and its round wind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import numpy as np
from msgspec import Struct

from calc.errors import NotationError
from calc.mahjong.hand.hands import EAST, GROUP_KINDS, NO_GROUP, TileSets, tiles_of
from calc.mahjong.hand.readings import Readings
from calc.notation.tiles import kind_of, parse_tiles
from calc.tables import Name

#: Sets of one wind: name -> the column of hands that gives it, and its title.
WINDS_BY_RECORD: Final = {
    "seat_wind": ("seat", Name(en="the seat wind", ja="自風")),
    "round_wind": ("round", Name(en="the round wind", ja="場風")),
}


class _Set(Struct, frozen=True):
    """A set of tile kinds, with the group kinds that lie within it and those that touch it."""

    tiles: np.uint64
    within: np.uint64
    touching: np.uint64


_Part = Literal["tiles", "within", "touching"]


class Sets:
    """The sets of a rule set by name, as bits: one value for all hands, or a column for the two winds."""

    def __init__(self, named: Mapping[str, tuple[str, Name]], seats: int) -> None:
        """``named``: name -> (tiles in mpsz, title). ``seats``: number of seats, and so of seat winds."""
        taken = sorted(named.keys() & WINDS_BY_RECORD)
        if taken:
            raise ValueError(f"the set {taken[0]!r} is the wind of the record; choose another name")
        self.titles = {name: title for name, (_, title) in named.items()}
        self.titles.update({name: title for name, (_, title) in WINDS_BY_RECORD.items()})
        self._fixed = {name: _make_set(map(kind_of, _parse(name, text))) for name, (text, _) in named.items()}
        winds = [_make_set([EAST + seat]) for seat in range(seats)]
        self._winds: dict[_Part, TileSets] = {
            part: np.array([getattr(wind, part) for wind in winds]) for part in ("tiles", "within", "touching")
        }

    def __contains__(self, name: str) -> bool:
        return name in self.titles

    def tiles(self, name: str, readings: Readings) -> TileSets | np.uint64:
        """The tile kinds of a set: one value, or (R,) values where it depends on the hand."""
        return self._find_part(name, readings, "tiles")

    def groups_within(self, name: str, readings: Readings) -> TileSets | np.uint64:
        """The group kinds whose tiles are all in the set."""
        return self._find_part(name, readings, "within")

    def groups_touching(self, name: str, readings: Readings) -> TileSets | np.uint64:
        """The group kinds that have a tile in the set."""
        return self._find_part(name, readings, "touching")

    def holds(self, name: str, tile: int) -> bool:
        """Whether a tile kind is in a set that does not depend on the hand."""
        return bool(int(self._fixed[name].tiles) >> tile & 1)

    def _find_part(self, name: str, readings: Readings, part: _Part) -> TileSets | np.uint64:
        if name in self._fixed:
            fixed: np.uint64 = getattr(self._fixed[name], part)
            return fixed
        column, _ = WINDS_BY_RECORD[name]
        found: TileSets = self._winds[part][readings.of(column)]
        return found


def _parse(name: str, text: str) -> tuple[int, ...]:
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise ValueError(f"set {name!r}: {error.message}") from None


def _make_set(tiles: Iterable[int]) -> _Set:
    members = frozenset(tiles)
    groups = [set(tiles_of(kind)) for kind in range(GROUP_KINDS)]
    return _Set(
        tiles=_make_bits(members),
        within=_make_bits(kind for kind, group in enumerate(groups) if kind != NO_GROUP and group <= members),
        touching=_make_bits(kind for kind, group in enumerate(groups) if group & members),
    )


def _make_bits(numbers: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in set(numbers)))
