"""Find every reading of a hand: as four groups and a pair, or as another complete shape.

A reading is one split of all four suits, together with the part that the winning tile completes. That fixes the wait,
and which triplet a ron leaves open. Most hands have one reading; the one that pays most is chosen at the very end.
Conditions of yaku ask readings for their columns, and :class:`Sets` for the sets of tiles that they name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calc.errors import NotationError
from calc.mahjong.hand.hands import SEVEN_PAIRS, SHAPES, STANDARD, Columns, Hands, shapes_without_groups, suit_keys
from calc.mahjong.hand.kinds import (
    EAST,
    FIRST_TRIPLET,
    GROUP_KINDS,
    GROUPS,
    NO_GROUP,
    NO_TILE,
    SUITS,
    TILES_OF,
    WAIT_OF,
    WAITS,
    Bools,
    Counts,
    Ints,
    TileSets,
    splits,
    tiles_of,
)
from calc.notation.tiles import kind_of, parse_tiles
from calc.tables import Name

#: The fifth part of a reading, after its four groups.
PAIR_SLOT: Final = 4
#: The part completed by the winning tile, in shapes without groups.
NO_SLOT: Final = 5
_COLUMNS: Final = ("hand", "shape", "groups", "concealed", "quad", "pair", "win", "taker", "wait")
_NONE_WAIT: Final = WAITS.index("none")
_PAIR_WAIT: Final = WAITS.index("pair")


class Readings(Columns, frozen=True, dict=True):
    """R readings of n hands. Of two readings of a hand that pay the same, the first one counts.

    ``hand``: (R,) the row of the hand. ``shape``: (R,) codes of :data:`SHAPES`. ``groups``: (4, R) group kinds,
    concealed ones first, then melds. ``concealed``: (4, R) whether a group is; false also for a triplet completed by
    ron. ``quad``: (4, R) whether a group is one. ``pair``: (R,) a tile kind. ``win``: (R,) the winning tile. ``taker``:
    (R,) the part that it completes: 0 to 3, :data:`PAIR_SLOT` or :data:`NO_SLOT`. ``wait``: (R,) codes of
    :data:`calc.mahjong.hand.kinds.WAITS`.
    """

    apart = frozenset({"hands"})

    hands: Hands
    hand: Ints
    shape: Counts
    groups: Counts
    concealed: Bools
    quad: Bools
    pair: Counts
    win: Counts
    taker: Counts
    wait: Counts

    def __len__(self) -> int:
        return len(self.hand)

    @cached_property
    def of(self) -> dict[str, NDArray[Any]]:
        """(R,) columns of the hands by name, one entry for each reading."""
        return _ByHand(self.hands, self.hand)

    def fact(self, name: str) -> NDArray[np.int64]:
        """(R,) a fact of the hands, one entry for each reading."""
        return self.hands.fact(name)[self.hand]

    @cached_property
    def is_standard(self) -> Bools:
        """(R,) whether a reading is four groups and a pair."""
        found: Bools = self.shape == 0
        return found

    @cached_property
    def pair_set(self) -> TileSets:
        """(R,) the tile of the pair as a set of tile kinds."""
        return np.uint64(1) << self.pair.astype(np.uint64)

    @cached_property
    def kinds(self) -> dict[tuple[bool | None, bool | None], TileSets]:
        """(R,) the group kinds of each reading by (concealed, quad): of concealed or open groups, of quads or others,
        or of either where that is None.
        """
        return _Kinds(self.groups, self.concealed, self.quad)

    @cached_property
    def repeated(self) -> tuple[TileSets, TileSets, TileSets, TileSets]:
        """(R,) each: the group kinds held at least once, twice, three times, four times. Only runs occur twice."""
        first = _bits_of(self.groups)
        once, twice, thrice, four = first[0], *(np.zeros_like(first[0]) for _ in range(3))
        for bit in first[1:]:
            four = four | (thrice & bit)
            thrice = thrice | (twice & bit)
            twice = twice | (once & bit)
            once = once | bit
        return once, twice, thrice, four


class _ByHand(dict[str, NDArray[Any]]):
    """Columns of hands, repeated for each reading when they are first asked for."""

    def __init__(self, hands: Hands, rows: Ints) -> None:
        super().__init__()
        self._hands, self._rows = hands, rows

    def __missing__(self, name: str) -> NDArray[Any]:
        column: NDArray[Any] = getattr(self._hands, name)[self._rows]
        self[name] = column
        return column


class _Kinds(dict[tuple[bool | None, bool | None], TileSets]):
    """The group kinds of readings, put together when they are first asked for."""

    def __init__(self, groups: Counts, concealed: Bools, quad: Bools) -> None:
        super().__init__()
        self._bits, self._marks = _bits_of(groups), (concealed, quad)

    def __missing__(self, wanted: tuple[bool | None, bool | None]) -> TileSets:
        bits = self._bits
        for mark, value in zip(self._marks, wanted, strict=True):
            if value is not None:
                bits = bits * (mark == value)
        found: TileSets = bits[0] | bits[1] | bits[2] | bits[3]
        self[wanted] = found
        return found


def _bits_of(groups: Counts) -> TileSets:
    """(4, R) each group as a set of one group kind; an empty place is the set of :data:`NO_GROUP`."""
    return np.uint64(1) << groups.astype(np.uint64)


def read_hands(hands: Hands, known: Collection[str] = SHAPES, *, any_win: Bools | None = None) -> Readings:
    """Find all readings of a batch in the ``known`` shapes.

    ``any_win``: (n,) hands in which any tile may count as the winning tile.
    """
    rows, win = _list_winning_tiles(hands, any_win)
    groups = _read_groups(hands, rows, win)
    if STANDARD not in known:
        groups = groups.take(np.zeros(len(groups), dtype=np.bool_))
    found = [part for part in (groups, *_read_shapes(hands, rows, win, known)) if len(part)]
    if not found:
        return groups
    if len(found) == 1:
        return found[0]
    columns: dict[str, Any] = {}
    for name in _COLUMNS:
        columns[name] = np.concatenate([getattr(part, name) for part in found], axis=-1)
    return Readings(hands, **columns)


def _list_winning_tiles(hands: Hands, any_win: Bools | None) -> tuple[Ints, Counts]:
    """Rows of hands, and the winning tile to read each with: the recorded one, or each tile of a hand of
    ``any_win``.
    """
    rows = np.arange(len(hands))
    if any_win is None or not any_win.any():
        return rows, hands.win
    free_rows, free_win = np.nonzero(hands.concealed * any_win[:, None])
    fixed = rows[~any_win]
    all_rows = np.concatenate([fixed, free_rows])
    all_win = np.concatenate([hands.win[fixed], free_win.astype(np.uint8)])
    order = np.argsort(all_rows, kind="stable")
    return all_rows[order], all_win[order]


def _read_groups(hands: Hands, rows: Ints, win: Counts) -> Readings:
    """Find the readings as four groups and a pair."""
    table = splits()
    shapes = table.shape_of[suit_keys(hands.concealed)]
    if len(rows) > len(hands):  # some hands are read with several winning tiles
        shapes = shapes[:, rows]
    count = table.count[shapes]
    # Four suits that split make a hand only if exactly one of them leaves a pair.
    pairs = table.has_pair[shapes]
    ways = count[0] * count[1] * count[2] * count[3] * (pairs[0] + pairs[1] + pairs[2] + pairs[3] == 1)
    candidate = np.repeat(np.arange(len(rows)), ways)
    hand, win = rows[candidate], win[candidate]
    # Combinations of the splits of several suits are counted like the digits of a number.
    several = np.flatnonzero(ways[candidate] > 1)
    digit = several - (np.cumsum(ways) - ways)[candidate[several]]
    concealed = _Places(len(hand))
    pair = np.full(len(hand), NO_TILE, dtype=np.uint8)
    for suit in range(SUITS):
        row = table.first[shapes[suit][candidate]]
        digit, chosen = np.divmod(digit, count[suit][candidate[several]])
        row[several] += chosen
        concealed.add(table.groups[suit][row], table.group_count[row])
        np.minimum(pair, table.pair[suit][row], out=pair)
    closed = concealed.filled
    groups = concealed.followed_by(hands.melds, hand)
    is_open = _Places(len(hand), closed).followed_by(hands.meld_is_open, hand)
    quad = _Places(len(hand), closed).followed_by(hands.meld_is_quad, hand)

    # One reading for each concealed part that holds the winning tile. Identical runs are neighbours and need only one.
    takes = np.empty((len(hand), GROUPS + 1), dtype=np.bool_)
    last = np.full(len(hand), NO_GROUP, dtype=np.uint8)
    won = win.astype(np.uint64)
    for slot in range(GROUPS):
        holds = (TILES_OF[groups[slot]] >> won) & np.uint64(1)
        takes[:, slot] = (holds != 0) & (slot < closed) & (groups[slot] != last)
        last = groups[slot]
    takes[:, PAIR_SLOT] = pair == win
    split, taker = np.divmod(np.flatnonzero(takes), GROUPS + 1)

    hand, win, groups, pair = hand[split], win[split], groups.take(split, axis=1), pair[split]
    taken = np.where(taker == PAIR_SLOT, NO_GROUP, groups[np.minimum(taker, GROUPS - 1), np.arange(len(hand))])
    wait = np.where(taker == PAIR_SLOT, np.uint8(_PAIR_WAIT), WAIT_OF[taken, win])
    is_concealed = is_open.take(split, axis=1) == 0
    # A discard that completes a triplet leaves it open, though the hand stays closed.
    completed = np.flatnonzero((taken >= FIRST_TRIPLET) & ~hands.tsumo[hand])
    is_concealed[taker[completed], completed] = False
    return Readings(
        hands=hands,
        hand=hand,
        shape=np.zeros(len(hand), dtype=np.uint8),
        groups=groups,
        concealed=is_concealed,
        quad=quad.take(split, axis=1) != 0,
        pair=pair,
        win=win,
        taker=taker.astype(np.uint8),
        wait=_hide_merged(hands, hand, wait),
    )


class _Places:
    """Fills the four group places of many readings from the first on, suit by suit.

    Four places are the bytes of one number, the first place the lowest byte. One shift then puts new groups behind the
    ones that are there; moving place by place takes four times as long.
    """

    def __init__(self, size: int, filled: Counts | None = None) -> None:
        self._bytes = np.zeros(size, dtype=np.uint64)
        self.filled = np.zeros(size, dtype=np.uint8) if filled is None else filled

    def add(self, following: NDArray[np.uint32], count: Counts | np.uint8) -> None:
        """Add (R,) groups as the bytes of a number; ``count``: how many places they fill."""
        self._bytes |= following.astype(np.uint64) << (self.filled.astype(np.uint64) << np.uint64(3))
        self.filled = self.filled + count

    def followed_by(self, last: NDArray[Any], hand: Ints) -> Counts:
        """(4, R) the places, after the (4, n) last ones of each hand were added."""
        as_bytes = np.ascontiguousarray(last.T).astype(np.uint8, copy=False).view(np.uint32)[:, 0]
        self.add(as_bytes[hand], np.uint8(0))
        return np.ascontiguousarray(self._bytes.view(np.uint8).reshape(-1, 8)[:, :GROUPS].T)


def _read_shapes(hands: Hands, rows: Ints, win: Counts, known: Collection[str]) -> list[Readings]:
    """Find the readings in the known shapes without groups."""
    bare = ~hands.has_melds
    found = []
    for name, is_shape in shapes_without_groups(known):
        shape = SHAPES.index(name)
        chosen = np.flatnonzero((bare & is_shape(hands.concealed))[rows])
        hand, size = rows[chosen], len(chosen)
        wait = np.full(size, _PAIR_WAIT if name == SEVEN_PAIRS else _NONE_WAIT, dtype=np.uint8)
        found.append(
            Readings(
                hands=hands,
                hand=hand,
                shape=np.full(size, shape, dtype=np.uint8),
                groups=np.full((GROUPS, size), NO_GROUP, dtype=np.uint8),
                concealed=np.ones((GROUPS, size), dtype=np.bool_),
                quad=np.zeros((GROUPS, size), dtype=np.bool_),
                pair=np.full(size, NO_TILE, dtype=np.uint8),
                win=win[chosen],
                taker=np.full(size, NO_SLOT, dtype=np.uint8),
                wait=_hide_merged(hands, hand, wait),
            )
        )
    return found


def _hide_merged(hands: Hands, hand: Ints, wait: Counts) -> Counts:
    """Take away the wait where the winning tile was mixed into the hand."""
    if "win_merged" not in hands.facts:
        return wait
    return np.where(hands.fact("win_merged")[hand] > 0, np.uint8(_NONE_WAIT), wait)


# ---- sets of tiles that rule tables name


#: Tile kinds, group kinds within, group kinds touching.
_PARTS: Final = 3
#: Sets of one wind: name -> the column of hands that gives it, and its title.
WINDS_BY_RECORD: Final = {
    "seat_wind": ("seat", Name(en="the seat wind", ja="自風")),
    "round_wind": ("round", Name(en="the round wind", ja="場風")),
}


class SetsHere(Columns, frozen=True):
    """The sets of a rule set for a batch of readings, by name: one value, or (R,) values of the two winds.

    ``tiles``: the tile kinds of a set. ``within``: the group kinds whose tiles are all in it; ``touching``: those that
    have a tile in it.
    """

    tiles: dict[str, TileSets]
    within: dict[str, TileSets]
    touching: dict[str, TileSets]


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
