"""What was claimed otherwise than it is, in words."""

from __future__ import annotations

from typing import Any

from calc.layout.words import word
from calc.outcomes import Difference

#: Keys whose word in a sentence is not the heading of the same name.
_IN_SENTENCES = {"yaku": "yaku_list", "payments": "paid", "ended": "end", "totals": "totals_in_text"}


def key_word(key: str, lang: str) -> str:
    """What a sentence calls a key of a claim."""
    return word(_IN_SENTENCES.get(key, key), lang)


def difference_text(item: Difference, lang: str) -> str:
    """``scores: claimed Aki 24,000, actual Aki 23,000``."""
    told = [word("nobody", lang) if item.key == "winner" and text == "-" else text for text in apart(item)]
    parts = zip(("claimed", "actual"), told, strict=True)
    return f"{key_word(item.key, lang)}: {', '.join(f'{word(key, lang)} {text}' for key, text in parts)}"


def apart(item: Difference) -> tuple[str, str]:
    """What was claimed and what is, as text; of many amounts those that differ."""
    claimed, actual = item.claimed, item.actual
    if isinstance(claimed, dict) and isinstance(actual, dict):
        wrong = [name for name in claimed if claimed[name] != actual.get(name)]
        claimed, actual = ({name: amounts.get(name) for name in wrong} for amounts in (claimed, actual))
    return spell(claimed), spell(actual)


def spell(value: Any) -> str:
    """A number, a list, or amounts by name, as text."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {spell(amount)}" for name, amount in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(spell, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "-"
    return f"{value:,}".removesuffix(".0") if isinstance(value, int | float) else str(value)
