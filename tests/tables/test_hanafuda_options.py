"""Options of hanafuda games: every choice loads and changes what it says and nothing else; files that extend games."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import calc
from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from tests.hanafuda.houses import house
from tests.rows import Rows, listed
from tests.tables.test_options import ANSWERS, meaning
from tests.tables.typed import ABSENT, PRESENT, changes

ROWS = Rows(__file__)

RULE_SETS = {name: load_hanafuda_rules(name) for name in rule_set_ids() if game_id_of(name) == "hanafuda"}


def every_choice() -> list[tuple[str, str, Any]]:
    return [
        (name, option, meaning(choice))
        for name, rules in RULE_SETS.items()
        for option, rule in rules.options.items()
        for choice in rule.choices or {}
    ]


def test_the_games_and_presets_that_ship() -> None:
    games = [
        "bakappana",
        "changara",
        "go-stop",
        "hachi",
        "hachi-hachi",
        "hana-awase",
        "hana-tanzaku",
        "hanahuda",
        "hiraya",
        "hyaku-ochi",
        "ichi-ni-san",
        "kaga",
        "kekoro",
        "koikoi",
        "kyu-rei",
        "matsu-kiri-bozu",
        "min-hwatu",
        "mushi",
        "new-ino-shika-cho",
        "ni-shi-roku",
        "roku-tan",
        "roppyakken",
        "saburokku",
        "sakura",
        "san-ju-tsuppari",
        "sudaoshi",
        "taiyaku",
        "tensho",
        "terada",
        "yamayaku",
    ]
    presets = [
        "botan-cho",
        "hana-awase-fudawiki",
        "hana-awase-plain",
        "koikoi-fudawiki",
        "koikoi-nintendo",
        "nana-tan",
    ]
    assert sorted(RULE_SETS) == sorted([*games, *presets])


@pytest.mark.parametrize(("name", "option", "choice"), every_choice())
def test_every_choice_loads_and_is_remembered_only_where_it_is_not_the_default(
    name: str, option: str, choice: Any
) -> None:
    rules = RULE_SETS[name]
    is_default = choice == rules.options[option].default
    chosen = load_hanafuda_rules(name, {option: choice})
    assert chosen.chosen == ({} if is_default else {option: choice})
    assert bool(changes(rules, chosen)) is not is_default


@pytest.mark.parametrize("name", [name for name, rules in RULE_SETS.items() if len(rules.options) > 1])
def test_any_two_choices_go_together(name: str) -> None:
    choices = [(row["option"], row["choice"]) for row in ANSWERS if row["rules"] == name and "changes" in row]
    for (one, first), (other, second) in combinations(choices, 2):
        if one != other:
            rules = load_hanafuda_rules(name, {one: first, other: second})
            assert rules.chosen == {one: first, other: second}


def test_the_willows_and_the_rain_man_take_away_side_by_side() -> None:
    options = {"full_willow_voids": "opponents", "rain_man_bars_viewing": True}
    assert list(load_hanafuda_rules("hana-awase", options).voids) == ["willows", "rain"]
    line = "hana-awase A:1BRCC,2ARCC,3BRCC,4ARCC,5ARCC,6ARCC B:7ARCC,8BACC,9ARCC,10ARCC,11BARC,12BCCC"
    result = calc.settle_round(line, options=options)
    assert {name: [one.id for one in player.yaku] for name, player in result.players.items()} == {
        "A": [],
        "B": ["willow_row", "paulownia_row"],
    }


@ROWS.each("an_unknown_option_or_choice_is_refused_with_what_there_is", name="case")
def test_an_unknown_option_or_choice_is_refused_with_what_there_is(
    name: str, options: dict[str, Any], words: list[str]
) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_hanafuda_rules(name, options)
    for word in words:
        assert word in caught.value.message
    assert (caught.value.code, caught.value.key) == ("unknown_option", f"options.{next(iter(options))}")


def test_options_of_a_record_mean_the_same_as_those_of_the_call() -> None:
    line = "koikoi A:1B,3B,8B,12B B: stopped_by=A"
    of_record = calc.settle_round(f"{line} options.families=stack options.double_from=0")
    of_call = calc.settle_round(line, options={"families": "stack", "double_from": 0})
    assert of_record == of_call
    assert of_record.options == {"families": "stack", "double_from": 0}
    assert of_record.players["A"].score == 13


def test_a_rule_set_knows_which_option_answers_for_a_value() -> None:
    koikoi = RULE_SETS["koikoi"]
    assert koikoi.options_at("factors.many_points") == {"double_from": "7"}
    assert koikoi.options_at("groups.brights") == {"families": "best"}
    assert koikoi.options_at("yaku.goko") == {}


# ---- the shipped games


def entries_of(rules: HanafudaRules) -> dict[str, Any]:
    sections = ("groups", "misdeal", "teyaku", "yaku", "compensation", "options")
    return {f"{kind} {key}": one for kind in sections for key, one in getattr(rules, kind).items()}


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_entry_has_its_names_and_a_source_that_is_declared(name: str) -> None:
    rules = RULE_SETS[name]
    entries = entries_of(rules)
    titles = {key: one.question if key.startswith("option") else one.name for key, one in entries.items()}
    titles |= {name: rules.name} | {f"class {key}": rules.classes.names[key] for key in rules.classes.own}
    assert [key for key, title in titles.items() if not title.en.strip() or not title.en.isascii()] == []
    assert [key for key, title in titles.items() if not title.ja.strip() or title.ja.isascii()] == []
    sources = [one.source for one in [*entries.values(), *rules.steps.values(), rules.table]]
    cited = {part.split(maxsplit=1)[0].rstrip(",") for source in sources for part in source.split(";")}
    assert cited <= set(rules.sources)


# ---- extends

LOVE: str = ROWS["love"]


def differences(folder: Path, text: str, base: str = "koikoi") -> dict[str, tuple[Any, Any]]:
    """What a file that extends a game changes, apart from its id."""
    found = changes(RULE_SETS[base], house(folder, f"extends: {base}\nsources: {{house: our table}}\n{text}"))
    assert found.pop("id") == (base, "house")
    assert found.pop("sources.house") == (ABSENT, PRESENT)
    return found


@ROWS.each("an_extending_file_changes_what_it_says_and_nothing_else")
def test_an_extending_file_changes_what_it_says_and_nothing_else(
    tmp_path: Path, text: str, expected: dict[str, tuple[Any, Any]]
) -> None:
    assert listed(differences(tmp_path, text)) == expected


def score_of(rules: HanafudaRules, pile: str) -> int:
    return calc.settle_round(f"A:{pile} B: stopped_by=A", rules=rules).players["A"].score


def test_a_house_file_settles_as_it_says(tmp_path: Path) -> None:
    text = f"""extends: koikoi
sources: {{house: our table}}
groups:
  house: {{name: {{en: house, ja: 家}}, counts: best, source: house}}
yaku:
  goko: {{value: 15}}
  kasu: null
  hanami_zake: {{group: house}}{LOVE}"""
    rules = house(tmp_path, text)
    koikoi = RULE_SETS["koikoi"]
    for pile, before, after in (
        ("1B,3B,8B,11B,12B", 20, 30),
        # 5 of the cup with the curtain; 4 for the love of the cup are no more than the second of their group.
        ("3B,9A,1R,2R", 5, 5),
        ("1B,3B,8B,9A,1R", 30, 30),
    ):
        assert (score_of(koikoi, pile), score_of(rules, pile)) == (before, after), pile
    assert score_of(rules, "9A,1R,2R") == 4
    assert score_of(koikoi, "1CC,2CC,3CC,4CC,5CC") == 1
    with pytest.raises(calc.HandError, match="A stopped, but holds no yaku"):
        score_of(rules, "1CC,2CC,3CC,4CC,5CC")
    with pytest.raises(calc.HandError, match="A stopped, but holds no yaku"):
        score_of(koikoi, "9A,1R,2R")


def test_what_a_set_removed_may_still_be_named(tmp_path: Path) -> None:
    rules = house(tmp_path, "extends: taiyaku\nyaku: {koto: null}\n")
    assert rules.yaku["kotori"].exclusive_with == ()
    assert "koto" not in rules.yaku


def test_new_yaku_come_last_and_changed_ones_stay_in_their_place(tmp_path: Path) -> None:
    text = f"""extends: koikoi
sources: {{house: our table}}
groups: {{house: {{name: {{en: house, ja: 家}}, counts: all, source: house}}}}
yaku:{LOVE}  goko: {{value: 12}}
"""
    rules = house(tmp_path, text)
    assert list(rules.yaku) == [*RULE_SETS["koikoi"].yaku, "love"]
    assert [one.order for one in rules.yaku.values()] == list(range(len(rules.yaku)))


def test_a_chain_of_files_is_read_to_its_end(tmp_path: Path) -> None:
    house(tmp_path, "extends: koikoi\nversion: 3.0.0\nyaku: {goko: {value: 12}}\n", stem="club")
    rules = house(tmp_path, "extends: club\nyaku: {goko: {value: 14}, kasu: null}\n", stem="league")
    assert changes(RULE_SETS["koikoi"], rules) == {
        "id": ("koikoi", "league"),
        "version": ("1.2.0", "3.0.0"),
        "yaku.goko.value.points": (10, 14),
        "yaku.kasu": (PRESENT, ABSENT),
    }
    assert rules.label == "league@3.0.0"


@ROWS.each("a_mistake_in_an_extending_file_is_told")
def test_a_mistake_in_an_extending_file_is_told(tmp_path: Path, text: str, words: list[str]) -> None:
    with pytest.raises(calc.CalcError) as caught:
        house(tmp_path, f"extends: koikoi\n{text}")
    for word in words:
        assert word in caught.value.message
