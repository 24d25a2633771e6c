"""The words of reports in English and Japanese. Names of rules are not here: they stand in the rule tables."""

from __future__ import annotations

from typing import Final

__all__ = ["counted", "word"]

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "E": ("East", "東家"),
    "S": ("South", "南家"),
    "W": ("West", "西家"),
    "N": ("North", "北家"),
    "discarder": ("discarder", "放銃者"),
    "sticks": ("riichi sticks", "供託"),
    "tsumo": ("tsumo", "ツモ"),
    "ron": ("ron", "ロン"),
    "han": ("han", "翻"),
    "fu": ("fu", "符"),
    "fu_title": ("Fu", "符"),
    "limit": ("yakuman", "役満"),
    "yaku": ("Yaku", "役"),
    "dora": ("Dora", "ドラ"),
    "reading": ("Reading", "手の読み方"),
    "hand": ("Hand", "手牌"),
    "wait": ("wait", "待ち"),
    "edge": ("edge", "辺張"),
    "closed": ("closed", "嵌張"),
    "open": ("open", "両面"),
    "shanpon": ("shanpon", "双碰"),
    "pair": ("pair", "単騎"),
    "wait_title": ("Wait", "待ち"),
    "tile": ("Tile", "牌"),
    "left": ("Left", "残り"),
    "ron_title": ("Ron", "ロン"),
    "tsumo_title": ("Tsumo", "ツモ"),
    "furiten": ("furiten", "フリテン"),
    "not_payable": ("not payable", "支払い外"),
    "base_points": ("Base points", "基本点"),
    "base": ("base points", "基本点"),
    "payments": ("Payments", "支払い"),
    "notes": ("Notes", "備考"),
    "others": ("Other readings", "ほかの読み方"),
    "claim": ("Claim", "申告"),
    "rounding": ("rounded up", "切り上げ"),
    "right": ("The claim is right.", "申告は正しい。"),
    "wrong": ("The claim is wrong.", "申告は誤り。"),
    "claimed": ("claimed", "申告"),
    "actual": ("actual", "正解"),
    "win": ("win", "和了"),
    "half": ("half of", "折半"),
    "liable": ("responsibility", "責任払い"),
    "counters": ("counters", "本場"),
    "counter": ("counter", "本場"),
    "stick": ("riichi stick", "供託"),
    "is_right": ("right", "正"),
    "is_wrong": ("wrong", "誤"),
    "no_win": ("it is no win", "和了ではない"),
    "han_title": ("Han", "翻"),
    "points_title": ("Points", "点"),
    "mangan": ("mangan", "満貫"),
    "haneman": ("haneman", "跳満"),
    "baiman": ("baiman", "倍満"),
    "sanbaiman": ("sanbaiman", "三倍満"),
    "yakuman": ("yakuman", "役満"),
    "condition": ("condition", "条件"),
    "here": ("here", "採用"),
    "choices": ("choices", "選択肢"),
    "question": ("question", "質問"),
    "option": ("option", "項目"),
    "id": ("id", "識別名"),
    "reason": ("reason", "名称"),
    "options": ("Options", "選べるルール"),
    "sources": ("Sources", "出典"),
    "always": ("always", "常に"),
    "no_yaku": ("no yaku", "役なし"),
    "source": ("source", "出典"),
    "points": ("points", "点"),
    "refused": ("refused", "不可"),
    "dealer": ("dealer", "親"),
    "other": ("non-dealer", "子"),
    "record": ("Record", "記録"),
}


def counted(count: int, key: str, lang: str) -> str:
    """A number of counters or sticks: ``1 counter``, ``2 riichi sticks``, ``2本場``."""
    if lang == "ja":
        return f"{word(key, lang)}{count}本" if key == "sticks" else f"{count}{word(key, lang)}"
    return f"{count} {word(key.removesuffix('s') if count == 1 else key, lang)}"


def word(key: str, lang: str) -> str:
    """The word for ``key`` in ``lang``, ``en`` or ``ja``; a key without a word stands for itself."""
    english, japanese = _WORDS.get(key, (key, key))
    return japanese if lang == "ja" else english
