"""The library answers as the commands do, whatever form a record has; and its answers can be read, and become JSON."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UnsetType

import calc
from tests.cli.running import run_yaku

HAND = "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi"
KEYS: dict[str, Any] = {"hand": "123m456p789s1122z", "win": "2z", "by": "ron", "seat": "S", "round": "E"}
KOIKOI = "koikoi Aki:1B,3B,8B,9A Bea:1R,2R,3R stopped_by=Aki koikoi.Bea=1"
WAITING = "tenhou 46p123456m789s22z seat=S round=E"
GAME = "samples/games/four-players.yaml"
KOIKOI_GAME = "samples/games/koikoi-twelve-months.yaml"
DISPUTED = "riichi 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"


def printed(*arguments: str) -> list[Any]:
    return [json.loads(line) for line in run_yaku(*arguments, "--format", "json").out.splitlines()]


def record_in(file: str) -> Any:
    (entry,) = calc.read_records(file)
    return entry.record


ANSWERS = {
    "a win": (lambda: calc.score(HAND), ["score", HAND]),
    "a win, in Japanese": (lambda: calc.score(HAND, lang="ja"), ["score", HAND, "--lang", "ja"]),
    "a hanafuda round": (lambda: calc.settle_round(KOIKOI), ["score", KOIKOI]),
    "a game": (lambda: calc.settle_game(record_in(GAME)), ["game", GAME]),
    "a hanafuda game": (lambda: calc.settle_game(record_in(KOIKOI_GAME)), ["game", KOIKOI_GAME]),
    "a round": (
        lambda: calc.settle_round(record_in("samples/rounds/double-ron.yaml")),
        ["score", "samples/rounds/double-ron.yaml"],
    ),
    "waits": (lambda: calc.find_waits(WAITING), ["waits", WAITING]),
    "a claim": (lambda: calc.dispute(DISPUTED, "7700"), ["dispute", DISPUTED, "--claim", "7700"]),
    "two claims": (
        lambda: calc.dispute(DISPUTED, "7700", "has pinfu"),
        ["dispute", DISPUTED, "-c", "7700", "-c", "has pinfu"],
    ),
    "what the record claims": (
        lambda: calc.dispute(f"{DISPUTED} claim.points=8000"),
        ["dispute", f"{DISPUTED} claim.points=8000"],
    ),
    "points": (lambda: calc.points(3, 40, honba=1), ["points", "3", "40", "--honba", "1", "--rules", "riichi"]),
    "points of a level": (lambda: calc.points("mangan", rules="sanma"), ["points", "mangan", "--rules", "sanma"]),
    "a league": (lambda: calc.standings([record_in(GAME)]), ["standings", GAME]),
}


@pytest.mark.parametrize(("ask", "arguments"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer_is_that_of_the_command(ask: Any, arguments: list[str]) -> None:
    answer = ask()
    assert [answer.to_dict()] == [json.loads(answer.to_json())] == printed(*arguments)


@pytest.mark.parametrize(("ask", "arguments"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer_shows_itself_in_a_line(ask: Any, arguments: list[str]) -> None:
    shown = repr(ask())
    assert "UNSET" not in shown
    assert "\n" not in shown
    assert len(shown) < 300


def test_what_answers_show() -> None:
    tsumo = "tenhou 34577p06767s +8s (345m) tsumo seat=N round=E dora=4s honba=1"
    assert repr(calc.score(tsumo)) == (
        "<WinResult: 3 han 30 fu, 4,000 points: Tanyao, Dora 2; E → N 2,100, S → N 1,100, W → N 1,100; tenhou@2.0.0>"
    )
    yakuman = calc.score("tenhou 19m19p19s1234567z +1m tsumo seat=E round=E claim.points=32000")
    assert repr(yakuman) == (
        f"<WinResult: yakuman, 48,000 points: {yakuman.yaku[0].name}; "
        "S → E 16,000, W → E 16,000, N → E 16,000; the claim is wrong; tenhou@2.0.0>"
    )
    (refusal,) = calc.score_many(["riichi 123m45"])
    assert repr(refusal).startswith("<Refusal: refused: expected a suit letter")
    (short,) = calc.score_many([HAND], fields="short")
    assert "; S +2,600, W -2,600; " in repr(short)
    draw = {"kind": "exhaustive", "waiting": ["E"]}
    shown = repr(calc.settle_round(round="E", number=2, draw=draw))
    assert shown == (
        "<RoundResult: E2 exhaustive draw, waiting: E; S → E 1,000, W → E 1,000, N → E 1,000; "
        f"{calc.load_rules('riichi').label}>"
    )
    scores = {"Aki": 24000, "Bea": 28000, "Cho": 24000, "Dan": 24000}
    game: Any = {"players": [*scores], "rounds": [{"draw": {"kind": "exhaustive", "waiting": ["Bea"]}}]}
    assert repr(calc.settle_game(game | {"rules": "tenhou", "claim": {"scores": scores}})) == (
        "<GameResult: 1 round, not over: 1. Bea 28,000 (+38), 2. Aki 24,000 (+4), 3. Cho 24,000 (-16), "
        "4. Dan 24,000 (-26); the claim is right; tenhou@2.0.0>"
    )
    drawn = [one.draw for one in calc.settle_game(record_in(GAME)).rounds if not isinstance(one.draw, UnsetType)]
    assert "DrawLine(kind='exhaustive'" in repr(drawn)
    assert "UNSET" not in repr(drawn)


def test_a_win_may_be_told_by_keys() -> None:
    by_line = calc.score("123m456p789s1122z +2z ron from=W seat=S round=E riichi")
    assert calc.score(**KEYS, from_="W", riichi=True) == by_line
    assert calc.score({**KEYS, "from": "W", "riichi": True}) == by_line
    assert calc.score(**KEYS, from_="W", riichi=True, rules="tenhou").rules == "tenhou@2.0.0"


def test_other_records_may_be_told_by_keys() -> None:
    draw = {"kind": "exhaustive", "waiting": ["E"]}
    assert calc.settle_round(round="E", draw=draw) == calc.settle_round({"round": "E", "draw": draw})
    game: Any = {"players": ["Aki", "Bea", "Cho", "Dan"], "rounds": [{"draw": draw}]}
    assert calc.settle_game(**game) == calc.settle_game(game)
    keys: dict[str, Any] = {"hand": "123m456p789s1122z", "seat": "S", "round": "E"}
    assert calc.find_waits(**keys) == calc.find_waits(keys)
    assert calc.explain(**KEYS, from_="W") == calc.explain({**KEYS, "from": "W"})


def test_a_record_is_given_once() -> None:
    with pytest.raises(TypeError, match="expected a record or its keys"):
        calc.score()
    with pytest.raises(TypeError, match="expected a record or its keys"):
        calc.score(HAND, seat="S")
    with pytest.raises(calc.RecordError, match="did you mean 'seat'"):
        calc.score(**{**KEYS, "seet": "S"})


@pytest.mark.parametrize("record", [HAND, KOIKOI])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_explanation_is_that_of_the_command(record: str, lang: str) -> None:
    ran = run_yaku("score", record, "--explain", "--lang", lang, columns=80)
    assert calc.explain(record, lang=lang, width=80) == ran.out.removesuffix("\n")


def test_an_explanation_of_a_game() -> None:
    ran = run_yaku("game", GAME, "--explain", columns=100)
    assert calc.explain(record_in(GAME), width=100) == ran.out.removesuffix("\n")


def test_sets_are_compared_as_by_the_command() -> None:
    found = calc.compare(DISPUTED, ["riichi", "tenhou"])
    assert [one.to_dict() for one in found] == printed("compare", DISPUTED, "--rules", "riichi,tenhou")
    assert [repr(one) for one in found] == [
        f"<Comparison: {calc.load_rules('riichi').label}; as the first>",
        "<Comparison: tenhou@2.0.0; differs: points, payments>",
    ]
    assert [one.to_dict() for one in calc.compare(DISPUTED)] == printed("compare", DISPUTED)
    with pytest.raises(calc.CalcError, match="name sets of riichi"):
        calc.compare(DISPUTED, ["koikoi"])


def test_needs_are_those_of_the_command() -> None:
    scores = {"Aki": 31000, "Bea": 28000, "Cho": 24000, "Dan": 17000}
    found = calc.needs({"players": [*scores], "scores": scores}, players=["Cho"], place=2)
    told = ", ".join(f"{name} {points}" for name, points in scores.items())
    arguments = ["needs", "--scores", told, "--player", "Cho", "--place", "2"]
    assert [one.to_dict() for one in found] == printed(*arguments)
    assert "UNSET" not in repr(found)
    assert repr(found[0]).startswith("<Needs: Cho for place 2: ron from Aki ")
    with pytest.raises(calc.RecordError, match="expected a game"):
        calc.needs(record_in(KOIKOI_GAME))


def test_points_of_rules_that_pay_no_han() -> None:
    with pytest.raises(calc.RuleTableError, match="koikoi pays no han and fu"):
        calc.points(3, 40, rules="koikoi")
    assert calc.points(4, 30, options={"kiriage_mangan": False}).ron == calc.ByRon(dealer=11600, other=7700)
    loaded = calc.load_rules("riichi")
    assert calc.points(4, 30, rules=loaded, options={"kiriage_mangan": False}).ron.other == 7700  # type: ignore[union-attr]


def test_a_league_takes_results_and_refuses_games_that_are_not_over() -> None:
    settled = calc.settle_game(record_in(GAME))
    assert calc.standings([settled]) == calc.standings([record_in(GAME)])
    with pytest.raises(calc.RecordError, match="the game is not over"):
        calc.standings([{"players": ["A", "B", "C", "D"], "rounds": []}])
    with pytest.raises(calc.RecordError, match="do not add up"):
        calc.standings([record_in(GAME), record_in("samples/games/koikoi-twelve-months.yaml")])


ONE_TILE_SHORT: Any = calc.Waiting(hand="123m456p789s1122z")


@pytest.mark.parametrize(
    ("settle", "record", "message"),
    [
        (calc.score, KOIKOI, "expected a win, found a round; settle it with calc.settle_round"),
        (calc.score, ONE_TILE_SHORT, "expected a win, found a hand one tile short; settle it with calc.find_waits"),
        (calc.settle_round, HAND, "expected a round, found a win; settle it with calc.score"),
        (calc.settle_game, KOIKOI, "expected a game, found a round; settle it with calc.settle_round"),
    ],
)
def test_a_record_of_another_kind_is_refused_with_what_settles_it(settle: Any, record: Any, message: str) -> None:
    with pytest.raises(calc.RecordError) as caught:
        settle(record)
    assert caught.value.message == message


def test_a_claim_on_a_hand_one_tile_short_is_refused() -> None:
    with pytest.raises(calc.RecordError, match=r"expected a win, a round or a game .*, found a hand one tile short"):
        calc.dispute(ONE_TILE_SHORT, "7700")


def test_a_notebook_shows_tables() -> None:
    won = calc.score("tenhou 123m456p789s1122z +2z tsumo seat=S round=E", lang="en")
    shown = won._repr_html_()
    assert ">2,700</td>" in shown
    assert shown.startswith("<p>2 han 40 fu, 2,700 points")
    record = {"id": "<b>", "hand": "123m456p789s1134z", "win": "2z", "by": "tsumo", "seat": "S", "round": "E"}
    refused = calc.score_many([record])[0]
    assert "&lt;b&gt;" in refused._repr_html_()
    scores = {"Aki": 32000, "Bea": 28000, "Cho": 22000, "Dan": 18000}
    table = calc.standings([{"players": [*scores], "scores": scores}])._repr_html_()
    assert table.count("<tr") == 5
    assert ">7700</td>" in calc.points(3, 40, rules="tenhou")._repr_html_()


def test_a_notebook_shows_verdicts_and_curves() -> None:
    line = "tenhou 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
    shown = calc.dispute(line, "8000")._repr_html_()
    assert ("kiriage mangan is not played" in shown, "departures" in shown) == (True, False)
    own = calc.dispute(line, "8000", rules="samples/house-rules.yaml")
    # A rule set of a file is not known by its name alone.
    assert ">departures</td>" in own._repr_html_()
    assert "<svg" in calc.settle_game("m-league: Aki Bea Cho Dan\nE1 Aki tsumo 2000 all\n")._repr_html_()
    koikoi = {"players": {"Aki": {"captured": "1B 3B 8B"}, "Bea": {"captured": ""}}, "stopped_by": "Aki"}
    played = calc.settle_game({"rules": "koikoi", "players": ["Aki", "Bea"], "rounds": [koikoi]})
    assert "<svg" in played._repr_html_()


def test_what_is_long_shows_itself_in_a_line() -> None:
    assert repr(calc.load_rules("tenhou")) == "<MahjongRules: Tenhou, four players (tenhou@2.0.0)>"
    [log, *_] = calc.read_logs("samples/logs/game.json")
    assert repr(log) == "<LoggedGame: samples/logs/game.json, tenhou.net/6, 9 rounds>"
    told = calc.score("tenhou E1 N ron S 2000")
    assert repr(told) == "<WinResult: 2,000 points; S → N 2,000; tenhou@2.0.0>"


def test_a_result_is_no_record() -> None:
    won = calc.score("tenhou 123m456p789s1122z +2z tsumo seat=S round=E")
    asked: list[Callable[[], Any]] = [
        lambda: calc.dispute(won, "8000"),  # type: ignore[arg-type]
        lambda: calc.compare(won),  # type: ignore[arg-type]
        lambda: calc.explain(won),  # type: ignore[arg-type]
    ]
    for ask in asked:
        with pytest.raises(calc.RecordError, match="a result does not keep its record"):
            ask()


def test_rows_of_all_kinds_have_the_same_keys() -> None:
    koikoi = calc.settle_round("koikoi Aki:1B,3B,8B,9A Bea:1R,2R,3R stopped_by=Aki koikoi.Bea=1")
    won = calc.score("tenhou 123m456p789s1122z +2z tsumo seat=S round=E")
    first, second = calc.rows([won, koikoi])
    assert [*first] == [*second]
    assert (first["points"], second["players.Aki.change"], first["players.Aki.change"]) == (2700, 60, None)
    assert second["players.Aki.yaku"] == "sanko hanami_zake tsukimi_zake"


def test_a_result_in_the_place_of_its_record_is_told() -> None:
    won = calc.score("tenhou 123m456p789s1122z +2z tsumo seat=S round=E")
    with pytest.raises(calc.RecordError, match="a result does not keep its record; give the record"):
        calc.explain(won)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "key"),
    [({"rules": 5}, "rules"), ({"rules": ""}, "rules"), ({"options": 5}, "options"), ({"lang": "xx"}, "lang")],
)
def test_what_is_no_rule_set_option_or_language_is_refused(wrong: dict[str, Any], key: str) -> None:
    line = "123m456p789s1122z +2z tsumo seat=S round=E"
    asked: list[Any] = [calc.score, calc.explain, lambda line, **wrong: calc.dispute(line, "2700", **wrong)]
    asked.append(lambda _, **wrong: calc.points("3 40", **wrong))
    for ask in asked:
        with pytest.raises(calc.CalcError) as refused:
            ask(line, **wrong)
        assert refused.value.key == key


@pytest.mark.parametrize("rules", [5, "", b"riichi", [], object()])
def test_what_is_no_rule_set_is_refused(rules: Any) -> None:
    line = "123m456p789s1122z +2z tsumo seat=S round=E"
    for ask in (
        lambda: calc.load_rules(rules),
        lambda: calc.score(line, rules=rules),
        lambda: calc.compare(line, [rules]),
        lambda: calc.dispute(line, "2000", rules=rules),
        lambda: calc.points(3, 40, rules=rules),
    ):
        with pytest.raises(calc.CalcError, match="expected a rule set, its id or its file, found"):
            ask()
    with pytest.raises(calc.CalcError, match="expected options as a mapping"):
        calc.load_rules("riichi", options=5)  # type: ignore[arg-type]


def test_a_comparison_takes_one_rule_set_too() -> None:
    hand = "23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
    assert [one.rules for one in calc.compare(hand, "tenhou")] == [one.rules for one in calc.compare(hand, ["tenhou"])]
