"""``yaku score``: what is wrong, where, and how to mend it, with a caret under the column; and never a traceback."""

from pathlib import Path
from typing import Any

import pytest

from calc.text import cells
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

TILES = "riichi 123m456p789s1122z +2z ron seat=S round=E"

#: A line, the text in it that the caret stands under (``""``: behind its end), and words of the message.
FAULTS: dict[str, Any] = ROWS["faults"]
#: The same, behind wide characters: the caret stands under the column of the screen, not of the text.
WIDE = {
    "a value behind a Japanese id": (f"{TILES.replace('seat=S', 'id=大三元の手 seat=Q')}", "Q", "seat"),
    "a claim behind a Japanese id": (f"{TILES} id=大三元の手 claim.points=lots", "lots", "points"),
    "a fault within Japanese": (TILES.replace("123m", "一二三の"), "の", "found 'の'"),
    "half-width and full-width": (f"{TILES} id=ｱｶドラ honba=x", "x", "whole number"),
    "Japanese brackets": (TILES.replace("+2z", "+2z 「345m」"), "「345m」", "「345m」"),
}


def caret_line(err: str, line: str) -> str:
    """The line with the caret, checked to stand under the record as it was given."""
    shown = err.splitlines()
    assert shown[1] == f"  {line}"
    assert len(shown) == 3, "the message, the record, the caret"
    return shown[2]


@pytest.mark.parametrize("what", [*FAULTS, *WIDE])
def test_a_fault_of_a_line_has_a_caret_under_its_column(what: str) -> None:
    line, at, words = {**FAULTS, **WIDE}[what]
    ran = run_yaku("score", line)
    assert (ran.out, ran.code) == ("", 1)
    message = ran.err.splitlines()[0]
    assert message.startswith("error: ")
    assert words in message
    caret = caret_line(ran.err, line)
    assert caret.strip() == "^"
    if at is not None:
        before = line[: line.rindex(at)] if at else line
        assert cells(caret) - 1 == cells(f"  {before}")


@pytest.mark.parametrize("line", ["", "   "])
def test_an_empty_line_is_answered_with_what_a_record_is(line: str) -> None:
    ran = run_yaku("score", line)
    assert ran.out == ""
    assert ran.code in (1, 2)
    assert "yaku score" in ran.err
    assert "^" not in ran.err, "there is nothing to point at"


# ---- rule sets and options named on the command line: usage errors


@ROWS.each("a_command_line_that_is_wrong_is_a_usage_error")
@pytest.mark.parametrize("form", ["table", "json"])
def test_a_command_line_that_is_wrong_is_a_usage_error(arguments: list[str], words: str, form: str) -> None:
    given = [] if "--format" in arguments else ["-f", form]
    ran = run_yaku("score", *given, TILES, *arguments)
    assert words in " ".join(ran.err.split())
    assert (ran.out, ran.code) == ("", 2)


@pytest.mark.parametrize("arguments", [["--rules", "tenho"], ["--set", "kazo=none"]])
def test_a_fault_of_the_command_line_is_not_shown_in_the_record(arguments: list[str]) -> None:
    assert "^" not in run_yaku("score", TILES, *arguments).err


# ---- files


def test_a_fault_in_a_file_names_the_file_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"# a comment\n\n{TILES}\n{TILES} honba=x\n", encoding="utf-8")
    ran = run_yaku("score", str(path))
    assert f"{path}:4: error: honba" in ran.err
    assert ran.err.count("error:") == 1
    assert ran.code == 1


def test_a_fault_in_a_file_of_lines_shows_its_column(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    line = f"{TILES} id=大三元の手 honba=x"
    path.write_text(f"{line}\n", encoding="utf-8")
    for more in ([], [str(path)]):
        err = run_yaku("score", str(path), *more).err
        caret = next((text for text in err.splitlines() if text.strip() == "^"), "")
        assert cells(caret) - 1 == cells(f"  {line[:-1]}")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("broken.json", b'{"hand": \n', "broken.json:"),
        ("bytes.txt", b"\xff\xfe\x00", "UTF-8"),
        ("broken.yaml", b"- {hand: [\n", "broken.yaml:"),
        ("twice.csv", b"hand,hand\n1,2\n", "twice.csv:1"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    ran = run_yaku("score", str(path))
    assert (ran.out, ran.code) == ("", 1)
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert "error: " in ran.err


@pytest.mark.parametrize("form", ["table", "json", "yaml", "csv", "markdown"])
def test_no_fault_shows_a_traceback_or_other_words_on_standard_output(form: str) -> None:
    for line, _, _ in {**FAULTS, **WIDE}.values():
        ran = run_yaku("score", line, "-f", form)
        assert "Traceback" not in ran.out + ran.err
        assert "error: " not in ran.out
