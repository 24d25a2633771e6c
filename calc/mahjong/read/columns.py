"""Wins as columns of what their records say, read into columns of numbers, all at once.

Unusual spellings and every fault of a single record are left to
:func:`calc.mahjong.read.win_records.read_win`, record by record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

import numpy as np
from msgspec import Struct
from msgspec.structs import fields, replace
from numpy.typing import NDArray

from calc.errors import CalcError
from calc.mahjong.hand.hands import CHANKAN, NO_SEAT, RIICHI, Hands
from calc.mahjong.hand.kinds import (
    FIVES,
    GROUP_KINDS,
    GROUPS,
    NO_GROUP,
    NO_TILE,
    NORTH,
    TILE_KINDS,
    Bools,
    Counts,
    Ints,
    TileSets,
    tiles_of,
)
from calc.mahjong.read.texts import (
    KIND_OF,
    Coded,
    MeldTexts,
    TileTexts,
    change,
    distinct,
    read_meld_texts,
    read_tile_texts,
)
from calc.mahjong.read.win_records import HAND_TILES, MELD_TILES, read_win
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import WORTH, Liable, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.tiles import TILES, text_of
from calc.records.values import Seat

#: Mark an oddly spelled winning tile, and a record whose winning tile is the last one of the hand.
_NO_TEXT: Final = -1
_LAST_OF_HAND: Final = -2
#: Winning tiles by their plain spelling.
_TILE_BY_TEXT: Final[dict[str | None, int]] = {
    **{text_of(tile): tile for tile in range(TILES)},
    None: _LAST_OF_HAND,
}
#: Marks the absence of a tile in a column of indicators.
_NO_INDICATOR: Final = 255
#: More than any rule set has, so that a longer list is refused as well.
_MOST_INDICATORS: Final = 12


def _count_group_tiles() -> Counts:
    """(2, 56, 34) tiles of each kind in each group kind: in a run or triplet, and in a quad."""
    found = np.zeros((2, GROUP_KINDS, TILE_KINDS), dtype=np.uint8)
    for kind in range(GROUP_KINDS):
        for tile in tiles_of(kind):
            found[:, kind, tile] += 1
        found[1, kind, tiles_of(kind)[-1:]] += 1
    return found


_GROUP_TILES: Final = _count_group_tiles()

#: Keys that say how a record is scored, which is asked once for a batch, what only a record can claim, and what is
#: known of wins without tiles, which are no columns.
_NOT_READ: Final = ("id", "rules", "options", "claim", *WORTH)
#: Here no player's name can stand for a seat.
_SEATS: Final[dict[str, Any]] = {"seat": Seat, "from_": Seat | None}
#: The keys that can be columns, by attribute.
FIELDS: Final = {
    field.name: replace(field, type=_SEATS.get(field.name, field.type))
    for field in fields(Win)
    if field.name not in _NOT_READ
}
_ATTRIBUTES: Final = {name: attrgetter(name) for name in FIELDS}
#: The keys that can be columns.
KEYS: Final = tuple(field.encode_name for field in FIELDS.values())


class Wins(Struct, frozen=True):
    """Some wins: for each attribute of their records, in ``columns``, a value a row.

    ``record``: returns the record of a row, from which a refusal is written.
    """

    columns: dict[str, Any]
    record: Callable[[int], Win]

    def __len__(self) -> int:
        return len(self.columns["hand"])

    @classmethod
    def of(cls, records: Sequence[Win]) -> Wins:
        """The wins of some records."""
        return cls({name: list(map(get, records)) for name, get in _ATTRIBUTES.items()}, records.__getitem__)

    def change(self, records: Mapping[int, Win], refused: Collection[int]) -> Wins:
        """The wins with other ``records`` in some rows, and without the ``refused`` rows."""
        kept = np.ones(len(self), dtype=np.bool_)
        kept[[*refused]] = False
        return from_columns(
            {
                name: change(self.columns[name], {row: get(record) for row, record in records.items()}, kept)
                for name, get in _ATTRIBUTES.items()
            }
        )

    def with_records(
        self, rows: Collection[int], plain: Callable[[int], dict[str, Any]]
    ) -> tuple[Wins, dict[int, CalcError]]:
        """The wins, with some ``rows`` read as records from their ``plain`` values; errors of those that cannot be."""
        records: dict[int, Win] = {}
        refused: dict[int, CalcError] = {}
        for row in sorted(rows):
            try:
                records[row] = win_from(plain(row))
            except CalcError as error:
                refused[row] = error
        return self.change(records, refused) if rows else self, refused


def from_columns(columns: dict[str, Any]) -> Wins:
    """The wins of columns by attribute, of any kind (:mod:`calc.mahjong.read.texts`)."""
    return Wins(columns, lambda row: Win(**{name: values[row] for name, values in columns.items()}))


class _Texts(Struct, frozen=True):
    """Everything in the records that is spelled with tiles.

    ``win``: (n,) winning tiles. ``is_apart``: (n,) whether the winning tile is given apart from the hand. ``dora``,
    ``ura``: (k, n) indicators as tiles. ``odd``: (n,) whether something is oddly spelled; such a row means nothing
    here.
    """

    hand: TileTexts
    win: Ints
    is_apart: Bools
    melds: MeldTexts
    dora: Counts
    ura: Counts
    discards: TileSets
    discards_known: Bools
    odd: Bools

    def find_doubtful(self, rules: MahjongRules) -> Bools:
        """(n,) whether a hand is oddly spelled, has the wrong number of tiles, or a meld from a seat that is not
        there.
        """
        tiles = self.hand.count + self.is_apart + MELD_TILES * self.melds.count
        doubtful = np.asarray(self.odd | (tiles != HAND_TILES) | (self.melds.count > GROUPS))
        doubtful[self.melds.row[self.melds.feeder >= len(rules.seats)]] = True
        return doubtful


def columns_from(wins: Sequence[Win], rules: MahjongRules) -> Hands:
    """Read a batch of records that share a rule set.

    Raises the error of the first record that :func:`~calc.mahjong.read.win_records.read_win` refuses.
    """
    hands, refused = read_columns(Wins.of(wins), rules)
    for error in refused.values():
        raise error
    return hands


def columns_without_tiles(win: Win, rules: MahjongRules) -> Hands:
    """A win without tiles as columns: who won how, counters, sticks and responsibility. Its tiles mean nothing."""
    wins = Wins.of([win])
    return _fill_columns(wins, _read_texts(wins), rules)


def read_columns(wins: Wins, rules: MahjongRules) -> tuple[Hands, dict[int, CalcError]]:
    """Read the wins that can be read into columns, in order. Errors of the others are by place."""
    texts = _read_texts(wins)
    doubtful = np.flatnonzero(texts.find_doubtful(rules) | _has_unusual_keys(wins, rules)).tolist()
    refused: dict[int, CalcError] = {}
    if doubtful:
        plain: dict[int, Win] = {}
        for row in doubtful:
            try:
                plain[row] = read_win(wins.record(row), rules).spelled_plainly()
            except CalcError as error:
                refused[row] = error
        wins = wins.change(plain, refused)
        texts = _read_texts(wins)
    return _fill_columns(wins, texts, rules), refused


def _has_unusual_keys(wins: Wins, rules: MahjongRules) -> Bools:
    """(n,) whether a record has seats, pao or facts that the rules may not know; such records are checked singly."""
    unusual = np.zeros(len(wins), dtype=np.bool_)
    known = {*rules.seats, None}
    for key in ("seat", "round", "from_"):
        if not known.issuperset(_values_of(wins.columns[key])):
            unusual |= [seat not in known for seat in wins.columns[key]]
    for key in ("liable", "facts"):
        unusual[[*_list_stated(wins, key)]] = True
    return unusual


def _values_of(column: Any) -> Sequence[Any]:
    """The different values of a column, some of them several times."""
    return column.values if isinstance(column, Coded) else column


def _list_stated(wins: Wins, key: str) -> dict[int, Any]:
    """The values of a key by row, where they say something."""
    values = wins.columns[key]
    return {row: value for row, value in enumerate(values) if value} if any(_values_of(values)) else {}


def _read_texts(wins: Wins) -> _Texts:
    columns = wins.columns
    hand = read_tile_texts(columns["hand"])
    apart = _map_column(columns["win"], lambda win: _TILE_BY_TEXT.get(win, _NO_TEXT), np.int64)
    is_apart = apart != _LAST_OF_HAND
    win = np.where(is_apart, apart, hand.last)
    melds = read_meld_texts(columns["melds"])
    odd = hand.odd | melds.odd | (win < 0)
    indicators = []
    for texts in (columns["dora"], columns["ura"]):
        read = read_tile_texts(texts)
        indicators.append(_list_indicators(read))
        odd |= read.odd
    discarded, place = distinct(columns["discards"])
    discards = read_tile_texts([text or "" for text in discarded])
    return _Texts(
        hand=hand,
        win=win,
        is_apart=is_apart,
        melds=melds,
        dora=indicators[0],
        ura=indicators[1],
        discards=_make_sets(discards, len(discarded))[place],
        discards_known=np.array([text is not None for text in discarded], dtype=np.bool_)[place],
        odd=odd | discards.odd[place],
    )


def _fill_columns(wins: Wins, texts: _Texts, rules: MahjongRules) -> Hands:
    columns, size = wins.columns, len(wins)
    by_tile = np.bincount(texts.hand.row * TILES + texts.hand.tile, minlength=size * TILES).reshape(size, TILES)
    concealed = by_tile[:, :TILE_KINDS].astype(np.uint8)
    reds = by_tile[:, TILE_KINDS:].astype(np.uint8)
    concealed[:, FIVES] += reds
    found = texts.melds
    rows = np.flatnonzero(texts.is_apart)
    won = texts.win[rows]
    concealed[rows, KIND_OF[won]] += 1
    is_red = np.flatnonzero(won >= TILE_KINDS)
    reds[rows[is_red], won[is_red] - TILE_KINDS] += 1
    melds = np.full((GROUPS, size), NO_GROUP, dtype=np.uint8)
    quads, opened, promoted = np.zeros((3, GROUPS, size), dtype=np.bool_)
    melds[found.place, found.row] = found.kind
    quads[found.place, found.row] = found.is_quad
    opened[found.place, found.row] = found.is_open
    promoted[found.place, found.row] = found.is_promoted
    feeders = np.full((GROUPS, size), NO_SEAT, dtype=np.int8)
    feeders[found.place, found.row] = found.feeder
    tiles = concealed.copy()
    for place in range(GROUPS):
        rows = np.flatnonzero(melds[place])
        tiles[rows] += _GROUP_TILES[quads[place][rows].astype(np.uint8), melds[place][rows]]
    if found.reds.any():
        np.add.at(reds, found.row, found.reds)
    dora, ura = texts.dora, texts.ura
    accounted, accounted_reds = tiles.copy(), reds.copy()
    for column in (*dora, *ura):
        rows = np.flatnonzero(column != _NO_INDICATOR)
        accounted[rows, KIND_OF[column[rows]]] += 1
        is_red = np.flatnonzero(column[rows] >= TILE_KINDS)
        accounted_reds[rows[is_red], column[rows[is_red]] - TILE_KINDS] += 1
    liable = _list_stated(wins, "liable")
    # Numbers greater than this column can hold are cut at one more than exist, which is refused as well.
    north = np.minimum(_map_column(columns["north"]), rules.tiles.copies + 1).astype(np.uint8)
    accounted[:, NORTH] += north
    return Hands(
        concealed=concealed,
        tiles=tiles,
        accounted=accounted,
        reds=reds,
        accounted_reds=accounted_reds,
        win=KIND_OF[texts.win],
        melds=melds,
        meld_is_quad=quads,
        meld_is_open=opened,
        meld_is_promoted=promoted,
        meld_feeder=feeders,
        tsumo=_make_codes(columns["by"], ("ron", "tsumo")).astype(np.bool_),
        seat=_make_codes(columns["seat"], rules.seats),
        round=_make_codes(columns["round"], rules.seats),
        # Nobody, the first of these values, becomes NO_SEAT.
        discarder=_make_codes(columns["from_"], (None, *rules.seats)) - np.int8(1),
        riichi=_make_codes(columns["riichi"], RIICHI),
        chankan=_make_codes(columns["chankan"], CHANKAN),
        ippatsu=_map_column(columns["ippatsu"], kind=np.bool_),
        rinshan=_map_column(columns["rinshan"], kind=np.bool_),
        last_tile=_map_column(columns["last_tile"], kind=np.bool_),
        first_turn=_map_column(columns["first_turn"], kind=np.bool_),
        north=north,
        honba=_map_column(columns["honba"]),
        sticks=_map_column(columns["sticks"]),
        dora=_find_kinds(dora),
        ura=_find_kinds(ura),
        discards=texts.discards,
        discards_known=texts.discards_known,
        facts=_read_facts(_list_stated(wins, "facts"), size),
        liable_seat=_fill_by_place(liable, lambda item: rules.seats.index(item.seat), np.int8, size),
        liable_for=_fill_by_place(liable, lambda item: list(rules.yaku).index(item.for_), np.int16, size),
    )


def _make_codes(values: Sequence[Any], known: Sequence[Any]) -> NDArray[np.int8]:
    """(n,) the place of each value among the ``known`` values."""
    code_of = {value: code for code, value in enumerate(known)}
    return _map_column(values, code_of.__getitem__, np.int8)


def _map_column(
    values: Any, number: Callable[[Any], Any] | None = None, kind: type[np.generic] = np.int64
) -> NDArray[Any]:
    """(n,) the number of each value; of a coded column each value is asked once. ``None``: values are numbers."""
    if isinstance(values, Coded):
        # Values of rows that are refused may still be there, and have no number.
        numbers = np.zeros(len(values.values), dtype=kind)
        for place in np.flatnonzero(np.bincount(values.codes, minlength=len(numbers))).tolist():
            numbers[place] = values.values[place] if number is None else number(values.values[place])
        return numbers[values.codes]
    return np.fromiter(map(number, values) if number is not None else values, dtype=kind, count=len(values))


def _list_indicators(texts: TileTexts) -> Counts:
    """(k, n) tiles of n texts, :data:`_NO_INDICATOR` after the end of each."""
    deep = min(int(texts.count.max(initial=0)), _MOST_INDICATORS)
    columns = np.full((deep, len(texts.count)), _NO_INDICATOR, dtype=np.uint8)
    place = texts.place
    kept = place < deep
    columns[place[kept], texts.row[kept]] = texts.tile[kept]
    return columns


def _find_kinds(tiles: Counts) -> Counts:
    return np.where(tiles == _NO_INDICATOR, np.uint8(NO_TILE), KIND_OF[np.minimum(tiles, TILES - 1)])


def _make_sets(texts: TileTexts, size: int) -> TileSets:
    """(n,) the tile kinds of each text as a set."""
    found = np.zeros(size, dtype=np.uint64)
    # Values that are no tiles come from oddly spelled texts, whose sets are not used.
    kinds = KIND_OF[np.minimum(texts.tile, TILES - 1)]
    np.bitwise_or.at(found, texts.row, np.uint64(1) << kinds.astype(np.uint64))
    return found


def _read_facts(stated: Mapping[int, Mapping[str, int]], size: int) -> dict[str, Ints]:
    """Columns of all stated facts, 0 in the rows of other records."""
    found: dict[str, Ints] = {}
    for row, facts in stated.items():
        for name, value in facts.items():
            found.setdefault(name, np.zeros(size, dtype=np.int64))[row] = int(value)
    return found


def _fill_by_place(
    stated: Mapping[int, list[Liable] | Liable],
    number: Callable[[Liable], int],
    kind: type[np.signedinteger],
    size: int,
) -> NDArray[Any]:
    """(k, n) one number for each pao that a record declares, -1 where it declares fewer."""
    lists = {row: items if isinstance(items, list) else [items] for row, items in stated.items()}
    columns = np.full((max(map(len, lists.values()), default=0), size), -1, dtype=kind)
    for row, items in lists.items():
        for place, item in enumerate(items):
            columns[place, row] = number(item)
    return columns
