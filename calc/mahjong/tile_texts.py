"""Tiles of many texts at once: columns of texts -> one array of tiles, and the row of each.

Only the plainest spelling is read here, digits and their suit letter (``123m406p11z``); a text in any other of the
spellings of :mod:`calc.notation.tiles`, or in none, is told as such and left to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calc.mahjong.hands import Bools, Counts, Ints
from calc.notation.tiles import TILES, text_of

__all__ = ["TileTexts", "kinds_of", "read_tile_texts"]

_LETTERS: Final = "mpsz"
#: Stands where a digit and a letter make no tile, such as 9z.
_NO_TILE: Final = 255


def _tiles_by_text() -> Counts:
    """(4, 256) the tile of a suit letter's place and a digit's character."""
    table = np.full((len(_LETTERS), 256), _NO_TILE, dtype=np.uint8)
    for tile, text in enumerate(map(text_of, range(TILES))):
        table[_LETTERS.index(text[1]), ord(text[0])] = tile
    return table


_TILE_OF: Final = _tiles_by_text()
_IS_LETTER: Final = np.isin(np.arange(256), np.frombuffer(_LETTERS.encode(), dtype=np.uint8))
_PLACE_OF_LETTER: Final = np.array([max(_LETTERS.find(chr(code)), 0) for code in range(256)], dtype=np.uint8)
#: (37,) the kind of each tile: that of a red five is its plain five.
_KINDS: Final = np.array([_TILE_OF[_LETTERS.index(text_of(tile)[1]), ord(text_of(tile)[0].replace("0", "5"))]
                          for tile in range(TILES)], dtype=np.uint8)  # fmt: skip


@dataclass(frozen=True)
class TileTexts:
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
    row = np.repeat(np.arange(size), lengths)
    codes = np.frombuffer(joined.encode(), dtype=np.uint8)
    is_letter = _IS_LETTER[codes]
    letters = np.flatnonzero(is_letter)
    # The digits of a group take the letter that follows them.
    spans = np.diff(letters, prepend=-1)
    suit = np.repeat(_PLACE_OF_LETTER[codes[letters]], spans)
    behind = len(codes) - len(suit)
    if behind:
        suit = np.append(suit, np.zeros(behind, dtype=np.uint8))
    is_digit = ~is_letter
    tile = _TILE_OF[suit[is_digit], codes[is_digit]]
    row_of_tile = row[is_digit]
    odd |= _oddly_spelled(row, row_of_tile, tile, is_letter, lengths, size)
    return TileTexts(row_of_tile, tile, np.bincount(row_of_tile, minlength=size), odd)


def _oddly_spelled(row: Ints, row_of_tile: Ints, tile: Counts, is_letter: Bools, lengths: Ints, size: int) -> Bools:
    """(n,) whether something in a text is no tile, a letter has no digit before it, or the last digits no letter."""
    odd = np.zeros(size, dtype=np.bool_)
    no_tile = tile == _NO_TILE
    if no_tile.any():
        odd[row_of_tile[no_tile]] = True
    ends = np.cumsum(lengths)
    filled = lengths > 0
    odd[filled] |= ~is_letter[ends[filled] - 1]
    bare = is_letter[1:] & is_letter[:-1]
    if bare.any():
        odd[row[1:][bare]] = True
    odd[filled] |= is_letter[(ends - lengths)[filled]]
    return odd


def kinds_of(tiles: Counts | Ints) -> Counts:
    """(T,) tiles -> the kinds of tile: a red five counts as its plain five."""
    kinds: Counts = _KINDS[tiles]
    return kinds
