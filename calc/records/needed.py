"""Which of many patterns may fit a text: only those are compiled that have a word in it."""

import re
from typing import Final

from calc.patterns import regex

#: A group as it opens (of which ``look`` is no part of what fits), or a character, a class or a name.
_TOKEN: Final = regex(
    r"(?:(?P<open>\((?:\?(?:(?P<look><?[=!])|P<\w+>|[:>]|-?[ai]+:))?)|(?P<close>\))|(?P<bar>\|)|(?P<char>[^\W_])"
    r"|\\.|\[\^?\]?(?:\\.|[^]\\[])*+\]|<\w+>|.)(?P<times>[?*+]|\{[\d,]*+\})?+[+?]?+",
    re.DOTALL,
)


def needed(pattern: str) -> frozenset[str]:
    """Words of which a text, in small letters, has one wherever a pattern fits; none where that is not known. What
    stands in ``<`` and ``>`` may be anything.

    >>> sorted(needed("(?:the )?riichi|(?:in|after) (?:a )?reach(?:ed)?|<seat> calls?"))
    ['call', 'reach', 'riichi']
    """
    unknown = frozenset[str]()
    outer: list[tuple[list[frozenset[str]], frozenset[str], bool]] = []
    ways, best, run = list[frozenset[str]](), unknown, ""
    for found in _TOKEN.finditer(f"{pattern}|"):
        if found[0] == "[":  # a class with a bracket in it
            return unknown
        if found["char"] and not found["times"]:
            run += found["char"].casefold()
            continue
        best, run = _longer(best, frozenset([run] if run else ())), ""
        if found["open"]:
            if found["times"]:
                return unknown
            outer.append((ways, best, bool(found["look"])))
            ways, best = [], unknown
        elif found["bar"] or found["close"]:
            ways.append(best)
            best = unknown
        if found["close"]:
            inside = unknown.union(*ways) if all(ways) else unknown
            ways, best, is_passed = outer.pop()
            if not is_passed and found["times"] in (None, "+"):
                best = _longer(best, inside)
    return unknown.union(*ways) if all(ways) else unknown


def _longer(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """The words of which fewer texts have any."""
    return max(one, other, key=lambda words: min(map(len, words), default=0))


def may_fit(words: frozenset[str], text: str) -> bool:
    """Whether a pattern that needs one of these words may fit a text, in small letters."""
    return not words or any(word in text for word in words)
