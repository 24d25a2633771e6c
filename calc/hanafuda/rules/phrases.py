"""Phrases of rule sheets in both languages."""

from calc.tables.conditions import Number


def say(lang: str, english: str, japanese: str) -> str:
    """One of two sentences."""
    return japanese if lang == "ja" else english


def number_text(number: Number, lang: str) -> str:
    """A comparison in words: ``at least 7``, ``7以上``."""
    if lang != "ja":
        return number.phrase()
    if number.exactly is not None:
        return str(number.exactly)
    least = f"{number.at_least}以上" if number.at_least is not None else ""
    return least + (f"{number.at_most}以下" if number.at_most is not None else "")


def count_text(number: Number) -> str:
    """How many cards a Japanese sheet asks for: ``5枚以上``."""
    if number.exactly is not None:
        return f"ちょうど{number.exactly}枚" if number.exactly else "なし"
    least = f"{number.at_least}枚以上" if number.at_least is not None else ""
    return least + (f"{number.at_most}枚以下" if number.at_most is not None else "")
