"""Count the dora of hands: indicated tiles, red fives, ura dora, Norths set aside, season tiles."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.hand.hands import NO_TILE, NORTH, SEASONS, Hands, Ints
from calc.mahjong.rules.schema import MahjongRules


class DoraCount(Struct, frozen=True, dict=True):
    """(n,) tiles of each kind of dora in each hand: dora, red fives, ura dora, Norths set aside, season tiles."""

    dora: Ints
    red: Ints
    ura: Ints
    north: Ints
    seasons: Ints

    def take(self, rows: Ints) -> DoraCount:
        """The dora of the hands in ``rows``."""
        return DoraCount(self.dora[rows], self.red[rows], self.ura[rows], self.north[rows], self.seasons[rows])

    @cached_property
    def by_kind(self) -> dict[str, Ints]:
        """(n,) tiles of each kind by its name in rule tables, and of ``all`` of them."""
        return {
            "dora": self.dora,
            "red": self.red,
            "ura": self.ura,
            "north": self.north,
            "season": self.seasons,
            "all": self.tiles,
        }

    def han(self, rules: MahjongRules) -> Ints:
        """(n,) the han that the dora add."""
        bonus = rules.dora.bonus.items()
        return sum((self.by_kind[kind] * each.han for kind, each in bonus), np.zeros_like(self.dora))

    @cached_property
    def tiles(self) -> Ints:
        """(n,) dora of all kinds together."""
        return self.dora + self.red + self.ura + self.north + self.seasons


def count_dora(hands: Hands, rules: MahjongRules) -> DoraCount:
    """The dora of each hand."""
    return DoraCount(
        dora=_count_indicated(hands.dora, hands, rules),
        red=hands.reds[:, 0].astype(np.int64) + hands.reds[:, 1] + hands.reds[:, 2],
        ura=_count_indicated(hands.ura, hands, rules),
        north=hands.north.astype(np.int64),
        seasons=hands.fact(SEASONS),
    )


def _count_indicated(indicators: NDArray[np.uint8], hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) how many tiles of each hand are indicated; a tile counts once for each indicator."""
    after = np.full(NO_TILE + 1, NO_TILE, dtype=np.int64)
    for tile, following in rules.dora_after.items():
        after[tile] = following
    found = np.zeros(len(hands), dtype=np.int64)
    tiles = hands.tiles
    if rules.dora.north is not None and rules.dora.north.indicated == "all":
        tiles = tiles.copy()
        tiles[:, NORTH] += hands.north
    for column in indicators:
        # Few hands have more than one indicator.
        rows = np.flatnonzero(column != NO_TILE)
        dora = after[column[rows]]
        found[rows] += np.where(dora != NO_TILE, tiles[rows, np.minimum(dora, NO_TILE - 1)], 0)
    return found
