"""Operators for tables where more sit than take part: dropping out, and paying those who are forced out."""

from functools import reduce
from operator import or_
from typing import ClassVar, Literal

from calc.hanafuda import notes
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.words import Facts
from calc.hanafuda.settle.steps.base import Step
from calc.hanafuda.settle.table import POT, Table
from calc.notation.deck import CardSet


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
            if table.players:
                table.call_off(table.players[0], notes.alone(table.players[0], table.lang))
            else:
                table.call_off(None, notes.nobody_plays(table.pot, table.unit, table.lang))

    def english(self) -> str:
        return f"dropping out costs {self.penalty}, which goes to the pot, or to who takes over the hand"


class Compensate(Step, frozen=True, tag="compensate"):
    """``compensate``: each who plays owes the worth of the hands that were forced out.

    ``share``: those share it, odd chips to the first in turn order, or ``each`` of them is owed all of it. Where
    somebody cannot pay that, what is paid is shared. From ``no_round_from`` that each owes on, nothing is played: most
    chips in front win, of equal ones the first in turn order.
    """

    always: ClassVar[bool] = True

    share: Literal["shared", "each"]
    no_round_from: int

    def apply(self, table: Table) -> None:
        if not table.forced_out:
            return
        forced_out = [player for player in table.everyone if player in table.forced_out]
        worth = sum(hand_worth(table.compensation, cards) for cards in table.forced_out.values())
        owed = worth * len(forced_out) if self.share == "each" else worth
        if not owed:
            return
        _pay_shares(table, forced_out, owed)
        hands = {player: counting_cards(table.compensation, table.forced_out[player]) for player in forced_out}
        if owed < self.no_round_from:
            table.notes.append(notes.forced_out(hands, owed, table.unit, table.lang))
            return
        stake = table.stake or {}
        first, *others = sorted(table.everyone, key=lambda player: -stake[player])
        equal = [player for player in others if stake[player] == stake[first]]
        table.call_off(first, notes.compensated(hands, owed, (first, stake[first]), equal, table.unit, table.lang))

    def english(self) -> str:
        who = "those forced out share" if self.share == "shared" else "each forced out gets"
        return (
            f"each who plays pays the worth of the hands forced out, which {who}; from {self.no_round_from} on that "
            "each owes, nothing is played and most chips win"
        )


def hand_worth(compensation: list[Yaku], cards: CardSet) -> int:
    """What a hand that was forced out is worth."""
    found = [one for one in compensation if one.when.find(cards, Facts()) is not None]
    return sum(int(one.value.amount(cards, 0, 0)) for one in found)


def counting_cards(compensation: list[Yaku], cards: CardSet) -> CardSet:
    """The cards that make a hand that was forced out worth something."""
    return reduce(or_, (one.when.find(cards, Facts()) or 0 for one in compensation), 0)


def _pay_shares(table: Table, forced_out: list[str], owed: int) -> None:
    """Everybody pays as much as they can of what they owe, to all alike; odd chips go round from the first on."""
    stake, odd_to = table.stake or {}, 0
    for payer in table.players:
        left = stake.get(payer, owed)
        if left < owed:
            table.notes.append(
                notes.short(payer, ", ".join(forced_out), owed, left, "compensation", table.unit, table.lang)
            )
        share, odd = divmod(min(owed, left), len(forced_out))
        shares = dict.fromkeys(forced_out, share)
        for _ in range(odd):
            shares[forced_out[odd_to % len(forced_out)]] += 1
            odd_to += 1
        for player, amount in shares.items():
            table.pay(payer, player, amount, "compensation")
