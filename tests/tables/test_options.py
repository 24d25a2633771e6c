"""Options: every choice loads, changes what it says and nothing else, and is spelled alike everywhere."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import calc
from calc.cli.main import app
from calc.cli.options import read_settings
from calc.games import load_rules
from calc.layout.game import option_answers
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.rules.ruleset import MahjongRules
from calc.settling import read_line, settle_reads
from calc.strict_yaml import load
from calc.tables import rule_set_ids, rules_folder
from calc.tables.ruleset import spell_choice
from calc.translation import spoken_in
from tests.amounts import tries
from tests.rows import Rows, listed
from tests.tables.typed import ABSENT, PRESENT, changes

ROWS = Rows(__file__)


LIMITS = ["daisangen", "daisuushi", "tsuuiisou", "chinroutou", "ryuuiisou", "suukantsu"]
THIRTEEN_HAN = "123456m345p2499s +3s ron from=W seat=S round=E riichi dora=8888s ura=1234m"
ALL_SETS: dict[str, Any] = {name: load_rules(name) for name in rule_set_ids()}
RULE_SETS: dict[str, MahjongRules] = {
    name: rules for name, rules in ALL_SETS.items() if isinstance(rules, MahjongRules)
}
#: What each choice that is no default changes in the typed rules, by path: the value before and after. And what it
#: changes of the result of a win, all of it, or of the record of a round or a game; ``beside``: other options.
ANSWERS: list[dict[str, Any]] = [
    {"rules": path.stem, **row}
    for path in sorted((Path(__file__).parent / "options").glob("*.yaml"))
    for row in load(path.read_text(encoding="utf-8"), file=str(path)).value
]


def rows_with(key: str) -> list[Any]:
    """The rows that have a key, named by rule set and answer."""
    return [
        pytest.param(row, id=f"{row['rules']}: {row['option']}={spell_choice(row['choice'])}")
        for row in ANSWERS
        if key in row
    ]


def answers_told(key: str) -> set[tuple[str, str, str]]:
    return {(row["rules"], row["option"], str(row["choice"])) for row in ANSWERS if key in row}


def every_choice(*, own: bool = False) -> dict[str, list[tuple[str, str]]]:
    """The options of each rule set and their choices; with ``own`` only choices that its own file has."""
    return {
        name: [
            (option, choice)
            for option, rule in rules.options.items()
            for choice in rule.choices or {}
            if not own or "choices" in own_options(name).get(option, {})
        ]
        for name, rules in RULE_SETS.items()
    }


def own_choices() -> list[tuple[str, str, str]]:
    return [(name, *one) for name, found in every_choice(own=True).items() for one in found]


@cache
def own_options(name: str) -> dict[str, Any]:
    (path,) = rules_folder().rglob(f"{name}.yaml")
    found: dict[str, Any] = load(path.read_text(encoding="utf-8"), file=None).value.get("options", {})
    return {option: rule or {} for option, rule in found.items()}


def meaning(choice: str) -> bool | int | str:
    """A choice as YAML and JSON have it: true, 4, mangan."""
    return {"true": True, "false": False}.get(choice, int(choice) if choice.isdecimal() else choice)


def test_every_choice_of_every_game_is_said_in_words() -> None:
    """By a label in both languages, told apart from the others; yes, no and numbers say themselves."""
    for name in rule_set_ids():
        for key, option in load_rules(name).options.items():
            plain = {choice for choice in option.choices or {} if choice in ("true", "false") or choice.isdecimal()}
            assert plain | option.labels.keys() >= (option.choices or {}).keys(), (name, key)
            for lang in ("en", "ja"):
                told = [label.text(lang) for choice, label in option.labels.items() if choice in (option.choices or {})]
                assert len(told) == len({*told}), (name, key, lang)


def test_a_sheet_says_answers_in_words() -> None:
    def answers(name: str, lang: str, **options: Any) -> dict[str, str]:
        rules = load_rules(name, options)
        return dict(zip(rules.options, (text for _, text in spoken_in(lang, option_answers, rules)), strict=True))

    told = answers("riichi", "en", multiple_ron="first", liable_for=["daisangen"], abortive_draws=[])
    assert told["multiple_ron"] == "the first in turn order (atamahane)"
    assert (told["liable_for"], told["abortive_draws"], told["tanyao_open"]) == ("Daisangen", "none", "yes")
    assert (told["red_fives"], told["uma"]) == ("characters 1, circles 1, bamboo 1", "10, 5, -5, -10")
    told = answers("m-league", "ja")
    assert (told["kazoe"], told["liable_for"]) == ("三倍満", "大三元、大四喜、四槓子")
    assert (told["rounding"], told["riichi_min_points"]) == ("端数のまま、返し点との差を丸める", "制限なし")
    assert answers("koikoi", "ja")["exhaustive_draw"] == "得点なし"


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_choice_loads_and_is_remembered_only_where_it_is_not_the_default(rule_set: str) -> None:
    """One choice of four, others in each set, or all of them (`make full`)."""
    rules = RULE_SETS[rule_set]
    choices = every_choice()[rule_set]
    assert len(choices) > 60
    place = [*RULE_SETS].index(rule_set)
    for option, choice in choices[place % (part := tries(4, 1)) :: part]:
        is_default = meaning(choice) == rules.options[option].default
        chosen = load_mahjong_rules(rule_set, {option: meaning(choice)})
        assert chosen.chosen == ({} if is_default else {option: meaning(choice)})
        counts = (rule_set, option) not in WITHOUT_EFFECT or choice in ("yakuman", "yonbaiman")
        assert bool(changes(rules, chosen)) == (not is_default and counts), (option, choice)


#: Nothing is left to choose where the default of another option removes the rule.
WITHOUT_EFFECT = {
    *((name, "renhou_own") for name, rules in RULE_SETS.items() if "renhou" not in rules.yaku),
    ("sanma", "renhou_own"),
    # `sanbaiman` and `none` are one.
    *(
        (name, "kazoe")
        for name, rules in RULE_SETS.items()
        if "kazoe" in rules.options and rules.options["kazoe"].default in ("sanbaiman", "none")
    ),
}


@pytest.mark.parametrize("row", rows_with("changes"))
def test_an_option_changes_what_it_says_and_nothing_else(row: dict[str, Any]) -> None:
    chosen: Any = load_rules(row["rules"], {row["option"]: row["choice"]})
    found = changes(ALL_SETS[row["rules"]], chosen)
    assert listed(found) == row["changes"]


def test_every_choice_that_is_no_default_has_its_row() -> None:
    told = answers_told("changes")
    for rule_set, option, choice in own_choices():
        default = RULE_SETS[rule_set].options[option].default
        assert meaning(choice) == default or (rule_set, option, str(meaning(choice))) in told
    paths = {
        (rule_set, name) for rule_set in RULE_SETS for name, rule in own_options(rule_set).items() if "path" in rule
    }
    assert paths <= {row[:2] for row in told}


def test_every_choice_of_hanafuda_that_is_no_default_has_its_rows() -> None:
    """A preset asks what the game that it extends asks."""
    for key in ("changes", "record"):
        told = answers_told(key)
        for name, rules in ALL_SETS.items():
            if rules.game == "hanafuda" and not name.endswith(("-fudawiki", "-nintendo", "-plain")):
                for option, rule in rules.options.items():
                    answers = {str(meaning(choice)) for choice in rule.choices or {}} - {str(rule.default)}
                    assert answers <= {answer for *where, answer in told if where == [name, option]}
                    assert rule.choices or (name, option) in {row[:2] for row in told}


def shown(result: calc.WinResult | calc.Refusal) -> dict[str, Any]:
    """What a result says, without its reasons."""
    if isinstance(result, calc.Refusal):
        return {"error": result.error.code}
    plain = msgspec.to_builtins(result)
    told = {key: plain[key] for key in ("han", "fu", "limits", "level", "base", "points")}
    told["yaku"] = [line.id for line in result.yaku]
    told["dora"] = sum(plain["dora"].values())
    told["payments"] = {seat: change for seat, change in result.payments.items() if change}
    return told


def score_changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    if "error" in before or "error" in after:
        return {"error": (before.get("error"), after.get("error"))}
    keys = before.keys() | after.keys()
    return {key: (before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)}


@pytest.mark.parametrize("row", rows_with("win"))
def test_an_option_changes_the_score_it_should(row: dict[str, Any]) -> None:
    before = shown(calc.score_many([row["win"]], rules="riichi")[0])
    after = shown(calc.score_many([row["win"]], rules="riichi", options={row["option"]: row["choice"]})[0])
    found = score_changes(before, after)
    if "points" in row["shows"]:
        # Who pays them is told by other tests.
        del found["payments"]
    assert listed(found) == row["shows"]


def told_by(record: Any, options: dict[str, Any], key: str) -> Any:
    """The part of the result of a round or a game at a dotted key; of notes their ids. Of a refusal the code or the
    message.
    """
    settle: Any = calc.settle_game if isinstance(record, dict) and "rounds" in record else calc.settle_round
    try:
        value = msgspec.to_builtins(settle(record, options=options))
    except calc.CalcError as error:
        return error.code if key == "error" else error.message
    for part in key.split("."):
        value = value[int(part)] if isinstance(value, list) else value.get(part)
    return [note["id"] for note in value] if key.endswith("notes") else value


@pytest.mark.parametrize("row", rows_with("record"))
def test_an_option_changes_the_round_or_game_it_should(row: dict[str, Any]) -> None:
    beside = row.get("beside", {})
    for key, (before, after) in row["shows"].items():
        assert before != after or (row["option"], key) == ("chaff_points", "players.A.score")
        assert told_by(row["record"], beside, key) == before
        assert told_by(row["record"], {**beside, row["option"]: row["choice"]}, key) == after


def test_every_option_has_a_record_whose_result_it_changes() -> None:
    changing = {one for one in answers_told("changes") if one[0] == "riichi" and one[1] != "red_fives"}
    assert answers_told("shows") >= changing


@pytest.mark.parametrize(("rule_set", "option", "choice"), own_choices())
def test_a_choice_as_text_of_the_command_line_means_the_same_as_its_plain_value(
    rule_set: str, option: str, choice: str
) -> None:
    as_text = load_mahjong_rules(rule_set, read_settings([f"{option}={choice}"]))
    as_value = load_mahjong_rules(rule_set, {option: meaning(choice)})
    assert changes(as_text, as_value) == {}
    assert as_text.chosen == as_value.chosen


@ROWS.each("a_value_as_text_of_the_command_line_means_the_same_as_plain_data")
def test_a_value_as_text_of_the_command_line_means_the_same_as_plain_data(option: str, text: str, value: Any) -> None:
    as_text, as_value = load_mahjong_rules("riichi", {option: text}), load_mahjong_rules("riichi", {option: value})
    assert changes(as_text, as_value) == {}
    assert as_text.chosen == as_value.chosen == {option: value}
    assert as_text is not load_mahjong_rules("riichi")


@pytest.mark.parametrize("row", rows_with("win"))
def test_options_of_a_record_mean_the_same_as_those_of_the_call(row: dict[str, Any]) -> None:
    win, options = msgspec.to_builtins(read_line(row["win"]).record), {row["option"]: row["choice"]}
    of_record = calc.score_many([{**win, "rules": "riichi", "options": options}])[0]
    of_call = calc.score_many([win], rules="riichi", options=options)[0]
    if isinstance(of_record, calc.WinResult):
        assert of_record == of_call
        assert of_record.options == options
    else:
        assert of_record.error == of_call.error  # type: ignore[union-attr]


def test_options_of_the_call_win_over_those_of_the_record() -> None:
    line = f"riichi {THIRTEEN_HAN} options.kazoe=sanbaiman options.furiten=note"
    assert calc.score(line, options={"kazoe": "yakuman"}).options == {"furiten": "note"}
    assert calc.score(line, options={"kazoe": "none"}).options == {"kazoe": "none", "furiten": "note"}
    assert calc.score(line, rules=load_mahjong_rules("riichi", {"kazoe": "none"})).options == {
        "kazoe": "none",
        "furiten": "note",
    }


def test_a_result_lists_only_the_options_that_are_not_default() -> None:
    options = {"kazoe": "yakuman", "tanyao_open": True, "double_wind_pair_fu": 2, "red_fives": {"m": 1, "p": 1, "s": 1}}
    result = calc.score(f"riichi {THIRTEEN_HAN}", options=options)
    assert result.options == {"double_wind_pair_fu": 2}
    assert calc.score(f"tenhou {THIRTEEN_HAN}").options == {}
    assert calc.score(f"tenhou {THIRTEEN_HAN}", options={"double_limits": True}).options == {"double_limits": True}


@ROWS.each("an_unknown_option_or_choice_is_refused_with_what_there_is")
def test_an_unknown_option_or_choice_is_refused_with_what_there_is(options: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules("riichi", options)
    for word in words:
        assert word in caught.value.message
    assert (caught.value.code, caught.value.key) == ("unknown_option", f"options.{next(iter(options))}")


@pytest.mark.parametrize(
    ("option", "value"), [("liable_for", ["daisuusi"]), ("red_fives", {"m": "two"}), ("red_fives", {"z": 1})]
)
def test_a_value_that_does_not_fit_is_blamed_on_the_option(option: str, value: Any) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules("riichi", {option: value})
    assert (caught.value.code, caught.value.key) == ("unknown_option", f"options.{option}")


@pytest.mark.parametrize("number", [-1, 256])
def test_an_impossible_number_of_red_fives_is_refused(number: int) -> None:
    with pytest.raises(calc.RuleTableError):
        calc.score(f"riichi {THIRTEEN_HAN}", options={"red_fives": {"m": number}})


@pytest.mark.parametrize("seasons", [-1, "four", {"p": 1}, True])
def test_an_impossible_number_of_season_tiles_is_refused(seasons: Any) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules("sanma", {"seasons": seasons})
    assert caught.value.key == "options.seasons"


def test_an_unknown_rule_set_is_refused_with_the_nearest() -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules("tenhuo")
    for words in ("unknown rule set 'tenhuo'", "did you mean 'tenhou'?", "`yaku rules list` names them all"):
        assert words in caught.value.message
    assert caught.value.code == "unknown_rules"


def test_a_label_is_the_id_and_the_version() -> None:
    # Four concealed triplets are a limit in every set.
    line = "111m222p333s4445z +5z ron from=W seat=S round=E"
    for name, rules in RULE_SETS.items():
        assert rules.label == f"{name}@{rules.version}"
        hand = line if "N" in rules.seats else line.replace("from=W", "from=E")
        assert calc.score(hand, rules=name).rules == rules.label


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A rule file in the current folder, under a name that only it has."""
    monkeypatch.chdir(tmp_path)
    name = f"./{tmp_path.name}.yaml"
    Path(name).write_text("extends: riichi\nversion: 7.0.0\n", encoding="utf-8")
    return name


def test_a_record_may_not_name_a_file(house: str) -> None:
    with pytest.raises(calc.RecordError) as caught:
        calc.score(f"{house} {THIRTEEN_HAN}")
    assert caught.value.message == (
        f"a record names a rule set by its id, found the file {house!r}; name files on the command line (--rules)"
    )
    assert (caught.value.code, caught.value.key, caught.value.column) == ("unknown_rules", "rules", 1)


def test_a_caller_and_a_line_of_the_command_may_name_a_file(house: str) -> None:
    label = f"{Path(house).stem}@7.0.0"
    assert calc.score(THIRTEEN_HAN, rules=house).rules == label
    assert settle_reads([read_line(f"{house} {THIRTEEN_HAN}")])[0].rules == label
    for arguments in ([f"{house} {THIRTEEN_HAN}"], ["--rules", house, THIRTEEN_HAN]):
        result = CliRunner().invoke(app, ["score", "--format", "json", *arguments])
        assert json.loads(result.stdout)["rules"] == label
        assert result.exit_code == 0


def test_a_file_of_records_may_not_name_a_file_either(house: str) -> None:
    Path("hands.txt").write_text(f"{house} {THIRTEEN_HAN}\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["score", "--format", "json", "hands.txt"])
    assert json.loads(result.stdout)["error"]["code"] == "unknown_rules"
    assert result.exit_code == 1


def test_an_option_default_of_an_extending_set_is_the_default_and_not_a_choice() -> None:
    riichi, tenhou = load_mahjong_rules("riichi"), load_mahjong_rules("tenhou")
    assert (riichi.options["renhou"].default, tenhou.options["renhou"].default) == ("mangan", "none")
    assert tenhou.chosen == {}
    assert tenhou.options["renhou"].choices == riichi.options["renhou"].choices
    assert changes(tenhou, load_mahjong_rules("tenhou", {"renhou": "none"})) == {}
    assert load_mahjong_rules("tenhou", {"renhou": "mangan"}).chosen == {"renhou": "mangan"}


def test_tenhou_differs_from_riichi_in_what_its_file_says_and_nothing_else() -> None:
    assert changes(load_mahjong_rules("riichi"), load_mahjong_rules("tenhou")) == {
        "id": ("riichi", "tenhou"),
        "version": ("1.3.0", "2.0.0"),
        "name.en": ("Riichi mahjong for four", "Tenhou, four players"),
        "name.ja": ("四人リーチ麻雀", "天鳳 四人打ち"),
        "sources.jansou": (ABSENT, PRESENT),
        "sources.sheet": (ABSENT, PRESENT),
        "sources.tenhou": (ABSENT, PRESENT),
        "sources.tenhou_yaku": (ABSENT, PRESENT),
        "sources.wiki": (ABSENT, PRESENT),
        "yaku.renhou": (PRESENT, ABSENT),
        "yaku.daichisei": (PRESENT, ABSENT),
        "yaku.daisharin": (PRESENT, ABSENT),
        "yaku.paarenchan": (PRESENT, ABSENT),
        "yaku.tsuuiisou.when": ("four groups and a pair; only honours", "only honours"),
        "yaku.tsuuiisou.source": (
            "guide, Limit hands; ruling R6",
            "tenhou_yaku, seven pairs of honours included",
        ),
        "yaku.suuankou_tanki.value.limit": (2, 1),
        "yaku.junsei_chuuren_poutou.value.limit": (2, 1),
        "yaku.kokushi_musou_juusanmen.value.limit": (2, 1),
        "yaku.daisuushi.value.limit": (2, 1),
        "points.base.round_up_above": (1900, None),
        "winning.concealed_quad_robbed_by": (["thirteen_orphans"], []),
        "liability.for_": (LIMITS, ["daisangen", "daisuushi"]),
        "liability.concealed_quads": (False, True),
        "liability.counters_by": ("discarder", "liable"),
        "rounds.multiple_ron.abort_from": (None, 3),
        "rounds.riichi.quads": ("readings", "waits"),
        "dora.turned_for_rinshan": (True, False),
        "rounds.not_waiting.four_own": ("not_waiting", "not_if_concealed"),
        "rounds.nagashi.sticks": ("winner", "stay"),
        "rounds.nagashi.open": (False, True),
        "rounds.dealer_keeps.nagashi": ("always", "as_drawn"),
        "rounds.abortive.kinds": (
            ["suukaikan"],
            ["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"],
        ),
        "match.extra_winds": (0, 1),
        "match.extra_until": ("target", "target_after_dealer"),
        "match.dealer_stops": ("never", "always"),
        "final.uma": ([10.0, 5.0, -5.0, -10.0], [20.0, 10.0, -10.0, -20.0]),
        "final.rounding.mode": ("half_down", "half_away"),
        "final.rounding.of": ("difference", "score"),
    }


@pytest.mark.parametrize("option", load_mahjong_rules("riichi").options)
def test_an_option_means_the_same_in_tenhou_as_in_riichi(option: str) -> None:
    """Under the same answers the two sets differ in what tenhou's file changes apart from its options."""
    tenhou = load_mahjong_rules("tenhou")
    answers = {name: rule.default for name, rule in tenhou.options.items()}
    apart = changes(load_mahjong_rules("riichi", answers), tenhou)
    assert "yaku.daisharin" in apart
    for choice in tenhou.options[option].choices or {}:
        riichi = load_mahjong_rules("riichi", {**answers, option: choice})
        assert changes(riichi, load_mahjong_rules("tenhou", {option: choice})) == apart


@ROWS.each("a_rule_set_knows_which_options_answer_for_a_value")
def test_a_rule_set_knows_which_options_answer_for_a_value(paths: list[str], answers: dict[str, str]) -> None:
    assert load_mahjong_rules("riichi", {"rounds": 1}).options_at(*paths) == answers


def test_a_part_of_a_table_is_answered_for_by_all_options_that_change_it() -> None:
    rules = load_mahjong_rules("riichi")
    assert [*rules.options_at("final")] == [
        "oka", "return", "uma", "chips", "yakitori", "rounding", "ties", "leftover_sticks", "remainder",
    ]  # fmt: skip


WAITING: str = ROWS["waiting"]


def test_the_default_of_an_option_is_the_value_at_its_path(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(WAITING, encoding="utf-8")
    rules = load_mahjong_rules(str(path))
    assert (rules.options["pool_open"].default, rules.rounds.nagashi.open, rules.chosen) == (True, True, {})
    closed = load_mahjong_rules(str(path), {"pool_open": False})
    assert (closed.rounds.nagashi.open, closed.chosen) == (False, {"pool_open": False})


@pytest.mark.parametrize(("default", "is_right"), [("true", True), ("false", False)])
def test_a_default_beside_the_value_at_its_path_agrees_with_it(default: str, is_right: bool, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(WAITING.replace("    path:", f"    default: {default}\n    path:"), encoding="utf-8")
    if is_right:
        assert load_mahjong_rules(str(path)).options["pool_open"].default is True
        return
    with pytest.raises(calc.RuleTableError, match=r"the default false is not the value at rounds\.nagashi\.open, true"):
        load_mahjong_rules(str(path))


def test_an_option_replaces_a_mapping_as_a_whole() -> None:
    assert load_mahjong_rules("riichi", {"red_fives": {"m": 2}}).tiles.red_fives == {"m": 2}
