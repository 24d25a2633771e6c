"""The melds of a hand as numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from calc.mahjong.hand.hand import CONCEALED, KIND, QUAD
from calc.mahjong.hand.kinds import RED_FIVES, SUIT_SIZE, run_kind, triplet_kind
from calc.notation.melds import Meld
from calc.notation.tiles import kind_of

MELD_TILES: Final = 3


class CountedMelds(Struct, frozen=True, gc=False):
    """What the melds of a hand are; ``tiles``: the kinds of all their tiles; ``reds``: red fives of m, p, s;
    ``feeders``: the seats that fed them. The others are fields of a hand.
    """

    codes: tuple[int, ...]
    kinds: tuple[int, ...]
    tiles: tuple[int, ...]
    tile_set: int
    reds: list[int]
    feeders: list[str]
    is_open: bool
    quads: int
    open_quads: int
    late_quads: int
    has_chi: bool


@lru_cache(maxsize=4096)
def count_melds(melds: tuple[Meld, ...]) -> CountedMelds:
    """The numbers of melds; few are met, again and again."""
    codes = tuple(map(_code_of, melds))
    tiles = [tile for meld in melds for tile in meld.tiles]
    return CountedMelds(
        codes=codes,
        kinds=tuple([code & KIND for code in codes]),
        tiles=tuple(map(kind_of, tiles)),
        tile_set=sum({1 << kind_of(tile) for tile in tiles}),
        reds=[tiles.count(red) for red in RED_FIVES],
        feeders=[meld.feeder for meld in melds if meld.feeder is not None],
        is_open=not all(code & CONCEALED for code in codes),
        quads=sum(code & QUAD != 0 for code in codes),
        open_quads=sum(code & (QUAD | CONCEALED) == QUAD for code in codes),
        late_quads=sum(meld.kind == "ankan" and meld.added is not None for meld in melds),
        has_chi=any(meld.kind == "chi" for meld in melds),
    )


def _code_of(meld: Meld) -> int:
    """The group code of a meld: its kind, and the marks of quads and of concealed groups."""
    first = min(map(kind_of, meld.tiles))
    code = run_kind(first // SUIT_SIZE, first % SUIT_SIZE + 1) if meld.kind == "chi" else triplet_kind(first)
    return code | (QUAD if len(meld.tiles) > MELD_TILES else 0) | (CONCEALED if meld.kind == "ankan" else 0)
