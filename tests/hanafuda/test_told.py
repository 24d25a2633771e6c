"""Rounds told by their scores, beside the same rounds told by cards, in every set and with every option; and reasons.

A round of which all cards lie in some pile is settled by its cards. Its scores told without cards have to be taken, and
paid alike. What multiplies a payment in its explanation has to give the payment.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import pytest

import calc
from calc.hanafuda.explain.explanation import RoundExplanation, explain_round
from calc.hanafuda.records.plain import hanafuda_from
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.notation.cards import parse_cards, print_set
from calc.tables import rules_folder
from tests.amounts import SEED, tries

SETS = sorted(path.stem for path in (rules_folder() / "hanafuda").glob("*.yaml") if path.stem != "deck")
#: Their scores do not tell what is paid: chips are taken, and dealt yaku are paid beside the score.
NOT_TOLD = {"taiyaku"}


def chosen(name: str) -> Iterator[dict[str, Any]]:
    """No option, then every choice of every option by itself."""
    yield {}
    for option, rule in calc.load_rules(name).options.items():
        for choice in rule.choices or ():
            yield {option: {"true": True, "false": False}.get(choice, choice)}


def drafted(rules: HanafudaRules, rng: Random) -> dict[str, Any]:
    """A round of which every card lies in some pile, or few of them where somebody may have stopped."""
    names = ["Aki", "Bea", "Cho", "Dan", "Emi", "Fuu", "Gen"][: rng.choice(rules.table.players)]
    cards = [card.bit for card in load_deck().within(rules.deck)]
    rng.shuffle(cards)
    if not rules.table.accounted and rng.random() < 0.5:
        cards = cards[: rng.randrange(len(names), len(cards))]
    piles = {name: sum(cards[place :: len(names)]) for place, name in enumerate(names)}
    record: dict[str, Any] = {
        "rules": rules.id,
        "players": {name: {"captured": print_set(pile, load_deck())} for name, pile in piles.items()},
    }
    if "stopped_by" not in rules.unused and rng.random() < 0.7:
        record["stopped_by"] = rng.choice(names)
    if "calls" not in rules.unused and rng.random() < 0.5:
        record["calls"] = {rng.choice(names): rng.choice([1, 1, 2])}
    if rules.teyaku:
        record["teyaku"] = {}
    if "month" not in record and rules.asks_month:
        record["month"] = rng.randrange(1, 13)
    if "field" in rules.reads:
        record["field"] = print_set(sum(rng.sample(cards, min(6, len(cards)))), load_deck())
    for fact, told in rules.facts.items():
        if rng.random() < 0.3 and not told.of_cards:
            number = rng.choice([1, 1, 2])
            record.setdefault("facts", {})[fact] = {rng.choice(names): number} if told.of == "player" else number
    return record


def settled_rounds(name: str, count: int) -> Iterator[tuple[dict[str, Any], HanafudaRules, calc.HanafudaResult]]:
    """Rounds of a set under its options that are settled by their cards."""
    for options in chosen(name):
        rules = calc.load_rules(name, options=options)
        assert isinstance(rules, HanafudaRules)
        rng = Random(f"told{SEED} {name} {options}")
        for _ in range(count):
            record = drafted(rules, rng)
            try:
                result = calc.settle_round(record, rules=rules)
            except calc.CalcError:
                continue
            assert isinstance(result, calc.HanafudaResult)
            yield record, rules, result


@pytest.mark.parametrize("name", [name for name in SETS if name not in NOT_TOLD])
def test_scores_of_a_round_are_taken_and_paid_as_the_round_is(name: str) -> None:
    seen = 0
    for record, rules, result in settled_rounds(name, tries(40, 1_000)):
        scores = {player: one.score for player, one in result.players.items()}
        if rules.scores is not None and rules.scores.sum is not None and not ends(record, rules):
            continue
        told: dict[str, Any] = {key: record[key] for key in ("stopped_by", "month") if key in record}
        told |= {"rules": name, "players": {player: {} for player in scores}, "scores": scores}
        try:
            again = calc.settle_round(told, rules=rules)
        except calc.NotPayableError:
            assert name in ("botan-cho", "hiraya")
            continue
        assert isinstance(again, calc.HanafudaResult)
        assert {player: one.score for player, one in again.players.items()} == scores, record
        assert {player: one.change for player, one in again.players.items()} == {
            player: one.change for player, one in result.players.items()
        }, record
        assert all(one.card_points is None and not one.teyaku for one in again.players.values())
        seen += 1
    assert seen > 3


def ends(record: dict[str, Any], rules: HanafudaRules) -> bool:
    """Whether somebody stopped, or the piles hold the whole deck."""
    return (
        "stopped_by" in record
        or sum(count_cards(hand["captured"]) for hand in record["players"].values()) == rules.deck.bit_count()
    )


def count_cards(text: str) -> int:
    pile = parse_cards(text, load_deck())
    return pile.named.bit_count() + pile.chaff.bit_count()


@pytest.mark.parametrize("name", SETS)
def test_factors_of_a_reason_give_the_payment(name: str) -> None:
    for record, rules, settled in settled_rounds(name, tries(15, 300)):
        read = hanafuda_from({key: value for key, value in record.items() if key != "rules"})
        assert isinstance(read, HanafudaRound)
        explanation = explain_round(read, rules)
        for step in explanation.steps:
            for one in step.sums:
                product = Fraction(sum(one.parts)) * prod(Fraction(by) for by, _ in one.factors)
                assert abs(product - one.after) < 1, record
                assert all(by != 1 and text for by, text in one.factors)
                assert f" = {product}" in one.text()
                if not step.transfers:
                    before, after = step.scores[one.player]
                    assert after - before == one.after, record
                is_short = any(note.id == "short" for note in settled.notes)
                for payer in one.payers if step.transfers and one.payers != [one.player] and not is_short else ():
                    parties = (payer, one.player) if one.after > 0 else (one.player, payer)
                    paid = [(moved.from_, moved.to, moved.amount) for moved in step.transfers]
                    assert (*parties, abs(one.after)) in paid, record
            assert "times" not in step.text, step.text
        check_reasons(record, explanation)


def check_reasons(record: dict[str, Any], explanation: RoundExplanation) -> None:
    """What factors of Koi-Koi and Go-Stop say is so, looked at without the engine."""
    calls = record.get("calls", {})
    texts = [(one, text) for step in explanation.steps for one in step.sums for _, text in one.factors]
    for one, text in texts:
        if "an opponent went on" in text:
            assert any(times for name, times in calls.items() if name != one.player), record
        for payer in one.payers:
            if f"{payer} has no bright" in text:
                assert "B" not in record["players"][payer]["captured"], record
            if text.startswith(f"{payer}: go-on calls at least 1"):
                assert calls[payer] >= 1, record
