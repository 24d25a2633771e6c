"""Named sets of tiles for conditions of yaku. Two of them depend on the hand: its seat wind and its round wind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.errors import NotationError
from calc.mahjong.hand.hands import EAST, GROUP_KINDS, NO_GROUP, Ints, TileSets, tiles_of
from calc.mahjong.hand.readings import Readings
from calc.notation.tiles import kind_of, parse_tiles
from calc.tables import Name

#: Tile kinds, group kinds within, group kinds touching.
_PARTS: Final = 3
#: Sets of one wind: name -> the column of hands that gives it, and its title.
WINDS_BY_RECORD: Final = {
    "seat_wind": ("seat", Name(en="the seat wind", ja="自風")),
    "round_wind": ("round", Name(en="the round wind", ja="場風")),
}


class SetsHere(Struct, frozen=True):
    """The sets of a rule set for a batch of readings, by name: one value, or (R,) values of the two winds.

    ``tiles``: the tile kinds of a set. ``within``: the group kinds whose tiles are all in it; ``touching``: those that
    have a tile in it.
    """

    tiles: dict[str, TileSets]
    within: dict[str, TileSets]
    touching: dict[str, TileSets]

    def take(self, rows: Ints) -> SetsHere:
        """The sets for the readings in ``rows``."""
        tiles, within, touching = (
            {name: found[rows] if found.ndim else found for name, found in part.items()}
            for part in (self.tiles, self.within, self.touching)
        )
        return SetsHere(tiles, within, touching)


class Sets:
    """The sets of a rule set by name, as bits. ``titles``: their titles, those of the two winds too."""

    def __init__(self, named: Mapping[str, tuple[str, Name]], seats: int) -> None:
        """``named``: name -> (tiles in mpsz, title). ``seats``: number of seats, and so of seat winds."""
        taken = sorted(named.keys() & WINDS_BY_RECORD)
        if taken:
            raise ValueError(f"the set {taken[0]!r} is the wind of the record; choose another name")
        self.titles = {name: title for name, (_, title) in named.items()}
        self.titles.update({name: title for name, (_, title) in WINDS_BY_RECORD.items()})
        made = {name: _make_set(map(kind_of, _parse(name, text))) for name, (text, _) in named.items()}
        self._fixed = [{name: found[part] for name, found in made.items()} for part in range(_PARTS)]
        #: (3, seats) the three parts of the sets of one wind.
        self._winds = np.array([_make_set([EAST + seat]) for seat in range(seats)]).T

    def __contains__(self, name: str) -> bool:
        return name in self.titles

    def seen_by(self, readings: Readings) -> SetsHere:
        """The sets for a batch of readings."""
        winds = {name: self._winds[:, readings.of[column]] for name, (column, _) in WINDS_BY_RECORD.items()}
        tiles, within, touching = (
            {**fixed, **{name: found[part] for name, found in winds.items()}} for part, fixed in enumerate(self._fixed)
        )
        return SetsHere(tiles, within, touching)

    def holds(self, name: str, tile: int) -> bool:
        """Whether a tile kind is in a set that does not depend on the hand."""
        return bool(int(self._fixed[0][name]) >> tile & 1)


def _parse(name: str, text: str) -> tuple[int, ...]:
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise ValueError(f"set {name!r}: {error.message}") from None


def _make_set(tiles: Iterable[int]) -> NDArray[np.uint64]:
    """The three parts of a set, in the order of :class:`SetsHere`."""
    members = frozenset(tiles)
    groups = [set(tiles_of(kind)) for kind in range(GROUP_KINDS)]
    within = [kind for kind, group in enumerate(groups) if kind != NO_GROUP and group <= members]
    touching = [kind for kind, group in enumerate(groups) if group & members]
    return np.array([sum(1 << number for number in part) for part in (members, within, touching)], dtype=np.uint64)
