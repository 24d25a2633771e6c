"""Text that would steer a terminal, break a line or become a formula: shown harmless, handed on exactly."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from calc.text import UNPRINTABLE, escaped, guarded, printable, printable_lines
from tests.cli.running import run_on_terminal, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

#: Clears the screen, sets a title, rings, colours by one character, turns the direction, goes back, ends a line.
EVIL = "e\x1b[2J\x1b]0;t\x07\x9b31m\u202eRLO\u2066\u200f\x08\r\nNEXT\u2028\x7f"
#: The same for where a line cannot have an end.
FLAT = EVIL.replace("\r\n", "")
WIN: dict[str, Any] = ROWS["win"]
PILES = {EVIL: {"captured": "1B 3B 8B"}, f"B{EVIL}": {"captured": "2A"}}
ROUND: dict[str, Any] = {"id": EVIL, "rules": "koikoi", "players": PILES, "stopped_by": EVIL}
DRAW: dict[str, Any] = {"draw": {"kind": "exhaustive", "waiting": ["E"]}, "claim": {"scores": {EVIL: 1}}}
GAME = {
    "id": EVIL,
    "rules": "riichi",
    "players": [EVIL, f"b{EVIL}", "c", "d"],
    "rounds": [DRAW, DRAW],
    "claim": {"final": {EVIL: 1}},
}
MONTHS = {
    "id": EVIL,
    "rules": "koikoi",
    "players": [EVIL, f"B{EVIL}"],
    "rounds": [{"players": PILES, "stopped_by": EVIL}],
}
WAITING = {key: value for key, value in WIN.items() if key not in ("win", "by")}
#: Every place of a win where text is expected, with a text that is refused or told.
SLIPS: list[dict[str, Any]] = [
    {"hand": f"12{EVIL}"}, {"melds": EVIL}, {"win": EVIL}, {"seat": EVIL}, {EVIL: 1}, {"rules": EVIL},
    {"rules": f"./{EVIL}.yaml"}, {"options": {EVIL: 1}}, {"options": {"tanyao_open": EVIL}}, {"facts": {EVIL: 1}},
    {"liable": {"seat": "E", "for": EVIL}}, {"claim": {"yaku": [EVIL]}}, {"claim": {"points": EVIL}},
    {"claim": {"payments": {EVIL: 1}}}, {"claim": {EVIL: 1}}, {"dora": EVIL}, {"honba": EVIL},
]  # fmt: skip
RECORDS: dict[str, Any] = {
    "win": [WIN],
    "wins": [WIN, {**WIN, "claim": {"points": 1}}],
    "slips": [{**WIN, **slip} for slip in SLIPS],
    "round": [ROUND],
    "rounds": [ROUND, {**ROUND, "claim": {"scores": {EVIL: 1}, "winner": f"B{EVIL}"}}],
    "game": [GAME],
    "games": [GAME, MONTHS],
    "months": [MONTHS],
    "waiting": [WAITING],
    "waitings": [WAITING, WAITING],
}
FOR_PEOPLE: list[Any] = ROWS["for_people"]


def write(folder: Path, kind: str) -> str:
    (folder / f"{kind}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in RECORDS[kind]))
    return f"{kind}.jsonl"


def assert_only_shown(text: str) -> None:
    """Nothing but text and ends of lines; and no line begins with what followed an end of a line in a name."""
    found = UNPRINTABLE.search(text.replace("\n", ""))
    assert found is None, text[max(found.start() - 60, 0) : found.end() + 20]
    assert not re.search(r"^\W*NEXT", text, re.MULTILINE)


@pytest.mark.parametrize("command", FOR_PEOPLE, ids=" ".join)
@pytest.mark.parametrize("columns", [1_000, 40])
def test_what_is_for_people_is_only_shown(command: tuple[str, ...], columns: int, tmp_path: Path) -> None:
    name, kind, *more = command
    ran = run_yaku(name, write(tmp_path, kind), *more, folder=tmp_path, columns=columns)
    text = ran.out + ran.err
    assert "RLO" in text or kind in ("win", "wins", "waiting")
    assert UNPRINTABLE.search(text.replace("\n", "")) is None
    if columns > 40:
        # Narrower ones part lines within names too, and then show what stood there.
        assert_only_shown(text.replace("\ufffdNEXT", ""))


def test_a_line_is_only_shown() -> None:
    for line in (
        f"{EVIL} tsumo",
        f'123m456p789s1122z +2z tsumo seat=E round=E id="{FLAT}" {FLAT}=1',
        f'koikoi "{FLAT}":1B B:2A stopped_by={FLAT}',
    ):
        ran = run_yaku("score", line)
        assert_only_shown(ran.out + ran.err)
        assert "RLO" in ran.out + ran.err


def test_file_names_and_arguments_are_only_shown(tmp_path: Path) -> None:
    name = f"{FLAT}.json"
    (tmp_path / name).write_text("{")
    (tmp_path / f"{FLAT}.mjlog").write_text("<")
    commands = [
        ("score", name),
        ("game", name),
        ("log", name),
        ("batch", name, "-o", f"{FLAT}.csv"),
        ("rules", "check", name),
    ]
    commands += [
        ("score", f"no{name}"),
        ("batch", f"no{name}"),
        ("rules", "check", f"no{name}"),
        ("rules", "show", FLAT),
    ]
    commands += [
        (FLAT,),
        ("score", f"--{FLAT}"),
        ("score", "-f", FLAT),
        ("score", "--set", FLAT, "1m"),
        ("rules", "new", FLAT),
    ]
    commands += [("chart", f"./{FLAT}.yaml"), ("log", f"{FLAT}.mjlog", "--check"), ("score", "--rules", name, "1m")]
    commands += [
        ("batch", name, "-o", f"{FLAT}.csv", "--resume"),
        ("compare", "1m", "--rules", FLAT),
        ("dispute", "1m", "--claim", FLAT),
    ]
    for command in commands:
        ran = run_yaku(*command, folder=tmp_path)
        assert ran.code in (1, 2), command
        assert_only_shown(ran.out + ran.err)


def test_answers_are_only_shown() -> None:
    for answers in (f"koikoi\n{FLAT}, B\n", f"riichi\n{FLAT}\n", f"{FLAT}\n", f"./{FLAT}.yaml\n"):
        ran = run_yaku("ask", stdin=answers)
        assert_only_shown(ran.out + ran.err)
        assert "RLO" in ran.err


def test_a_log_is_only_shown(tmp_path: Path) -> None:
    tiles = ["1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "E", "S", "W", "N"]
    events = [
        {"type": "start_game", "names": [EVIL, f"b{EVIL}", "c", "d"]},
        {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "1m",
         "scores": [25000] * 4, "tehais": [tiles] * 4},
        {"type": "ryukyoku", "reason": "fanpai", "tenpais": [False] * 4, "deltas": [1000, -1000, 0, 0]},
        {"type": "end_game"},
    ]  # fmt: skip
    (tmp_path / f"{FLAT}.mjson").write_text("".join(json.dumps(event) + "\n" for event in events))
    for more in ((), ("-f", "markdown"), ("--check",), ("--check", "-f", "markdown")):
        ran = run_yaku("log", f"{FLAT}.mjson", *more, folder=tmp_path)
        assert_only_shown(ran.out + ran.err)
        assert "RLO" in ran.out + ran.err


@pytest.mark.parametrize("kind", ["win", "rounds", "games"])
def test_what_is_for_programs_is_exact(kind: str, tmp_path: Path) -> None:
    name, command = write(tmp_path, kind), "game" if kind == "games" else "score"
    ids = [record["id"] for record in RECORDS[kind]]
    plain = [json.loads(line) for line in run_yaku(command, name, "-f", "json", folder=tmp_path).out.split("\n")[:-1]]
    assert [one["id"] for one in plain] == ids
    text = run_yaku(command, name, "-f", "yaml", folder=tmp_path).out
    assert [one["id"] for one in yaml.safe_load_all(text)] == ids
    rows = run_yaku("batch", name, folder=tmp_path).out.split("\n")[:-1]
    assert [json.loads(line)["id"] for line in rows] == ids
    if kind == "rounds":
        assert list(plain[0]["players"]) == list(PILES)
        cells = csv.DictReader(io.StringIO(run_yaku(command, name, "-f", "csv", folder=tmp_path).out, newline=""))
        assert [row["id"] for row in cells] == ids


def test_a_terminal_obeys_nothing_of_what_is_for_programs(tmp_path: Path) -> None:
    name = write(tmp_path, "win")
    (tmp_path / name).write_text(json.dumps({**WIN, "id": FLAT}) + "\n")
    for command in (("score", name, "-f", "json"), ("batch", name, "--quiet")):
        seen = run_on_terminal(*command, folder=tmp_path, env={"COLUMNS": "100"})
        assert_only_shown(seen)
        assert json.loads(seen.splitlines()[-1])["id"] == FLAT
    for shown in (
        ("score", name, "-f", "csv"),
        ("score", name, "-f", "yaml"),
        ("batch", name, "-f", "csv", "--quiet"),
        ("score", name),
    ):
        assert_only_shown(run_on_terminal(*shown, folder=tmp_path, env={"COLUMNS": "100"}))


def test_escapes_are_json() -> None:
    every = "".join(
        map(chr, [*range(0x250), *range(0x600, 0x640), *range(0x2000, 0x2100), *range(0xFE00, 0xD7FF), 0xFEFF])
    )
    text = json.dumps({"a": every}, ensure_ascii=False) + "\n"
    assert json.loads(escaped(text)) == {"a": every}
    assert UNPRINTABLE.search(escaped(text)[:-1]) is None


def test_ends_of_lines_stay_where_there_are_lines() -> None:
    assert printable("a\nb\r\nc") == "a\ufffdb\ufffd\ufffdc"
    assert printable_lines("a\nb\r\nc\x1b\n") == "a\nb\ufffd\nc\ufffd\n"


FORMULAS = ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x", "'=1", "''-1"]
TEXTS = ["", "Aki", "'Aki", "a=b", "''", "1-2", " =1"]


def unguarded(cell: str) -> str:
    """The rule turned round, as the docs tell it."""
    return re.sub(r"^'('*[=+\-@＝＋－＠\t\r\n])", r"\1", cell)


def test_the_guard_is_exact_and_can_be_turned_round() -> None:
    assert [guarded(text) for text in FORMULAS] == [f"'{text}" for text in FORMULAS]
    assert [guarded(text) for text in TEXTS] == TEXTS
    assert [guarded(number) for number in (-1, -1.5, None, True)] == [-1, -1.5, None, True]
    for text in FORMULAS + TEXTS:
        assert unguarded(guarded(text)) == text
        assert unguarded(guarded(guarded(text))) == guarded(text)


def cells_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_of_any_table_is_a_formula(text: str, tmp_path: Path) -> None:
    piles = {text: {"captured": "1B 3B 8B"}, "B": {"captured": "2A"}}
    records = {
        "score": {**WIN, "id": text},
        "waits": {**WAITING, "id": text},
        "game": {"id": text, "players": [text, "B", "C", "D"], "rounds": [{"draw": DRAW["draw"]}]},
        "batch": {"id": text, "rules": "koikoi", "players": piles, "stopped_by": text},
    }
    for command, record in records.items():
        (tmp_path / "a.json").write_text(json.dumps(record))
        ran = run_yaku(command, "a.json", "-f", "csv", folder=tmp_path)
        cells = [cell for row in cells_of(ran.out) for cell in row]
        assert f"'{text}" in cells, command
        assert text not in cells
    months = {"rules": "koikoi", "players": [text, "B"], "rounds": [{"players": piles, "stopped_by": text}]}
    (tmp_path / "a.json").write_text(json.dumps(months))
    assert f"'{text}" in [
        cell for row in cells_of(run_yaku("game", "a.json", "-f", "csv", folder=tmp_path).out) for cell in row
    ]


def test_a_name_of_a_file_is_no_formula(tmp_path: Path) -> None:
    (tmp_path / "=1+1.txt").write_text("123m456p789s1122z +2z tsumo seat=E round=E\n")
    (header, row) = cells_of(run_yaku("batch", "=1+1.txt", "-f", "csv", folder=tmp_path).out)
    assert row[header.index("file")] == "'=1+1.txt"


def test_amounts_stay_numbers(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({**GAME, "rounds": [{"draw": DRAW["draw"]}] * 2, "claim": None}))
    header, *rows = cells_of(run_yaku("game", "a.json", "-f", "csv", folder=tmp_path).out)
    assert {row[header.index("change")] for row in rows} == {"3000", "-1000", ""}


def test_records_written_as_cells_are_exact() -> None:
    from calc.mahjong.records.plain import flat_from, record_from_flat, win_from

    for text in FORMULAS + TEXTS:
        win = win_from({**WIN, "id": text})
        cells = flat_from(win)
        assert record_from_flat(cells).id == text
        if text.isprintable() and text:
            assert cells["id"] == text or json.loads(cells["id"]) == text
