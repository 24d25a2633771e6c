"""Conditions in Japanese: a lexicon beside the English one, with a phrase for each word of the condition language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

from calc.mahjong.rules.words.base import Either, Lexicon, State, Word
from calc.mahjong.rules.words.groups import Groups, Pick, Wait
from calc.mahjong.rules.words.patterns import known_pattern, split_elements
from calc.mahjong.rules.words.tiles import RankSum, Tiles
from calc.mahjong.rules.words.win import (
    Declared,
    Discards,
    Fact,
    YakuPresent,
)
from calc.tables.conditions import ALL, ANY, NOT, Number

_SAID: Final[dict[tuple[str, bool | str], str]] = {
    ("riichi", True): "立直を宣言",
    ("riichi", "double"): "ダブル立直を宣言",
    ("riichi", False): "立直を宣言していない",
    ("chankan", True): "加槓された牌での和了",
    ("chankan", "concealed"): "暗槓された牌での和了",
    ("chankan", False): "槓された牌での和了ではない",
    ("ippatsu", True): "立直後一巡以内、鳴きなしでの和了",
    ("ippatsu", False): "立直後一巡以内の和了ではない",
    ("rinshan", True): "嶺上牌での和了",
    ("rinshan", False): "嶺上牌での和了ではない",
    ("last_tile", True): "最後の牌での和了",
    ("last_tile", False): "最後の牌での和了ではない",
    ("first_turn", True): "鳴きのない第一巡での和了",
    ("first_turn", False): "第一巡での和了ではない",
}
_NAMES: Final = {
    "riichi": "立直",
    "double riichi": "ダブル立直",
    "no riichi": "立直なし",
    "chankan": "槍槓",
    "concealed chankan": "暗槓の槍槓",
    "ippatsu": "一発",
    "rinshan": "嶺上開花",
    "last tile": "最後の牌",
    "first turn": "第一巡",
}
_SHAPES: Final = {
    "standard": "四面子一雀頭",
    "seven_pairs": "異なる七つの対子",
    "thirteen_orphans": "么九牌十三種とそのうち一枚",
    "thirteen_unconnected": "塔子のない異なる十三種とそのうち一枚",
    "fourteen_unconnected": "塔子のない異なる十四種",
}
_WAITS: Final = {"edge": "辺張", "closed": "嵌張", "open": "両面", "shanpon": "双碰", "pair": "単騎"}
_KINDS: Final = {
    "run": "順子",
    "triplet": "刻子",
    "concealed triplet": "暗刻",
    "quad": "槓子",
    "pair": "対子",
}
_SUITS: Final = {"m": "萬", "p": "筒", "s": "索"}
_DORA: Final = {
    "dora": "ドラ",
    "red": "赤ドラ",
    "ura": "裏ドラ",
    "north": "抜きドラ",
    "season": "季節牌",
    "all": "すべてのドラ",
}
#: What a hand has instead of what a condition asks for, where it is no number and no tiles.
_INSTEAD: Final = {
    "ron": "ロン",
    "tsumo": "ツモ",
    "a meld is open": "副露している",
    "no meld is open": "門前",
    "no groups": "面子がない",
    "they are not known": "不明",
    "none": "なし",
}


class Japanese(Lexicon, frozen=True):
    """Japanese titles of what words name, and Japanese phrases."""

    NOT_DECLARED: ClassVar[str] = "宣言なし："

    def phrase(self, word: Word) -> str:
        return _PHRASES[word.key](word, self)

    def negated(self, word: Word) -> str:
        if isinstance(word, Either):
            return self.phrase(word.other())
        write = _NEGATED.get(word.key)
        return write(word, self) if write is not None else f"「{self.phrase(word)}」ではない"

    def false_in(self, word: Word, state: State) -> str:
        there = word.instead(state, self)
        if isinstance(word, Wait):
            there = _WAITS.get(there.partition(" ")[0], "none")
        if isinstance(word, Declared) and word.north is None:
            there = _NAMES.get(there.removeprefix("declared: "), there.removeprefix("declared: "))
        there = _INSTEAD.get(there, there.replace(" fu", "符").replace(" of ", "／"))
        return self.phrase(word) + (f"（この手：{there}）" if there else "")

    def each(self, pick: Any) -> str:
        return f"{_pick_phrase(pick, self)}1組ごと"

    def undeclared(self, names: Iterable[str]) -> str:
        return self.NOT_DECLARED + "・".join(_NAMES.get(name, name) for name in names)

    def together(self, phrases: Iterable[str]) -> str:
        return "、".join(phrases)

    def either(self, phrases: Iterable[str]) -> str:
        found = list(phrases)
        if any("、" in phrase or "または" in phrase for phrase in found):
            return "または".join(f"（{phrase}）" for phrase in found)
        return "または".join(found)


def _number(number: Number | int | bool, unit: str = "") -> str:
    """``3組``, ``3組以上``, ``2〜4組``."""
    return Number.of(number).phrase("ja", unit)


# ---- how the hand was won


def _declared(word: Declared, lexicon: Lexicon) -> str:
    said = ["または".join(_SAID[name, value] for value in values) for name, values in word.asked().items()]
    if word.north is not None:
        is_none = Number.of(word.north) == Number(exactly=0)
        said.append("抜きドラなし" if is_none else f"抜きドラ{_number(word.north, '枚')}")
    return lexicon.together(said)


def _fact(word: Fact, lexicon: Lexicon) -> str:
    told = []
    for name, value in word.facts.items():
        meaning = lexicon.facts.get(name, name)
        bare = meaning if value else f"「{meaning}」ではない"
        told.append(bare if isinstance(value, bool) else f"{meaning}：{_number(value)}")
    return lexicon.together(told)


def _discards(word: Discards, lexicon: Lexicon) -> str:
    without = [lexicon.sets[word.none]] if word.none is not None else []
    without += ["手牌と同じ牌"] if word.none_of_hand else []
    return f"捨て牌が分かり、{'も'.join(without)}がない"


def _tiles(word: Tiles, lexicon: Lexicon) -> str:
    told = [f"{lexicon.sets[word.every]}のみ"] if word.every else []
    told += [f"{lexicon.sets[word.some]}を含む"] if word.some else []
    told += [f"{lexicon.sets[word.none]}を含まない"] if word.none else []
    return lexicon.together(told)


# ---- groups


def _pick_phrase(pick: Pick, lexicon: Lexicon, other: str = "面子") -> str:
    """A description of groups: ``三元牌の刻子・槓子``."""
    side = {None: "", True: "暗", False: "明"}[pick.concealed]
    if pick.kind == "run":
        noun = {None: "順子", True: "門前の順子", False: "鳴いた順子"}[pick.concealed]
    elif pick.kind == "pair":
        noun = "対子"
    elif pick.only_quads:
        noun = f"{side}槓" if side else "槓子"
    elif pick.kind == "triplet":
        triplet = f"{side}刻" if side else "刻子"
        noun = triplet if pick.quad is False else f"{triplet}・{side}槓" if side else "刻子・槓子"
    else:
        noun = {None: other, True: f"門前の{other}", False: f"鳴いた{other}"}[pick.concealed]
    inside = f"{lexicon.sets[pick.within]}の" if pick.within else ""
    touching = f"{lexicon.sets[pick.touches]}を含む" if pick.touches else ""
    return f"{touching}{inside}{noun}"


def _groups(word: Groups, lexicon: Lexicon) -> str:
    other, whole = ("部分", "四面子と雀頭すべて") if word.counts_pair else ("面子", "四面子すべて")
    told = []
    if word.every is not None:
        touches = word.every.touches
        if touches is not None and word.every == Pick(touches=touches):
            told.append(f"{whole}が{lexicon.sets[touches]}を含む")
        else:
            told.append(f"{whole}が{_pick_phrase(word.every, lexicon, other)}")
    if word.some is not None:
        told.append(f"{_pick_phrase(word.some, lexicon, other)}がある")
    if word.none is not None:
        told.append(f"{_pick_phrase(word.none, lexicon, other)}がない")
    if word.of is not None:
        told.append(f"{_pick_phrase(word.of, lexicon, other)}が{_number(word.number, '組')}")
    return lexicon.together(told)


def _pattern(elements: list[str]) -> str:
    known = known_pattern(elements)
    if known is None:
        groups, different = split_elements(elements)
        parts = [element.rsplit(" ", 2) for element in groups]
        shown = "・".join(f"{_KINDS[kind]} {rank}{_SUITS.get(suit, f' {suit}')}" for kind, rank, suit in parts)
        apart = "".join(f"、{'と'.join(letters)}は別" for letters in different)
        return f"{shown}（文字は任意の数または色{apart}）"
    kinds = [_KINDS[kind] for kind in known.kinds]
    if known.form == "same":
        return "と".join(f"同じ{kind}{count}組" for kind, count in zip(kinds, known.times, strict=True))
    if known.form == "ranks":
        return f"同じ色の{'・'.join(known.tiles)}"
    return f"三色で同じ数の{kinds[0]}" if known.form == "suits" else f"同じ色で連続する{kinds[0]}{known.times[0]}組"


def _of_one_suit(exactly: str) -> str:
    return f"同じ色の{exactly[:-1]}" if exactly[:-1].isdigit() and exactly[-1] in "abc" else exactly


def _names(word: YakuPresent, lexicon: Lexicon) -> str:
    return "・".join(lexicon.yaku.get(name, name) for name in word.names())


def _rank_sum(word: RankSum, lexicon: Lexicon) -> str:
    return f"{lexicon.sets[word.of] if word.of is not None else '数牌'}の数の合計が{_number(word.number)}"


#: The phrase of each word by its key. The types of words differ, so they are not checked here.
_PHRASES: Final[dict[str, Callable[[Any, Any], str]]] = {
    ALL: lambda word, lexicon: lexicon.together(map(lexicon.phrase, word.words)),
    ANY: lambda word, lexicon: lexicon.either(map(lexicon.phrase, word.words)),
    NOT: lambda word, lexicon: lexicon.negated(word.word),
    "no_fu": lambda word, lexicon: "手に符がつかない" if word.asked else "手に符がつく",
    "fu_so_far": lambda word, lexicon: f"ここまでの符が{word.total}符",
    "yaku": lambda word, lexicon: f"{_names(word, lexicon)}が成立",
    "another_yaku": lambda word, lexicon: "ほかに役がある" if word.asked else "ほかに役がない",
    "by": lambda word, lexicon: "ツモ和了" if word.how == "tsumo" else "ロン和了",
    "hand": lambda word, lexicon: "門前" if word.state == "closed" else "副露手",
    "seat": lambda word, lexicon: "親の和了" if word.who == "dealer" else "子の和了",
    "declared": _declared,
    "fact": _fact,
    "discards": _discards,
    "tiles": _tiles,
    "suits": lambda word, lexicon: f"数牌が{_number(word.number, '色')}",
    "winning_tile": lambda word, lexicon: f"和了牌が{lexicon.sets[word.within]}",
    "shape": lambda word, lexicon: _SHAPES[word.name].removeprefix("異なる" if lexicon.four_alike else ""),
    "concealed": lambda word, lexicon: f"門前で{_of_one_suit(word.exactly)}{'とそのうち一枚' if word.plus_one else ''}",
    "before_win": lambda word, lexicon: f"和了牌の前の手が{_of_one_suit(word.exactly)}",
    "pattern": lambda word, lexicon: _pattern(word.elements),
    "taken_in": lambda word, lexicon: f"和了牌で{_pattern(word.elements)}のいずれかが完成",
    "groups": _groups,
    "parts": _groups,
    "pair": lambda word, lexicon: f"雀頭が{lexicon.sets[word.within]}",
    "taken_by": lambda word, lexicon: f"和了牌で{_pick_phrase(word.pick, lexicon)}が完成",
    "wait": lambda word, lexicon: f"{'・'.join(_WAITS[name] for name in word.names())}待ち",
    "rank_sum": _rank_sum,
    "dora": lambda word, lexicon: lexicon.together(
        f"{_DORA[kind]}{_number(count, '枚')}" for kind, count in word.counts.items()
    ),
}
#: That a word does not hold, where that is more than a negation in front of it.
_NEGATED: Final[dict[str, Callable[[Any, Any], str]]] = {
    ALL: lambda word, lexicon: lexicon.either(map(lexicon.negated, word.words)),
    ANY: lambda word, lexicon: lexicon.together(map(lexicon.negated, word.words)),
    NOT: lambda word, lexicon: lexicon.phrase(word.word),
    "yaku": lambda word, lexicon: f"{_names(word, lexicon)}が不成立",
    "winning_tile": lambda word, lexicon: f"和了牌が{lexicon.sets[word.within]}でない",
    "pair": lambda word, lexicon: f"雀頭が{lexicon.sets[word.within]}でない",
    "taken_by": lambda word, lexicon: f"和了牌で完成したのが{_pick_phrase(word.pick, lexicon)}でない",
    "taken_in": lambda word, lexicon: f"{_pattern(word.elements)}のどれも和了牌で完成していない",
}
