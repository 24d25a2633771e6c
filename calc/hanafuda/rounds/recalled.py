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
from calc.hanafuda.settle.terms import PAYER, PLAY
from calc.hanafuda.value.yaku import total
from calc.outcomes import Note, Transfer, sum_transfers
from calc.translation import language

#: What tables that are alike have in common, or what none of them has.
_TOLD: Final = frozenset({PLAY, PAYER, "yaku", "stopped", "winner", "calls", "card_points", "dealer", "stake", "pot"})
_ABSENT: Final = frozenset({"teyaku", "dropped", "forced_out", "compensation"})
#: A number by players or by seat, which the words have after a dot.
_PLACED: Final = ("by_players.", "by_seat.")
_BANKS: Final = frozenset(BANKS)
#: So many tables of a rule set are remembered at most, and of each table notes in so many names.
_MOST: Final = 1 << 14
_MOST_NAMES: Final = 16

#: A player by the place in turn order, or a bank.
_Party = int | str
#: Players and language of notes.
_Told = tuple[tuple[str, ...], str]


class Done(Struct):
    """What the steps did, players by their places. What only explanations ask for is left out.

    ``notes``: what they noted; ``None`` for nothing. ``mould``: the result as a text with gaps, and what picks their
    values, once one was written.
    """

    scores: tuple[int, ...]
    changes: tuple[int, ...]
    transfers: tuple[tuple[_Party, _Party, int, str], ...]
    winner: int | None
    next_dealer: int | None
    stake: tuple[int, ...] | None
    pot: int
    is_over: bool
    counts_yaku: bool
    notes: dict[_Told, list[Note]] | None
    mould: tuple[str, Callable[[Sequence[Any]], Any]] | None = None

    def put_on(self, table: Table) -> bool:
        """Do the same at a table; false where it is not known what is noted for these players."""
        names = table.players
        noted = self.noted(tuple(names))
        if noted is None:
            return False
        table.notes = [*noted]
        table.scores = dict(zip(names, self.scores, strict=True))
        table.transfers = self.paid(names, table.unit)
        table.winner = None if self.winner is None else names[self.winner]
        table.stake = None if self.stake is None else dict(zip(names, self.stake, strict=True))
        table.pot, table.is_over, table.counts_yaku = self.pot, self.is_over, self.counts_yaku
        return True

    def noted(self, names: tuple[str, ...]) -> Sequence[Note] | None:
        """What the steps noted for these players."""
        return () if self.notes is None else self.notes.get((names, language()))

    def paid(self, names: Sequence[str], unit: str) -> list[Transfer]:
        """The payments between players of these names."""
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
        name: Any,
        names: Sequence[str],
        yaku: Sequence[Any],
        points: Sequence[int | None],
        notes: Any,
        rules: HanafudaRules,
    ) -> HanafudaResult:
        """The result of a round called ``name``."""
        return HanafudaResult(
            id=name,
            rules=rules.label,
            options=rules.chosen,
            players={
                player: PlayerResult([], own, of_cards, score, change)
                for player, own, of_cards, score, change in zip(
                    names, yaku, points, self.scores, self.changes, strict=True
                )
            },
            winner=None if self.winner is None else names[self.winner],
            next_dealer=None if self.next_dealer is None else names[self.next_dealer],
            pots={POT: self.pot} if rules.has_pot else {},
            transfers=self.paid(names, rules.unit),
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


def done_at(table: Table, rules: HanafudaRules) -> Done:
    """What the steps did at a table."""
    place: dict[str | None, _Party] = {name: at for at, name in enumerate(table.players)}
    dealer = next_dealer(table, rules)
    return Done(
        scores=tuple(table.scores.values()),
        changes=tuple(sum_transfers(table.transfers, table.players).values()),
        transfers=tuple(
            (place.get(one.from_, one.from_), place.get(one.to, one.to), one.amount, one.why) for one in table.transfers
        ),
        winner=None if table.winner is None else table.players.index(table.winner),
        next_dealer=None if dealer is None else table.players.index(dealer),
        stake=None if table.stake is None else tuple(table.stake.values()),
        pot=table.pot,
        is_over=table.is_over,
        counts_yaku=table.counts_yaku,
        notes={} if table.notes else None,
    )


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


def remember(alike: object, table: Table, rules: HanafudaRules) -> None:
    """Keep what the steps did at a table, and what they noted for its players."""
    known = rules.recalled or {}
    done = known.get(alike)
    if done is None:
        if rules.recalled is None or len(known) >= _MOST:
            return
        done = rules.recalled[alike] = done_at(table, rules)
    if done.notes is not None and len(done.notes) < _MOST_NAMES:
        done.notes[tuple(table.players), language()] = [*table.notes]


def recalled_by(reads: frozenset[str]) -> dict[Any, Any] | None:
    """An empty memory for steps that look at this; none for steps that look at more than tables are compared by."""
    return {} if all(one.startswith(_PLACED) for one in reads - _TOLD - _ABSENT) else None


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
