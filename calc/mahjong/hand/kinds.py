"""The kinds of groups and the geometry of tiles: 21 runs, 34 triplets, and which tile makes which wait.

A *kind* of group is a small number: 0 for none, 1 to 21 for the runs (123m first, 789s last), 22 to 55 for the triplets
(a quad is a triplet with a mark). Kinds below 64 let the groups of a reading be a set in one 64-bit word, one bit a
kind. A tile kind is 0 to 33: 1m to 9m, 1p to 9p, 1s to 9s, then the honours.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calc.notation.tiles import KINDS, TILES

SUIT_SIZE: Final = 9
TILE_KINDS: Final = KINDS
#: Stands where a tile column has no tile.
NO_TILE: Final = TILE_KINDS
#: The winds of seats and rounds begin here; the north wind is the one that games for three set aside as dora.
EAST: Final = 27
NORTH: Final = EAST + 3
#: The red fives of m, p and s among the tiles of :mod:`calc.notation.tiles`.
RED_FIVES: Final = range(KINDS, TILES)
_RUNS_A_SUIT: Final = 7

NO_GROUP: Final = 0
FIRST_TRIPLET: Final = 22
GROUP_KINDS: Final = 56
RUNS: Final = range(1, FIRST_TRIPLET)
TRIPLETS: Final = range(FIRST_TRIPLET, GROUP_KINDS)

#: The kinds of wait a winning tile can have ended, in the order of their codes.
WAITS: Final = ("edge", "closed", "open", "shanpon", "pair", "none")


def run_kind(suit: int, rank: int) -> int:
    """The kind of the run that starts at ``rank`` (1 to 7) of ``suit`` (0 to 2)."""
    return 1 + suit * _RUNS_A_SUIT + rank - 1


def triplet_kind(tile: int) -> int:
    """The kind of the triplet of a tile kind."""
    return FIRST_TRIPLET + tile


def tiles_of(kind: int) -> tuple[int, ...]:
    """The three tiles of a group (a quad has the last one twice), empty for :data:`NO_GROUP`."""
    if kind == NO_GROUP:
        return ()
    if kind >= FIRST_TRIPLET:
        return (kind - FIRST_TRIPLET,) * 3
    suit, start = divmod(kind - 1, _RUNS_A_SUIT)
    first = suit * SUIT_SIZE + start
    return (first, first + 1, first + 2)


def _wait(kind: int, tile: int) -> str:
    """What was waited for when ``tile`` ended the group: 3 of 123 and 7 of 789 are edges, a middle tile is closed."""
    if kind >= FIRST_TRIPLET:
        return "shanpon"
    tiles = tiles_of(kind)
    place, start = tiles.index(tile), tiles[0] % SUIT_SIZE
    if place == 1:
        return "closed"
    is_edge = (place == 2 and start == 0) or (place == 0 and start == _RUNS_A_SUIT - 1)
    return "edge" if is_edge else "open"


#: (56,) the tiles of each kind as a set of tile kinds, one bit a tile.
TILES_OF: Final[NDArray[np.uint64]] = np.array(
    [sum(1 << tile for tile in set(tiles_of(kind))) for kind in range(GROUP_KINDS)], dtype=np.uint64
)
#: (56, 35) whether a group holds a tile; the last column is no tile.
CONTAINS: Final[NDArray[np.bool_]] = np.array(
    [[tile in tiles_of(kind) for tile in range(TILE_KINDS + 1)] for kind in range(GROUP_KINDS)]
)
#: (56, 35) the code of the wait that a tile ends in a group.
WAIT_OF: Final[NDArray[np.uint8]] = np.array(
    [
        [WAITS.index(_wait(kind, tile) if tile in tiles_of(kind) else "none") for tile in range(TILE_KINDS + 1)]
        for kind in range(GROUP_KINDS)
    ],
    dtype=np.uint8,
)
