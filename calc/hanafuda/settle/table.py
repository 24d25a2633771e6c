"""A round while it is settled: who holds what, the scores so far, and every payment made."""

from __future__ import annotations

from msgspec import Struct

from calc.errors import HandError
from calc.hanafuda.notes import short
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.value.yaku import Found
from calc.notation.hanafuda.deck import CardSet
from calc.outcomes import Note, Transfer

#: The party of payments that wait for the winner of a round.
POT = "pot"


class Table(Struct):
    """A round on the table.

    ``players``: those who take part, in turn order, and ``everyone`` at the table in turn order from the first of
    them; ``teyaku`` and ``yaku``: what counts, of each player; ``piles``: what each captured;
    ``points``: of the cards of each player, where cards have points; ``stopped_by`` and ``calls``: who ended the round,
    and how often each player went on. ``stake``: chips in front of each, where nobody pays more than those. ``lang``:
    of the notes.
    """

    unit: str
    players: list[str]
    everyone: list[str]
    teyaku: dict[str, list[Found]]
    yaku: dict[str, list[Found]]
    points: dict[str, int] = {}
    stopped_by: str | None = None
    calls: dict[str, int] = {}
    is_played: bool = True
    piles: dict[str, CardSet] = {}
    dropped: list[str] = []
    took_over: dict[str, str] = {}
    forced_out: dict[str, CardSet] = {}
    compensation: list[Yaku] = []
    chips: dict[str, int] = {}
    pot: int = 0
    scores: dict[str, int] = {}
    stake: dict[str, int] | None = None
    receipts_at_stake: bool = True
    winner: str | None = None
    is_over: bool = False
    transfers: list[Transfer] = []
    notes: list[Note] = []
    lang: str = "en"

    def pay(self, payer: str, to: str, amount: int, why: str) -> int:
        """Pay what is asked, or, where there is a stake, what lies in front of the payer; the amount that was paid.

        Less than nothing goes the other way.
        """
        if amount < 0:
            return -self.pay(to, payer, -amount, why)
        if self.stake is not None and payer in self.stake:
            left = self.stake[payer]
            if amount > left:
                self.notes.append(short(payer, to, amount, left, why, self.unit, self.lang))
            amount = min(amount, left)
            self.stake[payer] -= amount
            if self.receipts_at_stake and to in self.stake:
                self.stake[to] += amount
        if amount:
            self.transfers.append(Transfer(payer, to, amount, self.unit, why))
        return amount

    def call_off(self, winner: str | None, why: Note) -> None:
        """End the round before play: nothing was shown, nothing counts but what was paid so far.

        Raises :class:`~calc.errors.HandError` where something was played.
        """
        if self.is_played or self.stopped_by is not None:
            raise HandError(
                f"{why.text}; found captured cards or a stop; leave them out",
                code="contradiction",
                key="players",
            )
        self.is_over = True
        self.winner = winner
        self.teyaku = {player: [] for player in self.players}
        self.notes.append(why)

    def others(self, player: str) -> list[str]:
        """The other players who take part, in turn order after ``player``."""
        place = self.players.index(player)
        return self.players[place + 1 :] + self.players[:place]

    def change(self, player: str) -> int:
        """What the round gave a player, or, below 0, cost."""
        return sum(one.amount for one in self.transfers if one.to == player) - sum(
            one.amount for one in self.transfers if one.from_ == player
        )
