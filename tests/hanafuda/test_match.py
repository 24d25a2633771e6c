"""When a game is over by the rules: after rounds, with so many points, with such a lead; and no round after that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.hanafuda.report.sheet import rule_sheet
from calc.hanafuda.rules.ruleset import HanafudaRules
from tests.hanafuda.houses import game

#: Each card that is captured is a point.
STEPS = "settlement:\n  cards: {do: move, of: cards, source: test}\n"
#: Rounds of 3, 4 and 2 points for A, and 2, 1 and 1 for B.
THREE, FOUR, TWO = ("1BRC", "2AR"), ("1BRCC", "2A"), ("1BR", "2A")


def rules_of(folder: Path, match: str) -> HanafudaRules:
    return game(folder, f"match: {{{match}, source: test}}\n{STEPS}")


def record_of(*rounds: tuple[str, str], **more: Any) -> dict[str, Any]:
    played = [{"players": {"A": {"captured": a}, "B": {"captured": b}}} for a, b in rounds]
    return {"rules": "house", "players": ["A", "B"], "rounds": played, **more}


@pytest.mark.parametrize(
    ("match", "rounds", "ended", "scores", "winner"),
    [
        ("rounds: 2", [THREE], None, {"A": 3, "B": 2}, "A"),
        ("rounds: 2", [THREE, FOUR], "rounds_over", {"A": 7, "B": 3}, "A"),
        # 3 + 4 = 7.
        ("to: 8", [THREE, FOUR], None, {"A": 7, "B": 3}, "A"),
        ("to: 7", [THREE, FOUR], "points_reached", {"A": 7, "B": 3}, "A"),
        ("to: 6", [THREE, FOUR], "points_reached", {"A": 7, "B": 3}, "A"),
        # (3 + 4) - (2 + 1) = 4.
        ("lead: 5", [THREE, FOUR], None, {"A": 7, "B": 3}, "A"),
        ("lead: 4", [THREE, FOUR], "lead_reached", {"A": 7, "B": 3}, "A"),
        ("lead: 4", [tuple(reversed(THREE)), tuple(reversed(FOUR))], "lead_reached", {"A": 3, "B": 7}, "B"),
        # Equal totals end a race, and nobody has won it.
        ("to: 5", [THREE, ("1BR", "2ARC")], "points_reached", {"A": 5, "B": 5}, None),
        # The start counts.
        ("to: 13, start: 10", [THREE], "points_reached", {"A": 13, "B": 12}, "A"),
        ("to: 14, start: 10", [THREE], None, {"A": 13, "B": 12}, "A"),
        ("start: 10", [THREE], None, {"A": 13, "B": 12}, "A"),
    ],
)
def test_a_game_says_when_it_is_over_and_who_won(
    tmp_path: Path,
    match: str,
    rounds: list[tuple[str, str]],
    ended: str | None,
    scores: dict[str, int],
    winner: str | None,
) -> None:
    result = calc.settle_game(record_of(*rounds), rules=rules_of(tmp_path, match))
    assert (result.ended, result.scores, result.winner) == (ended, scores, winner)


def test_a_record_may_give_another_start(tmp_path: Path) -> None:
    result = calc.settle_game(record_of(THREE, start=20), rules=rules_of(tmp_path, "to: 30, start: 10"))
    assert (result.ended, result.scores) == (None, {"A": 23, "B": 22})


@pytest.mark.parametrize(
    ("match", "message"),
    [
        ("rounds: 1", "(rounds to play: 1; A 3, B 2)"),
        ("to: 3", "(over where somebody has 3; A 3, B 2)"),
        ("lead: 1", "(over where somebody leads by 1; A 3, B 2)"),
    ],
)
def test_a_round_after_the_end_is_refused(tmp_path: Path, match: str, message: str) -> None:
    with pytest.raises(calc.HandError) as caught:
        calc.settle_game(record_of(THREE, FOUR), rules=rules_of(tmp_path, match))
    assert caught.value.message == (
        f"in round 2: the game was over after round 1 {message}; remove the rounds after it"
    )
    assert (caught.value.code, caught.value.key) == ("contradiction", "rounds[1]")


@pytest.mark.parametrize(
    ("match", "message"),
    [
        ("rounds: 2, to: 7", "expected one of 'rounds', 'to' and 'lead', found 'rounds' and 'to'"),
        ("name: x", "unknown key 'name'"),
        ("to: 0", "expected 'int' >= 1, found 0"),
    ],
)
def test_a_match_that_means_nothing_is_refused(tmp_path: Path, match: str, message: str) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        rules_of(tmp_path, match)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "over where somebody has 600, everybody begins with 50"),
        ("ja", "600に達した人が出れば終わり、各自50で始める"),
    ],
)
def test_the_sheet_says_when_a_game_is_over(tmp_path: Path, lang: str, text: str) -> None:
    assert text in "".join(rule_sheet(rules_of(tmp_path, "to: 600, start: 50"), lang, 400, markdown=False))
