"""Numbers of things in words, and the names of hands of a game: ``3 han 40 fu``, ``2 counters``, ``East 2``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from calc.translation import Phrases, joined, say

_COUNTS: Final = Phrases(
    "count",
    {
        "han": "{count} han",
        "fu": "{count} fu",
        "counters": "{count} counters",
        "counters.one": "{count} counter",
        "sticks": "{count} riichi sticks",
        "sticks.one": "{count} riichi stick",
    },
)
#: A hand of a game by its wind, of which one language has the whole word and another a letter.
_HANDS: Final = Phrases(
    "hand",
    {
        "E": "East {number}",
        "S": "South {number}",
        "W": "West {number}",
        "N": "North {number}",
        "E.any": "East",
        "S.any": "South",
        "W.any": "West",
        "N.any": "North",
        "E.short": "E{number}",
        "S.short": "S{number}",
        "W.short": "W{number}",
        "N.short": "N{number}",
        "number": "{number}",
    },
)


def count_text(count: int, key: str, lang: str) -> str:
    """A number of things: ``3 han``, ``1 counter``, ``2 riichi sticks``, ``3翻``, ``供託2本``."""
    return _COUNTS.counted(key, count, lang)


def han_and_fu(han: int | None, fu: int | None, lang: str) -> str:
    """The han and the fu of a win, as far as they count: ``3 han 40 fu``."""
    told = [count_text(count, key, lang) for count, key in ((han, "han"), (fu, "fu")) if count is not None]
    return say(lang, "{han} {fu}", han=told[0], fu=told[1]) if len(told) > 1 else "".join(told)


def lying_texts(honba: int | None, sticks: int | None, lang: str) -> list[str]:
    """The counters and the riichi sticks on the table, as far as there are any: ``1 counter``, ``2 riichi sticks``."""
    return [count_text(count, key, lang) for count, key in ((honba, "counters"), (sticks, "sticks")) if count]


def hand_text(wind: str | None, number: int | None, lang: str) -> str:
    """A hand of a game: ``East 2``, ``東2局``; empty where nothing is known of it."""
    key = (wind if number else f"{wind}.any") if wind else "number"
    return _HANDS.text(key, lang).format(number=number) if wind or number else ""


def short_hand(wind: str, number: int | str, lang: str) -> str:
    """A hand of a game in little room: ``E2``, ``東2局``."""
    return _HANDS.text(f"{wind}.short", lang).format(number=number)


def together(names: Iterable[str], lang: str) -> str:
    """Several names: ``Aki, Bea and Cho``."""
    *first, last = names
    return joined(filter(None, (joined(first, "listed", lang), last)), "others", lang)
