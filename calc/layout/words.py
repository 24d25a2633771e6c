"""The words of reports in English and Japanese, and differences from a claim in these words.

Names of rules are not here: rule tables have them.
"""

from __future__ import annotations

from typing import Any, Final

from calc.outcomes import Difference

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
    "needs_way": ("How", "方法"),
    "needs_what": ("At least", "条件"),
    "needs_cannot": ("cannot", "不可"),
    "needs_tenpai": ("draw, tenpai", "流局・聴牌"),
    "needs_noten": ("draw, noten", "流局・不聴"),
    "needs_riichi": ("draw, tenpai after riichi", "流局・立直して聴牌"),
    "needs_always": ("enough", "足りる"),
    "needs_never": ("not enough", "足りない"),
    "needs_depends": ("enough if of the others wait", "他の聴牌者による"),
    "standings_place": ("#", "位"),
    "standings_player": ("Player", "名前"),
    "standings_games": ("Games", "半荘"),
    "standings_places": ("Places", "着順"),
    "standings_average_place": ("Avg", "平均"),
    "standings_points": ("Points", "素点計"),
    "standings_result": ("Result", "成績"),
    "standings_best_worst": ("Best/worst", "最高/最低"),
    "standings_penalties": ("Chombo", "チョンボ"),
    "which_is_right": ("{} is right.", "正しいのは「{}」。"),
    "both_right": ("Both claims are right.", "どちらの申告も正しい。"),
    "both_wrong": ("Neither claim is right.", "どちらの申告も誤り。"),
    "all_right": ("All claims are right.", "すべての申告が正しい。"),
    "all_wrong": ("None of the claims is right.", "どの申告も誤り。"),
    "lacks_claimed": ("{}: said not to count, and it does", "{}：成立しないとの申告、正しくは成立する"),
    "furiten_claimed": ("furiten is claimed, and it is none", "フリテンとの申告、正しくはフリテンではない"),
    "claimed": ("claimed", "申告"),
    "actual": ("actual", "正解"),
    "win": ("win", "和了"),
    "liable": ("responsibility", "責任払い"),
    "counters": ("counters", "本場"),
    "counter": ("counter", "本場"),
    "stick": ("riichi stick", "供託"),
    "is_right": ("right", "正"),
    "is_wrong": ("wrong", "誤"),
    "besides": ("besides", "ほかの役"),
    "win_claimed": ("a win is claimed, and it is none", "和了との申告、正しくは和了ではない"),
    "no_win_claimed": ("no win is claimed, and it is one", "和了ではないとの申告、正しくは和了"),
    "no_win": ("it is no win", "和了ではない"),
    "han_title": ("Han", "翻"),
    "points_title": ("Points", "点"),
    "mangan": ("mangan", "満貫"),
    "below_mangan": ("below mangan", "満貫未満"),
    "haneman": ("haneman", "跳満"),
    "baiman": ("baiman", "倍満"),
    "sanbaiman": ("sanbaiman", "三倍満"),
    "yakuman": ("yakuman", "役満"),
    "condition": ("condition", "条件"),
    "example": ("example", "例"),
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
    "no_game": ("no game was played", "勝負なし"),
    "dealt_again": ("dealt again", "配り直し"),
    "not_in_score": ("outside of the score", "得点外"),
    "source": ("source", "出典"),
    "disputed": ("disputed", "異説"),
    "unverified": ("not verified", "未確認"),
    "points": ("points", "点"),
    "refused": ("refused", "不可"),
    "dealer": ("dealer", "親"),
    "other": ("non-dealer", "子"),
    "record": ("Record", "記録"),
    "round": ("Round", "局"),
    "ending": ("Ending", "結果"),
    "place": ("Place", "順位"),
    "player": ("Player", "名前"),
    "score": ("Result", "成績"),
    "uma": ("Uma", "ウマ"),
    "oka": ("Oka", "オカ"),
    "final": ("Final results", "最終成績"),
    "standing": ("Not over; as it stands", "未終了（途中経過）"),
    "rounds_and_games": ("Rounds and games", "局・半荘・成績"),
    "rule": ("rule", "項目"),
    "log": ("Log", "牌譜"),
    "rules": ("Rules", "ルール"),
    "rounds": ("Rounds", "局数"),
    "said": ("the log says", "牌譜"),
    "found": ("found", "計算"),
    "tiles": ("tiles", "牌"),
    "cut_off": ("the log breaks off", "牌譜は途中まで"),
    "no_figures": (
        "the log says nothing of wins, draws or scores to compare",
        "牌譜に比べる数字（和了・流局・持ち点）がない",
    ),
    "in_round": ("inside a round", "局の途中"),
    "between_rounds": ("between rounds", "局の間"),
    "penalty": ("penalty", "罰符"),
    "nagashi": ("Pool of Dreams", "流し満貫"),
    "exhaustive": ("exhaustive draw", "荒牌平局"),
    "kyuushu_kyuuhai": ("nine terminals and honours", "九種九牌"),
    "suufon_renda": ("four winds discarded", "四風連打"),
    "suucha_riichi": ("four riichi", "四家立直"),
    "suukaikan": ("too many quads", "四開槓"),
    "sanchahou": ("three rons", "三家和"),
    "chombo": ("chombo", "チョンボ"),
    "riichi": ("riichi", "立直"),
    "waiting": ("waiting", "聴牌"),
    "shown_hands": ("Hands", "手牌"),
    "waits_for": ("waits for", "待ち"),
    "not_waiting": ("does not wait", "不聴"),
    "nobody_waits": ("nobody waits", "全員不聴"),
    "next": ("Next", "次局"),
    "start": ("Start", "配給原点"),
    "transfers": ("Payments", "支払い"),
    "bust": ("somebody has less than 0 points", "箱下で終了"),
    "scores_given": ("from the final scores alone", "最終持ち点のみから"),
    "rounds_over": ("the last hand is played", "規定の局を終了"),
    "target_reached": ("the target is reached", "延長戦で終了点に到達"),
    "dealer_stopped": ("the dealer leads and stops", "親の和了り止め・聴牌止め"),
    "ended": ("Over", "終了"),
    "wrong_round": ("wrong", "誤り"),
    "changes": ("changes", "増減"),
    "scores": ("scores", "持ち点"),
    "honba": ("counters", "本場"),
    "wins": ("wins", "和了"),
    "level": ("level", "打点"),
    "limits": ("limits", "役満の数"),
    "draw": ("draw", "流局"),
    "deltas": ("changes", "増減"),
    "ura": ("ura dora", "裏ドラ"),
    "red": ("red fives", "赤ドラ"),
    "honba_at_end": ("counters at the end of the round", "局の終わりの本場"),
    "sticks_at_end": ("riichi sticks at the end of the round", "局の終わりの供託"),
    "ura_indicators": ("ura dora indicators", "裏ドラ表示牌"),
    "indicators": ("dora indicators", "ドラ表示牌"),
    "before": ("scores before the round", "局の前の持ち点"),
    "after": ("scores after the win", "和了の後の持ち点"),
    "riichi_scores": ("scores after the riichi stick", "立直後の持ち点"),
    "riichi_changes": ("changes by the riichi stick", "立直による増減"),
    "vacant": ("a seat at which nobody sits", "空席の点"),
    "pool_of_dreams": ("Pool of Dreams", "流し満貫"),
    "yaku_list": ("yaku", "役"),
    "paid": ("payments", "支払い"),
    "no_rounds": ("no rounds yet", "まだ一局もない"),
    "stays_dealer": ("stays dealer", "連荘"),
    "becomes_dealer": ("becomes dealer", "が親"),
    "in_all": ("Payments of the round", "この局の支払い"),
    "end": ("end of the game", "終局"),
    "over": ("over", "終局"),
    "chips": ("chips", "枚"),
    "teyaku": ("dealt", "手役"),
    "teyaku_list": ("dealt yaku", "手役"),
    "difference": ("difference of scores", "得点の差"),
    "take_all": ("takes all chips", "総取り"),
    "all_chips": ("all chips", "総取り"),
    "compensation": ("forced-out compensation", "追い駒"),
    "dropout": ("dropping out", "逃げ駒"),
    "par": ("par", "基準点"),
    "par_why": ("card points over or under par", "札の点と基準点の差"),
    "pot": ("pot", "場の駒"),
    "bank": ("bank", "銀行"),
    "nobody_wins": ("nobody wins", "勝者なし"),
    "nobody": ("nobody", "なし"),
    "sits_out": ("sits out", "参加せず"),
    "sitting_out": ("sits out", "抜け番"),
    "pot_won": ("goes to the winner", "勝者が取る"),
    "totals_in_text": ("totals", "合計"),
    "next_dealer": ("Next dealer", "次の親"),
    "next_who_deals": ("Next dealer", "次の配り手"),
    "score_of": ("score", "得点"),
    "card_points": ("card points", "札の点"),
    "card_points_of": ("Card points", "札の点の内訳"),
    "change": ("change", "増減"),
    "total": ("Total", "合計"),
    "totals": ("Totals", "合計"),
    "not_counted": ("Not counted", "数えない役"),
    "settlement": ("Settlement", "精算"),
    "nothing_near": ("nothing is near", "近い役はない"),
    "points_reached": ("somebody has the points that end the game", "目標の得点に到達"),
    "lead_reached": ("somebody has the lead that ends the game", "規定の得点差に到達"),
    "match": ("the game", "一勝負"),
    "nothing_left": ("somebody has nothing left", "持ち点がなくなった"),
    "teyaku_title": ("Dealt yaku", "手役"),
    "compensation_title": ("Worth of hands that are forced out", "追い駒"),
    "card_points_title": ("Card points", "札の点"),
    "classes": ("Named sets of cards", "札の集まり"),
    "cards": ("cards", "札"),
    "cards_named": ("name", "名称"),
    "value": ("value", "点"),
    "winner": ("winner", "勝者"),
    "not_over": ("not over", "続行"),
    "first_wrong_round": ("The first round that goes wrong", "最初に誤った局"),
    "would_be_right": ("The claim would be right", "申告が正しくなる場合"),
    "nothing_makes_it_right": (
        "No option, rule set or single circumstance makes the claim right.",
        "この申告が正しくなるルールや条件は見つからない。",
    ),
    "with_option": ("with", "ルール"),
    "under_rules": ("under", "ルールセット"),
    "if_it_was": ("if", "条件"),
    "or_else": ("or", "または"),
    "more_like_it": ("{count} more", "ほか{count}件"),
    "without": ("without {key}", "{key}なし"),
    "so_far": ("so far; later rounds differ still", "この局まで"),
    "not_as_under": ("not as under {rules}", "{rules}と異なる"),
    "no_option": ("no option makes the difference", "選択項目によらない違い"),
    "table_title": ("The table", "卓"),
    "table": ("table", "卓"),
    "left_out": ("cards that are left out", "使わない札"),
    "added_cards": ("cards that are added", "加える札"),
    "or": ("or", "か"),
    "void_of_holder": ("the holder", "持ち主"),
    "void_of_opponents": ("the opponents", "相手"),
    "void_of_everybody": ("everybody", "全員"),
    "chosen_best": ("as is best for its owner", "持ち主に有利なほう"),
    "chosen_declared": ("as its owner declares", "持ち主の宣言による"),
    "misdeal_title": ("Fields that are dealt again", "配り直し"),
    "wild_title": ("Wild card", "鬼札"),
    "groups_title": ("Groups of yaku", "役の系統"),
    "counts": ("what counts", "数え方"),
    "best": ("only the best", "最高の役だけ"),
    "all": ("all", "すべて"),
    "facts_title": ("What the record tells", "記録に書くこと"),
    "of_player": ("of each player", "各参加者"),
    "of_round": ("of the round", "その場全体"),
    "voids_title": ("Cards that take yaku away", "役を消す札"),
    "of": ("whose yaku", "誰の役"),
    "tiles_and_wins": ("Tiles, dora, wins", "牌・ドラ・和了"),
    "page_score": ("Result", "点数計算"),
    "page_waits": ("Waits", "待ち"),
    "page_game": ("Game", "対局"),
    "page_dispute": ("Who is right?", "どちらが正しいか"),
    "page_compare": ("Rule sets compared", "ルールの比較"),
    "why": ("Why?", "なぜ？"),
    "not_there": ("not there", "なし"),
    "differences_of": ("{} and {}: what differs", "{}と{}の違い"),
    "same_rules": ("{} and {} hold the same rules.", "{}と{}のルールは同じ。"),
}
#: Keys that have another word in a sentence than as a heading.
_IN_SENTENCES: Final = {"yaku": "yaku_list", "payments": "paid", "ended": "end", "totals": "totals_in_text"}


def word(key: str, lang: str) -> str:
    """The word for ``key`` in ``lang``, ``en`` or ``ja``; the key itself if it has no word."""
    english, japanese = _WORDS.get(key, (key, key))
    return japanese if lang == "ja" else english


def key_word(key: str, lang: str) -> str:
    """The word for the key of a claim, inside a sentence."""
    return word(_IN_SENTENCES.get(key, key), lang)


def count_text(count: int, key: str, lang: str) -> str:
    """A number of things: ``3 han``, ``1 counter``, ``2 riichi sticks``, ``3翻``, ``供託2本``."""
    if lang == "ja":
        return f"{word(key, lang)}{count}本" if key == "sticks" else f"{count}{word(key, lang)}"
    return f"{count} {word(key.removesuffix('s') if count == 1 else key, lang)}"


def each_pays(points: str, lang: str) -> str:
    """``4,000 all``, ``4,000 オール``."""
    return f"{points} {'オール' if lang == 'ja' else 'all'}"


def difference_text(item: Difference, lang: str) -> str:
    """``scores: claimed Aki 24,000, actual Aki 23,000``."""
    texts = (word("nobody", lang) if item.key == "winner" and text == "-" else text for text in difference_sides(item))
    sides = zip(("claimed", "actual"), texts, strict=True)
    return f"{key_word(item.key, lang)}: {', '.join(f'{word(key, lang)} {text}' for key, text in sides)}"


def difference_sides(item: Difference) -> tuple[str, str]:
    """The claimed and the actual value as text; of several amounts only those that differ."""
    claimed, actual = item.claimed, item.actual
    if isinstance(claimed, dict) and isinstance(actual, dict):
        wrong = [name for name in claimed if claimed[name] != actual.get(name)]
        claimed, actual = ({name: amounts.get(name) for name in wrong} for amounts in (claimed, actual))
    return value_text(claimed), value_text(actual)


def value_text(value: Any) -> str:
    """A number, a list, or amounts by name, as text."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {value_text(amount)}" for name, amount in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(value_text, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "-"
    return f"{value:,}".removesuffix(".0") if isinstance(value, int | float) else str(value)
