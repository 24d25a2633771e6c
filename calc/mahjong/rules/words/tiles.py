"""Words about the tiles of a hand: its shape, just these tiles, sets, suits, ranks and dora."""

from __future__ import annotations

from functools import cached_property, lru_cache, reduce
from itertools import permutations
from operator import and_
from typing import Annotated, ClassVar, Final, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from calc.mahjong.hand.hands import SHAPES, tile_sets
from calc.mahjong.hand.kinds import EAST, SUIT_SIZE, TILE_KINDS, Bools, Ints
from calc.mahjong.rules.words.base import Lexicon, State, Term
from calc.notation.tiles import is_red, parse_tiles, print_tiles
from calc.tables.conditions import Number, listed

_SUITS: Final = "mps"
_SUIT_SETS: Final = [np.uint64((2**SUIT_SIZE - 1) << (suit * SUIT_SIZE)) for suit in range(len(_SUITS))]


class Shape(Term, frozen=True):
    """``shape: seven_pairs``: the finished shape that the reading sees."""

    key: ClassVar[str] = "shape"
    shown_by: ClassVar = "hand"
    whole: ClassVar[str | None] = "name"

    name: Literal["standard", "seven_pairs", "thirteen_orphans", "thirteen_unconnected", "fourteen_unconnected"]

    def holds(self, state: State) -> Bools:
        found: Bools = state.readings.shape == SHAPES.index(self.name)
        return found

    def english(self, lexicon: Lexicon) -> str:
        return {
            "standard": "four groups and a pair",
            "seven_pairs": "seven pairs" if lexicon.four_alike else "seven different pairs",
            "thirteen_orphans": "one of each terminal and honour, and one more of them",
            "thirteen_unconnected": "thirteen different tiles, no two of them part of a run, and one more of them",
            "fourteen_unconnected": "fourteen different tiles, no two of them part of a run",
        }[self.name]


class Concealed(Term, frozen=True):
    """``concealed: {exactly: 22334455667788a}``: a hand without melds whose tiles are just these.

    A letter a, b or c means a suit, different letters for different suits. ``plus_one`` allows one more of the
    tiles.
    """

    key: ClassVar[str] = "concealed"
    shown_by: ClassVar = "hand"

    exactly: str
    plus_one: bool = False

    def __post_init__(self) -> None:
        _counts(self.exactly)

    def holds(self, state: State) -> Bools:
        hands, found = state.readings.hands, np.zeros(len(state.readings.hands), dtype=np.bool_)
        for wanted, kinds in _counts(self.exactly):
            rows = np.flatnonzero((hands.tile_set == kinds) & ~hands.has_melds)
            if len(rows):
                over = hands.concealed[rows].astype(np.int64) - wanted
                found[rows] |= (over >= 0).all(axis=1) & (over.sum(axis=1) == self.plus_one)
        return found[state.readings.hand]

    def english(self, lexicon: Lexicon) -> str:
        return f"concealed {_of_one_suit(self.exactly)}{' and one more of these tiles' if self.plus_one else ''}"


class BeforeWin(Term, frozen=True):
    """``before_win: 1112345678999a``: the concealed hand was just these tiles before the winning tile came.

    False where the winning tile was mixed into the hand, which no longer shows what was there before.
    """

    key: ClassVar[str] = "before_win"
    shown_by: ClassVar = "hand"
    whole: ClassVar[str | None] = "exactly"

    exactly: str

    def __post_init__(self) -> None:
        _counts(self.exactly)

    def holds(self, state: State) -> Bools:
        readings, found = state.readings, state.nothing()
        won = np.uint64(1) << readings.win.astype(np.uint64)
        kept_apart = ~readings.of["has_melds"] & (readings.fact("win_merged") == 0)
        for wanted, kinds in _counts(self.exactly):
            rows = np.flatnonzero(((readings.of["tile_set"] | won) == (kinds | won)) & kept_apart)
            if len(rows):
                before = readings.hands.concealed[readings.hand[rows]].copy()
                before[np.arange(len(rows)), readings.win[rows]] -= 1
                found[rows] |= (before == wanted).all(axis=1)
        return found

    def english(self, lexicon: Lexicon) -> str:
        return f"the hand was {_of_one_suit(self.exactly)} before the winning tile"


class Tiles(Term, frozen=True):
    """``tiles: {every: simple}``: all tiles of the hand, melds included, are in a set."""

    key: ClassVar[str] = "tiles"
    of_sets: ClassVar = ("every", "some", "none")
    apart: ClassVar = of_sets
    shown_by: ClassVar = "hand"

    every: str | None = None
    some: Annotated[str | None, Meta(description="At least one.")] = None
    none: Annotated[str | None, Meta(description="No tile.")] = None

    def __post_init__(self) -> None:
        if not any((self.every, self.some, self.none)):
            raise ValueError("expected 'every', 'some' or 'none' with the name of a set")

    def holds(self, state: State) -> Bools:
        tiles = state.readings.of["tile_set"]
        found: list[Bools] = []
        if self.every:
            found.append((tiles & ~state.sets.tiles[self.every]) == 0)
        if self.some:
            found.append((tiles & state.sets.tiles[self.some]) != 0)
        if self.none:
            found.append((tiles & state.sets.tiles[self.none]) == 0)
        return reduce(and_, found)

    def instead(self, state: State, lexicon: Lexicon) -> str:
        if self.some:
            return ""
        asked = state.sets.tiles[self.every or self.none or ""]
        against = state.readings.of["tile_set"] & (~asked if self.every else asked)
        return print_tiles([kind for kind in range(TILE_KINDS) if int(against[0]) >> kind & 1])

    def english(self, lexicon: Lexicon) -> str:
        phrases = []
        if self.every:
            phrases.append(f"only {lexicon.sets[self.every]}")
        if self.some:
            phrases.append(f"some {lexicon.sets[self.some]}")
        if self.none:
            phrases.append(f"no {lexicon.sets[self.none]}")
        return ", ".join(phrases)


class Suits(Term, frozen=True, dict=True):
    """``suits: 1``: how many of characters, circles and bamboo the hand has."""

    key: ClassVar[str] = "suits"
    shown_by: ClassVar = "hand"
    whole: ClassVar[str | None] = "number"

    number: Number | int

    @cached_property
    def _wanted(self) -> Number:
        return Number.of(self.number)

    def holds(self, state: State) -> Bools:
        tiles = state.readings.of["tile_set"]
        count = np.zeros(tiles.shape, dtype=np.int8)
        for suit in _SUIT_SETS:
            count += (tiles & suit) != 0
        return self._wanted.fits(count)

    def english(self, lexicon: Lexicon) -> str:
        return f"tiles of {self._wanted.phrase()} suit{'' if self.number == 1 else 's'}"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return str(sum(bool(int(state.readings.of["tile_set"][0]) & int(suit)) for suit in _SUIT_SETS))


#: (34,) the rank of each kind of tile; honours have none.
_RANKS: Final = np.array([tile % SUIT_SIZE + 1 if tile < EAST else 0 for tile in range(TILE_KINDS)], dtype=np.int64)


class RankSum(Term, frozen=True, dict=True):
    """``rank_sum: {at_least: 100}``: the ranks of all tiles, quads with four, add up to so much; honours have no rank.

    ``{of: characters, at_least: 100}``: only those of a set of tiles.
    """

    key: ClassVar[str] = "rank_sum"
    of_sets: ClassVar = ("of",)
    shown_by: ClassVar = "hand"

    of: Annotated[str | None, Meta(description="Only tiles of this set.")] = None
    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None

    def __post_init__(self) -> None:
        _ = self.number

    @cached_property
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

    def holds(self, state: State) -> Bools:
        return self.number.fits(self._sums(state))

    def english(self, lexicon: Lexicon) -> str:
        of = f" of the {lexicon.sets[self.of].removeprefix('the ')}" if self.of is not None else ""
        return f"the ranks{of} add up to {self.number.phrase()}"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return str(int(self._sums(state)[0]))


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

    def instead(self, state: State, lexicon: Lexicon) -> str:
        (kind,) = self.counts
        return str(int(state.dora[kind][state.readings.hand[0]]))


def _of_one_suit(exactly: str) -> str:
    """``1112345678999a`` as ``1112345678999 of one suit``; other tiles as they are."""
    return f"{exactly[:-1]} of one suit" if exactly[:-1].isdigit() and exactly[-1] in "abc" else exactly


@lru_cache(maxsize=256)
def _counts(text: str) -> list[tuple[NDArray[np.uint8], np.uint64]]:
    """``1112345678999a`` -> (34,) counts and the set of kinds, for each choice of suits for its letters.

    Remembered, since every block of hands asks again. Raises :class:`ValueError` for text that no choice makes into
    tiles.
    """
    letters = sorted(set(text) & set("abc"))
    found = []
    for suits in permutations(_SUITS, len(letters)):
        spelled = text.translate({ord(letter): suit for letter, suit in zip(letters, suits, strict=True)})
        tiles = parse_tiles(spelled)
        if any(map(is_red, tiles)):
            raise ValueError(f"expected tiles without red fives (0), found {text!r}; write 5")
        counts = np.bincount(tiles, minlength=TILE_KINDS).astype(np.uint8)
        found.append((counts, tile_sets(counts[None])[0]))
    return found
