"""The schemas of records and results: whatever is settled here fits them, and what is refused for its keys and types
does not.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.records.plain import waiting_from
from calc.records.plain import plain_from
from calc.schemas import Kind
from calc.settling import Settings, read_given, settle_reads
from calc.strict_yaml import documents
from tests.amounts import tries
from tests.cases import read_files
from tests.cli.running import PROJECT, run_yaku
from tests.rows import Rows
from tests.schemas.validating import paths, replaced, schema_of, wrongs

ROWS = Rows(__file__)

SAMPLES = [path for path in sorted((PROJECT / "samples").rglob("*.yaml")) if "extends:" not in path.read_text("utf-8")]
#: Of each kind one with most of its keys.
RICH: list[dict[str, Any]] = ROWS["rich"]
JUNK: list[Any] = [None, True, 0, -1, 1.5, 10**12, "", "x", [], [1], ["x"], {}, {"x": 1}]


def inputs() -> Iterator[tuple[str, Any, Any]]:
    """The records of all cases, as plain data where they are lines, with their options."""
    for path, case in read_files(""):
        yield f"{path.stem}: {case['name']}", case.get("input", case.get("record")), case.get("options")


def plain(record: Any) -> Any:
    """A record as plain data; none for a line that cannot be read."""
    if not isinstance(record, str):
        return record
    try:
        return plain_from(parse_any_line(record)[0])
    except calc.CalcError:
        return None


@pytest.fixture(autouse=True)
def _by_the_keys_of_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    """Schemas describe the keys and values of the contract, without the other words that are read for them."""
    monkeypatch.setattr("calc.records.plain.is_respelled", False)


def is_read(record: Any) -> bool | None:
    """Whether a record is read; none where keys contradict each other, which a schema may tell or not."""
    try:
        record_from(record)
    except calc.CalcError as error:
        return None if error.code == "contradiction" else False
    return True


def agree(record: Any) -> bool:
    """Whether the schema and the reader say the same of a record."""
    return is_read(record) in (None, wrongs("record", record) == [])


def test_every_case_that_is_read_fits_the_schema_and_no_other_does() -> None:
    tried, refused = 0, 0
    for name, given, _ in inputs():
        record = plain(given)
        if record is None:
            continue
        tried += 1
        refused += is_read(record) is False
        assert agree(record), name
    assert tried > 1000
    assert refused > 10


def test_every_result_of_a_case_fits_the_schema() -> None:
    kinds = set()
    together = defaultdict(list)
    for name, record, options in list(inputs())[:: tries(3, 1)]:
        together[msgspec.json.encode(options)].append((name, read_given(record)))
    for options, given in together.items():
        found = given
        for fields in ("full", "short"):
            settings = Settings(options=msgspec.json.decode(options) or {}, fields=fields)
            results = settle_reads([read for _, read in found], settings)
            for (name, _), result in zip(found, results, strict=True):
                kinds.add(type(result).__name__)
                assert wrongs("result", msgspec.to_builtins(result), type(result).__name__) == [], name
            # Only those of wins leave anything out.
            pairs = [*zip(found, results, strict=True)]
            found = [one for one, result in pairs if isinstance(result, calc.WinResult)]
    assert kinds == set(vars(calc)["__all__"]) & kinds
    assert len(kinds) == 6


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_sample_fits_the_schema(path: Path) -> None:
    kind: Kind = "waits-record" if "waits" in (path.parent.name, path.stem) else "record"
    for document in documents(path.read_text(encoding="utf-8")):
        assert wrongs(kind, document.value) == []


def test_a_list_of_records_fits_and_one_bad_record_in_it_does_not() -> None:
    assert wrongs("record", RICH) == []
    assert wrongs("record", [*RICH, {"hand": "123m", "round": "E"}]) == [
        '5: "by" is a required property',
        '5: "seat" is a required property',
    ]


@pytest.mark.parametrize("record", RICH, ids=["win", "round", "game", "hanafuda round", "hanafuda game"])
def test_any_change_of_a_record_is_judged_as_by_the_reader(record: dict[str, Any]) -> None:
    assert is_read(record)
    assert wrongs("record", record) == []
    refused = 0
    for path in paths(record):
        for junk in JUNK:
            changed = replaced(record, path, junk)
            assert agree(changed), (path, junk)
            refused += is_read(changed) is False
        around = path[:-1]
        if isinstance(path[-1], str):
            changed = replaced(record, (*around, "zzz"), 1)
            assert agree(changed), (around, "zzz")
    assert refused > 100


@ROWS.each("broken_wins_do_not_fit")
def test_broken_wins_do_not_fit(path: list[str | int], value: Any) -> None:
    assert wrongs("record", replaced(RICH[0], tuple(path), value)) != []


@pytest.mark.parametrize("missing", ["hand", "by", "seat", "round"])
def test_a_win_that_lacks_a_key_does_not_fit(missing: str) -> None:
    (wrong,) = wrongs("record", {key: value for key, value in RICH[0].items() if key != missing})
    # Hand and round may be left out where the worth is given, so that none of several ways fits.
    assert wrong.startswith(": {" if missing in {"hand", "round"} else f': "{missing}" is a required property')


def test_a_win_without_tiles_fits_without_a_round() -> None:
    record = {"by": "ron", "seat": "S", "han": 3, "fu": 30}
    assert is_read(record)
    assert wrongs("record", record) == []
    assert is_read({"by": "ron", "seat": "S"}) is False
    assert len(wrongs("record", {"by": "ron", "seat": "S"})) == 1


def test_a_hand_one_tile_short_fits_and_a_win_does_not() -> None:
    record = {"hand": "46p123456m789s22z", "seat": "S", "round": "E"}
    waiting_from(record)
    assert wrongs("waits-record", record) == []
    assert len(wrongs("waits-record", {**record, "by": "ron"})) == 1
    assert len(wrongs("waits-record", {"seat": "S"})) == 1


@pytest.mark.parametrize("line", ["46p123456m789s22z seat=S round=E", "46p123456m789s22z", "123m456p789s1122z5z"])
def test_what_a_hand_waits_for_fits_the_schema(line: str) -> None:
    ran = run_yaku("waits", line, "--format", "json")
    assert wrongs("waits-result", msgspec.json.decode(ran.out)) == []


def test_rows_of_a_batch_fit_the_schema() -> None:
    ran = run_yaku("batch", "samples/hands.jsonl", "samples/hanafuda", "samples/games", "-q")
    rows = [msgspec.json.decode(line) for line in ran.lines]
    assert len(rows) > 10
    assert [wrong for row in rows for wrong in wrongs("result", row)] == []
    assert {"file", "line"} <= rows[0].keys()


WIN: dict[str, Any] = msgspec.to_builtins(calc.score("riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi"))


def test_broken_results_do_not_fit() -> None:
    rng = Random(1)
    assert wrongs("result", WIN) == []
    assert wrongs("result", {**WIN, "hann": 1}) != []
    assert wrongs("result", {**WIN, "ok": False}) != []
    assert wrongs("result", {**WIN, "han": "3"}) != []
    for key in rng.sample(sorted(set(WIN) - {"fu_parts", "reading", "notes", "transfers"}), 8):
        assert wrongs("result", {name: value for name, value in WIN.items() if name != key}) != [], key


def test_every_key_tells_what_it_means() -> None:
    definitions = schema_of("record")["definitions"]
    for name in ("win", "round", "game", "hanafuda_round", "hanafuda_game"):
        assert [key for key, one in definitions[name]["properties"].items() if not one.get("description")] == []
    win = definitions["win"]["properties"]
    assert win["ura"]["description"].startswith("The indicators of ura dora, not the ura dora. Expected: tiles as text")
    assert win["rinshan"]["description"] == "Whether the win was rinshan kaihou. Expected: true or false."
    result = schema_of("result")["definitions"]["WinResult"]["properties"]
    assert [key for key, one in result.items() if not one.get("description") and "$ref" not in one] == []
