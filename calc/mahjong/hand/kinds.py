"""Numbers of tiles, groups and waits, and sets of tiles that rule tables name, as bits.

A *tile kind* is 0 to 33: 1m to 9m, 1p to 9p, 1s to 9s, then the honours. A *group kind* is 0 for none, 1 to 21 for the
runs (123m first, 789s last) and 22 to 55 for the triplets; a quad is a triplet with a mark. Kinds stay below 64, so
that the groups of a reading are a set of bits in one word.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from calc.errors import NotationError
from calc.notation.tiles import KINDS, TILES, kind_of, parse_tiles
from calc.tables import Name
from calc.translation import msg

SUIT_SIZE: Final = 9
TILE_KINDS: Final = KINDS
#: Marks the absence of a tile in a column of tiles.
NO_TILE: Final = TILE_KINDS
#: The tile kind of the first wind, and of the wind that games for three set aside as dora.
EAST: Final = 27
NORTH: Final = EAST + 3
#: The red fives of m, p and s among the tiles of :mod:`calc.notation.tiles`.
RED_FIVES: Final = range(KINDS, TILES)
FIVES: Final = [kind_of(red) for red in RED_FIVES]
_RUNS_A_SUIT: Final = 7

#: How many groups a hand of four groups and a pair has.
GROUPS: Final = 4
NO_GROUP: Final = 0
FIRST_TRIPLET: Final = 22
GROUP_KINDS: Final = 56
RUNS: Final = range(1, FIRST_TRIPLET)
TRIPLETS: Final = range(FIRST_TRIPLET, GROUP_KINDS)

#: The waits that a winning tile can complete (penchan, kanchan, ryanmen, shanpon, tanki), in the order of their codes.
WAITS: Final = ("edge", "closed", "open", "shanpon", "pair", "none")


def run_kind(suit: int, rank: int) -> int:
    """The group kind of the run that starts at ``rank`` (1 to 7) of ``suit`` (0 to 2)."""
    return 1 + suit * _RUNS_A_SUIT + rank - 1


def triplet_kind(tile: int) -> int:
    """The group kind of the triplet of a tile kind."""
    return FIRST_TRIPLET + tile


def tiles_of(kind: int) -> tuple[int, ...]:
    """The three tiles of a group kind (a quad has a fourth, equal one), empty for :data:`NO_GROUP`."""
    if kind == NO_GROUP:
        return ()
    if kind >= FIRST_TRIPLET:
        return (kind - FIRST_TRIPLET,) * 3
    suit, start = divmod(kind - 1, _RUNS_A_SUIT)
    first = suit * SUIT_SIZE + start
    return (first, first + 1, first + 2)


def _find_wait(kind: int, tile: int) -> str:
    """The wait that ``tile`` completes in a group: penchan with 3 of 123 and 7 of 789, kanchan with a middle tile."""
    if kind >= FIRST_TRIPLET:
        return "shanpon"
    tiles = tiles_of(kind)
    place, start = tiles.index(tile), tiles[0] % SUIT_SIZE
    if place == 1:
        return "closed"
    is_edge = (place == 2 and start == 0) or (place == 0 and start == _RUNS_A_SUIT - 1)
    return "edge" if is_edge else "open"


#: The code of the wait that a tile completes in each group kind: ``WAIT_OF[kind][tile]``, the last one for no tile.
WAIT_OF: Final = [[WAITS.index("none")] * (TILE_KINDS + 1) for _ in range(GROUP_KINDS)]
for _kind, _waits in enumerate(WAIT_OF):
    for _tile in tiles_of(_kind):
        _waits[_tile] = WAITS.index(_find_wait(_kind, _tile))
SUITS: Final = 4
#: The fourth suit, the honours: they make no runs.
HONOURS: Final = 3
MOST_COPIES: Final = 4


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
