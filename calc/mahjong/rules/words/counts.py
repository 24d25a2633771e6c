"""Words that count over the whole hand: the sum of its ranks, and its dora."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import Annotated, ClassVar, Final, Literal

import numpy as np
from msgspec import Meta

from calc.mahjong.hand.hands import EAST, SUIT_SIZE, TILE_KINDS, Bools, Ints
from calc.mahjong.rules.words.base import Lexicon, Need, State, Term, Word
from calc.tables.conditions import Number, listed

#: (34,) the rank of each kind of tile; honours have none.
_RANKS: Final = np.array([tile % SUIT_SIZE + 1 if tile < EAST else 0 for tile in range(TILE_KINDS)], dtype=np.int64)


class RankSum(Term, frozen=True):
    """``rank_sum: {at_least: 100}``: the ranks of all tiles, quads with four, add up to so much; honours have no rank.

    ``{of: characters, at_least: 100}``: only those of a set of tiles.
    """

    key: ClassVar[str] = "rank_sum"

    of: Annotated[str | None, Meta(description="Only tiles of this set.")] = None
    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None

    def __post_init__(self) -> None:
        _ = self.number

    @property
    def number(self) -> Number:
        """What the sum is compared with."""
        return Number(exactly=self.exactly, at_least=self.at_least, at_most=self.at_most)

    def _sums(self, state: State) -> Ints:
        readings = state.readings
        ranks = _RANKS[None]
        if self.of is not None:
            kinds = np.atleast_1d(state.sets.tiles[self.of])[:, None] >> np.arange(TILE_KINDS, dtype=np.uint64)
            ranks = ranks * (kinds & np.uint64(1)).astype(np.int64)
        found: Ints = (readings.of["tiles"] * ranks).sum(axis=1)
        return found

    def needs(self) -> Iterator[Need]:
        if self.of is not None:
            yield Need("set", self.of)

    def holds(self, state: State) -> Bools:
        return self.number.fits(self._sums(state))

    def english(self, lexicon: Lexicon) -> str:
        of = f" of the {lexicon.sets[self.of].removeprefix('the ')}" if self.of is not None else ""
        return f"the ranks{of} add up to {self.number.phrase()}"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return str(int(self._sums(state)[0]))

    def marks(self, state: State) -> Bools:
        return state.all_parts()


_Kind = Literal["dora", "red", "ura", "north", "season", "all"]
_TITLES: Final[dict[_Kind, str]] = {
    "dora": "dora",
    "red": "red fives",
    "ura": "ura dora",
    "north": "Norths set aside",
    "season": "season tiles",
    "all": "dora of all kinds",
}


class Dora(Term, frozen=True):
    """``dora: {red: 3}``: how many dora of a kind the hand has; ``all`` counts those of every kind."""

    key: ClassVar[str] = "dora"
    whole: ClassVar[str | None] = "counts"

    counts: dict[_Kind, Number | int]

    def __post_init__(self) -> None:
        if not self.counts:
            raise ValueError(f"expected one of {listed(map(repr, _TITLES), 'or')}")

    def holds(self, state: State) -> Bools:
        hand = state.readings.hand
        return reduce(and_, [Number.of(count).fits(state.dora[kind][hand]) for kind, count in self.counts.items()])

    def english(self, lexicon: Lexicon) -> str:
        return listed(f"{Number.of(count).phrase()} {_TITLES[kind]}" for kind, count in self.counts.items())

    def parts(self) -> tuple[Word, ...]:
        return (self,) if len(self.counts) == 1 else tuple(Dora({kind: count}) for kind, count in self.counts.items())

    def instead(self, state: State, lexicon: Lexicon) -> str:
        (kind,) = self.counts
        return str(int(state.dora[kind][state.readings.hand[0]]))
