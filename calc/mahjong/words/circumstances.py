"""Words for what the record declares: how the hand was won, by whom, and under which circumstances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Literal

import numpy as np

from calc.mahjong.hands import CHANKAN, DEALER, RIICHI, Bools
from calc.mahjong.words.base import Lexicon, Need, Number, State, Word, listed

__all__ = ["By", "Declared", "Discards", "Fact", "Hand", "SeatIs"]

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


class By(Word, frozen=True):
    """``by: tsumo`` or ``by: ron``."""

    key: ClassVar[str] = "by"
    whole: ClassVar[str | None] = "how"

    how: Literal["tsumo", "ron"]

    def holds(self, state: State) -> Bools:
        tsumo: Bools = state.readings.of("tsumo")
        return tsumo if self.how == "tsumo" else ~tsumo

    def english(self, lexicon: Lexicon) -> str:
        return f"won by {self.how}"


class Hand(Word, frozen=True):
    """``hand: closed`` (nothing was called; a concealed quad may lie there) or ``hand: open``."""

    key: ClassVar[str] = "hand"
    whole: ClassVar[str | None] = "state"

    state: Literal["closed", "open"]

    def holds(self, state: State) -> Bools:
        is_open: Bools = state.readings.of("is_open")
        return is_open if self.state == "open" else ~is_open

    def english(self, lexicon: Lexicon) -> str:
        return f"{self.state} hand"


class SeatIs(Word, frozen=True):
    """``seat: dealer`` or ``seat: other``."""

    key: ClassVar[str] = "seat"
    whole: ClassVar[str | None] = "who"

    who: Literal["dealer", "other"]

    def holds(self, state: State) -> Bools:
        dealer: Bools = state.readings.of("seat") == DEALER
        return dealer if self.who == "dealer" else ~dealer

    def english(self, lexicon: Lexicon) -> str:
        return "the dealer wins" if self.who == "dealer" else "another player than the dealer wins"


class Declared(Word, frozen=True):
    """``declared: {riichi: double}``: what the record declares; a list holds the values that will do."""

    key: ClassVar[str] = "declared"

    riichi: bool | Literal["double"] | list[bool | Literal["double"]] | None = None
    chankan: bool | Literal["concealed"] | list[bool | Literal["concealed"]] | None = None
    ippatsu: bool | None = None
    rinshan: bool | None = None
    last_tile: bool | None = None
    first_turn: bool | None = None
    north: Number | int | None = None

    def check(self) -> None:
        if not self.asked() and self.north is None:
            raise ValueError(f"expected one of {listed(map(repr, [*_DECLARATIONS, 'north']), 'or')}")
        if any(not values for values in self.asked().values()):
            raise ValueError("expected at least one value that will do, found []")
        if self.north is not None:
            Number.of(self.north).check()

    def asked(self) -> dict[str, list[bool | str]]:
        """The circumstances that the condition asks for, with the values that will do."""
        given: dict[str, Any] = {name: getattr(self, name) for name in _DECLARATIONS}
        return {
            name: value if isinstance(value, list) else [value] for name, value in given.items() if value is not None
        }

    def holds(self, state: State) -> Bools:
        found = np.ones(len(state.readings), dtype=np.bool_)
        for name, values in self.asked().items():
            column = state.readings.of(name)
            codes = [_DECLARATIONS[name].index(value) for value in values]
            fits = column == codes[0]
            for code in codes[1:]:
                fits = fits | (column == code)
            found &= fits
        if self.north is not None:
            found &= Number.of(self.north).compare(state.readings.of("north"))
        return found

    def english(self, lexicon: Lexicon) -> str:
        phrases = []
        for name, values in self.asked().items():
            title = name.replace("_", " ")
            spelled: dict[bool | str, str] = {True: title, False: f"no {title}"}
            phrases.append(listed((spelled.get(value, f"{value} {title}") for value in values), "or"))
        if self.north is not None:
            phrases.append(f"{Number.of(self.north).phrase()} Norths set aside")
        return listed(phrases)


class Fact(Word, frozen=True):
    """``fact: {dealer_keeps: {at_least: 7}}``: a fact that no tile shows, compared with a number or a truth."""

    key: ClassVar[str] = "fact"
    whole: ClassVar[str | None] = "facts"

    facts: dict[str, Number | int | bool]

    def numbers(self) -> dict[str, Number]:
        """Each fact with its comparison; true is at least 1, false is 0."""
        return {name: Number.of(value) for name, value in self.facts.items()}

    def check(self) -> None:
        if not self.facts:
            raise ValueError("expected at least one fact, found {}")
        for number in self.numbers().values():
            number.check()

    def needs(self) -> Iterator[Need]:
        return (Need("fact", name) for name in self.facts)

    def holds(self, state: State) -> Bools:
        found = np.ones(len(state.readings), dtype=np.bool_)
        for name, number in self.numbers().items():
            found &= number.compare(state.readings.fact(name))
        return found

    def english(self, lexicon: Lexicon) -> str:
        return listed(f"{name} {number.phrase()}" for name, number in self.numbers().items())


class Discards(Word, frozen=True):
    """``discards: {none: orphan}``: the record gives the winner's own discards, and none of them is in the set.

    ``{none_of_hand: true}``: none of them is of a kind that the hand holds.
    """

    key: ClassVar[str] = "discards"

    none: str | None = None
    none_of_hand: bool = False

    def check(self) -> None:
        if self.none is None and not self.none_of_hand:
            raise ValueError("expected 'none' with the name of a set, or 'none_of_hand: true'")

    def needs(self) -> Iterator[Need]:
        if self.none is not None:
            yield Need("set", self.none)

    def holds(self, state: State) -> Bools:
        readings = state.readings
        found: Bools = readings.of("discards_known")
        if self.none is not None:
            found = found & ((readings.of("discards") & state.sets.tiles(self.none, readings)) == 0)
        if self.none_of_hand:
            found = found & ((readings.of("discards") & readings.of("tile_set")) == 0)
        return found

    def english(self, lexicon: Lexicon) -> str:
        phrases = [f"no {lexicon.sets[self.none]}"] if self.none is not None else []
        phrases += ["none of the tiles of the hand"] if self.none_of_hand else []
        return f"the winner's discards are known and hold {listed(phrases)}"
