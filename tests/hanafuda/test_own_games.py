"""What somebody meets who writes a game of their own and has rounds of it settled."""

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.games import check_rule_file
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

#: Players draw on when their hands are empty, so the whole deck is captured; who empties the hand with less than 20
#: points wins at once; the winner takes the card points of all others.
GAME: str = ROWS["game"]
WHOLE = "Aki:1BRCC,2ARCC,3BRCC,4ARCC,5ARCC,6ARCC Bea:7ARCC,8BACC,9ARCC,10ARCC,11BARC,12BCCC"


@pytest.fixture
def rules(tmp_path: Path) -> str:
    """The file of the game."""
    file = tmp_path / "empty.yaml"
    file.write_text(GAME, encoding="utf-8")
    return str(file)


def changes(record: Any, rules: str) -> tuple[dict[str, int], str | None]:
    result = calc.settle_round(record, rules=rules)
    return {name: one.change for name, one in result.players.items()}, result.winner


def test_the_game_is_right_and_nothing_in_it_is_doubtful(rules: str) -> None:
    checked = check_rule_file(rules)
    assert [str(one) for one in (*checked.mistakes, *checked.doubts)] == []


@ROWS.each("a_round_worked_out_by_hand")
def test_a_round_worked_out_by_hand(rules: str, line: str, paid: dict[str, int], winner: str | None) -> None:
    assert changes(line, rules) == (paid, winner)


def test_the_whole_deck_is_captured_where_players_draw_on(rules: str) -> None:
    assert calc.settle_round(WHOLE, rules=rules).notes == []
    (note,) = calc.settle_round(WHOLE.replace(",12BCCC", ""), rules=rules).notes
    assert note.text.startswith("the piles hold 44 cards; a round that is played out leaves 48")


@pytest.mark.parametrize(
    "told", ["facts.emptied=Aki", "facts.emptied.Aki=1", "facts.emptied.Aki=1 facts.emptied.Bea=0"]
)
def test_a_fact_of_a_player_is_told_by_the_name(rules: str, told: str) -> None:
    assert changes(f"Aki:1R Bea:7A {told}", rules)[1] == "Aki"


def test_a_fact_of_somebody_else_is_refused(rules: str) -> None:
    with pytest.raises(calc.CalcError) as caught:
        calc.settle_round("Aki:1R Bea:7A facts.emptied=Cho", rules=rules)
    assert caught.value.message == "there is no player 'Cho' here; expected 'Aki' or 'Bea'"


def test_the_field_is_asked_for_only_where_somebody_has_what_looks_at_it(rules: str) -> None:
    lucky = {"players": {"Aki": {"dealt": "4ARCC 1C 2C 3C 5C"}, "Bea": {}}}
    assert changes({**lucky, "field": "1B 1R 2R 3R 5R 6R 7R 9R"}, rules) == ({"Aki": 55, "Bea": 0}, "Aki")
    with pytest.raises(calc.CalcError) as caught:
        calc.settle_round(lucky, rules=rules)
    assert "depends on the opening field, but 'field' is missing; add its cards" in caught.value.message
    plain = {"players": {"Aki": {"dealt": "4ARC 1C 2C 3C 5C 6C", "captured": "1R"}, "Bea": {"captured": "2A"}}}
    assert changes(plain, rules) == ({"Aki": 5, "Bea": 15}, "Bea")


def test_why_it_is_paid_is_said_in_words_of_the_game(rules: str) -> None:
    out = run_yaku("score", "Aki:1R Bea:7A", "--rules", rules).out
    assert "bank → Aki 5 points: score" in out
    assert "bank → Bea 5 points: card points" in out
    assert "Result" not in out


def test_a_sheet_says_who_plays_and_who_pays(rules: str) -> None:
    out = " ".join(run_yaku("rules", "show", rules).out.split())
    assert "players 2, 3 cards dealt to each 8" in out
    assert "2. of each player (dealt yaku at least 1), the first in turn order wins" in out
    assert "6. of each player, most score wins, of equal ones nobody" in out
    assert "7. the winner wins card points of each player (has not won), outside of the score" in out
    assert "in full by yaku rules show go-stop --all" in " ".join(run_yaku("rules", "show", "go-stop").out.split())


def test_one_language_will_do(rules: str) -> None:
    for lang in ("en", "ja"):
        out = run_yaku("score", "Aki:7A,10A Bea:", "--rules", rules, "--lang", lang).out
        assert "boar and deer" in out


def test_what_a_card_counts_as_is_noted_where_it_matters(tmp_path: Path) -> None:
    file = tmp_path / "cup.yaml"
    choice = "cards: {sake-cup: {as: [animal, chaff], source: house}}\n"
    yaku = "yaku:\n  chaff: {name: chaff, when: {at_least: {3: chaff}}, value: 1, source: house}\n"
    file.write_text(GAME.partition("card_points")[0].replace("played_out: 48, ", "") + choice + yaku + SCORED)
    notes = {
        line: [note.id for note in calc.settle_round(line, rules=str(file)).notes if note.id == "counted_as"]
        for line in ("Aki:1CC,9A Bea:2C", "Aki:1C,9A Bea:2C", "Aki:1CC,2C,9A Bea:2A")
    }
    # The third chaff is a yaku; with one chaff, or three without the cup, the cup makes no difference.
    assert notes == {"Aki:1CC,9A Bea:2C": ["counted_as"], "Aki:1C,9A Bea:2C": [], "Aki:1CC,2C,9A Bea:2A": []}


SCORED = """settlement:
  yaku: {do: move, of: yaku, source: house}
  most: {do: win, of: each, by: [score], source: house}
"""
