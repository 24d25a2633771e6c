"""The questions of the guided entry in English and Japanese."""

from __future__ import annotations

from typing import Final

_PHRASES: Final[dict[str, tuple[str, str]]] = {
    "welcome": (
        "Enter takes what stands in brackets, back goes one step back, ? shows examples.",
        "Enter で［］の答え、戻る で一つ前へ、? で例を表示。",
    ),
    "rules": ("Rules [{default}]: ", "ルール［{default}］："),
    "needed": ("expected an answer, found none; ? shows an example", "答えが必要。? で例を表示"),
    "first": ("This is the first question.", "最初の質問。"),
    "no_hint": ("Enter takes what stands in brackets.", "Enter で［］の答え。"),
    "confirm": ("Settle it [yes]: ", "計算する［はい］："),
    "mend": ("back to correct it, Enter to end: ", "戻る で訂正、Enter で終了："),
    # Riichi
    "hand": ("Concealed tiles, with or without the winning tile: ", "手牌（和了牌を含めても除いてもよい）："),
    "melds": ("Melds ({count}): ", "副露（{count}組）："),
    "win": ("Winning tile: ", "和了牌："),
    "win_in_hand": ("Winning tile [{default}]: ", "和了牌［{default}］："),
    "by": ("tsumo or ron: ", "ツモかロンか："),
    "seat": ("Winner's seat ({seats}): ", "和了者の自風（{seats}）："),
    "round": ("Round wind [E]: ", "場風［東］："),
    "from": ("Who discarded ({seats}) [unknown]: ", "放銃者（{seats}）［不明］："),
    "riichi": ("riichi, double or none [none]: ", "立直（riichi、double、none）［none］："),
    "north": ("Norths set aside [0]: ", "抜きドラの枚数［0］："),
    "circumstances": ("Any of {choices} [none]: ", "該当するもの（{choices}）［なし］："),
    "dora": ("Dora indicators [none]: ", "ドラ表示牌［なし］："),
    "ura": ("Ura dora indicators [none]: ", "裏ドラ表示牌［なし］："),
    "honba": ("Counters [0]: ", "本場［0］："),
    "sticks": ("Riichi sticks that the winner takes [{default}]: ", "和了者が取る供託［{default}］："),
    "more": ("Anything else, as keys of a line [none]: ", "その他（行のキー）［なし］："),
    "hint_hand": (
        "123m406p789s11z: m characters, p circles, s bamboo, z honours (1z to 7z or E S W N P F C), 0 a red five",
        "123m406p789s11z：m 萬子、p 筒子、s 索子、z 字牌（1z〜7z または E S W N P F C）、0 は赤5",
    ),
    "hint_melds": (
        "(123m) run, (555z) triplet, (5555z) open quad, [5555z] concealed quad",
        "(123m) 順子、(555z) 刻子、(5555z) 明槓、[5555z] 暗槓",
    ),
    "hint_more": (
        "liable.seat=W liable.for=daisangen, discards=19m, facts.NAME=1, claim.points=7700",
        "liable.seat=W liable.for=daisangen、discards=19m、facts.名前=1、claim.points=7700",
    ),
    # Hanafuda
    "players": ("Players, the {first} first: ", "参加者（{first}から順に）："),
    "dealer": ("dealer", "親"),
    "leader": ("leader", "先手"),
    "shown": ("Who shows a dealt yaku [nobody]: ", "手役を見せた人［なし］："),
    "dealt": ("Dealt hand of {name}: ", "{name}の配られた手札："),
    "returned": ("Card that {name} returned [none]: ", "{name}が返した札［なし］："),
    "played": ("Was it played all the same [no]: ", "それでも場は行われたか［いいえ］："),
    "captured": ("Cards captured by {name} [none]: ", "{name}の取り札［なし］："),
    "stopped_by": ("Who stopped the round [nobody]: ", "勝負（上がり）をした人［なし］："),
    "koikoi": ("Who had gone on before, as {name}=1 [nobody]: ", "こいこいした人（{name}=1）［なし］："),
    "month": ("Month of the round, 1 to 12: ", "何月（1〜12）："),
    "wild": (
        "Who used the wild card and what it captured, as {name} 3C [nobody]: ",
        "鬼札を使った人と取った札（{name} 3C）［なし］：",
    ),
    "pot": ("Chips in the pot [0]: ", "場の駒［0］："),
    "chips": ("Chips before the round, as {name}=8 [enough]: ", "場の前の駒（{name}=8）［十分］："),
    "hint_cards": (
        "1BRCC 3B 8BA: a month, then B bright, A animal, R ribbon, C chaff; or names: crane, sake-cup",
        "1BRCC 3B 8BA：月のあとに B 光、A 種、R 短冊、C カス。または 松に鶴、菊に盃",
    ),
    "hint_players": ("Aki Bea", "Aki Bea"),
    "of_players": ("expected {counts} players, found {found}", "人数は{counts}人、{found}人だった"),
    "over": ("The input ended; nothing more is asked.", "入力が終わった。"),
    "interrupted": ("Ended.", "終了。"),
    "nobody": ("nobody", "なし"),
    "nothing": ("nothing", "なし"),
    "unknown": ("unknown", "不明"),
}  # fmt: skip


def phrase(key: str, lang: str) -> str:
    """The question or word for ``key`` in ``lang``, ``en`` or ``ja``."""
    english, japanese = _PHRASES[key]
    return japanese if lang == "ja" else english
