"""The pages on rule tables and records say nothing that is not so: their files load, their session prints what it
shows, their lines are settled, and every word and key of hanafuda is told."""

import re
import shlex
from pathlib import Path
from typing import Any, get_args

import pytest

import calc
from calc.games import check_rule_file
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.hanafuda.rules import schema
from calc.hanafuda.rules.ruleset import RuleFile
from calc.hanafuda.rules.values import GivenValue
from calc.hanafuda.rules.words import WORDS
from calc.hanafuda.settle.sections import Void
from calc.hanafuda.settle.steps import AnyStep
from calc.tables import RuleSet
from calc.tables.conditions import JOINING
from calc.tables.ruleset import spell_choice
from tests.cli.running import Ran, run_yaku
from tests.rows import Rows
from tests.test_readme import ROOT, sessions

ROWS = Rows(__file__)


TABLES = ROOT / "docs" / "rule-tables.md"
RECORDS = ROOT / "docs" / "records.md"
#: The files that the page on rule tables shows, by the names it gives them.
FILES = {"club": "riichi", "table": "riichi", "ours": "hanafuda", "hanabatake": "hanafuda"}


#: What every entry of every table may say; it is told where the page tells how files are read.
SHARED = {"source", "disputed", "unverified"}


def blocks(path: Path, language: str) -> list[str]:
    """The blocks of a page in a language, or without one."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [text for name, text in found if name == language]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of the page."""
    for name, text in zip(FILES, blocks(TABLES, "yaml"), strict=True):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def run(command: str, folder: Path) -> Ran:
    # What the shell would do: what follows > is the file that the output goes to.
    line, _, file = command.partition(" > ")
    ran = run_yaku(*shlex.split(line)[1:], folder=folder)
    if file:
        (folder / file).write_text(ran.out, encoding="utf-8")
    return ran


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_page_is_right(name: str, folder: Path) -> None:
    rules = calc.load_rules(str(folder / f"{name}.yaml"))
    assert rules.game == FILES[name]
    ran = run(f"yaku rules check {name}.yaml", folder)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(("command", "output"), sessions(TABLES))
def test_a_session_of_the_page_prints_what_it_shows(command: str, output: str, folder: Path) -> None:
    ran = run(command, folder)
    assert (ran.code, ran.err) == (0, "")
    if output.strip():
        assert ran.out.rstrip() == output.rstrip()


@ROWS.each("the_new_game_scores_its_piles")
def test_the_new_game_scores_its_piles(pile: str, score: int, folder: Path) -> None:
    record = {"players": {"Aki": {"captured": pile}, "Bea": {"captured": ""}, "Cho": {"captured": "6C"}}}
    result = calc.settle_round(record, rules=str(folder / "hanabatake.yaml"))
    assert {name: (one.score, one.change) for name, one in result.players.items()} == {
        "Aki": (score, 2 * score),
        "Bea": (0, -score),
        "Cho": (0, -score),
    }
    assert (result.winner, result.next_dealer) == ("Aki", "Aki")


def test_the_new_game_has_its_option(folder: Path) -> None:
    rules = str(folder / "hanabatake.yaml")
    assert calc.settle_round("Aki:1BRCC Bea:", rules=rules, options={"garden": 5}).players["Aki"].score == 30


def test_the_house_rules_of_koikoi_hold(folder: Path) -> None:
    rules = str(folder / "ours.yaml")
    line = "Aki:{} Bea: stopped_by=Aki"
    assert calc.settle_round(line.format("4R,5R,7R,1R"), rules=rules).players["Aki"].score == 6
    assert calc.settle_round(line.format("3B,9A"), rules=rules).players["Aki"].score == 3
    nine = "2CC,3CC,4CC,5CC,6C,9A"
    assert [yaku.id for yaku in calc.settle_round(line.format(nine), rules=rules).players["Aki"].yaku] == ["kasu"]


def test_the_lines_of_the_page_are_settled() -> None:
    lines = [line for text in blocks(RECORDS, "") if " Bea:" in text for line in text.splitlines()]
    assert len(lines) == 2
    for line in lines:
        assert calc.settle_round(line).ok


def section(path: Path, start: str) -> str:
    """A page from a heading on."""
    return path.read_text(encoding="utf-8").partition(start)[2]


def test_every_word_of_hanafuda_is_documented() -> None:
    text = section(TABLES, "## Hanafuda: conditions")
    assert [word for word in (*WORDS, *JOINING) if f"`{word}: " not in text] == []


def test_every_settlement_operator_is_documented_with_its_keys() -> None:
    text = section(TABLES, "## Hanafuda: settlement")
    of_all = {"name", "before", "when", "always"}
    assert [key for key in of_all if f"`{key}" not in text] == []
    for step in get_args(AnyStep):
        tag = step.__struct_config__.tag
        (row,) = re.findall(rf"^\| `{tag}` \|.*$", text, flags=re.MULTILINE)
        own = {*step.__struct_encode_fields__} - SHARED - of_all
        assert [key for key in own if f"`{key}`" not in row] == [], tag


def test_what_every_entry_may_say_is_documented() -> None:
    text = section(TABLES, "## How files are read").partition("## Riichi")[0]
    assert [key for key in SHARED if f"`{key}`" not in text] == []


def test_every_key_of_a_hanafuda_table_is_documented() -> None:
    text = section(TABLES, "## Hanafuda: sections")
    own: list[Any] = [schema.TableRules, schema.DeckEntry, schema.ClassEntry, schema.CardPoints, schema.Group]
    own += [schema.WildCard, schema.YakuEntry, Void, schema.CardChoice]
    keys = {key for kind in own for key in kind.__struct_encode_fields__}
    keys |= set(RuleFile.__struct_fields__) - set(RuleSet.__struct_fields__)
    assert sorted(key for key in keys - SHARED if not re.search(rf"`{key}[`:]", text)) == []
    values = section(TABLES, "## Hanafuda: values")
    assert [key for key in GivenValue.__struct_fields__ if f"{key}: " not in values] == []


def test_the_rulings_of_hanafuda_name_every_option_with_its_default() -> None:
    text = section(ROOT / "docs" / "rulings.md", "## Cards")
    told = dict(re.findall(r"`(\w+)` \(`([^`]+)`", text))
    options: dict[str, str] = {}
    for path in sorted((ROOT / "rules" / "hanafuda").glob("*.yaml")):
        if path.stem != "deck":
            rules = calc.load_rules(path.stem)
            options |= {name: spell_choice(option.default) for name, option in rules.options.items()}
    assert told == options


def test_every_key_of_a_hanafuda_record_is_documented() -> None:
    text = section(RECORDS, "## A hanafuda round")
    keys = {*HanafudaRound.__struct_encode_fields__, *HanafudaGame.__struct_encode_fields__}
    assert sorted(key for key in keys if f"`{key}`" not in text and f"\n{key}:" not in text) == []


#: A game whose settlement is still to be written.
BARE: str = ROWS["bare"]


def patterns() -> list[Any]:
    """The rows of patterns of a settlement: what the rules say, and the steps."""
    page = TABLES.read_text(encoding="utf-8").partition("| The rules say | Steps |")[2].partition("\n\n")[0]
    rows = [row.split(" | ", 1) for row in page.splitlines() if "do:" in row]
    return [pytest.param(re.findall(r"`(\w+: \{do: .*?\})`", steps), id=said.strip("| ")) for said, steps in rows]


@pytest.mark.parametrize("steps", patterns())
def test_the_patterns_of_a_settlement_are_steps_that_work(steps: list[str], tmp_path: Path) -> None:
    file = tmp_path / "bare.yaml"
    lines = [f"  {step[:-1]}, source: house}}\n" for step in steps]
    file.write_text(BARE + "".join(lines), encoding="utf-8")
    assert [str(one) for one in check_rule_file(str(file)).mistakes] == []
    assert calc.settle_round("Aki:1B,2A Bea:3R", rules=str(file)).ok


def test_there_are_patterns() -> None:
    assert len(patterns()) >= 7
