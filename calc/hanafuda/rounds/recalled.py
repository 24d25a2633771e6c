"""What the steps did at a table, remembered for every other table at which they do the same.

Steps look only at what their words read. Where that is no single card, no yaku by its name and no fact, a few numbers
of each player tell a round in which nobody dropped out or holds a dealt yaku, and many rounds share theirs with others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Final

import msgspec
from msgspec import Struct

from calc.hanafuda.results import HanafudaResult, PlayerResult
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.table import BANKS, POT, Table
from calc.hanafuda.value.yaku import total
from calc.outcomes import Note, Transfer, sum_transfers
from calc.translation import language

_BANKS: Final = frozenset(BANKS)
#: So many tables of a rule set are remembered at most.
_MOST: Final = 1 << 14


class Done(Struct):
    """What the steps did, players by their places. What only explanations ask for is left out.

    ``notes``: what they noted. ``mould``: the result as a text with gaps, and what picks their values, once one was
    written.
    """

    scores: tuple[int, ...]
    changes: tuple[int, ...]
    transfers: tuple[tuple[int | str, int | str, int, str], ...]
    winner: int | None
    next_dealer: int | None
    stake: tuple[int, ...] | None
    pot: int
    is_over: bool
    counts_yaku: bool
    notes: list[Note]
    mould: tuple[str, Callable[[Sequence[Any]], Any]] | None = None

    def put_on(self, table: Table) -> None:
        """Do the same at a table."""
        names = table.players
        table.scores = dict(zip(names, self.scores, strict=True))
        table.transfers = self._paid(names, table.unit)
        table.winner = None if self.winner is None else names[self.winner]
        table.stake = None if self.stake is None else dict(zip(names, self.stake, strict=True))
        table.pot, table.is_over, table.counts_yaku, table.notes = (
            self.pot,
            self.is_over,
            self.counts_yaku,
            [*self.notes],
        )

    def _paid(self, names: Sequence[str], unit: str) -> list[Transfer]:
        return [
            Transfer(
                names[payer] if isinstance(payer, int) else payer,
                names[to] if isinstance(to, int) else to,
                amount,
                unit,
                why,
            )
            for payer, to, amount, why in self.transfers
        ]

    def write(
        self,
        own: Any,
        names: Sequence[str],
        yaku: Sequence[Any],
        points: Sequence[int | None],
        notes: Any,
        rules: HanafudaRules,
    ) -> HanafudaResult:
        """The result of a round with the id ``own``."""
        lines = zip(names, yaku, points, self.scores, self.changes, strict=True)
        return HanafudaResult(
            id=own,
            rules=rules.label,
            options=rules.chosen,
            players={name: PlayerResult([], *line) for name, *line in lines},
            winner=None if self.winner is None else names[self.winner],
            next_dealer=None if self.next_dealer is None else names[self.next_dealer],
            pots={POT: self.pot} if rules.has_pot else {},
            transfers=self._paid(names, rules.unit),
            notes=notes,
        )

    def spell(self, given: Sequence[str], points: Sequence[int | None], rules: HanafudaRules) -> str:
        """The result as JSON without the last brace; ``given``: the id, names, yaku of each, and notes, as JSON."""
        if self.mould is None:
            gaps = [f"\0{place}" for place in range(len(given))]
            count = len(points)
            whole = self.write(gaps[0], gaps[1 : 1 + count], gaps[1 + count : -1], points, gaps[-1], rules)
            text, *rest = re.split(r'"\\u0000([0-9]+)"', msgspec.json.encode(whole)[:-1].decode().replace("%", "%%"))
            self.mould = "%s".join([text, *rest[1::2]]), itemgetter(*map(int, rest[::2]))
        text, pick = self.mould
        return str(text % pick(given))


def next_dealer(table: Table, rules: HanafudaRules) -> str | None:
    """Return who deals next, or none if unknown: a round that names a leader may not name the dealer."""
    dealer = table.dealer
    match rules.table.next_dealer:
        case "winner":
            return dealer if table.winner is None else table.winner
        case "winner_or_next" if table.winner is not None:
            return table.winner
        case "lowest":
            return min(table.players, key=table.scores.__getitem__, default=dealer)
        case "next" | "winner_or_next" if dealer is not None:
            place = table.everyone.index(dealer) + 1
            return table.everyone[place % len(table.everyone)]
        case _:
            return dealer


def recall(alike: object, names: Sequence[str], rules: HanafudaRules) -> Done | None:
    """What the steps did at a table like this; none where it is not known, or not what they noted of these players."""
    known = rules.recalled
    if known is None:
        return None
    done: Done | None = known.get(alike) or known.get((alike, *names, language()))
    return done


def remember(alike: object, table: Table, rules: HanafudaRules) -> None:
    """Keep what the steps did at a table; where they noted something, for the same players alone."""
    if rules.recalled is None or len(rules.recalled) >= _MOST:
        return
    place: dict[str | None, Any] = {name: at for at, name in enumerate(table.players)}
    rules.recalled[(alike, *table.players, language()) if table.notes else alike] = Done(
        scores=tuple(table.scores.values()),
        changes=tuple(sum_transfers(table.transfers, table.players).values()),
        transfers=tuple(
            (place.get(one.from_, one.from_), place.get(one.to, one.to), one.amount, one.why) for one in table.transfers
        ),
        winner=place.get(table.winner),
        next_dealer=place.get(next_dealer(table, rules)),
        stake=None if table.stake is None else tuple(table.stake.values()),
        pot=table.pot,
        is_over=table.is_over,
        counts_yaku=table.counts_yaku,
        notes=[*table.notes],
    )


def likeness(table: Table) -> tuple[object, ...] | None:
    """What the steps can tell a table by before they begin; none for a table with anything out of the ordinary.

    Numbers of each player and of the table, and players by their places.
    """
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
        *[total(found) if found else None for found in table.yaku.values()],
        tuple(table.points.values()),
        tuple([table.calls.get(name, 0) for name in players]) if table.calls else None,
        None if table.stopped_by is None else players.index(table.stopped_by),
        None if table.dealer is None else players.index(table.dealer),
        None if table.stake is None else tuple(table.stake.values()),
        table.pot,
    )
