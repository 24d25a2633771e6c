"""What the settlement steps of a rule set did at a table, remembered for every other table at which they do the same.

Steps look only at what their words read. Where that is no single card, no yaku by its name and no fact, a few numbers
of each player tell a round in which nobody dropped out or holds a dealt yaku, and many rounds share theirs with others.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from calc.hanafuda.settle.amounts import PAYER, PLAY
from calc.hanafuda.settle.table import BANKS, Table
from calc.outcomes import Transfer

#: What tables that are alike have in common, or what none of them has.
_TOLD: Final = frozenset({PLAY, PAYER, "stopped", "winner", "calls", "card_points", "dealer", "stake", "pot"})
_ABSENT: Final = frozenset({"teyaku", "dropped", "forced_out", "compensation"})
#: A number by players or by seat, which the words have after a dot.
_PLACED: Final = ("by_players.", "by_seat.")
_BANKS: Final = frozenset(BANKS)
#: So many tables of a rule set are remembered at most.
_MOST: Final = 1 << 16

#: What the steps can tell tables apart by: numbers of each player and of the table, and players by their places.
Alike = tuple[object, ...]
#: A player by the place in turn order, or a bank.
Party = int | str


class Settled(Struct, frozen=True):
    """What the steps did, players by their places. What only explanations ask for is left out."""

    scores: tuple[int, ...]
    transfers: tuple[tuple[Party, Party, int, str], ...]
    winner: int | None
    stake: tuple[int, ...] | None
    pot: int
    is_over: bool
    counts_yaku: bool

    def put_on(self, table: Table) -> None:
        """Do the same at a table."""
        names, unit = table.players, table.unit
        table.scores = dict(zip(names, self.scores, strict=True))
        table.transfers = [
            Transfer(
                names[payer] if isinstance(payer, int) else payer,
                names[to] if isinstance(to, int) else to,
                amount,
                unit,
                why,
            )
            for payer, to, amount, why in self.transfers
        ]
        table.winner = None if self.winner is None else names[self.winner]
        table.stake = None if self.stake is None else dict(zip(names, self.stake, strict=True))
        table.pot, table.is_over, table.counts_yaku = self.pot, self.is_over, self.counts_yaku


class Recalled(dict[Alike, Settled]):
    """What the steps of a rule set did, by what they looked at."""

    def keep(self, key: Alike, table: Table) -> None:
        """Remember what was done at a table, unless there is something to say of it."""
        if table.notes or len(self) >= _MOST:
            return
        place: dict[str, Party] = {name: at for at, name in enumerate(table.players)}
        self[key] = Settled(
            scores=tuple(table.scores.values()),
            transfers=tuple(
                (place.get(one.from_, one.from_), place.get(one.to, one.to), one.amount, one.why)
                for one in table.transfers
            ),
            winner=None if table.winner is None else table.players.index(table.winner),
            stake=None if table.stake is None else tuple(table.stake.values()),
            pot=table.pot,
            is_over=table.is_over,
            counts_yaku=table.counts_yaku,
        )


def recalled_by(reads: frozenset[str]) -> Recalled | None:
    """An empty memory for steps that look at this; none for steps that look at more than tables are compared by."""
    rest = reads - _TOLD - _ABSENT
    return Recalled() if all(one.startswith(_PLACED) for one in rest) else None


def likeness(table: Table) -> Alike | None:
    """What the steps can tell a table by before they begin; none for a table with anything out of the ordinary."""
    players = table.players
    if (
        len(table.everyone) != len(players)
        or not table.is_played
        or table.notes
        or table.dropped
        or table.forced_out
        or any(table.teyaku.values())
        or not _BANKS.isdisjoint(players)
    ):
        return None
    return (
        *[tuple([one.value for one in found]) for found in table.yaku.values()],
        tuple(table.points.values()),
        tuple([table.calls.get(name, 0) for name in players]) if table.calls else None,
        None if table.stopped_by is None else players.index(table.stopped_by),
        None if table.dealer is None else players.index(table.dealer),
        None if table.stake is None else tuple(table.stake.values()),
        table.pot,
    )
