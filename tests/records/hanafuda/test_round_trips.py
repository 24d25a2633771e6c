"""Whatever a round holds, every spelling of it reads back as the same round."""

import csv
import io
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from calc.hanafuda.records.lines import (
    hanafuda_cells,
    hanafuda_from_flat,
    is_hanafuda_flat,
    is_hanafuda_line,
    parse_hanafuda_line,
    print_hanafuda_line,
)
from calc.hanafuda.records.plain import hanafuda_from
from calc.hanafuda.records.types import HanafudaHand, HanafudaRound
from calc.intake.records import read_records
from calc.intake.spelling import parse_any_line, print_any_line
from tests.amounts import tries
from tests.records.hanafuda.strategies import rounds

MODEST = settings(max_examples=tries(80, 300), deadline=None)


def exact(record: Any) -> str:
    """A round as text that tells 1 from true and from 1.0, and keeps the order of players."""
    return json.dumps(msgspec.to_builtins(record))


@MODEST
@given(record=rounds)
def test_a_round_reads_back_from_plain_data_and_from_json(record: HanafudaRound) -> None:
    plain = msgspec.to_builtins(record)
    assert exact(hanafuda_from(plain)) == exact(record)
    assert exact(hanafuda_from(json.loads(json.dumps(plain)))) == exact(record)


@MODEST
@given(record=rounds)
def test_a_round_reads_back_from_its_line(record: HanafudaRound) -> None:
    line = print_hanafuda_line(record)
    assert is_hanafuda_line(line)
    assert exact(parse_hanafuda_line(line)[0]) == exact(record)
    assert print_any_line(record) == line
    assert exact(parse_any_line(line)[0]) == exact(record)


@pytest.mark.parametrize("name", ["koikoi", "hand", "players", "id"])
def test_a_player_called_as_a_key_begins_a_line_not_a_mapping(name: str) -> None:
    record = HanafudaRound(players={name: HanafudaHand(captured=""), "A": HanafudaHand(captured="1B")})
    line = print_hanafuda_line(record)
    assert line == f"{name}.captured: A:1B"
    (entry,) = read_records(io.StringIO(line + "\n"), name="a.txt")
    assert entry.record == record


@MODEST
@given(record=rounds)
def test_a_round_reads_back_from_cells(record: HanafudaRound) -> None:
    cells = hanafuda_cells(record)
    assert is_hanafuda_flat(cells)
    assert exact(hanafuda_from_flat(cells)) == exact(record)


@MODEST
@given(record=rounds)
def test_a_round_reads_back_from_a_file_of_every_format(record: HanafudaRound) -> None:
    table = io.StringIO()
    cells = hanafuda_cells(record)
    csv.writer(table).writerows([cells.keys(), cells.values()])
    plain = msgspec.to_builtins(record)
    spellings = {
        "a.txt": print_hanafuda_line(record) + "\n",
        "a.jsonl": json.dumps(plain, ensure_ascii=False) + "\n",
        "a.json": json.dumps([plain], ensure_ascii=False, indent=1),
        "b.json": json.dumps(plain),
        "a.csv": table.getvalue(),
    }
    for name, text in spellings.items():
        if len(text.split()) == 1 and name == "a.txt":
            continue  # `A:` alone is the start of a mapping
        (entry,) = read_records(io.StringIO(text, newline=""), name=name)
        assert isinstance(entry.record, HanafudaRound), (name, entry.error)
        assert exact(entry.record) == exact(record), name
