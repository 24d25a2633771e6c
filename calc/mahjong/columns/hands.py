"""Columns of won hands. Their fields have the names and meanings of those of :class:`calc.mahjong.hand.hand.Hand`."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Self

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.columns.splits import BASE, HONOUR_OFFSET
from calc.mahjong.hand.hand import CONCEALED, DEALER, QUAD
from calc.mahjong.hand.kinds import EAST, FIRST_TRIPLET, HONOURS, NO_GROUP, SUIT_SIZE, SUITS, TILE_KINDS

Bools = NDArray[np.bool_]
Counts = NDArray[np.uint8]
Ints = NDArray[np.int64]

_SUIT_SETS: Final = [(2**SUIT_SIZE - 1) << (suit * SUIT_SIZE) for suit in range(HONOURS)]


class Hands(Struct, frozen=True, dict=True):
    """Columns of n plain won hands. Tiles are tile kinds (34: none); seats are places in the order of the rules.

    ``concealed``: (n, 34) concealed tiles of each kind, winning tile included; ``whole``: (n, 34) those of the whole
    hand, melds included; ``accounted``: (n, 34) all copies that the record shows. ``reds_shown``: (3, n). ``melds``:
    (4, n) group codes in the order in which they were made; ``fed``: (n,) whether one says who fed it. ``bonus``: tiles
    of each kind of dora, (n,) each.
    """

    concealed: Counts
    whole: Counts
    accounted: Counts
    reds_shown: Counts
    win: Counts
    melds: Counts
    fed: Bools
    odd_feeder: Bools
    tsumo: Bools
    seat: NDArray[np.int8]
    round: NDArray[np.int8]
    discarder: NDArray[np.int8]
    riichi: NDArray[np.int8]
    ippatsu: Bools
    rinshan: Bools
    last_tile: Bools
    first_turn: Bools
    north: Ints
    honba: Ints
    sticks: Ints
    dora_count: Ints
    ura_count: Ints
    bonus: dict[str, Ints]

    #: Plain hands have none of these.
    chankan = 0
    discards = 0
    discards_known = False
    late_quads = 0

    def __len__(self) -> int:
        return len(self.win)

    def take(self, rows: Ints | Bools) -> Self:
        """The hands in ``rows``."""
        by_row = ("concealed", "whole", "accounted")
        fields: dict[str, Any] = {name: getattr(self, name) for name in self.__struct_fields__}
        taken = {
            name: one[rows] if name in by_row else one[..., rows] for name, one in fields.items() if name != "bonus"
        }
        return type(self)(**taken, bonus={kind: one[rows] for kind, one in self.bonus.items()})

    def fact(self, name: str) -> int:
        """Plain hands state no facts."""
        return 0

    @property
    def counts(self) -> Counts:
        """(34, n) concealed tiles."""
        return self.concealed.T

    @property
    def tiles(self) -> Counts:
        """(34, n) tiles of the whole hand."""
        return self.whole.T

    @property
    def shown(self) -> Counts:
        """(34, n) all copies that are shown."""
        return self.accounted.T

    @cached_property
    def tile_set(self) -> Ints:
        """(n,) the kinds of tiles in the whole hand."""
        return tile_sets(self.whole)

    @cached_property
    def shown_set(self) -> Ints:
        """(n,) the kinds of tiles that are shown."""
        return tile_sets(self.accounted)

    @cached_property
    def most_shown(self) -> Counts:
        """(n,) the most copies of a kind that are shown."""
        return np.asarray(self.accounted.max(axis=1)) if len(self) else np.zeros(0, dtype=np.uint8)

    @cached_property
    def suits(self) -> Ints:
        """(n,) how many of characters, circles and bamboo the hand has."""
        found = np.zeros(len(self), dtype=np.int64)
        for suit in _SUIT_SETS:
            found += (self.tile_set & suit) != 0
        return found

    @cached_property
    def is_dealer(self) -> Bools:
        """(n,) whether the dealer wins."""
        return np.asarray(self.seat == DEALER)

    @cached_property
    def seat_wind(self) -> Ints:
        """(n,) the own wind as a set of one tile."""
        return np.left_shift(1, EAST + self.seat.astype(np.int64))

    @cached_property
    def round_wind(self) -> Ints:
        """(n,) the wind of the round as a set of one tile."""
        return np.left_shift(1, EAST + self.round.astype(np.int64))

    @cached_property
    def has_melds(self) -> Bools:
        """(n,) whether the hand has melds, concealed quads included."""
        return np.asarray(self.melds[0] != NO_GROUP)

    @cached_property
    def is_open(self) -> Bools:
        """(n,) whether a meld was called; a concealed quad leaves the hand closed."""
        return np.asarray(((self.melds != NO_GROUP) & (self.melds & CONCEALED == 0)).any(axis=0))

    @cached_property
    def has_chi(self) -> Bools:
        """(n,) whether a run was called."""
        return np.asarray(((self.melds != NO_GROUP) & (self.melds < FIRST_TRIPLET)).any(axis=0))

    @cached_property
    def quads(self) -> Ints:
        """(n,) quads."""
        return np.asarray((self.melds & QUAD != 0).sum(axis=0))

    @cached_property
    def open_quads(self) -> Ints:
        """(n,) quads that are no concealed ones."""
        return np.asarray((self.melds & (QUAD | CONCEALED) == QUAD).sum(axis=0))

    @cached_property
    def way(self) -> Ints:
        """(n,) 0 closed by ron, 1 closed by tsumo, 2 open by ron, 3 open by tsumo."""
        return self.is_open * np.int64(2) + self.tsumo


def tile_sets(counts: Counts) -> Ints:
    """(n, 34) counts of tiles -> (n,) sets of the tile kinds that occur."""
    held = np.zeros((len(counts), 64), dtype=np.bool_)
    held[:, :TILE_KINDS] = counts > 0
    return np.packbits(held, axis=1, bitorder="little").view(np.int64)[:, 0]


#: (34, 4) tile counts @ this = the base-5 numbers of the four suits. Floats, because numpy multiplies only those fast,
#: and single precision, because every number stays below 2**24 and is therefore exact.
_TO_KEYS: Final[NDArray[np.float32]] = np.zeros((TILE_KINDS, SUITS), dtype=np.float32)
for _tile in range(TILE_KINDS):
    _TO_KEYS[_tile, _tile // SUIT_SIZE] = BASE ** (_tile % SUIT_SIZE)

#: Products of so few rows are made in this thread; of more, threads of the library would wait for each other.
_FEW: Final = 1024


def suit_keys(concealed: NDArray[np.uint8]) -> NDArray[np.int32]:
    """(n, 34) counts of concealed tiles -> (4, n) keys of their four suits in the table of splits."""
    counts = concealed.astype(np.float32)
    keys = np.empty((len(counts), SUITS), dtype=np.int32)
    for start in range(0, len(counts), _FEW):
        keys[start : start + _FEW] = counts[start : start + _FEW] @ _TO_KEYS
    keys[:, HONOURS] += HONOUR_OFFSET
    return np.ascontiguousarray(keys.T)
