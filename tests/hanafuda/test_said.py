"""Lines of a score sheet told in sentences: the rows of the table, and the rounds that they come to."""

from typing import Any

from calc.hanafuda.records.said import read_told
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("what_is_told")
def test_what_is_told(line: str, told: dict[str, Any]) -> None:
    assert read_told(line, ["Mia", "Noa"]) == told


@ROWS.each("what_is_not_told_whole")
def test_what_is_not_told_whole(line: str) -> None:
    assert read_told(line, ["Mia", "Noa"]) is None
