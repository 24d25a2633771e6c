"""``yaku score``: a line, files of every form, standard input, and which rule set counts where none is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run_alone, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

LINE = "123m456p789s1122z +2z ron seat=S round=E from=W riichi"
HAND = f"riichi {LINE}"
RECORD: dict[str, Any] = ROWS["record"]
YAML = "".join(f"{key}: {value}\n" for key, value in RECORD.items())
#: The one record in every form, by file name; the id says which.
TEXTS = {
    "lines.txt": f"# a comment\n\n{HAND} id=lines\n",
    "record.yaml": f"# a comment\nid: yaml\n{YAML}riichi: true\n",
    "list.yml": f"- id: yml\n  {YAML.replace(chr(10), chr(10) + '  ')}riichi: true\n",
    "lines.jsonl": json.dumps({"id": "jsonl", **RECORD, "riichi": True}) + "\n",
    "whole.json": json.dumps([{"id": "json", **RECORD, "riichi": True}], indent=1) + "\n",
    "rows.csv": f"id,{','.join(RECORD)},riichi\ncsv,{','.join(RECORD.values())},true\n",
}
#: A rule set of one's own that does not round up to mangan, so that it shows whether it counts.
OWN_RULES = (
    "game: riichi\nextends: riichi\nversion: 7.0.0\nname: {en: Our table, ja: 我が卓}\n"
    "options: {kiriage_mangan: {default: false, source: guide}}\n"
)
MANGAN = "234m34567p56788s +8p ron seat=S round=E from=E dora=1m riichi"


def results(*arguments: str, **options: Any) -> list[dict[str, Any]]:
    ran = run_yaku("score", *arguments, "--format", "json", "--fields", "short", **options)
    return [json.loads(line) for line in ran.lines]


def same(found: list[dict[str, Any]]) -> bool:
    """Whether all results are those of the one hand, whatever they are called."""
    expected = {**results(HAND)[0], "id": None}
    return bool(found) and all({**result, "id": None} == expected for result in found)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


# ---- a line


def test_options_may_stand_before_between_and_after_the_words() -> None:
    words = HAND.split()
    assert same(results(*words))
    assert run_yaku("score", "-f", "csv", *words).out == run_yaku("score", *words[:4], "-f", "csv", *words[4:]).out


# ---- files and standard input


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_of_every_form(files: Path, name: str) -> None:
    found = results(str(files / name))
    assert same(found)
    assert found[0]["id"] in name, "the ids are endings or stems of the names"


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("arguments", [["-"], []], ids=["-", "no argument"])
def test_standard_input_of_every_form(name: str, arguments: list[str]) -> None:
    assert same(results(*arguments, stdin=TEXTS[name]))


def test_several_files_of_mixed_forms_and_standard_input_in_order(files: Path) -> None:
    found = results(str(files / "rows.csv"), "-", str(files / "lines.txt"), stdin=TEXTS["record.yaml"])
    assert same(found)
    assert [result["id"] for result in found] == ["csv", "yaml", "lines"]


def test_arguments_that_are_not_all_files_are_one_line(files: Path) -> None:
    (files / HAND.split()[1]).write_text("a file with the name of a hand", encoding="utf-8")
    assert run_yaku("score", *HAND.split(), folder=files).out == run_yaku("score", HAND).out


def test_a_file_with_windows_line_ends_and_a_byte_order_mark(files: Path) -> None:
    path = files / "windows.txt"
    path.write_bytes(b"\xef\xbb\xbf" + f"# comment\r\n{HAND}\r\n".encode())
    assert same(results(str(path)))


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="needs a pipe with a name")
def test_a_pipe_with_a_name_is_a_file() -> None:
    # As is what `yaku score <(...)` hands over.
    assert '"points":2600' in run_alone("score", "/dev/stdin", "-f", "json", stdin=f"{HAND}\n").out


# ---- which rule set counts


def test_the_default_is_announced_once_on_standard_error() -> None:
    ran = run_yaku("score", stdin=f"{LINE}\n{LINE}\n{HAND}\n")
    assert ran.err.count("rules:") == 1
    assert ran.err.startswith("rules: riichi (the default")
    assert "rules:" not in ran.out


def test_rules_of_the_command_line_win_over_those_of_the_record() -> None:
    assert results(HAND, "--rules", "tenhou")[0]["rules"] == "tenhou@2.0.0"


def test_settings_win_over_the_options_of_the_record() -> None:
    line = f"riichi {MANGAN} options.kiriage_mangan=false"
    assert [results(line)[0]["points"], results(line, "-s", "kiriage_mangan=true")[0]["points"]] == [7700, 8000]


def test_the_users_own_yaku_yaml_counts_where_the_folder_has_none(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "folder"
    (home / "yaku").mkdir(parents=True)
    folder.mkdir()
    env = {"HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    (home / "yaku" / "yaku.yaml").write_text(OWN_RULES, encoding="utf-8")
    assert "(yaku@7.0.0)" in run_yaku("score", MANGAN, folder=folder, env=env).out
    (folder / "yaku.yaml").write_text(OWN_RULES.replace("7.0.0", "8.0.0"), encoding="utf-8")
    assert "(yaku@8.0.0)" in run_yaku("score", MANGAN, folder=folder, env=env).out
