"""What every word of a settlement has: what it looks at, how it is computed, and its phrase."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, Self

from calc.hanafuda.settle.table import Table
from calc.tables.phrases import Phrase, PhraseTable

#: What a round tells beside dealt hands: a word that reads it waits until the round is played.
PLAY: Final = "play"
#: What differs from payer to payer.
PAYER: Final = "payer"
#: What only the cards of a pile tell.
PILE: Final = "pile"

Reads = frozenset[str]
_PHRASES: Final = PhraseTable(Path(__file__).with_name("phrases.yaml"))
said, joined, write, join = _PHRASES.said, _PHRASES.joined, _PHRASES.write, _PHRASES.join


class Term:
    """A word of a settlement.

    ``reads``: what it looks at, such as ``play`` for captured cards. ``of``: its value at a table, of a player and a
    payer; where it is of one player, both are the same. ``text``: its phrase in a language.
    """

    __slots__ = ("of", "reads", "text")

    def __init__(self, reads: Iterable[str], of: Callable[[Table, str, str], Any], text: Phrase) -> None:
        self.reads: Reads = frozenset(reads)
        self.of, self.text = of, text

    def __str__(self) -> str:
        return self.text()

    @classmethod
    def like(cls, term: "Term") -> Self:
        """The same word, as one of this class."""
        return cls(term.reads, term.of, term.text)


def reads_of(words: Iterable[Any]) -> Reads:
    """What several words look at."""
    return frozenset().union(*(word.reads for word in words if word is not None))
