"""Questions about a rule in the words of people: the rows of the tables, what rules say, and what is no question."""

import re
from typing import Any

import pytest

import calc
from calc.disputes.asked import topics_of, words_of
from calc.disputes.claims import claims_told, without_speaker
from calc.disputes.meanings import FILE, Words
from calc.disputes.topics import rulings_near, rulings_on
from calc.games import Game, Settings, all_games
from calc.records.meanings import read_words
from calc.records.words import parts_of
from tests.rows import Rows

ROWS = Rows(__file__)
TABLES = [
    (game, part, table)
    for game in all_games()
    for part in ("words", "options", "claims")
    for table in words_of(game, part)
]
TOPICS = [(game, name) for game in all_games() for name in topics_of(game)]


@pytest.mark.parametrize(
    ("game", "part", "row"),
    [pytest.param(game, part, row, id=row["like"]) for game, part, table in TABLES for row in table.rows],
)
def test_words_mean_what_their_row_says(game: Game, part: str, row: dict[str, str]) -> None:
    tables = words_of(game, part) + (words_of(game, "words") if part == "options" else [])
    read, lost = read_words(re.split(r" (?=\w+=)", row["like"])[0], tables)
    assert not lost
    assert row["means"] in [one.means for one in read]


@pytest.mark.parametrize(("game", "name"), [pytest.param(*one, id=one[1]) for one in TOPICS])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_topic_is_told_by_its_example(game: Game, name: str, lang: str) -> None:
    text = topics_of(game)[name].like.text(lang)
    sets = ["koikoi", "taiyaku", "hiraya", "hachi-hachi", "go-stop", "sakura"] if game.id == "hanafuda" else ["tenhou"]
    found = []
    for rules in sets:
        try:
            found += [one.topic for one in rulings_on(f"{rules} {text}", [], Settings())[0]]
        except calc.CalcError:
            continue
    assert name in found


@pytest.mark.parametrize("row", parts_of(FILE)["said"], ids=lambda row: row["like"])
def test_a_claim_is_taken_out_of_what_is_told(row: dict[str, str]) -> None:
    written, _, claims = row["like"].partition(" -> ")
    assert " ".join(claims_told(written)[1]) == claims


@pytest.mark.parametrize("row", [*parts_of(FILE)["worth"], *parts_of(FILE)["of_yaku"]], ids=lambda row: row["like"])
def test_words_of_a_yaku_mean_what_their_row_says(row: dict[str, str]) -> None:
    read, lost = read_words(row["like"].partition(" n=")[0], [Words(FILE, "worth"), Words(FILE, "of_yaku")])
    assert not lost
    assert row["means"] in [one.means for one in read]


@pytest.mark.parametrize("row", parts_of(FILE)["speaks"], ids=lambda row: row["like"])
def test_who_speaks_is_left_out(row: dict[str, str]) -> None:
    assert without_speaker(f"{row['like']}123m") == "123m"


@ROWS.each("what_is_denied_is_no_claim")
def test_what_is_denied_is_no_claim(text: str) -> None:
    assert claims_told(text)[1] == []


@ROWS.each("a_question_about_a_rule")
def test_a_question_about_a_rule(text: str, claim: str, topic: str, right: bool | None) -> None:
    found: Any = calc.dispute(text, claim)
    assert (found.topic, found.right, found.claim) == (topic, right, claim)
    assert found.ruling
    assert found.source


@ROWS.each("a_round_with_a_stop")
def test_a_round_with_a_stop(text: str, claim: str, right: bool) -> None:
    found: Any = calc.dispute(text, claim)
    assert found.right is right
    assert found.result.winner == "you"


@ROWS.each("a_question_with_its_claim")
def test_a_question_with_its_claim(text: str, claim: str, topic: str, right: bool | None) -> None:
    found: Any = calc.dispute(text)
    assert (found.topic, found.claim, found.right) == (topic, claim, right)


@ROWS.each("a_question_about_an_option")
def test_a_question_about_an_option(text: str, claim: str, topic: str, rules: str, right: bool) -> None:
    found: Any = calc.dispute(text, claim)
    unclaimed: Any = calc.dispute(text)
    assert (found.topic, found.rules.partition("@")[0], found.right) == (topic, rules, right)
    assert topic in found.source
    assert (unclaimed.ruling, unclaimed.right) == (found.ruling, None)


@ROWS.each("a_sentence_that_is_near_a_topic_gives_no_ruling")
def test_a_sentence_that_is_near_a_topic_gives_no_ruling(text: str) -> None:
    with pytest.raises(calc.CalcError):
        calc.dispute(text, "allowed")


@ROWS.each("what_several_people_claim")
def test_what_several_people_claim(text: str, topic: str, rights: list[bool | None]) -> None:
    found, _ = rulings_on(text, (), Settings())
    assert {one.topic for one in found} <= {topic, "rob_closed_quad_by_others"}
    assert [one.right for one in found] == rights


@ROWS.each("words_that_change_nothing")
def test_words_that_change_nothing(text: str, topics: list[str]) -> None:
    whole, _, _ = rulings_near(text, Settings())
    assert [one.topic for one in whole] == topics


@ROWS.each("words_that_may_decide")
def test_words_that_may_decide(text: str) -> None:
    whole, near, _ = rulings_near(text, Settings())
    assert (whole, bool(near)) == ([], True)
