"""Lines of a score sheet told in sentences: the rows of the table, and the rounds that they come to."""

import re
from typing import Any

import pytest

from calc.hanafuda.records.said import FILE, _read_words
from calc.records.meanings import Words, read_words
from calc.records.words import parts_of
from tests.rows import Rows

ROWS = Rows(__file__)


@pytest.mark.parametrize("row", parts_of(FILE)["words"], ids=lambda row: row["like"])
def test_words_mean_what_their_row_says(row: dict[str, str]) -> None:
    text = re.sub(r" n=.*", "", row["like"])
    (read, *more), lost = read_words(text, [Words(FILE, "words")])
    said = f" n={read.said['n']}" if "n" in read.said else ""
    assert (read.means, f"{text}{said}", more, lost) == (row["means"], row["like"], [], [])


@ROWS.each("what_is_told")
def test_what_is_told(line: str, told: dict[str, Any]) -> None:
    assert _read_words(line, ["Mia", "Noa"]) == told


@ROWS.each("what_is_not_told_whole")
def test_what_is_not_told_whole(line: str) -> None:
    assert _read_words(line, ["Mia", "Noa"]) is None
