"""Cards dealt by the number of players: hands, the field and the captured cards that follow from them."""

from pathlib import Path

import pytest

import calc
from calc.hanafuda.rules.ruleset import HanafudaRules
from tests.hanafuda.houses import game
from tests.rows import Rows

ROWS = Rows(__file__)


#: Of two players each is dealt 8 cards and plays 8 turns, of three 7.
TABLE = "table: {{players: [2, 3], first: dealer, hand: {hand}, field: {field}, source: test}}\n"
STEPS = "settlement:\n  cards: {do: move, of: cards, in: score, source: test}\n"
EIGHT, SEVEN, SIX = "1BRCC 2ARCC", "3BRCC 4ARC", "5ARCC 6AR"


def rules_of(folder: Path, hand: str = "{2: 8, 3: 7}", field: str = "{2: 8, 3: 6}") -> HanafudaRules:
    return game(folder, TABLE.format(hand=hand, field=field) + STEPS)


@ROWS.each("what_is_dealt_follows_the_number_of_players")
def test_what_is_dealt_follows_the_number_of_players(
    tmp_path: Path, players: int, key: str, cards: str, wrong: str | None
) -> None:
    hands = {name: {"captured": ""} for name in "ABC"[:players]}
    record = {"rules": "house", "players": hands}
    if key == "field":
        record["field"] = cards
    else:
        hands["A"]["dealt"] = cards
    if wrong is None:
        assert calc.settle_round(record, rules=rules_of(tmp_path)).ok
        return
    with pytest.raises(calc.HandError) as caught:
        calc.settle_round(record, rules=rules_of(tmp_path))
    assert (caught.value.message, caught.value.key) == (wrong, key)


@ROWS.each("the_captured_cards_are_bounded_by_the_number_of_players")
def test_the_captured_cards_are_bounded_by_the_number_of_players(tmp_path: Path, line: str, wrong: str | None) -> None:
    rules = rules_of(tmp_path)
    if wrong is None:
        assert calc.settle_round(line, rules=rules).ok
        return
    with pytest.raises(calc.HandError) as caught:
        calc.settle_round(line, rules=rules)
    assert caught.value.message == wrong


def test_a_round_says_nothing_of_dealt_cards_where_the_rules_do_not(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, hand="{2: 8, 3: 0}", field="{2: 8, 3: 0}")
    record = {"players": {"A": {"dealt": EIGHT, "captured": ""}, "B": {"captured": ""}, "C": {"captured": ""}}}
    assert calc.settle_round(record, rules=rules).ok


@ROWS.each("every_number_of_players_has_its_cards")
def test_every_number_of_players_has_its_cards(
    tmp_path: Path, hand: str, field: str, path: str | None, message: str | None
) -> None:
    if message is None:
        assert rules_of(tmp_path, hand, field).deal(3).hand == 14
        return
    with pytest.raises(calc.RuleTableError) as caught:
        rules_of(tmp_path, hand, field)
    assert (caught.value.path, caught.value.message.rpartition(f"{path}: ")[2]) == (path, message)


def test_where_some_drop_out_the_cards_are_dealt_before(tmp_path: Path) -> None:
    table = "table: {players: [2, 3], seats: [4], first: leader, hand: {2: 8, 3: 7}, field: 6, source: test}\n"
    with pytest.raises(calc.RuleTableError, match="expected one number: the cards are dealt before anybody drops out"):
        game(tmp_path, table + STEPS)
