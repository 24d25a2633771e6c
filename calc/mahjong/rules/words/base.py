"""What every word of the condition language has in common."""

from __future__ import annotations

from collections.abc import Iterator
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


class Word:
    """A condition: one word of the condition language, or several that are joined."""

    __slots__ = ()

    #: The spelling in YAML.
    key: ClassVar[str]

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


class Term(Word, Struct, frozen=True, forbid_unknown_fields=True):
    """A word that says something of a hand.

    Its fields stand under its key in YAML by name; where ``whole`` is set, the value of that one field does. Fields
    that contradict each other raise :class:`ValueError`.
    """

    whole: ClassVar[str | None] = None
