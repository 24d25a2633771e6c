"""What the plain judges of all hanafuda games share: who paid whom, and what a settled round looks like."""

from typing import Any

from tests.hanafuda.naive_cards import Refused, months_held

#: A yaku and its value: a number or ``take_all``.
Yaku = tuple[str, int | str]


class Payments:
    """Payments in order: amounts by (from, to, why)."""

    def __init__(self) -> None:
        self.by_reason: dict[tuple[str, str, str], int] = {}

    def pay(self, payer: str, payee: str, amount: int, why: str) -> None:
        if amount:
            key = (payer, payee, why)
            self.by_reason[key] = self.by_reason.get(key, 0) + amount

    def change(self, name: str) -> int:
        paid = sum(amount for (payer, _, _), amount in self.by_reason.items() if payer == name)
        received = sum(amount for (_, payee, _), amount in self.by_reason.items() if payee == name)
        return received - paid


def total(yaku: list[Yaku]) -> int:
    """The sum of the values that are numbers."""
    return sum(value for _, value in yaku if isinstance(value, int))


def four_of_a_month(cards: set[int]) -> bool:
    return 4 in months_held(cards).values()


def refuse_keys(record: dict[str, Any], keys: list[str], why: str) -> None:
    """What a round that ended before play cannot have."""
    for key in keys:
        if record.get(key):
            raise Refused("contradiction", f"{key}: {why}")
    if any("captured" in player for player in record["players"].values()):
        raise Refused("contradiction", f"captured: {why}")


def finish(
    payments: Payments,
    players: dict[str, dict[str, Any]],
    winner: str | None,
    next_dealer: str | None,
    pots: dict[str, int],
) -> dict[str, Any]:
    for name, player in players.items():
        player["change"] = payments.change(name)
    return {
        "players": players,
        "winner": winner,
        "next_dealer": next_dealer,
        "pots": pots,
        "transfers": payments.by_reason,
    }
