"""Options: every choice loads, changes what it says and nothing else, and is spelled alike everywhere."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import calc
from calc.api import read_line, settle_reads
from calc.cli.main import app
from calc.cli.options import read_settings
from calc.strict_yaml import load
from calc.tables import rule_set_ids, rules_folder
from tests.tables.typed import ABSENT, PRESENT, changes

RULE_SETS = {name: calc.load_rules(name) for name in rule_set_ids()}
LIMITS = ["daisangen", "daisuushi", "tsuuiisou", "chinroutou", "ryuuiisou", "suukantsu"]
FOR_FOURTH_MELD = "1112z +2z (555z)(666z)(777z) ron from=W seat=S round=E honba=1 liable.seat=N liable.for=daisangen"
THIRTEEN_HAN = "123456m345p2499s +3s ron from=W seat=S round=E riichi dora=8888s ura=1234m"
FIRST_TURN = "123456m345p2499s +3s ron from=W seat=S round=E first_turn"


def every_choice(*, own: bool = False) -> list[tuple[str, str, str]]:
    """Rule sets, options and choices; with ``own`` only choices that stand in the file of the rule set itself."""
    return [
        (name, option, choice)
        for name, rules in RULE_SETS.items()
        for option, rule in rules.options.items()
        for choice in rule.choices or {}
        if not own or "choices" in own_options(name).get(option, {})
    ]


@cache
def own_options(name: str) -> dict[str, Any]:
    (path,) = rules_folder().rglob(f"{name}.yaml")
    found: dict[str, Any] = load(path.read_text(encoding="utf-8"), file=None).value.get("options", {})
    return {option: rule or {} for option, rule in found.items()}


def meaning(choice: str) -> bool | int | str:
    """A choice as YAML and JSON have it: true, 4, mangan."""
    return {"true": True, "false": False}.get(choice, int(choice) if choice.isdecimal() else choice)


@pytest.mark.parametrize(("rule_set", "option", "choice"), every_choice())
def test_every_choice_loads_and_is_remembered_only_where_it_is_not_the_default(
    rule_set: str, option: str, choice: str
) -> None:
    rules = RULE_SETS[rule_set]
    is_default = meaning(choice) == rules.options[option].default
    chosen = calc.load_rules(rule_set, {option: meaning(choice)})
    assert chosen.chosen == ({} if is_default else {option: meaning(choice)})
    assert bool(changes(rules, chosen)) == (not is_default and (rule_set, option) not in WITHOUT_EFFECT)


#: Nothing is left to choose where the default of another option removes the rule.
WITHOUT_EFFECT = {("tenhou", "renhou_own"), ("tenhou-sanma", "renhou_own")}

#: What each choice changes in the typed rules, by path: the value before and after.
RIICHI_CHANGES: list[tuple[str, Any, dict[str, tuple[Any, Any]]]] = [
    ("tanyao_open", False, {"yaku.tanyao.value.han.open": (1, None)}),
    ("double_wind_pair_fu", 2, {"fu.hand.double_wind_pair.fu": (4, 2)}),
    ("kiriage_mangan", False, {"points.base.round_up_above": (1900, None)}),
    ("open_pinfu_fu", False, {"fu.rest": (PRESENT, ABSENT)}),
    (
        "rinshan_tsumo_fu",
        False,
        {
            "fu.win.tsumo.when": (
                "won by tsumo; not (Pinfu applies)",
                "won by tsumo; no rinshan; not (Pinfu applies)",
            )
        },
    ),
    (
        "pinfu_tsumo",
        False,
        {
            "yaku.pinfu.when": (
                "every group is a run; nothing in the hand earns fu; open wait",
                "won by ron; every group is a run; nothing in the hand earns fu; open wait",
            )
        },
    ),
    ("kazoe", "sanbaiman", {"points.levels.kazoe_yakuman": (PRESENT, ABSENT)}),
    ("kazoe", "none", {"points.levels.kazoe_yakuman": (PRESENT, ABSENT)}),
    (
        "double_limits",
        False,
        {
            "yaku.suuankou_tanki.value.limit": (2, 1),
            "yaku.junsei_chuuren_poutou.value.limit": (2, 1),
            "yaku.kokushi_musou_juusanmen.value.limit": (2, 1),
            "yaku.daisuushi.value.limit": (2, 1),
            "yaku.daichisei.value.limit": (2, 1),
        },
    ),
    ("stack_limits", False, {"points.limit.add_up": (True, False)}),
    ("renhou", "none", {"yaku.renhou": (PRESENT, ABSENT)}),
    ("renhou", "yakuman", {"yaku.renhou.value.limit": (None, 1), "yaku.renhou.value.level": ("mangan", None)}),
    ("renhou_own", "any_han", {"yaku.renhou.value.gives_way_to": ("own_yaku", "any_han")}),
    ("tenhou_wait", "best", {"winning.first_draw_wait": ("as_recorded", "best")}),
    ("chankan_concealed", "none", {"winning.concealed_quad_robbed_by": (["thirteen_orphans"], [])}),
    ("liable_for", ["daisuushi"], {"liability.for_": (LIMITS, ["daisuushi"])}),
    ("liable_scope", "limit", {"liability.covers": ("hand", "limit")}),
    ("liable_counters", "liable", {"liability.counters_by": ("discarder", "liable")}),
    ("red_fives", {"m": 2, "s": 1}, {"tiles.red_fives.m": (1, 2), "tiles.red_fives.p": (PRESENT, ABSENT)}),
    ("furiten", "note", {"winning.furiten": ("refuse", "note")}),
]


#: The same of the other sets, for options that are their own.
OTHER_CHANGES: list[tuple[str, str, Any, dict[str, tuple[Any, Any]]]] = [
    (
        "sanma-common",
        "indicator_1m",
        "none",
        {
            "dora.order": (
                ["19m", "123456789p", "123456789s", "1234z", "567z"],
                ["123456789p", "123456789s", "1234z", "567z"],
            )
        },
    ),
    ("sanma-common", "north_indicator", "all", {"dora.north.indicated": ("hand", "all")}),
    ("sanma-common", "north_rinshan", True, {"dora.north.rinshan": (False, True)}),
    ("sanma-common", "north_fourth_indicator", True, {"dora.north.fourth_indicator": (False, True)}),
    ("sanma-common", "tsumo_loss", "north_split", {"points.absent_share": ("lost", "split")}),
    ("sanma", "north_fourth_indicator", False, {"dora.north.fourth_indicator": (True, False)}),
    ("sanma", "below_chart", "lowest_row", {"points.levels.three_han.from_han": (3, 1)}),
    ("sanma", "above_chart", "top_row", {"points.levels.kazoe_yakuman": (PRESENT, ABSENT)}),
    ("sanma", "zero_han_is_yaku", True, {"winning.zero_han_is_yaku": (False, True)}),
    (
        "sanma",
        "sanankou_ron",
        "not_completed",
        {
            "yaku.sanankou.value.han": (ABSENT, PRESENT),
            "yaku.sanankou.value.han.closed": (PRESENT, ABSENT),
            "yaku.sanankou.value.han.open": (PRESENT, ABSENT),
        },
    ),
    (
        "sanma",
        "tanyao_ron",
        "never",
        {
            "yaku.tanyao.when": (
                "only simples; (won by tsumo) or (not (the hand has another yaku))",
                "only simples; won by tsumo",
            )
        },
    ),
    (
        "sanma",
        "isshoku_sanjun",
        "concealed_triplets",
        {
            "yaku.isshoku_sanjun.when": (
                "run n a, run n a and run n a (a letter stands for any rank or suit)",
                "triplet n a, triplet n+1 a and triplet n+2 a (a letter stands for any rank or suit); "
                "exactly 3 concealed triplets or quads",
            ),
            "yaku.isshoku_sanjun.suppresses": (["iipeikou"], ["sanrenkou", "sanankou"]),
        },
    ),
    (
        "sanma",
        "shousangen",
        "included",
        {
            "yaku.shousangen.suppresses": ([], ["haku", "hatsu", "chun"]),
            "yaku.honroutou.suppresses": (["chanta", "junchan"], ["chanta", "junchan", "toitoi", "chiitoitsu"]),
        },
    ),
]
CHANGES = [*(("riichi", *row) for row in RIICHI_CHANGES), *OTHER_CHANGES]


@pytest.mark.parametrize(("rule_set", "option", "choice", "expected"), CHANGES)
def test_an_option_changes_what_it_says_and_nothing_else(
    rule_set: str, option: str, choice: Any, expected: dict[str, tuple[Any, Any]]
) -> None:
    assert changes(RULE_SETS[rule_set], calc.load_rules(rule_set, {option: choice})) == expected


def test_every_choice_that_is_no_default_has_its_row() -> None:
    told = {(rule_set, option, str(choice)) for rule_set, option, choice, _ in CHANGES}
    for rule_set, option, choice in every_choice(own=True):
        default = RULE_SETS[rule_set].options[option].default
        assert meaning(choice) == default or (rule_set, option, str(meaning(choice))) in told
    paths = {
        (rule_set, name) for rule_set in RULE_SETS for name, rule in own_options(rule_set).items() if "path" in rule
    }
    assert paths <= {(rule_set, option) for rule_set, option, _, _ in CHANGES}


#: What each choice changes in the score of a hand: result keys before and after; a refusal stands under ``error``.
SCORES: list[tuple[str, Any, str, dict[str, tuple[Any, Any]]]] = [
    (
        "tanyao_open",
        False,
        "23455p66m +6m (345s)(678s) ron from=W seat=S round=E last_tile",
        {"yaku": (["houtei", "tanyao"], ["houtei"]), "han": (2, 1), "base": (480, 240), "points": (2000, 1000)},
    ),
    (
        "double_wind_pair_fu",
        2,
        # 20 + 10 closed ron + 8 concealed 999s + the pair: 42 or 40.
        "11z234m567p34999s +5s ron from=S seat=E round=E riichi",
        {"fu": (50, 40), "base": (400, 320), "points": (2400, 2000)},
    ),
    (
        "kiriage_mangan",
        False,
        "234567m34555p67s +8s ron from=W seat=S round=E riichi ippatsu",
        {"level": ("mangan", None), "base": (2000, 1920), "points": (8000, 7700)},
    ),
    (
        "open_pinfu_fu",
        False,
        "23466p34s +5s (345m)(678s) ron from=W seat=S round=E",
        {"fu": (30, 20), "base": (240, 160), "points": (1000, 700)},
    ),
    (
        "rinshan_tsumo_fu",
        False,
        # 20 + 8 open quad + 2 closed wait, and 2 for the tsumo: 32 or 30.
        "23466p24s +3s (345m)(8888p) tsumo seat=S round=E rinshan",
        {"fu": (40, 30), "base": (640, 480), "points": (2700, 2000)},
    ),
    (
        "pinfu_tsumo",
        False,
        "234567m34599p67s +8s tsumo seat=S round=E",
        {
            "yaku": (["menzen_tsumo", "pinfu"], ["menzen_tsumo"]),
            "han": (2, 1),
            "fu": (20, 30),
            "base": (320, 240),
            "points": (1500, 1100),
        },
    ),
    (
        "kazoe",
        "sanbaiman",
        THIRTEEN_HAN,
        {"level": ("kazoe_yakuman", "sanbaiman"), "base": (8000, 6000), "points": (32000, 24000)},
    ),
    (
        "kazoe",
        "none",
        THIRTEEN_HAN,
        {"level": ("kazoe_yakuman", "sanbaiman"), "base": (8000, 6000), "points": (32000, 24000)},
    ),
    (
        "double_limits",
        False,
        "111m222p333s4445z +5z ron from=W seat=S round=E",
        {"limits": (2, 1), "base": (16000, 8000), "points": (64000, 32000)},
    ),
    (
        "stack_limits",
        False,
        "1112z +2z (555z)(666z)(777z) ron from=W seat=S round=E",
        {"limits": (2, 1), "base": (16000, 8000), "points": (64000, 32000)},
    ),
    ("renhou", "none", FIRST_TURN, {"error": (None, "no_yaku")}),
    (
        "renhou",
        "yakuman",
        FIRST_TURN,
        {"limits": (0, 1), "level": ("mangan", "yakuman"), "base": (2000, 8000), "points": (8000, 32000)},
    ),
    (
        "renhou_own",
        "any_han",
        f"{FIRST_TURN} dora=8888s",
        {
            "yaku": (["renhou"], []),
            "dora": (0, 8),
            "han": (None, 8),
            "fu": (None, 40),
            "level": ("mangan", "baiman"),
            "base": (2000, 4000),
            "points": (8000, 16000),
        },
    ),
    (
        "tenhou_wait",
        "best",
        "11m222p333s44455z +1m tsumo seat=E round=E first_turn",
        {
            "yaku": (["tenhou", "suuankou"], ["tenhou", "suuankou_tanki"]),
            "limits": (2, 3),
            "base": (16000, 24000),
            "points": (96000, 144000),
        },
    ),
    (
        "chankan_concealed",
        "none",
        "9m19p19s1234567z1p +1m ron from=W seat=S round=E chankan=concealed",
        {"error": (None, "contradiction")},
    ),
    (
        "liable_for",
        ["daisuushi"],
        FOR_FOURTH_MELD,
        {"payments": ({"S": 64300, "W": -32300, "N": -32000}, {"S": 64300, "W": -64300})},
    ),
    (
        "liable_scope",
        "limit",
        FOR_FOURTH_MELD,
        {"payments": ({"S": 64300, "W": -32300, "N": -32000}, {"S": 64300, "W": -48300, "N": -16000})},
    ),
    (
        "liable_counters",
        "liable",
        FOR_FOURTH_MELD,
        {"payments": ({"S": 64300, "W": -32300, "N": -32000}, {"S": 64300, "W": -32000, "N": -32300})},
    ),
    (
        "red_fives",
        {"p": 1, "s": 1},
        "340567m34555p67s +8s ron from=W seat=S round=E",
        {"error": (None, "impossible_hand")},
    ),
    (
        "red_fives",
        {"m": 2, "p": 1, "s": 1},
        "340067m34555p67s +8s ron from=W seat=S round=E",
        {"error": ("impossible_hand", None)},
    ),
    (
        "furiten",
        "note",
        "234567m34555p67s +8s ron from=W seat=S round=E discards=5s",
        {"error": ("contradiction", None)},
    ),
]


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


@pytest.mark.parametrize(("option", "choice", "line", "expected"), SCORES)
def test_an_option_changes_the_score_it_should(
    option: str, choice: Any, line: str, expected: dict[str, tuple[Any, Any]]
) -> None:
    before = shown(calc.score_many([line], rules="riichi")[0])
    after = shown(calc.score_many([line], rules="riichi", options={option: choice})[0])
    found = score_changes(before, after)
    if "points" in expected:
        # Who pays them is told by other tests.
        del found["payments"]
    assert found == expected


def test_every_option_has_a_hand_whose_score_it_changes() -> None:
    assert {(option, str(choice)) for option, choice, _, _ in SCORES} >= {
        (option, str(choice)) for option, choice, _ in RIICHI_CHANGES if option != "red_fives"
    }


@pytest.mark.parametrize(("rule_set", "option", "choice"), every_choice(own=True))
def test_a_choice_as_text_of_the_command_line_means_the_same_as_its_plain_value(
    rule_set: str, option: str, choice: str
) -> None:
    as_text = calc.load_rules(rule_set, read_settings([f"{option}={choice}"]))
    as_value = calc.load_rules(rule_set, {option: meaning(choice)})
    assert changes(as_text, as_value) == {}
    assert as_text.chosen == as_value.chosen


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("red_fives", "{m: 0, p: 1, s: 0}", {"m": 0, "p": 1, "s": 0}),
        ("red_fives", '{"m": 2}', {"m": 2}),
        ("red_fives", "{}", {}),
        ("liable_for", "[daisangen]", ["daisangen"]),
        ("liable_for", "[]", []),
    ],
)
def test_a_value_as_text_of_the_command_line_means_the_same_as_plain_data(option: str, text: str, value: Any) -> None:
    as_text, as_value = calc.load_rules("riichi", {option: text}), calc.load_rules("riichi", {option: value})
    assert changes(as_text, as_value) == {}
    assert as_text.chosen == as_value.chosen == {option: value}
    assert as_text is not calc.load_rules("riichi")


@pytest.mark.parametrize(("option", "choice", "line", "expected"), SCORES)
def test_options_of_a_record_mean_the_same_as_those_of_the_call(
    option: str, choice: Any, line: str, expected: dict[str, tuple[Any, Any]]
) -> None:
    win = msgspec.to_builtins(read_line(line).win)
    of_record = calc.score_many([{**win, "rules": "riichi", "options": {option: choice}}])[0]
    of_call = calc.score_many([win], rules="riichi", options={option: choice})[0]
    if isinstance(of_record, calc.WinResult):
        assert of_record == of_call
        assert of_record.options == {option: choice}
    else:
        assert of_record.error == of_call.error  # type: ignore[union-attr]


def test_options_of_the_call_win_over_those_of_the_record() -> None:
    line = f"riichi {THIRTEEN_HAN} options.kazoe=sanbaiman options.furiten=note"
    assert calc.score(line, options={"kazoe": "yakuman"}).options == {"furiten": "note"}
    assert calc.score(line, options={"kazoe": "none"}).options == {"kazoe": "none", "furiten": "note"}
    assert calc.score(line, rules=calc.load_rules("riichi", {"kazoe": "none"})).options == {
        "kazoe": "none",
        "furiten": "note",
    }


def test_a_result_lists_only_the_options_that_are_not_default() -> None:
    options = {"kazoe": "yakuman", "tanyao_open": True, "double_wind_pair_fu": 2, "red_fives": {"m": 1, "p": 1, "s": 1}}
    result = calc.score(f"riichi {THIRTEEN_HAN}", options=options)
    assert result.options == {"double_wind_pair_fu": 2}
    assert calc.score(f"tenhou {THIRTEEN_HAN}").options == {}
    assert calc.score(f"tenhou {THIRTEEN_HAN}", options={"double_limits": True}).options == {"double_limits": True}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tanyao_opne": True}, ["riichi has no option 'tanyao_opne'", "did you mean 'tanyao_open'?"]),
        ({"zzz": True}, ["riichi has no option 'zzz'"]),
        ({"kazoe": "sanbaimann"}, ["'kazoe' of riichi cannot be 'sanbaimann'", "yakuman, sanbaiman, none"]),
        ({"kazoe": None}, ["'kazoe' of riichi cannot be None", "its choices are yakuman, sanbaiman, none"]),
        ({"tanyao_open": 1}, ["'tanyao_open' of riichi cannot be 1", "its choices are true, false"]),
        ({"tanyao_open": "True"}, ["'tanyao_open' of riichi cannot be 'True'", "its choices are true, false"]),
        ({"double_wind_pair_fu": 3}, ["'double_wind_pair_fu' of riichi cannot be 3", "its choices are 4, 2"]),
        ({"red_fives": 3}, ["'red_fives' of riichi expects a value such as", '{"m": 1, "p": 1, "s": 1}', "found 3"]),
        ({"red_fives": "three"}, ["'red_fives' of riichi expects a value such as", "found 'three'"]),
    ],
)
def test_an_unknown_option_or_choice_is_refused_with_what_there_is(options: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        calc.load_rules("riichi", options)
    for word in words:
        assert word in caught.value.message
    assert (caught.value.code, caught.value.key) == ("unknown_option", f"options.{next(iter(options))}")


@pytest.mark.xfail(
    strict=True, reason="what an option's value lacks is blamed on the line of the table that it replaces"
)
@pytest.mark.parametrize(
    ("option", "value"), [("liable_for", ["daisuusi"]), ("red_fives", {"m": "two"}), ("red_fives", {"z": 1})]
)
def test_a_value_that_does_not_fit_is_blamed_on_the_option(option: str, value: Any) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        calc.load_rules("riichi", {option: value})
    assert (caught.value.code, caught.value.key) == ("unknown_option", f"options.{option}")


@pytest.mark.xfail(strict=True, raises=OverflowError, reason="numbers of red fives are not bounded")
@pytest.mark.parametrize("number", [-1, 256])
def test_an_impossible_number_of_red_fives_is_refused(number: int) -> None:
    with pytest.raises(calc.RuleTableError):
        calc.score(f"riichi {THIRTEEN_HAN}", options={"red_fives": {"m": number}})


def test_an_unknown_rule_set_is_refused_with_the_nearest() -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        calc.load_rules("tenhuo")
    assert caught.value.message == "unknown rule set 'tenhuo'; did you mean 'tenhou'?; `yaku rules list` names them all"
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
    riichi, tenhou = calc.load_rules("riichi"), calc.load_rules("tenhou")
    assert (riichi.options["renhou"].default, tenhou.options["renhou"].default) == ("mangan", "none")
    assert tenhou.chosen == {}
    assert tenhou.options["renhou"].choices == riichi.options["renhou"].choices
    assert changes(tenhou, calc.load_rules("tenhou", {"renhou": "none"})) == {}
    assert calc.load_rules("tenhou", {"renhou": "mangan"}).chosen == {"renhou": "mangan"}


def test_tenhou_differs_from_riichi_in_what_its_file_says_and_nothing_else() -> None:
    assert changes(calc.load_rules("riichi"), calc.load_rules("tenhou")) == {
        "id": ("riichi", "tenhou"),
        "name.en": ("Riichi mahjong for four", "Tenhou, four players"),
        "name.ja": ("四人リーチ麻雀", "天鳳 四人打ち"),
        "sources.tenhou": (ABSENT, PRESENT),
        "sources.tenhou_yaku": (ABSENT, PRESENT),
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
        "liability.counters_by": ("discarder", "liable"),
    }


@pytest.mark.parametrize("option", calc.load_rules("riichi").options)
def test_an_option_means_the_same_in_tenhou_as_in_riichi(option: str) -> None:
    """Under the same answers the two sets differ in what tenhou's file changes apart from its options."""
    tenhou = calc.load_rules("tenhou")
    answers = {name: rule.default for name, rule in tenhou.options.items()}
    apart = changes(calc.load_rules("riichi", answers), tenhou)
    assert "yaku.daisharin" in apart
    for choice in tenhou.options[option].choices or {}:
        riichi = calc.load_rules("riichi", {**answers, option: choice})
        assert changes(riichi, calc.load_rules("tenhou", {option: choice})) == apart
