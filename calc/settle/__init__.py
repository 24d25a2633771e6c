"""Who pays whom how much and why: any number of parties, any unit."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

__all__ = ["Transfer", "sum_transfers"]


class Transfer(Struct, frozen=True, gc=False, rename={"from_": "from"}):
    """One payment with its reason.

    ``from_`` (in plain data ``from``), ``to``: seats, players, ``discarder`` or pots (``sticks``, ``pot``). ``amount``:
    never below 0, in ``unit``, ``points`` or ``chips``. ``why``: a short id from a listed set, such as ``win``,
    ``counters``, ``sticks`` or ``liable``; the words for it are the report's.
    """

    from_: str
    to: str
    amount: int
    unit: str
    why: str


def sum_transfers(transfers: Iterable[Transfer], parties: Iterable[str]) -> dict[str, int]:
    """What each of ``parties`` gains (or, below 0, loses) by the transfers; others, such as pots, are left out.

    >>> sum_transfers([Transfer("W", "E", 1000, "points", "win")], ["E", "S", "W"])
    {'E': 1000, 'S': 0, 'W': -1000}
    """
    totals = dict.fromkeys(parties, 0)
    for transfer in transfers:
        if transfer.from_ in totals:
            totals[transfer.from_] -= transfer.amount
        if transfer.to in totals:
            totals[transfer.to] += transfer.amount
    return totals
