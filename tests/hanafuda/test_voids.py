"""Yaku in several groups, and what takes yaku away: cards, card points, or another yaku. Each number is worked out."""

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.hanafuda.load import load_hanafuda_rules
from tests.rows import Rows

ROWS = Rows(__file__)

#: Card points: bright 20, ribbon 5. Ribbons at 10 are in both groups; birds and poetry in one each.
GAME: str = ROWS["game"]


def settle(folder: Path, line: str, voids: str = "{}", both: int = 10) -> dict[str, list[str]]:
    file = folder / "groups.yaml"
    file.write_text(GAME.format(voids=voids, both=both), encoding="utf-8")
    result: Any = calc.settle_round(line, rules=str(file))
    return {name: [one.id for one in player.yaku] for name, player in result.players.items()}


@ROWS.each("a_yaku_of_two_groups_counts_where_it_is_the_best_of_both")
def test_a_yaku_of_two_groups_counts_where_it_is_the_best_of_both(
    both: int, counting: list[str], tmp_path: Path
) -> None:
    assert settle(tmp_path, "A:1R,2R,3R,4R B:5C", both=both)["A"] == counting


def test_without_it_each_group_has_its_best(tmp_path: Path) -> None:
    assert settle(tmp_path, "A:1R,3R,4R B:5C") == {"A": ["one", "two"], "B": []}


@ROWS.each("what_takes_yaku_away")
def test_what_takes_yaku_away(voids: str, line: str, expected: dict[str, list[str]], tmp_path: Path) -> None:
    assert settle(tmp_path, line, voids) == expected


@ROWS.each("a_void_that_says_too_little_or_names_nothing_is_refused")
def test_a_void_that_says_too_little_or_names_nothing_is_refused(voids: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "groups.yaml"
    file.write_text(GAME.format(voids=voids, both=10), encoding="utf-8")
    with pytest.raises(calc.RuleTableError) as refused:
        load_hanafuda_rules(str(file))
    assert str(refused.value) == f"{file}:17, {message}"
