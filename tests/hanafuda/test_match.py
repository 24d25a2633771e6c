"""When a game is over by the rules: after rounds, with so many points, with such a lead; and no round after that."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import calc
from calc.hanafuda.report.sheet import sheet
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.translation import spoken_in
from tests.hanafuda.houses import game
from tests.rows import Rows

ROWS = Rows(__file__)

#: Each card that is captured is a point.
STEPS = "settlement:\n  cards: {do: move, of: cards, source: test}\n"
#: Rounds of 3, 4 and 2 points for A, and 2, 1 and 1 for B.
THREE, FOUR, TWO = ("1BRC", "2AR"), ("1BRCC", "2A"), ("1BR", "2A")


def rules_of(folder: Path, match: str) -> HanafudaRules:
    return game(folder, f"match: {{{match}, source: test}}\n{STEPS}")


def record_of(*rounds: Sequence[str], **more: Any) -> dict[str, Any]:
    played = [{"players": {"A": {"captured": a}, "B": {"captured": b}}} for a, b in rounds]
    return {"rules": "house", "players": ["A", "B"], "rounds": played, **more}


@ROWS.each("a_game_says_when_it_is_over_and_who_won")
def test_a_game_says_when_it_is_over_and_who_won(
    tmp_path: Path,
    match: str,
    rounds: list[list[str]],
    ended: str | None,
    scores: dict[str, int],
    winner: str | None,
) -> None:
    result = calc.settle_game(record_of(*rounds), rules=rules_of(tmp_path, match))
    assert (result.ended, result.scores, result.winner) == (ended, scores, winner)


def test_a_record_may_give_another_start(tmp_path: Path) -> None:
    result = calc.settle_game(record_of(THREE, start=20), rules=rules_of(tmp_path, "to: 30, start: 10"))
    assert (result.ended, result.scores) == (None, {"A": 23, "B": 22})


@ROWS.each("a_round_after_the_end_is_refused")
def test_a_round_after_the_end_is_refused(tmp_path: Path, match: str, message: str) -> None:
    with pytest.raises(calc.HandError) as caught:
        calc.settle_game(record_of(THREE, FOUR), rules=rules_of(tmp_path, match))
    assert caught.value.message == (
        f"in round 2: the game was over after round 1 {message}; remove the rounds after it"
    )
    assert (caught.value.code, caught.value.key) == ("contradiction", "rounds[1]")


@ROWS.each("a_match_that_means_nothing_is_refused")
def test_a_match_that_means_nothing_is_refused(tmp_path: Path, match: str, message: str) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        rules_of(tmp_path, match)
    assert message in caught.value.message


@ROWS.each("the_sheet_says_when_a_game_is_over")
def test_the_sheet_says_when_a_game_is_over(tmp_path: Path, lang: str, text: str) -> None:
    assert text in spoken_in(
        lang, lambda: sheet(rules_of(tmp_path, "to: 600, start: 50"), every=True).write("table", 400)
    )


#: Who stops wins; draws double the next round, and the yaku of a bright is worth 5.
CARRIED: str = ROWS["carried"]


def carried_rounds(*rounds: dict[str, Any]) -> dict[str, Any]:
    piles = {"A": {"captured": "1B"}, "B": {"captured": "2A"}}
    return {
        "rules": "house",
        "players": ["A", "B"],
        "rounds": [{"players": piles, "field": "4CC 5CC", **one} for one in rounds],
    }


@ROWS.each("a_round_leaves_facts_to_the_next")
def test_a_round_leaves_facts_to_the_next(
    tmp_path: Path, rounds: list[dict[str, Any]], totals: list[int], carried: list[dict[str, int]]
) -> None:
    result = calc.settle_game(carried_rounds(*rounds), rules=game(tmp_path, CARRIED))
    assert [one.totals["A"] for one in result.rounds if isinstance(one.totals, dict)] == totals
    assert [one.carried for one in result.rounds] == carried
    notes = [note.text for one in result.rounds for note in one.notes if note.id == "carried"]
    told = ["draws before {draws}", "multipliers left {big}"]
    keys = ("draws", "big")
    assert notes == [
        "carried over to the next round: "
        + ", ".join(text.format(**one) for key, text in zip(keys, told, strict=True) if one[key])
        for one in carried
        if any(one.values())
    ]


def test_a_fact_of_each_player_is_carried_by_player(tmp_path: Path) -> None:
    text = """
facts: {wins: {meaning: {en: rounds won, ja: 勝った局数}, source: test}}
match:
  carry:
    wins: [{of: {fact: wins}}, {of: 1, when: {number: {that: {stopped: true}, is: 1}}}]
  source: test
settlement:
  won: {do: win, of: stopper, source: test}
  paid: {do: move, of: [1, {fact: wins}], for: winner, from: others, source: test}
"""
    record = carried_rounds({"stopped_by": "A"}, {"stopped_by": "B"})
    for one in record["rounds"]:
        del one["field"]
        one["players"] = {"A": {"captured": "1B"}, "B": {"captured": "2A 3B"}}
    yaku = "yaku: {any: {name: {en: any, ja: 何か}, when: {at_least: {1: bright}}, value: 1, source: test}}\n"
    result = calc.settle_game(record, rules=game(tmp_path, yaku + text))
    assert [one.carried for one in result.rounds] == [{"wins": {"A": 1, "B": 1}}, {"wins": {"A": 2, "B": 2}}]
    # A wins 1, then B 1 and the 1 of the fact.
    assert result.scores == {"A": -1, "B": 1}


def test_a_stake_lies_in_the_pot_until_somebody_wins(tmp_path: Path) -> None:
    text = """
yaku: {any: {name: {en: any, ja: 何か}, when: {at_least: {1: bright}}, value: 1, source: test}}
settlement:
  stake: {do: move, of: 2, from: self, to: pot, in: chips, source: test}
  won: {do: win, of: stopper, source: test}
  pot: {do: move, of: pot, for: winner, from: pot, in: chips, source: test}
"""
    record = carried_rounds({}, {}, {"stopped_by": "A"})
    for one in record["rounds"]:
        del one["field"]
    result = calc.settle_game(record, rules=game(tmp_path, text))
    assert [one.pots for one in result.rounds] == [{"pot": 4}, {"pot": 8}, {"pot": 0}]
    assert result.scores == {"A": 6, "B": -6}


@ROWS.each("what_cannot_be_carried_is_refused")
def test_what_cannot_be_carried_is_refused(tmp_path: Path, carry: str, message: str) -> None:
    facts = "facts: {draws: {meaning: {en: d, ja: d}, of: round, source: test}}\n"
    with pytest.raises(calc.RuleTableError) as caught:
        game(tmp_path, f"{facts}match: {{carry: {{{carry}}}, source: test}}\n{STEPS}")
    assert caught.value.message.endswith(message)
