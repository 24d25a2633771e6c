"""Columns of won hands, and the numbers in them: tile kinds, group kinds and waits.

A *tile kind* is 0 to 33: 1m to 9m, 1p to 9p, 1s to 9s, then the honours. A *group kind* is 0 for none, 1 to 21 for the
runs (123m first, 789s last) and 22 to 55 for the triplets; a quad is a triplet with a mark. Kinds stay below 64, so
that the groups of a reading are a set of bits in one word. A single hand is a batch of one.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Final, Self

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.notation.tiles import KINDS, TILES, kind_of

SUIT_SIZE: Final = 9
TILE_KINDS: Final = KINDS
#: Marks the absence of a tile in a column of tiles.
NO_TILE: Final = TILE_KINDS
#: The tile kind of the first wind, and of the wind that games for three set aside as dora.
EAST: Final = 27
NORTH: Final = EAST + 3
#: The red fives of m, p and s among the tiles of :mod:`calc.notation.tiles`.
RED_FIVES: Final = range(KINDS, TILES)
#: The kinds of the fives that they are.
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


#: (56,) the tiles of each group kind as a set of tile kinds, one bit a tile.
TILES_OF: Final[NDArray[np.uint64]] = np.array(
    [sum(1 << tile for tile in set(tiles_of(kind))) for kind in range(GROUP_KINDS)], dtype=np.uint64
)
#: (56, 35) the code of the wait that a tile completes in a group; the last column is for no tile.
WAIT_OF: Final[NDArray[np.uint8]] = np.array(
    [
        [WAITS.index(_find_wait(kind, tile) if tile in tiles_of(kind) else "none") for tile in range(TILE_KINDS + 1)]
        for kind in range(GROUP_KINDS)
    ],
    dtype=np.uint8,
)


Bools = NDArray[np.bool_]
Counts = NDArray[np.uint8]
Ints = NDArray[np.int64]
#: Sets of tile kinds or group kinds, one bit a kind.
TileSets = NDArray[np.uint64]

#: Values of the columns ``riichi`` and ``chankan``, in the order of their codes.
RIICHI: Final = (False, True, "double")
CHANKAN: Final = (False, True, "concealed")
#: The name of the fact that counts the season tiles of the winner.
SEASONS: Final = "seasons"
#: The name of the fact that the winner let a winning tile pass.
PASSED: Final = "passed"
#: The name of the fact that counts the tiles left in the wall when riichi was declared.
RIICHI_WALL: Final = "riichi_wall"
#: The dealer's place among the seats.
DEALER: Final = 0
#: Marks a seat that does not exist or is not known.
NO_SEAT: Final = -1


class Columns(Struct, frozen=True):
    """Columns of arrays with a row each for the same hands or readings, along the last axis.

    A field may also be a mapping of such columns or hold columns of its own.
    """

    #: Columns with the rows along the first axis, and fields that are no columns of these rows.
    by_row: ClassVar[frozenset[str]] = frozenset()
    apart: ClassVar[frozenset[str]] = frozenset()

    def take(self, rows: Ints | Bools) -> Self:
        """What is in ``rows``."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return type(self)(
            **{
                name: column[rows] if name in self.by_row else column if name in self.apart else take_rows(column, rows)
                for name, column in fields.items()
            }
        )


def take_rows(column: Any, rows: Ints | Bools) -> Any:
    """The ``rows`` of a column, of columns by name or of :class:`Columns`; a single value is that of all rows."""
    if isinstance(column, dict):
        return {name: take_rows(one, rows) for name, one in column.items()}
    if isinstance(column, Columns):
        return column.take(rows)
    return column[..., rows] if isinstance(column, np.ndarray) else column


class Hands(Columns, frozen=True, dict=True):
    """Columns of n won hands. Tiles are tile kinds (34: none); seats are places in the order of the rules (-1: none).

    ``concealed``: (n, 34) concealed tiles of each kind, winning tile included. ``tiles``: (n, 34) those of the whole
    hand, melds included. ``accounted``: (n, 34) all copies that the record shows: hand, melds, indicators, Norths set
    aside. ``reds``, ``accounted_reds``: (n, 3) red fives of m, p, s, in the hand and in all that is shown. ``melds``:
    (4, n) group kinds in the order in which they were made. ``meld_is_quad``, ``meld_is_open``, ``meld_is_promoted`` (a
    quad made from a called triplet, or, concealed, from three tiles of the hand after riichi): (4, n). ``meld_feeder``:
    (4, n) the seat whose discard was called. ``riichi``, ``chankan``: codes of :data:`RIICHI` and :data:`CHANKAN`.
    ``tsumo``: false on a ron. ``dora``, ``ura``: (k, n) the *indicators*. ``discards``: (n,) the winner's own discards
    as sets, empty where not known.
    ``facts``: a column for each fact, 0 where a record does not state it. ``liable_seat``, ``liable_for``: (k, n) seats
    liable by pao, and the place of the yakuman among the yaku of the rules.
    """

    by_row = frozenset({"concealed", "tiles", "accounted", "reds", "accounted_reds"})

    concealed: Counts
    tiles: Counts
    accounted: Counts
    reds: Counts
    accounted_reds: Counts
    win: Counts
    melds: Counts
    meld_is_quad: Bools
    meld_is_open: Bools
    meld_is_promoted: Bools
    meld_feeder: NDArray[np.int8]
    tsumo: Bools
    seat: NDArray[np.int8]
    round: NDArray[np.int8]
    discarder: NDArray[np.int8]
    riichi: NDArray[np.int8]
    chankan: NDArray[np.int8]
    ippatsu: Bools
    rinshan: Bools
    last_tile: Bools
    first_turn: Bools
    north: Counts
    honba: Ints
    sticks: Ints
    dora: Counts
    ura: Counts
    discards: TileSets
    discards_known: Bools
    facts: dict[str, Ints]
    liable_seat: NDArray[np.int8]
    liable_for: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.win)

    @cached_property
    def is_open(self) -> Bools:
        """(n,) whether a meld was called; a concealed quad leaves the hand closed."""
        return np.asarray(self.meld_is_open.any(axis=0))

    @cached_property
    def has_melds(self) -> Bools:
        """(n,) whether the hand has melds, concealed quads included."""
        return np.asarray(self.melds[0] != NO_GROUP)

    @property
    def meld_count(self) -> Ints:
        """(n,) melds."""
        return np.asarray((self.melds != NO_GROUP).sum(axis=0))

    @property
    def before_win(self) -> Counts:
        """(n, 34) the concealed tiles without the winning one."""
        before = self.concealed.copy()
        before[np.arange(len(before)), self.win] -= 1
        return before

    @cached_property
    def dora_count(self) -> Ints:
        """(n,) dora indicators."""
        return np.asarray((self.dora != NO_TILE).sum(axis=0))

    @cached_property
    def ura_count(self) -> Ints:
        """(n,) ura indicators."""
        return np.asarray((self.ura != NO_TILE).sum(axis=0))

    @cached_property
    def tile_set(self) -> TileSets:
        """(n,) the kinds of tiles in the whole hand."""
        return tile_sets(self.tiles)

    def fact(self, name: str) -> Ints:
        """(n,) the column of a fact, zeros where no record states it."""
        return self.facts.get(name, np.zeros(len(self), dtype=np.int64))


def tile_sets(counts: Counts) -> TileSets:
    """(n, 34) counts of tiles -> (n,) sets of the tile kinds that occur."""
    held = np.zeros((len(counts), 64), dtype=np.bool_)
    held[:, :TILE_KINDS] = counts > 0
    packed: TileSets = np.packbits(held, axis=1, bitorder="little").view(np.uint64)[:, 0]
    return packed
