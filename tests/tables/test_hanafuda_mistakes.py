"""Mistakes that people make in a game of their own: what ``yaku rules check`` says of each, compared whole."""

from pathlib import Path
from typing import Any

import pytest

from calc.games import check_rule_file
from calc.strict_yaml import load
from calc.tables.checking import Checked

TABLE: dict[str, Any] = load(
    (Path(__file__).parent / "hanafuda_mistakes.yaml").read_text(encoding="utf-8"), file=None
).value
#: Names of types and parts of the decoder that nobody who writes a file has heard of.
JARGON = ("'object", "'array", "'str'", "'int", "'bool", "got '", "matching regex", "...", "Object ")


def check(folder: Path, text: str) -> list[str]:
    file = folder / "house.yaml"
    file.write_text(text, encoding="utf-8")
    checked: Checked[Any] = check_rule_file(str(file))
    told = [("error", one) for one in checked.mistakes] + [("warning", one) for one in checked.doubts]
    return [f"{kind}: {one.message.replace(f'{file}:', '')}" for kind, one in told]


def test_the_game_without_a_mistake_is_right(tmp_path: Path) -> None:
    assert check(tmp_path, TABLE["base"]) == []


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["name"])
def test_a_mistake_is_told_in_words_to_act_on(case: dict[str, Any], tmp_path: Path) -> None:
    text = TABLE["base"]
    for old, new in case["replace"]:
        assert old in text
        text = text.replace(old, new, 1)
    told = check(tmp_path, text)
    assert told == case["says"]
    assert [one for one in told if any(word in one.replace("ja: ...", "") for word in JARGON)] == []


def test_there_are_more_kinds_of_mistakes_than_anybody_makes_in_a_day() -> None:
    assert len(TABLE["cases"]) >= 42
    assert len({str(case["says"]) for case in TABLE["cases"]}) == len(TABLE["cases"])
