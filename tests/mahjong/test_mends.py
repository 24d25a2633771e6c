"""What a refusal says that mends the record."""

import pytest

import calc
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("a_hand_that_is_not_complete_says_what_it_waits_for")
def test_a_hand_that_is_not_complete_says_what_it_waits_for(line: str, told: str, key: str) -> None:
    with pytest.raises(calc.HandError, match="the hand is not complete") as caught:
        calc.score(line)
    assert f"; {told}" in caught.value.message
    assert (caught.value.code, caught.value.key) == ("not_complete", key)


def test_hands_of_a_batch_are_told_what_they_wait_for_one_by_one() -> None:
    lines = [
        "123m456p789s1122z +3z tsumo seat=S round=E",
        "123m456p789s1122z +2z tsumo seat=S round=E",
        "123m456p789s1122z +7z tsumo seat=S round=E",
        "147m258p369s1234z +5z tsumo seat=S round=E",
    ]
    found = calc.score_many(lines)
    told = [None if one.ok else one.error.message.rpartition("; ")[2] for one in found]
    assert told == ["without 3z it waits for 1z 2z", None, "without 7z it waits for 1z 2z", "check the tiles"]


PAO = "2344m +1m (555z)(666z)(777z) ron seat=S round=E from=N"


@ROWS.each("responsibility_in_kanji_means_the_same")
def test_responsibility_in_kanji_means_the_same(spelled: str) -> None:
    # 32,000 for the yakuman of a non-dealer; the discarder and who is responsible pay half each.
    result = calc.score(f"{PAO} {spelled}")
    assert result.payments == {"E": 0, "S": 32000, "W": -16000, "N": -16000}
    assert result == calc.score(f"{PAO} liable.seat=W liable.for=daisangen")


def test_responsibility_for_nothing_asks_for_what() -> None:
    with pytest.raises(calc.RecordError, match="as in pao=W:daisangen, found only 'W'; add the yakuman"):
        calc.score(f"{PAO} パオ=W")
    with pytest.raises(calc.RecordError, match="expected the id of a limit hand"):
        calc.score(f"{PAO} pao=W:大四元")


def test_schemas_of_records_say_that_other_spellings_are_read() -> None:
    for kind in ("record", "waits-record"):
        assert "spellings of people" in calc.json_schema(kind)["description"]
