"""The words that people use for the keys of riichi records, for circumstances, draws, yaku and levels."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct, convert

from calc.mahjong.records.types import FLAGS, Win
from calc.notation.spellings import DRAGONS, fold, plain_key, romanised, times_of, way_of
from calc.records.plain import Keys
from calc.tables import load_table
from calc.translation import one_by_one

KEYS: Final = Keys(Path(__file__).with_name("names.yaml"), Win.__struct_encode_fields__)


class Fact(Struct, frozen=True):
    """What words ``say`` of a win: the value of a key, and what it needs."""

    say: list[str]
    key: str
    value: bool | str
    by: str | None = None
    seat: Literal["dealer", "other"] | None = None

    @property
    def others(self) -> str:
        """The words for the same key by the other way, or of another seat."""
        same = {one.say[0]: one for one in facts().values() if one.key == self.key}
        return one_by_one([name for name in same if name != self.say[0]], " or ")


@cache
def facts() -> dict[str, Fact]:
    """The circumstance that each word says."""
    return {word: fact for fact in convert(KEYS.told["facts"], list[Fact]) for word in fact.say}


@cache
def faults() -> dict[str, list[str]]:
    """The words of each fault by its id."""
    return {fault: [fault, *words] for fault, words in KEYS.told["faults"].items()}


@cache
def draws() -> dict[str, str]:
    """The kind of draw of each name."""
    kinds = KEYS.told["draws"].items()
    return {word: kind for kind, words in kinds for word in (kind.replace("_", " "), *words)}


def key_of(name: str) -> str:
    """The key that a word means, also the first part of a dotted one; any other word as it is.

    >>> key_of("kita"), key_of("Seat wind"), key_of("pao.seat"), key_of("note")
    ('north', 'seat', 'liable.seat', 'note')
    """
    return KEYS.of(name)


def flag_of(word: str) -> str | None:
    """The key of a word that may stand alone in a line, meaning true; ``None`` for other words."""
    fact = facts().get(plain_key(word))
    key = fact.key if fact is not None else KEYS.words.get(plain_key(word))
    return key if key in FLAGS else None


def column_of(word: str) -> str | None:
    """The key of a win that a word means, or the word itself for a circumstance; ``None`` for other words."""
    key = key_of(word)
    if key.partition(".")[0] in KEYS.fields:
        return key
    return plain_key(word) if plain_key(word) in facts() else None


def limit_named(name: Any) -> Any:
    """The id of a yaku of riichi by its name in any language; what is no such name is given back as it is.

    >>> limit_named("大三元"), limit_named("Big four winds"), limit_named("club_hand")
    ('daisangen', 'daisuushi', 'club_hand')
    """
    return _yaku().get(fold(name), name) if isinstance(name, str) else name


def limits() -> list[str]:
    """The names of limits for which somebody may be responsible."""
    needed = load_table("riichi").data["liability"]["needs"]
    return [name for name, yaku in _yaku().items() if yaku in needed]


def is_yaku(name: str) -> bool:
    """Whether a text names a yaku of riichi."""
    return fold(name).replace("_", " ") in _yaku()


def yaku_beside_tiles() -> list[str]:
    """The names of yaku that mean neither tiles nor anything else of a line."""
    others = {*facts(), *KEYS.words}
    dragons = {word for words in DRAGONS.values() for word in words}
    return [
        name
        for name, id_ in _yaku().items()
        if name.split()[0] not in dragons and not {plain_key(name), id_} & others and not way_of(name)
    ]


def is_level(name: str) -> bool:
    """Whether a text names a level of riichi, or several: ``mangan``, ``跳満``, ``double yakuman``."""
    several = times_of(name)
    return fold(name) in levels() or (several is not None and several[0] in levels())


@cache
def _yaku() -> dict[str, str]:
    return _ids_by_name(load_table("riichi").data["yaku"])


@cache
def levels() -> dict[str, str]:
    """The id of each level by its names in any language."""
    points = load_table("riichi").data["points"]
    return _ids_by_name({**points["levels"], "limit": points["limit"]})


def _ids_by_name(entries: Mapping[str, Any]) -> dict[str, str]:
    """The id of each entry by its names in any language, the first one of several with that name."""
    found: dict[str, str] = {}
    for key, one in entries.items():
        for said in (key, *one["name"].values(), *one.get("also", ()), *sorted(romanised(key))):
            found.setdefault(fold(said), key)
    return found
