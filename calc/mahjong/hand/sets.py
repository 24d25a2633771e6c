"""Sets of tiles that rule tables name, as bits."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from calc.errors import NotationError
from calc.mahjong.hand.kinds import EAST, GROUP_KINDS, NO_GROUP, tiles_of
from calc.notation.tiles import kind_of, parse_tiles
from calc.tables import Name
from calc.translation import msg

#: Sets of one wind: name -> its title.
WINDS_BY_RECORD: Final = {
    "seat_wind": Name(en=msg("the seat wind"), ja="自風"),
    "round_wind": Name(en=msg("the round wind"), ja="場風"),
}


class TileSet(NamedTuple):
    """A set of tiles as bits. ``within``: group kinds with all tiles in it; ``touching``: those with a tile in it."""

    tiles: int
    within: int
    touching: int

    @classmethod
    def of(cls, tiles: Iterable[int]) -> "TileSet":
        members = frozenset(tiles)
        groups = _groups()
        within = sum(1 << kind for kind, group in groups.items() if group <= members)
        return cls(sum(1 << t for t in members), within, sum(1 << k for k, group in groups.items() if group & members))


@cache
def _groups() -> dict[int, frozenset[int]]:
    return {kind: frozenset(tiles_of(kind)) for kind in range(GROUP_KINDS) if kind != NO_GROUP}


_OF_WIND: Final = [TileSet.of([EAST + seat]) for seat in range(4)]


class Sets:
    """The sets of a rule set by name. ``titles``: of the two winds too; ``fixed``: those that no hand changes."""

    def __init__(self, named: Mapping[str, tuple[str, Name]]) -> None:
        """``named``: name -> (tiles in mpsz, title)."""
        taken = sorted(named.keys() & WINDS_BY_RECORD)
        if taken:
            raise ValueError(msg("the set {0!r} is the wind of the record; choose another name", taken[0]))
        self.titles = {**{name: title for name, (_, title) in named.items()}, **WINDS_BY_RECORD}
        self.fixed = {name: TileSet.of(map(kind_of, _parse(name, text))) for name, (text, _) in named.items()}

    def __contains__(self, name: str) -> bool:
        return name in self.titles

    def seen_by(self, name: str, winds: tuple[int, int]) -> TileSet:
        """A set for a hand with these two winds, its own and that of the round."""
        if name in WINDS_BY_RECORD:
            return _OF_WIND[winds[list(WINDS_BY_RECORD).index(name)]]
        return self.fixed[name]

    def tiles(self, name: str) -> int | None:
        """The tiles of a set that does not depend on the hand."""
        found = self.fixed.get(name)
        return None if found is None else found.tiles

    def holds(self, name: str, tile: int) -> bool:
        """Whether a tile kind is in a set that does not depend on the hand."""
        return bool(self.fixed[name].tiles >> tile & 1)


def _parse(name: str, text: str) -> tuple[int, ...]:
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise ValueError(msg("set {0!r}: {1}", name, error.message)) from None
