"""A rule file of a hanafuda game, and the rules that the engine makes of it.

Annotations are evaluated here as they stand (no ``from __future__``): resolving them later takes longer.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from calc.hanafuda.rules.deck import Classes
from calc.hanafuda.rules.schema import (
    CardChoice,
    CardPoints,
    Choice,
    ClassEntry,
    DeckEntry,
    Fact,
    Group,
    TableRules,
    WildCard,
    Yaku,
    YakuEntry,
)
from calc.hanafuda.settle.sections import Match, Stake, Void
from calc.hanafuda.settle.steps import AnyStep, Step
from calc.hanafuda.settle.words import Factor, FactorEntry
from calc.hanafuda.value.yaku import Search
from calc.notation.deck import CardSet
from calc.tables import Name, OptionRule, RuleSet
from calc.tables.ruleset import ENTRY_ID, keys_spelled

_Yaku = Annotated[dict[str, YakuEntry], keys_spelled(ENTRY_ID)]


class _AsWritten(RuleSet, frozen=True, kw_only=True):
    """The sections that the engine uses as the file has them."""

    unit: str
    table: TableRules
    card_points: CardPoints | None = None
    wild: WildCard | None = None
    match: Match | None = None
    groups: dict[str, Group] = msgspec.field(default_factory=dict)
    voids: dict[str, Void] = msgspec.field(default_factory=dict)
    facts: dict[str, Fact] = msgspec.field(default_factory=dict)
    stake: Stake | None = None


class RuleFile(_AsWritten, frozen=True, kw_only=True):
    """The keys of a hanafuda rule file."""

    game: Literal["hanafuda"]
    options: Annotated[dict[str, OptionRule], keys_spelled(ENTRY_ID)] = msgspec.field(default_factory=dict)
    deck: DeckEntry | None = None
    cards: dict[str, CardChoice] = msgspec.field(default_factory=dict)
    classes: dict[str, ClassEntry] = msgspec.field(default_factory=dict)
    misdeal: _Yaku = msgspec.field(default_factory=dict)
    teyaku: _Yaku = msgspec.field(default_factory=dict)
    yaku: _Yaku = msgspec.field(default_factory=dict)
    compensation: _Yaku = msgspec.field(default_factory=dict)
    factors: Annotated[dict[str, FactorEntry], keys_spelled(ENTRY_ID)] = msgspec.field(default_factory=dict)
    settlement: Annotated[dict[str, AnyStep], keys_spelled(ENTRY_ID)]


class HanafudaRules(_AsWritten, frozen=True, kw_only=True, eq=False):
    """A rule set of a hanafuda game, ready for use. ``points``: the cards of each worth; none if they have none."""

    deck: CardSet
    left_out: DeckEntry | None
    classes: Classes
    points: dict[int, CardSet] | None
    misdeal: dict[str, Yaku]
    wild_card: CardSet
    teyaku: dict[str, Yaku]
    yaku: dict[str, Yaku]
    compensation: dict[str, Yaku]
    steps: dict[str, Step]
    #: What payments are multiplied by, by name; none for one that was removed.
    factors: Mapping[str, Factor | None]
    #: How yaku of dealt hands and of captured cards are looked for.
    in_hands: Search
    in_piles: Search
    #: Whether a yaku of captured cards ends the round.
    has_stops: bool
    #: Keys of records that the game has no use for.
    unused: tuple[str, ...]
    #: What each step looks at, such as ``stopped`` and ``field``, and what all of them do.
    reads_of: dict[str, frozenset[str]]
    reads: frozenset[str]
    #: What a round needs of the steps: each with whether it waits for play, and whether it counts dealt yaku; names of
    #: payments; whether there is a pot.
    plan: tuple[tuple[str, Step, bool, bool], ...]
    titles: dict[str, Name]
    has_pot: bool
    #: By the number of players, how many of the first steps do nothing where nobody shows, drops out or is forced out.
    idle_steps: dict[int, int] = msgspec.field(default_factory=dict)
    #: What the steps did at earlier tables; none where they look at more than tables are compared by.
    recalled: dict[Any, Any] | None
    #: Whether a yaku depends on the month of the round.
    asks_month: bool
    #: The cards that may choose their class, by their spelling; and the rules with each of their choices.
    choices: dict[str, Choice]
    readings: dict[tuple[str, ...], "HanafudaRules"] = msgspec.field(default_factory=dict)
