"""Tiles of many texts at once: columns of texts -> one array of tiles, and the row of each.

Only the plainest spelling is read here, digits and their suit letter (``123m406p11z``); a text in any other of the
spellings of :mod:`calc.notation.tiles`, or in none, is told as such and left to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from calc.mahjong.hand.hands import Bools, Counts, Ints
from calc.notation.tiles import TILES, kind_of, text_of

_LETTERS: Final = "mpsz"
_NINE: Final = ord("9")
#: Stands where a digit and a letter make no tile, such as 9z, or there is no such letter.
_NO_TILE: Final = 255
_NO_LETTER: Final = len(_LETTERS)


def _tiles_by_text() -> Counts:
    """(5 * 256,) the tile of a suit letter's place and a digit's character, the last place being that of no letter."""
    table = np.full((len(_LETTERS) + 1, 256), _NO_TILE, dtype=np.uint8)
    for tile, text in enumerate(map(text_of, range(TILES))):
        table[_LETTERS.index(text[1]), ord(text[0])] = tile
    return table.ravel()


_TILE_OF: Final = _tiles_by_text()
#: (256,) where the tiles of a letter begin in :data:`_TILE_OF`.
_SUIT_OF: Final = np.array(
    [256 * (_LETTERS.index(chr(code)) if chr(code) in _LETTERS else _NO_LETTER) for code in range(256)], dtype=np.uint16
)
#: (37,) the kind of each tile: that of a red five is its plain five.
_KINDS: Final = np.array([kind_of(tile) for tile in range(TILES)], dtype=np.uint8)


class TileTexts(Struct, frozen=True):
    """The tiles of a column of texts, in order: ``row`` (T,) the text of each, ``tile`` (T,) as numbers of
    :mod:`calc.notation.tiles`.

    ``count``: (n,) tiles of each text. ``odd``: (n,) whether a text is spelled in another way, or wrongly; what stands
    here of its tiles means nothing then.
    """

    row: Ints
    tile: Counts
    count: Ints
    odd: Bools

    @property
    def last(self) -> Ints:
        """(n,) the last tile of each text, below 0 for one that has none."""
        if not len(self.tile):
            return np.full(len(self.count), -1, dtype=np.int64)
        last = np.maximum(np.cumsum(self.count) - 1, 0)
        return np.where(self.count > 0, self.tile[last].astype(np.int64), -1)

    @property
    def place(self) -> Ints:
        """(T,) the place of each tile in its text, from 0."""
        first = np.cumsum(self.count) - self.count
        return np.arange(len(self.row)) - first[self.row]


def read_tile_texts(texts: Sequence[str]) -> TileTexts:
    """The tiles of every text; an empty text has none."""
    size = len(texts)
    joined = "".join(texts)
    odd = np.zeros(size, dtype=np.bool_)
    if not joined:
        nothing = np.zeros(0, dtype=np.int64)
        return TileTexts(nothing, nothing.astype(np.uint8), np.zeros(size, dtype=np.int64), odd)
    if not joined.isascii():
        odd = np.array([not text.isascii() for text in texts])
        joined = "".join("" if is_odd else text for text, is_odd in zip(texts, odd.tolist(), strict=True))
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=size) * ~odd
    codes = np.frombuffer(joined.encode(), dtype=np.uint8)
    is_letter = codes > _NINE
    letters, digits = np.flatnonzero(is_letter), np.flatnonzero(~is_letter)
    # A digit belongs to the next letter: as many stand before it as there are characters less digits.
    suits = np.append(_SUIT_OF.take(codes[letters]), np.uint16(256 * _NO_LETTER))
    tile = _TILE_OF.take(suits[digits - np.arange(len(digits))] + codes[digits])
    ends = np.cumsum(lengths)
    count = np.diff(np.searchsorted(digits, ends), prepend=0)
    row = np.repeat(np.arange(size), count)
    odd[row[tile == _NO_TILE]] = True
    odd |= _oddly_parted(is_letter, ends, lengths)
    return TileTexts(row, tile, count, odd)


def _oddly_parted(is_letter: Bools, ends: Ints, lengths: Ints) -> Bools:
    """(n,) whether a letter has no digit before it, or the last digits of a text have no letter."""
    odd = np.zeros(len(ends), dtype=np.bool_)
    filled = np.flatnonzero(lengths)
    odd[filled] = is_letter[(ends - lengths)[filled]] | ~is_letter[ends[filled] - 1]
    bare = np.flatnonzero(is_letter[1:] & is_letter[:-1])
    if len(bare):
        odd[np.searchsorted(ends, bare + 1, side="right")] = True
    return odd


def kinds_of(tiles: Counts | Ints) -> Counts:
    """(T,) tiles -> the kinds of tile: a red five counts as its plain five."""
    kinds: Counts = _KINDS[tiles]
    return kinds
