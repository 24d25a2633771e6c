"""Wins settled in columns: the rows, rejects and counts that each line alone would have, and really in columns."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import Any

import pytest

from calc.batch.win_rows import settle_win_lines
from calc.batch.work import Settings, _rules_of, _settle_lines, _settle_reads
from calc.intake.blocks import Block
from tests.judges.hands import near_misses, random_hands

SOUND = {"hand": "123456m345p2499s", "win": "3s", "by": "ron", "seat": "S", "round": "E", "riichi": True}
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
    drawn = [*random_hands(seed, 120), *(record for record, _ in near_misses(seed, 20))]
    lines = [*map(json.dumps, drawn), *OTHERS]
    chance.shuffle(lines)
    return lines


@pytest.mark.parametrize("settings", [{}, {"rules": "tenhou"}, {"options": {"kazoe": "none"}}, {"lang": "ja"}], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_lines_settled_together_are_what_they_are_alone(seed: int, settings: dict[str, Any]) -> None:
    chosen, given = Settings(**settings), block(mixed(seed), line=7)
    together, alone = _settle_lines(given, chosen), _settle_reads(given, chosen)
    assert together.rows == alone.rows
    assert together.rejects == alone.rejects
    assert together.tally == alone.tally
    assert together.wrong == alone.wrong
    assert sorted(together.defaults) == sorted(alone.defaults)


def test_plain_wins_are_settled_in_columns() -> None:
    lines = [json.dumps(record) for record in random_hands(4, 200)]
    data = "".join(line + "\n" for line in lines).encode()
    found = settle_win_lines(data, "a", 1, partial(_rules_of, settings=Settings()), "en")
    left = [place for place, row in enumerate(found.rows) if row is None and place not in found.refused]
    # Only what names a responsibility or a fact is looked at alone.
    assert [place for place in left if not {"liable", "facts"} & json.loads(lines[place]).keys()] == []
    assert sum(row is not None for row in found.rows) > 150
    assert sum(found.settled.values()) == sum(row is not None for row in found.rows)
