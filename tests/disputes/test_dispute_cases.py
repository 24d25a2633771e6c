"""Disputes as they come up at a table: the claim, the verdict, the first departure with its reason, what would help."""

from typing import Any

import pytest

import calc
from calc.disputes.remedies import Remedy
from calc.disputes.verdict import Verdict, judge
from calc.intake.spelling import parse_any_line, record_from
from calc.report.dispute import departure_title, yaku_names
from calc.settling import Settings, rules_for
from calc.tables.ruleset import spell_choice
from tests.cases import read_files

#: What a case says. ``record``: a line, or a mapping; ``claim``: as on the command line, none for the record's own;
#: ``right``; ``departs``: the keys in their order; ``heads``: parts of what stands above the reasons, each in one;
#: ``why``: parts of reasons, each in some reason; ``round``: of a game; ``unsaid``: parts that no reason has;
#: ``refusal``: why it is no win; ``remedies``: all of them, in the spelling of :func:`spelled`, or, ending with "...",
#: some of them.
KEYS = {"name", "record", "claim", "rules", "options", "right", "departs", "why", "round", "remedies"}
KEYS |= {"unsaid", "refusal", "heads"}
CASES = [case for _, case in read_files("disputes")]


#: Of the shipped rule sets cases name those that documents describe; presets that agree with them are left out.
DESCRIBED = {"riichi", "tenhou", "sanma", "sanma-common", "tenhou-sanma", "koikoi", "taiyaku", "hiraya"}


def judged(case: dict[str, Any]) -> tuple[Verdict, Any]:
    given = case["record"]
    record = parse_any_line(given)[0] if isinstance(given, str) else record_from(given)
    rules = rules_for(record, Settings(rules=case.get("rules"), options=case.get("options") or {}))
    return judge(record, rules, case.get("claim")), rules


def spelled(one: Remedy) -> str:
    """``kiriage_mangan=false``, ``a=1, b=2``, ``tenhou``, ``if riichi=true``."""
    if one.kind == "options":
        return ", ".join(f"{answer.option}={spell_choice(answer.there)}" for answer in one.answers)
    if one.kind == "rules":
        return str(one.rules).partition("@")[0]
    return "if " + " ".join(f"{key}={spell_choice(value)}" for key, value in one.change.items())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_dispute_is_judged(case: dict[str, Any]) -> None:
    assert case.keys() <= KEYS
    verdict, rules = judged(case)
    assert verdict.right is case["right"]
    assert [one.key for one in verdict.departures] == case.get("departs", [])
    reasons = [reason for one in verdict.departures for reason in one.why]
    for part in case.get("why", []):
        assert any(part in reason for reason in reasons), (part, reasons)
    heads = [departure_title(one, yaku_names(rules)) for one in verdict.departures]
    assert [part for part in case.get("heads", []) if all(part not in head for head in heads)] == [], heads
    assert [part for part in case.get("unsaid", []) if any(part in reason for reason in reasons)] == []
    assert "refusal" not in case or verdict.refusal == case["refusal"]
    assert (None if verdict.place is None else verdict.place + 1) == case.get("round")
    expected = list(case.get("remedies", []))
    found = [spelled(one) for one in verdict.remedies if one.kind != "rules" or spelled(one) in DESCRIBED]
    if expected[-1:] == ["..."]:
        assert set(expected[:-1]) <= set(found), found
    else:
        assert found == expected


def test_every_case_is_wrong_for_a_reason_or_right() -> None:
    assert len(CASES) >= 160
    for case in CASES:
        if not case["right"]:
            assert case.get("departs"), case["name"]


def test_a_record_without_a_claim_is_not_judged() -> None:
    record, _ = parse_any_line("riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi")
    with pytest.raises(calc.RecordError, match="expected a claim, found none"):
        judge(record, rules_for(record))


def test_a_record_that_cannot_be_settled_is_not_judged() -> None:
    record, _ = parse_any_line("riichi 123m456p789s11223z +2z ron from=W seat=S round=E riichi")
    with pytest.raises(calc.RecordError, match="a hand has 14 tiles"):
        judge(record, rules_for(record), "7700")
