"""Columns of won hands, and which tiles finish a hand. A single hand is a batch of one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property, partial
from typing import Any, ClassVar, Final, Self

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.hand.kinds import (
    BASE,
    EAST,
    GROUP_KINDS,
    HONOUR_OFFSET,
    HONOURS,
    MOST_COPIES,
    NO_GROUP,
    NO_TILE,
    SUIT_SIZE,
    SUITS,
    TILE_KINDS,
    Bools,
    Counts,
    Ints,
    TileSets,
    splits,
    tiles_of,
)

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
        taken = {name: getattr(self, name) for name in self.__struct_fields__}
        for name in taken.keys() - self.apart:
            taken[name] = taken[name][rows] if name in self.by_row else take_rows(taken[name], rows)
        return type(self)(**taken)


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


# ---- shapes without groups

#: Shapes in the order of their codes. Of readings that pay the same the first shape counts.
SHAPES: Final = ("standard", "seven_pairs", "thirteen_orphans", "thirteen_unconnected", "fourteen_unconnected")
STANDARD: Final = SHAPES[0]
SEVEN_PAIRS: Final = SHAPES[1]
#: Among known shapes: four of a kind are two of seven pairs.
FOUR_ALIKE: Final = "four_alike"


_SEVEN: Final = 7
#: Tiles of a finished hand without melds.
_TILES: Final = 14


def _is_seven_pairs(concealed: Counts) -> Bools:
    """Four of a kind are not two pairs."""
    pairs: Bools = (concealed == 2).sum(axis=1) == _SEVEN
    return pairs


def _is_seven_pairs_of_any(concealed: Counts) -> Bools:
    """Four of a kind are two pairs."""
    pairs: Bools = (concealed % 2 == 0).all(axis=1) & (concealed.sum(axis=1) == _TILES)
    return pairs


#: One of each terminal and honour.
_ORPHANS: Final = np.array([0, 8, 9, 17, 18, 26, *range(27, TILE_KINDS)])


def _is_thirteen_orphans(concealed: Counts) -> Bools:
    orphans = concealed[:, _ORPHANS]
    complete: Bools = (orphans > 0).all(axis=1) & (orphans.sum(axis=1) == len(_ORPHANS) + 1)
    return complete


def _is_unconnected(concealed: Counts, pairs: int) -> Bools:
    """No two tiles are part of a run, and exactly these ``pairs`` are alike: tiles of a suit are three ranks apart."""
    found: Bools = (concealed.sum(axis=1) == _TILES) & ((concealed > 0).sum(axis=1) == _TILES - pairs)
    found &= (concealed > 1).sum(axis=1) == pairs
    # Few hands come so far.
    rows = np.flatnonzero(found)
    suits = concealed[rows, :EAST].reshape(-1, SUITS - 1, SUIT_SIZE) > 0
    for apart in (1, 2):
        found[rows] &= ~(suits[..., apart:] & suits[..., :-apart]).any(axis=(1, 2))
    return found


#: Shapes other than four groups and a pair, each with its test of (n, 34) concealed tiles.
_SPECIAL_SHAPES: Final[dict[str, Callable[[Counts], Bools]]] = {
    "seven_pairs": _is_seven_pairs,
    "thirteen_orphans": _is_thirteen_orphans,
    "thirteen_unconnected": partial(_is_unconnected, pairs=1),
    "fourteen_unconnected": partial(_is_unconnected, pairs=0),
}


def shapes_without_groups(known: Collection[str]) -> list[tuple[str, Callable[[Counts], Bools]]]:
    """The known shapes without groups, each with its test."""
    tests = _SPECIAL_SHAPES | {SEVEN_PAIRS: _is_seven_pairs_of_any} if FOUR_ALIKE in known else _SPECIAL_SHAPES
    return [(name, is_shape) for name, is_shape in tests.items() if name in known]


# ---- finished hands

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


def finished(concealed: Counts, melds: Ints, known: Collection[str]) -> Bools:
    """(n, 34) concealed tiles, (n,) numbers of melds -> (n,) whether they complete one of the ``known`` shapes."""
    table = splits()
    shapes = table.shape_of[suit_keys(concealed)]
    found: Bools = (shapes > 0).all(axis=0) & (table.has_pair[shapes].sum(axis=0) == 1) & (STANDARD in known)
    for _, is_shape in shapes_without_groups(known):
        found |= is_shape(concealed) & (melds == 0)
    return found


def count_readings(concealed: Counts, melds: Ints, known: Collection[str]) -> Ints:
    """(n, 34) concealed tiles, (n,) numbers of melds -> (n,) in how many ways they are one of the ``known`` shapes."""
    table = splits()
    shapes = table.shape_of[suit_keys(concealed)]
    ways = table.count[shapes].astype(np.int64).prod(axis=0)
    found = np.where(table.has_pair[shapes].sum(axis=0) == 1, ways, 0) * (STANDARD in known)
    for _, is_shape in shapes_without_groups(known):
        found += is_shape(concealed) & (melds == 0)
    return np.asarray(found)


def is_furiten(hands: Hands, known: Collection[str]) -> Bools:
    """(n,) whether a hand is furiten: won by ron although the winner let a winning tile pass, or although one of the
    own discards would complete one of the ``known`` shapes.
    """
    found = ~hands.tsumo & (hands.fact(PASSED) > 0)
    rows = np.flatnonzero(~hands.tsumo & (hands.discards > 0))
    if len(rows) == 0:
        return found
    before, melds = hands.before_win[rows], hands.meld_count[rows]
    for tile in range(TILE_KINDS):
        discarded = np.flatnonzero(
            (hands.discards[rows] >> np.uint64(tile)) & np.uint64(1) & (before[:, tile] < MOST_COPIES)
        )
        if len(discarded):
            hand = before[discarded].copy()
            hand[:, tile] += 1
            found[rows[discarded]] |= finished(hand, melds[discarded], known)
    return found


#: The groups that hold each kind of tile.
_GROUPS_WITH: Final = {
    tile: [tiles_of(kind) for kind in range(GROUP_KINDS) if kind != NO_GROUP and tile in tiles_of(kind)]
    for tile in range(TILE_KINDS)
}


def finishing(hands: Counts, melds: Ints, kinds: Collection[int], shapes: Collection[str]) -> list[list[int]]:
    """(n, 34) concealed tiles of hands one tile short, (n,) numbers of melds -> which of ``kinds`` finish each hand, in
    order.
    """
    tried = np.array(sorted(kinds))
    with_tile = hands[:, None, :] + np.eye(TILE_KINDS, dtype=np.uint8)[tried]
    fits = (with_tile <= MOST_COPIES).all(axis=2)
    done = np.zeros(fits.shape, dtype=bool)
    done[fits] = finished(with_tile[fits], np.repeat(melds, fits.sum(axis=1)), shapes)
    for row, place in np.argwhere(~fits).tolist():
        done[row, place] = _finishes_without_a_group(with_tile[row, place], int(tried[place]), int(melds[row]), shapes)
    return [tried[row].tolist() for row in done]


def _finishes_without_a_group(hand: Counts, kind: int, melds: int, shapes: Collection[str]) -> bool:
    """Whether a hand with five copies of a kind is finished.

    The table of splits has no row for five copies, so the hand is looked up without one group that holds the kind, for
    every such group.
    """
    left = []
    for group in _GROUPS_WITH[kind]:
        rest = hand.astype(np.int64)
        np.subtract.at(rest, list(group), 1)
        if rest.min() >= 0:
            left.append(rest)
    count = np.full(len(left), melds + 1, dtype=np.int64)
    return bool(left) and bool(finished(np.array(left, dtype=np.uint8), count, shapes).any())
