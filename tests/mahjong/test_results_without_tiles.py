"""Wins without tiles, players' names for seats, and final scores alone: what they mean, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import calc
from tests.schemas.validating import wrongs

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


@pytest.mark.parametrize(
    ("line", "payments"),
    [
        # 30 x 4 x 2^3 = 960, of which each pays the dealer two, up to 2,000.
        ("riichi 3 han 30 fu tsumo dealer", {"E": 6000, "S": -2000, "W": -2000, "N": -2000}),
        # 30 x 4 x 2^4 = 1,920 is a mangan by kiriage; a counter is 300.
        ("riichi 4翻30符 ロン 南家 from=W honba=1", {"E": 0, "S": 8300, "W": -8300, "N": 0}),
        # Who is responsible pays all of a tsumo, and the counter.
        ("tenhou level=yakuman tsumo seat=S honba=1 pao=W:daisangen", {"E": 0, "S": 32300, "W": -32300, "N": 0}),
    ],
)
def test_a_win_without_tiles_needs_no_round(line: str, payments: dict[str, int]) -> None:
    in_a_round = calc.score(f"{line} round=S")
    assert calc.score(line).payments == in_a_round.payments == payments


@pytest.mark.parametrize("line", ["riichi tsumo dealer", "riichi 123456m34p56799s +2p ron seat=S"])
def test_what_says_no_worth_needs_a_round(line: str) -> None:
    with pytest.raises(calc.CalcError, match="'round'") as caught:
        calc.score(line)
    assert caught.value.code == "missing_key"


@pytest.mark.parametrize(
    ("one", "key", "says"),
    [
        ({"wins": [{**WIN, "player": "Bob"}]}, "wins[0].seat", "expected a seat E S W N or a player"),
        ({"wins": [{**WIN, "from": "Dam"}]}, "wins[0].from", "did you mean 'Dan'"),
        ({"wins": [{**WIN, "seat": "S"}]}, "wins[0].player", "named under player and under seat"),
        ({"riichi": ["Bea", "S"], "wins": [WIN]}, "riichi", "found S twice"),
        ({"draw": {"kind": "exhaustive", "hands": {"Bea": "1m", "S": "1m"}}}, "draw.hands.S", "named twice"),
        ({"wins": [{**WIN, "level": "mangan"}]}, "wins[0].level", "leave all but one out"),
        ({"wins": [{**WIN, "hand": "123m"}]}, "wins[0].han", "claim.han"),
        ({"wins": [{**WIN, "dora": "1z"}]}, "wins[0].dora", "belongs to tiles"),
        ({"wins": [{**WIN, "han": None}]}, "wins[0].han", "30 fu alone"),
        ({"wins": [{"player": "Bea", "by": "ron", "from": "Dan"}]}, "wins[0].hand", "'hand' is missing"),
        ({"wins": [{**WIN, "claim": {"yaku": ["riichi"]}}]}, "wins[0].claim.yaku", "no yaku to compare"),
        ({"wins": [{**WIN, "riichi": True}]}, "riichi", "is not among the round's riichi"),
    ],
)
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


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        ([25000, 25000, 25000, 24000], "1,000 less"),
        ([25000, 25000, 25000, 25100], "100 more"),
        ([25000, 25000, 50000], "expected 4 numbers"),
        ({"Aki": 25000, "Bea": 25000, "Cho": 50000}, "add Dan"),
    ],
)
def test_final_scores_have_to_be_whole_and_add_up(scores: Any, says: str) -> None:
    with pytest.raises(calc.CalcError, match=says):
        calc.settle_game({"rules": "riichi", "players": PLAYERS, "scores": scores})


def test_final_scores_stand_beside_no_rounds() -> None:
    with pytest.raises(calc.CalcError, match="claim them instead"):
        settle({"wins": [WIN]}, scores=[25000, 28900, 25000, 21100])


@pytest.mark.parametrize(
    "record",
    [
        {"by": "ron", "seat": "S", "round": "E", "han": 3, "fu": 30},
        {"players": PLAYERS, "scores": [25000, 25000, 25000, 25000]},
        {"players": PLAYERS, "rounds": [{"riichi": ["Bea"], "wins": [{**WIN, "player": None, "seat": "Bea"}]}]},
    ],
)
def test_the_schema_knows_them(record: dict[str, Any]) -> None:
    plain = msgspec.json.decode(msgspec.json.encode(record))
    for one in plain.get("rounds", []):
        for win in one["wins"]:
            win.pop("player", None)
    assert wrongs("record", plain) == []


@pytest.mark.parametrize(
    ("rules", "one", "says"),
    [
        (
            "koikoi",
            {"players": {"Aki": {"yaku": 6, "captured": "1B"}, "Bea": {"captured": ""}}},
            "in place of cards",
        ),
        ("koikoi", {"players": {"Aki": {"yaku": 6}, "Bea": {}}, "scores": {"Aki": 6}}, "last word"),
        ("koikoi", {"players": {"Aki": {"card_points": 6}, "Bea": {}}, "stopped_by": "Aki"}, "no points in koikoi"),
        ("koikoi", {"scores": {"Cho": 6}}, "no player 'Cho'"),
        ("hiraya", {"players": {"Aki": {"yaku": 6}, "Bea": {}, "Cho": {}}}, "add card_points"),
    ],
)
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


@pytest.mark.parametrize(
    ("line", "rules", "says"),
    [
        ("S ron W 7700", "riichi", "the option kiriage_mangan=false"),
        ("E ron W 11600", "riichi", "the option kiriage_mangan=false"),
        ("S tsumo 2000/3900", "m-league", "the option kiriage_mangan=false"),
        ("E tsumo 3900 all", "wrc", "the option kiriage_mangan=false"),
        ("S ron W 64000", "ema", "the option stack_limits=true"),
        ("S ron W 8300 honba=1", "tenhou", "without its counters it is 8,000, write that"),
        ("S tsumo 2100/4100 honba=1", "tenhou", "without its counters it is 2,000/4,000, write that"),
    ],
)
def test_points_that_are_right_by_another_answer_or_without_counters_say_so(line: str, rules: str, says: str) -> None:
    with pytest.raises(calc.RecordError) as refused:
        calc.score(line, rules=rules)
    assert says in refused.value.message


@pytest.mark.parametrize("line", ["S ron W 7750", "S ron W 7600", "S tsumo 2000/3800"])
def test_points_that_no_answer_makes_right_name_none(line: str) -> None:
    with pytest.raises(calc.RecordError) as refused:
        calc.score(line, rules="riichi")
    assert "option" not in refused.value.message


@pytest.mark.parametrize(
    ("line", "rules", "told"),
    [
        ("S ron W 4 han 30 fu", "riichi", ["7,700 with the option kiriage_mangan=false"]),
        ("E tsumo 3 han 60 fu", "riichi", ["3,900 all with the option kiriage_mangan=false"]),
        ("S tsumo 3 han 60 fu", "tenhou", ["2,000/4,000 with the option kiriage_mangan=true"]),
        ("S ron W 4 han 40 fu", "riichi", []),
        ("S ron W 3 han 50 fu", "riichi", []),
        ("234567m345678s8p +8p ron seat=S round=E from=E riichi dora=1z", "riichi", []),
        (
            "234567m34567s88p +8s ron seat=S round=E from=E riichi dora=1m",
            "tenhou",
            ["8,000 with the option kiriage_mangan=true"],
        ),
    ],
)
def test_a_win_whose_worth_an_option_decides_says_so(line: str, rules: str, told: list[str]) -> None:
    result = calc.score(line, rules=rules)
    notes = [note.text for note in result.notes or [] if note.id == "option_decides"]
    assert [note.partition(" (")[0] for note in notes] == told


@pytest.mark.parametrize(
    ("line", "rules", "most"),
    [
        ("東5局 南家 ロン 6z 123m456p789s55z66z 西家から", "riichi", 4),
        ("123m456p789s11z22z +1z ron seat=S round=東五局 from=E", "tenhou", 4),
        ("123p456p789s11z22z +1z ron seat=S round=E4 from=E", "sanma-common", 3),
        ("ron seat=S round=W5 from=E han=3 fu=30", "riichi", 4),
    ],
)
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


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("123m456p789s11z22z +1z ron dora=10m", "1m 0m: 2 dora indicators, 1 more than this hand turned"),
        ("123m456p789s11z22z +1z ron dora=1m", None),
        ("123m789s11z22z +1z [3333z] ron dora=10m", None),
        ("123m789s11z22z +1z [3333z] ron dora=10m9p", "1m 0m 9p: 3 dora indicators, 1 more than this hand turned"),
    ],
)
def test_more_indicators_than_a_hand_turned_are_noted(hand: str, told: str | None) -> None:
    result = calc.score(f"{hand} seat=S round=E from=E")
    notes = [note.text.partition(", which")[0] for note in result.notes or [] if note.id == "indicators"]
    assert notes == ([told] if told else [])
