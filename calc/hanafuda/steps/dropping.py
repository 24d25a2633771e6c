"""Operators for tables where more sit than take part: dropping out, and paying those who are forced out."""

from typing import ClassVar, Literal

from calc.hanafuda.schema import Yaku
from calc.hanafuda.steps.base import Step
from calc.hanafuda.table import POT, Table
from calc.hanafuda.words import Facts
from calc.notation.hanafuda.deck import CardSet

__all__ = ["Compensate", "DropOut", "hand_worth"]


class DropOut(Step, frozen=True, tag="drop_out"):
    """``drop_out``: who drops out pays ``penalty`` to the pot, or to the one who takes over the hand.

    A single player who is left wins without play.
    """

    always: ClassVar[bool] = True

    penalty: int

    def apply(self, table: Table) -> None:
        for player in table.dropped:
            taker = table.took_over.get(player)
            paid = table.pay(player, taker or POT, self.penalty, "dropout")
            table.pot += 0 if taker else paid
        if len(table.players) < 2:
            table.call_off(table.players[0] if table.players else None)

    def english(self) -> str:
        return f"dropping out costs {self.penalty}, which goes to the pot, or to who takes over the hand"


class Compensate(Step, frozen=True, tag="compensate"):
    """``compensate``: each who plays pays the worth of the hands that were forced out.

    ``share``: those share it, odd chips to the first in turn order, or ``each`` of them is paid. From ``no_round_from``
    on nothing is played: most chips in front win, of equal ones the first in turn order.
    """

    always: ClassVar[bool] = True

    share: Literal["shared", "each"]
    no_round_from: int

    def apply(self, table: Table) -> None:
        if not table.forced_out:
            return
        forced_out = [player for player in table.everyone if player in table.forced_out]
        worth = sum(hand_worth(table.compensation, cards) for cards in table.forced_out.values())
        if not worth:
            return
        if self.share == "each":
            for player in forced_out:
                for payer in table.players:
                    table.pay(payer, player, worth, "compensation")
        else:
            _pay_shares(table, forced_out, worth)
        if worth >= self.no_round_from:
            stake = table.stake or {}
            table.call_off(max(table.everyone, key=stake.__getitem__))

    def english(self) -> str:
        who = "those forced out share" if self.share == "shared" else "each forced out gets"
        return (
            f"each who plays pays the worth of the hands forced out, which {who}; from {self.no_round_from} on "
            "nothing is played and most chips win"
        )


def hand_worth(compensation: list[Yaku], cards: CardSet) -> int:
    """What a hand that was forced out is worth."""
    found = [one for one in compensation if one.when.find(cards, Facts()) is not None]
    return sum(int(one.value.amount(cards, 0, 0)) for one in found)


def _pay_shares(table: Table, forced_out: list[str], worth: int) -> None:
    """Everybody pays as much as they can of ``worth``; what is paid is shared evenly."""
    stake = table.stake or {}
    payable = {payer: min(worth, stake.get(payer, worth)) for payer in table.players}
    share, odd = divmod(sum(payable.values()), len(forced_out))
    for place, player in enumerate(forced_out):
        due = share + (place < odd)
        for payer, left in payable.items():
            paid = table.pay(payer, player, min(left, due), "compensation")
            payable[payer] -= paid
            due -= paid
