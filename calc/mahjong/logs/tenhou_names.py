"""Tenhou's own numbers and names of yaku, limits and draws, and what they are called here."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from calc.mahjong.logs.events import SaidYaku

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
_YAKU_NAMES: Final = tuple(name for _, name in _YAKU)
#: Other spellings that are in use, of converters for other sites above all.
_OTHER_NAMES: Final = {
    "国士無双１３面": 48,
    "国士無双十三面待ち": 48,
    "門前自摸": 0,
    "断么九": 8,
    "自風牌": 10,
    "役牌:自風牌": 10,
    "役牌 自風牌": 10,
    "場風牌": 14,
    "役牌:場風牌": 14,
    "役牌 場風牌": 14,
    "抜きドラ": 52,
    "役牌:白": 18,
    "役牌:發": 19,
    "役牌:中": 20,
    "ダブル立直": 21,
    "対対和": 28,
    "混全帯么九": 23,
    "純全帯么九": 33,
    "純正九蓮宝灯": 46,
    "九蓮宝灯": 45,
}
#: Tenhou's number by name.
NUMBERS: Final = {name: number for number, name in enumerate(_YAKU_NAMES)} | _OTHER_NAMES


@lru_cache(maxsize=4096)
def said_yaku(number: int, han: int | None) -> SaidYaku:
    """What a log says of a yaku by Tenhou's number; ``han``: none for a limit."""
    return SaidYaku(YAKU[number], han, number, _YAKU_NAMES[number])


#: Levels by Tenhou's number for them; 5 is a counted limit where no limit is listed.
LEVELS: Final = ("below_mangan", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
#: Levels by the words of tenhou.net/6, which has further ones for limits; the first word of each is written.
LEVEL_WORDS: Final = {
    "満貫": "mangan",
    "切り上げ満貫": "mangan",
    "跳満": "haneman",
    "倍満": "baiman",
    "三倍満": "sanbaiman",
    "数え役満": "kazoe_yakuman",
    "役満": "yakuman",
}
#: Kinds of draws, as in records, by the type in mjlog and by the words of tenhou.net/6. Of those, the first of each
#: kind is written.
DRAWS: Final = {
    "yao9": "kyuushu_kyuuhai",
    "reach4": "suucha_riichi",
    "ron3": "sanchahou",
    "kan4": "suukaikan",
    "kaze4": "suufon_renda",
    "nm": "exhaustive",
    "流局": "exhaustive",
    "九種九牌": "kyuushu_kyuuhai",
    "四家立直": "suucha_riichi",
    "三家和了": "sanchahou",
    "三家和": "sanchahou",
    "四槓散了": "suukaikan",
    "四開槓": "suukaikan",
    "四風連打": "suufon_renda",
    "流し満貫": "exhaustive",
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
}
