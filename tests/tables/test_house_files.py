"""House files with plausible changes: each is refused, or settles every record by a result or a refusal, never a crash.

What is put in place of a value, or beside it, is what other entries say there; so a file may well be right and odd.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import calc
from calc.games import load_rules
from calc.settling import Read, Settings, read_given, settle_reads
from calc.strict_yaml import load
from calc.tables.loader import ADDED, load_table
from tests.amounts import tries
from tests.rows import Rows

ROWS = Rows(__file__)

CASES = Path(__file__).parent.parent / "cases"
#: The cases whose records are settled under each set.
RECORDS: dict[str, Any] = ROWS["records"]
#: What says nothing of how anything is settled.
SILENT = {"source", "name", "question", "sources", "version", "disputed", "unverified", "about", "game", "meaning"}
#: How many house files are made of each set.
HOUSES = tries(12, 25)
#: What entries might say besides what the shipped ones do.
PLAUSIBLE: dict[str, list[Any]] = ROWS["plausible"]
KeyPath = tuple[str | int, ...]


def records_of(name: str) -> list[Read[Any]]:
    files = [path for pattern in RECORDS[name] for path in sorted(CASES.glob(pattern))]
    cases = [case for path in files for case in load(path.read_text(encoding="utf-8"), file=None).value]
    reads = [read_given(case["input"]) for case in cases if "options" not in case]
    return [read for read in reads if read.record is not None and read.record.rules in (None, name)][:30]


def paths(tree: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, inner in entries:
        if key not in SILENT:
            yield (*path, key)
            yield from paths(inner, (*path, key))


def value_at(tree: Any, path: KeyPath) -> Any:
    for part in path:
        tree = tree[part]
    return tree


def changed(data: dict[str, Any], every: list[KeyPath], known: dict[Any, list[Any]], rng: Random) -> dict[str, Any]:
    """A copy with one value exchanged, left out, or with one more beside it."""
    copy: dict[str, Any] = json.loads(json.dumps(data))
    path = rng.choice(every)
    box, key = value_at(copy, path[:-1]), path[-1]
    match rng.choice(("exchange", "exchange", "leave out", "add", "add")):
        case "exchange":
            box[key] = rng.choice([*known[key], *PLAUSIBLE.get(str(key), []), 0, 1, 100, True])
        case "leave out":
            del box[key]
        case _:
            more = rng.choice(list(PLAUSIBLE))
            inside = box[key] if isinstance(box[key], dict) else box
            if isinstance(inside, dict):
                inside[more] = rng.choice([*PLAUSIBLE[more], *known[more]])
    return copy


@pytest.mark.parametrize("name", RECORDS)
def test_a_plausible_house_file_is_refused_or_settles_every_record(name: str, tmp_path: Path) -> None:
    rng, reads, file = Random(name), records_of(name), tmp_path / "house.yaml"
    data = {key: value for key, value in load_table(name).data.items() if key not in ADDED}
    every, known = list(paths(data)), defaultdict[Any, list[Any]](list)
    for path in every:
        known[path[-1]].append(value_at(data, path))
    loaded = 0
    for _ in range(HOUSES):
        file.write_text(json.dumps(changed(data, every, known, rng)), encoding="utf-8")
        try:
            rules = load_rules(str(file))
        except calc.RuleTableError:
            continue
        loaded += 1
        assert len(settle_reads(reads, Settings(rules=rules))) == len(reads) > 5
    assert 0 < loaded < HOUSES
