"""``yaku rules new``: a file to begin house rules with, that loads as it is and with each of its comments taken off."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import calc
from calc.games import game_named
from calc.tables import load_table, rule_set_ids
from calc.tables.table import compare_tables
from tests.amounts import tries
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

OPTION = re.compile(r"^  # (\w+: \{default: .*)$", re.MULTILINE)
KOIKOI: str = ROWS["koikoi"]


@cache
def draft(name: str, *more: str) -> str:
    ran = run_yaku("rules", "new", "club", "--extends", name, "-o", "-", *more)
    assert (ran.err, ran.code) == ("", 0)
    return ran.out


def load(folder: Path, text: str) -> Any:
    path = folder / "club.yaml"
    path.write_text(text, encoding="utf-8")
    return calc.load_rules(str(path))


def with_examples(text: str) -> str:
    """The draft with its yaku, each line of which is a comment, taken into use."""
    head, mark, yaku = text.partition("# yaku:\n")
    return head + "".join(line[2:] for line in (mark + yaku).splitlines(keepends=True))


def test_the_file_reads_so() -> None:
    assert draft("koikoi").startswith(KOIKOI)
    assert draft("koikoi").endswith(
        "# yaku:\n#   # another value\n#   goko: {value: 10, source: house}\n#   # not played here\n#   kasu: null\n"
        "#   # a new one\n#   our_yaku:\n#     name: {en: Our yaku, ja: うちの役}\n#     when: {cards: [bright]}\n"
        "#     value: 10\n#     group: brights\n#     source: house\n"
    )


@pytest.mark.parametrize("name", rule_set_ids())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_it_loads_as_it_is_and_changes_nothing_but_whose_the_first_option_is(
    name: str, lang: str, tmp_path: Path
) -> None:
    rules = load(tmp_path, draft(name, "--lang", lang))
    assert rules.version == "1.0.0"
    changes = compare_tables(load_table(name), load_table(str(tmp_path / "club.yaml")))
    assert changes == []
    options = list(calc.load_rules(name).options)
    assert [one for one in options if rules.options[one].source == "house"] == options[:1]


@pytest.mark.parametrize("name", rule_set_ids())
def test_every_option_stands_there_with_its_question_and_loads_when_it_is_taken_into_use(
    name: str, tmp_path: Path
) -> None:
    text = draft(name, "--lang", "en")
    options = calc.load_rules(name).options
    lines = OPTION.findall(text)
    assert [line.partition(":")[0] for line in lines] == list(options)[1:]
    assert all(f"  # {option.question.en}\n" in text for option in options.values())
    for line in lines[:: tries(30, 1)]:
        load(tmp_path, text.replace(f"  # {line}\n", f"  {line}\n"))
    everything = load(tmp_path, OPTION.sub(r"  \1", text))
    assert {option.source for option in everything.options.values()} <= {"house"}
    assert {key: one.default for key, one in everything.options.items()} == {
        key: one.default for key, one in options.items()
    }


@pytest.mark.parametrize("name", rule_set_ids())
def test_the_examples_of_yaku_load_when_they_are_taken_into_use(name: str, tmp_path: Path) -> None:
    rules = load(tmp_path, with_examples(draft(name, "--lang", "en")))
    base: Any = calc.load_rules(name)
    if not base.yaku:
        assert "yaku:" not in draft(name, "--lang", "en")
        return
    assert rules.yaku["our_yaku"].name.en == "Our yaku"
    offered = [one for entries in game_named(base.game).offers(base).values() for one in entries]
    assert [one for one in rules.yaku if one not in base.yaku and one != "our_yaku"] == offered
    taken = 1 if len(base.yaku) > 1 else 0  # one is new, and one is not played unless it is the only one
    assert len(rules.yaku) == len(base.yaku) + 1 - taken + len(offered)
    assert len([name for name, yaku in rules.yaku.items() if yaku.source == "house"]) == 2


def test_it_writes_a_file_by_its_name_and_never_over_another(tmp_path: Path) -> None:
    ran = run_yaku("rules", "new", "club", "--extends", "tenhou", folder=tmp_path)
    options = len(calc.load_rules("tenhou").options)
    told = f"club.yaml: written; it extends tenhou@2.0.0 with {options} options to choose from\n"
    assert (ran.out, ran.err, ran.code) == (told, "", 0)
    (tmp_path / "club.yaml").write_text("mine", encoding="utf-8")
    ran = run_yaku("rules", "new", "club", folder=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert "--force writes over it" in ran.err
    assert (tmp_path / "club.yaml").read_text(encoding="utf-8") == "mine"
    assert run_yaku("rules", "new", "club", "--force", folder=tmp_path).code == 0
    assert "extends: riichi\n" in (tmp_path / "club.yaml").read_text(encoding="utf-8")


def test_without_a_name_it_is_the_file_that_counts_in_its_folder(tmp_path: Path) -> None:
    assert run_yaku("rules", "new", folder=tmp_path).out.startswith("yaku.yaml: written; ")
    hand = "123m456p789s1122z +2z ron seat=S round=E"
    assert "(yaku@1.0.0)" in run_yaku("score", hand, folder=tmp_path).out


def test_a_file_extends_one_in_the_same_folder(tmp_path: Path) -> None:
    run_yaku("rules", "new", "club", "--extends", "koikoi", folder=tmp_path)
    assert run_yaku("rules", "new", "other", "--extends", "./club.yaml", folder=tmp_path).code == 0
    assert run_yaku("rules", "check", "other.yaml", folder=tmp_path).code == 0
    (tmp_path / "far").mkdir()
    ran = run_yaku("rules", "new", "--extends", "./club.yaml", "-o", "far/club.yaml", folder=tmp_path)
    assert (ran.out, ran.code) == ("", 2)


@ROWS.each("what_cannot_be_written_is_told")
def test_what_cannot_be_written_is_told(tmp_path: Path, arguments: list[str], words: str) -> None:
    ran = run_yaku("rules", "new", *arguments, folder=tmp_path)
    assert words in " ".join(ran.err.split())
    assert ran.code in (1, 2)
    assert list(tmp_path.iterdir()) == []
