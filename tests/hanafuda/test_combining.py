"""Which yaku count beside each other: groups, exclusions, what others supersede, what cards take away."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import calc
from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.value.yaku import counting, stopping, total
from tests.amounts import tries
from tests.hanafuda.houses import cards, game
from tests.rows import Rows

ROWS = Rows(__file__)

Entries = dict[str, dict[str, Any]]


def text_of(entries: Entries, section: str = "yaku") -> str:
    """Yaku that a crane makes, each with its value and what else is said of it."""
    full = {
        name: {"name": {"en": name, "ja": name}, "when": {"all": "1B"}, "value": 1, "source": "test", **entry}
        for name, entry in entries.items()
    }
    stake = {"chips": 8, "receipts": True, "source": "test"}
    step = {"do": "move", "of": "stake", "for": "stopper", "from": "others", "in": "chips", "source": "test"}
    return f"{section}: {json.dumps(full)}\nstake: {json.dumps(stake)}\nsettlement: {json.dumps({'all': step})}\n"


GROUPS = """groups:
  best: {name: {en: best, ja: 最}, counts: best, source: test}
  other: {name: {en: other, ja: 他}, counts: best, source: test}
  every: {name: {en: every, ja: 全}, counts: all, source: test}
"""


def counted(rules: HanafudaRules, held: str = "1B") -> list[str]:
    """The yaku that count, in whatever order they were found."""
    found = rules.in_piles.find(cards(held), None, 2, 0)
    kept = counting(found)
    orders = permutations(found) if len(found) < 6 else [found, found[::-1]]
    assert all(counting(order) == kept for order in orders)
    assert rules.in_piles.count(cards(held), None, 2, 0) == kept
    return [one.yaku.id for one in kept]


@settings(max_examples=tries(100, 400), deadline=None)
@given(data=st.data(), held=st.integers(0, load_deck().everything), month=st.integers(1, 12))
def test_parts_that_remember_say_what_all_yaku_together_say(data: st.DataObject, held: int, month: int) -> None:
    name = data.draw(st.sampled_from(["koikoi", "taiyaku", "hiraya", "hana-awase", "mushi"]))
    rules = load_hanafuda_rules(name, {"tsukifuda": "round_month"} if name == "koikoi" else {})
    players = data.draw(st.sampled_from(rules.table.players))
    seat = data.draw(st.integers(0, players - 1))
    gone = data.draw(st.frozensets(st.sampled_from(sorted(rules.groups)))) if rules.groups else frozenset[str]()
    for search in (rules.in_piles, rules.in_hands):
        found = search.find(held, month, players, seat)
        expected = counting([one for one in found if one.yaku.group not in gone])
        for _ in range(2):  # once made, once remembered
            assert search.count(held, month, players, seat, gone) == expected


@ROWS.each("which_yaku_count")
def test_which_yaku_count(tmp_path: Path, entries: Entries, expected: list[str]) -> None:
    assert counted(game(tmp_path, GROUPS + text_of(entries))) == expected


def test_an_exclusion_is_known_on_both_sides(tmp_path: Path) -> None:
    rules = game(tmp_path, text_of({"a": {}, "b": {"exclusive_with": ["a", "c"]}, "c": {"exclusive_with": ["b"]}}))
    assert {name: one.exclusive_with for name, one in rules.yaku.items()} == {"a": ("b",), "b": ("a", "c"), "c": ("b",)}


@pytest.mark.parametrize("name", ["koikoi", "taiyaku", "hana-awase", "hiraya", "mushi"])
@settings(max_examples=tries(50, 150), deadline=None)
@given(data=st.data())
def test_the_order_in_which_yaku_are_found_does_not_matter(name: str, data: st.DataObject) -> None:
    rules = load_hanafuda_rules(name)
    places = data.draw(st.sets(st.integers(0, len(load_deck().cards) - 1), min_size=12))
    found = rules.in_piles.find(sum(1 << place for place in places), None, 2, 0)
    shuffled = data.draw(st.permutations(found))
    assert counting(shuffled) == counting(found)


def test_yaku_of_dealt_hands_combine_alike(tmp_path: Path) -> None:
    rules = game(
        tmp_path,
        GROUPS + text_of({"a": {"group": "best", "value": 2}, "b": {"group": "best", "value": 3}}, section="teyaku"),
    )
    found = rules.in_hands.find(cards("1B"), None, 2, 0)
    assert [one.yaku.id for one in counting(found)] == ["b"]


def test_the_cards_of_a_yaku_are_its_own_and_those_that_add_to_its_worth(tmp_path: Path) -> None:
    rules = game(tmp_path, text_of({"a": {"value": {"points": 1, "each": 1, "of": "animal"}}, "b": {}}))
    first, second = rules.in_piles.find(cards("1BR 2A 4AR"), None, 2, 0)
    assert (first.value, first.cards) == (3, cards("1B 2A 4A"))
    assert (second.value, second.cards) == (1, cards("1B"))


def test_what_takes_everything_has_no_number(tmp_path: Path) -> None:
    rules = game(tmp_path, text_of({"a": {"value": 3}, "b": {"value": "take_all", "stops": True}, "c": {"value": 4}}))
    found = rules.in_piles.find(cards("1B"), None, 2, 0)
    assert total(found) == 7
    assert [one.yaku.id for one in stopping(found)] == ["b"]


# ---- what cards take away

VOIDED: str = ROWS["voided"]


@ROWS.each("cards_take_yaku_away")
def test_cards_take_yaku_away(tmp_path: Path, of: str, groups: str, expected: list[int]) -> None:
    rules = game(tmp_path, VOIDED.replace("HOLDER", of).replace("GROUPS", groups))
    for rain, scores in (("11B", expected), ("11A", [7, 24])):
        result = calc.settle_round(f"A:1B,8B,9A,{rain} B:3B,12B", rules=rules)
        assert [result.players["A"].score, result.players["B"].score] == scores


def test_several_cards_take_away_what_each_does(tmp_path: Path) -> None:
    more = "  light: {name: {en: light, ja: 雷}, when: {all: 11C}, of: opponents, groups: [two], source: test}\nsettle"
    text = VOIDED.replace("HOLDER", "opponents").replace("GROUPS", "one").replace("settle", more, 1)
    rules = game(tmp_path, text)
    scores = {
        line: [player.score for player in calc.settle_round(line, rules=rules).players.values()]
        for line in ("A:1B,8B,9A,11BC B:3B,12B", "A:1B,8B,9A,11B B:3B,12B,11C", "A:1B,8B,9A B:3B,12B,11BC")
    }
    assert list(scores.values()) == [[7, 0], [5, 16], [4, 24]]


def test_what_is_taken_away_makes_room_for_nothing_in_its_group(tmp_path: Path) -> None:
    """Taken away are the yaku of a group, the one that counts and those behind it."""
    text = VOIDED.replace("HOLDER", "holder").replace("GROUPS", "one").replace("counts: all", "counts: best")
    assert [
        [one.id for one in player.yaku]
        for player in calc.settle_round("A:1B,3B,9A,11B B:", rules=game(tmp_path, text)).players.values()
    ] == [["cup"], []]
