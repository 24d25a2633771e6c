"""The words without which a pattern does not fit."""

import pytest

from calc.records.words import Fitting, needed
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("needed")
def test_a_pattern_needs_words(pattern: str, words: list[list[str]]) -> None:
    assert sorted(map(sorted, needed(pattern))) == words


@pytest.mark.parametrize(
    ("text", "places"), [("a REACH bet", [0, 1, 2]), ("a reach", [0, 2]), ("a rich bet", [2]), ("", [2])]
)
def test_a_text_without_the_words_is_not_asked(text: str, places: list[int]) -> None:
    patterns = ["riichi|reach", "(?:riichi|reach) bet", "[0-9]"]
    assert Fitting(map(needed, patterns)).within(text) == places
