"""Columns of won hands. Their fields have the names and meanings of those of :class:`calc.mahjong.hand.hand.Hand`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calc.mahjong.columns.splits import BASE, HONOUR_OFFSET
from calc.mahjong.hand.hand import CONCEALED, DEALER, QUAD
from calc.mahjong.hand.kinds import EAST, FIRST_TRIPLET, HONOURS, NO_GROUP, SUIT_SIZE, SUITS, TILE_KINDS

Bools = NDArray[np.bool_]
Counts = NDArray[np.uint8]
Ints = NDArray[np.int64]

#: The seats at a table: the two winds of a hand are one number.
WINDS: Final = 4
_SUIT_SETS: Final = [(2**SUIT_SIZE - 1) << (suit * SUIT_SIZE) for suit in range(HONOURS)]


class Hands:
    """Columns of n plain won hands. Tiles are tile kinds (34: none); seats are places in the order of the rules.

    ``concealed``: (n, 34) concealed tiles of each kind, winning tile included; ``whole``: (n, 34) those of the whole
    hand, melds included; ``accounted``: (n, 34) all copies that the record shows. ``reds_shown``: (3, n). ``melds``:
    (4, n) group codes in the order in which they were made; ``fed``: (n,) whether one says who fed it. ``bonus``: tiles
    of each kind of dora, (n,) each. All others, (n,) each, are named and meant as the fields of a hand; what is not
    read follows from the others, and is worked out when it is first asked for.
    """

    #: Plain hands have none of these.
    discards = late_quads = 0
    discards_known = False

    #: Hands of which these are those in some rows.
    _of: "Hands | None" = None
    _rows: Ints

    def __init__(self, **columns: Any) -> None:
        self.__dict__ |= columns

    def __len__(self) -> int:
        return len(self.win)

    def __getattr__(self, name: str) -> Any:
        if name in _TURNED:
            return getattr(self, _TURNED[name]).T
        if self._of is None:
            if name not in _DERIVED:
                raise AttributeError(name)
            found = _DERIVED[name](self)
        else:
            column = getattr(self._of, name)
            if name == "bonus":
                found = {kind: one[self._rows] for kind, one in column.items()}
            else:
                found = column[self._rows] if name in _TURNED.values() else column[..., self._rows]
        self.__dict__[name] = found
        return found

    def take(self, rows: Ints | Bools) -> "Hands":
        """The hands in ``rows``."""
        taken = Hands()
        taken._of, taken._rows = self, np.arange(len(self))[rows]
        return taken

    def fact(self, name: str) -> int:
        """Plain hands state no facts."""
        return 0


#: Columns by kind of tile: (34, n) of (n, 34).
_TURNED: Final = {"counts": "concealed", "tiles": "whole", "shown": "accounted"}
#: What follows from columns that are read.
_DERIVED: Final[Mapping[str, Callable[[Hands], Any]]] = {
    "tile_set": lambda h: tile_sets(h.whole),
    "shown_set": lambda h: tile_sets(h.accounted),
    "most_shown": lambda h: h.accounted.max(axis=1, initial=0),
    "shown_of_win": lambda h: h.accounted[np.arange(len(h)), h.win],
    "suits": lambda h: sum(((h.tile_set & suit) != 0).astype(np.int64) for suit in _SUIT_SETS),
    "is_dealer": lambda h: h.seat == DEALER,
    "winds": lambda h: h.seat.astype(np.int64) * WINDS + h.round,
    "seat_wind": lambda h: np.left_shift(1, EAST + h.seat.astype(np.int64)),
    "round_wind": lambda h: np.left_shift(1, EAST + h.round.astype(np.int64)),
    "has_melds": lambda h: h.melds[0] != NO_GROUP,
    "is_open": lambda h: ((h.melds != NO_GROUP) & (h.melds & CONCEALED == 0)).any(axis=0),
    "has_chi": lambda h: ((h.melds != NO_GROUP) & (h.melds < FIRST_TRIPLET)).any(axis=0),
    "quads": lambda h: (h.melds & QUAD != 0).sum(axis=0),
    "open_quads": lambda h: (h.melds & (QUAD | CONCEALED) == QUAD).sum(axis=0),
    "way": lambda h: h.is_open * np.int64(2) + h.tsumo,
}


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
