"""Games that are settled together have the results, and the refusals, that each has alone."""

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import calc
from calc.intake.records import read_logs
from calc.settling import Settings, read_given, settle_reads
from tests.batch.material import GAME, SAMPLES


def logged() -> list[Any]:
    found = [game for path in sorted((SAMPLES / "logs").iterdir()) for game in read_logs(path)]
    assert len(found) > 2
    return [game.record for game in found if not isinstance(game, calc.CalcError)]


def spoiled(record: Any) -> list[Any]:
    """The game with one thing wrong with it, in the ways that are found at different times."""
    ways = []
    changes: list[Callable[[Any], object]] = [
        lambda one: one.update(players=one["players"][:2]),
        lambda one: one["rounds"].insert(1, {"round": "W", "draw": {"kind": "exhaustive", "waiting": []}}),
        lambda one: next(each for each in one["rounds"] if each.get("wins"))["wins"][0].update(hand="19m"),
        lambda one: one["rounds"].insert(1, {"draw": {"kind": "exhaustive", "hands": {"E": "19m"}}}),
        lambda one: one["rounds"].extend([{"draw": {"kind": "exhaustive", "waiting": []}}] * 20),
        lambda one: one.update(options={"no_such": 1}),
    ]
    for spoil in changes:
        other = copy.deepcopy(record)
        spoil(other)
        ways.append(other)
    return ways


#: A draw whose hands are named by players, not by seats, and one that waits otherwise than it is said.
NAMED = {
    **GAME,
    "rounds": [
        {"draw": {"kind": "exhaustive", "hands": {"Aki": "123m456p789s1122z", "Bea": "19m19p19s1234567z"}}},
        {"draw": {"kind": "exhaustive", "hands": {"E": "123m456p789s1122z"}, "waiting": ["S"]}},
    ],
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_each_game_is_as_alone(lang: str) -> None:
    records = [one for record in logged() for one in (record, *spoiled(record))] + [NAMED, GAME]
    settings = Settings(lang=lang)
    both = settle_reads([read_given(record) for record in records], settings)
    alone = [settle_reads([read_given(record)], settings)[0] for record in records]
    assert msgspec.to_builtins(both) == msgspec.to_builtins(alone)
    assert {result.ok for result in both} == {True, False}
    refused = {result.error.message for result in both if isinstance(result, calc.Refusal)}
    assert len(refused) >= 6
