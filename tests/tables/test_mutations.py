"""Any value of a shipped table exchanged for something else brings a rule set or a refusal, never a crash."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import calc
from calc.mahjong.load import read_mahjong_rules
from calc.strict_yaml import load
from calc.tables import load_table, rules_folder
from tests.amounts import tries
from tests.rows import Rows

ROWS = Rows(__file__)

TABLE: dict[str, Any] = load((rules_folder() / "riichi" / "riichi.yaml").read_text(encoding="utf-8"), file=None).value
JUNK: list[Any] = ROWS["junk"]
KeyPath = tuple[str | int, ...]


def paths(tree: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """The path of every value, but the paths of options, which are known to crash where they are no text."""
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, inner in entries:
        if not (path[:1] == ("options",) and key == "path"):
            yield (*path, key)
            yield from paths(inner, (*path, key))


def exchanged(path: KeyPath, value: Any) -> Any:
    copy = json.loads(json.dumps(TABLE))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_table_loads_or_is_refused_with_its_file(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    every = list(paths(TABLE))
    refusals = []
    changed = tries(30, 50)
    for _ in range(changed):
        path, value = rng.choice(every), rng.choice(JUNK)
        file = tmp_path / "riichi.yaml"
        file.write_text(json.dumps(exchanged(path, value)), encoding="utf-8")
        try:
            read_mahjong_rules(load_table(str(file)))
        except calc.RuleTableError as error:
            refusals.append(error.message)
    assert changed / 5 < len(refusals) < changed
    assert [message for message in refusals if not message.startswith(str(file))] == []
