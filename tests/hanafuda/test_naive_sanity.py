"""The plain judges against rounds that were worked out by hand from the sources of the games."""

from typing import Any

import pytest

from tests.hanafuda import naive_hiraya, naive_koikoi, naive_taiyaku
from tests.hanafuda.naive_cards import ALL, ANIMALS, BRIGHTS, CHAFF, RIBBONS, Refused, number_cards
from tests.rows import Rows, listed

ROWS = Rows(__file__)

Plain = dict[str, Any]


def values(result: Plain, key: str) -> dict[str, Any]:
    return {name: player[key] for name, player in result["players"].items()}


def test_the_deck() -> None:
    assert [len(cards) for cards in (ALL, BRIGHTS, ANIMALS, RIBBONS, CHAFF)] == [48, 5, 9, 10, 24]
    assert {10, 30, 80, 110, 120} == BRIGHTS
    assert {20, 40, 50, 60, 70, 81, 90, 100, 111} == ANIMALS
    assert {11, 21, 31, 41, 51, 61, 71, 91, 101, 112} == RIBBONS


def test_chaff_takes_what_is_left_of_its_month() -> None:
    assert number_cards(["12BC", ["#121", "11C 3RC"]]) == [{120, 122}, {121, 113, 31, 32}]
    with pytest.raises(Refused, match="impossible_hand"):
        number_cards(["11C", "#113"])
    with pytest.raises(Refused, match="notation"):
        number_cards(["2B"])


# Koi-Koi


def koikoi(captured: str, other: str = "", *, options: Plain | None = None, **more: Any) -> Plain:
    players = {"A": {"captured": captured}, "B": {"captured": other}}
    return naive_koikoi.settle({"rules": "koikoi", "players": players, "options": options or {}, **more})


@ROWS.each("koikoi_yaku")
def test_koikoi_yaku(captured: str, yaku: list[list[Any]]) -> None:
    assert listed(koikoi(captured)["players"]["A"]["yaku"]) == yaku


@ROWS.each("koikoi_doubles")
def test_koikoi_doubles(calls: dict[str, int], options: Plain, score: int) -> None:
    result = koikoi("1B 3B 8B 12B", "1R 2R 3R", stopped_by="A", koikoi=calls, options=options)
    assert values(result, "score") == {"A": score, "B": 0}
    assert result["transfers"] == {("bank", "A", "yaku"): score}
    assert (result["winner"], result["next_dealer"]) == ("A", "A")


def test_koikoi_the_opponent_may_pay() -> None:
    result = koikoi("", "6A 7A 10A", stopped_by="B", options={"zero_sum": True})
    assert values(result, "change") == {"A": -5, "B": 5}
    assert result["next_dealer"] == "B"


def test_koikoi_nobody_stops() -> None:
    assert values(koikoi("1B 3B 8B"), "score") == {"A": 0, "B": 0}
    result = koikoi("", "1B 3B 8B", options={"exhaustive_draw": "dealer"})
    assert values(result, "score") == {"A": 6, "B": 0}
    assert (result["winner"], result["next_dealer"]) == (None, "A")


def test_koikoi_cards_of_the_month() -> None:
    options = {"tsukifuda": "round_month"}
    assert koikoi("4ARCC", month=4, options=options)["players"]["A"]["yaku"] == [("tsukifuda", 4)]
    assert koikoi("4ARCC", month=5, options=options)["players"]["A"]["yaku"] == []
    with pytest.raises(Refused, match="missing_key"):
        koikoi("4ARCC", options=options)


FOUR_AND_PAIRS = "1BRCC 2AR 3BR"
PAIRS = "5AR 6AR 7AR 8BA"


@ROWS.each("koikoi_dealt")
def test_koikoi_dealt(hand: str, options: Plain, yaku: list[str]) -> None:
    result = naive_koikoi.settle({"players": {"A": {}, "B": {"dealt": hand}}, "options": options})
    assert result["players"]["B"]["teyaku"] == [(one, 6) for one in yaku]
    assert values(result, "change") == {"A": 0, "B": 6 * len(yaku)}
    assert (result["winner"], result["next_dealer"]) == ("B", "B")


def test_koikoi_dealt_to_both() -> None:
    record = {"players": {"A": {"dealt": FOUR_AND_PAIRS}, "B": {"dealt": PAIRS}}}
    assert values(naive_koikoi.settle(record), "score") == {"A": 0, "B": 0}
    each = naive_koikoi.settle(record | {"options": {"dealt_both": "each"}})
    assert values(each, "score") == {"A": 6, "B": 6}
    assert each["next_dealer"] == "A"


@ROWS.each("koikoi_contradictions")
def test_koikoi_contradictions(record: Plain) -> None:
    with pytest.raises(Refused, match="contradiction"):
        naive_koikoi.settle(record)


# Taiyaku


def taiyaku(a: str, b: str, c: str | None = None, **more: Any) -> Plain:
    piles = {"A": a, "B": b} | ({} if c is None else {"C": c})
    return naive_taiyaku.settle({"players": {name: {"captured": pile} for name, pile in piles.items()}, **more})


SEVEN, THREE, TWO = "6A 7A 10A 11B", "6R 9R", "1R 4R"


def test_taiyaku_losers_pay_the_difference() -> None:
    """The source's own example: 7, 3 and 2 pay 4 and 5."""
    result = taiyaku(SEVEN, THREE, TWO)
    assert values(result, "score") == {"A": 7, "B": 3, "C": 2}
    assert values(result, "change") == {"A": 9, "B": -4, "C": -5}
    assert (result["winner"], result["next_dealer"], result["pots"]) == ("A", "A", {"pot": 0})


@ROWS.each("taiyaku_ties_and_limits")
def test_taiyaku_ties_and_limits(piles: list[str], winner: str, changes: list[int]) -> None:
    result = taiyaku(*piles)
    assert (result["winner"], list(values(result, "change").values())) == (winner, changes)


@ROWS.each("taiyaku_yaku")
def test_taiyaku_yaku(captured: str, yaku: dict[str, Any]) -> None:
    assert dict(taiyaku(captured, "", stopped_by=None)["players"]["A"]["yaku"]) == yaku


def test_taiyaku_a_yaku_that_stops_wins_whatever_the_others_hold() -> None:
    result = taiyaku(SEVEN, "9R 10R 6R", "1B 3B 8B 12B")
    assert result["winner"] == "B"
    assert result["transfers"] == {("A", "B", "take_all"): 8, ("C", "B", "take_all"): 8}
    with pytest.raises(Refused, match="contradiction"):
        taiyaku(SEVEN, THREE, TWO, stopped_by="A")
    with pytest.raises(Refused, match="contradiction"):
        taiyaku("1B 3B 8B 11B 12B", "9R 10R 6R")


def dealt(hands: list[str], piles: list[str], returned: list[str] | None = None, **more: Any) -> Plain:
    players: Plain = {}
    for place, hand in enumerate(hands):
        players["ABC"[place]] = {"dealt": hand, "captured": piles[place]}
        if returned is not None:
            players["ABC"[place]]["returned"] = returned[place]
    return naive_taiyaku.settle({"players": players, **more})


PLAIN = ["2AR 4AR 5AR 6AR", "1BR 3BR 7AR 10AR"]


def test_taiyaku_seven_empties() -> None:
    result = dealt(["1CC 2CC 3CC 9A 4A", "2AR 4RC 5AR 6AR", PLAIN[1]], [TWO, THREE, ""], None)
    assert result["players"]["A"]["teyaku"] == [("shichikara", 5)]
    assert values(result, "change") == {"A": 10 - 1, "B": -5 + 1 + 3, "C": -5 - 3}


def test_taiyaku_what_is_received_joins_the_chips_in_front() -> None:
    hands = ["1BRCC 2A 3B 4A 5A", "6ARCC 2R 3R 4R 5R", "7AR 8BA 9AR 10AR"]
    piles = ["", "", "6A 7A 10A 11B 2A 4A"]
    both = dealt(hands, piles)
    # A's four: B and C pay 5. B's four: A pays 5, C has 3 left. C's nine: A has 13 left, B has 11, both pay 9.
    assert both["transfers"] == {
        ("B", "A", "teyaku"): 5,
        ("C", "A", "teyaku"): 5,
        ("A", "B", "teyaku"): 5,
        ("C", "B", "teyaku"): 3,
        ("A", "C", "difference"): 9,
        ("B", "C", "difference"): 9,
    }
    assert values(both, "change") == {"A": -4, "B": -6, "C": 10}
    apart = dealt(hands, piles, options={"receipts_at_stake": False})
    assert values(apart, "change") == {"A": 10 - 8, "B": 8 - 8, "C": -8 + 3 + 3}


@pytest.mark.parametrize(
    ("players", "value", "name"),
    [(2, 8, "futateshi"), (3, 5, "futateshi")],
)
def test_taiyaku_two_fours(players: int, value: int, name: str) -> None:
    result = dealt(["1BRCC 2ARCC", "4AR 5AR 6AR 7AR", "8BA 9AR 10AR 11BA"][:players], ["", "", ""])
    assert result["players"]["A"]["teyaku"] == [(name, value)]


@ROWS.each("taiyaku_returned_cards")
def test_taiyaku_returned_cards(hand: str, returned: str, more: Plain, sound: bool) -> None:
    hands = [hand, "6AR 7AR 8BA 9RC", "10AR 11BAR 7C 8C 9C"]
    if sound:
        dealt(hands, ["", "", ""], [returned, "6A", "10A"], **more)
        return
    with pytest.raises(Refused, match="contradiction"):
        dealt(hands, ["", "", ""], [returned, "6A", "10A"], **more)


def test_taiyaku_claims_must_hold() -> None:
    with pytest.raises(Refused, match="contradiction"):
        dealt(["1CC 2CC 3CC 4CC", *PLAIN], ["", "", ""], teyaku={"A": ["shichikara"]})


TABLE = {"seats": ["A", "D", "B", "C", "E"], "dropped": ["D"]}
POOR = {"E": {"dealt": "1C 2C 3C 4C 5C 6C 7C 9R"}}


def test_taiyaku_who_drops_out_pays_the_pot() -> None:
    result = taiyaku(SEVEN, THREE, TWO, **TABLE, forced_out=POOR, pot=2)
    assert values(result, "change") == {"A": 9 + 3, "D": -1, "B": -4, "C": -5, "E": 0}
    assert result["transfers"][("pot", "A", "pot")] == 3


def test_taiyaku_forced_out() -> None:
    rich = {"E": {"dealt": "1B 3B 9A 4C 5C 6C 7C 9R"}}
    result = taiyaku(SEVEN, THREE, TWO, **TABLE, forced_out=rich)
    assert values(result, "change") == {"A": -3 + 9 + 1, "D": -1, "B": -3 - 4, "C": -3 - 5, "E": 9}


def test_taiyaku_two_forced_out_share() -> None:
    seats = {"seats": ["A", "B", "C", "D", "E"]}
    forced = {"E": {"dealt": "1B 2R 3C 4C 5C 6C 7C 9C"}, "D": {"dealt": "3B 9A 4C 5C 6C 7C 8C 9C"}}
    shared = taiyaku("", "", "", **seats, forced_out=forced)
    assert values(shared, "change") == {"A": -3, "B": -3, "C": -3, "D": 5, "E": 4}
    each = taiyaku("", "", "", **seats, forced_out=forced, options={"compensation": "each"})
    assert values(each, "change") == {"A": -6, "B": -6, "C": -6, "D": 9, "E": 9}


def test_taiyaku_no_round_where_the_compensation_is_eight() -> None:
    seats = {"seats": ["A", "B", "C", "D", "E"], "pot": 3}
    hands = {"D": {"dealt": "6R 9R 10R 1B 3B 8B 4C 5C"}, "E": {"dealt": "9A 1R 2R 3R 4C 5C 6C 7C"}}
    players: Plain = {"A": {}, "B": {}, "C": {}}
    result = naive_taiyaku.settle({"players": players, "forced_out": hands, **seats})
    assert values(result, "change") == {"A": -8, "B": -8, "C": -8, "D": 12 + 3, "E": 12}
    assert result["winner"] == "D"


def test_taiyaku_one_left_and_nobody_left() -> None:
    seats = ["A", "B", "C", "D"]
    one = naive_taiyaku.settle({"players": {"C": {}}, "seats": seats, "dropped": ["A", "B", "D"], "pot": 1})
    assert values(one, "change") == {"A": -1, "B": -1, "C": 4, "D": -1}
    assert (one["winner"], one["pots"]) == ("C", {"pot": 0})
    nobody = naive_taiyaku.settle({"players": {}, "seats": seats, "dropped": seats, "pot": 1})
    assert (nobody["winner"], nobody["next_dealer"], nobody["pots"]) == (None, None, {"pot": 5})


def test_taiyaku_the_sixth_takes_over() -> None:
    seats = {"seats": ["A", "B", "C", "D", "E", "F"], "dropped": ["A", "C", "F"], "took_over": {"A": "F"}}
    players = {"B": {"captured": ""}, "D": {"captured": THREE}, "E": {"captured": ""}}
    with pytest.raises(Refused, match="contradiction"):
        naive_taiyaku.settle({"players": players, **seats})
    forced = {"F": {"dealt": "1C 2C 3C 4C 5C 6C 7C 9R"}}
    result = naive_taiyaku.settle({"players": players, **seats, "dropped": ["A", "C"], "forced_out": forced})
    assert values(result, "change") == {"A": -1, "B": -3, "C": -1, "D": 6 + 1, "E": -3, "F": 1}


def test_taiyaku_the_leader_may_be_bound() -> None:
    with pytest.raises(Refused, match="contradiction"):
        naive_taiyaku.settle(
            {
                "players": {"B": {"captured": ""}, "C": {"captured": ""}, "D": {"captured": ""}},
                "seats": ["A", "B", "C", "D"],
                "dropped": ["A"],
                "options": {"leader_bind": True},
            }
        )


# Hiraya


BRIGHT_MONTHS = "1BRCC 3BRCC 8BACC 12BCCC 11BARC"
RIBBON_MONTHS = "4ARCC 5ARCC 7ARCC"
OTHER_MONTHS = "2ARCC 6ARCC 9ARCC 10ARCC"


def hiraya(a: str, b: str, c: str, **more: Any) -> Plain:
    players = {"A": {"captured": a}, "B": {"captured": b}, "C": {"captured": c}}
    return naive_hiraya.settle({"players": players, **more})


def test_hiraya_settlement() -> None:
    result = hiraya(BRIGHT_MONTHS, RIBBON_MONTHS, OTHER_MONTHS)
    assert values(result, "card_points") == {"A": 135, "B": 45, "C": 60}
    assert values(result, "yaku") == {"A": [("gokou", 50)], "B": [("kusatan", 30)], "C": [("aotan", 30)]}
    assert values(result, "score") == {
        "A": 135 - 80 + 2 * 50 - 30 - 30,
        "B": 45 - 80 + 2 * 30 - 50 - 30,
        "C": 60 - 80 + 2 * 30 - 50 - 30,
    }
    assert values(result, "change") == values(result, "score")
    assert result["winner"] == result["next_dealer"] == "A"


def test_hiraya_lightning_is_no_chaff() -> None:
    """Thirteen chaff with the lightning are twelve."""
    chaff = "1CC 2CC 3CC 4CC 5CC 6CC"
    rest = "1BR 2AR 3BR 4AR 5AR 6AR 8BACC 9ARCC 10ARCC 11BAR"
    twelve = hiraya(chaff + " 11C", rest + " 7ARCC", "12BCCC")
    assert twelve["players"]["A"]["yaku"] == []
    thirteen = hiraya(chaff + " 7C", rest + " 11C 7ARC", "12BCCC")
    assert thirteen["players"]["A"]["yaku"] == [("honjuusou", 40)]


def test_hiraya_teyaku() -> None:
    players = {
        "A": {"captured": BRIGHT_MONTHS},
        "B": {"captured": RIBBON_MONTHS, "dealt": "1CC 2CC 3CC 4C"},
        "C": {"captured": OTHER_MONTHS, "dealt": "5CC 6CC 7CC 11C"},
    }
    inside = naive_hiraya.settle({"players": players})
    outside = naive_hiraya.settle({"players": players, "options": {"teyaku_in_score": False}})
    assert inside["players"]["B"]["teyaku"] == [("hiraya", 30)]
    assert inside["players"]["C"]["teyaku"] == []
    assert values(inside, "score") == {"A": 65, "B": 5, "C": -70}
    assert values(outside, "score") == {"A": 95, "B": -55, "C": -40}
    assert values(outside, "change") == values(inside, "change") == values(inside, "score")


def test_hiraya_leftovers_of_the_wild_card() -> None:
    a, b, c = "1BRCC 3BRCC 8BACC 12BCCC 11BRC 2A", RIBBON_MONTHS, "2CC 6ARCC 9ARCC 10ARCC"
    result = hiraya(a, b, c, wild={"by": "A", "captured": "2A"})
    assert values(result, "card_points") == {"A": 135 + 10 + 5, "B": 45, "C": 45}
    for wild in (None, {"by": "A", "captured": "1C"}, {"by": "A", "captured": "11B"}):
        with pytest.raises(Refused, match="impossible_hand"):
            hiraya(a, b, c, **({} if wild is None else {"wild": wild}))
    with pytest.raises(Refused, match="contradiction"):
        hiraya(a, b, c, wild={"by": "B", "captured": "4A"})


@pytest.mark.parametrize(("last", "winner"), [("11R", "B"), ("11C", "A")])
def test_hiraya_ties_go_to_the_earlier(last: str, winner: str) -> None:
    """A has 80, B 80 or 85, C 80 or 75, and nobody a yaku."""
    a, b = "1BR 3B 8B 4R 5R 6R", f"11B 12B 2A 4A 5A 6A 1CC 2CC 3CC 4CC 5CC 6CC {last}"
    rest = ALL.difference(*number_cards([a, b]))
    result = hiraya(a, b, " ".join(f"#{card}" for card in rest))
    assert values(result, "card_points")["A"] == 80
    assert result["winner"] == winner


@pytest.mark.parametrize("field", ["11BAR 1B 2A 3B", "1BRCC 2A 3B"])
def test_hiraya_misdeals(field: str) -> None:
    with pytest.raises(Refused, match="contradiction"):
        hiraya(BRIGHT_MONTHS, RIBBON_MONTHS, OTHER_MONTHS, field=field)
