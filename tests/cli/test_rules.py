"""``yaku rules``: the list of rule sets, a set as a rule sheet, and whether a file of one's own is right."""

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.mahjong.rules.ruleset import MahjongRules
from calc.tables import rule_set_ids
from calc.text import cells
from tests.cli.running import rule_sheet, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


HEAD = "game: riichi\nextends: riichi\nversion: 1.0.0\nname: {en: House, ja: 家}\nsources: {house: our table}\n"
#: A mistake in a rule file (from its sixth line on), the line it is found at, and words of the message.
MISTAKES: dict[str, Any] = ROWS["mistakes"]


# ---- list


def test_every_rule_set_is_listed_with_its_version_and_name() -> None:
    ran = run_yaku("rules", "list")
    assert (ran.err, ran.code) == ("", 0)
    assert [line.partition("@")[0] for line in ran.lines] == rule_set_ids()
    rows = [line.split(maxsplit=1) for line in ran.lines]
    assert ["riichi@1.3.0", "Riichi mahjong for four"] in rows
    assert len({len(line) - len(name) for line, (_, name) in zip(ran.lines, rows, strict=True)}) == 1, "names line up"
    japanese = [line.split(maxsplit=1) for line in run_yaku("rules", "list", "--lang", "ja").lines]
    assert ["riichi@1.3.0", "四人リーチ麻雀"] in japanese


# ---- ask


@ROWS.each("a_question_about_rules")
def test_a_question_about_rules_is_answered_with_or_without_a_word_for_it(question: str, begins: str) -> None:
    ran, asked = run_yaku("rules", question), run_yaku("rules", "ask", question)
    assert ran == asked
    assert (ran.out.startswith(begins), ran.code) == (True, 0), ran.out


@ROWS.each("a_question_for_another_command")
def test_a_question_for_another_command_is_answered(command: str, question: str, tells: list[str]) -> None:
    ran = run_yaku(*command.split(), question)
    assert [one for one in tells if one not in ran.out] == []
    assert ran.code == 0


@ROWS.each("what_is_no_question_about_rules")
def test_what_is_no_question_about_rules(question: str, code: int, says: str) -> None:
    ran = run_yaku("rules", *question.split("|"))
    assert (ran.out, ran.code) == ("", code)
    assert says in ran.err


# ---- show


@pytest.mark.parametrize("name", rule_set_ids())
@pytest.mark.parametrize("form", ["table", "markdown"])
def test_a_rule_sheet_has_every_rule_with_its_source(name: str, form: str) -> None:
    ran = rule_sheet(name, form)
    assert (ran.err, ran.code) == ("", 0)
    rules = calc.load_rules(name)
    text = " ".join(ran.out.split())
    if isinstance(rules, MahjongRules):
        shown = [*rules.yaku, *rules.draw_yaku, *(part.name.en for part in rules.fu.parts)]
    else:
        shown = [*rules.yaku, *rules.teyaku, *rules.compensation, *rules.steps, *rules.classes.own]
    assert [word for word in (*shown, *rules.options, *rules.sources) if word not in text] == []


def test_a_rule_sheet_shows_the_chosen_options() -> None:
    def row(*arguments: str) -> list[str]:
        lines = run_yaku("rules", "show", *arguments, "--all", columns=300).lines
        return next(line for line in lines if line.startswith("kiriage_mangan")).split()[:2]

    assert row("riichi") == ["kiriage_mangan", "true"]
    assert row("tenhou") == ["kiriage_mangan", "false"]
    assert row("riichi", "--set", "kiriage_mangan=false") == ["kiriage_mangan", "false"]


@pytest.mark.parametrize("columns", [80, 100, 60])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_rule_sheet_fits_the_terminal(columns: int, lang: str) -> None:
    lines = run_yaku("rules", "show", "riichi", "--all", "--lang", lang, columns=columns).lines
    assert {line: cells(line) for line in lines if cells(line) > columns} == {}


def test_a_rule_sheet_in_japanese_has_japanese_headings() -> None:
    out = run_yaku("rules", "show", "riichi", "--all", "--lang", "ja", columns=300).out
    heads = [line for line in out.splitlines() if line.startswith(("id ", "符  ", "option", "翻 "))]
    assert [word for word in ("condition", "source", "option", "choices", "question") if word in " ".join(heads)] == []


# ---- check


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_named_with_its_file_and_line(tmp_path: Path, what: str) -> None:
    text, line, words = MISTAKES[what]
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    ran = run_yaku("rules", "check", str(path))
    assert f"house.yaml:{line}" in ran.err
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert (ran.out, ran.code) == ("", 1)
