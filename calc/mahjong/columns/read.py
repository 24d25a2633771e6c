"""Records of wins to columns: the plain ones; others are read one by one (:mod:`calc.mahjong.read`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

import numpy as np
from msgspec import Struct
from msgspec.structs import fields, replace
from numpy.typing import NDArray

from calc.errors import CalcError
from calc.mahjong.columns.hands import Bools, Counts, Hands, Ints
from calc.mahjong.columns.texts import (
    KIND_OF,
    Coded,
    MeldTexts,
    TileTexts,
    read_meld_texts,
    read_tile_texts,
)
from calc.mahjong.hand.hand import CONCEALED, NO_SEAT, QUAD, RIICHI
from calc.mahjong.hand.kinds import (
    FIRST_TRIPLET,
    FIVES,
    GROUP_KINDS,
    GROUPS,
    NO_GROUP,
    NO_TILE,
    NORTH,
    TILE_KINDS,
    tiles_of,
)
from calc.mahjong.hand.melds import MELD_TILES
from calc.mahjong.read import HAND_TILES
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import WORTH, Win
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
    """Some wins: for each attribute of their records, in ``columns``, a value a row; ``record`` returns the record of a
    row. ``unread``: the rows that are no plain values of a record, each with its error, or with the record itself.
    """

    columns: dict[str, Any]
    record: Callable[[int], Win]
    unread: Mapping[int, CalcError | Win] = {}

    def __len__(self) -> int:
        return len(self.columns["hand"])

    @classmethod
    def of(cls, records: Sequence[Win]) -> Wins:
        """The wins of some records."""
        return cls({name: list(map(get, records)) for name, get in _ATTRIBUTES.items()}, records.__getitem__)

    def in_row(self, row: int) -> Win:
        """The record of a row. Raises what is wrong with it."""
        found = self.unread.get(row)
        if isinstance(found, CalcError):
            raise found
        return found if found is not None else self.record(row)


def from_columns(columns: dict[str, Any], alone: Collection[int], plain: Callable[[int], dict[str, Any]]) -> Wins:
    """The wins of columns by attribute, of any kind (:mod:`calc.mahjong.columns.texts`). The rows ``alone`` are read
    as records from their ``plain`` values.
    """
    unread: dict[int, CalcError | Win] = {}
    for row in sorted(alone):
        try:
            unread[row] = win_from(plain(row))
        except CalcError as error:
            unread[row] = error.kept()
    return Wins(columns, lambda row: Win(**{name: values[row] for name, values in columns.items()}), unread)


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
    odd: Bools


def read_columns(wins: Wins, rules: MahjongRules) -> tuple[Hands, Ints]:
    """Read the plain wins into columns, in order, and the row of each."""
    texts = _read_texts(wins)
    tiles = texts.hand.count + texts.is_apart + MELD_TILES * texts.melds.count
    odd = texts.odd | (tiles != HAND_TILES) | (texts.melds.count > GROUPS)
    melds = texts.melds
    odd[melds.row[(melds.feeder >= len(rules.seats)) | (melds.is_promoted & ~melds.is_open)]] = True
    odd |= _has_unusual_keys(wins, rules)
    odd[[*wins.unread]] = True
    return _fill_columns(wins, texts, odd, rules)


def _has_unusual_keys(wins: Wins, rules: MahjongRules) -> Bools:
    """(n,) whether a record has seats, pao, facts, discards or a robbed quad; such records are settled singly."""
    unusual = np.zeros(len(wins), dtype=np.bool_)
    known = {*rules.seats, None}
    for key in ("seat", "round", "from_"):
        if not known.issuperset(_values_of(wins.columns[key])):
            unusual |= [seat not in known for seat in wins.columns[key]]
    for key in ("liable", "facts", "discards", "chankan"):
        column = wins.columns[key]
        if any(_values_of(column)) or (key == "discards" and "" in _values_of(column)):
            unusual |= [bool(value) or value == "" for value in column]
    return unusual


def _values_of(column: Any) -> Sequence[Any]:
    """The different values of a column, some of them several times."""
    return column.values if isinstance(column, Coded) else column


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
    return _Texts(
        hand=hand,
        win=win,
        is_apart=is_apart,
        melds=melds,
        dora=indicators[0],
        ura=indicators[1],
        odd=odd,
    )


def _fill_columns(wins: Wins, texts: _Texts, odd: Bools, rules: MahjongRules) -> tuple[Hands, Ints]:
    columns, size = wins.columns, len(wins)
    # Oddly spelled rows hold what is no tile; they are left out at the end.
    tile, win = np.minimum(texts.hand.tile, TILES - 1), np.clip(texts.win, 0, TILES - 1)
    by_tile = np.bincount(texts.hand.row * TILES + tile, minlength=size * TILES).reshape(size, TILES)
    concealed = by_tile[:, :TILE_KINDS].astype(np.uint8)
    reds = by_tile[:, TILE_KINDS:].astype(np.uint8)
    concealed[:, FIVES] += reds
    rows = np.flatnonzero(texts.is_apart)
    won = win[rows]
    concealed[rows, KIND_OF[won]] += 1
    is_red = np.flatnonzero(won >= TILE_KINDS)
    reds[rows[is_red], won[is_red] - TILE_KINDS] += 1
    found = texts.melds
    melds = np.full((GROUPS, size), NO_GROUP, dtype=np.uint8)
    codes = found.kind | (found.is_quad * QUAD).astype(np.uint8) | (~found.is_open * CONCEALED).astype(np.uint8)
    in_hand = np.flatnonzero(found.place < GROUPS)
    melds[found.place[in_hand], found.row[in_hand]] = codes[in_hand]
    whole = concealed.copy()
    for place in range(GROUPS):
        rows = np.flatnonzero(melds[place])
        whole[rows] += _GROUP_TILES[(melds[place][rows] & QUAD) // QUAD, melds[place][rows] & (CONCEALED - 1)]
    if found.reds.any():
        np.add.at(reds, found.row, found.reds)
    seat = _make_codes(columns["seat"], rules.seats)
    called = found.feeder != NO_SEAT
    own = seat[found.row]
    fed, odd_feeder = np.zeros((2, size), dtype=np.bool_)
    fed[found.row[called]] = True
    is_run = found.kind < FIRST_TRIPLET
    odd_feeder[
        found.row[called & ((found.feeder == own) | (is_run & (found.feeder != (own - 1) % len(rules.seats))))]
    ] = True
    # Numbers greater than this column can hold are cut at one more than exist, which is refused as well.
    north = np.minimum(_map_column(columns["north"]), rules.tiles.copies + 1)
    accounted, reds_shown = whole.copy(), reds.T.copy()
    for column in (*texts.dora, *texts.ura):
        rows = np.flatnonzero(column != _NO_INDICATOR)
        accounted[rows, KIND_OF[column[rows]]] += 1
        is_red = np.flatnonzero(column[rows] >= TILE_KINDS)
        reds_shown[column[rows[is_red]] - TILE_KINDS, rows[is_red]] += 1
    accounted[:, NORTH] += north.astype(np.uint8)
    counted = whole
    if rules.dora.north is not None and rules.dora.north.indicated == "all":
        counted = whole.copy()
        counted[:, NORTH] += north.astype(np.uint8)
    nothing = np.zeros(size, dtype=np.int64)
    bonus = {
        "dora": _count_indicated(texts.dora, counted, rules),
        "red": reds.sum(axis=1, dtype=np.int64),
        "ura": _count_indicated(texts.ura, counted, rules),
        "north": north,
        "season": nothing,
    }
    hands = Hands(
        concealed=concealed,
        whole=whole,
        accounted=accounted,
        reds_shown=reds_shown,
        win=KIND_OF[win],
        melds=melds,
        fed=fed,
        odd_feeder=odd_feeder,
        tsumo=_make_codes(columns["by"], ("ron", "tsumo")).astype(np.bool_),
        seat=seat,
        round=_make_codes(columns["round"], rules.seats),
        # Nobody, the first of these values, becomes NO_SEAT.
        discarder=_make_codes(columns["from_"], (None, *rules.seats)) - np.int8(1),
        riichi=_make_codes(columns["riichi"], RIICHI),
        ippatsu=_map_column(columns["ippatsu"], kind=np.bool_),
        rinshan=_map_column(columns["rinshan"], kind=np.bool_),
        last_tile=_map_column(columns["last_tile"], kind=np.bool_),
        first_turn=_map_column(columns["first_turn"], kind=np.bool_),
        north=north,
        honba=_map_column(columns["honba"]),
        sticks=_map_column(columns["sticks"]),
        dora_count=(texts.dora != _NO_INDICATOR).sum(axis=0),
        ura_count=(texts.ura != _NO_INDICATOR).sum(axis=0),
        bonus={**bonus, "all": sum(bonus.values(), nothing)},
    )
    if not odd.any():
        return hands, np.arange(size)
    rows = np.flatnonzero(~odd)
    return hands.take(rows), rows


def _count_indicated(indicators: Counts, tiles: Counts, rules: MahjongRules) -> Ints:
    """(n,) how many tiles of each hand are indicated; a tile counts once for each indicator."""
    after = np.full(NO_TILE + 1, NO_TILE, dtype=np.int64)
    for tile, following in rules.dora_after.items():
        after[tile] = following
    found = np.zeros(len(tiles), dtype=np.int64)
    for column in indicators:
        # Few hands have more than one indicator.
        rows = np.flatnonzero(column != _NO_INDICATOR)
        dora = after[KIND_OF[column[rows]]]
        found[rows] += np.where(dora != NO_TILE, tiles[rows, np.minimum(dora, NO_TILE - 1)], 0)
    return found


def _make_codes(values: Sequence[Any], known: Sequence[Any]) -> NDArray[np.int8]:
    """(n,) the place of each value among the ``known`` values."""
    return _map_column(values, _Codes({value: code for code, value in enumerate(known)}).__getitem__, np.int8)


class _Codes(dict[Any, int]):
    """The codes of values; one that is not known is in a row that is settled singly."""

    def __missing__(self, value: Any) -> int:
        return 0


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
