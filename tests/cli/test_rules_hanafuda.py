"""``yaku rules`` and ``yaku chart`` of hanafuda games: the list, the sheets, and whether a house file is right."""

from pathlib import Path
from typing import Any

import pytest

from calc.hanafuda.load import load_hanafuda_rules
from calc.tables import rule_set_ids
from calc.text import cells
from tests.cli.running import PROJECT, rule_sheet, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

GAMES: dict[str, Any] = ROWS["games"]
HOUSE = "samples/koikoi-house.yaml"
#: What a house file begins with; what follows stands from its sixth line on.
HEAD = "game: hanafuda\nextends: koikoi\nversion: 1.0.0\nname: {en: House, ja: 家}\nsources: {house: our table}\n"
MISTAKES: dict[str, Any] = ROWS["mistakes"]


# ---- list and show


def test_every_game_is_listed_with_its_version_and_name() -> None:
    rows = [line.split(maxsplit=1) for line in run_yaku("rules", "list", "--lang", "ja").lines]
    assert sorted(row for row in rows if row[0].partition("@")[0] in GAMES) == sorted(
        [load_hanafuda_rules(name).label, japanese] for name, japanese in GAMES.items()
    )
    assert set(GAMES) <= set(rule_set_ids())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", ["table", "markdown"])
def test_a_rule_sheet_has_every_rule_with_its_source(name: str, form: str) -> None:
    ran = rule_sheet(name, form)
    assert (ran.err, ran.code) == ("", 0)
    rules = load_hanafuda_rules(name)
    text = " ".join(ran.out.split())
    entries = [*rules.teyaku.values(), *rules.yaku.values(), *rules.compensation.values()]
    words = [word for one in entries for word in (one.id, one.name.en, one.source)]
    words += [word for one, step in rules.steps.items() for word in (one, step.source)]
    words += [*rules.options, *rules.classes.own, *rules.sources]
    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("name", [*GAMES, HOUSE])
def test_a_rule_sheet_fits_the_terminal(name: str, columns: int, lang: str) -> None:
    ran = run_yaku("rules", "show", name, "--all", "--lang", lang, columns=columns)
    assert {line: cells(line) for line in ran.lines if cells(line) > columns} == {}
    assert ran.code == 0


def test_a_rule_sheet_in_japanese() -> None:
    lines = run_yaku("rules", "show", "koikoi", "--all", "--lang", "ja", columns=200).lines
    assert lines[0] == "こいこい (koikoi@1.2.0)"
    assert {"手役", "役", "札の集まり", "精算"} <= set(lines)
    assert next(line for line in lines if line.startswith("inoshikacho ")).split()[1] == "猪鹿蝶"


def test_the_head_of_a_sheet_in_markdown() -> None:
    lines = run_yaku("rules", "show", "koikoi", "--all", "-f", "markdown").lines
    assert lines[0] == "# Koi-Koi (koikoi@1.2.0)"
    assert [line for line in lines if line.startswith("## ")] == [
        "## The table",
        "## Fields that are dealt again",
        "## Dealt yaku",
        "## Yaku",
        "## Groups of yaku",
        "## Named sets of cards",
        "## Settlement",
        "## Options",
        "## Sources",
    ]


def test_the_sheet_of_a_house_has_its_values_and_defaults() -> None:
    lines = run_yaku("rules", "show", HOUSE, "--all", columns=300).lines
    rows = {line.split()[0]: line for line in reversed(lines) if line.strip()}
    assert lines[0] == "House Koi-Koi (koikoi-house@1.0.0)"
    assert rows["goko"].split()[1:4] == ["five", "brights", "15"]
    assert rows["goko"].rstrip().endswith("house")
    assert rows["tsukifuda"].split()[1:6] == ["cards", "of", "the", "month", "4"]
    assert rows["sake_cup_is_chaff"].split()[1] == "true"
    assert rows["house:"] == "  house: What this table agreed on"


# ---- check and chart


@pytest.mark.parametrize("path", [*(f"rules/hanafuda/{name}.yaml" for name in GAMES), HOUSE])
def test_the_rules_are_right(path: str) -> None:
    ran = run_yaku("rules", "check", path)
    assert ran.out.startswith(f"{load_hanafuda_rules(path).label}: right (")
    assert (ran.err, ran.code) == ("", 0)


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_named_with_its_file_and_line(tmp_path: Path, what: str) -> None:
    text, line, words = MISTAKES[what]
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    ran = run_yaku("rules", "check", str(path))
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.startswith(f"error: {path}:{line}, ")
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_a_house_of_flower_cards_stands_on_a_game_of_flower_cards(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(HEAD.replace("extends: koikoi", "extends: riichi"), encoding="utf-8")
    ran = run_yaku("rules", "check", str(path))
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err == (
        f"error: {path}:1, game: expected 'game: riichi', found 'hanafuda'; the file extends 'riichi', which is of "
        "riichi\n"
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_chart_of_han_and_fu_is_a_usage_error(name: str) -> None:
    ran = run_yaku("chart", name)
    assert (ran.out, ran.code) == ("", 2)
    assert f"{name} pays no han and fu; see what its yaku are worth: yaku rules show {name}" in " ".join(
        ran.err.split()
    )


def test_the_project_has_no_other_rules_of_hanafuda() -> None:
    found = {path.stem for path in (PROJECT / "rules" / "hanafuda").glob("*.yaml")}
    assert found == {*GAMES, "deck"}
