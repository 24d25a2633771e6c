"""What every word of the condition language of hanafuda has in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from calc.notation.hanafuda.deck import CardSet
from calc.tables import explain_misfit

__all__ = ["NOTHING", "Facts", "Lack", "Number", "Word", "convert", "union"]


class Facts(Struct, frozen=True):
    """What cards do not show: the month of the round (none where it is not known)."""

    month: int | None = None


class Lack(Struct, frozen=True):
    """What is missing for a condition: ``count`` cards out of ``cards``."""

    count: int
    cards: CardSet


#: Nothing is missing.
NOTHING = Lack(0, 0)


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    """A number compared: ``exactly``, ``at_least``, ``at_most``; a bare number in YAML means exactly that."""

    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None

    def fits(self, number: int) -> bool:
        """Whether a number compares as it should."""
        return (
            (self.exactly is None or number == self.exactly)
            and (self.at_least is None or number >= self.at_least)
            and (self.at_most is None or number <= self.at_most)
        )

    def phrase(self) -> str:
        """``exactly 7``, ``at least 5``, ``at most 3``."""
        if self.exactly is not None:
            return f"exactly {self.exactly}"
        parts = [f"at least {self.at_least}"] if self.at_least is not None else []
        return " and ".join(parts + ([f"at most {self.at_most}"] if self.at_most is not None else []))


class Word:
    """One word of the condition language, spelled ``key`` in YAML."""

    key: ClassVar[str]
    #: Whether the month of the round has to be known.
    asks_month = False
    #: A quick look before the whole one: the condition is never true without all cards of ``fixed``, nor with fewer
    #: than ``least`` out of ``of``.
    fixed: CardSet = 0
    of: CardSet = 0
    least: int = 0
    #: Whether that look says it all; the cards are then ``fixed`` and those out of ``of``.
    is_plain = False

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        """The cards that make the condition true, none where it is not."""
        raise NotImplementedError

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        """What is missing, of the cards that are ``free``; none where nothing can make the condition true."""
        raise NotImplementedError

    def english(self) -> str:
        """The condition as a phrase."""
        raise NotImplementedError


def convert(argument: Any, kind: Any) -> Any:
    """What the argument of a word means, as a typed object. Raises :class:`ValueError` for what does not fit."""
    try:
        return msgspec.convert(argument, kind)
    except msgspec.ValidationError as error:
        raise ValueError(explain_misfit(str(error), argument, kind)[0]) from None


def union(sets: Iterable[CardSet]) -> CardSet:
    """All cards of some sets."""
    found = 0
    for one in sets:
        found |= one
    return found
