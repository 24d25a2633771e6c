"""Texts of many records at once: columns that hold no object a row, and their tiles and melds as numbers."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.errors import NotationError
from calc.mahjong.columns.hands import Bools, Counts, Ints
from calc.mahjong.hand.hand import count_melds
from calc.mahjong.hand.kinds import GROUPS, NO_GROUP, RED_FIVES
from calc.notation.melds import FEEDERS, parse_meld, split_melds
from calc.notation.tiles import TILES, kind_of, text_of


class Coded(Struct, frozen=True):
    """A column of few different ``values``: ``codes``: (n,) the place of each row's value among them."""

    values: list[Any]
    codes: Ints

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> Any:
        return self.values[self.codes[row]]


class Lists(Struct, frozen=True):
    """A column of lists: ``items``, one after the other, and the ``counts`` of n lists."""

    items: Coded
    counts: Ints

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, row: int) -> list[Any]:
        end = int(self.counts[: row + 1].sum())
        return [self.items[place] for place in range(end - int(self.counts[row]), end)]


_LETTERS: Final = "mpsz"
_NINE: Final = ord("9")
#: Marks a digit and a letter that make no tile, such as 9z or 1q.
_NO_TILE: Final = 255
_NO_LETTER: Final = len(_LETTERS)


def _make_tile_table() -> Counts:
    """(5 * 256,) the tile of a suit letter's place and a digit's character; the last 256 are for other letters."""
    table = np.full((len(_LETTERS) + 1, 256), _NO_TILE, dtype=np.uint8)
    for tile, text in enumerate(map(text_of, range(TILES))):
        table[_LETTERS.index(text[1]), ord(text[0])] = tile
    return table.ravel()


_TILE_OF: Final = _make_tile_table()
#: (256,) the place in :data:`_TILE_OF` where the tiles of a letter begin.
_SUIT_OF: Final = np.array(
    [256 * (_LETTERS.index(chr(code)) if chr(code) in _LETTERS else _NO_LETTER) for code in range(256)], dtype=np.uint16
)
#: (37,) the kind of each tile; a red five has the kind of a plain one.
KIND_OF: Final = np.array([kind_of(tile) for tile in range(TILES)], dtype=np.uint8)


class TileTexts(Struct, frozen=True):
    """The T tiles of n texts, in order. ``row``: (T,) the text of each. ``tile``: (T,) numbers of
    :mod:`calc.notation.tiles`.

    ``count``: (n,) tiles of each text. ``odd``: (n,) whether a text is spelled unusually or wrongly; its tiles here
    mean nothing then.
    """

    row: Ints
    tile: Counts
    count: Ints
    odd: Bools

    @property
    def last(self) -> Ints:
        """(n,) the last tile of each text, -1 for a text without tiles."""
        if not len(self.tile):
            return np.full(len(self.count), -1, dtype=np.int64)
        last = np.maximum(np.cumsum(self.count) - 1, 0)
        return np.where(self.count > 0, self.tile[last].astype(np.int64), -1)


def read_tile_texts(texts: Sequence[str]) -> TileTexts:
    """Read the tiles of every text. An empty text has none; unusual spellings are only marked."""
    joined = "".join(texts)
    odd = np.zeros(len(texts), dtype=np.bool_)
    if not joined.isascii():
        odd = np.array([not text.isascii() for text in texts])
        joined = "".join("" if is_odd else text for text, is_odd in zip(texts, odd.tolist(), strict=True))
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)) * ~odd
    codes = np.frombuffer(joined.encode(), dtype=np.uint8)
    is_letter = codes > _NINE
    letters, digits = np.flatnonzero(is_letter), np.flatnonzero(~is_letter)
    # A digit belongs to the next letter. The letters before it are its place less the digits before it.
    suits = np.append(_SUIT_OF.take(codes[letters]), np.uint16(256 * _NO_LETTER))
    tile = _TILE_OF.take(suits[digits - np.arange(len(digits))] + codes[digits])
    ends = np.cumsum(lengths)
    count = np.diff(np.searchsorted(digits, ends), prepend=0)
    row = np.repeat(np.arange(len(lengths)), count)
    odd[row[tile == _NO_TILE]] = True
    odd |= _find_odd_ends(is_letter, ends, lengths)
    return TileTexts(row, tile, count, odd)


def _find_odd_ends(is_letter: Bools, ends: Ints, lengths: Ints) -> Bools:
    """(n,) whether a letter has no digit before it, or the last digits of a text have no letter."""
    odd = np.zeros(len(ends), dtype=np.bool_)
    filled = np.flatnonzero(lengths)
    odd[filled] = is_letter[(ends - lengths)[filled]] | ~is_letter[ends[filled] - 1]
    bare = np.flatnonzero(is_letter[1:] & is_letter[:-1])
    if len(bare):
        odd[np.searchsorted(ends, bare + 1, side="right")] = True
    return odd


#: How many meld texts are remembered, and their greatest length: no meld in plain spelling is longer, and any other is
#: settled singly.
_MOST: Final = 4096
_LONGEST: Final = 24
#: The facts of a text that is no meld.
_NO_MELD: Final = bytes([NO_GROUP, 0, 0, *(0 for _ in RED_FIVES)])
#: The codes of seats from which a meld was called; the first is for a meld that does not say.
_FEEDERS: Final = (None, *FEEDERS)


class MeldTexts(Struct, frozen=True):
    """The M melds of n records. ``row``, ``place``: (M,) the record, and the place in it. ``code``: (M,) group codes.

    ``is_late``: (M,) whether it is a concealed quad that was made after riichi. ``feeder``: (M,) the place in
    :data:`~calc.notation.melds.FEEDERS` of the seat from which it was called, -1 where it does not say. ``reds``:
    (M, 3) red fives of m, p, s. ``count``: (n,) melds of each record. ``odd``: (n,) whether some text of a record is no
    meld.
    """

    row: Ints
    place: Ints
    code: Counts
    is_late: Bools
    feeder: NDArray[np.int8]
    reds: Counts
    count: Ints
    odd: Bools


def read_meld_texts(column: Sequence[list[str] | str] | Lists) -> MeldTexts:
    """Read the melds of every record: a list of texts, or one text with all of them."""
    size = len(column)
    if isinstance(column, Lists):
        count, facts = column.counts, _read_all_facts(column.items.values)[column.items.codes]
    else:
        pieces = [(_split(melds) if isinstance(melds, str) else melds) if melds else () for melds in column]
        count = np.fromiter(map(len, pieces), dtype=np.int64, count=size)
        facts = _read_all_facts(chain.from_iterable(pieces))
    row = np.repeat(np.arange(size), count)
    odd = np.zeros(size, dtype=np.bool_)
    odd[row[facts[:, 0] == NO_GROUP]] = True
    return MeldTexts(
        row=row,
        place=np.arange(len(row)) - (np.cumsum(count) - count)[row],
        code=facts[:, 0],
        is_late=facts[:, 1].astype(np.bool_),
        feeder=facts[:, 2].astype(np.int8) - np.int8(1),
        reds=facts[:, 3:],
        count=count,
        odd=odd,
    )


def _read_all_facts(texts: Iterable[str]) -> Counts:
    found = b"".join([_read_facts(text) if len(text) <= _LONGEST else _NO_MELD for text in texts])
    return np.frombuffer(found, dtype=np.uint8).reshape(-1, len(_NO_MELD))


@lru_cache(maxsize=_MOST)
def _read_facts(text: str) -> bytes:
    """Read a meld as bytes: its group code, whether it came after riichi, from whom, and its red fives of each suit."""
    try:
        melds = (parse_meld(text),)
    except NotationError:
        return _NO_MELD
    found = count_melds(melds)
    return bytes([found.codes[0], found.late_quads, _FEEDERS.index(melds[0].feeder), *found.reds])


def _split(text: str) -> list[str]:
    """The melds of a text; what is longer than melds can be is none."""
    return _pieces(text) if len(text) <= GROUPS * _LONGEST else [text]


@lru_cache(maxsize=_MOST)
def _pieces(text: str) -> list[str]:
    return [piece for _, piece in split_melds(text)]
