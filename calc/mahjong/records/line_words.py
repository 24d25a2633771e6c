"""What a word of a line may be: a key, a flag, a rule set, tiles, a meld or a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from calc.errors import NotationError, did_you_mean
from calc.mahjong.records.names import FLAGS, column_of, flag_of, is_level, is_yaku, key_of
from calc.notation.melds import EXAMPLES, WORDS, are_meld
from calc.notation.spellings import (
    MELD_WORDS,
    WAYS,
    counts_of,
    is_other_seat,
    meld_word_of,
    points_of,
    seat_of,
    suit_of,
    value_of,
    way_of,
    wind_of,
)
from calc.notation.text import show
from calc.notation.tiles import SUITS, may_be_tiles, parse_tiles, text_of
from calc.patterns import regex
from calc.records.cells import Word
from calc.tables.shelf import set_named
from calc.translation import msg

#: Digits of points that are said without their unit; numbers with fewer may be han or fu.
_LEAST_DIGITS = 3
#: Keys that may be behind a wind: ``east round``.
SEAT_OR_ROUND = frozenset({"seat", "round"})
#: Words of the name of a yaku at most.
_MOST_NAMED = 5
#: Words of the tiles of a meld at most: ``3 4 5 bamboo``.
_MOST_CALLED = 5
#: The ways to win and what is around them, and who wins before what it is worth.
_PARTS = regex(r"(ロン|ツモ|栄和|自摸|[親子](?=の?[^\sの家]{2})|[東南西北]家(?=の)|(?:(?!ロン|ツモ|栄和|自摸).)*)の?")
#: A way to win or a meld in Japanese, with its tiles before or behind it.
_JAPANESE = "|".join(
    sorted((word for words in (*WAYS.values(), *MELD_WORDS.values()) for word in words if not word.isascii()), key=len)[
        ::-1
    ]
)
_GLUED_TILES = regex(rf"(?P<before>{_JAPANESE})(?P<tiles>.+)|(?P<tiles_before>.+?)(?P<after>{_JAPANESE})")
_MELD_WORD = regex(r"(?P<word>[^\W\d_]+):", re.DOTALL)


def is_key(text: str) -> bool:
    """Whether a word looks like what follows tsumo or ron."""
    if "=" in text or is_flag(text) or value_of(text):
        return True
    return meld_word_of(text.partition(":")[0]) is None and column_of(text.partition(":")[0]) is not None


def is_flag(text: str) -> bool:
    """Whether a word may stand alone, meaning true."""
    return text in FLAGS or flag_of(text) is not None


def is_one_tile(text: str) -> bool:
    """Whether a word after tsumo or ron is the winning tile. A wind may be a seat."""
    return len(texts_of(text)) == 1 and wind_of(text) is None


def is_discarder(text: str) -> bool:
    """Whether a word right behind ron is a seat, and no round: ``東場``."""
    return seat_of(text) is not None and (value_of(text) or ("seat",))[0] != "round"


def is_value(text: str) -> bool:
    """Whether a word may be the value of the key before it."""
    return "=" not in text.removeprefix("=") and not way_of(text) and not is_flag(text)


def is_rules(text: str) -> bool:
    """Whether a first word of this text is a rule set. Words that have another place in a line are none; a flag may be
    a rule set in another spelling (``tenho``).
    """
    if is_hand_key(text) or has_place(text):
        return False
    if text[:1].islower() and is_key(text) and not is_flag(text):
        return set_named(text) is not None
    return text[:1].islower() or "/" in text or text.endswith(".yaml")


def has_place(text: str) -> bool:
    """Whether a first word means something of a hand: a way to win, tiles, a meld, or a yaku."""
    is_of_hand = way_of(text) or is_meld(text) or may_be_tiles(text) or meld_word_of(text.rstrip(":"))
    return bool(is_of_hand or yaku_said([text]))


def worth_of(text: str) -> tuple[str, str] | None:
    """The key and the value of a text that says what a hand without tiles is worth: mangan, 1000/2000, 4000 all."""
    points = points_of(text)
    if points is None:
        return ("level", text) if is_level(text) else None
    return ("points", str(points)) if len(str(points)) >= _LEAST_DIGITS else None


def split_glued(word: Word) -> list[Word]:
    """The words that are written as one: ``満貫ツモ``, ``西家からロン3900点``, ``親の満貫``, ``ロン8s``, ``9m暗槓``.

    Any other word is given back itself. The winning tile gets its plus, and a meld its word first.
    """
    if way_of(word.text) or is_flag(word.text):
        return [word]
    if glued := _GLUED_TILES.fullmatch(word.text):
        say, what = ("before", "tiles") if glued["before"] else ("after", "tiles_before")
        said, tiles = glued[say], glued[what].removeprefix("+")
        column = word.column + glued.end(what) - len(tiles)
        if way_of(said) and is_one_tile(tiles):
            return [Word(said, word.column + glued.start(say)), Word(f"+{tiles}", column - 1)]
        if meld_word_of(said) and texts_of(tiles):
            return [Word(said, word.column + glued.start(say)), Word(tiles, column)]
    found = [found for found in _PARTS.finditer(word.text) if found[1]]
    # Each part alone says something of a win without tiles.
    says = (way_of, seat_of, is_other_seat, value_of, counts_of, worth_of)
    if len(found) > 1 and all(any(say(one[1]) for say in says) for one in found):
        return [Word(one[1], word.column + one.start()) for one in found]
    return [word]


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


def yaku_said(words: Sequence[str]) -> str:
    """The yaku that words begin with and nothing else could be meant by; empty where there is none."""
    for count in range(min(_MOST_NAMED, len(words)), 0, -1):
        name = " ".join(words[:count])
        is_other = is_flag(name) or set_named(name) or way_of(name) or texts_of(name) or meld_word_of(name)
        if not is_other and is_yaku(name):
            return name
    return ""


def is_meld(text: str) -> bool:
    """Whether a word begins as melds without brackets do."""
    found = _MELD_WORD.match(text)
    return found is not None and meld_word_of(found["word"]) is not None


def count_suited(words: Sequence[Word]) -> int:
    """How many of the next words are tiles with their suit apart: ``3 man``; 0 for other words."""
    return 2 * (len(words) > 1 and words[0].text.isdecimal() and suit_of(words[1].text) is not None)


def counted(words: Sequence[Word]) -> bool:
    """Whether the next word is a key that may be behind its number, as in ``2 honba``, and does not begin anew."""
    key = key_of(words[0].text) if words else ""
    following = words[1].text if len(words) > 1 else ""
    if key == "north":
        return following not in SEAT_OR_ROUND
    if key in ("dora", "ura"):
        return not following or not (may_be_tiles(following) or column_of(f"{words[0].text} {following}"))
    return key in ("honba", "sticks")


def count_called(words: Sequence[Word]) -> int:
    """How many words name the tiles of a meld behind its word: ``chi 3 4 5 bamboo``, ``kan 9 man``."""
    following = list(takewhile(may_be_tiles, (word.text for word in words[:_MOST_CALLED])))
    for count in range(len(following), 1, -1):
        said = " ".join(following[:count])
        if len(texts_of(said)) == 1 or are_meld(said):
            return count
    return min(1, len(following))


def count_bracket(words: Sequence[Word]) -> int:
    """How many words there are up to the bracket that closes the first one: ``(3m 4m 5m)``."""
    ends = (place for place, word in enumerate(words, start=1) if word.text.endswith((")", "]")))
    count = next(ends, 1)
    return count if all(may_be_tiles(word.text.strip("([])") or "1") for word in words[:count]) else 1


def check_apart(words: Sequence[Word]) -> None:
    """Refuse a meld's tiles apart from other concealed tiles: they may be meant as a meld.

    Where each word has tiles of one suit, the blanks only part the suits.
    """
    if len(words) == 1 or all(len({tile[1] for tile in texts_of(word.text)}) <= 1 for word in words):
        return
    for word in words[1:]:
        if are_meld(word.text):
            message = msg("expected the concealed tiles together, found {0} apart", show(word.text))
            meant = msg("write ({0}) if they are a meld, or join them to the tiles before", word.text)
            raise NotationError(msg("{0}; {1}", message, meant), key="hand", column=word.column)


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
    expected = msg("a meld like (345m){0}", msg(", tsumo or ron") if asks_way else msg(", or keys such as seat=S"))
    if text.startswith("+"):
        return msg("expected one winning tile, found {0} as well", show(text))
    word = meld_word_of(text.rstrip(":"))
    if word is not None:
        return msg(
            "expected {0}, found {1} without its tiles; write it as {2}", expected, show(text), EXAMPLES[WORDS[word]]
        )
    if may_be_tiles(text):
        return msg("expected {0}, found the tiles {1}; concealed tiles stand before melds", expected, show(text))
    return msg("expected {0}, found {1}{2}", expected, show(text), did_you_mean(text, WAYS if asks_way else FLAGS))
