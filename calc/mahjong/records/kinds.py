"""What a word of a line may be: a key, a tile, a rule set, a meld, a yaku."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from calc.errors import NotationError
from calc.mahjong.records import names
from calc.mahjong.records.words import KEYS
from calc.notation.spellings import meld_word_of, seat_of, way_of, wind_of
from calc.notation.tiles import SUITS, may_be_tiles, parse_tiles, text_of
from calc.patterns import regex
from calc.records.cells import Word
from calc.records.words import said
from calc.tables.shelf import set_named

_MELD_WORD = regex(r"(?P<word>[^\W\d_]+):")
#: Words of the name of a yaku at most.
_MOST_NAMED = 5
#: A hand without melds, in the words of sentences.
CLOSED: Final = "menzen"
#: Tiles of a complete hand without melds; each meld counts as three of them.
HAND: Final = 14


def is_key(text: str) -> bool:
    """Whether a word looks like what follows tsumo or ron."""
    name = text.partition(":")[0]
    if (
        "=" in text
        or text == CLOSED
        or names.flag_of(text)
        or (meld_word_of(name) is None and names.column_of(name) is not None)
    ):
        return True
    # ``南家`` is a key with its value.
    key = "" if text.isdecimal() or is_notation(text) else KEYS.rewrite(said(text)).text.strip().rpartition("=")[0]
    return key not in ("", "points", "level")


def is_one_tile(text: str) -> bool:
    """Whether a word after tsumo or ron is the winning tile. A wind may be a seat."""
    return may_be_tiles(text.partition(" ")[0]) and len(texts_of(text)) == 1 and wind_of(text) is None


def is_rules(text: str) -> bool:
    """Whether a first word of this text is a rule set. Words that have another place in a line are none; a flag may be
    a rule set in another spelling (``tenho``).
    """
    if is_hand_key(text) or has_place(text):
        return False
    if text[:1].islower() and is_key(text) and not names.flag_of(text):
        return set_named(text) is not None
    return text[:1].islower() or "/" in text or text.endswith(".yaml")


def is_notation(text: str) -> bool:
    """Whether a word looks like tiles as most lines have them: ``123m406p``. Others may be tiles too."""
    return text[:1].isdecimal() and text[-1:] in SUITS


def yaku_said(words: list[str]) -> str:
    """The yaku that words begin with and nothing else could be meant by; empty where there is none."""
    for count in range(min(_MOST_NAMED, len(words)), 0, -1):
        name = " ".join(words[:count])
        is_other = names.flag_of(name) or set_named(name) or way_of(name) or texts_of(name) or meld_word_of(name)
        if not is_other and names.is_yaku(name):
            return name
    return ""


def is_declared(text: str) -> bool:
    """Whether a first word of a sentence is a circumstance and no rule set: riichi, not ``tenhou``."""
    return names.flag_of(text) is not None and set_named(text) in (None, "riichi")


def has_place(text: str) -> bool:
    """Whether a first word means something of a hand: a way to win, tiles, a meld, or a yaku."""
    is_of_hand = way_of(text) or is_meld(text) or may_be_tiles(text) or meld_word_of(text.rstrip(":"))
    return bool(is_of_hand or yaku_said([text]))


def is_hand_key(text: str) -> bool:
    """Whether a word tells the concealed tiles by their key."""
    return "=" in text and names.key_of(text.partition("=")[0]) == "hand"


def is_meld(text: str) -> bool:
    """Whether a word begins as melds without brackets do."""
    found = _MELD_WORD.match(text)
    return found is not None and meld_word_of(found["word"]) is not None


def texts_of(word: str) -> list[str]:
    """The single tiles of a word, as they are printed; none for a word that is only a part of a group."""
    try:
        return [text_of(tile) for tile in parse_tiles(word)]
    except NotationError:
        return []


def is_discarder(text: str, cells: Mapping[str, str], words: Sequence[Word]) -> bool:
    """Whether a seat right behind ron can be nobody but the discarder: who wins is told beside it.

    A wind may be the round or the winning tile too, where a line does not tell these. ``words``: those that follow.
    """
    told = {*cells, *(names.key_of(word.text.partition("=")[0]) for word in words if "=" in word.text)}
    if "seat" not in told or "from" in told or not seat_of(text.removeprefix("seat=")):
        return False
    groups = [texts_of(one) for one in cells.get("hand", "").split()]
    groups += [texts_of(word.text) for word in words if is_notation(word.text)]
    tiles = [tile for group in groups for tile in group]
    # A meld takes three tiles of a hand. One of all tiles may be meant as the winning one, unless another lies apart.
    is_other = [len(group) for group in groups[-1:]] == [1] or not {*texts_of(text)} & {*tiles}
    is_whole = "win" in told or (len(tiles) % 3 == HAND % 3 and is_other)
    is_worth = "hand" not in cells and ("seat" in cells or not tiles)
    return wind_of(text) is None or is_worth or ("round" in told and is_whole)


def read_at(key: str, word: Word, read: Callable[[str], Any]) -> Any:
    """What ``read`` makes of the text of a word; its complaint is placed in the line."""
    try:
        return read(word.text)
    except NotationError as error:
        error.key, error.column = key, word.column + (error.column or 1) - 1
        raise
