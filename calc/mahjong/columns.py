"""Records of wins -> columns, all of a batch at once.

What only one record in a million needs, odd spellings and everything that can be wrong in a record alone, is left to
:func:`calc.mahjong.win_records.read_win`, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calc.errors import CalcError, NotationError
from calc.mahjong.hands import CHANKAN, RIICHI, Bools, Counts, Hands, Ints, TileSets
from calc.mahjong.kinds import (
    GROUP_KINDS,
    NO_GROUP,
    NO_TILE,
    NORTH,
    RED_FIVES,
    SUIT_SIZE,
    TILE_KINDS,
    run_kind,
    tiles_of,
    triplet_kind,
)
from calc.mahjong.schema import MahjongRules
from calc.mahjong.tile_texts import TileTexts, kinds_of, read_tile_texts
from calc.mahjong.win_records import GROUPS, HAND_TILES, MELD_TILES, read_win
from calc.notation.melds import Meld, parse_meld, split_melds
from calc.notation.records import Liable, Win
from calc.notation.tiles import TILES, kind_of, text_of

__all__ = ["columns_from", "read_columns"]

#: The melds that leave a hand closed.
_CLOSED_MELDS: Final = frozenset({"ankan"})
_QUADS: Final = frozenset({"daiminkan", "kakan", "ankan"})
_LIABLE: Final = attrgetter("liable")
_FACTS: Final = attrgetter("facts")
#: A winning tile in its plainest spelling.
_TILE_BY_TEXT: Final = {text_of(tile): tile for tile in range(TILES)}
_NO_TEXT: Final = -1
#: Stands where an indicator column has no tile.
_NO_INDICATOR: Final = 255
#: More indicators than any rule set has are refused like one too many.
_MOST_INDICATORS: Final = 12


def _group_tiles() -> Counts:
    """(2, 56, 34) the tiles of each kind of group, as three of them and as a quad."""
    found = np.zeros((2, GROUP_KINDS, TILE_KINDS), dtype=np.uint8)
    for kind in range(GROUP_KINDS):
        for tile in tiles_of(kind):
            found[:, kind, tile] += 1
        found[1, kind, tiles_of(kind)[-1:]] += 1
    return found


_GROUP_TILES: Final = _group_tiles()


@dataclass(frozen=True)
class _Melds:
    """Melds of a column of records: ``row``, ``place`` (M,) where each stands, ``kind``, ``is_quad``, ``is_open``
    (M,), ``reds`` (M, 3).

    ``count``: (n,) melds of each row. ``odd``: (n,) whether some piece is no meld.
    """

    row: Ints
    place: Ints
    kind: Counts
    is_quad: Bools
    is_open: Bools
    reds: Counts
    count: Ints
    odd: Bools


@dataclass(frozen=True)
class _Texts:
    """Everything of the records that is spelled with tiles.

    ``win``: (n,) the winning tile, below 0 where there is none; ``is_apart``: (n,) whether it is no part of the hand.
    """

    hand: TileTexts
    win: Ints
    is_apart: Bools
    melds: _Melds
    dora: TileTexts
    ura: TileTexts
    discards: TileTexts

    def doubtful(self) -> Bools:
        """(n,) whether a hand is oddly spelled or has the wrong number of tiles."""
        odd = self.hand.odd | self.melds.odd | self.dora.odd | self.ura.odd | self.discards.odd | (self.win < 0)
        tiles = self.hand.count + self.is_apart + MELD_TILES * self.melds.count
        return np.asarray(odd | (tiles != HAND_TILES) | (self.melds.count > GROUPS))


def columns_from(wins: Sequence[Win], rules: MahjongRules) -> Hands:
    """The columns of a batch of records that share a rule set.

    Raises for the first record that :func:`~calc.mahjong.win_records.read_win` refuses.
    """
    hands, refused = read_columns(wins, rules)
    for error in refused.values():
        raise error
    return hands


def read_columns(wins: Sequence[Win], rules: MahjongRules) -> tuple[Hands, dict[int, CalcError]]:
    """The columns of the records that can be read, in order, and why the others, by their places, cannot."""
    texts = _read_texts(wins)
    doubtful = np.flatnonzero(texts.doubtful() | _has_unusual_keys(wins, rules)).tolist()
    refused: dict[int, CalcError] = {}
    if doubtful:
        plain = dict(enumerate(wins))
        for row in doubtful:
            try:
                plain[row] = read_win(wins[row], rules).spelled_plainly()
            except CalcError as error:
                refused[row] = error
                del plain[row]
        wins = list(plain.values())
        texts = _read_texts(wins)
    return _columns(wins, texts, rules), refused


def _has_unusual_keys(wins: Sequence[Win], rules: MahjongRules) -> Bools:
    """(n,) whether a record has what is checked one by one: names that a rule set may not know."""
    known = {*rules.seats, None}
    unusual = np.zeros(len(wins), dtype=np.bool_)
    if any(map(_LIABLE, wins)) or any(map(_FACTS, wins)):
        unusual |= np.array([bool(win.liable or win.facts) for win in wins])
    if not {win.seat for win in wins} | {win.round for win in wins} | {win.from_ for win in wins} <= known:
        unusual |= np.array([not {win.seat, win.round, win.from_} <= known for win in wins])
    return unusual


def _read_texts(wins: Sequence[Win]) -> _Texts:
    named = [win.win for win in wins]
    hand = read_tile_texts([win.hand for win in wins])
    is_apart = _flags([text is not None for text in named])
    win = np.where(is_apart, _numbers([_TILE_BY_TEXT.get(text or "", _NO_TEXT) for text in named]), hand.last)
    return _Texts(
        hand=hand,
        win=win,
        is_apart=is_apart,
        melds=_read_melds([win.melds for win in wins]),
        dora=read_tile_texts([win.dora for win in wins]),
        ura=read_tile_texts([win.ura for win in wins]),
        discards=read_tile_texts([win.discards or "" for win in wins]),
    )


class _Book(dict[str, int]):
    """Texts with a number each, in the order in which they were first asked for."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


def _read_melds(column: Sequence[list[str] | str]) -> _Melds:
    book = _Book()
    rows: list[int] = []
    numbers: list[int] = []
    for row, melds in enumerate(column):
        if melds:
            pieces = _pieces(melds) if isinstance(melds, str) else melds
            numbers += [book[piece] for piece in pieces]
            rows += [row] * len(pieces)
    known = [_meld(piece) for piece in book]
    row_of, number = _numbers(rows), _numbers(numbers)
    count = np.bincount(row_of, minlength=len(column))
    odd = np.zeros(len(column), dtype=np.bool_)
    is_odd = np.array([meld is None for meld in known], dtype=np.bool_)
    odd[row_of[is_odd[number]]] = True
    kind, is_quad, is_open, reds = _meld_facts(known)
    return _Melds(
        row=row_of,
        place=np.arange(len(row_of)) - (np.cumsum(count) - count)[row_of],
        kind=kind[number],
        is_quad=is_quad[number],
        is_open=is_open[number],
        reds=reds[number],
        count=count,
        odd=odd,
    )


@lru_cache(maxsize=4096)
def _pieces(text: str) -> list[str]:
    return [piece for _, piece in split_melds(text)]


@lru_cache(maxsize=4096)
def _meld(text: str) -> Meld | None:
    try:
        return parse_meld(text)
    except NotationError:
        return None


def _meld_facts(melds: Sequence[Meld | None]) -> tuple[Counts, Bools, Bools, Counts]:
    """The kinds of melds, whether they are quads, whether they are open, and their red fives."""
    kinds = [NO_GROUP if meld is None else _kind(meld) for meld in melds]
    reds = [[0 if meld is None else meld.tiles.count(red) for red in RED_FIVES] for meld in melds]
    return (
        np.array(kinds, dtype=np.uint8),
        np.array([meld is not None and meld.kind in _QUADS for meld in melds], dtype=np.bool_),
        np.array([meld is not None and meld.kind not in _CLOSED_MELDS for meld in melds], dtype=np.bool_),
        np.array(reds, dtype=np.uint8).reshape(len(melds), len(RED_FIVES)),
    )


def _kind(meld: Meld) -> int:
    first = kind_of(meld.tiles[0])
    return run_kind(first // SUIT_SIZE, first % SUIT_SIZE + 1) if meld.kind == "chi" else triplet_kind(first)


def _columns(wins: Sequence[Win], texts: _Texts, rules: MahjongRules) -> Hands:
    size = len(wins)
    by_tile = np.bincount(texts.hand.row * TILES + texts.hand.tile, minlength=size * TILES).reshape(size, TILES)
    concealed = by_tile[:, :TILE_KINDS].astype(np.uint8)
    reds = by_tile[:, TILE_KINDS:].astype(np.uint8)
    concealed[:, [kind_of(red) for red in RED_FIVES]] += reds
    found = texts.melds
    rows = np.flatnonzero(texts.is_apart)
    won = texts.win[rows]
    concealed[rows, kinds_of(won)] += 1
    is_red = np.flatnonzero(won >= TILE_KINDS)
    reds[rows[is_red], won[is_red] - TILE_KINDS] += 1
    melds = np.full((GROUPS, size), NO_GROUP, dtype=np.uint8)
    quads, opened = np.zeros((2, GROUPS, size), dtype=np.bool_)
    melds[found.place, found.row] = found.kind
    quads[found.place, found.row] = found.is_quad
    opened[found.place, found.row] = found.is_open
    tiles = concealed.copy()
    for place in range(GROUPS):
        rows = np.flatnonzero(melds[place])
        tiles[rows] += _GROUP_TILES[quads[place, rows].astype(np.uint8), melds[place, rows]]
    if found.reds.any():
        np.add.at(reds, found.row, found.reds)
    dora, ura = _indicators(texts.dora, size), _indicators(texts.ura, size)
    accounted, accounted_reds = tiles.copy(), reds.copy()
    for column in (*dora, *ura):
        rows = np.flatnonzero(column != _NO_INDICATOR)
        accounted[rows, kinds_of(column[rows])] += 1
        is_red = np.flatnonzero(column[rows] >= TILE_KINDS)
        accounted_reds[rows[is_red], column[rows[is_red]] - TILE_KINDS] += 1
    responsible = _responsible(wins)
    # One more than there are is refused like any greater number, which this column could not hold.
    north = np.minimum(_numbers([win.north for win in wins]), rules.tiles.copies + 1).astype(np.uint8)
    accounted[:, NORTH] += north
    return Hands(
        concealed=concealed,
        tiles=tiles,
        accounted=accounted,
        reds=reds,
        accounted_reds=accounted_reds,
        win=kinds_of(texts.win),
        melds=melds,
        meld_is_quad=quads,
        meld_is_open=opened,
        tsumo=_codes([win.by for win in wins], ("ron", "tsumo")).astype(np.bool_),
        seat=_codes([win.seat for win in wins], rules.seats),
        round=_codes([win.round for win in wins], rules.seats),
        # The first of them, nobody, comes out as NO_SEAT.
        discarder=_codes([win.from_ for win in wins], (None, *rules.seats)) - np.int8(1),
        riichi=_codes([win.riichi for win in wins], RIICHI),
        chankan=_codes([win.chankan for win in wins], CHANKAN),
        ippatsu=_flags([win.ippatsu for win in wins]),
        rinshan=_flags([win.rinshan for win in wins]),
        last_tile=_flags([win.last_tile for win in wins]),
        first_turn=_flags([win.first_turn for win in wins]),
        north=north,
        honba=_numbers([win.honba for win in wins]),
        sticks=_numbers([win.sticks for win in wins]),
        dora=_kinds_or_none(dora),
        ura=_kinds_or_none(ura),
        discards=_sets(texts.discards, size),
        discards_known=_flags([win.discards is not None for win in wins]),
        facts=_facts(wins),
        liable_seat=_columns_of(responsible, lambda item: rules.seats.index(item.seat), np.int8, size),
        liable_for=_columns_of(responsible, lambda item: list(rules.yaku).index(item.for_), np.int16, size),
    )


def _numbers(values: Sequence[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64, count=len(values))


def _flags(values: Sequence[bool]) -> Bools:
    """Flags, most of which nearly always are false in all rows."""
    return np.array(values, dtype=np.bool_) if any(values) else np.zeros(len(values), dtype=np.bool_)


def _codes(values: Sequence[Any], known: Sequence[Any]) -> NDArray[np.int8]:
    """The place of each value among those that are known."""
    code_of = {value: code for code, value in enumerate(known)}
    return np.fromiter(map(code_of.__getitem__, values), dtype=np.int8, count=len(values))


def _indicators(texts: TileTexts, size: int) -> Counts:
    """(k, n) tiles, :data:`_NO_INDICATOR` where a text has fewer than the longest."""
    deep = min(int(texts.count.max(initial=0)), _MOST_INDICATORS)
    columns = np.full((deep, size), _NO_INDICATOR, dtype=np.uint8)
    place = texts.place
    kept = place < deep
    columns[place[kept], texts.row[kept]] = texts.tile[kept]
    return columns


def _kinds_or_none(tiles: Counts) -> Counts:
    return np.where(tiles == _NO_INDICATOR, np.uint8(NO_TILE), kinds_of(np.minimum(tiles, TILES - 1)))


def _sets(texts: TileTexts, size: int) -> TileSets:
    """(n,) the kinds of tiles of each text, one bit a kind."""
    found = np.zeros(size, dtype=np.uint64)
    np.bitwise_or.at(found, texts.row, np.uint64(1) << kinds_of(texts.tile).astype(np.uint64))
    return found


def _facts(wins: Sequence[Win]) -> dict[str, Ints]:
    stated = [win.facts for win in wins]
    names = {name for facts in stated if facts for name in facts}
    return {name: _numbers([int(facts.get(name, 0)) for facts in stated]) for name in names}


def _responsible(wins: Sequence[Win]) -> list[tuple[int, int, Liable]]:
    """The responsibilities of all records, with the row and the place of each among those of its row."""
    given = [(row, win.liable) for row, win in enumerate(wins) if win.liable]
    return [
        (row, place, item)
        for row, liable in given
        for place, item in enumerate(liable if isinstance(liable, list) else [liable])
    ]


def _columns_of(
    items: Sequence[tuple[int, int, Liable]], number: Callable[[Liable], int], kind: type[np.signedinteger], size: int
) -> NDArray[Any]:
    """(k, n) a number of each responsibility, -1 where a row has fewer than others."""
    deep = max((place + 1 for _, place, _ in items), default=0)
    columns = np.full((deep, size), -1, dtype=kind)
    for row, place, item in items:
        columns[place, row] = number(item)
    return columns
