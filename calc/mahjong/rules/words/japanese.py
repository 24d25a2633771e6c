"""Conditions as phrases in Japanese, a function a word; the English stands in the words themselves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Final

from calc.mahjong.rules.words import counts, forms, groups, win
from calc.mahjong.rules.words.base import (
    AllOf,
    AnotherYaku,
    AnyOf,
    FuSoFar,
    Lexicon,
    NoFu,
    Not,
    Word,
    YakuPresent,
)
from calc.mahjong.rules.words.groups import Pick
from calc.tables.conditions import Number

_SAID: Final[dict[tuple[str, bool | str], str]] = {
    ("riichi", True): "立直",
    ("riichi", "double"): "ダブル立直",
    ("riichi", False): "立直なし",
    ("chankan", True): "加槓された牌での和了",
    ("chankan", "concealed"): "暗槓された牌での和了",
    ("chankan", False): "槓された牌でない",
    ("ippatsu", True): "一発",
    ("ippatsu", False): "一発でない",
    ("rinshan", True): "嶺上牌での和了",
    ("rinshan", False): "嶺上牌でない",
    ("last_tile", True): "海底牌・河底牌での和了",
    ("last_tile", False): "海底牌・河底牌でない",
    ("first_turn", True): "鳴きのない一巡目の和了",
    ("first_turn", False): "一巡目でない",
}
_SHAPES: Final = {
    "standard": "四面子一雀頭",
    "seven_pairs": "異なる七つの対子",
    "thirteen_orphans": "十三種の么九牌とそのうちの一枚",
    "thirteen_unconnected": "対子が一つだけで、ほかに対子も搭子もない",
    "fourteen_unconnected": "対子も搭子もない",
}
_WAITS: Final = {"edge": "辺張", "closed": "嵌張", "open": "両面", "shanpon": "双碰", "pair": "単騎"}
_DORA: Final = {
    "dora": "ドラ",
    "red": "赤ドラ",
    "ura": "裏ドラ",
    "north": "抜きドラ",
    "season": "季節牌",
    "all": "すべてのドラ",
}
_KINDS: Final = {"run": "順子", "triplet": "刻子", "quad": "槓子", "pair": "対子"}
_ELEMENTS: Final = {"run": "順子", "triplet": "刻子", "concealed triplet": "暗刻", "quad": "槓子", "pair": "雀頭"}
_SUITS: Final = {"m": "萬", "p": "筒", "s": "索"}


def _or(phrases: Iterable[str]) -> str:
    return "または".join(phrases)


def _number(number: Number | int, unit: str = "") -> str:
    """``3枚``, ``3枚以上``, ``2枚以上4枚以下``."""
    asked = Number.of(number)
    if asked.exactly is not None:
        return f"{asked.exactly}{unit}"
    low = f"{asked.at_least}{unit}以上" if asked.at_least is not None else ""
    return low + (f"{asked.at_most}{unit}以下" if asked.at_most is not None else "")


def _pick(pick: Pick, lexicon: Lexicon, other: str) -> str:
    """A description of groups: ``三元牌の暗刻``."""
    noun = _KINDS[pick.kind] if pick.kind else ("槓子" if pick.quad else other)
    if pick.kind == "triplet" and pick.quad is None:
        noun += "（槓子を含む）"
    state = "" if pick.concealed is None else "鳴いていない" if pick.concealed else "鳴いた"
    quad = "槓子でない" if pick.quad is False and pick.kind != "triplet" else ""
    within = f"{lexicon.sets[pick.within]}の" if pick.within else ""
    touching = f"{lexicon.sets[pick.touches]}を含む" if pick.touches else ""
    return f"{touching}{state}{quad}{within}{noun}"


def _pattern(elements: list[str]) -> str:
    shown, different = [], []
    for element in elements:
        kind, *letters = element.rsplit(" ", 2) if not element.startswith("different ") else ("", *element.split()[1:])
        if kind:
            shown.append(f"{_ELEMENTS[kind]} {letters[0]}{_SUITS.get(letters[1], f' {letters[1]}')}")
        else:
            different.append(f"{'・'.join(letters)}は互いに異なる")
    variable = any(part.isalpha() and part.isascii() for text in shown for part in text.replace("+", " ").split())
    notes = [*(["同じ文字は同じ数・同じ色"] if variable else []), *different]
    return "、".join(shown) + (f"（{'、'.join(notes)}）" if notes else "")


@singledispatch
def in_japanese(word: Word, lexicon: Lexicon) -> str:
    """The condition as a phrase in Japanese. ``lexicon``: Japanese titles of what words name."""
    raise NotImplementedError(type(word).__name__)


@in_japanese.register
def _(word: AllOf, lexicon: Lexicon) -> str:
    return "；".join(in_japanese(one, lexicon) for one in word.words)


@in_japanese.register
def _(word: AnyOf, lexicon: Lexicon) -> str:
    return _or(f"（{in_japanese(one, lexicon)}）" for one in word.words)


@in_japanese.register
def _(word: Not, lexicon: Lexicon) -> str:
    return f"「{in_japanese(word.word, lexicon)}」でない"


@in_japanese.register
def _(word: NoFu, lexicon: Lexicon) -> str:
    return "手牌に符が付かない" if word.asked else "手牌に符が付く"


@in_japanese.register
def _(word: FuSoFar, lexicon: Lexicon) -> str:
    return f"ここまでの符が{word.total}符"


@in_japanese.register
def _(word: YakuPresent, lexicon: Lexicon) -> str:
    names = word.ids if isinstance(word.ids, list) else [word.ids]
    return f"{_or(lexicon.yaku.get(name, name) for name in names)}が成立"


@in_japanese.register
def _(word: AnotherYaku, lexicon: Lexicon) -> str:
    return "ほかに役がある" if word.asked else "ほかに役がない"


@in_japanese.register
def _(word: win.By, lexicon: Lexicon) -> str:
    return "ツモ和了" if word.how == "tsumo" else "ロン和了"


@in_japanese.register
def _(word: win.Hand, lexicon: Lexicon) -> str:
    return "門前" if word.state == "closed" else "鳴いた手"


@in_japanese.register
def _(word: win.SeatIs, lexicon: Lexicon) -> str:
    return "親の和了" if word.who == "dealer" else "子の和了"


@in_japanese.register
def _(word: win.Declared, lexicon: Lexicon) -> str:
    phrases = [_or(_SAID[name, value] for value in values) for name, values in word.asked().items()]
    if word.north is not None:
        phrases.append(f"抜いた北が{_number(word.north, '枚')}")
    return "、".join(phrases)


@in_japanese.register
def _(word: win.Fact, lexicon: Lexicon) -> str:
    phrases = []
    for name, value in word.facts.items():
        meaning = lexicon.facts.get(name, name)
        if isinstance(value, bool):
            phrases.append(meaning if value else f"「{meaning}」でない")
        else:
            phrases.append(f"{meaning}が{_number(value)}")
    return "、".join(phrases)


@in_japanese.register
def _(word: win.Discards, lexicon: Lexicon) -> str:
    none = [lexicon.sets[word.none]] if word.none is not None else []
    none += ["手牌と同種の牌"] if word.none_of_hand else []
    return f"捨て牌が分かっていて{'も'.join(none)}{'もない' if len(none) > 1 else 'がない'}"


@in_japanese.register
def _(word: win.Tiles, lexicon: Lexicon) -> str:
    asked = [(word.every, "のみ"), (word.some, "を含む"), (word.none, "を含まない")]
    return "、".join(f"{lexicon.sets[name]}{says}" for name, says in asked if name)


@in_japanese.register
def _(word: win.Suits, lexicon: Lexicon) -> str:
    return f"数牌が{_number(word.number, '色')}"


@in_japanese.register
def _(word: win.WinningTile, lexicon: Lexicon) -> str:
    return f"和了牌が{lexicon.sets[word.within]}"


@in_japanese.register
def _(word: counts.RankSum, lexicon: Lexicon) -> str:
    of = f"{lexicon.sets[word.of]}の" if word.of is not None else ""
    return f"{of}数字の合計が{_number(word.number)}"


@in_japanese.register
def _(word: counts.Dora, lexicon: Lexicon) -> str:
    return "、".join(f"{_DORA[kind]}が{_number(count, '枚')}" for kind, count in word.counts.items())


@in_japanese.register
def _(word: forms.Shape, lexicon: Lexicon) -> str:
    return _SHAPES[word.name]


@in_japanese.register
def _(word: forms.Concealed, lexicon: Lexicon) -> str:
    return f"鳴かずに {word.exactly}{' と、そのうちの一枚' if word.plus_one else ''}"


@in_japanese.register
def _(word: forms.BeforeWin, lexicon: Lexicon) -> str:
    return f"和了る前の手牌が {word.exactly}"


@in_japanese.register
def _(word: forms.Pattern, lexicon: Lexicon) -> str:
    return _pattern(word.elements)


@in_japanese.register
def _(word: forms.TakenIn, lexicon: Lexicon) -> str:
    return f"和了牌がそのいずれかを完成する：{_pattern(word.elements)}"


@in_japanese.register
def _(word: groups.Groups, lexicon: Lexicon) -> str:
    other, whole = ("面子・雀頭", "四面子と雀頭のすべて") if word.counts_pair else ("面子", "四面子すべて")
    phrases = [f"{whole}が{_pick(word.every, lexicon, other)}"] if word.every is not None else []
    phrases += [f"{_pick(word.some, lexicon, other)}がある"] if word.some is not None else []
    phrases += [f"{_pick(word.none, lexicon, other)}がない"] if word.none is not None else []
    if word.of is not None:
        phrases.append(f"{_pick(word.of, lexicon, other)}が{_number(word.number, '組')}")
    return "、".join(phrases)


@in_japanese.register
def _(word: groups.Pair, lexicon: Lexicon) -> str:
    return f"雀頭が{lexicon.sets[word.within]}"


@in_japanese.register
def _(word: groups.TakenBy, lexicon: Lexicon) -> str:
    return f"和了牌が{_pick(word.pick, lexicon, '面子')}を完成する"


@in_japanese.register
def _(word: groups.Wait, lexicon: Lexicon) -> str:
    names = word.one_of if isinstance(word.one_of, list) else [word.one_of]
    return f"{'・'.join(_WAITS[name] for name in names)}待ち"


def pick_in_japanese(pick: Pick, lexicon: Lexicon) -> str:
    """A description of groups in Japanese, for fu that are counted for each of them."""
    return _pick(pick, lexicon, "面子")
