"""Yaku taken from lists: what comes with them, what a file changes of them, and what is refused."""

from pathlib import Path

import pytest

import calc
from calc.games import check_rule_file, game_named
from calc.mahjong.load import load_mahjong_rules, read_list
from calc.mahjong.rules.ruleset import MahjongRules
from calc.tables import load_table, rule_set_ids
from calc.tables.shelf import game_id_of
from calc.tables.table import compare_tables
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

MAHJONG = [name for name in rule_set_ids() if game_id_of(name) == "riichi"]
HEAD = "version: 1.0.0\nname: {en: Club, ja: 卓}\nsources: {house: ours}\n"


def club(folder: Path, yaku: str, base: str = "riichi", more: str = "", name: str = "club") -> str:
    path = folder / f"{name}.yaml"
    path.write_text(f"extends: {base}\n{HEAD}{more}yaku:\n{yaku}\n", encoding="utf-8")
    return str(path)


def rules_of(*given: Path | str) -> MahjongRules:
    return load_mahjong_rules(club(*given))  # type: ignore[arg-type]


def test_a_yaku_comes_with_the_sets_and_sources_that_it_names_and_nothing_else(tmp_path: Path) -> None:
    rules, riichi = rules_of(tmp_path, "  benikujaku: local"), load_mahjong_rules("riichi")
    assert rules.yaku.keys() - riichi.yaku.keys() == {"benikujaku"}
    assert rules.sets.titles.keys() - riichi.sets.titles.keys() == {"peacock"}
    assert rules.sources.keys() - riichi.sources.keys() == {"house", "local_wiki", "majandofu"}
    assert (rules.facts, rules.shapes) == (riichi.facts, riichi.shapes)


def test_a_yaku_comes_with_the_fact_or_shape_that_it_names(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "  kanburi: local\n  shiisanpuutaa: local")
    riichi = load_mahjong_rules("riichi")
    assert rules.facts.keys() - riichi.facts.keys() == {"quad_discard"}
    assert rules.shapes.keys() - riichi.shapes.keys() == {"thirteen_unconnected"}
    line = "123p456789s1122z +2z ron seat=S round=E facts.quad_discard=true"
    assert isinstance(calc.score_many([line], rules="riichi")[0], calc.Refusal)
    assert calc.score(line, rules=rules).han == 2


def test_a_file_changes_what_it_takes(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "  sanrenkou: {from: local, value: {han: 3}, name: {ja: サンレンコー}, source: house}")
    yaku = rules.yaku["sanrenkou"]
    assert (yaku.value.han, yaku.name.en, yaku.name.ja, yaku.source) == (3, "Sanrenkou", "サンレンコー", "house")
    assert yaku.from_ == "local"


def test_a_file_that_extends_one_changes_what_that_took_or_takes_it_anew(tmp_path: Path) -> None:
    club(tmp_path, "  sanrenkou: {from: local, value: {han: 3}, source: house}")
    changed = rules_of(tmp_path, "  sanrenkou: {value: {han: 4}, source: house}", "club", "", "ours")
    assert changed.yaku["sanrenkou"].value.han == 4
    anew = rules_of(tmp_path, "  sanrenkou: local", "club", "", "theirs")
    assert (anew.yaku["sanrenkou"].value.han, anew.yaku["sanrenkou"].source[:10]) == (2, "local_wiki")
    without = rules_of(tmp_path, "  sanrenkou: null", "club", "", "without")
    assert "sanrenkou" not in without.yaku


def test_what_it_takes_stands_in_place_of_a_yaku_of_the_set(tmp_path: Path) -> None:
    own = (
        "  sanrenkou: {name: {en: S, ja: 三}, when: {by: ron}, value: {han: 9}, no_han_when: {by: ron}, source: house}"
    )
    club(tmp_path, own)
    taken = rules_of(tmp_path, "  sanrenkou: local", "club", "", "ours").yaku["sanrenkou"]
    assert (taken.value.han, taken.no_han_when) == (2, None)


def test_the_difference_to_the_set_is_what_was_taken(tmp_path: Path) -> None:
    changes = compare_tables(load_table("riichi"), load_table(club(tmp_path, "  uumensai: local")))
    assert [change.path for change in changes if change.section != "version"] == ["yaku.uumensai"]
    assert changes[-1].b["from"] == "local"


@pytest.mark.parametrize("base", MAHJONG)
def test_a_set_can_take_all_that_it_is_offered(tmp_path: Path, base: str) -> None:
    rules = load_mahjong_rules(base)
    offered = game_named("riichi").offers(rules)["local"]
    lacking = {"sanshoku_tsuukan", "shanron_chonchu", "aru_chuu", "hyakumangoku", "kaga_hyakumangoku"}
    known = read_list("local")[0].yaku.keys()
    assert known - offered.keys() - rules.yaku.keys() == (lacking if len(rules.seats) == 3 else set())
    path = club(tmp_path, "\n".join(f"  {name}: local" for name in offered), base)
    assert offered.keys() <= load_mahjong_rules(path).yaku.keys()
    if base in ("riichi", "sanma"):  # the choices of its options are those of all that extend it
        assert check_rule_file(path).mistakes == []


@ROWS.each("what_cannot_be_taken_is_refused_by_name")
def test_what_cannot_be_taken_is_refused_by_name(
    tmp_path: Path, yaku: str, more: str, base: str, path: str, says: str
) -> None:
    checked = check_rule_file(club(tmp_path, yaku, base, more))
    assert [(mistake.path, says in mistake.message) for mistake in checked.mistakes] == ([(path, True)] if path else [])
    assert all(Path(str(mistake.file)).name == "club.yaml" for mistake in checked.mistakes)


def test_a_list_of_ones_own_stands_beside_the_file(tmp_path: Path) -> None:
    entry = "{name: {en: Ron, ja: 栄}, when: {by: ron}, value: {han: 1}, source: house, example: a, counter_example: b}"
    (tmp_path / "ours.yaml").write_text(f"kind: yaku\ngame: riichi\n{HEAD}yaku:\n  by_ron: {entry}\n", encoding="utf-8")
    assert rules_of(tmp_path, "  by_ron: ours").yaku["by_ron"].from_ == "ours"


def test_every_local_yaku_has_two_sources_or_says_that_nobody_confirms_it() -> None:
    for one in read_list("local")[0].yaku.values():
        assert one.unverified != (";" in one.source), one.id
        assert one.name.en != one.name.ja


def test_no_local_yaku_is_one_of_riichi() -> None:
    assert sorted(load_mahjong_rules("riichi").yaku.keys() & read_list("local")[0].yaku.keys()) == []


def test_a_dispute_tries_the_facts_that_a_taken_yaku_asks_for(tmp_path: Path) -> None:
    path = club(tmp_path, "  tsubame_gaeshi: local")
    line = "123p456789s1122z +2z ron seat=S round=E"
    ran = run_yaku("dispute", line, "--rules", path, "--claim", "tsubame_gaeshi", columns=200)
    assert "Tsubame gaeshi asks for: won on the tile with which another player declared riichi" in ran.out
    assert "the fact riichi_tile was true" in ran.out


@ROWS.each("a_list_is_no_rule_set")
def test_a_list_is_no_rule_set(tmp_path: Path, arguments: list[str], says: str) -> None:
    club(tmp_path, "  pinfu: null", "local")
    club(tmp_path, "  pinfu: null", "deck", "", "cards")
    ran = run_yaku(*arguments, folder=tmp_path)
    assert says in ran.err
    assert ran.code != 0
