"""Sections of a rule table beside its steps: the stake, what takes yaku away, and when a game is over.

Annotations are evaluated here as they stand (no ``from __future__``): resolving them later takes longer.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from calc.hanafuda.rules.schema import Condition, Fact
from calc.hanafuda.settle.amounts import Amount, Reads, join, reads_of, write
from calc.hanafuda.settle.conditions import PersonTest, Test
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Gone
from calc.tables import Entry, Name
from calc.tables.ruleset import spelled_as


class Stake(Entry, frozen=True, kw_only=True):
    """What everybody puts in front, or all that are left, and then pays no more than that."""

    chips: Annotated[int, Meta(ge=1)]
    receipts: bool

    def text(self) -> str:
        return write("stake.receipts" if self.receipts else "stake.paid", chips=self.chips)


class Scores(Entry, frozen=True, kw_only=True):
    """What the scores of every round have in common: those that a record tells without cards have to fit."""

    sum: int | None = None
    least: int | None = None
    winners: Annotated[int, Meta(ge=1)] | None = None
    of_yaku: bool = False

    def text(self) -> str:
        said = {key: getattr(self, key) for key in ("sum", "least", "winners", "of_yaku")}
        told = [write(f"scores.{key}", number=one) for key, one in said.items() if one is not None and one is not False]
        return write("scores", told=join("list", told))


class Void(Entry, frozen=True, kw_only=True):
    """Captured cards, or what else is so of their holder, that take yaku away: ``of`` the holder, the opponents or
    everybody; of ``groups``, and single ``yaku``, or all.
    """

    name: Name
    when: Condition | None = None
    who: Annotated[PersonTest, spelled_as("person")] | None = None
    of: Literal["holder", "opponents", "everybody"]
    groups: list[str] = msgspec.field(default_factory=list)
    yaku: list[str] = msgspec.field(default_factory=list)

    @property
    def reads(self) -> Reads:
        return frozenset() if self.who is None else self.who.reads

    @property
    def names(self) -> frozenset[str]:
        """What it takes away, as :data:`Gone` says; empty for everything."""
        return frozenset([*self.groups, *(f"yaku:{name}" for name in self.yaku)])

    def is_held(self, table: Table, player: str) -> bool:
        """Whether a player has what takes yaku away."""
        if self.when is not None and self.when.find(table.piles[player], table.month) is None:
            return False
        return self.who is None or self.who.of(table, player, player)

    def text(self) -> str:
        parts = [] if self.when is None else [self.when.text()]
        return join("all", parts + ([] if self.who is None else [self.who.text()]))


def voided(voids: Iterable[Void], table: Table) -> dict[str, Gone]:
    """Return for each player what somebody's cards, or whatever else voids ask for, take away."""
    taken: dict[str, Gone] = dict.fromkeys(table.players, frozenset())
    for void in voids:
        for holder in table.players:
            if not void.is_held(table, holder):
                continue
            for name, known in taken.items():
                hit = {"holder": name == holder, "opponents": name != holder, "everybody": True}[void.of]
                if hit and known is not None:
                    taken[name] = known | void.names or None
    return taken


#: Why a game is over by the rules.
Ending = Literal["rounds_over", "points_reached", "lead_reached"]
#: Facts of the next round: a number, or one by player.
Carried = dict[str, int | dict[str, int]]


class CarryRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of what a carried fact becomes, where ``when`` holds at the end of the round."""

    of: Annotated[Amount, spelled_as("amount")]
    when: Annotated[Test, spelled_as("when")] | None = None

    def text(self) -> str:
        if self.when is None:
            return self.of.text()
        return write("carried.if", amount=self.of.text(), where=self.when.text())


class Match(Entry, frozen=True, kw_only=True):
    """When a game is over: after a number of rounds, or once somebody has enough points or enough of a lead."""

    rounds: Annotated[int, Meta(ge=1)] | None = None
    to: Annotated[int, Meta(ge=1)] | None = None
    lead: Annotated[int, Meta(ge=1)] | None = None
    start: Annotated[int, Meta(ge=1)] | None = None

    carry: dict[str, CarryRow | tuple[CarryRow, ...]] = msgspec.field(default_factory=dict)

    @property
    def reads(self) -> Reads:
        return reads_of([word for rows in self.rows.values() for row in rows for word in (row.of, row.when)])

    @property
    def rows(self) -> dict[str, tuple[CarryRow, ...]]:
        return {name: rows if isinstance(rows, tuple) else (rows,) for name, rows in self.carry.items()}

    def carried(self, table: Table, facts: Mapping[str, Fact]) -> Carried:
        """Return the facts of the next round, given the table at the end of this one; none is less than 0."""

        def total_of(rows: tuple[CarryRow, ...], player: str) -> int:
            holding = [row.of for row in rows if row.when is None or row.when.of(table, player, player)]
            return max(sum(int(amount.of(table, player, player)) for amount in holding), 0)

        return {
            name: {one: total_of(rows, one) for one in table.everyone}
            if facts[name].of == "player"
            else total_of(rows, "")
            for name, rows in self.rows.items()
        }

    def ending(self, played: int, totals: Mapping[str, int]) -> Ending | None:
        """Return why a game is over after these rounds, ``None`` where it goes on."""
        first, *others = sorted(totals.values(), reverse=True)
        if self.to is not None and first >= self.to:
            return "points_reached"
        if self.lead is not None and others and first - others[0] >= self.lead:
            return "lead_reached"
        return "rounds_over" if self.rounds is not None and played >= self.rounds else None

    def text(self, titles: Mapping[str, Name]) -> str:
        """The rule, in words; ``titles``: names of facts, behind ``fact.``."""
        said = {key: getattr(self, key) for key in ("rounds", "to", "lead", "start")}
        told = [write(f"match.{key}", number=number) for key, number in said.items() if number is not None]
        for name, parts in self.rows.items():
            amount = join("carried.plus", (part.text() for part in parts))
            told.append(write("carried", what=titles[f"fact.{name}"].text(), amount=amount))
        return join("list", told)
