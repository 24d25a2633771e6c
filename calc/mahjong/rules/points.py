"""From han and fu to payments, as a mahjong rule table holds them: base points, levels, shares, counters, sticks.

Annotations are evaluated here as they stand, as in :mod:`calc.mahjong.rules.schema`.
"""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from calc.tables import Entry, Name

#: Numbers of a table: none is negative, and none so large that sums of them could overflow.
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Positive = Annotated[int, Meta(ge=1, le=1_000_000)]
#: Where there are no limits, hands with more base points are refused, and so are those of so many han. A payment is
#: then exact in JSON, too.
MOST_BASE = 1_000_000_000_000_000
TOO_MANY_HAN = 45
#: The level of limit hands in results; the others are those of the table.
LIMIT_LEVEL = "yakuman"


class Base(Entry, frozen=True, kw_only=True):
    """Base points = fu x ``per_fu`` x ``per_han`` for each han, at most ``cap`` where there is one; above
    ``round_up_above`` they are the cap.
    """

    per_fu: Positive
    per_han: Positive
    cap: Positive | None = None
    round_up_above: Count | None = None


class Pays(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a payment chart, in points: by ron the discarder pays, by tsumo each other player and the dealer.

    A dealer's tsumo is written as what it brings ``in_all``; the others share it equally.
    """

    other_ron: Count
    dealer_ron: Count
    other_tsumo_each: Count
    other_tsumo_dealer: Count
    dealer_tsumo_in_all: Count


class Paid(Entry, frozen=True, kw_only=True):
    """What is paid by fixed ``base`` points or, where a chart pays, by a row of it."""

    base: Count | None = None
    pays: Pays | None = None

    @property
    def worth(self) -> int:
        """The base points; where a chart pays, the ron of a non-dealer, which tells its rows apart."""
        return self.pays.other_ron if self.pays is not None else self.base or 0


class Level(Paid, frozen=True, kw_only=True):
    """What is paid from a number of han on. The lowest rows of a chart have no name.

    A level that no number of han reaches is there for what is worth it by name, such as nagashi mangan.
    """

    name: Name | None = None
    also: Annotated[tuple[str, ...], Meta(description="Other names that people use.")] = ()
    from_han: Positive | None = None


class Limit(Paid, frozen=True, kw_only=True):
    """What a limit hand is paid, and whether several add up (else the highest counts), ``at_most`` a number of them.

    With ``han`` it is a yaku of so many han, to which other yaku and dora add.
    """

    name: Name
    also: Annotated[tuple[str, ...], Meta(description="Other names that people use.")] = ()
    add_up: bool
    at_most: Positive | None = None
    han: Positive | None = None


class Share(Entry, frozen=True, kw_only=True):
    """How many times the base points are paid, by whom."""

    from_each: Count = 0
    from_dealer: Count = 0
    from_discarder: Count = 0


class Shares(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The four ways to be paid. On a tsumo ``from_dealer`` is beside ``from_each`` for the others."""

    dealer_tsumo: Share
    other_tsumo: Share
    dealer_ron: Share
    other_ron: Share


class Counters(Entry, frozen=True, kw_only=True):
    """Points for each repeat counter: from each payer on a tsumo, from the discarder on a ron."""

    tsumo_each: Count
    ron: Count


class Stick(Entry, frozen=True, kw_only=True):
    """What a riichi stick is worth."""

    points: Count


class ChartFu(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A column of fu in a payment chart, and from how many han it can occur by ron and by tsumo; none where it
    cannot. ``why`` says which hand has these fu, where only one does.
    """

    fu: int
    ron_from_han: Positive | None = None
    tsumo_from_han: Positive | None = None
    why: Name | None = None


class Points(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """From han and fu to payments: through base points and shares, or, where there are none, by a chart of levels."""

    base: Base | None = None
    levels: dict[str, Level]
    limit: Limit
    shares: Shares | None = None
    absent_share: Annotated[
        Literal["lost", "split"], Meta(description="What becomes of the share of a seat that nobody holds, on a tsumo.")
    ] = "lost"
    round_up_to: Annotated[Positive, Meta(description="Each share is rounded up to a multiple of this.")]
    counters: Counters
    stick: Stick
    chart: Annotated[list[ChartFu], Meta(description="The fu that a printed chart of base points lists.")] = []

    @cached_property
    def ladder(self) -> list[tuple[int, str, Level]]:
        """The levels that a number of han reaches: that number, the id and the level, the fewest han first."""
        reached = [(level.from_han, name, level) for name, level in self.levels.items() if level.from_han is not None]
        return sorted(reached, key=lambda step: step[0])

    @property
    def first_han(self) -> int:
        """The han from which on fu change nothing; where there are no limits, those of hands too high to be paid."""
        return self.ladder[0][0] if self.ladder else TOO_MANY_HAN

    def title(self, level: str, lang: str, times: int = 1) -> str:
        """The name of a level, or of limit hands, perhaps several ``times``; empty where a row of a chart has none."""
        name = self.limit.name if level == LIMIT_LEVEL else self.levels[level].name
        title = name.text(lang) if name is not None else ""
        return f"{times} x {title}" if times > 1 else title
