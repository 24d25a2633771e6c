"""Operators for chips in front of the players: the stake, taking all, paying the difference, the pot."""

from typing import ClassVar

from calc.hanafuda.settle.steps.base import Step
from calc.hanafuda.settle.table import POT, Table
from calc.hanafuda.value.yaku import stopping


class Stake(Step, frozen=True, tag="stake"):
    """``stake``: everybody puts so many chips in front, or all that are left; nobody pays more than what lies there.

    ``receipts``: whether what is received joins them.
    """

    always: ClassVar[bool] = True

    chips: int
    receipts: bool

    def apply(self, table: Table) -> None:
        table.stake = {player: min(self.chips, table.chips.get(player, self.chips)) for player in table.everyone}
        table.receipts_at_stake = self.receipts

    def english(self) -> str:
        joins = "joins" if self.receipts else "does not join"
        return f"nobody pays more than the {self.chips} chips in front of them; what is received {joins} these"


class TakeAll(Step, frozen=True, tag="take_all"):
    """``take_all``: who stopped the round by a yaku takes all chips in front of the other players."""

    def apply(self, table: Table) -> None:
        winner = table.stopped_by
        if winner is None or not stopping(table.yaku[winner]):
            return
        stake = table.stake or {}
        for payer in table.others(winner):
            table.pay(payer, winner, stake[payer], "take_all")
        table.winner = winner
        table.is_over = True

    def english(self) -> str:
        return "who stops the round takes all chips in front of the others"


class Difference(Step, frozen=True, tag="difference"):
    """``difference``: every other player pays the winner the difference of their scores."""

    def apply(self, table: Table) -> None:
        if table.winner is None:
            return
        for payer in table.others(table.winner):
            lead = table.scores[table.winner] - table.scores[payer]
            table.pay(payer, table.winner, lead, "difference")

    def english(self) -> str:
        return "the others pay the winner the difference of their scores"


class Pot(Step, frozen=True, tag="pot"):
    """``pot``: the winner takes what lies in the pot."""

    always: ClassVar[bool] = True

    def apply(self, table: Table) -> None:
        if table.winner is not None and table.pot:
            table.pay(POT, table.winner, table.pot, "pot")
            table.pot = 0

    def english(self) -> str:
        return "the winner takes the pot"
