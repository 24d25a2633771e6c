"""The words that people use for the keys of riichi records, for circumstances, draws, yaku and levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from calc.mahjong.records.types import Win
from calc.notation.spellings import fold, meant_key, plain_key, times_of
from calc.tables import load_table
from calc.translation import msg

#: Other words for each key, in lower case with ``_`` for blanks.
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "rules": ("rule", "ruleset", "rule_set", "game", "ルール"),
    "hand": ("tiles", "concealed", "concealed_tiles", "tehai", "手牌", "手"),
    "melds": ("meld", "calls", "fuuro", "furo", "naki", "副露", "鳴き"),
    "win": (
        "winning_tile",
        "win_tile",
        "agari",
        "agarihai",
        "agari_hai",
        "和了牌",
        "あがり牌",
        "上がり牌",
        "ロン牌",
        "ツモ牌",
    ),
    "by": ("way", "won_by", "win_by", "type", "win_type", "result", "outcome", "和了", "和了方法"),
    "han": ("翻", "飜", "翻数"),
    "fu": ("符", "符数"),
    "points": ("点", "点数", "得点"),
    "level": ("limit",),
    "seat": ("seat_wind", "own_wind", "jikaze", "winner", "自風", "席"),
    "round": ("round_wind", "bakaze", "prevalent_wind", "prevailing_wind", "場風", "局"),
    "from": ("discarder", "loser", "dealt_in", "deal_in", "houju", "hoju", "放銃", "放銃者", "放銃家"),
    "dora": ("dora_indicator", "dora_indicators", "indicator", "indicators", "ドラ表示牌", "ドラ表示"),
    "ura": (
        "ura_dora",
        "uradora",
        "ura_indicator",
        "ura_indicators",
        "ura_dora_indicators",
        "裏ドラ表示牌",
        "裏ドラ表示",
    ),
    "riichi": ("reach", "立直", "リーチ"),
    "ippatsu": ("一発",),
    "rinshan": ("rinshan_kaihou", "rinshan_kaiho", "嶺上", "嶺上開花"),
    "last_tile": ("last", "最後の牌"),
    "first_turn": ("first_draw",),
    "chankan": ("chan_kan", "robbing_a_kan", "robbing_the_kan", "robbed_kan", "槍槓", "搶槓"),
    "honba": ("counter", "counters", "repeats", "本場", "本場数", "積み棒", "積棒"),
    "sticks": (
        "stick",
        "kyoutaku",
        "kyotaku",
        "riichi_sticks",
        "riichi_stick",
        "deposits",
        "deposit",
        "供託",
        "供託棒",
        "リーチ棒",
    ),
    "north": ("norths", "kita", "nuki", "pei", "nukidora", "nuki_dora", "抜きドラ", "北抜き"),
    "discards": ("river", "kawa", "捨て牌", "捨牌", "河"),
    "liable": ("pao", "sekinin_barai", "包", "パオ", "責任払い"),
    "number": ("round_number", "kyoku"),
    "draw": ("ryuukyoku", "ryukyoku", "流局"),
    "chombo": ("chonbo", "チョンボ", "錯和"),
    "waiting": ("tenpai", "聴牌", "テンパイ"),
    "noten": ("not_tenpai", "ノーテン", "不聴"),
    "pool_of_dreams": ("nagashi", "nagashi_mangan", "流し満貫"),
    "players": ("names", "プレイヤー"),
}


class Fact(NamedTuple):
    """What a word says of a win: the value of a key, and what it needs. ``others``: the word for the other way."""

    key: str
    value: Any
    by: str | None = None
    seat: str | None = None
    other: str = ""


#: Words for circumstances that the keys say in another way.
_FACTS: Final[dict[tuple[str, ...], Fact]] = {
    ("double_riichi", "double_reach", "daburi", "daburii", "daburu_riichi", "w_riichi", "ダブル立直", "ダブリー"):
        Fact("riichi", "double"),
    ("haitei", "haitei_raoyue", "海底", "海底摸月"): Fact("last_tile", True, "tsumo", other="houtei"),
    ("houtei", "hotei", "houtei_raoyui", "河底", "河底撈魚"): Fact("last_tile", True, "ron", other="haitei"),
    ("tenhou", "tenho", "天和"): Fact("first_turn", True, "tsumo", "dealer", msg("chihou or renhou")),
    ("chihou", "chiihou", "chiho", "地和"): Fact("first_turn", True, "tsumo", "other", msg("tenhou or renhou")),
    ("renhou", "renho", "人和"): Fact("first_turn", True, "ron", "other", msg("tenhou or chihou")),
}  # fmt: skip
#: The words for each kind of draw.
_DRAWS: Final[dict[str, tuple[str, ...]]] = {
    "exhaustive": ("exhaustive draw", "wall", "荒牌", "荒牌平局", "荒牌流局", "流局"),
    "kyuushu_kyuuhai": ("kyuushu", "nine terminals", "nine orphans", "kyushu kyuhai", "九種九牌", "九種"),
    "suufon_renda": ("four winds", "suufon", "四風連打"),
    "suucha_riichi": ("four riichi", "suucha", "四家立直", "四人立直"),
    "suukaikan": ("four kans", "four quads", "suukan sanra", "四開槓", "四槓散了"),
    "sanchahou": ("triple ron", "three rons", "三家和", "三家和了"),
}
DRAW_OF: Final = {word: kind for kind, words in _DRAWS.items() for word in (kind.replace("_", " "), *words)}
_FIELDS: Final = frozenset(Win.__struct_encode_fields__)
_KEY_OF: Final = {word: key for key, words in _KEYS.items() for word in (key, *words)}
FACT_OF: Final = {word: fact for words, fact in _FACTS.items() for word in words}
#: The keys that may stand alone, meaning true.
FLAGS: Final = ("riichi", "ippatsu", "rinshan", "last_tile", "first_turn", "chankan")


def key_of(name: str) -> str:
    """The key that a word means, also the first part of a dotted one; any other word as it is.

    >>> key_of("kita"), key_of("Seat wind"), key_of("pao.seat"), key_of("note")
    ('north', 'seat', 'liable.seat', 'note')
    """
    return meant_key(name, _KEY_OF, _FIELDS)


def key_words() -> dict[str, str]:
    """The key of each word for one."""
    return {key: key for key in _FIELDS} | _KEY_OF


def level_words() -> Iterable[str]:
    """The names of all levels."""
    return _levels()


def flag_of(word: str) -> str | None:
    """The key of a word that may stand alone in a line, meaning true; ``None`` for other words."""
    fact = FACT_OF.get(plain_key(word))
    key = fact.key if fact is not None else _KEY_OF.get(plain_key(word))
    return key if key in FLAGS else None


def column_of(word: str) -> str | None:
    """The key of a win that a word means, or the word itself for a circumstance; ``None`` for other words."""
    key = key_of(word)
    if key.partition(".")[0] in Win.__struct_encode_fields__:
        return key
    return plain_key(word) if plain_key(word) in FACT_OF else None


def limit_named(name: Any) -> Any:
    """The id of a yaku of riichi by its name in any language; what is no such name is given back as it is.

    >>> limit_named("大三元"), limit_named("Big four winds"), limit_named("club_hand")
    ('daisangen', 'daisuushi', 'club_hand')
    """
    return _yaku().get(fold(name), name) if isinstance(name, str) else name


def is_yaku(name: str) -> bool:
    """Whether a text names a yaku of riichi."""
    return fold(name).replace("_", " ") in _yaku()


def is_level(name: str) -> bool:
    """Whether a text names a level of riichi, or several: ``mangan``, ``跳満``, ``double yakuman``."""
    said = fold(name).replace("_", " ")
    several = times_of(said)
    return said in _levels() or (several is not None and several[0] in _levels())


@cache
def _yaku() -> dict[str, str]:
    return _ids_by_name(load_table("riichi").data["yaku"])


@cache
def _levels() -> dict[str, str]:
    points = load_table("riichi").data["points"]
    return _ids_by_name({**points["levels"], "limit": points["limit"]})


def _ids_by_name(entries: Mapping[str, Any]) -> dict[str, str]:
    """The id of each entry by its names in any language, the first one of several with that name."""
    found: dict[str, str] = {}
    for key, one in entries.items():
        name = one.get("name", {})
        names = name.values() if isinstance(name, dict) else [name]
        for said in (key, key.replace("_", " "), *names, *one.get("also", ())):
            found.setdefault(fold(str(said)), key)
    return found
