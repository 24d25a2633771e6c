"""What a departure is, and what departures of every game have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from calc.settle import Transfer

__all__ = ["Departure", "why_amounts"]

#: What payments are made for, by their short ids, as a sentence names it.
_PAID_FOR: Final = {
    "win": "what is paid for the win",
    "counters": "the counters",
    "sticks": "the riichi sticks",
    "penalty": "the payment of who does not wait",
    "nagashi": "the Pool of Dreams",
    "liable": "what is paid for being responsible",
    "riichi": "the riichi sticks that were paid",
    "chombo": "the penalty",
    "teyaku": "the dealt yaku",
    "yaku": "the yaku",
    "difference": "the differences of the scores",
    "take_all": "taking all chips",
    "compensation": "the compensation",
    "dropout": "what dropping out costs",
    "par": "par",
    "pot": "the pot",
}


class Departure(Struct, frozen=True):
    """A figure of a claim that is another: which, what was claimed and what it is, and why, in sentences."""

    key: str
    claimed: Any
    actual: Any
    why: list[str] = []


def why_amounts(
    claimed: Mapping[str, int], actual: Mapping[str, int], transfers: Sequence[Transfer], *, signed: bool = True
) -> Iterator[str]:
    """The first player of whom another amount is claimed; what is left out where that explains all; who is mixed up.

    ``signed``: whether amounts are gains and losses.
    """
    wrong = [name for name, amount in claimed.items() if actual.get(name, 0) != amount]
    if wrong:
        first, sign = wrong[0], "+" if signed else ""
        yield f"{first}: {claimed[first]:{sign}} is claimed, {actual.get(first, 0):{sign}} is right"
        yield from _parts_of(first, transfers)
        yield from _somebody_else(claimed, actual)
    moved: dict[str, dict[str, int]] = {}
    for one in transfers:
        of = moved.setdefault(one.why, {})
        of[one.to] = of.get(one.to, 0) + one.amount
        of[one.from_] = of.get(one.from_, 0) - one.amount
    for why, of in moved.items():
        if why == "win":  # nobody forgets that
            continue
        for times, said in ((1, "left out"), (-1, "counted twice")):
            if all(actual.get(name, 0) - times * of.get(name, 0) == amount for name, amount in claimed.items()):
                yield f"{said}: {_PAID_FOR.get(why, why)}"
    if len(wrong) > 1 and sorted(claimed[name] for name in wrong) == sorted(actual.get(name, 0) for name in wrong):
        yield f"the amounts are right, but not whose they are: {', '.join(wrong)} are exchanged"


def _parts_of(name: str, transfers: Sequence[Transfer]) -> Iterator[str]:
    """What the gains and losses of one player come from, where there is more than one thing."""
    parts: dict[str, int] = {}
    for one in transfers:
        if name in (one.from_, one.to):
            parts[one.why] = parts.get(one.why, 0) + (one.amount if one.to == name else -one.amount)
    told = ", ".join(f"{amount:+} {_PAID_FOR.get(why, why)}" for why, amount in parts.items() if amount)
    if sum(map(bool, parts.values())) > 1:
        yield f"{name}: {told}"


def _somebody_else(claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
    """A payment of somebody who pays nothing, where somebody of whom nothing is claimed pays just that."""
    for name, amount in claimed.items():
        payer = next((other for other in actual if other not in claimed and actual[other] == amount), None)
        if amount < 0 and not actual.get(name) and payer is not None:
            yield f"{payer} pays that, not {name}"
