"""Words about a win as a whole: how it was won, what the record declares, and which tiles the hand has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_, or_
from typing import Annotated, Any, ClassVar, Final, Literal

import numpy as np
from msgspec import Meta

from calc.mahjong.hand.hands import CHANKAN, DEALER, RIICHI, SUIT_SIZE, TILE_KINDS, Bools
from calc.mahjong.rules.words.base import Lexicon, Need, State, Term, Word
from calc.notation.tiles import print_tiles
from calc.tables.conditions import Number, listed

_SUIT_SETS: Final = [np.uint64((2**SUIT_SIZE - 1) << (suit * SUIT_SIZE)) for suit in range(len("mps"))]
_FLAGS: Final = (False, True)
#: The declarations that a condition can ask for, and their values in the order of their codes.
_DECLARATIONS: Final[dict[str, tuple[bool | str, ...]]] = {
    "riichi": RIICHI,
    "chankan": CHANKAN,
    "ippatsu": _FLAGS,
    "rinshan": _FLAGS,
    "last_tile": _FLAGS,
    "first_turn": _FLAGS,
}


#: What each value of a declaration says of a win.
_SAID: Final[dict[tuple[str, bool | str], str]] = {
    ("riichi", True): "riichi was declared",
    ("riichi", "double"): "double riichi was declared",
    ("riichi", False): "riichi was not declared",
    ("chankan", True): "won on the tile with which a triplet was made a quad",
    ("chankan", "concealed"): "won on a tile of a concealed quad",
    ("chankan", False): "not won on a tile of a quad",
    ("ippatsu", True): "won within a turn of riichi, without a call in between",
    ("ippatsu", False): "not won within a turn of riichi",
    ("rinshan", True): "won on the replacement tile of a quad",
    ("rinshan", False): "not won on a replacement tile",
    ("last_tile", True): "won on the last tile",
    ("last_tile", False): "not won on the last tile",
    ("first_turn", True): "won in the first turn, without a call before",
    ("first_turn", False): "not won in the first turn",
}


class By(Term, frozen=True):
    """``by: tsumo`` or ``by: ron``."""

    key: ClassVar[str] = "by"
    whole: ClassVar[str | None] = "how"

    how: Literal["tsumo", "ron"]

    def holds(self, state: State) -> Bools:
        tsumo: Bools = state.readings.of["tsumo"]
        return tsumo if self.how == "tsumo" else ~tsumo

    def english(self, lexicon: Lexicon) -> str:
        return f"won by {self.how}"

    def negated(self, lexicon: Lexicon) -> str:
        return "won by ron" if self.how == "tsumo" else "won by tsumo"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return "ron" if self.how == "tsumo" else "tsumo"


class Hand(Term, frozen=True):
    """``hand: closed`` (nothing was called; a concealed quad may lie there) or ``hand: open``."""

    key: ClassVar[str] = "hand"
    whole: ClassVar[str | None] = "state"

    state: Literal["closed", "open"]

    def holds(self, state: State) -> Bools:
        is_open: Bools = state.readings.of["is_open"]
        return is_open if self.state == "open" else ~is_open

    def english(self, lexicon: Lexicon) -> str:
        return f"{self.state} hand"

    def negated(self, lexicon: Lexicon) -> str:
        return "open hand" if self.state == "closed" else "closed hand"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return "a meld is open" if self.state == "closed" else "no meld is open"


class SeatIs(Term, frozen=True):
    """``seat: dealer`` or ``seat: other``."""

    key: ClassVar[str] = "seat"
    whole: ClassVar[str | None] = "who"

    who: Literal["dealer", "other"]

    def holds(self, state: State) -> Bools:
        dealer: Bools = state.readings.of["seat"] == DEALER
        return dealer if self.who == "dealer" else ~dealer

    def english(self, lexicon: Lexicon) -> str:
        return "the dealer wins" if self.who == "dealer" else "another player than the dealer wins"

    def negated(self, lexicon: Lexicon) -> str:
        return SeatIs("other" if self.who == "dealer" else "dealer").english(lexicon)


class Declared(Term, frozen=True):
    """``declared: {riichi: double}``: what the record declares; a list holds the values that will do."""

    key: ClassVar[str] = "declared"

    riichi: bool | Literal["double"] | list[bool | Literal["double"]] | None = None
    chankan: bool | Literal["concealed"] | list[bool | Literal["concealed"]] | None = None
    ippatsu: bool | None = None
    rinshan: bool | None = None
    last_tile: bool | None = None
    first_turn: bool | None = None
    north: Number | int | None = None

    def __post_init__(self) -> None:
        if not self.asked() and self.north is None:
            raise ValueError(f"expected one of {listed(map(repr, [*_DECLARATIONS, 'north']), 'or')}")
        if any(not values for values in self.asked().values()):
            raise ValueError("expected at least one value that will do, found []")

    def asked(self) -> dict[str, list[bool | str]]:
        """The circumstances that the condition asks for, with the values that will do."""
        given: dict[str, Any] = {name: getattr(self, name) for name in _DECLARATIONS}
        return {
            name: value if isinstance(value, list) else [value] for name, value in given.items() if value is not None
        }

    def holds(self, state: State) -> Bools:
        found: list[Bools] = []
        for name, values in self.asked().items():
            column = state.readings.of[name]
            found.append(reduce(or_, [column == _DECLARATIONS[name].index(value) for value in values]))
        if self.north is not None:
            found.append(Number.of(self.north).fits(state.readings.of["north"]))
        return reduce(and_, found)

    def parts(self) -> tuple[Word, ...]:
        asked: dict[str, Any] = dict(self.asked())
        if self.north is not None:
            asked["north"] = self.north
        return (self,) if len(asked) == 1 else tuple(Declared(**{name: value}) for name, value in asked.items())

    def failing(self, state: State, lexicon: Lexicon) -> list[str]:
        if len(self.parts()) > 1 or self.north is not None or self.holds(state)[0]:
            return super().failing(state, lexicon)
        ((name, values),) = self.asked().items()
        if state.readings.of[name][0]:
            return super().failing(state, lexicon)
        return [lexicon.undeclared(_spell(name, value) for value in values)]

    def instead(self, state: State, lexicon: Lexicon) -> str:
        if self.north is not None:
            return str(int(state.readings.of["north"][0]))
        (name,) = self.asked()
        return f"declared: {_spell(name, _DECLARATIONS[name][int(state.readings.of[name][0])])}"

    def english(self, lexicon: Lexicon) -> str:
        phrases = []
        for name, values in self.asked().items():
            phrases.append(listed((_SAID[name, value] for value in values), "or"))
        if self.north is not None:
            number = Number.of(self.north)
            phrases.append(f"{'no' if number == Number(exactly=0) else number.phrase()} Norths set aside")
        return listed(phrases)

    def negated(self, lexicon: Lexicon) -> str:
        asked = self.asked()
        ((name, values),) = asked.items() if len(asked) == 1 else [("", [False])]
        if self.north is not None or False in values:
            return super().negated(lexicon)
        rest = [value for value in _DECLARATIONS[name] if value not in values]
        return listed((_SAID[name, value] for value in rest), "or")


def _spell(name: str, value: bool | str) -> str:
    """``riichi``, ``no riichi``, ``double riichi``."""
    title = name.replace("_", " ")
    if isinstance(value, str):
        return f"{value} {title}"
    return title if value else f"no {title}"


class Fact(Term, frozen=True):
    """``fact: {dealer_keeps: {at_least: 7}}``: a fact that no tile shows, compared with a number or a truth."""

    key: ClassVar[str] = "fact"
    whole: ClassVar[str | None] = "facts"

    facts: dict[str, Number | int | bool]

    def numbers(self) -> dict[str, Number]:
        """Each fact with its comparison; true is at least 1, false is 0."""
        return {name: Number.of(value) for name, value in self.facts.items()}

    def __post_init__(self) -> None:
        if not self.facts:
            raise ValueError("expected at least one fact, found {}")

    def needs(self) -> Iterator[Need]:
        return (Need("fact", name) for name in self.facts)

    def holds(self, state: State) -> Bools:
        return reduce(and_, [number.fits(state.readings.fact(name)) for name, number in self.numbers().items()])

    def english(self, lexicon: Lexicon) -> str:
        return listed(self._phrase(name, value, lexicon) for name, value in self.facts.items())

    def _phrase(self, name: str, value: Number | int | bool, lexicon: Lexicon) -> str:
        meaning = lexicon.facts.get(name, name)
        if isinstance(value, bool):
            return meaning if value else f"not ({meaning})"
        return f"{meaning}: {Number.of(value).phrase()}"

    def parts(self) -> tuple[Word, ...]:
        return tuple(Fact({name: value}) for name, value in self.facts.items())

    def instead(self, state: State, lexicon: Lexicon) -> str:
        ((name, value),) = self.facts.items()
        return "" if isinstance(value, bool) else str(int(state.readings.fact(name)[0]))


class Discards(Term, frozen=True):
    """``discards: {none: orphan}``: the record gives the winner's own discards, and none of them is in the set.

    ``{none_of_hand: true}``: none of them is of a kind that the hand holds.
    """

    key: ClassVar[str] = "discards"

    none: str | None = None
    none_of_hand: bool = False

    def __post_init__(self) -> None:
        if self.none is None and not self.none_of_hand:
            raise ValueError("expected 'none' with the name of a set, or 'none_of_hand: true'")

    def needs(self) -> Iterator[Need]:
        if self.none is not None:
            yield Need("set", self.none)

    def holds(self, state: State) -> Bools:
        readings = state.readings
        found: Bools = readings.of["discards_known"]
        if self.none is not None:
            found = found & ((readings.of["discards"] & state.sets.tiles[self.none]) == 0)
        if self.none_of_hand:
            found = found & ((readings.of["discards"] & readings.of["tile_set"]) == 0)
        return found

    def parts(self) -> tuple[Word, ...]:
        if self.none is None or not self.none_of_hand:
            return (self,)
        return (Discards(none=self.none), Discards(none_of_hand=True))

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return "" if state.readings.of["discards_known"][0] else "they are not known"

    def english(self, lexicon: Lexicon) -> str:
        phrases = [f"no {lexicon.sets[self.none]}"] if self.none is not None else []
        phrases += ["none of the tiles of the hand"] if self.none_of_hand else []
        return f"the winner's discards are known and hold {listed(phrases)}"


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
        tiles = state.readings.of["tile_set"]
        found: list[Bools] = []
        if self.every:
            found.append((tiles & ~state.sets.tiles[self.every]) == 0)
        if self.some:
            found.append((tiles & state.sets.tiles[self.some]) != 0)
        if self.none:
            found.append((tiles & state.sets.tiles[self.none]) == 0)
        return reduce(and_, found)

    def parts(self) -> tuple[Word, ...]:
        given = {name: asked for name in ("every", "some", "none") if (asked := getattr(self, name))}
        return (self,) if len(given) == 1 else tuple(Tiles(**{name: asked}) for name, asked in given.items())

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

    def marks(self, state: State) -> Bools:
        return state.all_parts()


class Suits(Term, frozen=True):
    """``suits: 1``: how many of characters, circles and bamboo the hand has."""

    key: ClassVar[str] = "suits"
    whole: ClassVar[str | None] = "number"

    number: Number | int

    def holds(self, state: State) -> Bools:
        tiles = state.readings.of["tile_set"]
        count = np.zeros(tiles.shape, dtype=np.int8)
        for suit in _SUIT_SETS:
            count += (tiles & suit) != 0
        return Number.of(self.number).fits(count)

    def english(self, lexicon: Lexicon) -> str:
        return f"tiles of {Number.of(self.number).phrase()} suit{'' if self.number == 1 else 's'}"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return str(sum(bool(int(state.readings.of["tile_set"][0]) & int(suit)) for suit in _SUIT_SETS))

    def marks(self, state: State) -> Bools:
        return state.all_parts()


class WinningTile(Term, frozen=True):
    """``winning_tile: dragon``: the winning tile is in a set."""

    key: ClassVar[str] = "winning_tile"
    whole: ClassVar[str | None] = "within"

    within: str

    def needs(self) -> Iterator[Need]:
        yield Need("set", self.within)

    def holds(self, state: State) -> Bools:
        win = np.uint64(1) << state.readings.win.astype(np.uint64)
        found: Bools = (win & state.sets.tiles[self.within]) != 0
        return found

    def english(self, lexicon: Lexicon) -> str:
        return f"won on one of the {lexicon.sets[self.within].removeprefix('the ')}"

    def negated(self, lexicon: Lexicon) -> str:
        return f"not won on one of the {lexicon.sets[self.within].removeprefix('the ')}"
