"""What logs call yaku, limits and draws: Tenhou's numbers and names, and the words of other sites and of converters.

A name that is in none of these rows may be one that the rules or the list of local yaku have: these are known too.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Final

from msgspec import Struct

from calc.mahjong.load import read_list
from calc.mahjong.logs.events import SaidYaku
from calc.patterns import regex
from calc.records.claims import fold, meanings

_YAKU: Final = (
    ("menzen_tsumo", "門前清自摸和"),
    ("riichi", "立直"),
    ("ippatsu", "一発"),
    ("chankan", "槍槓"),
    ("rinshan", "嶺上開花"),
    ("haitei", "海底摸月"),
    ("houtei", "河底撈魚"),
    ("pinfu", "平和"),
    ("tanyao", "断幺九"),
    ("iipeikou", "一盃口"),
    ("seat_wind", "自風 東"),
    ("seat_wind", "自風 南"),
    ("seat_wind", "自風 西"),
    ("seat_wind", "自風 北"),
    ("round_wind", "場風 東"),
    ("round_wind", "場風 南"),
    ("round_wind", "場風 西"),
    ("round_wind", "場風 北"),
    ("haku", "役牌 白"),
    ("hatsu", "役牌 發"),
    ("chun", "役牌 中"),
    ("double_riichi", "両立直"),
    ("chiitoitsu", "七対子"),
    ("chanta", "混全帯幺九"),
    ("ittsuu", "一気通貫"),
    ("sanshoku_doujun", "三色同順"),
    ("sanshoku_doukou", "三色同刻"),
    ("sankantsu", "三槓子"),
    ("toitoi", "対々和"),
    ("sanankou", "三暗刻"),
    ("shousangen", "小三元"),
    ("honroutou", "混老頭"),
    ("ryanpeikou", "二盃口"),
    ("junchan", "純全帯幺九"),
    ("honitsu", "混一色"),
    ("chinitsu", "清一色"),
    ("renhou", "人和"),
    ("tenhou", "天和"),
    ("chihou", "地和"),
    ("daisangen", "大三元"),
    ("suuankou", "四暗刻"),
    ("suuankou_tanki", "四暗刻単騎"),
    ("tsuuiisou", "字一色"),
    ("ryuuiisou", "緑一色"),
    ("chinroutou", "清老頭"),
    ("chuuren_poutou", "九蓮宝燈"),
    ("junsei_chuuren_poutou", "純正九蓮宝燈"),
    ("kokushi_musou", "国士無双"),
    ("kokushi_musou_juusanmen", "国士無双13面"),
    ("daisuushi", "大四喜"),
    ("shousuushi", "小四喜"),
    ("suukantsu", "四槓子"),
    ("dora", "ドラ"),
    ("ura", "裏ドラ"),
    ("red", "赤ドラ"),
)
#: Our id and Tenhou's name by Tenhou's number; ``dora``, ``ura`` and ``red`` are no yaku.
YAKU: Final = tuple(ours for ours, _ in _YAKU)
YAKU_NAMES: Final = tuple(name for _, name in _YAKU)
#: The limits among them.
LIMITS: Final = frozenset(YAKU[YAKU.index("tenhou") : YAKU.index("dora")])
#: Names that neither Tenhou nor the rules have: of Mahjong Soul in its languages, of other sites, of mjai. A name that
#: may mean several yaku has all of their ids.
_OTHER_NAMES: Final = {
    "menzen_tsumo": ("menzenchin_tsumoho", "menzenchin tsumohou"),
    "riichi": ("liqi",),
    "double_riichi": ("daburu_riichi", "daburu riichi", "両立直"),
    "rinshan": ("rinshankaiho", "after_a_quad"),
    "haitei": ("haiteiraoyue", "haitei raoyui", "海底摸月"),
    "houtei": ("hoteiraoyui", "houtei raoyue"),
    "tanyao": ("tanyaochuu",),
    "iipeikou": ("ipeko", "iipeiko"),
    "seat_wind": ("自風牌", "門風牌", "面風牌", *(f"jikaze_{one}" for one in ("ton", "nan", "sha", "pei"))),
    "round_wind": ("場風牌", "圏風牌", "prevalent wind", *(f"bakaze_{one}" for one in ("ton", "nan", "sha", "pei"))),
    "haku": ("yakuhai_haku",),
    "hatsu": ("yakuhai_hatsu",),
    "chun": ("yakuhai_chun",),
    "haku hatsu chun": ("sangenpai", "三元牌"),
    "chiitoitsu": ("chitoitsu",),
    "chanta": ("honchantaiyao", "honchantaiyaochuu", "帯么九"),
    "ittsuu": ("ikkitsukan", "ittsu", "itsu"),
    "sanshoku_doujun": ("sanshokudojun",),
    "sanshoku_doukou": ("sanshokudoko", "三色同刻"),
    "toitoi": ("toitoiho", "toi toi"),
    "sanankou": ("sananko", "san ankou"),
    "shousangen": ("shosangen", "shou sangen"),
    "honroutou": ("honroto", "all_terminals_and_honors"),
    "ryanpeikou": ("ryanpeko", "ryanpeiko"),
    "junchan": ("junchantaiyao", "junchantaiyaochuu"),
    "honitsu": ("honiso", "hon itsu", "honiisou"),
    "chinitsu": ("chiniso", "chin itsu", "chiniisou"),
    "renhou": ("renho",),
    "tenhou": ("tenho",),
    "chihou": ("chiho", "chiihou"),
    "suuankou suuankou_tanki": ("suanko",),
    "suuankou_tanki": ("suanko tanki", "single-wait four concealed triplets", "四暗刻単騎"),
    "tsuuiisou": ("tsuiso", "tsuu iisou", "all honors"),
    "ryuuiisou": ("ryuiso", "ryuu iisou", "無発緑一色"),
    "chinroutou": ("chinroto",),
    "chuuren_poutou junsei_chuuren_poutou": ("churenpoton",),
    "junsei_chuuren_poutou": ("junsei churenpoton", "junsei churen poutou"),
    "kokushi_musou kokushi_musou_juusanmen": ("kokushimuso",),
    "kokushi_musou_juusanmen": (
        *("kokushimuso 13men", "thirteen-wait thirteen orphans", "国士無双13面待ち", "国士無双十三面待"),
    ),
    "daisuushi": ("daisushi", "dai suushii", "daisuushii", "four big winds"),
    "shousuushi": ("shosushi", "shou suushii", "shousuushii", "four little winds"),
    "suukantsu": ("sukantsu", "suu kantsu"),
    "tsubame_gaeshi": ("燕返",),
    "kanburi": ("槓振",),
    "paarenchan": ("eight-time east staying",),
    "sanrenkou": ("three chained triplets",),
    "isshoku_sanjun": ("pure triple chow", "一色三同順"),
    "ishi_no_ue_ni_mo_sannen": ("石上三年",),
    "dora": ("dora", "抜きドラ", "北ドラ", "kita", "nukidora", "宝牌", "抜北宝牌"),
    "ura": ("ura", "uradora", "ura dora", "裏宝牌"),
    "red": ("red", "akadora", "aka dora", "red five", "red dora", "赤宝牌", "紅宝牌"),
}
#: The same characters in the scripts of China and Taiwan, and in old and new ones of Japan.
_SAME: Final = (
    "门門 发發発 枪搶抢槍 杠槓 岭嶺 开開 捞撈 鱼魚 风風 场場 断斷 幺么麼 杯盃 带帶帯 气氣気 贯貫 顺順 两兩両 双雙 "
    "对對対 纯純 国國 无無 单單単 骑騎 绿綠緑 头頭 莲蓮 宝寶寳 灯燈 满滿満 红紅 里裡裏 连連 庄莊荘 数數 邻鄰隣 车車 "
    "轮輪 齐齊斉 计計 拔抜 点點 听聽聴 荣榮栄 翻番飜"
)
_ONE_SCRIPT: Final = str.maketrans({one: row[-1] for row in _SAME.split() for one in row} | {"々": "対"})
_IDLE: Final = regex(r"[\s:・]|役牌(?=.)")


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name without what converters write in different ways: case, blanks, scripts, and the word for tiles of value.

    >>> plain("役牌：发") == plain("役牌 發"), plain("Ryuukyoku") == plain("ryuukyoku ")
    (True, True)
    """
    return _IDLE.sub("", fold(name).translate(_ONE_SCRIPT))


_NUMBERS: Final = {plain(name): number for number, name in enumerate(YAKU_NAMES)}
_IDS: Final = {plain(name): ids for ids, names in _OTHER_NAMES.items() for name in names}
#: Tenhou's numbers by our ids. Those of winds begin at East.
NUMBERS: Final = {yaku: number for number, yaku in reversed([*enumerate(YAKU)])}


@cache
def _named_by_rules() -> dict[str, str]:
    yaku: Any = read_list("local")[1]
    found = meanings([*yaku.yaku.values(), *yaku.draw_yaku.values()])
    return {plain(name): ids[0] for name, ids in found.items() if len(ids) == 1}


@lru_cache(maxsize=4096)
def named_yaku(name: str, han: int | None) -> SaidYaku:
    """What a log says of a yaku by its name; ``han``: none for a limit. A name that is not known has no id."""
    word = plain(name)
    number = _NUMBERS.get(word)
    found = YAKU[number] if number is not None else _IDS.get(word) or _named_by_rules().get(word)
    return SaidYaku(found, han, NUMBERS.get(found or "") if number is None else number, name)


def is_limit(yaku: SaidYaku) -> bool:
    """Whether a yaku is told as a limit, or is always one: some write the han of those."""
    return yaku.han is None or yaku.id in LIMITS


@lru_cache(maxsize=4096)
def said_yaku(number: int, han: int | None) -> SaidYaku:
    """What a log says of a yaku by Tenhou's number; ``han``: none for a limit."""
    return SaidYaku(YAKU[number], han, number, YAKU_NAMES[number])


#: Tenhou's numbers of the yaku of Mahjong Soul, from number 1 on.
SOUL_NUMBERS: Final = (
    *(0, 1, 3, 4, 5, 6, 18, 19, 20, 10, 14, 8, 9, 7, 23, 24, 25, 21, 26, 27, 28, 29, 30, 31, 22, 33, 34, 32, 35, 2),
    *(52, 54, 53, 52, 37, 38, 39, 40, 42, 43, 44, 47, 50, 51, 45, None, 46, 41, 48, 49),
)
#: Our ids of those that Tenhou does not have, by number; old yaku are local ones here.
SOUL_YAKU: Final = {
    46: "paarenchan",
    51: "tsubame_gaeshi",
    52: "kanburi",
    53: "shiiaru_raotai",
    54: "uumensai",
    55: "sanrenkou",
    56: "isshoku_sanjun",
    57: "iipin_moyue",
    58: "chuupin_raoyui",
    59: "renhou",
    60: "daisharin",
    63: "ishi_no_ue_ni_mo_sannen",
    64: "daichisei",
}


#: Levels by Tenhou's number for them; 5 is a counted limit where no limit is listed.
LEVELS: Final = ("below_mangan", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
#: The words for levels; the first one of each is written. What ends with the words of the last row is one, too.
LEVEL_WORDS: Final = {
    "mangan": ("満貫", "切り上げ満貫", "Mangan", "Kiriage Mangan", "Rounded Mangan"),
    "haneman": ("跳満", "Haneman"),
    "baiman": ("倍満", "Baiman"),
    "sanbaiman": ("三倍満", "Sanbaiman"),
    "kazoe_yakuman": ("数え役満", "累計役満", "Kazoe Yakuman", "Counted Yakuman"),
    "yakuman": ("役満", "Yakuman"),
}
_LEVELS: Final = {plain(word): level for level, words in LEVEL_WORDS.items() for word in words}
#: Fu and han, or a level, or both; then the points: of a ron, of all on a dealer's tsumo, or others - dealer.
_WORTH: Final = regex(
    r"(?:(?P<fu>[0-9]{1,3})(?:符|fu)(?P<han>[0-9]{1,3})(?:飜|han))?"
    rf"(?P<level>{'|'.join(sorted(_LEVELS, key=len, reverse=True))}|[^0-9]*(?:役満|yakuman))?"
    r"(?P<each>[0-9]{1,7})(?:-(?P<dealer>[0-9]{1,7}))?(?:點|points?)?(?P<all>∀|all|オール)?",
    re.ASCII,
)
_YAKU_WORTH: Final = regex(
    r"(?P<name>.+?)(?<!\s)\s*[(（](?:(?P<han>[0-9]{1,3})\s*(?:[飜翻番]|han)|[^()（）]*(?:役[満满滿]|yakuman))[)）]",
    re.ASCII | re.IGNORECASE,
)


class Worth(Struct, frozen=True):
    """The worth of a win in words; ``each``: what a ron pays, on a tsumo all of them, or others than the dealer."""

    fu: int | None
    han: int | None
    level: str | None
    each: int
    dealer: int | None
    is_all: bool

    def points(self, players: int) -> int:
        """The worth without counters and sticks, on a tsumo the total."""
        if self.is_all:
            return self.each * (players - 1)
        return self.each if self.dealer is None else self.each * (players - 2) + self.dealer


def read_worth(said: str) -> Worth | None:
    """What the words for a worth say; ``None`` for words that are not known."""
    found = _WORTH.fullmatch("-".join(map(plain, said.split("-"))))
    if not found:
        return None
    fu, han, each, dealer = (None if found[key] is None else int(found[key]) for key in ("fu", "han", "each", "dealer"))
    level = _LEVELS.get(found["level"], "yakuman") if found["level"] else None
    return Worth(fu=fu, han=han, level=level, each=each or 0, dealer=dealer, is_all=bool(found["all"]))


def read_yaku(said: str) -> SaidYaku | None:
    """What the words for a yaku and its worth say; ``None`` where it is not known how they tell the worth."""
    found = _YAKU_WORTH.fullmatch(said)
    return named_yaku(found["name"], int(found["han"]) if found["han"] else None) if found else None


#: Kinds of draws as in records, each with its type in mjlog, the reason in mjai and the words of tenhou.net/6 that are
#: written, and what else they are called.
DRAWS: Final = {
    "exhaustive": (
        *("", "fanpai", "流局", "全員聴牌", "全員不聴", "Ryuukyoku", "Exhaustive Draw"),
        *("howanpai", "荒牌", "荒牌流局", "荒牌平局"),
    ),
    "nagashi": ("nm", "nagashimangan", "流し満貫", "Nagashi Mangan", "Mangan at Draw", "流局満貫"),
    "kyuushu_kyuuhai": (
        *("yao9", "kyushukyuhai", "九種九牌", "Kyuushu Kyuuhai", "Nine Terminal Abortion"),
        *("九種九牌倒牌", "九种九牌", "kyushu_kyuhai"),
    ),
    "suucha_riichi": ("reach4", "suchareach", "四家立直", "Suucha Riichi", "Four Riichi Abortion", "四人立直"),
    "sanchahou": ("ron3", "sanchaho", "三家和了", "三家和", "Sanchahou", "Three Ron Abortion", "三家栄和"),
    "suukaikan": (
        *("kan4", "sukaikan", "四槓散了", "四開槓", "Suukaikan", "Four Kan Abortion"),
        *("suukansansen", "suukansanra", "四槓流局"),
    ),
    "suufon_renda": ("kaze4", "sufonrenta", "四風連打", "Suufon Renda", "Four Wind Abortion", "sufuurenta"),
}
_KINDS: Final = {plain(word): kind for kind, words in DRAWS.items() for word in words if word}


def named_draw(word: str) -> str | None:
    """The row of :data:`DRAWS` that a word means."""
    return _KINDS.get(plain(word))
