"""JSON lines settled together: the rows, rejects and counts that each line has alone."""

import json
from random import Random
from typing import Any
from unittest import mock

import msgspec
import pytest

import calc
from calc.batch.settle import Settings, settle_block
from calc.batch.tally import Tally, add_up
from calc.intake.blocks import Block
from calc.mahjong.records import fast_lines
from tests.amounts import tries
from tests.judges.hands import near_misses, random_hands
from tests.rows import Rows

ROWS = Rows(__file__)

SOUND = {"hand": "123456m345p2499s", "win": "3s", "by": "ron", "seat": "S", "round": "E", "riichi": True}
PAO: dict[str, Any] = ROWS["pao"]
#: Lines of every sort between plain wins.
OTHERS: list[str] = [
    "",
    "# a comment",
    "not JSON",
    '{"hand": 1}',
    json.dumps({**SOUND, "rules": "no_such_set"}),
    json.dumps({**SOUND, "rules": "tenhou"}),
    json.dumps({**SOUND, "rules": "koikoi"}),
    json.dumps({**SOUND, "id": "五"}, ensure_ascii=False),
    json.dumps({**SOUND, "claim": {"points": 1300}}),
    json.dumps({**SOUND, "claim": {"points": 2600}}),
    json.dumps({**SOUND, "riichi": False, "claim": {"win": False}}),
    json.dumps({**SOUND, "riichi": False}),
    json.dumps({**SOUND, "hand": "123456m345p249s"}),
    json.dumps({**SOUND, "options": {"kazoe": "none"}}),
    json.dumps({**SOUND, "melds": "(123m"}),
    json.dumps({**SOUND, "facts": {"riichi_wall": 3}}),
    json.dumps({**SOUND, "facts": {"no_such": 3}}),
    json.dumps({**PAO, "id": "pao"}),
    json.dumps({**PAO, "liable": [PAO["liable"]], "melds": ["(4 4 4z)"]}),
    json.dumps({**PAO, "liable": {"for": "no_such", "seat": "W"}}),
    json.dumps({**SOUND, "han": 2, "fu": 30}),
    json.dumps({**SOUND, "seat": "Q"}),
    '{"hand":"1m","hand":"2m"}',
    json.dumps(
        {"rules": "koikoi", "players": {"A": {"captured": "1BR 3B 8B"}, "B": {"captured": ""}}, "stopped_by": "A"}
    ),
    json.dumps({"players": {"A": {}}}),
    json.dumps({"round": "E", "number": 1, "draw": {"kind": "exhaustive", "waiting": ["E"]}}),
]


def block(lines: list[str], line: int = 1) -> Block:
    return Block(form="jsonl", file="a file.jsonl", line=line, data="".join(one + "\n" for one in lines).encode())


def mixed(seed: int) -> list[str]:
    chance = Random(seed)
    drawn = [*random_hands(seed, tries(40, 120)), *(record for record, _ in near_misses(seed, tries(10, 20)))]
    lines = [*map(json.dumps, drawn), *OTHERS]
    chance.shuffle(lines)
    return lines


@pytest.mark.parametrize("settings", [{}, {"rules": "tenhou"}, {"options": {"kazoe": "none"}}, {"lang": "ja"}], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_lines_settled_together_are_what_they_are_alone(seed: int, settings: dict[str, Any]) -> None:
    chosen, lines = Settings(**settings), mixed(seed)
    together = settle_block(block(lines, line=7), chosen)
    alone = [settle_block(block([line], line=7 + place), chosen) for place, line in enumerate(lines)]
    assert together.rows == b"".join(one.rows for one in alone)
    assert together.rejects == b"".join(one.rejects for one in alone)
    assert together.wrong == [wrong for one in alone for wrong in one.wrong]
    assert set(together.defaults) == {name for one in alone for name in one.defaults}
    tally = Tally()
    for one in alone:
        add_up(tally, one.tally)
    assert together.tally == tally


def test_a_few_unusual_lines_have_no_others_looked_at_twice() -> None:
    lines = [*map(json.dumps, random_hands(5, 300)), json.dumps(PAO), json.dumps({**SOUND, "facts": {"x": 1}})]
    with mock.patch.object(fast_lines, "_is_plain", wraps=fast_lines._is_plain) as looked:
        settle_block(block(lines), Settings())
    assert looked.call_count == 2


def test_rows_are_the_results_of_the_library() -> None:
    records = list(random_hands(4, 200))
    rows = settle_block(block([json.dumps(record) for record in records]), Settings()).rows.splitlines()
    results = [msgspec.to_builtins(result) for result in calc.score_many(records, fields="short")]
    assert [json.loads(row) for row in rows] == [
        {**result, "file": "a file.jsonl", "line": line} for line, result in enumerate(results, start=1)
    ]
