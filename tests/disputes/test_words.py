"""Claims on a win in the words of people at a table, read under a rule set."""

from typing import Any

import pytest

import calc
from calc.disputes.claims import claim_from_text
from calc.mahjong.records.types import Win
from tests.rows import Rows

ROWS = Rows(__file__)

RULES = calc.load_rules("tenhou")


@ROWS.each("spelled")
def test_a_claim_in_words(text: str, claim: dict[str, Any]) -> None:
    assert claim_from_text(text, Win, RULES) == claim


@ROWS.each("what_could_mean_two_things_or_none_is_refused")
def test_what_could_mean_two_things_or_none_is_refused(text: str, words: str) -> None:
    with pytest.raises(calc.RecordError) as caught:
        claim_from_text(text, Win, RULES)
    assert words in caught.value.message


@pytest.mark.parametrize("one", RULES.yaku.values(), ids=lambda one: one.id)
def test_a_yaku_may_be_claimed_by_any_of_its_names(one: Any) -> None:
    for said in (one.id, one.name.en, one.name.ja, *one.also):
        assert claim_from_text(said, Win, RULES) == {"has": [one.id]}, said
