"""`extends`: a rule set is a base plus differences, and says so where it is wrong."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

import calc
from calc import strict_yaml
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.rules.ruleset import MahjongRules
from calc.strict_yaml import load
from calc.tables import rule_set_ids, rules_folder
from calc.tables.shelf import game_id_of
from tests.rows import Rows, listed
from tests.tables.typed import ABSENT, PRESENT, changes

ROWS = Rows(__file__)

RIICHI = load_mahjong_rules("riichi")
MAHJONG = [name for name in rule_set_ids() if game_id_of(name) == "riichi"]
SANRENKOU: str = ROWS["sanrenkou"]


def write(folder: Path, stem: str, text: str) -> str:
    """A rule file in ``folder``; its name."""
    path = folder / f"{stem}.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def differences(folder: Path, text: str, stem: str = "house") -> dict[str, tuple[Any, Any]]:
    """What a file that extends ``riichi`` changes, apart from its id."""
    found = changes(RIICHI, load_mahjong_rules(write(folder, stem, f"extends: riichi\n{text}")))
    assert found.pop("id") == ("riichi", stem)
    return found


@ROWS.each("an_extending_file_changes_what_it_says_and_nothing_else")
def test_an_extending_file_changes_what_it_says_and_nothing_else(
    tmp_path: Path, text: str, expected: dict[str, tuple[Any, Any]]
) -> None:
    assert listed(differences(tmp_path, text)) == expected


def test_a_new_yaku_counts_in_the_hands_that_have_it(tmp_path: Path) -> None:
    line = "234p5s +5s (222m)(333m)(444m) ron from=W seat=S round=E options.tanyao_open=false"
    with pytest.raises(calc.NoYakuError):
        calc.score(line, rules="riichi")
    house = write(tmp_path, "house", f"extends: riichi\nsources: {{house: our table}}\nyaku:{SANRENKOU}")
    result = calc.score(line, rules=house)
    assert [(yaku.id, yaku.name, yaku.han) for yaku in result.yaku] == [("sanrenkou", "Sanrenkou", 2)]
    assert (result.han, result.fu, result.points) == (2, 30, 2000)


def test_a_removed_yaku_no_longer_counts(tmp_path: Path) -> None:
    line = "riichi 22334455667788p ron from=W seat=S round=E"
    without = write(tmp_path, "without", "extends: riichi\nyaku: {daisharin: null}\n")
    assert [yaku.id for yaku in calc.score(line).yaku] == ["daisharin"]
    assert [yaku.id for yaku in calc.score(line, rules=without).yaku] == ["pinfu", "tanyao", "ryanpeikou", "chinitsu"]


def test_new_entries_come_last_and_changed_ones_stay_in_their_place(tmp_path: Path) -> None:
    text = f"extends: riichi\nsources: {{house: our table}}\nyaku:{SANRENKOU}  pinfu: {{value: {{han: 2}}}}\n"
    house = load_mahjong_rules(write(tmp_path, "house", text))
    assert list(house.yaku) == [*RIICHI.yaku, "sanrenkou"]


def test_a_chain_of_files_in_one_folder_is_read_to_its_end(tmp_path: Path) -> None:
    write(tmp_path, "club", "extends: tenhou\nversion: 3.0.0\nyaku: {toitoi: {value: {han: 3}}}\n")
    write(tmp_path, "league", "extends: club\nversion: 4.0.0\nyaku: {sankantsu: {value: {han: 4}}}\n")
    final = load_mahjong_rules(write(tmp_path, "final", "extends: league.yaml\nyaku: {toitoi: {value: {han: 1}}}\n"))
    assert changes(load_mahjong_rules("tenhou"), final) == {
        "id": ("tenhou", "final"),
        "version": ("2.0.0", "4.0.0"),
        "yaku.sankantsu.value.han": (2, 4),
        "yaku.toitoi.value.han": (2, 1),
    }
    assert (final.label, final.chosen) == ("final@4.0.0", {})
    assert final.options["renhou"].default == "none"


def test_a_mistake_in_a_file_further_up_is_blamed_on_that_file(tmp_path: Path) -> None:
    club = write(tmp_path, "club", "extends: riichi\nyaku:\n  toitoi:\n    vlaue: {han: 3}\n")
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules(write(tmp_path, "final", "extends: club\nversion: 2.0.0\n"))
    assert (caught.value.file, caught.value.line, caught.value.path) == (club, 4, "yaku.toitoi.vlaue")


def test_a_shipped_id_means_the_shipped_set_also_beside_a_file_of_that_name(tmp_path: Path) -> None:
    write(tmp_path, "tenhou", "extends: riichi\nversion: 9.9.9\n")
    assert changes(load_mahjong_rules("tenhou"), load_mahjong_rules(write(tmp_path, "mine", "extends: tenhou\n"))) == {
        "id": ("tenhou", "mine")
    }


def test_a_copy_of_a_shipped_set_may_extend_it_under_its_own_name(tmp_path: Path) -> None:
    mine = load_mahjong_rules(write(tmp_path, "riichi", "extends: riichi\nversion: 1.0.1\n"))
    assert changes(RIICHI, mine) == {"version": ("1.3.0", "1.0.1")}


@pytest.mark.parametrize("base", ["../club.yaml", "sub/club.yaml", "{folder}/club.yaml"])
def test_extends_takes_no_path(tmp_path: Path, base: str) -> None:
    """Whoever is handed a rule file knows which files it reads: shipped ones, and its neighbours."""
    inner = tmp_path / "inner"
    (inner / "sub").mkdir(parents=True)
    for folder in (tmp_path, inner, inner / "sub"):
        write(folder, "club", "extends: riichi\n")
    named = base.format(folder=inner)
    with pytest.raises(calc.RuleTableError, match="unknown rule set") as caught:
        load_mahjong_rules(write(inner, "house", f"extends: {named}\n"))
    assert (caught.value.line, caught.value.path) == (1, "extends")


def test_an_option_default_of_a_house_file_overrides_the_one_below(tmp_path: Path) -> None:
    text = "options: {kazoe: {default: none}, red_fives: {default: {m: 2}}, double_wind_pair_fu: {default: 2}}\n"
    assert differences(tmp_path, text) == {
        "points.levels.kazoe_yakuman": (PRESENT, ABSENT),
        # A mapping is merged, here as everywhere.
        "tiles.red_fives.m": (1, 2),
        "fu.hand.double_wind_pair.fu": (4, 2),
    }
    house = str(tmp_path / "house.yaml")
    assert load_mahjong_rules(house).chosen == {}
    assert load_mahjong_rules(house, {"kazoe": "yakuman"}).chosen == {"kazoe": "yakuman"}
    assert load_mahjong_rules(house, {"kazoe": "none"}).chosen == {}


def test_a_dispute_falls_with_the_source_that_it_is_about(tmp_path: Path) -> None:
    head = "game: riichi\nextends: jpml\nversion: 1.0.0\nname: {en: House, ja: 家}\nsources: {house: us}\noptions:\n"
    path = tmp_path / "house.yaml"
    path.write_text(head + "  kazoe: {default: yakuman, source: house}\n  stack_limits: {default: false}\n", "utf-8")
    options = load_mahjong_rules(str(path)).options
    older = "one only in older rules: MahjongPantheon (b8609fd8), a player of the league (2017)"
    assert (options["kazoe"].default, options["kazoe"].disputed) == ("yakuman", None)
    assert (options["stack_limits"].default, options["stack_limits"].disputed) == (False, older)


def test_a_house_file_may_add_an_option_of_its_own(tmp_path: Path) -> None:
    house = write(
        tmp_path,
        "house",
        """extends: riichi
sources: {house: our table}
options:
  toitoi_han:
    question: {en: "What is toitoi worth?", ja: 対々和の翻数}
    default: 2
    choices: {2: {}, 3: {yaku.toitoi.value.han: 3}, none: {yaku.toitoi: null}}
    source: house
""",
    )
    plain = load_mahjong_rules(house)
    assert changes(plain, load_mahjong_rules(house, {"toitoi_han": 3})) == {"yaku.toitoi.value.han": (2, 3)}
    assert changes(plain, load_mahjong_rules(house, {"toitoi_han": "none"})) == {"yaku.toitoi": (PRESENT, ABSENT)}


def test_a_house_file_may_give_an_old_option_other_choices(tmp_path: Path) -> None:
    house = write(
        tmp_path,
        "house",
        "extends: riichi\noptions: {kazoe: {choices: {yakuman: {}, no: {points.levels.kazoe_yakuman: null}}}}\n",
    )
    assert changes(load_mahjong_rules(house), load_mahjong_rules(house, {"kazoe": "no"})) == {
        "points.levels.kazoe_yakuman": (PRESENT, ABSENT)
    }


@pytest.mark.parametrize("yaku", ["haitei", "daisangen", "chiitoitsu"])
def test_any_yaku_can_be_removed(tmp_path: Path, yaku: str) -> None:
    assert differences(tmp_path, f"yaku: {{{yaku}: null}}\n")[f"yaku.{yaku}"] == (PRESENT, ABSENT)


def test_a_value_that_an_option_sets_may_not_be_written_beside_it(tmp_path: Path) -> None:
    with pytest.raises(calc.RuleTableError, match="red_fives"):
        load_mahjong_rules(write(tmp_path, "house", "extends: riichi\ntiles: {red_fives: {m: 0, p: 0, s: 0}}\n"))


def test_the_same_relative_name_means_another_file_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = []
    for version in ("1.1.1", "2.2.2"):
        folder = tmp_path / version
        folder.mkdir()
        write(folder, "house", f"extends: riichi\nversion: {version}\n")
        monkeypatch.chdir(folder)
        labels.append(load_mahjong_rules("./house.yaml").label)
    assert labels == ["house@1.1.1", "house@2.2.2"]


@ROWS.each("an_edit_of_a_file_is_seen_by_the_next_load")
def test_an_edit_of_a_file_is_seen_by_the_next_load(tmp_path: Path, edited: str) -> None:
    write(tmp_path, "club", "extends: riichi\nyaku: {toitoi: {value: {han: 3}}}\n")
    house = write(tmp_path, "house", "extends: club\n")
    assert load_mahjong_rules(house).yaku["toitoi"].value.han == 3
    base = {"house": "club", "club": "riichi"}[edited]
    write(tmp_path, edited, f"extends: {base}\nyaku: {{toitoi: {{value: {{han: 4}}}}}}\n")
    # A later time of change than the first, however coarse the clock of the file system.
    os.utime(tmp_path / f"{edited}.yaml", (2_000_000_000, 2_000_000_000))
    assert load_mahjong_rules(house).yaku["toitoi"].value.han == 4


# ---- the shipped sets


@pytest.mark.parametrize("rule_set", MAHJONG)
def test_every_entry_has_its_names_and_a_source(rule_set: str) -> None:
    rules = load_mahjong_rules(rule_set)
    names = {
        rule_set: rules.name,
        "limit": rules.points.limit.name,
        **{f"yaku {key}": yaku.name for key, yaku in {**rules.yaku, **rules.draw_yaku}.items()},
        **{f"fu {part.id}": part.name for part in rules.fu.parts},
        **{f"shape {key}": shape.name for key, shape in rules.shapes.items()},
        # Rows of a payment chart that no word names go by their han.
        **{f"level {key}": level.name for key, level in rules.points.levels.items() if level.name or not level.pays},
        **{f"dora {key}": bonus.name for key, bonus in rules.dora.bonus.items()},
        **{f"set {key}": title for key, title in rules.sets.titles.items()},
        **{f"option {key}": option.question for key, option in rules.options.items()},
    }
    assert [key for key, name in names.items() if name is None or not name.en.strip() or not name.en.isascii()] == []
    assert [key for key, name in names.items() if name is None or not name.ja.strip() or name.ja.isascii()] == []
    assert [key for key, option in rules.options.items() if not option.question.en.endswith("?")] == []
    assert {source_name(part) for source in sources_of(rules) for part in source.split(";")} <= set(rules.sources)


def sources_of(rules: MahjongRules) -> list[str]:
    points = rules.points
    entries: list[Any] = [*rules.yaku.values(), *rules.draw_yaku.values(), *rules.fu.parts, *rules.shapes.values()]
    entries += [
        *points.levels.values(),
        points.limit,
        points.counters,
        points.stick,
        *([points.base] if points.base else []),
    ]
    entries += [rules.tiles, rules.dora, rules.liability, rules.winning, *rules.facts.values(), *rules.options.values()]
    return [entry.source for entry in entries]


def source_name(source: str) -> str:
    return source.split(maxsplit=1)[0].rstrip(",")


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_every_source_that_a_file_declares_is_cited_in_it(rule_set: str) -> None:
    (path,) = rules_folder().rglob(f"{rule_set}.yaml")
    text = path.read_text(encoding="utf-8")
    cited = {
        source_name(part) for source in re.findall(r"""source: ["']?([^"'}\n]+)""", text) for part in source.split(";")
    }
    assert set(load(text, file=None).value.get("sources", {})) <= cited


@pytest.mark.parametrize("rule_set", MAHJONG)
def test_nothing_is_said_twice(rule_set: str) -> None:
    rules = load_mahjong_rules(rule_set)
    all_yaku = [*rules.yaku.values(), *rules.draw_yaku.values()]
    levels = list(rules.points.levels.values())
    unique: dict[str, list[Any]] = {
        "yaku in English": [yaku.name.en for yaku in all_yaku],
        "yaku in Japanese": [yaku.name.ja for yaku in all_yaku],
        "conditions": [yaku.when.phrase(rules.lexicon) for yaku in rules.yaku.values()],
        "fu reasons": [part.id for part in rules.fu.parts],
        "fu reasons in English": [part.name.en for part in rules.fu.parts],
        "thresholds of levels": [level.from_han for level in levels],
        "worth of levels": [level.worth for level in levels],
        "questions": [option.question.en for option in rules.options.values()],
        "columns of the chart": [column.fu for column in rules.points.chart],
        "sets": [title.en for title in rules.sets.titles.values()],
        "seats": list(rules.seats),
        "order of dora": list(rules.dora_after.values()),
    }
    assert {what: items for what, items in unique.items() if len(set(items)) != len(items)} == {}


@pytest.mark.parametrize("rule_set", MAHJONG)
def test_levels_rise_with_the_han_up_to_the_limit(rule_set: str) -> None:
    points = load_mahjong_rules(rule_set).points
    worth = [level.worth for _, _, level in points.ladder]
    assert worth == sorted(worth)
    assert (worth[-1] == points.limit.worth) == bool({"kazoe_yakuman", "yonbaiman"} & points.levels.keys())
    assert points.base is None or worth[0] == points.base.cap


@pytest.mark.parametrize("rule_set", rule_set_ids())
def test_a_shipped_file_reads_the_same_without_the_quick_parser(monkeypatch: pytest.MonkeyPatch, rule_set: str) -> None:
    """An installation may lack it, and the other one takes a bare question mark in a flow mapping for a key."""
    (path,) = rules_folder().rglob(f"{rule_set}.yaml")
    text = path.read_text(encoding="utf-8")
    expected = load(text, file=rule_set)
    monkeypatch.setattr(strict_yaml, "_LOADER", strict_yaml.PythonLoader)
    assert load(text, file=rule_set) == expected


#: Options of a house that each multiply by one more factor.
MORE_FACTORS = """
extends: go-stop
version: 1.0.0
name: House
sources: {house: our table}
options:
  rain:
    question: Does the rain man in the pile of the winner double?
    default: false
    choices:
      'false': {}
      'true':
        factors.rain: {by: 2, name: the winner has the rain man, when: {who: {pile: {cards: rain-man}}}, source: house}
        settlement.by_each.times+: [rain]
    source: house
  crane:
    question: Does the crane in the pile of the winner triple?
    default: false
    choices:
      'false': {}
      'true':
        factors.crane: {by: 3, name: the winner has the crane, when: {who: {pile: {cards: crane}}}, source: house}
        settlement.by_each.times+: [crane]
    source: house
"""


@pytest.mark.parametrize(
    ("options", "paid"),
    [({}, 4), ({"rain": True}, 8), ({"crane": True}, 12), ({"rain": True, "crane": True}, 24)],
)
def test_options_add_factors_to_the_list_that_is_there(options: dict[str, bool], paid: int, tmp_path: Path) -> None:
    house = write(tmp_path, "house", MORE_FACTORS)
    line = "Aki:1B,3B,8B,11B Bea:12B,4A,1CC,2CC Cho:5A stopped_by=Aki"
    result: Any = calc.settle_round(line, rules=house, options=options)
    # Cho has no bright, which doubles beside them.
    assert {name: one.change for name, one in result.players.items()} == {
        "Aki": 3 * paid,
        "Bea": -paid,
        "Cho": -2 * paid,
    }


def test_a_path_that_adds_to_no_list_is_refused(tmp_path: Path) -> None:
    house = write(tmp_path, "house", MORE_FACTORS.replace("by_each.times+: [rain]", "by_each.tims+: [rain]"))
    with pytest.raises(calc.RuleTableError, match=r"'settlement.by_each.tims\+' adds to a list, but there is none"):
        calc.load_rules(house)
