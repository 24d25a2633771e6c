"""Melds of many records at once: columns of texts -> one array of melds, and the row of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

import numpy as np

from calc.errors import NotationError
from calc.mahjong.distinct import distinct
from calc.mahjong.hands import Bools, Counts, Ints
from calc.mahjong.kinds import NO_GROUP, RED_FIVES, SUIT_SIZE, run_kind, triplet_kind
from calc.notation.melds import Meld, parse_meld, split_melds
from calc.notation.tiles import kind_of

__all__ = ["MeldTexts", "read_meld_texts"]

#: The melds that leave a hand closed.
_CLOSED_MELDS: Final = frozenset({"ankan"})
_QUADS: Final = frozenset({"daiminkan", "kakan", "ankan"})


@dataclass(frozen=True)
class MeldTexts:
    """The melds of a column of records: ``row``, ``place`` (M,) where each stands, ``kind``, ``is_quad``, ``is_open``
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


def read_meld_texts(column: Sequence[list[str] | str]) -> MeldTexts:
    """The melds of every record: a text each, or all of a record in one text."""
    pieces = [(_split(melds) if isinstance(melds, str) else melds) if melds else () for melds in column]
    size = len(pieces)
    count = np.fromiter(map(len, pieces), dtype=np.int64, count=size)
    row = np.repeat(np.arange(size), count)
    texts, number = distinct(list(chain.from_iterable(pieces)))
    melds = [_parse(text) for text in texts]
    odd = np.zeros(size, dtype=np.bool_)
    if None in melds:
        odd[row[np.array([meld is None for meld in melds])[number]]] = True
    kind, is_quad, is_open, reds = _facts_of(melds)
    return MeldTexts(
        row=row,
        place=np.arange(len(row)) - (np.cumsum(count) - count)[row],
        kind=kind[number],
        is_quad=is_quad[number],
        is_open=is_open[number],
        reds=reds[number],
        count=count,
        odd=odd,
    )


@lru_cache(maxsize=4096)
def _split(text: str) -> list[str]:
    return [piece for _, piece in split_melds(text)]


@lru_cache(maxsize=4096)
def _parse(text: str) -> Meld | None:
    try:
        return parse_meld(text)
    except NotationError:
        return None


def _facts_of(melds: Sequence[Meld | None]) -> tuple[Counts, Bools, Bools, Counts]:
    """The kinds of melds, whether they are quads, whether they are open, and their red fives."""
    kinds = [NO_GROUP if meld is None else _kind_of(meld) for meld in melds]
    reds = [[0 if meld is None else meld.tiles.count(red) for red in RED_FIVES] for meld in melds]
    return (
        np.array(kinds, dtype=np.uint8),
        np.array([meld is not None and meld.kind in _QUADS for meld in melds], dtype=np.bool_),
        np.array([meld is not None and meld.kind not in _CLOSED_MELDS for meld in melds], dtype=np.bool_),
        np.array(reds, dtype=np.uint8).reshape(len(melds), len(RED_FIVES)),
    )


def _kind_of(meld: Meld) -> int:
    first = kind_of(meld.tiles[0])
    return run_kind(first // SUIT_SIZE, first % SUIT_SIZE + 1) if meld.kind == "chi" else triplet_kind(first)
