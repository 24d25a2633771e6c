"""Games: rounding, places, when they are over, and records that say what cannot be."""

import random
from typing import Any

import pytest

import calc
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.rounds.ends import final_table, leftover_shares, order_of, round_result
from calc.mahjong.rules.ruleset import Rounding
from tests.rows import Rows

ROWS = Rows(__file__)


FOUR = ["Ann", "Bob", "Cy", "Dee"]
PASS: dict[str, Any] = {"draw": {"kind": "exhaustive", "waiting": []}}
DEALER_WAITS: dict[str, Any] = {"draw": {"kind": "exhaustive", "waiting": ["E"]}}


@ROWS.each("a_difference_is_rounded_at_its_half")
def test_a_difference_is_rounded_at_its_half(points: int, half_down: int, half_up: int, half_away: int) -> None:
    modes = ("half_down", "half_up", "half_away")
    found = [round_result(points, 30000, 1000, Rounding(mode=mode, of="difference")) for mode in modes]  # type: ignore[arg-type]
    assert found == [half_down, half_up, half_away]


@pytest.mark.parametrize(
    ("points", "half_down", "half_up", "half_away"),
    [(23500, -7, -6, -6), (30500, 0, 1, 1), (500, -30, -29, -29), (-500, -31, -30, -31), (-1500, -32, -31, -32)],
)
def test_a_score_is_rounded_before_the_return_is_taken(
    points: int, half_down: int, half_up: int, half_away: int
) -> None:
    modes = ("half_down", "half_up", "half_away")
    found = [round_result(points, 30000, 1000, Rounding(mode=mode, of="score")) for mode in modes]  # type: ignore[arg-type]
    assert found == [half_down, half_up, half_away]


def test_the_player_nearest_the_first_dealer_is_before_equals() -> None:
    assert order_of([25000, 25000, 25000, 25000]) == [0, 1, 2, 3]
    assert order_of([10000, 40000, 10000, 40000]) == [1, 3, 0, 2]


@pytest.mark.parametrize(
    ("points", "choice", "amount", "expected"),
    [
        ([30000, 30000, 30000, 9000], "first", 1000, {0: 1000}),
        ([30000, 30000, 30000, 9000], "share", 1000, {0: 400, 1: 300, 2: 300}),
        ([9000, 30000, 30000, 30000], "share", 2000, {1: 700, 2: 700, 3: 600}),
        ([40000, 30000, 20000, 9000], "share", 1000, {0: 1000}),
        ([30000, 30000, 30000, 9000], "nobody", 1000, {}),
        ([30000, 30000, 30000, 10000], "share", 0, {}),
    ],
)
def test_sticks_that_are_left_go_to_whose_they_are(
    points: list[int], choice: str, amount: int, expected: dict[int, int]
) -> None:
    rules = load_mahjong_rules("riichi", {"leftover_sticks": choice})
    assert leftover_shares(points, amount, rules) == expected


@ROWS.each("uma_floats_by_how_many_have_kept_their_points")
def test_uma_floats_by_how_many_have_kept_their_points(points: list[int], first: float, last: float) -> None:
    rules = load_mahjong_rules("jpml")
    lines, _ = final_table(FOUR, points, [30000] * 4, rules)
    assert (lines[0].uma, lines[3].uma) == (first, last)


@ROWS.each("uma_may_be_chosen_in_either_form")
def test_uma_may_be_chosen_in_either_form(rules: str, uma: Any) -> None:
    points = [31000, 30000, 30000, 29000]
    lines, _ = final_table(FOUR, points, [30000] * 4, load_mahjong_rules(rules, {"uma": uma}))
    assert (lines[0].uma, lines[3].uma) == (12, -12)


def final(points: list[int], rules: str = "riichi", **options: Any) -> list[tuple[str, int, float, float, float]]:
    chosen = load_mahjong_rules(rules, options)
    start = [chosen.match.start] * len(points)
    lines, _ = final_table(FOUR[: len(points)], points, start, chosen)
    return [(line.player, line.place, line.score, line.uma, line.oka) for line in lines]


def test_the_first_takes_what_rounding_leaves() -> None:
    # 29.5 is 29, + 10; -4.5 is -5, + 5 and - 5; -20.5 is -21, - 10: the sum lacks 2.
    assert [line[:3] for line in final([39500, 25500, 25500, 9500])] == [
        ("Ann", 1, 39 + 2),
        ("Bob", 2, 0),
        ("Cy", 3, -10),
        ("Dee", 4, -31),
    ]


def test_shared_places_share_uma_and_oka() -> None:
    assert final([35000, 35000, 20000, 10000], ties="share") == [
        ("Ann", 1, 22.5, 7.5, 10),
        ("Bob", 1, 22.5, 7.5, 10),
        ("Cy", 3, -15, -5, 0),
        ("Dee", 4, -30, -10, 0),
    ]


def test_what_three_cannot_share_in_tenths_goes_to_the_better_seats() -> None:
    lines = final([30000, 30000, 30000, 10000], ties="share", rounding={"mode": "none", "of": "difference"})
    assert [line[3:] for line in lines] == [(3.4, 6.7), (3.3, 6.7), (3.3, 6.6), (-10, 0)]
    assert [line[1] for line in lines] == [1, 1, 1, 4]
    assert sum(line[2] for line in lines) == pytest.approx(0)


def test_a_chart_game_counts_points_from_the_start() -> None:
    assert [line[:3] for line in final([52100, 30000, 22900], "sanma")] == [
        ("Ann", 1, 17100),
        ("Bob", 2, -5000),
        ("Cy", 3, -12100),
    ]


def settle(rounds: list[Any], rules: str = "riichi", **keys: Any) -> Any:
    options = keys.pop("options", {})
    return calc.settle_game({"players": FOUR, "rounds": rounds, "rules": rules, **keys}, options=options)


@pytest.mark.parametrize(
    ("rounds", "start", "options", "ended"),
    [
        ([PASS] * 7, 25000, {}, None),
        ([PASS] * 8, 25000, {}, "rounds_over"),
        ([PASS] * 4, 25000, {"rounds": 1}, "rounds_over"),
        # Ann pays 1000 in the first hand.
        ([{"draw": {"kind": "exhaustive", "waiting": ["S"]}}], [1000, 33000, 33000, 33000], {}, None),
        ([{"draw": {"kind": "exhaustive", "waiting": ["S"]}}], [900, 33000, 33000, 33100], {}, "bust"),
        ([PASS] * 8, 29900, {"west_round": True}, None),
        ([PASS] * 8, 30000, {"west_round": True}, "rounds_over"),
        ([PASS] * 12, 29900, {"west_round": True}, "rounds_over"),
        ([*[PASS] * 8, DEALER_WAITS], 26999, {"west_round": True}, None),
        ([*[PASS] * 8, DEALER_WAITS], 27000, {"west_round": True}, "target_reached"),
        ([*[PASS] * 7, DEALER_WAITS], 25000, {"dealer_may_stop": "always"}, "dealer_stopped"),
        ([*[PASS] * 7, DEALER_WAITS], [28001, 25000, 25000, 25000], {"dealer_may_stop": "always"}, "dealer_stopped"),
        ([*[PASS] * 7, DEALER_WAITS], [29000, 25000, 25000, 25000], {"dealer_may_stop": "always"}, None),
        ([*[PASS] * 6, DEALER_WAITS], 25000, {"dealer_may_stop": "always"}, None),
    ],
)
def test_a_game_is_over_when_the_rules_say(
    rounds: list[Any], start: Any, options: dict[str, Any], ended: str | None
) -> None:
    assert settle(rounds, start=start, options=options).ended == ended


def test_a_game_without_rounds_shows_how_it_stands() -> None:
    result = settle([])
    assert (result.ended, result.rounds, [note.id for note in result.notes][:1]) == (None, [], ["not_over"])
    assert result.scores == dict.fromkeys(FOUR, 25000)


def oka_notes(rules: str, **keys: Any) -> list[str]:
    """What a game without rounds says of its oka."""
    seats = len(load_mahjong_rules(rules).seats)
    result = settle([], rules, players=FOUR[:seats], **keys)
    return [note.text for note in result.notes if note.id == "oka_off"]


@pytest.mark.parametrize("rules", ["riichi", "tenhou", "sanma", "sanma-common", "tenhou-sanma"])
def test_the_oka_of_a_shipped_rule_set_is_what_the_players_put_in(rules: str) -> None:
    assert oka_notes(rules) == []


BELONG = "start, return and oka belong together, and the first makes up the rest"


@ROWS.each("oka_that_is_not_what_the_players_put_in_is_noted")
def test_oka_that_is_not_what_the_players_put_in_is_noted(
    rules: str, start: Any, options: dict[str, Any], told: str | None
) -> None:
    notes = oka_notes(rules, start=start, options=options)
    assert len(notes) == (told is not None)
    assert all(told is not None and told in note and note.endswith(f"; {BELONG}") for note in notes)


REFUSED: list[tuple[str, dict[str, Any], str, str | None]] = [
    ("rounds that are no list", {"rounds": "abc"}, "wrong_type", "rounds"),
    ("a mapping of rounds", {"rounds": {}}, "wrong_type", "rounds"),
    ("a round that is none", {"rounds": [None]}, "wrong_type", "rounds[0]"),
    ("a round that is a list", {"rounds": [[]]}, "wrong_type", "rounds[0]"),
    ("a round without an ending", {"rounds": [{}]}, "missing_key", "rounds[0].wins"),
    ("a key that is no text", {"rounds": [{None: 1, **PASS}]}, "wrong_type", "rounds[0]"),
    ("options of one round", {"rounds": [{"options": {}, **PASS}]}, "contradiction", "rounds[0].options"),
    ("names that are numbers", {"players": [1, 2, 3, 4]}, "wrong_type", "players[0]"),
    ("names that are null", {"players": [None] * 4}, "wrong_type", "players[0]"),
    ("one name as text", {"players": "Ann"}, "contradiction", "players"),
    ("names as a mapping", {"players": {"Ann": 1}}, "wrong_type", "players"),
    ("no name", {"players": ["Ann", " ", "Cy", "Dee"]}, "wrong_type", "players[1]"),
    ("one name twice", {"players": ["Ann", "Bob", "Cy", "Ann"]}, "wrong_type", "players[3]"),
    ("one name twice but for a blank", {"players": ["Ann", "Ann ", "Cy", "Dee"]}, "wrong_type", "players[1]"),
    ("nobody", {"players": []}, "contradiction", "players"),
    ("a start of half points", {"start": 25000.0}, "wrong_type", "start"),
    ("a start that is true", {"start": True}, "wrong_type", "start"),
    ("a start of nobody", {"start": []}, "contradiction", "start"),
    ("a start of half points each", {"start": [1.5] * 4}, "wrong_type", "start[0]"),
    ("a start beyond counting", {"start": 10**30}, "wrong_type", "start"),
    ("uma for two", {"options": {"uma": [1, -1]}}, "unknown_option", "options.uma"),
    ("uma of nothing", {"options": {"uma": None}}, "unknown_option", "options.uma"),
    ("uma without a number", {"options": {"uma": [float("nan")] * 4}}, "unknown_option", "options.uma"),
    ("uma that is true", {"options": {"uma": [True, False, False, -1]}}, "unknown_option", "options.uma"),
    ("rounding without what", {"options": {"rounding": {"mode": "none"}}}, "unknown_option", "options.rounding"),
    ("five winds", {"options": {"rounds": 4, "west_round": True}}, "unknown_option", "options.rounds"),
    ("a target beyond counting", {"options": {"target": 10**30}}, "unknown_option", "options.target"),
    ("a final result without a number", {"claim": {"final": {"Ann": float("nan")}}}, "wrong_type", "claim.final.Ann"),
    ("a final result by seat", {"claim": {"final": {"E": 1}}}, "wrong_type", "claim.final.E"),
    ("numbers and lines", {"claim": {"final": [1, {"player": "Ann"}]}}, "wrong_type", "claim.final[0]"),
    ("three final results", {"claim": {"final": [1, 2, 3]}}, "wrong_type", "claim.final"),
]


@pytest.mark.parametrize(("record", "code", "key"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_game_that_cannot_be_is_refused_with_its_key(record: dict[str, Any], code: str, key: str | None) -> None:
    with pytest.raises(calc.CalcError) as caught:
        settle(**({"rounds": []} | record))
    assert (caught.value.code, caught.value.key) == (code, key)


@ROWS.each("a_game_is_asked_for_the_keys_of_a_game")
def test_a_game_is_asked_for_the_keys_of_a_game(record: dict[str, Any], key: str, asks: str) -> None:
    with pytest.raises(calc.CalcError) as caught:
        calc.settle_game(record)
    assert (caught.value.code, caught.value.key) == ("missing_key", key)
    assert asks in caught.value.message


def test_a_round_is_asked_for_its_ending_and_a_win_for_its_hand() -> None:
    with pytest.raises(calc.CalcError, match="a round ends with wins or with a draw, found neither"):
        calc.settle_round({})
    with pytest.raises(calc.CalcError, match="expected hand, by, seat, round in a win"):
        calc.score({})


@pytest.mark.parametrize(
    ("rounds", "start", "options", "why", "decided_by"),
    [
        (
            [{"draw": {"kind": "exhaustive", "waiting": ["S"]}}],
            [900, 33000, 33000, 33100],
            {},
            "Ann had -100 points, less than 0",
            "bust_ends (here true)",
        ),
        ([PASS] * 8, 25000, {}, "it was the last hand", "rounds (here 2), west_round (here false)"),
        ([PASS] * 4, 25000, {"rounds": 1}, "it was the last hand", "rounds (here 1), west_round (here false)"),
        (
            [PASS] * 8,
            30000,
            {"west_round": True},
            "it was the last hand, Ann had 30,000 points, the target is 30,000",
            "rounds (here 2), target (here 30000), west_round (here true)",
        ),
        (
            [*[PASS] * 8, DEALER_WAITS],
            27000,
            {"west_round": True},
            "Ann had 30,000 points, the target is 30,000",
            "target (here 30000), west_round (here true), west_round_ends (here at_target)",
        ),
        (
            [*[PASS] * 7, DEALER_WAITS],
            25000,
            {"dealer_may_stop": "always"},
            "the dealer led and stopped: Dee had 28,000 points",
            "dealer_may_stop (here always)",
        ),
    ],
)
def test_a_round_after_the_end_is_told_why_it_is_the_end_and_what_decides_it(
    rounds: list[Any], start: Any, options: dict[str, Any], why: str, decided_by: str
) -> None:
    assert settle(rounds, start=start, options=options).ended is not None
    with pytest.raises(calc.CalcError) as caught:
        settle([*rounds, PASS], start=start, options=options)
    assert f" ({why}), found another round; " in caught.value.message
    assert caught.value.message.endswith(f"the game goes on: {decided_by}")


def test_a_round_after_the_end_is_refused() -> None:
    with pytest.raises(calc.CalcError) as caught:
        settle([PASS] * 9)
    assert (caught.value.code, caught.value.key) == ("contradiction", "rounds[8]")
    with pytest.raises(calc.CalcError):
        settle([{"draw": {"kind": "exhaustive", "waiting": ["E"]}}] * 1000)


@pytest.mark.parametrize("names", [["Ann", "Bob", "Cy"], FOUR, [*FOUR, "Eve"]])
def test_people_move_up_and_who_loses_the_deal_goes_behind_all_others(names: list[str]) -> None:
    chance = random.Random(len(names))
    table, scores, honba = list(names), dict.fromkeys(names, 35000), 0
    rounds: list[dict[str, Any]] = []
    expected: list[tuple[str, dict[str, int]]] = []
    for _ in range(3 * len(names)):
        winner, discarder = chance.sample("ESW", 2)
        by = {"by": "tsumo"} if chance.random() < 0.4 else {"by": "ron", "from": discarder}
        played: dict[str, Any] = {"wins": [{"hand": "123456p7899s555z6s", "seat": winner, "north": 2, **by}]}
        if chance.random() < 0.3:
            played = {"draw": {"kind": "exhaustive", "waiting": [winner]}}
        # Nothing in the hand depends on the round wind.
        alone = calc.settle_round({**played, "round": "E", "honba": honba}, rules="sanma")
        for player, seat in zip(table, "ESW", strict=False):
            scores[player] += alone.changes[seat]
        rounds.append(played)
        expected.append((table[0], {player: scores[player] for player in table[3:]}))
        keeps = "draw" in played or winner == "E"
        honba = honba + 1 if keeps else 0
        table = table if keeps else [*table[1:], table[0]]
    result = calc.settle_game({"players": names, "rounds": rounds}, rules="sanma")
    assert [(one.dealer, one.sitting_out or {}) for one in result.rounds] == expected
    assert len({dealer for dealer, _ in expected}) == len(names)
    assert result.scores == scores
