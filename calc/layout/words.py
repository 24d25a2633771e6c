"""The words of reports, and differences from a claim in these words.

Names of rules are not here: rule tables have them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import UNSET

from calc.outcomes import Difference, Result
from calc.text import wrap
from calc.translation import Phrases, say

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
        "needs_way": "How",
        "needs_what": "At least",
        "needs_cannot": "cannot",
        "needs_tenpai": "draw, tenpai",
        "needs_noten": "draw, noten",
        "needs_riichi": "draw, tenpai after riichi",
        "needs_always": "enough",
        "needs_never": "not enough",
        "needs_depends": "enough if of the others wait",
        "standings_place": "#",
        "standings_player": "Player",
        "standings_games": "Games",
        "standings_places": "Places",
        "standings_average_place": "Avg",
        "standings_points": "Points",
        "standings_result": "Result",
        "standings_best_worst": "Best/worst",
        "standings_penalties": "Chombo",
        "all_agree": "All {count} rule sets agree: {rules}",
        "questions_title": "Questions",
        "beyond_title": "What no question asks",
        "which_is_right": "{} is right.",
        "both_right": "Both claims are right.",
        "both_wrong": "Neither claim is right.",
        "all_right": "All claims are right.",
        "all_wrong": "None of the claims is right.",
        "lacks_claimed": "{}: said not to count, and it does",
        "has_claimed": "{}: claimed, and it does not count",
        "furiten_claimed": "furiten claimed, but the winner is not furiten",
        "claimed": "claimed",
        "actual": "actual",
        "win": "win",
        "liable": "responsibility",
        "counters": "counters",
        "stick": "riichi stick",
        "is_right": "right",
        "is_wrong": "wrong",
        "besides": "besides",
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
        "condition": "condition",
        "example": "example",
        "examples": "Examples",
        "here": "here",
        "choices": "choices",
        "question": "question",
        "option": "option",
        "id": "id",
        "reason": "reason",
        "options": "Options",
        "sources": "Sources",
        "always": "always",
        "no_yaku": "no yaku",
        "no_game": "no game was played",
        "dealt_again": "dealt again",
        "not_in_score": "outside of the score",
        "source": "source",
        "disputed": "disputed",
        "unverified": "not verified",
        "points": "points",
        "refused": "refused",
        "dealer": "dealer",
        "other": "non-dealer",
        "record": "Record",
        "round": "Round",
        "ending": "Ending",
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
        "no_figures": "the log says nothing of wins, draws or scores to compare",
        "in_round": "inside a round",
        "between_rounds": "between rounds",
        "penalty": "penalty",
        "nagashi": "Pool of Dreams",
        "exhaustive": "exhaustive draw",
        "kyuushu_kyuuhai": "nine terminals and honours",
        "suufon_renda": "four winds discarded",
        "suucha_riichi": "four riichi",
        "suukaikan": "too many quads",
        "sanchahou": "three rons",
        "chombo": "chombo",
        "riichi": "riichi",
        "waiting": "waiting",
        "shown_hands": "Hands",
        "not_waiting": "does not wait",
        "nobody_waits": "nobody waits",
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
        "pool_of_dreams": "Pool of Dreams",
        "yaku_list": "yaku",
        "paid": "payments",
        "no_rounds": "no rounds yet",
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
        "all_chips": "all chips",
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
        "told_by": "in full by {}",
        "nothing_near": "nothing is near",
        "points_reached": "somebody has the points that end the game",
        "lead_reached": "somebody has the lead that ends the game",
        "match": "the game",
        "nothing_left": "somebody has nothing left",
        "teyaku_title": "Dealt yaku",
        "compensation_title": "Worth of hands that are forced out",
        "card_points_title": "Card points",
        "classes": "Named sets of cards",
        "cards": "cards",
        "cards_named": "name",
        "value": "value",
        "winner": "winner",
        "not_over": "not over",
        "first_wrong_round": "The first round that goes wrong",
        "would_be_right": "The claim would be right",
        "nothing_makes_it_right": "No option, rule set or single circumstance makes the claim right.",
        "more_like_it": "{count} more",
        "without": "without {key}",
        "so_far": "so far; later rounds differ still",
        "not_as_under": "not as under {rules}",
        "no_option": "no option makes the difference",
        "table_title": "The table",
        "table": "table",
        "left_out": "cards that are left out",
        "added_cards": "cards that are added",
        "or": "or",
        "comma": ", ",
        "semicolon": "; ",
        "in_brackets": " ({})",
        "limit_best_of": "best of {}",
        "limit_not_beside": "not beside {}",
        "limit_in_place_of": "in place of {}",
        "limit_stops": "stops the round",
        "limit_returnable": "none of its cards may go back",
        "table_players": "players",
        "table_seats": "seats, some of which may drop out",
        "table_first": "first in a record",
        "first_dealer": "the dealer",
        "first_leader": "the leader of the round",
        "table_hand": "cards dealt to each",
        "table_field": "cards dealt to the field",
        "with_players": "{number} with {players} players",
        "table_dealt": "seats that are dealt cards",
        "table_returns": "players with whom each returns a card",
        "table_return_rule": "with two dealt yaku a card may go back",
        "returns_either": "that either of them lets go",
        "returns_both": "that both of them let go",
        "table_leader": "the leader",
        "leader_stays": "may not drop out",
        "table_compensation": "compensation",
        "compensation_shared": "shared by those forced out",
        "compensation_each": "all of it to each",
        "table_accounted": "piles",
        "accounted": "hold the whole deck",
        "table_stop_at": "points it takes to stop or go on",
        "table_played_out": "captured cards of a round played out",
        "deals_winner": "the winner, or else the same",
        "deals_winner_or_next": "the winner, or else the next in turn order",
        "deals_lowest": "the lowest score",
        "deals_next": "the next in turn order",
        "deals_same": "always the same",
        "wild_takes_any": "takes any card",
        "wild_takes_other_months": "takes cards of other months",
        "void_of_holder": "the holder",
        "void_of_opponents": "the opponents",
        "void_of_everybody": "everybody",
        "chosen_best": "as is best for its owner",
        "chosen_declared": "as its owner declares",
        "misdeal_title": "Fields that are dealt again",
        "wild_title": "Wild card",
        "groups_title": "Groups of yaku",
        "counts": "what counts",
        "best": "only the best",
        "all": "all",
        "facts_title": "What the record tells",
        "of_player": "of each player",
        "of_round": "of the round",
        "voids_title": "Cards that take yaku away",
        "of": "whose yaku",
        "tiles_and_wins": "Tiles, dora, wins",
        "page_score": "Result",
        "page_standings": "Standings",
        "page_waits": "Waits",
        "page_game": "Game",
        "page_dispute": "Who is right?",
        "page_compare": "Rule sets compared",
        "why": "Why?",
        "not_there": "not there",
        "differences_of": "{} and {}: what differs",
        "same_rules": "{} and {} hold the same rules.",
    },
)
#: The keys of seats.
SEATS: Final = ("E", "S", "W", "N")
#: Keys that have another word in a sentence than as a heading.
_IN_SENTENCES: Final = {"yaku": "yaku_list", "payments": "paid", "ended": "end", "totals": "totals_in_text"}


def word(key: str, lang: str) -> str:
    """The word for ``key`` in ``lang``, ``en`` or ``ja``; the key itself if it has no word."""
    return _WORDS.text(key, lang) if key in _WORDS else key


def key_word(key: str, lang: str) -> str:
    """The word for the key of a claim, inside a sentence."""
    return word(_IN_SENTENCES.get(key, key), lang)


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
