"""Wins without tiles, players' names for seats, and final scores alone: what they mean, and what is refused."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

import calc
from calc.mahjong.value.worth import other_answers
from tests.rows import Rows
from tests.schemas.validating import wrongs

ROWS = Rows(__file__)


PLAYERS = ["Aki", "Bea", "Cho", "Dan"]
WIN = {"player": "Bea", "by": "ron", "from": "Dan", "han": 3, "fu": 30}


def settle(*rounds: dict[str, Any], **more: Any) -> Any:
    return calc.settle_game({"rules": "riichi", "players": PLAYERS, "rounds": list(rounds), **more})


def test_names_mean_the_seats_that_players_have_in_that_round() -> None:
    by_name = settle(
        {"draw": {"kind": "exhaustive", "waiting": ["Bea"], "hands": {"Bea": "234m345p456s2267s"}}},
        {"riichi": ["Aki", "Cho"], "wins": [{"seat": "Aki", "by": "ron", "from": "Bea", "points": 2000}]},
        {"wins": [{**WIN, "liable": {"seat": "Cho", "for": "daisangen"}, "han": None, "fu": None, "level": "yakuman"}]},
    )
    by_seat = settle(
        {"draw": {"kind": "exhaustive", "waiting": ["S"], "hands": {"S": "234m345p456s2267s"}}},
        {"riichi": ["N", "S"], "wins": [{"seat": "N", "by": "ron", "from": "E", "points": 2000}]},
        {
            "wins": [
                {"seat": "N", "by": "ron", "from": "S", "level": "yakuman", "liable": {"seat": "E", "for": "daisangen"}}
            ]
        },
    )
    assert msgspec.to_builtins(by_name) == msgspec.to_builtins(by_seat)


@ROWS.each("a_win_without_tiles_needs_no_round")
def test_a_win_without_tiles_needs_no_round(line: str, payments: dict[str, int]) -> None:
    in_a_round = calc.score(f"{line} round=S")
    assert calc.score(line).payments == in_a_round.payments == payments


@pytest.mark.parametrize("line", ["riichi tsumo dealer", "riichi 123456m34p56799s +2p ron seat=S"])
def test_what_says_no_worth_needs_a_round(line: str) -> None:
    with pytest.raises(calc.CalcError, match="'round'") as caught:
        calc.score(line)
    assert caught.value.code == "missing_key"


@ROWS.each("what_cannot_be_is_refused_with_its_key")
def test_what_cannot_be_is_refused_with_its_key(one: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(calc.CalcError) as caught:
        settle(one)
    assert caught.value.key == f"rounds[0].{key}"
    assert says in caught.value.message


def test_who_sits_out_cannot_be_named() -> None:
    game = {"options": {"sitting_out": 1, "uma": [0, 0, 0, 0]}, "rules": "sanma", "players": PLAYERS}
    with pytest.raises(calc.CalcError, match="Dan sits this round out"):
        calc.settle_game({**game, "rounds": [{"wins": [{"player": "Dan", "by": "tsumo", "han": 6}]}]})


def test_a_win_is_marked_as_not_checked_and_its_claim_is() -> None:
    result: Any = calc.score(
        {"by": "ron", "seat": "S", "round": "E", "from": "N", "han": 3, "fu": 30, "claim": {"points": 4000}}
    )
    assert (result.points, result.agrees, result.yaku) == (3900, False, [])
    assert [note.id for note in result.notes] == ["by_result"]
    game = settle({"wins": [WIN]}, {"draw": {"kind": "exhaustive", "waiting": []}})
    assert [note.id for note in game.notes] == ["by_result", "not_over"]


def test_hands_with_and_without_tiles_are_settled_together() -> None:
    plain = {"hand": "123m456p789s1122z", "win": "2z", "by": "tsumo", "seat": "S", "round": "E"}
    told = {"by": "tsumo", "seat": "S", "round": "E", "level": "mangan"}
    bad = {**told, "level": "mangn"}
    results = calc.score_many([told, plain, bad, told, plain])
    alone = [*calc.score_many([told]), *calc.score_many([plain])]
    assert [results[0], results[1], results[3], results[4]] == [alone[0], alone[1], alone[0], alone[1]]
    assert not results[2].ok


@ROWS.each("final_scores_have_to_be_whole_and_add_up")
def test_final_scores_have_to_be_whole_and_add_up(scores: Any, says: str) -> None:
    with pytest.raises(calc.CalcError, match=says):
        calc.settle_game({"rules": "riichi", "players": PLAYERS, "scores": scores})


def test_final_scores_stand_beside_no_rounds() -> None:
    with pytest.raises(calc.CalcError, match="claim them instead"):
        settle({"wins": [WIN]}, scores=[25000, 28900, 25000, 21100])


@ROWS.each("the_schema_knows_them")
def test_the_schema_knows_them(record: dict[str, Any]) -> None:
    plain = msgspec.json.decode(msgspec.json.encode(record))
    for one in plain.get("rounds", []):
        for win in one["wins"]:
            win.pop("player", None)
    assert wrongs("record", plain) == []


@ROWS.each("a_hanafuda_round_by_result_is_refused")
def test_a_hanafuda_round_by_result_is_refused(rules: str, one: dict[str, Any], says: str) -> None:
    players = ["Aki", "Bea"] + ["Cho"] * (rules == "hiraya")
    with pytest.raises(calc.CalcError, match=says):
        calc.settle_game({"rules": rules, "players": players, "rounds": [one]})


@pytest.mark.parametrize("line", ["", " ", ",", ";"])
@pytest.mark.parametrize("rules", ["riichi", "koikoi"])
def test_an_empty_line_is_no_round(rules: str, line: str) -> None:
    players = ["A", "B", "C", "D"][: 4 if rules == "riichi" else 2]
    with pytest.raises(calc.NotationError):
        calc.settle_game({"rules": rules, "players": players, "rounds": [line]})


@ROWS.each("points_that_are_right_by_another_answer_or_without_counters_say_so")
def test_points_that_are_right_by_another_answer_or_without_counters_say_so(line: str, rules: str, says: str) -> None:
    with pytest.raises(calc.RecordError) as refused:
        calc.score(line, rules=rules)
    assert says in refused.value.message


@pytest.mark.parametrize("line", ["S ron W 7750", "S ron W 7600", "S tsumo 2000/3800"])
def test_points_that_no_answer_makes_right_name_none(line: str) -> None:
    with pytest.raises(calc.RecordError) as refused:
        calc.score(line, rules="riichi")
    assert "option" not in refused.value.message


@ROWS.each("points_that_no_hand_pays_are_told_with_those_that_are_near")
def test_points_that_no_hand_pays_are_told_with_those_that_are_near(line: str, message: str) -> None:
    with pytest.raises(calc.RecordError) as refused:
        calc.score(line, rules="riichi")
    assert refused.value.message == message


@ROWS.each("what_a_result_alone_tells")
def test_what_a_result_alone_tells(line: Any, rules: str, told: dict[str, Any]) -> None:
    result = calc.score(line, rules=rules)
    assert {key: getattr(result, key) for key in told} == told


@ROWS.each("a_record_of_a_result_that_cannot_be_is_refused")
def test_a_record_of_a_result_that_cannot_be_is_refused(one: dict[str, Any], code: str, key: str, says: str) -> None:
    with pytest.raises(calc.CalcError) as refused:
        calc.score({"by": "ron", "seat": "S", **one})
    assert (refused.value.code, refused.value.key) == (code, key)
    assert says in refused.value.message


def test_points_that_are_paid_in_two_ways_are_told_by_payer(tmp_path: Path) -> None:
    """1,000/3,000 is three han of the set, and 2,000/2,000 one han of the house: both are 4,000."""
    house = tmp_path / "house.yaml"
    pays = "other_tsumo_each: 2000, other_tsumo_dealer: 2000, dealer_tsumo_in_all: 2000"
    house.write_text(
        "extends: kansai-sanma\n"
        f"points: {{levels: {{one_han: {{pays: {{other_ron: 1000, dealer_ron: 2000, {pays}}}}}}}}}\n",
        encoding="utf-8",
    )
    rules = calc.load_rules(str(house))
    with pytest.raises(calc.RecordError, match="4000 may be 2,000/2,000 or 1,000/3,000; write which"):
        calc.score("S tsumo 4000", rules=rules)
    for line, payments in {
        "S tsumo 2000/2000": {"E": -2000, "S": 4000, "W": -2000},
        "S tsumo 1000/3000": {"E": -3000, "S": 4000, "W": -1000},
    }.items():
        assert calc.score(line, rules=rules).payments == payments


@ROWS.each("a_win_whose_worth_an_option_decides_says_so")
def test_a_win_whose_worth_an_option_decides_says_so(line: str, rules: str, told: list[str]) -> None:
    result = calc.score(line, rules=rules)
    notes = [note.text for note in result.notes or [] if note.id == "option_decides"]
    assert [note.partition(" (")[0] for note in notes] == told


@ROWS.each("a_win_in_a_round_that_there_is_not_is_refused")
def test_a_win_in_a_round_that_there_is_not_is_refused(line: str, rules: str, most: int) -> None:
    for of_round in (
        line,
        {"hand": "123p456p789s11z22z", "win": "1z", "by": "ron", "seat": "S", "round": f"E{most + 1}"},
    ):
        with pytest.raises(calc.RecordError, match=f"has the rounds 1 to {most} of each wind"):
            calc.score(of_round, rules=rules)


def test_a_win_in_the_last_round_of_a_wind_is_paid() -> None:
    assert calc.score("123m456p789s11z22z +1z ron seat=S round=E4 from=E").points == 1300
    assert calc.score("123p456p789s11z22z +1z ron seat=S round=E3 from=E", rules="sanma-common").points == 1300


def test_the_number_of_a_round_that_its_win_says_is_that_of_the_round() -> None:
    win = {"by": "ron", "seat": "S", "from": "E", "round": "E3", "han": 1, "fu": 40}
    assert calc.settle_round({"wins": [win]}).number == 3
    with pytest.raises(calc.RecordError, match="found 2 for the round and 3 in a win"):
        calc.settle_round({"number": 2, "wins": [win]})


@ROWS.each("more_indicators_than_a_hand_turned_are_noted")
def test_more_indicators_than_a_hand_turned_are_noted(hand: str, told: str | None) -> None:
    result = calc.score(f"{hand} seat=S round=E from=E")
    notes = [note.text.partition(", which")[0] for note in result.notes or [] if note.id == "indicators"]
    assert notes == ([told] if told else [])


def test_other_answers_follow_the_rule_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    for stick in (1_000, 500):
        head = f"extends: riichi\nversion: 1.0.{stick}\nsources: {{us: us}}\n"
        file.write_text(f"{head}points: {{stick: {{points: {stick}, source: us}}}}\n")
        assert {points.stick.points for points in other_answers(calc.load_rules(str(file))).values()} == {stick}
    rules = calc.load_rules(str(file), {"kiriage_mangan": True})
    file.unlink()
    assert other_answers(rules) == {}
