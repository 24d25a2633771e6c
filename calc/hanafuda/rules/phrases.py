"""Phrases of rule sheets in both languages, and hints for those who know the words of riichi."""

from typing import Final

from calc.tables.conditions import Number

_CARDS: Final = "; it is a word of riichi: of cards write 'cards', 'at_least', 'count', 'months' or 'full_month'"
_STEPS: Final = "; a yaku asks of cards alone: steps of the settlement say what else has to be so (when, times)"
#: Words of riichi that people write here, and what to write in their place.
OF_RIICHI: Final = {
    **dict.fromkeys(("tiles", "groups", "parts", "pair", "pattern", "suits", "shape", "concealed", "dora"), _CARDS),
    **dict.fromkeys(("by", "hand", "seat", "declared", "fact", "stopped", "card_points", "dealt", "pile"), _STEPS),
    "yaku": "; that one yaku beats another is said by 'beats', or by a group of which the best counts",
    "sum": "; a number of cards is 'count'; card points are asked by the steps of the settlement (card_points)",
    "rank_sum": "; a number of cards is 'count'; card points are asked by the steps of the settlement (card_points)",
}


#: What a Japanese clause ends with; anything else ends like a noun.
_VERBAL: Final = ("る", "た", "い")


def number_text(number: Number, lang: str, unit: str = "") -> str:
    """A comparison in words: ``at least 7``, ``7以上``, ``2人以上``."""
    if lang != "ja":
        return number.phrase()
    if number.exactly is not None:
        return f"{number.exactly}{unit}"
    least = f"{number.at_least}{unit}以上" if number.at_least is not None else ""
    return least + (f"{number.at_most}{unit}以下" if number.at_most is not None else "")


def where_ja(condition: str) -> str:
    """A Japanese condition before what holds there: ``誰も上がらなかったとき``, ``2人のとき``."""
    return condition + ("とき" if condition[-1:] in _VERBAL else "のとき")


def count_text(number: Number) -> str:
    """How many cards a Japanese sheet asks for: ``5枚以上``."""
    if number.exactly is not None:
        return f"ちょうど{number.exactly}枚" if number.exactly else "なし"
    return number_text(number, "ja", "枚")
