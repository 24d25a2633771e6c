"""The table on which a round is settled: who holds what, the scores so far, and every payment."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from calc.hanafuda.notes import short
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.value.yaku import Found
from calc.notation.deck import CardSet
from calc.outcomes import Note, Transfer
from calc.tables import Name

#: The party that holds payments until somebody wins a round.
POT = "pot"
#: Parties that are nobody at the table: the pot, and where points come from that no player pays.
BANKS = (POT, "bank", "par")

#: An amount that was worked out: the player, the payer, what was added up, the amount, and each factor.
Counted = tuple[str, str, list[int], int, list[tuple[Fraction | int, Any]]]


class Table(Struct):
    """A round on the table.

    ``players``: those who take part, in turn order; ``everyone``: all at the table, in turn order from the first of
    them. ``teyaku``, ``yaku``: what counts for each; ``dealt``, ``piles``: the cards each was dealt and captured;
    ``points``: of these cards, if cards have points; ``field``: the opening field. ``stopped_by``: who ended the round;
    ``calls``: how often each player went on; ``facts``: what else the record tells, of the round or by player.
    ``owed``: the worth of the hands forced out, which each who plays owes; ``pays_alike``: to each of
    them, so that who is short pays the same to each. ``stake``: chips in front of each, if nobody
    pays more than those. ``counts_yaku``: whether a step has counted yaku. ``titles``: names of steps, which are the
    reasons of payments.
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
    #: Whether the record tells what was won in place of the cards.
    by_result: bool = False
    piles: dict[str, CardSet] = {}
    dealt: dict[str, CardSet] = {}
    field: CardSet | None = None
    month: int | None = None
    dealer: str | None = None
    facts: dict[str, int | dict[str, int]] = {}
    dropped: list[str] = []
    took_over: dict[str, str] = {}
    forced_out: dict[str, CardSet] = {}
    compensation: list[Yaku] = []
    owed: int = 0
    pays_alike: bool = False
    pot: int = 0
    scores: dict[str, int] = {}
    stake: dict[str, int] | None = None
    receipts_at_stake: bool = True
    winner: str | None = None
    is_over: bool = False
    counts_yaku: bool = False
    transfers: list[Transfer] = []
    counted: list[Counted] = []
    notes: list[Note] = []
    titles: Mapping[str, Name] = {}

    def pay(self, payer: str, to: str, amount: int, why: str) -> int:
        """Pay an amount, with a stake at most what is left in front of the payer; return what was paid.

        A negative amount is paid the other way.
        """
        if amount < 0:
            return -self.pay(to, payer, -amount, why)
        if self.stake is not None and payer in self.stake:
            left = self.stake[payer]
            if amount > left:
                self.notes.append(short(payer, to, amount, left, self.reason(why), self.unit))
            amount = min(amount, left)
            self.stake[payer] -= amount
            if self.receipts_at_stake and to in self.stake:
                self.stake[to] += amount
        if amount:
            self.transfers.append(Transfer(payer, to, amount, self.unit, why))
            self.pot += amount if to == POT else -amount if payer == POT else 0
        return amount

    def reason(self, why: str) -> str | Name:
        """Return what the step ``why`` is called, where the rules give it a name."""
        return self.titles.get(why, why)

    def cards_in(self, where: str, player: str) -> CardSet:
        """The cards in a player's ``pile``, ``dealt`` to the player, or on the opening ``field``."""
        if where == "field":
            return self.field or 0
        return (self.piles if where == "pile" else self.dealt).get(player, 0)

    def fact(self, name: str, player: str) -> int:
        """Return what the record tells of a player, or of the round; 0 where it tells nothing."""
        told = self.facts.get(name, 0)
        return told.get(player, 0) if isinstance(told, dict) else told

    def others(self, player: str) -> list[str]:
        """The other players who take part, in turn order after ``player``."""
        if player not in self.players:
            return [*self.players]
        place = self.players.index(player)
        return self.players[place + 1 :] + self.players[:place]

    def change(self, player: str) -> int:
        """What a player wins in the round or, below 0, loses."""
        return sum(one.amount for one in self.transfers if one.to == player) - sum(
            one.amount for one in self.transfers if one.from_ == player
        )
