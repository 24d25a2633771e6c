"""Records of wins -> columns. What can be wrong in one record alone is refused here, before any column is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calc.errors import CalcError, HandError, RecordError, did_you_mean
from calc.mahjong.hands import CHANKAN, NO_SEAT, RIICHI, SEASONS, Counts, Hands
from calc.mahjong.kinds import NO_GROUP, NO_TILE, NORTH, RED_FIVES, SUIT_SIZE, TILE_KINDS, run_kind, triplet_kind
from calc.mahjong.schema import MahjongRules
from calc.notation.melds import Meld, parse_melds
from calc.notation.records import Liable, Win
from calc.notation.tiles import kind_of, parse_tiles

__all__ = ["ReadWin", "columns_from", "read_win"]

_GROUPS = 4
_HAND_TILES = 14
_MELD_TILES = 3
#: The melds that leave a hand closed.
_CLOSED_MELDS = frozenset({"ankan"})
_QUADS = frozenset({"daiminkan", "kakan", "ankan"})


@dataclass(frozen=True, slots=True)
class ReadWin:
    """A record with its tiles read. ``hand`` is the concealed tiles without ``win``; tiles are those of
    :mod:`calc.notation.tiles`.
    """

    record: Win
    hand: tuple[int, ...]
    win: int
    melds: tuple[Meld, ...]
    dora: tuple[int, ...]
    ura: tuple[int, ...]
    discards: tuple[int, ...] | None
    liable: tuple[Liable, ...]

    @property
    def all_tiles(self) -> list[int]:
        """Every tile of the hand, winning tile and melds included."""
        return [*self.hand, self.win, *(tile for meld in self.melds for tile in meld.tiles)]

    @property
    def shown(self) -> list[int]:
        """Every tile that the record shows: the hand and all indicators."""
        return [*self.all_tiles, *self.dora, *self.ura]


def read_win(record: Win, rules: MahjongRules) -> ReadWin:
    """A record with its tiles read, its count right and its names known to the rule set.

    Raises :class:`calc.NotationError`, :class:`calc.RecordError` or :class:`calc.HandError`, with key and column.
    """
    melds = parse_melds(record.melds)
    hand = _tiles("hand", record.hand)
    win = _winning_tile(record, hand, melds)
    liable = record.liable if isinstance(record.liable, list) else [record.liable]
    read = ReadWin(
        record=record,
        hand=hand if record.win is not None else hand[:-1],
        win=win,
        melds=melds,
        dora=_tiles("dora", record.dora),
        ura=_tiles("ura", record.ura),
        discards=None if record.discards is None else _tiles("discards", record.discards),
        liable=tuple(liable),
    )
    _check_names(read, rules)
    return read


def _tiles(key: str, text: str) -> tuple[int, ...]:
    try:
        return parse_tiles(text)
    except CalcError as error:
        error.key = key
        raise


def _winning_tile(record: Win, hand: tuple[int, ...], melds: tuple[Meld, ...]) -> int:
    """The winning tile, once the hand has the right number of tiles."""
    win = () if record.win is None else _tiles("win", record.win)
    if record.win is not None and len(win) != 1:
        raise HandError(
            f"expected one winning tile, found {record.win!r}; write one tile, such as 3s", key="win", column=1
        )
    count = len(hand) + len(win) + _MELD_TILES * len(melds)
    if len(melds) > _GROUPS or count != _HAND_TILES:
        beside = f" and {len(melds)} meld{'s' if len(melds) != 1 else ''} (three tiles each)" if melds else ""
        own = f"{len(hand)} concealed tiles{' and the winning tile' if win else ''}"
        mend = (
            "no winning tile is given; add it as `win` (+3s in a line)"
            if count == _HAND_TILES - 1 and not win
            else (f"{'add' if count < _HAND_TILES else 'remove'} {abs(_HAND_TILES - count)}")
        )
        raise HandError(
            f"a hand has 14 tiles, winning tile included, found {count}: {own}{beside}; {mend}", key="hand", column=1
        )
    return win[0] if win else hand[-1]


def _check_names(read: ReadWin, rules: MahjongRules) -> None:
    record = read.record
    for key, seat in (
        ("seat", record.seat),
        ("round", record.round),
        ("from", record.from_),
        *((f"liable[{i}].seat", item.seat) for i, item in enumerate(read.liable)),
    ):
        if seat is not None and seat not in rules.seats:
            raise RecordError(
                f"{rules.id} has the winds {' '.join(rules.seats)} only, found {seat!r}", key=_one(key, read), column=1
            )
    for place, item in enumerate(read.liable):
        if item.for_ not in rules.yaku or rules.yaku[item.for_].value.limit is None:
            limits = [name for name, yaku in rules.yaku.items() if yaku.value.limit]
            raise RecordError(
                f"expected the id of a limit hand of {rules.id}, found {item.for_!r}{did_you_mean(item.for_, limits)}",
                key=_one(f"liable[{place}].for", read),
                column=1,
            )
        if item.for_ in [other.for_ for other in read.liable[:place]]:
            raise HandError(
                f"one seat fed the last meld of {item.for_}, found that limit twice; leave one out",
                code="contradiction",
                key=f"liable[{place}].for",
            )
    for name in record.facts:
        if name not in rules.facts:
            raise RecordError(
                f"{rules.id} knows no fact {name!r}{did_you_mean(name, rules.facts)}",
                code="unknown_key",
                key=f"facts.{name}",
            )
    if isinstance(record.facts.get(SEASONS), bool):
        raise RecordError(
            f"expected a number of season tiles, found {str(record.facts[SEASONS]).lower()}", key=f"facts.{SEASONS}"
        )


def _one(key: str, read: ReadWin) -> str:
    """The key as the record spells it, where ``liable`` is one mapping and not a list."""
    return key if isinstance(read.record.liable, list) else key.replace("liable[0]", "liable")


def columns_from(wins: Sequence[Win] | Sequence[ReadWin], rules: MahjongRules) -> Hands:
    """The columns of a batch of records that share a rule set.

    Raises for the first record that :func:`read_win` refuses.
    """
    reads = [win if isinstance(win, ReadWin) else read_win(win, rules) for win in wins]
    records = [read.record for read in reads]
    size = len(reads)
    seat_of = {None: NO_SEAT} | {seat: place for place, seat in enumerate(rules.seats)}
    yaku_of = {name: place for place, name in enumerate(rules.yaku)}

    concealed = [[*read.hand, read.win] for read in reads]
    tiles = [read.all_tiles for read in reads]
    shown = [read.shown for read in reads]
    accounted = _count(shown, size)
    # One more than there are is refused like any greater number, which these columns could not hold.
    north = np.array([min(record.north, rules.tiles.copies + 1) for record in records], dtype=np.uint8)
    accounted[:, NORTH] += north
    melds = np.full((_GROUPS, size), NO_GROUP, dtype=np.uint8)
    quads = np.zeros((_GROUPS, size), dtype=np.bool_)
    opened = np.zeros((_GROUPS, size), dtype=np.bool_)
    for row, read in enumerate(reads):
        for place, meld in enumerate(read.melds):
            melds[place, row] = _kind(meld)
            quads[place, row] = meld.kind in _QUADS
            opened[place, row] = meld.kind not in _CLOSED_MELDS
    facts = {name for record in records for name in record.facts}
    discards = [sum(1 << kind for kind in {kind_of(tile) for tile in read.discards or ()}) for read in reads]
    return Hands(
        concealed=_count(concealed, size),
        tiles=_count(tiles, size),
        accounted=accounted,
        reds=_count_reds(tiles, size),
        accounted_reds=_count_reds(shown, size),
        win=np.array([kind_of(read.win) for read in reads], dtype=np.uint8),
        melds=melds,
        meld_is_quad=quads,
        meld_is_open=opened,
        tsumo=np.array([record.by == "tsumo" for record in records], dtype=np.bool_),
        seat=np.array([seat_of[record.seat] for record in records], dtype=np.int8),
        round=np.array([seat_of[record.round] for record in records], dtype=np.int8),
        discarder=np.array([seat_of[record.from_] for record in records], dtype=np.int8),
        riichi=np.array([RIICHI.index(record.riichi) for record in records], dtype=np.uint8),
        chankan=np.array([CHANKAN.index(record.chankan) for record in records], dtype=np.uint8),
        ippatsu=np.array([record.ippatsu for record in records], dtype=np.bool_),
        rinshan=np.array([record.rinshan for record in records], dtype=np.bool_),
        last_tile=np.array([record.last_tile for record in records], dtype=np.bool_),
        first_turn=np.array([record.first_turn for record in records], dtype=np.bool_),
        north=north,
        honba=np.array([record.honba for record in records], dtype=np.int64),
        sticks=np.array([record.sticks for record in records], dtype=np.int64),
        dora=_tile_columns([read.dora for read in reads]),
        ura=_tile_columns([read.ura for read in reads]),
        discards=np.array(discards, dtype=np.uint64),
        discards_known=np.array([read.discards is not None for read in reads], dtype=np.bool_),
        facts={
            name: np.array([int(record.facts.get(name, 0)) for record in records], dtype=np.int64) for name in facts
        },
        liable_seat=_columns([[seat_of[item.seat] for item in read.liable] for read in reads], np.int8),
        liable_for=_columns([[yaku_of[item.for_] for item in read.liable] for read in reads], np.int16),
    )


def _kind(meld: Meld) -> int:
    first = kind_of(meld.tiles[0])
    return run_kind(first // SUIT_SIZE, first % SUIT_SIZE + 1) if meld.kind == "chi" else triplet_kind(first)


def _count(tiles: list[list[int]], size: int) -> Counts:
    """Lists of tiles -> (n, 34) counts by kind."""
    places = [row * TILE_KINDS + kind_of(tile) for row, held in enumerate(tiles) for tile in held]
    return (
        np.bincount(np.array(places, dtype=np.int64), minlength=size * TILE_KINDS)
        .reshape(size, TILE_KINDS)
        .astype(np.uint8)
    )


def _count_reds(tiles: list[list[int]], size: int) -> Counts:
    """Lists of tiles -> (n, 3) red fives of m, p, s."""
    return np.array([[held.count(red) for red in RED_FIVES] for held in tiles], dtype=np.uint8).reshape(
        size, len(RED_FIVES)
    )


def _tile_columns(tiles: list[tuple[int, ...]]) -> Counts:
    """Lists of tiles -> (k, n) kinds, :data:`NO_TILE` where a list is shorter than the longest."""
    deep = max(map(len, tiles), default=0)
    rows = [[kind_of(tile) for tile in held] + [NO_TILE] * (deep - len(held)) for held in tiles]
    return np.ascontiguousarray(np.array(rows, dtype=np.uint8).reshape(len(tiles), deep).T)


def _columns(values: list[list[int]], kind: type[np.signedinteger]) -> np.ndarray:
    """Lists of numbers -> (k, n), -1 where a list is shorter than the longest."""
    deep = max(map(len, values), default=0)
    rows = [held + [-1] * (deep - len(held)) for held in values]
    return np.ascontiguousarray(np.array(rows, dtype=kind).reshape(len(values), deep).T)
