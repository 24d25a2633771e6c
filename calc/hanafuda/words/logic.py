"""Words that join conditions: alternatives, denials, and the parts of one pattern."""

from __future__ import annotations

from calc.hanafuda.words.base import NOTHING, Facts, Lack, Word, union
from calc.hanafuda.words.cards import AllCards, AnyCards
from calc.notation.hanafuda.deck import CardSet

__all__ = ["Either", "Not", "Together"]


class Either(Word):
    """``either: [...]``: at least one of the conditions holds."""

    key = "either"

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self.asks_month = any(word.asks_month for word in words)

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        return next((found for word in self.words if (found := word.find(cards, facts)) is not None), None)

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        lacks = [found for word in self.words if (found := word.lack(cards, free, facts)) is not None]
        return min(lacks, key=lambda one: one.count, default=None)

    def english(self) -> str:
        return " or ".join(f"({word.english()})" for word in self.words)


class Not(Word):
    """``not: {...}``: the condition does not hold."""

    key = "not"

    def __init__(self, word: Word) -> None:
        self.word = word
        self.asks_month = word.asks_month

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        return 0 if self.word.find(cards, facts) is None else None

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        return NOTHING if self.word.find(cards, facts) is None else None

    def english(self) -> str:
        return f"not ({self.word.english()})"


class Together(Word):
    """Several words in one mapping: parts of one pattern, each card used once."""

    key = ""

    def __init__(self, words: list[Word]) -> None:
        self.fixed = union(word.cards for word in words if isinstance(word, AllCards))
        self.words = words
        self.asks_month = any(word.asks_month for word in words)
        counting = [word for word in words if word.least]
        self.is_plain = all(word.is_plain for word in words) and len(counting) == 1
        if self.is_plain:
            self.of, self.least = counting[0].of & ~self.fixed, counting[0].least

    def find(self, cards: CardSet, facts: Facts) -> CardSet | None:
        if cards & self.fixed != self.fixed:
            return None
        found = self.fixed
        for word in self.words:
            if isinstance(word, AllCards):
                continue
            part = word.find(self._free(word, cards), facts)
            if part is None:
                return None
            found |= part
        return found

    def _free(self, word: Word, cards: CardSet) -> CardSet:
        """The cards that a part may use: those that have to be there are taken; words about the whole see them all."""
        return cards & ~self.fixed if isinstance(word, AnyCards | Either) else cards

    def lack(self, cards: CardSet, free: CardSet, facts: Facts) -> Lack | None:
        missing = self.fixed & ~cards
        if missing & ~free:
            return None
        count, wanted = missing.bit_count(), missing
        for word in self.words:
            if isinstance(word, AllCards):
                continue
            part = word.lack(self._free(word, cards), free & ~self.fixed, facts)
            if part is None:
                return None
            count, wanted = count + part.count, wanted | (part.cards if part.count else 0)
        return Lack(count, wanted)

    def english(self) -> str:
        return "; ".join(word.english() for word in self.words)
