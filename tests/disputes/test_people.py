"""Claims with who makes them: the name decides nothing, and only what can be a name is one."""

import pytest

import calc
from calc.disputes.claims import MOST_CLAIM, MOST_CLAIMS, claims_by_people
from calc.disputes.topics import rulings_on
from calc.disputes.verdict import Verdict, Verdicts
from calc.errors import CalcError, RecordError
from calc.games import Settings
from calc.intake.spelling import parse_any_line, record_from
from tests.rows import Rows

ROWS = Rows(__file__)


HAND = "riichi 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
WIN = parse_any_line(HAND)[0]
GAME = record_from({"players": ["Aki", "Bea", "Cho", "Dan"], "scores": [28300, 28600, 25500, 17600]})


@ROWS.each("the_claims_of_several_people_are_apart")
def test_the_claims_of_several_people_are_apart(text: str, claims: list[list[str]]) -> None:
    found = claims_by_people([text], WIN)
    assert [(one.text, one.claim) for one in found] == [
        (f"{who}: {said}", [said, *full][-1]) for who, said, *full in claims
    ]


@ROWS.each("what_people_say_behind_a_situation")
def test_what_people_say_behind_a_situation(text: str, claims: list[str], right: list[bool]) -> None:
    rulings, _ = rulings_on(text, [], Settings())
    assert ([one.claim for one in rulings], [one.right for one in rulings]) == (claims, right)


@pytest.mark.parametrize(
    "text",
    ["7,700", "no tanyao and 2 han", "I think 40 fu", "West pays 7700", "East: 5200", "Ben: 40 fu, 30 fu", "dora 3"],
)  # fmt: skip
def test_one_claim_stays_whole(text: str) -> None:
    assert [one.text for one in claims_by_people([text], WIN)] == [text]


def test_a_name_and_a_number_are_a_score_in_a_game() -> None:
    assert [one.claim for one in claims_by_people(["Aki: 28300, Bea: 28600"], GAME)] == ["Aki: 28300, Bea: 28600"]
    assert [one.claim for one in claims_by_people(["Dan says Aki 28300"], GAME)] == ["Aki 28300"]


def test_who_is_right_is_told_by_name() -> None:
    verdict = calc.dispute(HAND, "Ben says it is 7700 but Aki says mangan")
    assert isinstance(verdict, calc.Verdicts)
    assert [(one.claim, one.right) for one in verdict.claims] == [("Ben: it is 7700", False), ("Aki: mangan", True)]


@pytest.mark.parametrize(("claim", "right"), [("Ben 8000", True), ("Ben: 7700", False), ("Aki 4 han 30 fu", True)])
def test_a_single_claim_may_have_a_name(claim: str, right: bool) -> None:
    assert calc.dispute(HAND, claim).right is right


@pytest.mark.parametrize("claim", ["Pinfoo 8000", "Tanyo 8000", "East 8000", "Mangann 4 han", "ben 8000"])
def test_what_may_be_another_word_is_no_name(claim: str) -> None:
    with pytest.raises(CalcError) as caught:
        calc.dispute(HAND, claim)
    assert caught.value.key == "claim"


@pytest.mark.parametrize("claim", ["pinfu, it's furiten", "pinfu, he is noten", "pinfu (furiten)", "pinfu, but open"])
def test_what_claims_something_more_is_no_reason(claim: str) -> None:
    with pytest.raises(CalcError) as caught:
        calc.dispute(HAND, claim)
    assert caught.value.key == "claim"


def test_what_one_person_says_again_is_one_claim() -> None:
    assert [one.text for one in claims_by_people(["Ben says 5200, " * 60], WIN)] == ["Ben: 5200"]
    both = claims_by_people(["Ben says 5200, Aki says 5200", "Ben: 5200", {"han": 3}, {"han": 3}], WIN)
    assert [one.text for one in both] == ["Ben: 5200", "Aki: 5200", "{'han': 3}"]


def test_claims_are_bounded() -> None:
    assert len(claims_by_people(["7" * MOST_CLAIM], WIN)) == 1
    with pytest.raises(RecordError, match="expected a claim of at most 1,000 characters, found 1,001: '777"):
        claims_by_people(["7" * (MOST_CLAIM + 1)], WIN)
    people = [f"Ben{number} says {number}00" for number in range(1, MOST_CLAIMS + 2)]
    assert len(claims_by_people([", ".join(people[:-1])], WIN)) == MOST_CLAIMS
    with pytest.raises(RecordError, match="expected at most 20 claims on a record, found 21; judge them in parts"):
        claims_by_people([", ".join(people)], WIN)


def test_claims_are_judged_together_as_each_by_itself() -> None:
    claims = ["7700", "5200", "no tanyao", "3 han 40 fu", "mangan", "has pinfu"]
    hand = "tenhou 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
    found = calc.dispute(hand, *claims)
    alone = [calc.dispute(hand, claim) for claim in claims]
    assert isinstance(found, Verdicts)
    for one, other in zip(found.claims, alone, strict=True):
        assert isinstance(other, Verdict)
        assert (one.right, one.departures, one.remedies) == (other.right, other.departures, other.remedies)


def test_half_of_a_character_is_no_claim() -> None:
    with pytest.raises(calc.CalcError):
        calc.dispute("riichi 123m456p789s1122z +2z tsumo seat=S round=E", "points.x=\udcff")
