"""The words of reports, numbers of things (``3 han 40 fu``, ``East 2``), and differences from a claim in these words.

Names of rules are not here: rule tables have them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import UNSET

from calc.layout.sheet_words import SHEET_WORDS
from calc.outcomes import Difference, Result
from calc.text import wrap
from calc.translation import Phrases, joined, say

_WORDS: Final = Phrases(
    "report",
    {
        "E": "East",
        "S": "South",
        "W": "West",
        "N": "North",
        "discarder": "discarder",
        "sticks": "riichi sticks",
        "tsumo": "tsumo",
        "ron": "ron",
        "han": "han",
        "fu": "fu",
        "fu_title": "Fu",
        "limit": "yakuman",
        "yaku": "Yaku",
        "dora": "Dora",
        "reading": "Reading",
        "hand": "Hand",
        "wait": "wait",
        "edge": "edge",
        "closed": "closed",
        "open": "open",
        "shanpon": "shanpon",
        "pair": "pair",
        "wait_title": "Wait",
        "tile": "Tile",
        "left": "Left",
        "ron_title": "Ron",
        "tsumo_title": "Tsumo",
        "furiten": "furiten",
        "not_payable": "not payable",
        "base_points": "Base points",
        "base": "base points",
        "payments": "Payments",
        "notes": "Notes",
        "others": "Other readings",
        "claim": "Claim",
        "rounding": "rounded up",
        "right": "The claim is right.",
        "wrong": "The claim is wrong.",
        "needs_tenpai": "draw, tenpai",
        "needs_noten": "draw, noten",
        "needs_riichi": "draw, tenpai after riichi",
        "needs_always": "enough",
        "needs_never": "not enough",
        "needs_depends": "enough if of the others wait",
        "standings_place": "#",
        "standings_player": "Player",
        "standings_games": "Games",
        "standings_average_place": "Avg",
        "standings_points": "Points",
        "standings_result": "Result",
        "standings_best_worst": "Best/worst",
        "standings_penalties": "Chombo",
        "both_right": "Both claims are right.",
        "both_wrong": "Neither claim is right.",
        "all_right": "All claims are right.",
        "all_wrong": "None of the claims is right.",
        "lacks_claimed": "{}: said not to count, and it does",
        "furiten_claimed": "furiten claimed, but the winner is not furiten",
        "claimed": "claimed",
        "actual": "actual",
        "win": "win",
        "liable": "responsibility",
        "counters": "counters",
        "stick": "riichi stick",
        "is_wrong": "wrong",
        "win_claimed": "a win is claimed, and it is none",
        "no_win_claimed": "no win is claimed, and it is one",
        "no_win": "it is no win",
        "han_title": "Han",
        "points_title": "Points",
        "mangan": "mangan",
        "below_mangan": "below mangan",
        "haneman": "haneman",
        "baiman": "baiman",
        "sanbaiman": "sanbaiman",
        "yakuman": "yakuman",
        "here": "here",
        "id": "id",
        "reason": "reason",
        "always": "always",
        "no_yaku": "no yaku",
        "no_game": "no game was played",
        "dealt_again": "dealt again",
        "points": "points",
        "refused": "refused",
        "dealer": "dealer",
        "other": "non-dealer",
        "record": "Record",
        "round": "Round",
        "place": "Place",
        "player": "Player",
        "score": "Result",
        "uma": "Uma",
        "oka": "Oka",
        "chips_title": "Chips",
        "yakitori": "Yakitori",
        "final": "Final results",
        "standing": "Not over; as it stands",
        "rounds_and_games": "Rounds and games",
        "rule": "rule",
        "log": "Log",
        "rules": "Rules",
        "rounds": "Rounds",
        "said": "the log says",
        "found": "found",
        "tiles": "tiles",
        "cut_off": "the log breaks off",
        "in_round": "inside a round",
        "between_rounds": "between rounds",
        "penalty": "penalty",
        "nagashi": "nagashi mangan",
        "exhaustive": "exhaustive draw",
        "kyuushu_kyuuhai": "nine terminals and honours",
        "suufon_renda": "four winds discarded",
        "suucha_riichi": "four riichi",
        "suukaikan": "too many quads",
        "sanchahou": "three rons",
        "chombo": "chombo",
        "riichi": "riichi",
        "waiting": "waiting",
        "not_waiting": "does not wait",
        "next": "Next",
        "start": "Start",
        "transfers": "Payments",
        "bust": "somebody has less than 0 points",
        "scores_given": "from the final scores alone",
        "rounds_over": "the last hand is played",
        "target_reached": "the target is reached",
        "dealer_stopped": "the dealer leads and stops",
        "ended": "Over",
        "wrong_round": "wrong",
        "changes": "changes",
        "scores": "scores",
        "honba": "counters",
        "wins": "wins",
        "level": "level",
        "limits": "limits",
        "draw": "draw",
        "deltas": "changes",
        "ura": "ura dora",
        "red": "red fives",
        "honba_at_end": "counters at the end of the round",
        "sticks_at_end": "riichi sticks at the end of the round",
        "ura_indicators": "ura dora indicators",
        "indicators": "dora indicators",
        "before": "scores before the round",
        "after": "scores after the win",
        "riichi_scores": "scores after the riichi stick",
        "riichi_changes": "changes by the riichi stick",
        "vacant": "a seat at which nobody sits",
        "pool_of_dreams": "nagashi mangan",
        "yaku_list": "yaku",
        "paid": "payments",
        "stays_dealer": "stays dealer",
        "becomes_dealer": "becomes dealer",
        "in_all": "Payments of the round",
        "end": "end of the game",
        "over": "over",
        "chips": "chips",
        "teyaku": "dealt",
        "teyaku_list": "dealt yaku",
        "difference": "difference of scores",
        "take_all": "takes all chips",
        "compensation": "forced-out compensation",
        "dropout": "dropping out",
        "par": "par",
        "par_why": "card points over or under par",
        "pot": "pot",
        "bank": "bank",
        "nobody_wins": "nobody wins",
        "nobody": "nobody",
        "sits_out": "sits out",
        "sitting_out": "sits out",
        "pot_won": "goes to the winner",
        "totals_in_text": "totals",
        "next_dealer": "Next dealer",
        "next_who_deals": "Next dealer",
        "score_of": "score",
        "card_points": "card points",
        "card_points_of": "Card points",
        "change": "change",
        "total": "Total",
        "totals": "Totals",
        "not_counted": "Not counted",
        "settlement": "Settlement",
        "points_reached": "somebody has the points that end the game",
        "lead_reached": "somebody has the lead that ends the game",
        "match": "the game",
        "nothing_left": "somebody has nothing left",
        "cards": "cards",
        "value": "value",
        "winner": "winner",
        "not_over": "not over",
        "without": "without {key}",
        "or": "or",
        "table": "table",
        "page_score": "Result",
        "page_waits": "Waits",
        "page_game": "Game",
        "page_dispute": "Who is right?",
        "page_compare": "Rule sets compared",
        "differences_of": "{} and {}: what differs",
        "same_rules": "{} and {} hold the same rules.",
    },
    also=SHEET_WORDS,
)
_COUNTS: Final = Phrases(
    "count",
    {
        "han": "{count} han",
        "fu": "{count} fu",
        "counters": "{count} counters",
        "counters.one": "{count} counter",
        "sticks": "{count} riichi sticks",
        "sticks.one": "{count} riichi stick",
    },
)
_LIMITS: Final = Phrases("limits", {"2": "2 x {title}", "3": "3 x {title}", "more": "{times} x {title}"})
#: A hand of a game by its wind, of which one language has the whole word and another a letter.
_HANDS: Final = Phrases(
    "hand",
    {
        "E": "East {number}",
        "S": "South {number}",
        "W": "West {number}",
        "N": "North {number}",
        "E.any": "East",
        "S.any": "South",
        "W.any": "West",
        "N.any": "North",
        "E.short": "E{number}",
        "S.short": "S{number}",
        "W.short": "W{number}",
        "N.short": "N{number}",
        "number": "{number}",
    },
)
#: The keys of seats.
SEATS: Final = ("E", "S", "W", "N")
#: Keys that have another word in a sentence than as a heading.
_IN_SENTENCES: Final = {"yaku": "yaku_list", "payments": "paid", "ended": "end", "totals": "totals_in_text"}


def word(key: str, lang: str) -> str:
    """The word for ``key`` in ``lang``, ``en`` or ``ja``; the key itself if it has no word."""
    try:
        return _WORDS.text(key, lang)
    except KeyError:
        return key


def key_word(key: str, lang: str) -> str:
    """The word for the key of a claim, inside a sentence."""
    return word(_IN_SENTENCES.get(key, key), lang)


def count_text(count: int, key: str, lang: str) -> str:
    """A number of things: ``3 han``, ``1 counter``, ``2 riichi sticks``, ``3翻``, ``供託2本``."""
    return _COUNTS.counted(key, count, lang)


def times_text(times: int, title: str, lang: str) -> str:
    """A limit as often as it counts: ``yakuman``, ``2 x yakuman``, ``ダブル役満``."""
    key = str(times) if str(times) in _LIMITS else "more"
    return _LIMITS.text(key, lang).format(times=times, title=title) if times > 1 else title


def han_and_fu(han: int | None, fu: int | None, lang: str) -> str:
    """The han and the fu of a win, as far as they count: ``3 han 40 fu``."""
    told = [count_text(count, key, lang) for count, key in ((han, "han"), (fu, "fu")) if count is not None]
    return say(lang, "{han} {fu}", han=told[0], fu=told[1]) if len(told) > 1 else "".join(told)


def lying_texts(honba: int | None, sticks: int | None, lang: str) -> list[str]:
    """The counters and the riichi sticks on the table, as far as there are any: ``1 counter``, ``2 riichi sticks``."""
    return [count_text(count, key, lang) for count, key in ((honba, "counters"), (sticks, "sticks")) if count]


def hand_text(wind: str | None, number: int | None, lang: str) -> str:
    """A hand of a game: ``East 2``, ``東2局``; empty where nothing is known of it."""
    key = (wind if number else f"{wind}.any") if wind else "number"
    return _HANDS.text(key, lang).format(number=number) if wind or number else ""


def short_hand(wind: str, number: int | str, lang: str) -> str:
    """A hand of a game in little room: ``E2``, ``東2局``."""
    return _HANDS.text(f"{wind}.short", lang).format(number=number)


def together(names: Iterable[str], lang: str) -> str:
    """Several names: ``Aki, Bea and Cho``."""
    *first, last = names
    return joined(filter(None, (joined(first, "listed", lang), last)), "others", lang)


def each_pays(points: str, lang: str) -> str:
    """``4,000 all``, ``4,000オール``."""
    return say(lang, "{points} all", points=points)


def difference_text(item: Difference, lang: str) -> str:
    """``scores: claimed Aki 24,000, actual Aki 23,000``."""
    both = difference_sides(item, lang)
    texts = (word("nobody", lang) if item.key == "winner" and text == "-" else text for text in both)
    sides = zip(("claimed", "actual"), texts, strict=True)
    return f"{key_word(item.key, lang)}: {', '.join(f'{word(key, lang)} {text}' for key, text in sides)}"


def difference_sides(item: Difference, lang: str) -> tuple[str, str]:
    """The claimed and the actual value as text; of several amounts only those that differ."""
    claimed, actual = item.claimed, item.actual
    if isinstance(claimed, dict) and isinstance(actual, dict):
        wrong = [name for name in claimed if claimed[name] != actual.get(name)]
        claimed, actual = ({name: amounts.get(name) for name in wrong} for amounts in (claimed, actual))
    return value_text(claimed, lang), value_text(actual, lang)


def verdict_lines(result: Result, wrong: Iterable[str], lang: str, width: int) -> list[str]:
    """The verdict on a claim, and what is wrong; nothing where nothing is claimed."""
    if result.agrees is UNSET:
        return []
    lines = ["", word("right" if result.agrees else "wrong", lang)]
    return lines + [line for text in wrong for line in wrap(f"  {text}", width, "    ")]


def value_text(value: Any, lang: str = "en") -> str:
    """A number, a list, or amounts by name, as text."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {value_text(amount, lang)}" for name, amount in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(value_text(one, lang) for one in value) or "-"
    if isinstance(value, bool):
        return say(lang, "yes" if value else "no")
    if value is None:
        return "-"
    if isinstance(value, int | float):
        return f"{value:,}".removesuffix(".0")
    points, _, all_pay = str(value).partition(" ")
    return each_pays(points, lang) if all_pay == "all" else str(value)
