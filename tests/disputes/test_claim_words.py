"""Claims on rounds and games as people say them; on wins they are tried in test_words.py."""

from typing import Any

import pytest

import calc
from calc import Game, HanafudaGame, HanafudaRound, Round
from calc.disputes.claims import claim_from_text
from calc.records.claims import numbers_by_player
from tests.rows import Rows

ROWS = Rows(__file__)


KOIKOI = calc.load_rules("koikoi")


@pytest.mark.parametrize(
    ("kind", "text", "claim"),
    [
        (Round, "East pays 2000", {"changes": {"E": -2000}}),
        (Round, "the dealer pays 2,000 points, and south gets 1000", {"changes": {"E": -2000, "S": 1000}}),
        (Round, "東家が2000点払う、南が1000点もらう", {"changes": {"E": -2000, "S": 1000}}),
        (Round, "Bea loses 3,900; W +3900", {"changes": {"Bea": -3900, "W": 3900}}),
        (Round, "North owes me 2000", {"changes": {"N": -2000}}),
        (Round, "South should get 8000", {"changes": {"S": 8000}}),
        (Round, "nobody pays", {"changes": {"E": 0, "S": 0, "W": 0, "N": 0}}),
        (Round, "East wins", {"winner": "E"}),
        (Round, "no win", {"winner": None}),
        (Round, "it's a draw", {"draw": True}),
        (Round, "not a draw", {"draw": False}),
        (Round, "the dealer stays", {"next": {"dealer": "E"}}),
        (Round, "I think the dealer changes", {"next": {"dealer": "S"}}),
        (Round, "連荘", {"next": {"dealer": "E"}}),
        (Round, "親流れ", {"next": {"dealer": "S"}}),
        (Round, "next is E2 honba 1", {"next": {"round": "E", "number": 2, "honba": 1}}),
        (Round, "no honba, 2 sticks stay", {"next": {"honba": 0, "sticks": 2}}),
        (Game, "Bea is first", {"final": [{"player": "Bea", "place": 1}]}),
        (Game, "Bea is 2nd, Aki +29", {"final": [{"player": "Bea", "place": 2}, {"player": "Aki", "score": 29}]}),
        (Game, "Beaは3着", {"final": [{"player": "Bea", "place": 3}]}),
        (Game, "Aki 28,300, Bea 25000", {"scores": {"Aki": 28300, "Bea": 25000}}),
        (Game, "Aki has 28300 points and Bea ends with 25000", {"scores": {"Aki": 28300, "Bea": 25000}}),
        (Game, "Aki +29, Dan -22", {"final": {"Aki": 29, "Dan": -22}}),
        (Game, "Aki's result is 29", {"final": {"Aki": 29}}),
        (Game, "あきは28300点", {"scores": {"あき": 28300}}),
        (HanafudaRound, "Aki 14", {"scores": {"Aki": 14}}),
        (HanafudaRound, "Aki scores 14 points, Bea pays 3", {"scores": {"Aki": 14}, "changes": {"Bea": -3}}),
        (HanafudaRound, "Mary Ann wins", {"winner": "Mary Ann"}),
        (HanafudaRound, "Akiの勝ち", {"winner": "Aki"}),
        (HanafudaRound, "nobody wins", {"winner": None}),
        (HanafudaRound, "Aki has only three brights and chaff", {"yaku": {"Aki": ["sanko", "kasu"]}}),
        (HanafudaRound, "Aki has only 三光, kasu", {"yaku": {"Aki": ["sanko", "kasu"]}}),
        (HanafudaRound, "Aki has only boar, deer, butterflies, chaff", {"yaku": {"Aki": ["inoshikacho", "kasu"]}}),
        (HanafudaRound, "Aki has no yaku", {"yaku": {"Aki": []}}),
        (HanafudaGame, "Aki 60, Bea 45 points. ", {"scores": {"Aki": 60, "Bea": 45}}),
        (HanafudaGame, "the winner is Bea", {"winner": "Bea"}),
    ],
)  # fmt: skip
def test_a_claim_in_words(kind: type, text: str, claim: dict[str, Any]) -> None:
    assert claim_from_text(text, kind, KOIKOI if kind is HanafudaRound else None) == claim


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Round, "East 2000"),  # pays it, or gets it?
        (Round, "next is soon"),
        (Game, "Aki pays 3000"),
        (Game, "Aki wins"),
        (HanafudaRound, "three brights"),  # whose?
        (HanafudaRound, "Aki"),
        (HanafudaGame, "Aki pays 3"),
    ],
)
def test_what_could_mean_two_things_is_refused_with_examples(kind: type, text: str) -> None:
    with pytest.raises(calc.RecordError, match="expected a claim such as") as caught:
        claim_from_text(text, kind, KOIKOI if kind in (HanafudaRound, HanafudaGame) else None)
    assert caught.value.message.endswith(f"found {text!r}")


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (Game, "Aki 28300, Aki 28400", "'Aki' is claimed twice"),
        (HanafudaRound, "Aki wins, Bea wins", "two winners are claimed"),
        (HanafudaRound, "Aki wins, nobody wins", "two winners are claimed"),
        (HanafudaRound, "Aki has only fish", "koikoi has no yaku 'fish'"),
    ],
)
def test_claims_that_cannot_be_are_refused(kind: type, text: str, message: str) -> None:
    with pytest.raises(calc.RecordError, match=message):
        claim_from_text(text, kind, KOIKOI if kind is HanafudaRound else None)


@ROWS.each("a_claim_in_words_is_judged")
def test_a_claim_in_words_is_judged(record: Any, right: str, wrong: str) -> None:
    found: Any = calc.dispute(record, right, wrong)
    assert [one.right for one in found.claims] == [True, False]


ROUND = "koikoi Aki:1BR,3B,8BA,9A Bea:2AR"


@ROWS.each("a_short_claim_on_a_hanafuda_round_is_about_who_stopped")
def test_a_short_claim_on_a_hanafuda_round_is_about_who_stopped(short: str, full: str) -> None:
    line = f"{ROUND} stopped_by=Aki options.zero_sum=true"
    assert calc.dispute(line, short).to_dict() == calc.dispute(line, full).to_dict()


@pytest.mark.parametrize("claim", ["20", "three brights", "15点"])
def test_a_short_claim_where_nobody_stopped_is_about_nobody(claim: str) -> None:
    with pytest.raises(calc.RecordError, match="expected a claim such as 'Aki 14'"):
        calc.dispute(ROUND, claim)


PLAYERS = ["Aki", "Bea", "Cho", "Dan"]


@ROWS.each("numbers_alone_are_of_the_players_in_their_order")
def test_numbers_alone_are_of_the_players_in_their_order(words: str, fuller: str) -> None:
    assert [*numbers_by_player(words, PLAYERS)] == [fuller]


@pytest.mark.parametrize("words", ["28300", "scores 28300 28600 25500", "28300 28600 25500 17600 0", "Aki 1 2 3 4", ""])
def test_other_numbers_than_one_a_player_are_nobodys(words: str) -> None:
    assert [*numbers_by_player(words, PLAYERS)] == []


@pytest.mark.parametrize("record", ["draw, tenpai E W", "E1 S ron E 3900; W ron E 8000"])
def test_who_is_i_is_asked(record: str) -> None:
    with pytest.raises(calc.RecordError, match="'I' may be anybody at the table"):
        calc.dispute(record, "I get 1500")


@pytest.mark.parametrize(
    ("record", "forms"),
    [
        ("123m456p789s1122z +2z ron seat=S round=E from=W riichi", "7700, 'West pays 7700', 'no pinfu'"),
        ("draw, tenpai S W", "'North pays 1000', 'the dealer stays', 'nobody pays'"),
        ("E1 S ron E 3900; W ron E 8000", "'South gets 8000', 'the dealer stays', 'nobody pays'"),
        ("koikoi Aki:1B,3B,8B Bea:1R stopped_by=Aki", "'Aki 14', 'Bea pays 3', 'Aki wins'"),
    ],
)
def test_what_is_no_claim_is_told_claims_on_this_record(record: str, forms: str) -> None:
    with pytest.raises(calc.RecordError) as caught:
        calc.dispute(record, "so what")
    assert f"expected a claim such as {forms}, found 'so what'" in caught.value.message
    # Each form is a claim that can be judged.
    assert all(calc.dispute(record, form.strip("'")) for form in forms.split(", "))
