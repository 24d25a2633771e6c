"""The words of reports, numbers of things (``3 han 40 fu``, ``East 2``), and differences from a claim in these words.

Names of rules are not here: rule tables have them.
"""

from collections.abc import Iterable
from typing import Any, Final

from calc.outcomes import Departure, Difference
from calc.translation import Phrases, joined, language, say

_WORDS: Final = Phrases("report")
_COUNTS: Final = Phrases("count")
_LIMITS: Final = Phrases("limits")
#: A hand of a game by its wind, of which one language has the whole word and another a letter.
_HANDS: Final = Phrases("hand")
SEATS: Final = ("E", "S", "W", "N")
#: Keys that have another word in a sentence than as a heading.
_IN_SENTENCES: Final = {"yaku": "yaku_list", "payments": "paid", "ended": "end", "totals": "totals_in_text"}


def word(key: str) -> str:
    """The word for ``key``; the key itself if it has no word."""
    return _WORDS.text(key) if key in _WORDS else key


def key_word(key: str) -> str:
    """The word for the key of a claim, inside a sentence."""
    return word(_IN_SENTENCES.get(key, key))


def count_text(count: int, key: str) -> str:
    """A number of things: ``3 han``, ``1 honba``, ``2 riichi sticks``, ``3翻``, ``供託2本``."""
    return _COUNTS.counted(key, count)


def times_text(times: int, title: str) -> str:
    """A limit as often as it counts: ``yakuman``, ``2 x yakuman``, ``ダブル役満``."""
    key = str(times) if str(times) in _LIMITS else "more"
    return _LIMITS.text(key).format(times=times, title=title) if times > 1 else title


def han_and_fu(han: int | None, fu: int | None) -> str:
    """The han and the fu of a win, as far as they count: ``3 han 40 fu``."""
    told = [count_text(count, key) for count, key in ((han, "han"), (fu, "fu")) if count is not None]
    return say("{han} {fu}", han=told[0], fu=told[1]) if len(told) > 1 else "".join(told)


def lying_texts(honba: int | None, sticks: int | None) -> list[str]:
    """The honba and the riichi sticks on the table, as far as there are any: ``1 honba``, ``2 riichi sticks``."""
    return [count_text(count, key) for count, key in ((honba, "counters"), (sticks, "sticks")) if count]


def hand_text(wind: str | None, number: int | None) -> str:
    """A hand of a game: ``East 2``, ``東2局``; empty where nothing is known of it."""
    key = (wind if number else f"{wind}.any") if wind else "number"
    return _HANDS.text(key).format(number=number) if wind or number else ""


def short_hand(wind: str, number: int | str) -> str:
    """A hand of a game in little room: ``E2``, ``東2局``."""
    return _HANDS.text(f"{wind}.short").format(number=number)


def together(names: Iterable[str]) -> str:
    """Several names: ``Aki, Bea and Cho``."""
    *first, last = names
    return joined(filter(None, (joined(first, "listed"), last)), "others")


def each_pays(points: str) -> str:
    """``4,000 all``, ``4,000オール``."""
    return say("{points} all", points=points)


def difference_text(item: Difference) -> str:
    """``scores: claimed Aki 24,000, actual Aki 23,000``."""
    both = difference_sides(item)
    texts = (word("nobody") if item.key == "winner" and text == "-" else text for text in both)
    sides = zip(("claimed", "actual"), texts, strict=True)
    return f"{key_word(item.key)}: {joined((f'{word(key)} {text}' for key, text in sides), 'sides')}"


def difference_sides(item: Difference) -> tuple[str, str]:
    """The claimed and the actual value as text; of several amounts only those that differ."""
    claimed, actual = wrong_sides(item)
    return value_text(claimed), value_text(actual)


def wrong_sides(item: Difference | Departure) -> tuple[Any, Any]:
    """The claimed and the actual value; of several amounts only those that differ, of what follows in words."""
    claimed, actual = item.claimed, item.actual
    if isinstance(claimed, dict) and isinstance(actual, dict):
        wrong = [name for name in claimed if claimed[name] != actual.get(name)]
        claimed, actual = ({name: amounts.get(name) for name in wrong} for amounts in (claimed, actual))
        if item.key == "next":
            claimed, actual = (dict(map(_next_words, side.items())) for side in (claimed, actual))
    return claimed, actual


def _next_words(told: tuple[str, Any]) -> tuple[str, Any]:
    """What a round begins with, and its value, in words: the dealer is a seat or a player."""
    name, value = told
    if isinstance(value, str):
        value = hand_text(value, None) if name == "round" else word(value)
    return key_word(name), value


def value_text(value: Any) -> str:
    """A number, a list, or amounts by name, as text."""
    own = str if language() == "en" else word
    if isinstance(value, dict):
        return ", ".join(f"{own(name)} {value_text(amount)}" for name, amount in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(value_text(one) for one in value) or "-"
    if isinstance(value, bool):
        return say("yes" if value else "no")
    if value is None:
        return "-"
    if isinstance(value, int | float):
        return f"{value:,}".removesuffix(".0")
    points, _, all_pay = str(value).partition(" ")
    return each_pays(points) if all_pay == "all" else own(str(value))
