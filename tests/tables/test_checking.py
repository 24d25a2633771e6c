"""Looking a rule file over: whatever is wrong with it, the search ends, and finds at least what the loader finds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

import calc
from calc.rulesets import check_any_rules, load_any_rules
from calc.strict_yaml import load
from calc.tables import rule_set_ids
from calc.tables.shelf import find_rule_file

#: What stands in place of a value that is spoiled.
SPOILED: tuple[Any, ...] = ("nonsense", -1, None, [], {"x": 1}, 3.5)


def leaves(tree: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The paths of all mappings and values below mappings."""
    if not isinstance(tree, dict):
        return []
    found = [(*path, key) for key in tree]
    return found + [inner for key, value in tree.items() for inner in leaves(value, (*path, key))]


def spoil(tree: dict[str, Any], draw: random.Random) -> None:
    """Replace or remove something in a file, other than what it stands on."""
    path = draw.choice([path for path in leaves(tree) if path[0] not in ("game", "extends", "version", "name")])
    inside = tree
    for part in path[:-1]:
        inside = inside[part]
    if draw.random() < 0.3:
        del inside[path[-1]]
    else:
        inside[path[-1]] = draw.choice(SPOILED)


def first_mistake(file: str) -> str | None:
    """What the loader refuses a file for."""
    try:
        load_any_rules(file)
    except calc.RuleTableError as error:
        return error.message
    return None


@pytest.mark.parametrize("name", ["tenhou", "koikoi", "hiraya", "sanma-common", "mushi"])
@pytest.mark.parametrize("seed", range(4))
def test_a_spoiled_file_is_told_with_its_mistakes(name: str, seed: int, tmp_path: Path) -> None:
    draw = random.Random(f"{name} {seed}")
    tree = load(find_rule_file(name).read_text(encoding="utf-8"), file=None).value
    for _ in range(draw.randint(1, 4)):
        spoil(tree, draw)
    path = tmp_path / "spoiled.yaml"
    path.write_text(yaml.safe_dump(tree, allow_unicode=True, sort_keys=False), encoding="utf-8")
    found = check_any_rules(str(path)).mistakes
    first = first_mistake(str(path))
    assert first is None or any(first in one.message for one in found)
    assert len({(one.line, one.message) for one in found}) == len(found), "each mistake once"
    assert all(one.file is not None for one in found)


@pytest.mark.parametrize("name", rule_set_ids())
def test_a_file_that_is_right_is_left_as_it_is(name: str) -> None:
    checked = check_any_rules(str(find_rule_file(name)))
    assert checked.mistakes == []
    assert checked.rules is not None
    assert checked.rules.options == load_any_rules(name).options
    assert checked.tried == sum(len(option.choices or {}) for option in checked.rules.options.values())


def test_the_loader_still_stops_at_the_first_mistake(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("extends: riichi\nyaku: {pinfo: null, tanyo: null}\n", encoding="utf-8")
    with pytest.raises(calc.RuleTableError) as caught:
        load_any_rules(str(path))
    assert caught.value.path == "yaku.pinfo"
    assert [one.path for one in check_any_rules(str(path)).mistakes] == ["yaku.pinfo", "yaku.tanyo"]
