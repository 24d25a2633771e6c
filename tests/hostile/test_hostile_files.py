"""Which files are read: those that the command line names, what they extend beside them, and no others."""

import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import calc
from calc.tables.kept import Loader
from tests.cli.running import run_yaku

WIN = {"hand": "123m456p789s1122z", "win": "2z", "by": "tsumo", "seat": "S", "round": "E"}
ROUND = {"players": {"A": {"captured": "1B 3B 8B"}, "B": {"captured": "2A"}}, "stopped_by": "A"}
#: A rule file that is right, so that only whether it is read makes a difference.
SECRET = "game: riichi\nextends: tenhou\nversion: 9.9.9\nname: {en: Secret, ja: 秘密}\nsources: {house: me}\n"
HEAD = "version: 1.0.0\nname: {en: House, ja: 家}\nsources: {house: me}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to work in, beside one that is nobody's business."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "secret.yaml").write_text(SECRET)
    here = tmp_path / "here"
    here.mkdir()
    (here / "secret.yaml").write_text(SECRET)
    return here


def told(ran: Any) -> str:
    return str(ran.out + ran.err)


@pytest.mark.parametrize(
    "name", ["./secret.yaml", "secret.yaml", "../secret/secret.yaml", "/etc/passwd", "http://a/b.yaml"]
)
@pytest.mark.parametrize("command", ["score", "game", "dispute", "compare", "waits", "batch"])
def test_a_record_of_a_file_names_no_file(command: str, name: str, folder: Path) -> None:
    record: dict[str, Any] = {"rules": name, **WIN}
    if command == "game":
        record = {"rules": name, "players": ["A", "B", "C", "D"], "rounds": [{"draw": {"kind": "sanchahou"}}]}
    if command == "waits":
        record = {key: value for key, value in record.items() if key not in ("win", "by")}
    (folder / "a.json").write_text(json.dumps(record))
    ran = run_yaku(command, "a.json", folder=folder)
    assert ran.code == 1
    assert f"a record names a rule set by its id, found the file '{name}'" in told(ran)
    # Neither its version nor a fault in it is told: it was not looked at.
    assert "9.9.9" not in told(ran)
    assert "expected a mapping" not in told(ran)


@pytest.mark.parametrize("command", ["score", "dispute", "batch"])
def test_no_option_makes_a_file_of_a_record_be_read(command: str, folder: Path) -> None:
    (folder / "a.jsonl").write_text(json.dumps({"rules": "./broken.yaml", **WIN}) + "\n")
    (folder / "broken.yaml").write_text("nonsense")
    ran = run_yaku(command, "a.jsonl", "--set", "tanyao_open=false", folder=folder)
    assert "found the file './broken.yaml'" in told(ran)
    assert "expected a mapping" not in told(ran)


@pytest.mark.parametrize("command", ["score", "waits"])
def test_options_are_not_looked_up_in_a_file_of_a_record(command: str, folder: Path) -> None:
    record = {key: value for key, value in WIN.items() if command == "score" or key not in ("win", "by")}
    (folder / "a.json").write_text(json.dumps({"rules": "./secret.yaml", **record}))
    ran = run_yaku(command, "a.json", "--set", "nonsense=1", folder=folder)
    assert "secret has no option" not in ran.err
    assert "found the file './secret.yaml'" in ran.err


@pytest.mark.parametrize(
    "record", [{"rules": "./secret.yaml", **WIN}, "./secret.yaml 123m456p789s1122z +2z tsumo seat=S round=E"]
)
def test_a_record_of_a_program_names_no_file(record: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (refusal,) = calc.score_many([record])
    assert isinstance(refusal, calc.Refusal)
    assert (refusal.error.code, refusal.error.key) == ("unknown_rules", "rules")
    assert refusal.rules is None
    (outcome,) = calc.settle_stream([record])
    assert isinstance(outcome, calc.Refusal)
    assert outcome.rules is None
    with pytest.raises(calc.CalcError, match=r"found the file './secret\.yaml'"):
        calc.settle_round({"rules": "./secret.yaml", **ROUND})


def test_whoever_calls_may_name_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert calc.score(WIN, rules="./secret.yaml").rules == "secret@9.9.9"
    ran = run_yaku("score", "./secret.yaml 123m456p789s1122z +2z tsumo seat=S round=E", folder=folder)
    assert "secret@9.9.9" in ran.out


@pytest.mark.parametrize(
    "name",
    [
        *("../secret/secret", "../secret/secret.yaml", "/etc/passwd", "http://localhost/a.yaml", "file:///etc/passwd"),
        *(".", "..", "a" * 1_000, "here/secret.yaml"),
    ],
)
def test_extends_leads_nowhere_but_to_a_neighbour_or_a_shipped_set(name: str, folder: Path) -> None:
    (folder / "house.yaml").write_text(f'game: riichi\nextends: "{name}"\n{HEAD}')
    for command in (("rules", "check"), ("rules", "show")):
        ran = run_yaku(*command, "house.yaml", folder=folder)
        assert ran.code == (1 if command[1] == "check" else 2)
        assert "house.yaml:2, extends: unknown rule set" in ran.err
        assert "9.9.9" not in told(ran)


def test_extends_may_name_a_neighbour(folder: Path) -> None:
    (folder / "house.yaml").write_text(f"game: riichi\nextends: secret\n{HEAD}")
    assert run_yaku("rules", "check", "house.yaml", folder=folder).code == 0


def test_extends_that_goes_round_is_refused(folder: Path) -> None:
    (folder / "own.yaml").write_text(f"extends: own\n{HEAD}")
    (folder / "a.yaml").write_text(f"extends: b\n{HEAD}")
    (folder / "b.yaml").write_text(f"extends: a\n{HEAD}")
    for number in range(20):
        (folder / f"chain{number}.yaml").write_text(f"extends: chain{number + 1}\n{HEAD}")
    for name in ("own", "a", "chain0"):
        ran = run_yaku("rules", "show", f"{name}.yaml", folder=folder)
        assert ran.code == 2
        assert "extends this file in turn; a rule set cannot stand on itself" in ran.err


ENTRY = "{name: {en: a, ja: b}, when: {all: [crane]}, value: 1, source: house}"
LAUGHS = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 8))
MANY = "".join(f"  y{n}: {ENTRY}\n" for n in range(800))
CHOICES = ", ".join(f"c{n}: {{}}" for n in range(257))
EXCESS = {
    "a fast growing file": (LAUGHS, "aliases counted each time"),
    "a large file": (f"{HEAD}# {'x' * (1 << 20)}\n", "a rule file of at most 1,048,576 bytes, found more"),
    "many entries": (f"yaku:\n{MANY}", "expected at most 5,120 values in a rule file"),
    "many choices": (f"options: {{o: {{choices: {{{CHOICES}}}}}}}\n", "at most 256 choices of all options together"),
    "a long key": (f'"{"k" * 129}": 1\n', "expected a key of at most 128 characters, found 129"),
    "a long text": (f"name: {{en: {'k' * 2_049}, ja: x}}\n", "a text of at most 2,048 characters, found 2,049"),
    "a large number": ("yaku: {sanko: {value: 10000001}}\n", "numbers up to 10,000,000, found one of 8"),
    "many digits": ("yaku: {sanko: {value: " + "9" * 299 + "}}\n", "numbers up to 10,000,000, found one of 299"),
    "a large fraction": ("yaku: {sanko: {value: -1e300}}\n", "expected numbers up to 10,000,000"),
    "an escape": ('version: "1.0\\e[2J"\n', "version: expected a text of one line that can be shown, found '\\x1b'"),
    "a second line": ('name: {en: "a\\nb", ja: x}\n', "name.en: expected a text of one line that can be shown, found"),
    "a turn of direction": ('name: {en: "a\\u202eb", ja: x}\n', "expected a text of one line that can be shown"),
    "an escape in a key": ('"a\\x9b": 1\n', "expected a key of one line that can be shown, found '\\x9b' in it"),
}  # fmt: skip


@pytest.mark.parametrize("what", EXCESS)
def test_a_rule_file_is_bounded(what: str, tmp_path: Path) -> None:
    text, message = EXCESS[what]
    (tmp_path / "house.yaml").write_text(f"extends: koikoi\n{text}")
    for command in (
        ("rules", "show"),
        ("rules", "check"),
        ("rules", "diff", "koikoi"),
        ("score", "koikoi A:1B B:2A", "-r"),
    ):
        ran = run_yaku(*command, "./house.yaml", folder=tmp_path)
        assert ran.code == (1 if command[1] == "check" else 2)
        assert message in ran.err
        assert len(ran.err) < 10_000


def test_what_stands_at_the_bounds_is_read(tmp_path: Path) -> None:
    long = "k" * 2_048
    text = f"extends: koikoi\nversion: 1.0.0\nname: {{en: {long}, ja: x}}\nsources: {{{'k' * 128}: me}}\n"
    text += "yaku: {sanko: {value: 10000000, source: " + "k" * 128 + "}}\n"
    (tmp_path / "house.yaml").write_text(text)
    ran = run_yaku("rules", "check", "house.yaml", folder=tmp_path)
    assert (ran.code, ran.err) == (0, "")


def test_a_rule_file_has_a_name_that_can_be_shown(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2Jb.yaml").write_text("extends: koikoi\n")
    ran = run_yaku("rules", "check", "a\x1b[2Jb.yaml", folder=tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == ("error: expected a file name that can be shown, found 'a\\x1b[2Jb.yaml'; give it another name\n")


@pytest.mark.parametrize("name", ["a" * 5_000 + ".yaml", "a\0b.yaml", "a/" * 3_000])
def test_a_name_that_no_file_can_have_is_none(name: str) -> None:
    with pytest.raises(calc.RuleTableError, match="there is no file"):
        calc.load_rules(name)


def test_a_loader_keeps_a_bounded_number_of_files(tmp_path: Path) -> None:
    loader = Loader(lambda table: table.data["version"])
    with mock.patch("calc.tables.kept._MOST_TABLES", 8):
        for number in range(12):
            file = tmp_path / f"house{number}.yaml"
            file.write_text(f"extends: koikoi\nversion: 1.0.{number}\n")
            assert loader.load(str(file)) == f"1.0.{number}"
    assert len(loader._tables) == 8
    assert loader.load(str(tmp_path / "house0.yaml")) == "1.0.0"
