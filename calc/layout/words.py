"""The words of reports, numbers of things (``3 han 40 fu``, ``East 2``), and differences from a claim in these words.

Names of rules are not here: rule tables have them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import UNSET

from calc.outcomes import Difference, Result
from calc.text import wrap
from calc.translation import Phrases, joined, say

_WORDS: Final = Phrases("report")
_COUNTS: Final = Phrases("count")
_LIMITS: Final = Phrases("limits")
#: A hand of a game by its wind, of which one language has the whole word and another a letter.
_HANDS: Final = Phrases("hand")
#: The keys of seats.
SEATS: Final = ("E", "S", "W", "N")
#: Keys that have another word in a sentence than as a heading.
_IN_SENTENCES: Final = {"yaku": "yaku_list", "payments": "paid", "ended": "end", "totals": "totals_in_text"}


def word(key: str, lang: str) -> str:
    """The word for ``key`` in ``lang``, ``en`` or ``ja``; the key itself if it has no word."""
    return _WORDS.text(key, lang) if key in _WORDS else key


def key_word(key: str, lang: str) -> str:
    """The word for the key of a claim, inside a sentence."""
    return word(_IN_SENTENCES.get(key, key), lang)


def count_text(count: int, key: str, lang: str) -> str:
    """A number of things: ``3 han``, ``1 counter``, ``2 riichi sticks``, ``3翻``, ``供託2本``."""
    return _COUNTS.counted(key, count, lang)


def times_text(times: int, title: str, lang: str) -> str:
    """A limit as often as it counts: ``yakuman``, ``2 x yakuman``, ``ダブル役満``."""
    key = str(times) if str(times) in _LIMITS else "more"
    return _LIMITS.text(key, lang).format(times=times, title=title) if times > 1 else title


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


def each_pays(points: str, lang: str) -> str:
    """``4,000 all``, ``4,000オール``."""
    return say(lang, "{points} all", points=points)


def difference_text(item: Difference, lang: str) -> str:
    """``scores: claimed Aki 24,000, actual Aki 23,000``."""
    both = difference_sides(item, lang)
    texts = (word("nobody", lang) if item.key == "winner" and text == "-" else text for text in both)
    sides = zip(("claimed", "actual"), texts, strict=True)
    return f"{key_word(item.key, lang)}: {', '.join(f'{word(key, lang)} {text}' for key, text in sides)}"


def difference_sides(item: Difference, lang: str) -> tuple[str, str]:
    """The claimed and the actual value as text; of several amounts only those that differ."""
    claimed, actual = item.claimed, item.actual
    if isinstance(claimed, dict) and isinstance(actual, dict):
        wrong = [name for name in claimed if claimed[name] != actual.get(name)]
        claimed, actual = ({name: amounts.get(name) for name in wrong} for amounts in (claimed, actual))
    return value_text(claimed, lang), value_text(actual, lang)


def verdict_lines(result: Result, wrong: Iterable[str], lang: str, width: int) -> list[str]:
    """The verdict on a claim, and what is wrong; nothing where nothing is claimed."""
    if result.agrees is UNSET:
        return []
    lines = ["", word("right" if result.agrees else "wrong", lang)]
    return lines + [line for text in wrong for line in wrap(f"  {text}", width, "    ")]


def value_text(value: Any, lang: str = "en") -> str:
    """A number, a list, or amounts by name, as text."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {value_text(amount, lang)}" for name, amount in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(value_text(one, lang) for one in value) or "-"
    if isinstance(value, bool):
        return say(lang, "yes" if value else "no")
    if value is None:
        return "-"
    if isinstance(value, int | float):
        return f"{value:,}".removesuffix(".0")
    points, _, all_pay = str(value).partition(" ")
    return each_pays(points, lang) if all_pay == "all" else str(value)
