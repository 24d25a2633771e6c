"""Real wins, as a server settled them. The files are no part of the project: read where they lie, or skipped."""

from typing import Any

import pytest

from bench.agree import agreement, corpus_folder, expected_verdict, read_cases
from tests.judges.duel import JUDGES, Judge
from tests.judges.verdict import differences


def cases_of(name: str) -> list[dict[str, Any]]:
    path = corpus_folder() / name
    if not path.is_file():
        pytest.skip(f"no real wins at {path}; set YAKU_CORPUS to their folder")
    return read_cases(path)


@pytest.mark.parametrize("name", ["wins-4p.jsonl"])
def test_real_wins_are_settled_as_the_server_settled_them(name: str) -> None:
    found = agreement(cases_of(name))
    assert found.total > 0
    assert not found.disagreed, found.report(first=10)


@pytest.mark.parametrize("judge", JUDGES.values(), ids=JUDGES)
def test_the_independent_judges_settle_real_wins_as_the_server_did(judge: Judge) -> None:
    for case in cases_of("wins-4p.jsonl"):
        expected = judge.as_told(expected_verdict(case))
        assert not differences(expected, judge.verdict(case["record"])), case


def test_a_yaku_name_that_the_table_lacks_is_an_error_and_not_skipped() -> None:
    case = {"record": {"id": "4p-1"}, "expected": {"yaku": [["riichi", 1], ["rihci", 1]], "limits": 0}}
    with pytest.raises(ValueError, match=r"4p-1.*'rihci'"):
        expected_verdict(case)
