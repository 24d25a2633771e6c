"""Payers of Taiyaku who are short of chips, against all payments that could be made: the rules T1, T2 and T8 say which.

The judge here tries every payment of so many chips and keeps those that a rule allows. It knows nothing of steps.
"""

from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from tests.amounts import SEED, tries

#: Hands of eight cards of those who are forced out, by what they are worth, and hands with a four of a kind (5 chips).
FORCED = [
    {0: "2RCC 3R 9RCC 10C", 1: "3B 2RCC 9RCC 10C", 2: "3B 9A 2RCC 9RC 10C"},
    {0: "1RCC 4R 5R 6R 7R 10R", 1: "1BCC 4R 5R 6R 7R 10R"},
]
FOURS = {"Aki": "8BACC 4A 5A 6A 7A", "Bea": "11BARC 4C 5C 6C 7C", "Cho": "12BCCC 4C 5C 2A 10A"}
STAKE, FOUR = 8, 5


def equal_shares(worth: int, left: int, payees: int) -> tuple[int, ...]:
    """What each of those who are all owed ``worth`` gets of one payer: the same, and as much as can be."""
    ways = [way for way in product(range(worth + 1), repeat=payees) if len({*way}) <= 1 and sum(way) <= left]
    return max(ways, key=sum)


def shared(paid: int, payees: int) -> tuple[int, ...]:
    """What each of those who share gets of all that is paid: as equally as can be, more for the first in turn order."""
    ways = [way for way in product(range(paid + 1), repeat=payees) if sum(way) == paid]
    return min(ways, key=lambda way: (max(way) - min(way), tuple(-one for one in way)))


def judged(record: dict[str, Any], worth: int, fours: list[str]) -> dict[str, int]:
    """What each wins or loses: compensation first, then dealt yaku in turn order of their holders; all scores are 0."""
    options = record["options"]
    out = [*record["forced_out"]]
    front = {name: min(STAKE, record["chips"].get(name, STAKE)) for name in record["seats"]}
    change = dict.fromkeys(record["seats"], 0)
    if options["compensation"] == "each":
        for payer in record["players"]:
            for name, part in zip(out, equal_shares(worth, front[payer], len(out)), strict=True):
                change[payer] -= part
                change[name] += part
    else:
        for payer in record["players"]:
            change[payer] -= min(worth, front[payer])
        paid = -sum(change.values())
        for name, part in zip(out, shared(paid, len(out)), strict=True):
            change[name] += part
    received = dict.fromkeys(record["seats"], 0)
    for holder in fours:
        for payer in record["players"]:
            if payer != holder:
                left = front[payer] + change[payer]
                if not options["receipts_at_stake"]:
                    left -= received[payer]
                part = max(way for way in range(FOUR + 1) if way <= left)
                change[payer] -= part
                change[holder] += part
                received[holder] += part
    return change


def drafted(rng: Random) -> tuple[dict[str, Any], int, list[str]]:
    """A table of four or five, of which three play; the worth of the hands forced out, and who holds a four."""
    names = ["Aki", "Bea", "Cho", "Dan", "Emi"][: rng.choice([4, 5, 5])]
    worths = {name: rng.choice([*FORCED[place]]) for place, name in enumerate(names[3:])}
    fours = [name for name in FOURS if rng.random() < 0.5]
    record: dict[str, Any] = {
        "rules": "taiyaku",
        "options": {
            "compensation": rng.choice(["shared", "each"]),
            "receipts_at_stake": rng.choice([True, False]),
        },
        "seats": names,
        "players": {name: {"captured": ""} | ({"dealt": FOURS[name]} if name in fours else {}) for name in names[:3]},
        "forced_out": {name: {"dealt": FORCED[place][worth]} for place, (name, worth) in enumerate(worths.items())},
        "chips": {name: rng.randrange(10) for name in names if rng.random() < 0.8},
    }
    return record, sum(worths.values()), fours


def test_who_is_short_pays_as_the_rules_say() -> None:
    rng = Random(f"short{SEED}")
    short = 0
    for _ in range(tries(300, 5_000)):
        record, worth, fours = drafted(rng)
        result = msgspec.to_builtins(calc.settle_round(record))
        found = {name: player["change"] for name, player in result["players"].items()}
        assert found == judged(record, worth, fours), record
        short += any(note["id"] == "short" for note in result["notes"])
    assert short > 50


@pytest.mark.parametrize(("left", "parts"), [(0, (0, 0)), (1, (0, 0)), (3, (1, 1)), (4, (2, 2)), (9, (2, 2))])
def test_the_judge_pays_the_same_to_each(left: int, parts: tuple[int, int]) -> None:
    assert equal_shares(2, left, 2) == parts


@pytest.mark.parametrize(("paid", "parts"), [(0, (0, 0)), (1, (1, 0)), (4, (2, 2)), (5, (3, 2))])
def test_the_judge_gives_odd_chips_to_the_first(paid: int, parts: tuple[int, int]) -> None:
    assert shared(paid, 2) == parts
