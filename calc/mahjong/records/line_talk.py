"""Lines as people talk, put into the words of a line: ``I am south, east round, closed kan of 9 man, and riichi``.

Only a line that is refused as it stands comes here. What is put in the place of words is as long as they are, so that
columns stay those of the line as written. Nothing that says something is left out.
"""

from __future__ import annotations

import re
from typing import Final

from calc.notation.spellings import DRAGONS, WINDS

#: What is in double quotes stays as it is.
_QUOTED: Final = re.compile(r'("(?:[^"\\]|\\.)*")')
#: What parts the words of a sentence. A comma between two characters may be within a value: ``dora=1z,2z``.
_STOPS: Final = re.compile(r"[、，。]|[,;.](?=\s|$)|(?<=\s)[,;.]")
#: Words that say nothing by themselves.
_FILLERS: Final = re.compile(
    r"(?<!\S)(?:and|with|the|on|by|of|an?|in|for|has|have|had|my|i|(?:wins?|won)(?=\s+(?:by\s+)?(?:ron|tsumo)(?!\S)))(?!\S)",
    re.IGNORECASE,
)
_HONOURS: Final = "|".join((*WINDS, *(word for words in (*WINDS.values(), *DRAGONS.values()) for word in words)))
_PHRASES: Final = (
    (re.compile(r"(?<!\S)(?:wins?|won|winning|going out)\s+(?:on|with)(?!\S)", re.IGNORECASE), "win"),
    (re.compile(r"(?<=[0-9]\s)riichi\s+sticks?(?!\S)", re.IGNORECASE), "sticks"),
    (re.compile(r"(?<!\S)i\s+am(?!\S)", re.IGNORECASE), "seat"),
    (re.compile(r"(?<!\S)(?:closed|concealed|hidden|dark)\s+(?:kan|quad|kong)(?!\S)", re.IGNORECASE), "ankan"),
    (re.compile(r"(?<!\S)(?:open|exposed|called|melded)\s+(?:kan|quad|kong)(?!\S)", re.IGNORECASE), "minkan"),
    (re.compile(r"(?<!\S)(?:added|promoted|extended)\s+(?:kan|quad|kong)(?!\S)", re.IGNORECASE), "kakan"),
)
#: A pair by one of its tiles: ``pair of east``, ``a pair of 2 bamboo``.
_PAIR: Final = re.compile(
    rf"(?<!\S)pairs?\s+(?:of\s+)?(?P<tile>[0-9](?![0-9])|(?:{_HONOURS})(?!\w))", re.IGNORECASE
)  # fmt: skip
_PAIR_OF_TWO: Final = re.compile(r"(?<!\S)pairs?\s+(?:of\s+)?(?=([0-9])\1\s*[^\W\d])", re.IGNORECASE)


def in_words_of_lines(text: str) -> str:
    """The line without what only makes sentences, each word where it was.

    >>> in_words_of_lines("ron 8s from the west, I am south, won on 8 sou")
    'ron 8s from     west  seat south  win    8 sou'
    >>> in_words_of_lines('closed kan of 9 man, pair of east round="E1, honba 2"')
    'ankan         9 man  east east    round="E1, honba 2"'
    """
    parts = _QUOTED.split(text)
    return "".join(part if place % 2 else _plainly(part) for place, part in enumerate(parts))


def _plainly(text: str) -> str:
    text = _STOPS.sub(" ", text)
    text = _PAIR_OF_TWO.sub(lambda found: " " * len(found.group()), text)
    text = _PAIR.sub(_both, text)
    for pattern, word in _PHRASES:
        text = pattern.sub(lambda found, word=word: word.ljust(len(found.group())), text)  # type: ignore[misc]
    return _FILLERS.sub(lambda found: " " * len(found.group()), text)


def _both(found: re.Match[str]) -> str:
    """Two tiles in the place of the word for a pair of them; digits take the suit behind them."""
    tile, length = found["tile"], len(found.group())
    both = tile * 2 if tile.isdigit() else f"{tile} {tile}"
    return both.ljust(length) if len(both) <= length else found.group()
