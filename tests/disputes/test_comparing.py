"""One record under several rule sets: the figures, what differs, the options that make it so, refusals."""

import re
from typing import Any

import pytest

import calc
from calc.disputes.api import Comparison, compare_sets, sets_both_ways
from calc.disputes.remedies import are_alike, shipped_sets
from calc.games import load_rules
from calc.intake.spelling import parse_any_line, record_from
from calc.tables import rule_set_ids
from calc.tables.ruleset import spell_choice

#: riichi, pinfu, tanyao, a dora: 4 han 30 fu: 1920, a mangan where base points over 1900 are rounded up.
KIRIAGE = "riichi 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
DRAW: dict[str, Any] = {"rules": "riichi", "round": "E", "number": 1, "sticks": 1}
DRAW["draw"] = {"kind": "exhaustive", "waiting": [], "pool_of_dreams": ["S"]}


def compared(record: str | dict[str, Any], *names: str, **options: Any) -> list[Comparison]:
    given = parse_any_line(record)[0] if isinstance(record, str) else record_from(record)
    sets = [load_rules(names[0], options), *map(load_rules, names[1:])]
    return compare_sets(given, sets)


def reasons(one: Comparison) -> list[str]:
    return [f"{answer.option}: {spell_choice(answer.here)} -> {spell_choice(answer.there)}" for answer in one.because]


def test_the_first_rule_set_differs_from_nothing() -> None:
    first, _ = compared(KIRIAGE, "riichi", "tenhou")
    assert (first.rules, first.differs, first.because, first.refusal) == ("riichi@1.3.0", [], [], None)
    assert first.figures == {
        "yaku": ["riichi", "pinfu", "tanyao", "dora 1"],
        "han": 4,
        "fu": 30,
        "points": 8000,
        "payments": {"E": 0, "S": 8000, "W": -8000, "N": 0},
    }


def test_what_differs_is_marked_and_the_option_named() -> None:
    _, second = compared(KIRIAGE, "riichi", "tenhou")
    assert (second.figures["points"], second.differs) == (7700, ["points", "payments"])
    assert reasons(second) == ["kiriage_mangan: true -> false"]
    assert second.because[0].question["en"] == "Are 4 han 30 fu and 3 han 60 fu mangan (kiriage)?"
    assert second.name == {"en": "Tenhou, four players", "ja": "天鳳 四人打ち"}


def test_who_pays_the_counters_is_an_option() -> None:
    # daisangen, North responsible: the discarder pays the honba, in tenhou who is responsible
    line = "riichi 57m99p +6m (555z)(666z)(777z) ron from=E seat=W round=E honba=2 liable.seat=N liable.for=daisangen"
    _, second = compared(line, "riichi", "tenhou")
    assert second.differs == ["payments"]
    assert reasons(second) == ["liable_counters: discarder -> liable"]


def test_the_same_under_both() -> None:
    line = "riichi 234567m34p56799s +2p ron from=W seat=S round=E riichi"
    _, second = compared(line, "riichi", "tenhou")
    assert (second.differs, second.because) == ([], [])


def test_options_that_are_chosen_count() -> None:
    first, second = compared(KIRIAGE, "riichi", "tenhou", kiriage_mangan=False)
    assert first.rules == "riichi@1.3.0, kiriage_mangan=false"
    assert (first.figures["points"], second.differs) == (7700, [])


def test_a_hand_that_one_set_refuses() -> None:
    # no yaku of its own before the first draw: renhou, which tenhou does not know
    line = "riichi 123789m456p78s55z +9s ron from=W seat=S round=E first_turn"
    first, second = compared(line, "riichi", "tenhou")
    assert first.figures["points"] == 8000
    assert second.refusal is not None
    assert "yaku" in second.refusal
    assert second.figures == {"refused": "no_yaku"}
    assert reasons(second) == ["renhou: mangan -> none"]


def test_a_hand_that_the_first_set_refuses() -> None:
    line = "tenhou 123789m456p78s55z +9s ron from=W seat=S round=E first_turn"
    first, second = compared(line, "tenhou", "riichi")
    assert first.refusal is not None
    assert (second.refusal, reasons(second)) == (None, ["renhou: none -> mangan"])


def test_rounds_are_compared_by_what_everybody_gains() -> None:
    first, second = compared(DRAW, "riichi", "tenhou")
    assert first.figures == {"changes": {"E": -4000, "S": 9000, "W": -2000, "N": -2000}}
    assert (second.figures["changes"]["S"], second.differs) == (8000, ["changes"])
    assert reasons(second) == ["nagashi_sticks: winner -> stay"]


def test_games_are_compared_by_how_they_end() -> None:
    game = {"rules": "riichi", "players": ["Ann", "Bob", "Cy", "Dee"], "rounds": [{"draw": DRAW["draw"]}]}
    first, second = compared(game, "riichi", "tenhou")
    assert list(first.figures) == ["final"]
    assert second.differs == ["final"]


def test_hanafuda_is_compared_by_yaku_scores_and_changes() -> None:
    line = "koikoi A:1R,2R,3R,6R,9R,10R B:2C stopped_by=A"
    record, _ = parse_any_line(line)
    sets = [load_rules("koikoi"), load_rules("koikoi", {"families": "stack"})]
    first, second = compare_sets(record, sets)
    assert first.figures == {
        "yaku": {"A": ["akatan_aotan_no_chofuku"], "B": []},
        "scores": {"A": 20, "B": 0},
        "changes": {"A": 20, "B": 0},
    }
    assert second.figures["scores"] == {"A": 56, "B": 0}
    assert second.differs == ["yaku", "scores", "changes"]
    assert reasons(second) == ["families: best -> stack"]


def test_sets_of_another_kind_differ_by_no_option() -> None:
    line = "sanma-common 123s456p78s11p222z +9s tsumo seat=S round=E riichi north=2"
    _, second = compared(line, "sanma-common", "sanma")
    assert "fu" in second.differs


@pytest.mark.parametrize("name", rule_set_ids())
def test_a_set_is_like_itself(name: str) -> None:
    rules = load_rules(name)
    assert are_alike(rules, rules)
    assert rules.id in [other.id for other in shipped_sets(rules.game)]


def test_sets_of_the_same_play() -> None:
    alike = {
        rules.id: [other.id for other in shipped_sets(rules.game) if are_alike(other, rules) and other.id != rules.id]
        for rules in map(load_rules, rule_set_ids())
    }
    # The most general first: what extends another set comes after it.
    places = {name: place for place, name in enumerate(alike["riichi"])}
    general, special = ["ema", "jpml", "m-league", "tenhou", "wrc"], ["ema-2016", "tenhou-closed-tanyao", "wrc-2015"]
    assert max(places[name] for name in general) < min(places[name] for name in special)
    assert alike["sanma"][0] == "sanma-common"
    assert {"mahjong-soul-sanma", "tenhou-sanma", "tenhou-sanma-east"} <= {*alike["sanma"]}
    assert not {*alike["riichi"]} & {*alike["sanma"]}
    assert alike["koikoi"] == ["koikoi-fudawiki", "koikoi-nintendo"]
    assert alike["taiyaku"] == []


def test_an_option_that_a_set_does_not_have_is_refused() -> None:
    record, _ = parse_any_line(KIRIAGE)
    with pytest.raises(calc.CalcError):
        compare_sets(record, [load_rules("riichi"), load_rules("riichi", {"nope": 1})])


@pytest.mark.parametrize(
    ("text", "rest", "labels"),
    [
        ("4 han 30 fu with and without kiriage", "4 han 30 fu", ["riichi", "riichi, kiriage_mangan=false"]),
        ("tenhou 3 60 with kiriage and without", "3 60", ["tenhou", "tenhou, kiriage_mangan=true"]),
        ("4翻30符 切り上げ満貫ありとなし", "4翻30符", ["riichi", "riichi, kiriage_mangan=false"]),
        ("4 han 30 fu with and without luck", "4 han 30 fu with and without luck", []),
        ("4 han 30 fu without kiriage", "4 han 30 fu without kiriage", []),
    ],
)
def test_an_option_is_asked_both_ways(text: str, rest: str, labels: list[str]) -> None:
    sets, left = sets_both_ways(text, "riichi")
    assert (left, [re.sub(r"@[\d.]+", "", one.full_label) for one in sets]) == (rest, labels)
