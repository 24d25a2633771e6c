"""``yaku rules diff``: two rule sets, value by value, with the source of each side."""

import json
import re
from pathlib import Path

import pytest

from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from calc.text import cells
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


HEAD = "game: riichi\nextends: riichi\nversion: 2.0.0\nname: {en: House, ja: 家}\nsources: {house: our table}\n"
CHANGES: str = ROWS["changes"]
TABLE: str = ROWS["table"]
NARROW: str = ROWS["narrow"]


@pytest.fixture
def house(tmp_path: Path) -> str:
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + CHANGES, encoding="utf-8")
    return str(path)


def test_a_table_by_section(house: str) -> None:
    ran = run_yaku("rules", "diff", "riichi", house, "--all")
    assert ran.out.startswith(TABLE)
    heads = [
        line for before, line, after in zip(ran.lines, ran.lines[1:], ran.lines[2:], strict=False) if not before + after
    ]
    assert heads == ["yaku", "fu", "points", "final", "options"]
    assert (ran.err, ran.code) == ("", 0)


def test_json_has_every_value_with_its_path_and_sources(house: str) -> None:
    ran = run_yaku("rules", "diff", "riichi", house, "-f", "json")
    told = json.loads(ran.out)
    assert (told["a"], told["b"]) == ("riichi@1.3.0", "house@2.0.0")
    found = {one["path"]: (one["kind"], one["a"], one["b"], one["source_b"]) for one in told["differences"]}
    entry = {
        "name": {"en": "Sanrenkou", "ja": "三連刻"},
        "when": {"pattern": ["triplet n a", "triplet n+1 a", "triplet n+2 a"]},
        "value": {"han": 2},
    }
    assert found == {
        "yaku.toitoi.value": ("changed", {"han": 2}, {"han": 3}, "house"),
        "yaku.sanrenkou": ("added", None, entry, "house"),
        "fu.hand.open_quad.fu": ("changed", 8, 9, "house"),
        "points.stick.points": ("changed", 1000, 1500, "guide, Yaku based on riichi"),
        "final.ties": ("changed", "seat", "share", found["final.ties"][3]),
        "options.ties.default": ("changed", "seat", "share", "house"),
    }


def test_the_other_way_round_what_was_added_is_removed(house: str) -> None:
    there = json.loads(run_yaku("rules", "diff", "riichi", house, "-f", "json").out)["differences"]
    back = json.loads(run_yaku("rules", "diff", house, "riichi", "-f", "json").out)["differences"]
    opposite = {"added": "removed", "removed": "added", "changed": "changed"}
    turned = [
        {
            **one,
            "kind": opposite[one["kind"]],
            "a": one["b"],
            "b": one["a"],
            "source_a": one["source_b"],
            "source_b": one["source_a"],
        }
        for one in there
    ]
    assert sorted(turned, key=lambda one: str(one["path"])) == sorted(back, key=lambda one: str(one["path"]))


def test_markdown(house: str) -> None:
    lines = run_yaku("rules", "diff", "riichi", house, "--all", "-f", "markdown").lines
    assert lines[0] == "# Riichi mahjong for four (riichi@1.3.0) and House (house@2.0.0): what differs"
    assert [line for line in lines if line.startswith("## ")] == [
        f"## {name}" for name in ("yaku", "fu", "points", "final", "options")
    ]
    assert "2 han<br>(guide, Yaku based on pons and pairs)" in " ".join(lines)


def test_a_narrow_terminal_gets_a_few_lines_a_value(house: str) -> None:
    assert run_yaku("rules", "diff", "riichi", house, "--all", columns=40).out.startswith(NARROW)


@pytest.mark.parametrize("columns", [40, 72, 80])
@pytest.mark.parametrize(("a", "b"), [("riichi", "tenhou"), ("riichi", "sanma"), ("koikoi", "taiyaku")])
def test_it_fits_the_terminal(a: str, b: str, columns: int) -> None:
    for every in ([], ["--all"]):
        ran = run_yaku("rules", "diff", a, b, *every, "--lang", "ja", columns=columns)
        assert {line for line in ran.lines if cells(line) > columns} == set()
        assert ran.code == 0


def test_a_row_for_each_question_and_for_what_no_question_asks(house: str) -> None:
    ran = run_yaku("rules", "diff", "riichi", house)
    assert [" ".join(line.split()) for line in ran.lines] == [
        "Riichi mahjong for four (riichi@1.3.0) and House (house@2.0.0): what differs",
        "",
        "Questions",
        "",
        "rule riichi@1.3.0 house@2.0.0",
        "------------------------ -------------------------- ---------------------",
        "Who has the better place who sat first at the start they share the places",
        "among equal scores?",
        "",
        "What no question asks",
        "",
        "rule riichi@1.3.0 house@2.0.0",
        "------------------------ -------------- --------------------------------------",
        "Toitoi: value 2 han 3 han",
        "Sanrenkou not there 2 han: 3 triplets in a row in one suit",
        "open quad of simples: fu 8 fu 9 fu",
        "riichi stick 1,000 1,500",
    ]


def _cells(*arguments: str) -> dict[str, list[str]]:
    """The rows of a comparison in Markdown: what differs, by its path, without sources."""
    rows = {}
    for line in run_yaku("rules", "diff", *arguments, "--all", "-f", "markdown").lines:
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        title, *paths = cells[0].split("<br>")
        if line.startswith("| ") and paths:
            rows[" ".join(paths)] = [title, *(re.sub(r"<br>\(.*", "", cell) for cell in cells[1:])]
    return rows


def test_every_value_is_in_words_in_both_languages() -> None:
    english, japanese = _cells("tenhou", "m-league"), _cells("tenhou", "m-league", "--lang", "ja")
    paid = "multiple_ron.paid multiple_ron.abort_from"
    assert english[paid][1:] == ["two are; three make an abortive draw", "the first in turn order (atamahane)"]
    assert japanese[paid] == ["複数のロンの扱い", "二人まで（三人は途中流局）", "頭ハネ"]
    assert japanese["levels.kazoe_yakuman"] == ["数え役満", "13翻以上：基本点8,000", "なし"]
    assert japanese["base.round_up_above"] == ["切り上げ満貫", "なし", "あり"]
    assert japanese["nagashi_mangan"] == ["流し満貫", "満貫：荒牌流局の記録で申告", "なし"]


def test_values_of_hanafuda_are_in_words_too() -> None:
    japanese = _cells("hachi-hachi", "kaga", "--lang", "ja")
    assert japanese["players"] == ["人数", "2、3", "2"]
    assert japanese["empty_hand.value"] == ["空素：点数", "4", "100"]
    assert japanese["four_of_a_kind"] == ["手四", "なし", "100：同じ月の札4枚"]
    classes = "classes.bright classes.animal classes.ribbon classes.chaff"
    assert japanese[classes][1:] == ["光札 20、種札 10、短冊札 5、カス札 1", "光札 0、種札 0、短冊札 0、カス札 0"]


def test_words_of_an_option_are_not_taken_where_both_sides_answer_alike(tmp_path: Path) -> None:
    # The option says kiriage_mangan in both sets; only the value behind it differs.
    (tmp_path / "house.yaml").write_text(f"{HEAD}points: {{base: {{round_up_above: 1850}}}}\n", encoding="utf-8")
    rows = _cells("riichi", str(tmp_path / "house.yaml"))
    assert rows["base.round_up_above"][1:] == ["1,900", "1,850"]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", ["tenhou", "mu", "sega-mj-sanma", "taiyaku", "go-stop", "tensho"])
def test_no_value_is_told_as_a_file_spells_it(name: str, lang: str) -> None:
    ran = run_yaku(
        "rules", "diff", "koikoi" if game_id_of(name) == "hanafuda" else "riichi", name, "--all", "--lang", lang
    )
    assert ran.code == 0
    assert not [line for line in ran.lines if "{" in line or "}" in line]


def test_json_has_the_questions_too() -> None:
    told = json.loads(run_yaku("rules", "diff", "tenhou", "m-league", "-f", "json").out)
    found = {one["option"]: (one["a"], one["b"]) for one in told["questions"]}
    assert found["kiriage_mangan"] == (False, True)
    assert found["uma"] == ([20, 10, -10, -20], [30, 10, -10, -30])
    asked = {one["option"]: one["question"]["en"] for one in told["questions"]}
    assert asked["kiriage_mangan"] == "Are 4 han 30 fu and 3 han 60 fu mangan (kiriage)?"


@pytest.mark.parametrize("name", rule_set_ids())
def test_a_set_is_the_same_as_itself(name: str) -> None:
    ran = run_yaku("rules", "diff", name, name)
    assert ran.out == " ".join(ran.out.split()) + "\n"
    assert "hold the same rules." in ran.out
    assert ran.code == 0
    assert json.loads(run_yaku("rules", "diff", name, name, "-f", "json").out)["differences"] == []


def test_files_of_one_name_are_told_apart_by_where_they_stand(tmp_path: Path) -> None:
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        more = "yaku: {toitoi: {value: {han: 3}}}\n" if folder == "new" else ""
        (tmp_path / folder / "club.yaml").write_text(HEAD + more, encoding="utf-8")
    ran = run_yaku("rules", "diff", "old/club.yaml", "new/club.yaml", folder=tmp_path)
    assert ran.lines[0] == "House (old/club.yaml) and House (new/club.yaml): what differs"
    assert "Toitoi: value" in ran.out
