"""``yaku score --explain``: every yaku, fu part, factor and payment with its reason, and why other readings lost."""

import json
import re
from typing import Any

import pytest

import calc
from calc.layout.game import cite
from calc.strict_yaml import load
from calc.tables.shelf import bases_of, find_rule_file, sets_of_game
from tests.cli.running import PROJECT, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


NAMES = sorted(path.stem for path in (PROJECT / "samples" / "hands").glob("*.txt"))
WON = [name for name in NAMES if name not in ("claim-no-yaku", "claim-no-open-tanyao", "claim-furiten")]
#: Yaku of one hand in all rule sets.
ASKED = {"riichi": "Riichi", "menzen_tsumo": "Menzen tsumo", "chun": "Red dragon"}
#: Wide enough that no sentence is broken into lines.
WIDE = 400


def explain(name: str, *options: str) -> dict[str, str]:
    """The titled sections of the explanation of a sample, their lines put end to end; ``""`` is the first screen."""
    out = run_yaku("score", f"samples/hands/{name}.txt", "--explain", *options, columns=WIDE).out
    first, *rest = re.split(r"\n\n(?=\S)", out)
    found = {"": first}
    for section in rest:
        title, _, body = section.partition("\n")
        found[title.casefold()] = re.sub(r"\s+", " ", body).strip()
    return found


def result_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run_yaku("score", f"samples/hands/{name}.txt", "--format", "json").out)
    return found


@pytest.mark.parametrize("name", WON)
def test_an_explanation_begins_with_the_first_screen(name: str) -> None:
    path = f"samples/hands/{name}.txt"
    screen = run_yaku("score", path).out
    explained = run_yaku("score", path, "--explain")
    assert explained.out.startswith(screen)
    assert explained.code == (name == "claim-wrong")


@pytest.mark.parametrize("name", WON)
def test_every_yaku_has_its_worth_and_its_source(name: str) -> None:
    told, result = explain(name)["yaku"], result_of(name)
    rules = calc.load_rules(result["rules"].partition("@")[0])
    at = 0
    for line in result["yaku"]:
        at = told.index(line["name"], at)
        rest = told[at:]
        asked = [rules.yaku[line["id"]], *(rules.options[option] for option in rules.options_at(f"yaku.{line['id']}"))]
        assert any(cite(one.source, rules) in rest for one in asked)
        if "han" in line:
            assert rest.startswith(f"{line['name']}: {line['han']} han")
        elif "limit" in line:
            assert "yakuman" in rest


@ROWS.each("a_yaku_names_the_tiles_that_make_it", name="case")
def test_a_yaku_names_the_tiles_that_make_it(name: str, tiles: str) -> None:
    assert tiles in explain(name)["yaku"]


@pytest.mark.parametrize("name", WON)
def test_the_fu_are_all_listed_and_add_up(name: str) -> None:
    result = result_of(name)
    out = run_yaku("score", f"samples/hands/{name}.txt", "--explain", columns=WIDE).out
    match = re.search(r"\n\nfu\n((?:  .*\n?)+)", out, re.IGNORECASE)
    if not result["fu_parts"]:
        assert match is None, "a limit hand has no fu"
        return
    assert match is not None
    *parts, total = match[1].splitlines()
    assert [int(part.split()[0]) for part in parts] == [part["fu"] for part in result["fu_parts"]]
    assert [part["tiles"] for part in result["fu_parts"] if part["tiles"] not in " ".join(parts)] == []
    assert int(total.split()[0]) == result["fu"] == sum(part["fu"] for part in result["fu_parts"])


@pytest.mark.parametrize("name", sets_of_game("riichi"))
def test_a_source_is_called_otherwise_than_one_of_another_rule_set(name: str) -> None:
    own, *others = [
        load(path.read_text(encoding="utf-8"), file=str(path)).value.get("sources", {})
        for path in map(find_rule_file, [name, *bases_of(name)])
    ]
    for other in others:
        same = own.keys() & other.keys()
        assert {key: own[key].get("publisher") for key in same} == {key: other[key].get("publisher") for key in same}


@pytest.mark.parametrize("name", sets_of_game("riichi"))
def test_a_yaku_names_its_source_by_title(name: str) -> None:
    line = f"{name} 123789p456s55z77z +7z tsumo seat=E round=E riichi"
    out = " ".join(run_yaku("score", line, "--explain", columns=WIDE).out.split())
    rules = calc.load_rules(name)
    for key, title in ASKED.items():
        asked = [rules.yaku[key], *(rules.options[option] for option in rules.options_at(f"yaku.{key}"))]
        cited = {cite(one.source, rules) for one in asked}
        bases = ["", *(f"as in {base}: " for base in bases_of(name))]
        told = re.search(rf"{title}: 1 han (?:\[777z\] )?[a-z ]+ (\(.*)", out)
        assert told is not None
        assert any(told[1].startswith(f"({base}{source}") for base in bases for source in cited)
        assert "guide," not in told[1]


@ROWS.each("the_fu_have_names_and_tiles", name="case")
def test_the_fu_have_names_and_tiles(name: str, reasons: list[str]) -> None:
    told = explain(name)["fu"]
    assert [reason for reason in reasons if reason not in told] == []


@ROWS.each("the_base_points_are_worked_out", name="case")
def test_the_base_points_are_worked_out(name: str, sum_: str) -> None:
    assert explain(name)["base points"] == sum_


@ROWS.each("every_payment_has_its_reason", name="case")
def test_every_payment_has_its_reason(name: str, paid: list[str]) -> None:
    told = explain(name)["payments"]
    assert [reason for reason in paid if reason not in told] == []


@pytest.mark.parametrize("name", WON)
def test_the_payments_add_up_to_what_every_seat_gains_or_loses(name: str) -> None:
    changes = dict.fromkeys(result_of(name)["payments"], 0)
    for payer, winner, amount in re.findall(r"(\S+) → (\S+) ([\d,]+)", explain(name)["payments"]):
        points = int(amount.replace(",", ""))
        changes[winner[0]] += points
        if payer in ("East", "South", "West", "North"):
            changes[payer[0]] -= points
    assert changes == result_of(name)["payments"]


def test_the_hand_and_its_reading_are_told() -> None:
    told = explain("fu-closed-wait-pays-more")
    assert told["hand"] == "88m34556s555z (678p) +4s"
    assert told["reading"].startswith("345s 456s 555z (678p) 88m; closed wait")


def test_notes_are_told() -> None:
    for name, words in {
        "rinshan-on-the-last-tile": ("last_tile", "Haitei raoyue", "Rinshan kaihou"),
        "renhou-ignored": ("Renhou", "4000 base points, not 2000"),
        "daisangen": ("White dragon, Green dragon, Red dragon, Honitsu",),
        "winning-tile-mixed-in": ("the winning tile was mixed into the hand",),
    }.items():
        told = explain(name)["notes"].replace(",000", "000")
        assert [word for word in words if word not in told] == []
    assert "notes" not in explain("fu-shanpon-ron")


@ROWS.each("other_readings_are_told_with_what_they_would_have_been_worth", name="case")
def test_other_readings_are_told_with_what_they_would_have_been_worth(name: str, reading: str, worth: str) -> None:
    told = explain(name)["other readings"]
    assert reading in told
    assert worth in told
    assert "other readings" not in explain("daisangen")


@ROWS.each("dora_are_told_with_their_tiles", name="case")
def test_dora_are_told_with_their_tiles(name: str, kind: str, han: int, tiles: list[str]) -> None:
    told = explain(name)["dora"]
    assert sum(int(worth) for worth in re.findall(rf"\b{kind}: (\d+) han", told)) == han
    assert [tile for tile in tiles if tile not in told] == []


@pytest.mark.parametrize("name", ["suuankou-by-ron", "counters-and-sticks", "daisangen", "renhou"])
def test_an_explanation_in_japanese_has_japanese_headings_and_names(name: str) -> None:
    told = explain(name, "--lang", "ja")
    assert {"手牌", "面子構成", "役", "基本点", "支払い"} <= told.keys()
    names = run_yaku("score", f"samples/hands/{name}.txt", "--format", "json", "--lang", "ja").out
    assert [line["name"] for line in json.loads(names)["yaku"] if line["name"] not in told["役"]] == []


def test_each_of_many_hands_is_explained_under_its_name() -> None:
    ran = run_yaku("score", "samples/hands/renhou.txt", "samples/hands/daisangen.txt", "--explain")
    assert [line for line in ran.lines if line.startswith("==")] == ["== renhou", "== daisangen"]
    assert ran.out.count("\nBase points\n") == 2


def test_season_tiles_are_dora_without_a_spelling() -> None:
    hand = "sanma 123456p13789s99m +2s ron from=E seat=S round=E riichi"
    told = run_yaku("score", f"{hand} facts.seasons=2", "--set", "seasons=4", "--explain").out
    assert "Season tile  2 han" in told.partition("Hand\n")[0]
    assert "Dora\n  Season tile: 2 han\n" in told
    assert "Season tile" not in run_yaku("score", f"{hand} north=2", "--set", "seasons=4", "--explain").out
