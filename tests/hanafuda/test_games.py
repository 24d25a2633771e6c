"""Games of hanafuda rounds: totals, the pot that stays, chips that run low, months, claims and where they go wrong."""

from collections.abc import Callable
from itertools import accumulate
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from tests.hanafuda import drafts, naive_hiraya, naive_koikoi, naive_taiyaku
from tests.rows import Rows

ROWS = Rows(__file__)


Plain = dict[str, Any]
Settle = Callable[[Plain], Plain]

GAMES: dict[str, tuple[Callable[..., Plain], Settle, int | None]] = {
    "koikoi": (drafts.koikoi, naive_koikoi.settle, None),
    "hiraya": (drafts.hiraya, naive_hiraya.settle, 300),
    "taiyaku": (drafts.taiyaku, naive_taiyaku.settle, 30),
}


def settled(game: Plain, **options: Any) -> Plain:
    plain: Plain = msgspec.to_builtins(calc.settle_game(game, options=options))
    return plain


def random_rounds(name: str, rng: Random, count: int, monkeypatch: pytest.MonkeyPatch) -> list[Plain]:
    """Rounds that can have been played, under the default options; what a game carries on is left out."""
    monkeypatch.setattr(drafts, "options_of", lambda rng, choices: {})
    rounds = [GAMES[name][0](rng) for _ in range(count)]
    return [
        {key: value for key, value in one.items() if key not in ("rules", "options", "pot", "chips")} for one in rounds
    ]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_totals_are_sums_of_rounds_as_the_plain_implementation_settles_them(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, settle, start = GAMES[name]
    rng = Random(f"games of {name} {seed}")
    rounds = random_rounds(name, rng, rng.randint(1, 12), monkeypatch)
    game: Plain = {"rules": name, "players": drafts.NAMES, "rounds": rounds}
    if start is not None:
        game["start"] = start
    totals, pot, dealer = dict.fromkeys(drafts.NAMES, start or 0), 0, None
    result = settled(game)
    for number, (record, found) in enumerate(zip(rounds, result["rounds"], strict=True), start=1):
        carried = {"rules": name, **record}
        if name == "taiyaku":
            carried |= {"pot": pot, "chips": dict(totals)}
            if dealer in (record.get("seats") or record["players"]):
                carried.setdefault("dealer", dealer)
        right = settle(carried)
        dealer = right["next_dealer"]
        for player, one in right["players"].items():
            totals[player] += one["change"]
        pot = right["pots"].get("pot", 0)
        assert found["round"] == number
        assert found["totals"] == totals
        assert found["pots"] == right["pots"]
        assert {player: one["score"] for player, one in found["players"].items()} == {
            player: one["score"] for player, one in right["players"].items()
        }
        assert (found["winner"], found["next_dealer"]) == (right["winner"], right["next_dealer"])
    assert result["scores"] == totals
    if name == "taiyaku":
        assert result["pots"] == {"pot": pot}
        assert sum(totals.values()) + pot == 30 * len(totals)
        assert min(totals.values()) >= 0
        assert result["ended"] == ("bust" if 0 in totals.values() else None)
    check_standing(result)


def check_standing(result: Plain) -> None:
    scores = result["scores"]
    assert [(line["player"], line["total"]) for line in result["final"]] == sorted(
        scores.items(), key=lambda row: -row[1]
    )
    for line in result["final"]:
        assert line["place"] == 1 + sum(total > line["total"] for total in scores.values())
    best = [name for name, total in scores.items() if total == max(scores.values())]
    assert result["winner"] == (best[0] if len(best) == 1 else None)


# ---- months


@pytest.mark.parametrize("month", [1, 6, 12])
def test_the_month_of_a_round_is_its_number_in_the_year(month: int) -> None:
    """Whoever holds all cards of a month has them counted once a year."""
    kinds = {1: "1BRCC", 6: "6ARCC", 12: "12BCCC"}[month]
    record = {"players": {"A": {"captured": f"{kinds},3B,9A"}, "B": {"captured": ""}}, "stopped_by": "A"}
    game = {"rules": "koikoi", "players": ["A", "B"], "rounds": [record] * 25}
    result = settled(game, tsukifuda="round_month")
    # Nine points, which are doubled, where it is their month, and five where it is not.
    assert [one["players"]["A"]["score"] for one in result["rounds"]] == [
        18 if number % 12 == month % 12 else 5 for number in range(1, 26)
    ]


def test_a_round_may_say_its_month() -> None:
    record = {"players": {"A": {"captured": "1BRCC,3B,9A"}, "B": {"captured": ""}}, "stopped_by": "A"}
    game = {"rules": "koikoi", "players": ["A", "B"], "rounds": [{**record, "month": 2}, {**record, "month": 1}]}
    scores = [one["players"]["A"]["score"] for one in settled(game, tsukifuda="round_month")["rounds"]]
    assert scores == [5, 18]


# ---- chips and the pot

SEATS = ["A", "B", "C", "D"]
DROPPED_ALL: Plain = {"seats": SEATS, "players": {}, "dropped": SEATS}
#: Worth 12 to A, who sits with B and C; nobody else has anything.
TWELVE: Plain = {"players": {"A": {"captured": "1B 3B 8B 12B"}, "B": {"captured": "2C"}, "C": {"captured": "5C"}}}


def test_the_pot_stays_until_somebody_wins() -> None:
    played = {**TWELVE, "seats": SEATS, "forced_out": {"D": {"dealt": "1CC 2CC 3C 4C 5C 6C"}}}
    game = {
        "rules": "taiyaku",
        "players": SEATS,
        "start": 20,
        "rounds": [DROPPED_ALL, DROPPED_ALL, played, DROPPED_ALL],
    }
    result = settled(game)
    assert [one["pots"]["pot"] for one in result["rounds"]] == [4, 8, 0, 4]
    assert result["pots"] == {"pot": 4}
    # Two dropped out of twice, then 12 are owed by B and C, who have 8 each in front, and the pot of 8.
    assert result["scores"] == {"A": 20 - 2 + 16 + 8 - 1, "B": 20 - 2 - 8 - 1, "C": 20 - 2 - 8 - 1, "D": 20 - 3}


@ROWS.each("nobody_pays_more_than_is_left")
def test_nobody_pays_more_than_is_left(start: int | dict[str, int], changes: list[int]) -> None:
    game = {"rules": "taiyaku", "players": ["A", "B", "C"], "start": start, "rounds": [TWELVE] * 3}
    result = settled(game)
    first = start["A"] if isinstance(start, dict) else start
    assert [one["players"]["A"]["change"] for one in result["rounds"]] == changes
    assert [one["totals"]["A"] for one in result["rounds"]] == list(accumulate(changes, initial=first))[1:]
    assert result["ended"] == (None if 0 not in result["scores"].values() else "bust")
    assert min(result["scores"].values()) >= 0


def test_without_a_start_everybody_has_enough() -> None:
    result = settled({"rules": "taiyaku", "players": ["A", "B", "C"], "rounds": [TWELVE] * 3})
    assert result["scores"] == {"A": 48, "B": -24, "C": -24}
    assert result["ended"] is None


def test_a_round_may_say_what_one_player_has_and_the_game_knows_the_others() -> None:
    low = {"B": 2, "A": 8, "C": 8}
    game = {
        "rules": "taiyaku",
        "players": ["A", "B", "C"],
        "start": low,
        "rounds": [{**TWELVE, "chips": {"C": 5}}],
    }
    changes = {name: one["change"] for name, one in settled(game)["rounds"][0]["players"].items()}
    assert changes == {"A": 7, "B": -2, "C": -5}


# ---- claims

WON: Plain = {"players": {"A": {"captured": "1B 3B 8B"}, "B": {"captured": ""}}, "stopped_by": "A"}
LOST: Plain = {"players": {"A": {"captured": ""}, "B": {"captured": "1B 3B 8B 12B"}}, "stopped_by": "B"}
THREE: Plain = {"rules": "koikoi", "players": ["A", "B"], "start": 10, "rounds": [WON, LOST, WON]}
TOTALS = [{"A": 15, "B": 10}, {"A": 15, "B": 26}, {"A": 20, "B": 26}]


def claimed(claims: list[Plain | None], claim: Plain | None = None) -> Plain:
    rounds = [
        one if told is None else {**one, "claim": told} for one, told in zip(THREE["rounds"], claims, strict=True)
    ]
    return settled({**THREE, "rounds": rounds, **({} if claim is None else {"claim": claim})})


def test_claims_that_are_right_agree() -> None:
    result = claimed([{"totals": totals} for totals in TOTALS], {"scores": TOTALS[-1], "winner": "B"})
    assert (result["agrees"], result["first_wrong"], result["differences"]) == (True, None, [])
    assert [one["agrees"] for one in result["rounds"]] == [True, True, True]


def test_where_nothing_is_claimed_nothing_agrees() -> None:
    result = claimed([None, None, None])
    assert not {"agrees", "first_wrong", "differences"} & result.keys()
    assert all("agrees" not in one for one in result["rounds"])


@pytest.mark.parametrize("wrong", range(3))
def test_the_first_wrong_total_is_told(wrong: int) -> None:
    """The totals of each round are held against what they are, so one slip shows in every round after it."""
    claims = [{"totals": {**totals, "B": totals["B"] + (place >= wrong)}} for place, totals in enumerate(TOTALS)]
    result = claimed([*claims], {"scores": claims[-1]["totals"]})
    assert result["agrees"] is False
    assert result["first_wrong"] == {
        "round": wrong + 1,
        "key": "totals",
        "claimed": claims[wrong]["totals"],
        "actual": TOTALS[wrong],
    }
    assert [one["agrees"] for one in result["rounds"]] == [place < wrong for place in range(3)]


@ROWS.each("a_claim_on_a_round_of_a_game")
def test_a_claim_on_a_round_of_a_game(place: int, claim: Plain, expected: list[Any] | None) -> None:
    claims: list[Plain | None] = [None, None, None]
    claims[place] = claim
    result = claimed(claims)
    told = None if expected is None else dict(zip(("key", "claimed", "actual"), expected, strict=True))
    assert result["agrees"] is (expected is None)
    assert result["first_wrong"] == (None if told is None else {"round": place + 1, **told})
    assert result["rounds"][place]["differences"] == ([] if told is None else [told])
    assert result["differences"] == []


@ROWS.each("a_claim_on_the_end")
def test_a_claim_on_the_end(claim: Plain, wrong: list[list[Any]]) -> None:
    result = claimed([None, {"winner": "B"}, None], claim)
    told = [dict(zip(("key", "claimed", "actual"), one, strict=True)) for one in wrong]
    assert result["agrees"] is not bool(wrong)
    assert result["differences"] == told
    assert result["first_wrong"] == ({"round": "final", **told[0]} if told else None)


def test_who_won_is_nobody_where_two_have_most() -> None:
    game = {**THREE, "rounds": [WON, {**LOST, "players": {"A": {"captured": ""}, "B": {"captured": "1B 3B 8B"}}}]}
    result = settled({**game, "claim": {"winner": None}})
    assert (result["winner"], result["agrees"], result["scores"]) == (None, True, {"A": 15, "B": 15})
    assert [line["place"] for line in result["final"]] == [1, 1]


# ---- who deals


@ROWS.each("another_dealer_than_the_rules_have_is_only_noted")
def test_another_dealer_than_the_rules_have_is_only_noted(second: Plain, notes: list[list[Any]]) -> None:
    result = settled({**THREE, "rounds": [WON, second]})
    assert [[one["round"], note["text"]] for one in result["rounds"] for note in one["notes"]] == notes
    assert result["scores"] == TOTALS[1]


# ---- what is no game


@ROWS.each("what_is_wrong_is_told_with_its_round")
def test_what_is_wrong_is_told_with_its_round(changed: Plain, code: str, key: str, message: str) -> None:
    with pytest.raises(calc.CalcError) as caught:
        settled({**THREE, **changed})
    assert (caught.value.code, caught.value.key) == (code, key)
    assert caught.value.message.startswith(message)


def test_a_round_alone_has_no_totals() -> None:
    with pytest.raises(calc.RecordError, match="a round alone has no totals") as caught:
        calc.settle_round({**WON, "rules": "koikoi", "claim": {"totals": {"A": 15}}})
    assert caught.value.key == "claim.totals"


def test_a_round_may_say_that_the_pot_was_emptied() -> None:
    nobody = {"seats": ["A", "B", "C", "D"], "dropped": ["A", "B", "C", "D"], "players": {}}
    alone = {"seats": ["A", "B", "C", "D"], "dropped": ["B", "C", "D"], "players": {"A": {}}}
    game = {"rules": "taiyaku", "players": ["A", "B", "C", "D"], "rounds": [nobody, alone]}
    assert calc.settle_game(game).scores == {"A": 6, "B": -2, "C": -2, "D": -2}
    emptied = {**game, "rounds": [nobody, {**alone, "pot": 0}]}
    assert calc.settle_game(emptied).scores == {"A": 2, "B": -2, "C": -2, "D": -2}
