"""The words without which a pattern does not fit."""

import pytest

from calc.records.words import may_fit, needed
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("needed")
def test_a_pattern_needs_words(pattern: str, words: list[list[str]]) -> None:
    assert sorted(map(sorted, needed(pattern))) == words


@pytest.mark.parametrize(
    ("text", "fits"), [("a reach bet", True), ("a reach", True), ("a rich bet", False), ("", False)]
)
def test_a_text_without_the_words_is_not_asked(text: str, fits: bool) -> None:
    assert may_fit(needed("riichi|reach"), text) is fits
    assert may_fit(needed("(?:riichi|reach) bet"), text) is (fits and "bet" in text)
    assert may_fit(needed("[0-9]"), text)
