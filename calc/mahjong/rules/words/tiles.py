"""Words about the tiles of a hand, whatever groups they make, and about its finished shape."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Annotated, ClassVar, Final, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from calc.mahjong.hand.hands import SUIT_SIZE, TILE_KINDS, Bools, tile_sets
from calc.mahjong.hand.readings import PAIR_SLOT, SHAPES
from calc.mahjong.rules.words.base import Lexicon, Need, State, Term, Word
from calc.notation.tiles import is_red, parse_tiles, print_tiles
from calc.tables.conditions import Number

_NUMBER_SUITS: Final = "mps"
_SUIT_SETS: Final = [np.uint64((2**SUIT_SIZE - 1) << (suit * SUIT_SIZE)) for suit in range(len(_NUMBER_SUITS))]


class Tiles(Term, frozen=True):
    """``tiles: {every: simple}``: all tiles of the hand, melds included, are in a set."""

    key: ClassVar[str] = "tiles"

    every: str | None = None
    some: Annotated[str | None, Meta(description="At least one.")] = None
    none: Annotated[str | None, Meta(description="No tile.")] = None

    def __post_init__(self) -> None:
        if not any((self.every, self.some, self.none)):
            raise ValueError("expected 'every', 'some' or 'none' with the name of a set")

    def needs(self) -> Iterator[Need]:
        return (Need("set", name) for name in (self.every, self.some, self.none) if name)

    def holds(self, state: State) -> Bools:
        tiles = state.readings.of("tile_set")
        found = np.ones(len(state.readings), dtype=np.bool_)
        if self.every:
            found &= (tiles & ~state.sets.tiles(self.every, state.readings)) == 0
        if self.some:
            found &= (tiles & state.sets.tiles(self.some, state.readings)) != 0
        if self.none:
            found &= (tiles & state.sets.tiles(self.none, state.readings)) == 0
        return found

    def parts(self) -> tuple[Word, ...]:
        given = {name: asked for name in ("every", "some", "none") if (asked := getattr(self, name))}
        return (self,) if len(given) == 1 else tuple(Tiles(**{name: asked}) for name, asked in given.items())

    def instead(self, state: State, lexicon: Lexicon) -> str:
        if self.some:
            return ""
        asked = state.sets.tiles(self.every or self.none or "", state.readings)
        against = state.readings.of("tile_set") & (~asked if self.every else asked)
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

    def marks(self, state: State) -> Bools:
        return state.all_parts()


class Suits(Term, frozen=True):
    """``suits: 1``: how many of characters, circles and bamboo the hand has."""

    key: ClassVar[str] = "suits"
    whole: ClassVar[str | None] = "number"

    number: Number | int

    def holds(self, state: State) -> Bools:
        tiles = state.readings.of("tile_set")
        count = np.zeros(len(state.readings), dtype=np.int8)
        for suit in _SUIT_SETS:
            count += (tiles & suit) != 0
        return Number.of(self.number).fits(count)

    def english(self, lexicon: Lexicon) -> str:
        return f"tiles of {Number.of(self.number).phrase()} suit{'' if self.number == 1 else 's'}"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return str(sum(bool(int(state.readings.of("tile_set")[0]) & int(suit)) for suit in _SUIT_SETS))

    def marks(self, state: State) -> Bools:
        return state.all_parts()


class Pair(Term, frozen=True):
    """``pair: dragon``: the pair of a hand of four groups and a pair is in a set."""

    key: ClassVar[str] = "pair"
    whole: ClassVar[str | None] = "within"

    within: str

    def needs(self) -> Iterator[Need]:
        yield Need("set", self.within)

    def holds(self, state: State) -> Bools:
        found: Bools = (state.readings.pair_set & state.sets.tiles(self.within, state.readings)) != 0
        return found

    def english(self, lexicon: Lexicon) -> str:
        return f"the pair is of {lexicon.sets[self.within]}"

    def negated(self, lexicon: Lexicon) -> str:
        return f"the pair is not of {lexicon.sets[self.within]}"

    def marks(self, state: State) -> Bools:
        found = state.no_parts()
        found[PAIR_SLOT] = True
        return found


class WinningTile(Term, frozen=True):
    """``winning_tile: dragon``: the winning tile is in a set."""

    key: ClassVar[str] = "winning_tile"
    whole: ClassVar[str | None] = "within"

    within: str

    def needs(self) -> Iterator[Need]:
        yield Need("set", self.within)

    def holds(self, state: State) -> Bools:
        win = np.uint64(1) << state.readings.win.astype(np.uint64)
        found: Bools = (win & state.sets.tiles(self.within, state.readings)) != 0
        return found

    def english(self, lexicon: Lexicon) -> str:
        return f"won on one of the {lexicon.sets[self.within]}"


class Shape(Term, frozen=True):
    """``shape: seven_pairs``: the finished shape that the reading sees."""

    key: ClassVar[str] = "shape"
    whole: ClassVar[str | None] = "name"

    name: Literal["standard", "seven_pairs", "thirteen_orphans"]

    def holds(self, state: State) -> Bools:
        found: Bools = state.readings.shape == SHAPES.index(self.name)
        return found

    def english(self, lexicon: Lexicon) -> str:
        return {
            "standard": "four groups and a pair",
            "seven_pairs": "seven different pairs",
            "thirteen_orphans": "one of each terminal and honour, and one more of them",
        }[self.name]

    def marks(self, state: State) -> Bools:
        return state.all_parts()


class Concealed(Term, frozen=True):
    """``concealed: {exactly: 22334455667788a}``: a hand without melds whose tiles are just these.

    A letter a, b or c stands for a suit, different letters for different suits. ``plus_one`` allows one more of the
    tiles.
    """

    key: ClassVar[str] = "concealed"

    exactly: str
    plus_one: bool = False

    def __post_init__(self) -> None:
        _counts(self.exactly)

    def holds(self, state: State) -> Bools:
        hands, found = state.readings.hands, np.zeros(len(state.readings.hands), dtype=np.bool_)
        for wanted in _counts(self.exactly):
            rows = np.flatnonzero((hands.tile_set == tile_sets(wanted[None])) & ~hands.has_melds)
            if len(rows):
                over = hands.concealed[rows].astype(np.int64) - wanted
                found[rows] |= (over >= 0).all(axis=1) & (over.sum(axis=1) == self.plus_one)
        return found[state.readings.hand]

    def english(self, lexicon: Lexicon) -> str:
        return f"concealed {self.exactly}{' and one more of these tiles' if self.plus_one else ''}"

    def marks(self, state: State) -> Bools:
        return state.all_parts()


class BeforeWin(Term, frozen=True):
    """``before_win: 1112345678999a``: the concealed hand was just these tiles before the winning tile came.

    False where the winning tile was mixed into the hand, which no longer shows what was there before.
    """

    key: ClassVar[str] = "before_win"
    whole: ClassVar[str | None] = "exactly"

    exactly: str

    def __post_init__(self) -> None:
        _counts(self.exactly)

    def holds(self, state: State) -> Bools:
        readings, found = state.readings, state.nothing()
        won = np.uint64(1) << readings.win.astype(np.uint64)
        kept_apart = ~readings.of("has_melds") & (readings.fact("win_merged") == 0)
        for wanted in _counts(self.exactly):
            rows = np.flatnonzero(((readings.of("tile_set") | won) == (tile_sets(wanted[None]) | won)) & kept_apart)
            if len(rows):
                before = readings.hands.concealed[readings.hand[rows]].copy()
                before[np.arange(len(rows)), readings.win[rows]] -= 1
                found[rows] |= (before == wanted).all(axis=1)
        return found

    def english(self, lexicon: Lexicon) -> str:
        return f"the hand was {self.exactly} before the winning tile"

    def marks(self, state: State) -> Bools:
        return state.all_parts()


@lru_cache(maxsize=256)
def _counts(text: str) -> list[NDArray[np.uint8]]:
    """``1112345678999a`` -> the (34,) counts it stands for, one for each choice of suits for its letters.

    Remembered, since every block of hands asks again. Raises :class:`ValueError` for text that no choice makes into
    tiles.
    """
    letters = sorted(set(text) & set("abc"))
    found = []
    for suits in permutations(_NUMBER_SUITS, len(letters)):
        spelled = text.translate({ord(letter): suit for letter, suit in zip(letters, suits, strict=True)})
        tiles = parse_tiles(spelled)
        if any(map(is_red, tiles)):
            raise ValueError(f"expected tiles without red fives (0), found {text!r}; write 5")
        found.append(np.bincount(tiles, minlength=TILE_KINDS).astype(np.uint8))
    return found
