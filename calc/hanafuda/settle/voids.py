"""What takes yaku away from players: captured cards, or something else that is so of a player."""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from calc.hanafuda.rules.schema import Condition
from calc.hanafuda.rules.words import Facts
from calc.hanafuda.settle.amounts import Reads
from calc.hanafuda.settle.conditions import PersonTest
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Gone
from calc.tables import Entry, Name
from calc.tables.ruleset import spelled_as
from calc.text import in_lang


class Void(Entry, frozen=True, kw_only=True):
    """Captured cards, or what else is so of their holder, that take yaku away: ``of`` the holder, the opponents or
    everybody; of ``groups``, and single ``yaku``, or all.
    """

    name: Name
    when: Annotated[Condition | None, Meta(description="Captured cards of the holder.")] = None
    who: Annotated[
        Annotated[PersonTest, spelled_as("person")] | None,
        Meta(description="What is so of the holder, before any yaku is taken away."),
    ] = None
    of: Literal["holder", "opponents", "everybody"]
    groups: list[str] = msgspec.field(default_factory=list)
    yaku: list[str] = msgspec.field(default_factory=list)

    @property
    def reads(self) -> Reads:
        """What it looks at."""
        return frozenset() if self.who is None else self.who.reads

    @property
    def names(self) -> frozenset[str]:
        """What it takes away, as :data:`Gone` says; empty for everything."""
        return frozenset([*self.groups, *(f"yaku:{name}" for name in self.yaku)])

    def is_held(self, table: Table, player: str) -> bool:
        """Whether a player has what takes yaku away."""
        if self.when is not None and self.when.find(table.piles.get(player, 0), Facts(month=table.month)) is None:
            return False
        return self.who is None or self.who.holds(table, player, player)

    def text(self, lang: str) -> str:
        """What the holder has."""
        parts = [] if self.when is None else [self.when.text(lang)]
        return in_lang(lang, " and ", "、かつ").join(parts + ([] if self.who is None else [self.who.text(lang)]))


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
