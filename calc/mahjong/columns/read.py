"""Records of wins to columns: the plain ones; others are read one by one (:mod:`calc.mahjong.read`)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

import numpy as np
from msgspec import Struct
from msgspec.structs import fields, replace
from numpy.typing import NDArray

from calc.errors import CalcError
from calc.mahjong.columns.hands import Bools, Counts, Hands, Ints
from calc.mahjong.columns.texts import KIND_OF, Coded, TileTexts, read_meld_texts, read_tile_texts
from calc.mahjong.hand.hand import CHANKAN, KIND, MELD_TILES, NO_SEAT, QUAD, RIICHI
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
_TILE_BY_TEXT: Final[dict[str | None, int]] = {**{text_of(tile): tile for tile in range(TILES)}, None: _LAST_OF_HAND}
_FLAGS: Final = ("ippatsu", "rinshan", "last_tile", "first_turn")


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
    def of(cls, records: Sequence[Win]) -> "Wins":
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


def read_columns(wins: Wins, rules: MahjongRules) -> tuple[Hands, Ints]:
    """Read the plain wins into columns, in order, and the row of each."""
    columns, size, seats = wins.columns, len(wins), rules.seats
    hand, found = read_tile_texts(columns["hand"]), read_meld_texts(columns["melds"])
    apart = _map_column(columns["win"], lambda win: _TILE_BY_TEXT.get(win, _NO_TEXT))
    is_apart = apart != _LAST_OF_HAND
    win = np.where(is_apart, apart, hand.last)
    # Oddly spelled rows hold what is no tile; they are left out at the end.
    odd = hand.odd | found.odd | (win < 0) | _has_unusual_keys(wins, rules)
    odd |= (hand.count + is_apart + MELD_TILES * found.count != HAND_TILES) | (found.count > GROUPS)
    odd[found.row[(found.feeder >= len(seats)) | found.is_late]] = True
    odd[[*wins.unread]] = True
    win = np.clip(win, 0, TILES - 1)

    concealed, reds = _count_tiles(hand)
    rows = np.flatnonzero(is_apart)
    _add_tiles(concealed, reds, rows, win[rows])
    melds = np.full((GROUPS, size), NO_GROUP, dtype=np.uint8)
    in_hand = np.flatnonzero(found.place < GROUPS)
    melds[found.place[in_hand], found.row[in_hand]] = found.code[in_hand]
    whole = concealed.copy()
    for place in range(GROUPS):
        rows = np.flatnonzero(melds[place])
        whole[rows] += _GROUP_TILES[(melds[place][rows] & QUAD) // QUAD, melds[place][rows] & KIND]
    if found.reds.any():
        np.add.at(reds, found.row, found.reds)
    seat = _make_codes(columns["seat"], seats)
    fed, odd_feeder = np.zeros((2, size), dtype=np.bool_)
    called, own = found.feeder != NO_SEAT, seat[found.row]
    fed[found.row[called]] = True
    is_run = found.code & KIND < FIRST_TRIPLET
    is_odd = called & ((found.feeder == own) | (is_run & (found.feeder != (own - 1) % len(seats))))
    odd_feeder[found.row[is_odd]] = True
    # Numbers greater than this column can hold are cut at one more than exist, which is refused as well.
    north = np.minimum(_map_column(columns["north"]), rules.tiles.copies + 1)
    counted = accounted = whole.copy()
    accounted[:, NORTH] += north.astype(np.uint8)
    if rules.dora.north is None or rules.dora.north.indicated != "all":
        counted = whole
    bonus = {"red": reds.sum(axis=1, dtype=np.int64), "north": north, "season": np.zeros(size, dtype=np.int64)}
    shown, reds_shown, indicators = accounted.copy(), reds.copy(), {}
    for key in ("dora", "ura"):
        texts = read_tile_texts(columns[key])
        odd |= texts.odd
        bonus[key] = _count_indicated(texts, counted, rules)
        indicators[f"{key}_count"] = texts.count
        _add_tiles(shown, reds_shown, texts.row, np.minimum(texts.tile, TILES - 1))
    hands = Hands(
        concealed=concealed,
        whole=whole,
        accounted=shown,
        reds_shown=reds_shown.T,
        win=KIND_OF[win],
        melds=melds,
        fed=fed,
        odd_feeder=odd_feeder,
        tsumo=_make_codes(columns["by"], ("ron", "tsumo")).astype(np.bool_),
        seat=seat,
        round=_make_codes(columns["round"], seats),
        # Nobody, the first of these values, becomes NO_SEAT.
        discarder=_make_codes(columns["from_"], (None, *seats)) - np.int8(1),
        riichi=_make_codes(columns["riichi"], RIICHI),
        chankan=_make_codes(columns["chankan"], CHANKAN),
        **{key: _map_column(columns[key], kind=np.bool_) for key in _FLAGS},
        north=north,
        honba=_map_column(columns["honba"]),
        sticks=_map_column(columns["sticks"]),
        **indicators,
        bonus={**bonus, "all": sum(bonus.values())},
    )
    rows = np.flatnonzero(~odd)
    return (hands, rows) if len(rows) == size else (hands.take(rows), rows)


def _has_unusual_keys(wins: Wins, rules: MahjongRules) -> Bools:
    """(n,) whether a record has odd seats, pao, facts, discards, a robbed concealed quad, or a first draw that is read
    otherwise than other wins: it is settled singly.
    """
    unusual = np.zeros(len(wins), dtype=np.bool_)
    known = {*rules.seats, None}
    for key in ("seat", "round", "from_"):
        if not known.issuperset(_values_of(wins.columns[key])):
            unusual |= [seat not in known for seat in wins.columns[key]]
    for key in ("liable", "facts", "discards"):
        column = wins.columns[key]
        if any(_values_of(column)) or (key == "discards" and "" in _values_of(column)):
            unusual |= [bool(value) or value == "" for value in column]
    if "concealed" in _values_of(wins.columns["chankan"]):
        unusual |= [value == "concealed" for value in wins.columns["chankan"]]
    if rules.winning.first_draw_wait == "best" or rules.known_shapes != rules.waiting_shapes:
        is_tsumo = _make_codes(wins.columns["by"], ("ron", "tsumo")).astype(np.bool_)
        unusual |= is_tsumo & _map_column(wins.columns["first_turn"], kind=np.bool_)
    return unusual


def _values_of(column: Any) -> Sequence[Any]:
    """The different values of a column, some of them several times."""
    return column.values if isinstance(column, Coded) else column


def _count_tiles(found: TileTexts) -> tuple[Counts, Counts]:
    """(n, 34) tiles of each kind in texts, red fives as fives, and (n, 3) red fives."""
    size, tile = len(found.count), np.minimum(found.tile, TILES - 1)
    by_tile = np.bincount(found.row * TILES + tile, minlength=size * TILES).reshape(size, TILES).astype(np.uint8)
    counts, reds = by_tile[:, :TILE_KINDS].copy(), by_tile[:, TILE_KINDS:].copy()
    counts[:, FIVES] += reds
    return counts, reds


def _add_tiles(counts: Counts, reds: Counts, rows: Ints, tiles: Counts | Ints) -> None:
    """Count one more tile in each of these rows."""
    np.add.at(counts, (rows, KIND_OF[tiles]), 1)
    is_red = np.flatnonzero(tiles >= TILE_KINDS)
    np.add.at(reds, (rows[is_red], tiles[is_red] - TILE_KINDS), 1)


def _count_indicated(indicators: TileTexts, tiles: Counts, rules: MahjongRules) -> Ints:
    """(n,) how many tiles of each hand are indicated; a tile counts once for each indicator."""
    after = np.array([rules.dora_after.get(kind, NO_TILE) for kind in range(NO_TILE)])[
        KIND_OF[np.minimum(indicators.tile, TILES - 1)]
    ]
    held = tiles[indicators.row, np.minimum(after, NO_TILE - 1)] * (after != NO_TILE)
    return np.bincount(indicators.row, held, minlength=len(tiles)).astype(np.int64)


def _make_codes(values: Sequence[Any], known: Sequence[Any]) -> NDArray[np.int8]:
    """(n,) the place of each value among the ``known`` values."""
    # One that is not known is in a row that is settled singly.
    codes = defaultdict[Any, int](int, {value: code for code, value in enumerate(known)})
    return _map_column(values, codes.__getitem__, np.int8)


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
