"""The tables that rewrite what people say in lines and score sheets, and what their rows call the words."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from calc.mahjong.records import names
from calc.notation import spellings
from calc.patterns import regex
from calc.records.sheet import PLAYERS
from calc.records.words import Table, any_of, sign as sign_of
from calc.tables.shelf import rule_set_ids

#: Keys whose values are tiles, perhaps in several words.
_TILE_KEYS: Final = ("hand", "win", "dora", "ura", "discards")
#: How often a level is said, before its name and behind it.
TIMES: Final = r"(?:double|twice|triple|three times|ダブル|トリプル|[1-9]\s?(?:x|times|倍)?)"
TIMES_BEHIND: Final = r"\s?(?:x\s?[1-9]|twice|three times)"


def _all_of(table: Mapping[Any, Iterable[str]]) -> set[str]:
    return {word for name, some in table.items() for word in (name, *some)}


def _meaning(meant: Mapping[str, str], *keys: str) -> str:
    return any_of(word for word, key in meant.items() if key in keys)


@cache
def _of_lines() -> dict[str, str]:
    words = {word: key for word, key in names.KEYS.words.items() if key in names.KEYS.fields}
    flags = {word for word in [*words, *names.facts()] if names.flag_of(word)}
    wind, suit = any_of(_all_of(spellings.WINDS)), any_of(_all_of(spellings.SUIT_WORDS))
    winds = rf"(?:{wind})(?:[_-]*(?:seat|wind)|[家風場])?"
    ways = _all_of(spellings.WAYS)
    honours = {word for some in spellings.DRAGONS.values() for word in some}
    tile = rf"(?:(?:red\s*|赤)?[0-9一二三四五六七八九]{{1,2}}\s*(?:[mpsz]|{suit})|(?:{any_of(honours)}))+"
    doras = rf"(?:{_meaning(words, 'dora', 'ura')})(?!\s*(?:{tile}|{winds}|[=:]|indicators?))"
    others = any_of(word for word, key in words.items() if key not in _TILE_KEYS and word not in flags)
    return {
        **_faults(),
        "wareme": _meaning(names.KEYS.words, "wareme"),
        "liability": _meaning(words, "liable"),
        "limit": any_of(names.limits()),
        "dealers": any_of(spellings.DEALER_WORDS),
        "others": any_of(spellings.OTHER_SEAT_WORDS),
        "wind": wind,
        "winds": winds,
        "seat": rf"{winds}|{any_of(spellings.DEALER_WORDS)}",
        "honour": any_of({*_all_of(spellings.WINDS), *honours}),
        "dragon": any_of(honours),
        "suit": suit,
        "tile": tile,
        **_ways(),
        "glued_way": any_of(word for word in ways if not word.isascii()),
        "meld": any_of(_all_of(spellings.MELD_WORDS)),
        "whole": rf"(?:[0-9]{{3,4}}(?:[mps]|{suit})|[1-7]{{3,4}}z|[白發発中]{{3,4}}|[東南西北]{{3,4}})",
        "glued_flag": any_of(word for word in flags if not word.isascii()),
        "glued_meld": any_of(word for word in _all_of(spellings.MELD_WORDS) if not word.isascii()),
        "flags": any_of(word for word in flags if "_" in word),
        "counts": rf"(?:han|fu|翻|飜|符|(?:{_meaning(words, 'honba', 'sticks', 'north')})"
        rf"(?!\s+(?:[0-9]|seat|round))|{doras})(?![a-z]|\s*[=:])",
        "doras": doras,
        "counted": _meaning(words, "honba", "sticks"),
        "repeats": _meaning(words, "honba"),
        "who": any_of(filter(str.isascii, spellings.DEALER_WORDS | spellings.OTHER_SEAT_WORDS)),
        "norths": _meaning(words, "north"),
        "round_key": _meaning(words, "round"),
        "yaku": any_of(names.yaku_beside_tiles()),
        "set": any_of(name.replace("-", "_") for name in rule_set_ids() if name != "riichi"),
        "seat_or_round": _meaning(words, "seat", "round"),
        "tile_key": _meaning(words, *_TILE_KEYS),
        "key": rf"(?:{others})(?:\.\w+)*",
        "value": rf"(?!(?:{any_of({*ways, *flags})})(?!\S))(?:[^\s=\"]+(?![\S])|\"(?:[^\"\\]|\\.)*\")",
        "level": _level(),
    }


def _of_sheets() -> dict[str, str]:
    keys = ("riichi", "waiting", "noten", "pool_of_dreams", "liable", "honba", "sticks", "chombo", "wareme")
    meant, kinds = names.KEYS.words, names.draws()
    level = _level()
    points = r"(?:\d+翻)?\d[\d/・-]*(?: ?(?:han(?: \d+ fu)?|翻|符|all|オール|点|points?))?"
    return {
        **{key: _meaning(meant, key) for key in keys},
        **_faults(),
        "player": f"[{PLAYERS}]",
        "level": level,
        "worth": f"{points}|{level}",
        "draw": rf"{_meaning(kinds, 'exhaustive')}|{_meaning(meant, 'draw')}",
        "kind": any_of(word for word, kind in kinds.items() if kind != "exhaustive"),
        **_ways(),
    }


def _level() -> str:
    return rf"(?:{TIMES}\s?)?(?:{any_of(names.levels())})(?:{TIMES_BEHIND})?"


def _faults() -> dict[str, str]:
    return {fault: any_of(words) for fault, words in names.faults().items()}


def _ways() -> dict[str, str]:
    return {way: any_of({way, *words}) for way, words in spellings.WAYS.items()}


_FILE: Final = Path(__file__).with_name("words.yaml")
sign: Final = partial(sign_of, file=_FILE)
FILLERS: Final = Table(_FILE, "fillers", _of_lines)
SPEECH: Final = Table(_FILE, "speech", _of_lines)
SENTENCES: Final = Table(_FILE, "sentences", _of_lines)
WINNERS: Final = Table(_FILE, "winners", _of_lines)
KEYS: Final = Table(_FILE, "keys", _of_lines)
STANDING: Final = Table(_FILE, "standing", _of_lines)
WORTH: Final = Table(_FILE, "worth", _of_lines)
#: What people say in a line of a score sheet, and how they order its clauses.
SHEET: Final = Table(_FILE, "sheet", _of_sheets, is_of_words=True)
ORDER: Final = Table(_FILE, "order")
#: Words for seats, in lower case.
SEATS: Final = {
    **{word.casefold(): seat for seat, some in spellings.WINDS.items() for word in (seat, *some)},
    **{f"{word}家": seat for seat, some in spellings.WINDS.items() for word in some if not word.isascii()},
    **dict.fromkeys(spellings.DEALER_WORDS, "E"),
}
_WIND: Final = any_of(_all_of(spellings.WINDS))
#: The name of a round in a line, or its wind alone.
ROUND: Final = regex(
    rf"(?<![^\s,;:：、，；（(])(?P<name>(?:{_WIND})(?: ?[場風])? ?[_-]?[0-9〇零一二三四五六七八九](?: ?局|(?![\w/]))"
    r"(?:-\d{1,2}|[,、]? ?(?:(?:honba|counters?) ?\d{1,2}|\d{1,2} ?(?:honba|counters?|本場))(?![a-z]))?"
    rf"(?! ?(?:han|fu|honba|counter|(?:riichi )?stick|point|[翻飜符本点]))|(?:{_WIND}) round(?!\w)|[東南西北]場)"
    r"(?: ?[,、，])?",
    re.IGNORECASE,
)


@cache
def meaning_words() -> frozenset[str]:
    """The words of the rows of lines that write something."""
    tables = (SPEECH, SENTENCES, WINNERS, KEYS, WORTH)
    return frozenset(
        word for table in tables for row in table.rows if row.get("write") for word in table.letters_of(row)
    )
