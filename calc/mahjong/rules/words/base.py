"""What every word of the condition language has in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.hand.hands import Bools
from calc.mahjong.hand.readings import PAIR_SLOT, Readings

if TYPE_CHECKING:
    from calc.mahjong.hand.sets import Sets

#: How many parts a reading has: its four groups and the pair.
PARTS: Final = PAIR_SLOT + 1


class Need(NamedTuple):
    """Something of the rule set that a word names: a ``set``, a ``yaku``, a ``fact``, or ``fu`` or ``yaku`` as a
    whole.
    """

    what: str
    name: str


class Lexicon(Struct, frozen=True):
    """English titles of what words name: sets and yaku by id, and what facts mean."""

    sets: dict[str, str]
    yaku: dict[str, str]
    facts: dict[str, str] = {}


class State(Struct):
    """What is known of a batch when a condition is asked: its readings, and the fu and yaku found so far.

    ``fu``: (R,) the sum of the fu counted so far; ``yaku``: the yaku asked so far, (R,) each; ``winning``: where
    those of them make a hand winnable.
    """

    readings: Readings
    sets: Sets
    fu: NDArray[np.int64]
    yaku: dict[str, Bools] = {}
    winning: dict[str, Bools] = {}
    #: Where yaku that hold are worth no han.
    no_han: dict[str, Bools] = {}

    def nothing(self) -> Bools:
        """(R,) false everywhere."""
        return np.zeros(len(self.readings), dtype=np.bool_)

    def no_parts(self) -> Bools:
        """(5, R) false everywhere."""
        return np.zeros((PARTS, len(self.readings)), dtype=np.bool_)

    def all_parts(self) -> Bools:
        """(5, R) true everywhere."""
        return np.ones((PARTS, len(self.readings)), dtype=np.bool_)

    def taker(self) -> Bools:
        """(5, R) the part that took the winning tile."""
        found: Bools = np.arange(PARTS)[:, None] == self.readings.taker
        return found


class Word(Struct, frozen=True, forbid_unknown_fields=True):
    """One word of the condition language, spelled ``key`` in YAML.

    What stands under it are the fields of the class by name, or, where ``whole`` is set, the one value of that field.
    """

    key: ClassVar[str]
    whole: ClassVar[str | None] = None

    def holds(self, state: State) -> Bools:
        """(R,) in which readings the condition is true."""
        raise NotImplementedError

    def english(self, lexicon: Lexicon) -> str:
        """The condition as a phrase."""
        raise NotImplementedError

    def marks(self, state: State) -> Bools:
        """(5, R) which parts of each reading, its four groups and the pair, make the condition true where it is.

        None for circumstances; all of them where the condition speaks of the whole hand.
        """
        return state.no_parts()

    def negated(self, lexicon: Lexicon) -> str:
        """That the condition does not hold, as a phrase."""
        return f"not ({self.english(lexicon)})"

    def parts(self) -> tuple[Word, ...]:
        """The conditions that must all hold for this one to hold; only itself where it is one condition."""
        return (self,)

    def failing(self, state: State, lexicon: Lexicon) -> list[str]:
        """The parts that are false in the only reading of a state, each with what is there instead."""
        parts = self.parts()
        if parts != (self,):
            return [phrase for part in parts for phrase in part.failing(state, lexicon)]
        if self.holds(state)[0]:
            return []
        there = self.instead(state, lexicon)
        return [self.english(lexicon) + (f" (here: {there})" if there else "")]

    def holding(self, state: State) -> list[Word]:
        """What would have to be otherwise for the condition to be false in the only reading of a state; nothing where
        it is false.
        """
        return [self] if self.holds(state)[0] else []

    def instead(self, state: State, lexicon: Lexicon) -> str:
        """What the only reading of a state has instead of what is asked for; empty where that goes without saying."""
        return ""

    def needs(self) -> Iterator[Need]:
        """What the word names, for the check that it exists and the order in which yaku are asked."""
        return iter(())

    def check(self) -> None:
        """Raise :class:`ValueError` where the fields contradict each other."""


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    """A number compared: ``exactly``, ``at_least``, ``at_most``; where YAML has a bare number it means exactly that."""

    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None

    @classmethod
    def of(cls, value: Number | int | bool) -> Number:
        """The comparison that a value in YAML means: true is at least 1, false is 0."""
        if isinstance(value, Number):
            return value
        if isinstance(value, bool):
            return cls(at_least=1) if value else cls(exactly=0)
        return cls(exactly=value)

    def check(self) -> None:
        """Raise :class:`ValueError` for a comparison that says nothing."""
        if self.exactly is None and self.at_least is None and self.at_most is None:
            raise ValueError("expected 'exactly', 'at_least' or 'at_most', found {}")

    def compare(self, numbers: NDArray[np.integer]) -> Bools:
        """(R,) which of the numbers fit."""
        fits = np.ones(len(numbers), dtype=np.bool_)
        if self.exactly is not None:
            fits &= numbers == self.exactly
        if self.at_least is not None:
            fits &= numbers >= self.at_least
        if self.at_most is not None:
            fits &= numbers <= self.at_most
        return fits

    def phrase(self) -> str:
        """``exactly 3``, ``at least 7``, ``2 to 4``."""
        if self.exactly is not None:
            return f"exactly {self.exactly}"
        if self.at_least is not None and self.at_most is not None:
            return f"{self.at_least} to {self.at_most}"
        return f"at least {self.at_least}" if self.at_least is not None else f"at most {self.at_most}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *first, final = list(words)
    return f"{', '.join(first)} {last} {final}" if first else final
