"""Kaga: every full month counts, by one row of its table."""

from pathlib import Path

import pytest

import calc
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.value.near import near_yaku
from tests.hanafuda.houses import cards, game
from tests.rows import Rows

ROWS = Rows(__file__)


GAME: str = ROWS["game"]


@pytest.fixture
def rules(tmp_path: Path) -> HanafudaRules:
    return game(tmp_path, GAME)


@ROWS.each("every_full_month_counts")
def test_every_full_month_counts(rules: HanafudaRules, line: str, score: int | None, found: list[str] | None) -> None:
    if score is None:
        with pytest.raises(calc.HandError):
            calc.settle_round(line, rules=rules)
        return
    result = calc.settle_round(line, rules=rules)
    assert [one.cards for one in result.players["A"].yaku] == found
    assert (result.players["A"].score, result.players["A"].change) == (score, score)


def test_the_other_player_pays_the_difference(rules: HanafudaRules) -> None:
    # Three months against one: 30 - 10.
    result = calc.settle_round("A:1BRCC,2ARCC,3BRCC B:4ARCC", rules=rules)
    assert {name: one.change for name, one in result.players.items()} == {"A": 20, "B": -20}


def test_a_first_full_month_is_near(rules: HanafudaRules) -> None:
    (line,) = near_yaku("A", {"A": cards("1BR 2ARC 3B")}, rules, None)["A"]
    assert (line.id, line.value, line.lacks, line.cards) == ("full_months", 10, 1, "2C")
