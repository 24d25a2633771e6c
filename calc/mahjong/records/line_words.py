"""What a word of a line may be, and the words of the table that rewrites lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from calc.errors import NotationError, did_you_mean
from calc.mahjong.records import names
from calc.mahjong.records.names import FLAGS
from calc.mahjong.records.types import Win
from calc.notation import spellings
from calc.notation.melds import EXAMPLES, WORDS, are_meld
from calc.notation.spellings import meld_word_of, way_of, wind_of
from calc.notation.text import show
from calc.notation.tiles import SUITS, may_be_tiles, parse_tiles, text_of
from calc.patterns import regex
from calc.records.cells import Word
from calc.records.words import Table, any_of, said
from calc.tables.shelf import set_named
from calc.translation import msg

#: Keys whose values are tiles, perhaps in several words.
TILE_KEYS: Final = ("hand", "win", "dora", "ura", "discards")
_MELD_WORD = regex(r"(?P<word>[^\W\d_]+):")
#: Words of the name of a yaku at most.
_MOST_NAMED = 5


@cache
def _names() -> dict[str, str]:
    """What the rows of ``words.yaml`` call the words of lines."""
    words = {word: key for word, key in names.key_words().items() if key in Win.__struct_encode_fields__}
    flags = {word for word in [*words, *names.facts()] if names.flag_of(word)}

    def of(*keys: str) -> str:
        return any_of(word for word, key in words.items() if key in keys)

    def both(table: Mapping[Any, list[str]]) -> set[str]:
        return {word for name, some in table.items() for word in (name, *some)}

    wind = any_of(both(spellings.WINDS))
    winds = rf"(?:{wind})(?:[_-]*(?:seat|wind)|[家風場])?"
    suit = any_of(both(spellings.SUIT_WORDS))
    ways = both(spellings.WAYS)
    honours = {word for some in spellings.DRAGONS.values() for word in some}
    tile = rf"(?:(?:red\s*|赤)?[0-9一二三四五六七八九]{{1,2}}\s*(?:[mpsz]|{suit})|(?:{any_of(honours)}))+"
    doras = rf"(?:{of('dora', 'ura')})(?!\s*(?:{tile}|{winds}|[=:]|indicators?))"
    times = r"(?:double|twice|triple|three times|ダブル|トリプル|[1-9]\s?(?:x|times|倍)?)"
    others = any_of(word for word, key in words.items() if key not in TILE_KEYS and word not in flags)
    return {
        "wind": wind,
        "winds": winds,
        "seat": rf"{winds}|{any_of(spellings.DEALER_WORDS)}",
        "honour": any_of({*both(spellings.WINDS), *honours}),
        "dragon": any_of(honours),
        "suit": suit,
        "tile": tile,
        "ron": any_of({"ron", *spellings.WAYS["ron"]}),
        "tsumo": any_of({"tsumo", *spellings.WAYS["tsumo"]}),
        "glued_way": any_of(word for word in ways if not word.isascii()),
        "glued_meld": any_of(word for word in both(spellings.MELD_WORDS) if not word.isascii()),
        "flags": any_of(word for word in flags if "_" in word),
        "counts": rf"(?:han|fu|翻|飜|符|(?:{of('honba', 'sticks', 'north')})(?!\s+(?:[0-9]|seat|round))|{doras})"
        r"(?![a-z]|\s*[=:])",
        "doras": doras,
        "counted": of("honba", "sticks"),
        "repeats": of("honba"),
        "who": any_of(filter(str.isascii, spellings.DEALER_WORDS | spellings.OTHER_SEAT_WORDS)),
        "norths": of("north"),
        "round_key": of("round"),
        "seat_or_round": of("seat", "round"),
        "tile_key": of(*TILE_KEYS),
        "key": rf"(?:{others})(?:\.\w+)*",
        "value": rf"(?!(?:{any_of({*ways, *flags})})(?!\S))(?:[^\s=\"]+(?![\S])|\"(?:[^\"\\]|\\.)*\")",
        "level": rf"(?:{times}\s?)?(?:{any_of(names.levels())})(?:\s?x\s?[1-9])?",
    }


_FILE: Final = Path(__file__).with_name("words.yaml")
SENTENCES: Final = Table(_FILE, "sentences", _names)
WINNERS: Final = Table(_FILE, "winners", _names)
KEYS: Final = Table(_FILE, "keys", _names)
WORTH: Final = Table(_FILE, "worth", _names)


def is_key(text: str) -> bool:
    """Whether a word looks like what follows tsumo or ron."""
    name = text.partition(":")[0]
    if "=" in text or is_flag(text) or (meld_word_of(name) is None and names.column_of(name) is not None):
        return True
    # ``南家`` is a key with its value.
    key = "" if text.isdecimal() or is_notation(text) else KEYS.rewrite(said(text)).text.strip().rpartition("=")[0]
    return key not in ("", "points", "level")


def is_flag(text: str) -> bool:
    """Whether a word may stand alone, meaning true."""
    return text in FLAGS or names.flag_of(text) is not None


def is_seat_or_round(text: str) -> bool:
    """Whether a word is a key that may be behind a wind: ``east round``."""
    return text in ("seat", "round")


def is_one_tile(text: str) -> bool:
    """Whether a word after tsumo or ron is the winning tile. A wind may be a seat."""
    return may_be_tiles(text.partition(" ")[0]) and len(texts_of(text)) == 1 and wind_of(text) is None


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


def is_notation(text: str) -> bool:
    """Whether a word looks like tiles as most lines have them: ``123m406p``. Others may be tiles too."""
    return text[:1].isdecimal() and text[-1:] in SUITS


def is_hand_key(text: str) -> bool:
    """Whether a word gives the hand by its key."""
    return "=" in text and names.key_of(text.partition("=")[0]) == "hand"


def texts_of(word: str) -> list[str]:
    """The single tiles of a word, as they are printed; none for a word that is only a part of a group."""
    try:
        return [text_of(tile) for tile in parse_tiles(word)]
    except NotationError:
        return []


def yaku_said(words: list[str]) -> str:
    """The yaku that words begin with and nothing else could be meant by; empty where there is none."""
    for count in range(min(_MOST_NAMED, len(words)), 0, -1):
        name = " ".join(words[:count])
        is_other = is_flag(name) or set_named(name) or way_of(name) or texts_of(name) or meld_word_of(name)
        if not is_other and names.is_yaku(name):
            return name
    return ""


def is_meld(text: str) -> bool:
    """Whether a word begins as melds without brackets do."""
    found = _MELD_WORD.match(text)
    return found is not None and meld_word_of(found["word"]) is not None


def check_apart(words: list[Word]) -> None:
    """Refuse a meld's tiles apart from other concealed tiles: they may be meant as a meld.

    Where each word has tiles of one suit, the blanks only part the suits.
    """
    if len(words) == 1 or all(len({tile[1] for tile in texts_of(word.text)}) <= 1 for word in words):
        return
    for word in words[1:]:
        if are_meld(word.text):
            message = msg("expected the concealed tiles together, found {0} apart", show(word.text))
            meant = msg("write ({0}) if they are a meld, or join them to the tiles before", word.text)
            raise NotationError("{0}; {1}", message, meant, key="hand", column=word.column)


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
    return msg(
        "expected {0}, found {1}{2}", expected, show(text), did_you_mean(text, spellings.WAYS if asks_way else FLAGS)
    )
