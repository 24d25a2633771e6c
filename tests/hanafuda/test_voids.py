"""Yaku in several groups, and what takes yaku away: cards, card points, or another yaku. Each number is worked out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.hanafuda.load import load_hanafuda_rules

#: Card points: bright 20, ribbon 5. Ribbons at 10 are in both groups; birds and poetry in one each.
GAME = """
game: hanafuda
version: 1.0.0
name: {{en: Groups, ja: 組}}
sources: {{house: what we play}}
unit: points
table: {{players: [2, 3], first: dealer, hand: 0, field: 0, source: house}}
card_points: {{classes: {{bright: 20, ribbon: 5}}, source: house}}
groups:
  left: {{name: {{en: left, ja: 左}}, counts: best, source: house}}
  right: {{name: {{en: right, ja: 右}}, counts: best, source: house}}
yaku:
  both: {{name: {{en: both, ja: 両}}, when: {{cards: 1R 2R}}, value: {both}, group: [left, right], source: house}}
  one: {{name: {{en: one, ja: 一}}, when: {{cards: 3R}}, value: 6, group: left, source: house}}
  two: {{name: {{en: two, ja: 二}}, when: {{cards: 4R}}, value: 7, group: right, source: house}}
  storm: {{name: {{en: storm, ja: 嵐}}, when: {{cards: 11B}}, value: 1, source: house}}
voids: {voids}
settlement:
  yaku: {{do: move, of: yaku, from: others, source: house}}
  leads: {{do: win, of: each, by: [score, turn], source: house}}
"""


def settle(folder: Path, line: str, voids: str = "{}", both: int = 10) -> dict[str, list[str]]:
    file = folder / "groups.yaml"
    file.write_text(GAME.format(voids=voids, both=both), encoding="utf-8")
    result: Any = calc.settle_round(line, rules=str(file))
    return {name: [one.id for one in player.yaku] for name, player in result.players.items()}


@pytest.mark.parametrize(
    ("both", "counting"),
    [
        (10, ["both"]),  # better than one and than two
        (7, ["both"]),  # as good as two, and before it in the file
        (6, ["one", "two"]),  # two is better in the group right, so that one is the best of left
        (5, ["one", "two"]),
    ],
)
def test_a_yaku_of_two_groups_counts_where_it_is_the_best_of_both(
    both: int, counting: list[str], tmp_path: Path
) -> None:
    assert settle(tmp_path, "A:1R,2R,3R,4R B:5C", both=both)["A"] == counting


def test_without_it_each_group_has_its_best(tmp_path: Path) -> None:
    assert settle(tmp_path, "A:1R,3R,4R B:5C") == {"A": ["one", "two"], "B": []}


@pytest.mark.parametrize(
    ("voids", "line", "expected"),
    [
        pytest.param(
            "{low: {name: {en: low, ja: 低}, who: {card_points: {at_most: 20}}, of: opponents, source: house}}",
            "A:3R,4R B:1B,5C",
            {"A": [], "B": []},
            id="20 card points of the opponent take all yaku away",
        ),
        pytest.param(
            "{low: {name: {en: low, ja: 低}, who: {card_points: {at_most: 20}}, of: opponents, source: house}}",
            "A:3R,4R B:1BR,5C",
            {"A": ["one", "two"], "B": []},
            id="25 do not; nor do the 10 of A hurt A",
        ),
        pytest.param(
            "{storm: {name: {en: storm, ja: 嵐}, who: {holds: [storm]}, of: opponents, yaku: [one], source: house}}",
            "A:3R,4R B:11B",
            {"A": ["two"], "B": ["storm"]},
            id="a yaku takes one yaku of the others away",
        ),
        pytest.param(
            "{storm: {name: {en: storm, ja: 嵐}, who: {holds: [storm]}, of: opponents, yaku: [one], source: house}}",
            "A:3R,4R,11B B:5C",
            {"A": ["one", "two", "storm"], "B": []},
            id="but not of its holder",
        ),
        pytest.param(
            "{storm: {name: {en: storm, ja: 嵐}, when: {cards: 11B}, who: {cards: {at_least: 2}}, of: everybody, "
            "groups: [left], source: house}}",
            "A:3R,4R B:11B",
            {"A": ["one", "two"], "B": ["storm"]},
            id="both parts have to hold: one card is too few",
        ),
        pytest.param(
            "{storm: {name: {en: storm, ja: 嵐}, when: {cards: 11B}, who: {cards: {at_least: 2}}, of: everybody, "
            "groups: [left], source: house}}",
            "A:3R,4R B:11B,1B",
            {"A": ["two"], "B": ["storm"]},
            id="with two the group is gone",
        ),
        pytest.param(
            "{storm: {name: {en: storm, ja: 嵐}, who: {holds: [storm]}, of: holder, groups: [right], source: house}}",
            "A:1R,2R,3R,11B B:5C",
            {"A": ["one", "storm"], "B": []},
            id="what is in a group that is gone leaves its other group to the next best",
        ),
        pytest.param(
            "{a: {name: {en: a, ja: 甲}, who: {holds: [one]}, of: opponents, yaku: [two], source: house},"
            " b: {name: {en: b, ja: 乙}, who: {holds: [two]}, of: opponents, yaku: [one], source: house}}",
            "A:3R B:4R",
            {"A": [], "B": []},
            id="yaku that take each other away are both gone: each was there before",
        ),
    ],
)
def test_what_takes_yaku_away(voids: str, line: str, expected: dict[str, list[str]], tmp_path: Path) -> None:
    assert settle(tmp_path, line, voids) == expected


@pytest.mark.parametrize(
    ("voids", "message"),
    [
        (
            "{low: {name: {en: low, ja: 低}, of: opponents, source: house}}",
            "voids.low: expected 'when', captured cards, or 'who', what is so of a player",
        ),
        (
            "{low: {name: {en: low, ja: 低}, when: {cards: 1B}, of: holder, yaku: [tow], source: house}}",
            "voids.low.yaku: there is no yaku 'tow'; did you mean 'two'?",
        ),
        (
            "{low: {name: {en: low, ja: 低}, who: {holds: [tow]}, of: holder, source: house}}",
            "voids.low: there is no yaku 'tow'; did you mean 'two'?",
        ),
    ],
)
def test_a_void_that_says_too_little_or_names_nothing_is_refused(voids: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "groups.yaml"
    file.write_text(GAME.format(voids=voids, both=10), encoding="utf-8")
    with pytest.raises(calc.RuleTableError) as refused:
        load_hanafuda_rules(str(file))
    assert str(refused.value) == f"{file}:17, {message}"
