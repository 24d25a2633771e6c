"""``yaku dispute``: what it prints, at two widths, in two languages and as data; exit codes; what it refuses."""

import json
from itertools import product

import pytest
import yaml

from calc.disputes import verdict
from calc.disputes.remedies import Remedy, answer_to
from calc.disputes.verdict import Verdict, judge
from calc.games import load_rules
from calc.intake.spelling import record_from
from calc.layout.document import text_lines
from calc.outcomes import Departure
from calc.report.dispute import verdict_blocks
from calc.tables import RuleSet
from calc.tables.loader import read_table
from calc.tables.shelf import sets_of_game
from calc.tables.table import RuleTable
from calc.text import cells
from calc.translation import spoken_in
from tests.cli.running import once, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

#: riichi, pinfu, tanyao, a dora: 4 han 30 fu: 1920, a mangan where base points over 1900 are rounded up.
LINE = "riichi 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"

WIDE: str = ROWS["wide"]


judge_once = once(judge)


@pytest.fixture(autouse=True)
def _judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged depends neither on how it is printed nor on the claims and records beside it."""
    monkeypatch.setattr(verdict, "judge", lambda *asked: judge_once(*asked[:4]))


@pytest.mark.parametrize(
    "given", ["samples/games/disputed.yaml", "samples/hanafuda/disputed-taiyaku.yaml", f"{LINE} claim.fu=40"]
)
def test_no_line_is_wider_than_the_terminal(given: str) -> None:
    for columns, lang in product((40, 60, 80, 120), ("en", "ja")):
        ran = run_yaku("dispute", given, "--lang", lang, columns=columns)
        assert [line for line in ran.lines if cells(line) > columns] == []


def test_a_hand_that_is_no_win() -> None:
    line = "tenhou 123789m456p78s55z +9s ron from=W seat=S round=E"
    wrong, right = run_yaku("dispute", line, "--claim", "1300"), run_yaku("dispute", line, "--claim", "nothing")
    assert wrong.lines[0] == "The claim is wrong.   (tenhou@2.0.0)"
    assert wrong.lines[1].startswith("it is no win: the hand is complete but has no yaku")
    assert "  if riichi was declared (riichi=true)" in wrong.lines
    assert "  123789m456p78s55z +9s: 123m 789m 456p 789s 55z, open wait" in wrong.lines
    assert any("of white dragons (55z) earns 2 fu" in line for line in wrong.lines)
    assert (wrong.code, right.code) == (1, 0)


def test_long_lists_of_values_that_all_do_are_cut() -> None:
    ran = run_yaku("dispute", "koikoi A:2A,4A,5A,8A,11A,1R B:2C stopped_by=A", "--claim", "scores.A=1")
    assert ran.code == 0
    ran = run_yaku("dispute", "koikoi A:1RC,2RC,3RC B:2C stopped_by=A", "--claim", "scores.A=6", columns=200)
    assert ran.out.count("players.A.captured=") == 4
    assert "more)" in ran.out


# ---- as data


def test_as_json() -> None:
    ran = run_yaku("dispute", LINE, "--claim", "7700", "--format", "json")
    (verdict,) = map(json.loads, ran.lines)
    assert list(verdict) == [
        "id",
        "rules",
        "options",
        "right",
        "place",
        "departures",
        "remedies",
        "refusal",
        "result",
        "reasons",
    ]
    assert (verdict["right"], verdict["place"], ran.code) == (False, None, 1)
    (departure,) = verdict["departures"]
    assert (departure["key"], departure["claimed"], departure["actual"]) == ("points", 7700, 8000)
    option, *sets = verdict["remedies"]
    assert (option["kind"], option["answers"][0]["option"], option["wholly"]) == ("options", "kiriage_mangan", True)
    assert {rules["kind"] for rules in sets} == {"rules"}
    assert [rules["rules"] for rules in sets] == [
        "jpml@2.0.0",
        "mahjong-soul@2.0.0",
        "tenhou@2.0.0",
        "ema-2016@1.0.0",
        "mahjong-soul-east@1.0.0",
        "mu@1.0.0",
        "riichi-city@1.0.0",
        "saikouisen-classic@1.0.0",
        "tenhou-east@1.0.0",
        "tenhou-no-red@1.0.0",
        "tenhou-closed-tanyao@1.0.0",
    ]
    assert verdict["result"]["points"] == 8000


def test_yaml_says_the_same_as_json() -> None:
    given = ("dispute", "samples/games/disputed-koikoi.yaml", "--format")
    as_json, as_yaml = run_yaku(*given, "json"), run_yaku(*given, "yaml")
    documents = [one for one in yaml.safe_load_all(as_yaml.out) if one is not None]
    assert documents == [json.loads(line) for line in as_json.lines]
    assert documents[0]["place"] == 4
    assert (as_json.code, as_yaml.code) == (1, 1)


# ---- several records


def test_several_records_as_json_are_a_line_each() -> None:
    lines = f"{LINE} id=one claim.points=8000\n{LINE} id=two claim.points=7700\n"
    ran = run_yaku("dispute", "-", "--format", "json", stdin=lines)
    assert [(one["id"], one["right"]) for one in map(json.loads, ran.lines)] == [("one", True), ("two", False)]


# ---- what it refuses


@pytest.mark.parametrize(
    "given", ["samples/rounds/claim-changes-wrong.yaml", "samples/games/disputed.yaml", f"{LINE} claim.points=1"]
)
def test_all_that_is_tried_loads_each_rule_file_once(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def note(name: str) -> RuleTable:
        read.append(name)
        return read_table(name)

    monkeypatch.setattr(verdict, "judge", judge)
    monkeypatch.setattr("calc.tables.loader.read_table", note)
    assert run_yaku("dispute", given).code == 1
    assert len(read) == len(set(read))


def told_of(verdict: Verdict, rules: RuleSet) -> list[str]:
    return text_lines(verdict_blocks(verdict, rules, page=False), 400)


def test_what_departs_is_told_also_where_there_is_no_reason() -> None:
    departure = Departure("winner", "Bea", "Aki")
    judged = Verdict(rules="koikoi@1.2.0", options={}, right=False, departures=[departure], remedies=[])
    assert "winner: Bea claimed, Aki right" in told_of(judged, load_rules("koikoi"))


@pytest.mark.parametrize("game", ["riichi", "hanafuda"])
def test_no_remedy_has_brackets_of_data(game: str) -> None:
    sets = [load_rules(name) for name in sets_of_game(game)]
    for rules in sets:
        known = {name: [one.answer(name) for one in sets if name in one.options] for name in rules.options}
        answers = [answer_to(name, rules, rules.answer(name), there, []) for name in known for there in known[name]]
        remedies = [Remedy("options", [one]) for one in answers]
        judged = Verdict(rules=rules.label, options={}, right=False, departures=[], remedies=remedies)
        for lang in ("en", "ja"):
            told = spoken_in(lang, told_of, judged, rules)
            assert [line for line in told if set(line) & set("{}[]")] == []


def test_an_answer_that_is_no_word_stands_in_words() -> None:
    waiting = {"draw": {"kind": "exhaustive", "waiting": ["E", "S", "W", "N"]}}
    record = record_from({"rules": "riichi", "players": ["Aki", "Bea", "Cho", "Dan"], "rounds": [waiting]})
    rules = load_rules("riichi")
    told = "\n".join(told_of(judge(record, rules, {"final": {"Bea": 5}}), rules))
    assert "with uma (What do the places gain and lose? 30, 10, -10, -30)" in told
    # With 25,000 taken from everybody there are no 20,000 for the first.
    assert "with return=25000" not in told


def test_of_two_claims_it_says_which_is_right() -> None:
    ran = run_yaku("dispute", LINE, "--claim", "8000", "--claim", "7700")
    assert ran.lines[:2] == ["8000 is right.   (riichi@1.3.0)", ""]
    assert ran.lines[1:3] == ["", "== 7700"]
    assert [line for line in WIDE.splitlines()[1:] if line not in ran.lines] == []
    assert ran.code == 0


def test_of_two_claims_neither_may_be_right() -> None:
    ran = run_yaku("dispute", LINE, "-c", "7700", "-c", "no tanyao", "--lang", "ja")
    assert (ran.lines[0], ran.code) == ("どちらの申告も誤り。   (riichi@1.3.0)", 1)
    ran = run_yaku("dispute", LINE, "-c", "7700", "-c", "no tanyao")
    assert (ran.lines[0], ran.code) == ("Neither claim is right.   (riichi@1.3.0)", 1)
    assert [line for line in ran.lines if line.startswith("==")] == ["== 7700", "== no tanyao"]


@pytest.mark.parametrize(
    ("claims", "right", "code"),
    [(["8000", "7700"], [True, False], 0), (["7700", "5200"], [False, False], 1), (["8000", "pinfu"], [True, True], 0)],
)
def test_json_of_several_claims_says_of_each_whether_it_is_right(
    claims: list[str], right: list[bool], code: int
) -> None:
    options = [word for claim in claims for word in ("--claim", claim)]
    ran = run_yaku("dispute", LINE, *options, "-f", "json")
    found = json.loads(ran.out)
    assert [(one["claim"], one["right"]) for one in found["claims"]] == list(zip(claims, right, strict=True))
    assert (found["result"]["points"], "agrees" in found["result"], ran.code) == (8000, False, code)


def test_a_claim_that_is_none_does_not_stop_the_others() -> None:
    ran = run_yaku("dispute", LINE, "-c", "8000", "-c", "reach for", "-f", "json")
    assert [(one["claim"], one["right"]) for one in json.loads(ran.out)["claims"]] == [("8000", True)]
    assert "error: --claim 'reach for': expected a claim such as 7700" in ran.err
    assert ran.code == 1


@ROWS.each("an_option_given_twice_is_refused")
def test_an_option_given_twice_is_refused(arguments: list[str]) -> None:
    ran = run_yaku("dispute", LINE, "--claim", "8000", *arguments)
    assert (ran.out, ran.code) == ("", 2)
    assert any(words in ran.err for words in ("give it once", "leave one out", "一度だけ書いてください"))


@ROWS.each("a_worth_with_its_figure")
def test_a_worth_with_its_figure(line: str, first: str) -> None:
    """Asked of ``yaku score`` it is answered alike."""
    ran, scored = run_yaku("dispute", line), run_yaku("score", line)
    assert ran.lines[0].partition("   ")[0] == first
    assert scored.lines == ran.lines


def test_reasons_of_a_hanafuda_claim_in_japanese() -> None:
    said = "koikoi A:1B,3B,8B,2A B:2C stopped_by=A claim.scores.A=10 claim.yaku.A=goko,kasu claim.winner=B"
    told = [line.strip() for line in run_yaku("dispute", said, "--lang", "ja", columns=100).lines]
    assert told[2:12] == [
        "役：申告はA 五光 + カス、正しくはA 三光",
        "Aの見落とし：三光 (sanko, 5)：1B 3B 8B",
        "Aに五光（goko）はない：11B 柳に小野道風、12B 桐に鳳凰がない",
        "Aにカス（kasu）はない：カス札10枚以上（ここでは0枚）",
        "",
        "点数：申告はA 10、正しくはA 5",
        "A：三光 5",
        "",
        "勝者：申告はB、正しくはA",
        "Aが上がった",
    ]
