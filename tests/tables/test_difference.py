"""The differences of two tables are all of them: applied to the one they make the other."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from calc.tables import RuleTable, load_table, rule_set_ids
from calc.tables.shelf import game_id_of
from calc.tables.table import Change, compare_tables
from tests.rows import Rows

ROWS = Rows(__file__)


HEAD = ("id", "origin", "chosen", "version", "name", "about", "sources")
SETS = rule_set_ids()


@cache
def shipped(name: str) -> RuleTable:
    return load_table(name)


@cache
def plain(name: str) -> Any:
    """What a shipped set says but for its head and its sources."""
    return without_sources({key: value for key, value in shipped(name).data.items() if key not in HEAD})


def without_sources(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {
            key: without_sources(value)
            for key, value in tree.items()
            if key not in ("source", "disputed", "unverified")
        }
    return tree


def apply(tree: dict[str, Any], changes: list[Change]) -> dict[str, Any]:
    """The tree with every change made at its path; sections that come up are there at once."""
    tree = msgspec.json.decode(msgspec.json.encode(tree))
    for change in changes:
        *around, last = change.path.split(".")
        inside = tree
        for part in around:
            inside = inside.setdefault(part, {})
        if change.kind == "removed":
            del inside[last]
        else:
            assert (last in inside) == (change.kind == "changed")
            inside[last] = without_sources(change.b)
    return tree


def sections(tree: dict[str, Any]) -> dict[str, Any]:
    """A section whose entries are all removed stays, empty."""
    return {key: value for key, value in tree.items() if value != {}}


@pytest.mark.parametrize("one", SETS)
def test_the_differences_make_every_other_set_of_the_game(one: str) -> None:
    others = [other for other in SETS if other != one and game_id_of(other) == game_id_of(one)]
    wrong = [
        other
        for other in others
        if sections(apply(plain(one), compare_tables(shipped(one), shipped(other)))) != sections(plain(other))
    ]
    assert wrong == []


@ROWS.each("a_change_is_told_at_its_path")
def test_a_change_is_told_at_its_path(tmp_path: Path, text: str, expected: list[list[Any]]) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"extends: riichi\nsources: {{house: us}}\n{text}".replace("sources: {house: us}\nname", "name"))
    changes = compare_tables(load_table("riichi"), load_table(str(path)))
    assert [[change.path, change.b] for change in changes] == expected
