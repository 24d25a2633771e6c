"""Lines of hanafuda rounds as people write them: ``太郎：鶴、幕、月。太郎あがり``, ``Una said koi-koi twice``.

Only a line that is refused as it stands comes here. Every word stays where it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from calc.hanafuda.records.plain import column_of
from calc.records.cells import Word

#: Keys whose value is one player, who may come before: ``Aki stopped``.
OF_ONE: Final = frozenset({"stopped_by", "koikoi", "calls", "dealer"})
_QUOTED: Final = re.compile(r'("(?:[^"\\]|\\.)*")')
#: What parts cards, players and sentences, and words that say nothing.
_STOPS: Final = re.compile(r"[、，。；]|[,;.](?=\s|$)|(?<!\S)(?:and|then|said|says)(?!\S)", re.IGNORECASE)
#: Wide signs, each with the one that has its place in a line.
WIDE: Final = str.maketrans({"：": ":", "＝": "=", "\u3000": " "})
_TIMES: Final = {"once": 1, "twice": 2, "thrice": 3}


def in_words_of_lines(text: str) -> str:
    """The line with blanks for what only parts it, each word where it was.

    >>> in_words_of_lines("Tom: crane, moon. Una: boar、Una said koikoi")
    'Tom: crane  moon  Una: boar Una      koikoi'
    """
    parts = _QUOTED.split(text)
    return "".join(
        part if place % 2 else _STOPS.sub(lambda found: " " * len(found.group()), part.translate(WIDE))
        for place, part in enumerate(parts)
    )


def parted(words: Sequence[Word]) -> list[Word]:
    """The words, a name and what that player did apart, the name first: ``太郎あがり``, ``上がり太郎``."""
    names = {word.text.partition(":")[0] for word in words}
    return [part for word in words for part in _parted(word, names)]


def _parted(word: Word, names: set[str]) -> list[Word]:
    text, column = word
    if text.isascii() or ":" in text or "=" in text:
        return [word]
    for at in range(1, len(text)):
        before, after = text[:at], text[at:]
        if before in names and column_of(after) in OF_ONE:
            return [Word(before, column), Word(after, column + at)]
        if after in names and column_of(before) in OF_ONE:
            return [Word(after, column + at), Word(before, column)]
    return [word]


def take_times(words: list[Word]) -> int | None:
    """Take how often somebody did something, ``twice``, off the front of the words; ``None`` where that is not said."""
    times = _TIMES.get(words[0].text.casefold()) if words else None
    if times is not None:
        del words[0]
    return times
