"""The table on which a round is settled: who holds what, the scores so far, and every payment."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from calc.errors import HandError
from calc.hanafuda.notes import short
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.value.yaku import Found
from calc.notation.deck import CardSet
from calc.outcomes import Note, Transfer

#: The party that holds payments until somebody wins a round.
POT = "pot"


class Table(Struct):
    """A round on the table.

    ``players``: those who take part, in turn order; ``everyone``: all at the table, in turn order from the first of
    them. ``teyaku``, ``yaku``: what counts for each player; ``piles``: the cards each captured; ``points``: of these
    cards, if cards have points. ``stopped_by``: who ended the round; ``calls``: how often each player went on.
    ``stake``: chips in front of each, if nobody pays more than those. ``lang``: the language of the notes.
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
        """Pay an amount, with a stake at most what is left in front of the payer; return what was paid.

        A negative amount is paid the other way.
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
        """End the round before play: only what was paid so far counts.

        Raises :class:`~calc.errors.HandError` if something was played.
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

    def found(self, kind: Literal["teyaku", "yaku"]) -> dict[str, list[Found]]:
        """Return the teyaku or yaku that count, by player."""
        return self.teyaku if kind == "teyaku" else self.yaku

    def others(self, player: str) -> list[str]:
        """The other players who take part, in turn order after ``player``."""
        place = self.players.index(player)
        return self.players[place + 1 :] + self.players[:place]

    def change(self, player: str) -> int:
        """What a player wins in the round or, below 0, loses."""
        return sum(one.amount for one in self.transfers if one.to == player) - sum(
            one.amount for one in self.transfers if one.from_ == player
        )
