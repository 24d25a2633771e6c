"""Rounds written from what is remembered of rounds like them: the same results as from the settlement steps."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from calc.errors import CalcError
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.results import HanafudaResult
from calc.hanafuda.rounds.round import settle_rounds
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.notation.cards import print_set
from calc.notation.deck import bits
from calc.outcomes import EncodedResult
from calc.tables.shelf import sets_of_game
from calc.translation import spoken_in
from tests.amounts import SEED, tries

#: Names as they come, and names that could be taken for something else: a bank, a gap in a text.
HOUSES = [["Aki", "Bea", "Cho", "Dan", "Eve", "Fumi", "Gen"]] * 9 + [["pot", "bank", 'a%sb"', "\\0", "{0}", "花", "鳥"]]
#: What few rounds tell; `one` is a player.
ODD: list[dict[str, Any]] = [
    {"pot": 3}, {"chips": {"one": 3}}, {"facts": {"one": 1}}, {"stopped_by": "Zed"}, {"dealer": "Zed"},
    {"calls": {"one": 1}, "koikoi": {"one": 1}}, {"calls": {"one": 9}}, {"calls": {"one": 0}}, {"teyaku": {}},
    {"claim": {"winner": "one"}}, {"field": "1B"}, {"scores": {"one": 1}},
]  # fmt: skip


def drawn(rules: HanafudaRules, rng: Random, count: int) -> Iterator[HanafudaRound]:
    """Rounds with piles at random, some of them odd, some twice under other names."""
    cards = [1 << place for place in bits(rules.deck)]
    for number in range(count):
        players = rng.choice(rules.table.players)
        rng.shuffle(cards)
        dealt = cards if rules.table.accounted or rng.random() < 0.4 else cards[: rng.randrange(len(cards))]
        of = [rng.randrange(players) if rng.random() < 0.6 else 0 for _ in dealt]
        piles = [sum(card for card, place in zip(dealt, of, strict=True) if place == own) for own in range(players)]
        holders = [seat for seat, pile in enumerate(piles) if rules.in_piles.count(pile, 3, players, seat)]
        stopper, caller = (rng.choice(holders) if holders and rng.random() < 0.8 else None for _ in range(2))
        month, more = rng.choice([None, *range(1, 13)]), rng.choice(ODD) if rng.random() < 0.15 else {}
        for house in rng.choices(HOUSES, k=1 + (rng.random() < 0.5)):
            names = house[:players]
            hands = zip(names, piles, strict=True)
            record: dict[str, Any] = {
                "id": rng.choice([number, str(number), None]),
                "players": {name: {"captured": print_set(pile, load_deck())} for name, pile in hands},
                "month": month,
                "dealer": rng.choice([None, names[0]]),
            }
            if stopper is not None and "stopped_by" not in rules.unused:
                record["stopped_by"] = names[stopper]
            if caller is not None and "calls" not in rules.unused:
                record["calls"] = {names[caller]: 1}
            plain = msgspec.json.encode({**record, **more}).replace(b'"one"', msgspec.json.encode(names[0]))
            yield msgspec.json.decode(plain, type=HanafudaRound)


def spelled(outcome: HanafudaResult | EncodedResult | CalcError) -> bytes:
    if isinstance(outcome, EncodedResult):
        return f"{outcome.text}}}".encode()
    if isinstance(outcome, CalcError):
        return repr((type(outcome), outcome.code, outcome.message, outcome.key, outcome.column)).encode()
    return msgspec.json.encode(outcome)


def forget(rules: HanafudaRules) -> None:
    rules.seatings.clear()
    if rules.recalled is not None:
        rules.recalled.clear()


@pytest.mark.parametrize("game", [*sets_of_game("hanafuda"), "koikoi tsukifuda=round_month"])
def test_rounds_are_settled_from_memory_as_by_the_steps(game: str) -> None:
    name, *options = game.split()
    rules = calc.load_rules(name, dict(one.split("=") for one in options))
    assert isinstance(rules, HanafudaRules)
    records = [*drawn(rules, Random(f"remembered{SEED} {game}"), tries(60, 2_000))]
    for lang in ("en", "ja"):
        by_steps = []
        for record in records:
            forget(rules)
            by_steps += [spelled(one) for one in spoken_in(lang, settle_rounds, [record], rules)]
        forget(rules)
        for encoded in (False, True, True):
            assert [spelled(one) for one in spoken_in(lang, settle_rounds, records, rules, encoded=encoded)] == by_steps


def test_a_round_like_an_earlier_one_is_written_as_text() -> None:
    rules = calc.load_rules("koikoi")
    assert isinstance(rules, HanafudaRules)
    forget(rules)
    players = {"Aki": {"captured": "1B 3B 8B"}, "Bea": {"captured": "2R"}}
    record = msgspec.convert({"id": 5, "players": players, "stopped_by": "Aki"}, HanafudaRound)
    other = msgspec.structs.replace(record, id="x", claim=None, players={**record.players})
    first, second = settle_rounds([record, other], rules, encoded=True)
    assert isinstance(first, HanafudaResult)
    assert isinstance(second, EncodedResult)
    assert msgspec.json.decode(spelled(second)) == {**msgspec.json.decode(spelled(first)), "id": "x"}


@pytest.mark.parametrize(
    ("yaku", "refused"),
    [
        ("tan", ""),
        ("tan 1", ""),
        ("tan 2", "ribbons of A is worth 1 by the cards, found 2"),
        ("sanko", "the cards of A have no three brights that counts"),
    ],
)
def test_a_yaku_that_is_named_beside_cards_is_checked_whatever_was_settled_before(yaku: str, refused: str) -> None:
    """A plain round like it is remembered."""
    plain = {
        "rules": "koikoi",
        "players": {"A": {"captured": "1R,2R,4R,6R,9R"}, "B": {"captured": "2A"}},
        "stopped_by": "A",
    }
    named = {**plain, "players": {"A": {"captured": "1R,2R,4R,6R,9R", "yaku": yaku}, "B": {"captured": "2A"}}}
    assert calc.settle_round(plain).winner == "A"
    if refused:
        with pytest.raises(CalcError, match=refused):
            calc.settle_round(named)
    else:
        assert calc.settle_round(named).players == calc.settle_round(plain).players


def test_who_went_on_is_remembered_by_player() -> None:
    """A's own going on doubles nothing; B's does."""
    line = "koikoi A:1B,3B,8B,1R,2R,3R B:4R,5R,7R,6R,9R stopped_by=A"
    for called, won in (("calls.A=1 calls.B=1", 40), ("calls.A=1", 20), ("calls.B=1", 40), ("", 20)):
        assert calc.settle_round(f"{line} {called}").players["A"].change == won


def test_who_went_on_with_cards_is_not_settled_as_who_has_none_told() -> None:
    """Of whom no cards are told nothing is held against; one card makes no yaku, whatever was settled before."""
    told, untold = (f"koikoi A:3B,9A B:{cards} stopped_by=A koikoi.B=1" for cards in ("2C", ""))
    for _ in range(2):
        assert calc.settle_round(untold).winner == "A"
        with pytest.raises(calc.CalcError, match="B went on, but holds no yaku"):
            calc.settle_round(told)
