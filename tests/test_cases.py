"""Rule cases: every entry of ``tests/cases`` is a test whose name is its sentence."""

import pytest

import calc
from calc.hanafuda.records.types import HanafudaRound
from calc.mahjong.records.types import Round
from calc.settling import read_given, settle_reads
from tests.cases import CASES, RuleCase


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rule_case(case: RuleCase) -> None:
    case.check()


@pytest.mark.parametrize(
    ("folders", "kind", "refused"),
    [(("rounds", "games"), Round, 1), (("hanafuda", "hanafuda_games"), HanafudaRound, 31)],
)
def test_rounds_settled_together_are_what_each_is_alone(folders: tuple[str, ...], kind: type, refused: int) -> None:
    """Rounds of all cases, right and refused ones mixed: a refusal changes nothing of the rounds beside it."""
    records = [one.case["input"] for one in CASES if one.folder in folders]
    reads = [read for record in records if isinstance((read := read_given(record, "round")).record, kind)]
    alone = [settle_reads([read])[0] for read in reads]
    assert {result.ok for result in alone} == {True, False}
    assert sum(isinstance(result, calc.Refusal) for result in alone) >= refused
    assert settle_reads(reads) == alone
