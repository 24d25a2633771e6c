"""Melds of many records at once: columns of texts -> one array of melds, and the row of each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

import numpy as np
from msgspec import Struct

from calc.errors import NotationError
from calc.mahjong.hand.hands import Bools, Counts, Ints
from calc.mahjong.hand.kinds import NO_GROUP, RED_FIVES, SUIT_SIZE, run_kind, triplet_kind
from calc.mahjong.hand.readings import GROUPS
from calc.mahjong.read.distinct import Memo
from calc.notation.melds import Meld, parse_meld, split_melds
from calc.notation.tiles import kind_of

#: The melds that leave a hand closed.
_CLOSED_MELDS: Final = frozenset({"ankan"})
_QUADS: Final = frozenset({"daiminkan", "kakan", "ankan"})
#: So many texts are remembered. No meld that is plainly spelled is longer than the longest of them.
_MOST: Final = 4096
_LONGEST: Final = 24
#: Stands for a text that is no meld, or is spelled in another way.
_NO_MELD: Final = bytes([NO_GROUP, 0, 0, 0, *(0 for _ in RED_FIVES)])


class MeldTexts(Struct, frozen=True):
    """The melds of a column of records: ``row``, ``place`` (M,) where each stands, ``kind``, ``is_quad``, ``is_open``,
    ``is_promoted`` (M,), ``reds`` (M, 3).

    ``count``: (n,) melds of each row. ``odd``: (n,) whether some piece is no meld.
    """

    row: Ints
    place: Ints
    kind: Counts
    is_quad: Bools
    is_open: Bools
    is_promoted: Bools
    reds: Counts
    count: Ints
    odd: Bools


def read_meld_texts(column: Sequence[list[str] | str]) -> MeldTexts:
    """The melds of every record: a text each, or all of a record in one text."""
    pieces = [(_SPLIT[melds] if isinstance(melds, str) else melds) if melds else () for melds in column]
    size = len(pieces)
    count = np.fromiter(map(len, pieces), dtype=np.int64, count=size)
    row = np.repeat(np.arange(size), count)
    found = b"".join(map(_FACTS.__getitem__, chain.from_iterable(pieces)))
    facts = np.frombuffer(found, dtype=np.uint8).reshape(-1, len(_NO_MELD))
    odd = np.zeros(size, dtype=np.bool_)
    odd[row[facts[:, 0] == NO_GROUP]] = True
    return MeldTexts(
        row=row,
        place=np.arange(len(row)) - (np.cumsum(count) - count)[row],
        kind=facts[:, 0],
        is_quad=facts[:, 1].astype(np.bool_),
        is_open=facts[:, 2].astype(np.bool_),
        is_promoted=facts[:, 3].astype(np.bool_),
        reds=facts[:, 4:],
        count=count,
        odd=odd,
    )


def _split(text: str) -> list[str]:
    """The melds of one text."""
    return [piece for _, piece in split_melds(text)]


def _facts_of(text: str) -> bytes:
    """A number each: the kind of a meld, whether it is a quad, open, promoted, and its red fives of each suit."""
    try:
        meld = parse_meld(text)
    except NotationError:
        return _NO_MELD
    reds = [meld.tiles.count(red) for red in RED_FIVES]
    is_open, is_promoted = meld.kind not in _CLOSED_MELDS, meld.kind == "kakan"
    return bytes([_kind_of(meld), meld.kind in _QUADS, is_open, is_promoted, *reds])


def _kind_of(meld: Meld) -> int:
    first = kind_of(meld.tiles[0])
    return run_kind(first // SUIT_SIZE, first % SUIT_SIZE + 1) if meld.kind == "chi" else triplet_kind(first)


_SPLIT: Final = Memo(_split, _MOST, GROUPS * _LONGEST)
_FACTS: Final = Memo(_facts_of, _MOST, _LONGEST)
