"""Settlement operators in small games of their own, and whole games that nobody planned for: a file and no code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import AnyStep
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from tests.hanafuda.houses import game, house

#: Three cards with a worth each, and what cards are worth.
YAKU = """yaku:
  crane: {name: {en: crane, ja: 鶴}, when: {all: 1B}, value: 5, source: test}
  moon: {name: {en: moon, ja: 月}, when: {all: 8B}, value: 3, source: test}
  curtain: {name: {en: curtain, ja: 幕}, when: {all: 3B}, value: 2, source: test}
card_points: {classes: {bright: 20, animal: 10, ribbon: 5, chaff: 1}, source: test}
"""


def rules_of(folder: Path, *steps: str, text: str = YAKU, players: str = "2, 3") -> HanafudaRules:
    """A game whose settlement are these operators, in this order."""
    lines = "".join(f"  s{place}: {{{step}, source: test}}\n" for place, step in enumerate(steps))
    section = f"settlement:\n{lines}" if steps else "settlement: {}\n"
    return game(folder, text + section, players=players)


def settled(rules: HanafudaRules, record: Any) -> tuple[dict[str, int], list[str], str | None]:
    """Scores, payments as ``A>B 5 why``, and who won."""
    result = calc.settle_round(record, rules=rules)
    paid = [f"{one.from_}>{one.to} {one.amount} {one.why}" for one in result.transfers]
    changes = dict.fromkeys(result.players, 0)
    for one in result.transfers:
        for party, amount in ((one.from_, -one.amount), (one.to, one.amount)):
            if party in changes:
                changes[party] += amount
    assert changes == {name: player.change for name, player in result.players.items()}
    assert all(one.unit == "points" and one.amount > 0 for one in result.transfers)
    return {name: player.score for name, player in result.players.items()}, paid, result.winner


THREE = "A:1B B:8B C:3B"


@pytest.mark.parametrize(
    ("steps", "line", "scores", "paid", "winner"),
    [
        ([], "A:1B B:8B", {"A": 0, "B": 0}, [], None),
        # ---- par
        (["do: par, points: 22"], "A:1B,2A B:3B", {"A": 8, "B": -2}, ["par>A 8 par", "B>par 2 par"], None),
        (["do: par, points: 20"], "A:1B B:8B,1C", {"A": 0, "B": 1}, ["par>B 1 par"], None),
        (["do: par, points: 0"], "A: B:1C", {"A": 0, "B": 1}, ["par>B 1 par"], None),
        (["do: par, by_players: {2: 20, 3: 10}"], "A:1B B:2A", {"A": 0, "B": -10}, ["B>par 10 par"], None),
        (["do: par, by_players: {2: 20, 3: 10}"], "A:1B B:2A C:", {"A": 10, "B": 0, "C": -10},
         ["par>A 10 par", "C>par 10 par"], None),
        (["do: par, points: 5, by_players: {2: 20}"], "A:1R B: C:", {"A": 0, "B": -5, "C": -5},
         ["B>par 5 par", "C>par 5 par"], None),
        # ---- each
        (["do: each, of: yaku"], THREE, {"A": 10 - 3 - 2, "B": 6 - 5 - 2, "C": 4 - 5 - 3},
         ["B>A 5 yaku", "C>A 5 yaku", "C>B 3 yaku", "A>B 3 yaku", "A>C 2 yaku", "B>C 2 yaku"], None),
        (["do: each, of: yaku, scored: false"], "A:1B B: C:3B", {"A": 0, "B": 0, "C": 0},
         ["B>A 5 yaku", "C>A 5 yaku", "A>C 2 yaku", "B>C 2 yaku"], None),
        (["do: each, of: yaku"], "A:1B,8B B:3B", {"A": 6, "B": -6}, ["B>A 8 yaku", "A>B 2 yaku"], None),
        (["do: each, of: yaku"], "A:2A B:4A", {"A": 0, "B": 0}, [], None),
        (["do: each, of: teyaku"], THREE, {"A": 0, "B": 0, "C": 0}, [], None),
        # ---- add
        (["do: add, of: [yaku]"], THREE, {"A": 5, "B": 3, "C": 2}, [], None),
        (["do: add, of: [card_points]"], "A:1BRC B:2A", {"A": 26, "B": 10}, [], None),
        (["do: add, of: [card_points, yaku]"], "A:1BRC B:2A", {"A": 31, "B": 10}, [], None),
        (["do: add, of: [yaku]", "do: add, of: [yaku]"], "A:1B B:", {"A": 10, "B": 0}, [], None),
        (["do: add, of: [yaku, yaku]"], "A:1B B:", {"A": 10, "B": 0}, [], None),
        (["do: add, of: []"], "A:1B B:", {"A": 0, "B": 0}, [], None),
        # ---- rank, difference
        (["do: add, of: [yaku]", "do: rank"], "A:3B B:1B C:8B", {"A": 2, "B": 5, "C": 3}, [], "B"),
        (["do: add, of: [yaku]", "do: rank"], "A: B:3B C:3R", {"A": 0, "B": 2, "C": 0}, [], "B"),
        (["do: rank"], THREE, {"A": 0, "B": 0, "C": 0}, [], "A"),
        (["do: add, of: [card_points]", "do: rank"], "A:1R B:2A C:4A", {"A": 5, "B": 10, "C": 10}, [], "B"),
        (["do: add, of: [yaku]", "do: rank", "do: difference"], "A:3B B:1B C:8B", {"A": 2, "B": 5, "C": 3},
         ["C>B 2 difference", "A>B 3 difference"], "B"),
        (["do: add, of: [yaku]", "do: difference"], THREE, {"A": 5, "B": 3, "C": 2}, [], None),
        (["do: add, of: [card_points]", "do: rank", "do: difference"], "A:2A B:4A", {"A": 10, "B": 10}, [], "A"),
        # ---- collect
        (["do: add, of: [yaku]", "do: collect, by: bank"], "A:1B B:3B", {"A": 5, "B": 2},
         ["bank>A 5 yaku", "bank>B 2 yaku"], None),
        (["do: add, of: [yaku]", "do: collect, by: others"], "A:1B B:3B C:", {"A": 5, "B": 2, "C": 0},
         ["B>A 5 yaku", "C>A 5 yaku", "C>B 2 yaku", "A>B 2 yaku"], None),
        # What each pays by itself comes after the scores are paid, so that it is paid once.
        (["do: add, of: [card_points]", "do: collect, by: bank", "do: each, of: yaku"], "A:1B B:2A",
         {"A": 20 + 5, "B": 10 - 5}, ["bank>A 20 yaku", "bank>B 10 yaku", "B>A 5 yaku"], None),
        # ---- the winner's score is multiplied
        (["do: add, of: [yaku]", "do: rank", "do: multiply, by: 3, base_from: 5"], "A:1B B:8B", {"A": 15, "B": 3}, [],
         "A"),
        (["do: add, of: [yaku]", "do: rank", "do: multiply, by: 3, base_from: 6"], "A:1B B:8B", {"A": 5, "B": 3}, [],
         "A"),
        (["do: add, of: [yaku]", "do: rank", "do: multiply, by: 3"], "A:1B B:8B", {"A": 5, "B": 3}, [], "A"),
        # Before there is a winner there is nothing to multiply.
        (["do: add, of: [yaku]", "do: multiply, by: 3, base_from: 5", "do: rank"], "A:1B B:8B", {"A": 5, "B": 3}, [],
         "A"),
        # From 5 points of yaku on, card points aside.
        (["do: add, of: [card_points, yaku]", "do: rank", "do: multiply, by: 2, base_from: 5"], "A:1B B:8B",
         {"A": 50, "B": 23}, [], "A"),
        (["do: add, of: [card_points, yaku]", "do: rank", "do: multiply, by: 2, base_from: 5"], "A:3B B:8B",
         {"A": 22, "B": 23}, [], "B"),
        # ---- only who stops
        (["do: ender_only"], "A:1B B:8B stopped_by=B", {"A": 0, "B": 3}, [], "B"),
        (["do: ender_only"], "A:1B B:8B", {"A": 0, "B": 0}, [], None),
        (["do: ender_only, nobody: 4"], "A:1B B:8B", {"A": 4, "B": 0}, [], None),
        (["do: ender_only, nobody: 4"], "A:1B B:8B stopped_by=A", {"A": 5, "B": 0}, [], "A"),
        # Who stopped wins, though the other has more, and pays the other the difference.
        (["do: add, of: [card_points]", "do: ender_only", "do: difference"], "A:8B,1B B:3B stopped_by=B",
         {"A": 40, "B": 2}, ["B>A 38 difference"], "B"),
    ],
)  # fmt: skip
def test_what_an_operator_does(
    tmp_path: Path, steps: list[str], line: str, scores: dict[str, int], paid: list[str], winner: str | None
) -> None:
    assert settled(rules_of(tmp_path, *steps), line) == (scores, paid, winner)


@pytest.mark.parametrize(
    ("ties", "line", "winner"),
    [
        ("first", "A:1R B:2A C:4A", "B"),
        ("nobody", "A:1R B:2A C:4A", None),
        ("nobody", "A:1R B:2A C:4AR", "C"),
        ("nobody", "A:2A B:1R C:3R", "A"),
        ("nobody", "A: B: C:", None),
    ],
)
def test_of_equal_scores_the_first_wins_or_nobody(tmp_path: Path, ties: str, line: str, winner: str | None) -> None:
    rules = rules_of(tmp_path, "do: add, of: [card_points]", f"do: rank, ties: {ties}")
    assert settled(rules, line)[2] == winner


@pytest.mark.parametrize(
    ("next_dealer", "line", "expected"),
    [
        ("winner", "A:1R B:2A C:3B", "C"),
        ("winner", "A:2A B:4A C:", "A"),
        ("lowest", "A:1R B:2A C:3B", "A"),
        ("lowest", "A:3B B:1R C:2R", "B"),
        ("next", "A:3B B:1R C:2R", "B"),
        ("same", "A:1R B:2A C:3B", "A"),
    ],
)
def test_who_deals_next(tmp_path: Path, next_dealer: str, line: str, expected: str) -> None:
    table = "table: {players: [3], first: dealer, hand: 0, field: 0, next_dealer: NEXT, source: test}\n"
    text = table.replace("NEXT", next_dealer) + YAKU
    rules = rules_of(tmp_path, "do: add, of: [card_points]", "do: rank, ties: nobody", text=text)
    assert calc.settle_round(line, rules=rules).next_dealer == expected


@pytest.mark.parametrize(
    ("next_dealer", "dealer", "expected"),
    [("winner", "C", "C"), ("next", "C", "A"), ("next", "B", "C"), ("same", "B", "B"), ("lowest", "C", "C")],
)
def test_who_deals_next_where_another_leads(tmp_path: Path, next_dealer: str, dealer: str, expected: str) -> None:
    """Two have most, so that nobody wins."""
    table = "table: {players: [3], first: leader, hand: 0, field: 0, next_dealer: NEXT, source: test}\n"
    text = table.replace("NEXT", next_dealer) + YAKU
    rules = rules_of(tmp_path, "do: add, of: [card_points]", "do: rank, ties: nobody", text=text)
    assert calc.settle_round(f"A:2A B:4A C: dealer={dealer}", rules=rules).next_dealer == expected


@pytest.mark.parametrize("next_dealer", ["winner", "next", "same"])
def test_where_the_dealer_of_a_led_round_is_not_named_the_next_is_not_known(tmp_path: Path, next_dealer: str) -> None:
    table = "table: {players: [2], first: leader, hand: 0, field: 0, next_dealer: NEXT, source: test}\n"
    rules = rules_of(tmp_path, text=table.replace("NEXT", next_dealer) + YAKU)
    assert calc.settle_round("A:1R B:2A", rules=rules).next_dealer is None
    assert calc.settle_round("A:1R B:2A dealer=B", rules=rules).next_dealer == ("A" if next_dealer == "next" else "B")


@pytest.mark.parametrize(
    ("called", "line", "score"),
    [
        ("never", "A:1B B:8B koikoi.B=1", 5),
        ("once", "A:1B B:8B", 5),
        ("once", "A:1B,3B,8B B: koikoi.A=2", 10),
        ("once", "A:1B B:8B koikoi.B=1", 10),
        ("once", "A:1B B:3B,8B koikoi.B=2", 10),
        ("each_call", "A:1B B:8B", 5),
        ("each_call", "A:1B B:8B koikoi.B=1", 10),
        ("each_call", "A:1B B:3B,8B koikoi.B=2", 20),
        ("each_call", "A:1B,3B B:8B koikoi.B=1 koikoi.A=1", 14),
    ],
)
def test_the_score_grows_by_calls_of_opponents(tmp_path: Path, called: str, line: str, score: int) -> None:
    rules = rules_of(tmp_path, "do: ender_only", f"do: multiply, by: 2, called: {called}")
    assert settled(rules, f"{line} stopped_by=A") == ({"A": score, "B": 0}, [], "A")


@pytest.mark.parametrize(("base", "score"), [("5", 5 * 9), ("6", 5 * 3)])
def test_both_reasons_multiply(tmp_path: Path, base: str, score: int) -> None:
    rules = rules_of(tmp_path, "do: ender_only", f"do: multiply, by: 3, base_from: {base}, called: once")
    assert settled(rules, "A:1B B:3B,8B stopped_by=A koikoi.B=2")[0] == {"A": score, "B": 0}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A:1B B:2A stopped_by=B", "B stopped, but holds no yaku; check the captured cards of B"),
        ("A:1B B:2A koikoi.B=1", "B went on, but holds no yaku; check the captured cards of B"),
        ("A:2R B:2A koikoi.B=1 koikoi.A=1 stopped_by=B", "B stopped, but holds no yaku; check the captured cards of B"),
        ("A:2R B:2A koikoi.A=1 stopped_by=B", "A went on, but holds no yaku; check the captured cards of A"),
    ],
)
def test_who_stops_or_goes_on_holds_a_yaku(tmp_path: Path, line: str, message: str) -> None:
    rules = rules_of(tmp_path, "do: ender_only")
    with pytest.raises(calc.HandError) as caught:
        calc.settle_round(line, rules=rules)
    assert (caught.value.message, caught.value.code) == (message, "contradiction")


def test_a_worth_below_nothing_is_paid_the_other_way(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "do: each, of: yaku", text=YAKU.replace("value: 5", "value: -5"))
    assert settled(rules, "A:1B B: C:3B") == (
        {"A": -12, "B": 3, "C": 9},
        ["A>B 5 yaku", "A>C 5 yaku", "A>C 2 yaku", "B>C 2 yaku"],
        None,
    )


def test_operators_are_applied_in_their_order(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    points, doubled = "do: add, of: [card_points]", "do: multiply, by: 2, base_from: 1"
    before = rules_of(first, "do: add, of: [yaku]", "do: rank", doubled, points)
    after = rules_of(second, "do: add, of: [yaku]", "do: rank", points, doubled)
    assert settled(before, "A:1B B:8B")[0] == {"A": 5 * 2 + 20, "B": 23}
    assert settled(after, "A:1B B:8B")[0] == {"A": (5 + 20) * 2, "B": 23}


# ---- chips in front


@pytest.mark.parametrize(
    ("receipts", "paid"),
    [
        (
            "true",
            ["B>A 8 yaku", "C>A 8 yaku", "A>B 3 yaku", "A>C 6 yaku", "B>C 3 yaku"],
        ),
        # Of A's 8 chips 5 are left, and what B received is no more at stake.
        (
            "false",
            ["B>A 8 yaku", "C>A 8 yaku", "A>B 3 yaku", "A>C 5 yaku"],
        ),
    ],
)
def test_nobody_pays_more_than_lies_in_front(tmp_path: Path, receipts: str, paid: list[str]) -> None:
    text = YAKU.replace("value: 5", "value: 10").replace("value: 2", "value: 6")
    rules = rules_of(tmp_path, f"do: stake, chips: 8, receipts: {receipts}", "do: each, of: yaku", text=text)
    scores = {"A": 0, "B": 0, "C": 0}
    for one in paid:
        parties, amount, _ = one.split()
        scores[parties[0]] -= int(amount)
        scores[parties[-1]] += int(amount)
    assert settled(rules, "A:1B B:8B C:3B") == (scores, paid, None)


@pytest.mark.parametrize(
    ("chips", "paid"),
    [
        ("", ["B>A 5 yaku"]),
        ("chips.B=5", ["B>A 5 yaku"]),
        ("chips.B=4", ["B>A 4 yaku"]),
        ("chips.B=0", []),
        ("chips.B=99", ["B>A 5 yaku"]),
        ("chips.A=0", ["B>A 5 yaku"]),
    ],
)
def test_who_has_fewer_chips_puts_in_what_is_left(tmp_path: Path, chips: str, paid: list[str]) -> None:
    rules = rules_of(tmp_path, "do: stake, chips: 8, receipts: true", "do: each, of: yaku, scored: false")
    assert settled(rules, f"A:1B B:2A {chips}") == ({"A": 0, "B": 0}, paid, None)


STOPPING = YAKU.replace("value: 5", "value: take_all, stops: true").replace("value: 3", "value: 3, stops: true")


@pytest.mark.parametrize(
    ("line", "scores", "paid", "winner"),
    [
        ("A:1B B: C:", {"A": 0, "B": 0, "C": 0}, ["B>A 9 take_all", "C>A 9 take_all"], "A"),
        ("A: B:1B C: chips.C=4", {"A": 0, "B": 0, "C": 0}, ["C>B 4 take_all", "A>B 9 take_all"], "B"),
        ("A: B:1B C: chips.C=0", {"A": 0, "B": 0, "C": 0}, ["A>B 9 take_all"], "B"),
        # Once the round is over nothing else is counted.
        ("A:1B B:3B C:", {"A": 0, "B": 0, "C": 0}, ["B>A 9 take_all", "C>A 9 take_all"], "A"),
        ("A:8B B: C:", {"A": 0, "B": 0, "C": 0}, ["B>A 9 take_all", "C>A 9 take_all"], "A"),
        # Nobody stops: what comes after it is applied.
        ("A: B:3B C:", {"A": 0, "B": 2, "C": 0}, [], "B"),
        # Two could stop: who was first is said.
        ("A:1B B:8B C: stopped_by=B", {"A": 0, "B": 0, "C": 0}, ["C>B 9 take_all", "A>B 9 take_all"], "B"),
    ],
)
def test_who_stops_the_round_takes_all(
    tmp_path: Path, line: str, scores: dict[str, int], paid: list[str], winner: str
) -> None:
    steps = ["do: stake, chips: 9, receipts: true", "do: take_all", "do: add, of: [yaku]", "do: rank"]
    assert settled(rules_of(tmp_path, *steps, text=STOPPING), line) == (scores, paid, winner)


@pytest.mark.parametrize(
    ("line", "message", "code"),
    [
        (
            "A:1B B:8B C:",
            "A and B both hold a yaku that stops the round; say who was first in 'stopped_by'",
            "missing_key",
        ),
        ("A:1B B:3B C: stopped_by=B", "B holds no yaku that stops the round", "contradiction"),
        ("A:1B B:3B C: stopped_by=D", "there is no player 'D' here", "contradiction"),
    ],
)
def test_a_stop_fits_the_cards(tmp_path: Path, line: str, message: str, code: str) -> None:
    rules = rules_of(tmp_path, "do: stake, chips: 9, receipts: true", "do: take_all", text=STOPPING)
    with pytest.raises(calc.CalcError) as caught:
        calc.settle_round(line, rules=rules)
    assert (caught.value.code, caught.value.key) == (code, "stopped_by")
    assert caught.value.message.startswith(message)


# ---- dealt yaku

DEALT = f"""{YAKU}teyaku:
  pair: {{name: {{en: pair, ja: 対}}, when: {{months: [2]}}, value: 4, source: test}}
  three: {{name: {{en: three, ja: 三}}, when: {{months: [3]}}, value: 6, source: test}}
"""


@pytest.mark.parametrize(
    ("both", "line", "scores", "paid", "winner"),
    [
        ("none", "A.dealt:1BR B.dealt:2A", {"A": 4, "B": 0}, ["bank>A 4 teyaku"], "A"),
        ("none", "A.dealt:1B B.dealt:2ARC", {"A": 0, "B": 10}, ["bank>B 10 teyaku"], "B"),
        ("none", "A.dealt:1BR B.dealt:2ARC", {"A": 0, "B": 0}, [], None),
        ("each", "A.dealt:1BR B.dealt:2ARC", {"A": 4, "B": 10}, ["bank>A 4 teyaku", "bank>B 10 teyaku"], None),
        ("each", "A.dealt:1BR B.dealt:2A", {"A": 4, "B": 0}, ["bank>A 4 teyaku"], "A"),
        ("none", "A.dealt:1B A:3B B.dealt:2A B:", {"A": 2, "B": 0}, ["bank>A 2 yaku"], None),
    ],
)
def test_a_dealt_yaku_ends_the_round(
    tmp_path: Path, both: str, line: str, scores: dict[str, int], paid: list[str], winner: str | None
) -> None:
    rules = rules_of(tmp_path, f"do: dealt_yaku, both: {both}", "do: add, of: [yaku]", "do: collect, by: bank",
                     text=DEALT)  # fmt: skip
    assert settled(rules, line) == (scores, paid, winner)


@pytest.mark.parametrize("more", ["A: B:", "stopped_by=A", "koikoi.B=1"])
def test_nothing_is_played_after_a_dealt_yaku(tmp_path: Path, more: str) -> None:
    rules = rules_of(tmp_path, "do: dealt_yaku, both: none", "do: ender_only", text=DEALT)
    with pytest.raises(calc.HandError, match="the dealt yaku of A ended the round before play; leave") as caught:
        calc.settle_round(f"A.dealt:1BR B.dealt:2A {more}", rules=rules)
    assert (caught.value.code, caught.value.key) == ("contradiction", "players.A.dealt")


def test_paid_by_each_a_dealt_yaku_ends_nothing(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "do: each, of: teyaku", "do: add, of: [teyaku, yaku]", text=DEALT)
    assert settled(rules, "A.dealt:1BR A:1B B:2A C:8B") == (
        {"A": 8 + 4 + 5, "B": -4, "C": -4 + 3},
        ["B>A 4 teyaku", "C>A 4 teyaku"],
        None,
    )


def test_a_round_without_captured_cards_was_not_played(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "do: dealt_yaku, both: none", "do: add, of: [yaku]", text=DEALT)
    with pytest.raises(calc.RecordError, match="expected what the players captured") as caught:
        calc.settle_round("A.dealt:1B B.dealt:2A", rules=rules)
    assert (caught.value.code, caught.value.key) == ("missing_key", "players.A.captured")


# ---- the pot, dropping out, being forced out

LARGE = """table: {players: [2, 3], seats: [4, 5], first: leader, hand: 0, field: 0, dealt: 4, source: test}
compensation:
  bright: {name: {en: bright, ja: 光}, when: {any: {n: 1, of: bright}}, value: {each: 1, of: bright}, source: test}
"""
STAKE = "do: stake, chips: 6, receipts: true"


def large(**more: Any) -> dict[str, Any]:
    """A round at a table of four, in which one captured the crane."""
    players = {"A": {"captured": "1B"}, "B": {"captured": "3B"}, "C": {"captured": ""}}
    return {"seats": ["A", "B", "C", "D"], "players": players, **more}


#: The same, but one dropped out before the last of the others decided.
DROPPED = {
    "seats": ["A", "B", "C", "D"],
    "dropped": ["B"],
    "players": {"A": {"captured": "1B"}, "C": {"captured": "3B"}, "D": {"captured": ""}},
}


@pytest.mark.parametrize(
    ("pot", "paid"),
    [(0, ["B>pot 2 dropout", "pot>A 2 pot"]), (7, ["B>pot 2 dropout", "pot>A 9 pot"])],
)
def test_the_winner_takes_the_pot(tmp_path: Path, pot: int, paid: list[str]) -> None:
    steps = [STAKE, "do: drop_out, penalty: 2", "do: add, of: [yaku]", "do: rank", "do: pot"]
    rules = rules_of(tmp_path, *steps, text=LARGE + YAKU)
    record = {**DROPPED, "pot": pot}
    assert settled(rules, record) == ({"A": 5, "B": 0, "C": 2, "D": 0}, paid, "A")
    assert calc.settle_round(record, rules=rules).pots == {"pot": 0}


def test_the_pot_stays_where_nobody_wins(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, STAKE, "do: drop_out, penalty: 2", "do: add, of: [yaku]", "do: pot", text=LARGE + YAKU)
    record = {**DROPPED, "pot": 7}
    assert settled(rules, record) == ({"A": 5, "B": 0, "C": 2, "D": 0}, ["B>pot 2 dropout"], None)
    assert calc.settle_round(record, rules=rules).pots == {"pot": 9}


@pytest.mark.parametrize(
    ("players", "dropped", "paid", "winner"),
    [
        (["A"], ["B", "C", "D"], ["B>pot 2 dropout", "C>pot 2 dropout", "D>pot 2 dropout", "pot>A 6 pot"], "A"),
        (["C"], ["A", "B", "D"], ["D>pot 2 dropout", "A>pot 2 dropout", "B>pot 2 dropout", "pot>C 6 pot"], "C"),
        ([], ["A", "B", "C", "D"], [f"{name}>pot 2 dropout" for name in "ABCD"], None),
    ],
)
def test_who_is_left_alone_wins_without_play(
    tmp_path: Path, players: list[str], dropped: list[str], paid: list[str], winner: str | None
) -> None:
    rules = rules_of(tmp_path, STAKE, "do: drop_out, penalty: 2", "do: rank", "do: pot", text=LARGE + YAKU)
    scores, found, won = settled(rules, {"seats": list("ABCD"), "players": {name: {} for name in players},
                                         "dropped": dropped})  # fmt: skip
    assert (scores, sorted(found), won) == (dict.fromkeys("ABCD", 0), sorted(paid), winner)


@pytest.mark.parametrize(
    ("share", "dealt", "paid"),
    [
        ("shared", "2A", []),
        ("shared", "8B 11B", ["A>D 2 compensation", "B>D 2 compensation", "C>D 2 compensation"]),
        ("each", "8B 11B", ["A>D 2 compensation", "B>D 2 compensation", "C>D 2 compensation"]),
    ],
)
def test_who_plays_pays_who_is_forced_out(tmp_path: Path, share: str, dealt: str, paid: list[str]) -> None:
    steps = [STAKE, f"do: compensate, share: {share}, no_round_from: 3", "do: add, of: [yaku]", "do: rank"]
    rules = rules_of(tmp_path, *steps, text=LARGE + YAKU)
    record = large(forced_out={"D": {"dealt": dealt}})
    assert settled(rules, record) == ({"A": 5, "B": 2, "C": 0, "D": 0}, paid, "A")


@pytest.mark.parametrize(
    ("share", "pays", "gets"),
    [
        # Three chips of three payers are nine: five for the first in turn order, four for the other.
        ("shared", {"A": 3, "B": 3, "C": 3}, {"D": 5, "E": 4}),
        ("each", {"A": 6, "B": 6, "C": 6}, {"D": 9, "E": 9}),
    ],
)
def test_several_who_are_forced_out_share_or_are_paid_each(
    tmp_path: Path, share: str, pays: dict[str, int], gets: dict[str, int]
) -> None:
    text = LARGE.replace("dealt: 4", "dealt: 5") + YAKU
    rules = rules_of(
        tmp_path,
        "do: stake, chips: 9, receipts: false",
        f"do: compensate, share: {share}, no_round_from: 9",
        "do: add, of: [yaku]",
        text=text,
    )
    forced = {"D": {"dealt": "8B 11B"}, "E": {"dealt": "12B"}}
    result = calc.settle_round(large(seats=list("ABCDE"), forced_out=forced), rules=rules)
    assert {one.why for one in result.transfers} == {"compensation"}
    assert {name: player.change for name, player in result.players.items()} == {
        **{name: -amount for name, amount in pays.items()},
        **gets,
    }


@pytest.mark.parametrize(("limit", "played"), [(2, False), (3, True)])
def test_from_so_much_compensation_on_nothing_is_played(tmp_path: Path, limit: int, played: bool) -> None:
    steps = [STAKE, f"do: compensate, share: shared, no_round_from: {limit}", "do: rank", "do: pot"]
    rules = rules_of(tmp_path, *steps, text=LARGE + YAKU)
    forced = {"D": {"dealt": "8B 11B"}}
    unplayed = {"seats": list("ABCD"), "players": {name: {} for name in "ABC"}, "forced_out": forced, "pot": 3}
    if played:
        with pytest.raises(calc.RecordError, match="expected what the players captured"):
            settled(rules, unplayed)
        assert settled(rules, large(forced_out=forced))[2] == "A"
        return
    with pytest.raises(calc.HandError, match="no game is played: who plays owes 2 points each for the hands"):
        settled(rules, large(forced_out=forced))
    # Six chips each, two of them paid: D has the most in front.
    assert settled(rules, unplayed)[1:] == (
        ["A>D 2 compensation", "B>D 2 compensation", "C>D 2 compensation", "pot>D 3 pot"],
        "D",
    )


# ---- what operators say of themselves


@pytest.mark.parametrize(
    ("step", "english"),
    [
        ("do: add, of: [card_points, yaku]", "the score has the card points and yaku"),
        ("do: par, points: 80", "card points count less par (80)"),
        ("do: par, by_players: {2: 120, 3: 80}", "card points count less par (120 with 2 players, 80 with 3 players)"),
        ("do: each, of: yaku", "each other player pays for yaku"),
        ("do: each, of: teyaku, scored: false", "each other player pays for teyaku, outside of the score"),
        ("do: multiply, by: 2", "times 2 never"),
        ("do: multiply, by: 2, base_from: 7", "times 2 from 7 points of yaku on"),
        (
            "do: multiply, by: 3, base_from: 7, called: each_call",
            "times 3 from 7 points of yaku on and if an opponent went on (each call)",
        ),
        ("do: collect, by: bank", "scores are won"),
        ("do: collect, by: others", "scores are paid by the others"),
        ("do: dealt_yaku, both: each", "a dealt yaku ends the round before play; held by both: each scores"),
        ("do: ender_only", "who stops scores the own yaku; where nobody stops, nobody scores"),
        ("do: ender_only, nobody: 6", "who stops scores the own yaku; where nobody stops, the dealer 6 scores"),
        ("do: rank", "the highest score wins, of equal ones the first in turn order"),
        ("do: rank, ties: nobody", "the highest score wins, of equal ones nobody"),
        ("do: difference", "the others pay the winner the difference of their scores"),
        ("do: pot", "the winner takes the pot"),
        (
            "do: stake, chips: 8, receipts: true",
            "nobody pays more than the 8 chips in front of them; what is received joins these",
        ),
        (
            "do: stake, chips: 8, receipts: false",
            "nobody pays more than the 8 chips in front of them; what is received does not join these",
        ),
    ],
)
def test_an_operator_says_what_it_does(tmp_path: Path, step: str, english: str) -> None:
    assert rules_of(tmp_path, step, text=DEALT).steps["s0"].english() == english


@pytest.mark.parametrize(
    ("step", "english"),
    [
        ("do: take_all", "who stops the round takes all chips in front of the others"),
        ("do: drop_out, penalty: 2", "dropping out costs 2, which goes to the pot, or to who takes over the hand"),
        (
            "do: compensate, share: shared, no_round_from: 8",
            "each who plays pays the worth of the hands forced out, which those forced out share; from 8 on that each "
            "owes, nothing is played and most chips win",
        ),
        (
            "do: compensate, share: each, no_round_from: 8",
            "each who plays pays the worth of the hands forced out, which each forced out gets; from 8 on that each "
            "owes, nothing is played and most chips win",
        ),
    ],
)
def test_an_operator_for_chips_says_what_it_does(tmp_path: Path, step: str, english: str) -> None:
    assert rules_of(tmp_path, STAKE, step, text=LARGE + YAKU).steps["s1"].english() == english


TWELVE = "very_many: {do: multiply, by: 2, base_from: 12BEFORE, source: test}"
KOIKOI = """game: hanafuda
extends: koikoi
version: 1.0.0
name: {en: House, ja: 家}
sources: {test: this test}
settlement:
  """
#: Five brights, 10 points, and animals with 5 yaku points: 15 in all.
FIFTEEN = "A:1B,3B,8B,11B,12B,2A,4A,5A,6A,7A,8A,10A,11A B: stopped_by=A"


@pytest.mark.parametrize(
    ("steps", "options", "times"),
    [
        (TWELVE.replace("BEFORE", ", before: paid"), {}, 4),
        (TWELVE.replace("BEFORE", ", before: many_points"), {}, 4),
        (TWELVE.replace("BEFORE", ", before: paid"), {"zero_sum": True}, 4),
        (TWELVE.replace("BEFORE", ", before: paid").replace("12", "99"), {}, 2),
        # A step that an option takes out is still a place.
        (TWELVE.replace("BEFORE", ", before: opponent_called"), {"koikoi_multiplier": "none"}, 4),
    ],
)
def test_a_house_rule_places_a_step_before_another(
    tmp_path: Path, steps: str, options: dict[str, Any], times: int
) -> None:
    result = calc.settle_round(FIFTEEN, rules=house(tmp_path, KOIKOI + steps, options=options))
    base = sum(int(line.value) for line in result.players["A"].yaku)
    assert base >= 12
    assert result.players["A"].score == base * times
    assert result.players["A"].change == base * times


def test_steps_stand_in_the_order_that_they_are_applied_in(tmp_path: Path) -> None:
    steps = """one: {do: multiply, by: 2, base_from: 12, before: paid, source: test}
  two: {do: multiply, by: 3, base_from: 12, before: one, source: test}
  three: {do: multiply, by: 5, base_from: 12, before: paid, source: test}
"""
    rules = house(tmp_path, KOIKOI + steps)
    assert [*rules.steps] == ["dealt", "ender", "many_points", "opponent_called", "two", "one", "three", "paid"]
    moved = house(tmp_path, f"{KOIKOI}opponent_called: {{before: many_points}}\n")
    assert [*moved.steps] == ["dealt", "ender", "opponent_called", "many_points", "paid"]


def test_every_operator_is_used_by_a_shipped_game() -> None:
    shipped = [load_hanafuda_rules(name) for name in rule_set_ids() if game_id_of(name) == "hanafuda"]
    used = {type(step) for rules in shipped for step in rules.steps.values()}
    assert used == set(AnyStep.__args__)


# ---- games that nobody planned for

SAKURA = """game: hanafuda
version: 1.0.0
name: {en: Sakura, ja: 桜}
sources: {island: A game of the islands}
unit: points
table: {players: [2, 3], first: dealer, hand: 0, field: 0, accounted: true, source: island}
card_points:
  classes: {bright: 20, animal: 10, ribbon: 5, chaff: 0}
  cards: {yellow-paulownia: 10}
  source: island
yaku:
  red: {name: {en: red ribbons, ja: 赤}, when: {all: 1R 2R 3R}, value: 50, source: island}
  blue: {name: {en: blue ribbons, ja: 青}, when: {all: 6R 9R 10R}, value: 50, source: island}
  cherry: {name: {en: cherry, ja: 桜}, when: {full_month: [3]}, value: 50, source: island}
settlement:
  cards: {do: add, of: [card_points], source: island}
  yaku: {do: each, of: yaku, source: island}
  ranked: {do: rank, source: island}
"""
#: Two piles that are the whole deck.
FIRST = "1BRCC 2ARCC 3BRCC 4ARCC 5ARCC 6ARCC"
SECOND = "7ARCC 8BACC 9ARCC 10ARCC 11BARC 12BCCC"


def test_sakura_charges_opponents_for_yaku(tmp_path: Path) -> None:
    rules = house(tmp_path, SAKURA, stem="sakura")
    first = 2 * 20 + 4 * 10 + 6 * 5
    second = 3 * 20 + 5 * 10 + 4 * 5 + 10
    assert settled(rules, {"players": {"A": {"captured": FIRST}, "B": {"captured": SECOND}}}) == (
        {"A": first + 100, "B": second - 100},
        ["B>A 100 yaku"],
        "A",
    )
    three = {"A": FIRST, "B": "7ARCC 8BACC 9ARCC", "C": "10ARCC 11BARC 12BCCC"}
    assert settled(rules, {"players": {name: {"captured": pile} for name, pile in three.items()}})[1:] == (
        ["B>A 100 yaku", "C>A 100 yaku"],
        "A",
    )
    with pytest.raises(calc.HandError, match=r"expected all 48 cards in the piles, found 47; missing: phoenix \(12B\)"):
        settled(rules, {"players": {"A": {"captured": FIRST}, "B": {"captured": SECOND.replace("12B", "12")}}})


MIN_HWATU = """game: hanafuda
version: 1.0.0
name: {en: Min-Hwatu, ja: 民花闘}
sources: {east: A game of the mainland}
unit: points
table: {players: [2, 3], first: dealer, hand: 0, field: 0, source: east}
card_points: {classes: {bright: 20, animal: 10, ribbon: 5}, source: east}
groups: {ribbons: {name: {en: ribbons, ja: 短}, counts: all, source: east}}
yaku:
  red: {name: {en: red, ja: 赤}, when: {all: 1R 2R 3R}, value: 30, group: ribbons, source: east}
  blue: {name: {en: blue, ja: 青}, when: {all: 6R 9R 10R}, value: 30, group: ribbons, source: east}
  grass: {name: {en: grass, ja: 草}, when: {all: 4R 5R 7R}, value: 30, group: ribbons, source: east}
  iris: {name: {en: iris, ja: 杜若}, when: {full_month: [5]}, value: 20, source: east}
settlement:
  par: {do: par, by_players: {2: 120, 3: 80}, source: east}
  yaku: {do: each, of: yaku, source: east}
  ranked: {do: rank, source: east}
"""


def test_min_hwatu_counts_cards_and_pays_for_each_yaku(tmp_path: Path) -> None:
    rules = house(tmp_path, MIN_HWATU, stem="min-hwatu")
    piles = {"A": "1R 2R 3R 4R 5ARCC 7R", "B": "1B 3B 8B 11B 12B 6R 9R 10R", "C": "2A 4A 6A 7A 8A 9A 10A 11AR"}
    scores, paid, winner = settled(rules, {"players": {name: {"captured": pile} for name, pile in piles.items()}})
    points = {"A": 6 * 5 + 10, "B": 5 * 20 + 3 * 5, "C": 8 * 10 + 5}
    earned = {"A": 30 + 30 + 20, "B": 30, "C": 0}
    total = sum(earned.values())
    assert sum(points.values()) == 240
    assert scores == {name: points[name] - 80 + 3 * earned[name] - total for name in piles}
    assert sum(scores.values()) == 0
    assert winner == "A"
    assert [one for one in paid if one.endswith("par")] == ["A>par 40 par", "par>B 35 par", "par>C 5 par"]


ROPPYAKKEN = """game: hanafuda
version: 1.0.0
name: {en: Six hundred, ja: 六百間}
sources: {coast: A game of the coast}
unit: ken
table: {players: [2], first: dealer, hand: 8, field: 8, source: coast}
card_points:
  classes: {bright: 50, animal: 10, ribbon: 10, chaff: 0}
  cards: {rain-man: 0, '#113': 50, 8A: 30, 11AR: 5}
  source: coast
classes:
  big: {name: {en: big cards, ja: 大}, cards: [bright, lightning], others: [rain-man], source: coast}
groups: {big: {name: {en: big, ja: 大}, counts: best, source: coast}}
yaku:
  all_big: {name: {en: all, ja: 全}, when: {all: [big]}, value: 600, group: big, source: coast}
  four_big: {name: {en: four, ja: 四}, when: {any: {n: 4, of: big}}, value: 300, group: big, source: coast}
  cup: {name: {en: cup, ja: 盃}, when: {all: 9A, any: {n: 1, of: 3B 8B}}, value: {each: 100, of: 3B 8B}, source: coast}
settlement:
  all: {do: add, of: [card_points, yaku], source: coast}
  won: {do: rank, source: coast}
  twice: {do: multiply, by: 2, base_from: 600, source: coast}
  paid: {do: difference, source: coast}
"""


@pytest.mark.parametrize(
    ("line", "scores", "lead"),
    [
        ("A:1B,11B B:8A", {"A": 50, "B": 30}, 20),
        ("A:11BARC B:2AR", {"A": 60, "B": 20}, 40),
        ("A:1B,3B,8B,12B B:", {"A": 500, "B": 0}, 500),
        ("A:1B,3B,8B,11B B:", {"A": 150, "B": 0}, 150),
        ("A:1B,3B,8B,9A B:", {"A": 160 + 200, "B": 0}, 360),
        ("A:1B,3B,9A B:8B", {"A": 110 + 100, "B": 50}, 160),
        # 250 for the cards and 600 for all of them, twice.
        ("A:1B,3B,8B,12B,11C B:9A", {"A": 1700, "B": 10}, 1690),
    ],
)
def test_points_by_single_cards(tmp_path: Path, line: str, scores: dict[str, int], lead: int) -> None:
    result = calc.settle_round(line, rules=house(tmp_path, ROPPYAKKEN, stem="roppyakken"))
    assert {name: player.score for name, player in result.players.items()} == scores
    assert [(one.from_, one.to, one.amount, one.unit) for one in result.transfers] == [("B", "A", lead, "ken")]
    assert result.rules == "roppyakken@1.0.0"
