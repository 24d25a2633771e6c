"""Whatever a win holds, every spelling of it reads back as the same win."""

import csv
import io
import json
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings, strategies as st

from calc.intake.records import read_records
from calc.mahjong.records import lines
from calc.mahjong.records.lines import canonical, parse_line, print_line, read_plain_line
from calc.mahjong.records.plain import flat_from, record_from_flat, win_from
from calc.mahjong.records.types import Win
from calc.records.plain import plain_from
from calc.tables.shelf import rule_set_ids
from tests.amounts import tries
from tests.records.json_texts import decode_json
from tests.records.strategies import plain_wins, wins
from tests.rows import Rows

ROWS = Rows(__file__)


MODEST = settings(max_examples=tries(60, 200), deadline=None)


def exact(win: Win) -> str:
    """A win as text that tells 1 from true and from 1.0."""
    return json.dumps(plain_from(win), sort_keys=True)


@MODEST
@given(plain=plain_wins)
def test_the_canonical_spelling_is_canonical(plain: dict[str, Any]) -> None:
    win = canonical(win_from(plain))
    assert exact(canonical(win)) == exact(win)


@MODEST
@given(win=wins)
def test_a_win_reads_back_from_plain_data_and_from_json(win: Win) -> None:
    assert exact(win_from(plain_from(win))) == exact(win)
    decoded = decode_json(json.dumps(plain_from(win)))
    assert isinstance(decoded, Win)
    assert exact(decoded) == exact(win)


@MODEST
@given(win=wins)
def test_a_win_reads_back_from_cells(win: Win) -> None:
    assert exact(record_from_flat(flat_from(win))) == exact(win)


@MODEST
@given(win=wins)
def test_a_win_reads_back_from_its_line(win: Win) -> None:
    line = print_line(win)
    read, columns = parse_line(line)
    assert exact(read) == exact(win)
    assert print_line(read) == line
    assert not any(":" in key for key in columns if key.startswith(("hand:", "dora:", "ura:", "discards:", "melds[")))


@MODEST
@given(plain=plain_wins)
def test_a_win_that_is_not_canonical_prints_as_the_line_of_its_canonical_form(plain: dict[str, Any]) -> None:
    win = win_from(plain)
    assert exact(parse_line(print_line(win))[0]) == exact(canonical(win))


@MODEST
@given(win=wins)
def test_a_win_reads_back_from_a_file_of_every_format(win: Win) -> None:
    table = io.StringIO()
    writer = csv.writer(table)
    cells = flat_from(win)
    writer.writerow(cells)
    writer.writerow(cells.values())
    plain = plain_from(win)
    texts = {
        "a.txt": print_line(win) + "\n",
        "a": print_line(win) + "\r\n",
        "a.jsonl": json.dumps(plain, ensure_ascii=False) + "\n",
        "a.json": json.dumps([plain], ensure_ascii=False, indent=1),
        "b.json": json.dumps(plain, ensure_ascii=False, indent=1),
        "a.csv": table.getvalue(),
        "a.yaml": yaml.dump(plain, Dumper=_Quoting, allow_unicode=False),
    }
    for name, text in texts.items():
        (entry,) = read_records(io.StringIO(text, newline=""), name=name)
        assert isinstance(entry.record, Win), (name, entry.error)
        assert exact(entry.record) == exact(win), name


class _Quoting(yaml.SafeDumper):
    """Quotes every text, and writes numbers as YAML 1.2 reads them."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Quoting.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"'))


def _spell_float(number: float) -> str:
    """``1e-05`` as ``1.0e-05``: YAML 1.1, which this writer knows, wants the point."""
    text = repr(number)
    return text if "." in text else text.replace("e", ".0e")


_Quoting.add_representer(
    float, lambda dumper, number: dumper.represent_scalar("tag:yaml.org,2002:float", _spell_float(number))
)


@MODEST
@given(win=wins, random=st.randoms())
def test_a_plain_line_is_read_as_word_by_word(win: Win, random: Random) -> None:
    first, *rest = print_line(win).split(f" {win.by} ")
    words = " ".join(rest).split()
    random.shuffle(words)
    line = " ".join([first, win.by, *words])
    plain = read_plain_line(line)
    if plain is not None:
        assert plain == lines._parse(line, Win)


@pytest.mark.parametrize("rules", ["", *rule_set_ids()])
def test_plain_lines_are_read_by_one_pattern(rules: str) -> None:
    line = f"{rules} 0123m7z +7z (555p) [9999s] ron seat=S round=E from=W dora=31m ura=1z riichi=double honba=2".strip()
    assert read_plain_line(line) == lines._parse(line, Win)


@pytest.mark.parametrize("name", ["0", "7", "1002003", "g-7", "Aki", "x:2.b#c", "nulls", "trueish", "E", "id"])
def test_plain_lines_may_have_ids(name: str) -> None:
    line = f"123m tsumo seat=E round=E id={name} honba=1"
    found = read_plain_line(line)
    assert found is not None
    assert found == lines._parse(line, Win)
    assert found[0].id == (int(name) if name.isdecimal() else name)


@pytest.mark.parametrize(
    "name", ["true", "False", "null", "NULL", "-5", "1.5", "1e5", "007", "9" * 16, "1a", "é", '"a b"', "[1]", "~"]
)
def test_ids_that_may_be_anything_else_are_read_word_by_word(name: str) -> None:
    assert read_plain_line(f"123m tsumo seat=E round=E id={name}") is None


@ROWS.each("any_other_line_is_read_word_by_word", also=[f"{'1' * 1001}m tsumo seat=E round=E"])
def test_any_other_line_is_read_word_by_word(line: str) -> None:
    assert read_plain_line(line) is None
