"""What a word of a line may be: a key, a flag, a rule set, tiles, a meld or a value."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from calc.errors import NotationError, did_you_mean
from calc.mahjong.records.key_words import column_of, flag_of, key_of
from calc.mahjong.records.riichi_names import is_level
from calc.mahjong.records.types import Win
from calc.notation.melds import EXAMPLES, WORDS
from calc.notation.spellings import WAYS, is_other_seat, meld_word_of, points_of, seat_of, value_of, way_of, wind_of
from calc.notation.text import show
from calc.notation.tiles import SUITS, locate_tiles, may_be_tiles, parse_tiles, text_of
from calc.records.misfit import Single, table_of
from calc.records.words import Word
from calc.tables.shelf import set_named

#: Digits of points that are said without their unit; numbers with fewer may be han or fu.
_LEAST_DIGITS = 3
#: The ways to win and what is around them, and who wins before what it is worth.
_PARTS = re.compile(r"(ロン|ツモ|栄和|自摸|[親子](?=の?[^\sの家]{2})|(?:(?!ロン|ツモ|栄和|自摸).)*)の?")
_MELD_WORD = re.compile(r"(?P<word>[^\W\d_]+):", re.DOTALL)


@cache
def flags() -> tuple[str, ...]:
    """The keys that may stand alone, meaning true."""
    keys = table_of(Win).keys.items()
    return tuple(key for key, shape in keys if isinstance(shape, Single) and shape.is_flag)


def is_key(text: str) -> bool:
    """Whether a word looks like what follows tsumo or ron."""
    if "=" in text or is_flag(text) or value_of(text):
        return True
    return meld_word_of(text.partition(":")[0]) is None and column_of(text.partition(":")[0]) is not None


def _begins_keys(text: str) -> bool:
    """Whether a first word begins the keys of a line. A flag may be a rule set in another spelling (``tenho``)."""
    return is_key(text) and not is_flag(text)


def is_flag(text: str) -> bool:
    """Whether a word may stand alone, meaning true."""
    return text in flags() or flag_of(text) is not None


def is_plus(text: str) -> bool:
    """Whether a word is the winning tile behind its plus."""
    return text.startswith("+")


def is_one_tile(text: str) -> bool:
    """Whether a word after tsumo or ron is the winning tile. A wind may be a seat."""
    return len(texts_of(text)) == 1 and wind_of(text) is None


def is_value(text: str) -> bool:
    """Whether a word may be the value of the key before it."""
    return "=" not in text.removeprefix("=") and not way_of(text) and not is_flag(text)


def is_rules(text: str) -> bool:
    """Whether a first word of this text is a rule set. Words that have another place in a line are none."""
    if way_of(text) or is_meld(text) or may_be_tiles(text) or is_hand_key(text):
        return False
    if text[:1].islower() and _begins_keys(text):
        return set_named(text) is not None
    return text[:1].islower() or "/" in text or text.endswith(".yaml")


def worth_of(text: str) -> tuple[str, str] | None:
    """The key and the value of a text that says what a hand without tiles is worth: mangan, 1000/2000, 4000 all."""
    points = points_of(text)
    if points is None:
        return ("level", text) if is_level(text) else None
    return ("points", str(points)) if len(str(points)) >= _LEAST_DIGITS else None


def split_glued(word: Word) -> list[Word]:
    """The words that are written as one: ``満貫ツモ``, ``西家からロン3900点``, ``親の満貫``; else the word itself."""
    if way_of(word.text) or is_flag(word.text):
        return [word]
    found = [found for found in _PARTS.finditer(word.text) if found[1]]
    if len(found) > 1 and all(_is_said(one[1]) for one in found):
        return [Word(one[1], word.column + one.start()) for one in found]
    return [word]


def _is_said(text: str) -> bool:
    """Whether a word alone says something of a win without tiles."""
    says = (way_of, seat_of, is_other_seat, value_of, worth_of)
    return any(say(text) for say in says)


def is_notation(text: str) -> bool:
    """Whether a word looks like tiles as most lines have them: ``123m406p``. Others may be tiles too."""
    return text[:1].isdecimal() and text[-1:] in SUITS


def is_hand_key(text: str) -> bool:
    """Whether a word gives the hand by its key."""
    return "=" in text and key_of(text.partition("=")[0]) == "hand"


def texts_of(word: str) -> list[str]:
    """The single tiles of a word, as they are printed; none for a word that is only a part of a group."""
    try:
        return [text_of(tile) for tile in parse_tiles(word)]
    except NotationError:
        return []


def is_meld(text: str) -> bool:
    """Whether a word begins as melds without brackets do."""
    found = _MELD_WORD.match(text)
    return found is not None and meld_word_of(found["word"]) is not None


def goes_on(text: str) -> bool:
    """Whether a word goes on with the concealed tiles before it."""
    return may_be_tiles(text) and not way_of(text)


def one_tile(text: str) -> int:
    """The winning tile; anything but exactly one tile is a :class:`~calc.errors.NotationError` with the key ``win``."""
    located = locate_in(text, "win")
    if len(located) != 1:
        column = located[1][1] if located else 1
        raise NotationError(f"win: expected exactly one tile, such as 8s, found {show(text)}", key="win", column=column)
    return located[0][0]


def locate_in(text: str, key: str) -> list[tuple[int, int]]:
    """Tiles with their columns; a refusal of them names ``key``."""
    try:
        return locate_tiles(text)
    except NotationError as error:
        error.key = key
        raise


def read_at(key: str, word: Word, read: Callable[[str], Any]) -> Any:
    """What ``read`` makes of the text of a word; its complaint is placed in the line."""
    try:
        return read(word.text)
    except NotationError as error:
        error.key = key
        error.column = word.column + (error.column or 1) - 1
        raise


def explain_word(text: str, *, asks_way: bool) -> str:
    """Why a word cannot stand between the hand and tsumo or ron, or the keys."""
    expected = f"a meld like (345m){', tsumo or ron' if asks_way else ', or keys such as seat=S'}"
    if text.startswith("+"):
        return f"expected one winning tile, found {show(text)} as well"
    word = meld_word_of(text.rstrip(":"))
    if word is not None:
        return f"expected {expected}, found {show(text)} without its tiles; write it as {EXAMPLES[WORDS[word]]}"
    if may_be_tiles(text):
        return f"expected {expected}, found the tiles {show(text)}; concealed tiles stand before melds"
    return f"expected {expected}, found {show(text)}{did_you_mean(text, WAYS if asks_way else flags())}"
