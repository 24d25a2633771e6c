"""Find the readings of many hands, as :func:`calc.mahjong.hand.readings.read_hand` finds those of one."""

from functools import cached_property
from typing import Any, Final, Self

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.columns.hands import Bools, Counts, Hands, Ints, suit_keys
from calc.mahjong.columns.splits import splits
from calc.mahjong.hand.hand import CONCEALED, KIND, QUAD
from calc.mahjong.hand.kinds import (
    FIRST_TRIPLET,
    GROUP_KINDS,
    GROUPS,
    NO_GROUP,
    NO_TILE,
    SUITS,
    WAIT_OF,
    WAITS,
    tiles_of,
)
from calc.mahjong.hand.readings import NO_SLOT, PAIR_SLOT
from calc.mahjong.hand.shapes import ORPHANS, SEVEN_PAIRS, SHAPES, STANDARD, THIRTEEN_ORPHANS, shapes_without_groups

_COLUMNS: Final = ("rows", "shape", "codes", "pair", "win", "taker", "wait")
_NONE_WAIT: Final = WAITS.index("none")
_PAIR_WAIT: Final = WAITS.index("pair")
#: (56,) the tiles of each group kind as a set of tile kinds, one bit a tile.
_TILES_OF: Final = np.array([sum(1 << tile for tile in {*tiles_of(kind)}) for kind in range(GROUP_KINDS)])
_WAIT_OF: Final = np.array(WAIT_OF, dtype=np.uint8)


class Readings(Struct, frozen=True, dict=True):
    """R readings of n hands. ``rows``: (R,) the row of the hand. The other fields are those of
    :class:`calc.mahjong.hand.readings.Reading`, (R,) each, ``codes`` (4, R).
    """

    hands: Hands
    rows: Ints
    shape: Counts
    codes: Counts
    pair: Ints
    win: Ints
    taker: Counts
    wait: Counts

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, rows: Ints | Bools) -> Self:
        """What is in ``rows``."""
        return type(self)(self.hands, **{name: getattr(self, name)[..., rows] for name in _COLUMNS})

    @cached_property
    def hand(self) -> Hands:
        """The hand of each reading."""
        return self.hands.take(self.rows)

    @cached_property
    def kinds(self) -> Ints:
        """(4, R) each group as a set of one group kind."""
        return np.left_shift(1, (self.codes & KIND).astype(np.int64))

    @cached_property
    def often(self) -> tuple[Ints, Ints, Ints, Ints]:
        """(R,) each: the group kinds held at least once, twice, three times, four times. Only runs occur twice."""
        once, twice, thrice, four = self.kinds[0], *(np.zeros(len(self), dtype=np.int64) for _ in range(3))
        for bit in self.kinds[1:]:
            four = four | (thrice & bit)
            thrice = thrice | (twice & bit)
            twice = twice | (once & bit)
            once = once | bit
        return once, twice, thrice, four

    def held(self, mark: int) -> Ints:
        """(R,) the kinds of the groups with a mark, as sets."""
        found: Ints = np.bitwise_or.reduce(self.kinds * (self.codes & mark != 0), axis=0)
        return found


def read_hands(hands: Hands, known: tuple[str, ...]) -> Readings:
    """Find all readings of many hands in the ``known`` shapes."""
    groups = _read_groups(hands)
    if STANDARD not in known:
        groups = groups.take(np.zeros(len(groups), dtype=np.bool_))
    found = [part for part in (groups, *_read_shapes(hands, known)) if len(part)]
    if not found:
        return groups
    if len(found) == 1:
        return found[0]
    columns: dict[str, Any] = {}
    for name in _COLUMNS:
        columns[name] = np.concatenate([getattr(part, name) for part in found], axis=-1)
    return Readings(hands, **columns)


def _read_groups(hands: Hands) -> Readings:
    table = splits()
    shapes = table.shape_of[suit_keys(hands.concealed)]
    count = table.count[shapes]
    # Four suits that split make a hand only if exactly one of them leaves a pair.
    pairs = table.has_pair[shapes]
    ways = count[0] * count[1] * count[2] * count[3] * (pairs[0] + pairs[1] + pairs[2] + pairs[3] == 1)
    hand = np.repeat(np.arange(len(hands)), ways)
    win = hands.win[hand]
    # Combinations of the splits of several suits are counted like the digits of a number.
    several = np.flatnonzero(ways[hand] > 1)
    digit = several - (np.cumsum(ways) - ways)[hand[several]]
    # The four places of groups are the bytes of one number, the first place the lowest byte. One shift then puts new
    # groups behind the ones that are there; moving place by place takes four times as long.
    packed, closed = np.zeros(len(hand), dtype=np.uint64), np.zeros(len(hand), dtype=np.uint8)
    pair = np.full(len(hand), NO_TILE, dtype=np.uint8)
    for suit in range(SUITS):
        row = table.first[shapes[suit][hand]]
        digit, chosen = np.divmod(digit, count[suit][hand[several]])
        row[several] += chosen
        packed |= _shifted(table.groups[suit][row], closed)
        closed = closed + table.group_count[row]
        np.minimum(pair, table.pair[suit][row], out=pair)
    melds = np.ascontiguousarray(hands.melds.T).astype(np.uint8, copy=False).view(np.uint32)[:, 0]
    packed |= _shifted(melds[hand], closed)
    groups = np.ascontiguousarray(packed.view(np.uint8).reshape(-1, 8)[:, :GROUPS].T)

    # One reading for each concealed part that holds the winning tile. Identical runs are neighbours and need only one.
    takes = np.empty((len(hand), GROUPS + 1), dtype=np.bool_)
    last = np.full(len(hand), NO_GROUP, dtype=np.uint8)
    won = win.astype(np.int64)
    for slot in range(GROUPS):
        is_own = slot < closed
        holds = (_TILES_OF[groups[slot] & KIND] >> won) & 1
        takes[:, slot] = (holds != 0) & is_own & (groups[slot] != last)
        last = groups[slot].copy()
        groups[slot] |= (is_own * CONCEALED).astype(np.uint8)
    takes[:, PAIR_SLOT] = pair == win
    split, taker = np.divmod(np.flatnonzero(takes), GROUPS + 1)

    hand, win, codes, pair = hand[split], win[split], groups.take(split, axis=1), pair[split]
    taken = np.where(taker == PAIR_SLOT, NO_GROUP, codes[np.minimum(taker, GROUPS - 1), np.arange(len(hand))] & KIND)
    wait = np.where(taker == PAIR_SLOT, np.uint8(_PAIR_WAIT), _WAIT_OF[taken, win])
    # A discard that completes a triplet leaves it open, though the hand stays closed.
    completed = np.flatnonzero((taken >= FIRST_TRIPLET) & ~hands.tsumo[hand])
    codes[taker[completed], completed] &= np.uint8(~CONCEALED & (2 * QUAD - 1))
    return Readings(
        hands=hands,
        rows=hand,
        shape=np.zeros(len(hand), dtype=np.uint8),
        codes=codes,
        pair=pair.astype(np.int64),
        win=win.astype(np.int64),
        taker=taker.astype(np.uint8),
        wait=wait,
    )


def _shifted(following: NDArray[np.uint32], filled: Counts) -> NDArray[np.uint64]:
    """(R,) groups as the bytes of a number, behind so many places."""
    return following.astype(np.uint64) << (filled.astype(np.uint64) << np.uint64(3))


def _read_shapes(hands: Hands, known: tuple[str, ...]) -> list[Readings]:
    """Find the readings in the known shapes without groups. Few hands have only pairs, only orphans, or thirteen kinds
    of tile; only those are asked.
    """
    bare, found = ~hands.has_melds, []
    for name, is_shape in shapes_without_groups(known):
        if name == SEVEN_PAIRS:
            may_be = (hands.concealed & 1 == 0).all(axis=1)
        elif name == THIRTEEN_ORPHANS:
            may_be = hands.tile_set & ~sum(1 << tile for tile in ORPHANS) == 0
        else:
            may_be = (hands.concealed > 0).sum(axis=1) >= len(ORPHANS)
        few = np.flatnonzero(may_be & bare)
        counts = zip(few.tolist(), hands.concealed[few].tolist(), strict=True)
        chosen = np.array([row for row, held in counts if is_shape(held)], dtype=np.int64)
        size = len(chosen)
        found.append(
            Readings(
                hands=hands,
                rows=chosen,
                shape=np.full(size, SHAPES.index(name), dtype=np.uint8),
                codes=np.full((GROUPS, size), NO_GROUP | CONCEALED, dtype=np.uint8),
                pair=np.full(size, NO_TILE, dtype=np.int64),
                win=hands.win[chosen].astype(np.int64),
                taker=np.full(size, NO_SLOT, dtype=np.uint8),
                wait=np.full(size, _PAIR_WAIT if name == SEVEN_PAIRS else _NONE_WAIT, dtype=np.uint8),
            )
        )
    return found
