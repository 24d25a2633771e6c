"""What a departure is, and what departures of every game have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from calc.settle import Transfer
from calc.settle.outcomes import Difference

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
#: Seats as a sentence names them.
_SEATS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
_LARGE: Final = re.compile(r"\d{4,}")


class Departure(Struct, frozen=True):
    """A figure of a claim that is another: which, what was claimed and what it is, and why, in sentences."""

    key: str
    claimed: Any
    actual: Any
    why: list[str] = []


def thousands(text: str) -> str:
    """Points as they are printed: ``7,700``, ``1,300/2,600``, ``4,000 all``."""
    return _LARGE.sub(lambda number: f"{int(number[0]):,}", text)


def title_of(name: str) -> str:
    """A seat by its wind, anybody else by name."""
    return _SEATS.get(name, name)


def departure_of(one: Difference, transfers: Sequence[Transfer] = ()) -> Departure:
    """Changes are explained by what was paid; scores carry what was before."""
    amounts = isinstance(one.claimed, Mapping) and isinstance(one.actual, Mapping)
    signed = one.key == "changes"
    why = list(why_amounts(one.claimed, one.actual, transfers, signed=signed)) if amounts else []
    return Departure(one.key, one.claimed, one.actual, why)


def why_amounts(
    claimed: Mapping[str, int], actual: Mapping[str, int], transfers: Sequence[Transfer], *, signed: bool = True
) -> Iterator[str]:
    """The first player of whom another amount is claimed; what is left out where that explains all; who is mixed up.

    ``signed``: whether amounts are gains and losses.
    """
    wrong = [name for name, amount in claimed.items() if actual.get(name, 0) != amount]
    if wrong:
        yield _first_wrong(wrong[0], claimed[wrong[0]], actual.get(wrong[0], 0), signed=signed)
        yield from _parts_of(wrong[0], transfers)
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
        names = ", ".join(map(title_of, wrong))
        yield f"the amounts are right, but not whose they are: {names} are exchanged"


def _first_wrong(name: str, claimed: int, actual: int, *, signed: bool) -> str:
    """``West: -7,700 is claimed, -8,000 is right``; of who neither pays nor gains anything, just that."""
    who, sign = title_of(name), "+" if signed else ""
    if signed and not actual:
        return f"{who}: {claimed:+,} is claimed, but {who} {'pays' if claimed < 0 else 'gains'} nothing"
    said = f"{claimed:{sign},}" if claimed or not signed else "nothing"
    return f"{who}: {said} is claimed, {actual:{sign},} is right"


def _parts_of(name: str, transfers: Sequence[Transfer]) -> Iterator[str]:
    """What the gains and losses of one player come from, where there is more than one thing."""
    parts: dict[str, int] = {}
    for one in transfers:
        if name in (one.from_, one.to):
            parts[one.why] = parts.get(one.why, 0) + (one.amount if one.to == name else -one.amount)
    told = ", ".join(f"{amount:+,} {_PAID_FOR.get(why, why)}" for why, amount in parts.items() if amount)
    if sum(map(bool, parts.values())) > 1:
        yield f"{title_of(name)}: {told}"


def _somebody_else(claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
    """A payment of somebody who pays nothing, where somebody of whom nothing is claimed pays just that."""
    for name, amount in claimed.items():
        payer = next((other for other in actual if other not in claimed and actual[other] == amount), None)
        if amount < 0 and not actual.get(name) and payer is not None:
            yield f"{title_of(payer)} pays that, not {title_of(name)}"
