"""One malformed rule file for every mistake the loaders know, each told with its file, line, path and a hint."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import calc
from calc.cli.main import app
from calc.hanafuda.load import load_hanafuda_rules
from calc.mahjong.load import load_mahjong_rules
from calc.strict_yaml import load
from tests.cli.running import run_yaku

HERE = Path(__file__).parent
FOLDER = HERE / "broken"
FAULTS: list[dict[str, Any]] = load((HERE / "broken.yaml").read_text(encoding="utf-8"), file=None).value
#: Right as it is loaded; wrong only under a choice that `yaku rules check` tries.
WRONG_CHOICE = FOLDER / "option_choice_that_does_not_fit.yaml"


def name_of(fault: dict[str, Any]) -> str:
    return str(Path(fault["file"]).stem)


def beginning_of(fault: dict[str, Any]) -> str:
    """Where the message says the mistake is; a file as a whole has no line."""
    line, path = fault["line"], fault.get("path")
    place = f"{HERE / fault.get('blamed', fault['file'])}" + (f":{line}" if line is not None else "")
    return f"{place}, {path}: " if path else f"{place}: "


@pytest.mark.parametrize("fault", FAULTS, ids=name_of)
def test_a_broken_rule_file_is_refused_with_its_file_line_and_path(fault: dict[str, Any]) -> None:
    file = str(HERE / fault["file"])
    load_file: Any = load_hanafuda_rules if "hanafuda" in fault["file"] else load_mahjong_rules
    with pytest.raises(calc.RuleTableError) as caught:
        load_file(file)
    message, beginning = caught.value.message, beginning_of(fault)
    assert caught.value.code == "rule_table"
    assert message.startswith(beginning)
    for word in fault.get("says", []):
        assert word in message.removeprefix(beginning)
    if "message" in fault:
        assert message.removeprefix(beginning) == fault["message"]
        assert (caught.value.file, caught.value.line, caught.value.path) == (file, fault["line"], fault.get("path"))


# Checking loads a file with every choice of every option; what it prints is the loader's error, asked of all above.
@pytest.mark.parametrize(
    "fault", [one for at, one in enumerate(FAULTS) if "message" in one or at % 6 == 0], ids=name_of
)
def test_checking_a_broken_rule_file_prints_the_error_and_exits_with_1(fault: dict[str, Any]) -> None:
    result = CliRunner().invoke(app, ["rules", "check", str(HERE / fault["file"])])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    if fault["file"] != "broken_hanafuda/another_game.yaml":  # of which it is not known that it is of hanafuda
        assert result.stderr.startswith(f"error: {beginning_of(fault)}{fault.get('message', '')}")


def test_every_broken_file_has_its_row() -> None:
    files = {path for folder in ("broken", "broken_hanafuda") for path in (HERE / folder).iterdir()}
    assert files == {WRONG_CHOICE, *(HERE / fault["file"] for fault in FAULTS)}
    assert len(files) == len(FAULTS) + 1


def test_a_choice_that_does_not_fit_is_found_by_checking_though_the_default_loads() -> None:
    assert load_mahjong_rules(str(WRONG_CHOICE)).points.round_up_to == 100
    result = CliRunner().invoke(app, ["rules", "check", str(WRONG_CHOICE)])
    assert "points.round_up_to: expected a whole number, found 'ten'" in result.stderr
    assert (result.exit_code, result.stdout) == (1, "")


def test_an_error_knows_its_file_and_line_also_where_the_yaml_itself_is_wrong() -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules(str(FOLDER / "duplicate_key.yaml"))
    assert (caught.value.file, caught.value.line) == (str(FOLDER / "duplicate_key.yaml"), 4)


def test_an_error_knows_its_file_line_and_path() -> None:
    file = str(FOLDER / "unknown_key.yaml")
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules(file)
    assert (caught.value.file, caught.value.line, caught.value.path) == (file, 4, "yaku.pinfu.vlaue")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "binary.yaml"
    file.write_bytes(b"\xff\xfe\x00game")
    with pytest.raises(calc.RuleTableError, match=r"binary\.yaml:1: expected text in UTF-8, found other bytes"):
        load_mahjong_rules(str(file))


def test_a_file_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(
        calc.RuleTableError, match=r"expected a rule file, but there is no file '\./nowhere\.yaml'"
    ) as caught:
        load_mahjong_rules("./nowhere.yaml")
    assert caught.value.code == "unknown_rules"


@pytest.mark.parametrize("stem", ["unknown_key", "alias_bomb"])
def test_the_command_prints_no_traceback(stem: str) -> None:
    ran = run_yaku("rules", "check", str(FOLDER / f"{stem}.yaml"))
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    assert (ran.code, ran.out) == (1, "")


def test_a_right_file_is_said_to_be_right(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text("extends: riichi\nversion: 2.1.0\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["rules", "check", str(file)])
    assert result.stdout.startswith("house@2.1.0: right (")
    assert (result.exit_code, result.stderr) == (0, "")
