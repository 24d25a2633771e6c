"""How often a player can have gone on: no round that was played is refused, no order of captures has more growth."""

from itertools import permutations
from random import Random
from typing import Any

import pytest

import calc
from calc.hanafuda.load import load_hanafuda_rules
from tests.hanafuda import drafts, naive_koikoi
from tests.hanafuda.naive_cards import ALL, CHAFF
from tests.rows import Rows

ROWS = Rows(__file__)


HOUSES: list[dict[str, Any]] = [{}, {"families": "stack"}, {"sake_cup_is_chaff": True, "tsukifuda": "round_month"}]


def spelled(pile: set[int]) -> str:
    return " ".join(f"#{card}" for card in sorted(pile))


def played(rng: Random, options: dict[str, Any], month: int) -> dict[str, Any]:
    """A round of Koi-Koi played turn by turn."""
    full = naive_koikoi.DEFAULTS | options
    hands, field = drafts.deal(rng, 2, 8, 8)
    piles, calls, stopper = drafts.koikoi_by_play(rng, hands, field, full, month)
    record: dict[str, Any] = {
        "rules": "koikoi",
        "month": month,
        "players": {name: {"captured": spelled(pile)} for name, pile in zip("AB", piles, strict=True)},
        "koikoi": {name: times for name, times in zip("AB", calls, strict=True) if times},
    }
    if stopper is not None:
        record["stopped_by"] = "AB"[stopper]
    return record


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_no_round_that_was_played_is_refused(options: dict[str, Any]) -> None:
    rng = Random(f"played {options}")
    calls = 0
    for _ in range(250):
        record = played(rng, options, rng.randint(1, 12))
        calls += sum(record["koikoi"].values())
        whole = calc.settle_round(record, options=options)
        # Nor where only the cards are written down that yaku are made of.
        for name, hand in record["players"].items():
            has_chaff = any(yaku.id in ("kasu", "tsukifuda") for yaku in whole.players[name].yaku)
            kept = [card for card in hand["captured"].split() if has_chaff or int(card[1:]) not in CHAFF]
            record["players"][name] = {"captured": kept}
        assert calc.settle_round(record, options=options).players == whole.players
    assert calls > 100


def grows(before: set[int], after: set[int], month: int) -> bool:
    full = naive_koikoi.DEFAULTS | {"families": "stack", "tsukifuda": "round_month"}
    had, has = (dict(naive_koikoi.formed_yaku(pile, full, month)) for pile in (before, after))
    return any(name not in had or int(had[name]) < int(worth) for name, worth in has.items())


def most_growth(pile: set[int], month: int) -> int:
    """In the best order of all."""
    best = 0
    for order in permutations(sorted(pile)):
        best = max(best, sum(grows(set(order[:at]), set(order[: at + 1]), month) for at in range(len(order))))
    return best


@pytest.mark.parametrize("seed", range(30))
def test_as_many_calls_as_some_order_of_captures_has_growth_are_allowed(seed: int) -> None:
    rng = Random(f"growth {seed}")
    pile = set(rng.choice(drafts.WISHES)) | set(rng.sample(sorted(ALL), 2))
    pile = set(rng.sample(sorted(pile), min(len(pile), 6)))
    most = most_growth(pile, 1)
    record = {"rules": "koikoi", "month": 1, "players": {"A": {"captured": spelled(pile)}, "B": {"captured": ""}}}
    options = {"tsukifuda": "round_month"}
    if most:
        calc.settle_round({**record, "stopped_by": "A", "koikoi": {"A": most - 1}}, options=options)
        calc.settle_round({**record, "koikoi": {"A": most}}, options=options)
    with pytest.raises(calc.HandError):
        calc.settle_round({**record, "koikoi": {"A": len(pile) + 1}}, options=options)


@ROWS.each("the_bound_of_a_pile")
def test_the_bound_of_a_pile(pile: str, most: int) -> None:
    line = f"koikoi A:{pile.replace(' ', ',')} B:"
    calc.settle_round(f"{line} koikoi.A={most}")
    with pytest.raises(calc.HandError, match=f"{most} times? at most"):
        calc.settle_round(f"{line} koikoi.A={most + 1}")


@pytest.mark.parametrize(
    ("name", "players", "each", "most"),
    [("koikoi", 2, 8, 40), ("taiyaku", 3, 7, 48), ("taiyaku", 2, 8, 38), ("hiraya", 3, 7, None)],
)
def test_turns_and_captures_follow_from_the_deal(name: str, players: int, each: int, most: int | None) -> None:
    deal = load_hanafuda_rules(name).deal(players)
    assert (deal.turns, deal.captured) == (each, most)
