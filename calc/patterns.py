"""Regular expressions that are compiled when they are first asked: a command asks few of those that there are. Of many
rows only those are asked that have a word in the text.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, AnyStr, Final, cast


class Later:
    """What is made when first asked for something, an attribute from then on. To make it again has to give the same."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(self._make(), name)
        return found


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """``re.compile`` for a constant of a module."""
    return cast("re.Pattern[AnyStr]", Later(partial(re.compile, text, flags)))


#: A group as it opens (of which ``look`` is no part of what fits), or a character, a class or a name.
_TOKEN: Final = regex(
    r"(?:(?P<open>\((?:\?(?:(?P<look><?[=!])|P<\w+>|[:>]|-?[ai]+:))?)|(?P<close>\))|(?P<bar>\|)|(?P<char>[^\W_])"
    r"|\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|<\w+>|.)(?P<times>[?*+]|\{[^}]*+\})?+[+?]?+",
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
